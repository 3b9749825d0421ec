//! Multigrid: Poisson's equation on a square grid, solved by cycles over coarser and coarser grids.
//!
#![doc = table!()]
//!
//! The grid has `2^k - 1` cells along either side, with zeros around it: four times a cell minus its four
//! neighbours is `b`, as in [`super::jacobi`]. A cycle (V) sweeps once, restricts the residual to the next level,
//! which has every second cell, does the same there, adds the correction from there, and sweeps once more. It
//! leaves about a ninth of the error, for any size of the grid.
//!
//! A sweep has two colours, as on a chessboard: first the red cells from the black ones, then the black from the
//! new red ones (Gauss and Seidel's iteration, in the parallel order). In 32 bits the solution of a large grid is
//! exact to about `2^-24` times the count of cells, at worst.
//!
//! Sources: Goodnight, Woolley, Lewin, Luebke and Humphreys, A Multigrid Solver for Boundary Value Problems
//! Using Programmable Graphics Hardware, Graphics Hardware 2003; Bolz, Farmer, Grinspun and Schröder, Sparse
//! Matrix Solvers on the GPU, SIGGRAPH 2003; Brandt, Multi-Level Adaptive Solutions to Boundary-Value
//! Problems, 1977.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::multigrid;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let b = [2.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 2.0];
//! assert!(multigrid::reference(3, &b).iter().all(|x| (x - 1.0).abs() < 1e-9));
//! let old = multigrid::fragment(&fragment, 10, &fragment.stream_of([3, 3], &b)?)?;
//! let early = multigrid::fragment_2005(&fragment, 10, &fragment.stream_of([3, 3], &b)?)?;
//! let new = multigrid::compute(&compute, 10, &compute.stream_of([3, 3], &b)?)?;
//! for x in [old, early, new] {
//!     assert!(x.read()?.iter().all(|x| (x - 1.0).abs() < 1e-5));
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod buffers;
mod regions;
mod textures;
mod trial;

use super::{Check, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair};
use nalgebra::DMatrix;
use std::f64::consts::PI;
pub use textures::fragment_2005;
use trial::trial;

rungs! {
    "Poisson's equation by multigrid cycles", 1 << 16, trial;
    fragment: "levels from the second on in one texture, as regions of it",
        "6 (k - 1) + 1 passes per cycle; about 50 fetches per cell of the finest level", "Goodnight et al. 2003";
    fragment_2005: "levels in textures of their own, a pass for the residual",
        "7 (k - 1) + 1 passes per cycle; about 45 fetches per cell of the finest level", "Goodnight et al. 2003",
        on "radeon-9700";
    compute: "levels in buffers of their own, changed in place",
        "6 (k - 1) + 1 dispatches per cycle; about 35 fetches per cell of the finest level", "Bolz et al. 2003";
}

const SWEEP: KernelSource = kernel_pair!("linear_algebra/multigrid");
const RESTRICT: KernelSource = kernel_pair!("linear_algebra/multigrid_restrict");
const PROLONG: KernelSource = kernel_pair!("linear_algebra/multigrid_prolong");

/// Runs `cycles` cycles towards the solution for `b`, starting from zero, in the device's era. `b` is a square grid
/// of `2^k - 1` cells per side.
///
/// ```
/// use gristmill::algorithms::multigrid::multigrid;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let b = device.stream_of([3, 3], &[2.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 2.0])?;
/// let x = multigrid(&device, 10, &b)?.read()?;
/// assert!(x.iter().all(|cell| (cell - 1.0).abs() < 1e-5));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Call`] if `b` is not such a grid, or has the layout of the other era.
pub fn multigrid(device: &Device, cycles: usize, b: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, cycles, b),
        Era::Compute => compute(device, cycles, b),
    }
}

// ANCHOR: reference
/// Returns the exact solution, in `f64`: the matrix is diagonal in a basis of sine waves, so transform, divide by the
/// eigenvalues, transform back.
pub fn reference(side: usize, b: &[f32]) -> Vec<f64> {
    let angle = PI / (side + 1) as f64;
    let waves = DMatrix::from_fn(side, side, |i, j| libm::sin((i + 1) as f64 * (j + 1) as f64 * angle));
    let given = DMatrix::from_fn(side, side, |i, j| b.get(i * side + j).copied().map_or(0.0, f64::from));
    let mut spectrum = &waves * given * &waves;
    for i in 0..side {
        for j in 0..side {
            spectrum[(i, j)] /= compute_eigenvalue(i, angle) + compute_eigenvalue(j, angle);
        }
    }
    let solution = (&waves * spectrum * &waves) * (2.0 / (side + 1) as f64).powi(2);
    solution.transpose().as_slice().to_vec() // by rows
}

fn compute_eigenvalue(i: usize, angle: f64) -> f64 {
    2.0 - 2.0 * libm::cos((i + 1) as f64 * angle)
}
// ANCHOR_END: reference

/// Stores the levels from the second on as regions of one texture, each below the previous one.
///
/// # Errors
/// As [`multigrid`].
pub fn fragment(device: &Device, cycles: usize, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let sides = level_sides(b)?;
    let mut grids = regions::LevelRegions::new(&device, b, &sides)?;
    run_cycles(&mut grids, cycles, sides.len())?;
    Ok(grids.into_solution())
}

/// Stores each level in its own buffers.
///
/// # Errors
/// As [`multigrid`].
pub fn compute(device: &Device, cycles: usize, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let sides = level_sides(b)?;
    let mut grids = buffers::LevelBuffers::new(&device, b, &sides)?;
    run_cycles(&mut grids, cycles, sides.len())?;
    Ok(grids.into_solution())
}

/// Returns the cells along a side of each level, the finest first: each has every second cell of the previous one,
/// down to a single one.
fn level_sides(b: &Stream<f32>) -> Result<Vec<usize>> {
    let shape = b.shape();
    let side = shape.extent(0);
    if shape.rank() != 2 || shape.extent(1) != side || !(side + 1).is_power_of_two() || side == 0 {
        let sentence =
            format!("b is {shape}; it must be a square grid of 1, 3, 7, 15 ... cells a side, fill it up or cut it");
        return Err(Error::call("multigrid", sentence));
    }
    Ok((0..(side + 1).ilog2()).map(|level| ((side + 1) >> level) - 1).collect())
}

// ANCHOR: cycle
/// The operations of an era on its levels.
trait LevelGrids {
    /// Runs half a sweep, of one colour. If `known` is false, the level starts at zero.
    fn sweep_colour(&mut self, level: usize, colour: i32, known: bool) -> Result<()>;
    /// Writes the level's residual to the next level as its right-hand side.
    fn restrict_residual(&mut self, level: usize) -> Result<()>;
    /// Adds the correction of the next level to this one.
    fn prolong_correction(&mut self, level: usize) -> Result<()>;
}

/// Runs one cycle from this level down and up again.
fn run_cycle(grids: &mut impl LevelGrids, levels: usize, level: usize, known: bool) -> Result<()> {
    grids.sweep_colour(level, 0, known)?;
    if level + 1 == levels {
        return Ok(()); // a single cell, which is red: its equation is solved
    }
    grids.sweep_colour(level, 1, true)?;
    grids.restrict_residual(level)?;
    run_cycle(grids, levels, level + 1, false)?;
    grids.prolong_correction(level)?;
    grids.sweep_colour(level, 0, true)?;
    grids.sweep_colour(level, 1, true)
}
// ANCHOR_END: cycle

fn run_cycles(grids: &mut impl LevelGrids, cycles: usize, levels: usize) -> Result<()> {
    (0..cycles).try_for_each(|number| run_cycle(grids, levels, 0, number > 0))
}
