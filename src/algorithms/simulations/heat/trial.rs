//! Trial of the rungs: on numbers with so few bits that every result is exact.

use super::{fragment_packed, reference};
use crate::algorithms::jacobi::{packed, unpacked};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream};

/// With a rate of 1/8, whole numbers below 4 get three fractional bits per step, 15 in all: no sum needs more
/// than the 17 bits that the cards of 2002 have.
const RATE: f32 = 0.125;
const STEPS: usize = 5;

type HeatRung = fn(&Device, &Stream<f32>, f32, usize) -> Result<Stream<f32>>;

fn build_inputs(workload: &Workload) -> ([usize; 2], Vec<f32>, Vec<f32>) {
    let shape = workload.rectangle();
    let cells = shape[0] * shape[1];
    let cells: Vec<f32> = workload.integers(0, 4).iter().take(cells).map(|word| *word as f32).collect();
    let wanted = reference(&cells, shape, RATE, STEPS)
        .into_iter()
        .map(|cell| cell as f32)
        .collect();
    (shape, cells, wanted)
}

pub(super) fn trial(device: &Device, workload: &Workload, rung: HeatRung) -> Result<Trial> {
    let (shape, cells, wanted) = build_inputs(workload);
    let cells = device.stream_of(shape, &cells)?;
    let device = device.clone();
    let trial = Trial::new(
        move || rung(&device, &cells, RATE, STEPS),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    );
    Ok(trial.sized(shape[0] * shape[1]))
}

pub(super) fn packed_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape @ [width, _], cells, wanted) = build_inputs(workload);
    let (fours, cells) = packed(width, &cells);
    let fours = if shape[1] == 0 { [0, 0] } else { fours };
    let cells = device.stream_of(fours, &cells)?;
    let device = device.clone();
    let trial = Trial::new(
        move || fragment_packed(&device, width, &cells, RATE, STEPS),
        move |result| Ok(Check::within(&unpacked(width, &result.read()?), &wanted, 0.0)),
    );
    Ok(trial.sized(shape[0] * shape[1]))
}
