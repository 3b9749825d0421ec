//! Trial of the rungs: on a flock at its start. All birds of a small flock are checked, those around two birds
//! of a large one.

use super::{Birds, HostBirds, Rules, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result};
use nalgebra::Vector4;

/// Ticks per trial.
const TICKS: usize = 2;

/// Up to this many birds, the reference looks at all pairs.
const ALL_PAIRS_LIMIT: usize = 2_000;

/// Radius of a window, in metres: birds further off do not affect those in its middle within a trial.
const WINDOW_RADIUS: f32 = 8.0;

/// The most birds in sight of one for which [`bound`] holds.
pub const IN_SIGHT: usize = 64;

/// Error bound in each channel between the birds of two devices after `ticks` ticks, if none sees more than
/// [`IN_SIGHT`] others, at most a quarter of them too close, and none is further than 64 metres from the origin.
///
/// A sum of k terms has k rounding errors, and each term a few, all relative to the largest possible turn; a
/// tick integrates it to a velocity. A position is rounded once per tick. Errors of one tick change the turns of
/// the next; the factor 2 covers that because a tick is short.
pub fn bound(rules: &Rules, ticks: usize) -> f64 {
    // 0.385 is the maximum of x (1 - x²), a distance times its weight.
    let apart = 0.385 * (IN_SIGHT / 4) as f32 * rules.separation * rules.closest;
    let turn = apart + rules.cohesion * rules.radius + 2.0 * rules.alignment * rules.fastest;
    let turn = turn + rules.pull + rules.eagerness * rules.fastest * (rules.fastest / rules.cruise).powi(2);
    let velocity = rules.interval * turn * (IN_SIGHT + 16) as f32 + 4.0 * rules.fastest;
    f64::from((velocity + 64.0) * f32::EPSILON) * 2.0 * ticks as f64
}

type BoidsRung = fn(&Device, &Birds, &Rules, usize) -> Result<Birds>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: BoidsRung) -> Result<Trial> {
    let birds = workload.size;
    let rules = Rules::default();
    let state = HostBirds::new(birds, workload.seed);
    let start = Birds::new(device, &state)?;
    let device = device.clone();
    // The bound holds for a flock within 64 metres.
    let bound = bound(&rules, TICKS) * f64::from((HostBirds::start_radius(birds) / 64.0).max(1.0));
    let run = move || rung(&device, &start, &rules, TICKS);
    if birds <= ALL_PAIRS_LIMIT {
        let wanted = reference(&state, &rules, TICKS);
        return Ok(Trial::new(run, move |result| Ok(Check::new(birds, apart(&result.read()?, &wanted), bound))));
    }
    let windows = [0, birds - 1].map(|centre| reference_window(&state, centre, &rules));
    Ok(Trial::new(run, move |result| {
        let given = result.read()?;
        let numbered = (0..birds).all(|bird| given.position.get(bird).is_some_and(|place| place.w == bird as f32));
        let judged = windows.iter().map(|(numbers, _)| numbers.len()).sum();
        if !numbered || given.position.len() != birds || given.velocity.len() != birds {
            return Ok(Check::new(judged, f64::INFINITY, bound).out_of(birds));
        }
        let error = windows
            .iter()
            .map(|(numbers, wanted)| apart(&select_birds(&given, numbers), wanted))
            .fold(0.0, f64::max);
        Ok(Check::new(judged, error, bound).out_of(birds))
    }))
}

/// Returns the birds around one as the reference computes them from the birds of a window; only those in the
/// middle of the window, which see no bird outside it, are returned.
fn reference_window(flock: &HostBirds, centre: usize, rules: &Rules) -> (Vec<usize>, HostBirds) {
    let seen = (0..flock.position.len())
        .filter(|bird| measure_distance(bird, flock, centre) < WINDOW_RADIUS)
        .collect::<Vec<_>>();
    let later = reference(&select_birds(flock, &seen), rules, TICKS);
    // In a tick two birds approach by at most twice the fastest step, and information travels as far as a bird sees.
    let reach = TICKS as f32 * (rules.radius + 2.0 * rules.fastest * rules.interval);
    let right: Vec<usize> = (0..seen.len())
        .filter(|place| measure_distance(&seen[*place], flock, centre) < WINDOW_RADIUS - reach)
        .collect();
    (right.iter().map(|place| seen[*place]).collect(), select_birds(&later, &right))
}

fn measure_distance(bird: &usize, flock: &HostBirds, centre: usize) -> f32 {
    (flock.position[*bird] - flock.position[centre]).xyz().norm()
}

fn select_birds(from: &HostBirds, places: &[usize]) -> HostBirds {
    HostBirds {
        position: places.iter().map(|place| from.position[*place]).collect(),
        velocity: places.iter().map(|place| from.velocity[*place]).collect(),
    }
}

/// Returns the largest difference of two flocks in any channel of a position or velocity; infinite if they are
/// not the same birds.
pub fn apart(given: &HostBirds, wanted: &HostBirds) -> f64 {
    let position = Check::within(&flatten_vectors(&given.position), &flatten_vectors(&wanted.position), 0.0);
    let velocity = Check::within(&flatten_vectors(&given.velocity), &flatten_vectors(&wanted.velocity), 0.0);
    let number = Check::exact(&collect_numbers(given), &collect_numbers(wanted));
    position.error.max(velocity.error).max(number.error)
}

fn collect_numbers(state: &HostBirds) -> Vec<f32> {
    state.position.iter().map(|place| place.w).collect()
}

fn flatten_vectors(vectors: &[Vector4<f32>]) -> Vec<f32> {
    vectors.iter().flat_map(|v| [v.x, v.y, v.z]).collect()
}
