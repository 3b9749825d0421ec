//! The compute era: kept elements that are stored where their number says, or at the next free place.

use super::{COMPACT, Compacted, last, ones, scan, with_condition};
use crate::algorithms::is_cpu;
use crate::algorithms::scan::Number;
use crate::{Device, Era, Error, KernelSource, Result, Stream, compute_kernel};

const ATOMIC: KernelSource = compute_kernel!("primitives/compact_atomic");
const ATOMIC_GROUP: KernelSource = compute_kernel!("primitives/compact_atomic_group");
pub(in crate::algorithms::primitives) const CHUNK_COUNTS: KernelSource =
    compute_kernel!("primitives/compact_chunk_counts");
const CHUNKS: KernelSource = compute_kernel!("primitives/compact_chunks");
const LOOKBACK: KernelSource = compute_kernel!("primitives/compact_lookback");

/// Elements of a tile of compact_lookback.comp, and invocations of its groups.
const TILE: usize = 4096;
const GROUP: usize = 256;

/// A tile's state has so many bits for a number.
const NUMBER: usize = 1 << 30;

/// The fastest for this machine: [`compute_chunks`] where the driver is a CPU (llvmpipe, softpipe), [`compute_lookback`] on a GPU.
///
/// # Errors
/// As [`super::compact`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    let rung = if is_cpu(device) { compute_chunks } else { compute_lookback };
    rung(device, source, condition)
}

// ANCHOR: scan
/// The flags' prefix sums by blocks in shared memory, then each kept element to its place.
///
/// Source: Blelloch, Prefix Sums and Their Applications, 1990.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_scan<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Compute)?;
    let sums = scan::compute_blocks(&device, &ones(&device, source, condition)?)?;
    let mut elements = device.empty(source.len())?;
    let kernel = device.kernel(&with_condition::<T>(&COMPACT, condition))?;
    kernel
        .call()
        .gather("source", source)
        .gather("sums", &sums)
        .output("result", &mut elements)
        .run()?;
    Ok(Compacted { elements, count: last(&device, &sums)? })
}
// ANCHOR_END: scan

/// Each kept element to the next free place by an atomic counter. The elements come in no order.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_atomic<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    by_counter(device, source, condition, &ATOMIC)
}

/// Each group counts its kept elements and takes that many places from the counter at once. The elements come in no order.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_atomic_group<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    by_counter(device, source, condition, &ATOMIC_GROUP)
}

fn by_counter<T: Number>(
    device: &Device,
    source: &Stream<T>,
    condition: &str,
    kernel: &KernelSource,
) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Compute)?;
    let (mut elements, mut count) = (device.empty(source.len())?, device.empty(1)?);
    let kernel = device.kernel(&with_condition::<T>(kernel, condition))?;
    let call = kernel
        .call()
        .gather("source", source)
        .update("count", &mut count)
        .output("result", &mut elements);
    call.elements(source.len()).run()?;
    Ok(Compacted { elements, count })
}

/// One contiguous chunk a lane: count, scan the counts, store from there. For machines whose lanes are those of a CPU.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Compute)?;
    let mut elements = device.empty(source.len())?;
    let kernel = |kernel: KernelSource| device.kernel(&with_condition::<T>(&kernel, condition));
    // ANCHOR: chunks
    let (chunk, chunks) = (scan::chunk_of(source.len()) as i32, scan::CHUNK_COUNT);
    let mut totals = device.empty(chunks)?;
    let add_up = kernel(CHUNK_COUNTS)?;
    add_up
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    let totals = scan::compute_blocks(&device, &totals)?;
    let store = kernel(CHUNKS)?;
    let call = store
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .gather("totals", &totals);
    call.output("result", &mut elements).elements(chunks).run()?;
    // ANCHOR_END: chunks
    Ok(Compacted { elements, count: last(&device, &totals)? })
}

/// One dispatch: each group compacts a tile, and looks back over the tiles before for where its elements go.
///
/// Source: Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.
///
/// # Errors
/// As [`super::compact`]; [`crate::Error::Limit`] for 2^30 elements or more.
pub fn compute_lookback<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    if source.len() >= NUMBER {
        let (given, most) = (source.len() as u128, NUMBER as u128 - 1);
        return Err(Error::limit("elements counted by look-back", given, most, "take compact::compute_scan"));
    }
    let device = device.with_era(Era::Compute)?;
    let look_back = include_str!("../../../../compute_kernels/include/look_back.glsl");
    let kernel = device.kernel(&with_condition::<T>(&LOOKBACK, condition).include("look_back.glsl", look_back))?;
    let tiles = source.len().div_ceil(TILE);
    let (mut elements, mut count) = (device.empty(source.len())?, device.empty(1)?);
    let mut ticket = device.empty::<u32>(1)?; // zeros: no tile is taken,
    let mut states = device.empty::<u32>(tiles)?; // and none has told anything
    let call = kernel
        .call()
        .gather("source", source)
        .output("result", &mut elements)
        .output("count", &mut count);
    call.update("ticket", &mut ticket)
        .update("states", &mut states)
        .elements(tiles * GROUP)
        .run()?;
    Ok(Compacted { elements, count })
}
