//! The map in the fragment era by stencil routing: a square of slots for each cell.

use super::{Photons, Search, VectorStream, compute_cells};
use crate::algorithms::{scatter, scatter_add};
use crate::{Device, Era, KernelSource, Result, fragment_kernel};

const ROUTED: KernelSource = fragment_kernel!("structures/photon_map_routed");

/// Slots along each side of a routed cell: sixteen in all.
pub(super) const SLOTS: usize = 4;

/// Number of entries that a routed cell keeps.
pub(super) const KEPT_ENTRIES: usize = SLOTS * SLOTS;

/// Routes the entries to cells by the stencil: each is a point over its cell, and goes to the first free slot. If a
/// cell has fewer slots than entries, its last sixteen stay, with the power of all.
///
/// # Errors
/// As [`super::photon_map`]; a search may visit fewer cells here.
pub fn fragment_routing(
    device: &Device,
    photons: &Photons,
    points: &VectorStream,
    search: &Search,
) -> Result<VectorStream> {
    search.check(6.0)?;
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: routed
    let count = search.side.pow(3);
    let (cells, _) = compute_cells(&device, photons, search)?;
    let lists = scatter::route_to(&device, &cells, count, SLOTS)?;
    let ones = device.stream_of(cells.shape(), &vec![1.0; cells.len()])?;
    let counts = scatter_add::fragment(&device, &ones, &cells, count)?;
    // ANCHOR_END: routed
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&ROUTED.define("SIDE", SLOTS))?;
    search
        .set_uniforms(kernel.call())
        .input("points", points)
        .gather("lists", lists.cells())
        .gather("counts", &counts)
        .gather("position", &photons.position)
        .gather("power", &photons.power)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
