//! The product of two dense matrices.
//!
//! A matrix is a 2D stream, its shape `[columns, rows]`, row by row. With `a` of m rows and k columns and `b`
//! of k rows and n columns:
//!
#![doc = table!()]
//!
//! Numbers fetched are those from a texture or a buffer. Packing and unpacking are the passes in addition to the
//! one that multiplies. In the compute era a sum of more than 4,096 products needs several dispatches, since some
//! drivers end a long loop silently.
//!
//! In any order of the sums, the error of an element is at most `k * 2^-23` times the sum of its products' absolute
//! values: each product goes through little more than k roundings of 2^-24 (Higham, Accuracy and Stability of
//! Numerical Algorithms, section 3.1).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::matmul;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.0, -1.0]); // two rows of three, and a column
//! assert_eq!(matmul::reference([2, 3, 1], &a, &b), [-2.0, -2.0]);
//! let (old_a, old_b) = (fragment.stream_of([3, 2], &a)?, fragment.stream_of([1, 3], &b)?);
//! let (new_a, new_b) = (compute.stream_of([3, 2], &a)?, compute.stream_of([1, 3], &b)?);
//! for product in [
//!     matmul::fragment(&fragment, &old_a, &old_b)?,
//!     matmul::fragment_packed(&fragment, &old_a, &old_b)?,
//!     matmul::fragment_wide(&fragment, &old_a, &old_b)?,
//!     matmul::fragment_blocked(&fragment, &old_a, &old_b)?,
//!     matmul::fragment_2005(&fragment, &old_a, &old_b)?,
//!     matmul::compute(&compute, &new_a, &new_b)?,
//!     matmul::compute_plain(&compute, &new_a, &new_b)?,
//!     matmul::compute_tiled(&compute, &new_a, &new_b)?,
//!     matmul::compute_registers(&compute, &new_a, &new_b)?,
//!     matmul::compute_blocks(&compute, &new_a, &new_b)?,
//! ] {
//!     assert_eq!(product.read()?, [-2.0, -2.0]);
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod blocked;
mod of_2005;
mod packed;
mod registers;
mod shared;
mod trial;

use super::{Check, Trial, Workload};
use crate::algorithms::check_turns;
use crate::{Device, DeviceKind, Era, Error, KernelSource, Layout, Result, Stream, kernel_pair};
use nalgebra::DMatrix;
use trial::{longest_extent, trial};

pub use blocked::fragment_blocked;
pub use of_2005::fragment_2005;
pub use packed::{fragment_packed, fragment_wide};
pub use registers::compute_registers;
pub use shared::{compute_blocks, compute_tiled};
#[cfg(feature = "emulator")]
pub(in crate::algorithms) use trial::product_trial;

rungs! {
    "the product of two matrices", 1 << 18, trial;
    fragment: "one dot product per fragment", "1 pass; 2 numbers fetched per product", "Larsen and McAllister 2001",
        turns |n| longest_extent(n);
    fragment_blocked: "64 products of each sum per pass, ping-pong", "k / 64 passes; 2 + 1/64 numbers per product",
        "Hall, Carr and Hart 2003";
    fragment_packed: "four columns per texel", "4 passes; 5/4 numbers per product", "Fatahalian et al. 2004",
        turns |n| packed::packed_turns(longest_extent(n));
    fragment_wide: "eight rows of four, eight targets", "4 passes; 3/8 numbers per product",
        "the same, with several outputs", turns |n| packed::wide_turns(longest_extent(n));
    fragment_2005: "four columns per texel, twenty products of each sum per pass",
        "k / 20 + 3 passes; 5/4 numbers per product, and 1/20 of the sums",
        "Hall, Carr and Hart 2003; Fatahalian et al. 2004", on "radeon-9700";
    compute_plain: "one dot product per invocation", "1 dispatch; 2 numbers per product", "Red Book 8, chapter 12";
    compute_tiled: "16 x 16 tiles in shared memory", "1 dispatch; 1/8 number per product",
        "CUDA Programming Guide 1.0, chapter 6, 2007", turns |_| RANGE / 16 * 17;
    compute_blocks: "128 x 128 in shared memory, 8 x 8 per lane", "1 dispatch; 1/64 number per product",
        "Volkov and Demmel 2008", turns |_| RANGE / 8 * 93 + 80;
    compute_registers: "8 x 8 sums per lane, texels of four", "3 dispatches; 1/4 number per product",
        "Volkov and Demmel 2008, for the lanes of a CPU", turns |_| registers::PANEL / 4 * 13 + 80;
    => compute: compute_registers on a CPU, compute_blocks on a GPU;
}

const MATMUL: KernelSource = kernel_pair!("linear_algebra/matmul");
const PACK: KernelSource = kernel_pair!("linear_algebra/matmul_pack");

/// Maximum count of products that one dispatch adds to each sum: llvmpipe silently ends a kernel's loops after
/// 65,535 turns in all.
const RANGE: usize = 4096;

/// Returns the product of two matrices, in the device's era: `a` is `[k, m]` (k columns, m rows), `b` is `[n, k]`,
/// and the result `[n, m]`. An extent may be 0: a sum of no products is 0.
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
/// [`Error::Data`] if a stream is not 2D or not in the layout of the era, or if `b` does not have as many rows as
/// `a` has columns; [`Error::Limit`] if the device lacks memory, or its limit of loop turns is too low for a sum.
pub fn matmul(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, a, b),
        Era::Compute => compute(device, a, b),
    }
}

// ANCHOR: reference
/// Computes the same in 64 bits, by nalgebra; `sizes` are the rows of `a`, the columns of `a`, and the columns of `b`.
pub fn reference(sizes: [usize; 3], a: &[f32], b: &[f32]) -> Vec<f64> {
    let [rows, inner, columns] = sizes;
    let a = DMatrix::from_row_iterator(rows, inner, a.iter().copied().map(f64::from));
    let b = DMatrix::from_row_iterator(inner, columns, b.iter().copied().map(f64::from));
    (a * b).transpose().as_slice().to_vec() // nalgebra goes down the columns, a stream along the rows
}
// ANCHOR_END: reference

/// Computes one dot product per fragment, in one pass.
///
/// Source: Larsen and McAllister, Fast Matrix Multiplies using Graphics Hardware, SC 2001, whose boards
/// multiplied and added once per pass.
///
/// # Errors
/// As [`matmul`].
pub fn fragment(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    check_turns(&device, "a sum of matmul", inner, "use matmul::fragment_blocked")?;
    let mut result = device.empty::<f32>([columns, rows])?;
    if inner == 0 {
        return Ok(result); // zeros
    }
    let sums = device.empty::<f32>([columns, rows])?; // zeros: one pass adds all
    device
        .kernel(&MATMUL)?
        .call()
        .uniform("first", 0)
        .uniform("last", inner as i32)
        .gather("a", a)
        .gather("b", b)
        .input("sums", &sums)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Runs the fastest rung for the device: [`compute_registers`] on a CPU that emulates a GPU (llvmpipe),
/// [`compute_blocks`] elsewhere.
///
/// # Errors
/// As [`matmul`].
pub fn compute(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_registers(device, a, b),
        _ => compute_blocks(device, a, b),
    }
}

/// Computes one dot product per invocation.
///
/// # Errors
/// As [`matmul`].
pub fn compute_plain(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    multiply_by_ranges(device, &MATMUL, a, b, |rows, columns| rows * columns)
}

/// Adds a range of the products to every sum per dispatch; `lanes` returns the count of lanes for rows and columns.
fn multiply_by_ranges(
    device: &Device,
    kernel: &KernelSource,
    a: &Stream<f32>,
    b: &Stream<f32>,
    lanes: fn(usize, usize) -> usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    let kernel = device.kernel(kernel)?;
    // ANCHOR: ranges
    let mut result = device.empty([columns, rows])?;
    for first in (0..inner).step_by(RANGE) {
        kernel
            .call()
            .uniform("first", first as i32)
            .uniform("last", inner.min(first + RANGE) as i32)
            .gather("a", a)
            .gather("b", b)
            .update("result", &mut result)
            .elements(lanes(rows, columns))
            .run()?;
    }
    // ANCHOR_END: ranges
    Ok(result)
}

/// Returns the rows of `a`, its columns, and the columns of `b`, or an error if they cannot be multiplied in the
/// device's era.
fn check_sizes(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<[usize; 3]> {
    let layout = match device.era() {
        Era::Fragment => Layout::Packed,
        Era::Compute => Layout::Linear,
    };
    for (name, stream) in [("a", a), ("b", b)] {
        let shape = stream.shape();
        let given = stream.layout();
        if shape.rank() != 2 {
            let rank = shape.rank();
            return Err(Error::data(format!("matmul: {name} has {rank} dimensions; give it as [columns, rows]")));
        }
        if given != layout {
            let era = device.era();
            return Err(Error::data(format!(
                "matmul: {name} has Layout::{given:?}, the {era} era multiplies in Layout::{layout:?}; copy it with \
                 device.copy_of"
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
