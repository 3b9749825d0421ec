//! The compute era's radix sort: four passes of eight bits, the least digit first.

use super::Sorted;
use super::key::{Key, of};
use crate::algorithms::scan::exclusive;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const COUNT: KernelSource = compute_kernel!("primitives/sort_count");
const SCATTER: KernelSource = compute_kernel!("primitives/sort_scatter");

const DIGITS: usize = 256;

/// Chunks: enough for the lanes of a few cores. Fewer where chunks would be shorter than their counts, more where they would be too long.
const CHUNKS: usize = 64;

/// The most elements of a chunk: a lane of llvmpipe ends silently after 65,535 turns of its loops.
const LONGEST: usize = 1 << 17;

/// One chunk a lane: count its digits, scan the counts, put each key in its place.
pub(super) fn chunks<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    let device = device.with_era(Era::Compute)?;
    let mut passes = Passes { device: &device, shift: 0 };
    let (codes, now) = passes.next::<K, u32>(keys, values)?;
    let (codes, now) = passes.next::<u32, u32>(&codes, &now)?;
    let (codes, now) = passes.next::<u32, u32>(&codes, &now)?;
    passes.next::<u32, K>(&codes, &now)
}

struct Passes<'d> {
    device: &'d Device,
    shift: i32,
}

impl Passes<'_> {
    /// Sorts by the next digit, from keys of one type to keys of another: codes in between are their own codes.
    fn next<K: Key, R: Key>(&mut self, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<R>> {
        let device = self.device;
        // ANCHOR: chunks
        let chunks =
            keys.len().div_ceil(8 * DIGITS).clamp(1, CHUNKS).max(keys.len().div_ceil(LONGEST)).next_multiple_of(8);
        // Whole 64-byte lines, and an odd number of them: chunks a power of two apart would all want the same lines of a cache.
        let chunk = ((keys.len().div_ceil(chunks).div_ceil(16) | 1) * 16) as i32;
        let count = device.kernel(&of::<K>(&COUNT))?;
        let scatter = device.kernel(&of::<K>(&SCATTER).define("RESULT", R::GLSL[0]))?;

        let mut counts = device.empty::<u32>(DIGITS * chunks)?;
        let call = count.call().uniform("chunk", chunk).uniform("shift", self.shift).gather("keys", keys);
        call.output("counts", &mut counts).elements(chunks).run()?;
        let places = exclusive::compute(device, &counts)?;
        let mut result = (device.empty::<R>(keys.shape())?, device.empty(keys.shape())?);
        let call = scatter.call().uniform("chunk", chunk).uniform("shift", self.shift);
        let call = call.gather("keys", keys).gather("values", values).gather("places", &places);
        let call = call.output("result_keys", &mut result.0).output("result_values", &mut result.1);
        call.elements(chunks).run()?;
        // ANCHOR_END: chunks
        self.shift += 8;
        Ok(result)
    }
}
