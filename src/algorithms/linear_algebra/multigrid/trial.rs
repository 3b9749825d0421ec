//! Trial of the rungs: against the exact solution.

use super::{Check, Trial, Workload, reference};
use crate::algorithms::epsilon;
use crate::{Device, Error, Result, Stream};

/// Cycles per trial; each leaves at most `CYCLE_FACTOR` of the error.
const CYCLES: usize = 9;
const CYCLE_FACTOR: f64 = 0.15;

/// Maximum side whose exact solution is computed: it needs four products of matrices of that side, in `f64`.
const MOST_SIDE: usize = 4_095;

/// Returns the side of the largest grid of at most `cells` cells.
fn largest_side(cells: usize) -> usize {
    let side = (cells.isqrt() + 1).next_power_of_two().max(2);
    [side - 1, side / 2 - 1]
        .into_iter()
        .find(|side: &usize| side * side <= cells)
        .unwrap_or(0)
        .max(1)
}

/// Error bound: the error that the cycles leave, plus rounding: a residual is computed with ten roundings of numbers
/// up to four times the largest cell. The response to a residual of 1 everywhere is at most an eighth of the squared
/// side (the deflection of a membrane). The response to residuals of random sign, as those of rounding, is a tenth of
/// the side; ten times that is allowed.
fn error_bound(device: &Device, side: usize, wanted: &[f32]) -> f64 {
    let largest = wanted.iter().fold(0.0_f64, |largest, cell| largest.max(f64::from(cell.abs())));
    let length = wanted.iter().map(|cell| f64::from(*cell).powi(2)).sum::<f64>().sqrt();
    let rounding = 40.0 * epsilon(device) / 2.0 * largest;
    let side = (side + 1) as f64;
    CYCLE_FACTOR.powi(CYCLES as i32) * length + rounding * side.min(side * side / 8.0)
}

pub(super) fn trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, usize, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    let side = largest_side(workload.size);
    if side > MOST_SIDE {
        let thing = "cells along a side, whose exact solution is computed to judge by";
        return Err(Error::limit(
            thing,
            side as u128,
            MOST_SIDE as u128,
            "use fewer, or call multigrid on your own data",
        ));
    }
    let b = Workload { size: side * side, ..workload.clone() }.floats(0);
    let wanted: Vec<f32> = reference(side, &b).into_iter().map(|cell| cell as f32).collect();
    let bound = error_bound(device, side, &wanted);
    let b = device.stream_of([side, side], &b)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, CYCLES, &b),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, bound)),
    )
    .sized(side * side))
}
