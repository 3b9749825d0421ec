//! Trial of the rungs: a stirred fluid among scattered walls, against the reference.

use super::{Conditions, Fields, Fluid, Jet, Pressure, reference};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Result, Scene, image_of, random};
use nalgebra::{Vector2, Vector4};
use std::cell::RefCell;
use std::rc::Rc;

/// Steps per trial.
pub(super) const STEPS: usize = 2;

pub(super) const JACOBI: Pressure = Pressure::Jacobi { sweeps: 10 };

/// Builds a fluid of about `size` cells, one in ten of them a wall, with velocities of -2 to 2 cells per unit of
/// time, and two jets.
pub(super) fn build_inputs(workload: &Workload, pressure: Pressure) -> (Fields, Conditions) {
    let cells = workload.size;
    // So that some coarser grids have odd sides.
    let columns = (1.37 * cells as f64).sqrt() as usize;
    let size @ [_, rows] = [columns, cells.checked_div(columns).unwrap_or(0)];
    let mut state = Fields::still(size);
    for i in 0..columns * rows {
        state.solid[i] = draw_number(i, 0, workload.seed) < 0.1;
        state.velocity[i] = Vector2::from_fn(|lane, _| 4.0 * draw_number(i, 1 + lane as u32, workload.seed) - 2.0);
        state.dye[i] = Vector4::from_fn(|lane, _| draw_number(i, 3 + lane as u32, workload.seed));
    }
    let jets = vec![build_jet(0.25, 2.0, size), build_jet(0.75, -1.0, size)];
    (state, Conditions { interval: 0.125, viscosity: 0.5, confinement: 0.5, fade: 0.99, pressure, jets })
}

fn build_jet(share: f32, flow: f32, [columns, rows]: [usize; 2]) -> Jet {
    Jet {
        place: [columns as f32 * share, rows as f32 * share],
        radius: 3.0,
        flow: [flow, -flow],
        colour: Vector4::new(share, 1.0 - share, 0.5, 1.0),
    }
}

fn draw_number(i: usize, column: u32, seed: u32) -> f32 {
    random::uniform(seed, i as u32, column)
}

/// Error bound between two devices: a step rounds fifty times at numbers up to 4, and amplifies earlier errors at
/// most fourfold: velocities differ by at most 4 from cell to cell, which the interval reduces to half a cell, and
/// a pressure at most doubles a difference.
pub(super) fn error_bound(device: &Device) -> f64 {
    4.0_f64.powi(STEPS as i32) * 50.0 * 2.0 * epsilon(device)
}

pub(super) fn trial(device: &Device, workload: &Workload, pressure: Pressure) -> Result<Trial> {
    let (start, conditions) = build_inputs(workload, pressure);
    let cells = start.solid.len();
    let wanted = reference(&start, &conditions, STEPS)?;
    let bound = error_bound(device);
    let fluid = Rc::new(RefCell::new(Fluid::new(device, &start, conditions)?));
    let shown = fluid.clone();
    let trial = Trial::with_picture(
        move || {
            let mut fluid = fluid.borrow_mut();
            fluid.restart(&start)?;
            fluid.steps(STEPS)?;
            fluid.read()
        },
        move |given| Ok(compare_fields(given, &wanted, bound)),
        move |_| image_of(&shown.borrow_mut().picture([256, 256])?),
    );
    Ok(trial.sized(cells))
}

/// Compares velocities and dye, channel by channel.
pub(super) fn compare_fields(given: &Fields, wanted: &Fields, bound: f64) -> Check {
    Check::within(&flatten_fields(given), &flatten_fields(wanted), bound)
}

fn flatten_fields(state: &Fields) -> Vec<f32> {
    let velocity = state.velocity.iter().flat_map(|flow| flow.iter().copied());
    velocity.chain(state.dye.iter().flat_map(|dye| dye.iter().copied())).collect()
}
