//! Particles: a fountain under gravity, as a struct of streams. For t ticks:
//!
#![doc = table!()]
//!
//! Sources: Kipfer, Segal and Westermann, UberFlow, Graphics Hardware 2004; Latta, Building a
//! Million-Particle System, GDC 2004; Kolb, Latta and Rezk-Salama, Hardware-Based Simulation and Collision
//! Detection for Large Particle Systems, Graphics Hardware 2004.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::Scene;
//! use gristmill::algorithms::particles::{
//!     Fountain, HostParticles, ParticleArray, Particles, Running, bound, picture,
//! };
//! use gristmill::algorithms::particles;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let fountain = Fountain::default();
//! let start: HostParticles = fountain.running(10);
//! let wanted = particles::reference(&start, &fountain, 3);
//! let (old, new) = (Particles::new(&fragment, &start)?, Particles::new(&compute, &start)?);
//! for later in [
//!     particles(&device, &new, &fountain, 3)?,
//!     particles::fragment(&fragment, &old, &fountain, 3)?,
//!     particles::fragment_fused(&fragment, &old, &fountain, 3)?,
//!     particles::compute(&compute, &new, &fountain, 3)?,
//!     particles::compute_fused(&compute, &new, &fountain, 3)?,
//! ] {
//!     let apart = later
//!         .read()?
//!         .position
//!         .iter()
//!         .zip(&wanted.position)
//!         .map(|(a, b)| (a - b).amax())
//!         .fold(0.0, f32::max);
//!     assert!(f64::from(apart) <= bound(3));
//! }
//!
//! // Without integers there is no hashing: starts lie in a table.
//! let starts = fragment.stream_of([8, 8], &fountain.starts(64))?;
//! let later = particles::fragment_2005(&fragment, &old, &fountain, &starts, 3)?;
//! let apart = (later.read()?.position[9] - wanted.position[9]).amax();
//! assert!(f64::from(apart) <= bound(3)); // it does not start anew within three ticks
//!
//! // An array of structs, for what it costs.
//! let (texels, buffer) = (ParticleArray::new(&fragment, &start)?, ParticleArray::new(&compute, &start)?);
//! assert_eq!(texels.read()?, start);
//! for later in [
//!     particles::fragment_structs(&fragment, &texels, &fountain, 3)?,
//!     particles::compute_structs(&compute, &buffer, &fountain, 3)?,
//! ] {
//!     let apart = (later.read()?.position[9] - wanted.position[9]).amax();
//!     assert!(f64::from(apart) <= bound(3));
//! }
//!
//! let rows = Particles::in_rows(&compute, 5, &start)?;
//! assert_eq!(rows.position.shape().extents(), [5, 2]);
//! assert_eq!(picture(&compute, &new, [4, 4])?.len(), 16);
//! Running::new(&compute, &fountain, 10)?.advance(None)?; // a scene of it
//! # Ok::<(), gristmill::Error>(())
//! ```

mod fountain;
mod of_2005;
mod scene;
mod structs;
mod trial;

use crate::{Device, Era, KernelSource, Result, Shape, Stream, kernel_pair};
use nalgebra::Vector4;
use std::ops::Range;

pub use fountain::Fountain;
pub use of_2005::fragment_2005;
pub use scene::{Running, picture};
pub use structs::{ParticleArray, compute_structs, fragment_structs};
pub use trial::bound;
use trial::{trial, trial_of_structs};

rungs! {
    "a fountain of particles under gravity, 16 ticks", 1 << 20, trial;
    fragment: "two outputs per pass, a pass per tick", "t passes; 64 bytes per particle and tick", "Latta 2004";
    fragment_fused: "all ticks in one pass", "1 pass per 1,024 ticks; 64 bytes per particle", "loops of Shader Model 3";
    fragment_structs: "an array of structs, two texels per particle, each particle computed twice",
        "t passes; 64 bytes per particle and tick, each read twice", "GPU Gems 2, section 33.3.2",
        by |device, workload| trial_of_structs(device, workload, fragment_structs);
    fragment_2005: "random starts from a table", "t passes; 80 bytes per particle and tick",
        "Kolb, Latta and Rezk-Salama 2004; Kipfer, Segal and Westermann 2004", on "radeon-9700", by of_2005::trial;
    compute: "two buffers out, a dispatch per tick", "t dispatches; 64 bytes per particle and tick",
        "OpenGL SuperBible 6, chapter 10";
    compute_structs: "an array of structs in one buffer", "t dispatches; 64 bytes per particle and tick",
        "Red Book 8, chapter 12", by |device, workload| trial_of_structs(device, workload, compute_structs);
    compute_fused: "all ticks in one dispatch", "1 dispatch per 1,024 ticks; 64 bytes per particle", "kernel fusion";
}

const PARTICLES: KernelSource = kernel_pair!("simulations/particles");

// ANCHOR: struct
/// Particles on a device: a plain struct of streams.
#[derive(Debug)]
pub struct Particles {
    /// Positions in metres. The meaning of the fourth channel is the owner's: a fountain stores the
    /// ticks that a particle has left, a whole number; a cloth stores the inverse mass in 1/kg, 0
    /// for a pinned particle.
    pub position: Stream<Vector4<f32>>,
    /// Velocities in metres per second; the fourth channel is 0.
    pub velocity: Stream<Vector4<f32>>,
}
// ANCHOR_END: struct

impl Particles {
    /// Uploads the host's particles in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if they do not fit the device.
    pub fn new(device: &Device, HostParticles { position, velocity }: &HostParticles) -> Result<Particles> {
        Ok(Particles { position: device.stream(position)?, velocity: device.stream(velocity)? })
    }

    /// Uploads the host's particles in rows of `columns`.
    ///
    /// # Errors
    /// [`crate::Error::Data`] if they do not fill whole rows, or the counts of positions and velocities differ.
    pub fn in_rows(device: &Device, columns: usize, host: &HostParticles) -> Result<Particles> {
        let shape = [columns, host.position.len() / columns.max(1)];
        let position = &host.position;
        let velocity = &host.velocity;
        Ok(Particles { position: device.stream_of(shape, position)?, velocity: device.stream_of(shape, velocity)? })
    }

    pub(super) fn empty(device: &Device, shape: Shape) -> Result<Particles> {
        Ok(Particles { position: device.empty(shape)?, velocity: device.empty(shape)? })
    }

    /// Reads the particles back to the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostParticles> {
        Ok(HostParticles { position: self.position.read()?, velocity: self.velocity.read()? })
    }
}

/// Particles on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostParticles {
    /// As [`Particles::position`].
    pub position: Vec<Vector4<f32>>,
    /// As [`Particles::velocity`].
    pub velocity: Vec<Vector4<f32>>,
}

/// Returns the particles after `ticks` ticks, counted from tick 0, in the device's era.
///
/// # Errors
/// [`crate::Error::Call`] if the streams of `start` differ in shape or do not have the layout of the era.
pub fn particles(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    match device.era() {
        Era::Fragment => fragment(device, start, fountain, ticks),
        Era::Compute => compute(device, start, fountain, ticks),
    }
}

// ANCHOR: reference
/// Computes the same by a loop over ticks and particles.
pub fn reference(start: &HostParticles, fountain: &Fountain, ticks: usize) -> HostParticles {
    let mut state = start.clone();
    let fall = fountain.gravity * fountain.interval;
    for tick in 0..ticks as u32 {
        for (i, (place, speed)) in (0..).zip(state.position.iter_mut().zip(&mut state.velocity)) {
            let velocity = speed.xyz() + fall;
            *speed = velocity.push(speed.w);
            *place = (place.xyz() + velocity * fountain.interval).push(place.w - 1.0);
            if place.w <= 0.0 {
                let (velocity, life) = fountain.draw_start(i, tick.wrapping_mul(4));
                *speed = velocity.push(speed.w);
                *place = fountain.source.coords.push(life);
            }
        }
    }
    state
}
// ANCHOR_END: reference

/// Runs one pass per tick, which writes positions and velocities at once.
///
/// # Errors
/// As [`particles`].
pub fn fragment(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run_ticks(&device.with_era(Era::Fragment)?, start, fountain, 0..ticks, 1)
}

/// Runs one dispatch per tick.
///
/// # Errors
/// As [`particles`].
pub fn compute(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run_ticks(&device.with_era(Era::Compute)?, start, fountain, 0..ticks, 1)
}

/// The host's loop in both eras: from one struct of streams to another, `fused` ticks per pass.
fn run_ticks(
    device: &Device,
    start: &Particles,
    fountain: &Fountain,
    ticks: Range<usize>,
    fused: usize,
) -> Result<Particles> {
    // ANCHOR: pass
    let kernel = device.kernel(&PARTICLES)?;
    let pass = |now: &Particles, next: &mut Particles, first: usize| {
        kernel
            .call()
            .uniform("seed", fountain.seed)
            .uniform("first_tick", first as i32)
            .uniform("ticks", fused.min(ticks.end - first) as i32)
            .uniform("interval", fountain.interval)
            .uniform("fall", fountain.gravity * fountain.interval)
            .uniform("source", fountain.source)
            .uniform("jet", fountain.jet)
            .uniform("spread", fountain.spread)
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    };
    // ANCHOR_END: pass
    // ANCHOR: ticks
    let mut now = Particles::empty(device, start.position.shape())?;
    pass(start, &mut now, ticks.start)?;
    if ticks.len() > fused {
        let mut next = Particles::empty(device, start.position.shape())?;
        for first in (ticks.start + fused..ticks.end).step_by(fused) {
            pass(&now, &mut next, first)?;
            std::mem::swap(&mut now, &mut next);
        }
    }
    Ok(now)
    // ANCHOR_END: ticks
}

/// Maximum count of ticks per fused pass: some drivers silently end long loops.
const FUSED_TICKS: usize = 1024;

/// Runs all ticks in the registers of one pass: no particle needs another, so memory is accessed once.
///
/// # Errors
/// As [`particles`].
pub fn fragment_fused(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run_ticks(&device.with_era(Era::Fragment)?, start, fountain, 0..ticks, FUSED_TICKS)
}

/// Runs all ticks in the registers of one dispatch.
///
/// # Errors
/// As [`particles`].
pub fn compute_fused(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run_ticks(&device.with_era(Era::Compute)?, start, fountain, 0..ticks, FUSED_TICKS)
}
