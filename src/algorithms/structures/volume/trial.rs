//! Trial of steps of diffusion.

use super::reference;
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Era, Layout, Result, Stream};

/// Number of steps in a trial.
const STEPS: usize = 4;
const RATE: f32 = 0.15;

/// Returns the shape of a trial: the largest of these with no more cells than requested; never a cube.
fn trial_shape(size: usize) -> [usize; 3] {
    let sides = (1..).take_while(|side| build_shape(*side).iter().product::<usize>() <= size);
    build_shape(sides.last().unwrap_or(0))
}

fn build_shape(side: usize) -> [usize; 3] {
    [side, side - side / 4, side - side / 3]
}

/// Returns the largest error of the cells after `steps` steps, if none was larger than 1.
///
/// A step is a weighted mean, so it does not enlarge an error of the step before. Its own error: six additions of sums
/// of up to 6 and the product with the cell round by half a unit each, 36 half units in all, which the rate scales to
/// less than a sixth; the last addition adds a half.
fn error_bound(device: &Device, steps: usize) -> f64 {
    steps as f64 * 8.0 * epsilon(device)
}

type VolumeRung = fn(&Device, &Stream<f32>, f32, usize) -> Result<Stream<f32>>;

/// Tries a rung in its era's own layout.
pub(super) fn trial(device: &Device, workload: &Workload, rung: VolumeRung) -> Result<Trial> {
    let layout = match device.era() {
        Era::Fragment => Layout::BySlice,
        Era::Compute => Layout::Linear,
    };
    trial_in(device, workload, layout, rung)
}

pub(super) fn trial_in(device: &Device, workload: &Workload, layout: Layout, rung: VolumeRung) -> Result<Trial> {
    let shape = trial_shape(workload.size);
    let size = shape.iter().product();
    let cells = Workload { size, ..workload.clone() }.floats(0);
    let wanted: Vec<f32> = reference(&cells, shape, RATE, STEPS)
        .into_iter()
        .map(|cell| cell as f32)
        .collect();
    let cells = device.stream_in(layout, shape, &cells)?;
    let device = device.clone();
    let bound = error_bound(&device, STEPS);
    Ok(Trial::new(
        move || rung(&device, &cells, RATE, STEPS),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, bound)),
    )
    .sized(size))
}
