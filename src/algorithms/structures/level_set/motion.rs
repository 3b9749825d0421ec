//! The motion of a surface, and the largest stable step.

use crate::{Error, Result};

/// Rate at which the slope of the band is corrected, relative to the fastest speed.
const RESCALE: f32 = 0.25;

// ANCHOR: motion
/// The motion of a surface.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SurfaceMotion {
    /// Cells of the volume along x, y and z.
    pub extent: [usize; 3],
    /// Speed of the surface outwards at each cell, x fastest, in cells per unit of time.
    pub speeds: Vec<f32>,
    /// Rate of smoothing, in square cells per unit of time: its product with the curvature is added to the speed
    /// inwards.
    pub smoothing: f32,
    /// Duration of a step in units of time, at most [`SurfaceMotion::limit`].
    pub interval: f32,
}
// ANCHOR_END: motion

impl SurfaceMotion {
    /// Builds a motion at that speed everywhere, with the longest steps allowed.
    pub fn even(extent: [usize; 3], speed: f32) -> SurfaceMotion {
        SurfaceMotion::at_limit(extent, vec![speed; extent.iter().product()], 0.0)
    }

    /// Builds a motion towards a shape that is given by the distance of each cell from its surface, negative inside;
    /// the surface comes to rest there.
    pub fn towards(extent: [usize; 3], distances: &[f32], smoothing: f32) -> SurfaceMotion {
        let speeds = distances.iter().map(|distance| (-0.5 * distance).clamp(-1.0, 1.0)).collect();
        SurfaceMotion::at_limit(extent, speeds, smoothing)
    }

    /// Builds a segmentation (Lefohn 2003): outwards if a value is within `tolerance` of `target`, otherwise inwards.
    pub fn segmentation(
        extent: [usize; 3],
        values: &[f32],
        target: f32,
        tolerance: f32,
        smoothing: f32,
    ) -> SurfaceMotion {
        let speed = |value: &f32| (1.0 - (value - target).abs() / tolerance).clamp(-1.0, 1.0);
        SurfaceMotion::at_limit(extent, values.iter().map(speed).collect(), smoothing)
    }

    fn at_limit(extent: [usize; 3], speeds: Vec<f32>, smoothing: f32) -> SurfaceMotion {
        let mut motion = SurfaceMotion { extent, speeds, smoothing, interval: 0.0 };
        motion.interval = motion.limit().min(1.0);
        motion
    }

    fn fastest_speed(&self) -> f32 {
        self.speeds.iter().fold(0.0, |fastest: f32, speed| fastest.max(speed.abs()))
    }

    // ANCHOR: limit
    pub(super) fn rescale_rate(&self) -> f32 {
        RESCALE * (self.fastest_speed() + self.smoothing)
    }

    /// Returns the longest step: the condition of Courant, Friedrichs and Lewy. With longer steps the surface would
    /// jump over cells.
    ///
    /// Upwind, a gradient of three differences has a norm of at most √3 times the largest; the curvature term has six
    /// neighbours.
    pub fn limit(&self) -> f32 {
        1.0 / (3.0_f32.sqrt() * (self.fastest_speed() + self.rescale_rate()) + 6.0 * self.smoothing)
    }
    // ANCHOR_END: limit

    pub(super) fn check(&self, start: &[f32]) -> Result<()> {
        let cells: usize = self.extent.iter().product();
        let [x, y, z] = self.extent;
        for (count, what) in [(self.speeds.len(), "speeds"), (start.len(), "distances")] {
            if count != cells {
                return Err(Error::data(format!("{count} {what} for a volume of {x}x{y}x{z}; give {cells}")));
            }
        }
        let no_number =
            |what: &str| Err(Error::data(format!("{what} is not finite; give a finite number for each cell")));
        if let Some(at) = self.speeds.iter().position(|speed| !speed.is_finite()) {
            return no_number(&format!("speed {at}"));
        }
        if let Some(at) = start.iter().position(|distance| distance.is_nan()) {
            return no_number(&format!("distance {at}"));
        }
        if !self.smoothing.is_finite() || self.smoothing < 0.0 {
            return Err(Error::data(format!("a smoothing of {} is not valid; give 0 or more", self.smoothing)));
        }
        // ANCHOR: refused
        let (interval, limit) = (self.interval, self.limit());
        if !(interval > 0.0 && interval <= limit) {
            return Err(Error::data(format!(
                "a time step of {interval}: the surface would jump over cells; above 0 and up to {limit} is stable here"
            )));
        }
        // ANCHOR_END: refused
        Ok(())
    }
}
