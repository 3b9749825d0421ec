//! Dot products: a reduction whose first pass or dispatch multiplies.

use super::shares::EIGHT;
use super::wide::{WIDE, fragment_wide};
use super::{Operation, REDUCE, SIDES, Shares, identity, in_rows, shape, shares, texels};
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
        let (given, other) = (x.shape(), y.shape());
        return Err(Error::call(
            "reduce",
            format!("x is {given}, y is {other}; a dot product is of one shape and layout"),
        ));
    }
    if x.is_empty() {
        return identity(device, Operation::Sum);
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
    let size = texels(x)?.map(|side| side.div_ceil(SIDES[1]));
    let mut products = device.empty(shape(size))?;
    let kernel = Operation::Sum.kernel(WIDE).define("FACTOR", SIDES[1]).define("DOT", 1);
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
    let split = Shares::of(&device, x.len().div_ceil(EIGHT));
    let mut result = device.uninit(split.groups)?;
    let kernel = device.kernel(&Operation::Sum.kernel(REDUCE).define("LANES", split.lanes).define("DOT", 1))?;
    split
        .call(kernel.call())
        .gather("source", x)
        .gather("tail", x)
        .gather("other", y)
        .gather("other_tail", y)
        .output("result", &mut result)
        .run()?;
    if split.groups == 1 {
        return Ok(result);
    }
    shares(&device, Operation::Sum, &result, REDUCE, split.one_group())
}
