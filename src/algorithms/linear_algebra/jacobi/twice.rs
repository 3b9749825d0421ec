//! Two sweeps in one pass.

use super::fours::check_width;
use super::{fragment_packed, repeat_sweeps};
use crate::{Device, Era, KernelSource, Result, Sampling, Stream, fragment_kernel};

const TWICE: KernelSource = fragment_kernel!("linear_algebra/jacobi_twice");

/// Runs two sweeps per pass: each fragment computes the first one of its four cells and of their neighbours itself.
/// For an odd count of sweeps, the first is one of [`fragment_packed`]. Streams as there.
///
/// # Errors
/// As [`fragment_packed`].
pub fn fragment_twice(
    device: &Device,
    sweeps: usize,
    width: usize,
    b: &Stream<[f32; 4]>,
    x: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    check_width(width, x)?;
    let odd = if sweeps % 2 == 1 { Some(fragment_packed(&device, 1, width, b, x)?) } else { None };
    let kernel = device.kernel(&TWICE)?;
    let zeros = Sampling::nearest().border([0.0; 4]);
    repeat_sweeps(&device, sweeps / 2, odd.as_ref().unwrap_or(x), |x, result| {
        kernel
            .call()
            .uniform("width", width as i32)
            .sampled("x", x, zeros)
            .input("b", b)
            .output("result", result)
            .run()
    })
}
