//! The fragment era in ranges: each pass adds some products to the sums of the earlier passes.

use super::{MATMUL, check_sizes};
use crate::{Device, Era, PingPong, Result, Stream};

/// Products of each sum that one pass adds.
const RANGE: usize = 64;

/// Adds sixty-four products per pass to the sums of the earlier passes, for boards with a low limit of
/// instructions.
///
/// Source: Hall, Carr and Hart, Cache and Bandwidth Aware Matrix Multiplication on the GPU, 2003.
///
/// # Errors
/// As [`super::matmul()`].
pub fn fragment_blocked(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    let kernel = device.kernel(&MATMUL)?;
    // ANCHOR: ranges
    let mut sums = PingPong::new(device.empty([columns, rows])?, device.empty([columns, rows])?);
    for first in (0..inner).step_by(RANGE) {
        sums.step(|sums, result| {
            kernel
                .call()
                .uniform("first", first as i32)
                .uniform("last", inner.min(first + RANGE) as i32)
                .gather("a", a)
                .gather("b", b)
                .input("sums", sums)
                .output("result", result)
                .run()
        })?;
    }
    // ANCHOR_END: ranges
    Ok(sums.into_now())
}
