//! The compute era: blocks in shared memory, and chunks for a CPU's lanes.

use super::{SEGMENTED_SCAN, check, of};
use crate::algorithms::is_cpu;
use crate::algorithms::scan::{BLOCK, CHUNK_COUNT, Number, chunk_of};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const ADD: KernelSource = compute_kernel!("primitives/segmented_scan_add");
const CHUNK_TOTALS: KernelSource = compute_kernel!("primitives/segmented_scan_chunk_totals");
const CHUNKS: KernelSource = compute_kernel!("primitives/segmented_scan_chunks");

/// The fastest for this machine: [`compute_chunks`] where the driver is a CPU (llvmpipe, softpipe), [`compute_blocks`] on a GPU.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    if is_cpu(device) { compute_chunks(device, source, heads) } else { compute_blocks(device, source, heads) }
}

/// One block a work group in shared memory; the blocks' totals are scanned the same way, then added back as far as the first head.
///
/// Source: Sengupta, Harris, Zhang and Owens, 2007.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn compute_blocks<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    check(source, heads)?;
    // ANCHOR: blocks
    let mut result = device.empty(source.shape())?;
    let blocks = source.len().div_ceil(BLOCK);
    let (mut block_totals, mut block_heads) = (device.empty::<T>(blocks)?, device.empty(blocks)?);
    let kernel = device.kernel(&of::<T>(&SEGMENTED_SCAN))?;
    let call = kernel
        .call()
        .input("source", source)
        .input("heads", heads)
        .output("result", &mut result);
    call.output("block_totals", &mut block_totals)
        .output("block_heads", &mut block_heads)
        .run()?;
    if blocks > 1 {
        let block_totals = compute_blocks(&device, &block_totals, &block_heads)?;
        let add = device.kernel(&of::<T>(&ADD))?;
        let call = add
            .call()
            .gather("block_totals", &block_totals)
            .gather("block_heads", &block_heads);
        call.update("result", &mut result).run()?;
    }
    // ANCHOR_END: blocks
    Ok(result)
}

/// One contiguous chunk a lane: add it up, scan the totals, scan the chunk from there. For machines whose lanes are those of a CPU.
///
/// # Errors
/// As [`super::segmented_scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    check(source, heads)?;
    let mut result = device.empty(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: chunks
    let chunk = chunk_of(source.len()) as i32;
    let (mut totals, mut totals_heads) = (device.empty::<T>(CHUNK_COUNT)?, device.empty(CHUNK_COUNT)?);
    let add_up = device.kernel(&of::<T>(&CHUNK_TOTALS))?;
    let call = add_up
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .gather("heads", heads);
    call.output("totals", &mut totals)
        .output("totals_heads", &mut totals_heads)
        .run()?;
    let totals = compute_blocks(&device, &totals, &totals_heads)?;
    let scan = device.kernel(&of::<T>(&CHUNKS))?;
    let call = scan
        .call()
        .uniform("chunk", chunk)
        .gather("source", source)
        .gather("heads", heads);
    call.gather("totals", &totals)
        .output("result", &mut result)
        .elements(CHUNK_COUNT)
        .run()?;
    // ANCHOR_END: chunks
    Ok(result)
}
