//! The trials of volumes, and their row.

use super::super::super::{Algorithm, Check, Rung, Trial, Workload};
use super::{compute, compute_columns, fragment, reference};
use crate::{Device, Era, Layout, Result, Stream};

/// Steps of a trial.
const STEPS: usize = 4;
const RATE: f32 = 0.15;

/// The shape of a trial: never a cube, and never so large that a pass a slice takes long.
fn shape(size: usize) -> [usize; 3] {
    let side = (1..=37).take_while(|side| side * side * side <= size).last().unwrap_or(0);
    [side, side - side / 4, side - side / 3]
}

/// How far the cells may be off after so many steps, where none was larger than 1.
///
/// A step is a weighted mean, so it carries no error of the step before further than it is. Its own: six additions of sums of up to 6 and
/// the product with the cell round by half a unit each, 36 half units in all, of which the rate takes less than a sixth; the last addition
/// adds a half.
fn bound(steps: usize) -> f64 {
    steps as f64 * 8.0 * f64::from(f32::EPSILON)
}

type Steps = fn(&Device, &Stream<f32>, f32, usize) -> Result<Stream<f32>>;

fn trial(device: &Device, workload: &Workload, layout: Layout, rung: Steps) -> Result<Trial> {
    let shape = shape(workload.size);
    let workload = Workload { size: shape.iter().product(), ..workload.clone() };
    let cells = workload.floats(0);
    let wanted: Vec<f32> = reference(&cells, shape, RATE, STEPS)
        .into_iter()
        .map(|cell| cell as f32)
        .collect();
    let (device, cells) = (device.clone(), device.stream_in(layout, shape, &cells)?);
    Ok(Trial::new(
        move || rung(&device, &cells, RATE, STEPS),
        move |result| Ok(Check::within(&result.read()?, &wanted, bound(STEPS))),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "volume",
    part: "structures",
    summary: "diffusion in a volume, 4 steps, in five layouts",
    size: 1 << 15,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "slices side by side",
            source: "GPU Gems 2, listing 33-4",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::BySlice, fragment),
        },
        Rung {
            name: "fragment_rows",
            era: Era::Fragment,
            method: "line after line",
            source: "GPU Gems 2, listing 33-3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Packed, fragment),
        },
        Rung {
            name: "fragment_slices",
            era: Era::Fragment,
            method: "a texture a slice",
            source: "GPU Gems 2, figure 33-6",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Slices, fragment),
        },
        Rung {
            name: "fragment_volume",
            era: Era::Fragment,
            method: "a 3D texture, a pass a slice",
            source: "GPU Gems 2, section 33.2.3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Volume, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a buffer, one invocation a cell",
            source: "the listing, in a buffer",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute),
        },
        Rung {
            name: "compute_columns",
            era: Era::Compute,
            method: "columns with three cells in registers",
            source: "Micikevicius 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute_columns),
        },
    ],
};
