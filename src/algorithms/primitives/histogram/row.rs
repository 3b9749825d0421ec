//! The row of the table: every rung, on 256 bins.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

type Rungs = fn(&Device, &Stream<f32>, usize) -> Result<Stream<u32>>;

const BINS: usize = 256;

/// The brightness of the photograph; or numbers of which small ones are frequent, some are out of range, and some are none.
fn values(workload: &Workload) -> Vec<f32> {
    if let Some(photograph) = &workload.photograph {
        return luminance(photograph);
    }
    let value = |(number, kind): (&f32, u32)| match kind {
        0 => f32::NAN,
        1 => *number * 3.0,
        2 => number.abs().ceil(), // exactly 1
        _ => number * number,
    };
    workload.floats(0).iter().zip(workload.integers(1, 32)).map(value).collect()
}

fn trial(device: &Device, workload: &Workload, rung: Rungs) -> Result<Trial> {
    let values = values(workload);
    let wanted = reference(&values, BINS);
    let source = device.stream(&values)?;
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &source, BINS),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        |result| Ok(bars(&result.read()?)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "histogram",
    part: "primitives",
    summary: "how many elements lie in each of 256 bins",
    size: 1 << 18,
    rungs: &[
        Rung {
            name: "fragment_queries",
            era: Era::Fragment,
            method: "an occlusion query a bin",
            source: "Green 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_queries),
        },
        Rung {
            name: "fragment_sort",
            era: Era::Fragment,
            method: "sort by bin, then search",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_sort),
        },
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "points, added by blending",
            source: "Scheuermann and Hensley 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute_global",
            era: Era::Compute,
            method: "atomics in memory",
            source: "the obvious way",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_global),
        },
        Rung {
            name: "compute_shared",
            era: Era::Compute,
            method: "atomics in shared memory",
            source: "Podlozhnyuk 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_shared),
        },
        Rung {
            name: "compute_copies",
            era: Era::Compute,
            method: "several histograms a group",
            source: "shorter queues",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_copies),
        },
        Rung {
            name: "compute_private",
            era: Era::Compute,
            method: "a histogram a lane, no atomics",
            source: "for the lanes of a CPU",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_private),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "private on a CPU, copies on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
