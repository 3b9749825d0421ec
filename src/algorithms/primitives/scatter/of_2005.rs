//! Points, a sort, and the stencil, each by kernels of GLSL 1.10.

use super::super::rows::{column_and_row, in_one_dimension};
use super::super::{search, sort};
use super::routing::{emptying_state, routing_state};
use super::{check_counts, copy_to_vertices, in_rows};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const POINTS: KernelSource = fragment_kernel!("primitives/scatter_2005", vertex);
const START: KernelSource = fragment_kernel!("primitives/scatter_sort_start_2005");
const KEYS: KernelSource = fragment_kernel!("primitives/scatter_sort_keys_2005");
const SORTED: KernelSource = fragment_kernel!("primitives/scatter_sort_2005");
const SLOTS: KernelSource = fragment_kernel!("primitives/scatter_slots_2005");
const PAIRS: KernelSource = fragment_kernel!("primitives/scatter_pairs_2005");
const ROUTE: KernelSource = fragment_kernel!("primitives/scatter_route_2005", vertex);
const FETCH: KernelSource = fragment_kernel!("primitives/scatter_fetch_2005");

/// A coordinate farther from 0 than any column or row.
pub(in crate::algorithms::primitives) const BEYOND: f32 = 1e6;

/// Texels along each side of a cell.
const SIDE: usize = 2;

/// Points, by kernels of GLSL 1.10 for any card that calculates in floats and can use a texture as a vertex stream.
/// Places are texels of the result, as [`gather::coordinates`](crate::algorithms::gather::coordinates) computes them.
///
/// The last of several elements at one place stays. A place without an element holds 0.
///
/// Source: Buck, Taking the Plunge into GPU Computing, GPU Gems 2, chapter 32, 2005.
///
/// # Errors
/// As [`super::scatter`].
pub fn fragment_2005(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<[f32; 2]>,
    count: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    let source = copy_to_vertices(&device, source)?;
    let places = copy_to_vertices(&device, places)?;
    device
        .kernel(&POINTS)?
        .call()
        .vertex_stream("source", &source)
        .vertex_stream("place", &places)
        .output("gl_FragColor", &mut result)
        .points(source.len())
        .run()?;
    Ok(result)
}

/// Sorts the places, each with the texel of its element; then each place searches for itself among them. Kernels of
/// GLSL 1.10, for any card that calculates in floats; places as in [`fragment_2005`].
///
/// Source: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware,
/// Graphics Hardware 2003.
///
/// # Errors
/// As [`super::scatter`].
pub fn fragment_sort_2005(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<[f32; 2]>,
    count: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_counts(source, places)?;
    in_rows("scatter", "places", places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    let own = in_one_dimension(&device, source)?;
    let sorted = sort_places_2005(&device, places)?;
    let found = find_places_2005(&device, &sorted, count, -BEYOND)?;
    // ANCHOR: fetch
    device
        .kernel(&SORTED)?
        .call()
        .uniform("end", column_and_row(sorted.len(), &sorted))
        .input("found", &found)
        .gather("sorted", &sorted)
        .gather("source", own.as_ref().unwrap_or(source))
        .output("gl_FragColor", &mut result)
        .run()?;
    // ANCHOR_END: fetch
    Ok(result)
}

/// Sorts the places, each with the negative texel of its element in one dimension: among the elements of one place, the
/// last comes first.
pub(in crate::algorithms::primitives) fn sort_places_2005(
    device: &Device,
    places: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 4]>> {
    let own = in_one_dimension(device, places)?;
    // ANCHOR: sort
    let mut texels = device.empty::<[f32; 4]>(places.len())?;
    device
        .kernel(&START)?
        .call()
        .input("places", own.as_ref().unwrap_or(places))
        .output("gl_FragColor", &mut texels)
        .run()?;
    sort::sort_texels_2005(device, texels)
    // ANCHOR_END: sort
}

/// Finds the start of each of `count` places in the sorted stream, if `element` is less than all, or its end, if
/// `element` is greater than all.
pub(in crate::algorithms::primitives) fn find_places_2005(
    device: &Device,
    sorted: &Stream<[f32; 4]>,
    count: usize,
    element: f32,
) -> Result<Stream<[f32; 2]>> {
    // ANCHOR: search
    let mut keys = device.empty::<[f32; 4]>(count)?;
    device
        .kernel(&KEYS)?
        .call()
        .uniform("element", element)
        .output("gl_FragColor", &mut keys)
        .run()?;
    search::search_texels_2005(device, sorted, &keys)
    // ANCHOR_END: search
}

/// Routes elements to cells of 2x2 slots by the stencil test; each place fetches the element that the first slot of its
/// cell points to. Kernels of GLSL 1.10, for any card that calculates in floats and can use a texture as a vertex
/// stream; places as in [`fragment_2005`].
///
/// Source: Purcell, Donner, Cammarano, Jensen and Hanrahan, Photon Mapping on Programmable Graphics Hardware,
/// Graphics Hardware 2003 (stencil routing).
///
/// # Errors
/// As [`super::scatter`]; [`crate::Error::Limit`] if cells twice as wide and high as the result are too large for the
/// device.
pub fn fragment_stencil_2005(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<[f32; 2]>,
    count: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_counts(source, places)?;
    in_rows("scatter", "places", places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    let own = (in_one_dimension(&device, source)?, in_one_dimension(&device, places)?);
    let source = own.0.as_ref().unwrap_or(source);
    let places = own.1.as_ref().unwrap_or(places);
    let [width, height, _] = result.plan().size();
    let sides = [SIDE * width, SIDE * height];
    let mut cells = device.empty::<[f32; 2]>(sides)?;
    let mut stencil = device.depth_stencil(sides[0], sides[1])?;
    let slots = device.kernel(&SLOTS)?;
    for slot in 0..SIDE * SIDE {
        slots
            .call()
            .uniform("slot", [(slot % SIDE) as f32, (slot / SIDE) as f32])
            .output("gl_FragColor", &mut cells)
            .depth_stencil(&mut stencil, emptying_state(slot))
            .run()?;
    }
    let mut pairs = device.empty::<[f32; 4]>(places.len())?;
    device
        .kernel(&PAIRS)?
        .call()
        .uniform("end", column_and_row(places.len(), places))
        .gather("places", places)
        .output("gl_FragColor", &mut pairs)
        .run()?;
    let pairs = copy_to_vertices(&device, &pairs)?;
    device
        .kernel(&ROUTE)?
        .call()
        .vertex_stream("pair", &pairs)
        .output("gl_FragColor", &mut cells)
        .depth_stencil(&mut stencil, routing_state())
        .points(pairs.len())
        .run()?;
    device
        .kernel(&FETCH)?
        .call()
        .gather("lists", &cells)
        .gather("source", source)
        .output("gl_FragColor", &mut result)
        .run()?;
    Ok(result)
}
