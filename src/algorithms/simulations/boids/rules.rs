//! Parameters of the flock.

use crate::{Call, Error, Result};
use nalgebra::{Point3, Vector4};

/// Parameters of the flock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Distance that a bird sees, in metres.
    pub radius: f32,
    /// Distance that a bird keeps from others, in metres; at most `radius`.
    pub closest: f32,
    /// Weight of the turn away from birds that are too close: acceleration per metre of distance.
    pub separation: f32,
    /// Weight of matching the velocity of the birds around: acceleration per difference of velocity.
    pub alignment: f32,
    /// Weight of the turn to the centre of the birds around: acceleration per metre.
    pub cohesion: f32,
    /// Point that the flock flies to.
    pub goal: Point3<f32>,
    /// Largest acceleration towards the goal, metres per second².
    pub pull: f32,
    /// Speed of a bird alone, metres per second.
    pub cruise: f32,
    /// Rate at which a bird returns to that speed, per second.
    pub eagerness: f32,
    /// Maximum speed of a bird, metres per second.
    pub fastest: f32,
    /// Seconds per tick.
    pub interval: f32,
}

impl Default for Rules {
    /// Starlings, at thirty ticks per second.
    fn default() -> Rules {
        Rules {
            radius: 1.5,
            closest: 1.0,
            separation: 30.0,
            alignment: 3.0,
            cohesion: 0.5,
            goal: Point3::origin(),
            pull: 3.0,
            cruise: 6.0,
            eagerness: 0.5,
            fastest: 10.0,
            interval: 1.0 / 30.0,
        }
    }
}

impl Rules {
    pub(super) fn check_values(&self) -> Result<()> {
        let Rules { radius, closest, cruise, fastest, .. } = *self;
        let numbers = [self.separation, self.alignment, self.cohesion, self.pull, self.eagerness, self.interval];
        let fault = if !(radius > 0.0 && radius.is_finite()) {
            format!("a radius of {radius} m is not valid; give a finite one above 0")
        } else if !(closest > 0.0 && closest <= radius) {
            format!("a bird keeps {closest} m away but sees {radius} m far; give it a closest above 0, and up to that")
        } else if !(cruise > 0.0 && cruise.is_finite() && fastest > 0.0 && fastest.is_finite()) {
            format!("speeds of {cruise} and {fastest} m/s are not valid; give finite ones above 0")
        } else if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            format!("a rule of the flock is {number}; give it a finite number")
        } else {
            return Ok(());
        };
        Err(Error::data(fault))
    }

    /// Sets the uniforms of boids.glsl.
    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("sight", self.pack_sight())
            .uniform("weights", [self.separation, self.alignment, self.cohesion])
            .uniform("goal", self.pack_goal())
            .uniform("pace", self.pack_pace())
    }

    /// Returns one over the squares of how far a bird sees, and how far it keeps away.
    pub(super) fn pack_sight(&self) -> [f32; 2] {
        [self.radius, self.closest].map(|far| 1.0 / (far * far))
    }

    /// Returns the goal, and the largest acceleration towards it.
    pub(super) fn pack_goal(&self) -> Vector4<f32> {
        self.goal.coords.push(self.pull)
    }

    /// Returns the eagerness, one over the square of the cruising speed, the maximum speed and the seconds of a tick.
    pub(super) fn pack_pace(&self) -> [f32; 4] {
        [self.eagerness, 1.0 / (self.cruise * self.cruise), self.fastest, self.interval]
    }
}
