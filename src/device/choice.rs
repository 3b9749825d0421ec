//! Choice of a device.

use gristmill_base::error::{Error, Result};
use std::str::FromStr;

/// The device to open, from `GRISTMILL_DEVICE` or `--device`.
///
/// ```
/// use gristmill::{Device, Era, MachineChoice};
/// assert_eq!("emulator".parse(), Ok(MachineChoice::Emulator));
/// # #[cfg(feature = "emulator")]
/// assert_eq!(Device::choose(Era::Fragment, MachineChoice::Emulator)?.era(), Era::Fragment);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MachineChoice {
    /// The first driver that works; else WebGPU, in a build with that feature; else the emulator.
    Any,
    /// The first driver that works.
    Driver,
    /// The EGL device with this number.
    Number(usize),
    /// The best adapter of WebGPU: the graphics card by Vulkan, Metal or Direct3D 12.
    WebGpu,
    /// The emulator.
    Emulator,
}

impl FromStr for MachineChoice {
    type Err = Error;

    /// Parses an empty text, `gl`, a number, `webgpu`, or `emulator`.
    fn from_str(text: &str) -> Result<MachineChoice> {
        match text {
            "" => Ok(MachineChoice::Any),
            "gl" => Ok(MachineChoice::Driver),
            "webgpu" => Ok(MachineChoice::WebGpu),
            "emulator" => Ok(MachineChoice::Emulator),
            number => number.parse().map(MachineChoice::Number).map_err(|_| {
                Error::data(format!(
                    "unknown device {text}; expected gl, webgpu, emulator, or a number of `gristmill doctor`"
                ))
            }),
        }
    }
}
