//! A sort by place and a segmented scan, by kernels of GLSL 1.10.

use super::super::rows::in_one_dimension;
use super::super::{in_rows, scatter, segmented_scan};
use super::{build_input, reference};
use crate::algorithms::gather::coordinates;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const VALUES: KernelSource = fragment_kernel!("primitives/scatter_add_values_2005");
const OF_2005: KernelSource = fragment_kernel!("primitives/scatter_add_2005");

/// Sorts the places, sums up the elements in that order place by place; each place searches for its own end. Kernels of
/// GLSL 1.10, for any card that calculates in floats: no card of 2002 adds floats by blending.
///
/// Places are texels of the result, as [`gather::coordinates`](crate::algorithms::gather::coordinates) computes them.
/// An error in the sum of one place does not spread to others.
///
/// Source: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware,
/// Graphics Hardware 2003 (sorting).
///
/// # Errors
/// As [`super::scatter_add`].
pub fn fragment_2005(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<[f32; 2]>,
    count: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    scatter::check_counts(source, places)?;
    in_rows("scatter_add", "places", places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    let own = in_one_dimension(&device, source)?;
    // ANCHOR: sort
    let sorted = scatter::sort_places_2005(&device, places)?;
    let mut values = device.empty(source.len())?;
    let mut heads = device.empty(source.len())?;
    device
        .kernel(&VALUES)?
        .call()
        .gather("source", own.as_ref().unwrap_or(source))
        .input("sorted", &sorted)
        .output("gl_FragData[0]", &mut values)
        .output("gl_FragData[1]", &mut heads)
        .run()?;
    let sums = segmented_scan::fragment_2005(&device, &values, &heads)?;
    let found = scatter::find_places_2005(&device, &sorted, count, scatter::BEYOND)?;
    device
        .kernel(&OF_2005)?
        .call()
        .input("found", &found)
        .gather("sorted", &sorted)
        .gather("sums", &sums)
        .output("gl_FragColor", &mut result)
        .run()?;
    // ANCHOR_END: sort
    Ok(result)
}

/// Tries the other rungs' numbers and places, as texels of the result.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (numbers, places, count) = build_input(workload);
    let wanted = reference(&numbers, &places, count);
    let texels = coordinates(device.empty::<f32>(count)?.plan(), &places);
    let source = device.stream(&numbers)?;
    let texels = device.stream(&texels)?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &source, &texels, count),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    ))
}
