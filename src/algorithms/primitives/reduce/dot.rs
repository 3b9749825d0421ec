//! Dot products: a reduction whose first pass or dispatch multiplies.

use super::reduce_shares::EIGHT;
use super::wide::{WIDE, fragment_wide};
use super::{
    BLOCK_SIDES, Operation, REDUCE, Shares, identity_stream, in_rows, reduce_shares, result_shape, texture_size,
};
use crate::{Device, Era, Error, Result, Stream};

/// Computes the dot product of two streams of one shape and layout, in a stream of one, in the device's era. No product
/// is stored.
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
/// As [`super::reduce`], and if the shapes or layouts differ.
pub fn dot(device: &Device, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    if (x.shape(), x.layout()) != (y.shape(), y.layout()) {
        let given = x.shape();
        let other = y.shape();
        return Err(Error::call(
            "reduce",
            format!("x is {given}, y is {other}; a dot product is of one shape and layout"),
        ));
    }
    if x.is_empty() {
        return identity_stream(device, Operation::Sum);
    }
    match device.era() {
        Era::Fragment => fragment(device, x, y),
        Era::Compute => compute(device, x, y),
    }
}

/// Sums the products of two streams of one shape: as [`super::fragment_wide`], with the product in the first pass.
fn fragment(device: &Device, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("reduce", "y", y)?;
    let size = texture_size(x)?.map(|side| side.div_ceil(BLOCK_SIDES[1]));
    let mut products = device.empty(result_shape(size))?;
    let kernel = Operation::Sum
        .specialise_kernel(WIDE)
        .define("FACTOR", BLOCK_SIDES[1])
        .define("DOT", 1);
    device
        .kernel(&kernel)?
        .call()
        .gather("source", x)
        .gather("other", y)
        .output("result", &mut products)
        .run()?;
    if size == [1, 1] { Ok(products) } else { fragment_wide(&device, Operation::Sum, &products) }
}

/// Sums the products of two streams of one shape: as [`super::compute`], with the product computed when an element is
/// loaded.
fn compute(device: &Device, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let split = Shares::for_device(&device, x.len().div_ceil(EIGHT));
    let mut result = device.uninit(split.groups)?;
    let kernel = device.kernel(
        &Operation::Sum
            .specialise_kernel(REDUCE)
            .define("LANES", split.lanes)
            .define("DOT", 1),
    )?;
    split
        .set_uniforms(kernel.call())
        .gather("source", x)
        .gather("tail", x)
        .gather("other", y)
        .gather("other_tail", y)
        .output("result", &mut result)
        .run()?;
    if split.groups == 1 {
        return Ok(result);
    }
    reduce_shares(&device, Operation::Sum, &result, REDUCE, split.one_group())
}
