//! How a rung is tried: a few steps of a dish of any size.

use super::{GrayScott, picture, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream, image_of};

/// Steps of a trial: the reaction would enlarge a rounding too much in many.
const STEPS: usize = 7;

/// How far a machine may be from the reference after so many steps, for amounts of 0 to 1.
///
/// A step rounds some ten times, each by `2^-24` at most, and enlarges what was off before by what the
/// reaction makes of it: `1 + t (v^2 + 2 u v)`.
pub fn bound(reaction: &GrayScott, steps: usize) -> f64 {
    let growth = 1.0 + 3.0 * f64::from(reaction.step);
    (0..steps).fold(0.0, |error, _| error * growth + 5.0 * f64::from(f32::EPSILON))
}

type Steps = fn(&Device, &Stream<[f32; 2]>, &GrayScott, usize) -> Result<Stream<[f32; 2]>>;

/// Any amounts of both, and short steps.
pub(super) fn trial(device: &Device, workload: &Workload, rung: Steps) -> Result<Trial> {
    let reaction = GrayScott { step: 0.25, ..GrayScott::default() };
    let size = workload.rectangle();
    let amounts = |column| workload.floats(column).into_iter().map(|number| 0.5 + 0.5 * number);
    let cells: Vec<[f32; 2]> = amounts(0)
        .zip(amounts(1))
        .take(size[0] * size[1])
        .map(|(u, v)| [u, v])
        .collect();
    let wanted = reference(&cells, size, &reaction, STEPS);
    let wanted: Vec<f32> = wanted.iter().flatten().map(|amount| *amount as f32).collect();
    let (device, here, cells) = (device.clone(), device.clone(), device.stream_of(size, &cells)?);
    let trial = Trial::with_picture(
        move || rung(&device, &cells, &reaction, STEPS),
        move |result| Ok(Check::within(result.read()?.as_flattened(), &wanted, bound(&reaction, STEPS))),
        move |result| image_of(&picture(&here, result, size)?),
    );
    Ok(trial.sized(size[0] * size[1]))
}
