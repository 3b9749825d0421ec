//! The row of the table: every rung, computing the sum.

use super::*;
use super::{compute::GROUP, compute::additions, fragment::SIDES};
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload, fours};
use crate::{Element, Layout};

type Rungs<T> = fn(&Device, Operation, &Stream<T>) -> Result<Stream<f32>>;

/// A rung on the workload as scalars. `additions` says, of the stream, how many an element goes through at most.
fn trial(
    device: &Device,
    workload: &Workload,
    additions: impl Fn(&Stream<f32>) -> usize,
    rung: Rungs<f32>,
) -> Result<Trial> {
    let numbers = workload.floats(0);
    let stream = device.stream(&numbers)?;
    let additions = additions(&stream);
    judged(device, numbers, stream, additions, rung)
}

/// A rung on the workload as texels of four.
fn packed_trial(
    device: &Device,
    workload: &Workload,
    additions: impl Fn(&Stream<[f32; 4]>) -> usize,
    rung: Rungs<[f32; 4]>,
) -> Result<Trial> {
    let numbers = workload.floats(0);
    let texels = fours(&numbers, Operation::Sum.identity());
    let stream = device.stream_in(Layout::Packed, texels.len(), &texels)?;
    let additions = additions(&stream);
    judged(device, numbers, stream, additions, rung)
}

fn judged<T: Element>(
    device: &Device,
    numbers: Vec<f32>,
    stream: Stream<T>,
    additions: usize,
    rung: Rungs<T>,
) -> Result<Trial> {
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, Operation::Sum, &stream),
        move |result| {
            let given = result.read()?;
            let wanted = reference(Operation::Sum, &numbers);
            let error = if let [sum] = given[..] { (f64::from(sum) - wanted).abs() } else { f64::INFINITY };
            Ok(Check::new(1, error, bound(additions, &numbers)))
        },
    ))
}

/// The additions of passes over blocks of `factor` x `factor` texels, where a block takes `each`.
fn of_passes<T: Element>(stream: &Stream<T>, factor: usize, each: usize) -> usize {
    let [width, height, _] = stream.plan().size();
    passes_of([width, height], factor).max(1) * each
}

/// The levels of a binary tree.
fn levels(elements: usize) -> usize {
    elements.max(1).next_power_of_two().ilog2() as usize
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "reduce",
    part: "primitives",
    summary: "the minimum, maximum or sum of all elements",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "blocks of 2x2, pass after pass",
            source: "Krüger and Westermann 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |stream| of_passes(stream, SIDES[0], 2), fragment),
        },
        Rung {
            name: "fragment_wide",
            era: Era::Fragment,
            method: "blocks of 4x4",
            source: "Krüger and Westermann 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                trial(device, workload, |stream| of_passes(stream, SIDES[1], SIDES[1] * SIDES[1]), fragment_wide)
            },
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "blocks of 8x8, four elements a texel",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                let additions = |stream: &Stream<_>| of_passes(stream, SIDES[2], SIDES[2] * SIDES[2]) + 2;
                packed_trial(device, workload, additions, fragment_packed)
            },
        },
        Rung {
            name: "compute_levels",
            era: Era::Compute,
            method: "a dispatch a level, one array",
            source: "gKit2, compute lesson",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |stream| levels(stream.len()), compute_levels),
        },
        Rung {
            name: "compute_atomic",
            era: Era::Compute,
            method: "one atomic an element",
            source: "gKit2, compute lesson",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Stream::len, compute_atomic),
        },
        Rung {
            name: "compute_atomic_group",
            era: Era::Compute,
            method: "one atomic a group",
            source: "gKit2, compute lesson",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                trial(device, workload, |stream| GROUP + stream.len().div_ceil(GROUP), compute_atomic_group)
            },
        },
        Rung {
            name: "compute_shared",
            era: Era::Compute,
            method: "a tree in shared memory",
            source: "Harris 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            // Each level but the last is of whole groups: as deep as one tree, and at most a group's tree deeper.
            prepare: |device, workload| {
                trial(device, workload, |stream| levels(stream.len()) + levels(GROUP), compute_shared)
            },
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a share a lane, then a tree",
            source: "Harris 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                trial(device, workload, |stream| additions(device, stream.len()), super::compute)
            },
        },
        Rung {
            name: "compute_image",
            era: Era::Compute,
            method: "the same from a texture",
            source: "image loads",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                packed_trial(device, workload, |stream| additions(device, 4 * stream.len()), compute_image)
            },
        },
    ],
};
