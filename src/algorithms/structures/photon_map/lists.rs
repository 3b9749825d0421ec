//! The map in the compute era by linked lists.

use super::{Photons, Search, VectorStream, set_map_uniforms};
use crate::{Device, Era, KernelSource, Result, compute_kernel};

const LISTED: KernelSource = compute_kernel!("structures/photon_map_lists");
const LINK: KernelSource = compute_kernel!("structures/photon_map_link");

/// Links the entries to a list for each cell by an atomic exchange of its head: no count, no sort, and a search that
/// follows pointers.
///
/// Source: Yang, Hensley, Grün and Thibieroz, Real-Time Concurrent Linked List Construction on the GPU, 2010.
///
/// # Errors
/// As [`super::photon_map`]; a search may visit fewer cells here.
pub fn compute_lists(
    device: &Device,
    photons: &Photons,
    points: &VectorStream,
    search: &Search,
) -> Result<VectorStream> {
    search.check(6.0)?;
    let device = device.with_era(Era::Compute)?;
    let shape = photons.position.shape();
    // ANCHOR: linked
    let mut heads = device.empty::<u32>(search.side.pow(3))?; // zeros: no cell has an entry
    let mut next = device.empty::<u32>(shape)?;
    let link = device.kernel(&LINK)?;
    set_map_uniforms(link.call(), photons, search)
        .gather("position", &photons.position)
        .update("heads", &mut heads)
        .output("next", &mut next)
        .elements(shape.len())
        .run()?;
    // ANCHOR_END: linked
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&LISTED)?;
    search
        .set_uniforms(kernel.call())
        .input("points", points)
        .gather("heads", &heads)
        .gather("next", &next)
        .gather("position", &photons.position)
        .gather("power", &photons.power)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
