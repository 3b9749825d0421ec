//! The compute era without order: counters that hand out places.

use super::{Compacted, with_condition};
use crate::algorithms::scan::Number;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const ATOMIC: KernelSource = compute_kernel!("primitives/compact_atomic");
const ATOMIC_GROUP: KernelSource = compute_kernel!("primitives/compact_atomic_group");

/// Moves each kept element to the next free place by an atomic counter, in no particular order.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_atomic<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    store_by_counter(device, source, condition, &ATOMIC)
}

/// Each group counts its kept elements and reserves places for all of them by one atomic addition. The elements are in no
/// particular order.
///
/// # Errors
/// As [`super::compact`].
pub fn compute_atomic_group<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    store_by_counter(device, source, condition, &ATOMIC_GROUP)
}

fn store_by_counter<T: Number>(
    device: &Device,
    source: &Stream<T>,
    condition: &str,
    kernel: &KernelSource,
) -> Result<Compacted<T>> {
    let device = device.with_era(Era::Compute)?;
    let mut elements = device.empty(source.len())?;
    let mut count = device.empty(1)?;
    device
        .kernel(&with_condition::<T>(kernel, condition)?)?
        .call()
        .gather("source", source)
        .update("count", &mut count)
        .output("result", &mut elements)
        .elements(source.len())
        .run()?;
    Ok(Compacted { elements, count })
}
