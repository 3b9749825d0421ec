//! Heat: diffusion of temperature on an insulated plate, by explicit steps. For t of them:
//!
#![doc = table!()]
//!
//! A step is stable while the rate, which is the diffusivity times the interval over the squared width of a cell,
//! is at most 1/4: [`rate`] checks it and reports the longest interval. Then the temperature of a cell is a mean
//! of the former temperatures of itself and its neighbours.
//!
//! Sources: Fourier, Théorie analytique de la chaleur, 1822; Courant, Friedrichs and Lewy, 1928 (limits of
//! steps); Harris, Coombe, Scheuermann and Lastra, Graphics Hardware 2002 (in textures); Micikevicius, 3D
//! Finite Difference Computation on GPUs, 2009 (tiles).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::Scene;
//! use gristmill::algorithms::heat::{self, Plate};
//! use gristmill::algorithms::jacobi::{packed, unpacked};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (size, cells) = ([3, 1], [0.0, 8.0, 0.0]);
//! let wanted = [2.0, 4.0, 2.0];
//! assert_eq!(heat::reference(&cells, size, 0.25, 1), wanted.map(f64::from));
//! let [old, new] = [fragment.stream_of(size, &cells)?, compute.stream_of(size, &cells)?];
//! assert_eq!(heat::fragment(&fragment, &old, 0.25, 1)?.read()?, wanted);
//! assert_eq!(heat::fragment_2005(&fragment, &old, 0.25, 1)?.read()?, wanted);
//! assert_eq!(heat::compute(&compute, &new, 0.25, 1)?.read()?, wanted);
//! assert_eq!(heat::compute_tiled(&compute, &new, 0.25, 1)?.read()?, wanted);
//!
//! let (shape, fours) = packed(3, &cells);
//! let fours = fragment.stream_of(shape, &fours)?;
//! assert_eq!(unpacked(3, &heat::fragment_packed(&fragment, 3, &fours, 0.25, 1)?.read()?), wanted);
//!
//! let mut plate = Plate::new(&compute, size, &[0.0, 1.0, 0.0], 1)?; // a scene of it
//! plate.advance(None)?;
//! assert_eq!(plate.picture([4, 4])?.len(), 16);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod packed;
mod sampled;
mod scene;
mod tiled;
mod trial;

use crate::{
    Device, Element, Era, Error, KernelSource, PingPong, Result, Sampling, Stream, fragment_kernel, kernel_pair,
};

pub use packed::fragment_packed;
pub use sampled::fragment_sampled;
pub use scene::Plate;
pub use tiled::compute_tiled;
use trial::{packed_trial, trial};

rungs! {
    "heat that spreads on a plate, 5 steps", 1 << 18, trial;
    fragment: "a fragment per cell", "t passes; 5 reads per cell and step", "Harris et al. 2002";
    fragment_packed: "four cells of a row per texel", "t passes; 5/4 reads per cell and step", "Goodnight et al. 2003",
        by packed_trial;
    fragment_sampled: "the sampler says what lies beyond", "t passes; 5 reads per cell and step", "GL_CLAMP_TO_EDGE",
        by |device, workload| {
            trial(device, workload, |device, cells, rate, steps| {
                fragment_sampled(device, cells, rate, steps, Sampling::nearest())
            })
        };
    fragment_2005: "a neighbour is a texel away in texture coordinates", "t passes; 5 reads per cell and step",
        "Harris et al. 2002; Goodnight et al. 2003", on "radeon-9700";
    compute: "an invocation per cell", "t dispatches; 5 reads per cell and step", "the same line";
    compute_tiled: "four steps of a tile of 24x24 and a rim of 4 in shared memory",
        "t / 4 dispatches; 16/9 reads per cell and four steps", "Micikevicius 2009";
}

const HEAT: KernelSource = kernel_pair!("simulations/heat");
const OF_2005: KernelSource = fragment_kernel!("simulations/heat_2005");

/// Returns the rate of a step: diffusivity (squared lengths per unit of time) times interval over the squared
/// width of a cell.
///
/// ```
/// use gristmill::algorithms::heat::rate;
/// assert_eq!(rate(1.0, 0.125, 1.0)?, 0.125);
/// let error = rate(1.0, 0.5, 1.0).unwrap_err().to_string();
/// assert!(error.ends_with("use an interval of at most 0.25"), "{error}");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if steps of the interval are unstable (the message has the longest stable one), and for numbers
/// that are not finite or not above 0.
pub fn rate(diffusivity: f32, interval: f32, cell: f32) -> Result<f32> {
    let given = [("a diffusivity", diffusivity), ("an interval", interval), ("a cell's width", cell)];
    if let Some((name, value)) = given.iter().find(|(_, value)| !(value.is_finite() && *value > 0.0)) {
        return Err(Error::data(format!("{name} of {value} is not valid; give a finite one above 0")));
    }
    let rate = diffusivity * interval / (cell * cell);
    if rate > 0.25 {
        let most = cell * cell / (4.0 * diffusivity);
        return Err(Error::data(format!(
            "an interval of {interval} is unstable with a diffusivity of {diffusivity} and cells of {cell}: the rate \
             is {rate}, 0.25 is the limit; use an interval of at most {most}"
        )));
    }
    Ok(rate)
}

/// Returns the temperatures after `steps` steps, in the device's era. `cells` has columns and rows, of any size;
/// `rate` is the result of [`rate`].
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
/// [`Error::Call`] if the cells do not have two dimensions; [`Error::Data`] for a rate outside of 0 to 1/4.
pub fn heat(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, rate, steps),
        Era::Compute => compute(device, cells, rate, steps),
    }
}

// ANCHOR: reference
/// Computes the same by loops over rows and columns, in `f64`.
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

/// Runs one fragment per cell, one pass per step.
///
/// # Errors
/// As [`heat`].
pub fn fragment(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    run_steps(&device.with_era(Era::Fragment)?, &HEAT, "result", cells, rate, steps)
}

/// Runs one fragment per cell by a kernel of GLSL 1.10, for any card that computes in floats.
///
/// # Errors
/// As [`heat`].
pub fn fragment_2005(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    run_steps(&device.with_era(Era::Fragment)?, &OF_2005, "gl_FragColor", cells, rate, steps)
}

/// Runs one invocation per cell, one dispatch per step.
///
/// # Errors
/// As [`heat`].
pub fn compute(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    run_steps(&device.with_era(Era::Compute)?, &HEAT, "result", cells, rate, steps)
}

fn run_steps(
    device: &Device,
    kernel: &KernelSource,
    output: &str,
    cells: &Stream<f32>,
    rate: f32,
    steps: usize,
) -> Result<Stream<f32>> {
    check_plate(cells, rate)?;
    let kernel = device.kernel(kernel)?;
    let mut plate = PingPong::new(device.copy_of(cells)?, device.uninit(cells.shape())?);
    for _ in 0..effective_steps(cells, steps) {
        plate.step(|now, next| {
            let call = kernel.call().uniform("rate", rate).gather("cells", now);
            call.output(output, next).run()
        })?;
    }
    Ok(plate.into_now())
}

/// Returns the steps to run: none if there are no cells.
fn effective_steps<T: Element>(cells: &Stream<T>, steps: usize) -> usize {
    if cells.is_empty() { 0 } else { steps }
}

fn check_plate<T: Element>(cells: &Stream<T>, rate: f32) -> Result<()> {
    let rank = cells.shape().rank();
    if rank != 2 {
        return Err(Error::call("heat", format!("cells have {rank} dimensions, a plate has 2; give columns and rows")));
    }
    if !(0.0..=0.25).contains(&rate) {
        return Err(Error::data(format!(
            "a rate of {rate} is unstable; heat spreads at 0 to 0.25, make the interval shorter"
        )));
    }
    Ok(())
}
