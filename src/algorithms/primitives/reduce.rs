//! Reduce: the minimum, the maximum or the sum of all elements.
//!
//! | era | rung | method | passes or dispatches | elements read |
//! |---|---|---|---|---|
//! | fragment | `fragment` | blocks of 2x2 texels into one | log2 of the texture's longer side | 4n/3 |
//! | fragment | `fragment_wide` | blocks of 4x4 texels | log4 of it | 16n/15 |
//! | fragment | `fragment_packed` | blocks of 8x8 texels of four elements | log8 of it, at least 1 | 64n/63 |
//! | compute | `compute_levels` | pairs, all levels in one array | log2 n | 2n |
//! | compute | `compute_atomic` | every element into one cell | 1, and 1 to decode | n, in one queue |
//! | compute | `compute_atomic_group` | a cell a group, then one cell | 1, and 1 to decode | n, in short queues |
//! | compute | `compute_shared` | a tree in shared memory for each 256 | log256 n | 256n/255 |
//! | compute | `compute` | a share a lane, then a tree | 2 | n |
//! | compute | `compute_image` | the same from a texture | 2 | n |
//!
//! Logarithms are rounded up. The longer side is a texture's own: of [`Layout::Packed`](crate::Layout::Packed), above 64 elements, the least power of two whose
//! square holds n, so that log2 of it is half of log2 n.
//!
//! An empty stream gives the operation's [identity](Operation::identity). A NaN among the elements makes every result NaN. Zeros of either
//! sign are equal, and a machine may take denormals for zero. The minimum and the maximum are exact; a sum is within [`bound`].
//!
//! Sources: Krüger and Westermann, Linear Algebra Operators for GPU Implementation of Numerical Algorithms, SIGGRAPH 2003 (the 2x2 form);
//! the compute lesson of gKit2, Lyon (levels in one array, atomics), with its errors mended; Harris, Optimizing Parallel Reduction in
//! CUDA, 2007 (the tree in shared memory, and a share a lane).

mod compute;
mod fragment;
mod row;

pub use compute::{compute, compute_atomic, compute_atomic_group, compute_image, compute_levels, compute_shared};
pub use fragment::{fragment, fragment_packed, fragment_wide, passes_of};
pub(in crate::algorithms) use row::ROW;

use crate::{Device, Era, Error, KernelSource, Result, Stream};

/// What a reduction combines its elements by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The least element.
    Min,
    /// The greatest element.
    Max,
    /// All elements added, in an order that is the rung's own.
    Sum,
}

impl Operation {
    /// All three.
    pub const ALL: [Operation; 3] = [Operation::Min, Operation::Max, Operation::Sum];

    /// What changes nothing when it is combined: infinity, minus infinity or 0.
    pub fn identity(self) -> f32 {
        match self {
            Operation::Min => f32::INFINITY,
            Operation::Max => f32::NEG_INFINITY,
            Operation::Sum => 0.0,
        }
    }

    /// Its name in reduce.glsl.
    fn word(self) -> &'static str {
        match self {
            Operation::Min => "MIN",
            Operation::Max => "MAX",
            Operation::Sum => "SUM",
        }
    }

    /// The kernel specialised for it.
    pub(super) fn kernel(self, source: KernelSource) -> KernelSource {
        source.define("OPERATION", self.word())
    }
}

/// All elements combined into a stream of one, in the device's era.
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
/// [`crate::Error::Call`] where the stream lies otherwise than the era needs: in one texture, row after row, or in a buffer.
pub fn reduce(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, operation, source),
        Era::Compute => compute(device, operation, source),
    }
}

/// The same, read: waits for it and gives the number.
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

/// The dot product of two streams of one shape and layout, in a stream of one, in the device's era. No product is stored.
///
/// ```
/// use gristmill::algorithms::reduce;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let (x, y) = (device.stream(&[3.0, 1.0, 2.0])?, device.stream(&[1.0, 10.0, 100.0])?);
/// assert_eq!(reduce::dot(&device, &x, &y)?.read()?, [213.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`reduce`], and where the shapes or layouts differ.
pub fn dot(device: &Device, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    if (x.shape(), x.layout()) != (y.shape(), y.layout()) {
        let (given, other) = (x.shape(), y.shape());
        return Err(Error::call(
            "reduce",
            format!("x is {given}, y is {other}; a dot product is of one shape and layout"),
        ));
    }
    if x.is_empty() {
        return identity(device, Operation::Sum);
    }
    match device.era() {
        Era::Fragment => fragment::dot(device, x, y),
        Era::Compute => compute::dot(device, x, y),
    }
}

// ANCHOR: reference
/// The same by a loop, in `f64`.
pub fn reference(operation: Operation, source: &[f32]) -> f64 {
    source
        .iter()
        .map(|&element| f64::from(element))
        .fold(f64::from(operation.identity()), |total, element| {
            match operation {
                Operation::Sum => total + element,
                // Rust's own min and max pass over a NaN; ours do not.
                _ if total.is_nan() || element.is_nan() => f64::NAN,
                Operation::Min => total.min(element),
                Operation::Max => total.max(element),
            }
        })
}
// ANCHOR_END: reference

/// How far an `f32` sum may be from [`reference()`]'s, where no element goes through more than `additions` additions.
///
/// Each addition rounds by at most `u = 2^-24` of its result, so that an element which went through `k` of them counts up to
/// `(1 + u)^k` times: the sum is off by at most `k u / (1 - k u)` times the sum of the magnitudes (Higham, Accuracy and Stability of
/// Numerical Algorithms, section 4.2). What is added besides is for denormals that a machine takes for zero. It says nothing where a
/// partial sum overflows.
///
/// ```
/// use gristmill::algorithms::reduce::bound;
/// let numbers = vec![1.0; 1 << 20];
/// assert!(bound(20, &numbers) < 1.3); // a tree
/// assert!(bound(1 << 20, &numbers) > 60_000.0); // one after the other
/// ```
pub fn bound(additions: usize, source: &[f32]) -> f64 {
    let relative = additions as f64 * f64::from(f32::EPSILON) / 2.0;
    if relative >= 1.0 {
        return f64::INFINITY;
    }
    let magnitude: f64 = source.iter().map(|element| f64::from(element.abs())).sum();
    relative / (1.0 - relative) * magnitude + source.len() as f64 * 2.0 * f64::from(f32::MIN_POSITIVE)
}

/// A stream of one element with the identity: what an empty stream reduces to.
fn identity(device: &Device, operation: Operation) -> Result<Stream<f32>> {
    device.stream(&[operation.identity()])
}
