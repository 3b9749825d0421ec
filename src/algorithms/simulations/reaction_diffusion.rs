//! Reaction and diffusion: two substances on a torus that spread and react (Gray and Scott), and form spots, worms and corals.
//!
//! | era | rung | method | passes for n steps | bytes a cell and step |
//! |---|---|---|---|---|
//! | fragment | `fragment` | a fragment a cell, both substances in a texel | n | 16 |
//! | compute | `compute` | an invocation a cell | n | 16 |
//! | compute | `compute_tiled` | four steps of a tile in shared memory | n / 4 | 4, and the rim again |
//!
//! U is fed and V is lost, and where both are, `U + 2 V -> 3 V`. In each step of time `t`, of cells of the side `h`:
//!
//! `u' = u + t (Du / h^2 (neighbours - 4 u) - u v^2 + F (1 - u))`, `v' = v + t (Dv / h^2 (neighbours - 4 v) + u v^2 - (F + k) v)`
//!
//! An explicit step is stable only while `4 t D / h^2` is at most 1 for either substance; a larger one is refused.
//!
//! Sources: Pearson, Complex Patterns in a Simple System, Science 261, 1993; Harris, Coombe, Scheuermann and Lastra, Physically-Based Visual
//! Simulation on Graphics Hardware, Graphics Hardware 2002; Micikevicius, 3D Finite Difference Computation on GPUs Using CUDA, 2009 (tiles).

mod dish;
mod row;

pub use dish::{Dish, picture};
pub(in crate::algorithms) use row::ROW;

use crate::{Call, Device, Era, Error, KernelSource, PingPong, Result, Stream, compute_kernel, kernel_pair, random};

const STEP: KernelSource = kernel_pair!("simulations/reaction_diffusion");
const TILED: KernelSource = compute_kernel!("simulations/reaction_diffusion_tiled");

/// Steps that a dispatch of reaction_diffusion_tiled.comp takes at most.
const FUSED: usize = 4;

/// Cells along a side of its tile.
const SIDE: usize = 16;

/// What spreads how fast, what is fed and lost, and how long a step is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrayScott {
    /// Of U and of V, square metres a second.
    pub diffusion: [f32; 2],
    /// How fast U is replaced: Pearson's F, a second.
    pub feed: f32,
    /// How fast V goes besides: Pearson's k, a second.
    pub kill: f32,
    /// The side of a cell, in metres.
    pub cell: f32,
    /// Seconds of a step.
    pub step: f32,
}

impl Default for GrayScott {
    /// Pearson's numbers, of a square of 2.5 m in 256 x 256 cells, where corals grow.
    fn default() -> GrayScott {
        GrayScott { diffusion: [2e-5, 1e-5], feed: 0.0545, kill: 0.062, cell: 2.5 / 256.0, step: 1.0 }
    }
}

impl GrayScott {
    /// Of each substance, the share of a difference that crosses between two cells in a step.
    fn spread(&self) -> [f32; 2] {
        self.diffusion.map(|diffusion| self.step * diffusion / (self.cell * self.cell))
    }

    /// A step that is a number and does not blow up.
    fn check(&self) -> Result<()> {
        let numbers = [self.diffusion[0], self.diffusion[1], self.feed, self.kill, self.step, self.cell];
        let fine = numbers.iter().all(|number| *number >= 0.0 && number.is_finite()) && self.cell > 0.0;
        if !fine {
            return Err(Error::data(format!(
                "{self:?} has a number that is negative, no number or infinite; diffusion, feed, kill and step are 0 or more, a cell is more"
            )));
        }
        let spread = self.spread();
        let crosses = 4.0 * spread[0].max(spread[1]);
        if crosses <= 1.0 {
            return Ok(());
        }
        Err(Error::data(format!(
            "a step of {} s takes 4 t D / h^2 to {crosses}, above the limit of 1 it blows up; take a step of {} s at most, or larger cells",
            self.step,
            self.step / crosses
        )))
    }

    fn uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        let call = call.uniform("spread", self.spread()).uniform("rate", self.step);
        call.uniform("feed", self.step * self.feed)
            .uniform("loss", self.step * (self.feed + self.kill))
    }

    /// A dish full of U with so many drops of V, the same for the same seed: cells row after row.
    pub fn drops(&self, [width, height]: [usize; 2], drops: usize, seed: u32) -> Vec<[f32; 2]> {
        let mut cells = vec![[1.0, 0.0]; width * height];
        let reach = (width.min(height) / 24).max(1);
        for drop in 0..if cells.is_empty() { 0 } else { drops as u32 } {
            let [x, y] = [(0, width), (1, height)].map(|(draw, side)| random::word(seed, drop, draw) as usize % side);
            for (down, right) in (0..reach * reach).map(|i| (i / reach, i % reach)) {
                cells[(y + down) % height * width + (x + right) % width] = [0.5, 0.25];
            }
        }
        cells
    }
}

/// The dish after so many steps, in the device's era. A cell has how much there is of U and of V, 0 to 1; behind the last column and row come the
/// first. A NaN spreads by one cell a step.
///
/// ```
/// use gristmill::algorithms::reaction_diffusion::{GrayScott, reaction_diffusion};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let fed = GrayScott { feed: 0.5, ..GrayScott::default() };
/// let dish = device.stream_of([2, 1], &[[0.0, 0.0], [0.0, 0.0]])?;
/// assert_eq!(reaction_diffusion(&device, &dish, &fed, 2)?.read()?, [[0.75, 0.0], [0.75, 0.0]]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] for a step that blows up, for numbers that are none, and for a stream that does not have two dimensions.
pub fn reaction_diffusion(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, reaction, steps),
        Era::Compute => compute(device, cells, reaction, steps),
    }
}

// ANCHOR: reference
/// The same by loops over rows and columns, in `f64`.
pub fn reference(cells: &[[f32; 2]], [width, height]: [usize; 2], reaction: &GrayScott, steps: usize) -> Vec<[f64; 2]> {
    let GrayScott { diffusion, feed, kill, cell, step } = *reaction;
    let [feed, kill, cell, step] = [feed, kill, cell, step].map(f64::from);
    let spread = diffusion.map(|diffusion| step * f64::from(diffusion) / (cell * cell));
    let mut now: Vec<[f64; 2]> = cells.iter().map(|cell| cell.map(f64::from)).collect();
    for _ in 0..if now.is_empty() { 0 } else { steps } {
        let mut next = Vec::with_capacity(now.len());
        for (y, x) in (0..width * height).map(|i| (i / width, i % width)) {
            let at = |x: usize, y: usize| now[y % height * width + x % width];
            let [u, v] = at(x, y);
            let around = [at(x + width - 1, y), at(x + 1, y), at(x, y + height - 1), at(x, y + 1)];
            let spreads =
                |lane: usize| spread[lane] * (around.map(|cell| cell[lane]).iter().sum::<f64>() - 4.0 * at(x, y)[lane]);
            let reacts = u * v * v;
            let new_u = u + spreads(0) + step * (feed * (1.0 - u) - reacts);
            let new_v = v + spreads(1) + step * (reacts - (feed + kill) * v);
            next.push([new_u, new_v]);
        }
        now = next;
    }
    now
}
// ANCHOR_END: reference

/// How far a machine may be from the reference after so many steps, for amounts of 0 to 1.
///
/// A step rounds some ten times, each by `2^-24` at most, and enlarges what was off before by what the reaction makes of it: `1 + t (v^2 + 2 u v)`.
pub fn bound(reaction: &GrayScott, steps: usize) -> f64 {
    let growth = 1.0 + 3.0 * f64::from(reaction.step);
    (0..steps).fold(0.0, |error, _| error * growth + 5.0 * f64::from(f32::EPSILON))
}

/// One fragment a cell, one pass a step.
///
/// # Errors
/// As [`reaction_diffusion`].
pub fn fragment(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    run(&device.with_era(Era::Fragment)?, cells, reaction, steps)
}

/// One invocation a cell, one dispatch a step.
///
/// # Errors
/// As [`reaction_diffusion`].
pub fn compute(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    run(&device.with_era(Era::Compute)?, cells, reaction, steps)
}

// ANCHOR: steps
fn run(device: &Device, cells: &Stream<[f32; 2]>, reaction: &GrayScott, steps: usize) -> Result<Stream<[f32; 2]>> {
    check(cells, reaction)?;
    let kernel = device.kernel(&STEP)?;
    let mut dish = PingPong::new(device.copy_of(cells)?, device.empty(cells.shape())?);
    for _ in 0..steps {
        dish.step(|now, next| {
            reaction
                .uniforms(kernel.call())
                .gather("cells", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(dish.into_now())
}
// ANCHOR_END: steps

/// Tiles of 16x16 cells: a group loads its tile and a rim of four cells into shared memory, takes four steps there, and stores the tile.
///
/// # Errors
/// As [`reaction_diffusion`].
pub fn compute_tiled(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    check(cells, reaction)?;
    let device = device.with_era(Era::Compute)?;
    if cells.is_empty() {
        return device.copy_of(cells);
    }
    let kernel = device.kernel(&TILED)?;
    let groups = [0, 1].map(|axis| cells.shape().extent(axis).div_ceil(SIDE) as u32);
    let mut dish = PingPong::new(device.copy_of(cells)?, device.empty(cells.shape())?);
    for first in (0..steps).step_by(FUSED) {
        dish.step(|now, next| {
            let call = reaction
                .uniforms(kernel.call())
                .uniform("steps", FUSED.min(steps - first) as i32);
            call.gather("cells", now)
                .output("result", next)
                .groups([groups[0], groups[1], 1])
                .run()
        })?;
    }
    Ok(dish.into_now())
}

fn check(cells: &Stream<[f32; 2]>, reaction: &GrayScott) -> Result<()> {
    reaction.check()?;
    match cells.shape().rank() {
        2 => Ok(()),
        _ => Err(Error::data(format!(
            "a dish has columns and rows, the stream is {}; give it two dimensions",
            cells.shape()
        ))),
    }
}
