//! The map sorted by cells, and its search cut into passes, by kernels of GLSL 1.10.

use super::{Photons, Search, VectorStream};
use crate::algorithms::primitives::{check_countable, in_rows};
use crate::algorithms::{search, sort};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const CELLS: KernelSource = fragment_kernel!("structures/photon_map_cells_2005");
const ORDER: KernelSource = fragment_kernel!("structures/photon_map_order_2005");
const SEARCH: KernelSource = fragment_kernel!("structures/photon_map_2005");
pub(super) const PENDING: KernelSource = fragment_kernel!("structures/photon_map_pending_2005");
const END: KernelSource = fragment_kernel!("structures/photon_map_end_2005");

/// Estimates the light as [`super::photon_map`] does, by kernels of GLSL 1.10 for a GeForce 6800.
///
/// The entries are sorted by their cells. The search for the nearest ones goes on from pass to pass, 250 steps in each,
/// until an occlusion query counts no point that is still searching: a crowd takes more passes.
///
/// Source: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware, Graphics
/// Hardware 2003.
///
/// # Errors
/// Those of [`super::photon_map`]; [`crate::Error::Call`] if the entries are not in one texture, row after row;
/// [`crate::Error::Limit`] if there are more than the card's floats can count: 2^24 in 32 bits.
pub fn fragment_2005(
    device: &Device,
    photons: &Photons,
    points: &VectorStream,
    search: &Search,
) -> Result<VectorStream> {
    search.check(24.0)?;
    let device = device.with_era(Era::Fragment)?;
    in_rows("photon_map", "photons", &photons.position)?;
    check_countable(&device, photons.position.len())?;
    let map = SortedMap::new(&device, photons, search)?;
    let mut now = Searches::new(&device, points, search)?;
    let mut next = Searches::new(&device, points, search)?;
    let mut pending = device.empty::<f32>(points.shape())?;
    let mut query = device.query()?;
    let [step, count] = [device.kernel(&SEARCH)?, device.kernel(&PENDING)?];
    // ANCHOR: search_2005
    loop {
        let call = step.call().uniform("neighbours", search.neighbours as f32);
        let call = call
            .uniform("most", search.radius * search.radius)
            .uniform("side", search.side as f32);
        let call = call
            .gather("starts", &map.starts)
            .gather("position", &map.position)
            .gather("power", &map.power);
        let call = call.input("points", points).input("spheres", &now.spheres);
        call.input("visits", &now.visits)
            .input("held", &now.held)
            .output("gl_FragData[0]", &mut next.spheres)
            .output("gl_FragData[1]", &mut next.visits)
            .output("gl_FragData[2]", &mut next.held)
            .run()?;
        std::mem::swap(&mut now, &mut next);
        let call = count.call().input("visits", &now.visits);
        call.output("gl_FragColor", &mut pending).count(&mut query).run()?;
        if query.fragments()? == 0 {
            break;
        }
    }
    // ANCHOR_END: search_2005
    compute_light(&device, points, &now.spheres, &now.held, search)
}

/// Computes the light at each point from what its search has found.
pub(super) fn compute_light(
    device: &Device,
    points: &VectorStream,
    spheres: &VectorStream,
    held: &VectorStream,
    search: &Search,
) -> Result<VectorStream> {
    let mut result = device.empty(points.shape())?;
    let kernel = device.kernel(&END)?;
    let call = kernel
        .call()
        .uniform("neighbours", search.neighbours as f32)
        .input("points", points);
    let call = call.input("spheres", spheres).input("held", held);
    call.output("gl_FragColor", &mut result).run()?;
    Ok(result)
}

/// The entries in the order of their cells.
struct SortedMap {
    /// The texel where each cell starts, and where the last one ends.
    starts: Stream<[f32; 2]>,
    position: VectorStream,
    power: VectorStream,
}

impl SortedMap {
    fn new(device: &Device, photons: &Photons, search: &Search) -> Result<SortedMap> {
        let cells = search.side.pow(3);
        if photons.position.is_empty() {
            let none = || device.stream(&[Vector4::zeros()]);
            return Ok(SortedMap { starts: device.empty(cells + 1)?, position: none()?, power: none()? });
        }
        let entries = photons.position.len();
        let shape = photons.position.shape();
        let mut keys = device.empty::<f32>(shape)?;
        let mut numbers = device.empty::<f32>(shape)?;
        // ANCHOR: sorted_2005
        device
            .kernel(&CELLS)?
            .call()
            .uniform("side", search.side as f32)
            .uniform("first", search.first_entry(photons.count) as f32)
            .uniform("nowhere", cells as f32)
            .input("position", &photons.position)
            .output("gl_FragData[0]", &mut keys)
            .output("gl_FragData[1]", &mut numbers)
            .run()?;
        let (keys, numbers) = sort::fragment_2005(device, &keys, &numbers)?;
        let all: Vec<f32> = (0..=cells).map(|cell| cell as f32).collect();
        let starts = search::fragment_2005(device, &keys, &device.stream(&all)?)?;
        let mut position: VectorStream = device.empty(entries)?;
        let mut power: VectorStream = device.empty(entries)?;
        device
            .kernel(&ORDER)?
            .call()
            .input("numbers", &numbers)
            .gather("position", &photons.position)
            .gather("power", &photons.power)
            .output("gl_FragData[0]", &mut position)
            .output("gl_FragData[1]", &mut power)
            .run()?;
        // ANCHOR_END: sorted_2005
        Ok(SortedMap { starts, position, power })
    }
}

/// The state of the search about each point.
struct Searches {
    /// Squares of radii: the sphere's, the largest of too few, the smallest of too many or 0, that of the farthest entry.
    spheres: VectorStream,
    /// Rows of cells that were visited, or -1 at the end; the next entry's texel; entries until the row's end.
    visits: VectorStream,
    /// The power of the entries in the sphere, and their number.
    held: VectorStream,
}

impl Searches {
    /// Starts every search with a sphere as large as a cell.
    fn new(device: &Device, points: &VectorStream, search: &Search) -> Result<Searches> {
        let first = (search.radius * search.radius).min(1.0 / (search.side * search.side) as f32);
        let spheres = vec![Vector4::new(first, 0.0, 0.0, 0.0); points.len()];
        Ok(Searches {
            spheres: device.stream_of(points.shape(), &spheres)?,
            visits: device.empty(points.shape())?,
            held: device.empty(points.shape())?,
        })
    }
}
