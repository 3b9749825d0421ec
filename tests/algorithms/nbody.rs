//! N bodies: Kepler's law, the figure of eight, what is conserved, and bad input.

use crate::machine;
use gristmill::algorithms::Algorithm;
use gristmill::algorithms::nbody::{self, Bodies, Galaxies, HostBodies, Motion, nbody};
use gristmill::{Device, Era, Result, Scene, image_of};
use nalgebra::{Vector3, Vector4};
use std::f64::consts::TAU;

type Ticks = fn(&Device, &Bodies, &Motion, usize) -> Result<Bodies>;

const RUNGS: [(&str, Era, Ticks); 6] = [
    ("fragment", Era::Fragment, nbody::fragment),
    ("compute_plain", Era::Compute, nbody::compute_plain),
    ("compute_shared", Era::Compute, nbody::compute_shared),
    ("compute_registers", Era::Compute, nbody::compute_registers),
    ("fragment_plain", Era::Fragment, nbody::fragment_plain),
    ("compute_images", Era::Compute, nbody::compute_images),
];

fn body(place: [f32; 3], mass: f32) -> Vector4<f32> {
    Vector3::from(place).push(mass)
}

/// Two bodies of half a mass each, one apart, in circles: by Kepler's third law they are around once in 2 pi.
///
/// Slowed down by a part of (tick)² / 8, bodies that leap stay on the circle, and turn by twice the arc sine
/// of half a tick in each tick, exactly. So they are around too soon by a part of (tick)² / 24.
#[test]
fn physics_two_bodies_are_around_in_keplers_period() -> Result<()> {
    println!("the period of two bodies in circles by the leapfrog; Kepler's is 2 pi = {TAU:.6}");
    println!(
        "{:>9} {:>6} {:>10} {:>10} {:>10} {:>10} {:>12}",
        "era", "ticks", "period", "exact", "off by", "bound", "from Kepler"
    );
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for ticks in [32, 64, 128, 256] {
            let interval = TAU / ticks as f64;
            let speed = (0.5 * (1.0 - interval * interval / 4.0).sqrt()) as f32;
            let start = HostBodies {
                position: vec![body([0.5, 0.0, 0.0], 0.5), body([-0.5, 0.0, 0.0], 0.5)],
                velocity: vec![body([0.0, speed, 0.0], 0.0), body([0.0, -speed, 0.0], 0.0)],
            };
            let motion = Motion { softening: 0.0, interval: interval as f32 };
            let now = nbody(&device, &Bodies::new(&device, &start)?, &motion, ticks)?.read()?;
            let place = now.position[0];
            let beyond = f64::from(place.y).atan2(f64::from(place.x)); // of a whole turn
            let period = TAU * TAU / (TAU + beyond);
            let exact = TAU / (2.0 * (interval / 2.0).asin()) * interval;
            // A driver's inverse square root may be off by 2^-18, of which thrice the half is the period's;
            // and a rounding a tick.
            let bound = TAU * (1.5 * 2_f64.powi(-18) + ticks as f64 * f64::from(f32::EPSILON));
            let (off, kepler) = ((period - exact).abs(), period - TAU);
            println!("{era:>9} {ticks:>6} {period:>10.6} {exact:>10.6} {off:>10.2e} {bound:>10.2e} {kepler:>12.2e}");
            assert!(off <= bound, "{era}, {ticks} ticks");
            assert!(kepler.abs() <= TAU * interval * interval / 23.0 + bound, "{era}, {ticks} ticks");
            let radius = f64::from(place.xyz().norm());
            assert!((radius - 0.5).abs() <= bound, "{era}, {ticks} ticks: a circle of {radius}");
        }
    }
    Ok(())
}

/// The figure of eight of three equal masses: Chenciner and Montgomery, Annals of Mathematics 152, 2000;
/// numbers of Simó.
#[test]
fn physics_three_bodies_dance_a_figure_of_eight() -> Result<()> {
    const PERIOD: f64 = 6.325_913_98;
    let (x, y, u, v) = (0.970_004_4, -0.243_087_53, -0.932_407_4, -0.864_731_46);
    let start = HostBodies {
        position: vec![body([x, y, 0.0], 1.0), body([-x, -y, 0.0], 1.0), body([0.0, 0.0, 0.0], 1.0)],
        velocity: vec![body([-u / 2.0, -v / 2.0, 0.0], 0.0); 2]
            .into_iter()
            .chain([body([u, v, 0.0], 0.0)])
            .collect(),
    };
    println!(
        "three bodies after the period of their figure of eight, {PERIOD}: how far they are from where they began"
    );
    println!("{:>9} {:>6} {:>10} {:>10}", "era", "ticks", "distance", "bound");
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for ticks in [250, 500, 1_000] {
            let motion = Motion { softening: 0.0, interval: (PERIOD / f64::from(ticks)) as f32 };
            let now = nbody(&device, &Bodies::new(&device, &start)?, &motion, ticks as usize)?.read()?;
            let apart = now
                .position
                .iter()
                .zip(&start.position)
                .map(|(now, then)| (now - then).norm())
                .fold(0.0, f32::max);
            // The method is of second order. The distance is some number of squared ticks, and the
            // roundings of all kicks add up to little beside it.
            let bound = 3.0 * (PERIOD / f64::from(ticks)).powi(2) + 1e-4;
            println!("{era:>9} {ticks:>6} {apart:>10.2e} {bound:>10.2e}");
            assert!(f64::from(apart) <= bound, "{era}, {ticks} ticks");
        }
    }
    Ok(())
}

#[test]
fn physics_a_ball_of_bodies_keeps_energy_and_momentum() -> Result<()> {
    println!(
        "a ball of bodies that collapses: how far energy and momentum are from those at the start, relative to energy"
    );
    println!(
        "{:>18} {:>7} {:>6} {:>10} {:>8} {:>10} {:>8}",
        "rung", "bodies", "ticks", "energy", "bound", "momentum", "bound"
    );
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let (bodies, ticks) = if machine::is_slow(&device) { (65, 20) } else { (301, 200) };
        let (start, motion) = (HostBodies::ball(bodies, 4), Motion::default());
        let now = rung(&device, &Bodies::new(&device, &start)?, &motion, ticks)?.read()?;
        let energy = start.energy(motion.softening);
        let drift = ((now.energy(motion.softening) - energy) / energy).abs();
        let momentum = (now.momentum() - start.momentum()).amax() / energy.abs();
        // The leapfrog's energy swings by some part of the squared tick. Forces are opposite but for the
        // rounding of two products.
        let bounds = [1e-4, 1e-6];
        println!(
            "{name:>18} {bodies:>7} {ticks:>6} {drift:>10.2e} {:>8.0e} {momentum:>10.2e} {:>8.0e}",
            bounds[0], bounds[1]
        );
        assert!(drift <= bounds[0] && momentum <= bounds[1], "{name}");
    }
    Ok(())
}

#[test]
fn blocks_of_bodies_are_added() -> Result<()> {
    // More than two blocks of 2^13: the last few pull too.
    let many = 16_400;
    let mut start = HostBodies { position: vec![Vector4::zeros(); many], velocity: vec![Vector4::zeros(); many] };
    start.position[many - 1] = body([2.0, 0.0, 0.0], 4.0);
    let motion = Motion { softening: 0.0, interval: 0.5 };
    for (passes, (name, era, rung)) in [7, 4, 4, 4].into_iter().zip([RUNGS[0], RUNGS[3], RUNGS[4], RUNGS[5]]) {
        let Some(device) = machine::device(era) else { continue };
        if machine::is_slow(&device) {
            continue; // 270 million pairs
        }
        let (now, trace) = device.trace(|| rung(&device, &Bodies::new(&device, &start)?, &motion, 1))?;
        assert_eq!(trace.passes(), 2 * passes, "{name}");
        let now = now.read()?;
        assert!((now.position[0].x - 0.125).abs() < 1e-5, "{name}: {}", now.position[0]);
        assert_eq!(now.position[many - 1], start.position[many - 1], "{name}");
    }
    Ok(())
}

/// A block of bodies is as many turns of a loop as llvmpipe takes at most, however many bodies
/// there are.
#[test]
fn no_block_is_longer_than_a_loop() -> Result<()> {
    for rung in Algorithm::find("nbody")?.ways() {
        for bodies in [0, 1, 8_191, 8_192, 8_193, 1 << 30] {
            let turns = (rung.turns)(bodies);
            assert!(turns <= 65_535, "{} of {bodies} bodies: {turns} turns", rung.name);
        }
    }
    Ok(())
}

#[test]
fn bodies_at_one_place_do_not_pull() -> Result<()> {
    let start = HostBodies { position: vec![body([1.0, 2.0, 3.0], 1.0); 2], velocity: vec![Vector4::zeros(); 2] };
    let motion = Motion { softening: 0.0, interval: 0.5 };
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        assert_eq!(rung(&device, &Bodies::new(&device, &start)?, &motion, 3)?.read()?, start, "{name}");
        let empty = Bodies::new(&device, &HostBodies::default())?;
        assert_eq!(rung(&device, &empty, &motion, 3)?.read()?, HostBodies::default(), "{name}");
    }
    Ok(())
}

#[test]
fn both_eras_draw_the_same_galaxies() -> Result<()> {
    let start = HostBodies::galaxies(100, 1);
    let mut pictures = Vec::new();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let mut galaxies = Galaxies::new(&device, &start)?;
        pictures.push(image_of(&galaxies.picture([40, 30])?)?);
        galaxies.advance(None)?;
    }
    assert!(pictures.iter().all(|picture| *picture == pictures[0]));
    Ok(())
}

#[test]
fn what_has_no_motion_is_refused() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let bodies = Bodies::new(&device, &HostBodies::ball(3, 1))?;
    let refused = |motion: Motion| nbody(&device, &bodies, &motion, 1).map(drop).unwrap_err().to_string();
    let motion = Motion::default();
    assert_eq!(
        refused(Motion { softening: -1.0, ..motion }),
        "a softening of -1 is not valid; give a finite length of 0 or more"
    );
    assert_eq!(
        refused(Motion { interval: f32::NAN, ..motion }),
        "a tick of NaN seconds is not finite; give a finite one"
    );
    let mut lost = HostBodies::ball(3, 1);
    lost.position[2].w = f32::INFINITY;
    let error = Bodies::new(&device, &lost).map(drop).unwrap_err().to_string();
    assert_eq!(error, "body 2 has a NaN or an infinity; give it finite numbers");
    Ok(())
}
