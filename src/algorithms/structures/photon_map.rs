//! Photon map: light that was followed from its source, stored where it landed, and asked for where an eye looks.
//!
//! Photons fly through a [`Room`], from wall to wall, off a mirror and through glass. Each landing on a wall is an entry of the map. The light at
//! a point is estimated from its nearest entries: their power over the area of the disc that just holds them, as far as it lies on the wall.
//!
//! | era | rung | how the map is stored | passes or dispatches for n entries, c cells of s slots | entries kept |
//! |---|---|---|---|---|
//! | fragment | `fragment` | sorted by cells, cells found by search | those of a [sort](super::sort), and 3 | all |
//! | fragment | `fragment_routing` | stencil routing: each entry a point over its cell | s + 4 | s a cell, with the power of all |
//! | compute | `compute` | counting sort: count, scan, place | 2, and those of a [scan](super::scan) | all |
//! | compute | `compute_lists` | a linked list for each cell | 1 | all |
//!
//! and one more for the points. Photons are traced in a pass a bounce, or in one dispatch.
//!
//! Sources: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware, Graphics Hardware 2003; Jensen,
//! Realistic Image Synthesis Using Photon Mapping, 2001. Their search visits the cells about a point in the order of their distance, and takes what is in
//! the sphere that held enough first; here the sphere shrinks until it holds exactly so many.

mod check;
mod grid;
mod picture;
mod room;
mod row;

pub use grid::{compute, compute_lists, fragment, fragment_routing};
pub use picture::{View, picture};
pub use room::{Light, Room, Sphere, reference_trace};
pub(in crate::algorithms) use row::ROW;

use crate::{Call, Device, Era, Error, KernelSource, Result, Stream, fragment_kernel, kernel_pair};
use nalgebra::Vector4;

const START: KernelSource = fragment_kernel!("structures/photon_map_start");
const TRACE: KernelSource = kernel_pair!("structures/photon_map_trace");

/// How many photons leave the light, and what becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// Photons that leave the light.
    pub count: usize,
    /// Flights of each at most; each flight may end in an entry of the map.
    pub bounces: usize,
    /// What all their random numbers follow from.
    pub seed: u32,
}

/// Photons on a device: an entry for each flight, those of all first flights first.
pub struct Photons {
    /// Where the flight ended; in the fourth lane the surface: 1 to 6 a wall, 7 the mirror, 8 the glass, 0 for a flight that did not happen.
    pub position: Stream<Vector4<f32>>,
    /// Of the flight.
    pub direction: Stream<Vector4<f32>>,
    /// Carried on the flight, watts of red, green and blue.
    pub power: Stream<Vector4<f32>>,
    /// Photons that left the light.
    pub count: usize,
}

/// Photons on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// As [`Photons::position`].
    pub position: Vec<Vector4<f32>>,
    /// As [`Photons::direction`].
    pub direction: Vec<Vector4<f32>>,
    /// As [`Photons::power`].
    pub power: Vec<Vector4<f32>>,
    /// As [`Photons::count`].
    pub count: usize,
}

impl Photons {
    /// Photons of the host, in the device's era.
    ///
    /// # Errors
    /// [`Error::Limit`] where they do not fit the machine.
    pub fn new(device: &Device, state: &State) -> Result<Photons> {
        Ok(Photons {
            position: device.stream(&state.position)?,
            direction: device.stream(&state.direction)?,
            power: device.stream(&state.power)?,
            count: state.count,
        })
    }

    /// The photons on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        let (position, direction, power) = (self.position.read()?, self.direction.read()?, self.power.read()?);
        Ok(State { position, direction, power, count: self.count })
    }
}

/// What the light at a point is estimated from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Nearest entries, on the point's own surface, that are looked for.
    pub neighbours: usize,
    /// None is looked for beyond, in metres: where fewer lie within, they count over a disc of this radius.
    pub radius: f32,
    /// Cells along a side of the grid.
    pub side: usize,
    /// Whether light that came straight from the source is of the map; a picture computes it better.
    pub straight: bool,
}

impl Search {
    /// The first entry that is of the map.
    fn first(&self, photons: usize) -> usize {
        if self.straight { 0 } else { photons }
    }

    /// A search that ends, of as many cells in each direction as a kernel may visit.
    fn check(&self, reach: f32) -> Result<()> {
        let Search { neighbours, radius, side, .. } = *self;
        if neighbours == 0 {
            return Err(Error::data("0 neighbours say nothing about light; look for 1 at least"));
        }
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::data(format!("{radius} is no radius to search in; give one above 0, in metres")));
        }
        if side == 0 || side > MOST_SIDE {
            let next = "give from 1 to that many";
            return Err(Error::limit("cells along a side of the photons' grid", side as u128, MOST_SIDE as u128, next));
        }
        let cells = radius * side as f32;
        if cells > reach && side > 2 {
            let next = "make the radius smaller, or the cells larger";
            return Err(Error::limit("cells from a point to the search's end", cells as u128, reach as u128, next));
        }
        Ok(())
    }

    fn uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        let call = call
            .uniform("neighbours", self.neighbours as i32)
            .uniform("radius", self.radius);
        call.uniform("side", self.side as i32)
    }
}

/// The most cells along a side: their cube still has 24 bits.
const MOST_SIDE: usize = 200;

/// The light that falls on each of the points, watts of red, green and blue a square metre, in the device's era. In the fourth lane is how
/// far the search went: the distance of the last neighbour, or [`Search::radius`] where there are fewer within it.
///
/// A point has the surface that it lies on in its fourth lane; 0 is no point, and gets 0. Without photons it is dark everywhere. Points may have any
/// shape, and the result has the same.
///
/// The search starts with a sphere of a cell's side as radius, and ends after some 12,000 looks at entries with the smallest sphere that is known to
/// hold enough, or the largest that is known to hold too few: kernels of some drivers end after 65,535 rounds. More cells make it shorter.
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
/// [`Error::Data`] for no neighbours, and for a radius that is not above 0; [`Error::Limit`] for a grid of no or too many cells, for a search over
/// more cells than a kernel may visit, and where the machine lacks room.
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

// ANCHOR: reference
/// The same by looking at every entry for every point, in `f64`.
pub fn reference(photons: &State, points: &[Vector4<f32>], search: &Search) -> Vec<Vector4<f32>> {
    let light = |point: &Vector4<f32>| {
        if point.w == 0.0 {
            return Vector4::zeros();
        }
        let mut near = nearest(photons, point, search);
        let most = f64::from(search.radius) * f64::from(search.radius);
        near.retain(|(square, _)| *square <= most);
        let reach = if near.len() < search.neighbours { most } else { near[search.neighbours - 1].0.max(1e-12) };
        let power: Vector4<f64> = near.iter().take(search.neighbours).map(|(_, power)| power).sum();
        let mut light = power / area(point, reach.sqrt());
        light.w = reach.sqrt();
        light.cast()
    };
    points.iter().map(light).collect()
}

/// The area of a disc about a point, as far as it lies on the point's wall.
///
/// Where an edge cuts it, what lies beyond is a segment; its area is taken from a polynomial that is off by a thousandth of the disc at most.
fn area(point: &Vector4<f32>, radius: f64) -> f64 {
    let own = (point.w as usize - 1) / 2;
    let beyond = |edge: f64| {
        let edge = (edge / radius).min(1.0);
        (1.0 - edge).powf(1.5) * (0.5 + 0.112 * edge - 0.0118 * edge * edge)
    };
    let along = (0..3).filter(|axis| *axis != own).map(|axis| f64::from(point[axis]));
    let part: f64 = along.map(|at| (1.0 - beyond(at)) * (1.0 - beyond(1.0 - at))).product();
    std::f64::consts::PI * radius * radius * part
}

/// The entries on the point's surface by their squared distance, with their power.
fn nearest(photons: &State, point: &Vector4<f32>, search: &Search) -> Vec<(f64, Vector4<f64>)> {
    let entries = photons.position.iter().zip(&photons.power).skip(search.first(photons.count));
    let own = entries.filter(|(place, _)| place.w == point.w);
    let square = |place: &Vector4<f32>| (place.xyz().cast::<f64>() - point.xyz().cast()).norm_squared();
    let mut near: Vec<_> = own.map(|(place, power)| (square(place), power.cast())).collect();
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    near
}
// ANCHOR_END: reference

/// Follows photons from the light through the room, in the device's era: a pass a bounce, or all bounces in one dispatch.
///
/// Each leaves the light with the same power. A wall keeps one or throws it back, by chance, so that those that fly on keep their power but for its
/// colour (Russian roulette, Arvo and Kirk 1990).
///
/// # Errors
/// [`Error::Data`] for a room that is none, [`Error::Limit`] where the machine lacks room for an entry of each flight.
pub fn trace(device: &Device, room: &Room, shot: Shot) -> Result<Photons> {
    let Shot { count, bounces, seed } = shot;
    room.check()?;
    let emitted = room.light.power / count.max(1) as f32;
    let kernel = device.kernel(&room::including(&TRACE))?;
    let entries = || device.empty::<Vector4<f32>>(count * bounces);
    let mut photons = Photons { position: entries()?, direction: entries()?, power: entries()?, count };
    let Photons { position, direction, power, .. } = &mut photons;
    if device.era() == Era::Compute {
        let call = room
            .uniforms(kernel.call(), seed)
            .uniform("bounces", bounces as i32)
            .uniform("emitted", emitted);
        let call = call
            .output("position", position)
            .output("direction", direction)
            .output("power", power);
        call.elements(count).run()?;
        return Ok(photons);
    }
    // ANCHOR: bounces
    let flying = || -> Result<[Stream<Vector4<f32>>; 3]> {
        Ok([device.empty(count)?, device.empty(count)?, device.empty(count)?])
    };
    let (mut now, mut next) = (flying()?, flying()?);
    let [start_position, start_direction, start_power] = &mut now;
    let start = device.kernel(&room::including(&START))?;
    let call = room
        .uniforms(start.call(), seed)
        .uniform("emitted", emitted)
        .output("position", start_position);
    call.output("direction", start_direction).output("power", start_power).run()?;
    for bounce in 0..bounces {
        let [new_position, new_direction, new_power] = &mut next;
        let call = room.uniforms(kernel.call(), seed).uniform("bounce", bounce as i32);
        let call = call
            .input("position", &now[0])
            .input("direction", &now[1])
            .input("power", &now[2]);
        let call = call.output("new_position", new_position).output("new_direction", new_direction);
        call.output("new_power", new_power).run()?;
        // A photon arrives with the power and the direction that it left with.
        let start = bounce * count;
        position.copy_range(start, &next[0], 0..count)?;
        direction.copy_range(start, &now[1], 0..count)?;
        power.copy_range(start, &now[2], 0..count)?;
        std::mem::swap(&mut now, &mut next);
    }
    // ANCHOR_END: bounces
    Ok(photons)
}
