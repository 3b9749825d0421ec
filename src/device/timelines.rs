//! What happened when in the launches of a device.
#![cfg(feature = "emulator")]

use super::Device;
use gristmill_base::error::Result;
use gristmill_base::timeline::LaunchTimeline;

impl Device {
    /// What happened when since it was last asked, launch by launch, where the emulator listens for
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
    /// [`Error::NoDevice`](crate::Error::NoDevice) on another machine: a driver says nothing.
    pub fn timelines(&self) -> Result<Vec<LaunchTimeline>> {
        Ok(self.log()?.timelines.take())
    }
}
