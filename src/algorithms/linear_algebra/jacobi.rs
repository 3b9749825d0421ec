//! Jacobi: sweeps towards the solution of a system, each unknown from its neighbours of the sweep before.
//!
//! For Poisson's equation on a grid with zeros around it, four times a cell minus its four neighbours is `b`:
//!
//! | era | rung | method | passes or dispatches | bytes a cell and sweep |
//! |---|---|---|---|---|
//! | fragment | `fragment` | a fragment a cell | one a sweep | 12 |
//! | fragment | `fragment_packed` | four cells in the lanes of a texel | one a sweep | 12 |
//! | compute | `compute` | an invocation a cell | one a sweep | 12 |
//! | compute | `compute_tiled` | tiles of 16x16 and their rim in shared memory | one a sweep | 12 |
//! | compute | `compute_columns` | a lane walks down a column of fours, three rows in registers | one a sweep | 12 |
//!
//! and for any [`System`] of a square matrix whose diagonal has no zero:
//!
//! | era | rung | method | passes or dispatches | bytes an entry and sweep |
//! |---|---|---|---|---|
//! | fragment | `fragment_matrix` | a fragment a row, pointer streams | one a sweep | 12 |
//! | compute | `compute_matrix` | an invocation a row, the same loop | one a sweep | 12 |
//!
//! The iteration converges where the diagonal outweighs the rest of its row, as in Poisson's equation. It is slow: a sweep takes the smoothest
//! part of the error of an n x n grid times `cos(pi / (n + 1))`. Its use is to smooth, in [`super::multigrid`].
//!
//! A sweep adds four rounding errors at most, each of `2^-24` times four times the largest cell, and does not enlarge those of
//! earlier sweeps; numbers of few enough bits stay exact, as in the trials here.
//!
//! Sources: Harris, Fast Fluid Dynamics Simulation on the GPU, GPU Gems, chapter 38 (a pass a sweep); Goodnight, Woolley, Lewin, Luebke and
//! Humphreys, A Multigrid Solver for Boundary Value Problems Using Programmable Graphics Hardware, Graphics Hardware 2003 (packed cells).

mod row;
mod system;

pub(in crate::algorithms) use row::ROW;
pub use system::{System, compute_matrix, fragment_matrix, reference_matrix};

use crate::{
    Device, Element, Era, Error, Kernel, KernelSource, PingPong, Result, Stream, compute_kernel, fragment_kernel,
    kernel_pair,
};

const JACOBI: KernelSource = kernel_pair!("linear_algebra/jacobi");
const PACKED: KernelSource = fragment_kernel!("linear_algebra/jacobi_packed");
const TILED: KernelSource = compute_kernel!("linear_algebra/jacobi_tiled");
const COLUMNS: KernelSource = compute_kernel!("linear_algebra/jacobi_columns");

/// Sweeps of Poisson's equation from `x` on, in the device's era. `b` and `x` are grids of one shape, in two dimensions.
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
/// [`Error::Call`] where the shapes differ or have not two dimensions.
pub fn jacobi(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, sweeps, b, x),
        Era::Compute => compute(device, sweeps, b, x),
    }
}

// ANCHOR: reference
/// The same by loops, in `f64`, on a grid of so many columns.
pub fn reference(width: usize, sweeps: usize, b: &[f32], x: &[f32]) -> Vec<f64> {
    let mut now: Vec<f64> = x.iter().copied().map(f64::from).collect();
    for _ in 0..sweeps {
        let cell = |at: usize| {
            let column = at % width;
            let left = if column > 0 { now[at - 1] } else { 0.0 };
            let right = if column + 1 < width { now[at + 1] } else { 0.0 };
            let above = if at >= width { now[at - width] } else { 0.0 };
            let below = now.get(at + width).copied().unwrap_or(0.0);
            (f64::from(b[at]) + left + right + above + below) / 4.0
        };
        now = (0..now.len().min(b.len())).map(cell).collect();
    }
    now
}
// ANCHOR_END: reference

/// One fragment a cell.
///
/// # Errors
/// As [`jacobi`].
pub fn fragment(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    cells(&device.with_era(Era::Fragment)?, &JACOBI, sweeps, b, x)
}

/// One invocation a cell.
///
/// # Errors
/// As [`jacobi`].
pub fn compute(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    cells(&device.with_era(Era::Compute)?, &JACOBI, sweeps, b, x)
}

/// One invocation a cell, which reads its neighbours from shared memory: a tile of 16x16 cells is loaded once, with its rim.
///
/// # Errors
/// As [`jacobi`].
pub fn compute_tiled(device: &Device, sweeps: usize, b: &Stream<f32>, x: &Stream<f32>) -> Result<Stream<f32>> {
    cells(&device.with_era(Era::Compute)?, &TILED, sweeps, b, x)
}

fn cells(
    device: &Device,
    kernel: &KernelSource,
    sweeps: usize,
    b: &Stream<f32>,
    x: &Stream<f32>,
) -> Result<Stream<f32>> {
    check_grid(x)?;
    let kernel = device.kernel(kernel)?;
    repeat(device, sweeps, x, |x, result| kernel.call().gather("x", x).input("b", b).output("result", result).run())
}

/// Four cells a fragment, in the lanes of a texel. `b` and `x` are as [`packed`] makes them, for rows of `width` cells.
///
/// # Errors
/// As [`jacobi`], and where `width` is not that of the grid.
pub fn fragment_packed(
    device: &Device,
    sweeps: usize,
    width: usize,
    b: &Stream<[f32; 4]>,
    x: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    check_width(width, x)?;
    let kernel = device.kernel(&PACKED)?;
    repeat(&device, sweeps, x, |x, result| fours(&kernel, width, b, x).output("result", result).run())
}

/// A lane goes down a column of fours with three rows in its registers, so that it loads each four once. Streams as in [`fragment_packed`].
///
/// # Errors
/// As [`fragment_packed`].
pub fn compute_columns(
    device: &Device,
    sweeps: usize,
    width: usize,
    b: &Stream<[f32; 4]>,
    x: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Compute)?;
    check_width(width, x)?;
    let kernel = device.kernel(&COLUMNS)?;
    // A CPU has few lanes to feed, a GPU many.
    let rows: usize = if super::super::is_cpu(&device) { 64 } else { 8 };
    let [fours_a_row, height] = [x.shape().extent(0), x.shape().extent(1)];
    let lanes = fours_a_row * height.div_ceil(rows);
    repeat(&device, sweeps, x, |x, result| {
        let call = fours(&kernel, width, b, x).uniform("rows", rows as i32);
        call.output("result", result).elements(lanes).run()
    })
}

fn fours<'a>(kernel: &'a Kernel, width: usize, b: &'a Stream<[f32; 4]>, x: &'a Stream<[f32; 4]>) -> crate::Call<'a> {
    kernel.call().uniform("width", width as i32).gather("x", x).input("b", b)
}

/// A grid with four cells of a row in each element, rows filled up with zeros: its shape, and its elements.
///
/// ```
/// use gristmill::algorithms::jacobi::packed;
/// let (shape, elements) = packed(3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!((shape, elements), ([1, 2], vec![[1.0, 2.0, 3.0, 0.0], [4.0, 5.0, 6.0, 0.0]]));
/// ```
pub fn packed(width: usize, cells: &[f32]) -> ([usize; 2], Vec<[f32; 4]>) {
    let rows = cells.chunks(width.max(1));
    let shape = [width.div_ceil(4), rows.len()];
    (shape, rows.flat_map(|row| crate::algorithms::fours(row, 0.0)).collect())
}

/// The cells of such a grid, row after row.
pub fn unpacked(width: usize, elements: &[[f32; 4]]) -> Vec<f32> {
    let rows = elements.chunks(width.div_ceil(4).max(1));
    rows.flat_map(|row| &row.as_flattened()[..width.min(4 * row.len())])
        .copied()
        .collect()
}

/// So many passes, from `x` on.
fn repeat<T: Element>(
    device: &Device,
    sweeps: usize,
    x: &Stream<T>,
    pass: impl Fn(&Stream<T>, &mut Stream<T>) -> Result<()>,
) -> Result<Stream<T>> {
    if sweeps == 0 || x.is_empty() {
        return device.copy_of(x);
    }
    // ANCHOR: sweeps
    let mut first = device.empty(x.shape())?;
    pass(x, &mut first)?;
    if sweeps == 1 {
        return Ok(first);
    }
    let mut iterates = PingPong::new(first, device.empty(x.shape())?);
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

fn check_width(width: usize, x: &Stream<[f32; 4]>) -> Result<()> {
    check_grid(x)?;
    let fours = x.shape().extent(0);
    if width.div_ceil(4) == fours {
        return Ok(());
    }
    Err(Error::call(
        "jacobi",
        format!("rows of {width} cells given, but x has {fours} fours a row; packed() makes it fit"),
    ))
}
