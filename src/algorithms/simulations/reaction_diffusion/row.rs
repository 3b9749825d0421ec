//! The row of the table: a few steps of a dish of any size.

use super::super::{Algorithm, Check, Rung, Trial, Workload};
use super::{GrayScott, bound, compute, compute_tiled, fragment, picture, reference};
use crate::{Device, Era, Result, Stream, image_of};

/// Steps of a trial: the reaction would enlarge a rounding too much in many.
const STEPS: usize = 7;

/// The most cells of a trial, so that the reference is soon done.
const MOST: usize = 1 << 16;

type Steps = fn(&Device, &Stream<[f32; 2]>, &GrayScott, usize) -> Result<Stream<[f32; 2]>>;

/// Any amounts of both, and short steps.
fn trial(device: &Device, workload: &Workload, rung: Steps) -> Result<Trial> {
    let reaction = GrayScott { step: 0.25, ..GrayScott::default() };
    let workload = Workload { size: workload.size.min(MOST), ..workload.clone() };
    let size = workload.rectangle();
    let amounts = |column| workload.floats(column).into_iter().map(|number| 0.5 + 0.5 * number);
    let cells: Vec<[f32; 2]> = amounts(0)
        .zip(amounts(1))
        .take(size[0] * size[1])
        .map(|(u, v)| [u, v])
        .collect();
    let wanted = reference(&cells, size, &reaction, STEPS);
    let wanted: Vec<f32> = wanted.iter().flatten().map(|amount| *amount as f32).collect();
    let (device, here, cells) = (device.clone(), device.clone(), device.stream_of(size, &cells)?);
    Ok(Trial::with_picture(
        move || rung(&device, &cells, &reaction, STEPS),
        move |result| Ok(Check::within(result.read()?.as_flattened(), &wanted, bound(&reaction, STEPS))),
        move |result| image_of(&picture(&here, result, size)?),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "reaction_diffusion",
    part: "simulations",
    summary: "two substances that spread and react, 7 steps",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a fragment a cell, two lanes",
            source: "Harris et al. 2002",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "an invocation a cell",
            source: "the same lines",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_tiled",
            era: Era::Compute,
            method: "four steps of a tile in shared memory",
            source: "temporal blocking",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_tiled),
        },
    ],
};
