//! The pages on simulations.

use super::shows;
use gristmill::algorithms::boids::{self, Birds, HostBirds, Rules};
use gristmill::algorithms::cloth::{Fabric, cloth};
use gristmill::algorithms::distance_field::{self, Extra, distances, flood};
use gristmill::algorithms::fluid::{self, Conditions, Fields, Pressure, fluid};
use gristmill::algorithms::fluid_volume::{self, Chimney, Smoke, fluid_volume};
use gristmill::algorithms::lattice_boltzmann::{self, Collision, Flow, Lattice, equilibrium, lattice_boltzmann};
use gristmill::algorithms::nbody::{self, Bodies, HostBodies, Motion, nbody};
use gristmill::algorithms::particles::{self, Fountain, HostParticles, Particles, particles};
use gristmill::algorithms::reaction_diffusion::{self, GrayScott, reaction_diffusion};
use gristmill::algorithms::{heat, life};
use gristmill::nalgebra::{Point3, Vector2, Vector3, Vector4};
use gristmill::{PingPong, Pointer, fragment_kernel};

/// A number with at most so many digits behind the point.
fn few(number: f32, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text.as_str() };
    if text == "-0" { "0".into() } else { text.to_string() }
}

fn row(numbers: impl IntoIterator<Item = f32>, digits: usize) -> Vec<String> {
    numbers.into_iter().map(|number| few(number, digits)).collect()
}

/// Places along a line.
fn line(places: [f32; 8], fourth: [f32; 8]) -> Vec<Vector4<f32>> {
    (0..8).map(|i| Vector4::new(places[i], 0.0, 0.0, fourth[i])).collect()
}

#[test]
fn heat_of_eight() {
    shows("simulations/heat", |device, block| {
        let start = [0.0, 0.0, 0.0, 64.0, 0.0, 0.0, 0.0, 0.0];
        let cells = device.stream_of([8, 1], &start)?;
        for (name, steps) in [("temperature", 0), ("a step later", 1), ("two steps", 2), ("three steps", 3)] {
            let later = heat(device, &cells, 0.25, steps)?.read()?;
            let wanted = heat::reference(&start, [8, 1], 0.25, steps);
            assert!(later.iter().zip(&wanted).all(|(later, wanted)| f64::from(*later) == *wanted));
            block.line(name, later);
        }
        Ok(())
    });
}

#[test]
fn life_of_eight() {
    shows("simulations/life", |device, block| {
        let board = ["#.......", "#..##...", "#..##...", "........"];
        let cells: Vec<u32> = board.concat().chars().map(|cell| u32::from(cell == '#')).collect();
        let alive = |cells: &[u32]| cells.iter().map(|cell| if *cell == 1 { "#" } else { "." }).collect::<Vec<_>>();
        let at = |x: usize, y: usize| cells[y % 4 * 8 + x % 8];
        let around = |x, y| (0..3).flat_map(|j| (0..3).map(move |i| at(x + 7 + i, y + 3 + j))).sum::<u32>() - at(x, y);
        let later = life(device, &device.stream_of([8, 4], &cells)?, 1)?.read()?;
        assert_eq!(later, life::reference(&cells, [8, 4], 1));
        for y in 0..4 {
            block.line(if y == 0 { "alive" } else { "" }, alive(&cells[8 * y..][..8]));
        }
        for y in 0..4 {
            block.line(if y == 0 { "neighbours" } else { "" }, (0..8).map(|x| around(x, y)));
        }
        for y in 0..4 {
            block.line(if y == 0 { "a generation later" } else { "" }, alive(&later[8 * y..][..8]));
        }
        Ok(())
    });
}

#[test]
fn n_bodies_of_eight() {
    shows("simulations/nbody", |device, block| {
        let places = [-60.0, -30.0, -15.0, 0.0, 15.0, 20.0, 30.0, 60.0];
        let masses = places.map(|place| if place == 0.0 { 3600.0 } else { 0.0 });
        let start = HostBodies { position: line(places, masses), velocity: line([0.0; 8], [0.0; 8]) };
        let motion = Motion { softening: 0.001, interval: 1.0 };
        let later = nbody(device, &Bodies::new(device, &start)?, &motion, 1)?.read()?;
        let wanted = nbody::reference(&start, &motion, 1);
        assert!(nbody::apart(&later, &wanted) < 1e-4);
        // The tick drifts once, by what half a kick gave.
        let drift: Vec<f32> = (0..8).map(|i| later.position[i].x - places[i]).collect();
        block.line("place", row(places, 1));
        block.line("pull", row(drift.iter().map(|drift| 2.0 * drift), 1));
        block.line("half a kick", row(drift.iter().copied(), 1));
        block.line("drift", row(later.position.iter().map(|place| place.x), 1));
        block.line("pull", row((0..8).map(|i| 2.0 * (later.velocity[i].x - drift[i])), 1));
        block.line("half a kick", row(later.velocity.iter().map(|speed| speed.x), 1));
        Ok(())
    });
}

#[test]
fn boids_of_eight() {
    shows("simulations/boids", |device, block| {
        let places = [0.0, 1.0, 2.0, 6.0, 7.0, 10.0, 14.0, 15.0];
        let speeds = [0.0, 6.0, 0.0, 6.0, 0.0, 6.0, 0.0, 0.0];
        let numbers = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let start = HostBirds { position: line(places, numbers), velocity: line(speeds, [0.0; 8]) };
        let rules = |[separation, alignment, cohesion]: [f32; 3]| Rules {
            radius: 2.0_f32.sqrt(),
            closest: 2.0_f32.sqrt(),
            separation,
            alignment,
            cohesion,
            goal: Point3::origin(),
            pull: 0.0,
            eagerness: 0.0,
            cruise: 6.0,
            fastest: 100.0,
            interval: 1.0,
        };
        block.line("place", row(places, 1));
        block.line("speed", row(speeds, 1));
        for (name, weights) in [
            ("keep away", [1.0, 0.0, 0.0]),
            ("fly along", [0.0, 1.0, 0.0]),
            ("stay with", [0.0, 0.0, 3.0]),
            ("all three", [1.0, 1.0, 3.0]),
        ] {
            let rules = rules(weights);
            let later = boids::fragment(device, &Birds::new(device, &start)?, &rules, 1)?.read()?;
            assert!(boids::apart(&later, &boids::reference(&start, &rules, 1)) < 1e-4);
            block.line(name, row((0..8).map(|i| later.velocity[i].x - speeds[i]), 1));
            if name == "all three" {
                block.line("new speed", row(later.velocity.iter().map(|speed| speed.x), 1));
                block.line("new place", row(later.position.iter().map(|place| place.x), 1));
            }
        }
        Ok(())
    });
}

#[test]
fn particles_of_eight() {
    shows("simulations/particles", |device, block| {
        let fountain = Fountain {
            seed: 1,
            source: Point3::origin(),
            jet: Vector3::new(0.0, 8.0, 0.0),
            spread: 0.0,
            gravity: Vector3::new(0.0, -2.0, 0.0),
            interval: 1.0,
        };
        let (heights, left) = ([0.0, 6.0, 10.0, 12.0, 12.0, 10.0, 6.0, 0.0], [8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
        let speeds = [8.0, 6.0, 4.0, 2.0, 0.0, -2.0, -4.0, -6.0];
        let start = HostParticles {
            position: (0..8).map(|i| Vector4::new(0.0, heights[i], 0.0, left[i])).collect(),
            velocity: speeds.map(|speed| Vector4::new(0.0, speed, 0.0, 0.0)).to_vec(),
        };
        let on_device = Particles::new(device, &start)?;
        for (name, ticks) in [("", 0), (", a tick later", 1), (", two ticks later", 2)] {
            let later = match ticks {
                0 => start.clone(),
                _ => particles(device, &on_device, &fountain, ticks)?.read()?,
            };
            assert_eq!(later, particles::reference(&start, &fountain, ticks));
            block.line(format!("speed{name}"), later.velocity.iter().map(|speed| speed.y));
            block.line("height", later.position.iter().map(|place| place.y));
            block.line("ticks left", later.position.iter().map(|place| place.w));
        }
        Ok(())
    });
}

#[test]
fn reaction_diffusion_of_eight() {
    shows("simulations/reaction_diffusion", |device, block| {
        let reaction = GrayScott { diffusion: [16.0, 16.0], feed: 0.0, kill: 0.0, cell: 1.0, step: 1.0 / 64.0 };
        let mut cells = [[16.0, 0.0]; 8];
        cells[3] = [16.0, 4.0];
        let steps = |count: usize| -> gristmill::Result<Vec<[f32; 2]>> {
            reaction_diffusion(device, &device.stream_of([8, 1], &cells)?, &reaction, count)?.read()
        };
        let reacts = |cells: &[[f32; 2]]| {
            let still = GrayScott { diffusion: [0.0; 2], ..reaction };
            let later = reaction_diffusion(device, &device.stream_of([8, 1], cells)?, &still, 1)?.read()?;
            gristmill::Result::Ok(row((0..8).map(|i| later[i][1] - cells[i][1]), 2))
        };
        for (names, count) in [(["U", "V"], 0), (["U, a step later", "V"], 1), (["U, two steps later", "V"], 2)] {
            let now = steps(count)?;
            let wanted = reaction_diffusion::reference(&cells, [8, 1], &reaction, count);
            let mut pairs = now.as_flattened().iter().zip(wanted.as_flattened());
            assert!(pairs.all(|(now, wanted)| f64::from(*now) == *wanted));
            block.line(names[0], row(now.iter().map(|cell| cell[0]), 2));
            block.line(names[1], row(now.iter().map(|cell| cell[1]), 2));
            if count < 2 {
                block.line("reacts", reacts(&now)?);
            }
        }
        Ok(())
    });
}

#[test]
fn distances_of_eight() {
    shows("simulations/distance_field", |device, block| {
        let seeds = [1, 0, 0, 0, 0, 1, 0, 0];
        let on_device = device.stream_of([8, 1], &seeds)?;
        let known = |nearest: &[Pointer]| {
            let place = |pointer: &Pointer| (0..8).find(|place| *pointer == Pointer::to(*place));
            nearest
                .iter()
                .map(place)
                .map(|place| place.map_or("-".to_string(), |place| place.to_string()))
                .collect::<Vec<_>>()
        };
        let mut start = device.empty::<Pointer>([8, 1])?;
        device
            .kernel(&fragment_kernel!("simulations/distance_field_start"))?
            .call()
            .input("seeds", &on_device)
            .output("nearest", &mut start)
            .run()?;
        block.line("cell", 0..8);
        block.line("seed", known(&start.read()?));
        let kernel = device.kernel(&fragment_kernel!("simulations/distance_field"))?;
        let mut field = PingPong::new(start, device.empty([8, 1])?);
        for jump in distance_field::jumps(8, Extra::None) {
            field.step(|now, next| {
                let call = kernel.call().uniform("jump", jump as i32);
                call.gather("nearest", now).output("result", next).run()
            })?;
            block.line(format!("jump {jump}"), known(&field.now().read()?));
        }
        let nearest = flood(device, &on_device, Extra::None)?;
        assert_eq!(nearest.read()?, field.now().read()?);
        let far = distances(device, &nearest)?.read()?;
        let squares = distance_field::reference(&seeds, 8);
        assert!(far.iter().zip(squares).all(|(far, square)| Some((far * far) as u64) == square));
        block.line("distance", far);
        Ok(())
    });
}

#[test]
fn cloth_of_eight() {
    shows("simulations/cloth", |device, block| {
        let fabric = Fabric {
            spacing: 1.0,
            compliance: [0.0, f32::INFINITY, f32::INFINITY],
            gravity: Vector3::zeros(),
            ..Fabric::default()
        };
        let places = [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0];
        let inverse = |i: usize| if i == 0 { 0.0 } else { 1.0 };
        let start: Vec<_> = (0..8).map(|i| Vector4::new(places[i], 2.0, 0.0, inverse(i))).collect();
        let along = |places: &[Vector4<f32>], digits| row(places.iter().map(|place| place.x), digits);
        let kernel = device.kernel(&fragment_kernel!("simulations/cloth"))?;
        let mut thread = PingPong::new(device.stream_of([8, 1], &start)?, device.empty([8, 1])?);
        block.line("place", along(&start, 1));
        let batches = fabric.batches();
        for round in 0..3 {
            for (name, batch) in [("even threads", &batches[0]), ("odd threads", &batches[1])] {
                thread.step(|now, next| {
                    let call = kernel.call().uniform("span", batch.span).uniform("colour", batch.colour);
                    let call = call.uniform("rest", batch.rest).uniform("softness", batch.softness);
                    call.gather("particles", now).output("result", next).run()
                })?;
                block.line(name, along(&thread.now().read()?, 2));
            }
            if round == 0 {
                let still = HostParticles { position: start.clone(), velocity: vec![Vector4::zeros(); 8] };
                let later = cloth(device, &Particles::in_rows(device, 8, &still)?, &fabric, 1)?.read()?;
                assert_eq!(later.position, thread.now().read()?);
            }
        }
        Ok(())
    });
}

#[test]
fn fluid_of_eight() {
    shows("simulations/fluid", |device, block| {
        let mut start = Fields::still([8, 1]);
        start.velocity[4] = Vector2::new(40.0, 0.0);
        let after = |pressure| -> gristmill::Result<Vec<f32>> {
            // So short a step that nothing is carried.
            let conditions = Conditions { interval: 1e-7, pressure, ..Conditions::default() };
            let later = fluid(device, &start, &conditions, 1)?;
            let wanted = fluid::reference(&start, &conditions, 1)?;
            let mut pairs = later.velocity.iter().zip(&wanted.velocity);
            assert!(pairs.all(|(later, wanted)| (later - wanted).norm() < 1e-3));
            Ok(later.velocity.iter().map(|velocity| velocity.x).collect())
        };
        let before: Vec<f32> = start.velocity.iter().map(|velocity| velocity.x).collect();
        let right = |i: usize| before.get(i + 1).copied().unwrap_or(0.0);
        block.line("across the left face", row(before.iter().copied(), 1));
        block.line("flows out", row((0..8).map(|i| right(i) - before[i]), 1));
        for sweeps in [1, 2] {
            let now = after(Pressure::Jacobi { sweeps })?;
            // A face has lost the difference of the pressures beside it. The first cell feels
            // nothing yet.
            let pressure = (0..8).scan(0.0, |pressure, i| {
                *pressure += before[i] - now[i];
                Some(*pressure)
            });
            block.line(format!("pressure, sweep {sweeps}"), row(pressure, 1));
            block.line("across the left face", row(now, 1));
        }
        block.line("after ten sweeps", row(after(Pressure::Jacobi { sweeps: 10 })?, 1));
        block.line("after a cycle", row(after(Pressure::Multigrid { cycles: 1 })?, 1));
        Ok(())
    });
}

#[test]
fn smoke_of_eight() {
    shows("simulations/fluid_volume", |device, block| {
        let mut start = Smoke::still([1, 1, 8]);
        for (slice, cell) in start.cells.iter_mut().enumerate() {
            cell.z = if slice > 0 { 1.0 } else { 0.0 };
            cell.w = if slice == 3 { 16.0 } else { 0.0 };
        }
        let chimney = Chimney { interval: 0.5, sweeps: 0, ..Chimney::default() };
        block.line("slice", 0..8);
        for (name, steps) in [("", 0), (", a step later", 1), (", two steps later", 2), (", three steps later", 3)] {
            let later = fluid_volume(device, &start, &chimney, steps)?;
            let wanted = fluid_volume::reference(&start, &chimney, steps)?;
            let mut pairs = later.cells.iter().zip(&wanted.cells);
            assert!(pairs.all(|(later, wanted)| (later - wanted).norm() < 1e-5));
            block.line(format!("velocity{name}"), row(later.cells.iter().map(|cell| cell.z), 2));
            block.line("smoke", row(later.cells.iter().map(|cell| cell.w), 2));
        }
        Ok(())
    });
}

#[test]
fn lattice_of_eight() {
    shows("simulations/lattice_boltzmann", |device, block| {
        let flow = Flow { collision: Collision::OneRate, ..Flow::torus([8, 1], 1.0 / 6.0) };
        let mut start = [equilibrium(0.0, [0.0; 2]); 8];
        start[3] = equilibrium(36e-6, [0.0; 2]);
        let lattice = Lattice::start(device, flow.clone(), &start)?;
        for steps in 0..3 {
            let later = lattice_boltzmann(device, &lattice, steps)?.read()?;
            let wanted = lattice_boltzmann::reference(&flow, &start, steps);
            let mut pairs = later.as_flattened().iter().zip(wanted.as_flattened());
            assert!(pairs.all(|(later, wanted)| (f64::from(*later) - wanted).abs() < 1e-10));
            let sum = |f: &[f32; 9], which: [usize; 3]| which.map(|i| f[i]).iter().sum::<f32>() * 1e6;
            let [east, stay, west] =
                [[1, 5, 8], [0, 2, 4], [3, 6, 7]].map(|which| later.iter().map(|f| sum(f, which)).collect::<Vec<_>>());
            block.line("density", row((0..8).map(|i| east[i] + stay[i] + west[i]), 0));
            if steps > 0 {
                block.line("flow", row((0..8).map(|i| east[i] - west[i]), 0));
            }
            if steps < 2 {
                block.line("to the east", row(east, 0));
                block.line("stays", row(stay, 0));
                block.line("to the west", row(west, 0));
            }
        }
        Ok(())
    });
}
