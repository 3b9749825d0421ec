//! Segmented scan: the prefix sums of many segments of any length at once, in one stream.
//!
//! | era | rung | method | passes for n elements | additions |
//! |---|---|---|---|---|
//! | fragment | `fragment` | doubling strides, on pairs of sum and flag | log2 n | n log2 n |
//! | fragment | `fragment_work_efficient` | up and down a binary tree | 2 log2 n - 1 | 2 n |
//! | fragment | `fragment_blocked` | the same with families of eight | 2 log8 n - 1 | 5 n |
//! | compute | `compute_blocks` | blocks in shared memory, their totals, added back | 2 log256 n - 1 | 9 n |
//! | compute | `compute_chunks` | one chunk a lane: add up, scan the totals, scan | 3 | 2 n |
//! | compute | `compute` | chunks on a CPU, blocks on a GPU | | |
//!
//! Logarithms are rounded up. Every rung is inclusive: an element counts itself.
//!
//! A head, any flag that is not 0, begins a segment, which ends before the next head; the first element begins one whether it is a head or
//! not. The passes and the work do not depend on where the heads are.
//!
//! Integers are exact, and wrap around where they overflow. Floats round as in [`super::scan`], by what is added up within the segment:
//! nothing of one segment reaches another, not even a NaN.
//!
//! Sources: Blelloch, Prefix Sums and Their Applications, 1990 (the operator on pairs); Sengupta, Harris, Zhang and Owens, Scan Primitives
//! for GPU Computing, Graphics Hardware 2007.

mod dispatches;
mod passes;
mod row;

use super::scan::{self, Number, of};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};

pub use dispatches::{compute, compute_blocks, compute_chunks};
pub use passes::{fragment, fragment_blocked, fragment_work_efficient};
pub(in crate::algorithms) use row::ROW;

const SEGMENTED_SCAN: KernelSource = kernel_pair!("primitives/segmented_scan");

/// Inclusive prefix sums of each segment, in the device's era. Elements of any shape are taken in the order of their index; the result has the
/// same shape, and so must `heads`.
///
/// ```
/// use gristmill::algorithms::segmented_scan::segmented_scan;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[3, 1, 4, 1, 5, 9])?;
/// let heads = device.stream(&[1, 0, 1, 0, 0, 1])?;
/// assert_eq!(segmented_scan(&device, &numbers, &heads)?.read()?, [3, 4, 4, 5, 10, 9]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] where a stream has not the era's own layout or the heads are not as many as the elements, [`crate::Error::Limit`]
/// where the machine lacks room.
pub fn segmented_scan<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment_blocked(device, source, heads),
        Era::Compute => compute(device, source, heads),
    }
}

// ANCHOR: reference
/// The same segment by segment, each by [`scan::reference`].
pub fn reference<T: Number>(source: &[T], heads: &[u32]) -> Vec<T> {
    let begins = (1..source.len()).filter(|&i| heads[i] != 0);
    let mut result = Vec::new();
    let mut start = 0;
    for end in begins.chain([source.len()]) {
        result.extend(scan::reference(&source[start..end]));
        start = end;
    }
    result
}
// ANCHOR_END: reference

/// That there is a flag for each element.
fn check<T: Number>(source: &Stream<T>, heads: &Stream<u32>) -> Result<()> {
    if source.shape() == heads.shape() {
        return Ok(());
    }
    let (elements, flags) = (source.shape(), heads.shape());
    Err(crate::Error::call(
        "segmented_scan",
        format!("{flags} heads given for {elements} elements; give a flag for each element"),
    ))
}
