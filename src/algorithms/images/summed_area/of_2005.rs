//! Tables of floats by a kernel of GLSL 1.10.

use super::pixel::Pixel;
use super::{pass_strides, picture_shape, reference};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("images/summed_area_2005");

/// Fetches per pass of [`fragment_wide_2005`]: with 16, the arithmetic slots of a Radeon 9700 would not do.
pub(in crate::algorithms::images) const FAN: i32 = 8;

/// Runs passes with doubling strides by a kernel of GLSL 1.10, for any card that calculates in floats.
///
/// `bias` is subtracted from each pixel in the first pass, so that the sums stay small; a number near the mean of the
/// picture is best, and 0 leaves the pixels as they are. [`mean_of`](super::mean_of) takes the same number. Sums of
/// whole numbers are exact while they and all sums of rectangles stay below 2^17 on a Radeon 9700, 2^24 in 32 bits.
///
/// Source: Hensley, Scheuermann, Coombe, Singh and Lastra, Fast Summed-Area Table Generation and its Applications,
/// Eurographics 2005.
///
/// # Errors
/// As [`super::summed_area`].
pub fn fragment_2005(device: &Device, source: &Stream<f32>, bias: f32) -> Result<Stream<f32>> {
    sum_texels_2005(device, source, [bias; 4], 2)
}

/// Runs as [`fragment_2005`], with eight fetches per pass and a third of the passes.
///
/// # Errors
/// As [`super::summed_area`].
pub fn fragment_wide_2005(device: &Device, source: &Stream<f32>, bias: f32) -> Result<Stream<f32>> {
    sum_texels_2005(device, source, [bias; 4], FAN)
}

/// Sums texels of any channels, `fan` of them per pass, less `bias` in each channel.
pub(in crate::algorithms::images) fn sum_texels_2005<T: Pixel>(
    device: &Device,
    source: &Stream<T>,
    bias: [f32; 4],
    fan: i32,
) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = picture_shape(source)?;
    if source.is_empty() {
        return device.copy_of(source);
    }
    let kernel = device.kernel(&OF_2005.define("FAN", fan))?;
    // ANCHOR: strides
    let mut strides = pass_strides(shape, fan);
    let first = strides.next().unwrap_or([1, 0]); // one pixel has no other to add, but it has a bias
    let mut sums = device.uninit(shape)?;
    run_pass(first, bias, source, &mut sums, &kernel)?;
    let mut sums = PingPong::new(sums, device.uninit(shape)?);
    for stride in strides {
        sums.step(|now, next| run_pass(stride, [0.0; 4], now, next, &kernel))?;
    }
    // ANCHOR_END: strides
    Ok(sums.into_now())
}

fn run_pass<T: Pixel>(
    stride: [i32; 2],
    bias: [f32; 4],
    source: &Stream<T>,
    result: &mut Stream<T>,
    kernel: &Kernel,
) -> Result<()> {
    kernel
        .call()
        .uniform("stride", stride.map(|side| side as f32))
        .uniform("bias", bias)
        .input("source", source)
        .output("gl_FragColor", result)
        .run()
}

type SummedAreaRung2005 = fn(&Device, &Stream<f32>, f32) -> Result<Stream<f32>>;

/// Builds the trial of the red bytes less their mean.
pub(super) fn trial(device: &Device, workload: &Workload, rung: SummedAreaRung2005) -> Result<Trial> {
    let picture = workload.picture();
    let [width, height] = [picture.width() as usize, picture.height() as usize];
    let bytes: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0]).collect();
    let (pixels, mean) = center_pixels(device, &bytes, width);
    let centered: Vec<f32> = pixels.iter().map(|pixel| pixel - mean).collect();
    let wanted = reference(&centered, width);
    let source = device.stream_of([width, height], &pixels)?;
    let device = device.clone();
    let run = move || rung(&device, &source, mean);
    Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))).sized(bytes.len()))
}

/// Returns the bytes of a picture as floats, and a whole number near their mean. If some sum is beyond the device's
/// whole numbers, smaller numbers replace the bytes, which lie above the mean and below it like the fields of a
/// chessboard.
pub(in crate::algorithms::images) fn center_pixels(device: &Device, bytes: &[u8], width: usize) -> (Vec<f32>, f32) {
    let pixels: Vec<f32> = bytes.iter().copied().map(f32::from).collect();
    let total: f64 = pixels.iter().copied().map(f64::from).sum();
    let mean = (total / bytes.len().max(1) as f64).round() as f32;
    let centered: Vec<f32> = pixels.iter().map(|pixel| pixel - mean).collect();
    let largest = reference(&centered, width).into_iter().map(f32::abs).fold(0.0, f32::max);
    // A pass has the sums of rectangles: each is a difference of four entries.
    if 4.0 * f64::from(largest) <= 2.0 / epsilon(device) {
        return (pixels, mean);
    }
    let mean = mean.max(8.0); // so that no number is below 0
    let fields = bytes.iter().enumerate().map(|(i, byte): (usize, &u8)| {
        let part = f32::from(byte % 8);
        if (i % width + i / width).is_multiple_of(2) { mean + part } else { mean - part }
    });
    (fields.collect(), mean)
}
