//! The fragment era's trees: up by sums of children, down by the sum before each node.

use super::ScanKind;
use super::number::{Number, for_number_type};
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, fragment_kernel};

const UP: KernelSource = fragment_kernel!("primitives/scan_up");
const DOWN: KernelSource = fragment_kernel!("primitives/scan_down");

/// Children per node of the blocked tree: few passes, each of few fetches.
pub(in crate::algorithms) const FAN: usize = 8;

/// Up and down a binary tree: twice the passes of [`super::fragment`], and far fewer additions.
///
/// Sources: Blelloch, Prefix Sums and Their Applications, 1990; Sengupta, Lefohn and Owens, A Work-Efficient
/// Step-Efficient Prefix Sum Algorithm, 2006.
///
/// # Errors
/// As [`super::scan`].
pub fn fragment_work_efficient<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    scan_by_tree(device, source, ScanKind::Inclusive, 2)
}

/// The same tree with eight children per node: each pass does more, so a few are enough.
///
/// # Errors
/// As [`super::scan`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    scan_by_tree(device, source, ScanKind::Inclusive, FAN)
}

/// Runs up and down a tree with `fan` children per node.
pub(super) fn scan_by_tree<T: Number>(
    device: &Device,
    source: &Stream<T>,
    kind: ScanKind,
    fan: usize,
) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let up = device.kernel(&for_number_type::<T>(&UP).define("FAN", fan))?;
    let down = device.kernel(&for_number_type::<T>(&DOWN).define("FAN", fan))?;
    // ANCHOR: up
    // Up: each level has the sums over the children in the level below. A single node is enough: nothing comes before
    // it.
    let mut levels: Vec<Stream<T>> = Vec::new();
    while levels.last().unwrap_or(source).len() > fan {
        let below = levels.last().unwrap_or(source);
        let mut level = device.empty(below.len().div_ceil(fan))?;
        up.call().gather("source", below).output("result", &mut level).run()?;
        levels.push(level);
    }
    // ANCHOR_END: up
    // ANCHOR: down
    // Down: from the sum before each node to the sum before each of its children.
    let mut before = device.empty(1)?; // zero: nothing comes before the root
    for level in levels.iter().rev() {
        let mut result = device.uninit(level.shape())?;
        descend_level(level, &before, 0, &mut result, &down)?;
        before = result;
    }
    let mut result = device.uninit(source.shape())?;
    descend_level(source, &before, i32::from(kind == ScanKind::Inclusive), &mut result, &down)?;
    // ANCHOR_END: down
    Ok(result)
}

/// Adds to each node the sum before its parent.
fn descend_level<T: Number>(
    source: &Stream<T>,
    parents: &Stream<T>,
    inclusive: i32,
    result: &mut Stream<T>,
    down: &Kernel,
) -> Result<()> {
    down.call()
        .uniform("inclusive", inclusive)
        .input("source", source)
        .gather("parents", parents)
        .output("result", result)
        .run()
}
