//! Box blur with an individual radius at each pixel, by the summed-area table.
//!
#![doc = table!()]
//!
//! The reads are those after the table.
//!
//! The square around a pixel has `2 radius + 1` pixels per side. At the borders it is clipped, and the sum divided
//! by the area inside, so a picture of one colour does not change. Pixels are whole numbers: the table is exact,
//! wraps around harmlessly, and the mean is rounded only when the sum becomes a float and is divided. (Floats would
//! lose small squares: see `summed_area`. [`fragment_2005`] has nothing else, and takes the mean off first.)
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::box_blur;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (size, source, radius) = ([3, 2], [1_u32, 2, 3, 4, 5, 6], [0_u32, 1, 0, 1, 9, 0]);
//! let means = box_blur::reference(&source, &radius, size);
//! let [old, new] = [fragment.stream_of(size, &source)?, compute.stream_of(size, &source)?];
//! assert_eq!(box_blur::fragment(&fragment, &old, &fragment.stream_of(size, &radius)?)?.read()?, means);
//! assert_eq!(box_blur::compute(&compute, &new, &compute.stream_of(size, &radius)?)?.read()?, means);
//!
//! // In floats alone, less a number near the mean while they are summed.
//! let floats = fragment.stream_of(size, &source.map(|number| number as f32))?;
//! let radii = fragment.stream_of(size, &radius.map(|pixels| pixels as f32))?;
//! assert_eq!(box_blur::fragment_2005(&fragment, &floats, &radii, 3.5)?.read()?, means);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;

use super::grey_picture::draw_grey;
use super::{Check, Trial, Workload, summed_area};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};

pub use of_2005::fragment_2005;

rungs! {
    "the mean of a square around each pixel, as large as the pixel says", 1 << 20, trial;
    fragment: "the table by doubling strides, four entries", "log2 w + log2 h + 1 passes; 5 reads per pixel",
        "Crow 1984; Hensley et al. 2005";
    fragment_2005: "the table of floats less their mean, four entries", "log2 w + log2 h + 1 passes; 5 reads per pixel",
        "Hensley et al. 2005", on "radeon-9700", by of_2005::trial;
    compute: "the table in two dispatches, four entries", "3 dispatches; 5 reads per pixel", "Crow 1984",
        turns |n| summed_area::turns_of_compute(n);
}

const BOX_BLUR: KernelSource = kernel_pair!("images/box_blur");

/// Returns the mean of the square around each pixel, in the device's era.
///
/// `source` has two dimensions, columns and rows. `radius` has the same shape: for each pixel, how many pixels its
/// square extends to each side; 0 leaves the pixel unchanged. The result has the same shape, in the units of the
/// source. The sum of a square must be below 2^32.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::box_blur::box_blur};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let source = device.stream_of([3, 2], &[1_u32, 2, 3, 4, 5, 6])?;
/// let radius = device.stream_of([3, 2], &[0_u32, 1, 0, 1, 9, 0])?;
/// assert_eq!(box_blur(&device, &source, &radius)?.read()?, [1.0, 3.5, 3.0, 3.0, 3.5, 6.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if the source does not have two dimensions, [`crate::Error::Call`] if the radii have
/// another shape or a stream does not have the layout of the era, [`crate::Error::Limit`] if the device lacks
/// memory.
pub fn box_blur(device: &Device, source: &Stream<u32>, radius: &Stream<u32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, source, radius),
        Era::Compute => compute(device, source, radius),
    }
}

// ANCHOR: reference
/// Computes the same by adding up each square.
pub fn reference(source: &[u32], radius: &[u32], [width, height]: [usize; 2]) -> Vec<f32> {
    radius
        .iter()
        .enumerate()
        .map(|(i, radius): (usize, &u32)| {
            let x = i % width;
            let y = i / width;
            let radius = *radius as usize;
            let columns = clip_range(x, width, radius);
            let rows = clip_range(y, height, radius);
            let area = columns.len() * rows.len();
            let sum: u64 = rows
                .flat_map(|y| &source[y * width..][columns.clone()])
                .copied()
                .map(u64::from)
                .sum();
            (sum as f64 / area as f64) as f32
        })
        .collect()
}

fn clip_range(at: usize, side: usize, radius: usize) -> std::ops::Range<usize> {
    at.saturating_sub(radius)..at.saturating_add(radius).saturating_add(1).min(side)
}
// ANCHOR_END: reference

// ANCHOR: run
/// Builds the table by doubling strides, then runs one pass.
///
/// # Errors
/// As [`box_blur`].
pub fn fragment(device: &Device, source: &Stream<u32>, radius: &Stream<u32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let table = summed_area::fragment(&device, source)?;
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(&BOX_BLUR)?
        .call()
        .gather("table", &table)
        .input("radius", radius)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
// ANCHOR_END: run

/// Builds the table in two dispatches, then runs one more.
///
/// # Errors
/// As [`box_blur`].
pub fn compute(device: &Device, source: &Stream<u32>, radius: &Stream<u32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let table = summed_area::compute(&device, source)?;
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(&BOX_BLUR)?
        .call()
        .gather("table", &table)
        .input("radius", radius)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Error bound: that of the sum as a float, and of a division, which in GLSL may have an error of 2.5 units in the
/// last place; means of bytes are below 2^8.
const ERROR_BOUND: f64 = 256.0 * 4.0 / (1 << 24) as f64;

type BoxBlurRung = fn(&Device, &Stream<u32>, &Stream<u32>) -> Result<Stream<f32>>;

/// Builds the trial of bytes and radii up to 7; two corners have radii beyond any picture.
fn trial(device: &Device, workload: &Workload, rung: BoxBlurRung) -> Result<Trial> {
    let picture = workload.picture();
    let [width, height] = [picture.width() as usize, picture.height() as usize];
    let bytes: Vec<u32> = picture.pixels().map(|pixel| u32::from(pixel.0[0])).collect();
    let mut radii: Vec<u32> = picture.pixels().map(|pixel| u32::from(pixel.0[1]) % 8).collect();
    if let [first, .., last] = &mut radii[..] {
        (*first, *last) = (u32::MAX, 1 << 31);
    }
    let wanted = reference(&bytes, &radii, [width, height]);
    let source = device.stream_of([width, height], &bytes)?;
    let radius = device.stream_of([width, height], &radii)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &source, &radius),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, ERROR_BOUND)),
        move |result: &Stream<f32>| Ok(draw_grey(&result.read()?, [width, height], 255.0)),
    );
    Ok(trial.sized(bytes.len()))
}
