//! Compact: the elements that meet a condition, one behind the other in their order, without gaps.
//!
//! | era | rung | method | passes for n elements | work | source |
//! |---|---|---|---|---|---|
//! | fragment | `fragment` | scan by doubling strides, then each place searches | log2 n + 2 | n log n | Horn 2005 |
//! | fragment | `fragment_blocked` | the scan by a tree with families of eight | 2 log8 n + 1 | n + m log n | the same search |
//! | fragment | `fragment_pyramid` | up a tree by fours, down by one pass | log4 n + 1 | n + m log n | Ziegler et al. 2006 |
//! | compute | `compute_scan` | scan in shared memory, then scatter | 2 log256 n + 1 | n | Blelloch 1990 |
//! | compute | `compute_atomic` | one counter hands out the places | 1 | n, in one queue | OpenGL 4.3 |
//! | compute | `compute_atomic_group` | a counter a group, then one | 1 | n, in short queues | the same, in two steps |
//! | compute | `compute_chunks` | one chunk a lane: count, scan the counts, store | 3 | 2 n | for the lanes of a CPU |
//! | compute | `compute_lookback` | one dispatch, tiles look back | 1 | n | Merrill and Garland 2016 |
//! | compute | `compute` | chunks on a CPU, look-back on a GPU | | | |
//!
//! Logarithms are rounded up; m elements are kept. The two atomic rungs keep no order: their result is right as a set. All others do.
//!
//! The condition is a GLSL expression of `value`, an element: `value > 0.5`, `value % 2u == 0u`, `!isnan(value)`. It becomes part of the
//! kernels, which are compiled once for each condition (GPU Gems 2, section 33.4.2). What it says of a NaN is what GLSL says: every comparison
//! with one is false, but for `!=`. It sees a denormal as zero, in every rung; kept elements are kept bit for bit. A condition that computes
//! denormals itself (`value * 1e-30 > 0.0`) gets what the machine makes of them.

mod dispatches;
mod passes;
mod row;

use super::scan::{self, Number, of};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};

pub(super) use dispatches::CHUNK_COUNTS;
pub use dispatches::{compute, compute_atomic, compute_atomic_group, compute_chunks, compute_lookback, compute_scan};
pub use passes::{fragment, fragment_blocked, fragment_pyramid};
pub(in crate::algorithms) use row::ROW;

const COMPACT: KernelSource = kernel_pair!("primitives/compact");
const ONES: KernelSource = kernel_pair!("primitives/compact_ones");

/// What was kept of a stream. How much that is the device knows; the host learns it where it asks.
pub struct Compacted<T: Number> {
    /// As many places as the source has elements, in one dimension: the kept elements, then zeros.
    pub elements: Stream<T>,
    /// How many are kept: a stream of one, so that further kernels can read it without the host.
    pub count: Stream<u32>,
}

impl<T: Number> Compacted<T> {
    /// The kept elements, read: waits for the count, then for them.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] with what the driver found wrong since.
    pub fn read(&self) -> Result<Vec<T>> {
        let count = self.count.read()?.first().map_or(0, |count| *count as usize);
        self.elements.read_range(0..count)
    }
}

/// The elements of a stream that meet a condition, in their order, in the device's era.
///
/// Elements of any shape are taken in the order of their index. The condition is a GLSL expression of `value`.
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
/// [`crate::Error::Source`] where the condition is no GLSL of type `bool`, [`crate::Error::Call`] where the stream has not the era's own
/// layout, [`crate::Error::Limit`] where the machine lacks room.
pub fn compact<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    match device.era() {
        Era::Fragment => fragment_pyramid(device, source, condition),
        Era::Compute => compute(device, source, condition),
    }
}

// ANCHOR: reference
/// The same by a loop, with the condition as a function, which sees denormals as zero.
pub fn reference<T: Number>(source: &[T], keeps: impl Fn(T) -> bool) -> Vec<T> {
    source.iter().copied().filter(|element| keeps(element.flushed())).collect()
}
// ANCHOR_END: reference

/// The kernel for elements of that type, with the condition in it.
pub(super) fn with_condition<T: Number>(kernel: &KernelSource, condition: &str) -> KernelSource {
    of::<T>(kernel)
        .include("keeps.glsl", include_str!("../../../kernel_includes/keeps.glsl"))
        .define("KEEP", condition)
}

/// 1 for each element that is kept, else 0.
pub(super) fn ones<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Stream<u32>> {
    let mut ones = device.empty(source.shape())?;
    let kernel = device.kernel(&with_condition::<T>(&ONES, condition))?;
    kernel.call().input("source", source).output("result", &mut ones).run()?;
    Ok(ones)
}

/// The last of the sums as a stream of one; 0 of none.
pub(super) fn last(device: &Device, sums: &Stream<u32>) -> Result<Stream<u32>> {
    let mut count = device.empty(1)?;
    if !sums.is_empty() {
        count.copy_range(0, sums, sums.len() - 1..sums.len())?;
    }
    Ok(count)
}
