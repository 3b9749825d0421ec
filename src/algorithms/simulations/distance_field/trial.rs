//! Trial of the rungs: jump flooding against the same flood by loops; exact fields against all seeds for all
//! cells or a sample of them.

use super::{Extra, flooded, squared_distances};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Pointer, Result, Stream};

/// Up to this many cells, the reference tests all seeds for each.
const FULL_CHECK_LIMIT: usize = 1 << 14;

/// Cells that are checked of a larger grid.
const SAMPLE: usize = 1_024;

/// Places seeds on a grid of about `size` cells, on about every fiftieth cell.
pub(super) fn build_inputs(workload: &Workload) -> (Vec<u32>, [usize; 2]) {
    let [width, height] = workload.rectangle();
    let seeds = workload
        .integers(0, 50)
        .iter()
        .take(width * height)
        .map(|word| u32::from(*word == 0))
        .collect();
    (seeds, [width, height])
}

type FieldRung = fn(&Device, &Stream<u32>) -> Result<Stream<Pointer>>;

/// Builds the trial of jump flooding against the same flood by loops, pointer by pointer.
pub(super) fn flood_trial(device: &Device, workload: &Workload, rung: FieldRung) -> Result<Trial> {
    let (seeds, shape) = build_inputs(workload);
    let wanted = flooded(&seeds, shape[0], Extra::Before);
    let seeds = device.stream_of(shape, &seeds)?;
    let device = device.clone();
    let trial = Trial::new(move || rung(&device, &seeds), move |result| Ok(Check::exact(&result.read()?, &wanted)));
    Ok(trial.sized(shape[0] * shape[1]))
}

/// Builds the trial of exact fields against all seeds for all cells. Compares squared distances because any of
/// several equally near seeds is valid.
pub(super) fn exact_trial(device: &Device, workload: &Workload, rung: FieldRung) -> Result<Trial> {
    let (marks, shape @ [width, height]) = build_inputs(workload);
    let cells = width * height;
    let judged: Vec<usize> = match cells {
        0..=FULL_CHECK_LIMIT => (0..cells).collect(),
        _ => (0..SAMPLE).map(|number| number * (cells - 1) / (SAMPLE - 1)).collect(),
    };
    let wanted: Vec<u32> = squared_distances(&marks, width, &judged)
        .into_iter()
        .map(|square: Option<u64>| square.map_or(u32::MAX, |square| square as u32))
        .collect();
    let seeds = device.stream_of(shape, &marks)?;
    let device = device.clone();
    let trial = Trial::new(
        move || rung(&device, &seeds),
        move |result| {
            let pointers = result.read()?;
            if pointers.len() != cells {
                return Ok(Check::new(0, f64::INFINITY, 0.0));
            }
            let given: Vec<u32> = judged
                .iter()
                .map(|cell| squared_distance(*cell, pointers[*cell], &marks, width))
                .collect();
            Ok(Check::exact(&given, &wanted).out_of(cells))
        },
    );
    Ok(trial.sized(cells))
}

/// Returns the squared distance to the pointed seed, or a value that no grid has if that cell is not a seed.
fn squared_distance(cell: usize, pointer: Pointer, marks: &[u32], width: usize) -> u32 {
    match pointer.target() {
        None => u32::MAX,
        Some(seed) if marks.get(seed).is_none_or(|mark| *mark == 0) => u32::MAX - 1,
        Some(seed) => {
            let [x, y] = [(cell % width).abs_diff(seed % width), (cell / width).abs_diff(seed / width)];
            (x * x + y * y) as u32
        }
    }
}
