//! The fragment era with strides that grow eightfold.

use super::pixel::{Pixel, specialise_kernel};
use super::{SUMMED_AREA, pass_strides, picture_shape};
use crate::{Device, Era, Kernel, PingPong, Result, Stream};

/// Fetches per pass.
const FAN: i32 = 8;

/// Runs as [`super::fragment`], with eight fetches per pass and a third of the passes.
///
/// # Errors
/// As [`super::summed_area`].
pub fn fragment_wide<T: Pixel>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = picture_shape(source)?;
    let kernel = device.kernel(&specialise_kernel::<T>(&SUMMED_AREA).define("FAN", FAN))?;
    let mut strides = pass_strides(shape, FAN);
    let Some(first) = strides.next().filter(|_| !source.is_empty()) else {
        return device.copy_of(source); // one pixel is its own table
    };
    let mut sums = device.uninit(shape)?;
    run_pass(first, source, &mut sums, &kernel)?;
    let mut sums = PingPong::new(sums, device.uninit(shape)?);
    for stride in strides {
        sums.step(|now, next| run_pass(stride, now, next, &kernel))?;
    }
    Ok(sums.into_now())
}

fn run_pass<T: Pixel>(stride: [i32; 2], source: &Stream<T>, result: &mut Stream<T>, kernel: &Kernel) -> Result<()> {
    kernel
        .call()
        .uniform("stride", stride)
        .input("source", source)
        .output("result", result)
        .run()
}
