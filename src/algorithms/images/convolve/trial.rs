//! Trial of the rungs: a picture in one channel, and a Gaussian.

use super::super::grey_picture::draw_grey;
use super::{Check, Trial, Workload, fragment_packed, gaussian, packed, reference, unpacked};
use crate::algorithms::epsilon;
use crate::{Device, Result, Stream};

/// Standard deviation of a trial: 17 weights.
const DEVIATION: f32 = 2.6;

type ConvolveRung = fn(&Device, &Stream<f32>, &[f32]) -> Result<Stream<f32>>;

/// A picture in one channel, the weights of a Gaussian, and the expected result.
struct BlurInputs {
    pixels: Vec<f32>,
    size: [usize; 2],
    weights: Vec<f32>,
    wanted: Vec<f32>,
}

/// Builds the input from the red channel of a picture, from 0 to 1.
fn build_inputs(workload: &Workload) -> Result<BlurInputs> {
    let picture = workload.picture();
    let size = [picture.width() as usize, picture.height() as usize];
    let pixels: Vec<f32> = picture.pixels().map(|pixel| f32::from(pixel.0[0]) / 255.0).collect();
    let weights = gaussian(DEVIATION)?;
    let wanted = reference(&pixels, size, &weights);
    Ok(BlurInputs { pixels, size, weights, wanted })
}

/// Error bound of rounding, for weights that add up to 1 and pixels up to 1. A card of fewer bits truncates, which has
/// twice the error of rounding, and also truncates pixels and weights.
fn error_bound(device: &Device, weights: &[f32]) -> f64 {
    let count = weights.len() as f64;
    let epsilon = epsilon(device);
    match epsilon > f64::from(f32::EPSILON) {
        true => 2.0 * (count + 3.0) * epsilon,
        false => 2.0 * (count + 1.0) * epsilon / 2.0,
    }
}

pub(super) fn trial(device: &Device, workload: &Workload, rung: ConvolveRung) -> Result<Trial> {
    let BlurInputs { pixels, size, weights, wanted } = build_inputs(workload)?;
    let source = device.stream_of(size, &pixels)?;
    let bound = error_bound(device, &weights);
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &source, &weights),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, bound)),
        move |result: &Stream<f32>| Ok(draw_grey(&result.read()?, size, 1.0)),
    )
    .sized(pixels.len()))
}

pub(super) fn trial_by_fours(device: &Device, workload: &Workload) -> Result<Trial> {
    let BlurInputs { pixels, size, weights, wanted } = build_inputs(workload)?;
    let shape = [size[0].div_ceil(4), size[1]];
    let source = device.stream_of(shape, &packed(&pixels, size[0]))?;
    let device = device.clone();
    let bound = error_bound(&device, &weights);
    Ok(Trial::with_picture(
        move || fragment_packed(&device, &source, &weights),
        move |result: &Stream<_>| Ok(Check::within(&unpacked(&result.read()?, size[0]), &wanted, bound)),
        move |result: &Stream<_>| Ok(draw_grey(&unpacked(&result.read()?, size[0]), size, 1.0)),
    )
    .sized(pixels.len()))
}
