//! Trial of the rungs: on a fountain that has run for a long time.

use super::{Fountain, HostParticles, ParticleArray, Particles, picture, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, image_of};
use nalgebra::Vector4;

/// Ticks per trial.
pub(super) const TICKS: usize = 16;

/// Error bound in each channel between the particles of two devices after `ticks` ticks of the default fountain.
///
/// The driver may round a product and a sum separately or fuse them. Positions and velocities stay below 16, so
/// one tick adds at most two units in the last place of such numbers; that includes the drift of velocities with
/// earlier errors, which the interval divides by 60. The ticks that a particle has left never differ: they are
/// whole numbers.
pub fn bound(ticks: usize) -> f64 {
    ticks as f64 * 2.0 * 8.0 * f64::from(f32::EPSILON)
}

type ParticlesRung = fn(&Device, &Particles, &Fountain, usize) -> Result<Particles>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: ParticlesRung) -> Result<Trial> {
    let fountain = Fountain { seed: workload.seed, ..Fountain::default() };
    let start = fountain.running(workload.size);
    let wanted = reference(&start, &fountain, TICKS);
    let start = Particles::new(device, &start)?;
    let device = device.clone();
    let here = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &start, &fountain, TICKS),
        move |result| Ok(compare_particles(&result.read()?, &wanted, bound(TICKS))),
        move |result| image_of(&picture(&here, result, [512, 512])?),
    ))
}

type StructsRung = fn(&Device, &ParticleArray, &Fountain, usize) -> Result<ParticleArray>;

/// Builds the trial of a rung on an array of structs.
pub(super) fn trial_of_structs(device: &Device, workload: &Workload, rung: StructsRung) -> Result<Trial> {
    let fountain = Fountain { seed: workload.seed, ..Fountain::default() };
    let start = fountain.running(workload.size);
    let wanted = reference(&start, &fountain, TICKS);
    let start = ParticleArray::new(device, &start)?;
    let device = device.clone();
    let here = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &start, &fountain, TICKS),
        move |result| Ok(compare_particles(&result.read()?, &wanted, bound(TICKS))),
        move |result| image_of(&picture(&here, &Particles::new(&here, &result.read()?)?, [512, 512])?),
    ))
}

/// Compares both streams within the bound, and the remaining ticks exactly.
pub(super) fn compare_particles(given: &HostParticles, wanted: &HostParticles, bound: f64) -> Check {
    let positions = Check::within(&flatten_vectors(&given.position), &flatten_vectors(&wanted.position), bound);
    let velocities = Check::within(&flatten_vectors(&given.velocity), &flatten_vectors(&wanted.velocity), bound);
    let lives = Check::exact(&collect_lives(given), &collect_lives(wanted));
    let error = positions.error.max(velocities.error).max(lives.error);
    Check::new(wanted.position.len(), error, bound)
}

fn collect_lives(state: &HostParticles) -> Vec<f32> {
    state.position.iter().map(|place| place.w).collect()
}

fn flatten_vectors(vectors: &[Vector4<f32>]) -> Vec<f32> {
    vectors.iter().flat_map(|v| [v.x, v.y, v.z]).collect()
}
