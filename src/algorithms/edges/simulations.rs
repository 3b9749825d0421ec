//! Pictures of simulations, each against the other era's; birds that are too fast, particles without a direction,
//! bodies without softening.

use super::{EdgeCase, compute_case, exact_trial, fragment_case, other_era, pictures};
use crate::algorithms::{
    Check, Trial, Workload, boids, cloth, distance_field, fluid, fluid_volume, heat, life, nbody, particles,
};
use crate::{Device, Era, Pointer, Result, Scene, Stream, random};
use nalgebra::{Vector2, Vector3, Vector4};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("boids", fragment_case("fragment, too fast", too_fast_birds)),
    ("boids", compute_case("compute, too fast", too_fast_birds)),
    (
        "boids",
        fragment_case("fragment_2005, too fast", |device, workload| {
            fast_birds_of(device, workload, boids::fragment_2005)
        }),
    ),
    ("life", fragment_case("fragment, its picture", board_picture)),
    ("life", compute_case("compute, its picture", board_picture)),
    ("fluid", fragment_case("fragment, its picture", jets_picture)),
    ("fluid", compute_case("compute, its picture", jets_picture)),
    ("fluid", fragment_case("fragment_2005, of a strip", fluid_strip)),
    ("fluid_volume", fragment_case("fragment, its picture", chimney_picture)),
    ("fluid_volume", compute_case("compute, its picture", chimney_picture)),
    ("fluid_volume", fragment_case("fragment_2005, of oblong boxes", smoke_boxes_2005)),
    ("heat", fragment_case("fragment, its picture", plate_picture)),
    ("heat", compute_case("compute, its picture", plate_picture)),
    ("distance_field", fragment_case("fragment, distances", pictures::seed_distances)),
    ("distance_field", compute_case("compute, distances", pictures::seed_distances)),
    ("distance_field", fragment_case("fragment, drawn", pictures::voronoi_picture)),
    ("distance_field", compute_case("compute, drawn", pictures::voronoi_picture)),
    ("distance_field", fragment_case("fragment_exact, of a strip", seed_strip)),
    ("distance_field", fragment_case("fragment_2005, of a strip", seed_strip_2005)),
    ("cloth", fragment_case("fragment, without a direction", undirected_particles)),
    ("cloth", compute_case("compute, without a direction", undirected_particles)),
    (
        "cloth",
        fragment_case("fragment_2005, without a direction", |device, _| undirected_of(device, cloth::fragment_2005)),
    ),
    ("nbody", fragment_case("fragment, unsoftened", unsoftened_bodies)),
    ("nbody", compute_case("compute, unsoftened", unsoftened_bodies)),
    ("reaction_diffusion", fragment_case("fragment, in all colours", pictures::all_colours)),
    ("reaction_diffusion", compute_case("compute, in all colours", pictures::all_colours)),
    ("reaction_diffusion", fragment_case("fragment, drawn", pictures::dish_picture)),
    ("reaction_diffusion", compute_case("compute, drawn", pictures::dish_picture)),
    ("lattice_boltzmann", fragment_case("fragment, drawn", pictures::lattice_picture)),
    ("lattice_boltzmann", compute_case("compute, drawn", pictures::lattice_picture)),
];

/// Builds a trial of a scene with about `workload.size` cells.
type SizedSceneFn = fn(&Device, [usize; 2]) -> Result<Box<dyn Scene>>;

/// Builds the trial of a scene's picture against the other era's.
fn picture_trial(device: &Device, workload: &Workload, scene: SizedSceneFn) -> Result<Trial> {
    let side = workload.size.isqrt().clamp(1, 40);
    let size = [side + 3, side];
    let wanted = read_picture(&other_era(device)?, scene, side, size)?;
    let device = device.clone();
    Ok(Trial::new(
        move || scene(&device, [side, side + 2])?.picture(size),
        move |picture| {
            let given: Vec<f32> = picture.read()?.iter().flat_map(|colour| colour.iter().copied()).collect();
            Ok(Check::within(&given, &wanted, 1e-5))
        },
    ))
}

fn read_picture(device: &Device, scene: SizedSceneFn, side: usize, size: [usize; 2]) -> Result<Vec<f32>> {
    let picture = scene(device, [side, side + 2])?.picture(size)?.read()?;
    Ok(picture.iter().flat_map(|colour| colour.iter().copied()).collect())
}

fn board_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, size| {
        let cells: Vec<u32> = (0..(size[0] * size[1]) as u32).map(|i| random::word(1, i, 0) & 1).collect();
        Ok(Box::new(life::Board::new(device, device.stream_of(size, &cells)?)?))
    })
}

fn jets_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, [columns, rows]| {
        let (mut state, setting) = fluid::Fields::jets([columns, rows]);
        let lanes = (0..).zip(&mut state.dye).map(|(i, dye)| (random::uniform(1, i, 0), dye));
        lanes.for_each(|(lane, dye)| dye.fill(lane));
        Ok(Box::new(fluid::Fluid::new(device, &state, setting)?))
    })
}

fn chimney_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, [columns, rows]| {
        let (mut state, setting) = fluid_volume::Smoke::chimney([columns, rows, 3]);
        (0..)
            .zip(&mut state.cells)
            .for_each(|(i, cell)| cell.w = random::uniform(1, i, 0));
        Ok(Box::new(fluid_volume::Volume::new(device, &state, setting)?))
    })
}

/// Builds the trial of boxes with rows of slices that are not full, of one slice, and of one cell per slice, in all of
/// which the flow crosses several cells in a step.
fn smoke_boxes_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let sizes = [[5, 3, 7], [2, 6, 5], [4, 4, 1], [1, 1, 6], [3, 2, workload.size.clamp(1, 40)]];
    let start = |size: [usize; 3]| {
        let (mut state, _) = fluid_volume::Smoke::chimney(size);
        for (i, cell) in (0..).zip(&mut state.cells) {
            *cell = Vector4::from_fn(|lane, _| 8.0 * random::uniform(workload.seed, i, lane as u32) - 4.0);
        }
        state
    };
    let source = Vector4::new(1.5, 1.0, 0.5, 1.5);
    let given = Vector4::new(2.0, -1.0, 1.5, 1.0);
    let chimney = fluid_volume::Chimney { interval: 0.5, rise: 1.0, fade: 0.9, sweeps: 3, source, given };
    let starts = sizes.map(start);
    let lanes = |state: &fluid_volume::Smoke| -> Vec<f32> {
        state.cells.iter().flat_map(|cell| cell.iter().copied()).collect()
    };
    let wanted = starts.iter().map(|start| fluid_volume::reference(start, &chimney, 2));
    let wanted: Vec<f32> = wanted.collect::<Result<Vec<_>>>()?.iter().flat_map(lanes).collect();
    let device = device.clone();
    Ok(Trial::new(
        move || {
            starts
                .iter()
                .map(|start| fluid_volume::fragment_2005(&device, start, &chimney, 2))
                .collect()
        },
        move |given: &Vec<fluid_volume::Smoke>| {
            let given: Vec<f32> = given.iter().flat_map(lanes).collect();
            Ok(Check::within(&given, &wanted, 1e-3))
        },
    ))
}

fn plate_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    picture_trial(device, workload, |device, [columns, rows]| {
        let cells: Vec<f32> = (0..columns * rows).map(|i| random::uniform(1, i as u32, 0)).collect();
        Ok(Box::new(heat::Plate::new(device, [columns, rows], &cells, 1)?))
    })
}

/// Builds the trial of a flock in which every other bird is faster than the rules allow.
fn too_fast_birds(device: &Device, workload: &Workload) -> Result<Trial> {
    match device.era() {
        Era::Fragment => fast_birds_of(device, workload, boids::fragment),
        Era::Compute => fast_birds_of(device, workload, boids::compute),
    }
}

type FlockFn = fn(&Device, &boids::Birds, &boids::Rules, usize) -> Result<boids::Birds>;

fn fast_birds_of(device: &Device, workload: &Workload, rung: FlockFn) -> Result<Trial> {
    let mut state = boids::HostBirds::new(workload.size.min(100), workload.seed);
    state.velocity.iter_mut().step_by(2).for_each(|speed| *speed *= 30.0);
    let rules = boids::Rules::default();
    let wanted = boids::reference(&state, &rules, 1);
    let birds = boids::Birds::new(device, &state)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &birds, &rules, 1),
        move |birds: &boids::Birds| {
            let given: Vec<f32> = flatten_speeds(&birds.read()?);
            let wanted: Vec<f32> = flatten_speeds(&wanted);
            Ok(Check::within(&given, &wanted, 1e-3))
        },
    ))
}

fn flatten_speeds(state: &boids::HostBirds) -> Vec<f32> {
    state.velocity.iter().flat_map(|speed| [speed.x, speed.y, speed.z]).collect()
}

/// Builds the trial of a very wide grid with one seed at its end.
fn seed_strip(device: &Device, workload: &Workload) -> Result<Trial> {
    let width = workload.size.clamp(1, 300);
    let mut seeds = vec![0_u32; 2 * width];
    seeds[0] = 1;
    let seeds = device.stream_of([width, 2], &seeds)?;
    let device = device.clone();
    exact_trial(move || distance_field::fragment_exact(&device, &seeds), vec![Pointer::to(0); 2 * width])
}

/// Builds the same trial in floats, and of a grid without a seed.
fn seed_strip_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let width = workload.size.clamp(1, 300);
    let mut seeds = vec![0.0_f32; 2 * width];
    let none = device.stream_of([width, 2], &seeds)?;
    seeds[0] = 1.0;
    let seeds = device.stream_of([width, 2], &seeds)?;
    let device = device.clone();
    Ok(Trial::new(
        move || Ok([distance_field::fragment_2005(&device, &seeds)?, distance_field::fragment_2005(&device, &none)?]),
        move |[given, none]: &[Stream<[f32; 2]>; 2]| {
            let lost = given.read()?.iter().filter(|seed| **seed != [0.0; 2]).count();
            let found = none
                .read()?
                .iter()
                .filter(|[column, row]| *column >= 0.0 || *row >= 0.0)
                .count();
            Ok(Check::new(4 * width, (lost + found) as f64, 0.0))
        },
    ))
}

/// Builds the trial of a very wide fluid, whose texels are far higher than wide in texture coordinates.
fn fluid_strip(device: &Device, workload: &Workload) -> Result<Trial> {
    let (mut state, conditions) = fluid::Fields::jets([workload.size.clamp(1, 60), 5]);
    for (i, flow) in (0..).zip(&mut state.velocity) {
        *flow = Vector2::from_fn(|lane, _| random::uniform(1, i, lane as u32) - 0.5);
    }
    let conditions = fluid::Conditions { pressure: fluid::Pressure::Jacobi { sweeps: 3 }, ..conditions };
    let wanted = fluid::reference(&state, &conditions, 1)?.velocity;
    let device = device.clone();
    Ok(Trial::new(
        move || fluid::fragment_2005(&device, &state, &conditions, 1),
        move |given: &fluid::Fields| Ok(Check::within(&flatten_flows(&given.velocity), &flatten_flows(&wanted), 1e-4)),
    ))
}

fn flatten_flows(flows: &[Vector2<f32>]) -> Vec<f32> {
    flows.iter().flat_map(|flow| [flow.x, flow.y]).collect()
}

/// Builds the trial of bodies in a row, one unit apart, without softening: each meets itself at distance 0.
fn unsoftened_bodies(device: &Device, workload: &Workload) -> Result<Trial> {
    let bodies = workload.size.min(30);
    let position = (0..bodies).map(|i| Vector4::new(i as f32, 0.5, 0.0, 0.1)).collect();
    let state = nbody::HostBodies { position, velocity: vec![Vector4::zeros(); bodies] };
    let motion = nbody::Motion { softening: 0.0, interval: 0.1 };
    let wanted = nbody::reference(&state, &motion, 1);
    let start = nbody::Bodies::new(device, &state)?;
    let device = device.clone();
    Ok(Trial::new(
        move || nbody::nbody(&device, &start, &motion, 1),
        move |result: &nbody::Bodies| Ok(Check::new(bodies, nbody::apart(&result.read()?, &wanted), 1e-4)),
    ))
}

/// Builds the trial of two particles in one place and two that are pinned, one in the centre of the ball, and one that
/// falls straight onto ground without friction.
fn undirected_particles(device: &Device, _: &Workload) -> Result<Trial> {
    undirected_of(device, cloth::cloth)
}

type ClothFn = fn(&Device, &particles::Particles, &cloth::Fabric, usize) -> Result<particles::Particles>;

fn undirected_of(device: &Device, rung: ClothFn) -> Result<Trial> {
    let fabric = cloth::Fabric { compliance: [0.0; 3], ..cloth::Fabric::default() };
    let mut sheet = fabric.flat(3, 2, 1.2);
    sheet.position[4] = sheet.position[3];
    (sheet.position[0].w, sheet.position[1].w) = (0.0, 0.0);
    let still = cloth::Fabric { gravity: Vector3::zeros(), ..fabric };
    let smooth = cloth::Fabric { friction: 0.0, ball: Vector4::new(5.0, 0.0, 0.0, 0.1), ..fabric };
    let scenes = [(sheet, 3, fabric), (still.flat(1, 1, 0.45), 1, still), (smooth.flat(1, 1, 1e-5), 1, smooth)];
    let wanted: Vec<f32> = scenes
        .iter()
        .flat_map(|(start, columns, fabric)| flatten_positions(&cloth::reference(start, *columns, fabric, 2)))
        .collect();
    let device = device.clone();
    Ok(Trial::new(
        move || {
            Ok(scenes
                .iter()
                .map(|(start, columns, fabric): &(particles::HostParticles, usize, cloth::Fabric)| {
                    let start = particles::Particles::in_rows(&device, *columns, start)?;
                    Ok(flatten_positions(&rung(&device, &start, fabric, 2)?.read()?))
                })
                .collect::<Result<Vec<_>>>()?
                .concat())
        },
        move |given: &Vec<f32>| Ok(Check::within(given, &wanted, 1e-4)),
    ))
}

fn flatten_positions(state: &particles::HostParticles) -> Vec<f32> {
    state
        .position
        .iter()
        .flat_map(|place| [place.x, place.y, place.z, place.w])
        .collect()
}
