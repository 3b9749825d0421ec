//! The trials of distance fields, and their row.

use super::{Extra, compute, compute_exact, flooded, fragment, fragment_exact, reference};
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Pointer, Result, Stream};

/// Seeds on a grid of about `size` cells, 128 x 128 at most: every fiftieth cell or so.
fn made(workload: &Workload) -> (Vec<u32>, [usize; 2]) {
    let workload = Workload { size: workload.size.min(1 << 14), ..workload.clone() };
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
fn flood_trial(device: &Device, workload: &Workload, rung: Field) -> Result<Trial> {
    let (seeds, shape) = made(workload);
    let wanted = flooded(&seeds, shape[0], Extra::Before);
    let (device, seeds) = (device.clone(), device.stream_of(shape, &seeds)?);
    Ok(Trial::new(move || rung(&device, &seeds), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

/// Exact fields against all seeds for all cells. Of seeds as near any may be named, so the squares of the distances are compared.
fn exact_trial(device: &Device, workload: &Workload, rung: Field) -> Result<Trial> {
    let (marks, shape) = made(workload);
    let word = |square: Option<u64>| square.map_or(u32::MAX, |square| square as u32);
    let wanted: Vec<u32> = reference(&marks, shape[0]).into_iter().map(word).collect();
    let (device, seeds) = (device.clone(), device.stream_of(shape, &marks)?);
    Ok(Trial::new(
        move || rung(&device, &seeds),
        move |result| {
            let pointers = result.read()?;
            let squares = pointers
                .iter()
                .enumerate()
                .map(|(cell, pointer)| squared(cell, *pointer, &marks, shape[0]));
            Ok(Check::exact(&squares.collect::<Vec<_>>(), &wanted))
        },
    ))
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

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "distance_field",
    part: "simulations",
    summary: "the nearest seed of every cell of a grid",
    size: 1 << 14,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "jump flooding, 1+JFA",
            source: "Rong and Tan 2006",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| flood_trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_exact",
            era: Era::Fragment,
            method: "columns by flooding, rows by asking",
            source: "Saito and Toriwaki 1994",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| exact_trial(device, workload, fragment_exact),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "jump flooding, 1+JFA",
            source: "Rong and Tan 2006",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| flood_trial(device, workload, compute),
        },
        Rung {
            name: "compute_exact",
            era: Era::Compute,
            method: "sweeps and lower envelopes",
            source: "Meijster et al. 2000",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| exact_trial(device, workload, compute_exact),
        },
    ],
};
