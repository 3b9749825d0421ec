//! The sum as the last mipmap level, the mean of all.

use super::{Operation, identity_stream};
use crate::{Device, Era, Error, KernelSource, Layout, Result, Sampling, Stream, kernel_pair};

const TOP: KernelSource = kernel_pair!("primitives/reduce_top");

/// The last level of the elements' [mipmaps](Device::mipmaps), times their number. The elements are in a square, or
/// nearly one, with zeros after the last.
///
/// # Errors
/// [`Error::Call`] for any operation but the sum: levels are means.
pub fn fragment_mipmap(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    sum_by_mipmaps(&device.with_era(Era::Fragment)?, operation, source)
}

/// Works like [`fragment_mipmap`], with a dispatch for each level.
///
/// # Errors
/// As [`fragment_mipmap`].
pub fn compute_mipmap(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    sum_by_mipmaps(&device.with_era(Era::Compute)?, operation, source)
}

fn sum_by_mipmaps(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    if operation != Operation::Sum {
        return Err(Error::call(
            "reduce",
            format!("mipmaps are means, and cannot compute {operation:?}; use another rung, or Operation::Sum"),
        ));
    }
    if source.is_empty() {
        return identity_stream(device, operation);
    }
    let [columns, rows] = square_size(source.len());
    let mut zeros_behind = device.empty_in(Layout::Packed, [columns, rows])?;
    zeros_behind.copy_range(0, source, 0..source.len())?;
    let mipmaps = device.mipmaps(&zeros_behind)?;
    let mut result = device.uninit(1)?;
    device
        .kernel(&TOP)?
        .call()
        .uniform("count", (columns * rows) as f32)
        .uniform("top", mipmaps.levels() as i32 - 1)
        .mipmapped("levels", &mipmaps, Sampling::nearest())
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Returns the columns, a power of two, and the rows of a rectangle that holds `elements` elements.
fn square_size(elements: usize) -> [usize; 2] {
    let columns = elements.isqrt().next_power_of_two();
    [columns, elements.div_ceil(columns)]
}

/// Counts the roundings of an element: per level at most three sums and a product along each side, and for an odd
/// side's weights a quotient that GLSL allows 2.5 units for; at the end a product.
pub(super) fn count_roundings(elements: usize) -> usize {
    let [columns, rows] = square_size(elements.max(1));
    20 * columns.max(rows).ilog2() as usize + 1
}
