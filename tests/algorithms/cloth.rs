//! Cloth: lengths, momentum, energy, a hanging chain, constraints of a batch, and bad input.

use crate::machine;
use gristmill::algorithms::cloth::{Fabric, cloth};
use gristmill::algorithms::particles::{HostParticles, Particles};
use gristmill::{Device, Era, Result, random};
use nalgebra::{Vector3, Vector4};
use std::collections::HashSet;

const COLUMNS: usize = 12;
const ROWS: usize = 9;

/// Nothing but the cloth: no weight, no ball, no ground.
fn free() -> Fabric {
    let far = -1e6;
    Fabric { gravity: Vector3::zeros(), ball: Vector4::new(0.0, far, 0.0, 0.0), ground: far, ..Fabric::default() }
}

fn run(device: &Device, start: &HostParticles, fabric: &Fabric, steps: usize) -> Result<HostParticles> {
    cloth(device, &Particles::in_rows(device, COLUMNS, start)?, fabric, steps)?.read()
}

/// A flat cloth whose particles fly in all directions, a tenth of a metre a second.
fn flying(fabric: &Fabric) -> HostParticles {
    let mut state = fabric.flat(COLUMNS, ROWS, 1.0);
    for (i, speed) in state.velocity.iter_mut().enumerate() {
        *speed = Vector4::from_fn(|lane, _| 0.2 * random::uniform(1, i as u32, lane as u32) - 0.1);
        speed.w = 0.0;
    }
    state
}

fn momentum(state: &HostParticles) -> Vector3<f64> {
    state
        .position
        .iter()
        .zip(&state.velocity)
        .map(|(place, speed)| speed.xyz().cast::<f64>() / f64::from(place.w))
        .sum()
}

fn energy(state: &HostParticles, fabric: &Fabric) -> f64 {
    let moving = |speed: &Vector4<f32>| 0.5 * speed.xyz().cast::<f64>().norm_squared();
    let high = |place: &Vector4<f32>| -fabric.gravity.dot(&place.xyz());
    let each = state.position.iter().zip(&state.velocity);
    each.filter(|(place, _)| place.w > 0.0)
        .map(|(place, speed)| (moving(speed) + f64::from(high(place))) / f64::from(place.w))
        .sum()
}

/// Constraints pull both ends alike, so they cannot move the cloth as a whole.
#[test]
fn physics_a_free_cloth_keeps_its_momentum() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let fabric = free();
        let start = flying(&fabric);
        let exact = momentum(&start);
        println!("{era} era: the momentum of a free cloth of {COLUMNS}x{ROWS} particles, g m/s");
        println!("{:>6} {:>10} {:>10} {:>10} {:>10}", "steps", "given", "exact", "difference", "bound");
        for steps in [1, 10, 50] {
            let given = momentum(&run(&device, &start, &fabric, steps)?);
            // A velocity is the difference of two places near 1 m over a three hundredth of a second: 14
            // roundings of half a unit for each particle of 2 g, which fall either way.
            let bound = 14.0 * 300.0 * 6e-8 * 2.0 * ((COLUMNS * ROWS * steps) as f64).sqrt();
            let difference = (given - exact).norm() * 1e3;
            let [given, exact] = [given, exact].map(|momentum| momentum.norm() * 1e3);
            println!("{steps:>6} {given:>10.5} {exact:>10.5} {difference:>10.1e} {bound:>10.1e}");
            assert!(difference <= bound);
        }
    }
    Ok(())
}

/// Position based dynamics takes energy away and never gives any.
#[test]
fn physics_a_cloth_gains_no_energy() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!(
            "{era} era: energy against that of the start, mJ; a free cloth whose particles fly apart, and one that swings on two pins"
        );
        println!("{:>8} {:>6} {:>10} {:>10} {:>10}", "cloth", "steps", "given", "start", "bound");
        let swinging = Fabric { gravity: Fabric::default().gravity, ..free() };
        let mut hung = swinging.flat(COLUMNS, ROWS, 0.0);
        (hung.position[0].w, hung.position[COLUMNS - 1].w) = (0.0, 0.0);
        for (name, fabric, mut now) in [("free", free(), flying(&free())), ("hung", swinging, hung)] {
            let start = energy(&now, &fabric);
            let mut steps = 0;
            for more in if machine::is_slow(&device) { [5, 5, 10] } else { [10, 90, 200] } {
                now = run(&device, &now, &fabric, more)?;
                steps += more;
                // Places are rounded to 6e-8 m, which is a velocity of 2e-5 m/s in a step: far below a
                // microjoule for 0.2 kg.
                let (given, bound) = (energy(&now, &fabric), start + 1e-6);
                let [given, start, bound] = [given, start, bound].map(|joules| joules * 1e3);
                println!("{name:>8} {steps:>6} {given:>10.4} {start:>10.4} {bound:>10.4}");
                assert!(given <= bound);
            }
        }
    }
    Ok(())
}

/// Threads of a cloth that hangs on two pins stay the nearer to their length, the more steps there
/// are in a second.
#[test]
fn physics_threads_keep_their_length() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!(
            "{era} era: how far threads of a cloth on two pins are from their length after a quarter of a second, in hundredths of it"
        );
        println!("{:>8} {:>10} {:>10} {:>8}", "interval", "mean", "largest", "bound");
        for rate in if machine::is_slow(&device) { vec![600] } else { vec![600, 1_200, 2_400] } {
            let fabric = Fabric { gravity: Fabric::default().gravity, interval: 1.0 / rate as f32, ..free() };
            let mut hung = fabric.flat(COLUMNS, ROWS, 0.0);
            (hung.position[0].w, hung.position[COLUMNS - 1].w) = (0.0, 0.0);
            let now = run(&device, &hung, &fabric, if machine::is_slow(&device) { 20 } else { rate / 4 })?;
            let at = |x: usize, y: usize| now.position[x + COLUMNS * y].xyz();
            let mut off = Vec::new();
            for (x, y) in (0..ROWS - 1).flat_map(|y| (0..COLUMNS - 1).map(move |x| (x, y))) {
                for neighbour in [at(x + 1, y), at(x, y + 1)] {
                    off.push(100.0 * ((neighbour - at(x, y)).norm() / fabric.spacing - 1.0).abs());
                }
            }
            let mean = off.iter().sum::<f32>() / off.len() as f32;
            let largest = off.iter().copied().fold(0.0, f32::max);
            let bound = 16.0 * 600.0 / rate as f32; // of twice the steps no more than half
            println!("  1/{rate:<4} {mean:>10.3} {largest:>10.3} {bound:>8}");
            assert!(largest <= bound);
        }
    }
    Ok(())
}

/// A chain of soft threads that hangs as statics says stays as it is: link k carries all that is below it.
#[test]
fn physics_a_chain_hangs_as_statics_says() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let (links, soft) = (7, 0.1_f32); // a newton stretches a link by ten centimetres
        let compliance = [soft, f32::INFINITY, f32::INFINITY];
        let fabric =
            Fabric { compliance, spacing: 0.1, interval: 1.0 / 1000.0, gravity: Fabric::default().gravity, ..free() };
        let mass = 0.05;
        let mut place = 0.0;
        let mut chain = HostParticles::default();
        for k in 0..=links {
            chain
                .position
                .push(Vector4::new(0.0, place, 0.0, if k == 0 { 0.0 } else { 1.0 / mass }));
            chain.velocity.push(Vector4::zeros());
            place -= fabric.spacing + soft * (links - k) as f32 * mass * 9.81;
        }
        let steps = if machine::is_slow(&device) { 30 } else { 500 };
        let now = cloth(&device, &Particles::in_rows(&device, 1, &chain)?, &fabric, steps)?.read()?;
        println!("{era} era: the height of a hanging chain's particles after {steps} steps, m");
        println!("{:>8} {:>10} {:>10} {:>10} {:>10}", "particle", "given", "exact", "difference", "bound");
        for (k, (given, exact)) in now.position.iter().zip(&chain.position).enumerate() {
            // One round of pulls a step leaves w * interval^2 / compliance of a pull to the next: four in ten
            // thousand of a stretch of up to 0.34 m. And half a unit of a place near 2 m is a velocity of
            // 1e-4 m/s, gained or lost in each of 500 steps: another millimetre.
            let (difference, bound) = ((given.y - exact.y).abs(), 2e-3);
            println!("{k:>8} {:>10.5} {:>10.5} {difference:>10.1e} {bound:>10.1e}", given.y, exact.y);
            assert!(difference <= bound);
        }
    }
    Ok(())
}

#[test]
fn no_two_constraints_of_a_batch_share_a_particle() {
    let batches = Fabric::default().batches();
    assert_eq!(batches.len(), 12);
    let mut all = HashSet::new();
    for batch in &batches {
        let mut held = HashSet::new();
        let [across, down] = batch.span.map(|span| span as isize);
        for (x, y) in (0..11_isize).flat_map(|y| (0..13_isize).map(move |x| (x, y))) {
            let along = if across != 0 { x / across } else { y / down };
            let other = (x + across, y + down);
            if along % 2 == batch.colour as isize && (0..13).contains(&other.0) && (0..11).contains(&other.1) {
                assert!(held.insert((x, y)) && held.insert(other), "{batch:?} holds a particle twice");
                assert!(all.insert(((x, y), other)), "{batch:?} has a constraint of another batch");
            }
        }
    }
    // Neighbours, both diagonals, and every other one.
    assert_eq!(all.len(), 12 * 11 + 13 * 10 + 2 * 12 * 10 + 11 * 11 + 13 * 9);
}

#[test]
fn a_step_is_a_pass_for_each_batch_and_two() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let fabric = Fabric::default();
        let start = Particles::in_rows(&device, COLUMNS, &fabric.flat(COLUMNS, ROWS, 1.0))?;
        let (_, trace) = device.trace(|| cloth(&device, &start, &fabric, 3))?;
        assert_eq!(trace.passes(), 3 * 14);
        let two = Fabric { compliance: [0.0, f32::INFINITY, f32::INFINITY], ..fabric };
        let (_, trace) = device.trace(|| cloth(&device, &start, &two, 1))?;
        assert_eq!(trace.passes(), 6);
    }
    Ok(())
}

#[test]
fn bad_cloths_are_refused() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let start = Particles::in_rows(&device, COLUMNS, &Fabric::default().flat(COLUMNS, ROWS, 1.0))?;
        let refused = |fabric: Fabric| cloth(&device, &start, &fabric, 1).err().unwrap().to_string();
        assert_eq!(
            refused(Fabric { interval: 0.1, ..Fabric::default() }),
            "steps of 0.1 s make the cloth unstable: gravity moves a particle by 0.0981 m more in each, and its \
             neighbours are 0.02 m away; use steps of 0.0451 s at most"
        );
        assert_eq!(
            refused(Fabric { interval: 0.0, ..Fabric::default() }),
            "a step of 0 seconds is not valid; give one above 0"
        );
        assert!(refused(Fabric { interval: f32::NAN, ..Fabric::default() }).contains("NaN seconds"));
        assert!(refused(Fabric { spacing: -1.0, ..Fabric::default() }).contains("-1 m spacing"));
        assert!(refused(Fabric { compliance: [0.0, f32::NAN, 0.0], ..Fabric::default() }).contains("compliances"));
        assert!(
            Particles::in_rows(&device, 5, &Fabric::default().flat(3, 3, 1.0)).is_err(),
            "nine particles are no rows of five"
        );
        let line = Particles { position: device.empty(4)?, velocity: device.empty(4)? };
        let error = cloth(&device, &line, &Fabric::default(), 1).err().unwrap().to_string();
        assert_eq!(error, "a cloth has columns and rows, the stream is 4; give it two dimensions");
        let none = Particles::in_rows(&device, 0, &HostParticles::default())?;
        assert!(cloth(&device, &none, &Fabric::default(), 2)?.position.is_empty());
    }
    Ok(())
}
