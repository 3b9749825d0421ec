//! Scatter-add: each element goes to a place of its own choice, and what meets there is added up.
//!
//! | era | rung | method | passes for n elements, m places | work |
//! |---|---|---|---|---|
//! | fragment | `fragment` | points, added by the blending unit | 1 | n |
//! | fragment | `fragment_sort` | sort by place, prefix sums, a search for each place | those of a [sort](super::sort) and a tree's [scan](super::scan), and 3 | n log2² n + m log2 n |
//! | compute | `compute` | floats added by compare and swap | 2 | n, in queues at a place; m |
//! | compute | `compute_fixed` | whole units added by the hardware | 2 | n + m |
//!
//! The result has 0 at a place that no element goes to. A pointer to nowhere, and one to a place that the result does not have, takes its
//! element nowhere.
//!
//! Floats are added in the order of the points in `fragment`, and in any order in `compute`; each addition rounds, so the sum at a place of k
//! elements is off by at most `k * 2^-24` times the sum of their absolute values. Whole numbers are exact as long as those sums are below
//! 2^24. `fragment_sort` takes differences of prefix sums, whose error is that of all elements together, and a NaN or an infinity spoils
//! all places behind its own. `compute_fixed` rounds each element to its unit and nothing else: the same bits in any order.
//!
//! Sources: Scheuermann and Hensley, Efficient Histogram Generation Using Scattering on GPUs, I3D 2007 (points and blending); Purcell et
//! al., Photon Mapping on Programmable Graphics Hardware, Graphics Hardware 2003 (sorting).

use super::{Algorithm, Check, Rung, Trial, Workload, reduce, scan, scatter};
use crate::{
    Blend, Device, Era, Error, KernelSource, Pointer, Result, Stream, compute_kernel, fragment_kernel, kernel_pair,
};

const SCATTER_ADD: KernelSource = kernel_pair!("primitives/scatter_add", vertex);
const VALUES: KernelSource = fragment_kernel!("primitives/scatter_add_values");
const SEARCH: KernelSource = fragment_kernel!("primitives/scatter_add_search");
const FIXED: KernelSource = compute_kernel!("primitives/scatter_add_fixed");
const FLOAT: KernelSource = compute_kernel!("primitives/scatter_add_float");

/// The most fraction bits of [`compute_fixed`].
const FRACTION_BITS: u32 = 30;

/// A stream of `count` sums, each of the elements whose pointer names its place, in the device's era.
///
/// ```
/// # use gristmill::{Device, Era, Pointer, algorithms::scatter_add::scatter_add};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let source = device.stream(&[1.5, 2.5, 3.5, 4.5])?;
/// let places = device.stream(&[Pointer::to(2), Pointer::to(0), Pointer::NOWHERE, Pointer::to(2)])?;
/// assert_eq!(scatter_add(&device, &source, &places, 3)?.read()?, [2.5, 0.0, 6.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] where there are not as many places as elements, [`crate::Error::Call`] where a stream has not the era's own layout,
/// [`crate::Error::Limit`] where the machine lacks room.
pub fn scatter_add(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, source, places, count),
        Era::Compute => compute(device, source, places, count),
    }
}

// ANCHOR: reference
/// The same by a loop. Sums are in 64 bits and rounded once each.
pub fn reference(source: &[f32], places: &[Pointer], count: usize) -> Vec<f32> {
    let mut sums = vec![0.0; count];
    for (&element, place) in source.iter().zip(places) {
        if let Some(sum) = place.target().and_then(|place| sums.get_mut(place)) {
            *sum += f64::from(element);
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}
// ANCHOR_END: reference

/// Points at their places; the blending unit adds them up.
///
/// # Errors
/// As [`scatter_add`].
pub fn fragment(device: &Device, source: &Stream<f32>, places: &Stream<Pointer>, count: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    scatter::check(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    let kernel = device.kernel(&SCATTER_ADD)?;
    // ANCHOR: blend
    let (source, places) = (scatter::vertices(&device, source)?, scatter::vertices(&device, places)?);
    let call = kernel.call().vertex_stream("source", &source).vertex_stream("places", &places);
    call.output("result", &mut result)
        .blend(Blend::Add)
        .points(source.len())
        .run()?;
    // ANCHOR_END: blend
    Ok(result)
}

/// Places sorted, the elements in that order, their prefix sums; each place takes the difference over its own.
///
/// # Errors
/// As [`scatter_add`].
pub fn fragment_sort(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    scatter::check(source, places)?;
    let mut result = device.empty(count)?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: sort
    let (places, indices) = scatter::sorted(&device, places)?;
    let mut values = device.empty::<f32>(source.len())?;
    let fetch = device.kernel(&VALUES)?;
    fetch
        .call()
        .input("indices", &indices)
        .gather("source", source)
        .output("result", &mut values)
        .run()?;
    let sums = scan::fragment_work_efficient(&device, &values)?;
    let search = device.kernel(&SEARCH)?;
    search
        .call()
        .gather("places", &places)
        .gather("sums", &sums)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: sort
    Ok(result)
}

/// Each element added to its place: computed, and stored only if nobody stored in between, else tried again.
///
/// # Errors
/// As [`scatter_add`].
pub fn compute(device: &Device, source: &Stream<f32>, places: &Stream<Pointer>, count: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    scatter::check(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: swap
    let mut sums = device.empty::<u32>(count)?; // the bits of 0.0
    let kernel = device.kernel(&reduce::Operation::Sum.kernel(SCATTER_ADD))?;
    let call = kernel.call().gather("source", source).gather("places", places);
    call.update("sums", &mut sums).elements(source.len()).run()?;
    device
        .kernel(&FLOAT)?
        .call()
        .input("sums", &sums)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: swap
    Ok(result)
}

/// Each element rounded to whole units of 2^-`fraction_bits` and added to its place by an atomic addition: the same sum in any order.
///
/// An element beyond 2^31 units counts as that many, a NaN as none. A sum beyond 2^31 units wraps around.
///
/// # Errors
/// As [`scatter_add`], and [`crate::Error::Limit`] for more than 30 fraction bits.
pub fn compute_fixed(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<Pointer>,
    count: usize,
    fraction_bits: u32,
) -> Result<Stream<f32>> {
    if fraction_bits > FRACTION_BITS {
        let next = "scale the elements instead";
        return Err(Error::limit("fraction bits", fraction_bits.into(), FRACTION_BITS.into(), next));
    }
    let device = device.with_era(Era::Compute)?;
    scatter::check(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: fixed
    let units = (1_u32 << fraction_bits) as f32;
    let mut sums = device.empty::<u32>(count)?;
    let kernel = device.kernel(&FIXED)?;
    let call = kernel
        .call()
        .uniform("units", units)
        .gather("source", source)
        .gather("places", places);
    call.update("sums", &mut sums).elements(source.len()).run()?;
    let float = device.kernel(&FLOAT.define("FIXED", 1))?;
    float
        .call()
        .uniform("units", units)
        .input("sums", &sums)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: fixed
    Ok(result)
}

type Rungs = fn(&Device, &Stream<f32>, &Stream<Pointer>, usize) -> Result<Stream<f32>>;

/// Whole numbers of -8 to 8, to a quarter as many places: every sum of a million of them is a float exactly, so the bound is 0.
fn trial(device: &Device, workload: &Workload, rung: Rungs) -> Result<Trial> {
    let count = workload.size.div_ceil(4);
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| (number * 8.0).round()).collect();
    let nulls = workload.integers(2, 16);
    let place = |(place, null)| if null == 0 { Pointer::NOWHERE } else { Pointer::to(place as usize) };
    let bound = (count + count / 16 + 1) as u32;
    let places: Vec<Pointer> = workload.integers(1, bound).into_iter().zip(nulls).map(place).collect();
    let wanted = reference(&numbers, &places, count);
    let (source, places) = (device.stream(&numbers)?, device.stream(&places)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, &places, count),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "scatter_add",
    part: "primitives",
    summary: "each element added to a place of its own choice",
    size: 1 << 18,
    rungs: &[
        Rung {
            name: "fragment_sort",
            era: Era::Fragment,
            method: "sort by place, prefix sums, search",
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
            name: "compute",
            era: Era::Compute,
            method: "floats by compare and swap",
            source: "an atomic addition of floats, built",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_fixed",
            era: Era::Compute,
            method: "whole units by atomic addition",
            source: "the same sum in any order",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                trial(device, workload, |device, source, places, count| compute_fixed(device, source, places, count, 4))
            },
        },
    ],
};
