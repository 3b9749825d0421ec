//! How a rung is tried: jump flooding against the same flood by loops, exact fields against all seeds for all
//! cells, or for a sample of them.

use super::{Extra, flooded, squares};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Pointer, Result, Stream};

/// Cells up to which the reference asks all seeds for each.
const ALL: usize = 1 << 14;

/// Cells that are judged where there are more.
const SAMPLE: usize = 1_024;

/// Seeds on a grid of about `size` cells: every fiftieth cell or so.
fn made(workload: &Workload) -> (Vec<u32>, [usize; 2]) {
    let [width, height] = workload.rectangle();
    let seeds = workload
        .integers(0, 50)
        .iter()
        .take(width * height)
        .map(|word| u32::from(*word == 0))
        .collect();
    (seeds, [width, height])
}

type Field = fn(&Device, &Stream<u32>) -> Result<Stream<Pointer>>;

/// Jump flooding against the same flood by loops, pointer by pointer.
pub(super) fn flood_trial(device: &Device, workload: &Workload, rung: Field) -> Result<Trial> {
    let (seeds, shape) = made(workload);
    let wanted = flooded(&seeds, shape[0], Extra::Before);
    let (device, seeds) = (device.clone(), device.stream_of(shape, &seeds)?);
    let trial = Trial::new(move || rung(&device, &seeds), move |result| Ok(Check::exact(&result.read()?, &wanted)));
    Ok(trial.sized(shape[0] * shape[1]))
}

/// Exact fields against all seeds for all cells. Of seeds as near any may be named, so the squares of the
/// distances are compared.
pub(super) fn exact_trial(device: &Device, workload: &Workload, rung: Field) -> Result<Trial> {
    let (marks, shape @ [width, height]) = made(workload);
    let cells = width * height;
    let judged: Vec<usize> = match cells {
        0..=ALL => (0..cells).collect(),
        _ => (0..SAMPLE).map(|number| number * (cells - 1) / (SAMPLE - 1)).collect(),
    };
    let word = |square: Option<u64>| square.map_or(u32::MAX, |square| square as u32);
    let wanted: Vec<u32> = squares(&marks, width, &judged).into_iter().map(word).collect();
    let (device, seeds) = (device.clone(), device.stream_of(shape, &marks)?);
    let trial = Trial::new(
        move || rung(&device, &seeds),
        move |result| {
            let pointers = result.read()?;
            if pointers.len() != cells {
                return Ok(Check::new(0, f64::INFINITY, 0.0));
            }
            let given: Vec<u32> = judged
                .iter()
                .map(|cell| squared(*cell, pointers[*cell], &marks, width))
                .collect();
            Ok(Check::exact(&given, &wanted).out_of(cells))
        },
    );
    Ok(trial.sized(cells))
}

/// The square of the distance to the seed that is named; one that no grid has where the cell named is none.
fn squared(cell: usize, pointer: Pointer, marks: &[u32], width: usize) -> u32 {
    match pointer.target() {
        None => u32::MAX,
        Some(seed) if marks.get(seed).is_none_or(|mark| *mark == 0) => u32::MAX - 1,
        Some(seed) => {
            let [x, y] = [(cell % width).abs_diff(seed % width), (cell / width).abs_diff(seed / width)];
            (x * x + y * y) as u32
        }
    }
}
