//! The fragment era's trees of pairs: up by sums of children, down by the sum that enters each node.

use super::{SegmentSums, check_heads};
use crate::algorithms::scan::{FAN, Number, for_number_type};
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, fragment_kernel};

const UP: KernelSource = fragment_kernel!("primitives/segmented_scan_up");
const DOWN: KernelSource = fragment_kernel!("primitives/segmented_scan_down");

/// Up and down a binary tree: twice the passes of [`super::fragment`], and far fewer additions.
///
/// Source: Sengupta, Harris, Zhang and Owens, 2007, who describe this tree of pairs.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn fragment_work_efficient<T: Number>(
    device: &Device,
    source: &Stream<T>,
    heads: &Stream<u32>,
) -> Result<Stream<T>> {
    scan_by_tree(device, source, heads, 2)
}

/// The same tree with eight children per node.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    scan_by_tree(device, source, heads, FAN)
}

/// Runs up and down a tree with `fan` children per node.
fn scan_by_tree<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>, fan: usize) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    check_heads(source, heads)?;
    let up = device.kernel(&for_number_type::<T>(&UP).define("FAN", fan))?;
    let down = device.kernel(&for_number_type::<T>(&DOWN).define("FAN", fan))?;
    // ANCHOR: tree
    let mut levels: Vec<SegmentSums<T>> = Vec::new();
    loop {
        let (below, flags) = levels.last().map_or((source, heads), |level| (&level.sums, &level.heads));
        if below.len() <= fan {
            break; // a single node: nothing comes before it
        }
        let mut level = SegmentSums::empty(&device, below.len().div_ceil(fan))?;
        up.call()
            .gather("source", below)
            .gather("heads", flags)
            .output("result", &mut level.sums)
            .output("result_heads", &mut level.heads)
            .run()?;
        levels.push(level);
    }
    let mut before = device.empty(1)?; // zero: nothing comes before the root
    for level in levels.iter().rev() {
        before = descend_level(&level.sums, &level.heads, &before, 0, &device, &down)?;
    }
    descend_level(source, heads, &before, 1, &device, &down)
    // ANCHOR_END: tree
}

/// Adds to each node the sum before its parent.
fn descend_level<T: Number>(
    source: &Stream<T>,
    heads: &Stream<u32>,
    parents: &Stream<T>,
    inclusive: i32,
    device: &Device,
    down: &Kernel,
) -> Result<Stream<T>> {
    let mut result = device.uninit(source.shape())?;
    down.call()
        .uniform("inclusive", inclusive)
        .input("source", source)
        .input("heads", heads)
        .gather("parents", parents)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
