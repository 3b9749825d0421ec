//! The current device as a profile.

use super::Device;
use gristmill_base::error::Result;
use gristmill_cards::{Fact, Mark, Profile};

/// The source of this device's figures.
const DRIVER_SOURCE: &str = "the driver of this machine";

impl Device {
    /// Returns a profile of this device, to compare it with the cards: the version of OpenGL that it has, with the
    /// sizes that its driver reports.
    ///
    /// # Errors
    /// None on a device that has been opened.
    ///
    /// ```
    /// use gristmill::{Device, Era, card::Mark};
    /// # #[cfg(feature = "emulator")] {
    /// let profile = Device::emulator(Era::Fragment)?.profile()?;
    /// assert_eq!((profile.name, profile.texture_side.mark), ("this-machine", Mark::Asked));
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn profile(&self) -> Result<Profile> {
        let info = self.info();
        let limits = self.limits();
        let least = if info.has_compute() { "opengl-4-3" } else { "opengl-3-3" };
        Ok(Profile {
            name: "this-machine",
            title: "this machine",
            changed: "What runs these lines.",
            texture_side: state_driver_fact(limits.texture_side),
            target_side: state_driver_fact(limits.texture_side),
            texture_side_3d: state_driver_fact(limits.volume_side),
            samplers: state_driver_fact(limits.textures),
            outputs: state_driver_fact(limits.outputs),
            ..Profile::named(least)?.clone()
        })
    }
}

fn state_driver_fact(size: usize) -> Fact<u32> {
    Fact::new(u32::try_from(size).unwrap_or(u32::MAX), Mark::Asked, DRIVER_SOURCE)
}
