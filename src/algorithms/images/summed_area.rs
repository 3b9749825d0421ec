//! Summed-area tables: each element becomes the sum of all elements above it and to its left, including its own
//! row and column.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up.
//!
//! Integers are exact and wrap around on overflow, which is harmless: the sum over a rectangle is a difference of
//! four entries, and wraps back. Floats lose precision: the last entry is the sum of the whole picture, and its
//! rounding error soon is as large as a pixel. Hensley's remedy is to subtract the mean, about a half, from each
//! pixel first, so that the sums stay near zero; [`mean_of`] adds it back.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::summed_area::{self, Pixel};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [1_u32, 2, 3, 4, 5, 6];
//! let table = summed_area::reference(&source, 3);
//! let [old, new] = [fragment.stream_of([3, 2], &source)?, compute.stream_of([3, 2], &source)?];
//! assert_eq!(summed_area::fragment(&fragment, &old)?.read()?, table);
//! assert_eq!(summed_area::fragment_wide(&fragment, &old)?.read()?, table);
//! assert_eq!(summed_area::compute(&compute, &new)?.read()?, table);
//! assert_eq!(summed_area::compute_rows(&compute, &new)?.read()?, table);
//! assert_eq!(summed_area::compute_chunks(&compute, &new)?.read()?, table);
//!
//! // In floats alone, less a number near the mean, which the mean over a rectangle brings back.
//! let floats = fragment.stream_of([3, 2], &source.map(|number| number as f32))?;
//! let less_mean = summed_area::fragment_2005(&fragment, &floats, 3.5)?.read()?;
//! assert_eq!(less_mean, [-2.5, -4.0, -4.5, -2.0, -2.0, 0.0]);
//! assert_eq!(summed_area::mean_of(&less_mean, 3, 1..3, 0..2, 3.5), 4.0); // of 2, 3, 5 and 6
//! assert_eq!(summed_area::fragment_wide_2005(&fragment, &floats, 3.5)?.read()?, less_mean);
//!
//! fn total<T: Pixel>(source: &[T]) -> Option<T> {
//!     summed_area::reference(source, source.len()).pop()
//! }
//! assert_eq!(total(&source), Some(21));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod chunks;
mod mean;
mod of_2005;
mod pixel;
mod trial;
mod wide;

use super::{Check, Trial, Workload};
use crate::algorithms::check_turns;
use crate::{Device, DeviceKind, Era, Error, Kernel, KernelSource, PingPong, Result, Shape, Stream, kernel_pair};
use pixel::{Summable, specialise_kernel};
pub(super) use trial::turns_of_compute;
use trial::{longest_side, trial};

pub use chunks::compute_chunks;
pub use mean::mean_of;
pub(super) use of_2005::{FAN, center_pixels, sum_texels_2005};
pub use of_2005::{fragment_2005, fragment_wide_2005};
pub use pixel::Pixel;
pub use wide::fragment_wide;

rungs! {
    "the sum of all pixels above and to the left of each", 1 << 20, trial;
    fragment: "doubling strides along rows, then columns", "log2 w + log2 h passes; as many additions per pixel",
        "Crow 1984; Hensley et al. 2005";
    fragment_wide: "the same with eight fetches per pass", "log8 w + log8 h passes; 7 times as many additions per pixel",
        "Hensley et al. 2005, section 3";
    fragment_2005: "floats less their mean, by doubling strides", "log2 w + log2 h passes; as many additions per pixel",
        "Hensley et al. 2005", on "radeon-9700", by |device, workload| of_2005::trial(device, workload, fragment_2005);
    fragment_wide_2005: "the same with eight fetches per pass",
        "log8 w + log8 h passes; 7 times as many additions per pixel", "Hensley et al. 2005, section 3",
        on "radeon-9700", by |device, workload| of_2005::trial(device, workload, fragment_wide_2005);
    compute_rows: "a row per group, stored as a column; twice", "2 dispatches; 16 additions per pixel",
        "SuperBible 6, listings 10.6 and 10.7, corrected", turns |n| loop_turns(longest_side(n));
    compute_chunks: "a row per lane, then a column per lane", "2 dispatches; 2 additions per pixel",
        "running sums, for the lanes of a CPU", turns |n| chunks::loop_turns(longest_side(n));
    => compute: compute_chunks on a CPU, compute_rows on a GPU;
}

const SUMMED_AREA: KernelSource = kernel_pair!("images/summed_area");

/// Invocations per work group of summed_area.comp.
const LANES: usize = 256;

/// Returns the summed-area table, in the device's era. `source` has two dimensions, columns and rows, of any size; so
/// has the result.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::summed_area::summed_area};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let table = summed_area(&device, &device.stream_of([3, 2], &[1_u32, 2, 3, 4, 5, 6])?)?;
/// assert_eq!(table.read()?, [1, 3, 6, 5, 12, 21]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream does not have two dimensions, [`Error::Call`] if it does not have the layout of the
/// era, [`Error::Limit`] if the device lacks memory.
pub fn summed_area<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// Computes the same by a loop: the sum of the row so far, plus the entry above. Floats are added in 64 bits, and each
/// is rounded once.
pub fn reference<T: Pixel>(source: &[T], width: usize) -> Vec<T> {
    let mut above = vec![<T as Summable>::Sum::default(); width];
    let mut table = Vec::with_capacity(source.len());
    for row in source.chunks(width.max(1)) {
        let mut sum = <T as Summable>::Sum::default();
        for (pixel, above) in row.iter().zip(&mut above) {
            sum = T::plus(sum, *pixel);
            *above = T::both(*above, sum);
            table.push(T::round(*above));
        }
    }
    table
}
// ANCHOR_END: reference

/// Runs passes with doubling strides along the rows, then along the columns: log2 of the width and log2 of the height
/// passes, each rounded up.
///
/// Sources: Crow, Summed-area Tables for Texture Mapping, SIGGRAPH 1984; Hensley, Scheuermann, Coombe, Singh
/// and Lastra, Fast Summed-Area Table Generation and its Applications, Eurographics 2005.
///
/// # Errors
/// As [`summed_area`].
pub fn fragment<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = picture_shape(source)?;
    let kernel = device.kernel(&specialise_kernel::<T>(&SUMMED_AREA))?;
    // ANCHOR: strides
    let mut strides = pass_strides(shape, 2); // 1, 2, 4, ... columns, then rows
    let Some(first) = strides.next().filter(|_| !source.is_empty()) else {
        return device.copy_of(source); // one pixel is its own table
    };
    let mut sums = device.uninit(shape)?;
    run_pass(first, source, &mut sums, &kernel)?;
    let mut sums = PingPong::new(sums, device.uninit(shape)?);
    for stride in strides {
        sums.step(|now, next| run_pass(stride, now, next, &kernel))?;
    }
    // ANCHOR_END: strides
    Ok(sums.into_now())
}

/// Adds to each pixel the one a stride before.
fn run_pass<T: Pixel>(stride: [i32; 2], source: &Stream<T>, result: &mut Stream<T>, kernel: &Kernel) -> Result<()> {
    kernel
        .call()
        .uniform("stride", stride)
        .input("source", source)
        .output("result", result)
        .run()
}

/// Returns the strides of all passes, each `fan` times the previous one: along the rows while they are less than a
/// row, then along the columns.
fn pass_strides(shape: Shape, fan: i32) -> impl Iterator<Item = [i32; 2]> {
    let columns = list_strides(shape.extent(0), fan).map(|stride| [stride, 0]);
    columns.chain(list_strides(shape.extent(1), fan).map(|stride| [0, stride]))
}

fn list_strides(extent: usize, fan: i32) -> impl Iterator<Item = i32> {
    std::iter::successors(Some(1), move |stride| Some(stride * fan))
        .take_while(move |stride| (*stride as usize) < extent)
}

/// Runs the fastest rung for the device: [`compute_chunks`] on a CPU that emulates a GPU
/// (llvmpipe), and for rows that are too long for the other, which is [`compute_rows`].
///
/// # Errors
/// As [`summed_area`].
pub fn compute<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let longest = source.shape().extents().iter().copied().max().unwrap_or(0);
    match device.suited_to() {
        DeviceKind::Cpu => compute_chunks(device, source),
        _ if loop_turns(longest) > device.limits().turns => compute_chunks(device, source),
        _ => compute_rows(device, source),
    }
}

/// Scans a row per work group in shared memory and stores it as a column; the second run transposes the table
/// back.
///
/// Source: OpenGL SuperBible, 6th edition, chapter 10, listings 10.6 and 10.7, for rows of any width.
///
/// # Errors
/// As [`summed_area`]; [`Error::Limit`] also if a row or a column has more blocks than the device allows loop turns,
/// as on llvmpipe from 1,677,569 pixels on.
pub fn compute_rows<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let shape = picture_shape(source)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    check_turns(
        &device,
        "a summed-area table by rows",
        loop_turns(width.max(height)),
        "use summed_area::compute_chunks",
    )?;
    let kernel = device.kernel(&specialise_kernel::<T>(&SUMMED_AREA))?;
    // ANCHOR: rows
    let mut columns = device.uninit::<T>([height, width])?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut columns)
        .elements(height * LANES)
        .run()?;
    let mut result = device.uninit(shape)?;
    kernel
        .call()
        .gather("source", &columns)
        .output("result", &mut result)
        .elements(width * LANES)
        .run()?;
    // ANCHOR_END: rows
    Ok(result)
}

/// Loop turns of summed_area.comp for a row of `row` pixels: for each block one, eight strides and their end; then
/// the end of the blocks.
fn loop_turns(row: usize) -> usize {
    (row.div_ceil(LANES) * 10) + 1
}

/// Returns the shape of a picture, which must have two dimensions.
fn picture_shape<T: Pixel>(source: &Stream<T>) -> Result<Shape> {
    let shape = source.shape();
    match shape.rank() {
        2 => Ok(shape),
        _ => Err(Error::data(format!(
            "a summed-area table is of columns and rows, the stream is {shape}; give it two dimensions"
        ))),
    }
}
