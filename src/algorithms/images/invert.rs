//! Invert: the negative of a photograph, `255 - c` for each byte of colour; alpha does not change. Both eras return
//! the same bytes.
//!
#![doc = table!()]
//!
//! Sources: Porter and Duff, Compositing Digital Images, SIGGRAPH 1984 (colour and coverage); Shreiner et
//! al., OpenGL Programming Guide, 8th edition, 2013, chapter 12 (images in compute shaders).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::invert;
//! use gristmill::image::Rgba;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [Rgba([255, 0, 100, 255])];
//! let negative = invert::reference(&source);
//! assert_eq!(negative, [Rgba([0, 255, 155, 255])]);
//! let [old, new] = [fragment.stream(&source)?, compute.stream(&source)?];
//! assert_eq!(invert(&device, &new)?.read()?, negative);
//! assert_eq!(invert::fragment(&fragment, &old)?.read()?, negative);
//! assert_eq!(invert::fragment_2005(&fragment, &old)?.read()?, negative);
//! assert_eq!(invert::compute(&compute, &new)?.read()?, negative);
//! assert_eq!(invert::compute_packed(&compute, &new)?.read()?, negative);
//! assert_eq!(invert::compute_image(&compute, &old)?.read()?, negative); // an image is a texture
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use image::{Rgba, RgbaImage};

rungs! {
    "the negative of a photograph", 1 << 20, trial;
    fragment: "one fragment per pixel, bytes as floats", "1 pass; 8 bytes per pixel", "GPU Gems 2, chapter 33";
    fragment_2005: "one fragment per pixel, read by texture coordinates", "1 pass; 8 bytes per pixel",
        "Rost, OpenGL Shading Language, 2004 (imaging)", on "radeon-9700";
    compute: "one invocation per pixel, unpacked and packed", "1 dispatch; 8 bytes per pixel", "Red Book 8, chapter 12";
    compute_packed: "four pixels per invocation, exclusive or", "1 dispatch; 8 bytes per pixel", "uvec4 loads";
    compute_image: "from image to image, groups of 16x16", "1 dispatch; 8 bytes per pixel", "Red Book 8, chapter 12",
        by trial_of_images;
}

const INVERT: KernelSource = kernel_pair!("images/invert");
const OF_2005: KernelSource = fragment_kernel!("images/invert_2005");
const PACKED: KernelSource = compute_kernel!("images/invert_packed");
const IMAGE: KernelSource = compute_kernel!("images/invert_image");

/// Returns the negative, in the device's era. The result has the shape of the source, of any rank: pixels are
/// independent.
///
/// # Errors
/// [`crate::Error::Call`] if the source does not have the layout of the era, [`crate::Error::Limit`] if the device
/// lacks memory for the result.
pub fn invert(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// Computes the same by a loop.
pub fn reference(source: &[Rgba<u8>]) -> Vec<Rgba<u8>> {
    source
        .iter()
        .map(|&Rgba([red, green, blue, alpha])| Rgba([255 - red, 255 - green, 255 - blue, alpha]))
        .collect()
}
// ANCHOR_END: reference

/// Runs one fragment per pixel.
///
/// # Errors
/// As [`invert`].
pub fn fragment(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    run_map(&device.with_era(Era::Fragment)?, &INVERT, "result", source)
}

/// Runs one fragment per pixel by a kernel of GLSL 1.10, for any card that computes in floats.
///
/// # Errors
/// As [`invert`].
pub fn fragment_2005(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    run_map(&device.with_era(Era::Fragment)?, &OF_2005, "gl_FragColor", source)
}

/// Runs one invocation per pixel.
///
/// # Errors
/// As [`invert`].
pub fn compute(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    run_map(&device.with_era(Era::Compute)?, &INVERT, "result", source)
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

/// Runs one invocation per four pixels, on words.
///
/// # Errors
/// As [`invert`].
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

/// Reads and writes images, in groups of 16x16. Source and result are 2D streams of [`Layout::Packed`]: textures, as
/// in the fragment era.
///
/// # Errors
/// As [`invert`].
pub fn compute_image(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.uninit_in(Layout::Packed, source.shape())?;
    device
        .kernel(&IMAGE)?
        .call()
        .input("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

type InvertRung = fn(&Device, &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>>;

fn trial(device: &Device, workload: &Workload, rung: InvertRung) -> Result<Trial> {
    let picture = workload.picture();
    negative_trial(device, &picture, device.image(&picture)?, rung)
}

fn trial_of_images(device: &Device, workload: &Workload) -> Result<Trial> {
    let picture = workload.picture();
    let pixels: Vec<_> = picture.pixels().copied().collect();
    let size = [picture.width() as usize, picture.height() as usize];
    negative_trial(device, &picture, device.stream_in(Layout::Packed, size, &pixels)?, compute_image)
}

fn negative_trial(device: &Device, picture: &RgbaImage, source: Stream<Rgba<u8>>, rung: InvertRung) -> Result<Trial> {
    let pixels: Vec<_> = picture.pixels().copied().collect();
    let device = device.clone();
    let wanted = reference(&pixels);
    let size = pixels.len();
    let trial = Trial::with_picture(
        move || rung(&device, &source),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        Stream::to_image,
    );
    Ok(trial.sized(size))
}
