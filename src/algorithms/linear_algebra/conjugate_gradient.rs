//! Conjugate gradients: the solution of a system whose matrix is symmetric and positive definite.
//!
//! | era | rung | the matrix lies as | passes or dispatches an iteration |
//! |---|---|---|---|
//! | fragment | `fragment` | rows, as pointer streams | 3, and 2 for each factor of 16 in the unknowns |
//! | fragment | `fragment_blocks` | rows sorted by length into blocks | the same, and one for each length |
//! | fragment | `fragment_diagonals` | diagonals as vectors | the same, and one for each four diagonals after the first |
//! | compute | `compute` | rows, by the fastest product for the machine | 5 to 8 |
//!
//! An iteration is one product of the matrix with a vector ([`super::spmv`]), two dot products ([`reduce::dot`](crate::algorithms::reduce::dot)), and three scaled
//! sums. In exact arithmetic as many iterations as there are unknowns suffice; some dozens do where the eigenvalues lie close together.
//! Every number stays on the device. The host looks every [`CHECK`] iterations whether to go on.
//!
//! The residual that the iteration carries along drifts from the true one by rounding. So the true one is computed at the end, and the
//! iteration starts again from there if it is too large.
//!
//! Sources: Hestenes and Stiefel, Methods of Conjugate Gradients for Solving Linear Systems, 1952; Krüger and Westermann, Linear Algebra Operators
//! for GPU Implementation of Numerical Algorithms, SIGGRAPH 2003; Bolz, Farmer, Grinspun and Schröder, Sparse Matrix Solvers on the
//! GPU: Conjugate Gradients and Multigrid, SIGGRAPH 2003.

mod iteration;
mod row;

pub(in crate::algorithms) use row::ROW;

use super::spmv::{self, Blocks, Diagonals, Rows, SparseMatrix};
use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair};
use nalgebra::DMatrix;
use nalgebra_sparse::factorization::CscCholesky;
use nalgebra_sparse::{CooMatrix, CscMatrix};

const STEP: KernelSource = kernel_pair!("linear_algebra/conjugate_gradient");
const TURN: KernelSource = kernel_pair!("linear_algebra/conjugate_gradient_turn");

/// Iterations from one look of the host to the next.
pub const CHECK: usize = 8;

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The length of the residual `b - A x` that is small enough, as a share of the length of `b`: above 0, below 1. Below about 1e-6 times the
    /// ratio of the largest to the smallest eigenvalue, 32 bits may not reach it.
    pub tolerance: f64,
    /// Iterations after which to give up.
    pub iterations: usize,
}

/// What was found.
pub struct Solution {
    /// The unknowns.
    pub x: Stream<f32>,
    /// Iterations that it took, a multiple of [`CHECK`] where the host stopped it.
    pub iterations: usize,
    /// The length of `b - A x`, computed afresh, as a share of the length of `b`; 0 where `b` is 0.
    pub residual: f64,
}

/// Solves `A x = b` in the device's era, from zero on.
///
/// A matrix that is not symmetric is not noticed, but for what follows from it. One that is not positive definite is, as soon as a direction shows it.
///
/// ```
/// use gristmill::algorithms::conjugate_gradient::{Goal, conjugate_gradient};
/// use gristmill::algorithms::spmv::{Rows, SparseMatrix};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let matrix = SparseMatrix::new(2, 2, [(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)])?;
/// let b = device.stream(&[1.0, 2.0])?;
/// let goal = Goal { tolerance: 1e-6, iterations: 100 };
/// let solution = conjugate_gradient(&device, &Rows::new(&device, &matrix)?, &b, goal)?;
/// assert!((solution.x.read()?[0] - 1.0 / 11.0).abs() < 1e-6);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] for a matrix that is not square, or is found not to be positive definite; where the goal is not reached, with the residual that was; for a `b`
/// whose length is not finite. [`Error::Call`] where `b` does not fit.
pub fn conjugate_gradient(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, b, goal),
        Era::Compute => compute(device, matrix, b, goal),
    }
}

// ANCHOR: reference
/// The same by Cholesky's factorisation, in `f64`, by `nalgebra-sparse`.
///
/// # Errors
/// [`Error::Data`] for a matrix that is not square, or not positive definite.
pub fn reference(matrix: &SparseMatrix, b: &[f64]) -> Result<Vec<f64>> {
    let unknowns = check_square(matrix.rows(), matrix.columns())?;
    if unknowns == 0 {
        return Ok(Vec::new());
    }
    let mut entries = CooMatrix::new(unknowns, unknowns);
    for row in 0..unknowns {
        matrix
            .row(row)
            .for_each(|(column, value)| entries.push(row, column, f64::from(value)));
    }
    let factors = CscCholesky::factor(&CscMatrix::from(&entries)).map_err(|error| {
        Error::data(format!("Cholesky's factorisation: {error}; the matrix must be positive definite"))
    })?;
    Ok(factors.solve(&DMatrix::from_row_slice(unknowns, 1, b)).as_slice().to_vec())
}
// ANCHOR_END: reference

/// The matrix as rows, by [`spmv::fragment`].
///
/// # Errors
/// As [`conjugate_gradient`].
pub fn fragment(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    check_square(matrix.rows(), matrix.columns())?;
    iteration::solve(&device, &|x| spmv::fragment(&device, matrix, x), b, goal)
}

/// The matrix as blocks, by [`spmv::fragment_blocks`]: Bolz et al. 2003.
///
/// # Errors
/// As [`conjugate_gradient`].
pub fn fragment_blocks(device: &Device, matrix: &Blocks, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    check_square(matrix.rows(), matrix.columns())?;
    iteration::solve(&device, &|x| spmv::fragment_blocks(&device, matrix, x), b, goal)
}

/// The matrix as diagonals, by [`spmv::fragment_diagonals`]: Krüger and Westermann 2003.
///
/// # Errors
/// As [`conjugate_gradient`].
pub fn fragment_diagonals(device: &Device, matrix: &Diagonals, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    check_square(matrix.rows(), matrix.columns())?;
    iteration::solve(&device, &|x| spmv::fragment_diagonals(&device, matrix, x), b, goal)
}

/// The matrix as rows, by [`spmv::compute`].
///
/// # Errors
/// As [`conjugate_gradient`].
pub fn compute(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Compute)?;
    check_square(matrix.rows(), matrix.columns())?;
    iteration::solve(&device, &|x| spmv::compute(&device, matrix, x), b, goal)
}

/// The number of unknowns.
fn check_square(rows: usize, columns: usize) -> Result<usize> {
    if rows == columns {
        return Ok(rows);
    }
    Err(Error::data(format!("a matrix of {rows} rows and {columns} columns is no system; it must be square")))
}
