//! Trial of the rungs: on a ball of bodies. All bodies of a small ball are checked, a sample of a large one.

use super::{BLOCK, Bodies, HostBodies, Motion, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result};
use nalgebra::{Vector3, Vector4};

/// Ticks per trial.
const TICKS: usize = 2;

/// Up to this many bodies, the reference looks at all pairs.
const ALL_PAIRS_LIMIT: usize = 4_096;

/// Bodies that are checked of a larger ball.
const SAMPLE: usize = 64;

/// Error bound in each channel between the bodies of two devices after `ticks` ticks, if the total mass is 1, no two
/// bodies are more than 4 apart, and none is faster than 1.
///
/// A pull is at most 0.385 over the square of the softening. A driver's inverse square root may have a relative
/// error of 2^-18, three times in a pull; a sum is rounded once per body of a block, and once per block. A kick
/// integrates it to a velocity, a drift to a position. Errors of one tick change the pulls of the next; the factor
/// 2 covers that.
pub fn bound(motion: &Motion, bodies: usize, ticks: usize) -> f64 {
    let Motion { softening, interval } = *motion;
    let [softening, interval] = [softening, interval].map(f64::from);
    let roundings = bodies.min(BLOCK) + bodies / BLOCK + 16;
    let pull = 0.385 / softening.powi(2) * (3.0 * 2_f64.powi(-18) + roundings as f64 * f64::from(f32::EPSILON));
    2.0 * (ticks + 1) as f64 * (interval * pull + 2.0 * f64::from(f32::EPSILON))
}

/// Returns the largest difference in any channel of a position or velocity.
pub fn apart(given: &HostBodies, wanted: &HostBodies) -> f64 {
    let position = Check::within(&flatten_vectors(&given.position), &flatten_vectors(&wanted.position), 0.0);
    let velocity = Check::within(&flatten_vectors(&given.velocity), &flatten_vectors(&wanted.velocity), 0.0);
    position.error.max(velocity.error)
}

fn flatten_vectors(vectors: &[Vector4<f32>]) -> Vec<f32> {
    vectors.iter().flat_map(|v| [v.x, v.y, v.z, v.w]).collect()
}

type NbodyRung = fn(&Device, &Bodies, &Motion, usize) -> Result<Bodies>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: NbodyRung) -> Result<Trial> {
    let bodies = workload.size;
    let motion = Motion::default();
    let state = HostBodies::ball(bodies, workload.seed);
    let start = Bodies::new(device, &state)?;
    let here = device.clone();
    let bound = bound(&motion, bodies, TICKS);
    if bodies <= ALL_PAIRS_LIMIT {
        let wanted = reference(&state, &motion, TICKS);
        return Ok(Trial::new(
            move || rung(&here, &start, &motion, TICKS),
            move |result| Ok(Check::new(bodies, apart(&result.read()?, &wanted), bound)),
        ));
    }
    let there = device.clone();
    let first = Bodies::new(device, &state)?;
    Ok(Trial::new(
        move || rung(&here, &start, &motion, TICKS),
        move |result| {
            let between = rung(&there, &first, &motion, 1)?.read()?;
            let error = sample_error(&state, &between, &result.read()?, &motion);
            Ok(Check::new(SAMPLE, error, bound).out_of(bodies))
        },
    ))
}

/// Returns the largest difference of a sample of bodies from two ticks of the reference, which uses the pulls of all
/// bodies at the start, and at the rung's positions after one tick and after two.
fn sample_error(start: &HostBodies, between: &HostBodies, end: &HostBodies, motion: &Motion) -> f64 {
    let bodies = start.position.len();
    if [between.position.len(), end.position.len(), end.velocity.len()] != [bodies; 3] {
        return f64::INFINITY;
    }
    let interval = f64::from(motion.interval);
    let mut error = 0.0_f64;
    for body in (0..SAMPLE).map(|number| number * (bodies - 1) / (SAMPLE - 1)) {
        let place = start.position[body].xyz().cast::<f64>();
        let speed = start.velocity[body].xyz().cast::<f64>() + sum_pulls(start, body, motion) * (interval / 2.0);
        let place = place + speed * interval;
        let speed = speed + sum_pulls(between, body, motion) * interval;
        let later = place + speed * interval;
        let speed = speed + sum_pulls(end, body, motion) * (interval / 2.0);
        let kept = start.position[body].w == end.position[body].w && start.velocity[body].w == end.velocity[body].w;
        let errors = [
            find_largest_difference(&between.position[body], place),
            find_largest_difference(&end.position[body], later),
            find_largest_difference(&end.velocity[body], speed),
            if kept { 0.0 } else { f64::INFINITY },
        ];
        // `max` would pass over a NaN.
        error = errors
            .into_iter()
            .fold(error, |most, error| if error <= most { most } else { error });
    }
    error
}

fn find_largest_difference(given: &Vector4<f32>, wanted: Vector3<f64>) -> f64 {
    (given.xyz().cast::<f64>() - wanted).amax()
}

/// Returns the pull of all bodies on one, in 64 bits.
fn sum_pulls(bodies: &HostBodies, body: usize, motion: &Motion) -> Vector3<f64> {
    let place = bodies.position[body].xyz().cast::<f64>();
    let softening = f64::from(motion.softening).powi(2);
    bodies
        .position
        .iter()
        .map(|other: &Vector4<f32>| {
            let way = other.xyz().cast::<f64>() - place;
            let squared = way.norm_squared() + softening;
            way * (f64::from(other.w) / (squared * squared.sqrt()).max(f64::MIN_POSITIVE))
        })
        .sum()
}
