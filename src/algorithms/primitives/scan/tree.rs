//! The fragment era's trees: up by the sums of families, down by what comes before each.

use super::ScanKind;
use super::number::{Number, of};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const UP: KernelSource = fragment_kernel!("primitives/scan_up");
const DOWN: KernelSource = fragment_kernel!("primitives/scan_down");

/// Children of a family in the blocked tree: few passes, each of few fetches.
pub(in crate::algorithms) const FAN: usize = 8;

/// Up and down a binary tree: twice the passes of [`super::fragment`], and far fewer additions.
///
/// Sources: Blelloch, Prefix Sums and Their Applications, 1990; Sengupta, Lefohn and Owens, A Work-Efficient
/// Step-Efficient Prefix Sum Algorithm, 2006.
///
/// # Errors
/// As [`super::scan`].
pub fn fragment_work_efficient<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    tree(device, source, ScanKind::Inclusive, 2)
}

/// The same tree with families of eight: each pass does more, so a few are enough.
///
/// # Errors
/// As [`super::scan`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    tree(device, source, ScanKind::Inclusive, FAN)
}

/// Up and down a tree whose families have `fan` children.
pub(super) fn tree<T: Number>(device: &Device, source: &Stream<T>, kind: ScanKind, fan: usize) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = |kernel| device.kernel(&of::<T>(kernel).define("FAN", fan));
    let (up, down) = (kernel(&UP)?, kernel(&DOWN)?);
    let level_down = |source: &Stream<T>, parents: &Stream<T>, inclusive: i32, result: &mut Stream<T>| {
        down.call()
            .uniform("inclusive", inclusive)
            .input("source", source)
            .gather("parents", parents)
            .output("result", result)
            .run()
    };
    // ANCHOR: up
    // Up: each level has the sums of the families of the level below. One family is enough: nothing comes
    // before it.
    let mut levels: Vec<Stream<T>> = Vec::new();
    while levels.last().unwrap_or(source).len() > fan {
        let below = levels.last().unwrap_or(source);
        let mut level = device.empty(below.len().div_ceil(fan))?;
        up.call().gather("source", below).output("result", &mut level).run()?;
        levels.push(level);
    }
    // ANCHOR_END: up
    // ANCHOR: down
    // Down: from what comes before each family to what comes before each of its members.
    let mut before = device.empty(1)?; // zero: before everything comes nothing
    for level in levels.iter().rev() {
        let mut result = device.uninit(level.shape())?;
        level_down(level, &before, 0, &mut result)?;
        before = result;
    }
    let mut result = device.uninit(source.shape())?;
    level_down(source, &before, i32::from(kind == ScanKind::Inclusive), &mut result)?;
    // ANCHOR_END: down
    Ok(result)
}
