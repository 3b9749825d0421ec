//! Transpose: the rows of a matrix become its columns.
//!
//! | era | method | passes | loads and stores of 32 neighbours | source |
//! |---|---|---|---|---|
//! | fragment | one fetch a fragment | 1 | the texture's cache sees to it | |
//! | compute, strided | one invocation an element | 1 | loads touch 32 sectors, stores 4 | |
//! | compute, tile | 32x32 in shared memory | 1 | 4 and 4; a column is in one bank | Ruetsch and Micikevicius 2009 |
//! | compute, padded | the same, rows one word longer | 1 | 4 and 4; a column is in all banks | Ruetsch and Micikevicius 2009 |
//! | compute, blocks | 16x16 a lane, for a CPU's cache | 1 | | cache lines |
//! | compute | blocks on a CPU, padded on a GPU | | | |
//!
//! Elements are moved and not computed with, so every bit stays as it is.

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Result, Stream, compute_kernel, kernel_pair};

const TRANSPOSE: KernelSource = kernel_pair!("linear_algebra/transpose");
const TILES: KernelSource = compute_kernel!("linear_algebra/transpose_tile");
const BLOCKS: KernelSource = compute_kernel!("linear_algebra/transpose_blocks");

/// Elements of a side of a tile of transpose_tile.comp.
const TILE: usize = 32;

/// Elements of a side of a block of transpose_blocks.comp.
const BLOCK: usize = 16;

/// The transposed matrix, in the device's era: `source` has columns and rows of any number, the result as many rows and columns.
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
/// [`Error::Data`] where the stream has not two dimensions, [`Error::Call`] where it has not the era's own layout, [`Error::Limit`] where the
/// machine lacks room.
pub fn transpose(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// The same by a loop over the columns.
pub fn reference<T: Copy>(source: &[T], columns: usize) -> Vec<T> {
    (0..columns)
        .flat_map(|column| source.iter().skip(column).step_by(columns))
        .copied()
        .collect()
}
// ANCHOR_END: reference

/// One fetch a fragment.
///
/// # Errors
/// As [`transpose`].
pub fn fragment(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = turned(&device, source)?;
    device
        .kernel(&TRANSPOSE)?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// The fastest for this machine: [`compute_blocks`] where the driver is a CPU (llvmpipe, softpipe), [`compute_padded`] on a GPU.
///
/// # Errors
/// As [`transpose`].
pub fn compute(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    if crate::algorithms::is_cpu(device) { compute_blocks(device, source) } else { compute_padded(device, source) }
}

/// One invocation an element: stores are of neighbours, loads a row apart.
///
/// # Errors
/// As [`transpose`].
pub fn compute_strided(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = turned(&device, source)?;
    device
        .kernel(&TRANSPOSE)?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Tiles in shared memory, a column of which lies in one bank.
///
/// Source: Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009.
///
/// # Errors
/// As [`transpose`].
pub fn compute_tile(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    tiles(device, source, 0)
}

/// Tiles in shared memory, with a word between the rows, so that a column lies in all banks.
///
/// # Errors
/// As [`transpose`].
pub fn compute_padded(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    tiles(device, source, 1)
}

fn tiles(device: &Device, source: &Stream<f32>, padding: i32) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = turned(&device, source)?;
    let groups = [0, 1].map(|axis| source.shape().extent(axis).div_ceil(TILE) as u32);
    let kernel = device.kernel(&TILES.define("PADDING", padding))?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .groups([groups[0], groups[1], 1])
        .run()?;
    Ok(result)
}

/// A block of 16x16 a lane, for machines whose lanes are those of a CPU.
///
/// # Errors
/// As [`transpose`].
pub fn compute_blocks(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = turned(&device, source)?;
    let blocks = [0, 1].map(|axis| source.shape().extent(axis).div_ceil(BLOCK)).iter().product();
    let kernel = device.kernel(&BLOCKS)?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .elements(blocks)
        .run()?;
    Ok(result)
}

/// Zeros in the shape of the result.
fn turned(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let shape = source.shape();
    match shape.extents() {
        [columns, rows] => device.empty([*rows, *columns]),
        _ => Err(Error::data(format!("a matrix has columns and rows, the stream is {shape}; give it two dimensions"))),
    }
}

type Turn = fn(&Device, &Stream<f32>) -> Result<Stream<f32>>;

fn trial(device: &Device, workload: &Workload, rung: Turn) -> Result<Trial> {
    let size = workload.rectangle();
    let elements = &workload.floats(0)[..size[0] * size[1]];
    let wanted = reference(elements, size[0]);
    let (device, source) = (device.clone(), device.stream_of(size, elements)?);
    Ok(Trial::new(move || rung(&device, &source), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "transpose",
    part: "linear_algebra",
    summary: "the rows of a matrix become its columns",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one fetch a fragment",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "blocks on a CPU, padded tiles on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_strided",
            era: Era::Compute,
            method: "one invocation an element",
            source: "the textbook's",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_strided),
        },
        Rung {
            name: "compute_tile",
            era: Era::Compute,
            method: "32x32 in shared memory",
            source: "Ruetsch and Micikevicius 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_tile),
        },
        Rung {
            name: "compute_padded",
            era: Era::Compute,
            method: "the same, rows one word longer",
            source: "Ruetsch and Micikevicius 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_padded),
        },
        Rung {
            name: "compute_blocks",
            era: Era::Compute,
            method: "16x16 a lane",
            source: "cache lines",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_blocks),
        },
    ],
};
