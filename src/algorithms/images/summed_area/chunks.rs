//! The compute era on the lanes of a CPU: running sums, a row per lane, then a column per lane.

use super::picture_shape;
use super::pixel::{Pixel, specialise_for_fours, specialise_kernel};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const ROWS: KernelSource = compute_kernel!("images/summed_area_rows");
const COLUMNS: KernelSource = compute_kernel!("images/summed_area_columns");

/// Maximum count of elements that a lane walks in one dispatch: llvmpipe stops a lane after 65,535 loop turns, and
/// each processes four.
const STRETCH: usize = 1 << 17;

/// Runs a row per lane, then a column per lane: running sums without a barrier, for devices whose lanes are those of
/// a CPU.
///
/// # Errors
/// As [`super::summed_area`].
pub fn compute_chunks<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let shape = picture_shape(source)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let mut result = device.uninit(shape)?;
    if source.is_empty() {
        return Ok(result);
    }
    // Scalars by fours, if the width is a multiple of 4.
    let fours = T::FORMAT.words() == 1 && width.is_multiple_of(4);
    let typed = if fours { specialise_for_fours::<T> } else { specialise_kernel::<T> };
    let width = if fours { width / 4 } else { width };
    // ANCHOR: chunks
    let along = device.kernel(&typed(&ROWS).define("ALONG", i32::from(fours)))?;
    for columns in split_stretches(width) {
        along
            .call()
            .uniform("width", width as i32)
            .uniform("columns", columns)
            .gather("source", source)
            .update("result", &mut result)
            .elements(height)
            .run()?;
    }
    let down = device.kernel(&typed(&COLUMNS))?;
    for rows in split_stretches(height) {
        down.call()
            .uniform("width", width as i32)
            .uniform("rows", rows)
            .update("result", &mut result)
            .elements(width)
            .run()?;
    }
    // ANCHOR_END: chunks
    Ok(result)
}

/// Cuts the length into stretches, each for one dispatch.
fn split_stretches(length: usize) -> impl Iterator<Item = [i32; 2]> {
    (0..length)
        .step_by(STRETCH)
        .map(move |first| [first as i32, (first + STRETCH).min(length) as i32])
}

/// Loop turns of one dispatch for rows or columns of `length` elements: one for each four, and those that remain.
pub(super) fn loop_turns(length: usize) -> usize {
    (length.min(STRETCH) / 4) + 5
}
