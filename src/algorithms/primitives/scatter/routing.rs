//! Stencil routing: each point covers a cell, and the stencil test keeps one slot of it.

use super::{FETCH, check_counts, copy_to_vertices, define_element_type};
use crate::{
    Compare, DepthStencilState, Device, Element, Era, KernelSource, Pointer, Result, StencilUpdate, Stream,
    fragment_kernel,
};

const EMPTY: KernelSource = fragment_kernel!("primitives/scatter_slots");
const PAIRS: KernelSource = fragment_kernel!("primitives/scatter_pairs");
const ROUTE: KernelSource = fragment_kernel!("primitives/scatter_route", vertex);

/// Texels along each side of a cell of [`route`].
const SIDE: usize = 2;

/// Capacity of a list of [`route`], in elements.
pub const SLOTS: usize = SIDE * SIDE;

/// Stencil value of the slot that the next element goes to.
const OPEN: u8 = 128;

/// Depth-stencil state that writes the distance of a slot from being open wherever the pass keeps a fragment.
pub(in crate::algorithms) fn emptying_state(slot: usize) -> DepthStencilState {
    DepthStencilState { reference: OPEN - slot as u8, on_pass: StencilUpdate::Replace, ..DepthStencilState::default() }
}

/// Depth-stencil state that lets a fragment into the open slot, and advances every slot that it tests by a step.
pub(in crate::algorithms) fn routing_state() -> DepthStencilState {
    DepthStencilState {
        stencil: Compare::Equal,
        reference: OPEN,
        on_pass: StencilUpdate::Increment,
        on_fail: StencilUpdate::Increment,
        ..DepthStencilState::default()
    }
}

/// For each place, the elements that go there, the last one first, [`SLOTS`] at most.
#[derive(Debug)]
pub struct Lists {
    /// A cell of texels for each place, in rows of cells.
    cells: Stream<Pointer>,
    count: usize,
    /// Texels along each side of a cell.
    side: usize,
}

impl Lists {
    /// Returns the texels: a cell of each place, in rows of cells.
    pub(in crate::algorithms) fn cells(&self) -> &Stream<Pointer> {
        &self.cells
    }

    /// Reads for each place the indices of its elements, the last element first.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] with any error that the driver has reported since.
    pub fn read(&self) -> Result<Vec<Vec<usize>>> {
        let texels = self.cells.read()?;
        let width = self.cells.shape().extent(0);
        let side = self.side;
        let columns = width / side;
        Ok((0..self.count)
            .map(|place: usize| {
                let corner = [(place % columns) * side, (place / columns) * side];
                let slots =
                    (0..side * side).map(|slot| texels[(corner[1] + slot / side) * width + corner[0] + slot % side]);
                slots.filter_map(Pointer::target).collect()
            })
            .collect())
    }
}

/// Lists for each of `count` places the elements that go there, the last first; of more than [`SLOTS`], only the last
/// ones (fragment era).
///
/// Sources: Purcell et al. 2003.
///
/// ```
/// # use gristmill::{Device, Era, Pointer, algorithms::scatter::route};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let places = device.stream(&[1, 0, 1, 1].map(Pointer::to))?;
/// assert_eq!(route(&device, &places, 3)?.read()?, [vec![1], vec![3, 2, 0], vec![]]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`super::scatter`].
pub fn route(device: &Device, places: &Stream<Pointer>, count: usize) -> Result<Lists> {
    route_to(device, places, count, SIDE)
}

/// Works like [`route`], with `side` times `side` slots for each place. The largest side is 11, because the
/// stencil counts to 255.
pub(in crate::algorithms) fn route_to(
    device: &Device,
    places: &Stream<Pointer>,
    count: usize,
    side: usize,
) -> Result<Lists> {
    let device = device.with_era(Era::Fragment)?;
    let columns = count.isqrt().next_power_of_two();
    let size = [columns * side, count.div_ceil(columns) * side];
    let mut cells = device.empty(size)?;
    if count == 0 {
        return Ok(Lists { cells, count, side });
    }
    let mut stencil = device.depth_stencil(size[0], size[1])?;
    // ANCHOR: routing
    // Every slot is empty, and the first of a cell is open. Each further slot is one step further from being open.
    let empty = device.kernel(&EMPTY.define("SIDE", side))?;
    for slot in 0..side * side {
        empty
            .call()
            .uniform("slot", slot as i32)
            .output("lists", &mut cells)
            .depth_stencil(&mut stencil, emptying_state(slot))
            .run()?;
    }
    if !places.is_empty() {
        // A point covers its cell, passes at the open slot, and advances all slots of the cell by a step.
        let pairs = copy_to_vertices(&device, &pair_with_indices(&device, places)?)?;
        device
            .kernel(&ROUTE.define("SIDE", side))?
            .call()
            .uniform("places_count", count as i32)
            .vertex_stream("pairs", &pairs)
            .output("lists", &mut cells)
            .depth_stencil(&mut stencil, routing_state())
            .points(pairs.len())
            .run()?;
    }
    // ANCHOR_END: routing
    Ok(Lists { cells, count, side })
}

/// Computes the place and the index of every element, the last element first.
fn pair_with_indices(device: &Device, places: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    let mut pairs = device.empty(places.len())?;
    device
        .kernel(&PAIRS)?
        .call()
        .gather("places", places)
        .output("result", &mut pairs)
        .run()?;
    Ok(pairs)
}

/// Routes the elements to lists by the stencil test, then fetches for each place the first of its list, which is the
/// last element.
///
/// # Errors
/// As [`super::scatter`].
pub fn fragment_stencil<T: Element>(
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
    let Lists { cells, .. } = route(&device, places, count)?;
    device
        .kernel(&define_element_type(&FETCH, Era::Fragment, T::FORMAT).define("SIDE", SIDE))?
        .call()
        .gather("lists", &cells)
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
