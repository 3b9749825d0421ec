//! The compute era's binary tree, a dispatch per level.

use super::{Operation, identity_stream};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const LEVELS: KernelSource = compute_kernel!("primitives/reduce_levels");

// ANCHOR: compute_levels
/// A dispatch for each level of a binary tree, all levels in one array.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_levels(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    if source.is_empty() {
        return identity_stream(&device, operation);
    }
    let kernel = operation.specialise_kernel(LEVELS);
    let first = device.kernel(&kernel.clone().define("FIRST", 1))?;
    let others = device.kernel(&kernel)?;
    let mut width = source.len().next_power_of_two().max(2) / 2;
    let mut levels = device.empty(2 * width)?;
    let mut count = source.len();
    first
        .call()
        .uniform("width", width as i32)
        .uniform("count", count as i32)
        .gather("source", source)
        .update("levels", &mut levels)
        .elements(width)
        .run()?;
    while width > 1 {
        count = count.div_ceil(2);
        width /= 2;
        others
            .call()
            .uniform("width", width as i32)
            .uniform("count", count as i32)
            .update("levels", &mut levels)
            .elements(width)
            .run()?;
    }
    let mut result = device.uninit(1)?;
    result.copy_range(0, &levels, 1..2)?;
    Ok(result)
}
// ANCHOR_END: compute_levels
