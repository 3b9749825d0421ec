//! Compact: the elements that meet a condition, in their order, without gaps.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up; m elements are kept. The two atomic rungs do not keep the order: their result is right as
//! a set. All others keep it.
//!
//! The condition is a GLSL expression of `value`, an element: `value > 0.5`, `value % 2u == 0u`, `!isnan(value)`. It
//! becomes part of the kernels, which are compiled once for each condition (GPU Gems 2, section 33.4.2). NaN follows
//! GLSL's rules: every comparison with one is false, except `!=`. The condition sees a denormal as zero, in every rung
//! but `fragment_2005`, whose cards have none; kept elements are kept bit for bit. For a condition that computes
//! denormals itself (`value * 1e-30 > 0.0`), the device decides what they are. The condition cannot use anything of the
//! kernel around it, nor GLSL's built-in variables (`gl_FragCoord`).
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::compact::{self, Compacted};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let numbers = [3.0, -1.0, 4.0, -1.0, 5.0];
//! let positive = compact::reference(&numbers, |value| value > 0.0);
//! let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?];
//! for kept in [
//!     compact::fragment(&fragment, &old, "value > 0.0")?,
//!     compact::fragment_blocked(&fragment, &old, "value > 0.0")?,
//!     compact::fragment_pyramid(&fragment, &old, "value > 0.0")?,
//!     compact::compute(&compute, &new, "value > 0.0")?,
//!     compact::compute_scan(&compute, &new, "value > 0.0")?,
//!     compact::compute_chunks(&compute, &new, "value > 0.0")?,
//!     compact::compute_lookback(&compute, &new, "value > 0.0")?,
//! ] {
//!     assert_eq!(kept.read()?, positive);
//! }
//!
//! // By atomic additions: all of them, in any order.
//! for kept in [
//!     compact::compute_atomic(&compute, &new, "value > 0.0")?,
//!     compact::compute_atomic_group(&compute, &new, "value > 0.0")?,
//! ] {
//!     let Compacted { elements, count, .. } = kept;
//!     let mut kept = elements.read_range(0..count.read()?[0] as usize)?;
//!     kept.sort_by(f32::total_cmp);
//!     assert_eq!(kept, positive);
//! }
//!
//! // In floats alone: what is kept, zeros behind it, and the count.
//! let (kept, count) = compact::fragment_2005(&fragment, &old, "value > 0.0")?;
//! assert_eq!((kept.read()?, count.read()?), (vec![3.0, 4.0, 5.0, 0.0, 0.0], vec![3.0]));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod atomic;
mod chunks;
mod condition;
mod lookback;
mod of_2005;
mod pyramid;

use super::scan::{self, Number};
use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Era, KernelSource, Result, Stream, kernel_pair};

pub use atomic::{compute_atomic, compute_atomic_group};
pub use chunks::compute_chunks;
pub(super) use chunks::count_chunks;
pub(super) use condition::{copy_last, flag_kept, with_condition};
pub use lookback::compute_lookback;
pub(super) use of_2005::flag_kept_2005;
pub use of_2005::fragment_2005;
pub use pyramid::fragment_pyramid;

rungs! {
    "the elements that meet a condition, without gaps", 1 << 20, trial;
    fragment: "scan by doubling strides, then each place searches for its element", "log2 n + 2 passes; n log n work",
        "Horn 2005";
    fragment_blocked: "the same, scanned by a tree with families of eight", "2 log8 n + 1 passes; n + m log n work",
        "the same, fewer passes";
    fragment_pyramid: "counts up a tree by fours, each place down it", "log4 n + 1 passes; n + m log n work",
        "Ziegler, Tevs, Theobalt and Seidel 2006";
    fragment_2005: "scan by doubling strides, then a search for each place", "log2 n + log8 n + 3 passes; n log n work",
        "Horn 2005", on "radeon-9700", by of_2005::trial;
    compute_scan: "scan in shared memory, then each element to its place", "2 log256 n + 1 dispatches; n work",
        "Blelloch 1990";
    compute_atomic: "one counter hands out places, in no order", "1 dispatch; n work, in one queue", "OpenGL 4.3",
        by |device, workload| unordered_trial(device, workload, compute_atomic);
    compute_atomic_group: "a counter per group, then one, in no order", "1 dispatch; n work, in short queues",
        "OpenGL 4.3", by |device, workload| unordered_trial(device, workload, compute_atomic_group);
    compute_chunks: "a chunk per lane: count, scan the counts, store", "3 dispatches; 2 n work",
        "reduce-then-scan, for the lanes of a CPU", turns scan::turns_of;
    compute_lookback: "one dispatch, tiles look back", "1 dispatch; n work", "Merrill and Garland 2016";
    => compute: compute_chunks on a CPU, compute_lookback on a GPU;
}

const COMPACT: KernelSource = kernel_pair!("primitives/compact");

/// The kept elements of a stream. The device knows their number; the host reads it only on request.
#[derive(Debug)]
#[non_exhaustive]
pub struct Compacted<T: Number> {
    /// As many elements as the source has, in one dimension: the kept elements, then zeros.
    pub elements: Stream<T>,
    /// Number of kept elements: a stream of one, so that further kernels can read it without the host.
    pub count: Stream<u32>,
}

impl<T: Number> Compacted<T> {
    /// Reads the kept elements: waits for the count, then for them.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] with any error that the driver has reported since.
    pub fn read(&self) -> Result<Vec<T>> {
        let count = self.count.read()?.first().map_or(0, |count| *count as usize);
        self.elements.read_range(0..count)
    }
}

/// Compacts the elements of a stream that meet a condition, in their order, in the device's era.
///
/// Elements of any shape are processed in the order of their index. The condition is a GLSL expression of `value`.
///
/// ```
/// use gristmill::algorithms::compact::compact;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[3.0, -1.0, 4.0, -1.0, 5.0])?;
/// let positive = compact(&device, &numbers, "value > 0.0")?;
/// assert_eq!(positive.read()?, [3.0, 4.0, 5.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Source`] if the condition is not GLSL of type `bool` or names anything but `value`,
/// [`crate::Error::Call`] if it names a built-in variable or the stream does not have the era's own layout,
/// [`crate::Error::Limit`] if the device has no room.
pub fn compact<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    match device.era() {
        Era::Fragment => fragment_pyramid(device, source, condition),
        Era::Compute => compute(device, source, condition),
    }
}

// ANCHOR: reference
/// Compacts by a loop on the host. The condition is a function, which sees denormals as zero.
pub fn reference<T: Number>(source: &[T], keeps: impl Fn(T) -> bool) -> Vec<T> {
    source
        .iter()
        .copied()
        .filter(|element| keeps(element.flush_denormal()))
        .collect()
}
// ANCHOR_END: reference

/// Prefix sums of the flags by doubling strides, then a binary search in them for each output element.
///
/// Source: Horn, Stream Reduction Operations for GPGPU Applications, GPU Gems 2, chapter 36, 2005.
///
/// # Errors
/// As [`compact`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    search_places(&device.with_era(Era::Fragment)?, source, condition, scan::fragment)
}

/// Works like [`fragment`], with the prefix sums computed by a tree of eight children per texel.
///
/// # Errors
/// As [`compact`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    search_places(&device.with_era(Era::Fragment)?, source, condition, scan::fragment_blocked)
}

/// A function that computes prefix sums of the flags.
pub(super) type PrefixSumFn = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

// ANCHOR: search
fn search_places<T: Number>(
    device: &Device,
    source: &Stream<T>,
    condition: &str,
    sums: PrefixSumFn,
) -> Result<Compacted<T>> {
    let sums = sums(device, &flag_kept(device, source, condition)?)?;
    let mut elements = device.empty(source.len())?;
    device
        .kernel(&with_condition::<T>(&COMPACT, condition)?)?
        .call()
        .gather("source", source)
        .gather("sums", &sums)
        .output("result", &mut elements)
        .run()?;
    Ok(Compacted { elements, count: copy_last(device, &sums)? })
}
// ANCHOR_END: search

/// The fastest rung for this device: [`compute_chunks`] if a CPU plays the GPU (llvmpipe), otherwise
/// [`compute_lookback`].
///
/// # Errors
/// As [`compact`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_chunks(device, source, condition),
        _ => compute_lookback(device, source, condition),
    }
}

// ANCHOR: scan
/// Prefix sums of the flags by blocks in shared memory, then each kept element moves to its place.
///
/// Source: Blelloch, Prefix Sums and Their Applications, 1990.
///
/// # Errors
/// As [`compact`].
pub fn compute_scan<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Compute)?;
    let sums = scan::compute_blocks(&device, &flag_kept(&device, source, condition)?)?;
    let mut elements = device.empty(source.len())?;
    device
        .kernel(&with_condition::<T>(&COMPACT, condition)?)?
        .call()
        .gather("source", source)
        .gather("sums", &sums)
        .output("result", &mut elements)
        .run()?;
    Ok(Compacted { elements, count: copy_last(&device, &sums)? })
}
// ANCHOR_END: scan

type CompactRung = fn(&Device, &Stream<u32>, &str) -> Result<Compacted<u32>>;

/// Keeps about a third of the elements, and compares every element of the result.
fn trial(device: &Device, workload: &Workload, rung: CompactRung) -> Result<Trial> {
    trial_of_thirds(device, workload, rung, |_| ())
}

/// The same for a rung that does not keep the order: both results are sorted before they are compared.
fn unordered_trial(device: &Device, workload: &Workload, rung: CompactRung) -> Result<Trial> {
    trial_of_thirds(device, workload, rung, <[u32]>::sort_unstable)
}

fn trial_of_thirds(device: &Device, workload: &Workload, rung: CompactRung, arrange: fn(&mut [u32])) -> Result<Trial> {
    let numbers = workload.integers(0, 1000);
    let mut wanted = reference(&numbers, |number| number % 3 == 0);
    arrange(&mut wanted);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, "value % 3u == 0u"),
        move |kept| {
            let mut given = kept.read()?;
            arrange(&mut given);
            Ok(Check { elements: numbers.len(), of: numbers.len(), ..Check::exact(&given, &wanted) })
        },
    ))
}
