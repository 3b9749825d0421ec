//! Places with the indices of their elements: in order for the points of the routing, sorted for a search.

use crate::algorithms::sort;
use crate::{Device, KernelSource, Pointer, Result, Stream, fragment_kernel};

const PAIRS: KernelSource = fragment_kernel!("primitives/scatter_pairs");
const INDICES: KernelSource = fragment_kernel!("primitives/scatter_indices");

/// The place and the index of every element, the last element first.
pub(super) fn pairs(device: &Device, places: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    let mut pairs = device.empty(places.len())?;
    device
        .kernel(&PAIRS)?
        .call()
        .gather("places", places)
        .output("result", &mut pairs)
        .run()?;
    Ok(pairs)
}

/// The places sorted, and the index of the element of each; those of one place in order.
pub(in crate::algorithms::primitives) fn sorted(
    device: &Device,
    places: &Stream<Pointer>,
) -> Result<(Stream<Pointer>, Stream<u32>)> {
    // ANCHOR: sort
    let mut indices = device.empty(places.shape())?;
    device.kernel(&INDICES)?.call().output("result", &mut indices).run()?;
    sort::fragment_rows(device, places, &indices)
    // ANCHOR_END: sort
}
