//! Scatter-add: each element goes to a place that its pointer names, and the elements of one place are added up.
//!
#![doc = table!()]
//!
//! There are n elements and m places. The result has 0 at a place that no element goes to. The element of a pointer to
//! nowhere, or to a place that the result does not have, is dropped.
//!
//! Floats are added in the order of the points in `fragment`, and in any order in `compute`; each addition
//! rounds, so the sum at a place of k elements is off by at most `k * 2^-24` times the sum of their absolute
//! values. Integers are exact as long as those sums are below 2^24. `fragment_sort` subtracts prefix sums, whose error
//! is that of all elements together, and a NaN or an infinity spoils all places after its own. `compute_fixed` rounds
//! each element to its unit and nothing else: the result has the same bits in any order.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::Pointer;
//! use gristmill::algorithms::gather::coordinates;
//! use gristmill::algorithms::scatter_add;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [1.5, 2.5, 3.5, 4.5];
//! let places = [Pointer::to(2), Pointer::to(0), Pointer::NOWHERE, Pointer::to(2)];
//! let sums = scatter_add::reference(&source, &places, 3);
//! let (old, new) = (fragment.stream(&source)?, compute.stream(&source)?);
//! let (old_places, new_places) = (fragment.stream(&places)?, compute.stream(&places)?);
//! for result in [
//!     scatter_add::fragment(&fragment, &old, &old_places, 3)?,
//!     scatter_add::fragment_sort(&fragment, &old, &old_places, 3)?,
//!     scatter_add::compute(&compute, &new, &new_places, 3)?,
//!     scatter_add::compute_fixed(&compute, &new, &new_places, 3, 8)?, // in 256ths
//! ] {
//!     assert_eq!(result.read()?, sums);
//! }
//!
//! // A card of 2005 takes texels of the result for places.
//! let texels = fragment.stream(&coordinates(fragment.empty::<f32>(3)?.plan(), &places))?;
//! assert_eq!(scatter_add::fragment_2005(&fragment, &old, &texels, 3)?.read()?, sums);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod fixed_point;
mod of_2005;
mod sort_by_place;

use super::{Check, Trial, Workload, reduce, scatter};
use crate::{Blend, Device, Era, KernelSource, Pointer, Result, Stream, compute_kernel, kernel_pair};

pub use fixed_point::compute_fixed;
pub use of_2005::fragment_2005;
pub use sort_by_place::fragment_sort;

rungs! {
    "each element added to a place of its own choice", 1 << 18, trial;
    fragment_sort: "sort by place, prefix sums, a search for each place",
        "the passes of a sort and of a tree's scan + 3; n log2² n + m log2 n work", "Purcell et al. 2003 (sorting)";
    fragment_2005: "texels of place and element sorted, segments summed, a search for each place",
        "k (k + 1) / 2 + k + 4 passes for n = 2^k, and those of a search; n k² + m k work",
        "Purcell et al. 2003 (sorting)", on "radeon-9700", by of_2005::trial;
    fragment: "points, added by the blending unit", "1 pass; n work",
        "Scheuermann and Hensley, Efficient Histogram Generation Using Scattering on GPUs, I3D 2007";
    compute: "floats added by compare and swap", "2 dispatches; n work, in queues at a place; m",
        "an atomic addition of floats, built";
    compute_fixed: "whole units added by the hardware", "2 dispatches; n + m work", "the same sum in any order",
        by |device, workload| {
            trial(device, workload, |device, source, places, count| compute_fixed(device, source, places, count, 4))
        };
}

const SCATTER_ADD: KernelSource = kernel_pair!("primitives/scatter_add", vertex);
const FLOAT: KernelSource = compute_kernel!("primitives/scatter_add_float");

/// Builds a stream of `count` sums, each of the elements whose pointers name its place, in the device's era.
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
/// [`crate::Error::Data`] if there are not as many places as elements, [`crate::Error::Call`] if a stream does not have
/// the era's own layout, [`crate::Error::Limit`] if the device has no room.
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
/// Computes the same sums by a loop on the host, in 64 bits; each is rounded once.
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

/// Draws points at their places; the blending unit adds them up.
///
/// # Errors
/// As [`scatter_add`].
pub fn fragment(device: &Device, source: &Stream<f32>, places: &Stream<Pointer>, count: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    scatter::check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    let kernel = device.kernel(&SCATTER_ADD)?;
    // ANCHOR: blend
    let source = scatter::copy_to_vertices(&device, source)?;
    let places = scatter::copy_to_vertices(&device, places)?;
    kernel
        .call()
        .vertex_stream("source", &source)
        .vertex_stream("places", &places)
        .output("result", &mut result)
        .blend(Blend::Add)
        .points(source.len())
        .run()?;
    // ANCHOR_END: blend
    Ok(result)
}

/// Adds each element to its place by compare and swap: the sum is stored only if no other store came in between, and
/// otherwise computed again.
///
/// # Errors
/// As [`scatter_add`].
pub fn compute(device: &Device, source: &Stream<f32>, places: &Stream<Pointer>, count: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    scatter::check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: swap
    let mut sums = device.empty::<u32>(count)?; // the bits of 0.0
    device
        .kernel(&reduce::Operation::Sum.specialise_kernel(SCATTER_ADD))?
        .call()
        .gather("source", source)
        .gather("places", places)
        .update("sums", &mut sums)
        .elements(source.len())
        .run()?;
    device
        .kernel(&FLOAT)?
        .call()
        .input("sums", &sums)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: swap
    Ok(result)
}

type ScatterAddRung = fn(&Device, &Stream<f32>, &Stream<Pointer>, usize) -> Result<Stream<f32>>;

/// Builds integers of -8 to 8 for a quarter as many places: every sum of a million of them is exact in floats, so the
/// bound is 0.
fn build_input(workload: &Workload) -> (Vec<f32>, Vec<Pointer>, usize) {
    let count = workload.size.div_ceil(4);
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| (number * 8.0).round()).collect();
    let nulls = workload.integers(2, 16);
    let bound = (count + count / 16 + 1) as u32;
    let places: Vec<Pointer> = workload
        .integers(1, bound)
        .into_iter()
        .zip(nulls)
        .map(|(place, null)| if null == 0 { Pointer::NOWHERE } else { Pointer::to(place as usize) })
        .collect();
    (numbers, places, count)
}

fn trial(device: &Device, workload: &Workload, rung: ScatterAddRung) -> Result<Trial> {
    let (numbers, places, count) = build_input(workload);
    let wanted = reference(&numbers, &places, count);
    let source = device.stream(&numbers)?;
    let places = device.stream(&places)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, &places, count),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    ))
}
