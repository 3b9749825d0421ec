//! Blocks in a network of additions, half as many per step as by doubling strides.

use super::number::{Number, for_number_type};
use super::{BLOCK, add_totals};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const NETWORK: KernelSource = compute_kernel!("primitives/scan_network");

/// One block per work group in shared memory, as [`super::compute_blocks`], but by a network: each addition of a step
/// gives the last sum of a stretch to a sum of the next stretch.
///
/// Sources: Sklansky, Conditional-Sum Addition Logic, 1960; OpenGL SuperBible, 6th edition, chapter 10, listing 10.6,
/// for any number of elements.
///
/// # Errors
/// Those of [`super::scan`].
pub fn compute_network<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&for_number_type::<T>(&NETWORK))?;
    let mut result = device.uninit(source.shape())?;
    let mut totals = device.uninit::<T>(source.len().div_ceil(BLOCK))?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .output("block_totals", &mut totals)
        .elements(source.len().div_ceil(BLOCK) * BLOCK / 2)
        .run()?;
    if totals.len() > 1 {
        add_totals(&device, &compute_network(&device, &totals)?, &mut result)?;
    }
    Ok(result)
}
