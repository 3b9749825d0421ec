//! The compute era's sums of whole units, the same in any order.

use super::FLOAT;
use crate::algorithms::primitives::scatter;
use crate::{Device, Era, Error, KernelSource, Pointer, Result, Stream, compute_kernel};

const FIXED: KernelSource = compute_kernel!("primitives/scatter_add_fixed");

/// The most fraction bits.
const FRACTION_BITS: u32 = 30;

/// Each element rounded to whole units of 2^-`fraction_bits` and added to its place by an atomic addition:
/// the same sum in any order.
///
/// An element beyond 2^31 units counts as that many, a NaN as none. A sum beyond 2^31 units wraps around.
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
    if fraction_bits > FRACTION_BITS {
        let next = "scale the elements instead";
        return Err(Error::limit("fraction bits", fraction_bits.into(), FRACTION_BITS.into(), next));
    }
    let device = device.with_era(Era::Compute)?;
    scatter::check(source, places)?;
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
