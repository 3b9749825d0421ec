//! A device whose launches can be captured.

use super::Device;
use crate::capture::{Capture, CapturingBackend, CommandBackend, CommandLog, CommandState};
use crate::machine::Machine;
use crate::stream::Stream;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_machine::Limits;
use nalgebra::Vector4;
use std::rc::Rc;

impl Device {
    /// Returns the same device with [`Device::capture`] enabled. The driver then caches no launches.
    ///
    /// ```
    /// use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let device = device.capturing()?;
    /// let stream = device.stream(&[1.0])?;
    /// assert!(device.clone().capturing().is_err()); // a stream lives on it
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if streams, kernels or other devices share the machine already.
    pub fn capturing(self) -> Result<Device> {
        let Device { era, kernels, machine, rectangles } = self;
        drop(kernels);
        let machine = Rc::try_unwrap(machine).map_err(|_| {
            Error::data("the device already has streams, kernels or clones; capture on one that was just opened")
        })?;
        Ok(Device { era, kernels: Rc::default(), machine: Rc::new(machine.with_capture()), rectangles })
    }

    /// Runs `work` and captures the host's writes, each launch with its kernel, values and streams, and the content
    /// of its outputs. The earlier content of a depth-stencil buffer is not known.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era, algorithms::saxpy};
    /// let device = Device::emulator(Era::Compute)?.capturing()?;
    /// let numbers = device.stream(&[1.0; 8])?;
    /// let (_, capture) = device.capture(|| saxpy::compute(&device, 2.0, &numbers, &numbers))?;
    /// assert_eq!(capture.launches(), 1);
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of `work`; [`Error::Data`] if the device does not come from [`Device::capturing`].
    pub fn capture<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Capture)> {
        let kept =
            self.machine.captured.as_deref().ok_or_else(|| {
                Error::data("the device keeps nothing of its launches; open it with Device::capturing")
            })?;
        CapturingBackend::begin_capture(kept, &*self.machine.backend)?;
        let result = work();
        let run = CapturingBackend::end_capture(kept);
        Ok((result?, Capture(run)))
    }

    /// Returns a device that computes nothing, and the log of what it is asked to do: the commands for a device with
    /// these limits elsewhere.
    ///
    /// # Errors
    /// Errors of [`Device::with_era`].
    #[doc(hidden)]
    pub fn command_log(era: Era, limits: Limits) -> Result<(Device, CommandLog)> {
        let state = Rc::new(CommandState::default());
        let backend = CommandBackend::new(limits, state.clone());
        let device = Device::from_machine(Machine::new(Box::new(backend), None)).with_era(era)?;
        Ok((device, CommandLog(state)))
    }
}

impl CommandLog {
    /// Returns the memory of a picture, with its width and height.
    ///
    /// # Errors
    /// [`Error::Data`] if it is not one texture or one buffer with two dimensions.
    pub fn locate_picture(&self, picture: &Stream<Vector4<f32>>) -> Result<[usize; 3]> {
        match (picture.shape().extents(), picture.raw().memories.as_slice()) {
            (&[width, height], &[memory]) => Ok([memory.0, width, height]),
            _ => Err(Error::data(format!(
                "a stream of {} is not a picture; give it two dimensions and one texture",
                picture.shape()
            ))),
        }
    }
}
