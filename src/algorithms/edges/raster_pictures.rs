//! Scenes that both eras draw with the same vertex and fragment kernel: each against the picture of the unedited
//! kernels.

use super::{EdgeCase, compute_case, fragment_case};
use crate::algorithms::{Check, Trial, Workload, boids, cloth, nbody, particles};
use crate::kernels::Edits;
use crate::{Device, Result, Scene};
use nalgebra::Vector4;

pub(super) const RUNGS: &[EdgeCase] = &[
    ("boids", fragment_case("fragment, its picture", flock_picture)),
    ("boids", compute_case("compute, its picture", flock_picture)),
    ("cloth", fragment_case("fragment, its picture", draping_picture)),
    ("cloth", compute_case("compute, its picture", draping_picture)),
    ("nbody", fragment_case("fragment, its picture", galaxies_picture)),
    ("nbody", compute_case("compute, its picture", galaxies_picture)),
    ("particles", fragment_case("fragment, its picture", fountain_picture)),
    ("particles", compute_case("compute, its picture", fountain_picture)),
];

type SceneFn = fn(&Device, &Workload) -> Result<Box<dyn Scene>>;

fn picture_trial(device: &Device, workload: &Workload, scene: SceneFn) -> Result<Trial> {
    let side = workload.size.isqrt().clamp(1, 48);
    let size = [side + 16, side];
    let wanted = Edits::without(|| read_picture(device, workload, scene, size))?;
    let device = device.clone();
    let workload = workload.clone();
    Ok(Trial::new(
        move || read_picture(&device, &workload, scene, size),
        move |given: &Vec<f32>| Ok(Check::exact(given, &wanted)),
    ))
}

fn read_picture(device: &Device, workload: &Workload, scene: SceneFn, size: [usize; 2]) -> Result<Vec<f32>> {
    let picture = scene(device, workload)?.picture(size)?;
    super::pictures::read_lanes(&picture)
}

fn flock_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, workload| {
        let mut state = boids::HostBirds::new(workload.size.min(300), workload.seed);
        // Every third bird is where the sky hides nearly everything; in front of them one is at rest, and one flies
        // straight up; neither is seen along its axis, where it has no area.
        let view = libm::cbrtf(state.position.len() as f32) * 0.75 + 3.0;
        state
            .position
            .iter_mut()
            .skip(2)
            .step_by(3)
            .for_each(|place| place.z = 4.85 * view);
        for (i, speed) in [Vector4::zeros(), Vector4::new(0.0, 3.0, 0.0, 0.0)].into_iter().enumerate() {
            if let (Some(place), Some(own)) = (state.position.get_mut(i), state.velocity.get_mut(i)) {
                *place = Vector4::new((i as f32 - 0.5) * 0.6 * view, 0.3 * view, -1.5 * view, place.w);
                *own = speed;
            }
        }
        Ok(Box::new(boids::Flock::new(device, &state, boids::Rules::default())?))
    })
}

fn draping_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, workload| {
        // A few large cells in the largest case, so that none is smaller than a pixel.
        let columns = if workload.size > 4_000 { 3 } else { workload.size.isqrt().clamp(1, 20) };
        Ok(Box::new(cloth::Draping::new(device, columns)?))
    })
}

fn galaxies_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, workload| {
        let state = nbody::HostBodies::galaxies(workload.size.min(300), workload.seed);
        Ok(Box::new(nbody::Galaxies::new(device, &state)?))
    })
}

fn fountain_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, workload| {
        Ok(Box::new(particles::Running::new(device, &particles::Fountain::default(), workload.size.min(1_000))?))
    })
}
