//! Jacobi: iterative solution of a system, each unknown from its neighbours of the previous sweep.
//!
#![doc = table!()]
//!
//! For Poisson's equation on a grid with zeros around it, four times a cell minus its four neighbours is `b`.
//! The rungs named `matrix` accept any [`System`] of a square matrix without zeros on its diagonal.
//!
//! The iteration converges if the diagonal dominates its row, as in Poisson's equation. It is slow: a sweep
//! multiplies the smoothest part of the error of an n x n grid by `cos(pi / (n + 1))`. Its use is smoothing, in
//! [`super::multigrid`].
//!
//! A sweep adds at most four rounding errors, each of `2^-24` times four times the largest cell, and does not
//! amplify those of earlier sweeps; numbers with few enough bits stay exact, as in the trials here.
//!
//! Sources: Harris, Fast Fluid Dynamics Simulation on the GPU, GPU Gems, chapter 38 (a pass per sweep);
//! Goodnight, Woolley, Lewin, Luebke and Humphreys, A Multigrid Solver for Boundary Value Problems Using
//! Programmable Graphics Hardware, Graphics Hardware 2003 (packed cells); Nguyen et al., 3.5-D Blocking
//! Optimization for Stencil Computations on Modern CPUs and GPUs, SC 2010 (several sweeps at once).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::jacobi::{self, System, packed, unpacked};
//! use gristmill::algorithms::spmv::SparseMatrix;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (b, x) = ([0.0, 4.0, 0.0], [0.0; 3]);
//! let wanted = [0.25, 1.0, 0.25]; // 0 1 0 after the first of two sweeps
//! assert_eq!(jacobi::reference(3, 2, &b, &x), wanted.map(f64::from));
//! let old = [fragment.stream_of([3, 1], &b)?, fragment.stream_of([3, 1], &x)?];
//! let new = [compute.stream_of([3, 1], &b)?, compute.stream_of([3, 1], &x)?];
//! assert_eq!(jacobi::fragment(&fragment, 2, &old[0], &old[1])?.read()?, wanted);
//! assert_eq!(jacobi::fragment_2005(&fragment, 2, &old[0], &old[1])?.read()?, wanted);
//! assert_eq!(jacobi::compute(&compute, 2, &new[0], &new[1])?.read()?, wanted);
//! assert_eq!(jacobi::compute_tiled(&compute, 2, &new[0], &new[1])?.read()?, wanted);
//!
//! // Four cells of a row in the channels of an element.
//! let ((shape, b), (_, x)) = (packed(3, &b), packed(3, &x));
//! let old = [fragment.stream_of(shape, &b)?, fragment.stream_of(shape, &x)?];
//! let new = [compute.stream_of(shape, &b)?, compute.stream_of(shape, &x)?];
//! assert_eq!(unpacked(3, &jacobi::fragment_packed(&fragment, 2, 3, &old[0], &old[1])?.read()?), wanted);
//! assert_eq!(unpacked(3, &jacobi::fragment_twice(&fragment, 2, 3, &old[0], &old[1])?.read()?), wanted);
//! assert_eq!(unpacked(3, &jacobi::compute_columns(&compute, 2, 3, &new[0], &new[1])?.read()?), wanted);
//! assert_eq!(unpacked(3, &jacobi::compute_strips(&compute, 2, 3, &new[0], &new[1])?.read()?), wanted);
//!
//! // Any matrix whose diagonal has no zero.
//! let matrix = SparseMatrix::new(2, 2, [(0, 0, 2.0), (0, 1, 1.0), (1, 1, 4.0)])?;
//! let (b, x) = ([2.0, 8.0], [0.0, 0.0]);
//! let wanted = jacobi::reference_matrix(&matrix, 2, &b, &x);
//! assert_eq!(wanted, [0.0, 2.0]);
//! let given = jacobi::fragment_matrix(
//!     &fragment,
//!     2,
//!     &System::new(&fragment, &matrix)?,
//!     &fragment.stream(&b)?,
//!     &fragment.stream(&x)?,
//! )?;
//! assert_eq!(given.read()?, [0.0, 2.0]);
//! let (b, x) = (compute.stream(&b)?, compute.stream(&x)?);
//! let given = jacobi::compute_matrix(&compute, 2, &System::new(&compute, &matrix)?, &b, &x)?;
//! assert_eq!(given.read()?, [0.0, 2.0]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod fours;
mod sampled;
mod strips;
mod system;
mod trial;
mod twice;

use super::{Check, Trial, Workload};
use crate::{
    Device, Element, Era, Error, KernelSource, PingPong, Result, Sampling, Stream, compute_kernel, fragment_kernel,
    kernel_pair,
};
use trial::{fours_trial, matrix_trial, trial};

pub use fours::{compute_columns, fragment_packed, packed, unpacked};
pub use sampled::fragment_sampled;
pub use strips::compute_strips;
pub use system::{System, compute_matrix, fragment_matrix, reference_matrix};
pub use twice::fragment_twice;

rungs! {
    "eight sweeps of Jacobi's iteration", 1 << 20, trial;
    fragment: "a fragment per cell", "1 pass per sweep; 12 bytes per cell", "Harris, GPU Gems, chapter 38";
    fragment_sampled: "the sampler says what lies beyond", "1 pass per sweep; 12 bytes per cell", "GL_CLAMP_TO_BORDER",
        by |device, workload| {
            trial(device, workload, |device, sweeps, b, x| {
                fragment_sampled(device, sweeps, b, x, Sampling::nearest().border([0.0; 4]))
            })
        };
    fragment_packed: "four cells in the channels of a texel", "1 pass per sweep; 12 bytes per cell",
        "Goodnight et al. 2003", by |device, workload| fours_trial(device, workload, fragment_packed);
    fragment_twice: "two sweeps of four cells in the channels of a texel", "1 pass per 2 sweeps; 12 bytes per cell",
        "Nguyen et al. 2010", by |device, workload| fours_trial(device, workload, fragment_twice);
    fragment_matrix: "any matrix: a fragment per row, pointer streams", "1 pass per sweep; 12 bytes per entry",
        "Bolz et al. 2003", by |device, workload| matrix_trial(device, workload, fragment_matrix);
    fragment_2005: "neighbours by texture coordinates, weighed by 1 or 0", "1 pass per sweep; 12 bytes per cell",
        "Harris, GPU Gems, chapter 38, 2004; Krüger and Westermann 2003", on "radeon-9700";
    compute: "an invocation per cell", "1 dispatch per sweep; 12 bytes per cell", "the same line";
    compute_tiled: "tiles of 16x16 and their rim in shared memory", "1 dispatch per sweep; 12 bytes per cell",
        "Micikevicius 2009";
    compute_columns: "a lane walks down a column of fours, three rows in registers",
        "1 dispatch per sweep; 12 bytes per cell", "Micikevicius 2009",
        by |device, workload| fours_trial(device, workload, compute_columns);
    compute_strips: "several sweeps, each three rows in registers",
        "1 dispatch and copy per 8 sweeps on a CPU, per 2 on a GPU; 12 bytes per cell", "Nguyen et al. 2010",
        by |device, workload| fours_trial(device, workload, compute_strips);
    compute_matrix: "any matrix: an invocation per row, the same loop", "1 dispatch per sweep; 12 bytes per entry",
        "Bell and Garland 2009", by |device, workload| matrix_trial(device, workload, compute_matrix);
}

const JACOBI: KernelSource = kernel_pair!("linear_algebra/jacobi");
const OF_2005: KernelSource = fragment_kernel!("linear_algebra/jacobi_2005");
const TILED: KernelSource = compute_kernel!("linear_algebra/jacobi_tiled");

/// Runs sweeps of Poisson's equation, starting from `x`, in the device's era. `b` and `x` are grids of the same
/// shape, with two dimensions.
///
/// ```
/// use gristmill::algorithms::jacobi::jacobi;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let b = device.stream_of([3, 1], &[0.0, 4.0, 0.0])?;
/// let x = jacobi(&device, 2, &b, &device.empty([3, 1])?)?;
/// assert_eq!(x.read()?, [0.25, 1.0, 0.25]); // 0 1 0 after the first sweep
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Call`] if the shapes differ or do not have two dimensions.
pub fn jacobi(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, sweeps, b, x),
        Era::Compute => compute(device, sweeps, b, x),
    }
}

// ANCHOR: reference
/// Computes the same by loops, in `f64`, on a grid of `width` columns.
pub fn reference(width: usize, sweeps: usize, b: &[f32], x: &[f32]) -> Vec<f64> {
    let mut now: Vec<f64> = x.iter().copied().map(f64::from).collect();
    for _ in 0..sweeps {
        now = (0..now.len().min(b.len()))
            .map(|at: usize| {
                let column = at % width;
                let left = if column > 0 { now[at - 1] } else { 0.0 };
                let right = if column + 1 < width { now[at + 1] } else { 0.0 };
                let above = if at >= width { now[at - width] } else { 0.0 };
                let below = now.get(at + width).copied().unwrap_or(0.0);
                (f64::from(b[at]) + left + right + above + below) / 4.0
            })
            .collect();
    }
    now
}
// ANCHOR_END: reference

/// Runs one fragment per cell.
///
/// # Errors
/// As [`jacobi`].
pub fn fragment(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    sweep_cells(&device.with_era(Era::Fragment)?, &JACOBI, sweeps, b, x)
}

/// Runs one fragment per cell by a kernel of GLSL 1.10, for any card that computes in floats.
///
/// # Errors
/// As [`jacobi`].
pub fn fragment_2005(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_grid(x)?;
    let kernel = device.kernel(&OF_2005)?;
    repeat_sweeps(&device, sweeps, x, |x, result| {
        kernel.call().input("x", x).input("b", b).output("gl_FragColor", result).run()
    })
}

/// Runs one invocation per cell.
///
/// # Errors
/// As [`jacobi`].
pub fn compute(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    sweep_cells(&device.with_era(Era::Compute)?, &JACOBI, sweeps, b, x)
}

/// Runs one invocation per cell, which reads its neighbours from shared memory: a tile of 16x16 cells is loaded
/// once, with its rim.
///
/// # Errors
/// As [`jacobi`].
pub fn compute_tiled(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    sweep_cells(&device.with_era(Era::Compute)?, &TILED, sweeps, b, x)
}

fn sweep_cells(
    device: &Device,
    kernel: &KernelSource,
    sweeps: usize,
    b: &Stream<f32>,
    x: &Stream<f32>,
) -> Result<Stream<f32>> {
    check_grid(x)?;
    let kernel = device.kernel(kernel)?;
    repeat_sweeps(device, sweeps, x, |x, result| {
        kernel.call().gather("x", x).input("b", b).output("result", result).run()
    })
}

/// Runs `sweeps` passes, starting from `x`.
fn repeat_sweeps<T: Element>(
    device: &Device,
    sweeps: usize,
    x: &Stream<T>,
    pass: impl Fn(&Stream<T>, &mut Stream<T>) -> Result<()>,
) -> Result<Stream<T>> {
    if sweeps == 0 || x.is_empty() {
        return device.copy_of(x);
    }
    // ANCHOR: sweeps
    let mut first = device.uninit(x.shape())?;
    pass(x, &mut first)?;
    if sweeps == 1 {
        return Ok(first);
    }
    let mut iterates = PingPong::new(first, device.uninit(x.shape())?);
    for _ in 1..sweeps {
        iterates.step(&pass)?;
    }
    // ANCHOR_END: sweeps
    Ok(iterates.into_now())
}

fn check_grid<T: Element>(x: &Stream<T>) -> Result<()> {
    match x.shape().rank() {
        2 => Ok(()),
        rank => Err(Error::call(
            "jacobi",
            format!("x has {rank} dimensions, a grid has 2; give it a shape of [width, height]"),
        )),
    }
}
