//! Heat: how temperature spreads on a plate that nothing leaves, by explicit steps.
//!
//! | era | rung | method | passes or dispatches | reads a cell and step |
//! |---|---|---|---|---|
//! | fragment | `fragment` | a fragment a cell | one a step | 5 |
//! | fragment | `fragment_packed` | four cells of a row a texel | one a step | 5/4 |
//! | compute | `compute` | an invocation a cell | one a step | 5 |
//! | compute | `compute_tiled` | tiles of 24x24 and a rim of 4 in shared memory | one for four steps | 16/9 a dispatch |
//!
//! A step is stable while the rate, the diffusivity times the interval over the squared width of a cell, is at most 1/4: [`rate`] says so and how
//! long a step may be. Then the temperature of a cell is a mean of what it and its neighbours had.
//!
//! Sources: Fourier, Théorie analytique de la chaleur, 1822; Courant, Friedrichs and Lewy, 1928 (limits of steps); Harris, Coombe, Scheuermann
//! and Lastra, Graphics Hardware 2002 (in textures); Micikevicius, 3D Finite Difference Computation on GPUs, 2009 (tiles).

mod row;

pub(in crate::algorithms) use row::ROW;

use crate::algorithms::jacobi::{packed, unpacked};
use crate::{Device, Element, Era, Error, KernelSource, Mouse, PingPong, Result, Scene, Stream};
use crate::{compute_kernel, fragment_kernel, kernel_pair};
use nalgebra::Vector4;

const HEAT: KernelSource = kernel_pair!("simulations/heat");
const PACKED: KernelSource = fragment_kernel!("simulations/heat_packed");
const TILED: KernelSource = compute_kernel!("simulations/heat_tiled");
const PICTURE: KernelSource = kernel_pair!("simulations/heat_picture");
const COLOURS: &str = include_str!("../../../kernel_includes/heat.glsl");

/// Cells of a tile of `heat_tiled.comp` along a side, and its steps at most.
const TILE: usize = 24;
const TILED_STEPS: usize = 4;

/// The rate of a step: diffusivity (squared lengths in a unit of time) times interval over the squared width of a cell.
///
/// ```
/// use gristmill::algorithms::heat::rate;
/// assert_eq!(rate(1.0, 0.125, 1.0)?, 0.125);
/// let error = rate(1.0, 0.5, 1.0).unwrap_err().to_string();
/// assert!(error.ends_with("take an interval of at most 0.25"), "{error}");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where steps so long would blow up, with the longest that does not; and for numbers that are not finite or not above 0.
pub fn rate(diffusivity: f32, interval: f32, cell: f32) -> Result<f32> {
    let given = [("a diffusivity", diffusivity), ("an interval", interval), ("a cell's width", cell)];
    if let Some((name, value)) = given.iter().find(|(_, value)| !(value.is_finite() && *value > 0.0)) {
        return Err(Error::data(format!("{name} of {value} says nothing of heat; give a finite one above 0")));
    }
    let rate = diffusivity * interval / (cell * cell);
    if rate > 0.25 {
        let most = cell * cell / (4.0 * diffusivity);
        return Err(Error::data(format!(
            "an interval of {interval} blows up with a diffusivity of {diffusivity} and cells of {cell}: the rate is {rate}, 0.25 is the \
             limit; take an interval of at most {most}"
        )));
    }
    Ok(rate)
}

/// The temperatures after so many steps, in the device's era. `cells` has columns and rows, of any size; `rate` is as [`rate`] gives it.
///
/// ```
/// use gristmill::algorithms::heat::heat;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let cells = device.stream_of([3, 1], &[0.0, 8.0, 0.0])?;
/// assert_eq!(heat(&device, &cells, 0.25, 1)?.read()?, [2.0, 4.0, 2.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Call`] where the cells have not two dimensions; [`Error::Data`] for a rate that is not from 0 to 1/4.
pub fn heat(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, rate, steps),
        Era::Compute => compute(device, cells, rate, steps),
    }
}

// ANCHOR: reference
/// The same by loops over rows and columns, in `f64`.
pub fn reference(cells: &[f32], [columns, rows]: [usize; 2], rate: f32, steps: usize) -> Vec<f64> {
    let mut now: Vec<f64> = cells.iter().map(|cell| f64::from(*cell)).collect();
    for _ in 0..steps {
        let mut next = Vec::with_capacity(now.len());
        for y in 0..rows {
            for x in 0..columns {
                let beside = now[y * columns + x.saturating_sub(1)] + now[y * columns + (x + 1).min(columns - 1)];
                let ends = now[y.saturating_sub(1) * columns + x] + now[(y + 1).min(rows - 1) * columns + x];
                let here = now[y * columns + x];
                next.push(here + f64::from(rate) * (beside + ends - 4.0 * here));
            }
        }
        now = next;
    }
    now
}
// ANCHOR_END: reference

/// One fragment a cell, one pass a step.
///
/// # Errors
/// As [`heat`].
pub fn fragment(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    cell_by_cell(&device.with_era(Era::Fragment)?, cells, rate, steps)
}

/// One invocation a cell, one dispatch a step.
///
/// # Errors
/// As [`heat`].
pub fn compute(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    cell_by_cell(&device.with_era(Era::Compute)?, cells, rate, steps)
}

fn cell_by_cell(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    check(cells, rate)?;
    let kernel = device.kernel(&HEAT)?;
    let passes = vec![(); if cells.is_empty() { 0 } else { steps }];
    repeat(device, cells, passes, |(), now, next| {
        kernel
            .call()
            .uniform("rate", rate)
            .gather("cells", now)
            .output("result", next)
            .run()
    })
}

/// Four cells of a row a texel, one pass a step. `cells` are those of rows of `width`, by [`packed`].
///
/// # Errors
/// As [`heat`]; and [`Error::Call`] where the elements of a row are not those of so many cells.
pub fn fragment_packed(
    device: &Device,
    width: usize,
    cells: &Stream<[f32; 4]>,
    rate: f32,
    steps: usize,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    check(cells, rate)?;
    if width.div_ceil(4) != cells.shape().extent(0) {
        let (fours, given) = (width.div_ceil(4), cells.shape());
        return Err(Error::call(
            "heat",
            format!("rows of {width} cells are {fours} fours, the stream is {given}; pack it again"),
        ));
    }
    let kernel = device.kernel(&PACKED)?;
    let passes = vec![(); if cells.is_empty() { 0 } else { steps }];
    repeat(&device, cells, passes, |(), now, next| {
        let call = kernel.call().uniform("rate", rate).uniform("width", width as i32);
        call.gather("cells", now).output("result", next).run()
    })
}

// ANCHOR: tiled
/// Tiles in shared memory, four steps a dispatch.
///
/// # Errors
/// As [`heat`].
pub fn compute_tiled(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check(cells, rate)?;
    let kernel = device.kernel(&TILED)?;
    let tiles = |axis: usize| cells.shape().extent(axis).div_ceil(TILE) as u32;
    let whole = vec![TILED_STEPS; steps / TILED_STEPS];
    let rest = Some(steps % TILED_STEPS).filter(|rest| *rest > 0);
    let passes = if cells.is_empty() { Vec::new() } else { whole.into_iter().chain(rest).collect() };
    repeat(&device, cells, passes, |steps, now, next| {
        let call = kernel.call().uniform("rate", rate).uniform("steps", steps as i32);
        call.gather("cells", now)
            .output("result", next)
            .groups([tiles(0), tiles(1), 1])
            .run()
    })
}
// ANCHOR_END: tiled

/// The passes one after the other, from `cells` on.
fn repeat<T: Element, P>(
    device: &Device,
    cells: &Stream<T>,
    passes: Vec<P>,
    pass: impl Fn(P, &Stream<T>, &mut Stream<T>) -> Result<()>,
) -> Result<Stream<T>> {
    let mut states = PingPong::new(device.copy_of(cells)?, device.empty(cells.shape())?);
    for of in passes {
        states.step(|now, next| pass(of, now, next))?;
    }
    Ok(states.into_now())
}

fn check<T: Element>(cells: &Stream<T>, rate: f32) -> Result<()> {
    let rank = cells.shape().rank();
    if rank != 2 {
        return Err(Error::call("heat", format!("cells have {rank} dimensions, a plate has 2; give columns and rows")));
    }
    if !(0.0..=0.25).contains(&rate) {
        return Err(Error::data(format!(
            "a rate of {rate} blows up; heat spreads at 0 to 0.25, make the interval shorter"
        )));
    }
    Ok(())
}

/// A plate to look at.
pub struct Plate {
    device: Device,
    cells: Stream<f32>,
    /// Steps of a frame.
    steps: usize,
}

impl Plate {
    /// Temperatures of 0 to 1, and so many steps a frame, at a rate of 1/4.
    ///
    /// # Errors
    /// [`Error::Data`] where the cells are not as many as the size says.
    pub fn new(device: &Device, size: [usize; 2], cells: &[f32], steps: usize) -> Result<Plate> {
        Ok(Plate { device: device.clone(), cells: device.stream_of(size, cells)?, steps })
    }
}

impl Scene for Plate {
    /// A frame. A mouse that is pressed heats the place it is at.
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            let extents = [self.cells.shape().extent(0), self.cells.shape().extent(1)];
            let [x, y] = [0, 1].map(|axis| (mouse.at[axis] * extents[axis] as f32) as usize);
            let [from, to] = [x.saturating_sub(4).min(extents[0]), (x + 5).min(extents[0])];
            for row in y.saturating_sub(4)..(y + 5).min(extents[1]) {
                self.cells.write_range(row * extents[0] + from, &vec![1.0; to - from])?;
            }
        }
        self.cells = heat(&self.device, &self.cells, 0.25, self.steps)?;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut result = self.device.empty(size)?;
        if !self.cells.is_empty() && !result.is_empty() {
            let scale = |axis: usize| self.cells.shape().extent(axis) as f32 / size[axis] as f32;
            let kernel = self.device.kernel(&PICTURE.include("heat.glsl", COLOURS))?;
            let call = kernel
                .call()
                .uniform("cells_a_pixel", [scale(0), scale(1)])
                .gather("cells", &self.cells);
            call.output("result", &mut result).run()?;
        }
        Ok(result)
    }
}
