//! The compute era on the lanes of a CPU: one contiguous chunk per lane.

use super::{SegmentSums, check_heads, compute_blocks};
use crate::algorithms::check_turns;
use crate::algorithms::scan::{CHUNK_COUNT, Number, chunk_length, for_number_type, turns_of};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CHUNK_TOTALS: KernelSource = compute_kernel!("primitives/segmented_scan_chunk_totals");
const CHUNKS: KernelSource = compute_kernel!("primitives/segmented_scan_chunks");

/// One contiguous chunk per lane: add it up, scan the totals, scan the chunk from there. For devices whose lanes are
/// those of a CPU.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    check_heads(source, heads)?;
    let mut result = device.uninit(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: chunks
    let turns = turns_of(source.len());
    check_turns(&device, "segmented scan of a chunk", turns, "use segmented_scan::compute_blocks")?;
    let chunk = chunk_length(source.len()) as i32;
    let mut totals = SegmentSums::<T>::empty(&device, CHUNK_COUNT)?;
    device
        .kernel(&for_number_type::<T>(&CHUNK_TOTALS))?
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .gather("heads", heads)
        .output("totals", &mut totals.sums)
        .output("totals_heads", &mut totals.heads)
        .run()?;
    let totals = compute_blocks(&device, &totals.sums, &totals.heads)?;
    device
        .kernel(&for_number_type::<T>(&CHUNKS))?
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .gather("heads", heads)
        .gather("totals", &totals)
        .output("result", &mut result)
        .elements(CHUNK_COUNT)
        .run()?;
    // ANCHOR_END: chunks
    Ok(result)
}
