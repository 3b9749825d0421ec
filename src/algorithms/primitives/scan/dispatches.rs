//! The compute era: blocks in shared memory, chunks for a CPU's lanes, and look-back.

use super::Kind;
use super::number::{Number, of};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const ADD: KernelSource = compute_kernel!("primitives/scan_add");
const CHUNK_TOTALS: KernelSource = compute_kernel!("primitives/scan_chunk_totals");
const CHUNKS: KernelSource = compute_kernel!("primitives/scan_chunks");
const LOOKBACK: KernelSource = compute_kernel!("primitives/scan_lookback");

/// Elements of a block: the local size of scan.comp.
pub(in crate::algorithms) const BLOCK: usize = 256;

/// Chunks of a source: as many as one block of scan.comp scans at once.
pub(in crate::algorithms) const CHUNK_COUNT: usize = BLOCK;

/// Elements of a chunk of so many: whole 64-byte lines, and an odd number of them, since chunks a power of two apart would all want the
/// same lines of a cache.
pub(in crate::algorithms) fn chunk_of(elements: usize) -> usize {
    (elements.div_ceil(CHUNK_COUNT).div_ceil(16) | 1) * 16
}

/// Elements of a tile of scan_lookback.comp.
const TILE: usize = 4096;

/// Blocks, their totals by the same way, then the totals added back; inclusive.
pub(super) fn blocks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&of::<T>(&super::SCAN))?;
    // ANCHOR: blocks
    let mut result = device.empty(source.shape())?;
    let mut totals = device.empty::<T>(source.len().div_ceil(BLOCK))?;
    let call = kernel.call().input("source", source);
    call.output("result", &mut result).output("block_totals", &mut totals).run()?;
    if totals.len() > 1 {
        let totals = blocks(&device, &totals)?;
        let add = device.kernel(&of::<T>(&ADD))?;
        add.call().gather("block_totals", &totals).update("result", &mut result).run()?;
    }
    // ANCHOR_END: blocks
    Ok(result)
}

/// The sum of each chunk, the scan of those sums, the scan of each chunk from there.
pub(super) fn chunks<T: Number>(device: &Device, source: &Stream<T>, kind: Kind) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: chunks
    let chunk = chunk_of(source.len()) as i32;
    let mut totals = device.empty::<T>(CHUNK_COUNT)?;
    let add_up = device.kernel(&of::<T>(&CHUNK_TOTALS))?;
    add_up
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    let totals = blocks(&device, &totals)?;
    let scan = device.kernel(&kind.of(of::<T>(&CHUNKS)))?;
    let call = scan
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .gather("totals", &totals);
    call.output("result", &mut result).elements(CHUNK_COUNT).run()?;
    // ANCHOR_END: chunks
    Ok(result)
}

/// One dispatch, tiles looking back.
pub(super) fn lookback<T: Number>(device: &Device, source: &Stream<T>, kind: Kind) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&kind.of(of::<T>(&LOOKBACK)))?;
    // ANCHOR: lookback
    let mut result = device.empty(source.shape())?;
    let tiles = source.len().div_ceil(TILE);
    let mut ticket = device.empty::<u32>(1)?; // zeros: no tile is taken,
    let mut states = device.empty::<u32>(tiles)?; // and none has told anything
    let (mut totals, mut prefixes) = (device.empty::<T>(tiles)?, device.empty::<T>(tiles)?);
    let call = kernel.call().gather("source", source).output("result", &mut result);
    let call = call.update("ticket", &mut ticket).update("states", &mut states);
    call.update("totals", &mut totals)
        .update("prefixes", &mut prefixes)
        .elements(tiles * BLOCK)
        .run()?;
    // ANCHOR_END: lookback
    Ok(result)
}
