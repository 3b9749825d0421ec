//! The rung of 2005: the card solves in its floats, and the host computes each residual in `f64`.

use super::{Goal, Refined, TURN_TOLERANCE, multiply_row};
use crate::algorithms::conjugate_gradient;
use crate::algorithms::double_single::split;
use crate::algorithms::spmv::Diagonals;
use crate::{Device, Era, Error, Result, Stream};

/// Solves on the card with the matrix as diagonals, by [`conjugate_gradient::fragment_2005`], and refines on the host.
///
/// A Radeon 9700 solves each residual to two digits, which its floats of 16 bits have. The host keeps the unknowns and
/// the residual in `f64`: a card of that time had none, so all digits after the first two come from there. A turn
/// moves a residual to the card and a correction back.
///
/// Source: Göddeke, Strzodka and Turek, Accelerating Double Precision FEM Simulations with GPUs, 2005.
///
/// # Errors
/// As [`super::refine()`].
pub fn fragment_2005(device: &Device, matrix: &Diagonals, b: &Stream<f32>, goal: Goal) -> Result<Refined> {
    let device = device.with_era(Era::Fragment)?;
    let right: Vec<f64> = b.read()?.into_iter().map(f64::from).collect();
    let turn = Goal { tolerance: goal.tolerance.max(TURN_TOLERANCE), ..goal };
    // The solver refuses what it cannot solve before the work.
    let first = conjugate_gradient::fragment_2005(&device, matrix, b, turn)?;
    let mut unknowns = vec![0.0; right.len()];
    let mut refined = Refined { x: device.empty(b.shape())?, corrections: 0, iterations: 0, residual: 0.0 };
    if first.iterations == 0 {
        return Ok(refined);
    }
    let length = vector_length(&right);
    let mut unit = 1.0;
    let mut solution = first;
    let mut before = 1.0;
    // ANCHOR: of_2005
    loop {
        refined.corrections += 1;
        refined.iterations += solution.iterations;
        for (unknown, correction) in unknowns.iter_mut().zip(solution.x.read()?) {
            *unknown += unit * f64::from(correction);
        }
        let rows = right.iter().enumerate();
        let mut left: Vec<f64> = rows.map(|(row, b)| b - multiply_row(row, matrix.matrix(), &unknowns)).collect();
        unit = vector_length(&left);
        refined.residual = unit / length;
        if refined.residual <= goal.tolerance {
            break;
        }
        if refined.residual > 0.5 * before || refined.residual.is_nan() || refined.iterations >= goal.iterations {
            return Err(explain_failure(&refined, goal));
        }
        before = refined.residual;
        // A residual of length 1 fits the range of the card's floats.
        left.iter_mut().for_each(|element| *element /= unit);
        let left: Vec<f32> = left.into_iter().map(|element| element as f32).collect();
        solution = conjugate_gradient::fragment_2005(&device, matrix, &device.stream_of(b.shape(), &left)?, turn)?;
    }
    // ANCHOR_END: of_2005
    refined.x = device.stream_of(b.shape(), &split(&unknowns))?;
    Ok(refined)
}

fn vector_length(vector: &[f64]) -> f64 {
    vector.iter().map(|element| element * element).sum::<f64>().sqrt()
}

fn explain_failure(refined: &Refined, goal: Goal) -> Error {
    let reason = if refined.iterations >= goal.iterations {
        "allow more iterations"
    } else {
        "the precision of this device's floats is too low"
    };
    Error::data(format!(
        "refinement after {} corrections: the residual is {:.2e} of b, {:e} wanted; {reason}",
        refined.corrections, refined.residual, goal.tolerance
    ))
}
