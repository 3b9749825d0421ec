//! The lens by a table of floats, by kernels of GLSL 1.10.

use super::{Lens, TRIAL_LENS, byte_steps, draw_depths, reference};
use crate::algorithms::images::summed_area::{self, FAN, center_pixels, sum_texels_2005};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};
use image::{Rgba, RgbaImage};

const OF_2005: KernelSource = fragment_kernel!("images/depth_of_field_2005");

/// Builds a table of floats by strides that grow eightfold, then runs one pass, by kernels of GLSL 1.10 for any card
/// that calculates in floats.
///
/// Pixels are four floats, in any unit, and so is the result. `bias` is a colour near the mean of the source: the table
/// is that of the pixels less this colour, so that its sums stay small. The error of a pixel grows with the largest
/// entry of the table, and shrinks with the area of its square.
///
/// Source: Hensley, Scheuermann, Coombe, Singh and Lastra, Fast Summed-Area Table Generation and its Applications,
/// Eurographics 2005.
///
/// # Errors
/// As [`super::depth_of_field`].
pub fn fragment_2005(
    device: &Device,
    source: &Stream<[f32; 4]>,
    depth: &Stream<f32>,
    lens: Lens,
    bias: [f32; 4],
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    lens.check_values()?;
    // ANCHOR: run
    let table = sum_texels_2005(&device, source, bias, FAN)?;
    let [width, height] = table.texel();
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(&OF_2005)?
        .call()
        .uniform("focus", lens.focus)
        .uniform("aperture", lens.aperture)
        .uniform("most", lens.most)
        .uniform("bias", bias)
        .uniform("column", [width, 0.0])
        .uniform("row", [0.0, height])
        .gather("table", &table)
        .input("depth", depth)
        .output("gl_FragColor", &mut result)
        .run()?;
    // ANCHOR_END: run
    Ok(result)
}

/// Pixels around their mean.
struct CenteredPixels {
    pixels: Vec<[f32; 4]>,
    mean: [f32; 4],
    /// Largest difference from the mean.
    contrast: f32,
    /// Largest entry of the table.
    largest_sum: f32,
}

impl CenteredPixels {
    fn new(device: &Device, picture: &RgbaImage) -> CenteredPixels {
        let width = picture.width() as usize;
        let pixels = vec![[0.0; 4]; width * picture.height() as usize];
        let mut centered = CenteredPixels { pixels, mean: [0.0; 4], contrast: 0.0, largest_sum: 0.0 };
        for channel in 0..4 {
            let bytes: Vec<u8> = picture.pixels().map(|pixel| pixel.0[channel]).collect();
            let (numbers, mean) = center_pixels(device, &bytes, width);
            let apart: Vec<f32> = numbers.iter().map(|number| number - mean).collect();
            let table = summed_area::reference(&apart, width);
            centered.contrast = apart.iter().fold(centered.contrast, |most, number| most.max(number.abs()));
            centered.largest_sum = table.iter().fold(centered.largest_sum, |most, number| most.max(number.abs()));
            centered.mean[channel] = mean;
            for (pixel, number) in centered.pixels.iter_mut().zip(numbers) {
                pixel[channel] = number;
            }
        }
        centered
    }
}

/// Builds the trial of the other rungs' depths, and of bytes around their mean.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let picture = workload.picture();
    let size = [picture.width() as usize, picture.height() as usize];
    let centered = CenteredPixels::new(device, &picture);
    let bytes: Vec<Rgba<u8>> = centered
        .pixels
        .iter()
        .map(|pixel| Rgba(pixel.map(|number| number as u8)))
        .collect();
    let depths = draw_depths(&picture);
    let wanted = byte_steps(&reference(&bytes, &depths, size, TRIAL_LENS));
    let bound = error_bound(device, &centered, size);
    let source = device.stream_of(size, &centered.pixels)?;
    let depth = device.stream_of(size, &depths)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || fragment_2005(&device, &source, &depth, TRIAL_LENS, centered.mean),
        move |result: &Stream<[f32; 4]>| Ok(Check::within(result.read()?.as_flattened(), &wanted, bound)),
        move |result: &Stream<[f32; 4]>| Ok(draw_floats(&result.read()?, size)),
    );
    Ok(trial.sized(bytes.len()))
}

/// Returns the error bound in steps of a byte. The reference rounds, and a pixel has at least the area 1.
fn error_bound(device: &Device, pixels: &CenteredPixels, size: [usize; 2]) -> f64 {
    let epsilon = epsilon(device);
    let sum = 4.0 * 8.0 * epsilon * f64::from(pixels.largest_sum); // the weights' magnitudes add up to 4
    let sides = 8.0 * epsilon * f64::from(pixels.contrast) * size.map(|side| side as f64).iter().sum::<f64>();
    0.5 + sum + sides + 256.0 * 8.0 * epsilon
}

fn draw_floats(pixels: &[[f32; 4]], [width, height]: [usize; 2]) -> RgbaImage {
    let mut picture = RgbaImage::new(width as u32, height as u32);
    for (pixel, numbers) in picture.pixels_mut().zip(pixels) {
        *pixel = Rgba(numbers.map(|number| number.round() as u8));
    }
    picture
}
