//! A thin lens.

use crate::{Error, Result};

/// What blurs what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// The depth that is sharp, in the units of the depth map.
    pub focus: f32,
    /// The radius of the blur at an endless depth, in pixels.
    pub aperture: f32,
    /// The largest radius, in pixels: what is very near would be blurred without end.
    pub most: f32,
}

impl Lens {
    /// The radius at a depth, in pixels; 0 where the depth is no number above 0.
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

    /// That it shows something.
    pub(super) fn checked(&self) -> Result<()> {
        let Lens { focus, aperture, most } = self;
        let right = focus.is_finite() && [aperture, most].iter().all(|radius| radius.is_finite() && **radius >= 0.0);
        if right {
            return Ok(());
        }
        Err(Error::data(format!(
            "a lens of focus {focus}, aperture {aperture} and radius {most} at most shows nothing; give numbers, the last two not below 0"
        )))
    }
}
