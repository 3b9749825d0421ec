//! Reduce: the minimum, the maximum or the sum of all elements.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up. The longer side is that of the texture: for [`Layout::Packed`](crate::Layout::Packed) and
//! more than 64 elements, the least power of two whose square is at least n, so that log2 of it is half of log2 n.
//!
//! An empty stream yields the operation's [identity](Operation::identity). A NaN among the elements makes every result
//! NaN. Zeros of either sign are equal, and a device may treat denormals as zero. The minimum and the maximum are
//! exact; a sum is within [`bound()`].
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::fours;
//! use gristmill::algorithms::reduce::{self, Operation};
//! use gristmill::{Device, Era, Layout};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let numbers = [3.0, 1.0, 2.0];
//! for operation in Operation::ALL {
//!     let wanted = [reduce::reference(operation, &numbers) as f32];
//!     let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?];
//!     let filled = fours(&numbers, operation.identity()); // which changes no result
//!     let [old_fours, new_fours] =
//!         [fragment.stream(&filled)?, compute.stream_in(Layout::Packed, 1, &filled)?];
//!     for result in [
//!         reduce::fragment(&fragment, operation, &old)?,
//!         reduce::fragment_wide(&fragment, operation, &old)?,
//!         reduce::fragment_2005(&fragment, operation, &old)?,
//!         reduce::fragment_packed(&fragment, operation, &old_fours)?,
//!         reduce::compute(&compute, operation, &new)?,
//!         reduce::compute_shared(&compute, operation, &new)?,
//!         reduce::compute_levels(&compute, operation, &new)?,
//!         reduce::compute_atomic(&compute, operation, &new)?,
//!         reduce::compute_atomic_group(&compute, operation, &new)?,
//!         reduce::compute_image(&compute, operation, &new_fours)?,
//!     ] {
//!         assert_eq!(result.read()?, wanted);
//!     }
//! }
//!
//! let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?]; // the sum by means, nearly
//! for sum in [
//!     reduce::fragment_mipmap(&fragment, Operation::Sum, &old)?,
//!     reduce::compute_mipmap(&compute, Operation::Sum, &new)?,
//! ] {
//!     assert!((sum.read()?[0] - 6.0).abs() < 1e-5);
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod atomic;
mod dot;
mod error_bounds;
mod image;
mod levels;
mod mipmap;
mod of_2005;
mod operation;
mod reduce_shares;
mod shared;
mod trial;
mod wide;

use super::in_rows;
use crate::{Device, Element, Era, KernelSource, Layout, Result, Shape, Stream, kernel_pair};
use reduce_shares::{Shares, turns_of};
use trial::{block_additions, packed_trial, scalar_trial};

pub use atomic::{compute_atomic, compute_atomic_group};
pub use dot::dot;
pub use error_bounds::{bound, passes_of};
pub use image::compute_image;
pub use levels::compute_levels;
pub use mipmap::{compute_mipmap, fragment_mipmap};
pub use of_2005::fragment_2005;
pub use operation::Operation;
pub use shared::compute_shared;
pub use wide::{fragment_packed, fragment_wide};

rungs! {
    "the minimum, maximum or sum of all elements", 1 << 20, scalars;
    fragment: "blocks of 2x2 texels, pass after pass", "log2 of the texture's longer side passes; 4n/3 elements read",
        "Krüger and Westermann, Linear Algebra Operators for GPU Implementation of Numerical Algorithms, 2003",
        by |device, workload| scalar_trial(device, workload, |source| block_additions(source, BLOCK_SIDES[0], 2), fragment);
    fragment_wide: "blocks of 4x4 texels", "log4 of it passes; 16n/15 elements read", "the same, fewer passes",
        by |device, workload| scalar_trial(device, workload, |source| block_additions(source, BLOCK_SIDES[1], 16), fragment_wide);
    fragment_packed: "blocks of 8x8 texels of four elements", "log8 of it passes, at least 1; 64n/63 elements read",
        "GPU Gems 2, chapter 33",
        by |device, workload| packed_trial(device, workload, |source| block_additions(source, BLOCK_SIDES[2], 64) + 2, fragment_packed);
    fragment_mipmap: "the last mipmap level times the count", "log2 of it + 1 passes; 7n/3 elements read",
        "Guthe and Heckbert, Non-Power-of-Two Mipmapping, 2005",
        by |device, workload| {
            scalar_trial(device, workload, |source| mipmap::count_roundings(source.len()), fragment_mipmap)
        };
    fragment_2005: "blocks of 2x2 texels in floats alone", "log2 of it passes; 4n/3 elements read",
        "Krüger and Westermann, Linear Algebra Operators for GPU Implementation of Numerical Algorithms, 2003",
        on "radeon-9700", by trial::integer_trial;
    compute_levels: "a dispatch per level of pairs, all levels in one array", "log2 n dispatches; 2n elements read",
        "gKit2's compute lesson, Lyon, its errors mended",
        by |device, workload| scalar_trial(device, workload, |source| trial::tree_levels(source.len()), compute_levels);
    compute_mipmap: "the last mipmap level times the count", "log2 of it + 1 dispatches; 7n/3 elements read",
        "Guthe and Heckbert 2005",
        by |device, workload| {
            scalar_trial(device, workload, |source| mipmap::count_roundings(source.len()), compute_mipmap)
        };
    compute_atomic: "every element into one cell", "1 dispatch, plus 1 to decode; n elements read, in one queue",
        "gKit2's compute lesson", by |device, workload| scalar_trial(device, workload, Stream::len, compute_atomic);
    compute_atomic_group: "a cell per group, then one cell",
        "1 dispatch, plus 1 to decode; n elements read, in short queues", "gKit2's compute lesson",
        by |device, workload| scalar_trial(device, workload, trial::group_additions, compute_atomic_group);
    compute_shared: "a tree in shared memory for each 256", "log256 n dispatches; 256n/255 elements read",
        "Harris, Optimizing Parallel Reduction in CUDA, 2007",
        by |device, workload| scalar_trial(device, workload, trial::tree_additions, compute_shared);
    compute: "a share per lane, then a tree", "2 dispatches; n elements read", "Harris 2007", turns turns_of,
        by |device, workload| {
            scalar_trial(device, workload, |source| reduce_shares::most_additions(device, source.len().div_ceil(reduce_shares::EIGHT)), compute)
        };
    compute_image: "the same from a texture", "2 dispatches; n elements read", "image loads", turns turns_of,
        by |device, workload| {
            packed_trial(device, workload, |source| reduce_shares::most_additions(device, source.len()), compute_image)
        };
}

const REDUCE: KernelSource = kernel_pair!("primitives/reduce");

/// Sides of the blocks of `fragment`, `fragment_wide` and `fragment_packed`, in texels.
const BLOCK_SIDES: [usize; 3] = [2, 4, 8];

/// Invocations of a work group in the kernels whose group size is fixed.
const GROUP: usize = 256;

/// Combines all elements into a stream of one, in the device's era.
///
/// ```
/// use gristmill::algorithms::reduce::{Operation, reduce};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[3.0, 1.0, 2.0])?;
/// assert_eq!(reduce(&device, Operation::Min, &numbers)?.read()?, [1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] if the stream is not stored as the era needs it: in one texture, row after row, or in a
/// buffer.
pub fn reduce(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, operation, source),
        Era::Compute => compute(device, operation, source),
    }
}

/// Reduces and reads the result: waits for it and returns the number.
///
/// ```
/// use gristmill::algorithms::reduce::{self, Operation};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[3.0, 1.0, 2.0])?;
/// assert_eq!(reduce::value(&device, Operation::Sum, &numbers)?, 6.0);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`reduce`].
pub fn value(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<f32> {
    let result = reduce(device, operation, source)?.read()?;
    Ok(result.first().copied().unwrap_or(operation.identity()))
}

// ANCHOR: reference
/// Computes the same reduction by a loop on the host, in `f64`.
pub fn reference(operation: Operation, source: &[f32]) -> f64 {
    source
        .iter()
        .map(|&element| f64::from(element))
        .fold(f64::from(operation.identity()), |total, element| {
            match operation {
                Operation::Sum => total + element,
                // Rust's own min and max ignore a NaN; these do not.
                _ if total.is_nan() || element.is_nan() => f64::NAN,
                Operation::Min => total.min(element),
                Operation::Max => total.max(element),
            }
        })
}
// ANCHOR_END: reference

/// Combines blocks of 2x2 texels, pass after pass, until one is left.
///
/// # Errors
/// As [`reduce`].
pub fn fragment(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    run_passes(device, operation, source, &operation.specialise_kernel(REDUCE), BLOCK_SIDES[0])
}

fn run_passes(
    device: &Device,
    operation: Operation,
    source: &Stream<f32>,
    kernel: &KernelSource,
    factor: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(kernel)?;
    reduce_blocks(&device, operation, source, factor, |block, next| {
        kernel.call().gather("source", block).output("result", next).run()
    })
}

/// Runs the passes over blocks of `factor` x `factor` texels; `pass` combines the blocks of one stream.
fn reduce_blocks(
    device: &Device,
    operation: Operation,
    source: &Stream<f32>,
    factor: usize,
    pass: impl Fn(&Stream<f32>, &mut Stream<f32>) -> Result<()>,
) -> Result<Stream<f32>> {
    if source.is_empty() {
        return identity_stream(device, operation);
    }
    // ANCHOR: blocks
    let mut size = texture_size(source)?;
    let mut now: Option<Stream<f32>> = None; // the source at first, which is not ours to write
    while size != [1, 1] {
        size = size.map(|side| side.div_ceil(factor));
        let mut next = device.empty(result_shape(size))?;
        pass(now.as_ref().unwrap_or(source), &mut next)?;
        now = Some(next);
    }
    match now {
        Some(now) => Ok(now),
        None => {
            let mut copy = device.empty(1)?;
            copy.copy_from(source)?;
            Ok(copy)
        }
    }
    // ANCHOR_END: blocks
}

// ANCHOR: compute
/// A share of the elements for each lane, a tree for each group, and one more group for the groups' results.
///
/// The device determines the number of lanes, and whether a lane's share is contiguous or interleaved with the others'.
///
/// # Errors
/// As [`reduce`].
pub fn compute(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let split = Shares::for_device(&device, source.len().div_ceil(reduce_shares::EIGHT));
    reduce_shares(&device, operation, source, REDUCE, split)
}

fn reduce_shares<T: Element>(
    device: &Device,
    operation: Operation,
    source: &Stream<T>,
    kernel: KernelSource,
    split: Shares,
) -> Result<Stream<f32>> {
    if source.is_empty() {
        return identity_stream(device, operation);
    }
    let mut result = device.uninit(split.groups)?;
    let kernel = device.kernel(&operation.specialise_kernel(kernel).define("LANES", split.lanes))?;
    let call = split
        .set_uniforms(kernel.call())
        .gather("source", source)
        .output("result", &mut result);
    // A buffer may end inside a lane's load of several elements; a texture's texels are whole.
    let call = if source.layout() == Layout::Linear { call.gather("tail", source) } else { call };
    call.run()?;
    if split.groups == 1 {
        return Ok(result);
    }
    reduce_shares(device, operation, &result, REDUCE, split.one_group())
}
// ANCHOR_END: compute

/// Returns width and height of the texture.
fn texture_size<T: Element>(source: &Stream<T>) -> Result<[usize; 2]> {
    in_rows("reduce", "source", source)?;
    let [width, height, _] = source.plan().size();
    Ok([width, height])
}

/// Returns the shape of a pass's result: two sides, which fix its layout; one element at the end.
fn result_shape(size: [usize; 2]) -> Shape {
    if size == [1, 1] { Shape::from(1) } else { Shape::from(size) }
}

/// Builds a stream of one element with the identity, the result for an empty stream.
fn identity_stream(device: &Device, operation: Operation) -> Result<Stream<f32>> {
    device.stream(&[operation.identity()])
}
