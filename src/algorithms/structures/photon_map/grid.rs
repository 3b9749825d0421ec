//! The map on the device: sorted, routed, counted or linked; and the estimates from it.

use super::{Photons, Search};
use crate::algorithms::{scan, scatter, scatter_add, search, sort};
use crate::{Call, Device, Era, KernelSource, Pointer, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use nalgebra::Vector4;

const ESTIMATE: KernelSource = kernel_pair!("structures/photon_map");
const ROUTED: KernelSource = fragment_kernel!("structures/photon_map_routed");
const LISTED: KernelSource = compute_kernel!("structures/photon_map_lists");
const CELLS: KernelSource = fragment_kernel!("structures/photon_map_cells");
const ORDER: KernelSource = fragment_kernel!("structures/photon_map_order");
const COUNT: KernelSource = compute_kernel!("structures/photon_map_count");
const PLACE: KernelSource = compute_kernel!("structures/photon_map_place");
const LINK: KernelSource = compute_kernel!("structures/photon_map_link");

/// Slots along a side of a routed cell: sixteen in all.
const SLOTS: usize = 4;

/// Entries that a cell keeps where they are routed.
pub(super) const KEPT: usize = SLOTS * SLOTS;

type Entries = Stream<Vector4<f32>>;

fn including(kernel: &KernelSource) -> KernelSource {
    kernel
        .clone()
        .include("photon_nearest.glsl", include_str!("../../../../kernel_includes/photon_nearest.glsl"))
}

/// Entries sorted by the numbers of their cells; where each cell starts is found by a binary search, a fragment a cell.
///
/// # Errors
/// As [`super::photon_map`].
pub fn fragment(device: &Device, photons: &Photons, points: &Entries, search: &Search) -> Result<Entries> {
    search.check(24.0)?;
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: sorted
    let (cells, indices) = cells(&device, photons, search)?;
    let (cells, indices) = sort::fragment_rows(&device, &cells, &indices)?;
    let numbers: Vec<Pointer> = (0..=search.side.pow(3)).map(Pointer::to).collect();
    let starts = search::fragment(&device, &cells, &device.stream(&numbers)?)?;
    let (mut position, mut power) = (device.empty(cells.shape())?, device.empty(cells.shape())?);
    let call = device.kernel(&ORDER)?;
    let call = call.call().input("indices", &indices);
    let call = call.gather("position", &photons.position).gather("power", &photons.power);
    call.output("new_position", &mut position)
        .output("new_power", &mut power)
        .run()?;
    // ANCHOR_END: sorted
    estimate(&device, &starts, [&position, &power], points, search)
}

/// The cell of each entry, and its index.
fn cells(device: &Device, photons: &Photons, search: &Search) -> Result<(Stream<Pointer>, Stream<u32>)> {
    let shape = photons.position.shape();
    let (mut cells, mut indices) = (device.empty(shape)?, device.empty(shape)?);
    let kernel = device.kernel(&CELLS)?;
    let call = asked(kernel.call(), photons, search).input("position", &photons.position);
    call.output("cells", &mut cells).output("indices", &mut indices).run()?;
    Ok((cells, indices))
}

fn asked<'a>(call: Call<'a>, photons: &Photons, search: &Search) -> Call<'a> {
    call.uniform("side", search.side as i32)
        .uniform("first", search.first(photons.count) as i32)
}

fn estimate(
    device: &Device,
    starts: &Stream<u32>,
    [position, power]: [&Entries; 2],
    points: &Entries,
    search: &Search,
) -> Result<Entries> {
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&including(&ESTIMATE))?;
    let call = search.uniforms(kernel.call()).input("points", points).gather("starts", starts);
    call.gather("position", position)
        .gather("power", power)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Entries routed to cells by the stencil: each is a point over its cell, and falls into the first slot that is free. Where a cell has fewer slots than
/// entries, its last sixteen stay, and carry the power of all.
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
    let kernel = device.kernel(&including(&ROUTED).define("SIDE", SLOTS))?;
    let call = search.uniforms(kernel.call()).input("points", points);
    let call = call.gather("lists", lists.cells()).gather("counts", &counts);
    let call = call.gather("position", &photons.position).gather("power", &photons.power);
    call.output("result", &mut result).run()?;
    Ok(result)
}

/// Entries counted in their cells by atomic additions, which give each its rank there; a scan says where the cells start, and each entry goes to its place.
///
/// # Errors
/// As [`super::photon_map`].
pub fn compute(device: &Device, photons: &Photons, points: &Entries, search: &Search) -> Result<Entries> {
    search.check(24.0)?;
    let device = device.with_era(Era::Compute)?;
    let shape = photons.position.shape();
    // ANCHOR: counted
    let mut counts = device.empty::<u32>(search.side.pow(3) + 1)?;
    let mut places = device.empty::<[u32; 2]>(shape)?;
    let count = device.kernel(&COUNT)?;
    let call = asked(count.call(), photons, search).gather("position", &photons.position);
    call.update("counts", &mut counts)
        .output("places", &mut places)
        .elements(shape.len())
        .run()?;
    let starts = scan::exclusive::compute(&device, &counts)?;
    let (mut position, mut power) = (device.empty(shape)?, device.empty(shape)?);
    let place = device.kernel(&PLACE)?;
    let call = place.call().gather("places", &places).gather("starts", &starts);
    let call = call.gather("position", &photons.position).gather("power", &photons.power);
    let call = call.output("new_position", &mut position).output("new_power", &mut power);
    call.elements(shape.len()).run()?;
    // ANCHOR_END: counted
    estimate(&device, &starts, [&position, &power], points, search)
}

/// Entries linked to a list for each cell by an atomic exchange of its head: no count, no sort, and a search that follows pointers.
///
/// Source: Yang, Hensley, Grün and Thibieroz, Real-Time Concurrent Linked List Construction on the GPU, 2010.
///
/// # Errors
/// As [`super::photon_map`]; a search may go over fewer cells here.
pub fn compute_lists(device: &Device, photons: &Photons, points: &Entries, search: &Search) -> Result<Entries> {
    search.check(6.0)?;
    let device = device.with_era(Era::Compute)?;
    let shape = photons.position.shape();
    // ANCHOR: linked
    let mut heads = device.empty::<u32>(search.side.pow(3))?; // zeros: no cell has an entry
    let mut next = device.empty::<u32>(shape)?;
    let link = device.kernel(&LINK)?;
    let call = asked(link.call(), photons, search).gather("position", &photons.position);
    call.update("heads", &mut heads)
        .output("next", &mut next)
        .elements(shape.len())
        .run()?;
    // ANCHOR_END: linked
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&including(&LISTED))?;
    let call = search
        .uniforms(kernel.call())
        .input("points", points)
        .gather("heads", &heads)
        .gather("next", &next);
    let call = call.gather("position", &photons.position).gather("power", &photons.power);
    call.output("result", &mut result).run()?;
    Ok(result)
}
