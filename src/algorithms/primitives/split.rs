//! Split: the elements that meet a condition first, then the others, both in their order: a stable partition.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up. The condition is a GLSL expression of `value`, as in [`mod@super::compact`]; it sees a
//! denormal as zero.
//!
//! Splits by one bit after the other, from the lowest on, sort the stream: each split keeps the order of the ones
//! before.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::split::{self, Parts};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let numbers = [3, 1, 4, 1, 5, 9, 2];
//! let wanted = split::reference(&numbers, |value| value % 2 == 0);
//! let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?];
//! for parts in [
//!     split::fragment(&fragment, &old, "value % 2 == 0")?,
//!     split::fragment_blocked(&fragment, &old, "value % 2 == 0")?,
//!     split::compute(&compute, &new, "value % 2 == 0")?,
//!     split::compute_scan(&compute, &new, "value % 2 == 0")?,
//!     split::compute_chunks(&compute, &new, "value % 2 == 0")?,
//!     split::compute_lookback(&compute, &new, "value % 2 == 0")?,
//! ] {
//!     assert_eq!(parts.read()?, wanted);
//!     let Parts { elements, count, .. } = parts;
//!     assert_eq!((elements.read()?, count.read()?), (wanted.concat(), vec![2]));
//! }
//!
//! // In floats alone: all elements, and the count of the first part.
//! let floats = fragment.stream(&numbers.map(|number: i32| number as f32))?;
//! let (elements, count) = split::fragment_2005(&fragment, &floats, "value < 3.0")?;
//! assert_eq!((elements.read()?, count.read()?), (vec![1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 9.0], vec![3.0]));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod chunks;
mod of_2005;

use super::compact::{PrefixSumFn, copy_last, flag_kept, with_condition};
use super::scan::{self, Number};
use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Era, Error, KernelSource, Result, Stream, kernel_pair};

pub use chunks::compute_chunks;
pub use of_2005::fragment_2005;

rungs! {
    "the elements that meet a condition, then the others", 1 << 20, trial;
    fragment: "scan by doubling strides, then each place searches for its element", "log2 n + 2 passes; n log n work",
        "Blelloch 1990 (the split); Horn 2005 (the search in place of a scatter)";
    fragment_blocked: "the same, scanned by a tree with families of eight",
        "2 log8 n + 1 passes; n log n work, of the search", "the same, fewer passes";
    fragment_2005: "scan by doubling strides, then a search for each place", "log2 n + log8 n + 2 passes; n log n work",
        "Blelloch 1990; Horn 2005", on "radeon-9700", by of_2005::trial;
    compute_scan: "scan in shared memory, then each element to its place", "2 log256 n + 1 dispatches; n work",
        "Blelloch 1990";
    compute_lookback: "the same, scanned in one dispatch", "3 dispatches; n work", "Merrill and Garland 2016";
    compute_chunks: "a chunk per lane: count, scan the counts, store", "3 dispatches; 2 n work",
        "reduce-then-scan, for the lanes of a CPU", turns scan::turns_of;
    => compute: compute_chunks on a CPU, compute_lookback on a GPU;
}

const SPLIT: KernelSource = kernel_pair!("primitives/split");

/// A stream in two parts.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parts<T: Number> {
    /// All elements, in one dimension: those that meet the condition, then the others.
    pub elements: Stream<T>,
    /// Number of elements in the first part: a stream of one, so that further kernels can read it without the host.
    pub count: Stream<u32>,
}

impl<T: Number> Parts<T> {
    /// Reads both parts.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] with any error that the driver has reported since.
    pub fn read(&self) -> Result<[Vec<T>; 2]> {
        let mut first = self.elements.read()?;
        let count = self.count.read()?.first().map_or(0, |count| *count as usize);
        let second = first.split_off(count.min(first.len()));
        Ok([first, second])
    }
}

/// Moves the elements that meet a condition before the others, each in their order, in the device's era.
///
/// Elements of any shape are processed in the order of their index. The condition is a GLSL expression of `value`.
///
/// ```
/// use gristmill::algorithms::split::split;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[3, 1, 4, 1, 5, 9, 2])?;
/// let parts = split(&device, &numbers, "value % 2 == 0")?;
/// assert_eq!(parts.read()?, [vec![4, 2], vec![3, 1, 1, 5, 9]]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Source`] if the condition is not GLSL of type `bool`, [`crate::Error::Call`] if the stream does not
/// have the era's own layout, [`crate::Error::Limit`] if the device has no room.
pub fn split<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    match device.era() {
        Era::Fragment => fragment_blocked(device, source, condition),
        Era::Compute => compute(device, source, condition),
    }
}

/// Moves the words whose bit is 0 before those whose bit is 1; bit 0 is the lowest.
///
/// ```
/// use gristmill::algorithms::split;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut words = device.stream(&[3, 1, 0, 2])?;
/// for bit in 0..2 {
///     words = split::by_bit(&device, &words, bit)?.elements;
/// }
/// assert_eq!(words.read()?, [0, 1, 2, 3]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`split()`]; [`crate::Error::Data`] for a bit that a word does not have.
pub fn by_bit(device: &Device, source: &Stream<u32>, bit: u32) -> Result<Parts<u32>> {
    if bit >= u32::BITS {
        return Err(Error::data(format!("bit {bit} is out of range; a word has bits 0 to 31")));
    }
    split(device, source, &format!("((value >> {bit}) & 1u) == 0u"))
}

// ANCHOR: reference
/// Splits by a loop on the host. The condition is a function, which sees denormals as zero.
pub fn reference<T: Number>(source: &[T], keeps: impl Fn(T) -> bool) -> [Vec<T>; 2] {
    let (first, second) = source.iter().copied().partition(|element| keeps(element.flush_denormal()));
    [first, second]
}
// ANCHOR_END: reference

/// Prefix sums of the flags by doubling strides, then a binary search in them for each place.
///
/// # Errors
/// As [`split()`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    split_by_sums(&device.with_era(Era::Fragment)?, source, condition, scan::fragment)
}

/// Works like [`fragment`], with the prefix sums computed by a tree of eight children per node.
///
/// # Errors
/// As [`split()`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    split_by_sums(&device.with_era(Era::Fragment)?, source, condition, scan::fragment_blocked)
}

/// The fastest rung for this device: [`compute_chunks`] if a CPU plays the GPU (llvmpipe), otherwise
/// [`compute_lookback`], and on WebGPU, whose groups cannot wait for each other, [`compute_scan`].
///
/// # Errors
/// As [`split()`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_chunks(device, source, condition),
        _ if device.info().has_group_order() => compute_lookback(device, source, condition),
        _ => compute_scan(device, source, condition),
    }
}

/// Prefix sums of the flags by blocks in shared memory, then each element moves to its place.
///
/// # Errors
/// As [`split()`].
pub fn compute_scan<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    split_by_sums(&device.with_era(Era::Compute)?, source, condition, scan::compute_blocks)
}

/// Works like [`compute_scan`], with the prefix sums computed in one dispatch, by look-back.
///
/// # Errors
/// As [`split()`].
pub fn compute_lookback<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    split_by_sums(&device.with_era(Era::Compute)?, source, condition, scan::compute_lookback)
}

// ANCHOR: sums
fn split_by_sums<T: Number>(
    device: &Device,
    source: &Stream<T>,
    condition: &str,
    sums: PrefixSumFn,
) -> Result<Parts<T>> {
    let sums = sums(device, &flag_kept(device, source, condition)?)?;
    let mut elements = device.empty(source.len())?;
    device
        .kernel(&with_condition::<T>(&SPLIT, condition)?)?
        .call()
        .gather("source", source)
        .gather("sums", &sums)
        .output("result", &mut elements)
        .run()?;
    Ok(Parts { elements, count: copy_last(device, &sums)? })
}
// ANCHOR_END: sums

type SplitRung = fn(&Device, &Stream<u32>, &str) -> Result<Parts<u32>>;

/// Splits by a bit that about half of the words have.
fn trial(device: &Device, workload: &Workload, rung: SplitRung) -> Result<Trial> {
    let numbers = workload.integers(0, u32::MAX);
    let wanted = reference(&numbers, |number| number & 16 == 0);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, "(value & 16u) == 0u"),
        move |parts| {
            let given = parts.read()?;
            let error = if given == wanted { 0.0 } else { f64::INFINITY };
            Ok(Check::new(numbers.len(), error, 0.0))
        },
    ))
}
