//! The rung of 2005: the card solves in its floats, the processor computes what is left in doubles.

use super::{Refined, SparseMatrix, multiply_row, vector_length};
use crate::algorithms::double_single::split;
use crate::algorithms::linear_algebra::conjugate_gradient::{self, Goal};
use crate::algorithms::linear_algebra::spmv::Diagonals;
use crate::{Device, Era, Error, Result, Stream};

/// Share of a residual that the solver may leave: one digit per turn, which floats of 17 bits reach, too.
const TURN_TOLERANCE: f64 = 0.1;

/// Solves on the device by [`conjugate_gradient::fragment_2005`] and corrects on the host in `f64`, since a card of
/// 2005 has no numbers longer than its floats. For any card that the solver is for.
///
/// Source: Göddeke, Strzodka and Turek, Accelerating Double Precision FEM Simulations with GPUs, 2005.
///
/// # Errors
/// As [`super::refine()`]; [`Error::Data`] if the floats of the card are too short to solve the system to one digit.
pub fn fragment_2005(device: &Device, matrix: &Diagonals, b: &Stream<f32>, goal: Goal) -> Result<Refined> {
    let device = device.with_era(Era::Fragment)?;
    let turn = Goal { tolerance: goal.tolerance.max(TURN_TOLERANCE), ..goal };
    // The solver refuses what it cannot solve before the work.
    let mut correction = conjugate_gradient::fragment_2005(&device, matrix, b, turn)?;
    let mut x = vec![0.0; b.len()];
    let wanted = b.read()?;
    let whole = vector_length(b)?;
    let [mut corrections, mut iterations] = [0, 0];
    let mut unit = 1.0;
    loop {
        if correction.iterations == 0 {
            let x = device.stream(&split(&x))?; // nothing was left to solve
            return Ok(Refined { x, corrections, iterations, residual: 0.0 });
        }
        // ANCHOR: of_2005
        corrections += 1;
        iterations += correction.iterations;
        for (x, more) in x.iter_mut().zip(correction.x.read()?) {
            *x += unit * f64::from(more);
        }
        let rest = subtract_product(matrix.matrix(), &x, &wanted);
        unit = rest.iter().map(|element| element * element).sum::<f64>().sqrt();
        let residual = unit / whole;
        if residual <= goal.tolerance {
            let x = device.stream_of(b.shape(), &split(&x))?;
            return Ok(Refined { x, corrections, iterations, residual });
        }
        // ANCHOR_END: of_2005
        if residual.is_nan() || iterations >= goal.iterations {
            return Err(Error::data(format!(
                "refinement after {corrections} corrections: the residual is {residual:.2e} of b, {:e} wanted; allow \
                 more iterations",
                goal.tolerance
            )));
        }
        // ANCHOR: again_2005
        // Divided by its length: the floats of the card do not become too small.
        let left: Vec<f32> = rest.iter().map(|element| (element / unit) as f32).collect();
        let left = device.stream_of(b.shape(), &left)?;
        correction =
            conjugate_gradient::fragment_2005(&device, matrix, &left, Goal { tolerance: TURN_TOLERANCE, ..goal })?;
        // ANCHOR_END: again_2005
    }
}

/// Returns `b - A x` in `f64`.
fn subtract_product(matrix: &SparseMatrix, x: &[f64], b: &[f32]) -> Vec<f64> {
    b.iter()
        .enumerate()
        .map(|(row, b)| f64::from(*b) - multiply_row(row, matrix, x))
        .collect()
}
