//! Parameters of the fountain: the start of its particles, and gravity.

use super::HostParticles;
use crate::random;
use nalgebra::{Point3, Vector3};

/// Parameters of the fountain: the start of its particles, and gravity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fountain {
    /// Seed of every random start.
    pub seed: u32,
    /// Point at which particles start.
    pub source: Point3<f32>,
    /// Mean start velocity, metres per second.
    pub jet: Vector3<f32>,
    /// Width of the range around it in which each channel of a particle's velocity is.
    pub spread: f32,
    /// Acceleration in metres per second².
    pub gravity: Vector3<f32>,
    /// Seconds per tick.
    pub interval: f32,
}

impl Default for Fountain {
    /// A jet of 8 m/s on the earth, at 60 ticks per second.
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
    /// Draws a particle's start velocity and its life in ticks: the same numbers as `particles.frag`, bit for bit.
    pub(super) fn draw_start(&self, particle: u32, draw: u32) -> (Vector3<f32>, f32) {
        let number = |lane| random::uniform(self.seed, particle, draw.wrapping_add(lane));
        let velocity = self.jet + (Vector3::from_fn(|lane, _| number(lane as u32)).add_scalar(-0.5)) * self.spread;
        (velocity, 64.0 + (number(3) * 64.0).floor())
    }

    /// Returns `particles` particles at random times of their lives: a fountain that has run for a long time.
    pub fn running(&self, particles: usize) -> HostParticles {
        let mut state = HostParticles::default();
        for particle in 0..particles as u32 {
            // Draws that no tick below 10^9 uses.
            let (start, life) = self.draw_start(particle, u32::MAX - 7);
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
