//! Gather: elements of a table, read through a stream of pointers.
//!
#![doc = table!()]
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::Pointer;
//! use gristmill::algorithms::gather::{coordinates, packed};
//! use gristmill::algorithms::gather;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let table = [1.5, 2.5, 3.5];
//! let pointers = [Pointer::to(2), Pointer::NOWHERE, Pointer::to(0), Pointer::to(2)];
//! let fetched = gather::reference(&table, &pointers, 0.0);
//! assert_eq!(fetched, [3.5, 0.0, 1.5, 3.5]);
//! let (old, new) = (fragment.stream(&table)?, compute.stream(&table)?);
//! let (old_pointers, new_pointers) = (fragment.stream(&pointers)?, compute.stream(&pointers)?);
//! assert_eq!(gather(&device, &new, &new_pointers)?.read()?, fetched);
//! assert_eq!(gather::fragment(&fragment, &old, &old_pointers)?.read()?, fetched);
//! assert_eq!(gather::compute(&compute, &new, &new_pointers)?.read()?, fetched);
//! assert_eq!(gather::compute_texture(&compute, &old, &new_pointers)?.read()?, fetched); // the table is a texture
//!
//! let texels = fragment.stream(&coordinates(old.plan(), &pointers))?; // as pointers were in 2005
//! assert_eq!(gather::fragment_coordinates(&fragment, &old, &texels)?.read()?, fetched);
//! assert_eq!(gather::fragment_2005(&fragment, &old, &texels)?.read()?, fetched);
//! let fours = fragment.stream(&packed(&pointers))?;
//! assert_eq!(gather::fragment_packed(&fragment, &old, &fours)?.read()?.as_flattened(), fetched);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod coordinates;
mod element_type;
mod packed;

use super::{Check, Trial, Workload};
use crate::{Device, Element, Era, Error, KernelSource, Layout, Pointer, Result, Stream, compute_kernel, kernel_pair};

pub use coordinates::{coordinates, fragment_2005, fragment_coordinates};
pub(in crate::algorithms) use element_type::define_element_type;
pub use packed::{fragment_packed, packed};

rungs! {
    "elements read through a stream of pointers", 1 << 20, trial;
    fragment: "a fetch of the pointer, and one where it points", "1 pass; 12 bytes per element",
        "Lefohn, Kniss and Owens, GPU Gems 2, section 33.2.3; Buck et al., Brook for GPUs, 2004 (gather streams)";
    fragment_coordinates: "the pointer is a texture coordinate", "1 pass; 16 bytes per element",
        "GPU Gems 2, section 33.2.3", by coordinates::trial;
    fragment_packed: "four pointers in the channels of a texel", "1 pass; 12 bytes per element", "GPU Gems 2, chapter 33",
        by packed::trial;
    fragment_2005: "the pointer is a texture coordinate, read as such", "1 pass; 16 bytes per element",
        "GPU Gems 2, section 33.2.3; Buck et al., Brook for GPUs, 2004", on "radeon-9700", by coordinates::trial_2005;
    compute: "an index into a buffer", "1 dispatch; 12 bytes per element", "Red Book 8, chapter 12";
    compute_texture: "four elements per invocation, the table in a texture", "1 dispatch; 12 bytes per element",
        "texture cache", by |device, workload| trial_in(device, workload, Layout::Packed, compute_texture);
}

const GATHER: KernelSource = kernel_pair!("streams/gather");
const TEXTURE: KernelSource = compute_kernel!("streams/gather_texture");

/// Reads the elements that the pointers name, in the device's era. The result has the shape of the pointers.
///
/// A pointer to nowhere, or to an element that the table does not have, yields zero in every channel. The table may
/// have any shape: a pointer is the element's index, x fastest.
///
/// # Errors
/// [`crate::Error::Call`] if the table is stored by slice, in several textures, or in the other era's memory.
pub fn gather<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, table, pointers),
        Era::Compute => compute(device, table, pointers),
    }
}

// ANCHOR: reference
/// Gathers by a loop on the host. `nothing` is the result for a pointer to no element of the table;
/// on the device it is zero.
pub fn reference<T: Copy>(table: &[T], pointers: &[Pointer], nothing: T) -> Vec<T> {
    pointers
        .iter()
        .map(|pointer: &Pointer| pointer.target().and_then(|index| table.get(index)).copied().unwrap_or(nothing))
        .collect()
}
// ANCHOR_END: reference

/// A fetch of the pointer, then a fetch where it points.
///
/// # Errors
/// As [`gather`].
pub fn fragment<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    if !matches!(table.layout(), Layout::Packed | Layout::PackedAt(_)) {
        return Err(Error::call(
            "gather.frag",
            "its pointers name elements of a table of Layout::Packed; copy it to one",
        ));
    }
    gather_elements(&device.with_era(Era::Fragment)?, table, pointers)
}

/// The pointer is an index into a buffer.
///
/// # Errors
/// As [`gather`].
pub fn compute<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    gather_elements(&device.with_era(Era::Compute)?, table, pointers)
}

fn gather_elements<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    let mut result = device.uninit(pointers.shape())?;
    device
        .kernel(&define_element_type(&GATHER, device.era(), T::FORMAT))?
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Four pointers per invocation; the table is a texture ([`Layout::Packed`]), the pointers and the result are
/// buffers.
///
/// # Errors
/// [`crate::Error::Call`] if a stream is in the wrong memory.
pub fn compute_texture(device: &Device, table: &Stream<f32>, pointers: &Stream<Pointer>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.uninit(pointers.shape())?;
    device
        .kernel(&TEXTURE)?
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .elements(pointers.len().div_ceil(4))
        .run()?;
    Ok(result)
}

/// Builds numbers, and pointers in random order: about one in sixteen is null, one in sixteen is past the table's end,
/// and one of them is just past it.
///
/// There is one number fewer than pointers, so that a size that fills its texture leaves a texel after the last number.
fn build_input(workload: &Workload) -> (Vec<f32>, Vec<Pointer>) {
    let size = workload.size;
    let bound = (size + size / 16 + 1).min(u32::MAX as usize) as u32;
    let indices = workload.integers(1, bound);
    let mut pointers: Vec<Pointer> = indices
        .into_iter()
        .zip(workload.integers(2, 16))
        .map(|(index, null): (u32, u32)| if null == 0 { Pointer::NOWHERE } else { Pointer::to(index as usize) })
        .collect();
    let mut numbers = workload.floats(0);
    if size > 1 {
        numbers.truncate(size - 1);
        pointers[size / 2] = Pointer::to(size - 1);
    }
    (numbers, pointers)
}

/// Uploads the numbers as a table. In a texture, a pass writes the table, so that its padding holds the first number
/// and not zeros: a read past the end then returns a number.
fn upload_table(device: &Device, layout: Layout, numbers: &[f32]) -> Result<Stream<f32>> {
    if layout == Layout::Linear || numbers.is_empty() {
        return device.stream_in(layout, numbers.len(), numbers);
    }
    let fragments = device.with_era(Era::Fragment)?;
    let in_order: Vec<Pointer> = (0..numbers.len()).map(Pointer::to).collect();
    fragment(&fragments, &fragments.stream(numbers)?, &fragments.stream(&in_order)?)
}

type GatherRung = fn(&Device, &Stream<f32>, &Stream<Pointer>) -> Result<Stream<f32>>;

/// Tries a rung whose table is in the era's own layout.
fn trial(device: &Device, workload: &Workload, rung: GatherRung) -> Result<Trial> {
    let layout = if device.era() == Era::Fragment { Layout::Packed } else { Layout::Linear };
    trial_in(device, workload, layout, rung)
}

fn trial_in(device: &Device, workload: &Workload, layout: Layout, rung: GatherRung) -> Result<Trial> {
    let (numbers, pointers) = build_input(workload);
    let wanted = reference(&numbers, &pointers, 0.0);
    let table = upload_table(device, layout, &numbers)?;
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &table, &pointers), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}
