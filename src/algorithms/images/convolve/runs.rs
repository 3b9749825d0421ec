//! The compute era on the lanes of a CPU: runs of neighbours, a window in registers.

use super::check_inputs;
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, compute_kernel};

const RUNS: KernelSource = compute_kernel!("images/convolve_runs");

/// Elements per run of convolve_runs.comp.
const RUN: usize = 8;

/// Convolves eight neighbours per lane, through a window in registers: for devices whose lanes are those of a CPU.
///
/// # Errors
/// As [`super::convolve`].
pub fn compute_runs(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let (shape, weights) = check_inputs(source.shape(), weights)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let kernel = device.kernel(&RUNS.define("LENGTH", weights.len()))?;
    let mut rows = device.uninit(shape)?;
    run_pass([width, height], [1, width], source, &mut rows, &kernel, &weights)?;
    let mut result = device.uninit(shape)?;
    run_pass([height, width], [width, 1], &rows, &mut result, &kernel, &weights)?;
    Ok(result)
}

fn run_pass(
    [count, lines]: [usize; 2],
    [along, across]: [usize; 2],
    source: &Stream<f32>,
    result: &mut Stream<f32>,
    kernel: &Kernel,
    weights: &[f32],
) -> Result<()> {
    kernel
        .call()
        .uniforms("weights", weights)
        .uniform("count", count as i32)
        .uniform("lines", lines as i32)
        .uniform("along", along as i32)
        .uniform("across", across as i32)
        .gather("source", source)
        .output("result", result)
        .elements(count.div_ceil(RUN) * lines)
        .run()
}
