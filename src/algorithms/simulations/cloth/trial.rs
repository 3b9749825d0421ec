//! Trial of the rungs: on a crumpled cloth, against the reference.

use super::{Fabric, Particles, reference};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Result};
use nalgebra::{Vector3, Vector4};

/// Steps per trial.
const STEPS: usize = 3;

/// Error bound of a position after `steps` steps, in metres, and of the way that a velocity covers in one
/// interval.
///
/// Positions are below 2 m, where half a unit is 2^-24 m, and 2^-17 m on a Radeon 9700. A batch rounds a position,
/// its pull and the amount it passes to its partner: at most four halves. Pulls do not amplify errors if no
/// constraint is far from its length. A step has 14 such passes, and starts with the error of the previous velocity,
/// which is that of two positions; so errors grow with the square of the steps.
fn error_bound(device: &Device, steps: usize) -> f64 {
    let step = 14.0 * 4.0 * epsilon(device);
    (steps * (steps + 1)) as f64 * step
}

type ClothRung = fn(&Device, &Particles, &Fabric, usize) -> Result<Particles>;

/// Builds the trial of a crumpled cloth of three quarters of `size` particles, on the ground and the top of a
/// ball; two corners are pinned.
pub(super) fn trial(device: &Device, workload: &Workload, rung: ClothRung) -> Result<Trial> {
    let columns = workload.size.isqrt();
    let rows = columns - columns / 4;
    let fabric = Fabric {
        spacing: 1.0 / columns.max(4) as f32,
        ground: 0.3,
        ball: Vector4::new(0.0, -0.098, 0.0, 0.4),
        ..Fabric::default()
    };
    let mut start = fabric.flat(columns, rows, 0.3);
    let workload = Workload { size: columns * rows, ..workload.clone() };
    let noise: Vec<Vec<f32>> = (0..3).map(|column| workload.floats(column)).collect();
    // In one interval no particle may pass its neighbour: the finer the cloth, the slower it moves.
    let fastest = (24.0 * fabric.spacing).min(0.5);
    for (i, (place, speed)) in start.position.iter_mut().zip(&mut start.velocity).enumerate() {
        let off = Vector3::new(noise[0][i], noise[1][i], noise[2][i]);
        *place += (off * (0.1 * fabric.spacing)).push(0.0);
        *speed = (off * fastest).push(0.0);
    }
    if let [first, .., last] = start.position.as_mut_slice() {
        (first.w, last.w) = (0.0, 0.0);
    }
    let wanted = reference(&start, columns, &fabric, STEPS);
    let start = Particles::in_rows(device, columns, &start)?;
    let device = device.clone();
    let bound = error_bound(&device, STEPS);
    let trial = Trial::new(
        move || rung(&device, &start, &fabric, STEPS),
        move |cloth| {
            let given = cloth.read()?;
            let places =
                Check::within(&flatten_lanes(&given.position, 1.0), &flatten_lanes(&wanted.position, 1.0), bound);
            let ways = Check::within(
                &flatten_lanes(&given.velocity, fabric.interval),
                &flatten_lanes(&wanted.velocity, fabric.interval),
                bound,
            );
            Ok(Check::new(wanted.position.len(), places.error.max(ways.error), bound))
        },
    );
    Ok(trial.sized(columns * rows))
}

fn flatten_lanes(vectors: &[Vector4<f32>], scale: f32) -> Vec<f32> {
    vectors
        .iter()
        .flat_map(|v| [v.x * scale, v.y * scale, v.z * scale, v.w])
        .collect()
}
