//! Select: the k-th largest of many keys, without sorting them.
//!
#![doc = table!()]
//!
//! Keys have the order of [`sort`](mod@super::sort): floats the total order of IEEE 754, so that a positive NaN is
//! larger than infinity. The result has the bits of the selected key. The number of passes does not depend on the keys,
//! nor on k.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::select;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let keys = [3.0, 1.0, 4.0, 1.0, 5.0];
//! let median = select::reference(&keys, 3);
//! assert_eq!(Some(select::fragment(&fragment, &fragment.stream(&keys)?, 3)?), median);
//! assert_eq!(Some(select::fragment_2005(&fragment, &fragment.stream(&keys)?, 3)?), median);
//! assert_eq!(Some(select::compute(&compute, &compute.stream(&keys)?, 3)?), median);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;

use super::sort::{Key, SealedKey, for_key_type};
use super::{Check, Trial, Workload, in_rows};
use crate::{
    Compare, DepthStencil, DepthStencilState, Device, Era, Error, KernelSource, Query, Result, Stream, Topology,
};
use crate::{compute_kernel, fragment_kernel, kernel_pair, random};

pub use of_2005::fragment_2005;

rungs! {
    "the k-th largest of many keys", 1 << 20, trial;
    fragment: "bit by bit, counted by the depth test and occlusion queries",
        "2 passes, plus 1 per bit: 34; 2 n keys and 32 n depths read",
        "Govindaraju, Lloyd, Wang, Lin and Manocha, SIGMOD 2004 (KthLargest, with two halves of 16 bits for its one of 24)";
    fragment_2005: "bit by bit, compared in the kernel and counted by occlusion queries",
        "1 pass per bit: 32, or 25 on the card; n keys read in each",
        "Govindaraju, Lloyd, Wang, Lin and Manocha, SIGMOD 2004 (KthLargest, without the depth test)", on "radeon-9700",
        by of_2005::trial;
    compute: "digit by digit, counted in shared memory", "2 dispatches per digit: 8; 4 n keys read",
        "Alabi, Blanchard, Gordon and Steinbach 2012 (radix select)";
}

const SELECT: KernelSource = kernel_pair!("primitives/select", vertex);
const DEPTH: KernelSource = fragment_kernel!("primitives/select_depth");
const DIGIT: KernelSource = compute_kernel!("primitives/select_digit");

/// Number of values of half a code, and of depths that the test distinguishes.
const VALUES: u32 = 1 << 16;

/// Keys per group of select.comp.
const TILE: usize = 4096;

/// Invocations per group, and values of a digit.
const LANES: usize = 256;

/// Selects the k-th largest key, in the device's era; the largest one is the first. Waits for the result.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::select::select};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let keys = device.stream(&[3.0, 1.0, 4.0, 1.0, 5.0])?;
/// assert_eq!(select(&device, &keys, 1)?, 5.0);
/// assert_eq!(select(&device, &keys, 3)?, 3.0); // the median
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if k is 0 or more than there are keys, [`crate::Error::Call`] if the keys are not stored as
/// the era needs it: in one texture, row after row, or in a buffer.
pub fn select<K: Key>(device: &Device, keys: &Stream<K>, k: usize) -> Result<K> {
    match device.era() {
        Era::Fragment => fragment(device, keys, k),
        Era::Compute => compute(device, keys, k),
    }
}

// ANCHOR: reference
/// Selects by the standard library, on the host; `None` if `k` is 0 or exceeds the number of keys.
pub fn reference<K: Key>(keys: &[K], k: usize) -> Option<K> {
    let mut keys = keys.to_vec();
    let at = k.checked_sub(1).filter(|at| *at < keys.len())?;
    Some(
        *keys
            .select_nth_unstable_by(at, |one, other| <K as SealedKey>::compare_keys(other, one))
            .1,
    )
}
// ANCHOR_END: reference

/// Bit by bit: a guess is drawn as a triangle, the depth test passes at each key that is not less, and an occlusion
/// query counts those.
///
/// # Errors
/// As [`select`].
pub fn fragment<K: Key>(device: &Device, keys: &Stream<K>, k: usize) -> Result<K> {
    check_rank(keys, k)?;
    in_rows("select", "keys", keys)?;
    let device = device.with_era(Era::Fragment)?;
    let [width, height, _] = keys.plan().size();
    let mut halves = CodeHalves {
        depths: device.depth_stencil(width, height)?,
        query: device.query()?,
        drawn: device.empty(keys.shape())?,
        device,
    };
    halves.write(keys, None)?;
    let (upper, larger) = halves.find_largest(k as u32)?;
    halves.write(keys, Some(upper))?;
    let (lower, _) = halves.find_largest(k as u32 - larger)?;
    Ok(<K as SealedKey>::from_code(upper * VALUES + lower))
}

/// One half of each key's code, as depths.
struct CodeHalves {
    device: Device,
    depths: DepthStencil,
    query: Query,
    /// Target of the passes.
    drawn: Stream<f32>,
}

impl CodeHalves {
    /// Writes the upper halves; or, given an upper half, the lower halves of the keys with that one, and 0 for the
    /// others.
    fn write<K: Key>(&mut self, keys: &Stream<K>, upper: Option<u32>) -> Result<()> {
        self.depths.clear(0.0, 0)?; // the padding stays at 0, below every guess
        let written = DepthStencilState { write_depth: true, ..DepthStencilState::default() };
        self.device
            .kernel(&for_key_type::<K>(&DEPTH))?
            .call()
            .uniform("lower", i32::from(upper.is_some()))
            .uniform("upper", upper.unwrap_or(0) as i32)
            .input("keys", keys)
            .output("result", &mut self.drawn)
            .depth_stencil(&mut self.depths, written)
            .run()
    }

    /// Finds the largest half that at least `k` elements reach, and counts the elements that are larger.
    fn find_largest(&mut self, k: u32) -> Result<(u32, u32)> {
        let kernel = self.device.kernel(&SELECT)?;
        // ANCHOR: bits
        let mut half = 0;
        let mut larger = 0;
        for bit in (0..16).rev() {
            let guess = half + (1 << bit);
            // Between two depths, so that no rounding matters.
            let depth = (guess as f32 - 0.5) / VALUES as f32;
            let not_less = DepthStencilState { depth: Compare::Less, ..DepthStencilState::default() };
            kernel
                .call()
                .uniform("depth", depth)
                .output("result", &mut self.drawn)
                .depth_stencil(&mut self.depths, not_less)
                .count(&mut self.query)
                .vertices(Topology::Triangles, 3)
                .run()?;
            let count = self.query.fragments()?;
            if count >= k {
                half = guess;
            } else {
                larger = count; // the last guess that was too large is the least of them
            }
        }
        // ANCHOR_END: bits
        Ok((half, larger))
    }
}

/// Digit by digit, from the highest: count the digits of the keys that are still candidates, then find the digit that
/// contains the rank.
///
/// # Errors
/// As [`select`].
pub fn compute<K: Key>(device: &Device, keys: &Stream<K>, k: usize) -> Result<K> {
    check_rank(keys, k)?;
    let device = device.with_era(Era::Compute)?;
    let count = device.kernel(&for_key_type::<K>(&SELECT))?;
    let digit = device.kernel(&DIGIT)?;
    // ANCHOR: digits
    let mut found = device.stream(&[0, k as u32])?; // no digit yet, and the rank among the candidates
    let mut counts = device.empty::<u32>(LANES)?;
    for shift in [24, 16, 8, 0] {
        count
            .call()
            .uniform("shift", shift)
            .gather("keys", keys)
            .gather("found", &found)
            .update("counts", &mut counts)
            .elements(keys.len().div_ceil(TILE) * LANES)
            .run()?;
        digit
            .call()
            .uniform("shift", shift)
            .update("counts", &mut counts)
            .update("found", &mut found)
            .groups([1, 1, 1])
            .run()?;
    }
    // ANCHOR_END: digits
    Ok(<K as SealedKey>::from_code(found.read()?[0]))
}

/// Checks that there is a k-th largest key.
fn check_rank<K: Key>(keys: &Stream<K>, k: usize) -> Result<()> {
    match keys.len() {
        0 => Err(Error::data("the stream of keys is empty; give at least one key")),
        count if k == 0 || k > count => {
            Err(Error::data(format!("rank {k} is out of range, ranks are 1 to {count}; ask for one of them")))
        }
        _ => Ok(()),
    }
}

type SelectRung = fn(&Device, &Stream<f32>, usize) -> Result<f32>;

/// Tries keys of any bits, and any rank of an even number of them; of an odd number the smallest key, which is found
/// only if every key is counted exactly once. There is always at least one key.
fn trial(device: &Device, workload: &Workload, rung: SelectRung) -> Result<Trial> {
    let keys: Vec<f32> = (0..workload.size.max(1) as u32)
        .map(|i| f32::from_bits(random::word(workload.seed, i, 0)))
        .collect();
    let n = keys.len();
    let k = if n.is_multiple_of(2) { 1 + random::word(workload.seed, 0, 1) as usize % n } else { n };
    let wanted = reference(&keys, k).unwrap_or_default();
    let keys = device.stream(&keys)?;
    let device = device.clone();
    let trial = Trial::new(move || rung(&device, &keys, k), move |result| Ok(Check::exact(&[*result], &[wanted])));
    Ok(trial.sized(n))
}
