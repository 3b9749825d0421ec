//! Reads between the cells of a volume.

use super::{check_rank, for_layout};
use crate::{Device, Era, Error, KernelSource, Layout, Result, Sampling, Stream, fragment_kernel, kernel_pair};

const SAMPLE: KernelSource = kernel_pair!("structures/volume_sample");
const LINEAR: KernelSource = kernel_pair!("structures/volume_sample_linear");
const SAMPLE_FLAT: KernelSource = fragment_kernel!("structures/volume_sample_flat");

// ANCHOR: sample
/// Samples the volume between its cells, trilinearly, at `points`: cell (x, y, z) has its value at the point (x, y, z).
/// Points outside read at the nearest place of the volume's surface; the fourth channel of a point is ignored.
///
/// The layout makes no difference to the result: no slice bleeds into another.
///
/// # Errors
/// [`Error::Data`] if the volume does not have three dimensions or has no cell, or is a stack of slices: a pass cannot
/// choose among textures.
pub fn sample(device: &Device, cells: &Stream<f32>, points: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    check_has_cells(cells)?;
    if cells.layout() == Layout::Slices {
        return Err(Error::data(
            "a stack of slices cannot be sampled, since a pass reads the textures it names and no others; copy it to Layout::BySlice",
        ));
    }
    sample_with(device, for_layout(SAMPLE, cells.layout()), cells, points)
}
// ANCHOR_END: sample

/// Samples a flat texture ([`Layout::BySlice`]) bilinearly: wrong at the borders of slices, because texels of another
/// slice bleed in. For the chapter; fragment era alone.
///
/// # Errors
/// As [`sample`], and [`Error::Data`] for other layouts.
pub fn sample_bleeding(device: &Device, cells: &Stream<f32>, points: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    check_has_cells(cells)?;
    if cells.layout() != Layout::BySlice {
        return Err(Error::data("slices bleed only in Layout::BySlice; give a volume of Layout::BySlice"));
    }
    sample_with(&device.with_era(Era::Fragment)?, for_layout(SAMPLE_FLAT, Layout::BySlice), cells, points)
}

/// The same by the weights of a linear sampler: one read of a 3D texture ([`Layout::Volume`]), or two of a flat one
/// ([`Layout::BySlice`]), each within its slice. Their accuracy depends on the device: see [`Sampling`].
///
/// ```
/// use gristmill::algorithms::volume::sample_linear;
/// # use gristmill::{Device, Era, Layout};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let cells = device.stream_in(Layout::Volume, [1, 1, 2], &[0.0, 8.0])?;
/// let between = device.stream(&[[0.0, 0.0, 0.5, 0.0]])?;
/// assert_eq!(sample_linear(&device, &cells, &between)?.read()?, [4.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`sample`], and [`Error::Data`] for other layouts.
pub fn sample_linear(device: &Device, cells: &Stream<f32>, points: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    check_has_cells(cells)?;
    let kernel = match cells.layout() {
        Layout::Volume => LINEAR,
        Layout::BySlice => LINEAR.define("FLAT", 1),
        layout => {
            return Err(Error::data(format!(
                "a sampler cannot filter a volume of Layout::{layout:?}; copy it to Layout::Volume"
            )));
        }
    };
    let mut result = device.empty(points.shape())?;
    device
        .kernel(&kernel)?
        .call()
        .sampled("source", cells, Sampling::linear())
        .input("points", points)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

fn check_has_cells(cells: &Stream<f32>) -> Result<()> {
    check_rank(cells.shape())?;
    if cells.is_empty() {
        return Err(Error::data("a volume without cells has no value anywhere; give it one cell or more"));
    }
    Ok(())
}

fn sample_with(
    device: &Device,
    kernel: KernelSource,
    cells: &Stream<f32>,
    points: &Stream<[f32; 4]>,
) -> Result<Stream<f32>> {
    let mut result = device.empty(points.shape())?;
    device
        .kernel(&kernel)?
        .call()
        .gather("source", cells)
        .input("points", points)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Computes [`sample`] at one point, on the host, in `f64`.
pub fn sample_reference(cells: &[f32], shape: [usize; 3], point: [f64; 3]) -> f64 {
    let mut sum = 0.0;
    for corner in 0..8_usize {
        let mut share = 1.0;
        let mut index = 0;
        for axis in (0..3).rev() {
            let low = clamp_to_cells(axis, point, shape).floor();
            let high = (corner >> axis) & 1 == 1;
            share *= if high {
                clamp_to_cells(axis, point, shape) - low
            } else {
                1.0 - (clamp_to_cells(axis, point, shape) - low)
            };
            index = index * shape[axis] + (low as usize + usize::from(high)).min(shape[axis] - 1);
        }
        sum += share * f64::from(cells[index]);
    }
    sum
}

fn clamp_to_cells(axis: usize, point: [f64; 3], shape: [usize; 3]) -> f64 {
    point[axis].clamp(0.0, (shape[axis] - 1) as f64)
}
