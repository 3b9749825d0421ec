//! The row of the table: both rungs against the exact solution.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

/// Cycles, each of which takes at least 0.85 of the error.
const CYCLES: usize = 9;
const FACTOR: f64 = 0.15;

/// The exact solution takes four products of matrices of that side.
const MOST: usize = 255;

/// The largest grid of at most so many cells.
fn side(cells: usize) -> usize {
    let side = (cells.isqrt() + 1).next_power_of_two().max(2);
    let fits = |side: &usize| side * side <= cells;
    [side - 1, side / 2 - 1].into_iter().find(fits).unwrap_or(0).clamp(1, MOST)
}

/// What the cycles leave of the error, and what rounding adds: a residual is computed with ten roundings of numbers up to four times the largest cell, and a
/// residual of one everywhere is answered by at most an eighth of the squared side (the deflection of a membrane).
fn bound(side: usize, wanted: &[f32]) -> f64 {
    let largest = wanted.iter().fold(0.0_f64, |largest, cell| largest.max(f64::from(cell.abs())));
    let length = wanted.iter().map(|cell| f64::from(*cell).powi(2)).sum::<f64>().sqrt();
    let rounding = 40.0 * f64::from(f32::EPSILON) / 2.0 * largest;
    FACTOR.powi(CYCLES as i32) * length + rounding * ((side + 1) as f64).powi(2) / 8.0
}

fn trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, usize, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    let side = side(workload.size);
    let b = Workload { size: side * side, ..workload.clone() }.floats(0);
    let wanted: Vec<f32> = reference(side, &b).into_iter().map(|cell| cell as f32).collect();
    let bound = bound(side, &wanted);
    let b = device.stream_of([side, side], &b)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, CYCLES, &b), move |result| Ok(Check::within(&result.read()?, &wanted, bound))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "multigrid",
    part: "linear_algebra",
    summary: "Poisson's equation by multigrid cycles",
    size: 1 << 16,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "levels as regions of a texture",
            source: "Goodnight et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "levels in buffers of their own",
            source: "Bolz et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
