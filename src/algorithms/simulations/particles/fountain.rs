//! What makes the particles start and fall.

use super::HostParticles;
use crate::random;
use nalgebra::{Point3, Vector3};

/// What makes the particles start and fall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fountain {
    /// What every start follows from.
    pub seed: u32,
    /// Where particles start.
    pub source: Point3<f32>,
    /// Their mean velocity, metres per second.
    pub jet: Vector3<f32>,
    /// How far each channel of a particle's velocity may be around it, from end to end.
    pub spread: f32,
    /// Metres per second, each second.
    pub gravity: Vector3<f32>,
    /// Seconds of a tick.
    pub interval: f32,
}

impl Default for Fountain {
    /// A jet of 8 m/s on the earth, 60 ticks per second.
    fn default() -> Fountain {
        Fountain {
            seed: 1,
            source: Point3::origin(),
            jet: Vector3::new(0.0, 8.0, 0.0),
            spread: 4.0,
            gravity: Vector3::new(0.0, -9.81, 0.0),
            interval: 1.0 / 60.0,
        }
    }
}

impl Fountain {
    /// A particle's new velocity and its life in ticks: the numbers of `particles.frag`, bit for bit the same
    /// draws.
    pub(super) fn start(&self, particle: u32, draw: u32) -> (Vector3<f32>, f32) {
        let number = |lane| random::uniform(self.seed, particle, draw.wrapping_add(lane));
        let velocity = self.jet + (Vector3::from_fn(|lane, _| number(lane as u32)).add_scalar(-0.5)) * self.spread;
        (velocity, 64.0 + (number(3) * 64.0).floor())
    }

    /// So many particles, each somewhere in its life: a fountain that has run for long.
    pub fn running(&self, particles: usize) -> HostParticles {
        let mut state = HostParticles::default();
        for particle in 0..particles as u32 {
            // Draws that no tick below a thousand million takes.
            let (start, life) = self.start(particle, u32::MAX - 7);
            let age = (random::uniform(self.seed, particle, u32::MAX) * life).floor();
            let seconds = age * self.interval;
            let velocity = start + self.gravity * seconds;
            let place = self.source + (start + velocity) * (0.5 * seconds);
            state.position.push(place.coords.push(life - age));
            state.velocity.push(velocity.push(0.0));
        }
        state
    }
}
