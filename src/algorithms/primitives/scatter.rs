//! Scatter: each element goes to a place that its pointer names; if several name one place, the last of them stays.
//!
#![doc = table!()]
//!
//! There are n elements and m places; logarithms are rounded up. The result has 0 (in every channel) at a place that no
//! element goes to. The element of a pointer to nowhere, or to a place that the result does not have, is dropped.
//! [`scatter_add`](super::scatter_add) adds up the elements of one place instead; [`route`] returns all of them.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::Pointer;
//! use gristmill::algorithms::gather::coordinates;
//! use gristmill::algorithms::scatter::{self, Lists, SLOTS, inverse, route};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [1.5, 2.5, 3.5, 4.5];
//! let places = [Pointer::to(3), Pointer::to(0), Pointer::NOWHERE, Pointer::to(3)]; // of two, the last stays
//! let wanted = scatter::reference(&source, &places, 5, 0.0);
//! let (old, new) = (fragment.stream(&source)?, compute.stream(&source)?);
//! let (old_places, new_places) = (fragment.stream(&places)?, compute.stream(&places)?);
//! let elements = fragment.stream(&inverse(&places, 5))?;
//! for result in [
//!     scatter::fragment(&fragment, &old, &old_places, 5)?,
//!     scatter::fragment_sort(&fragment, &old, &old_places, 5)?,
//!     scatter::fragment_stencil(&fragment, &old, &old_places, 5)?,
//!     scatter::fragment_inverse(&fragment, &old, &elements)?,
//!     scatter::compute(&compute, &new, &new_places, 5)?,
//! ] {
//!     assert_eq!(result.read()?, wanted);
//! }
//!
//! // A card of 2005 takes texels of the result for places.
//! let texels = fragment.stream(&coordinates(fragment.empty::<f32>(5)?.plan(), &places))?;
//! for result in [
//!     scatter::fragment_2005(&fragment, &old, &texels, 5)?,
//!     scatter::fragment_sort_2005(&fragment, &old, &texels, 5)?,
//!     scatter::fragment_stencil_2005(&fragment, &old, &texels, 5)?,
//! ] {
//!     assert_eq!(result.read()?, wanted);
//! }
//!
//! // Stores race where two go to one place, so each goes to its own.
//! let own = compute.stream(&[3, 2, 1, 0].map(Pointer::to))?;
//! assert_eq!(scatter::compute_store(&compute, &new, &own, 4)?.read()?, [4.5, 3.5, 2.5, 1.5]);
//!
//! let lists: Lists = route(&fragment, &old_places, 5)?;
//! assert_eq!(lists.read()?[3], [3, 0]);
//! assert!(lists.read()?.iter().all(|list| list.len() <= SLOTS));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod inverse;
mod of_2005;
mod routing;
mod sort_by_place;
mod trial;

use super::in_rows;
use crate::algorithms::gather::define_element_type;
use crate::{Device, Element, Era, Error, KernelSource, Layout, Pointer, Result, Scalar, Stream};
use crate::{compute_kernel, kernel_pair};
use trial::{trial, trial_2005};

pub use inverse::{fragment_inverse, inverse};
pub(super) use of_2005::{BEYOND, find_places_2005, sort_places_2005};
pub use of_2005::{fragment_2005, fragment_sort_2005, fragment_stencil_2005};
pub use routing::{Lists, SLOTS, fragment_stencil, route};
pub(in crate::algorithms) use routing::{emptying_state, route_to, routing_state};
pub use sort_by_place::fragment_sort;
pub(super) use sort_by_place::sort_places;

rungs! {
    "each element to a place of its own choice", 1 << 18, trial;
    fragment_inverse: "where the inverse is known: a gather", "1 pass; m work", "Buck, GPU Gems 2, chapter 32",
        by trial::trial_of_inverse;
    fragment_sort: "places sorted, then a search for each place", "the passes of a sort + 2; n log2² n + m log2 n work",
        "Purcell, Donner, Cammarano, Jensen and Hanrahan, Graphics Hardware 2003";
    fragment_stencil: "points over cells, the stencil leaves each one slot", "4 slots + 3 passes; 4 n + 16 m work",
        "Purcell et al. 2003 (stencil routing)";
    fragment: "points, placed by the vertex kernel", "1 pass; n work", "Scheuermann and Hensley 2007";
    fragment_sort_2005: "texels of place and element sorted, then a search for each place",
        "k (k + 1) / 2 + 3 passes for n = 2^k, and those of a search; n k² + m k work", "Purcell et al. 2003", on "radeon-9700",
        by |device, workload| trial_2005(device, workload, fragment_sort_2005);
    fragment_stencil_2005: "points over cells, the stencil leaves each one slot", "7 passes; 4 n + 16 m work",
        "Purcell et al. 2003 (stencil routing)", on "radeon-9700",
        by |device, workload| trial_2005(device, workload, fragment_stencil_2005);
    fragment_2005: "points, placed by the vertex kernel as texels", "1 pass; n work", "Buck, GPU Gems 2, chapter 32, 2005",
        on "radeon-9700", by |device, workload| trial_2005(device, workload, fragment_2005);
    compute_store: "a store to a computed address, for places that differ", "1 dispatch; n work",
        "Red Book 8, chapter 12";
    compute: "claims by atomic maximum, then a gather", "2 dispatches; n + m work", "the last one stays";
}

const SCATTER: KernelSource = kernel_pair!("primitives/scatter", vertex);
const FETCH: KernelSource = kernel_pair!("primitives/scatter_fetch");
const CLAIM: KernelSource = compute_kernel!("primitives/scatter_claim");

/// Builds a stream of `count` elements with each element of the source at the place that its pointer names, in the
/// device's era.
///
/// The last of several elements at one place stays. A place without an element holds 0.
///
/// ```
/// # use gristmill::{Device, Era, Pointer, algorithms::scatter::scatter};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let source = device.stream(&[1.5, 2.5, 3.5, 4.5])?;
/// let places = device.stream(&[Pointer::to(3), Pointer::to(0), Pointer::NOWHERE, Pointer::to(3)])?;
/// assert_eq!(scatter(&device, &source, &places, 5)?.read()?, [2.5, 0.0, 0.0, 4.5, 0.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if there are not as many places as elements, [`crate::Error::Call`] if a stream does not have
/// the era's own layout, [`crate::Error::Limit`] if the device has no room.
pub fn scatter<T: Element>(
    device: &Device,
    source: &Stream<T>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, source, places, count),
        Era::Compute => compute(device, source, places, count),
    }
}

// ANCHOR: reference
/// Scatters by a loop on the host. `nothing` is the value of a place without an element; on the
/// device it is zero.
pub fn reference<T: Copy>(source: &[T], places: &[Pointer], count: usize, nothing: T) -> Vec<T> {
    let mut result = vec![nothing; count];
    for (element, place) in source.iter().zip(places) {
        if let Some(place) = place.target().and_then(|place| result.get_mut(place)) {
            *place = *element;
        }
    }
    result
}
// ANCHOR_END: reference

/// Points: the vertex kernel moves each element to its place. They are drawn in order, so the last stays.
///
/// # Errors
/// As [`scatter`].
pub fn fragment<T: Element>(
    device: &Device,
    source: &Stream<T>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    // A vertex attribute has exactly the channels of its stream, like an item of a buffer; but a pixel's bytes and
    // halves become floats.
    let like = if matches!(T::FORMAT.scalar, Scalar::F16 | Scalar::Unorm8) { Era::Fragment } else { Era::Compute };
    let kernel = device.kernel(&define_element_type(&SCATTER, like, T::FORMAT))?;
    // ANCHOR: points
    let source = copy_to_vertices(&device, source)?;
    let places = copy_to_vertices(&device, places)?;
    kernel
        .call()
        .vertex_stream("source", &source)
        .vertex_stream("places", &places)
        .output("result", &mut result)
        .points(source.len())
        .run()?;
    // ANCHOR_END: points
    Ok(result)
}

/// Stores to the address that the pointer names. No two elements may go to one place: such stores race, and any of them
/// stays.
///
/// # Errors
/// As [`scatter`].
pub fn compute_store<T: Element>(
    device: &Device,
    source: &Stream<T>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 {
        return Ok(result);
    }
    // ANCHOR: store
    device
        .kernel(&define_element_type(&SCATTER, Era::Compute, T::FORMAT))?
        .call()
        .gather("source", source)
        .gather("places", places)
        .output("result", &mut result)
        .elements(source.len())
        .run()?;
    // ANCHOR_END: store
    Ok(result)
}

/// Each element claims its place by an atomic maximum of indices; then each place fetches the element that won it.
///
/// # Errors
/// As [`scatter`].
pub fn compute<T: Element>(
    device: &Device,
    source: &Stream<T>,
    places: &Stream<Pointer>,
    count: usize,
) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: claim
    let mut owners = device.empty::<u32>(count)?; // zeros: no owner
    device
        .kernel(&CLAIM)?
        .call()
        .gather("places", places)
        .update("owners", &mut owners)
        .elements(places.len())
        .run()?;
    device
        .kernel(&define_element_type(&FETCH, Era::Compute, T::FORMAT))?
        .call()
        .input("owners", &owners)
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: claim
    Ok(result)
}

/// Checks that there are as many places as elements.
pub(super) fn check_counts<T: Element>(source: &Stream<T>, places: &Stream<impl Element>) -> Result<()> {
    let elements = source.len();
    let given = places.len();
    if elements == given {
        return Ok(());
    }
    Err(Error::data(format!("{given} places given for {elements} elements; give one for each, or Pointer::NOWHERE")))
}

/// Copies a stream to a vertex stream, on the device: the era's render to vertex stream.
pub(super) fn copy_to_vertices<T: Element>(device: &Device, stream: &Stream<T>) -> Result<Stream<T>> {
    let mut vertices = device.empty_in(Layout::Linear, stream.len())?;
    vertices.copy_from(stream)?;
    Ok(vertices)
}
