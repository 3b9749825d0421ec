//! The compute era on a GPU: a radix sort in one dispatch per digit, whose tiles look back over those before them.

use super::key::{Key, for_key_type};
use super::{Sorted, check_paired};
use crate::algorithms::scan::exclusive;
use crate::{Device, Era, Error, KernelSource, Result, Stream, compute_kernel};

const HISTOGRAM: KernelSource = compute_kernel!("primitives/sort_histogram");
const ONESWEEP: KernelSource = compute_kernel!("primitives/sort_onesweep");

const DIGITS: usize = 256;

/// Keys per group of sort_histogram.comp, and per tile of sort_onesweep.comp.
const HISTOGRAM_TILE: usize = 4096;
const TILE: usize = 2048;

/// Invocations per group of both.
const LANES: usize = 256;

/// Sorts by the least digit first, a dispatch each: a group sorts its tile in shared memory, and looks back over the
/// tiles before to find where its keys go.
///
/// Source: Adinets and Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022; with a decoupled
/// fallback, so that no group waits for another forever.
///
/// # Errors
/// As [`super::sort`], and [`crate::Error::Limit`] for 2^30 keys or more.
pub fn compute_onesweep<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    const MOST_KEYS: usize = (1 << 30) - 1; // a count and two bits share a word
    check_paired(keys, values)?;
    if keys.len() > MOST_KEYS {
        return Err(Error::limit(
            "keys of compute_onesweep",
            keys.len() as u128,
            MOST_KEYS as u128,
            "use compute_radix",
        ));
    }
    let device = &device.with_era(Era::Compute)?;
    // ANCHOR: onesweep
    let mut counts = device.empty::<u32>(4 * DIGITS)?;
    device
        .kernel(&for_key_type::<K>(&HISTOGRAM))?
        .call()
        .gather("keys", keys)
        .update("counts", &mut counts)
        .elements(keys.len().div_ceil(HISTOGRAM_TILE) * LANES)
        .run()?;
    let places = &exclusive::compute(device, &counts)?;
    let (codes, now) = sort_by_digit::<K, u32>(device, 0, places, keys, values)?;
    let (codes, now) = sort_by_digit::<u32, u32>(device, 8, places, &codes, &now)?;
    let (codes, now) = sort_by_digit::<u32, u32>(device, 16, places, &codes, &now)?;
    sort_by_digit::<u32, K>(device, 24, places, &codes, &now)
    // ANCHOR_END: onesweep
}

/// Sorts by the digit that starts at bit `shift`; `places` has the start of each value of each digit.
fn sort_by_digit<K: Key, R: Key>(
    device: &Device,
    shift: i32,
    places: &Stream<u32>,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<R>> {
    let tiles = keys.len().div_ceil(TILE);
    let mut ticket = device.empty::<u32>(1)?; // zeros: no tile is taken,
    let mut states = device.empty::<u32>(tiles * DIGITS)?; // and none has published its counts
    let mut result = (device.uninit::<R>(keys.shape())?, device.uninit(keys.shape())?);
    device
        .kernel(&for_key_type::<K>(&ONESWEEP).define("RESULT", R::GLSL[0]))?
        .call()
        .uniform("shift", shift)
        .gather("keys", keys)
        .gather("values", values)
        .gather("places", places)
        .update("ticket", &mut ticket)
        .update("states", &mut states)
        .output("result_keys", &mut result.0)
        .output("result_values", &mut result.1)
        .elements(tiles * LANES)
        .run()?;
    Ok(result)
}
