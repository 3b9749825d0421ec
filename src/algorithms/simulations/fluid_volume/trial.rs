//! Trial of the rungs: a stirred volume, against the reference.

use super::{Chimney, Smoke, Volume, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Scene, image_of, random};
use nalgebra::Vector4;

/// Steps per trial.
pub(super) const STEPS: usize = 2;

/// Builds a volume of about `size` cells, with velocities of -2 to 2 cells per unit of time.
pub(super) fn build_inputs(workload: &Workload) -> (Smoke, Chimney) {
    let cells = workload.size;
    let side = (1..=cells).take_while(|side| side.pow(3) <= cells).last().unwrap_or(0);
    let mut state = Smoke::still([side, cells.checked_div(side * side).unwrap_or(0), side]);
    for (i, cell) in (0..).zip(&mut state.cells) {
        *cell = Vector4::from_fn(|lane, _| 4.0 * random::uniform(workload.seed, i, lane as u32) - 2.0);
        cell.w = 0.25 * (cell.w + 2.0);
    }
    let middle = 0.5 * side as f32;
    let source = Vector4::new(middle, middle, middle, 3.0);
    let given = Vector4::new(1.0, -2.0, 0.5, 1.0);
    (state, Chimney { interval: 0.125, rise: 2.0, fade: 0.99, sweeps: 10, source, given })
}

/// Error bound between two devices: a step rounds fifty times at numbers up to 4, and amplifies earlier errors at
/// most fourfold: velocities differ by at most 4 from cell to cell, which the interval reduces to half a cell, and
/// a pressure at most doubles a difference.
pub(super) fn error_bound(epsilon: f64) -> f64 {
    4.0_f64.powi(STEPS as i32) * 50.0 * 2.0 * epsilon
}

pub(super) fn trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &Smoke, &Chimney, usize) -> Result<Smoke>,
) -> Result<Trial> {
    let (start, chimney) = build_inputs(workload);
    let cells = start.cells.len();
    let bound = error_bound(f64::from(f32::EPSILON));
    let wanted = flatten_lanes(&reference(&start, &chimney, STEPS)?);
    let shown = device.clone();
    let device = device.clone();
    let how = chimney.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &start, &chimney, STEPS),
        move |given| Ok(Check::within(&flatten_lanes(given), &wanted, bound)),
        move |given| image_of(&Volume::new(&shown, given, how.clone())?.picture([256, 256])?),
    );
    Ok(trial.sized(cells))
}

pub(super) fn flatten_lanes(state: &Smoke) -> Vec<f32> {
    state.cells.iter().flat_map(|cell| cell.iter().copied()).collect()
}
