//! Summed-area tables: each element becomes the sum of all elements above it and to its left, itself and its row and column included.
//!
//! | era | method | passes for w x h | additions an element | source |
//! |---|---|---|---|---|
//! | fragment | doubling strides, rows then columns | log2 w + log2 h | log2 w + log2 h | Crow 1984; Hensley et al. 2005 |
//! | fragment, wide | the same with eight fetches a pass | log8 w + log8 h | 7 (log8 w + log8 h) | Hensley et al. 2005, section 3 |
//! | compute, rows | a row a work group in shared memory, stored as a column; twice | 2 | 16 | SuperBible 6, listings 10.6 and 10.7, corrected |
//! | compute, chunks | a row a lane, then a column a lane, in place | 2 | 2 | running sums, for the lanes of a CPU |
//! | compute | chunks on a CPU, rows on a GPU | | | |
//!
//! Logarithms are rounded up.
//!
//! Integers are exact and wrap around where they overflow, and that does no harm: the sum over a rectangle is a difference of four entries,
//! and wraps back. Floats run out of places: the last entry holds the sum of the whole picture, and what it was rounded by is as large as
//! a pixel soon. Hensley's cure is to subtract the mean, about a half, from each pixel first, so that the sums wander around
//! zero; [`mean_of`] adds it again.

mod dispatches;
mod passes;
mod pixel;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Result, Shape, Stream, kernel_pair};
use pixel::Sealed;

pub use pixel::Pixel;

const SUMMED_AREA: KernelSource = kernel_pair!("images/summed_area");

/// The summed-area table, in the device's era. `source` has two dimensions, columns and rows, of any size; so has the result.
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
/// [`Error::Data`] where the stream has not two dimensions, [`Error::Call`] where it has not the era's own layout, [`Error::Limit`] where the
/// machine lacks room.
pub fn summed_area<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// The same by a loop: the sum of the row so far, and what the table has above it. Floats are added up in 64 bits and rounded once each.
pub fn reference<T: Pixel>(source: &[T], width: usize) -> Vec<T> {
    let mut above = vec![<T as Sealed>::Sum::default(); width];
    let mut table = Vec::with_capacity(source.len());
    for row in source.chunks(width.max(1)) {
        let mut sum = <T as Sealed>::Sum::default();
        for (pixel, above) in row.iter().zip(&mut above) {
            sum = T::plus(sum, *pixel);
            *above = T::both(*above, sum);
            table.push(T::round(*above));
        }
    }
    table
}
// ANCHOR_END: reference

/// Doubling strides along the rows, then along the columns: log2 of the width and log2 of the height passes, each rounded up.
///
/// Sources: Crow, Summed-area Tables for Texture Mapping, SIGGRAPH 1984; Hensley, Scheuermann, Coombe, Singh and Lastra, Fast Summed-Area
/// Table Generation and its Applications, Eurographics 2005.
///
/// # Errors
/// As [`summed_area`].
pub fn fragment<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    passes::strides(device, source, 2)
}

/// The same with eight fetches a pass, and a third of the passes.
///
/// # Errors
/// As [`summed_area`].
pub fn fragment_wide<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    passes::strides(device, source, 8)
}

/// The fastest for this machine: [`compute_chunks`] where the driver is a CPU (llvmpipe, softpipe), [`compute_rows`] on a GPU.
///
/// # Errors
/// As [`summed_area`].
pub fn compute<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    if crate::algorithms::is_cpu(device) { compute_chunks(device, source) } else { compute_rows(device, source) }
}

/// A row a work group, scanned in shared memory and stored as a column; the second run turns the table upright again.
///
/// Source: OpenGL SuperBible, 6th edition, chapter 10, listings 10.6 and 10.7, for rows of any width.
///
/// # Errors
/// As [`summed_area`].
pub fn compute_rows<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    dispatches::rows(device, source)
}

/// A row a lane, then a column a lane: running sums without a barrier, for machines whose lanes are those of a CPU.
///
/// # Errors
/// As [`summed_area`].
pub fn compute_chunks<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    dispatches::chunks(device, source)
}

/// The mean over columns `left..right` and rows `top..bottom` of a picture by its table, by four entries; NaN where that is empty.
///
/// `bias` is what was subtracted from each pixel before the table was made, or 0.
///
/// ```
/// use gristmill::algorithms::summed_area::{mean_of, reference};
/// let table = reference(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3);
/// assert_eq!(mean_of(&table, 3, 1..3, 0..2, 0.0), (2.0 + 3.0 + 5.0 + 6.0) / 4.0);
/// ```
pub fn mean_of(
    table: &[f32],
    width: usize,
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
    bias: f32,
) -> f32 {
    // Entry (x, y) includes column x and row y, so what must go is held one column to the left and one row above.
    let up_to = |x: usize, y: usize| if x == 0 || y == 0 { 0.0 } else { table[(y - 1) * width + x - 1] };
    let sum = up_to(columns.end, rows.end) - up_to(columns.start, rows.end) - up_to(columns.end, rows.start)
        + up_to(columns.start, rows.start);
    sum / (columns.len() * rows.len()) as f32 + bias
}

/// The shape of a picture.
fn picture<T: Pixel>(source: &Stream<T>) -> Result<Shape> {
    let shape = source.shape();
    match shape.rank() {
        2 => Ok(shape),
        _ => Err(Error::data(format!(
            "a summed-area table is of columns and rows, the stream is {shape}; give it two dimensions"
        ))),
    }
}

type Table = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

/// The bytes of red: whole numbers, so every entry is exact, however large the photograph is.
fn trial(device: &Device, workload: &Workload, rung: Table) -> Result<Trial> {
    let picture = workload.picture();
    let [width, height] = [picture.width() as usize, picture.height() as usize];
    let bytes: Vec<u32> = picture.pixels().map(|pixel| u32::from(pixel.0[0])).collect();
    let wanted = reference(&bytes, width);
    let (device, source) = (device.clone(), device.stream_of([width, height], &bytes)?);
    Ok(Trial::new(move || rung(&device, &source), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "summed_area",
    part: "images",
    summary: "the sum of all pixels above and to the left of each",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "doubling strides along rows, then columns",
            source: "Hensley et al. 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_wide",
            era: Era::Fragment,
            method: "the same with eight fetches a pass",
            source: "Hensley et al. 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_wide),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "chunks on a CPU, rows on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_rows",
            era: Era::Compute,
            method: "a row a group, stored as a column; twice",
            source: "SuperBible 6, chapter 10",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_rows),
        },
        Rung {
            name: "compute_chunks",
            era: Era::Compute,
            method: "a row a lane, then a column a lane",
            source: "running sums",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_chunks),
        },
    ],
};
