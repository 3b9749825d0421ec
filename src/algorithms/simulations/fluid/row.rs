//! The row of the table: a stirred fluid with walls here and there, against the reference.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use crate::image_of;
use crate::{Scene, random};
use std::cell::RefCell;
use std::rc::Rc;

/// Cells of a trial at most.
const MOST: usize = 96 * 96;
/// Steps of a trial.
const STEPS: usize = 2;

const JACOBI: Pressure = Pressure::Jacobi { sweeps: 10 };
const MULTIGRID: Pressure = Pressure::Multigrid { cycles: 1 };

/// A fluid of about so many cells, one in ten of them a wall, with velocities of -2 to 2 cells a unit of time, and two jets.
fn made(workload: &Workload, pressure: Pressure) -> (State, Setting) {
    let cells = workload.size.min(MOST);
    let columns = (1.37 * cells as f64).sqrt() as usize; // so that grids of odd sides are among the coarser ones
    let size @ [_, rows] = [columns, cells.checked_div(columns).unwrap_or(0)];
    let mut state = State::still(size);
    let number = |i: usize, column: u32| random::uniform(workload.seed, i as u32, column);
    for i in 0..columns * rows {
        state.solid[i] = number(i, 0) < 0.1;
        state.velocity[i] = Vector2::from_fn(|lane, _| 4.0 * number(i, 1 + lane as u32) - 2.0);
        state.dye[i] = Vector4::from_fn(|lane, _| number(i, 3 + lane as u32));
    }
    let jet = |share: f32, flow: f32| Jet {
        place: [columns as f32 * share, rows as f32 * share],
        radius: 3.0,
        flow: [flow, -flow],
        colour: Vector4::new(share, 1.0 - share, 0.5, 1.0),
    };
    let jets = vec![jet(0.25, 2.0), jet(0.75, -1.0)];
    (state, Setting { interval: 0.125, viscosity: 0.5, confinement: 0.5, fade: 0.99, pressure, jets })
}

/// How far two machines may be apart: a step rounds fifty times at numbers up to 4, and takes what is apart to at most four times as much,
/// since velocities differ by at most 4 from cell to cell, which the interval makes half a cell, and a pressure at most doubles a difference.
fn bound() -> f64 {
    4.0_f64.powi(STEPS as i32) * 50.0 * 2.0 * f64::from(f32::EPSILON)
}

fn trial(device: &Device, workload: &Workload, pressure: Pressure) -> Result<Trial> {
    let (start, setting) = made(workload, pressure);
    let wanted = reference(&start, &setting, STEPS)?;
    let fluid = Rc::new(RefCell::new(Fluid::new(device, &start, setting)?));
    let shown = fluid.clone();
    Ok(Trial::with_picture(
        move || {
            let mut fluid = fluid.borrow_mut();
            fluid.restart(&start)?;
            fluid.steps(STEPS)?;
            fluid.read()
        },
        move |given| Ok(check(given, &wanted)),
        move |_| image_of(&shown.borrow_mut().picture([256, 256])?),
    ))
}

/// Velocities and dye, every lane.
fn check(given: &State, wanted: &State) -> Check {
    let lanes = |state: &State| {
        let velocity = state.velocity.iter().flat_map(|flow| flow.iter().copied());
        velocity
            .chain(state.dye.iter().flat_map(|dye| dye.iter().copied()))
            .collect::<Vec<f32>>()
    };
    Check::within(&lanes(given), &lanes(wanted), bound())
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "fluid",
    part: "simulations",
    summary: "stable fluids with jets of dye and walls, 2 steps",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "pressure by 10 sweeps of Jacobi",
            source: "Harris, GPU Gems, chapter 38",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, JACOBI),
        },
        Rung {
            name: "fragment_multigrid",
            era: Era::Fragment,
            method: "pressure by a cycle over coarser grids",
            source: "Goodnight et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, MULTIGRID),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "pressure by 10 sweeps of Jacobi",
            source: "the same lines",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, JACOBI),
        },
        Rung {
            name: "compute_multigrid",
            era: Era::Compute,
            method: "pressure by a cycle over coarser grids",
            source: "Goodnight et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, MULTIGRID),
        },
    ],
};
