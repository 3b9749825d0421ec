//! Birds on the host and on a device.

use crate::{Device, Error, Result, Shape, Stream, random};
use nalgebra::{Vector3, Vector4};

/// Birds on the host, in the order of their numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostBirds {
    /// Positions in metres; the fourth channel is the bird's number: 0, 1, 2 ...
    pub position: Vec<Vector4<f32>>,
    /// Velocities in metres per second; the fourth channel is 0.
    pub velocity: Vec<Vector4<f32>>,
}

impl HostBirds {
    /// Radius of the ball in which `birds` birds start, in metres.
    pub(super) fn start_radius(birds: usize) -> f32 {
        libm::cbrtf(birds as f32) * 0.65
    }

    /// Places `birds` birds in a ball around the origin, as dense as a flock. They fly in all directions, with a
    /// drift to the right.
    pub fn new(birds: usize, seed: u32) -> HostBirds {
        let reach = HostBirds::start_radius(birds);
        let birds = 0..birds as u32;
        HostBirds {
            position: birds
                .clone()
                .map(|bird: u32| (draw_in_ball(bird, 0, seed) * reach).push(bird as f32))
                .collect(),
            velocity: birds
                .map(|bird: u32| (draw_in_ball(bird, 4, seed) * 4.0 + Vector3::new(2.0, 0.0, 0.0)).push(0.0))
                .collect(),
        }
    }
}

fn draw_in_ball(bird: u32, draw: u32, seed: u32) -> Vector3<f32> {
    let cube = Vector3::from_fn(|lane, _| random::uniform(seed, bird, draw + lane as u32) * 2.0 - 1.0);
    cube * (cube.amax() / cube.norm().max(1e-6)) // the cube's shells become the ball's
}

// ANCHOR: struct
/// A flock on a device.
#[derive(Debug)]
pub struct Birds {
    /// Positions in metres; the fourth channel is the bird's number, which moves with it.
    pub position: Stream<Vector4<f32>>,
    /// Velocities in metres per second.
    pub velocity: Stream<Vector4<f32>>,
}
// ANCHOR_END: struct

impl Birds {
    /// Uploads the host's birds in the device's era, numbered in their order.
    ///
    /// # Errors
    /// [`crate::Error::Data`] if a position or velocity is NaN or infinite, or their counts differ;
    /// [`crate::Error::Limit`] if they do not fit the device, or are more than an `f32` can number.
    pub fn new(device: &Device, HostBirds { position, velocity }: &HostBirds) -> Result<Birds> {
        const MOST_BIRDS: usize = 1 << 24;
        if position.len() != velocity.len() {
            let [places, speeds] = [position.len(), velocity.len()];
            return Err(Error::data(format!("{speeds} velocities given for {places} birds; give each bird one")));
        }
        if position.len() > MOST_BIRDS {
            return Err(Error::limit(
                "birds of a flock",
                position.len() as u128,
                MOST_BIRDS as u128,
                "make two flocks",
            ));
        }
        if let Some(bird) = position
            .iter()
            .zip(velocity)
            .position(|(place, speed): (&Vector4<f32>, &Vector4<f32>)| {
                !(place + speed).xyz().iter().all(|x| x.is_finite())
            })
        {
            return Err(Error::data(format!(
                "bird {bird} has a position or velocity that is not finite; give finite numbers"
            )));
        }
        let numbered = (0..).zip(position).map(|(bird, place)| place.xyz().push(bird as f32));
        let position = device.stream(&numbered.collect::<Vec<_>>())?;
        Ok(Birds { position, velocity: device.stream(velocity)? })
    }

    pub(super) fn empty(device: &Device, shape: Shape) -> Result<Birds> {
        Ok(Birds { position: device.empty(shape)?, velocity: device.empty(shape)? })
    }

    /// Reads the birds back to the host, in the order of their numbers.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostBirds> {
        let position = self.position.read()?;
        let velocity = self.velocity.read()?;
        let mut birds: Vec<_> = position.into_iter().zip(velocity).collect();
        birds.sort_by(|(one, _), (other, _)| one.w.total_cmp(&other.w));
        let (position, velocity) = birds.into_iter().unzip();
        Ok(HostBirds { position, velocity })
    }
}
