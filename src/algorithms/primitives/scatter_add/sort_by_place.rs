//! The fragment era's sort by place, and prefix sums.

use crate::algorithms::{primitives::scatter, scan};
use crate::{Device, Era, KernelSource, Pointer, Result, Stream, fragment_kernel};

const VALUES: KernelSource = fragment_kernel!("primitives/scatter_add_values");
const SEARCH: KernelSource = fragment_kernel!("primitives/scatter_add_search");

/// Sorts the places, and computes prefix sums of the elements in that order; each place subtracts those at its two
/// ends.
///
/// # Errors
/// As [`super::scatter_add`].
pub fn fragment_sort(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    scatter::check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: sort
    let (places, indices) = scatter::sort_places(&device, places)?;
    let mut values = device.empty::<f32>(source.len())?;
    device
        .kernel(&VALUES)?
        .call()
        .input("indices", &indices)
        .gather("source", source)
        .output("result", &mut values)
        .run()?;
    let sums = scan::fragment_work_efficient(&device, &values)?;
    device
        .kernel(&SEARCH)?
        .call()
        .gather("places", &places)
        .gather("sums", &sums)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: sort
    Ok(result)
}
