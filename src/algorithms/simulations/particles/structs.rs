//! The same particles as an array of structs: the other way to lay them out, for what it costs.

use super::{Fountain, HostParticles};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};
use nalgebra::Vector4;

const STRUCTS: KernelSource = kernel_pair!("simulations/particles_structs");

/// Particles on a device as an array of structs: of each its position and then its velocity, in one stream.
#[derive(Debug)]
pub struct ParticleArray {
    /// Positions at even elements, velocities at odd ones, each as [`super::Particles`] has it.
    pub fields: Stream<Vector4<f32>>,
}

impl ParticleArray {
    /// Particles of the host, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] where they do not fit the machine.
    pub fn new(device: &Device, host: &HostParticles) -> Result<ParticleArray> {
        let fields: Vec<_> = host
            .position
            .iter()
            .zip(&host.velocity)
            .flat_map(|(position, velocity)| [*position, *velocity])
            .collect();
        Ok(ParticleArray { fields: device.stream(&fields)? })
    }

    /// The particles on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostParticles> {
        let fields = self.fields.read()?;
        let field = |at: usize| fields.iter().skip(at).step_by(2).copied().collect();
        Ok(HostParticles { position: field(0), velocity: field(1) })
    }
}

/// A pass per tick on an array of structs: a fragment writes one texel, so each particle takes two fragments,
/// and each of them computes all of it.
///
/// # Errors
/// As [`super::particles`].
pub fn fragment_structs(
    device: &Device,
    start: &ParticleArray,
    fountain: &Fountain,
    ticks: usize,
) -> Result<ParticleArray> {
    run(&device.with_era(Era::Fragment)?, start, fountain, ticks)
}

/// A dispatch per tick on an array of structs, declared as one: an invocation reads and writes a whole particle.
///
/// # Errors
/// As [`super::particles`].
pub fn compute_structs(
    device: &Device,
    start: &ParticleArray,
    fountain: &Fountain,
    ticks: usize,
) -> Result<ParticleArray> {
    run(&device.with_era(Era::Compute)?, start, fountain, ticks)
}

fn run(device: &Device, start: &ParticleArray, fountain: &Fountain, ticks: usize) -> Result<ParticleArray> {
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
