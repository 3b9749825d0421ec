//! Flocks: what each rule alone must conserve, the grid against all pairs, pictures, and bad input.

use crate::machine;
use gristmill::algorithms::boids::{self, Birds, Flock, HostBirds, Rules, apart, bound};
use gristmill::algorithms::{Algorithm, hash_grid};
use gristmill::{Device, Era, Mouse, Result, Scene, image_of};
use nalgebra::{Point3, Vector3, Vector4};

type Ticks = fn(&Device, &Birds, &Rules, usize) -> Result<Birds>;

const RUNGS: [(&str, Era, Ticks); 5] = [
    ("fragment", Era::Fragment, boids::fragment),
    ("fragment_grid", Era::Fragment, boids::fragment_grid),
    ("compute", Era::Compute, boids::compute),
    ("compute_shared", Era::Compute, boids::compute_shared),
    ("compute_grid", Era::Compute, boids::compute_grid),
];

/// Nobody minds anybody.
fn none() -> Rules {
    let none = Rules { separation: 0.0, alignment: 0.0, cohesion: 0.0, pull: 0.0, ..Rules::default() };
    Rules { eagerness: 0.0, fastest: 100.0, ..none }
}

fn pair(apart: f32) -> HostBirds {
    let position = vec![Vector4::new(-apart / 2.0, 0.5, 0.0, 0.0), Vector4::new(apart / 2.0, 0.5, 0.0, 1.0)];
    HostBirds { position, velocity: vec![Vector4::new(0.5, 1.0, 0.0, 0.0), Vector4::new(-1.5, 0.25, 0.5, 0.0)] }
}

fn momentum(state: &HostBirds) -> Vector3<f32> {
    state.velocity.iter().map(|velocity| velocity.xyz()).sum()
}

#[test]
fn physics_birds_without_rules_fly_straight() -> Result<()> {
    let (start, rules, ticks) = (HostBirds::new(321, 5), none(), 30);
    let seconds = ticks as f32 * rules.interval;
    println!("how far birds without rules are from their straight lines after {ticks} ticks, metres");
    println!("{:>16} {:>10} {:>10}", "rung", "worst", "bound");
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let now = rung(&device, &Birds::new(&device, &start)?, &rules, ticks)?.read()?;
        let straight = start
            .position
            .iter()
            .zip(&start.velocity)
            .map(|(place, speed)| place + speed * seconds);
        let worst = straight
            .zip(&now.position)
            .map(|(exact, given)| (exact - given).amax())
            .fold(0.0, f32::max);
        // A place is below 16 metres, and rounded twice a tick.
        let bound = ticks as f32 * 2.0 * 8.0 * f32::EPSILON;
        println!("{name:>16} {worst:>10.2e} {bound:>10.2e}");
        assert_eq!(now.velocity, start.velocity, "{name}");
        assert!(worst <= bound, "{name}");
    }
    Ok(())
}

#[test]
fn physics_a_pair_keeps_its_momentum() -> Result<()> {
    let only = |rule: &str| match rule {
        "cohesion" => Rules { cohesion: 3.0, ..none() },
        "separation" => Rules { separation: 20.0, ..none() },
        _ => Rules { alignment: 4.0, ..none() },
    };
    println!(
        "momentum that a pair of birds gains in 20 ticks of one rule, and how its velocity changes meanwhile, m/s"
    );
    println!("{:>12} {:>16} {:>10} {:>10} {:>10}", "rule", "rung", "momentum", "bound", "velocity");
    for rule in ["cohesion", "separation", "alignment"] {
        let (start, rules) = (pair(0.75), only(rule));
        for (name, era, rung) in RUNGS {
            let Some(device) = machine::device(era) else { continue };
            let now = rung(&device, &Birds::new(&device, &start)?, &rules, 20)?.read()?;
            let gained = (momentum(&now) - momentum(&start)).amax();
            let turned = (now.velocity[0] - start.velocity[0]).amax();
            // Both turn by opposite amounts, each rounded once and added to a velocity below 4 once, a tick.
            let bound = 20.0 * 2.0 * 4.0 * f32::EPSILON;
            println!("{rule:>12} {name:>16} {gained:>10.2e} {bound:>10.2e} {turned:>10.2e}");
            assert!(gained <= bound, "{rule}, {name}");
            assert!(turned > 0.01, "{rule}, {name}: nothing happened");
        }
    }
    Ok(())
}

#[test]
fn physics_the_grid_is_all_pairs() -> Result<()> {
    let rules = Rules::default();
    println!("a tick by the grid against the same tick by all pairs: the largest difference in any lane");
    println!("{:>12} {:>8} {:>10} {:>10}", "rung", "birds", "worst", "bound");
    for (name, era, grid, pairs) in [
        ("fragment", Era::Fragment, boids::fragment_grid as Ticks, boids::fragment as Ticks),
        ("compute", Era::Compute, boids::compute_grid, boids::compute_shared),
    ] {
        let Some(device) = machine::device(era) else { continue };
        for birds in if machine::is_slow(&device) { [1, 64, 255] } else { [2, 255, 3_001] } {
            let start = Birds::new(&device, &HostBirds::new(birds, 3))?;
            let given = grid(&device, &start, &rules, 1)?.read()?;
            let worst = apart(&given, &pairs(&device, &start, &rules, 1)?.read()?);
            // Each is within the bound of the exact tick.
            let bound = 2.0 * bound(&rules, 1);
            println!("{name:>12} {birds:>8} {worst:>10.2e} {bound:>10.2e}");
            assert!(worst <= bound, "{name} of {birds}");
        }
    }
    let start = HostBirds::new(1_000, 3);
    let mut plain = boids::reference_grid(&start, &rules, 1);
    plain = boids::reference_grid(&plain, &rules, 0);
    let mut order: Vec<_> = plain.position.into_iter().zip(plain.velocity).collect();
    order.sort_by(|(one, _), (other, _)| one.w.total_cmp(&other.w));
    let (position, velocity) = order.into_iter().unzip();
    let plain = HostBirds { position, velocity };
    assert!(apart(&plain, &boids::reference(&start, &rules, 1)) <= bound(&rules, 1));
    Ok(())
}

#[test]
fn birds_that_stand_still_or_meet_are_numbers() -> Result<()> {
    // The listing's velocities are zero at first, and it normalises them (erratum 17 of chapter 10).
    let place = Vector4::new(1.0, 2.0, 3.0, 0.0);
    let start = HostBirds { position: vec![place; 3], velocity: vec![Vector4::zeros(); 3] };
    let rules = Rules { goal: place.xyz().into(), ..Rules::default() };
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let now = rung(&device, &Birds::new(&device, &start)?, &rules, 2)?.read()?;
        for (bird, (position, velocity)) in now.position.iter().zip(&now.velocity).enumerate() {
            assert_eq!(*position, place.xyz().push(bird as f32), "{name}");
            assert_eq!(*velocity, Vector4::zeros(), "{name}");
        }
        let mut flock = Flock::new(&device, &start, rules)?;
        let picture = image_of(&flock.picture([33, 17])?)?;
        assert!(picture.pixels().all(|pixel| pixel.0[3] == 255), "{name}");
    }
    Ok(())
}

#[test]
fn birds_of_a_crowd_fly_on_by_themselves() -> Result<()> {
    let rules = Rules { goal: Point3::new(0.0, 90.0, 0.0), ..Rules::default() };
    let flock = |birds: usize| HostBirds {
        position: (0..birds).map(|bird| Vector4::new(0.5, 0.5, 0.5, bird as f32)).collect(),
        velocity: vec![Vector4::new(1.0, 2.0, 3.0, 0.0); birds],
    };
    let (start, alone) = (flock(hash_grid::CROWD + 1), boids::reference(&flock(1), &rules, 1));
    for (name, era, rung) in RUNGS.into_iter().filter(|(name, ..)| name.ends_with("grid")) {
        let Some(device) = machine::device(era).filter(|device| !machine::is_slow(device)) else { continue };
        let now = rung(&device, &Birds::new(&device, &start)?, &rules, 1)?.read()?;
        let one = |bird: usize| HostBirds {
            position: vec![now.position[bird].xyz().push(0.0)],
            velocity: vec![now.velocity[bird]],
        };
        let off = (0..=hash_grid::CROWD).map(|bird| apart(&one(bird), &alone)).fold(0.0, f64::max);
        assert!(off <= bound(&rules, 1), "{name}: {off}");
    }
    Ok(())
}

#[test]
fn the_mouse_leads_the_flock() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let mut flock = Flock::new(&device, &HostBirds::new(60, 2), Rules { pull: 20.0, ..Rules::default() })?;
        let middle = |flock: &Flock| -> Result<Vector4<f32>> {
            Ok(flock.birds().read()?.position.iter().sum::<Vector4<f32>>() / 60.0)
        };
        let before = middle(&flock)?;
        for _ in 0..12 {
            flock.advance(Some(Mouse { at: [0.0, 0.0], ..Mouse::default() }))?;
        }
        let moved = middle(&flock)? - before;
        assert!(moved.x < -0.2 && moved.y > 0.2, "{era}: the mouse is at the upper left, the flock went by {moved}");
    }
    Ok(())
}

#[test]
fn what_makes_no_flock_is_refused() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let birds = Birds::new(&device, &HostBirds::new(3, 1))?;
    let refused = |rules: Rules| boids::boids(&device, &birds, &rules, 1).map(drop).unwrap_err().to_string();
    let rules = Rules::default();
    assert_eq!(refused(Rules { radius: 0.0, ..rules }), "a radius of 0 m is not valid; give a finite one above 0");
    assert_eq!(
        refused(Rules { closest: 2.0, ..rules }),
        "a bird keeps 2 m away but sees 1.5 m far; give it a closest above 0, and up to that"
    );
    assert_eq!(
        refused(Rules { fastest: f32::NAN, ..rules }),
        "speeds of 6 and NaN m/s are not valid; give finite ones above 0"
    );
    assert_eq!(
        refused(Rules { interval: f32::INFINITY, ..rules }),
        "a rule of the flock is inf; give it a finite number"
    );
    let mut lost = HostBirds::new(3, 1);
    lost.velocity[1].y = f32::NAN;
    let error = Birds::new(&device, &lost).map(drop).unwrap_err().to_string();
    assert_eq!(error, "bird 1 has a position or velocity that is not finite; give finite numbers");
    lost.velocity.pop();
    let error = Birds::new(&device, &lost).map(drop).unwrap_err().to_string();
    assert_eq!(error, "2 velocities given for 3 birds; give each bird one");
    Ok(())
}

/// All pairs end at the limit of a machine that counts the turns of loops: a bird more is refused
/// before anything runs.
#[test]
fn all_pairs_longer_than_a_loop_are_refused() -> Result<()> {
    let rules = Rules::default();
    let rungs =
        [(RUNGS[0], 65_534, "fragment_grid"), (RUNGS[2], 65_534, "compute_grid"), (RUNGS[3], 64_524, "compute_grid")];
    for ((name, era, rung), most, next) in rungs {
        let turns = Algorithm::find("boids")?
            .of_era(era)
            .find(|rung| rung.name == name)
            .map(|rung| rung.turns);
        let turns = turns.expect("the rung");
        assert!(turns(most) <= 65_535 && turns(most + 1) > 65_535, "{name}: {} and {}", turns(most), turns(most + 1));
        let Some(device) = machine::device(era).filter(|device| device.limits().turns == 65_535) else { continue };
        let birds = |count: usize| -> Result<Birds> {
            Ok(Birds { position: device.empty(count)?, velocity: device.empty(count)? })
        };
        let error = rung(&device, &birds(most + 1)?, &rules, 1).map(drop).unwrap_err().to_string();
        let wanted = [format!("{}", turns(most + 1)), "65535".into(), format!("use boids::{next}")];
        assert!(wanted.iter().all(|piece| error.replace(',', "").contains(piece)), "{error}");
        rung(&device, &birds(most)?, &rules, 0)?;
    }
    Ok(())
}
