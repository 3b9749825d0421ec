//! Blocks of 2x2 by a kernel of GLSL 1.10.

use super::super::rows::column_and_row;
use super::{BLOCK_SIDES, Operation, reduce_blocks};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("primitives/reduce_2005");

/// Blocks of 2x2 texels by a kernel of GLSL 1.10, for any card that calculates in floats.
///
/// Source: Krüger and Westermann, Linear Algebra Operators for GPU Implementation of Numerical Algorithms,
/// 2003.
///
/// # Errors
/// As [`super::reduce`].
pub fn fragment_2005(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&operation.specialise_kernel(OF_2005))?;
    reduce_blocks(&device, operation, source, BLOCK_SIDES[0], |block, next| {
        kernel
            .call()
            .uniform("identity", operation.identity())
            .uniform("end", column_and_row(block.len(), block))
            .gather("source", block)
            .output("gl_FragColor", next)
            .run()
    })
}
