//! The map by stencil routing, and its search cell by cell, by kernels of GLSL 1.10.

use super::of_2005::{PENDING, compute_light};
use super::routing::{KEPT_ENTRIES, SLOTS};
use super::{Photons, Search, VectorStream};
use crate::algorithms::scatter::{emptying_state, routing_state};
use crate::{Blend, Device, Era, Kernel, KernelSource, Layout, Result, Stream, fragment_kernel};
use image::Rgba;
use nalgebra::Vector4;
use std::ops::Range;

const EMPTY: KernelSource = fragment_kernel!("structures/photon_map_slots_2005");
const ROUTE: KernelSource = fragment_kernel!("structures/photon_map_route_2005", vertex);
const CAME: KernelSource = fragment_kernel!("structures/photon_map_came_2005", vertex);
const VISIT: KernelSource = fragment_kernel!("structures/photon_map_visit_2005");
const NEXT: KernelSource = fragment_kernel!("structures/photon_map_next_2005");

/// Largest number of entries that a cell counts: its count is a byte.
pub(super) const COUNTED_ENTRIES: usize = 255;

/// Cells that every search visits before a query counts those that go on.
const CELLS_PER_QUERY: usize = 8;

/// A cell beyond every sphere: a search that has come to it goes on with its next sphere.
const BEYOND: f32 = 1e6;

/// Estimates the light as [`super::photon_map`] does, by kernels of GLSL 1.10 for a Radeon 9700.
///
/// Each entry is a point over its cell of sixteen slots, and the stencil test lets it into the first free one. If a cell
/// has fewer slots than entries, its first sixteen stay, with the power of all, of 255 at most. A search visits one cell
/// in three passes, until an occlusion query counts no point that is still searching.
///
/// Source: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware, Graphics
/// Hardware 2003.
///
/// # Errors
/// Those of [`super::photon_map`], and a search may visit fewer cells here; [`crate::Error::Limit`] if the slots of all
/// cells do not fit one texture: a Radeon 9700 has room for 64 cells along each side.
pub fn fragment_routing_2005(
    device: &Device,
    photons: &Photons,
    points: &VectorStream,
    search: &Search,
) -> Result<VectorStream> {
    search.check(6.0)?;
    let device = device.with_era(Era::Fragment)?;
    let map = RoutedMap::new(&device, photons, search)?;
    let most = search.radius * search.radius;
    let first = most.min(1.0 / (search.side * search.side) as f32);
    let beyond = vec![Vector4::repeat(BEYOND); points.len()];
    let mut visits = device.stream_of(points.shape(), &beyond)?;
    let mut next_visits: VectorStream = device.empty(points.shape())?;
    let (mut now, mut next) = (Found::new(&device, points)?, Found::new(&device, points)?);
    let mut pending = device.empty::<f32>(points.shape())?;
    let mut query = device.query()?;
    let [step, visit, count] = [device.kernel(&NEXT)?, device.kernel(&VISIT)?, device.kernel(&PENDING)?];
    // ANCHOR: search_routed_2005
    loop {
        for _ in 0..CELLS_PER_QUERY {
            let call = step.call().uniform("neighbours", search.neighbours as f32);
            let call = call.uniform("most", most).uniform("first", first);
            let call = call.uniform("side", search.side as f32).input("points", points);
            let call = call.input("spheres", &now.spheres).input("held", &now.held);
            call.input("visits", &visits)
                .output("gl_FragData[0]", &mut next.spheres)
                .output("gl_FragData[1]", &mut next_visits)
                .output("gl_FragData[2]", &mut next.held)
                .run()?;
            std::mem::swap(&mut visits, &mut next_visits);
            map.visit_rows(&visit, 0.0, points, &visits, &next, &mut now)?;
            map.visit_rows(&visit, 2.0, points, &visits, &now, &mut next)?;
            std::mem::swap(&mut now, &mut next);
        }
        let call = count.call().input("visits", &visits);
        call.output("gl_FragColor", &mut pending).count(&mut query).run()?;
        if query.fragments()? == 0 {
            break;
        }
    }
    // ANCHOR_END: search_routed_2005
    compute_light(&device, points, &now.spheres, &now.held, search)
}

/// The entries that the search about each point has found.
struct Found {
    /// Squares of radii: the sphere's, the largest of too few, the smallest of too many or 0, that of the farthest entry.
    spheres: VectorStream,
    /// The power of the entries in the sphere, and their number.
    held: VectorStream,
}

impl Found {
    fn new(device: &Device, points: &VectorStream) -> Result<Found> {
        Ok(Found { spheres: device.empty(points.shape())?, held: device.empty(points.shape())? })
    }
}

/// The entries in cells of sixteen slots; the grid's slices lie side by side.
struct RoutedMap {
    position: VectorStream,
    power: VectorStream,
    /// Entries that came to each cell, of 255.
    came: Stream<Rgba<u8>>,
    /// Cells along a side of the grid.
    side: f32,
    /// Slices in a row.
    columns: f32,
}

impl RoutedMap {
    fn new(device: &Device, photons: &Photons, search: &Search) -> Result<RoutedMap> {
        let columns = (1..).find(|columns| columns * columns >= search.side).unwrap_or(search.side);
        let cells = [search.side * columns, search.side * search.side.div_ceil(columns)];
        let slots = cells.map(|cells| SLOTS * cells);
        let mut map = RoutedMap {
            position: device.empty(slots)?,
            power: device.empty(slots)?,
            came: device.empty(cells)?,
            side: search.side as f32,
            columns: columns as f32,
        };
        // ANCHOR: emptied_2005
        let mut stencil = device.depth_stencil(slots[0], slots[1])?;
        let empty = device.kernel(&EMPTY)?;
        for slot in 0..KEPT_ENTRIES {
            empty
                .call()
                .uniform("slot", [(slot % SLOTS) as f32, (slot / SLOTS) as f32])
                .output("gl_FragData[0]", &mut map.position)
                .output("gl_FragData[1]", &mut map.power)
                .depth_stencil(&mut stencil, emptying_state(slot))
                .run()?;
        }
        // ANCHOR_END: emptied_2005
        // ANCHOR: routed_2005
        let entries = search.first_entry(photons.count)..photons.position.len();
        if entries.is_empty() {
            return Ok(map);
        }
        let position = copy_to_vertices(device, &photons.position, &entries)?;
        let power = copy_to_vertices(device, &photons.power, &entries)?;
        let route = device.kernel(&ROUTE)?;
        route
            .call()
            .uniform("side", map.side)
            .uniform("columns", map.columns)
            .vertex_stream("position", &position)
            .vertex_stream("power", &power)
            .output("gl_FragData[0]", &mut map.position)
            .output("gl_FragData[1]", &mut map.power)
            .depth_stencil(&mut stencil, routing_state())
            .points(entries.len())
            .run()?;
        // ANCHOR_END: routed_2005
        // ANCHOR: came_2005
        let count = device.kernel(&CAME)?;
        count
            .call()
            .uniform("side", map.side)
            .uniform("columns", map.columns)
            .vertex_stream("position", &position)
            .output("gl_FragColor", &mut map.came)
            .blend(Blend::Add)
            .points(entries.len())
            .run()?;
        // ANCHOR_END: came_2005
        Ok(map)
    }

    /// Visits two of the four rows of slots in the cell that each search has come to.
    fn visit_rows(
        &self,
        kernel: &Kernel,
        rows: f32,
        points: &VectorStream,
        visits: &VectorStream,
        now: &Found,
        next: &mut Found,
    ) -> Result<()> {
        let call = kernel.call().uniform("rows", rows).uniform("side", self.side);
        let call = call.uniform("columns", self.columns).gather("position", &self.position);
        let call = call.gather("power", &self.power).gather("came", &self.came);
        let call = call.input("points", points).input("visits", visits);
        call.input("spheres", &now.spheres)
            .input("held", &now.held)
            .output("gl_FragData[0]", &mut next.spheres)
            .output("gl_FragData[1]", &mut next.held)
            .run()
    }
}

/// Copies a range of a stream to a vertex stream, on the device.
fn copy_to_vertices(device: &Device, stream: &VectorStream, range: &Range<usize>) -> Result<VectorStream> {
    let mut vertices = device.empty_in(Layout::Linear, range.len())?;
    vertices.copy_range(0, stream, range.clone())?;
    Ok(vertices)
}
