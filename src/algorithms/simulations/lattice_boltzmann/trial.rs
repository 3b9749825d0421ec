//! Trial of the rungs: on fluid that flows in all directions among walls of all kinds, against the reference.

use super::{Collision, Distributions, FloatLattice, Flow, Lattice, Site, equilibrium, fragment_2005, reference};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Result, image_of, random};

/// Steps per trial.
const STEPS: usize = 8;

/// Error bound: half a unit in the last place of 1/2, which no distribution of a trial reaches, for each of 40
/// operations per step. The exact step does not amplify errors: its rates are between 0 and 2, where a collision
/// shrinks each component, and streaming only moves it.
const ERROR_BOUND: f64 = STEPS as f64 * 40.0 * f32::EPSILON as f64 / 4.0;

/// Builds a rectangle of about `size` cells, with a width that is a multiple of 4: fluid that flows in all
/// directions, among walls of all kinds in one cell of eight.
pub(in crate::algorithms) fn build_inputs(workload: &Workload) -> (Flow, Vec<Distributions>) {
    let [width, height] = workload.rectangle();
    let mut flow = Flow::torus([width.next_multiple_of(4), height], 0.02);
    let columns = flow.size[0];
    flow.fill(|x, y| match random::word(workload.seed, (y * columns + x) as u32, 9) % 32 {
        0 | 1 => Site::Wall,
        2 => Site::Sliding,
        3 => Site::Held,
        _ => Site::Fluid,
    });
    flow.velocity = [0.1, -0.05];
    flow.force = [1e-4, 2e-4];
    if workload.seed.is_multiple_of(3) {
        flow.collision = Collision::OneRate;
    }
    let start = flow.cells.iter().enumerate().map(|(at, cell)| match cell {
        Site::Fluid => equilibrium(
            draw_number(at, 0, workload.seed) * 0.02 - 0.01,
            [draw_number(at, 1, workload.seed) * 0.1 - 0.05, draw_number(at, 2, workload.seed) * 0.1 - 0.05],
        ),
        Site::Held => equilibrium(0.0, flow.velocity),
        Site::Wall | Site::Sliding => [0.0; 9],
    });
    let start = start.collect();
    (flow, start)
}

fn draw_number(at: usize, lane: u32, seed: u32) -> f32 {
    random::uniform(seed, at as u32, lane)
}

type LatticeRung = fn(&Device, &Lattice, usize) -> Result<Lattice>;

/// Returns the reference's result for a flow.
fn reference_floats(flow: &Flow, start: &[Distributions]) -> Vec<f32> {
    let later = reference(flow, start, STEPS);
    later.iter().flat_map(|f| f.map(|distribution| distribution as f32)).collect()
}

/// Builds the trial with the device's own precision: truncation has twice the error of rounding.
pub(super) fn trial_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let (mut flow, start) = build_inputs(workload);
    flow.force = flow.force.map(|push| 10.0 * push); // so that a part of it shows
    let wanted = reference_floats(&flow, &start);
    let cells = start.len();
    let units = epsilon(device) / f64::from(f32::EPSILON);
    let bound = ERROR_BOUND * if units > 1.0 { 2.0 * units } else { 1.0 };
    let lattice = FloatLattice::start(device, flow, &start)?;
    let device = device.clone();
    let trial = Trial::new(
        move || fragment_2005(&device, &lattice, STEPS),
        move |result| Ok(Check::within(result.read()?.as_flattened(), &wanted, bound)),
    );
    Ok(trial.sized(cells))
}

pub(super) fn trial(device: &Device, workload: &Workload, rung: LatticeRung) -> Result<Trial> {
    let (flow, start) = build_inputs(workload);
    let wanted = reference_floats(&flow, &start);
    let cells = start.len();
    let lattice = Lattice::start(device, flow, &start)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &lattice, STEPS),
        move |result| Ok(Check::within(result.read()?.as_flattened(), &wanted, ERROR_BOUND)),
        |result| image_of(&result.draw_vorticity([512, 512])?),
    );
    Ok(trial.sized(cells))
}
