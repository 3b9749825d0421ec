//! Spmv: a sparse matrix times a vector.
//!
//! | era | rung | method | passes or dispatches | bytes an entry |
//! |---|---|---|---|---|
//! | fragment | `fragment` | a fragment a row, pointers to entries, pointers to x | 1 | 12 |
//! | fragment | `fragment_passes` | an entry of every row a pass, rows at their end masked by depth | 1 + the longest row | 16 |
//! | fragment | `fragment_blocks` | rows of one length together, a program for each length | lengths + 1 | 12 |
//! | fragment | `fragment_ell` | all rows filled up to the longest | 1 | 12, and those filled up |
//! | fragment | `fragment_diagonals` | diagonals as vectors, four a pass | diagonals / 4 | 8 |
//! | compute | `compute` | the fastest for the machine | | |
//! | compute | `compute_rows` | an invocation a row | 1 | 12 |
//! | compute | `compute_vector` | a few lanes a row, a tree in shared memory | 1 | 12 |
//! | compute | `compute_merge` | the same share of rows' ends and entries for each lane | 2 | 12 |
//!
//! Beside its entries each row has two offsets to read and an element to write. Of whole numbers whose sums stay below 2^24 all results are
//! exact; of floats each is within [`bound`] of the [`reference()`]. A row without entries gives 0.
//!
//! Sources: Bolz, Farmer, Grinspun and Schröder, Sparse Matrix Solvers on the GPU, SIGGRAPH 2003 (blocks); Krüger and Westermann, Linear Algebra
//! Operators for GPU Implementation of Numerical Algorithms, SIGGRAPH 2003 (diagonals); Lefohn, Kniss and Owens, GPU Gems 2, chapter 33
//! (blocks or passes, figure 33-8); Bell and Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors,
//! SC 2009 (ELL, lanes a row); Merrill and Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication, SC 2016.

mod layouts;
mod market;
mod matrix;
mod row;
mod rows;

pub use layouts::{Blocks, Diagonals, Ell, fragment_blocks, fragment_diagonals, fragment_ell};
pub use matrix::SparseMatrix;
pub(in crate::algorithms) use row::ROW;
pub use rows::{Rows, compute_merge, compute_rows, compute_vector, fragment, fragment_passes};

use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair};

const SPMV: KernelSource = kernel_pair!("linear_algebra/spmv");

/// The matrix times x, in the device's era: as many elements as the matrix has rows, from as many as it has columns.
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
/// [`crate::Error::Call`] where x has not as many elements as the matrix has columns, or one of them lies in the other era's layout.
pub fn spmv(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, x),
        Era::Compute => compute(device, matrix, x),
    }
}

/// The fastest for this machine: [`compute_merge`] on a CPU, whose lanes want a stretch of memory each, else [`compute_vector`].
///
/// # Errors
/// As [`spmv`].
pub fn compute(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    if super::super::is_cpu(device) { compute_merge(device, matrix, x) } else { compute_vector(device, matrix, x) }
}

// ANCHOR: reference
/// The same by two loops, in `f64`. Of x, what the matrix has no column for is not looked at, and what is missing is zero.
pub fn reference(matrix: &SparseMatrix, x: &[f32]) -> Vec<f64> {
    let at = |column: usize| x.get(column).copied().map_or(0.0, f64::from);
    let product = |row: usize| matrix.row(row).map(|(column, value)| f64::from(value) * at(column)).sum();
    (0..matrix.rows()).map(product).collect()
}
// ANCHOR_END: reference

/// How far each element of an `f32` product may be from the [`reference()`]'s, whatever the order of additions.
///
/// A row of `k` entries makes `k` products and at most `k + 4` additions, padding and carries included, so that each product is rounded `k + 5`
/// times at most, by `2^-24` of the sum of the magnitudes each time (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
pub fn bound(matrix: &SparseMatrix, x: &[f32]) -> Vec<f64> {
    let at = |column: usize| x.get(column).copied().map_or(0.0, f64::from);
    let of_row = |(row, length): (usize, usize)| {
        let magnitude: f64 = matrix
            .row(row)
            .map(|(column, value)| (f64::from(value) * at(column)).abs())
            .sum();
        let relative = (length + 5) as f64 * f64::from(f32::EPSILON) / 2.0;
        relative / (1.0 - relative) * magnitude + length as f64 * 2.0 * f64::from(f32::MIN_POSITIVE)
    };
    matrix.lengths().enumerate().map(of_row).collect()
}

/// That x has an element for each column.
fn check_vector(columns: usize, x: &Stream<f32>) -> Result<()> {
    if x.len() == columns {
        return Ok(());
    }
    Err(Error::call("spmv", format!("x has {} elements, the matrix {columns} columns; they must be as many", x.len())))
}
