//! Times of work, the clock that measures them, and exclusive use of the driver for many small launches.

use super::Device;
use gristmill_base::error::{Error, Result};
use gristmill_machine::LaunchClock;
use std::time::Duration;

impl Device {
    /// Returns the clock by which [`Device::trace`] times launches. The first call runs a self-test: a load whose
    /// time is known, timed by the driver, once and twice as long.
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
    /// [`Error::Driver`] with any error that the driver has found since; [`Error::Call`] inside [`Device::timed`].
    pub fn launch_clock(&self) -> Result<LaunchClock> {
        self.machine.check_not_timed("Device::launch_clock")?;
        let (_, clock) = self.machine.backend.time_launch(&mut || Ok(()))?;
        Ok(clock)
    }

    /// Runs `work` until the device has finished it, and returns the time of its launches, from the first to the
    /// last, by [`Device::launch_clock`]. There is only one timer: inside `work` nothing can be traced or timed.
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
    /// Errors of `work`; [`Error::Driver`] with any error that the driver has found since; [`Error::Call`] inside
    /// itself or [`Device::trace`].
    pub fn timed<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Duration)> {
        let mut work = Some(work);
        let mut given = None;
        let mut run = || {
            given = work.take().map(|work| work()).transpose()?;
            Ok(())
        };
        let (time, _) = self.machine.time_work(&mut run)?;
        given
            .map(|given| (given, time))
            .ok_or_else(|| Error::driver("timing", "the work was not run"))
    }

    /// Runs `work` without checking between two calls whether another library has made its OpenGL context current.
    /// Many small launches take up to a third less time this way. `work` may use this library's devices, but no other
    /// library's context.
    ///
    /// ```
    /// use gristmill::{Device, Era, PingPong, kernel_pair};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let double = device.kernel(&kernel_pair!("streams/saxpy"))?;
    /// let zero = device.stream(&[0.0_f32])?;
    /// let one = device.stream(&[1.0])?;
    /// let mut powers = PingPong::new(one, device.empty(1)?);
    /// device.uninterrupted(|| {
    ///     for _ in 0..10 {
    ///         powers.step(|now, next| {
    ///             double.call().uniform("alpha", 2.0).input("x", now).input("y", &zero).output("result", next).run()
    ///         })?;
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(powers.now().read()?, [1024.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of `work`; [`Error::Call`] if another library's context is current at the end.
    pub fn uninterrupted<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        super::opening::run_uninterrupted(work)
    }
}
