//! The map in the fragment era by stencil routing: a square of slots for each cell.

use super::{Entries, Photons, Search, cells};
use crate::algorithms::{scatter, scatter_add};
use crate::{Device, Era, KernelSource, Result, fragment_kernel};

const ROUTED: KernelSource = fragment_kernel!("structures/photon_map_routed");

/// Slots along a side of a routed cell: sixteen in all.
const SLOTS: usize = 4;

/// Entries that a cell keeps where they are routed.
pub(super) const KEPT: usize = SLOTS * SLOTS;

/// Entries routed to cells by the stencil: each is a point over its cell, and falls into the first slot that
/// is free. Where a cell has fewer slots than entries, its last sixteen stay, and carry the power of all.
///
/// # Errors
/// As [`super::photon_map`]; a search may go over fewer cells here.
pub fn fragment_routing(device: &Device, photons: &Photons, points: &Entries, search: &Search) -> Result<Entries> {
    search.check(6.0)?;
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: routed
    let count = search.side.pow(3);
    let (cells, _) = cells(&device, photons, search)?;
    let lists = scatter::route_to(&device, &cells, count, SLOTS)?;
    let ones = device.stream_of(cells.shape(), &vec![1.0; cells.len()])?;
    let counts = scatter_add::fragment(&device, &ones, &cells, count)?;
    // ANCHOR_END: routed
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&ROUTED.define("SIDE", SLOTS))?;
    search
        .uniforms(kernel.call())
        .input("points", points)
        .gather("lists", lists.cells())
        .gather("counts", &counts)
        .gather("position", &photons.position)
        .gather("power", &photons.power)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
