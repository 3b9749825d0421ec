//! The row of the table: every rung, on numbers of so few bits that every result is exact.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

/// A rate of 1/8 gives whole numbers below 256 three bits behind the point with each step, 15 in all: no sum needs more than 24.
const RATE: f32 = 0.125;
const STEPS: usize = 5;

/// Cells of a trial at most.
const MOST: usize = 1 << 18;

type Cells = fn(&Device, &Stream<f32>, f32, usize) -> Result<Stream<f32>>;

fn made(workload: &Workload) -> ([usize; 2], Vec<f32>, Vec<f32>) {
    let workload = Workload { size: workload.size.min(MOST), ..workload.clone() };
    let shape = workload.rectangle();
    let cells = shape[0] * shape[1];
    let cells: Vec<f32> = workload.integers(0, 256).iter().take(cells).map(|word| *word as f32).collect();
    let wanted = reference(&cells, shape, RATE, STEPS)
        .into_iter()
        .map(|cell| cell as f32)
        .collect();
    (shape, cells, wanted)
}

fn trial(device: &Device, workload: &Workload, rung: Cells) -> Result<Trial> {
    let (shape, cells, wanted) = made(workload);
    let (device, cells) = (device.clone(), device.stream_of(shape, &cells)?);
    Ok(Trial::new(
        move || rung(&device, &cells, RATE, STEPS),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    ))
}

fn packed_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape @ [width, _], cells, wanted) = made(workload);
    let (fours, cells) = packed(width, &cells);
    let fours = if shape[1] == 0 { [0, 0] } else { fours };
    let (device, cells) = (device.clone(), device.stream_of(fours, &cells)?);
    Ok(Trial::new(
        move || fragment_packed(&device, width, &cells, RATE, STEPS),
        move |result| Ok(Check::within(&unpacked(width, &result.read()?), &wanted, 0.0)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "heat",
    part: "simulations",
    summary: "heat that spreads on a plate, 5 steps",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a fragment a cell",
            source: "Harris et al. 2002",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four cells a texel",
            source: "Goodnight et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: packed_trial,
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "an invocation a cell",
            source: "the same line",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_tiled",
            era: Era::Compute,
            method: "four steps of a tile in shared memory",
            source: "Micikevicius 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_tiled),
        },
    ],
};
