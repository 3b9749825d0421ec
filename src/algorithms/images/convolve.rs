//! Convolution by a separable kernel, as a Gaussian blur: weights along the rows, then the same weights along
//! the columns.
//!
#![doc = table!()]
//!
//! A kernel of two dimensions is *separable* if it is the product of one along the rows and one along the columns.
//! Then two passes of n weights replace one of n x n. Pixels beyond a border have the value of the nearest one at
//! it (clamp to edge), so a picture of one colour does not change.
//!
//! Each pass rounds n products and n sums, so the error of a result is at most `2 (n + 1) 2^-24` times the largest
//! pixel, times the square of the sum of the absolute weights.
//!
//! Sources: James and O'Rorke, Real-Time Glow, GPU Gems, 2004, chapter 21 (separable blur in passes);
//! Podlozhnyuk, Image Convolution with CUDA, 2007 (apron).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::convolve::{self, MOST_WEIGHTS, packed, unpacked};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (size, source, weights) = ([3, 2], [0.0, 4.0, 0.0, 8.0, 0.0, 4.0], [0.25, 0.5, 0.25]);
//! assert!(weights.len() <= MOST_WEIGHTS);
//! let blurred = convolve::reference(&source, size, &weights);
//! let [old, new] = [fragment.stream_of(size, &source)?, compute.stream_of(size, &source)?];
//! assert_eq!(convolve::fragment(&fragment, &old, &weights)?.read()?, blurred);
//! assert_eq!(convolve::fragment_2005(&fragment, &old, &weights)?.read()?, blurred);
//! assert_eq!(convolve::compute(&compute, &new, &weights)?.read()?, blurred);
//! assert_eq!(convolve::compute_apron(&compute, &new, &weights)?.read()?, blurred);
//! assert_eq!(convolve::compute_runs(&compute, &new, &weights)?.read()?, blurred);
//!
//! let fours = fragment.stream_of([1, 2], &packed(&source, size[0]))?; // a row is one texel
//! assert_eq!(unpacked(&convolve::fragment_packed(&fragment, &fours, &weights)?.read()?, size[0]), blurred);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod gaussian;
mod of_2005;
mod packed;
mod runs;
mod sampled;
mod trial;

use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Era, Error, Kernel, KernelSource, Result, Sampling, Shape, Stream, kernel_pair};
use std::borrow::Cow;
use trial::{trial, trial_by_fours};

pub use gaussian::gaussian;
pub use of_2005::fragment_2005;
pub use packed::{fragment_packed, packed, unpacked};
pub use runs::compute_runs;
pub use sampled::fragment_sampled;

rungs! {
    "a separable convolution: a Gaussian of 17 weights", 1 << 20, trial;
    fragment: "one fetch per weight, rows then columns", "2 passes; 2 n fetches per pixel, for n weights",
        "GPU Gems, chapter 21";
    fragment_packed: "four pixels per texel, a window that slides",
        "2 passes; n / 4 + n / 16 fetches per pixel", "GPU Gems, chapter 21, by fours", by trial_by_fours;
    fragment_sampled: "the sampler says what lies beyond", "2 passes; 2 n fetches per pixel", "GL_CLAMP_TO_EDGE",
        by |device, workload| {
            trial(device, workload, |device, source, weights| {
                fragment_sampled(device, source, weights, Sampling::nearest())
            })
        };
    fragment_2005: "17 weights per pass, unrolled; the sampler says what lies beyond",
        "2 passes per 17 weights; 2 n fetches per pixel", "James and O'Rorke, GPU Gems, chapter 21, 2004", on "radeon-9700";
    compute_apron: "a tile and its apron in shared memory", "2 dispatches; 2 + n / 128 reads per pixel",
        "Podlozhnyuk 2007";
    compute_runs: "eight neighbours per lane, a window in registers", "2 dispatches; 2 + n / 4 reads per pixel",
        "register blocking";
    => compute: compute_runs on a CPU, compute_apron on a GPU;
}

const CONVOLVE: KernelSource = kernel_pair!("images/convolve");

/// Invocations per work group of convolve.comp.
const LANES: usize = 256;

/// Maximum count of weights: they are uniforms, for which each era guarantees at least 1,024 words.
pub const MOST_WEIGHTS: usize = 999;

/// Returns the convolution of a picture with the weights along both axes, in the device's era.
///
/// `source` has two dimensions, columns and rows, of any size; so has the result. The count of `weights` is odd,
/// the middle one is for the pixel itself, and they are used as given: for a blur they add up to 1. A kernel that is
/// not symmetric is not mirrored (the result is a correlation). Pixels must be finite: an infinite one may make any
/// pixel NaN that shares a texel or a window with it.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::convolve::convolve};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let dot = device.stream_of([3, 3], &[0.0, 0.0, 0.0, 0.0, 16.0, 0.0, 0.0, 0.0, 0.0])?;
/// let blurred = convolve(&device, &dot, &[0.25, 0.5, 0.25])?;
/// assert_eq!(blurred.read()?, [1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, 2.0, 1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the count of weights is even or the stream does not have two dimensions, [`Error::Limit`] for
/// more than [`MOST_WEIGHTS`] or if the device lacks memory, [`Error::Call`] if the stream does not have the layout
/// of the era.
pub fn convolve(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, source, weights),
        Era::Compute => compute(device, source, weights),
    }
}

// ANCHOR: reference
/// Computes the same by loops in 64 bits, without rounding between the two passes.
pub fn reference(source: &[f32], [width, height]: [usize; 2], weights: &[f32]) -> Vec<f32> {
    let radius = weights.len() / 2;
    let pass = |source: &[f64], along: [usize; 2]| -> Vec<f64> {
        (0..source.len())
            .map(|i: usize| {
                let neighbour = |tap: usize| {
                    let x = clamp_tap(i % width, along[0], width, tap, radius);
                    let y = clamp_tap(i / width, along[1], height, tap, radius);
                    source[y * width + x]
                };
                weights
                    .iter()
                    .enumerate()
                    .map(|(tap, weight)| f64::from(*weight) * neighbour(tap))
                    .sum()
            })
            .collect()
    };
    let source: Vec<f64> = source.iter().copied().map(f64::from).collect();
    pass(&pass(&source, [1, 0]), [0, 1]).into_iter().map(|sum| sum as f32).collect()
}

/// Returns the place of a tap along an axis; at the border, the last pixel.
fn clamp_tap(at: usize, along: usize, count: usize, tap: usize, radius: usize) -> usize {
    (at + along * tap).saturating_sub(along * radius).min(count - 1)
}
// ANCHOR_END: reference

/// Runs one fragment per pixel, one fetch per weight: a pass along the rows and one along the columns.
///
/// # Errors
/// As [`convolve`].
pub fn fragment(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let (shape, weights) = check_inputs(source.shape(), weights)?;
    let kernel = CONVOLVE
        .define("TYPE", "float")
        .define("CHANNELS", "r")
        .define("LENGTH", weights.len());
    let kernel = device.kernel(&kernel)?;
    let mut rows = device.uninit(shape)?;
    run_pass([1, 0], source, &mut rows, &kernel, &weights)?;
    let mut result = device.uninit(shape)?;
    run_pass([0, 1], &rows, &mut result, &kernel, &weights)?;
    Ok(result)
}

fn run_pass(
    along: [i32; 2],
    source: &Stream<f32>,
    result: &mut Stream<f32>,
    kernel: &Kernel,
    weights: &[f32],
) -> Result<()> {
    kernel
        .call()
        .uniforms("weights", weights)
        .uniform("along", along)
        .input("source", source)
        .output("result", result)
        .run()
}

/// Runs the fastest rung for the device: [`compute_runs`] on a CPU that emulates a GPU (llvmpipe),
/// [`compute_apron`] elsewhere.
///
/// # Errors
/// As [`convolve`].
pub fn compute(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_runs(device, source, weights),
        _ => compute_apron(device, source, weights),
    }
}

/// Convolves a tile of 256 pixels of a row or column per work group, in shared memory with its apron.
///
/// # Errors
/// As [`convolve`].
pub fn compute_apron(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let (shape, weights) = check_inputs(source.shape(), weights)?;
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let kernel = device.kernel(&CONVOLVE.define("LENGTH", weights.len()))?;
    let mut rows = device.uninit(shape)?;
    run_apron_pass([width, height], [1, width], source, &mut rows, &kernel, &weights)?;
    let mut result = device.uninit(shape)?;
    run_apron_pass([height, width], [width, 1], &rows, &mut result, &kernel, &weights)?;
    Ok(result)
}

fn run_apron_pass(
    [count, lines]: [usize; 2],
    [along, across]: [usize; 2],
    source: &Stream<f32>,
    result: &mut Stream<f32>,
    kernel: &Kernel,
    weights: &[f32],
) -> Result<()> {
    kernel
        .call()
        .uniforms("weights", weights)
        .uniform("count", count as i32)
        .uniform("lines", lines as i32)
        .uniform("along", along as i32)
        .uniform("across", across as i32)
        .gather("source", source)
        .output("result", result)
        .elements(count.div_ceil(LANES) * LANES * lines)
        .run()
}

/// Returns the shape of a picture and the weights to apply to it, at least three of them, because drivers differ in
/// the name of an array of one element.
fn check_inputs(shape: Shape, weights: &[f32]) -> Result<(Shape, Cow<'_, [f32]>)> {
    let count = weights.len();
    if shape.rank() != 2 {
        return Err(Error::data(format!(
            "a picture has columns and rows, the stream is {shape}; give it two dimensions"
        )));
    }
    if count.is_multiple_of(2) {
        return Err(Error::data(format!("{count} weights have no middle; give an odd number")));
    }
    if count > MOST_WEIGHTS {
        let next = "convolve twice: deviations add up by their squares";
        return Err(Error::limit("weights of a convolution", count as u128, MOST_WEIGHTS as u128, next));
    }
    let wide = if let [weight] = weights { Cow::Owned(vec![0.0, *weight, 0.0]) } else { Cow::Borrowed(weights) };
    Ok((shape, wide))
}
