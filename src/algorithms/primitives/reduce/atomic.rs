//! The compute era's atomic operations: one cell, or a cell per group and one.

use super::Operation;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const ATOMIC: KernelSource = compute_kernel!("primitives/reduce_atomic");
const ATOMIC_GROUP: KernelSource = compute_kernel!("primitives/reduce_atomic_group");
const DECODE: KernelSource = compute_kernel!("primitives/reduce_decode");

/// Combines every element into one cell by an atomic operation of its own.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_atomic(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    reduce_atomically(device, operation, source, ATOMIC)
}

/// Combines every element into its group's cell, and each of those into one cell, by atomic operations.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_atomic_group(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    reduce_atomically(device, operation, source, ATOMIC_GROUP)
}

// ANCHOR: compute_atomic
fn reduce_atomically(
    device: &Device,
    operation: Operation,
    source: &Stream<f32>,
    kernel: KernelSource,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut cell = device.stream(&[encode_identity(operation)])?;
    let mut result = device.uninit(1)?;
    device
        .kernel(&operation.specialise_kernel(kernel))?
        .call()
        .gather("source", source)
        .update("cell", &mut cell)
        .elements(source.len())
        .run()?;
    device
        .kernel(&operation.specialise_kernel(DECODE))?
        .call()
        .gather("cell", &cell)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
// ANCHOR_END: compute_atomic

/// Encodes the identity as reduce_atomic.glsl does: the initial value of a cell.
fn encode_identity(operation: Operation) -> u32 {
    let bits = operation.identity().to_bits();
    match operation {
        Operation::Min => bits | 0x8000_0000,
        Operation::Max => !bits,
        Operation::Sum => bits,
    }
}
