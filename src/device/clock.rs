//! How long work takes, and which clock says so.

use super::Device;
use crate::backend::LaunchClock;
use crate::data::error::{Error, Result};
use std::time::Duration;

impl Device {
    /// Which clock [`Device::trace`] takes the times of launches from. The first question is answered by a
    /// self-test: a load whose time is known, timed by the driver, once and twice as long.
    ///
    /// ```
    /// # use gristmill::{Device, Era, LaunchClock, MachineChoice};
    /// # let Ok(device) = Device::choose(Era::Fragment, MachineChoice::Emulator) else { return Ok(()) };
    /// let clock = device.launch_clock()?.to_string();
    /// assert_eq!(clock, "launches are timed by the host's clock: it has no timer of its own");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Driver`] with what the driver found wrong since; [`Error::Call`] inside of [`Device::timed`].
    pub fn launch_clock(&self) -> Result<LaunchClock> {
        self.machine.not_timed("Device::launch_clock")?;
        let (_, clock) = self.machine.backend.timed(&mut || Ok(()))?;
        Ok(clock)
    }

    /// Runs `work` until the machine is done with it, and gives how long its launches took, from the first to the
    /// last, by [`Device::launch_clock`]. There is one timer: inside of it nothing can be traced or timed.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let (zeros, time) = device.timed(|| device.empty::<f32>(64))?;
    /// println!("{} zeros in {time:?}", zeros.len());
    /// assert!(device.timed(|| device.trace(|| Ok(()))).is_err());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `work`; [`Error::Driver`] with what the driver found wrong since; [`Error::Call`] inside of itself or of
    /// [`Device::trace`].
    pub fn timed<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Duration)> {
        let (mut work, mut given) = (Some(work), None);
        let mut run = || {
            given = work.take().map(|work| work()).transpose()?;
            Ok(())
        };
        let (time, _) = self.machine.timed(&mut run)?;
        given
            .map(|given| (given, time))
            .ok_or_else(|| Error::driver("timing", "the work was not run"))
    }
}
