//! The row of the table: every rung of the sum.

use super::*;
use crate::Layout;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload, fours};

type Scalars = fn(&Device, Operation, &Stream<f32>) -> Result<Stream<f32>>;
type Fours = fn(&Device, Operation, &Stream<[f32; 4]>) -> Result<Stream<f32>>;

/// The sum of the workload by a rung on scalars. `additions` is the most that an element goes through.
fn trial(device: &Device, workload: &Workload, additions: usize, rung: Scalars) -> Result<Trial> {
    let numbers = workload.floats(0);
    let stream = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, Operation::Sum, &stream),
        move |result| judge(&result.read()?, additions, &numbers),
    ))
}

/// The same by a rung on texels of four elements.
fn packed_trial(device: &Device, workload: &Workload, additions: usize, rung: Fours) -> Result<Trial> {
    let numbers = workload.floats(0);
    let stream = device.stream_in(Layout::Packed, numbers.len().div_ceil(4), &fours(&numbers, 0.0))?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, Operation::Sum, &stream),
        move |result| judge(&result.read()?, additions, &numbers),
    ))
}

fn judge(given: &[f32], additions: usize, numbers: &[f32]) -> Result<Check> {
    let wanted = reference(Operation::Sum, numbers);
    let error = if let [given] = given { (f64::from(*given) - wanted).abs() } else { f64::INFINITY };
    Ok(Check { elements: 1, error, bound: bound(additions, numbers) })
}

/// The most additions that an element of a 1D stream goes through where a pass of blocks of `factor` x `factor` texels has `each`.
fn block_additions(texels: usize, factor: usize, each: usize) -> usize {
    let side = if texels <= 64 { texels } else { texels.isqrt().next_power_of_two() * 2 };
    passes_of([side, side], factor) * each
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "reduce",
    summary: "the minimum, maximum or sum of all elements",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "blocks of 2x2, pass after pass",
            source: "Krüger and Westermann 2003",
            prepare: |device, workload| trial(device, workload, block_additions(workload.size, 2, 2), fragment),
        },
        Rung {
            name: "fragment_wide",
            era: Era::Fragment,
            method: "blocks of 8x8",
            source: "Krüger and Westermann 2003",
            prepare: |device, workload| {
                let each = FACTOR * FACTOR;
                trial(device, workload, block_additions(workload.size, FACTOR, each), fragment_wide)
            },
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "blocks of 8x8, four elements a texel",
            source: "GPU Gems 2, chapter 33",
            prepare: |device, workload| {
                let additions = 2 + block_additions(workload.size.div_ceil(4), FACTOR, FACTOR * FACTOR).max(FACTOR * FACTOR);
                packed_trial(device, workload, additions, fragment_packed)
            },
        },
        Rung {
            name: "compute_levels",
            era: Era::Compute,
            method: "a dispatch a level, one array",
            source: "gKit2, compute lesson",
            prepare: |device, workload| {
                trial(device, workload, workload.size.next_power_of_two().ilog2() as usize, compute_levels)
            },
        },
        Rung {
            name: "compute_atomic",
            era: Era::Compute,
            method: "one atomic an element",
            source: "gKit2, compute lesson",
            prepare: |device, workload| trial(device, workload, workload.size, compute_atomic),
        },
        Rung {
            name: "compute_atomic_group",
            era: Era::Compute,
            method: "one atomic a group",
            source: "gKit2, compute lesson",
            prepare: |device, workload| {
                trial(device, workload, GROUP + workload.size.div_ceil(GROUP), compute_atomic_group)
            },
        },
        Rung {
            name: "compute_shared",
            era: Era::Compute,
            method: "a tree in shared memory",
            source: "Harris 2007",
            prepare: |device, workload| {
                trial(device, workload, 8 + workload.size.next_power_of_two().ilog2() as usize, compute_shared)
            },
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a share a lane, then a tree",
            source: "Harris 2007",
            prepare: |device, workload| trial(device, workload, compute::additions(device, workload.size), super::compute),
        },
        Rung {
            name: "compute_image",
            era: Era::Compute,
            method: "the same from a texture",
            source: "imageLoad of four elements",
            prepare: |device, workload| {
                packed_trial(device, workload, compute::additions(device, workload.size), compute_image)
            },
        },
    ],
};
