//! The same particles as an array of structs: an alternative layout, to compare the cost.

use super::{Fountain, HostParticles};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};
use nalgebra::Vector4;

const STRUCTS: KernelSource = kernel_pair!("simulations/particles_structs");

/// Particles on a device as an array of structs: each particle's position and then its velocity, in one stream.
#[derive(Debug)]
pub struct ParticleArray {
    /// Positions at even elements, velocities at odd ones, as in [`super::Particles`].
    pub fields: Stream<Vector4<f32>>,
}

impl ParticleArray {
    /// Uploads the host's particles in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if they do not fit the device.
    pub fn new(device: &Device, host: &HostParticles) -> Result<ParticleArray> {
        let fields: Vec<_> = host
            .position
            .iter()
            .zip(&host.velocity)
            .flat_map(|(position, velocity)| [*position, *velocity])
            .collect();
        Ok(ParticleArray { fields: device.stream(&fields)? })
    }

    /// Reads the particles back to the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostParticles> {
        let fields = self.fields.read()?;
        Ok(HostParticles { position: take_field(0, &fields), velocity: take_field(1, &fields) })
    }
}

fn take_field(at: usize, fields: &[Vector4<f32>]) -> Vec<Vector4<f32>> {
    fields.iter().skip(at).step_by(2).copied().collect()
}

/// Runs a pass per tick on an array of structs: a fragment writes one texel, so each particle needs two fragments,
/// and each of them computes the whole particle.
///
/// # Errors
/// As [`super::particles`].
pub fn fragment_structs(
    device: &Device,
    start: &ParticleArray,
    fountain: &Fountain,
    ticks: usize,
) -> Result<ParticleArray> {
    run_ticks(&device.with_era(Era::Fragment)?, start, fountain, ticks)
}

/// Runs a dispatch per tick on a buffer of structs: an invocation reads and writes a whole particle.
///
/// # Errors
/// As [`super::particles`].
pub fn compute_structs(
    device: &Device,
    start: &ParticleArray,
    fountain: &Fountain,
    ticks: usize,
) -> Result<ParticleArray> {
    run_ticks(&device.with_era(Era::Compute)?, start, fountain, ticks)
}

fn run_ticks(device: &Device, start: &ParticleArray, fountain: &Fountain, ticks: usize) -> Result<ParticleArray> {
    let kernel = device.kernel(&STRUCTS)?;
    let particles = start.fields.len() / 2;
    let pass = |now: &Stream<Vector4<f32>>, next: &mut Stream<Vector4<f32>>, tick: usize| {
        let call = kernel
            .call()
            .uniform("seed", fountain.seed)
            .uniform("first_tick", tick as i32)
            .uniform("ticks", 1.min(ticks) as i32)
            .uniform("interval", fountain.interval)
            .uniform("fall", fountain.gravity * fountain.interval)
            .uniform("source", fountain.source)
            .uniform("jet", fountain.jet)
            .uniform("spread", fountain.spread)
            .gather("fields", now)
            .output("new_fields", next);
        match device.era() {
            Era::Fragment => call.run(),
            Era::Compute => call.elements(particles).run(),
        }
    };
    let mut now = device.empty(start.fields.shape())?;
    pass(&start.fields, &mut now, 0)?;
    if ticks > 1 {
        let mut next = device.empty(start.fields.shape())?;
        for tick in 1..ticks {
            pass(&now, &mut next, tick)?;
            std::mem::swap(&mut now, &mut next);
        }
    }
    Ok(ParticleArray { fields: now })
}
