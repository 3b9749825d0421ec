//! The product of two dense matrices.
//!
//! A matrix is a 2D stream, its shape `[columns, rows]`, row by row. With `a` of m rows and k columns and `b` of k rows and n columns:
//!
//! | era | method | passes | numbers fetched a product | source |
//! |---|---|---|---|---|
//! | fragment | one dot product a fragment | 1 | 2 | Larsen and McAllister 2001 |
//! | fragment, blocked | 64 products of each sum a pass, ping-pong | k / 64 | 2 + 1/64 | Hall, Carr and Hart 2003 |
//! | fragment, packed | four columns a texel | 4 | 5/4 | Fatahalian et al. 2004 |
//! | fragment, wide | eight rows of four, eight targets | 4 | 3/8 | the same, with several outputs |
//! | compute, plain | one dot product an invocation | 1 | 2 | Red Book 8, chapter 12 |
//! | compute, tiled | 16 x 16 tiles in shared memory | 1 | 1/8 | CUDA Programming Guide 1.0, chapter 6, 2007 |
//! | compute, registers | 8 x 8 sums in a lane, texels of four | 3 | 1/4 | Volkov and Demmel 2008, for the lanes of a CPU |
//! | compute, blocks | 128 x 128 in shared memory, 8 x 8 in a lane | 1 | 1/64 | Volkov and Demmel 2008 |
//! | compute | registers on a CPU, blocks on a GPU | | | |
//!
//! Numbers fetched are those from a texture or a buffer. Packing and unpacking are the passes beyond the one that multiplies.
//!
//! However the sums are ordered, an element is off by at most `k * 2^-23` times the sum of its products' absolute values: each product goes
//! through little more than k roundings of 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).

mod dispatches;
mod passes;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Layout, Result, Stream, kernel_pair};
use nalgebra::DMatrix;

const MATMUL: KernelSource = kernel_pair!("linear_algebra/matmul");
const PACK: KernelSource = kernel_pair!("linear_algebra/matmul_pack");

/// Products of each sum that one pass of [`fragment_blocked`] adds.
const PASS: usize = 64;

/// The product of two matrices, in the device's era: `a` is `[k, m]` (k columns, m rows), `b` is `[n, k]`, and the result `[n, m]`. An
/// extent may be 0: a sum of no products is 0.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::matmul::matmul};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let a = device.stream_of([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?; // two rows of three
/// let b = device.stream_of([1, 3], &[1.0, 0.0, -1.0])?; // a column
/// assert_eq!(matmul(&device, &a, &b)?.read()?, [-2.0, -2.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where a stream is not 2D, or not in the era's own layout, or where `b` has not as many rows as `a` has columns;
/// [`Error::Limit`] where the machine lacks room.
pub fn matmul(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, a, b),
        Era::Compute => compute(device, a, b),
    }
}

// ANCHOR: reference
/// The same in 64 bits, by nalgebra; `sizes` are the rows of `a`, the columns of `a`, and the columns of `b`.
pub fn reference(sizes: [usize; 3], a: &[f32], b: &[f32]) -> Vec<f64> {
    let [rows, inner, columns] = sizes;
    let a = DMatrix::from_row_iterator(rows, inner, a.iter().copied().map(f64::from));
    let b = DMatrix::from_row_iterator(inner, columns, b.iter().copied().map(f64::from));
    (a * b).transpose().as_slice().to_vec() // nalgebra goes down the columns, a stream along the rows
}
// ANCHOR_END: reference

/// One dot product a fragment, in one pass.
///
/// Source: Larsen and McAllister, Fast Matrix Multiplies using Graphics Hardware, SC 2001, whose boards multiplied and added once a pass.
///
/// # Errors
/// As [`matmul`].
pub fn fragment(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    passes::ranges(device, a, b, usize::MAX)
}

/// Sixty-four products a pass, added to the sums of the passes before: for boards whose programs end after so many instructions.
///
/// Source: Hall, Carr and Hart, Cache and Bandwidth Aware Matrix Multiplication on the GPU, 2003.
///
/// # Errors
/// As [`matmul`].
pub fn fragment_blocked(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    passes::ranges(device, a, b, PASS)
}

/// Four columns of the result a fragment: packs both matrices by fours, multiplies, unpacks.
///
/// Source: Fatahalian, Sugerman and Hanrahan, Understanding the Efficiency of GPU Algorithms for Matrix-Matrix Multiplication, Graphics
/// Hardware 2004, which compares it with squares of 2 x 2 in a texel.
///
/// # Errors
/// As [`matmul`].
pub fn fragment_packed(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    passes::packed(device, a, b)
}

/// Eight rows of four columns a fragment, one row a target.
///
/// # Errors
/// As [`matmul`].
pub fn fragment_wide(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    passes::wide(device, a, b)
}

/// The fastest for this machine: [`compute_registers`] where the driver is a CPU (llvmpipe, softpipe), [`compute_blocks`] on a GPU.
///
/// # Errors
/// As [`matmul`].
pub fn compute(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    if crate::algorithms::is_cpu(device) { compute_registers(device, a, b) } else { compute_blocks(device, a, b) }
}

/// One dot product an invocation.
///
/// # Errors
/// As [`matmul`].
pub fn compute_plain(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    dispatches::plain(device, a, b)
}

/// A tile of 16 x 16 elements a work group, by way of shared memory: the textbook's kernel.
///
/// Source: NVIDIA CUDA Programming Guide 1.0, chapter 6, 2007.
///
/// # Errors
/// As [`matmul`].
pub fn compute_tiled(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    dispatches::tiled(device, a, b)
}

/// 8 x 8 elements in the registers of each lane, from textures packed by fours. For machines whose lanes are those of a CPU.
///
/// Source: Volkov and Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC 2008: registers are the fastest memory and the largest.
///
/// # Errors
/// As [`matmul`].
pub fn compute_registers(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    dispatches::registers(device, a, b)
}

/// 128 x 128 elements a work group by way of shared memory, 8 x 8 of them in the registers of each lane.
///
/// Source: Volkov and Demmel 2008.
///
/// # Errors
/// As [`matmul`].
pub fn compute_blocks(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    dispatches::blocks(device, a, b)
}

/// The rows of `a`, its columns, and the columns of `b`, where the two can be multiplied in the device's era.
fn sizes(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<[usize; 3]> {
    let layout = match device.era() {
        Era::Fragment => Layout::Packed,
        Era::Compute => Layout::Linear,
    };
    for (name, stream) in [("a", a), ("b", b)] {
        let (shape, given) = (stream.shape(), stream.layout());
        if shape.rank() != 2 {
            let rank = shape.rank();
            return Err(Error::data(format!("matmul: {name} has {rank} dimensions; give it as [columns, rows]")));
        }
        if given != layout {
            let era = device.era();
            return Err(Error::data(format!(
                "matmul: {name} lies in Layout::{given:?}, the {era} era multiplies in Layout::{layout:?}; copy it with device.copy_of"
            )));
        }
    }
    let [columns_a, rows_a, columns_b, rows_b] =
        [a.shape().extent(0), a.shape().extent(1), b.shape().extent(0), b.shape().extent(1)];
    if columns_a != rows_b {
        return Err(Error::data(format!(
            "matmul: a has {columns_a} columns and b has {rows_b} rows; give b as many rows as a has columns"
        )));
    }
    Ok([rows_a, columns_a, columns_b])
}

type Product = fn(&Device, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

/// The largest difference, in units of 2^-23 times the sum of an element's absolute products: as many as there are products are allowed.
fn judge(given: &[f32], wanted: &[f64], absolute: &[f64], inner: usize) -> Check {
    let units = |((given, wanted), absolute): ((&f32, &f64), &f64)| {
        let difference = (f64::from(*given) - wanted).abs();
        match difference {
            0.0 => 0.0,
            difference if difference.is_nan() => f64::INFINITY,
            difference => difference / (absolute * f64::from(f32::EPSILON)),
        }
    };
    let largest = given.iter().zip(wanted).zip(absolute).map(units).fold(0.0, f64::max);
    let error = if given.len() == wanted.len() { largest } else { f64::INFINITY };
    Check::new(wanted.len(), error, inner as f64)
}

/// About as many elements in the result as the workload asks for, of matrices that are nearly square; at most 1024 x 1024.
fn trial(device: &Device, workload: &Workload, rung: Product) -> Result<Trial> {
    let size = workload.size.min(1 << 20);
    let columns = size.isqrt();
    let rows = size.checked_div(columns).unwrap_or(0);
    product_trial(device, [rows, (rows + columns) / 2, columns], workload.seed, rung)
}

/// The product of two matrices of these sizes.
pub(in crate::algorithms) fn product_trial(
    device: &Device,
    sizes: [usize; 3],
    seed: u32,
    rung: Product,
) -> Result<Trial> {
    let [rows, inner, columns] = sizes;
    let a = Workload::new(rows * inner, seed).floats(0);
    let b = Workload::new(inner * columns, seed).floats(1);
    let wanted = reference(sizes, &a, &b);
    let [a_absolute, b_absolute] = [&a, &b].map(|matrix| matrix.iter().map(|x| x.abs()).collect::<Vec<_>>());
    let absolute = reference(sizes, &a_absolute, &b_absolute);
    let (a, b) = (device.stream_of([inner, rows], &a)?, device.stream_of([columns, inner], &b)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &a, &b),
        move |result: &Stream<f32>| Ok(judge(&result.read()?, &wanted, &absolute, inner)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "matmul",
    part: "linear_algebra",
    summary: "the product of two matrices",
    size: 1 << 18,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one dot product a fragment",
            source: "Larsen and McAllister 2001",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_blocked",
            era: Era::Fragment,
            method: "64 products of each sum a pass",
            source: "Hall, Carr and Hart 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_blocked),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four columns a texel",
            source: "Fatahalian et al. 2004",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_packed),
        },
        Rung {
            name: "fragment_wide",
            era: Era::Fragment,
            method: "eight rows of four, eight targets",
            source: "several outputs",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_wide),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "registers on a CPU, blocks on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_plain",
            era: Era::Compute,
            method: "one dot product an invocation",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_plain),
        },
        Rung {
            name: "compute_tiled",
            era: Era::Compute,
            method: "16 x 16 tiles in shared memory",
            source: "CUDA Programming Guide 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_tiled),
        },
        Rung {
            name: "compute_registers",
            era: Era::Compute,
            method: "8 x 8 in a lane, texels of four",
            source: "Volkov and Demmel 2008",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_registers),
        },
        Rung {
            name: "compute_blocks",
            era: Era::Compute,
            method: "128 x 128 in shared memory, 8 x 8 in a lane",
            source: "Volkov and Demmel 2008",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_blocks),
        },
    ],
};
