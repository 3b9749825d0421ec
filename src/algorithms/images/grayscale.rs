//! Grayscale: the luma of each pixel of a photograph, by the weights of Rec. 709; alpha does not change.
//!
//! The weights are applied to the bytes as stored, with gamma, which the standard calls luma; luminance would
//! require linear values. The result is within one step of 255 of the rounded exact sum: floats may round a half
//! the other way.
//!
#![doc = table!()]
//!
//! Source: Recommendation ITU-R BT.709, Parameter values for the HDTV standards, 1990 and later, item 3.2.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::grayscale;
//! use gristmill::image::Rgba;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [Rgba([255, 255, 255, 255]), Rgba([0, 0, 0, 9])];
//! let gray = grayscale::reference(&source);
//! assert_eq!(gray, source); // white and black are gray already, and the fourth channel stays
//! let [old, new] = [fragment.stream(&source)?, compute.stream(&source)?];
//! assert_eq!(grayscale(&device, &new)?.read()?, gray);
//! assert_eq!(grayscale::fragment(&fragment, &old)?.read()?, gray);
//! assert_eq!(grayscale::fragment_2005(&fragment, &old)?.read()?, gray);
//! assert_eq!(grayscale::compute(&compute, &new)?.read()?, gray);
//! assert_eq!(grayscale::compute_packed(&compute, &new)?.read()?, gray);
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use image::Rgba;

rungs! {
    "the luma of a photograph", 1 << 20, trial;
    fragment: "one fragment per pixel, a dot product of floats", "1 pass; 8 bytes per pixel", "ITU-R BT.709";
    fragment_2005: "one fragment per pixel, read by texture coordinates", "1 pass; 8 bytes per pixel",
        "Rost, OpenGL Shading Language, 2004 (imaging)", on "radeon-9700";
    compute: "one invocation per pixel, a dot product of floats", "1 dispatch; 8 bytes per pixel", "ITU-R BT.709";
    compute_packed: "four pixels per invocation, in integers", "1 dispatch; 8 bytes per pixel", "uvec4 loads";
}

const GRAYSCALE: KernelSource = kernel_pair!("images/grayscale");
const OF_2005: KernelSource = fragment_kernel!("images/grayscale_2005");
const PACKED: KernelSource = compute_kernel!("images/grayscale_packed");

/// Returns the luma of each pixel in its three colours, in the device's era. The result has the shape of the source,
/// of any rank: pixels are independent.
///
/// # Errors
/// [`crate::Error::Call`] if the source does not have the layout of the era, [`crate::Error::Limit`] if the device
/// lacks memory for the result.
pub fn grayscale(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// Computes the same by a loop, in integers: the exact sum, rounded to the nearest byte.
pub fn reference(source: &[Rgba<u8>]) -> Vec<Rgba<u8>> {
    source
        .iter()
        .map(|&Rgba([red, green, blue, alpha]): &Rgba<u8>| {
            let sum = 2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue);
            let luma = ((sum + 5000) / 10_000) as u8;
            Rgba([luma, luma, luma, alpha])
        })
        .collect()
}
// ANCHOR_END: reference

/// Runs one fragment per pixel.
///
/// # Errors
/// As [`grayscale`].
pub fn fragment(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    run_map(&device.with_era(Era::Fragment)?, &GRAYSCALE, "result", source)
}

/// Runs one fragment per pixel by a kernel of GLSL 1.10, for any card that computes in floats.
///
/// # Errors
/// As [`grayscale`].
pub fn fragment_2005(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    run_map(&device.with_era(Era::Fragment)?, &OF_2005, "gl_FragColor", source)
}

/// Runs one invocation per pixel.
///
/// # Errors
/// As [`grayscale`].
pub fn compute(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    run_map(&device.with_era(Era::Compute)?, &GRAYSCALE, "result", source)
}

fn run_map(
    device: &Device,
    kernel: &KernelSource,
    output: &str,
    source: &Stream<Rgba<u8>>,
) -> Result<Stream<Rgba<u8>>> {
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(kernel)?
        .call()
        .input("source", source)
        .output(output, &mut result)
        .run()?;
    Ok(result)
}

/// Runs one invocation per four pixels, in integers.
///
/// # Errors
/// As [`grayscale`].
pub fn compute_packed(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.uninit(source.shape())?;
    let fours = source.len().div_ceil(4);
    device
        .kernel(&PACKED)?
        .call()
        .input("source", source)
        .output("result", &mut result)
        .elements(fours)
        .run()?;
    Ok(result)
}

/// Error bound, in steps of a byte.
const ERROR_BOUND: f64 = 1.0;

type GrayscaleRung = fn(&Device, &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>>;

fn trial(device: &Device, workload: &Workload, rung: GrayscaleRung) -> Result<Trial> {
    let picture = workload.picture();
    let pixels: Vec<_> = picture.pixels().copied().collect();
    let wanted = byte_steps(&reference(&pixels));
    let size = pixels.len();
    let source = device.image(&picture)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &source),
        move |result| Ok(Check::within(&byte_steps(&result.read()?), &wanted, ERROR_BOUND)),
        Stream::to_image,
    );
    Ok(trial.sized(size))
}

/// Returns the bytes as floats, so that a difference of 1 is one step.
fn byte_steps(pixels: &[Rgba<u8>]) -> Vec<f32> {
    pixels.iter().flat_map(|pixel| pixel.0.map(f32::from)).collect()
}
