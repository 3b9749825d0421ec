//! Convolution by a separable kernel, as a Gaussian blur: weights along the rows, then the same weights along the columns.
//!
//! | era | method | passes | reads a pixel, for n weights | source |
//! |---|---|---|---|---|
//! | fragment | one fragment a pixel, one fetch a weight | 2 | 2 n | GPU Gems, chapter 21 |
//! | fragment, packed | four pixels a texel, a window that slides | 2 | n / 4 + n / 16 | the same, by fours |
//! | compute, apron | a tile and its apron in shared memory | 2 | 2 + n / 128 | Podlozhnyuk 2007 |
//! | compute, runs | eight neighbours a lane, a window in registers | 2 | 2 + n / 4 | register blocking |
//! | compute | runs on a CPU, apron on a GPU | | | |
//!
//! A kernel of two dimensions is *separable* when it is the product of one along the rows and one along the columns. Then two passes of n weights do
//! what one of n x n would. Pixels beyond a border are taken to be as the one at it (clamp to edge), so a picture of one colour stays as it is.
//!
//! Each pass rounds n products and n sums, so a result is off by at most `2 (n + 1) 2^-24` times the largest pixel, times the square of the sum of
//! the absolute weights.
//!
//! Sources: James and O'Rorke, Real-Time Glow, GPU Gems, 2004, chapter 21 (separable blur in passes); Podlozhnyuk, Image Convolution with
//! CUDA, 2007 (apron).

mod dispatches;
mod passes;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Result, Shape, Stream, kernel_pair};
use std::borrow::Cow;

pub use passes::{fragment_packed, packed, unpacked};

const CONVOLVE: KernelSource = kernel_pair!("images/convolve");

/// The most weights: they are uniforms, of which each era's kernels have room for 1,024 words at least.
pub const MOST_WEIGHTS: usize = 999;

/// The convolution of a picture with the weights along both axes, in the device's era.
///
/// `source` has two dimensions, columns and rows, of any size; so has the result. `weights` are an odd number, the middle one for the pixel itself,
/// and are taken as they are: for a blur they add up to 1. A kernel that is not symmetric is applied without turning it over (it is a correlation).
/// Pixels are finite: an infinite one may make a NaN of any that shares a texel or a window with it.
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
/// [`Error::Data`] where the weights are an even number or the stream has not two dimensions, [`Error::Limit`] for more than [`MOST_WEIGHTS`]
/// or where the machine lacks room, [`Error::Call`] where the stream has not the era's own layout.
pub fn convolve(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, source, weights),
        Era::Compute => compute(device, source, weights),
    }
}

// ANCHOR: reference
/// The same by loops in 64 bits, with nothing rounded between the two passes.
pub fn reference(source: &[f32], [width, height]: [usize; 2], weights: &[f32]) -> Vec<f32> {
    let radius = weights.len() / 2;
    let pass = |source: &[f64], along: [usize; 2]| -> Vec<f64> {
        let sum = |i: usize| {
            let neighbour = |tap: usize| {
                let beyond = |at: usize, along: usize, count: usize| {
                    (at + along * tap).saturating_sub(along * radius).min(count - 1)
                };
                let (x, y) = (beyond(i % width, along[0], width), beyond(i / width, along[1], height));
                source[y * width + x]
            };
            weights
                .iter()
                .enumerate()
                .map(|(tap, weight)| f64::from(*weight) * neighbour(tap))
                .sum()
        };
        (0..source.len()).map(sum).collect()
    };
    let source: Vec<f64> = source.iter().copied().map(f64::from).collect();
    pass(&pass(&source, [1, 0]), [0, 1]).into_iter().map(|sum| sum as f32).collect()
}
// ANCHOR_END: reference

/// The weights of a Gaussian of that standard deviation in pixels, out to three of them, adding up to 1. 0 gives the one weight 1.
///
/// ```
/// use gristmill::algorithms::convolve::gaussian;
/// assert_eq!(gaussian(2.0)?.len(), 13);
/// assert_eq!(gaussian(0.0)?, [1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where the deviation is negative or no number, or so large that there would be more than [`MOST_WEIGHTS`].
pub fn gaussian(deviation: f32) -> Result<Vec<f32>> {
    let most = (MOST_WEIGHTS / 2) as f32 / 3.0;
    if !(0.0..=most).contains(&deviation) {
        return Err(Error::data(format!("a Gaussian of {deviation} pixels has no weights; give 0 to {most}")));
    }
    let (deviation, radius) = (f64::from(deviation), (3.0 * deviation).ceil() as i32);
    let bell = |x: i32| if x == 0 { 1.0 } else { (-0.5 * (f64::from(x) / deviation).powi(2)).exp() };
    let sum: f64 = (-radius..=radius).map(bell).sum();
    Ok((-radius..=radius).map(|x| (bell(x) / sum) as f32).collect())
}

/// One fragment a pixel, one fetch a weight: a pass along the rows and one along the columns.
///
/// # Errors
/// As [`convolve`].
pub fn fragment(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    passes::plain(device, source, weights)
}

/// The fastest for this machine: [`compute_runs`] where the driver is a CPU (llvmpipe, softpipe), [`compute_apron`] on a GPU.
///
/// # Errors
/// As [`convolve`].
pub fn compute(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    let rung = if crate::algorithms::is_cpu(device) { compute_runs } else { compute_apron };
    rung(device, source, weights)
}

/// A tile of 256 pixels of a row or column a work group, in shared memory with its apron.
///
/// # Errors
/// As [`convolve`].
pub fn compute_apron(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    dispatches::apron(device, source, weights)
}

/// Eight neighbours a lane, through a window in registers: for machines whose lanes are those of a CPU.
///
/// # Errors
/// As [`convolve`].
pub fn compute_runs(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    dispatches::runs(device, source, weights)
}

/// The shape of a picture, and the weights to apply to it: three at least, because drivers name an array of one in several ways.
fn checked(shape: Shape, weights: &[f32]) -> Result<(Shape, Cow<'_, [f32]>)> {
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

/// The deviation of a trial: 17 weights.
const DEVIATION: f32 = 2.6;

type Blur = fn(&Device, &Stream<f32>, &[f32]) -> Result<Stream<f32>>;

/// A picture in one channel, a Gaussian, and what comes of it.
struct Blurred {
    pixels: Vec<f32>,
    size: [usize; 2],
    weights: Vec<f32>,
    wanted: Vec<f32>,
}

/// The red of a picture, from 0 to 1.
fn made(workload: &Workload) -> Result<Blurred> {
    let picture = workload.picture();
    let size = [picture.width() as usize, picture.height() as usize];
    let pixels: Vec<f32> = picture.pixels().map(|pixel| f32::from(pixel.0[0]) / 255.0).collect();
    let weights = gaussian(DEVIATION)?;
    let wanted = reference(&pixels, size, &weights);
    Ok(Blurred { pixels, size, weights, wanted })
}

/// What rounding allows, for weights that add up to 1 and pixels up to 1.
fn bound(weights: &[f32]) -> f64 {
    2.0 * (weights.len() + 1) as f64 * 2.0_f64.powi(-24)
}

fn trial(device: &Device, workload: &Workload, rung: Blur) -> Result<Trial> {
    let Blurred { pixels, size, weights, wanted } = made(workload)?;
    let (device, source, bound) = (device.clone(), device.stream_of(size, &pixels)?, bound(&weights));
    let run = move || rung(&device, &source, &weights);
    Ok(Trial::new(run, move |result| Ok(Check::within(&result.read()?, &wanted, bound))))
}

fn packed_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let Blurred { pixels, size, weights, wanted } = made(workload)?;
    let shape = [size[0].div_ceil(4), size[1]];
    let (device, source) = (device.clone(), device.stream_of(shape, &packed(&pixels, size[0]))?);
    let bound = bound(&weights);
    let run = move || fragment_packed(&device, &source, &weights);
    Ok(Trial::new(run, move |result| Ok(Check::within(&unpacked(&result.read()?, size[0]), &wanted, bound))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "convolve",
    part: "images",
    summary: "a separable convolution: a Gaussian of 17 weights",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one fetch a weight, rows then columns",
            source: "GPU Gems, chapter 21",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four pixels a texel, a window that slides",
            source: "GPU Gems, chapter 21, by fours",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: packed_trial,
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "runs on a CPU, apron on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_apron",
            era: Era::Compute,
            method: "a tile and its apron in shared memory",
            source: "Podlozhnyuk 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_apron),
        },
        Rung {
            name: "compute_runs",
            era: Era::Compute,
            method: "eight neighbours a lane, a window in registers",
            source: "register blocking",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_runs),
        },
    ],
};
