//! The compute era: tiles with an apron, and runs of neighbours for a CPU's lanes.

use super::passes::items;
use super::{CONVOLVE, checked};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const RUNS: KernelSource = compute_kernel!("images/convolve_runs");

/// Invocations of a work group of convolve.comp.
const LANES: usize = 256;

/// Elements of a run of convolve_runs.comp.
const RUN: usize = 8;

pub(super) fn apron(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    both(device, source, weights, &CONVOLVE, |count, lines| count.div_ceil(LANES) * LANES * lines)
}

pub(super) fn runs(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    both(device, source, weights, &RUNS, |count, lines| count.div_ceil(RUN) * lines)
}

/// A kernel along the rows, then along the columns; `invocations` are those for so many elements of so many lines.
fn both(
    device: &Device,
    source: &Stream<f32>,
    weights: &[f32],
    kernel: &KernelSource,
    invocations: fn(usize, usize) -> usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let (shape, weights) = checked(source.shape(), weights)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let (kernel, names) = (device.kernel(&kernel.clone().define("LENGTH", weights.len()))?, items(weights.len()));
    let pass = |[count, lines]: [usize; 2], [along, across]: [usize; 2], source: &_, result: &mut _| {
        let call = kernel.call().uniform("count", count as i32).uniform("lines", lines as i32);
        let call = call.uniform("along", along as i32).uniform("across", across as i32);
        let call = names
            .iter()
            .zip(weights.iter())
            .fold(call, |call, (name, weight)| call.uniform(name, *weight));
        call.gather("source", source)
            .output("result", result)
            .elements(invocations(count, lines))
            .run()
    };
    // ANCHOR: passes
    let mut rows = device.empty(shape)?;
    pass([width, height], [1, width], source, &mut rows)?;
    let mut result = device.empty(shape)?;
    pass([height, width], [width, 1], &rows, &mut result)?;
    // ANCHOR_END: passes
    Ok(result)
}
