//! The compute era on the lanes of a CPU: one contiguous chunk per lane.

use super::number::{Number, of};
use super::{BLOCK, ScanKind, compute_blocks};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CHUNK_TOTALS: KernelSource = compute_kernel!("primitives/scan_chunk_totals");
const CHUNKS: KernelSource = compute_kernel!("primitives/scan_chunks");

/// Chunks of a source: as many as one block of scan.comp scans at once.
pub(in crate::algorithms) const CHUNK_COUNT: usize = BLOCK;

/// Elements of a chunk of so many: whole 64-byte lines, and an odd number of them, since chunks a power of
/// two apart would all want the same lines of a cache.
pub(in crate::algorithms) fn chunk_of(elements: usize) -> usize {
    (elements.div_ceil(CHUNK_COUNT).div_ceil(16) | 1) * 16
}

/// Turns of a lane's loop over its chunk, at most: a turn takes one four of elements, or several.
pub(in crate::algorithms) fn turns_of(elements: usize) -> usize {
    chunk_of(elements) / 4 + 16
}

/// One contiguous chunk per lane: add it up, scan the totals, scan the chunk from there. For machines whose
/// lanes are those of a CPU.
///
/// # Errors
/// As [`super::scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    chunks(device, source, ScanKind::Inclusive)
}

/// The sum of each chunk, the scan of those sums, the scan of each chunk from there.
pub(super) fn chunks<T: Number>(device: &Device, source: &Stream<T>, kind: ScanKind) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: chunks
    let chunk = chunk_of(source.len());
    check_turns(&device, "scan of a chunk", turns_of(source.len()), "take scan::compute_lookback")?;
    let mut totals = device.empty::<T>(CHUNK_COUNT)?;
    device
        .kernel(&of::<T>(&CHUNK_TOTALS))?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    let totals = compute_blocks(&device, &totals)?;
    device
        .kernel(&kind.of(of::<T>(&CHUNKS)))?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .gather("totals", &totals)
        .output("result", &mut result)
        .elements(CHUNK_COUNT)
        .run()?;
    // ANCHOR_END: chunks
    Ok(result)
}
