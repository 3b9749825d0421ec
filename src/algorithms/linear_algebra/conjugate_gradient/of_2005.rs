//! The fragment era as it was: kernels without loops, sums by passes of 2 x 2 texels.

use super::{Goal, Kernels, Solution, solve};
use crate::algorithms::linear_algebra::spmv::{self, Diagonals};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const STEP: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_2005");
const TURN: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_turn_2005");
const TIMES: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_times_2005");
const SUM: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_sum_2005");

/// The matrix as diagonals, by [`spmv::fragment_diagonals_2005`], and all else by kernels for a Radeon 9700,
/// too: Krüger and Westermann 2003.
///
/// The floats of that card have 16 bits: it reaches a goal of about 1e-3, where the host computes the true
/// residual as ever.
///
/// # Errors
/// As [`super::conjugate_gradient()`].
pub fn fragment_2005(device: &Device, matrix: &Diagonals, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    let kernels = Kernels {
        multiply: &|x| spmv::fragment_diagonals_2005(&device, matrix, x),
        dot,
        step: device.kernel(&STEP)?,
        turn: device.kernel(&TURN)?,
        stepped: ["gl_FragData[0]", "gl_FragData[1]"],
        turned: "gl_FragColor",
    };
    solve(&device, matrix.matrix(), &kernels, b, goal)
}

// ANCHOR: dot_2005
/// The sum of the products of two vectors: a pass that multiplies, and one for each halving of the texture's
/// sides.
fn dot(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let [width, height, _] = a.plan().size();
    let mut sums = device.empty([width, height])?;
    device
        .kernel(&TIMES)?
        .call()
        .uniform("full_rows", (a.len() / width.max(1)) as f32)
        .uniform("rest", (a.len() % width.max(1)) as f32)
        .gather("a", a)
        .gather("b", b)
        .output("gl_FragColor", &mut sums)
        .run()?;
    let sum = device.kernel(&SUM)?;
    while sums.len() > 1 {
        let [width, height] = [0, 1].map(|axis| sums.shape().extent(axis).div_ceil(2));
        let mut next = device.empty([width, height])?;
        sum.call().gather("source", &sums).output("gl_FragColor", &mut next).run()?;
        sums = next;
    }
    Ok(sums)
}
// ANCHOR_END: dot_2005
