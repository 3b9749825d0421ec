//! Parameters of the motion of bodies.

use crate::{Error, Result};

/// Parameters of the motion of bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Softening length: below this distance the pull no longer grows.
    pub softening: f32,
    /// Seconds per tick.
    pub interval: f32,
}

impl Default for Motion {
    fn default() -> Motion {
        Motion { softening: 0.25, interval: 0.01 }
    }
}

impl Motion {
    pub(super) fn check_values(&self) -> Result<()> {
        let Motion { softening, interval } = *self;
        if !(softening >= 0.0 && softening.is_finite()) {
            return Err(Error::data(format!(
                "a softening of {softening} is not valid; give a finite length of 0 or more"
            )));
        }
        if !interval.is_finite() {
            return Err(Error::data(format!("a tick of {interval} seconds is not finite; give a finite one")));
        }
        Ok(())
    }

    /// Returns the square of the softening for nbody.glsl: at least 1e-24, so that a body does not divide by zero
    /// where it meets itself.
    pub(super) fn squared_softening(&self) -> f32 {
        (self.softening * self.softening).max(1e-24)
    }
}
