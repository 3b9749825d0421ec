//! Exclusive scans, minima and maxima, what lies behind the kept, paths that never end, one bin for all,
//! numbers that are too large.

use super::{Further, compute, exactly, fragment};
use crate::algorithms::scan::exclusive;
use crate::algorithms::{Check, Trial, Workload, compact, dispatch_indirect, histogram, reduce, scatter_add};
use crate::{Device, Era, Pointer, Result, Stream};

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
    ("reduce", fragment("fragment, of maxima", |device, workload| greatest(device, workload, reduce::fragment))),
    (
        "reduce",
        fragment("fragment_wide, of maxima", |device, workload| greatest(device, workload, reduce::fragment_wide)),
    ),
    (
        "reduce",
        compute("compute_levels, of maxima", |device, workload| greatest(device, workload, reduce::compute_levels)),
    ),
    ("compact", fragment("fragment, all places", all_places)),
    ("compact", compute("compute, all places", all_places)),
    ("dispatch_indirect", fragment("fragment, of paths that never end", endless)),
    ("dispatch_indirect", compute("compute, of paths that never end", endless)),
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

/// The greatest of numbers of which none is as large as the zeros that lie behind them.
fn greatest(device: &Device, workload: &Workload, rung: Reduced) -> Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| number - 2.0).collect();
    let wanted = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    exactly(move || rung(&device, reduce::Operation::Max, &source), vec![wanted])
}

/// The kept elements, and the zeros behind them.
fn all_places(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = workload.integers(0, 1_000);
    let mut wanted = compact::reference(&numbers, |value| value % 3 == 0);
    wanted.resize(numbers.len(), 0);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    let run = move || match device.era() {
        Era::Fragment => compact::fragment(&device, &source, "value % 3u == 0u"),
        Era::Compute => compact::compute(&device, &source, "value % 3u == 0u"),
    };
    Ok(Trial::new(run, move |kept: &compact::Compacted<u32>| Ok(Check::exact(&kept.elements.read()?, &wanted))))
}

/// Numbers of 32 bits: some of their paths have no end there. The largest that may be tripled is
/// 1,431,655,764.
fn endless(device: &Device, workload: &Workload) -> Result<Trial> {
    let edges = [0, 1, 1_431_655_763, 1_431_655_764, 1_431_655_765, 1_431_655_767, u32::MAX - 1, u32::MAX];
    let numbers = [&edges[..], &workload.integers(0, u32::MAX)].concat();
    let wanted = dispatch_indirect::reference(&numbers);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    exactly(move || dispatch_indirect::dispatch_indirect(&device, &source), wanted)
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
