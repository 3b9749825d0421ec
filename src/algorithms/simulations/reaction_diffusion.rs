//! Reaction and diffusion: two substances on a torus that spread and react (Gray and Scott), and form spots,
//! worms and corals. For n steps:
//!
#![doc = table!()]
//!
//! U is fed and V is removed, and they react as `U + 2 V -> 3 V`. In each step of time `t`, with cells of side
//! `h`:
//!
//! `u' = u + t (Du / h^2 (neighbours - 4 u) - u v^2 + F (1 - u))`, `v' = v + t (Dv / h^2 (neighbours - 4 v) +
//! u v^2 - (F + k) v)`
//!
//! An explicit step is stable only while `4 t D / h^2` is at most 1 for either substance; a larger one is
//! refused.
//!
//! Sources: Pearson, Complex Patterns in a Simple System, Science 261, 1993; Harris, Coombe, Scheuermann and
//! Lastra, Physically-Based Visual Simulation on Graphics Hardware, Graphics Hardware 2002; Micikevicius, 3D
//! Finite Difference Computation on GPUs Using CUDA, 2009 (tiles).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::reaction_diffusion::{self, Dish, GrayScott, picture};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (size, reaction) = ([4, 3], GrayScott::default());
//! let cells = reaction.drops(size, 1, 7);
//! let wanted = reaction_diffusion::reference(&cells, size, &reaction, 2);
//! let [old, new] = [fragment.stream_of(size, &cells)?, compute.stream_of(size, &cells)?];
//! for later in [
//!     reaction_diffusion::fragment(&fragment, &old, &reaction, 2)?,
//!     reaction_diffusion::fragment_2005(&fragment, &old, &reaction, 2)?,
//!     reaction_diffusion::compute(&compute, &new, &reaction, 2)?,
//!     reaction_diffusion::compute_tiled(&compute, &new, &reaction, 2)?,
//! ] {
//!     let bound = reaction_diffusion::bound(&reaction, 2);
//!     for (given, wanted) in later.read()?.as_flattened().iter().zip(wanted.as_flattened()) {
//!         assert!((f64::from(*given) - wanted).abs() <= bound);
//!     }
//! }
//!
//! let mut dish = Dish::new(&compute, [8, 8], reaction, 1)?; // a scene of it
//! dish.drop_at([0.5, 0.5])?;
//! assert_eq!(picture(&compute, dish.cells(), [16, 16])?.len(), 256);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod dish;
mod gray_scott;
mod tiled;
mod trial;

use crate::{Device, Era, Error, KernelSource, PingPong, Result, Stream, fragment_kernel, kernel_pair};

pub use dish::{Dish, picture};
pub use gray_scott::GrayScott;
pub use tiled::compute_tiled;
pub use trial::bound;
use trial::trial;

rungs! {
    "two substances that spread and react, 7 steps", 1 << 16, trial;
    fragment: "a fragment per cell, both substances in a texel", "n passes; 16 bytes per cell and step", "Harris et al. 2002";
    fragment_2005: "the same, neighbours by texture coordinates", "n passes; 16 bytes per cell and step",
        "Harris et al. 2002", on "radeon-9700";
    compute: "an invocation per cell", "n dispatches; 16 bytes per cell and step", "the same lines";
    compute_tiled: "four steps of a tile in shared memory",
        "n / 4 dispatches; 4 bytes per cell and step, and the rim again", "temporal blocking";
}

const STEP: KernelSource = kernel_pair!("simulations/reaction_diffusion");
const OF_2005: KernelSource = fragment_kernel!("simulations/reaction_diffusion_2005");

/// Returns the dish after `steps` steps, in the device's era. A cell has the amounts of U and of V, 0 to 1; the dish
/// wraps around. A NaN spreads by one cell per step.
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
/// [`Error::Data`] for a step that is unstable, for numbers that are not valid, and for a stream that does not have
/// two dimensions.
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
/// Computes the same by loops over rows and columns, in `f64`.
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

/// Runs one fragment per cell, one pass per step.
///
/// # Errors
/// As [`reaction_diffusion`].
pub fn fragment(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    run_passes(device, &STEP, "result", cells, reaction, steps)
}

/// Runs the same by a kernel of GLSL 1.10, for any card that computes in floats.
///
/// # Errors
/// As [`reaction_diffusion`].
pub fn fragment_2005(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    run_passes(device, &OF_2005, "gl_FragColor", cells, reaction, steps)
}

// ANCHOR: steps
fn run_passes(
    device: &Device,
    kernel: &KernelSource,
    result: &str,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    check_dish(cells, reaction)?;
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(kernel)?;
    let mut dish = PingPong::new(device.copy_of(cells)?, device.uninit(cells.shape())?);
    for _ in 0..steps {
        dish.step(|now, next| {
            reaction
                .set_uniforms(kernel.call())
                .gather("cells", now)
                .output(result, next)
                .run()
        })?;
    }
    Ok(dish.into_now())
}
// ANCHOR_END: steps

/// Runs one invocation per cell, one dispatch per step.
///
/// # Errors
/// As [`reaction_diffusion`].
pub fn compute(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    check_dish(cells, reaction)?;
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&STEP)?;
    let mut dish = PingPong::new(device.copy_of(cells)?, device.uninit(cells.shape())?);
    for _ in 0..steps {
        dish.step(|now, next| {
            reaction
                .set_uniforms(kernel.call())
                .gather("cells", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(dish.into_now())
}

fn check_dish(cells: &Stream<[f32; 2]>, reaction: &GrayScott) -> Result<()> {
    reaction.check_values()?;
    match cells.shape().rank() {
        2 => Ok(()),
        _ => Err(Error::data(format!(
            "a dish has columns and rows, the stream is {}; give it two dimensions",
            cells.shape()
        ))),
    }
}
