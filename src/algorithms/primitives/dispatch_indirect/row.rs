//! The row of the table: every rung, on numbers below a hundred thousand.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

type Steps = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

/// Numbers whose paths are of 0 to 350 steps, and now and then one that never ends.
fn trial(device: &Device, workload: &Workload, rung: Steps) -> Result<Trial> {
    let numbers = workload.integers(0, 100_000);
    let wanted = reference(&numbers);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    Ok(Trial::new(move || rung(&device, &source), move |steps| Ok(Check::exact(&steps.read()?, &wanted))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "dispatch_indirect",
    part: "primitives",
    summary: "work on what is not done yet, by a size that the GPU wrote",
    size: 1 << 18,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "all elements a round, a query says when to end",
            source: "Harris and Buck 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_when",
            era: Era::Fragment,
            method: "rounds that are drawn if a query counted",
            source: "OpenGL 3.0, conditional rendering",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_when),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a list, launched by its length on the device",
            source: "Red Book 8, section 12.3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_readback",
            era: Era::Compute,
            method: "the same list, its length read by the host",
            source: "a loop on the host",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_readback),
        },
        Rung {
            name: "compute_alone",
            era: Era::Compute,
            method: "every invocation to the end of its path",
            source: "the plain loop",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_alone),
        },
    ],
};
