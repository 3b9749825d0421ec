//! The fragment era's pyramid of counts: up by fours, and down in one pass.

use super::{Compacted, with_condition};
use crate::algorithms::scan::Number;
use crate::{Device, Era, Error, KernelSource, Result, Stream, fragment_kernel};

const UP: KernelSource = fragment_kernel!("primitives/compact_up");
const COUNT: KernelSource = fragment_kernel!("primitives/compact_count");
const DOWN: KernelSource = fragment_kernel!("primitives/compact_down");

/// The kernel's names for the levels of the pyramid, the lowest first.
const LEVELS: [&str; 12] = [
    "level_0", "level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7", "level_8", "level_9",
    "level_10", "level_11",
];

/// Children of a texel, and elements of a child of the lowest level.
const FAN: usize = 4;

/// Builds a tree of counts upwards, four children per texel, then descends it in one pass: no prefix sums at all.
///
/// Source: Ziegler, Tevs, Theobalt and Seidel, On-the-fly Point Clouds through Histogram Pyramids, VMV 2006.
///
/// # Errors
/// As [`super::compact`].
pub fn fragment_pyramid<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: pyramid
    // Up: the lowest level has a texel for sixteen elements, each other level one for four texels of the level below.
    let first = device.kernel(&with_condition::<T>(&UP, condition)?.define("FIRST", 1))?;
    let others = device.kernel(&with_condition::<T>(&UP, condition)?)?;
    let mut top: Stream<[u32; 4]> = device.empty(source.len().div_ceil(FAN * FAN).max(1))?;
    first.call().gather("source", source).output("result", &mut top).run()?;
    let mut levels = vec![];
    while top.len() > 1 {
        let mut level = device.empty(top.len().div_ceil(FAN))?;
        others.call().gather("source", &top).output("result", &mut level).run()?;
        levels.push(std::mem::replace(&mut top, level));
    }
    levels.push(top);
    // ANCHOR_END: pyramid
    let (Some(top), true) = (levels.last(), levels.len() <= LEVELS.len()) else {
        let given = source.len() as u128;
        let most = 1 << (2 * LEVELS.len() + 2);
        return Err(Error::limit("elements under a pyramid", given, most, "use compact::fragment_blocked"));
    };
    let mut count = device.empty(1)?;
    device
        .kernel(&COUNT)?
        .call()
        .gather("top", top)
        .output("result", &mut count)
        .run()?;

    // Down: one pass; names of levels that do not exist are bound to the highest.
    let mut elements = device.empty(source.len())?;
    let down = device.kernel(&with_condition::<T>(&DOWN, condition)?)?;
    let mut call = down
        .call()
        .uniform("levels", levels.len() as i32)
        .gather("source", source)
        .gather("count", &count);
    for (at, name) in LEVELS.into_iter().enumerate() {
        call = call.gather(name, levels.get(at).unwrap_or(top));
    }
    call.output("result", &mut elements).run()?;
    Ok(Compacted { elements, count })
}
