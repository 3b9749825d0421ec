//! The compute era's tree in shared memory, again and again.

use super::{GROUP, Operation, identity_stream};
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, compute_kernel};

const SHARED: KernelSource = compute_kernel!("primitives/reduce_shared");

// ANCHOR: compute_shared
/// A tree in shared memory for each group of elements, again and again until one is left.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_shared(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    if source.is_empty() {
        return identity_stream(&device, operation);
    }
    let kernel = device.kernel(&operation.specialise_kernel(SHARED))?;
    let mut result = reduce_level(source, &device, &kernel)?;
    while result.len() > 1 {
        result = reduce_level(&result, &device, &kernel)?;
    }
    Ok(result)
}

fn reduce_level(source: &Stream<f32>, device: &Device, kernel: &Kernel) -> Result<Stream<f32>> {
    let mut result = device.uninit(source.len().div_ceil(GROUP))?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .elements(source.len())
        .run()?;
    Ok(result)
}
// ANCHOR_END: compute_shared
