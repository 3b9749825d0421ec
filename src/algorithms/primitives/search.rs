//! Search: the position of each of many keys in a sorted stream, by binary search.
//!
#![doc = table!()]
//!
//! There are n sorted elements; log2 n is the number of steps: the number of binary digits of n.
//!
//! The result of a key is its lower bound: the number of elements that are less, which is the index of the first one
//! that is not, or n if all are. Floats have the total order of IEEE 754, as [`sort`](mod@super::sort) leaves them, so
//! a NaN has a position, too; except in `fragment_2005`, which cannot read bits. In a stream that is not sorted each
//! key gets some number from 0 to n.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::search;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (sorted, keys) = ([10, 20, 20, 30], [5, 20, 25, 99]);
//! let places = search::reference(&sorted, &keys);
//! let (old, old_keys) = (fragment.stream(&sorted)?, fragment.stream(&keys)?);
//! let (new, new_keys) = (compute.stream(&sorted)?, compute.stream(&keys)?);
//! for result in [
//!     search::fragment(&fragment, &old, &old_keys)?,
//!     search::fragment_passes(&fragment, &old, &old_keys)?,
//!     search::compute(&compute, &new, &new_keys)?,
//!     search::compute_loop(&compute, &new, &new_keys)?,
//!     search::compute_shared(&compute, &new, &new_keys)?,
//! ] {
//!     assert_eq!(result.read()?, places);
//! }
//!
//! // Texels of floats, as a card of 2005 has them: of so few elements, columns of the first row.
//! let (floats, float_keys) = (sorted.map(|number| number as f32), keys.map(|key| key as f32));
//! let texels = search::fragment_2005(&fragment, &fragment.stream(&floats)?, &fragment.stream(&float_keys)?)?;
//! assert_eq!(texels.read()?, [[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [0.0, 1.0]]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;

use super::sort::{Key, SealedKey, for_key_type};
use super::{Check, Trial, Workload, in_rows};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream};
use crate::{compute_kernel, fragment_kernel, kernel_pair};

pub use of_2005::fragment_2005;
pub(super) use of_2005::list_reaches;
pub(in crate::algorithms) use of_2005::search_texels_2005;

rungs! {
    "where each of many keys belongs in a sorted stream", 1 << 20, trial;
    fragment: "binary search, all steps in a loop", "1 pass; log2 n fetches per key",
        "Buck and Purcell, A Toolkit for Computation on GPUs, GPU Gems, chapter 37, 2004";
    fragment_passes: "a pass per step, for cards without loops",
        "log2 n passes; log2 n fetches per key, and as many of what the step before found", "Buck and Purcell 2004";
    fragment_2005: "three steps per pass, in columns and rows", "log8 n passes; log2 n fetches per key, plus 2 per pass",
        "Buck and Purcell 2004", on "radeon-9700", by of_2005::trial;
    compute_loop: "binary search, all steps in a loop", "1 dispatch; log2 n fetches per key", "Buck and Purcell 2004";
    compute_shared: "the first 11 steps in shared memory", "1 dispatch; log2 n - 10.5 fetches per key",
        "an implicit tree";
    => compute: compute_shared on a CPU, compute_shared on a GPU;
}

const SEARCH: KernelSource = kernel_pair!("primitives/search");
const STEP: KernelSource = fragment_kernel!("primitives/search_step");
const SHARED: KernelSource = compute_kernel!("primitives/search_shared");

/// Levels of the tree of search_shared.comp.
const LEVELS: u32 = 11;

/// Keys per group of search_shared.comp.
const TILE: usize = 4096;

/// Invocations per group of search_shared.comp.
const LANES: usize = 256;

/// Counts for each key the elements of the sorted stream that are less, in the device's era. The result has the shape
/// of the keys.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::search::search};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let sorted = device.stream(&[10, 20, 20, 30])?;
/// let places = search(&device, &sorted, &device.stream(&[5, 20, 25, 99])?)?;
/// assert_eq!(places.read()?, [0, 1, 3, 4]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] if a stream is not stored as the era needs it: in one texture, row after row, or in a buffer.
pub fn search<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, sorted, keys),
        Era::Compute => compute(device, sorted, keys),
    }
}

// ANCHOR: reference
/// Finds the same places by the standard library's search, on the host.
pub fn reference<K: Key>(sorted: &[K], keys: &[K]) -> Vec<u32> {
    keys.iter()
        .map(|key| sorted.partition_point(|element| <K as SealedKey>::compare_keys(element, key).is_lt()) as u32)
        .collect()
}
// ANCHOR_END: reference

/// All steps in a loop, a fragment per key.
///
/// # Errors
/// As [`search`].
pub fn fragment<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    in_rows("search", "sorted stream", sorted)?;
    in_rows("search", "keys", keys)?;
    search_in_loop(&device.with_era(Era::Fragment)?, sorted, keys)
}

/// A pass per step, for the cards of 2003, whose fragments had no loops.
///
/// # Errors
/// As [`search`].
pub fn fragment_passes<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    in_rows("search", "sorted stream", sorted)?;
    in_rows("search", "keys", keys)?;
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&for_key_type::<K>(&STEP))?;
    let mut below = PingPong::new(device.empty(keys.shape())?, device.empty(keys.shape())?);
    let mut stride = first_stride(sorted);
    while stride > 0 {
        below.step(|now, next| {
            kernel
                .call()
                .uniform("stride", stride)
                .gather("sorted", sorted)
                .input("keys", keys)
                .input("below", now)
                .output("result", next)
                .run()
        })?;
        stride /= 2;
    }
    Ok(below.into_now())
}

/// The fastest rung on every device: [`compute_shared`].
///
/// # Errors
/// As [`search`].
pub fn compute<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    compute_shared(device, sorted, keys)
}

/// All steps in a loop, an invocation per key.
///
/// # Errors
/// As [`search`].
pub fn compute_loop<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    search_in_loop(&device.with_era(Era::Compute)?, sorted, keys)
}

/// Fetches the elements that the first eleven steps may compare once for thousands of keys, into shared memory.
///
/// # Errors
/// As [`search`].
pub fn compute_shared<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(keys.shape())?;
    if sorted.is_empty() {
        return Ok(result);
    }
    let first_stride = first_stride(sorted);
    let levels = LEVELS.min(first_stride.ilog2() + 1);
    device
        .kernel(&for_key_type::<K>(&SHARED))?
        .call()
        .uniform("first_stride", first_stride)
        .uniform("levels", levels as i32)
        .gather("sorted", sorted)
        .gather("keys", keys)
        .output("result", &mut result)
        .elements(keys.len().div_ceil(TILE) * LANES)
        .run()?;
    Ok(result)
}

/// Runs the kernel pair, all steps in a loop.
fn search_in_loop<K: Key>(device: &Device, sorted: &Stream<K>, keys: &Stream<K>) -> Result<Stream<u32>> {
    let mut result = device.empty(keys.shape())?;
    if sorted.is_empty() {
        return Ok(result); // there is no element that is less
    }
    device
        .kernel(&for_key_type::<K>(&SEARCH))?
        .call()
        .uniform("first_stride", first_stride(sorted))
        .gather("sorted", sorted)
        .input("keys", keys)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Returns the largest power of two that is not more than the number of elements; 0 if there are none.
fn first_stride<K: Key>(sorted: &Stream<K>) -> i32 {
    sorted.len().checked_ilog2().map_or(0, |log| 1 << log)
}

type SearchRung = fn(&Device, &Stream<f32>, &Stream<f32>) -> Result<Stream<u32>>;

/// Tries elements of every kind but positive NaN, many of them equal; some keys are equal to an element, some are
/// between two, and some are after all.
fn trial(device: &Device, workload: &Workload, rung: SearchRung) -> Result<Trial> {
    let mut sorted: Vec<f32> = draw_numbers(0, workload)
        .map(|element| if element.is_nan() { element.copysign(-1.0) } else { element })
        .collect();
    sorted.sort_by(<f32 as SealedKey>::compare_keys);
    let keys: Vec<f32> = draw_numbers(1, workload).collect();
    let wanted = reference(&sorted, &keys);
    let sorted = device.stream(&sorted)?;
    let keys = device.stream(&keys)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &sorted, &keys), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

fn draw_numbers(column: u32, workload: &Workload) -> impl Iterator<Item = f32> {
    workload
        .integers(column, u32::MAX)
        .into_iter()
        .map(<f32 as SealedKey>::from_word)
}
