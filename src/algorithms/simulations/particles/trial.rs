//! How a rung is tried: on a fountain that has run for long.

use super::{Fountain, HostParticles, ParticleArray, Particles, picture, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, image_of};
use nalgebra::Vector4;

/// Ticks of a trial.
pub(super) const TICKS: usize = 16;

/// How far apart the particles of two machines may be after so many ticks of the default fountain, in each
/// lane.
///
/// Whether a product and a sum round once each, or once together where the machine fuses them, is the
/// driver's to choose. Positions and velocities stay below 16, so one tick parts them by two units in the
/// last place of such numbers at most; that includes the drift of velocities that parted before, which the
/// interval divides by 60. The ticks that a particle has left never differ: they are whole.
pub fn bound(ticks: usize) -> f64 {
    ticks as f64 * 2.0 * 8.0 * f64::from(f32::EPSILON)
}

type Ticks = fn(&Device, &Particles, &Fountain, usize) -> Result<Particles>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: Ticks) -> Result<Trial> {
    let fountain = Fountain { seed: workload.seed, ..Fountain::default() };
    let start = fountain.running(workload.size);
    let wanted = reference(&start, &fountain, TICKS);
    let (start, device) = (Particles::new(device, &start)?, device.clone());
    let here = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &start, &fountain, TICKS),
        move |result| Ok(check(&result.read()?, &wanted, bound(TICKS))),
        move |result| image_of(&picture(&here, result, [512, 512])?),
    ))
}

type TicksOfStructs = fn(&Device, &ParticleArray, &Fountain, usize) -> Result<ParticleArray>;

/// The same of a rung on an array of structs.
pub(super) fn trial_of_structs(device: &Device, workload: &Workload, rung: TicksOfStructs) -> Result<Trial> {
    let fountain = Fountain { seed: workload.seed, ..Fountain::default() };
    let start = fountain.running(workload.size);
    let wanted = reference(&start, &fountain, TICKS);
    let (start, device) = (ParticleArray::new(device, &start)?, device.clone());
    let here = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &start, &fountain, TICKS),
        move |result| Ok(check(&result.read()?, &wanted, bound(TICKS))),
        move |result| image_of(&picture(&here, &Particles::new(&here, &result.read()?)?, [512, 512])?),
    ))
}

/// Both streams within the bound, and the ticks left exactly the same.
pub(super) fn check(given: &HostParticles, wanted: &HostParticles, bound: f64) -> Check {
    let floats = |vectors: &[Vector4<f32>]| vectors.iter().flat_map(|v| [v.x, v.y, v.z]).collect::<Vec<_>>();
    let lives = |state: &HostParticles| state.position.iter().map(|place| place.w).collect::<Vec<_>>();
    let positions = Check::within(&floats(&given.position), &floats(&wanted.position), bound);
    let velocities = Check::within(&floats(&given.velocity), &floats(&wanted.velocity), bound);
    let lives = Check::exact(&lives(given), &lives(wanted));
    let error = positions.error.max(velocities.error).max(lives.error);
    Check::new(wanted.position.len(), error, bound)
}
