//! Lattice Boltzmann against published tables and exact solutions: the lid-driven cavity, a channel, decaying
//! vortices, a vortex street.

use crate::machine::{self, is_slow};
use gristmill::algorithms::lattice_boltzmann::{
    Collision, Flow, Lattice, compute_fours, compute_in_place, equilibrium, fragment, lattice_boltzmann,
};
use gristmill::{Device, Era, Error, Result, Scene, image_of};
use nalgebra::Vector4;
use std::f32::consts::TAU;

/// A centreline of Ghia, Ghia and Shin, High-Re Solutions for Incompressible Flow Using the Navier-Stokes
/// Equations and a Multigrid Method, J. Computational Physics 48, 1982, tables I and II: places, and
/// velocities at Re 100 and 400, in units of the side and of the lid's speed.
type Line = [(f32, [f32; 2]); 17];

/// Table I: the velocity to the right along the vertical line through the middle.
const RIGHT: Line = [
    (1.0000, [1.00000, 1.00000]),
    (0.9766, [0.84123, 0.75837]),
    (0.9688, [0.78871, 0.68439]),
    (0.9609, [0.73722, 0.61756]),
    (0.9531, [0.68717, 0.55892]),
    (0.8516, [0.23151, 0.29093]),
    (0.7344, [0.00332, 0.16256]),
    (0.6172, [-0.13641, 0.02135]),
    (0.5000, [-0.20581, -0.11477]),
    (0.4531, [-0.21090, -0.17119]),
    (0.2813, [-0.15662, -0.32726]),
    (0.1719, [-0.10150, -0.24299]),
    (0.1016, [-0.06434, -0.14612]),
    (0.0703, [-0.04775, -0.10338]),
    (0.0625, [-0.04192, -0.09266]),
    (0.0547, [-0.03717, -0.08186]),
    (0.0000, [0.00000, 0.00000]),
];

/// Table II: the velocity upwards along the horizontal line through the middle.
const UP: Line = [
    (1.0000, [0.00000, 0.00000]),
    (0.9688, [-0.05906, -0.12146]),
    (0.9609, [-0.07391, -0.15663]),
    (0.9531, [-0.08864, -0.19254]),
    (0.9453, [-0.10313, -0.22847]),
    (0.9063, [-0.16914, -0.23827]),
    (0.8594, [-0.22445, -0.44993]),
    (0.8047, [-0.24533, -0.38598]),
    (0.5000, [0.05454, 0.05186]),
    (0.2344, [0.17527, 0.30174]),
    (0.2266, [0.17507, 0.30203]),
    (0.1563, [0.16077, 0.28124]),
    (0.0938, [0.12317, 0.22965]),
    (0.0781, [0.10890, 0.20920]),
    (0.0703, [0.10091, 0.19713]),
    (0.0625, [0.09233, 0.18360]),
    (0.0000, [0.00000, 0.00000]),
];

/// One number of table II cannot be meant: at Re 400 the velocity falls from -0.22847 at 0.9453 to -0.44993
/// at 0.8594, and the table has -0.23827 in between at 0.9063. It is printed with the others, and not judged.
const MISPRINT: (f32, usize) = (0.9063, 1);

/// The velocities along both middles of a cavity, of the side's cells and of the walls, in units of the lid's
/// speed.
fn middles(lattice: &Lattice, side: usize) -> Result<[Vec<f32>; 2]> {
    let fields = lattice.fields()?;
    let (width, speed) = (lattice.flow().size[0], lattice.flow().velocity[0]);
    let middle = 1 + side / 2; // side is odd
    let inside = 1..=side;
    let along = |first: f32, cells: Vec<f32>, last: f32| [vec![first], cells, vec![last]].concat();
    let right = inside.clone().map(|y| fields[y * width + middle].z / speed).collect();
    let up = inside.map(|x| fields[middle * width + x].w / speed).collect();
    Ok([along(0.0, right, 1.0), along(0.0, up, 0.0)])
}

/// The velocity at a place, by a line between the two nearest cells, or a cell and the wall half a cell
/// beyond.
fn at(velocities: &[f32], place: f32) -> f32 {
    let side = velocities.len() - 2;
    let place_of = |i: usize| ((i as f32 - 0.5) / side as f32).clamp(0.0, 1.0);
    let right = (1..velocities.len() - 1)
        .find(|i| place_of(*i) >= place)
        .unwrap_or(velocities.len() - 1);
    let [low, high] = [place_of(right - 1), place_of(right)];
    velocities[right - 1] + (velocities[right] - velocities[right - 1]) * (place - low) / (high - low)
}

/// Runs until a thousand steps change no velocity in the middles by more than that part of the lid's speed.
fn settle(lattice: &mut Lattice, side: usize, most_change: f32) -> Result<()> {
    let mut before = middles(lattice, side)?.concat();
    for _ in 0..60 {
        lattice.run(1_000)?;
        lattice.check()?;
        let now = middles(lattice, side)?.concat();
        let change = now
            .iter()
            .zip(&before)
            .map(|(now, before)| (now - before).abs())
            .fold(0.0, f32::max);
        before = now;
        if change < most_change {
            return Ok(());
        }
    }
    Err(Error::data("the cavity does not settle"))
}

/// Computes a cavity and compares; prints the table.
fn cavity(device: &Device, side: usize, reynolds: usize, speed: f32, bound: f32) -> Result<()> {
    let mut lattice = Lattice::new(device, Flow::cavity(side, reynolds as f32, speed))?;
    settle(&mut lattice, side, 5e-4)?;
    let given = middles(&lattice, side)?;
    println!("{} era: cavity of {side}x{side} cells at Re {reynolds}, {} steps", device.era(), lattice.steps());
    println!("{:>8} {:>10} {:>10} {:>10} {:>7}", "place", "given", "published", "difference", "bound");
    let column = usize::from(reynolds == 400);
    let mut worst = 0.0_f32;
    for ((name, line), given) in [("to the right, along x = 0.5", RIGHT), ("upwards, along y = 0.5", UP)]
        .iter()
        .zip(&given)
    {
        println!("velocity {name}");
        for (place, published) in line {
            let (given, published) = (at(given, *place), published[column]);
            let difference = (given - published).abs();
            let misprint = (*place, column) == MISPRINT && published == -0.23827;
            let note = if misprint { "   a misprint: not judged" } else { "" };
            println!("{place:>8.4} {given:>10.5} {published:>10.5} {difference:>10.5} {bound:>7.3}{note}");
            worst = worst.max(if misprint { 0.0 } else { difference });
        }
    }
    println!("the worst difference is {worst:.5}\n");
    assert!(worst <= bound, "off by {worst}, {bound} allowed");
    Ok(())
}

// One era each, for it takes a minute; the agreement holds the eras to each other.
#[test]
fn physics_cavity_of_ghia_at_re_100() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    match is_slow(&device) {
        true => cavity(&device, 17, 100, 0.2, 0.05),
        false => cavity(&device, 129, 100, 0.2, 0.02),
    }
}

#[test]
fn physics_cavity_of_ghia_at_re_400() -> Result<()> {
    let Some(device) = machine::device(Era::Compute) else { return Ok(()) };
    match is_slow(&device) {
        true => cavity(&device, 17, 400, 0.2, 0.2),
        false => cavity(&device, 129, 400, 0.2, 0.015),
    }
}

/// Between plates, a force and the friction balance in a parabola. Two rates give it but for rounding; one
/// rate puts the walls elsewhere.
#[test]
fn physics_channel_is_a_parabola() -> Result<()> {
    const HEIGHT: usize = 16;
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: {HEIGHT} cells between two plates against the parabola, differences in parts of its peak");
        println!("{:>10} {:>16} {:>12} {:>10}", "collision", "relaxation time", "difference", "bound");
        // The slip of one rate at a wall, in parts of the peak, is 4/3 (4 (t - 1/2)^2 - 3/4) over the
        // height's square: a sum on paper.
        for (collision, viscosity) in
            [(Collision::TwoRates, 1.0 / 6.0), (Collision::TwoRates, 0.5), (Collision::OneRate, 0.5)]
        {
            let force = 1e-4 * viscosity;
            let mut flow = Flow::channel([4, HEIGHT + 2], viscosity, force);
            flow.collision = collision;
            let time = flow.relaxation_time();
            let mut lattice = Lattice::new(&device, flow)?;
            lattice.run((1_000.0 / viscosity) as usize / 2)?;
            let fields = lattice.fields()?;
            let exact = |y: usize| {
                let from_wall = y as f32 - 0.5;
                force / (2.0 * viscosity) * from_wall * (HEIGHT as f32 - from_wall)
            };
            let peak = force / (8.0 * viscosity) * (HEIGHT * HEIGHT) as f32;
            let worst = (1..=HEIGHT)
                .map(|y| (fields[4 * y].z - exact(y)).abs() / peak)
                .fold(0.0, f32::max);
            let slip = (4.0 * (time - 0.5) * (time - 0.5) - 0.75) / 3.0 * 4.0 / (HEIGHT * HEIGHT) as f32;
            let bound = if collision == Collision::TwoRates { 1e-4 } else { slip.abs() + 1e-4 };
            println!("{:>10} {time:>16.3} {worst:>12.2e} {bound:>10.2e}", format!("{collision:?}"));
            assert!(worst <= bound);
        }
    }
    Ok(())
}

/// Vortices in a square array decay without a change of shape (Taylor 1923): by exp(-2 viscosity k^2 time).
#[test]
fn physics_vortices_of_taylor_and_green_decay() -> Result<()> {
    const SPEED: f32 = 0.02;
    const VISCOSITY: f32 = 0.02;
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let side: usize = if is_slow(&device) { 16 } else { 64 };
        let wave = TAU / side as f32;
        let flow = Flow::torus([side, side], VISCOSITY);
        let velocity = |x: f32, y: f32| {
            [SPEED * (wave * x).cos() * (wave * y).sin(), -SPEED * (wave * x).sin() * (wave * y).cos()]
        };
        let start: Vec<_> = (0..side * side)
            .map(|at| {
                let [x, y] = [(at % side) as f32, (at / side) as f32];
                let pressure = -SPEED * SPEED / 4.0 * ((2.0 * wave * x).cos() + (2.0 * wave * y).cos());
                equilibrium(3.0 * pressure, velocity(x, y))
            })
            .collect();
        let mut lattice = Lattice::start(&device, flow, &start)?;
        println!("{era} era: vortices on a torus of {side}x{side}, the worst cell in parts of the first speed");
        println!("{:>6} {:>12} {:>12} {:>12} {:>8}", "steps", "speed left", "exact", "difference", "bound");
        let steps = side * side / 8;
        for _ in 0..3 {
            lattice.run(steps)?;
            let left = (-2.0 * VISCOSITY * wave * wave * lattice.steps() as f32).exp();
            let fields = lattice.fields()?;
            let off = |(at, field): (usize, &Vector4<f32>)| {
                let [x, y] = velocity((at % side) as f32, (at / side) as f32);
                (field.z - left * x).abs().max((field.w - left * y).abs()) / SPEED
            };
            let worst = fields.iter().enumerate().map(off).fold(0.0, f32::max);
            let bound = 6.0 / (side * side) as f32 + 2e-4; // of second order in the cells a wave has
            let (steps, given) = (lattice.steps(), lattice.fastest()? / SPEED);
            println!("{steps:>6} {given:>12.5} {left:>12.5} {worst:>12.5} {bound:>8.4}");
            assert!(worst <= bound);
        }
    }
    Ok(())
}

/// The wake of a cylinder swings at Reynolds 100 with 0.164 of speed over thickness where the stream is
/// boundless (Williamson 1989). On the torus the cylinder has neighbours, which leave the stream five sixths
/// of the way and so a speed up to six fifths as high: between these it must be.
#[test]
fn physics_wake_of_a_cylinder_swings() -> Result<()> {
    const SLOWEST: f32 = 0.164;
    for era in Era::ALL {
        let Some(device) = machine::device(era).filter(|device| !is_slow(device)) else { continue };
        let (size, speed) = ([240, 80], 0.15);
        let flow = Flow::cylinder(size, 100.0, speed);
        let start = flow.moving(|_, _| [speed, 0.0]);
        let mut lattice = Lattice::start(&device, flow, &start)?;
        lattice.run(5_000)?;
        lattice.check()?;
        let probe = size[0] / 2 + size[0] * (size[1] / 2);
        let (mut upwards, mut before) = (Vec::new(), f32::MAX);
        for _ in 0..150 {
            lattice.run(10)?;
            let now = lattice.fields()?[probe].w;
            if before < 0.0 && now >= 0.0 {
                upwards.push(lattice.steps() as f32 - 10.0 * now / (now - before));
            }
            before = now;
        }
        assert!(upwards.len() > 2, "the wake swings {} times", upwards.len());
        let period = (upwards[upwards.len() - 1] - upwards[0]) / (upwards.len() - 1) as f32;
        let given = size[1] as f32 / 6.0 / speed / period;
        println!("{era} era: a swing of the wake takes {period:.1} steps");
        println!("{:>10} {:>10} {:>10} {:>10}", "Strouhal", "boundless", "difference", "bound");
        println!("{given:>10.4} {SLOWEST:>10.4} {:>10.4} {:>10.4}", given - SLOWEST, SLOWEST / 5.0);
        assert!((SLOWEST..=SLOWEST * 1.2).contains(&given));
    }
    Ok(())
}

/// Nothing flows through walls, sliding ones too, and collisions make nothing.
#[test]
fn physics_mass_is_kept() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let (side, steps) = if is_slow(&device) { (14, 200) } else { (62, 2_000) };
        let mut lattice = Lattice::new(&device, Flow::cavity(side, 100.0, 0.1))?;
        lattice.run(steps)?;
        let mass: f64 = lattice.fields()?.iter().map(|field| f64::from(field.y)).sum();
        let part = (mass / (side * side) as f64).abs();
        // Each step rounds a cell's numbers, all below 1/8, at random: 9 of them, and some 40 operations.
        let bound = steps as f64 * 9.0 * f64::from(f32::EPSILON) / 16.0;
        println!(
            "{era} era: a cavity of {side}x{side} gains {part:.1e} of its mass in {steps} steps; the bound is {bound:.1e}"
        );
        assert!(part <= bound);
    }
    Ok(())
}

fn sentence<T>(result: Result<T>) -> String {
    result.err().map_or_else(|| "no error".to_string(), |error| error.to_string())
}

#[test]
fn flows_that_cannot_be_computed_are_refused() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let with = |change: fn(&mut Flow)| {
            let mut flow = Flow::torus([4, 3], 0.1);
            change(&mut flow);
            sentence(Lattice::new(&device, flow))
        };
        assert_eq!(
            with(|flow| flow.viscosity = 0.0),
            "a viscosity of 0 is a relaxation time of 0.5 steps, the limit is above 0.5; give a greater viscosity, or more cells to the same flow"
        );
        assert!(with(|flow| flow.viscosity = f32::NAN).contains("a viscosity of NaN"));
        assert!(with(|flow| flow.viscosity = f32::INFINITY).contains("a viscosity of inf"));
        assert_eq!(
            with(|flow| flow.velocity = [0.0, 0.5]),
            "walls or held fluid of 0.5 cells per step given, the limit is 0.3; give a lower speed, and a viscosity lower by as much"
        );
        assert!(with(|flow| flow.velocity = [f32::NAN, 0.0]).contains("of NaN cells per step given"));
        assert!(with(|flow| flow.force = [f32::NAN, 0.0]).contains("it must be finite"));
        assert_eq!(with(|flow| flow.cells.truncate(11)), "11 cells given for a lattice of 4x3; it has 12");
        let few = Lattice::start(&device, Flow::torus([4, 3], 0.1), &[[0.0; 9]; 5]);
        assert_eq!(sentence(few), "distributions of 5 cells given, the lattice has 12; Flow::moving makes them");
    }
    Ok(())
}

#[test]
fn small_lattices_are_defined() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for size in [[0, 0], [1, 1], [1, 5], [7, 1]] {
            let mut lattice = Lattice::new(&device, Flow::torus(size, 0.1))?;
            lattice.run(3)?;
            lattice.check()?;
            assert_eq!(lattice.read()?, vec![[0.0; 9]; size[0] * size[1]]);
            let picture = image_of(&lattice.picture([3, 2])?)?;
            assert_eq!(picture.get_pixel(2, 1).0[3] == 255, size != [0, 0]);
        }
    }
    Ok(())
}

/// A lid as fast as allowed over a fluid that hardly sticks: it blows up, and that is said.
#[test]
fn a_flow_that_blows_up_is_seen() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let mut flow = Flow::cavity(14, 1e6, 0.3);
        flow.collision = Collision::OneRate;
        let mut lattice = Lattice::new(&device, flow)?;
        lattice.check()?;
        lattice.run(2_000)?;
        let said = sentence(lattice.check());
        assert!(said.starts_with("the flow became unstable within 2000 steps: a cell flows "), "{said}");
        assert!(said.contains("the limit is 0.3; the relaxation time is 0.5"), "{said}");
    }
    Ok(())
}

/// A step is one pass, and moves what the module's table says.
#[test]
fn a_step_is_a_pass() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let start = Lattice::new(&device, Flow::torus([8, 4], 0.1))?;
        let (_, trace) = device.trace(|| lattice_boltzmann(&device, &start, 6))?;
        assert_eq!(trace.passes(), 6);
        let bytes_a_cell = if era == Era::Fragment { 100 } else { 76 };
        assert_eq!(trace.bytes(), 6 * 32 * bytes_a_cell);
    }
    Ok(())
}

#[test]
fn rungs_say_what_they_cannot() -> Result<()> {
    let Some(device) = machine::device(Era::Compute) else { return Ok(()) };
    let odd = Lattice::new(&device, Flow::torus([6, 3], 0.1))?;
    assert_eq!(
        sentence(compute_fours(&device, &odd, 2)),
        "lattice_boltzmann_fours.comp: rows of 6 cells given, it needs a multiple of 4; make them 8 with walls"
    );
    assert_eq!(
        sentence(compute_in_place(&device, &odd, 3)),
        "lattice_boltzmann_in_place.comp: 3 steps given, the rung runs them in pairs; give an even number"
    );
    assert_eq!(
        sentence(fragment(&device, &odd, 2)),
        "lattice_boltzmann: the lattice is laid out for the compute era; make it on a device of the era that runs it"
    );
    Ok(())
}
