//! Conjugate gradients: the solution of a system whose matrix is symmetric and positive definite.
//!
#![doc = table!()]
//!
//! An iteration is one product of the matrix with a vector ([`super::spmv`]), two dot products
//! ([`reduce::dot`]), and three scaled sums. In exact arithmetic as many iterations as there are unknowns
//! suffice; some dozens do if the eigenvalues are close together. The numbers stay on the device. The host
//! checks every [`CHECK`] iterations for the end.
//!
//! The residual that the iteration updates drifts from the true one by rounding, and does not reveal a wrong
//! product. So the host computes the true one at the end, in `f64`, from the original matrix, by the
//! [`spmv::reference`](super::spmv::reference). If that is too large, the iteration restarts from there.
//!
//! Sources: Hestenes and Stiefel, Methods of Conjugate Gradients for Solving Linear Systems, 1952; Krüger and
//! Westermann, Linear Algebra Operators for GPU Implementation of Numerical Algorithms, SIGGRAPH 2003; Bolz,
//! Farmer, Grinspun and Schröder, Sparse Matrix Solvers on the GPU: Conjugate Gradients and Multigrid,
//! SIGGRAPH 2003.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::conjugate_gradient::{self, CHECK, Goal, Solution};
//! use gristmill::algorithms::spmv::{Blocks, Diagonals, Rows, SparseMatrix};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let matrix = SparseMatrix::new(2, 2, [(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)])?;
//! let wanted = conjugate_gradient::reference(&matrix, &[1.0, 2.0])?;
//! let goal = Goal { tolerance: 1e-6, iterations: 100 };
//! let [old, new] = [fragment.stream(&[1.0, 2.0])?, compute.stream(&[1.0, 2.0])?];
//! for solution in [
//!     conjugate_gradient::fragment(&fragment, &Rows::new(&fragment, &matrix)?, &old, goal)?,
//!     conjugate_gradient::fragment_blocks(&fragment, &Blocks::new(&fragment, &matrix)?, &old, goal)?,
//!     conjugate_gradient::fragment_diagonals(&fragment, &Diagonals::new(&fragment, &matrix)?, &old, goal)?,
//!     conjugate_gradient::fragment_2005(&fragment, &Diagonals::new(&fragment, &matrix)?, &old, goal)?,
//!     conjugate_gradient::compute(&compute, &Rows::new(&compute, &matrix)?, &new, goal)?,
//! ] {
//!     let Solution { x, iterations, residual, .. } = solution;
//!     assert!(residual <= 1e-6 && iterations <= CHECK); // the host looks once in so many iterations
//!     assert!(
//!         x.read()?
//!             .iter()
//!             .zip(&wanted)
//!             .all(|(x, wanted)| (f64::from(*x) - wanted).abs() < 1e-6)
//!     );
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod exact_system;
mod goal;
mod layouts;
mod of_2005;
mod trial;

use super::spmv::{self, Blocks, Diagonals, Rows, SparseMatrix};
use super::{Check, Trial, Workload};
use crate::algorithms::reduce;
use crate::{Device, Era, Error, Kernel, KernelSource, PingPong, Result, Stream, kernel_pair};
use exact_system::ExactSystem;
use goal::DIVERGENCE_LIMIT;
use trial::{layout_trial, trial};

pub use exact_system::reference;
pub use goal::{CHECK, Goal, Solution};
pub use layouts::{fragment_blocks, fragment_diagonals};
pub use of_2005::fragment_2005;

rungs! {
    "a system solved by conjugate gradients", 1 << 14, trial;
    fragment: "rows as pointer streams", "3 passes per iteration, plus 2 for each factor of 16 in the unknowns",
        "GPU Gems 2, chapter 33";
    fragment_blocks: "rows sorted by length into blocks", "the same, plus 1 for each length", "Bolz et al. 2003",
        by |device, workload| layout_trial(device, workload, Blocks::new, fragment_blocks);
    fragment_diagonals: "diagonals as vectors", "the same, plus 1 for each four diagonals after the first",
        "Krüger and Westermann 2003", by |device, workload| layout_trial(device, workload, Diagonals::new, fragment_diagonals);
    fragment_2005: "diagonals as vectors, sums by 2 x 2 texels per pass",
        "4 passes per iteration, plus 2 for each factor of 4 in the unknowns, plus 1 for each four diagonals",
        "Krüger and Westermann 2003", on "radeon-9700",
        by |device, workload| layout_trial(device, workload, Diagonals::new, fragment_2005);
    compute: "rows, by the fastest product for the machine", "5 to 8 dispatches per iteration",
        "Hestenes and Stiefel 1952", turns |n| spmv::merge_turns(6 * n).max(n / 512 + 64);
}

const STEP: KernelSource = kernel_pair!("linear_algebra/conjugate_gradient");
const TURN: KernelSource = kernel_pair!("linear_algebra/conjugate_gradient_turn");

/// Solves `A x = b` in the device's era, starting from zero.
///
/// A matrix that is not symmetric is detected if the goal is not reached, one that is not positive definite as
/// soon as a direction shows it.
///
/// ```
/// use gristmill::algorithms::conjugate_gradient::{Goal, conjugate_gradient};
/// use gristmill::algorithms::spmv::{Rows, SparseMatrix};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let matrix = SparseMatrix::new(2, 2, [(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)])?;
/// let b = device.stream(&[1.0, 2.0])?;
/// let goal = Goal { tolerance: 1e-6, iterations: 100 };
/// let solution = conjugate_gradient(&device, &Rows::new(&device, &matrix)?, &b, goal)?;
/// assert!((solution.x.read()?[0] - 1.0 / 11.0).abs() < 1e-6);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] for a matrix that is not square, or is found not to be positive definite; if the goal is not
/// reached, with the final residual and the reason; for a `b` whose length is not finite, or whose squares exceed
/// the range of 32 bits. [`Error::Call`] if the length of `b` does not match.
pub fn conjugate_gradient(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, b, goal),
        Era::Compute => compute(device, matrix, b, goal),
    }
}

/// Solves with the matrix as rows, multiplied by [`spmv::fragment`].
///
/// # Errors
/// As [`conjugate_gradient`].
pub fn fragment(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Fragment)?;
    solve_system(
        &device,
        matrix.matrix(),
        &SolverKernels::new(&device, &|x| spmv::fragment(&device, matrix, x))?,
        b,
        goal,
    )
}

/// Solves with the matrix as rows, multiplied by [`spmv::compute`].
///
/// # Errors
/// As [`conjugate_gradient`].
pub fn compute(device: &Device, matrix: &Rows, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    let device = device.with_era(Era::Compute)?;
    solve_system(
        &device,
        matrix.matrix(),
        &SolverKernels::new(&device, &|x| spmv::compute(&device, matrix, x))?,
        b,
        goal,
    )
}

/// Product of the matrix with a vector, in some layout.
type MultiplyFn<'a> = dyn Fn(&Stream<f32>) -> Result<Stream<f32>> + 'a;

/// Dot product of two vectors: a stream of one element.
type DotFn = fn(&Device, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

/// The products and kernels of an iteration.
struct SolverKernels<'a> {
    multiply: &'a MultiplyFn<'a>,
    dot: DotFn,
    step: Kernel,
    turn: Kernel,
    /// The names of the outputs of a step, the solution and the residual, and of the output of a turn.
    stepped: [&'static str; 2],
    turned: &'static str,
}

impl<'a> SolverKernels<'a> {
    /// Compiles the kernels of the device's era for the product of a layout.
    fn new(device: &Device, multiply: &'a MultiplyFn<'a>) -> Result<SolverKernels<'a>> {
        Ok(SolverKernels {
            multiply,
            dot: reduce::dot,
            step: device.kernel(&STEP)?,
            turn: device.kernel(&TURN)?,
            stepped: ["next_x", "next_residual"],
            turned: "next_direction",
        })
    }
}

/// Solves from zero until the true residual is small enough.
fn solve_system(
    device: &Device,
    matrix: &SparseMatrix,
    kernels: &SolverKernels,
    b: &Stream<f32>,
    goal: Goal,
) -> Result<Solution> {
    let truth = ExactSystem::new(matrix, b, goal)?;
    let mut x = device.empty(b.shape())?;
    if truth.length == 0.0 {
        return Ok(Solution { x, iterations: 0, residual: 0.0 });
    }
    let mut residual = 1.0;
    let mut rest = truth.b.clone(); // of zero
    let mut iterations = 0;
    let mut before = f64::INFINITY;
    while residual > goal.tolerance {
        // Stops if a restart does not halve the residual.
        let stuck = residual > before / 2.0;
        if stuck || iterations >= goal.iterations {
            return Err(truth.explain_failure(iterations, residual, stuck));
        }
        before = residual;
        let start = device.stream_of(b.shape(), &rest)?;
        x = run_iterations(device, kernels, x, start, truth.length, goal, &mut iterations)?;
        (residual, rest) = truth.true_residual(&x)?;
    }
    Ok(Solution { x, iterations, residual })
}

/// Iterates from `x`, whose residual is `rest`, until the updated residual is small enough.
fn run_iterations(
    device: &Device,
    kernels: &SolverKernels,
    x: Stream<f32>,
    rest: Stream<f32>,
    length: f64,
    goal: Goal,
    iterations: &mut usize,
) -> Result<Stream<f32>> {
    let SolverKernels { multiply, dot, step, turn, stepped: [stepped_x, stepped_residual], turned } = kernels;
    let mut direction = pair_stream(device.copy_of(&rest)?, device)?;
    let mut x = pair_stream(x, device)?;
    let mut residual = pair_stream(rest, device)?;
    let mut squared = dot(device, residual.now(), residual.now())?;
    let mut last = read_scalar(&squared)?;
    loop {
        // ANCHOR: step
        let mut seen = Vec::new();
        for _ in 0..CHECK {
            let image = multiply(direction.now())?;
            let curvature = dot(device, direction.now(), &image)?;
            x.step(|x, next_x| {
                residual.step(|residual, next_residual| {
                    step.call()
                        .gather("squared", &squared)
                        .gather("curvature", &curvature)
                        .input("direction", direction.now())
                        .input("image", &image)
                        .input("x", x)
                        .input("residual", residual)
                        .output(stepped_x, next_x)
                        .output(stepped_residual, next_residual)
                        .run()
                })
            })?;
            // ANCHOR_END: step
            // ANCHOR: turn
            let next_squared = dot(device, residual.now(), residual.now())?;
            direction.step(|direction, next_direction| {
                turn.call()
                    .gather("squared", &squared)
                    .gather("next_squared", &next_squared)
                    .input("direction", direction)
                    .input("residual", residual.now())
                    .output(turned, next_direction)
                    .run()
            })?;
            seen.push((curvature, std::mem::replace(&mut squared, next_squared)));
        }
        // ANCHOR_END: turn
        for (at, (curvature, before)) in seen.iter().enumerate() {
            last = read_scalar(before)?;
            if last.sqrt() <= goal.tolerance * length {
                break;
            }
            if last.is_nan() || last.sqrt() > DIVERGENCE_LIMIT * length {
                *iterations += at;
                return Ok(x.into_now()); // its true residual explains it
            }
            let curvature = read_scalar(curvature)?;
            if curvature.is_nan() || curvature <= 0.0 {
                let iteration = *iterations + at + 1;
                return Err(Error::data(format!(
                    "conjugate gradients: in iteration {iteration} a direction times the matrix times itself is \
                     {curvature:.2e}, so the matrix is not positive definite; use another solver"
                )));
            }
        }
        *iterations += CHECK;
        last = last.min(read_scalar(&squared)?);
        if last.sqrt() <= goal.tolerance * length || *iterations >= goal.iterations {
            return Ok(x.into_now());
        }
    }
}

/// Pairs a stream with an empty one of its shape.
fn pair_stream(stream: Stream<f32>, device: &Device) -> Result<PingPong<f32>> {
    let other = device.empty(stream.shape())?;
    Ok(PingPong::new(stream, other))
}

fn read_scalar(stream: &Stream<f32>) -> Result<f64> {
    Ok(stream.read()?.first().copied().map_or(0.0, f64::from))
}
