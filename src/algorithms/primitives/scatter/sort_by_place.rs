//! The fragment era's sort by place.

use super::{check_counts, define_element_type};
use crate::algorithms::sort;
use crate::{Device, Element, Era, KernelSource, Pointer, Result, Stream, fragment_kernel};

const SEARCH: KernelSource = fragment_kernel!("primitives/scatter_search");
const INDICES: KernelSource = fragment_kernel!("primitives/scatter_indices");

/// Sorts the places, with the indices of their elements; then each place searches for itself among them.
///
/// Source: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware,
/// Graphics Hardware 2003.
///
/// # Errors
/// As [`super::scatter`].
pub fn fragment_sort<T: Element>(
    device: &Device,
    source: &Stream<T>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: search
    let (places, indices) = sort_places(&device, places)?;
    device
        .kernel(&define_element_type(&SEARCH, Era::Fragment, T::FORMAT))?
        .call()
        .gather("places", &places)
        .gather("indices", &indices)
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: search
    Ok(result)
}

/// Sorts the places, and the index of the element of each; indices of one place stay in order.
pub(in crate::algorithms::primitives) fn sort_places(
    device: &Device,
    places: &Stream<Pointer>,
) -> Result<(Stream<Pointer>, Stream<u32>)> {
    // ANCHOR: sort
    let mut indices = device.empty(places.shape())?;
    device.kernel(&INDICES)?.call().output("result", &mut indices).run()?;
    sort::fragment_rows(device, places, &indices)
    // ANCHOR_END: sort
}
