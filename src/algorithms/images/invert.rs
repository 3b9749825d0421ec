//! Invert: the negative of a photograph, `255 - c` for each byte of colour, alpha kept; equal byte for byte in both eras.
//!
//! | era | method | passes | bytes a pixel |
//! |---|---|---|---|
//! | fragment | one fragment a pixel, bytes as floats | 1 | 8 |
//! | compute | one invocation a pixel, unpacked and packed | 1 | 8 |
//! | compute, packed | four pixels an invocation, exclusive or | 1 | 8 |
//! | compute, image | one invocation a pixel, in square groups, from image to image | 1 | 8 |
//!
//! Sources: Porter and Duff, Compositing Digital Images, SIGGRAPH 1984 (colour and coverage); Shreiner et al., OpenGL Programming Guide, 8th
//! edition, 2013, chapter 12 (images in compute shaders).

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, compute_kernel, kernel_pair};
use image::Rgba;

const INVERT: KernelSource = kernel_pair!("images/invert");
const PACKED: KernelSource = compute_kernel!("images/invert_packed");
const IMAGE: KernelSource = compute_kernel!("images/invert_image");

/// The negative, in the device's era. The result has the shape of the source, of any rank: a pixel needs no other.
///
/// # Errors
/// [`crate::Error::Call`] where the source is not laid out in the era's way, [`crate::Error::Limit`] where the machine has no room for the result.
pub fn invert(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// The same by a loop.
pub fn reference(source: &[Rgba<u8>]) -> Vec<Rgba<u8>> {
    source
        .iter()
        .map(|&Rgba([red, green, blue, alpha])| Rgba([255 - red, 255 - green, 255 - blue, alpha]))
        .collect()
}
// ANCHOR_END: reference

/// One fragment a pixel.
///
/// # Errors
/// As [`invert`].
pub fn fragment(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    map(&device.with_era(Era::Fragment)?, source)
}

/// One invocation a pixel.
///
/// # Errors
/// As [`invert`].
pub fn compute(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    map(&device.with_era(Era::Compute)?, source)
}

fn map(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    let mut result = device.empty(source.shape())?;
    device
        .kernel(&INVERT)?
        .call()
        .input("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Four pixels an invocation, as the words they are.
///
/// # Errors
/// As [`invert`].
pub fn compute_packed(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(source.shape())?;
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

/// From image to image, in groups of 16x16. Source and result are 2D streams of [`Layout::Packed`]: textures, as in the fragment era.
///
/// # Errors
/// As [`invert`].
pub fn compute_image(device: &Device, source: &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty_in(Layout::Packed, source.shape())?;
    device
        .kernel(&IMAGE)?
        .call()
        .input("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

type Pixels = fn(&Device, &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>>;

fn trial(device: &Device, workload: &Workload, layout: Layout, rung: Pixels) -> Result<Trial> {
    let picture = workload.picture();
    let pixels: Vec<_> = picture.pixels().copied().collect();
    let wanted = reference(&pixels);
    let source = device.stream_in(layout, [picture.width() as usize, picture.height() as usize], &pixels)?;
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &source),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        Stream::to_image,
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "invert",
    part: "images",
    summary: "the negative of a photograph",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one fragment a pixel",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Packed, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "one invocation a pixel",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute),
        },
        Rung {
            name: "compute_packed",
            era: Era::Compute,
            method: "four pixels an invocation, exclusive or",
            source: "uvec4 loads",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute_packed),
        },
        Rung {
            name: "compute_image",
            era: Era::Compute,
            method: "from image to image, groups of 16x16",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Packed, compute_image),
        },
    ],
};
