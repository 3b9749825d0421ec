//! A thin lens.

use crate::{Error, Result};

/// Parameters of the blur.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// Depth that is sharp, in the units of the depth map.
    pub focus: f32,
    /// Radius of the blur at infinite depth, in pixels.
    pub aperture: f32,
    /// Maximum radius, in pixels; it limits the blur of very near pixels.
    pub most: f32,
}

impl Lens {
    /// Returns the radius at a depth, in pixels; 0 if the depth is not above 0.
    ///
    /// ```
    /// use gristmill::algorithms::depth_of_field::Lens;
    /// let lens = Lens { focus: 2.0, aperture: 6.0, most: 8.0 };
    /// assert_eq!([2.0, 4.0, 1.0, 0.5, -1.0, f32::NAN].map(|depth| lens.radius(depth)), [0.0, 3.0, 6.0, 8.0, 0.0, 0.0]);
    /// ```
    pub fn radius(&self, depth: f32) -> f32 {
        let radius = self.aperture * (depth - self.focus).abs() / depth;
        if radius > 0.0 { radius.min(self.most) } else { 0.0 }
    }

    /// Checks that the parameters are valid.
    pub(super) fn check_values(&self) -> Result<()> {
        let Lens { focus, aperture, most } = self;
        let right = focus.is_finite() && [aperture, most].iter().all(|radius| radius.is_finite() && **radius >= 0.0);
        if right {
            return Ok(());
        }
        Err(Error::data(format!(
            "a lens of focus {focus}, aperture {aperture} and radius {most} at most is not valid; give finite numbers, \
             the last two 0 or more"
        )))
    }
}
