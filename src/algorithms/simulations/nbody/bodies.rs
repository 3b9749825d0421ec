//! Bodies on the host and on a device.

use crate::{Device, Error, Result, Stream, random};
use nalgebra::{Vector3, Vector4};

/// Bodies on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostBodies {
    /// Positions; the fourth channel is the mass.
    pub position: Vec<Vector4<f32>>,
    /// Velocities; the fourth channel is for the caller and never changes.
    pub velocity: Vec<Vector4<f32>>,
}

impl HostBodies {
    /// Builds `bodies` bodies of equal mass, 1 in total, in a ball of radius 1, almost at rest.
    pub fn ball(bodies: usize, seed: u32) -> HostBodies {
        let mass = 1.0 / bodies.max(1) as f32;
        let bodies = 0..bodies as u32;
        HostBodies {
            position: bodies.clone().map(|body| draw_in_ball(body, 0, seed).push(mass)).collect(),
            velocity: bodies.map(|body| (draw_in_ball(body, 4, seed) * 0.3).push(0.0)).collect(),
        }
    }

    /// Returns the total energy, kinetic and potential.
    pub fn energy(&self, softening: f32) -> f64 {
        let softening = f64::from(softening).powi(2);
        let mut energy = 0.0;
        for (i, (place, speed)) in self.position.iter().zip(&self.velocity).enumerate() {
            let mass = f64::from(place.w);
            energy += 0.5 * mass * widen_vector(speed).norm_squared();
            for other in &self.position[..i] {
                let apart = ((widen_vector(other) - widen_vector(place)).norm_squared() + softening).sqrt();
                energy -= mass * f64::from(other.w) / apart;
            }
        }
        energy
    }

    /// Returns the total momentum.
    pub fn momentum(&self) -> Vector3<f64> {
        let bodies = self.position.iter().zip(&self.velocity);
        bodies
            .map(|(place, speed)| speed.xyz().cast::<f64>() * f64::from(place.w))
            .sum()
    }
}

fn widen_vector(vector: &Vector4<f32>) -> Vector3<f64> {
    vector.xyz().cast::<f64>()
}

fn draw_in_ball(body: u32, draw: u32, seed: u32) -> Vector3<f32> {
    let cube = Vector3::from_fn(|at, _| random::uniform(seed, body, draw + at as u32) * 2.0 - 1.0);
    cube * (cube.amax() / cube.norm().max(1e-6)) // the cube's shells become the ball's
}

// ANCHOR: struct
/// Bodies on a device.
#[derive(Debug)]
pub struct Bodies {
    /// Positions; the fourth channel is the mass.
    pub position: Stream<Vector4<f32>>,
    /// Velocities.
    pub velocity: Stream<Vector4<f32>>,
}
// ANCHOR_END: struct

impl Bodies {
    /// Uploads the host's bodies in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for a body with a NaN or an infinity, or if the counts of positions and velocities
    /// differ; [`crate::Error::Limit`] if they do not fit the device.
    pub fn new(device: &Device, HostBodies { position, velocity }: &HostBodies) -> Result<Bodies> {
        if position.len() != velocity.len() {
            let [places, speeds] = [position.len(), velocity.len()];
            return Err(Error::data(format!("{speeds} velocities given for {places} bodies; give each body one")));
        }
        if let Some(body) = position
            .iter()
            .zip(velocity)
            .position(|(place, speed): (&Vector4<f32>, &Vector4<f32>)| {
                !(place + speed).iter().all(|lane| lane.is_finite())
            })
        {
            return Err(Error::data(format!("body {body} has a NaN or an infinity; give it finite numbers")));
        }
        Ok(Bodies { position: device.stream(position)?, velocity: device.stream(velocity)? })
    }

    pub(super) fn empty(device: &Device, bodies: usize) -> Result<Bodies> {
        Ok(Bodies { position: device.empty(bodies)?, velocity: device.empty(bodies)? })
    }

    /// Reads the bodies back to the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostBodies> {
        Ok(HostBodies { position: self.position.read()?, velocity: self.velocity.read()? })
    }
}
