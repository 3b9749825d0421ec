//! The compute era on the lanes of a CPU: a radix sort, one contiguous chunk per lane.

use super::key::{Key, for_key_type};
use super::{Sorted, check_paired};
use crate::algorithms::scan::exclusive;
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, compute_kernel};

const PAIRS: KernelSource = compute_kernel!("primitives/sort_pairs");
const COUNT: KernelSource = compute_kernel!("primitives/sort_count");
const SCATTER: KernelSource = compute_kernel!("primitives/sort_scatter");
const UNPAIR: KernelSource = compute_kernel!("primitives/sort_unpair");

/// Bits per digit. A lane writes to as many places in turn as there are digits, and a vector of a CPU has eight lanes:
/// with 2^7 digits their lines just fill its first-level cache, with 2^8 they do not fit.
const BITS: usize = 7;
const DIGITS: usize = 1 << BITS;

/// Number of chunks: enough for the lanes of a few cores. Fewer if chunks would be shorter than their counts, more if
/// they would be too long.
const CHUNKS: usize = 64;

/// Largest number of elements in a chunk: a lane of llvmpipe ends silently after 65,535 turns of its loops, and each
/// turn processes four.
const MOST_CHUNK: usize = 1 << 17;

/// Returns the number of chunks that `elements` elements are divided into.
fn chunk_count(elements: usize) -> usize {
    elements
        .div_ceil(8 * DIGITS)
        .clamp(1, CHUNKS)
        .max(elements.div_ceil(MOST_CHUNK))
        .next_multiple_of(8)
}

/// Returns the length of a chunk: whole 64-byte lines, and an odd number of them, because chunks a power of two apart
/// would all map to the same lines of a cache.
fn chunk_length(elements: usize) -> usize {
    (elements.div_ceil(chunk_count(elements)).div_ceil(16) | 1) * 16
}

/// Largest number of turns of a lane's loops: over its chunk by fours, and twice over its digits, with the turn that
/// ends each.
pub(super) fn turns_of(elements: usize) -> usize {
    chunk_length(elements) / 4 + 2 * DIGITS + 8
}

/// Sorts by five digits of seven bits, the least first: one contiguous chunk per lane, for devices whose lanes are
/// those of a CPU.
///
/// Source: Satish, Harris and Garland, Designing Efficient Sorting Algorithms for Manycore GPUs, 2009, with chunks
/// instead of their tiles.
///
/// # Errors
/// As [`super::sort`].
pub fn compute_radix<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    check_paired(keys, values)?;
    let device = &device.with_era(Era::Compute)?;
    // ANCHOR: pairs
    let n = keys.len();
    let chunks = chunk_count(keys.len());
    let chunk = chunk_length(keys.len()) as i32;
    let mut first = device.uninit::<[u32; 2]>(n)?;
    device
        .kernel(&for_key_type::<K>(&PAIRS))?
        .call()
        .uniform("chunk", chunk)
        .gather("keys", keys)
        .gather("values", values)
        .output("pairs", &mut first)
        .elements(chunks)
        .run()?;
    // ANCHOR_END: pairs

    let count = device.kernel(&COUNT)?;
    let scatter = device.kernel(&SCATTER)?;
    // ANCHOR: digits
    let mut pairs = PingPong::new(first, device.uninit(n)?);
    let mut counts = device.empty::<u32>(DIGITS * chunks)?;
    for shift in (0..32).step_by(BITS) {
        count
            .call()
            .uniform("chunk", chunk)
            .uniform("shift", shift)
            .gather("pairs", pairs.now())
            .output("counts", &mut counts)
            .elements(chunks)
            .run()?;
        let places = exclusive::compute(device, &counts)?;
        pairs.step(|now, next| {
            scatter
                .call()
                .uniform("chunk", chunk)
                .uniform("shift", shift)
                .gather("pairs", now)
                .gather("places", &places)
                .output("result", next)
                .elements(chunks)
                .run()
        })?;
    }
    // ANCHOR_END: digits

    let mut result = (device.uninit(keys.shape())?, device.uninit(keys.shape())?);
    device
        .kernel(&for_key_type::<K>(&UNPAIR))?
        .call()
        .uniform("chunk", chunk)
        .gather("pairs", pairs.now())
        .output("result_keys", &mut result.0)
        .output("result_values", &mut result.1)
        .elements(chunks)
        .run()?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_lane_turns_too_often() {
        for elements in [0, 1, 2_048, 1 << 23, (1 << 23) + 1, 9 << 20, 1 << 25, (1 << 30) - 1] {
            assert!(chunk_count(elements) * chunk_length(elements) >= elements, "{elements}");
            assert!(turns_of(elements) < 65_535, "{elements}: {}", turns_of(elements));
        }
    }
}
