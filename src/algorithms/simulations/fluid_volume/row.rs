//! The row of the table: a stirred volume against the reference.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use crate::{image_of, random};

/// Cells of a trial at most.
const MOST: usize = 16 * 16 * 16;
/// Steps of a trial.
const STEPS: usize = 2;

/// A volume of about so many cells, with velocities of -2 to 2 cells a unit of time.
fn made(workload: &Workload) -> (State, Setting) {
    let cells = workload.size.min(MOST);
    let side = (1..=16).rfind(|side| side * side * side <= cells).unwrap_or(0);
    let mut state = State::still([side, cells.checked_div(side * side).unwrap_or(0), side]);
    for (i, cell) in (0..).zip(&mut state.cells) {
        *cell = Vector4::from_fn(|lane, _| 4.0 * random::uniform(workload.seed, i, lane as u32) - 2.0);
        cell.w = 0.25 * (cell.w + 2.0);
    }
    let middle = 0.5 * side as f32;
    let (source, given) = (Vector4::new(middle, middle, middle, 3.0), Vector4::new(1.0, -2.0, 0.5, 1.0));
    (state, Setting { interval: 0.125, rise: 2.0, fade: 0.99, sweeps: 10, source, given })
}

/// How far two machines may be apart: a step rounds fifty times at numbers up to 4, and takes what is apart to at most four times as much,
/// since velocities differ by at most 4 from cell to cell, which the interval makes half a cell, and a pressure at most doubles a difference.
fn bound() -> f64 {
    4.0_f64.powi(STEPS as i32) * 50.0 * 2.0 * f64::from(f32::EPSILON)
}

fn trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &State, &Setting, usize) -> Result<State>,
) -> Result<Trial> {
    let (start, setting) = made(workload);
    let wanted = lanes(&reference(&start, &setting, STEPS)?);
    let (device, shown, how) = (device.clone(), device.clone(), setting.clone());
    Ok(Trial::with_picture(
        move || rung(&device, &start, &setting, STEPS),
        move |given| Ok(Check::within(&lanes(given), &wanted, bound())),
        move |given| image_of(&Volume::new(&shown, given, how.clone())?.picture([256, 256])?),
    ))
}

fn lanes(state: &State) -> Vec<f32> {
    state.cells.iter().flat_map(|cell| cell.iter().copied()).collect()
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "fluid_volume",
    part: "simulations",
    summary: "stable fluids in a volume, smoke that rises, 2 steps",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "slices side by side in a texture",
            source: "Harris et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "slice after slice in a buffer",
            source: "the same lines",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
