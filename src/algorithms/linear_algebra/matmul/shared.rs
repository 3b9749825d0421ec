//! The compute era with shared memory: a tile of each matrix per work group, read by many lanes.

use super::multiply_by_ranges;
use crate::{Device, KernelSource, Result, Stream, compute_kernel};

const TILED: KernelSource = compute_kernel!("linear_algebra/matmul_tiled");
const BLOCKS: KernelSource = compute_kernel!("linear_algebra/matmul_blocks");

/// Computes a tile of 16 x 16 elements per work group, one element per lane, in shared memory: the textbook kernel.
///
/// Source: NVIDIA CUDA Programming Guide 1.0, chapter 6, 2007.
///
/// # Errors
/// As [`super::matmul()`].
pub fn compute_tiled(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    multiply_by_ranges(device, &TILED, a, b, |rows, columns| rows.div_ceil(16) * columns.div_ceil(16) * 256)
}

/// Computes a block of 128 x 128 elements per work group in shared memory, 8 x 8 in the registers of each lane.
///
/// Source: Volkov and Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC 2008.
///
/// # Errors
/// As [`super::matmul()`].
pub fn compute_blocks(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    multiply_by_ranges(device, &BLOCKS, a, b, |rows, columns| rows.div_ceil(128) * columns.div_ceil(128) * 256)
}
