//! Trial of the rungs: a few steps of a dish of any size.

use super::{GrayScott, picture, reference};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Result, Stream, image_of};

/// Steps per trial: in many steps the reaction would amplify rounding errors too much.
const STEPS: usize = 7;

/// Error bound against the reference after `steps` steps, for amounts of 0 to 1.
///
/// A step rounds about ten times, each by `2^-24` at most, and the reaction amplifies the earlier error by
/// `1 + t (v^2 + 2 u v)`.
pub fn bound(reaction: &GrayScott, steps: usize) -> f64 {
    grow_error(reaction, steps, 0.0, 5.0 * f64::from(f32::EPSILON))
}

/// Returns the error after `steps` steps if it is `first` initially and each step adds `each`.
fn grow_error(reaction: &GrayScott, steps: usize, first: f64, each: f64) -> f64 {
    let growth = 1.0 + 3.0 * f64::from(reaction.step);
    (0..steps).fold(first, |error, _| error * growth + each)
}

/// Error bound on a device; one that truncates adds a whole unit on reading and for each of ten results.
fn device_bound(device: &Device, reaction: &GrayScott, steps: usize) -> f64 {
    match epsilon(device) {
        unit if unit > f64::from(f32::EPSILON) => grow_error(reaction, steps, unit, 10.0 * unit),
        _ => bound(reaction, steps),
    }
}

type ReactionRung = fn(&Device, &Stream<[f32; 2]>, &GrayScott, usize) -> Result<Stream<[f32; 2]>>;

/// Builds the trial: random amounts of both substances, and short steps.
pub(super) fn trial(device: &Device, workload: &Workload, rung: ReactionRung) -> Result<Trial> {
    let reaction = GrayScott { step: 0.25, ..GrayScott::default() };
    let size = workload.rectangle();
    let cells: Vec<[f32; 2]> = draw_amounts(0, workload)
        .zip(draw_amounts(1, workload))
        .take(size[0] * size[1])
        .map(|(u, v)| [u, v])
        .collect();
    let wanted = reference(&cells, size, &reaction, STEPS);
    let wanted: Vec<f32> = wanted.iter().flatten().map(|amount| *amount as f32).collect();
    let here = device.clone();
    let cells = device.stream_of(size, &cells)?;
    let device = device.clone();
    let bound = device_bound(&device, &reaction, STEPS);
    let trial = Trial::with_picture(
        move || rung(&device, &cells, &reaction, STEPS),
        move |result| Ok(Check::within(result.read()?.as_flattened(), &wanted, bound)),
        move |result| image_of(&picture(&here, result, size)?),
    );
    Ok(trial.sized(size[0] * size[1]))
}

fn draw_amounts(column: u32, workload: &Workload) -> impl Iterator<Item = f32> {
    workload.floats(column).into_iter().map(|number| 0.5 + 0.5 * number)
}
