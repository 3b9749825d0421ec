//! Timelines of a device's launches.
#![cfg(feature = "emulator")]

use super::Device;
use gristmill_base::error::Result;
use gristmill_base::timeline::LaunchTimeline;

impl Device {
    /// Takes the timelines of the launches since the last call, if the emulator observes
    /// [`Listening::timeline`](crate::finding::Listening::timeline): the first 256 launches at most.
    ///
    /// ```
    /// use gristmill::finding::Listening;
    /// use gristmill::{Device, Era, algorithms::saxpy};
    /// let device = Device::emulator(Era::Compute)?;
    /// device.listen(Some(Listening { timeline: true, ..Listening::FAULTS }))?;
    /// let x = device.stream(&[1.0, 2.0])?;
    /// saxpy(&device, 3.0, &x, &x)?;
    /// let launches = device.timelines()?;
    /// assert_eq!(launches[0].kernel, "saxpy.comp");
    /// assert!(launches[0].complete && device.timelines()?.is_empty());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoDevice`](crate::Error::NoDevice) on any other device: a driver reports nothing.
    pub fn timelines(&self) -> Result<Vec<LaunchTimeline>> {
        Ok(self.findings_log()?.timelines.take())
    }
}
