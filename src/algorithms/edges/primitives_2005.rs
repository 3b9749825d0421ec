//! Primitives in floats alone: minima and maxima, NaN, streams in rows of three, few places, few bins.

use super::{EdgeCase, exact_trial, fragment_case};
use crate::algorithms::{
    Check, Trial, Workload, compact, gather, histogram, reduce, scan, scatter, scatter_add, search, segmented_scan,
    select, sort, split,
};
use crate::{Device, Pointer, Result, Stream};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("reduce", fragment_case("fragment_2005, of minima, maxima and NaN", least_and_greatest)),
    ("reduce", fragment_case("fragment_2005, of rows of three", narrow_sum)),
    ("scan", fragment_case("fragment_2005, of rows of three", narrow_scan)),
    ("segmented_scan", fragment_case("fragment_2005, of rows of three", narrow_segments)),
    ("sort", fragment_case("fragment_2005, of rows of three", narrow_sort)),
    ("search", fragment_case("fragment_2005, of rows of three", narrow_search)),
    ("compact", fragment_case("fragment_2005, of rows of three", narrow_compact)),
    (
        "scatter",
        fragment_case("fragment_2005, of rows of three", |device, workload| {
            few_places(device, workload, scatter::fragment_2005)
        }),
    ),
    (
        "scatter",
        fragment_case("fragment_sort_2005, of rows of three", |device, workload| {
            few_places(device, workload, scatter::fragment_sort_2005)
        }),
    ),
    (
        "scatter",
        fragment_case("fragment_stencil_2005, of rows of three", |device, workload| {
            few_places(device, workload, scatter::fragment_stencil_2005)
        }),
    ),
    ("scatter_add", fragment_case("fragment_2005, of rows of three", few_sums)),
    ("select", fragment_case("fragment_2005, of numbers around zero", select_around_zero)),
    ("split", fragment_case("fragment_2005, of rows of three", narrow_split)),
    ("split", fragment_case("fragment_2005, of one part", split_one_part)),
    ("histogram", fragment_case("fragment_2005, of four bins", four_bins)),
];

/// Returns small whole numbers in rows of three, about `size` of them.
fn narrow_numbers(workload: &Workload, bound: u32) -> ([usize; 2], Vec<f32>) {
    let height = workload.size.clamp(1, 5_000).div_ceil(3);
    let numbers = Workload { size: 3 * height, ..workload.clone() }.integers(0, bound);
    ([3, height], numbers.into_iter().map(|number| number as f32).collect())
}

/// Builds the trial of the minimum and maximum of numbers on one side of the padding's zeros, and of the same with a
/// NaN, which wins.
fn least_and_greatest(device: &Device, workload: &Workload) -> Result<Trial> {
    let above: Vec<f32> = workload.floats(0).iter().map(|number| number + 2.0).collect();
    let below: Vec<f32> = workload.floats(1).iter().map(|number| number - 2.0).collect();
    let mut lost = above.clone();
    lost.extend([f32::NAN, 0.5]);
    let least = above.iter().copied().fold(f32::INFINITY, f32::min);
    let greatest = below.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sources = [device.stream(&above)?, device.stream(&below)?, device.stream(&lost)?];
    let device = device.clone();
    let wanted = [least, greatest, f32::NAN, f32::NAN];
    Ok(Trial::new(
        move || {
            let [above, below, lost] = &sources;
            let [min, max] = [reduce::Operation::Min, reduce::Operation::Max];
            Ok([
                reduce_stream(min, above, &device)?,
                reduce_stream(max, below, &device)?,
                reduce_stream(min, lost, &device)?,
                reduce_stream(max, lost, &device)?,
            ])
        },
        move |given: &[f32; 4]| Ok(Check::within(given, &wanted, 0.0)),
    ))
}

fn reduce_stream(operation: reduce::Operation, source: &Stream<f32>, device: &Device) -> Result<f32> {
    Ok(reduce::fragment_2005(device, operation, source)?.read()?[0])
}

fn narrow_sum(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 9);
    let wanted = vec![numbers.iter().sum::<f32>()]; // exact in any order
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    exact_trial(move || reduce::fragment_2005(&device, reduce::Operation::Sum, &source), wanted)
}

fn narrow_scan(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 9);
    let wanted = scan::reference(&numbers);
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    exact_trial(move || scan::fragment_2005(&device, &source), wanted)
}

fn narrow_segments(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 9);
    let heads: Vec<u32> = numbers.iter().map(|number| u32::from(*number < 2.0)).collect();
    let wanted = segmented_scan::reference(&numbers, &heads);
    let heads: Vec<f32> = heads.into_iter().map(|head| head as f32).collect();
    let source = device.stream_of(shape, &numbers)?;
    let heads = device.stream_of(shape, &heads)?;
    let device = device.clone();
    exact_trial(move || segmented_scan::fragment_2005(&device, &source, &heads), wanted)
}

/// Builds the trial of keys in rows of three, with values in other rows: of equal keys the greater value comes last.
fn narrow_sort(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, keys) = narrow_numbers(workload, 50);
    let values: Vec<f32> = (0..keys.len()).rev().map(|value| value as f32).collect();
    let mut pairs: Vec<[f32; 2]> = keys.iter().zip(&values).map(|(key, value)| [*key, *value]).collect();
    pairs.sort_by(|one, other| one[0].total_cmp(&other[0]).then(one[1].total_cmp(&other[1])));
    let wanted: Vec<f32> = pairs.iter().map(|[_, value]| *value).collect();
    let keys = device.stream_of(shape, &keys)?;
    let values = device.stream(&values)?;
    let device = device.clone();
    exact_trial(move || Ok(sort::fragment_2005(&device, &keys, &values)?.1), wanted)
}

fn narrow_search(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, mut sorted) = narrow_numbers(workload, 50);
    sorted.sort_by(f32::total_cmp);
    let keys: Vec<f32> = (0..102).map(|key| key as f32 / 2.0).collect();
    let wanted = search::reference(&sorted, &keys)
        .into_iter()
        .map(|index: u32| [(index % 3) as f32, (index / 3) as f32])
        .collect();
    let sorted = device.stream_of(shape, &sorted)?;
    let keys = device.stream(&keys)?;
    let device = device.clone();
    exact_trial(move || search::fragment_2005(&device, &sorted, &keys), wanted)
}

fn narrow_compact(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 9);
    let mut wanted = compact::reference(&numbers, |value| value > 5.0);
    wanted.resize(numbers.len(), 0.0);
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    exact_trial(move || Ok(compact::fragment_2005(&device, &source, "value > 5.0")?.0), wanted)
}

type ScatterFn = fn(&Device, &Stream<f32>, &Stream<[f32; 2]>, usize) -> Result<Stream<f32>>;

/// Builds the trial of a quarter as many places as elements: most have no place, and of two for one
/// place the last wins.
fn few_places(device: &Device, workload: &Workload, rung: ScatterFn) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 1_000);
    let count = numbers.len().div_ceil(4);
    let places: Vec<Pointer> = (0..numbers.len())
        .map(|i: usize| if i % 4 < 2 { Pointer::to(i / 4) } else { Pointer::NOWHERE })
        .collect();
    let wanted = scatter::reference(&numbers, &places, count, 0.0);
    let texels = gather::coordinates(device.empty::<f32>(count)?.plan(), &places);
    let source = device.stream_of(shape, &numbers)?;
    let texels = device.stream_of(shape, &texels)?;
    let device = device.clone();
    exact_trial(move || rung(&device, &source, &texels, count), wanted)
}

/// Builds the trial of the same places, with the elements of a place added up.
fn few_sums(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 1_000);
    let count = numbers.len().div_ceil(4);
    let places: Vec<Pointer> = (0..numbers.len())
        .map(|i: usize| if i % 4 < 2 { Pointer::to(i / 4) } else { Pointer::NOWHERE })
        .collect();
    let wanted = scatter_add::reference(&numbers, &places, count);
    let texels = gather::coordinates(device.empty::<f32>(count)?.plan(), &places);
    let source = device.stream_of(shape, &numbers)?;
    let texels = device.stream_of(shape, &texels)?;
    let device = device.clone();
    exact_trial(move || scatter_add::fragment_2005(&device, &source, &texels, count), wanted)
}

/// Builds the trial of values on the edges of bins, which count in the upper bin, except for 1, which is in the last.
fn four_bins(device: &Device, workload: &Workload) -> Result<Trial> {
    let edges = [0.0, 1.0, 0.5, 1.5, -0.25, f32::NAN, 0.25, 0.75, f32::INFINITY, 1.125];
    let values: Vec<f32> = edges.into_iter().cycle().take(workload.size.min(1_000)).collect();
    let wanted = histogram::reference(&values, 4);
    let source = device.stream(&values)?;
    let device = device.clone();
    Ok(Trial::new(
        move || histogram::fragment_2005(&device, &source, 4),
        move |given: &Vec<u32>| Ok(Check::exact(given, &wanted)),
    ))
}

/// Builds the trial of every rank among a few numbers on both sides of zero, which occurs with either sign.
fn select_around_zero(device: &Device, _: &Workload) -> Result<Trial> {
    let keys = [1.0, -1.0, 0.0, -0.0, 0.25, -0.25, 1_048_576.0, -1_048_576.0, 0.25];
    let wanted = [1_048_576.0, 1.0, 0.25, 0.25, 0.0, 0.0, -0.25, -1.0, -1_048_576.0];
    let source = device.stream(&keys)?;
    let device = device.clone();
    Ok(Trial::new(
        move || {
            (1..=keys.len())
                .map(|k| select::fragment_2005(&device, &source, k))
                .collect::<Result<Vec<f32>>>()
        },
        move |given: &Vec<f32>| Ok(Check::exact(given, &wanted)),
    ))
}

fn narrow_split(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, numbers) = narrow_numbers(workload, 9);
    let wanted = split::reference(&numbers, |value| value > 5.0).concat();
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    exact_trial(move || Ok(split::fragment_2005(&device, &source, "value > 5.0")?.0), wanted)
}

/// Builds the trial of two splits in which one part is empty: nothing moves.
fn split_one_part(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers: Vec<f32> = workload.integers(0, 9).into_iter().map(|number: u32| number as f32).collect();
    let source = device.stream(&numbers)?;
    let device = device.clone();
    let run = move || {
        let all = split::fragment_2005(&device, &source, "value >= 0.0")?.0;
        Ok(split::fragment_2005(&device, &all, "value < 0.0")?.0)
    };
    exact_trial(run, numbers)
}
