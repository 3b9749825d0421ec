//! The compute era's fixed-point sums, the same in any order.

use super::FLOAT;
use crate::algorithms::primitives::scatter;
use crate::{Device, Era, Error, KernelSource, Pointer, Result, Stream, compute_kernel};

const FIXED: KernelSource = compute_kernel!("primitives/scatter_add_fixed");

/// Largest number of fraction bits.
const MOST_FRACTION_BITS: u32 = 30;

/// Rounds each element to whole units of 2^-`fraction_bits` and adds it to its place by an atomic addition: the sum is
/// the same in any order.
///
/// An element above 2^31 units counts as 2^31 units, a NaN as 0. A sum above 2^31 units wraps around.
///
/// # Errors
/// As [`super::scatter_add`], and [`crate::Error::Limit`] for more than 30 fraction bits.
pub fn compute_fixed(
    device: &Device,
    source: &Stream<f32>,
    places: &Stream<Pointer>,
    count: usize,
    fraction_bits: u32,
) -> Result<Stream<f32>> {
    if fraction_bits > MOST_FRACTION_BITS {
        let next = "scale the elements instead";
        return Err(Error::limit("fraction bits", fraction_bits.into(), MOST_FRACTION_BITS.into(), next));
    }
    let device = device.with_era(Era::Compute)?;
    scatter::check_counts(source, places)?;
    let mut result = device.empty(count)?;
    if count == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: fixed
    let units = (1_u32 << fraction_bits) as f32;
    let mut sums = device.empty::<u32>(count)?;
    device
        .kernel(&FIXED)?
        .call()
        .uniform("units", units)
        .gather("source", source)
        .gather("places", places)
        .update("sums", &mut sums)
        .elements(source.len())
        .run()?;
    device
        .kernel(&FLOAT.define("FIXED", 1))?
        .call()
        .uniform("units", units)
        .input("sums", &sums)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: fixed
    Ok(result)
}
