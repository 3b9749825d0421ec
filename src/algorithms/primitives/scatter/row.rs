//! The row of the table: every rung, on places that differ from one another.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use crate::random;

type Rungs = fn(&Device, &Stream<f32>, &Stream<Pointer>, usize) -> Result<Stream<f32>>;

/// Places in no order and none twice, for as many elements; about one in sixteen is nowhere, and one in sixteen beyond the result.
fn places(workload: &Workload) -> Vec<Pointer> {
    let size = workload.size;
    let mut places: Vec<usize> = (0..=size + size / 16).collect();
    for i in 0..size {
        let others = (places.len() - i) as u32;
        places.swap(i, i + (random::word(workload.seed, i as u32, 1) % others) as usize);
    }
    let nulls = workload.integers(2, 16);
    let pointer = |(place, null)| if null == 0 { Pointer::NOWHERE } else { Pointer::to(place) };
    places.into_iter().zip(nulls).map(pointer).collect()
}

fn trial(device: &Device, workload: &Workload, rung: Rungs) -> Result<Trial> {
    let (numbers, places, count) = (workload.floats(0), places(workload), workload.size);
    let wanted = reference(&numbers, &places, count, 0.0);
    let (source, places) = (device.stream(&numbers)?, device.stream(&places)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, &places, count),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

fn inverse_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (numbers, places, count) = (workload.floats(0), places(workload), workload.size);
    let wanted = reference(&numbers, &places, count, 0.0);
    let (source, elements) = (device.stream(&numbers)?, device.stream(&inverse(&places, count))?);
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_inverse(&device, &source, &elements),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "scatter",
    part: "primitives",
    summary: "each element to a place of its own choice",
    size: 1 << 18,
    rungs: &[
        Rung {
            name: "fragment_inverse",
            era: Era::Fragment,
            method: "the inverse is known: a gather",
            source: "GPU Gems 2, chapter 32",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: inverse_trial,
        },
        Rung {
            name: "fragment_sort",
            era: Era::Fragment,
            method: "sort by place, then search",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_sort),
        },
        Rung {
            name: "fragment_stencil",
            era: Era::Fragment,
            method: "stencil routing to lists of a cell",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_stencil),
        },
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "points placed by the vertex kernel",
            source: "Scheuermann and Hensley 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute_store",
            era: Era::Compute,
            method: "a store, for places that differ",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_store),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "claims by atomic maximum, then a gather",
            source: "the last one stays",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
