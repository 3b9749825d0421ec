//! OpenGL by EGL: a context without a window, on one of EGL's devices, through glutin.

use super::context::ContextHandles;
use super::driver_lock::DriverLock;
use super::egl::ThreadState;
use super::glutin_context::{Display, create_newest_context};
use glutin::api::egl::device::Device;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::prelude::*;
use gristmill_base::error::{Error, Missing, Result};

/// Returns the number of EGL devices.
pub(super) fn device_count() -> Result<usize> {
    Ok(query_devices()?.len())
}

/// Opens the device with this number, or the first that offers a context.
pub(super) fn open(number: Option<usize>) -> Result<ContextHandles> {
    let devices = query_devices()?;
    if let Some(number) = number {
        let device = devices.get(number).ok_or_else(|| {
            Error::no_device(
                Missing::Driver,
                format!("there is no device {number}: `gristmill doctor` lists 0 to {}", devices.len() - 1),
            )
        })?;
        return open_device(number, device);
    }
    let mut first_error = None;
    for (number, device) in devices.iter().enumerate() {
        match open_device(number, device) {
            Ok(opened) => return Ok(opened),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or_else(no_vendor))
}

fn query_devices() -> Result<Vec<Device>> {
    let devices = Device::query_devices()
        .map_err(|error| if error.to_string().contains("not supported") { no_vendor() } else { no_egl() })?;
    let devices: Vec<Device> = devices.collect();
    if devices.is_empty() { Err(no_vendor()) } else { Ok(devices) }
}

/// A hint for messages that need more detail.
const DOCTOR_HINT: &str = "`gristmill doctor` says more";

/// Instructions to install an OpenGL driver that EGL finds on this system.
const INSTALL_HINT: &str = if cfg!(target_os = "linux") {
    "install Mesa's (Debian, Ubuntu: `sudo apt install libegl1 libgl1-mesa-dri`; Fedora: `sudo dnf install mesa-libEGL mesa-dri-drivers`)"
} else {
    "install Mesa's EGL, or use the emulator (GRISTMILL_DEVICE=emulator)"
};

fn no_egl() -> Error {
    Error::no_device(
        Missing::Driver,
        format!("no EGL library (libEGL.so.1) on this machine: {INSTALL_HINT}; {DOCTOR_HINT}"),
    )
}

fn no_vendor() -> Error {
    Error::no_device(
        Missing::Driver,
        format!("EGL is installed but no driver is registered with it: {INSTALL_HINT}; {DOCTOR_HINT}"),
    )
}

fn no_driver(number: usize, message: &str) -> Error {
    Error::no_device(
        Missing::Driver,
        format!("device {number} has no driver that starts ({message}): {INSTALL_HINT}; {DOCTOR_HINT}"),
    )
}

fn too_old(number: usize, message: &str) -> Error {
    Error::no_device(
        Missing::Version { needed: (3, 3), offered: None },
        format!(
            "device {number} offers no OpenGL 3.3 core context ({message}): the fragment era needs 3.3, the compute \
             era 4.3; install a newer driver; {DOCTOR_HINT}"
        ),
    )
}

fn open_device(number: usize, device: &Device) -> Result<ContextHandles> {
    // SAFETY: no native display is passed, so nothing has to outlive the call.
    let display =
        unsafe { Display::with_device(device, None) }.map_err(|error| no_driver(number, &error.to_string()))?;
    let _lock = DriverLock::acquire();
    let thread = ThreadState::for_display(&display);
    let template = ConfigTemplateBuilder::new()
        .with_surface_type(ConfigSurfaceTypes::empty())
        .build();
    // SAFETY: the display was initialised just above.
    let configs = unsafe { display.find_configs(template) };
    let config = configs
        .ok()
        .and_then(|mut configs| configs.next())
        .ok_or_else(|| no_driver(number, "it offers no surfaceless configuration"))?;

    let context = create_newest_context(&display, &config, None).map_err(|refusal| too_old(number, &refusal))?;
    let context = context
        .make_current_surfaceless()
        .map_err(|error| no_driver(number, &error.to_string()))?;
    ContextHandles::from_glutin(display, context, None, Box::new(thread)).map_err(|refusal| too_old(number, &refusal))
}
