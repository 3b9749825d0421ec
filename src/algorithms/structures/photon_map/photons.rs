//! Photons that have flown, on a device and on the host.

use crate::{Device, Result, Stream};
use nalgebra::Vector4;

/// How many photons leave the light, and what becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// Photons that leave the light.
    pub count: usize,
    /// Flights of each at most; each flight may end in an entry of the map.
    pub bounces: usize,
    /// What all their random numbers follow from.
    pub seed: u32,
}

/// Photons on a device: an entry for each flight, those of all first flights first.
#[derive(Debug)]
pub struct Photons {
    /// Where the flight ended; in the fourth channel the surface: 1 to 6 a wall, 7 the mirror, 8 the glass, 0
    /// for a flight that did not happen.
    pub position: Stream<Vector4<f32>>,
    /// Of the flight.
    pub direction: Stream<Vector4<f32>>,
    /// Carried on the flight, watts of red, green and blue.
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
    /// Photons of the host, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if they do not fit the machine.
    pub fn new(device: &Device, host: &HostPhotons) -> Result<Photons> {
        Ok(Photons {
            position: device.stream(&host.position)?,
            direction: device.stream(&host.direction)?,
            power: device.stream(&host.power)?,
            count: host.count,
        })
    }

    /// The photons on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<HostPhotons> {
        let (position, direction, power) = (self.position.read()?, self.direction.read()?, self.power.read()?);
        Ok(HostPhotons { position, direction, power, count: self.count })
    }
}
