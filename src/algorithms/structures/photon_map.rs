//! Photon map: light is followed from its source, stored where it lands, and looked up where an eye sees it.
//!
//! Photons fly through a [`Room`], from wall to wall, off a mirror and through glass. Each landing on a wall is an
//! entry of the map. The light at a point is estimated from its nearest entries: their power over the area of the
//! smallest disc that contains them, as far as it is on the wall.
//!
#![doc = table!()]
//!
//! The table is for n entries and c cells of s slots. One more pass or dispatch makes the estimates. Photons are traced
//! in a pass per bounce, or in one dispatch.
//!
//! The error that tools print has no unit: it is the worst of all compared flights and estimates, relative to the
//! allowed error of each, and its bound is 1. A flight may end 2 mm from the reference's in the room of one metre; an
//! estimate of k entries may be off by `(k + 16) 2^-23` of itself, and by the entries whose distance equals that of the
//! last one up to a rounding.
//!
//! Sources: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware, Graphics
//! Hardware 2003; Jensen, Realistic Image Synthesis Using Photon Mapping, 2001. Their search visits the cells around a
//! point in the order of their distance, and uses the first sphere that contains enough entries; here the sphere
//! shrinks until it contains exactly k photons.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::photon_map::{
//!     self, HostPhotons, Light, Photons, Room, Search, Shot, Sphere, RoomView, trace,
//! };
//! use gristmill::nalgebra::{Point3, Vector4};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let shot = Shot { count: 40, bounces: 2, seed: 1 };
//! let room = Room { mirror: Sphere { radius: 0.1, ..Room::cornell().mirror }, ..Room::cornell() };
//! let light: &Light = &room.light;
//! assert!(light.half_side > 0.0);
//! let photons: HostPhotons = photon_map::reference_trace(&room, shot);
//! assert_eq!(photons.count, 40);
//! assert_eq!(trace(&compute, &room, shot)?.read()?.position.len(), photons.position.len());
//!
//! let search = Search { neighbours: 8, radius: 0.5, side: 8, straight: true };
//! let floor = [Vector4::new(0.5, 0.0, 0.5, 3.0)];
//! let wanted = photon_map::reference(&photons, &floor, &search)[0];
//! let (old, new) = (Photons::new(&fragment, &photons)?, Photons::new(&compute, &photons)?);
//! let (old_floor, new_floor) = (fragment.stream(&floor)?, compute.stream(&floor)?);
//! for light in [
//!     photon_map::fragment(&fragment, &old, &old_floor, &search)?,
//!     photon_map::fragment_routing(&fragment, &old, &old_floor, &search)?,
//!     photon_map::fragment_2005(&fragment, &old, &old_floor, &search)?,
//!     photon_map::fragment_routing_2005(&fragment, &old, &old_floor, &search)?,
//!     photon_map::compute(&compute, &new, &new_floor, &search)?,
//!     photon_map::compute_lists(&compute, &new, &new_floor, &search)?,
//! ] {
//!     assert!((light.read()?[0] - wanted).xyz().norm() <= 0.02 * wanted.xyz().norm());
//! }
//!
//! let view = RoomView { eye: Point3::new(0.5, 0.5, 0.1), ..RoomView::default() };
//! assert_eq!(photon_map::picture(&compute, &Room::empty(0.5), &new, &search, &view, [4, 4])?.len(), 16);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod check;
mod estimate;
mod flight;
mod lists;
mod of_2005;
mod photons;
mod picture;
mod reference;
mod room;
mod routing;
mod routing_2005;
mod trace;
mod trial;

pub use estimate::Search;
pub use flight::reference_trace;
pub use lists::compute_lists;
pub use of_2005::fragment_2005;
pub use photons::{HostPhotons, Photons, Shot};
pub use picture::{RoomRays, RoomView, picture};
pub use reference::reference;
pub use room::{Light, Room, Sphere};
pub use routing::fragment_routing;
pub use routing_2005::fragment_routing_2005;
pub use trace::trace;

use super::{scan, sort};
use crate::algorithms::search;
use crate::{Call, Device, Era, KernelSource, Pointer, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use estimate::MOST_TURNS;
use nalgebra::Vector4;
use trial::{keep_routed, trial, trial_2005, trial_of, trial_routed_2005};

rungs! {
    "photons in a room with mirror and glass, and the light at points", 1_500, trial;
    fragment: "sorted by cells, cells found by search", "a sort and 3 passes; all entries are kept", "Purcell et al. 2003",
        turns |_| MOST_TURNS;
    fragment_routing: "stencil routing: each entry a point over its cell of sixteen slots",
        "s + 4 passes; s entries per cell are kept, with the power of all", "Purcell et al. 2003", turns |_| MOST_TURNS,
        by |device, workload| trial_of(device, workload, fragment_routing, keep_routed);
    fragment_2005: "sorted by cells; the search about each point goes on from pass to pass",
        "a sort, a search and 2 passes for the map; 2 passes for every 250 steps of the longest search",
        "Purcell et al. 2003", on "geforce-6800", by |device, workload| trial_2005(device, workload, fragment_2005);
    fragment_routing_2005: "stencil routing; the search about each point goes on from cell to cell",
        "s + 2 passes for the map; 25 passes for every 8 cells of the longest search, and 1", "Purcell et al. 2003",
        on "radeon-9700", by |device, workload| trial_routed_2005(device, workload, fragment_routing_2005);
    compute: "counting sort by atomics: count, scan, place", "a scan and 2 dispatches; all entries are kept",
        "the cells of Green 2008", turns |_| MOST_TURNS;
    compute_lists: "a linked list per cell", "1 dispatch; all entries are kept", "Yang et al. 2010",
        turns |_| MOST_TURNS;
}

const ESTIMATE: KernelSource = kernel_pair!("structures/photon_map");
const CELLS: KernelSource = fragment_kernel!("structures/photon_map_cells");
const ORDER: KernelSource = fragment_kernel!("structures/photon_map_order");
const COUNT: KernelSource = compute_kernel!("structures/photon_map_count");
const PLACE: KernelSource = compute_kernel!("structures/photon_map_place");

type VectorStream = Stream<Vector4<f32>>;

/// Estimates the light that falls on each of the points, in watts of red, green and blue per square metre, in the
/// device's era. The fourth channel is the distance that was searched: that of the last neighbour, or
/// [`Search::radius`] if there are fewer within it.
///
/// The fourth channel of a point is the surface that it is on; 0 is not a point, and the result for it is 0. Without
/// photons it is dark everywhere. Points may have any shape, and the result has the same.
///
/// The search starts with a sphere whose radius is a cell's side. After some 16,000 visits to cells and entries it ends
/// with the smallest sphere that is known to contain enough, or the largest that is known to contain too few: kernels
/// of some drivers end after 65,535 turns of their loops. If not even the first sphere can be searched in 60,000
/// visits, the point has -1 in all channels. More cells make a search shorter.
///
/// ```
/// use gristmill::algorithms::photon_map::{Photons, Room, Search, Shot, photon_map, trace};
/// # use gristmill::{Device, Era};
/// use nalgebra::Vector4;
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let photons = trace(&device, &Room::cornell(), Shot { count: 500, bounces: 4, seed: 1 })?;
/// let search = Search { neighbours: 20, radius: 0.5, side: 8, straight: true };
/// let floor = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
/// let light = photon_map(&device, &photons, &floor, &search)?.read()?;
/// assert!(light[0].x > light[0].z); // the light is a warm one
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] for no neighbours, and for a radius that is not above 0; [`crate::Error::Limit`] for a grid
/// of no or too many cells, for a search over more cells than a kernel may visit, and if the device has no room.
pub fn photon_map(
    device: &Device,
    photons: &Photons,
    points: &Stream<Vector4<f32>>,
    search: &Search,
) -> Result<Stream<Vector4<f32>>> {
    match device.era() {
        Era::Fragment => fragment(device, photons, points, search),
        Era::Compute => compute(device, photons, points, search),
    }
}

/// Sorts the entries by the numbers of their cells, and finds the start of each cell by a binary search, a fragment per
/// cell.
///
/// # Errors
/// As [`photon_map`].
pub fn fragment(device: &Device, photons: &Photons, points: &VectorStream, search: &Search) -> Result<VectorStream> {
    search.check(24.0)?;
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: sorted
    let (cells, indices) = compute_cells(&device, photons, search)?;
    let (cells, indices) = sort::fragment_rows(&device, &cells, &indices)?;
    let numbers: Vec<Pointer> = (0..=search.side.pow(3)).map(Pointer::to).collect();
    let starts = search::fragment(&device, &cells, &device.stream(&numbers)?)?;
    let mut position: VectorStream = device.empty(cells.shape())?;
    let mut power: VectorStream = device.empty(cells.shape())?;
    device
        .kernel(&ORDER)?
        .call()
        .input("indices", &indices)
        .gather("position", &photons.position)
        .gather("power", &photons.power)
        .output("new_position", &mut position)
        .output("new_power", &mut power)
        .run()?;
    // ANCHOR_END: sorted
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&ESTIMATE)?;
    search
        .set_uniforms(kernel.call())
        .input("points", points)
        .gather("starts", &starts)
        .gather("position", &position)
        .gather("power", &power)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Computes the cell of each entry, and its index.
fn compute_cells(device: &Device, photons: &Photons, search: &Search) -> Result<(Stream<Pointer>, Stream<u32>)> {
    let shape = photons.position.shape();
    let mut cells = device.empty(shape)?;
    let mut indices = device.empty(shape)?;
    let kernel = device.kernel(&CELLS)?;
    set_map_uniforms(kernel.call(), photons, search)
        .input("position", &photons.position)
        .output("cells", &mut cells)
        .output("indices", &mut indices)
        .run()?;
    Ok((cells, indices))
}

/// Sets the uniforms that decide which entries belong to the map, and to which cells.
fn set_map_uniforms<'a>(call: Call<'a>, photons: &Photons, search: &Search) -> Call<'a> {
    call.uniform("side", search.side as i32)
        .uniform("first", search.first_entry(photons.count) as i32)
}

/// Counts the entries of each cell by atomic additions, which return the rank of each entry; a scan computes the starts
/// of the cells, and each entry moves to its place.
///
/// # Errors
/// As [`photon_map`].
pub fn compute(device: &Device, photons: &Photons, points: &VectorStream, search: &Search) -> Result<VectorStream> {
    search.check(24.0)?;
    let device = device.with_era(Era::Compute)?;
    let shape = photons.position.shape();
    // ANCHOR: counted
    let mut counts = device.empty::<u32>(search.side.pow(3) + 1)?;
    let mut places = device.empty::<[u32; 2]>(shape)?;
    let count = device.kernel(&COUNT)?;
    set_map_uniforms(count.call(), photons, search)
        .gather("position", &photons.position)
        .update("counts", &mut counts)
        .output("places", &mut places)
        .elements(shape.len())
        .run()?;
    let starts = scan::exclusive::compute(&device, &counts)?;
    let mut position: VectorStream = device.empty(shape)?;
    let mut power: VectorStream = device.empty(shape)?;
    device
        .kernel(&PLACE)?
        .call()
        .gather("places", &places)
        .gather("starts", &starts)
        .gather("position", &photons.position)
        .gather("power", &photons.power)
        .output("new_position", &mut position)
        .output("new_power", &mut power)
        .elements(shape.len())
        .run()?;
    // ANCHOR_END: counted
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&ESTIMATE)?;
    search
        .set_uniforms(kernel.call())
        .input("points", points)
        .gather("starts", &starts)
        .gather("position", &position)
        .gather("power", &power)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
