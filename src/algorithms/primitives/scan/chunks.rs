//! The compute era on the lanes of a CPU: one contiguous chunk per lane.

use super::number::{Number, for_number_type};
use super::{BLOCK, ScanKind};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CHUNK_TOTALS: KernelSource = compute_kernel!("primitives/scan_chunk_totals");
const CHUNKS: KernelSource = compute_kernel!("primitives/scan_chunks");

/// Number of chunks if their totals are scanned: as many as one block of scan.comp scans at once.
pub(in crate::algorithms) const CHUNK_COUNT: usize = BLOCK;

/// Number of chunks if each adds up the totals before it by itself: enough lanes for some cores, and few totals.
pub(super) const FEW_CHUNKS: usize = 128;

/// Returns the length of a chunk: whole 64-byte lines, and an odd number of them, because chunks a power of two apart
/// would all map to the same lines of a cache.
pub(in crate::algorithms) fn chunk_length(elements: usize) -> usize {
    chunk_length_for(elements, CHUNK_COUNT)
}

fn chunk_length_for(elements: usize, chunks: usize) -> usize {
    (elements.div_ceil(chunks).div_ceil(16) | 1) * 16
}

/// Largest number of turns of a lane's loop over its chunk: each turn processes four elements or more.
pub(in crate::algorithms) fn turns_of(elements: usize) -> usize {
    chunk_length(elements) / 4 + 16
}

/// Largest number of turns of a lane's loops here: over its chunk by sixteens, and over the totals before it.
pub(super) fn turns_of_few(elements: usize) -> usize {
    chunk_length_for(elements, FEW_CHUNKS) / 16 + FEW_CHUNKS + 16
}

/// One contiguous chunk per lane: add it up, then scan it from the totals of those before it. For devices whose lanes
/// are those of a CPU.
///
/// # Errors
/// As [`super::scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    scan_chunks(device, source, ScanKind::Inclusive)
}

/// Computes the sum of each chunk, then scans each chunk from the sums before it.
pub(super) fn scan_chunks<T: Number>(device: &Device, source: &Stream<T>, kind: ScanKind) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.uninit(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: chunks
    let chunk = chunk_length_for(source.len(), FEW_CHUNKS);
    check_turns(&device, "scan of a chunk", turns_of_few(source.len()), "use scan::compute_lookback")?;
    let mut totals = device.uninit::<T>(FEW_CHUNKS)?;
    device
        .kernel(&for_number_type::<T>(&CHUNK_TOTALS))?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    device
        .kernel(&kind.specialise_kernel(for_number_type::<T>(&CHUNKS)))?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .gather("tail", source)
        .gather("totals", &totals)
        .output("result", &mut result)
        .elements(FEW_CHUNKS)
        .run()?;
    // ANCHOR_END: chunks
    Ok(result)
}
