//! The row of the table: every rung, on segments of one element to hundreds.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

type Segmented = fn(&Device, &Stream<u32>, &Stream<u32>) -> Result<Stream<u32>>;

/// Numbers, and heads: now and then, and in some stretches at every other element.
fn trial(device: &Device, workload: &Workload, rung: Segmented) -> Result<Trial> {
    let numbers = workload.integers(0, 1000);
    let often = |i: usize| if i % 1000 < 100 { 2 } else { 200 };
    let heads: Vec<u32> = workload
        .integers(1, 1000)
        .iter()
        .enumerate()
        .map(|(i, word)| u32::from(word % often(i) == 0))
        .collect();
    let wanted = reference(&numbers, &heads);
    let (device, source, heads) = (device.clone(), device.stream(&numbers)?, device.stream(&heads)?);
    Ok(Trial::new(move || rung(&device, &source, &heads), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "segmented_scan",
    part: "primitives",
    summary: "prefix sums of many segments at once",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "doubling strides on pairs of sum and flag",
            source: "Hillis and Steele 1986, Blelloch 1990",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_work_efficient",
            era: Era::Fragment,
            method: "up and down a binary tree of pairs",
            source: "Sengupta et al. 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_work_efficient),
        },
        Rung {
            name: "fragment_blocked",
            era: Era::Fragment,
            method: "the tree with families of eight",
            source: "fewer, fatter passes",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_blocked),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "chunks on a CPU, blocks on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_blocks",
            era: Era::Compute,
            method: "blocks in shared memory, totals added back",
            source: "Sengupta et al. 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_blocks),
        },
        Rung {
            name: "compute_chunks",
            era: Era::Compute,
            method: "one chunk a lane, three steps",
            source: "reduce-then-scan",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_chunks),
        },
    ],
};
