//! Segmented scan: the prefix sums of many segments of any length at once, in one stream.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up. Every rung is inclusive: a sum includes its own element.
//!
//! A head, any flag that is not 0, begins a segment, which ends before the next head; the first element begins one in
//! any case. The passes and the work do not depend on the positions of the heads.
//!
//! Integers are exact, and wrap around on overflow. Floats round as in [`super::scan`], by the additions within the
//! segment: nothing of one segment reaches another, not even a NaN.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::segmented_scan;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (numbers, heads) = ([3, 1, 4, 1, 5, 9], [1, 0, 1, 0, 0, 1]);
//! let sums = segmented_scan::reference(&numbers, &heads);
//! let (old, old_heads) = (fragment.stream(&numbers)?, fragment.stream(&heads)?);
//! let (new, new_heads) = (compute.stream(&numbers)?, compute.stream(&heads)?);
//! for result in [
//!     segmented_scan::fragment(&fragment, &old, &old_heads)?,
//!     segmented_scan::fragment_work_efficient(&fragment, &old, &old_heads)?,
//!     segmented_scan::fragment_blocked(&fragment, &old, &old_heads)?,
//!     segmented_scan::compute(&compute, &new, &new_heads)?,
//!     segmented_scan::compute_blocks(&compute, &new, &new_heads)?,
//!     segmented_scan::compute_chunks(&compute, &new, &new_heads)?,
//! ] {
//!     assert_eq!(result.read()?, sums);
//! }
//!
//! let (floats, flags) = (numbers.map(|number| number as f32), heads.map(|head| head as f32));
//! let result = segmented_scan::fragment_2005(&fragment, &fragment.stream(&floats)?, &fragment.stream(&flags)?)?;
//! assert_eq!(result.read()?, segmented_scan::reference(&floats, &heads));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod chunks;
mod of_2005;
mod tree;

use super::scan::{self, BLOCK, Number, for_number_type, turns_of};
use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Era, Kernel, KernelSource, Result, Shape, Stream, compute_kernel, kernel_pair};

pub use chunks::compute_chunks;
pub use of_2005::fragment_2005;
pub use tree::{fragment_blocked, fragment_work_efficient};

rungs! {
    "prefix sums of many segments at once", 1 << 20, trial;
    fragment: "doubling strides on pairs of sum and flag", "log2 n passes; n log2 n additions",
        "Hillis and Steele 1986; Blelloch 1990 (the operator on pairs)";
    fragment_work_efficient: "up and down a binary tree of pairs", "2 log2 n - 1 passes; 3 n additions",
        "Sengupta, Harris, Zhang and Owens 2007";
    fragment_blocked: "the tree with families of eight", "2 log8 n - 1 passes; 6 n additions", "the same, fewer passes";
    fragment_2005: "doubling strides on pairs of floats", "log2 n passes; n log2 n additions",
        "Horn, GPU Gems 2, chapter 36, 2005", on "radeon-9700", by of_2005::trial;
    compute_blocks: "blocks in shared memory, totals added back", "2 log256 n - 1 dispatches; 9 n additions",
        "Sengupta, Harris, Zhang and Owens 2007";
    compute_chunks: "a chunk per lane: add up, scan the totals, scan", "3 dispatches; 2 n additions",
        "reduce-then-scan, for the lanes of a CPU", turns turns_of;
    => compute: compute_chunks on a CPU, compute_blocks on a GPU;
}

const SEGMENTED_SCAN: KernelSource = kernel_pair!("primitives/segmented_scan");
const ADD: KernelSource = compute_kernel!("primitives/segmented_scan_add");

/// Sums, each with a flag: true if a segment begins within the elements that it covers.
struct SegmentSums<T: Number> {
    sums: Stream<T>,
    heads: Stream<u32>,
}

impl<T: Number> SegmentSums<T> {
    fn empty(device: &Device, shape: impl Into<Shape>) -> Result<SegmentSums<T>> {
        let shape = shape.into();
        Ok(SegmentSums { sums: device.empty(shape)?, heads: device.empty(shape)? })
    }
}

/// Computes inclusive prefix sums of each segment, in the device's era. Elements of any shape are processed in the
/// order of their index; the result has the same shape, and `heads` must have it.
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
/// [`crate::Error::Call`] if a stream does not have the era's own layout or there are not as many heads as elements,
/// [`crate::Error::Limit`] if the device has no room.
pub fn segmented_scan<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment_blocked(device, source, heads),
        Era::Compute => compute(device, source, heads),
    }
}

// ANCHOR: reference
/// Computes the same sums on the host, segment by segment, by [`scan::reference`].
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

/// Doubling strides: log2 n passes, rounded up, on pairs.
///
/// # Errors
/// As [`segmented_scan`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    check_heads(source, heads)?;
    if source.len() < 2 {
        return device.copy_of(source); // its own sum
    }
    // ANCHOR: doubling
    let kernel = device.kernel(&for_number_type::<T>(&SEGMENTED_SCAN))?;
    let mut now = SegmentSums::empty(&device, source.shape())?;
    let mut next = SegmentSums::empty(&device, source.shape())?;
    run_pass(1, source, heads, &mut now, &kernel)?;
    let mut stride = 2;
    while stride < source.len() {
        run_pass(stride, &now.sums, &now.heads, &mut next, &kernel)?;
        std::mem::swap(&mut now, &mut next);
        stride *= 2;
    }
    // ANCHOR_END: doubling
    Ok(now.sums)
}

fn run_pass<T: Number>(
    stride: usize,
    source: &Stream<T>,
    heads: &Stream<u32>,
    next: &mut SegmentSums<T>,
    kernel: &Kernel,
) -> Result<()> {
    kernel
        .call()
        .uniform("stride", stride as i32)
        .input("source", source)
        .input("heads", heads)
        .output("result", &mut next.sums)
        .output("result_heads", &mut next.heads)
        .run()
}

/// The fastest rung for this device: [`compute_chunks`] if a CPU plays the GPU (llvmpipe), otherwise
/// [`compute_blocks`].
///
/// # Errors
/// As [`segmented_scan`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_chunks(device, source, heads),
        _ => compute_blocks(device, source, heads),
    }
}

/// One block per work group in shared memory; the blocks' totals are scanned the same way, then added back up to the
/// first head.
///
/// Source: Sengupta, Harris, Zhang and Owens, Scan Primitives for GPU Computing, Graphics Hardware 2007.
///
/// # Errors
/// As [`segmented_scan`].
pub fn compute_blocks<T: Number>(device: &Device, source: &Stream<T>, heads: &Stream<u32>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    check_heads(source, heads)?;
    // ANCHOR: blocks
    let mut result = device.uninit(source.shape())?;
    let mut blocks = SegmentSums::<T>::empty(&device, source.len().div_ceil(BLOCK))?;
    device
        .kernel(&for_number_type::<T>(&SEGMENTED_SCAN))?
        .call()
        .input("source", source)
        .input("heads", heads)
        .output("result", &mut result)
        .output("block_totals", &mut blocks.sums)
        .output("block_heads", &mut blocks.heads)
        .run()?;
    if blocks.sums.len() > 1 {
        let totals = compute_blocks(&device, &blocks.sums, &blocks.heads)?;
        device
            .kernel(&for_number_type::<T>(&ADD))?
            .call()
            .gather("block_totals", &totals)
            .gather("block_heads", &blocks.heads)
            .update("result", &mut result)
            .run()?;
    }
    // ANCHOR_END: blocks
    Ok(result)
}

/// Checks that there is a flag for each element.
fn check_heads<T: Number>(source: &Stream<T>, heads: &Stream<impl Number>) -> Result<()> {
    if source.shape() == heads.shape() {
        return Ok(());
    }
    let elements = source.shape();
    let flags = heads.shape();
    Err(crate::Error::call(
        "segmented_scan",
        format!("{flags} heads given for {elements} elements; give a flag for each element"),
    ))
}

type SegmentedRung = fn(&Device, &Stream<u32>, &Stream<u32>) -> Result<Stream<u32>>;

/// Tries numbers with heads now and then, and in some stretches at every other element.
fn trial(device: &Device, workload: &Workload, rung: SegmentedRung) -> Result<Trial> {
    let numbers = workload.integers(0, 1000);
    let words = workload.integers(1, 1000);
    let heads: Vec<u32> = (0..)
        .zip(&words)
        .map(|(i, word)| u32::from(word % choose_spacing(i) == 0))
        .collect();
    let wanted = reference(&numbers, &heads);
    let source = device.stream(&numbers)?;
    let heads = device.stream(&heads)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &source, &heads), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

/// Returns the mean distance of heads: short segments for a tenth of the elements.
fn choose_spacing(i: usize) -> u32 {
    if i % 1000 < 100 { 2 } else { 200 }
}
