//! Exclusive scans, minima, one bin for all, numbers that are too large.

use super::{Further, compute, exactly, fragment};
use crate::algorithms::scan::exclusive;
use crate::algorithms::{Trial, Workload, histogram, reduce, scatter_add};
use crate::{Device, Pointer, Result, Stream};

pub(super) const RUNGS: &[Further] = &[
    (
        "scan",
        compute("exclusive::compute_blocks", |device, workload| shifted(device, workload, exclusive::compute_blocks)),
    ),
    (
        "scan",
        compute("exclusive::compute_chunks", |device, workload| shifted(device, workload, exclusive::compute_chunks)),
    ),
    (
        "scan",
        compute("exclusive::compute_lookback", |device, workload| {
            shifted(device, workload, exclusive::compute_lookback)
        }),
    ),
    ("scan", fragment("exclusive::fragment", |device, workload| shifted(device, workload, exclusive::fragment))),
    ("reduce", fragment("fragment, of minima", |device, workload| least(device, workload, reduce::fragment))),
    ("reduce", fragment("fragment_wide, of minima", |device, workload| least(device, workload, reduce::fragment_wide))),
    (
        "reduce",
        compute("compute_levels, of minima", |device, workload| least(device, workload, reduce::compute_levels)),
    ),
    ("histogram", compute("compute_shared, of one value", one_value)),
    ("scatter_add", compute("compute_fixed, of numbers too large", too_large)),
];

type Shifted = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

fn shifted(device: &Device, workload: &Workload, rung: Shifted) -> Result<Trial> {
    let numbers = workload.integers(0, 1_000);
    let wanted = exclusive::reference(&numbers);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    exactly(move || rung(&device, &source), wanted)
}

type Reduced = fn(&Device, reduce::Operation, &Stream<f32>) -> Result<Stream<f32>>;

/// The least of numbers of which none is as small as the zeros that lie behind them.
fn least(device: &Device, workload: &Workload, rung: Reduced) -> Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| number + 2.0).collect();
    let wanted = numbers.iter().copied().fold(f32::INFINITY, f32::min);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    exactly(move || rung(&device, reduce::Operation::Min, &source), vec![wanted])
}

fn one_value(device: &Device, workload: &Workload) -> Result<Trial> {
    let values = vec![0.5; workload.size];
    let wanted = histogram::reference(&values, 3);
    let (device, source) = (device.clone(), device.stream(&values)?);
    exactly(move || histogram::compute_shared(&device, &source, 3), wanted)
}

fn too_large(device: &Device, workload: &Workload) -> Result<Trial> {
    let count = workload.size;
    let wanted = vec![2_147_483_520.0 / 16.0; count];
    let places: Vec<Pointer> = (0..count).map(Pointer::to).collect();
    let (device, source) = (device.clone(), device.stream(&vec![1e30; count])?);
    let places = device.stream(&places)?;
    exactly(move || scatter_add::compute_fixed(&device, &source, &places, count, 4), wanted)
}
