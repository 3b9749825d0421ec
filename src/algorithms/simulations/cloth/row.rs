//! The trials of cloth, and their row.

use super::{Cloth, Fabric, State, compute, fragment, reference};
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Result};
use nalgebra::{Vector3, Vector4};

/// Steps of a trial.
const STEPS: usize = 3;

/// How far a particle may be from the reference's after so many steps, in metres; its velocity may be off by as much in one interval.
///
/// Places are below 2 m, where a half unit is 2^-24 m, and a batch rounds a place, its pull and what it hands on to its partner: four
/// halves at most. Pulls do not grow errors where no constraint is far from its length. A step has 14 such passes, and begins with the
/// error of the velocity before, that is, of two places; so errors grow with the square of the steps.
fn bound(steps: usize) -> f64 {
    let step = 14.0 * 4.0 * f64::from(f32::EPSILON);
    (steps * (steps + 1)) as f64 * step
}

type Steps = fn(&Device, &Cloth, &Fabric, usize) -> Result<Cloth>;

/// A crumpled cloth of about `size` particles, 48 x 36 at most, on the ground and the top of a ball; two corners are pinned.
fn trial(device: &Device, workload: &Workload, rung: Steps) -> Result<Trial> {
    let columns = workload.size.isqrt().min(48);
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
    for (i, (place, speed)) in start.position.iter_mut().zip(&mut start.velocity).enumerate() {
        let off = Vector3::new(noise[0][i], noise[1][i], noise[2][i]);
        *place += (off * (0.1 * fabric.spacing)).push(0.0);
        *speed = (off * 0.5).push(0.0);
    }
    if let [first, .., last] = start.position.as_mut_slice() {
        (first.w, last.w) = (0.0, 0.0);
    }
    let wanted = reference(&start, columns, &fabric, STEPS);
    let (device, start) = (device.clone(), Cloth::new(device, columns, &start)?);
    Ok(Trial::new(
        move || rung(&device, &start, &fabric, STEPS),
        move |cloth| {
            let given = cloth.read()?;
            let places = Check::within(&lanes(&given.position, 1.0), &lanes(&wanted.position, 1.0), bound(STEPS));
            let ways = |state: &State| lanes(&state.velocity, fabric.interval);
            let ways = Check::within(&ways(&given), &ways(&wanted), bound(STEPS));
            Ok(Check::new(wanted.position.len(), places.error.max(ways.error), bound(STEPS)))
        },
    ))
}

fn lanes(vectors: &[Vector4<f32>], scale: f32) -> Vec<f32> {
    vectors
        .iter()
        .flat_map(|v| [v.x * scale, v.y * scale, v.z * scale, v.w])
        .collect()
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "cloth",
    part: "simulations",
    summary: "a cloth of particles and constraints, 3 steps",
    size: 1 << 11,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a pass a colour, each particle gathers",
            source: "Zeller 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a dispatch a colour, a constraint an invocation",
            source: "Müller et al. 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
