//! N bodies: each pulls all others, and the leapfrog moves them. For t ticks of n bodies in blocks of b = 8,192:
//!
#![doc = table!()]
//!
//! Units are such that the gravitational constant is 1. The pull of a body is softened as if it were a ball
//! (Plummer 1911), so that close encounters do not lead to unbounded speeds; a softening of 0 is Newton's law.
//! Bodies are processed in blocks, a pass per block, because some drivers silently end long loops.
//!
//! The leapfrog kicks for half a tick, then alternates drifts and kicks, and ends with a kick for half a tick. It is of
//! second order, conserves momentum up to rounding, and its energy oscillates without drift, as long as a tick
//! is short compared to the closest encounter.
//!
//! Sources: Nyland, Harris and Prins, Fast N-Body Simulation with CUDA, GPU Gems 3, chapter 31; Verlet 1967
//! (the leapfrog); Hockney and Eastwood, Computer Simulation Using Particles, 1981; Elsen et al., N-Body
//! Simulation on GPUs, SC06 (all pairs in fragment shaders).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::nbody::{self, Bodies, Galaxies, HostBodies, Motion};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (start, motion) = (HostBodies::ball(20, 1), Motion::default());
//! let wanted = nbody::reference(&start, &motion, 2);
//! let (old, new) = (Bodies::new(&fragment, &start)?, Bodies::new(&compute, &start)?);
//! for later in [
//!     nbody::fragment(&fragment, &old, &motion, 2)?,
//!     nbody::fragment_plain(&fragment, &old, &motion, 2)?,
//!     nbody::fragment_2005(&fragment, &old, &motion, 2)?,
//!     nbody::compute(&compute, &new, &motion, 2)?,
//!     nbody::compute_plain(&compute, &new, &motion, 2)?,
//!     nbody::compute_shared(&compute, &new, &motion, 2)?,
//!     nbody::compute_registers(&compute, &new, &motion, 2)?,
//!     nbody::compute_images(&compute, &new, &motion, 2)?,
//! ] {
//!     assert!(nbody::apart(&later.read()?, &wanted) <= nbody::bound(&motion, 20, 2));
//! }
//! assert!((wanted.energy(motion.softening) - start.energy(motion.softening)).abs() < 1e-4);
//! assert!((wanted.momentum() - start.momentum()).norm() < 1e-4);
//!
//! let scene = Galaxies::new(&compute, &HostBodies::galaxies(20, 1))?;
//! assert!(Galaxies::motion().interval > 0.0);
//! # drop(scene);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod bodies;
mod images;
mod leapfrog;
mod motion;
mod of_2005;
mod scene;
mod tiles;
mod trial;

use super::row_bits;
use crate::{Device, DeviceKind, Era, KernelSource, Result, Stream, fragment_kernel, kernel_pair};
use nalgebra::Vector4;

pub use bodies::{Bodies, HostBodies};
pub use images::compute_images;
use leapfrog::{BodyBlock, run_leapfrog};
pub use motion::Motion;
pub use of_2005::fragment_2005;
pub(super) use of_2005::texel_blocks;
pub use scene::Galaxies;
pub use tiles::{compute_registers, compute_shared};
use trial::trial;
pub use trial::{apart, bound};

rungs! {
    "bodies that pull each other, two ticks", 1_031, trial;
    fragment: "all pairs, four bodies per fragment, to four render targets",
        "(t + 1) (2 ⌈n / b⌉ + 1) passes; 1/4 fetch per pair", "register blocking", turns |n| loop_turns(n, 3);
    fragment_plain: "all pairs, a body per fragment, four others per turn",
        "(t + 1) (⌈n / b⌉ + 1) passes; 1 fetch per pair", "Nyland, Harris and Prins 2007";
    fragment_2005: "all pairs, a body per fragment, a block of 128 x 16 others per pass",
        "(t + 1) (⌈n / 2048⌉ + 1 to 3) passes; 1 read per pair",
        "Nyland, Harris and Prins 2004; Elsen et al. 2006", on "geforce-6800";
    compute_plain: "all pairs, a body per invocation", "(t + 1) (⌈n / b⌉ + 1) dispatches; 1 fetch per pair",
        "Nyland, Harris and Prins 2007";
    compute_shared: "tiles of 256 bodies in shared memory", "as many; 1 fetch from shared memory per pair",
        "Nyland, Harris and Prins 2007", turns |n| loop_turns(n, 2);
    compute_registers: "the same tiles, four bodies per invocation", "as many; 1/4 fetch from shared memory per pair",
        "register blocking", turns |n| loop_turns(n, 6);
    compute_images: "from an image, sixteen bodies per invocation", "as many, and t + 1 copies; 1/16 load per pair",
        "register blocking", turns |n| loop_turns(n, 5);
    => compute: compute_images on a CPU, compute_registers on a GPU;
}

const PLAIN: KernelSource = kernel_pair!("simulations/nbody");
const FOUR: KernelSource = fragment_kernel!("simulations/nbody_four");
const JOIN: KernelSource = fragment_kernel!("simulations/nbody_join");

/// Bodies per block. Four sums per body are four more loop turns, and some drivers end the loop of an invocation
/// after 65,535 turns.
const BLOCK: usize = 1 << 13;

/// Bodies per fragment or invocation, in the rungs with several.
const BODIES_PER_LANE: usize = 4;

/// Bodies per tile, and per group in the rungs with several per invocation.
const TILE: usize = 256;

/// Loop turns of a kernel with at most `per_body` turns per body of a block, whose last tile may be partly empty.
fn loop_turns(bodies: usize, per_body: usize) -> usize {
    (bodies.min(BLOCK).next_multiple_of(TILE) + TILE) * per_body
}

/// Returns the bodies after `ticks` ticks, in the device's era.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::nbody::{Bodies, HostBodies, Motion, nbody}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let start = HostBodies::ball(50, 1);
/// let motion = Motion::default();
/// let later = nbody(&device, &Bodies::new(&device, &start)?, &motion, 5)?.read()?;
/// assert!((later.energy(motion.softening) - start.energy(motion.softening)).abs() < 1e-4);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] for a motion with numbers that are not valid, [`crate::Error::Call`] if the streams do not
/// have the layout of the era, [`crate::Error::Limit`] if the device lacks memory.
pub fn nbody(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    match device.era() {
        Era::Fragment => fragment(device, start, motion, ticks),
        Era::Compute => compute(device, start, motion, ticks),
    }
}

// ANCHOR: reference
/// Computes the same by loops over all pairs, in 64 bits, rounded at the end.
pub fn reference(start: &HostBodies, motion: &Motion, ticks: usize) -> HostBodies {
    let mut places = widen_vectors(&start.position);
    let mut speeds = widen_vectors(&start.velocity);
    let softening = f64::from(motion.softening).powi(2);
    let interval = f64::from(motion.interval);
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
    HostBodies { position: narrow_vectors(places), velocity: narrow_vectors(speeds) }
}

fn narrow_vectors(vectors: Vec<Vector4<f64>>) -> Vec<Vector4<f32>> {
    vectors.into_iter().map(|v| v.cast::<f32>()).collect()
}

fn widen_vectors(vectors: &[Vector4<f32>]) -> Vec<Vector4<f64>> {
    vectors.iter().map(|v| v.cast::<f64>()).collect()
}
// ANCHOR_END: reference

/// Runs four bodies per fragment, so that each fetch serves four pairs; their sums go to four render targets.
///
/// Source: register blocking, as in [`compute_registers`], with a render target per body.
///
/// # Errors
/// As [`nbody`].
pub fn fragment(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Fragment)?;
    let add_block = sum_blocks(device, start.position.len(), motion)?;
    run_leapfrog(device, start, motion, ticks, add_block)
}

/// The targets of a pass, for the sums of one body each.
const SUMS: [&str; BODIES_PER_LANE] = ["sum_0", "sum_1", "sum_2", "sum_3"];

/// Returns a function that adds the pull of a block: a pass in which the block pulls all bodies, and a pass that
/// adds the four sums of each fragment to those of the blocks before.
// ANCHOR: fragment
fn sum_blocks(device: &Device, bodies: usize, motion: &Motion) -> Result<impl FnMut(BodyBlock) -> Result<()> + use<>> {
    let pull = device.kernel(&FOUR)?;
    let join = device.kernel(&JOIN)?;
    let softening = motion.squared_softening();
    let mut sums = (0..BODIES_PER_LANE)
        .map(|_| device.empty(bodies.div_ceil(BODIES_PER_LANE)))
        .collect::<Result<Vec<Stream<Vector4<f32>>>>>()?;
    Ok(move |BodyBlock { bodies, position, before, result }: BodyBlock| {
        let call = pull
            .call()
            .uniform("softening", softening)
            .uniform("first", bodies.start as i32)
            .uniform("last", bodies.end as i32)
            .uniform("row_bits", row_bits(position))
            .gather("position", position);
        let targets = SUMS.iter().zip(&mut sums);
        targets.fold(call, |call, (name, sum)| call.output(name, sum)).run()?;
        let call = join.call().input("acceleration", before).output("result", result);
        let sources = SUMS.iter().zip(&sums);
        sources.fold(call, |call, (name, sum)| call.gather(name, sum)).run()
    })
}
// ANCHOR_END: fragment

/// Runs a fragment per body, which fetches all bodies.
///
/// # Errors
/// As [`nbody`].
pub fn fragment_plain(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Fragment)?;
    let pull = device.kernel(&PLAIN)?;
    let softening = motion.squared_softening();
    run_leapfrog(device, start, motion, ticks, |BodyBlock { bodies, position, before, result }| {
        pull.call()
            .uniform("softening", softening)
            .uniform("first", bodies.start as i32)
            .uniform("last", bodies.end as i32)
            .uniform("row_bits", row_bits(position))
            .gather("position", position)
            .gather("acceleration", before)
            .output("result", result)
            .run()
    })
}

/// Runs the fastest rung for the device: [`compute_images`] on a CPU that emulates a GPU (llvmpipe, softpipe),
/// [`compute_registers`] elsewhere.
///
/// # Errors
/// As [`nbody`].
pub fn compute(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_images(device, start, motion, ticks),
        _ => compute_registers(device, start, motion, ticks),
    }
}

// ANCHOR: compute_plain
/// Runs an invocation per body, which fetches all bodies.
///
/// # Errors
/// As [`nbody`].
pub fn compute_plain(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Compute)?;
    let pull = device.kernel(&PLAIN)?;
    let softening = motion.squared_softening();
    run_leapfrog(device, start, motion, ticks, |BodyBlock { bodies, position, before, result }| {
        pull.call()
            .uniform("softening", softening)
            .uniform("first", bodies.start as i32)
            .uniform("last", bodies.end as i32)
            .gather("position", position)
            .gather("acceleration", before)
            .output("result", result)
            .run()
    })
}
// ANCHOR_END: compute_plain
