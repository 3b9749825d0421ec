//! Spmv: a sparse matrix times a vector.
//!
#![doc = table!()]
//!
//! Bytes are those of an entry; in addition, each row has two offsets to read and an element to write. Whole
//! numbers whose sums stay below 2^24 have exact results; a float result is within [`bound`] of the
//! [`reference()`]. A row without entries is 0.
//!
//! Rungs that loop over a whole row refuse a row that exceeds the device's limit of loop turns, and name a rung of
//! the same era that accepts it: [`fragment_blocks`], [`compute_merge`].
//!
//! Sources: Bolz, Farmer, Grinspun and Schröder, Sparse Matrix Solvers on the GPU, SIGGRAPH 2003 (blocks);
//! Krüger and Westermann, Linear Algebra Operators for GPU Implementation of Numerical Algorithms, SIGGRAPH
//! 2003 (diagonals); Lefohn, Kniss and Owens, GPU Gems 2, chapter 33 (blocks or passes, figure 33-8); Bell
//! and Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors, SC 2009
//! (ELL, lanes per row); Merrill and Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication, SC
//! 2016.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::spmv::{self, Blocks, Diagonals, Ell, Rows, Runs, SparseMatrix};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let matrix = SparseMatrix::new(2, 3, [(0, 0, 2.0), (1, 0, 1.0), (1, 2, 3.0)])?;
//! assert_eq!((matrix.rows(), matrix.columns(), matrix.entries()), (2, 3, 3));
//! assert_eq!((matrix.lengths().collect::<Vec<_>>(), matrix.longest_row()), (vec![1, 2], 2));
//! assert_eq!(matrix.row(1).collect::<Vec<_>>(), [(0, 1.0), (2, 3.0)]);
//!
//! let x = [1.0, 10.0, 100.0];
//! assert_eq!(spmv::reference(&matrix, &x), [2.0, 301.0]);
//! assert!(spmv::bound(&matrix, &x).iter().all(|bound| *bound < 1e-3)); // how far a result may be off
//! let [old, new] = [fragment.stream(&x)?, compute.stream(&x)?];
//! let (old_rows, new_rows) = (Rows::new(&fragment, &matrix)?, Rows::new(&compute, &matrix)?);
//! let (blocks, diagonals) = (Blocks::new(&fragment, &matrix)?, Diagonals::new(&fragment, &matrix)?);
//! assert_eq!((old_rows.matrix(), old_rows.rows(), old_rows.columns()), (&matrix, 2, 3));
//! assert_eq!((blocks.matrix(), blocks.rows(), blocks.columns()), (&matrix, 2, 3));
//! assert_eq!((diagonals.matrix(), diagonals.rows(), diagonals.columns()), (&matrix, 2, 3));
//! for product in [
//!     spmv::fragment(&fragment, &old_rows, &old)?,
//!     spmv::fragment_passes(&fragment, &old_rows, &old)?,
//!     spmv::fragment_ell(&fragment, &Ell::new(&fragment, &matrix)?, &old)?,
//!     spmv::fragment_blocks(&fragment, &blocks, &old)?,
//!     spmv::fragment_diagonals(&fragment, &diagonals, &old)?,
//!     spmv::fragment_2005(&fragment, &Runs::new(&fragment, &matrix)?, &old)?,
//!     spmv::fragment_diagonals_2005(&fragment, &diagonals, &old)?,
//!     spmv::compute(&compute, &new_rows, &new)?,
//!     spmv::compute_rows(&compute, &new_rows, &new)?,
//!     spmv::compute_vector(&compute, &new_rows, &new)?,
//!     spmv::compute_merge(&compute, &new_rows, &new)?,
//! ] {
//!     assert_eq!(product.read()?, [2.0, 301.0]);
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod blocks;
mod diagonals;
mod ell;
mod entries;
mod matrix;
mod matrix_market;
mod merge;
mod of_2005;
mod rows;
mod trial;
mod vector;

use super::{Check, Trial, Workload};
use crate::algorithms::check_turns;
use crate::{Device, DeviceKind, Era, Error, KernelSource, Result, Stream, kernel_pair};
use trial::{LONGEST_ROW, grid_matrix, layout_trial, scattered_matrix, trial};
#[cfg(feature = "emulator")]
pub(in crate::algorithms) use trial::{diagonals_trial, runs_trial};

pub use blocks::{Blocks, fragment_blocks};
pub use diagonals::{Diagonals, fragment_diagonals};
pub use ell::{Ell, fragment_ell};
pub use entries::fragment_passes;
pub use matrix::SparseMatrix;
pub use merge::compute_merge;
pub(super) use merge::merge_turns;
pub use of_2005::{Runs, fragment_2005, fragment_diagonals_2005};
pub use rows::Rows;
pub use vector::compute_vector;

rungs! {
    "a sparse matrix times a vector", 1 << 20, trial;
    fragment: "a fragment per row, pointers to entries, pointers to x", "1 pass; 12 bytes per entry",
        "GPU Gems 2, chapter 33";
    fragment_passes: "an entry of every row per pass, ended rows masked by depth",
        "1 + the longest row passes; 16 bytes per entry", "Purcell et al. 2002; GPU Gems 2, chapter 33";
    fragment_blocks: "rows of one length together, a program for each length", "lengths + 1 passes; 12 bytes per entry",
        "Bolz et al. 2003",
        by |device, workload| layout_trial(device, workload, scattered_matrix(workload, LONGEST_ROW)?, Blocks::new, fragment_blocks);
    fragment_ell: "all rows filled up to the longest", "1 pass; 12 bytes per entry and per place filled up",
        "Bell and Garland 2009",
        by |device, workload| layout_trial(device, workload, scattered_matrix(workload, 12)?, Ell::new, fragment_ell);
    fragment_diagonals: "diagonals as vectors, four per pass", "diagonals / 4 passes; 8 bytes per entry",
        "Krüger and Westermann 2003",
        by |device, workload| layout_trial(device, workload, grid_matrix(workload)?, Diagonals::new, fragment_diagonals);
    fragment_2005: "rows cut into runs of eight entries, the runs' sums added eight by eight",
        "1 pass, plus 1 for each factor of 8 in the longest row; 20 bytes per place of a run", "Bolz et al. 2003",
        on "radeon-9700",
        by |device, workload| layout_trial(device, workload, scattered_matrix(workload, LONGEST_ROW)?, Runs::new, fragment_2005);
    fragment_diagonals_2005: "diagonals as vectors, four per pass, each pass with the sums so far",
        "diagonals / 4 passes; 8 bytes per entry, plus 8 per row and pass", "Krüger and Westermann 2003", on "radeon-9700",
        by |device, workload| layout_trial(device, workload, grid_matrix(workload)?, Diagonals::new, fragment_diagonals_2005);
    compute_rows: "an invocation per row", "1 dispatch; 12 bytes per entry", "Bell and Garland 2009";
    compute_vector: "a few lanes per row, a tree in shared memory", "1 dispatch; 12 bytes per entry",
        "Bell and Garland 2009";
    compute_merge: "the same share of rows' ends and entries for each lane", "2 dispatches; 12 bytes per entry",
        "Merrill and Garland 2016", turns |n| merge_turns(2 * n);
    => compute: compute_merge on a CPU, compute_vector on a GPU;
}

const SPMV: KernelSource = kernel_pair!("linear_algebra/spmv");

/// Returns the matrix times x, in the device's era: an element for each row of the matrix, from an x with an
/// element for each column.
///
/// ```
/// use gristmill::algorithms::spmv::{Rows, SparseMatrix, spmv};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let matrix = SparseMatrix::new(2, 3, [(0, 0, 2.0), (1, 0, 1.0), (1, 2, 3.0)])?;
/// let x = device.stream(&[1.0, 10.0, 100.0])?;
/// assert_eq!(spmv(&device, &Rows::new(&device, &matrix)?, &x)?.read()?, [2.0, 301.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Call`] if x does not have as many elements as the matrix has columns, or one of them has the layout of
/// the other era; [`Error::Limit`] if a row is too long for the device's loops.
pub fn spmv(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, x),
        Era::Compute => compute(device, matrix, x),
    }
}

// ANCHOR: reference
/// Computes the same by two loops, in `f64`. Missing elements of x count as 0, surplus ones are ignored.
pub fn reference(matrix: &SparseMatrix, x: &[f32]) -> Vec<f64> {
    (0..matrix.rows())
        .map(|row: usize| {
            matrix
                .row(row)
                .map(|(column, value)| f64::from(value) * read_element(column, x))
                .sum()
        })
        .collect()
}

/// Returns an element of the vector; 0 beyond its end.
fn read_element(column: usize, x: &[f32]) -> f64 {
    x.get(column).copied().map_or(0.0, f64::from)
}
// ANCHOR_END: reference

/// Runs one fragment per row, which loops over the row's entries.
///
/// # Errors
/// As [`spmv`].
pub fn fragment(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_turns(&device, "spmv of the longest row", matrix.longest_row(), "use spmv::fragment_blocks")?;
    multiply_rows(&device, matrix, x)
}

/// Runs the fastest rung for the device: [`compute_merge`] on a CPU, where each lane should have a contiguous range
/// of memory, else [`compute_vector`].
///
/// # Errors
/// As [`spmv`].
pub fn compute(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_merge(device, matrix, x),
        _ => compute_vector(device, matrix, x),
    }
}

/// Runs one invocation per row, with the same loop as [`fragment`].
///
/// # Errors
/// As [`spmv`].
pub fn compute_rows(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_turns(&device, "spmv of the longest row", matrix.longest_row(), "use spmv::compute_merge")?;
    multiply_rows(&device, matrix, x)
}

fn multiply_rows(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    check_vector(matrix.columns(), x)?;
    let mut result = device.empty(matrix.rows())?;
    device
        .kernel(&SPMV)?
        .call()
        .gather("offsets", &matrix.offsets)
        .gather("pointers", &matrix.pointers)
        .gather("values", &matrix.values)
        .gather("x", x)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Returns an error bound for each element of an `f32` product against the [`reference()`], for any order of
/// additions.
///
/// A row of `k` entries has `k` products and at most `k + 4` additions, padding and carries included, so that each
/// product is rounded at most `k + 5` times, by `2^-24` of the sum of the magnitudes each time (Higham, Accuracy and
/// Stability of Numerical Algorithms, section 3.1).
pub fn bound(matrix: &SparseMatrix, x: &[f32]) -> Vec<f64> {
    matrix
        .lengths()
        .enumerate()
        .map(|(row, length): (usize, usize)| {
            let magnitude: f64 = matrix
                .row(row)
                .map(|(column, value)| (f64::from(value) * read_element(column, x)).abs())
                .sum();
            let relative = (length + 5) as f64 * f64::from(f32::EPSILON) / 2.0;
            relative / (1.0 - relative) * magnitude + length as f64 * 2.0 * f64::from(f32::MIN_POSITIVE)
        })
        .collect()
}

/// Checks that x has an element for each column.
fn check_vector(columns: usize, x: &Stream<f32>) -> Result<()> {
    if x.len() == columns {
        return Ok(());
    }
    Err(Error::call(
        "spmv",
        format!("x has {} elements, the matrix {columns} columns; give one element for each column", x.len()),
    ))
}
