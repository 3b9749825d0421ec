//! The rung of 2005: kernels without loops, sums by passes of 2 x 2 texels.

use super::{Goal, Solution, SolverKernels, solve_system};
use crate::algorithms::linear_algebra::spmv::{self, Diagonals};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const STEP: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_2005");
const TURN: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_turn_2005");
const TIMES: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_times_2005");
const SUM: KernelSource = fragment_kernel!("linear_algebra/conjugate_gradient_sum_2005");

/// Solves with the matrix as diagonals, multiplied by [`spmv::fragment_diagonals_2005`]; all other kernels are for
/// a Radeon 9700 too: Krüger and Westermann 2003.
///
/// The floats of that card have 16 bits of precision: it reaches a goal of about 1e-3. The host computes the true
/// residual as in the other rungs.
///
/// # Errors
/// As [`super::conjugate_gradient()`].
pub fn fragment_2005(device: &Device, matrix: &Diagonals, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    let kernels = SolverKernels {
        multiply: &|x| spmv::fragment_diagonals_2005(&device, matrix, x),
        dot: dot_2005,
        step: device.kernel(&STEP)?,
        turn: device.kernel(&TURN)?,
        stepped: ["gl_FragData[0]", "gl_FragData[1]"],
        turned: "gl_FragColor",
    };
    solve_system(&device, matrix.matrix(), &kernels, b, goal)
}

// ANCHOR: dot_2005
/// Returns the dot product of two vectors: a pass that multiplies, and one for each halving of the texture's sides.
fn dot_2005(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
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

#[cfg(all(test, feature = "emulator"))]
mod tests {
    use super::*;
    use crate::Profile;
    use crate::algorithms::spmv::SparseMatrix;

    #[test]
    fn floats_of_16_bits_come_so_near_and_no_nearer() -> Result<()> {
        let device = Device::emulator(Era::Fragment)?.with_card(Profile::named("radeon-9700")?)?;
        let matrix = SparseMatrix::poisson(8, 8)?;
        let b: Vec<f32> = (0..64).map(|i| crate::random::uniform(1, i, 0)).collect();
        let matrix = Diagonals::new(&device, &matrix)?;
        let b = device.stream(&b)?;
        let goal = |tolerance| Goal { tolerance, iterations: 1_000 };
        assert!(fragment_2005(&device, &matrix, &b, goal(1e-3))?.residual <= 1e-3);
        let error = fragment_2005(&device, &matrix, &b, goal(1e-6)).err();
        let said = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(said.ends_with("1e-6 wanted; the precision of this device's floats is too low"), "{said}");
        Ok(())
    }
}
