//! The sum of a workload, judged by the number of additions that an element goes through.

use super::{GROUP, Operation, bound, fragment_2005, passes_of, reference};
use crate::algorithms::{Check, Trial, Workload, fours};
use crate::{Device, Element, Layout, Result, Stream};

type ReduceRung<T> = fn(&Device, Operation, &Stream<T>) -> Result<Stream<f32>>;

/// Tries a rung on the workload as scalars. `additions` returns the largest number that an element of the stream goes
/// through.
pub(super) fn scalar_trial(
    device: &Device,
    workload: &Workload,
    additions: impl Fn(&Stream<f32>) -> usize,
    rung: ReduceRung<f32>,
) -> Result<Trial> {
    let numbers = workload.floats(0);
    let stream = device.stream(&numbers)?;
    let additions = additions(&stream);
    sum_trial(device, numbers, stream, additions, rung)
}

/// Tries a rung on the workload as texels of four.
pub(super) fn packed_trial(
    device: &Device,
    workload: &Workload,
    additions: impl Fn(&Stream<[f32; 4]>) -> usize,
    rung: ReduceRung<[f32; 4]>,
) -> Result<Trial> {
    let numbers = workload.floats(0);
    let texels = fours(&numbers, Operation::Sum.identity());
    let stream = device.stream_in(Layout::Packed, texels.len(), &texels)?;
    let additions = additions(&stream);
    sum_trial(device, numbers, stream, additions, rung)
}

/// Tries integers of -8 to 8: their sums are integers, and exact on every card while they are below 2^17, so that no
/// error is allowed.
pub(super) fn integer_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| (number * 8.0).round()).collect();
    let stream = device.stream(&numbers)?;
    sum_trial(device, numbers, stream, 0, fragment_2005)
}

fn sum_trial<T: Element>(
    device: &Device,
    numbers: Vec<f32>,
    stream: Stream<T>,
    additions: usize,
    rung: ReduceRung<T>,
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

/// Counts the additions of passes over blocks of `factor` x `factor` texels, with `each` per block.
pub(super) fn block_additions<T: Element>(stream: &Stream<T>, factor: usize, each: usize) -> usize {
    let [width, height, _] = stream.plan().size();
    passes_of([width, height], factor).max(1) * each
}

/// Counts the levels of a binary tree.
pub(super) fn tree_levels(elements: usize) -> usize {
    elements.max(1).next_power_of_two().ilog2() as usize
}

/// Counts the additions of a group's elements in a queue, and then of the groups'.
pub(super) fn group_additions(source: &Stream<f32>) -> usize {
    GROUP + source.len().div_ceil(GROUP)
}

/// Counts the additions of a tree per group: each level but the last has whole groups, as deep as one tree, and at most
/// a group's tree deeper.
pub(super) fn tree_additions(source: &Stream<f32>) -> usize {
    tree_levels(source.len()) + tree_levels(GROUP)
}
