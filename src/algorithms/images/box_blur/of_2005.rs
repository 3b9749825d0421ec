//! The blur by a table of floats, by kernels of GLSL 1.10.

use super::reference;
use crate::algorithms::images::grey_picture::draw_grey;
use crate::algorithms::images::summed_area::{self, center_pixels};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("images/box_blur_2005");

/// Builds the table of floats by doubling strides, then runs one pass, by kernels of GLSL 1.10 for any card that
/// calculates in floats.
///
/// `radius` holds whole numbers, 0 or more. `bias` is a number near the mean of the source: the table is that of the
/// pixels less this number. The table of whole numbers is exact under the condition of
/// [`summed_area::fragment_2005`], and the error of a mean is then that of a division.
///
/// Source: Hensley, Scheuermann, Coombe, Singh and Lastra, Fast Summed-Area Table Generation and its Applications,
/// Eurographics 2005.
///
/// # Errors
/// As [`super::box_blur`].
pub fn fragment_2005(device: &Device, source: &Stream<f32>, radius: &Stream<f32>, bias: f32) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: run
    let table = summed_area::fragment_2005(&device, source, bias)?;
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(&OF_2005)?
        .call()
        .uniform("bias", bias)
        .gather("table", &table)
        .input("radius", radius)
        .output("gl_FragColor", &mut result)
        .run()?;
    // ANCHOR_END: run
    Ok(result)
}

/// Error bound, in units of the device's epsilon: of an area, a division and the bias, for means below 2^8.
const ERROR_BOUND: f64 = 8.0 * 256.0;

/// Builds the trial of bytes and radii up to 7; two corners have radii beyond any picture.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let picture = workload.picture();
    let size = [picture.width() as usize, picture.height() as usize];
    let bytes: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0]).collect();
    let (pixels, mean) = center_pixels(device, &bytes, size[0]);
    let mut radii: Vec<u32> = picture.pixels().map(|pixel| u32::from(pixel.0[1]) % 8).collect();
    if let [first, .., last] = &mut radii[..] {
        (*first, *last) = (1 << 20, 1 << 31);
    }
    let whole: Vec<u32> = pixels.iter().map(|pixel| *pixel as u32).collect();
    let wanted = reference(&whole, &radii, size);
    let radii: Vec<f32> = radii.into_iter().map(|radius| radius as f32).collect();
    let source = device.stream_of(size, &pixels)?;
    let radius = device.stream_of(size, &radii)?;
    let bound = ERROR_BOUND * epsilon(device);
    let device = device.clone();
    let trial = Trial::with_picture(
        move || fragment_2005(&device, &source, &radius, mean),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, bound)),
        move |result: &Stream<f32>| Ok(draw_grey(&result.read()?, size, 255.0)),
    );
    Ok(trial.sized(bytes.len()))
}
