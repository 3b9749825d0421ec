//! Photons after their flights, on a device and on the host.

use crate::{Device, Result, Stream};
use nalgebra::Vector4;

/// The number of photons that leave the light, and of their flights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// Photons that leave the light.
    pub count: usize,
    /// Largest number of flights of each; each flight may end in an entry of the map.
    pub bounces: usize,
    /// Seed of all their random numbers.
    pub seed: u32,
}

/// Photons on a device: an entry for each flight, those of all first flights first.
#[derive(Debug)]
pub struct Photons {
    /// End of the flight; in the fourth channel the surface: 1 to 6 a wall, 7 the mirror, 8 the glass, 0 for a flight
    /// that did not happen.
    pub position: Stream<Vector4<f32>>,
    /// Direction of the flight.
    pub direction: Stream<Vector4<f32>>,
    /// Power carried on the flight, in watts of red, green and blue.
    pub power: Stream<Vector4<f32>>,
    /// Photons that left the light.
    pub count: usize,
}

/// [`Photons`] on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostPhotons {
    /// As [`Photons::position`].
    pub position: Vec<Vector4<f32>>,
    /// As [`Photons::direction`].
    pub direction: Vec<Vector4<f32>>,
    /// As [`Photons::power`].
    pub power: Vec<Vector4<f32>>,
    /// As [`Photons::count`].
    pub count: usize,
}

impl Photons {
    /// Uploads photons of the host, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if they do not fit the device.
    pub fn new(device: &Device, host: &HostPhotons) -> Result<Photons> {
        Ok(Photons {
            position: device.stream(&host.position)?,
            direction: device.stream(&host.direction)?,
            power: device.stream(&host.power)?,
            count: host.count,
        })
    }

    /// Reads the photons to the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostPhotons> {
        let position = self.position.read()?;
        let direction = self.direction.read()?;
        let power = self.power.read()?;
        Ok(HostPhotons { position, direction, power, count: self.count })
    }
}
