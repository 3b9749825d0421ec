//! The ladder of the lattice, and how its rungs are judged.

use super::super::{Algorithm, Check, Rung, Trial, Workload};
use super::{
    Cell, Collision, Distributions, Flow, Lattice, compute, compute_fours, compute_in_place, equilibrium, fragment,
    reference,
};
use crate::{Device, Era, Result, image_of, random};

/// Steps of a trial.
const STEPS: usize = 8;
/// Cells of a trial at most: the reference takes as long as the device.
const MOST: usize = 1 << 13;

/// Half a unit in the last place of 1/2, which no distribution of a trial reaches, for each of 40 operations a step. The exact step does not enlarge what
/// differs: its rates are between 0 and 2, where each part of a collision shrinks, and a flight only moves it.
const BOUND: f64 = STEPS as f64 * 40.0 * f32::EPSILON as f64 / 4.0;

/// A rectangle of about so many cells, in rows of whole fours: fluid that flows all ways, walls of all kinds in it, one cell in eight.
pub(in crate::algorithms) fn made(workload: &Workload) -> (Flow, Vec<Distributions>) {
    let [width, height] = Workload::new(workload.size.min(MOST), workload.seed).rectangle();
    let mut flow = Flow::torus([width.next_multiple_of(4), height], 0.02);
    let number = |at: usize, lane: u32| random::uniform(workload.seed, at as u32, lane);
    let columns = flow.size[0];
    flow.fill(|x, y| match random::word(workload.seed, (y * columns + x) as u32, 9) % 32 {
        0 | 1 => Cell::Wall,
        2 => Cell::Sliding,
        3 => Cell::Held,
        _ => Cell::Fluid,
    });
    flow.velocity = [0.1, -0.05];
    flow.force = [1e-4, 2e-4];
    if workload.seed.is_multiple_of(3) {
        flow.collision = Collision::OneRate;
    }
    let start = flow.cells.iter().enumerate().map(|(at, cell)| match cell {
        Cell::Fluid => {
            equilibrium(number(at, 0) * 0.02 - 0.01, [number(at, 1) * 0.1 - 0.05, number(at, 2) * 0.1 - 0.05])
        }
        Cell::Held => equilibrium(0.0, flow.velocity),
        Cell::Wall | Cell::Sliding => [0.0; 9],
    });
    let start = start.collect();
    (flow, start)
}

type Steps = fn(&Device, &Lattice, usize) -> Result<Lattice>;

fn trial(device: &Device, workload: &Workload, rung: Steps) -> Result<Trial> {
    let (flow, start) = made(workload);
    let wanted: Vec<f32> = reference(&flow, &start, STEPS)
        .iter()
        .flat_map(|f| f.map(|distribution| distribution as f32))
        .collect();
    let (lattice, device) = (Lattice::start(device, flow, &start)?, device.clone());
    Ok(Trial::with_picture(
        move || rung(&device, &lattice, STEPS),
        move |result| Ok(Check::within(result.read()?.as_flattened(), &wanted, BOUND)),
        |result| image_of(&result.draw([512, 512])?),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "lattice_boltzmann",
    part: "simulations",
    summary: "fluid by lattice Boltzmann, nine directions, 8 steps among walls",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "nine distributions in three texels, a pass a step",
            source: "Li, Wei and Kaufman 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "an invocation a cell, a structure of arrays",
            source: "Qian et al. 1992",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_fours",
            era: Era::Compute,
            method: "an invocation for four cells of a row",
            source: "vector loads",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_fours),
        },
        Rung {
            name: "compute_in_place",
            era: Era::Compute,
            method: "one copy: each cell writes where it read",
            source: "Bailey et al. 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_in_place),
        },
    ],
};
