//! Boundary conditions by the sampler.

use super::{check_grid, repeat_sweeps};
use crate::{Device, Era, KernelSource, Result, Sampling, Stream, fragment_kernel};

const SAMPLED: KernelSource = fragment_kernel!("linear_algebra/jacobi_sampled");

/// Runs one fragment per cell; the sampler sets the values beyond the grid. A border is a constant, 0 as in the
/// other rungs or another value; clamped or mirrored, nothing flows through the edge; repeated, the grid is a
/// torus.
///
/// ```
/// use gristmill::{Sampling, algorithms::jacobi::fragment_sampled};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let (b, x) = (device.stream_of([3, 1], &[0.0, 4.0, 0.0])?, device.empty([3, 1])?);
/// let zeros = fragment_sampled(&device, 2, &b, &x, Sampling::nearest().border([0.0; 4]))?;
/// assert_eq!(zeros.read()?, [0.25, 1.0, 0.25]);
/// let torus = fragment_sampled(&device, 2, &b, &x, Sampling::nearest().repeat())?;
/// assert_eq!(torus.read()?, [0.25, 1.5, 0.25]); // a row above and below is the row itself
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`super::jacobi`].
pub fn fragment_sampled(
    device: &Device,
    sweeps: usize,
    b: &Stream<f32>,
    x: &Stream<f32>,
    beyond: Sampling,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_grid(x)?;
    let kernel = device.kernel(&SAMPLED)?;
    repeat_sweeps(&device, sweeps, x, |x, result| {
        kernel
            .call()
            .sampled("x", x, beyond)
            .input("b", b)
            .output("result", result)
            .run()
    })
}
