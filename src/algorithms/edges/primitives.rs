//! Exclusive scans, minima and maxima, padding after kept elements, paths that never end, a single bin, numbers that
//! are too large; rows that end inside a family, pyramids of many heights, several elements for one place.

use super::{EdgeCase, compute_case, exact_trial, fragment_case, pictures};
use crate::algorithms::scan::{self, exclusive};
use crate::algorithms::{
    Check, Trial, Workload, compact, dispatch_indirect, histogram, reduce, scatter, scatter_add, segmented_scan,
};
use crate::{Device, Era, Pointer, Result, Stream};

pub(super) const RUNGS: &[EdgeCase] = &[
    (
        "scan",
        compute_case("exclusive::compute_blocks", |device, workload| {
            exclusive_scan(device, workload, exclusive::compute_blocks)
        }),
    ),
    (
        "scan",
        compute_case("exclusive::compute_chunks", |device, workload| {
            exclusive_scan(device, workload, exclusive::compute_chunks)
        }),
    ),
    (
        "scan",
        compute_case("exclusive::compute_lookback", |device, workload| {
            exclusive_scan(device, workload, exclusive::compute_lookback)
        }),
    ),
    (
        "scan",
        fragment_case("exclusive::fragment", |device, workload| exclusive_scan(device, workload, exclusive::fragment)),
    ),
    ("reduce", fragment_case("fragment, mipmaps of odd sides", pictures::odd_mipmaps)),
    ("reduce", compute_case("compute, mipmaps of odd sides", pictures::odd_mipmaps)),
    (
        "reduce",
        fragment_case("fragment, of minima", |device, workload| least_of_positive(device, workload, reduce::fragment)),
    ),
    (
        "reduce",
        fragment_case("fragment_wide, of minima", |device, workload| {
            least_of_positive(device, workload, reduce::fragment_wide)
        }),
    ),
    (
        "reduce",
        compute_case("compute_levels, of minima", |device, workload| {
            least_of_positive(device, workload, reduce::compute_levels)
        }),
    ),
    (
        "reduce",
        fragment_case("fragment, of maxima", |device, workload| {
            greatest_of_negative(device, workload, reduce::fragment)
        }),
    ),
    (
        "reduce",
        fragment_case("fragment_wide, of maxima", |device, workload| {
            greatest_of_negative(device, workload, reduce::fragment_wide)
        }),
    ),
    (
        "reduce",
        compute_case("compute_levels, of maxima", |device, workload| {
            greatest_of_negative(device, workload, reduce::compute_levels)
        }),
    ),
    ("compact", fragment_case("fragment, all places", all_places)),
    ("compact", compute_case("compute, all places", all_places)),
    ("dispatch_indirect", fragment_case("fragment, of paths that never end", endless_paths)),
    ("dispatch_indirect", compute_case("compute, of paths that never end", endless_paths)),
    ("histogram", compute_case("compute_shared, of one value", one_value)),
    ("scatter_add", compute_case("compute_fixed, of numbers too large", numbers_too_large)),
    ("scatter_add", compute_case("compute_fixed, of NaN", nan_values)),
    ("compact", fragment_case("fragment_pyramid, of many heights", pyramid_heights)),
    ("compact", fragment_case("fragment_pyramid, of rows of three", narrow_pyramid)),
    ("compact", compute_case("compute_lookback, of tiles that keep nothing", kept_in_last_tile)),
    (
        "scan",
        fragment_case("fragment_work_efficient, of rows of three", |device, workload| {
            narrow_scan(device, workload, scan::fragment_work_efficient)
        }),
    ),
    (
        "scan",
        fragment_case("fragment_blocked, of rows of three", |device, workload| {
            narrow_scan(device, workload, scan::fragment_blocked)
        }),
    ),
    (
        "segmented_scan",
        fragment_case("fragment_work_efficient, of rows of three", |device, workload| {
            narrow_segments(device, workload, segmented_scan::fragment_work_efficient)
        }),
    ),
    (
        "segmented_scan",
        fragment_case("fragment_blocked, of rows of three", |device, workload| {
            narrow_segments(device, workload, segmented_scan::fragment_blocked)
        }),
    ),
    (
        "reduce",
        fragment_case("fragment, of rows of three", |device, workload| narrow_sum(device, workload, reduce::fragment)),
    ),
    (
        "reduce",
        fragment_case("fragment_wide, of rows of three", |device, workload| {
            narrow_sum(device, workload, reduce::fragment_wide)
        }),
    ),
    ("reduce", fragment_case("dot, of rows of 49", narrow_dot)),
    (
        "reduce",
        compute_case("compute_atomic, of minima and NaN", |device, workload| {
            least_and_greatest(device, workload, reduce::compute_atomic)
        }),
    ),
    (
        "reduce",
        compute_case("compute_atomic_group, of minima and NaN", |device, workload| {
            least_and_greatest(device, workload, reduce::compute_atomic_group)
        }),
    ),
    ("histogram", fragment_case("fragment, around zero", around_zero)),
    ("histogram", compute_case("compute, around zero", around_zero)),
    ("scatter", fragment_case("fragment_stencil, to a few places", few_places)),
    ("scatter", fragment_case("route, several to a place", route_lists)),
];

type ScanFn = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

fn exclusive_scan(device: &Device, workload: &Workload, rung: ScanFn) -> Result<Trial> {
    let numbers = workload.integers(0, 1_000);
    let wanted = exclusive::reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    exact_trial(move || rung(&device, &source), wanted)
}

type ReduceFn = fn(&Device, reduce::Operation, &Stream<f32>) -> Result<Stream<f32>>;

/// Builds the trial of the minimum of numbers that are all above the zeros of the padding.
fn least_of_positive(device: &Device, workload: &Workload, rung: ReduceFn) -> Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| number + 2.0).collect();
    let wanted = numbers.iter().copied().fold(f32::INFINITY, f32::min);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    exact_trial(move || rung(&device, reduce::Operation::Min, &source), vec![wanted])
}

/// Builds the trial of the maximum of numbers that are all below the zeros of the padding.
fn greatest_of_negative(device: &Device, workload: &Workload, rung: ReduceFn) -> Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| number - 2.0).collect();
    let wanted = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    exact_trial(move || rung(&device, reduce::Operation::Max, &source), vec![wanted])
}

/// Builds the trial of the kept elements and the zeros after them.
fn all_places(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = workload.integers(0, 1_000);
    let mut wanted = compact::reference(&numbers, |value| value % 3 == 0);
    wanted.resize(numbers.len(), 0);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || match device.era() {
            Era::Fragment => compact::fragment(&device, &source, "value % 3u == 0u"),
            Era::Compute => compact::compute(&device, &source, "value % 3u == 0u"),
        },
        move |kept: &compact::Compacted<u32>| Ok(Check::exact(&kept.elements.read()?, &wanted)),
    ))
}

/// Builds the trial of numbers of 32 bits, some of whose paths never end. The largest that can be tripled is
/// 1,431,655,764.
fn endless_paths(device: &Device, workload: &Workload) -> Result<Trial> {
    let edges = [0, 1, 1_431_655_763, 1_431_655_764, 1_431_655_765, 1_431_655_767, u32::MAX - 1, u32::MAX];
    let numbers = [&edges[..], &workload.integers(0, u32::MAX)].concat();
    let wanted = dispatch_indirect::reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    exact_trial(move || dispatch_indirect::dispatch_indirect(&device, &source), wanted)
}

fn one_value(device: &Device, workload: &Workload) -> Result<Trial> {
    let values = vec![0.5; workload.size];
    let wanted = histogram::reference(&values, 3);
    let source = device.stream(&values)?;
    let device = device.clone();
    exact_trial(move || histogram::compute_shared(&device, &source, 3), wanted)
}

fn numbers_too_large(device: &Device, workload: &Workload) -> Result<Trial> {
    let count = workload.size;
    let wanted = vec![2_147_483_520.0 / 16.0; count];
    let places: Vec<Pointer> = (0..count).map(Pointer::to).collect();
    let source = device.stream(&vec![1e30; count])?;
    let device = device.clone();
    let places = device.stream(&places)?;
    exact_trial(move || scatter_add::compute_fixed(&device, &source, &places, count, 4), wanted)
}

/// Builds the trial of NaN values, which count as nothing; all elements have one place.
fn nan_values(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers: Vec<f32> = (0..workload.size).map(|i| if i % 3 == 1 { f32::NAN } else { 1.0 }).collect();
    let wanted = vec![numbers.iter().filter(|number| !number.is_nan()).count() as f32];
    let places = vec![Pointer::to(0); workload.size];
    let source = device.stream(&numbers)?;
    let places = device.stream(&places)?;
    let device = device.clone();
    exact_trial(move || scatter_add::compute_fixed(&device, &source, &places, 1, 4), wanted)
}

/// Builds the trial of pyramids of one to seven levels; all elements are kept, so that every child is visited.
fn pyramid_heights(device: &Device, workload: &Workload) -> Result<Trial> {
    let size = match workload.size {
        43 => 16,
        255 => 2_000,
        992 => 5_000,
        1_000 => 20_000,
        size => size.min(100),
    };
    let numbers: Vec<u32> = (1..=size as u32).collect();
    let source = device.stream(&numbers)?;
    let device = device.clone();
    exact_trial(move || Ok(compact::fragment_pyramid(&device, &source, "value > 0u")?.elements), numbers)
}

/// Returns rows of `width` for about `size` elements: families of two, four or eight cross their ends.
fn shape_rows(workload: &Workload, width: usize) -> ([usize; 2], Workload) {
    let height = workload.size.clamp(1, 5_000).div_ceil(width);
    ([width, height], Workload { size: width * height, ..workload.clone() })
}

fn narrow_pyramid(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, workload) = shape_rows(workload, 3);
    let numbers = workload.integers(0, 1_000);
    let wanted = compact::reference(&numbers, |value| value % 3 == 0);
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || compact::fragment_pyramid(&device, &source, "value % 3u == 0u"),
        move |kept: &compact::Compacted<u32>| Ok(Check::exact(&kept.read()?, &wanted)),
    ))
}

fn narrow_scan(device: &Device, workload: &Workload, rung: ScanFn) -> Result<Trial> {
    let (shape, workload) = shape_rows(workload, 3);
    let numbers = workload.integers(0, 1_000);
    let wanted = scan::reference(&numbers);
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    exact_trial(move || rung(&device, &source), wanted)
}

type SegmentedScanFn = fn(&Device, &Stream<u32>, &Stream<u32>) -> Result<Stream<u32>>;

fn narrow_segments(device: &Device, workload: &Workload, rung: SegmentedScanFn) -> Result<Trial> {
    let (shape, workload) = shape_rows(workload, 3);
    let numbers = workload.integers(0, 1_000);
    let heads = workload.integers(1, 5);
    let heads: Vec<u32> = heads.iter().map(|word| u32::from(*word == 0)).collect();
    let wanted = segmented_scan::reference(&numbers, &heads);
    let source = device.stream_of(shape, &numbers)?;
    let heads = device.stream_of(shape, &heads)?;
    let device = device.clone();
    exact_trial(move || rung(&device, &source, &heads), wanted)
}

/// Returns small whole numbers, whose sums are exact in floats.
fn small_integers(workload: &Workload, column: u32) -> Vec<f32> {
    workload.integers(column, 9).iter().map(|number| *number as f32 + 1.0).collect()
}

fn narrow_sum(device: &Device, workload: &Workload, rung: ReduceFn) -> Result<Trial> {
    let (shape, workload) = shape_rows(workload, 3);
    let numbers = small_integers(&workload, 0);
    let wanted = vec![numbers.iter().sum::<f32>()]; // exact in any order
    let source = device.stream_of(shape, &numbers)?;
    let device = device.clone();
    exact_trial(move || rung(&device, reduce::Operation::Sum, &source), wanted)
}

/// Builds the trial of rows of 49: 49 times 1/49 is slightly less than 1, so texels must be sampled at their centres.
fn narrow_dot(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, workload) = shape_rows(workload, 49);
    let sides = [small_integers(&workload, 0), small_integers(&workload, 1)];
    let wanted = vec![sides[0].iter().zip(&sides[1]).map(|(x, y)| x * y).sum::<f32>()];
    let x = device.stream_of(shape, &sides[0])?;
    let y = device.stream_of(shape, &sides[1])?;
    let device = device.clone();
    exact_trial(move || reduce::dot(&device, &x, &y), wanted)
}

/// Builds the trial of the minimum and maximum of numbers around zero, and of the same with a NaN, which wins.
fn least_and_greatest(device: &Device, workload: &Workload, rung: ReduceFn) -> Result<Trial> {
    let numbers = workload.floats(0);
    let mut lost = numbers.clone();
    lost.extend([f32::NAN, 0.5]);
    let least = numbers.iter().copied().fold(f32::INFINITY, f32::min);
    let greatest = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sources = [device.stream(&numbers)?, device.stream(&lost)?];
    let device = device.clone();
    let wanted = [least, greatest, f32::NAN, f32::NAN];
    Ok(Trial::new(
        move || {
            let [numbers, lost] = &sources;
            let [min, max] = [reduce::Operation::Min, reduce::Operation::Max];
            Ok([
                reduce_stream(min, numbers, &device, rung)?,
                reduce_stream(max, numbers, &device, rung)?,
                reduce_stream(min, lost, &device, rung)?,
                reduce_stream(max, lost, &device, rung)?,
            ])
        },
        move |given: &[f32; 4]| Ok(Check::within(given, &wanted, 0.0)),
    ))
}

fn reduce_stream(operation: reduce::Operation, source: &Stream<f32>, device: &Device, rung: ReduceFn) -> Result<f32> {
    Ok(rung(device, operation, source)?.read()?[0])
}

/// Builds the trial of an input whose only kept element is in the last tile.
fn kept_in_last_tile(device: &Device, workload: &Workload) -> Result<Trial> {
    let last = workload.size.saturating_sub(1) as u32;
    let numbers: Vec<u32> = (0..workload.size as u32).map(|i| u32::from(i == last)).collect();
    let source = device.stream(&numbers)?;
    let device = device.clone();
    let wanted = compact::reference(&numbers, |value| value > 0);
    Ok(Trial::new(
        move || compact::compute_lookback(&device, &source, "value > 0u"),
        move |kept: &compact::Compacted<u32>| Ok(Check::exact(&kept.read()?, &wanted)),
    ))
}

/// Builds the trial of values around zero: denormals count as zero; the first normal numbers count on their own side.
fn around_zero(device: &Device, workload: &Workload) -> Result<Trial> {
    let least = f32::MIN_POSITIVE;
    let edges = [0.0, -0.0, least, -least, 1.02 * least, -1.02 * least, -0.5 * least, 0.5 * least, 1.0, f32::NAN];
    let values: Vec<f32> = edges.into_iter().cycle().take(workload.size.min(1_000)).collect();
    let wanted = histogram::reference(&values, 3);
    let source = device.stream(&values)?;
    let device = device.clone();
    exact_trial(move || histogram::histogram(&device, &source, 3), wanted)
}

/// Builds the trial of a quarter as many places as elements: most elements have no place, some of the last have one.
fn few_places(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = workload.floats(0);
    let count = workload.size.div_ceil(4);
    let places: Vec<Pointer> = (0..numbers.len())
        .map(|i: usize| if i % 4 == 3 { Pointer::to(i / 4) } else { Pointer::to(count + i) })
        .collect();
    let wanted = scatter::reference(&numbers, &places, count, 0.0);
    let source = device.stream(&numbers)?;
    let places = device.stream(&places)?;
    let device = device.clone();
    exact_trial(move || scatter::fragment_stencil(&device, &source, &places, count), wanted)
}

/// Builds the trial of up to six elements for each place, of which the first four are kept in order.
fn route_lists(device: &Device, workload: &Workload) -> Result<Trial> {
    let size = workload.size.min(1_000);
    let count = workload.size.min(1_000).div_ceil(3);
    let places: Vec<usize> = workload
        .integers(0, count as u32)
        .iter()
        .take(size)
        .map(|place| *place as usize)
        .collect();
    let wanted: Vec<Vec<usize>> = (0..count)
        .map(|place: usize| {
            let last_first = (0..size).rev();
            last_first
                .filter(|i| places[*i] == place)
                .take(scatter::SLOTS)
                .collect::<Vec<_>>()
        })
        .collect();
    let pointers: Vec<Pointer> = places.iter().map(|place| Pointer::to(*place)).collect();
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || scatter::route(&device, &pointers, count),
        move |lists: &scatter::Lists| {
            let error = if lists.read()? == wanted { 0.0 } else { f64::INFINITY };
            Ok(Check::new(count, error, 0.0))
        },
    ))
}
