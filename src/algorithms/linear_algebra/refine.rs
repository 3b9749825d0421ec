//! Iterative refinement: a system solved beyond the precision of a float.
//!
#![doc = table!()]
//!
//! The solver works in floats and has some exact digits. The residual of its solution is computed
//! in pairs of floats ([`double_single`](mod@crate::algorithms::double_single)), solved in floats
//! again, and added to a solution in pairs: each turn adds the digits of the solver.
//!
//! Sources: Wilkinson, Rounding Errors in Algebraic Processes, 1963; Göddeke, Strzodka and Turek,
//! Accelerating Double Precision FEM Simulations with GPUs, 2005.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::conjugate_gradient::{self, Goal};
//! use gristmill::algorithms::double_single::joined;
//! use gristmill::algorithms::refine::{self, Refined};
//! use gristmill::algorithms::spmv::{Diagonals, Rows, SparseMatrix};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let matrix = SparseMatrix::new(2, 2, [(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)])?;
//! let wanted = refine::reference(&matrix, &[1.0, 2.0])?;
//! let goal = Goal { tolerance: 1e-12, iterations: 100 };
//! let [old, new] = [fragment.stream(&[1.0, 2.0])?, compute.stream(&[1.0, 2.0])?];
//! for refined in [
//!     refine::fragment(&fragment, &Rows::new(&fragment, &matrix)?, &old, goal)?,
//!     refine::fragment_2005(&fragment, &Diagonals::new(&fragment, &matrix)?, &old, goal)?,
//!     refine::compute(&compute, &Rows::new(&compute, &matrix)?, &new, goal)?,
//! ] {
//!     let Refined { x, residual, .. } = refined;
//!     assert!(residual <= 1e-12);
//!     assert!(joined(&x.read()?).iter().zip(&wanted).all(|(x, wanted)| (x - wanted).abs() < 1e-12));
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod trial;

use super::conjugate_gradient::{self, Goal, Solution};
use super::spmv::{Rows, SparseMatrix};
use crate::algorithms::double_single::joined;
use crate::algorithms::reduce;
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Stream, kernel_pair};
use trial::{diagonals_trial, trial};

pub use super::conjugate_gradient::reference;
pub use of_2005::fragment_2005;

rungs! {
    "a system solved beyond the digits of a float", 1 << 12, trial;
    fragment: "floats by conjugate gradients, rests in pairs", "2 passes per turn, plus those of the solver",
        "Göddeke, Strzodka and Turek, Accelerating Double Precision FEM Simulations with GPUs, 2005";
    fragment_2005: "floats by conjugate gradients, rests on the processor in doubles", "the passes of the solver",
        "Göddeke, Strzodka and Turek 2005", on "radeon-9700", by diagonals_trial;
    compute: "the same in dispatches", "2 dispatches per turn, plus those of the solver", "Wilkinson 1963",
        turns |n| super::spmv::merge_turns(5 * n).max(n / 512 + 64);
}

const REST: KernelSource = kernel_pair!("linear_algebra/refine");
const STEP: KernelSource = kernel_pair!("linear_algebra/refine_step");

/// Share of a residual that the solver may leave: two digits per turn are cheap, and floats reach them for every
/// system that they can solve at all.
const TURN_TOLERANCE: f64 = 1e-2;

/// A solution in pairs of floats.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refined {
    /// The unknowns, as pairs of floats.
    pub x: Stream<[f32; 2]>,
    /// Corrections, each from a solved residual.
    pub corrections: usize,
    /// Total iterations of the solver.
    pub iterations: usize,
    /// Length of `b - A x`, computed by the host in `f64`, relative to the length of `b`; 0 if `b` is 0.
    pub residual: f64,
}

/// Solves `A x = b` in the device's era, starting from zero, to a residual that floats cannot reach.
///
/// ```
/// use gristmill::algorithms::conjugate_gradient::Goal;
/// use gristmill::algorithms::refine::refine;
/// use gristmill::algorithms::spmv::{Rows, SparseMatrix};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let matrix = SparseMatrix::poisson(8, 8)?;
/// let b = device.stream(&[1.0; 64])?;
/// let goal = Goal { tolerance: 1e-11, iterations: 1_000 };
/// let refined = refine(&device, &Rows::new(&device, &matrix)?, &b, goal)?;
/// assert!(refined.residual <= 1e-11 && refined.corrections <= 7);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// Those of [`conjugate_gradient()`](conjugate_gradient::conjugate_gradient); [`Error::Data`] if the precision of
/// pairs is too low for the goal.
pub fn refine(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Refined> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, b, goal),
        Era::Compute => compute(device, matrix, b, goal),
    }
}

/// Solves in passes, with the matrix as rows.
///
/// # Errors
/// As [`refine()`].
pub fn fragment(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Refined> {
    let device = device.with_era(Era::Fragment)?;
    refine_solution(&device, matrix, b, goal, conjugate_gradient::fragment)
}

/// Solves in dispatches, with the matrix as rows.
///
/// # Errors
/// As [`refine()`].
pub fn compute(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Refined> {
    let device = device.with_era(Era::Compute)?;
    refine_solution(&device, matrix, b, goal, conjugate_gradient::compute)
}

type SolveFn = fn(&Device, &Rows, &Stream<f32>, Goal) -> Result<Solution>;

/// Alternates residuals and corrections until the residual is small enough.
fn refine_solution(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal, solve: SolveFn) -> Result<Refined> {
    // The solver refuses what it cannot solve before the work.
    let wanted = Goal { tolerance: goal.tolerance.max(TURN_TOLERANCE), ..goal };
    let first = solve(device, matrix, b, wanted)?;
    if first.iterations == 0 {
        let x = device.empty(b.shape())?;
        return Ok(Refined { x, corrections: 0, iterations: 0, residual: 0.0 });
    }
    let rest = device.kernel(&REST)?;
    let step = device.kernel(&STEP)?;
    let mut x = PingPong::new(device.empty(b.shape())?, device.empty(b.shape())?);
    let mut corrections = 0;
    let mut iterations = 0;
    let mut correction = first;
    // Length of the solved residual as the solver saw it, in units of the previous one.
    let mut unit = 1.0;
    let mut length = vector_length(b)? as f32;
    loop {
        // ANCHOR: add
        corrections += 1;
        iterations += correction.iterations;
        x.step(|x, next| {
            let call = step
                .call()
                .uniform("size", unit)
                .input("x", x)
                .input("correction", &correction.x);
            call.output("result", next).run()
        })?;
        // ANCHOR_END: add
        // ANCHOR: rest
        unit *= length;
        let mut left = device.empty(b.shape())?;
        rest.call()
            .uniform("scale", 1.0 / unit)
            .gather("offsets", &matrix.offsets)
            .gather("pointers", &matrix.pointers)
            .gather("values", &matrix.values)
            .gather("x", x.now())
            .input("b", b)
            .output("result", &mut left)
            .run()?;
        length = reduce::dot(device, &left, &left)?
            .read()?
            .first()
            .copied()
            .unwrap_or(0.0)
            .sqrt();
        // ANCHOR_END: rest
        let residual = relative_residual(matrix.matrix(), x.now(), b)?;
        if residual <= goal.tolerance {
            return Ok(Refined { x: x.into_now(), corrections, iterations, residual });
        }
        if length.is_nan() || length > 0.5 || iterations >= goal.iterations {
            let reason = if iterations >= goal.iterations {
                "allow more iterations"
            } else {
                "the precision of pairs of floats is too low"
            };
            return Err(Error::data(format!(
                "refinement after {corrections} corrections: the residual is {residual:.2e} of b, {:e} wanted; {reason}",
                goal.tolerance
            )));
        }
        correction = solve(device, matrix, &left, Goal { tolerance: TURN_TOLERANCE, ..goal })?;
    }
}

/// Returns the length of `b - A x` relative to the length of b, by the host.
fn relative_residual(matrix: &SparseMatrix, x: &Stream<[f32; 2]>, b: &Stream<f32>) -> Result<f64> {
    let share = residual_length(matrix, &joined(&x.read()?), &b.read()?) / vector_length(b)?;
    Ok(if share.is_nan() { f64::INFINITY } else { share })
}

/// Returns the length of `b - A x`.
fn residual_length(matrix: &SparseMatrix, x: &[f64], b: &[f32]) -> f64 {
    let rest = b
        .iter()
        .enumerate()
        .map(|(row, b)| f64::from(*b) - multiply_row(row, matrix, x));
    rest.map(|element| element * element).sum::<f64>().sqrt()
}

fn multiply_row(row: usize, matrix: &SparseMatrix, x: &[f64]) -> f64 {
    matrix
        .row(row)
        .map(|(column, value)| f64::from(value) * read_element(column, x))
        .sum::<f64>()
}

fn read_element(column: usize, x: &[f64]) -> f64 {
    x.get(column).copied().unwrap_or(0.0)
}

fn vector_length(b: &Stream<f32>) -> Result<f64> {
    Ok(b.read()?.iter().map(|element| f64::from(*element).powi(2)).sum::<f64>().sqrt())
}
