//! The same iteration with the matrix in the layouts of 2003.

use super::{Goal, Solution, SolverKernels, solve_system};
use crate::algorithms::linear_algebra::spmv::{self, Blocks, Diagonals};
use crate::{Device, Era, Result, Stream};

/// Solves with the matrix as blocks, multiplied by [`spmv::fragment_blocks`]: Bolz et al. 2003.
///
/// # Errors
/// As [`super::conjugate_gradient()`].
pub fn fragment_blocks(device: &Device, matrix: &Blocks, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    solve_system(
        &device,
        matrix.matrix(),
        &SolverKernels::new(&device, &|x: &Stream<f32>| spmv::fragment_blocks(&device, matrix, x))?,
        b,
        goal,
    )
}

/// Solves with the matrix as diagonals, multiplied by [`spmv::fragment_diagonals`]: Krüger and Westermann 2003.
///
/// # Errors
/// As [`super::conjugate_gradient()`].
pub fn fragment_diagonals(device: &Device, matrix: &Diagonals, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    solve_system(
        &device,
        matrix.matrix(),
        &SolverKernels::new(&device, &|x: &Stream<f32>| spmv::fragment_diagonals(&device, matrix, x))?,
        b,
        goal,
    )
}
