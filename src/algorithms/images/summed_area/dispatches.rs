//! The compute era: rows in shared memory, and running sums for a CPU's lanes.

use super::pixel::{Pixel, of, of_fours};
use super::{SUMMED_AREA, picture};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const ROWS: KernelSource = compute_kernel!("images/summed_area_rows");
const COLUMNS: KernelSource = compute_kernel!("images/summed_area_columns");

/// Invocations of a work group of summed_area.comp.
const LANES: usize = 256;

/// Elements that a lane walks in one dispatch, at most: llvmpipe stops a lane after 65,535 turns of its loops, and each takes four.
const STRETCH: usize = 1 << 17;

/// A row a group, stored as a column; then the same again.
pub(super) fn rows<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let shape = picture(source)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let kernel = device.kernel(&of::<T>(&SUMMED_AREA))?;
    // ANCHOR: rows
    let mut columns = device.empty::<T>([height, width])?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut columns)
        .elements(height * LANES)
        .run()?;
    let mut result = device.empty(shape)?;
    kernel
        .call()
        .gather("source", &columns)
        .output("result", &mut result)
        .elements(width * LANES)
        .run()?;
    // ANCHOR_END: rows
    Ok(result)
}

/// Running sums along the rows, then down the columns, in place.
pub(super) fn chunks<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let shape = picture(source)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let mut result = device.empty(shape)?;
    if source.is_empty() {
        return Ok(result);
    }
    // Scalars by fours, where every row has whole fours.
    let fours = T::FORMAT.words() == 1 && width.is_multiple_of(4);
    let typed = if fours { of_fours::<T> } else { of::<T> };
    let width = if fours { width / 4 } else { width };
    // ANCHOR: chunks
    let along = device.kernel(&typed(&ROWS).define("ALONG", i32::from(fours)))?;
    for columns in stretches(width) {
        let call = along.call().uniform("width", width as i32).uniform("columns", columns);
        call.gather("source", source)
            .update("result", &mut result)
            .elements(height)
            .run()?;
    }
    let down = device.kernel(&typed(&COLUMNS))?;
    for rows in stretches(height) {
        let call = down.call().uniform("width", width as i32).uniform("rows", rows);
        call.update("result", &mut result).elements(width).run()?;
    }
    // ANCHOR_END: chunks
    Ok(result)
}

/// The length in stretches that one dispatch may walk.
fn stretches(length: usize) -> impl Iterator<Item = [i32; 2]> {
    (0..length)
        .step_by(STRETCH)
        .map(move |first| [first as i32, (first + STRETCH).min(length) as i32])
}
