//! Boundary conditions by the sampler.

use super::check_inputs;
use crate::{Device, Era, Kernel, KernelSource, Result, Sampling, Stream, fragment_kernel};

const SAMPLED: KernelSource = fragment_kernel!("images/convolve_sampled");

/// Runs one fragment per pixel, one fetch per weight; the sampler sets the pixels beyond the border: the pixel at the
/// border, the repeated picture, the mirrored picture, or a constant, in both passes.
///
/// ```
/// use gristmill::{Sampling, algorithms::convolve::fragment_sampled};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let line = device.stream_of([4, 1], &[16.0, 0.0, 0.0, 0.0])?;
/// let blurred = fragment_sampled(&device, &line, &[0.25, 0.5, 0.25], Sampling::nearest().repeat())?;
/// assert_eq!(blurred.read()?, [8.0, 4.0, 0.0, 4.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`super::convolve`].
pub fn fragment_sampled(
    device: &Device,
    source: &Stream<f32>,
    weights: &[f32],
    beyond: Sampling,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let (shape, weights) = check_inputs(source.shape(), weights)?;
    let kernel = device.kernel(&SAMPLED.define("LENGTH", weights.len()))?;
    let mut rows = device.uninit(shape)?;
    run_pass([1, 0], source, &mut rows, &kernel, &weights, beyond)?;
    let mut result = device.uninit(shape)?;
    run_pass([0, 1], &rows, &mut result, &kernel, &weights, beyond)?;
    Ok(result)
}

fn run_pass(
    along: [i32; 2],
    source: &Stream<f32>,
    result: &mut Stream<f32>,
    kernel: &Kernel,
    weights: &[f32],
    beyond: Sampling,
) -> Result<()> {
    kernel
        .call()
        .uniforms("weights", weights)
        .uniform("along", along)
        .sampled("source", source, beyond)
        .output("result", result)
        .run()
}
