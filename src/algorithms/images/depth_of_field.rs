//! Depth of field: a photograph with a depth map, as through a lens that is sharp at one depth, by the
//! summed-area table.
//!
#![doc = table!()]
//!
//! The reads are those after the table.
//!
//! A pixel is the mean of a square around it, of `2 radius + 1` pixels per side, where the radius is not a whole
//! number: `aperture |depth - focus| / depth`, as for a thin lens, and at most [`Lens::most`]. Columns and rows that
//! the square partly covers count by that part. At the borders it is clipped, and the sum divided by the area
//! inside. So a pixel in focus does not change, nor does a picture of one colour; with the listing of the SuperBible
//! both do, since it reads the table half a texel off and divides by the whole area.
//!
//! The table is of integers, so that sums are exact; the result is within one step of 255 of the rounded exact mean.
//! [`fragment_2005`] has a table of floats instead, whose sums are rounded.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::depth_of_field::{self, Lens};
//! use gristmill::image::Rgba;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (size, source) = ([3, 1], [Rgba([0; 4]), Rgba([90; 4]), Rgba([180; 4])]);
//! let depth = [2.0, 2.0, 1.0];
//! let lens = Lens { focus: 2.0, aperture: 1.0, most: 8.0 };
//! let seen = depth_of_field::reference(&source, &depth, size, lens);
//! let [old, new] = [fragment.stream_of(size, &source)?, compute.stream_of(size, &source)?];
//! assert_eq!(
//!     depth_of_field::fragment(&fragment, &old, &fragment.stream_of(size, &depth)?, lens)?.read()?,
//!     seen
//! );
//! assert_eq!(
//!     depth_of_field::compute(&compute, &new, &compute.stream_of(size, &depth)?, lens)?.read()?,
//!     seen
//! );
//!
//! // In floats alone: pixels are four floats, and their mean is taken off while they are summed.
//! let floats = fragment.stream_of(size, &[[0.0; 4], [90.0; 4], [180.0; 4]])?;
//! let depths = fragment.stream_of(size, &depth)?;
//! let blurred = depth_of_field::fragment_2005(&fragment, &floats, &depths, lens, [90.0; 4])?;
//! assert_eq!(blurred.read()?, [[0.0; 4], [90.0; 4], [135.0; 4]]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod lens;
mod of_2005;

use super::{Check, Trial, Workload, summed_area};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};
use image::{Rgba, RgbaImage};

pub use lens::Lens;
pub use of_2005::fragment_2005;

rungs! {
    "a photograph through a lens that is sharp at one depth", 1 << 18, trial;
    fragment: "bytes as words, the table by doubling strides, nine parts of a square",
        "log2 w + log2 h + 2 passes; 37 reads per pixel", "Hensley et al. 2005, section 4";
    fragment_2005: "floats less their mean, the table by eightfold strides, sixteen weighted entries",
        "log8 w + log8 h + 1 passes; 17 reads per pixel", "Hensley et al. 2005, section 4", on "radeon-9700",
        by of_2005::trial;
    compute: "bytes as words, the table in two dispatches, nine parts of a square",
        "4 dispatches; 37 reads per pixel", "SuperBible 6, listing 10.8, corrected",
        turns |n| summed_area::turns_of_compute(n).max(32);
}

const WORDS: KernelSource = kernel_pair!("images/depth_of_field_words");
const DEPTH_OF_FIELD: KernelSource = kernel_pair!("images/depth_of_field");

/// Returns the photograph through the lens, in the device's era.
///
/// `source` has two dimensions, columns and rows; `depth` has the same shape. All four bytes of a pixel are
/// averaged.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::depth_of_field::{Lens, depth_of_field}};
/// # use image::Rgba;
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let source = device.stream_of([3, 1], &[Rgba([0; 4]), Rgba([90; 4]), Rgba([180; 4])])?;
/// let depth = device.stream_of([3, 1], &[2.0, 2.0, 1.0])?;
/// let lens = Lens { focus: 2.0, aperture: 1.0, most: 8.0 };
/// // The last pixel is not in focus: its radius is 1, and half of its square is outside.
/// assert_eq!(depth_of_field(&device, &source, &depth, lens)?.read()?, [Rgba([0; 4]), Rgba([90; 4]), Rgba([135; 4])]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if the source does not have two dimensions or the lens is not valid,
/// [`crate::Error::Call`] if the depths have another shape or a stream does not have the layout of the era,
/// [`crate::Error::Limit`] if the device lacks memory.
pub fn depth_of_field(
    device: &Device,
    source: &Stream<Rgba<u8>>,
    depth: &Stream<f32>,
    lens: Lens,
) -> Result<Stream<Rgba<u8>>> {
    match device.era() {
        Era::Fragment => fragment(device, source, depth, lens),
        Era::Compute => compute(device, source, depth, lens),
    }
}

// ANCHOR: reference
/// Computes the same by adding up each square, each pixel weighted by the part of it that is inside.
pub fn reference(source: &[Rgba<u8>], depth: &[f32], [width, height]: [usize; 2], lens: Lens) -> Vec<Rgba<u8>> {
    depth
        .iter()
        .enumerate()
        .map(|(i, depth): (usize, &f32)| {
            let radius = f64::from(lens.radius(*depth));
            let mut sum = [0.0; 4];
            let mut area = 0.0;
            for (y, height) in cover_cells(i / width, radius, height) {
                for (x, width_inside) in cover_cells(i % width, radius, width) {
                    let part = width_inside * height;
                    area += part;
                    for (sum, byte) in sum.iter_mut().zip(source[y * width + x].0) {
                        *sum += part * f64::from(byte);
                    }
                }
            }
            Rgba(sum.map(|sum| (sum / area).round() as u8))
        })
        .collect()
}

/// Returns the pixels of a line that a square covers, and the covered part of each.
fn cover_cells(at: usize, radius: f64, count: usize) -> impl Iterator<Item = (usize, f64)> {
    let low = (at as f64 - radius).max(0.0);
    let high = (at as f64 + 1.0 + radius).min(count as f64);
    (low as usize..high.ceil() as usize).map(move |i| (i, high.min(i as f64 + 1.0) - low.max(i as f64)))
}
// ANCHOR_END: reference

/// Builds the table by doubling strides, then runs one pass.
///
/// # Errors
/// As [`depth_of_field`].
pub fn fragment(
    device: &Device,
    source: &Stream<Rgba<u8>>,
    depth: &Stream<f32>,
    lens: Lens,
) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Fragment)?;
    lens.check_values()?;
    // ANCHOR: run
    let table = summed_area::fragment(&device, &bytes_to_words(&device, source)?)?;
    let mut result = device.empty(source.shape())?;
    device
        .kernel(&DEPTH_OF_FIELD)?
        .call()
        .uniform("focus", lens.focus)
        .uniform("aperture", lens.aperture)
        .uniform("most", lens.most)
        .gather("table", &table)
        .input("depth", depth)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: run
    Ok(result)
}

/// Builds the table in two dispatches, then runs one more.
///
/// # Errors
/// As [`depth_of_field`].
pub fn compute(
    device: &Device,
    source: &Stream<Rgba<u8>>,
    depth: &Stream<f32>,
    lens: Lens,
) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Compute)?;
    lens.check_values()?;
    let table = summed_area::compute(&device, &bytes_to_words(&device, source)?)?;
    let mut result = device.empty(source.shape())?;
    device
        .kernel(&DEPTH_OF_FIELD)?
        .call()
        .uniform("focus", lens.focus)
        .uniform("aperture", lens.aperture)
        .uniform("most", lens.most)
        .gather("table", &table)
        .input("depth", depth)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

// ANCHOR: words
/// Converts the bytes of each pixel to words, in the device's era.
fn bytes_to_words(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<[u32; 4]>> {
    let mut words = device.empty(source.shape())?;
    device
        .kernel(&WORDS)?
        .call()
        .input("source", source)
        .output("result", &mut words)
        .run()?;
    Ok(words)
}
// ANCHOR_END: words

/// Lens of a trial; its blur is small because the reference adds up every square.
const TRIAL_LENS: Lens = Lens { focus: 2.0, aperture: 3.0, most: 4.0 };

/// Error bound, in steps of a byte.
const ERROR_BOUND: f64 = 1.0;

type DepthOfFieldRung = fn(&Device, &Stream<Rgba<u8>>, &Stream<f32>, Lens) -> Result<Stream<Rgba<u8>>>;

fn trial(device: &Device, workload: &Workload, rung: DepthOfFieldRung) -> Result<Trial> {
    let picture = workload.picture();
    let size = [picture.width() as usize, picture.height() as usize];
    let pixels: Vec<_> = picture.pixels().copied().collect();
    let depths = draw_depths(&picture);
    let wanted = byte_steps(&reference(&pixels, &depths, size, TRIAL_LENS));
    let source = device.stream_of(size, &pixels)?;
    let depth = device.stream_of(size, &depths)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &source, &depth, TRIAL_LENS),
        move |result| Ok(Check::within(&byte_steps(&result.read()?), &wanted, ERROR_BOUND)),
        Stream::to_image,
    );
    Ok(trial.sized(pixels.len()))
}

/// Returns depths from 0.5 at the lower border of a picture to 5 at the upper one, with noise; the last pixel has none.
fn draw_depths(picture: &RgbaImage) -> Vec<f32> {
    let [width, height] = [picture.width() as usize, picture.height() as usize];
    let mut depths: Vec<f32> = picture
        .pixels()
        .enumerate()
        .map(|(i, pixel): (usize, &Rgba<u8>)| {
            let up = 1.0 - (i / width) as f32 / height as f32;
            0.5 + 4.0 * up + f32::from(pixel.0[2]) / 512.0
        })
        .collect();
    if let Some(last) = depths.last_mut() {
        *last = -1.0;
    }
    depths
}

/// Returns the bytes as floats, so that a difference of 1 is one step.
fn byte_steps(pixels: &[Rgba<u8>]) -> Vec<f32> {
    pixels.iter().flat_map(|pixel| pixel.0.map(f32::from)).collect()
}
