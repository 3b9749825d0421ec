//! The compute era's radix sort: four passes of eight bits, the least digit first.

use super::Sorted;
use super::key::{Key, of};
use crate::algorithms::scan::exclusive;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const COUNT: KernelSource = compute_kernel!("primitives/sort_count");
const SCATTER: KernelSource = compute_kernel!("primitives/sort_scatter");
const HISTOGRAM: KernelSource = compute_kernel!("primitives/sort_histogram");
const ONESWEEP: KernelSource = compute_kernel!("primitives/sort_onesweep");

const DIGITS: usize = 256;

/// Chunks: enough for the lanes of a few cores. Fewer where chunks would be shorter than their counts, more where they would be too long.
const CHUNKS: usize = 64;

/// The most elements of a chunk: a lane of llvmpipe ends silently after 65,535 turns of its loops.
const LONGEST: usize = 1 << 17;

/// Keys of a group of sort_histogram.comp.
const COUNTED: usize = 4096;

/// Keys of a tile of sort_onesweep.comp.
const TILE: usize = 2048;

/// Invocations of a group of both.
const LANES: usize = 256;

/// One chunk a lane: count its digits, scan the counts, put each key in its place.
pub(super) fn chunks<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    let device = &device.with_era(Era::Compute)?;
    let (codes, now) = chunk_pass::<K, u32>(device, 0, keys, values)?;
    let (codes, now) = chunk_pass::<u32, u32>(device, 8, &codes, &now)?;
    let (codes, now) = chunk_pass::<u32, u32>(device, 16, &codes, &now)?;
    chunk_pass::<u32, K>(device, 24, &codes, &now)
}

/// By the digit from bit `shift` on, from keys of one type to keys of another: codes in between are their own codes.
fn chunk_pass<K: Key, R: Key>(
    device: &Device,
    shift: i32,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<R>> {
    // ANCHOR: chunks
    let chunks = keys
        .len()
        .div_ceil(8 * DIGITS)
        .clamp(1, CHUNKS)
        .max(keys.len().div_ceil(LONGEST))
        .next_multiple_of(8);
    // Whole 64-byte lines, and an odd number of them: chunks a power of two apart would all want the same lines of a cache.
    let chunk = ((keys.len().div_ceil(chunks).div_ceil(16) | 1) * 16) as i32;
    let count = device.kernel(&of::<K>(&COUNT))?;
    let scatter = device.kernel(&of::<K>(&SCATTER).define("RESULT", R::GLSL[0]))?;

    let mut counts = device.empty::<u32>(DIGITS * chunks)?;
    let call = count
        .call()
        .uniform("chunk", chunk)
        .uniform("shift", shift)
        .gather("keys", keys);
    call.output("counts", &mut counts).elements(chunks).run()?;
    let places = exclusive::compute(device, &counts)?;
    let mut result = (device.empty::<R>(keys.shape())?, device.empty(keys.shape())?);
    let call = scatter.call().uniform("chunk", chunk).uniform("shift", shift);
    let call = call.gather("keys", keys).gather("values", values).gather("places", &places);
    let call = call.output("result_keys", &mut result.0).output("result_values", &mut result.1);
    call.elements(chunks).run()?;
    // ANCHOR_END: chunks
    Ok(result)
}

/// All digits counted at once, then a dispatch a digit, whose tiles look back.
pub(super) fn onesweep<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    let device = &device.with_era(Era::Compute)?;
    // ANCHOR: onesweep
    let mut counts = device.empty::<u32>(4 * DIGITS)?;
    let histogram = device.kernel(&of::<K>(&HISTOGRAM))?;
    let call = histogram.call().gather("keys", keys).update("counts", &mut counts);
    call.elements(keys.len().div_ceil(COUNTED) * LANES).run()?;
    let places = &exclusive::compute(device, &counts)?;
    let (codes, now) = sweep::<K, u32>(device, 0, places, keys, values)?;
    let (codes, now) = sweep::<u32, u32>(device, 8, places, &codes, &now)?;
    let (codes, now) = sweep::<u32, u32>(device, 16, places, &codes, &now)?;
    sweep::<u32, K>(device, 24, places, &codes, &now)
    // ANCHOR_END: onesweep
}

/// By the digit from bit `shift` on, where `places` says where each value of each digit starts.
fn sweep<K: Key, R: Key>(
    device: &Device,
    shift: i32,
    places: &Stream<u32>,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<R>> {
    let tile = include_str!("../../../../compute_kernels/include/sort_tile.glsl");
    let kernel = of::<K>(&ONESWEEP).define("RESULT", R::GLSL[0]).include("sort_tile.glsl", tile);
    let tiles = keys.len().div_ceil(TILE);
    let mut ticket = device.empty::<u32>(1)?; // zeros: no tile is taken,
    let mut states = device.empty::<u32>(tiles * DIGITS)?; // and none has told anything
    let mut result = (device.empty::<R>(keys.shape())?, device.empty(keys.shape())?);
    let kernel = device.kernel(&kernel)?;
    let call = kernel
        .call()
        .uniform("shift", shift)
        .gather("keys", keys)
        .gather("values", values);
    let call = call
        .gather("places", places)
        .update("ticket", &mut ticket)
        .update("states", &mut states);
    let call = call.output("result_keys", &mut result.0).output("result_values", &mut result.1);
    call.elements(tiles * LANES).run()?;
    Ok(result)
}
