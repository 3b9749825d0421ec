//! The compute era on the lanes of a CPU: one contiguous chunk per lane.

use super::{Compacted, copy_last, with_condition};
use crate::algorithms::check_turns;
use crate::algorithms::scan::{self, CHUNK_COUNT, Number, chunk_length, turns_of};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CHUNK_COUNTS: KernelSource = compute_kernel!("primitives/compact_chunk_counts");
const CHUNKS: KernelSource = compute_kernel!("primitives/compact_chunks");

/// One contiguous chunk per lane: count, scan the counts, store from there. For devices whose lanes are those of a CPU.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Compute)?;
    // ANCHOR: chunks
    let totals = count_chunks(&device, source, condition)?;
    let mut elements = device.empty(source.len())?;
    device
        .kernel(&with_condition::<T>(&CHUNKS, condition)?)?
        .call()
        .uniform("chunk", chunk_length(source.len()) as i32)
        .gather("source", source)
        .gather("totals", &totals)
        .output("result", &mut elements)
        .elements(CHUNK_COUNT)
        .run()?;
    // ANCHOR_END: chunks
    Ok(Compacted { elements, count: copy_last(&device, &totals)? })
}

// ANCHOR: counts
/// Counts the kept elements of each chunk and all chunks before it.
pub(in crate::algorithms::primitives) fn count_chunks<T: Number>(
    device: &Device,
    source: &Stream<T>,
    condition: &str,
) -> Result<Stream<u32>> {
    check_turns(device, "elements of a chunk", turns_of(source.len()), "use compute_scan")?;
    let mut totals = device.uninit(CHUNK_COUNT)?;
    device
        .kernel(&with_condition::<T>(&CHUNK_COUNTS, condition)?)?
        .call()
        .uniform("chunk", chunk_length(source.len()) as i32)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    scan::compute_blocks(device, &totals)
}
// ANCHOR_END: counts
