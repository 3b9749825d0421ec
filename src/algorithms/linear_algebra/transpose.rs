//! Transpose: the rows of a matrix become its columns.
//!
#![doc = table!()]
//!
//! Elements are only moved, so every bit stays the same.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::transpose;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
//! let columns = transpose::reference(&source, 3);
//! let [old, new] = [fragment.stream_of([3, 2], &source)?, compute.stream_of([3, 2], &source)?];
//! for result in [
//!     transpose::fragment(&fragment, &old)?,
//!     transpose::fragment_2005(&fragment, &old)?,
//!     transpose::compute(&compute, &new)?,
//!     transpose::compute_strided(&compute, &new)?,
//!     transpose::compute_tile(&compute, &new)?,
//!     transpose::compute_padded(&compute, &new)?,
//!     transpose::compute_blocks(&compute, &new)?,
//! ] {
//!     assert_eq!(result.read()?, columns);
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::{Check, Trial, Workload};
use crate::algorithms::truncate_mantissas;
use crate::{Device, DeviceKind, Era, Error, KernelSource, Result, Stream};
use crate::{compute_kernel, fragment_kernel, kernel_pair};

rungs! {
    "the rows of a matrix become its columns", 1 << 20, trial;
    fragment: "one fetch per fragment", "1 pass; the texture's cache serves both directions", "GPU Gems 2, chapter 33";
    fragment_2005: "the coordinates exchanged", "1 pass; the texture's cache serves both directions",
        "GPU Gems 2, chapter 33, 2005", on "radeon-9700";
    compute_strided: "one invocation per element",
        "1 dispatch; 32 lanes load from 32 sectors and store to 4", "the textbook's";
    compute_tile: "32x32 in shared memory",
        "1 dispatch; 32 lanes load from 4 sectors and store to 4; a column lies in one bank",
        "Ruetsch and Micikevicius 2009";
    compute_padded: "the same, rows one word longer",
        "1 dispatch; 32 lanes load from 4 sectors and store to 4; a column lies in all banks",
        "Ruetsch and Micikevicius 2009";
    compute_blocks: "16x16 per lane, for a CPU", "1 dispatch; each cache line is loaded once", "cache lines";
    => compute: compute_blocks on a CPU, compute_padded on a GPU;
}

const TRANSPOSE: KernelSource = kernel_pair!("linear_algebra/transpose");
const OF_2005: KernelSource = fragment_kernel!("linear_algebra/transpose_2005");
const TILES: KernelSource = compute_kernel!("linear_algebra/transpose_tile");
const BLOCKS: KernelSource = compute_kernel!("linear_algebra/transpose_blocks");

/// Side of a tile of transpose_tile.comp, in elements.
const TILE: usize = 32;

/// Side of a block of transpose_blocks.comp, in elements.
const BLOCK: usize = 16;

/// Returns the transposed matrix, in the device's era: `source` has any count of columns and rows, the result has
/// them exchanged.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::transpose::transpose};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let result = transpose(&device, &device.stream_of([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?)?;
/// assert_eq!(result.shape().extents(), [2, 3]);
/// assert_eq!(result.read()?, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream does not have two dimensions, [`Error::Call`] if it does not have the layout of the
/// era, [`Error::Limit`] if the device lacks memory.
pub fn transpose(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// Computes the same by a loop over the columns.
pub fn reference<T: Copy>(source: &[T], columns: usize) -> Vec<T> {
    (0..columns)
        .flat_map(|column| source.iter().skip(column).step_by(columns))
        .copied()
        .collect()
}
// ANCHOR_END: reference

/// Runs one fetch per fragment.
///
/// # Errors
/// As [`transpose`].
pub fn fragment(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = empty_transposed(&device, source)?;
    device
        .kernel(&TRANSPOSE)?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Runs one fetch per fragment, at exchanged coordinates, by a kernel of GLSL 1.10 for any card that computes in
/// floats.
///
/// # Errors
/// As [`transpose`].
pub fn fragment_2005(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = empty_transposed(&device, source)?;
    device
        .kernel(&OF_2005)?
        .call()
        .gather("source", source)
        .output("gl_FragColor", &mut result)
        .run()?;
    Ok(result)
}

/// Runs the fastest rung for the device: [`compute_blocks`] on a CPU that emulates a GPU (llvmpipe),
/// [`compute_padded`] elsewhere.
///
/// # Errors
/// As [`transpose`].
pub fn compute(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_blocks(device, source),
        _ => compute_padded(device, source),
    }
}

/// Runs one invocation per element: stores are of neighbours, loads are a row apart.
///
/// # Errors
/// As [`transpose`].
pub fn compute_strided(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = empty_transposed(&device, source)?;
    device
        .kernel(&TRANSPOSE)?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Transposes tiles in shared memory; a column of a tile is in one bank.
///
/// Source: Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009.
///
/// # Errors
/// As [`transpose`].
pub fn compute_tile(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    transpose_tiles(device, source, 0)
}

/// Transposes tiles in shared memory, with a word between the rows, so that a column is spread over all banks.
///
/// # Errors
/// As [`transpose`].
pub fn compute_padded(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    transpose_tiles(device, source, 1)
}

fn transpose_tiles(device: &Device, source: &Stream<f32>, padding: i32) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = empty_transposed(&device, source)?;
    let groups = [0, 1].map(|axis| source.shape().extent(axis).div_ceil(TILE) as u32);
    device
        .kernel(&TILES.define("PADDING", padding))?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .groups([groups[0], groups[1], 1])
        .run()?;
    Ok(result)
}

/// Transposes a block of 16x16 per lane, for devices whose lanes are those of a CPU.
///
/// # Errors
/// As [`transpose`].
pub fn compute_blocks(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = empty_transposed(&device, source)?;
    let blocks = [0, 1].map(|axis| source.shape().extent(axis).div_ceil(BLOCK)).iter().product();
    device
        .kernel(&BLOCKS)?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .elements(blocks)
        .run()?;
    Ok(result)
}

/// Returns zeros in the shape of the result.
fn empty_transposed(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let shape = source.shape();
    match shape.extents() {
        [columns, rows] => device.empty([*rows, *columns]),
        _ => Err(Error::data(format!("a matrix has columns and rows, the stream is {shape}; give it two dimensions"))),
    }
}

type TransposeRung = fn(&Device, &Stream<f32>) -> Result<Stream<f32>>;

fn trial(device: &Device, workload: &Workload, rung: TransposeRung) -> Result<Trial> {
    let size = workload.rectangle();
    let numbers = truncate_mantissas(device, workload.floats(0));
    let elements = &numbers[..size[0] * size[1]];
    let wanted = reference(elements, size[0]);
    let source = device.stream_of(size, elements)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source),
        move |result: &Stream<f32>| Ok(Check::exact(&result.read()?, &wanted)),
    )
    .sized(size[0] * size[1]))
}
