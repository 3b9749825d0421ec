//! Boids: a flock in which each bird keeps away from those too close, flies along with those around, and
//! stays with them.
//!
#![doc = table!()]
//!
//! A bird sees as far as `radius`. The weight of another bird falls with its distance, down to zero at
//! `radius`; so all rungs compute the same sums, each in another order. The [grid](mod@super::hash_grid) rungs
//! return the flock in the order of the grid's buckets. The fourth channel of a position is the bird's number,
//! by which [`Birds::read`] restores the order. In the grid rungs, a bird with more than
//! [`super::hash_grid::CROWD`] birds in the cells around it sees none of them and flies on alone.
//!
//! Sources: Reynolds, Flocks, Herds, and Schools: A Distributed Behavioral Model, SIGGRAPH 1987; OpenGL
//! SuperBible, 6th edition, chapter 10 (all pairs in shared tiles); Green, CUDA Particles, 2007 (the grid);
//! Nyland, Harris and Prins, The Rapid Evaluation of Potential Fields Using Programmable Graphics Hardware,
//! 2004 (all pairs in passes).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::boids::{self, Birds, Flock, HostBirds, IN_SIGHT, Rules};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (start, rules) = (HostBirds::new(20, 1), Rules::default());
//! assert!(start.position.len() <= IN_SIGHT); // for which the bound speaks
//! let wanted = boids::reference(&start, &rules, 1);
//! assert_eq!(boids::reference_grid(&start, &rules, 1).position.len(), 20);
//! let (old, new) = (Birds::new(&fragment, &start)?, Birds::new(&compute, &start)?);
//! for later in [
//!     boids::fragment(&fragment, &old, &rules, 1)?,
//!     boids::fragment_grid(&fragment, &old, &rules, 1)?,
//!     boids::fragment_2005(&fragment, &old, &rules, 1)?,
//!     boids::compute(&compute, &new, &rules, 1)?,
//!     boids::compute_shared(&compute, &new, &rules, 1)?,
//!     boids::compute_grid(&compute, &new, &rules, 1)?,
//! ] {
//!     assert!(boids::apart(&later.read()?, &wanted) <= boids::bound(&rules, 1));
//! }
//! assert_eq!(Flock::new(&compute, &start, rules)?.birds().read()?, start); // a scene of them
//! # Ok::<(), gristmill::Error>(())
//! ```

mod birds;
mod grid;
mod of_2005;
mod reference_grid;
mod rules;
mod scene;
mod shared;
mod trial;

use super::{hash_grid, row_bits};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, kernel_pair};
use nalgebra::{Vector3, Vector4};

pub use birds::{Birds, HostBirds};
pub use grid::{compute_grid, fragment_grid};
pub use of_2005::fragment_2005;
pub use reference_grid::reference_grid;
pub use rules::Rules;
pub use scene::Flock;
pub use shared::compute_shared;
use trial::trial;
pub use trial::{IN_SIGHT, apart, bound};

rungs! {
    "a flock of birds, two ticks", 1_499, trial;
    fragment: "all pairs, two outputs per pass", "1 pass per tick; n² birds read", "Reynolds 1987", turns |n| n + 1;
    fragment_grid: "a hashed grid, sorted by merges",
        "⌈log2 n⌉ + 5 passes per tick; each bird reads the birds of 27 cells", "Purcell et al. 2003";
    fragment_2005: "all pairs, a block of 128 x 16 others per pass", "⌈n / 2048⌉ + 1 to 3 passes per tick; n² birds read",
        "Reynolds 1987; Nyland, Harris and Prins 2004", on "geforce-6800";
    compute: "all pairs", "1 dispatch per tick; n² birds read", "Reynolds 1987", turns |n| n + 1;
    compute_shared: "all pairs, tiles in shared memory", "1 dispatch per tick; n² birds read, n² / 128 fetched",
        "OpenGL SuperBible 6, chapter 10", turns shared::loop_turns;
    compute_grid: "a hashed grid, counted by atomics",
        "the dispatches of a scan per tick, plus 3; each bird reads the birds of 27 cells", "Green 2007";
}

const BOIDS: KernelSource = kernel_pair!("simulations/boids");

/// Returns the flock after `ticks` ticks, in the device's era, by the grid.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::boids::{Birds, HostBirds, Rules, boids}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let birds = Birds::new(&device, &HostBirds::new(100, 1))?;
/// let later = boids(&device, &birds, &Rules::default(), 1)?.read()?;
/// assert!(later.velocity.iter().all(|velocity| velocity.norm() < 10.001)); // metres per second
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if a rule is not finite or the birds keep further away than they see;
/// [`crate::Error::Call`] if the streams do not have the layout of the era; [`crate::Error::Limit`] if the
/// device lacks memory.
pub fn boids(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    match device.era() {
        Era::Fragment => fragment_grid(device, start, rules, ticks),
        Era::Compute => compute_grid(device, start, rules, ticks),
    }
}

// ANCHOR: reference
/// Returns the flock after `ticks` ticks: each bird looks at all others. Sums are in 64 bits, rounded once
/// per tick.
pub fn reference(start: &HostBirds, rules: &Rules, ticks: usize) -> HostBirds {
    let [separation, alignment, cohesion] = [rules.separation, rules.alignment, rules.cohesion].map(f64::from);
    let [cruise, fastest, interval] = [rules.cruise, rules.fastest, rules.interval].map(f64::from);
    let goal = rules.goal.coords.cast::<f64>();
    let mut state = start.clone();
    for _ in 0..ticks {
        let places = widen_vectors(&state.position);
        let speeds = widen_vectors(&state.velocity);
        for (bird, (place, speed)) in places.iter().zip(&speeds).enumerate() {
            let mut turn = Vector3::zeros();
            let mut apart = Vector3::zeros();
            let mut weight = 0.0;
            for (other, drift) in places.iter().zip(&speeds) {
                let way = other - place;
                let near = fade_with_distance(way.norm_squared(), rules.radius);
                let close = fade_with_distance(way.norm_squared(), rules.closest);
                turn += ((drift - speed) * alignment + way * cohesion) * near;
                apart -= way * separation * close;
                weight += near;
            }
            turn = turn / weight + apart;
            turn += (goal - place) * f64::from(rules.pull) / ((goal - place).norm() + 1.0);
            turn += speed * f64::from(rules.eagerness) * (1.0 - speed.norm_squared() / cruise.powi(2));
            let speed = speed + turn * interval;
            let speed = speed * fastest / speed.norm().max(fastest);
            let place = place + speed * interval;
            state.position[bird] = place.cast::<f32>().push(state.position[bird].w);
            state.velocity[bird] = speed.cast::<f32>().push(0.0);
        }
    }
    state
}

fn fade_with_distance(squared: f64, far: f32) -> f64 {
    (1.0 - squared / f64::from(far).powi(2)).max(0.0)
}
// ANCHOR_END: reference

fn widen_vectors(vectors: &[Vector4<f32>]) -> Vec<Vector3<f64>> {
    vectors.iter().map(|v| v.xyz().cast::<f64>()).collect()
}

// ANCHOR: all_pairs
/// Compares all pairs, with a fragment per bird.
///
/// # Errors
/// As [`boids`], and [`crate::Error::Limit`] if a fragment's loop over all birds is longer than the device
/// allows.
pub fn fragment(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    let device = &device.with_era(Era::Fragment)?;
    check_turns(device, "all pairs of birds", start.position.len() + 1, "use boids::fragment_grid")?;
    rules.check_values()?;
    let kernel = device.kernel(&BOIDS)?;
    run_ticks(device, start, ticks, |now, next| {
        rules
            .set_uniforms(kernel.call())
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    })
}

/// Compares all pairs, with an invocation per bird.
///
/// # Errors
/// As [`fragment`].
pub fn compute(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    let device = &device.with_era(Era::Compute)?;
    check_turns(device, "all pairs of birds", start.position.len() + 1, "use boids::compute_grid")?;
    rules.check_values()?;
    let kernel = device.kernel(&BOIDS)?;
    run_ticks(device, start, ticks, |now, next| {
        rules
            .set_uniforms(kernel.call())
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    })
}

/// Runs `ticks` ticks, alternating between two pairs of streams.
fn run_ticks(
    device: &Device,
    start: &Birds,
    ticks: usize,
    mut tick: impl FnMut(&Birds, &mut Birds) -> Result<()>,
) -> Result<Birds> {
    let shape = start.position.shape();
    let mut now = Birds::empty(device, shape)?;
    if ticks == 0 {
        now.position.copy_from(&start.position)?;
        now.velocity.copy_from(&start.velocity)?;
        return Ok(now);
    }
    tick(start, &mut now)?;
    let mut next = Birds::empty(device, shape)?;
    for _ in 1..ticks {
        tick(&now, &mut next)?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now)
}
// ANCHOR_END: all_pairs
