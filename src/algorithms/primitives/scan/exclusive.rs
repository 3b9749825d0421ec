//! Exclusive prefix sums: each element becomes the sum of all elements before it.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::scan::exclusive;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let numbers = [3, 1, 4, 1, 5];
//! let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?];
//! for sums in [
//!     exclusive::fragment(&fragment, &old)?,
//!     exclusive::fragment_work_efficient(&fragment, &old)?,
//!     exclusive::fragment_blocked(&fragment, &old)?,
//!     exclusive::compute(&compute, &new)?,
//!     exclusive::compute_blocks(&compute, &new)?,
//!     exclusive::compute_chunks(&compute, &new)?,
//!     exclusive::compute_lookback(&compute, &new)?,
//! ] {
//!     assert_eq!(sums.read()?, exclusive::reference(&numbers));
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::number::{Number, SealedNumber, for_number_type};
use super::{ScanKind, chunks, lookback, tree};
use crate::{Device, DeviceKind, Era, KernelSource, Result, Stream, kernel_pair};

const SHIFT: KernelSource = kernel_pair!("primitives/scan_shift");

/// Computes exclusive prefix sums, in the device's era: by the tree in the fragment era, by [`compute`] in the compute
/// era.
///
/// Shapes, units and errors as [`super::scan`].
///
/// ```
/// # use gristmill::{Device, Era, algorithms::scan::exclusive};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let places = exclusive(&device, &device.stream(&[3, 1, 4, 1, 5])?)?;
/// assert_eq!(places.read()?, [0, 3, 4, 8, 9]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`super::scan`].
pub fn exclusive<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment_work_efficient(device, source),
        Era::Compute => compute(device, source),
    }
}

/// Computes the same sums by a loop on the host.
pub fn reference<T: Number>(source: &[T]) -> Vec<T> {
    let mut sum = T::Sum::default();
    source
        .iter()
        .map(|&element: &T| {
            let before = T::round_sum(sum);
            sum = <T as SealedNumber>::add_element(sum, element);
            before
        })
        .collect()
}

/// [`super::fragment`], and one more pass that shifts.
///
/// # Errors
/// As [`super::scan`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    shift_right(&device.with_era(Era::Fragment)?, &super::fragment(device, source)?)
}

/// The fastest rung for this device, as [`super::compute`].
///
/// # Errors
/// As [`super::scan`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_chunks(device, source),
        _ if device.info().has_group_order() => compute_lookback(device, source),
        _ => compute_blocks(device, source),
    }
}

/// As [`super::fragment_work_efficient`], which computes exclusive sums first.
///
/// # Errors
/// As [`super::scan`].
pub fn fragment_work_efficient<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    tree::scan_by_tree(device, source, ScanKind::Exclusive, 2)
}

/// As [`super::fragment_blocked`].
///
/// # Errors
/// As [`super::scan`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    tree::scan_by_tree(device, source, ScanKind::Exclusive, tree::FAN)
}

/// [`super::compute_blocks`], and one more dispatch that shifts.
///
/// # Errors
/// As [`super::scan`].
pub fn compute_blocks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    shift_right(&device.with_era(Era::Compute)?, &super::compute_blocks(device, source)?)
}

/// As [`super::compute_chunks`].
///
/// # Errors
/// As [`super::scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    chunks::scan_chunks(device, source, ScanKind::Exclusive)
}

/// As [`super::compute_lookback`].
///
/// # Errors
/// As [`super::scan`].
pub fn compute_lookback<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    lookback::scan_by_lookback(device, source, ScanKind::Exclusive)
}

/// Moves every element one place to the right.
fn shift_right<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(&for_number_type::<T>(&SHIFT))?
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
