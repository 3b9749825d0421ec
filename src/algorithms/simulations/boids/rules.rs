//! What makes birds a flock.

use crate::{Call, Error, Result};
use nalgebra::Point3;

/// What makes birds a flock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// How far a bird sees, in metres.
    pub radius: f32,
    /// How far it keeps away from others; not more than `radius`.
    pub closest: f32,
    /// How much it turns away from those that are closer: acceleration per metre of distance.
    pub separation: f32,
    /// How much it takes on the velocity of those around: acceleration per difference of velocity.
    pub alignment: f32,
    /// How much it turns to the middle of those around: acceleration per metre.
    pub cohesion: f32,
    /// Where the flock wants to be.
    pub goal: Point3<f32>,
    /// The most acceleration towards it, metres per second, each second.
    pub pull: f32,
    /// The speed a bird has when nobody is around, metres per second.
    pub cruise: f32,
    /// How soon it is back to that, one over seconds.
    pub eagerness: f32,
    /// The most speed of a bird.
    pub fastest: f32,
    /// Seconds of a tick.
    pub interval: f32,
}

impl Default for Rules {
    /// Starlings, thirty ticks per second.
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
    pub(super) fn check(&self) -> Result<()> {
        let Rules { radius, closest, cruise, fastest, .. } = *self;
        let numbers = [self.separation, self.alignment, self.cohesion, self.pull, self.eagerness, self.interval];
        let fault = if !(radius > 0.0 && radius.is_finite()) {
            format!("a bird that sees {radius} m far sees nobody; give a finite radius above 0")
        } else if !(closest > 0.0 && closest <= radius) {
            format!("a bird keeps {closest} m away but sees {radius} m far; give it a closest above 0, and up to that")
        } else if !(cruise > 0.0 && cruise.is_finite() && fastest > 0.0 && fastest.is_finite()) {
            format!("speeds of {cruise} and {fastest} m/s move no flock; give finite ones above 0")
        } else if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            format!("a rule of the flock is {number}; give it a finite number")
        } else {
            return Ok(());
        };
        Err(Error::data(fault))
    }

    /// The uniforms of boids.glsl.
    pub(super) fn tell<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("sight", [self.radius, self.closest].map(|far| 1.0 / (far * far)))
            .uniform("weights", [self.separation, self.alignment, self.cohesion])
            .uniform("goal", self.goal.coords.push(self.pull))
            .uniform("pace", [self.eagerness, 1.0 / (self.cruise * self.cruise), self.fastest, self.interval])
    }
}
