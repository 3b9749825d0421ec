//! N bodies: each pulls every other, and the leapfrog moves them.
//!
//! | era | rung | method | passes or dispatches of t ticks of n bodies | fetches a pair |
//! |---|---|---|---|---|
//! | fragment | `fragment` | four bodies a fragment, to four render targets | (t + 1) (2 ⌈n / 2^14⌉ + 1) | 1/4 |
//! | fragment | `fragment_plain` | a fragment a body, four bodies a turn of its loop | (t + 1) (⌈n / 2^14⌉ + 1) | 1 |
//! | compute | `compute_plain` | an invocation a body | the same | 1 |
//! | compute | `compute_shared` | tiles of 256 bodies in shared memory | the same | 1 of shared memory |
//! | compute | `compute_registers` | the same tiles, four bodies an invocation | the same | 1/4 of shared memory |
//! | compute | `compute_images` | four bodies an invocation, loaded from an image | the same, and t + 1 copies | 1/4 |
//! | compute | `compute` | `compute_images` on a CPU, `compute_registers` on a GPU | | |
//!
//! Units are such that the constant of gravitation is one. The pull of a body is softened as if it were a ball (Plummer 1911), so that two that meet
//! do not leave at any speed; with a softening of 0 it is Newton's. Bodies are taken in blocks, a pass each, because some drivers end
//! long loops unasked.
//!
//! The leapfrog kicks for half a tick, drifts and kicks by turns, and kicks for half a tick at last. It is of second order, keeps
//! momentum to rounding, and its energy swings without drifting away, as long as a tick is short beside the closest encounter.
//!
//! Sources: Nyland, Harris and Prins, Fast N-Body Simulation with CUDA, GPU Gems 3, chapter 31; Verlet 1967 (the leapfrog); Hockney and Eastwood,
//! Computer Simulation Using Particles, 1981; Elsen et al., N-Body Simulation on GPUs, SC06 (all pairs in fragment shaders).

mod leapfrog;
mod scene;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Result, Stream, random};
use nalgebra::{Vector3, Vector4};

use leapfrog::{Way, leapfrog};
pub use scene::Galaxies;

/// How bodies move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// How near two bodies are when their pull no longer grows.
    pub softening: f32,
    /// Seconds of a tick.
    pub interval: f32,
}

impl Default for Motion {
    fn default() -> Motion {
        Motion { softening: 0.25, interval: 0.01 }
    }
}

impl Motion {
    fn check(&self) -> Result<()> {
        let Motion { softening, interval } = *self;
        if !(softening >= 0.0 && softening.is_finite()) {
            return Err(Error::data(format!("a softening of {softening} is no length; give 0 or more")));
        }
        if !interval.is_finite() {
            return Err(Error::data(format!("a tick of {interval} seconds has no end; give it a finite length")));
        }
        Ok(())
    }
}

/// Bodies on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// Where they are; in the fourth lane their masses.
    pub position: Vec<Vector4<f32>>,
    /// Their velocities; the fourth lane is the owner's, and kept.
    pub velocity: Vec<Vector4<f32>>,
}

impl State {
    /// So many bodies of equal mass, one in all, in a ball of radius one, almost at rest.
    pub fn ball(bodies: usize, seed: u32) -> State {
        let lane = |body: u32, draw: u32| random::uniform(seed, body, draw) * 2.0 - 1.0;
        let cube = |body: u32, draw: u32| Vector3::from_fn(|at, _| lane(body, draw + at as u32));
        let in_ball = |body, draw| {
            let cube: Vector3<f32> = cube(body, draw);
            cube * (cube.amax() / cube.norm().max(1e-6)) // the cube's shells become the ball's
        };
        let mass = 1.0 / bodies.max(1) as f32;
        let bodies = 0..bodies as u32;
        State {
            position: bodies.clone().map(|body| in_ball(body, 0).push(mass)).collect(),
            velocity: bodies.map(|body| (in_ball(body, 4) * 0.3).push(0.0)).collect(),
        }
    }

    /// The energy of all: of motion, and of where they are.
    pub fn energy(&self, softening: f32) -> f64 {
        let wide = |vector: &Vector4<f32>| vector.xyz().cast::<f64>();
        let softening = f64::from(softening).powi(2);
        let mut energy = 0.0;
        for (i, (place, speed)) in self.position.iter().zip(&self.velocity).enumerate() {
            let mass = f64::from(place.w);
            energy += 0.5 * mass * wide(speed).norm_squared();
            for other in &self.position[..i] {
                let apart = ((wide(other) - wide(place)).norm_squared() + softening).sqrt();
                energy -= mass * f64::from(other.w) / apart;
            }
        }
        energy
    }

    /// The momentum of all.
    pub fn momentum(&self) -> Vector3<f64> {
        let bodies = self.position.iter().zip(&self.velocity);
        bodies
            .map(|(place, speed)| speed.xyz().cast::<f64>() * f64::from(place.w))
            .sum()
    }
}

// ANCHOR: struct
/// Bodies on a device.
pub struct Bodies {
    /// Where they are; in the fourth lane their masses.
    pub position: Stream<Vector4<f32>>,
    /// Their velocities.
    pub velocity: Stream<Vector4<f32>>,
}
// ANCHOR_END: struct

impl Bodies {
    /// Bodies of the host, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for a body that has a NaN or an infinity, or where there are not as many velocities as positions;
    /// [`crate::Error::Limit`] where they do not fit the machine.
    pub fn new(device: &Device, State { position, velocity }: &State) -> Result<Bodies> {
        if position.len() != velocity.len() {
            let [places, speeds] = [position.len(), velocity.len()];
            return Err(Error::data(format!("{speeds} velocities given for {places} bodies; give each body one")));
        }
        let lost =
            |(place, speed): (&Vector4<f32>, &Vector4<f32>)| !(place + speed).iter().all(|lane| lane.is_finite());
        if let Some(body) = position.iter().zip(velocity).position(lost) {
            return Err(Error::data(format!("body {body} has a NaN or an infinity; give it finite numbers")));
        }
        Ok(Bodies { position: device.stream(position)?, velocity: device.stream(velocity)? })
    }

    fn empty(device: &Device, bodies: usize) -> Result<Bodies> {
        Ok(Bodies { position: device.empty(bodies)?, velocity: device.empty(bodies)? })
    }

    /// The bodies on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        Ok(State { position: self.position.read()?, velocity: self.velocity.read()? })
    }
}

/// The bodies after so many ticks, in the device's era.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::nbody::{Bodies, Motion, State, nbody}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let start = State::ball(50, 1);
/// let motion = Motion::default();
/// let later = nbody(&device, &Bodies::new(&device, &start)?, &motion, 5)?.read()?;
/// assert!((later.energy(motion.softening) - start.energy(motion.softening)).abs() < 1e-4);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] for a motion that is no number, [`crate::Error::Call`] where the streams are not laid out as the era does,
/// [`crate::Error::Limit`] where the machine lacks room.
pub fn nbody(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    match device.era() {
        Era::Fragment => fragment(device, start, motion, ticks),
        Era::Compute => compute(device, start, motion, ticks),
    }
}

// ANCHOR: reference
/// The same by loops over all pairs, in 64 bits, rounded when it is done.
pub fn reference(start: &State, motion: &Motion, ticks: usize) -> State {
    let wide = |vectors: &[Vector4<f32>]| vectors.iter().map(|v| v.cast::<f64>()).collect::<Vec<_>>();
    let (mut places, mut speeds) = (wide(&start.position), wide(&start.velocity));
    let (softening, interval) = (f64::from(motion.softening).powi(2), f64::from(motion.interval));
    for tick in 0..=ticks {
        if ticks == 0 {
            break;
        }
        let ends = tick == 0 || tick == ticks; // half kicks
        for (place, speed) in places.iter().zip(&mut speeds) {
            let mut pull = Vector4::zeros();
            for other in &places {
                let way = (other - place).xyz();
                let squared = way.norm_squared() + softening;
                if squared > 0.0 {
                    pull += (way * (other.w / (squared * squared.sqrt()))).push(0.0);
                }
            }
            *speed += pull * if ends { interval / 2.0 } else { interval };
        }
        if tick < ticks {
            places
                .iter_mut()
                .zip(&speeds)
                .for_each(|(place, speed)| *place += (speed * interval).xyz().push(0.0));
        }
    }
    let narrow = |vectors: Vec<Vector4<f64>>| vectors.into_iter().map(|v| v.cast::<f32>()).collect();
    State { position: narrow(places), velocity: narrow(speeds) }
}
// ANCHOR_END: reference

/// Four bodies a fragment, so that what is fetched serves four pairs; their sums go to four render targets.
///
/// Source: register blocking, as in [`compute_registers`], with a render target for each body.
///
/// # Errors
/// As [`nbody`].
pub fn fragment(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    leapfrog(&device.with_era(Era::Fragment)?, Way::Targets, start, motion, ticks)
}

/// A fragment a body, which fetches all bodies.
///
/// # Errors
/// As [`nbody`].
pub fn fragment_plain(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    leapfrog(&device.with_era(Era::Fragment)?, Way::Plain, start, motion, ticks)
}

/// The fastest for this machine: [`compute_images`] where the driver is a CPU (llvmpipe, softpipe), [`compute_registers`] on a GPU.
///
/// # Errors
/// As [`nbody`].
pub fn compute(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Compute)?;
    leapfrog(device, fastest(device), start, motion, ticks)
}

/// An invocation a body, which fetches all bodies.
///
/// # Errors
/// As [`nbody`].
pub fn compute_plain(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    leapfrog(&device.with_era(Era::Compute)?, Way::Plain, start, motion, ticks)
}

/// An invocation a body; a group fetches each body once.
///
/// Source: Nyland, Harris and Prins, GPU Gems 3, chapter 31.
///
/// # Errors
/// As [`nbody`].
pub fn compute_shared(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    leapfrog(&device.with_era(Era::Compute)?, Way::Shared, start, motion, ticks)
}

/// Four bodies an invocation, so that each fetch from shared memory serves four pairs.
///
/// # Errors
/// As [`nbody`].
pub fn compute_registers(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    leapfrog(&device.with_era(Era::Compute)?, Way::Registers, start, motion, ticks)
}

/// Four bodies an invocation, which loads all bodies from an image.
///
/// # Errors
/// As [`nbody`].
pub fn compute_images(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    leapfrog(&device.with_era(Era::Compute)?, Way::Images, start, motion, ticks)
}

/// How bodies pull in the device's era, on its machine.
fn fastest(device: &Device) -> Way {
    match device.era() {
        Era::Fragment => Way::Targets,
        Era::Compute if crate::algorithms::is_cpu(device) => Way::Images,
        Era::Compute => Way::Registers,
    }
}

fn of(kernel: &KernelSource) -> KernelSource {
    kernel
        .clone()
        .include("nbody.glsl", include_str!("../../../kernel_includes/nbody.glsl"))
}

/// Ticks of a trial.
const TICKS: usize = 2;

/// The most bodies of a trial, whose reference looks at all pairs in 64 bits.
const MOST: usize = 1_031;

/// How far apart bodies of two machines may be after so many ticks, in each lane, where all masses together are one, no two are more than
/// four apart, and none is faster than one.
///
/// A pull is at most 0.385 over the square of the softening. A driver's inverse square root may be off by 2^-18 of itself, thrice in a pull; a sum
/// of n is rounded n times. A kick makes velocity of it, a drift makes place; what parted in one tick pulls otherwise in the next, which as much again covers.
pub fn bound(motion: &Motion, bodies: usize, ticks: usize) -> f64 {
    let Motion { softening, interval } = *motion;
    let [softening, interval] = [softening, interval].map(f64::from);
    let pull = 0.385 / softening.powi(2) * (3.0 * 2_f64.powi(-18) + (bodies + 16) as f64 * f64::from(f32::EPSILON));
    2.0 * (ticks + 1) as f64 * (interval * pull + 2.0 * f64::from(f32::EPSILON))
}

/// The largest difference in any lane of a position or velocity.
pub fn apart(given: &State, wanted: &State) -> f64 {
    let lanes = |vectors: &[Vector4<f32>]| vectors.iter().flat_map(|v| [v.x, v.y, v.z, v.w]).collect::<Vec<_>>();
    let position = Check::within(&lanes(&given.position), &lanes(&wanted.position), 0.0);
    position
        .error
        .max(Check::within(&lanes(&given.velocity), &lanes(&wanted.velocity), 0.0).error)
}

type Ticks = fn(&Device, &Bodies, &Motion, usize) -> Result<Bodies>;

fn trial(device: &Device, workload: &Workload, rung: Ticks) -> Result<Trial> {
    let (bodies, motion) = (workload.size.min(MOST), Motion::default());
    let state = State::ball(bodies, workload.seed);
    let wanted = reference(&state, &motion, TICKS);
    let (start, device) = (Bodies::new(device, &state)?, device.clone());
    Ok(Trial::new(
        move || rung(&device, &start, &motion, TICKS),
        move |result| {
            let error = apart(&result.read()?, &wanted);
            Ok(Check::new(bodies, error, bound(&motion, bodies, TICKS)))
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "nbody",
    part: "simulations",
    summary: "bodies that pull each other, two ticks",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "all pairs, four bodies a fragment",
            source: "register blocking",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_plain",
            era: Era::Fragment,
            method: "all pairs, four bodies a turn",
            source: "Nyland, Harris and Prins 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_plain),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "compute_images on a CPU, compute_registers on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_plain",
            era: Era::Compute,
            method: "all pairs",
            source: "Nyland, Harris and Prins 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_plain),
        },
        Rung {
            name: "compute_shared",
            era: Era::Compute,
            method: "tiles in shared memory",
            source: "Nyland, Harris and Prins 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_shared),
        },
        Rung {
            name: "compute_registers",
            era: Era::Compute,
            method: "tiles, four bodies an invocation",
            source: "register blocking",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_registers),
        },
        Rung {
            name: "compute_images",
            era: Era::Compute,
            method: "from an image, four bodies an invocation",
            source: "register blocking",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_images),
        },
    ],
};
