//! The fragment era: pairs of sum and flag, two outputs a pass.

use super::{SEGMENTED_SCAN, check, of};
use crate::algorithms::scan::{FAN, Number};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const UP: KernelSource = fragment_kernel!("primitives/segmented_scan_up");
const DOWN: KernelSource = fragment_kernel!("primitives/segmented_scan_down");

/// Sums, and whether a segment begins in what each is the sum of.
struct Pairs<T: Number> {
    sums: Stream<T>,
    heads: Stream<u32>,
}

impl<T: Number> Pairs<T> {
    fn empty(device: &Device, shape: impl Into<crate::Shape>) -> Result<Pairs<T>> {
        let shape = shape.into();
        Ok(Pairs { sums: device.empty(shape)?, heads: device.empty(shape)? })
    }
}

/// Doubling strides: log2 n passes, rounded up, on pairs.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    check(source, heads)?;
    if source.len() < 2 {
        return device.copy_of(source); // its own sum
    }
    // ANCHOR: doubling
    let kernel = device.kernel(&of::<T>(&SEGMENTED_SCAN))?;
    let pass = |stride: usize, source: &Stream<T>, heads: &Stream<u32>, next: &mut Pairs<T>| {
        let call = kernel
            .call()
            .uniform("stride", stride as i32)
            .input("source", source)
            .input("heads", heads);
        call.output("result", &mut next.sums)
            .output("result_heads", &mut next.heads)
            .run()
    };
    let mut now = Pairs::empty(&device, source.shape())?;
    let mut next = Pairs::empty(&device, source.shape())?;
    pass(1, source, heads, &mut now)?;
    let mut stride = 2;
    while stride < source.len() {
        pass(stride, &now.sums, &now.heads, &mut next)?;
        std::mem::swap(&mut now, &mut next);
        stride *= 2;
    }
    // ANCHOR_END: doubling
    Ok(now.sums)
}

/// Up and down a binary tree: twice the passes of [`fragment`], and far fewer additions.
///
/// Source: Sengupta, Harris, Zhang and Owens, 2007, whose tree of pairs this is.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn fragment_work_efficient<T: Number>(
    device: &Device,
    source: &Stream<T>,
    heads: &Stream<u32>,
) -> Result<Stream<T>> {
    tree(device, source, heads, 2)
}

/// The same tree with families of eight.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    tree(device, source, heads, FAN)
}

fn tree<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>, fan: usize) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    check(source, heads)?;
    let kernel = |kernel| device.kernel(&of::<T>(kernel).define("FAN", fan));
    let (up, down) = (kernel(&UP)?, kernel(&DOWN)?);
    let level_down = |source: &Stream<T>, heads: &Stream<u32>, parents: &Stream<T>, inclusive: i32| {
        let mut result = device.empty(source.shape())?;
        let call = down
            .call()
            .uniform("inclusive", inclusive)
            .input("source", source)
            .input("heads", heads);
        call.gather("parents", parents).output("result", &mut result).run()?;
        Ok(result)
    };
    // ANCHOR: tree
    let mut levels: Vec<Pairs<T>> = Vec::new();
    loop {
        let (below, flags) = levels.last().map_or((source, heads), |level| (&level.sums, &level.heads));
        if below.len() <= fan {
            break; // one family: nothing comes before it
        }
        let mut level = Pairs::empty(&device, below.len().div_ceil(fan))?;
        let call = up.call().gather("source", below).gather("heads", flags);
        call.output("result", &mut level.sums)
            .output("result_heads", &mut level.heads)
            .run()?;
        levels.push(level);
    }
    let mut before = device.empty(1)?; // zero: before everything comes nothing
    for level in levels.iter().rev() {
        before = level_down(&level.sums, &level.heads, &before, 0)?;
    }
    level_down(source, heads, &before, 1)
    // ANCHOR_END: tree
}
