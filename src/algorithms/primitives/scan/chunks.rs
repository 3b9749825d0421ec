//! The compute era on the lanes of a CPU: one contiguous chunk per lane.

use super::number::{Number, of};
use super::{BLOCK, ScanKind};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CHUNK_TOTALS: KernelSource = compute_kernel!("primitives/scan_chunk_totals");
const CHUNKS: KernelSource = compute_kernel!("primitives/scan_chunks");

/// Chunks of a source where their totals are scanned: as many as one block of scan.comp scans at once.
pub(in crate::algorithms) const CHUNK_COUNT: usize = BLOCK;

/// And where each chunk adds up the totals before it itself: lanes enough for some cores, and few to add.
pub(super) const FEW: usize = 128;

/// Elements of a chunk of so many: whole 64-byte lines, and an odd number of them, since chunks a power of
/// two apart would all want the same lines of a cache.
pub(in crate::algorithms) fn chunk_of(elements: usize) -> usize {
    chunk_of_some(elements, CHUNK_COUNT)
}

fn chunk_of_some(elements: usize, chunks: usize) -> usize {
    (elements.div_ceil(chunks).div_ceil(16) | 1) * 16
}

/// Turns of a lane's loop over its chunk, at most: a turn takes one four of elements, or several.
pub(in crate::algorithms) fn turns_of(elements: usize) -> usize {
    chunk_of(elements) / 4 + 16
}

/// Turns of a lane's loops here, at most: over its chunk by sixteens, and over the totals before it.
pub(super) fn turns_of_few(elements: usize) -> usize {
    chunk_of_some(elements, FEW) / 16 + FEW + 16
}

/// One contiguous chunk per lane: add it up, then scan it from the totals of those before it. For machines
/// whose lanes are those of a CPU.
///
/// # Errors
/// As [`super::scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    chunks(device, source, ScanKind::Inclusive)
}

/// The sum of each chunk, the scan of each chunk from the sums before it.
pub(super) fn chunks<T: Number>(device: &Device, source: &Stream<T>, kind: ScanKind) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.uninit(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: chunks
    let chunk = chunk_of_some(source.len(), FEW);
    check_turns(&device, "scan of a chunk", turns_of_few(source.len()), "take scan::compute_lookback")?;
    let mut totals = device.uninit::<T>(FEW)?;
    device
        .kernel(&of::<T>(&CHUNK_TOTALS))?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    device
        .kernel(&kind.of(of::<T>(&CHUNKS)))?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .gather("tail", source)
        .gather("totals", &totals)
        .output("result", &mut result)
        .elements(FEW)
        .run()?;
    // ANCHOR_END: chunks
    Ok(result)
}
