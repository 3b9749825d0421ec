//! Uniforms that replace those of the host's code.

use super::Device;
use crate::machine::HostUniform;
use gristmill_machine::Value;

impl Device {
    /// Pins a uniform of a kernel: its launches have this value from now on, whatever the host's code sets; with
    /// `None` they have the host's again. The kernel is named by its file.
    ///
    /// ```
    /// # use gristmill::{Device, Era, algorithms::saxpy};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let x = device.stream(&[1.0])?;
    /// device.pin_uniform("saxpy.frag", "alpha", Some(5.0.into()));
    /// assert_eq!(saxpy::fragment(&device, 2.0, &x, &x)?.read()?, [6.0]); // five times 1, and 1
    /// device.pin_uniform("saxpy.frag", "alpha", None);
    /// assert_eq!(saxpy::fragment(&device, 2.0, &x, &x)?.read()?, [3.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// A launch fails if the kernel has no such uniform:
    ///
    /// ```
    /// # use gristmill::{Device, Era, algorithms::saxpy};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let x = device.stream(&[1.0])?;
    /// device.pin_uniform("saxpy.frag", "alfa", Some(5.0.into()));
    /// let error = saxpy::fragment(&device, 2.0, &x, &x).unwrap_err();
    /// assert_eq!(error.to_string(), "saxpy.frag has no uniform alfa; it has alpha");
    /// device.pin_uniform("saxpy.frag", "alfa", None);
    /// device.pin_uniform("saxpy.frag", "alpha", Some(5.into()));
    /// let error = saxpy::fragment(&device, 2.0, &x, &x).unwrap_err();
    /// assert_eq!(error.to_string(), "saxpy.frag: the uniform alpha is float, and is pinned to int; pin it to float");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn pin_uniform(&self, kernel: &str, name: &str, value: Option<Value>) {
        self.machine.uniforms.pin_uniform(kernel, name, value);
    }

    /// Starts or stops recording the uniforms that the host's code sets; returns those recorded until now. Uniforms
    /// that the library sets itself, as `element_count`, are not the host's.
    ///
    /// ```
    /// # use gristmill::{Device, Era, algorithms::saxpy};
    /// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
    /// let x = device.stream(&[1.0])?;
    /// device.note_uniforms(true);
    /// saxpy::compute(&device, 2.0, &x, &x)?;
    /// let noted = device.note_uniforms(false);
    /// assert_eq!((noted.len(), noted[0].name.as_str(), &noted[0].values), (1, "alpha", &vec![2.0.into()]));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn note_uniforms(&self, from_now: bool) -> Vec<HostUniform> {
        self.machine.uniforms.note_uniforms(from_now)
    }
}
