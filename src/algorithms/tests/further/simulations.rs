//! Pictures of what moves, each against the other era's; birds that are too fast.

use super::{Further, compute, fragment, other_era, pictures};
use crate::algorithms::{Check, Trial, Workload, boids, fluid, fluid_volume, heat, life};
use crate::{Device, Era, Error, Result, Scene, random};

pub(super) const RUNGS: &[Further] = &[
    ("boids", fragment("fragment, too fast", too_fast)),
    ("boids", compute("compute, too fast", too_fast)),
    ("life", fragment("fragment, its picture", board)),
    ("life", compute("compute, its picture", board)),
    ("fluid", fragment("fragment, its picture", jets)),
    ("fluid", compute("compute, its picture", jets)),
    ("fluid_volume", fragment("fragment, its picture", chimney)),
    ("fluid_volume", compute("compute, its picture", chimney)),
    ("heat", fragment("fragment, its picture", plate)),
    ("heat", compute("compute, its picture", plate)),
    ("distance_field", fragment("fragment, distances", pictures::distances)),
    ("distance_field", compute("compute, distances", pictures::distances)),
    ("distance_field", fragment("fragment, drawn", pictures::regions)),
    ("distance_field", compute("compute, drawn", pictures::regions)),
    ("reaction_diffusion", fragment("fragment, drawn", pictures::dish)),
    ("reaction_diffusion", compute("compute, drawn", pictures::dish)),
    ("lattice_boltzmann", fragment("fragment, drawn", pictures::wake)),
    ("lattice_boltzmann", compute("compute, drawn", pictures::wake)),
];

/// What makes a scene of that many cells or so.
type Made = fn(&Device, [usize; 2]) -> Result<Box<dyn Scene>>;

/// A scene's picture against the other era's.
fn pictured(device: &Device, workload: &Workload, scene: Made) -> Result<Trial> {
    let side = workload.size.isqrt().clamp(1, 40);
    let size = [side + 3, side];
    let lanes = |device: &Device| {
        let picture = scene(device, [side, side + 2])?.picture(size)?.read()?;
        Ok::<_, Error>(picture.iter().flat_map(|colour| colour.iter().copied()).collect::<Vec<f32>>())
    };
    let wanted = lanes(&other_era(device)?)?;
    let device = device.clone();
    let picture = move || scene(&device, [side, side + 2])?.picture(size);
    Ok(Trial::new(picture, move |picture| {
        let given: Vec<f32> = picture.read()?.iter().flat_map(|colour| colour.iter().copied()).collect();
        Ok(Check::within(&given, &wanted, 1e-5))
    }))
}

fn board(device: &Device, workload: &Workload) -> Result<Trial> {
    pictured(device, workload, |device, size| {
        let cells: Vec<u32> = (0..(size[0] * size[1]) as u32).map(|i| random::word(1, i, 0) & 1).collect();
        Ok(Box::new(life::Board::new(device, device.stream_of(size, &cells)?)?))
    })
}

fn jets(device: &Device, workload: &Workload) -> Result<Trial> {
    pictured(device, workload, |device, [columns, rows]| {
        let (mut state, setting) = fluid::Fields::jets([columns, rows]);
        let lanes = (0..).zip(&mut state.dye).map(|(i, dye)| (random::uniform(1, i, 0), dye));
        lanes.for_each(|(lane, dye)| dye.fill(lane));
        Ok(Box::new(fluid::Fluid::new(device, &state, setting)?))
    })
}

fn chimney(device: &Device, workload: &Workload) -> Result<Trial> {
    pictured(device, workload, |device, [columns, rows]| {
        let (mut state, setting) = fluid_volume::Smoke::chimney([columns, rows, 3]);
        (0..)
            .zip(&mut state.cells)
            .for_each(|(i, cell)| cell.w = random::uniform(1, i, 0));
        Ok(Box::new(fluid_volume::Volume::new(device, &state, setting)?))
    })
}

fn plate(device: &Device, workload: &Workload) -> Result<Trial> {
    pictured(device, workload, |device, [columns, rows]| {
        let cells: Vec<f32> = (0..columns * rows).map(|i| random::uniform(1, i as u32, 0)).collect();
        Ok(Box::new(heat::Plate::new(device, [columns, rows], &cells, 1)?))
    })
}

/// A flock of which every other bird is faster than the rules allow.
fn too_fast(device: &Device, workload: &Workload) -> Result<Trial> {
    let mut state = boids::HostBirds::new(workload.size.min(100), workload.seed);
    state.velocity.iter_mut().step_by(2).for_each(|speed| *speed *= 30.0);
    let rules = boids::Rules::default();
    let wanted = boids::reference(&state, &rules, 1);
    let (device, birds) = (device.clone(), boids::Birds::new(device, &state)?);
    let run = move || match device.era() {
        Era::Fragment => boids::fragment(&device, &birds, &rules, 1),
        Era::Compute => boids::compute(&device, &birds, &rules, 1),
    };
    let lanes =
        |state: &boids::HostBirds| state.velocity.iter().flat_map(|speed| [speed.x, speed.y, speed.z]).collect();
    Ok(Trial::new(run, move |birds: &boids::Birds| {
        let (given, wanted): (Vec<f32>, Vec<f32>) = (lanes(&birds.read()?), lanes(&wanted));
        Ok(Check::within(&given, &wanted, 1e-3))
    }))
}
