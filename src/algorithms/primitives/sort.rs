//! Sort: keys in ascending order, each with its value. Equal keys stay in their original order.
//!
#![doc = table!()]
//!
//! There are n = 2^k elements; for other lengths k is the logarithm rounded up. Networks need no padding: the lesser of
//! two always moves to the lower place, so elements past the end would never move, and can be left out. Only
//! `fragment_rows` pads, to a power of two, with pairs that are greater than all others.
//!
//! Floats have the total order of IEEE 754, as [`f32::total_cmp`] defines it: negative NaN, minus infinity, negative
//! numbers, -0, 0, positive numbers, infinity, positive NaN; NaN among themselves by their bits. Every key keeps its
//! bits. `fragment_2005` cannot read bits: for it zeros of either sign are equal, and a NaN has no order.
//!
//! A network does not keep the order of equal keys. Here it sorts pairs of a key's code and its index, which are never
//! equal, and the last pass fetches the values by the indices. A radix sort is stable by itself, and moves the values
//! along with the keys.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::sort::{self, Key, Sorted};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (keys, values) = ([2.0, 4.0, -1.0, 2.0], [0, 1, 2, 3]);
//! let wanted = sort::reference(&keys, &values);
//! let (old, old_values) = (fragment.stream(&keys)?, fragment.stream(&values)?);
//! let (new, new_values) = (compute.stream(&keys)?, compute.stream(&values)?);
//! for sorted in [
//!     sort::fragment_odd_even(&fragment, &old, &old_values)?,
//!     sort::fragment_rows(&fragment, &old, &old_values)?,
//!     sort::fragment(&fragment, &old, &old_values)?,
//!     sort::compute(&compute, &new, &new_values)?,
//!     sort::compute_bitonic(&compute, &new, &new_values)?,
//!     sort::compute_radix(&compute, &new, &new_values)?,
//!     sort::compute_onesweep(&compute, &new, &new_values)?,
//! ] {
//!     let (keys, values): Sorted<f32> = sorted;
//!     assert_eq!((keys.read()?, values.read()?), wanted);
//! }
//!
//! let values = fragment.stream(&[0.0, 1.0, 2.0, 3.0])?;
//! let (keys_2005, values) = sort::fragment_2005(&fragment, &old, &values)?;
//! assert_eq!((keys_2005.read()?, values.read()?), (wanted.0, vec![2.0, 0.0, 3.0, 1.0]));
//!
//! fn least<K: Key>(keys: &[K]) -> Option<K> {
//!     sort::reference(keys, &vec![0; keys.len()]).0.first().copied()
//! }
//! assert_eq!(least(&keys), Some(-1.0));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod key;
mod of_2005;
mod onesweep;
mod radix;
mod rows;

use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Element, Era, Error, Kernel, KernelSource, PingPong, Result, Stream};
use crate::{compute_kernel, fragment_kernel, kernel_pair};

pub use key::Key;
pub(super) use key::{SealedKey, for_key_type};
pub use of_2005::fragment_2005;
pub(in crate::algorithms) use of_2005::sort_texels_2005;
pub use onesweep::compute_onesweep;
pub use radix::compute_radix;
pub use rows::fragment_rows;

rungs! {
    "keys in ascending order, each with its value", 1 << 18, trial;
    fragment: "bitonic network, a pass per step", "k (k + 1) / 2 + 2 passes; n k (k + 1) / 4 comparisons",
        "Batcher 1968; Purcell et al. 2003";
    fragment_odd_even: "odd-even merging network", "as many passes; n (k^2 - k + 4) / 4 - 1 comparisons",
        "Batcher 1968; Kipfer and Westermann 2005";
    fragment_rows: "bitonic, two pairs per texel, the direction in the quads",
        "(k - 3) (k - 2) / 2 + k + 1 passes; comparisons as bitonic", "Govindaraju et al. 2005";
    fragment_2005: "bitonic network on texels of floats", "k (k + 1) / 2 + 2 passes; comparisons as bitonic, on both sides",
        "Purcell et al. 2003; Kipfer and Westermann, GPU Gems 2, chapter 46, 2005", on "radeon-9700", by of_2005::trial;
    compute_bitonic: "bitonic, tiles of 2^11 in shared memory",
        "(k - 11) (k - 10) / 2 + 3 dispatches; comparisons as bitonic", "Batcher 1968";
    compute_radix: "least digit of 7 bits first, a chunk per lane", "5 x 4 + 2 dispatches; no comparison, 5 n moves",
        "Satish, Harris and Garland 2009", turns radix::turns_of;
    compute_onesweep: "least digit first, a dispatch per digit, tiles look back",
        "4 + 2 dispatches; no comparison, 4 n moves", "Adinets and Merrill 2022";
    => compute: compute_radix on a CPU, compute_onesweep on a GPU;
}

const SORT: KernelSource = kernel_pair!("primitives/sort");
const START: KernelSource = kernel_pair!("primitives/sort_start");
const END: KernelSource = kernel_pair!("primitives/sort_end");
const ODD_EVEN: KernelSource = fragment_kernel!("primitives/sort_odd_even");
const STEP: KernelSource = compute_kernel!("primitives/sort_step");

/// Pairs per tile of sort.comp, and invocations per group.
const TILE: usize = 2048;
const LANES: usize = 256;

/// Sorted keys, and the value of each.
pub type Sorted<K> = (Stream<K>, Stream<u32>);

/// Sorts the keys in ascending order, and the values in the order of their keys, in the device's era; both results have
/// the shape of the keys.
///
/// With the numbers 0, 1, 2, ... as values, the second stream is the original index of each key.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::sort::sort};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let keys = device.stream(&[2.0, f32::NAN, -1.0, 2.0])?;
/// let (keys, values) = sort(&device, &keys, &device.stream(&[0, 1, 2, 3])?)?;
/// assert_eq!(keys.read()?[..3], [-1.0, 2.0, 2.0]);
/// assert_eq!(values.read()?, [2, 0, 3, 1]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if there are not as many values as keys, [`crate::Error::Call`] if a stream is not stored as
/// the era needs it: in one texture, row after row, or in a buffer; [`crate::Error::Limit`] if the device has no room.
pub fn sort<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    match device.era() {
        Era::Fragment => fragment_rows(device, keys, values),
        Era::Compute => compute(device, keys, values),
    }
}

// ANCHOR: reference
/// Sorts by the standard library's stable sort, on the host.
pub fn reference<K: Key>(keys: &[K], values: &[u32]) -> (Vec<K>, Vec<u32>) {
    let mut pairs: Vec<(K, u32)> = keys.iter().copied().zip(values.iter().copied()).collect();
    pairs.sort_by(|(one, _), (other, _)| <K as SealedKey>::compare_keys(one, other));
    pairs.into_iter().unzip()
}
// ANCHOR_END: reference

/// Sorts by the bitonic network, a pass for each of its steps.
///
/// Sources: Batcher, Sorting Networks and Their Applications, 1968; Purcell et al., Photon Mapping on
/// Programmable Graphics Hardware, 2003, who sorted the photons by it.
///
/// # Errors
/// As [`sort`].
pub fn fragment<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    check_rows(keys, values)?;
    run_network(device, &SORT, keys, values)
}

/// Sorts by the odd-even merging network: as many passes, fewer comparisons.
///
/// Sources: Batcher 1968; Kipfer and Westermann, Improved GPU Sorting, GPU Gems 2, chapter 46.
///
/// # Errors
/// As [`sort`].
pub fn fragment_odd_even<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    check_rows(keys, values)?;
    run_network(device, &ODD_EVEN, keys, values)
}

/// Runs a sorting network, a pair per texel, a pass per step.
fn run_network<K: Key>(
    device: &Device,
    kernel: &KernelSource,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<K>> {
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: steps
    let mut first = device.uninit::<[u32; 2]>(keys.len())?;
    device
        .kernel(&for_key_type::<K>(&START))?
        .call()
        .gather("keys", keys)
        .output("result", &mut first)
        .run()?;
    let mut pairs = PingPong::new(first, device.uninit(keys.len())?);
    let kernel = device.kernel(kernel)?;
    for (block, stride) in network_steps(keys.len()) {
        pairs.step(|now, next| {
            kernel
                .call()
                .uniform("block", block as i32)
                .uniform("stride", stride as i32)
                .input("source", now)
                .output("result", next)
                .run()
        })?;
    }
    // ANCHOR_END: steps
    let end = device.kernel(&for_key_type::<K>(&END))?;
    fetch_sorted(&device, &end, &pairs.into_now(), keys, values)
}

/// Lists the steps of all stages: blocks of 2, 4, 8, ... elements, and in each the strides from half a block down to 1.
fn network_steps(elements: usize) -> impl Iterator<Item = (usize, usize)> {
    let stages = elements.max(1).next_power_of_two().ilog2();
    (1..=stages).flat_map(|stage| (0..stage).rev().map(move |step| (1 << stage, 1 << step)))
}

/// The fastest rung for this device: [`compute_radix`] if a CPU plays the GPU (llvmpipe), otherwise
/// [`compute_onesweep`].
///
/// # Errors
/// As [`sort`].
pub fn compute<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_radix(device, keys, values),
        _ => compute_onesweep(device, keys, values),
    }
}

/// Sorts by the bitonic network in place: steps whose partners are in a tile of 2,048 run in shared memory, many per
/// dispatch.
///
/// # Errors
/// As [`sort`].
pub fn compute_bitonic<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    check_paired(keys, values)?;
    let device = device.with_era(Era::Compute)?;
    let n = keys.len();
    let mut pairs = device.empty::<[u32; 2]>(n)?;
    device
        .kernel(&for_key_type::<K>(&START))?
        .call()
        .gather("keys", keys)
        .output("result", &mut pairs)
        .run()?;
    // ANCHOR: tiles
    let tiles = device.kernel(&SORT)?;
    let step = device.kernel(&STEP)?;
    let sort_tiles = |pairs: &mut Stream<[u32; 2]>, first: usize, stride: usize, last: usize| {
        tiles
            .call()
            .uniform("first_block", first as i32)
            .uniform("first_stride", stride as i32)
            .uniform("last_block", last as i32)
            .update("result", pairs)
            .elements(n.div_ceil(TILE) * LANES)
            .run()
    };
    // ANCHOR_END: tiles
    // ANCHOR: stages
    sort_tiles(&mut pairs, 2, 1, TILE)?;
    for (block, stride) in network_steps(n).filter(|(block, stride)| *block > TILE && *stride >= TILE / 2) {
        if stride >= TILE {
            step.call()
                .uniform("block", block as i32)
                .uniform("stride", stride as i32)
                .update("result", &mut pairs)
                .elements(n.next_power_of_two() / 2)
                .run()?;
        } else {
            sort_tiles(&mut pairs, block, stride, block)?; // this step and all smaller ones
        }
    }
    // ANCHOR_END: stages
    fetch_sorted(&device, &device.kernel(&for_key_type::<K>(&END))?, &pairs, keys, values)
}

/// Decodes the keys, and fetches the values that the indices point to.
fn fetch_sorted<K: Key, P: Element>(
    device: &Device,
    end: &Kernel,
    pairs: &Stream<P>,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<K>> {
    let mut result = (device.uninit(keys.shape())?, device.uninit(keys.shape())?);
    end.call()
        .gather("source", pairs)
        .gather("values", values)
        .output("result_keys", &mut result.0)
        .output("result_values", &mut result.1)
        .run()?;
    Ok(result)
}

/// Checks that every key has a value.
fn check_paired<K: Key>(keys: &Stream<K>, values: &Stream<impl Element>) -> Result<()> {
    let [given, wanted] = [values.len(), keys.len()];
    if given == wanted {
        return Ok(());
    }
    Err(Error::data(format!("{given} values given for {wanted} keys; give each key one, as its index")))
}

/// Checks also that both are in textures, row after row.
fn check_rows<K: Key>(keys: &Stream<K>, values: &Stream<impl Element>) -> Result<()> {
    check_paired(keys, values)?;
    super::in_rows("sort", "keys", keys)?;
    super::in_rows("sort", "values", values)
}

type SortRung = fn(&Device, &Stream<f32>, &Stream<u32>) -> Result<Sorted<f32>>;

/// Tries keys of every kind, many of them equal; their values are their inverted indices, so that an index cannot be
/// mistaken for a value.
fn trial(device: &Device, workload: &Workload, rung: SortRung) -> Result<Trial> {
    let keys: Vec<f32> = workload
        .integers(0, u32::MAX)
        .into_iter()
        .map(<f32 as SealedKey>::from_word)
        .collect();
    let values: Vec<u32> = (0..workload.size as u32).map(|i| !i).collect();
    let wanted = reference(&keys, &values);
    let keys = device.stream(&keys)?;
    let values = device.stream(&values)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &keys, &values),
        move |(keys, values)| {
            let [keys, values] = [Check::exact(&keys.read()?, &wanted.0), Check::exact(&values.read()?, &wanted.1)];
            Ok(Check { error: keys.error.max(values.error), ..keys })
        },
    ))
}
