//! An OpenGL context without a window: EGL's devices, tried in turn, through glutin.

use crate::{Error, Result};
use glium::backend::{Backend, Context};
use glium::debug::DebugCallbackBehavior;
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::rc::Rc;

/// Versions asked for, best first. Mesa 22.3 refuses 4.6; an older driver may give 3.3 alone.
const VERSIONS: [(u8, u8); 4] = [(4, 6), (4, 5), (4, 3), (3, 3)];

/// One context and both ways to it.
pub(super) struct Opened {
    pub current: Rc<Current>,
    pub glow: Rc<glow::Context>,
}

/// glium's context, and the one place that makes it current.
pub(super) struct Current {
    pub glium: Rc<Context>,
    entered: Rc<Cell<bool>>,
}

impl Current {
    /// Makes the context current if another is: what goes through glow, too, then reaches the right machine. glium asks EGL
    /// several times a draw; while the guard lives it need not.
    pub(super) fn enter(&self) -> Entered<'_> {
        self.entered.set(false);
        // SAFETY: the closure does nothing; the call is made for the context switch before it.
        unsafe { self.glium.exec_in_context(|| ()) }
        self.entered.set(true);
        Entered(&self.entered)
    }
}

/// While it lives no other context becomes current.
pub(super) struct Entered<'a>(&'a Cell<bool>);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

struct Surfaceless {
    /// Whether the machine has just seen to it that this context is current: EGL need not be asked again.
    entered: Rc<Cell<bool>>,
    context: PossiblyCurrentContext,
    display: Display,
}

// SAFETY: the context is surfaceless, lives as long as this value, and stays on the thread that made it (everything here is `Rc`).
unsafe impl Backend for Surfaceless {
    fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
        Ok(())
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        super::hooks::function(symbol, address(&self.display, symbol))
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (1, 1)
    }
    fn resize(&self, _: (u32, u32)) {}
    fn is_current(&self) -> bool {
        self.entered.get() || self.context.is_current()
    }
    unsafe fn make_current(&self) {
        // glium offers no way to report this; a lost context shows at the next GL error that we ask for.
        let _ = self.context.make_current_surfaceless();
    }
}

fn address(display: &Display, symbol: &str) -> *const c_void {
    CString::new(symbol).map_or(std::ptr::null(), |symbol| display.get_proc_address(&symbol))
}

/// How many EGL devices there are.
pub(super) fn device_count() -> Result<usize> {
    Ok(devices()?.len())
}

/// Opens the device of that number, or the first that gives a context.
pub(super) fn open(number: Option<usize>) -> Result<Opened> {
    let devices = devices()?;
    if let Some(number) = number {
        let device = devices.get(number).ok_or_else(|| {
            Error::no_device(format!(
                "there is no device {number}: `gristmill doctor` lists 0 to {}",
                devices.len() - 1
            ))
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

fn devices() -> Result<Vec<Device>> {
    let devices = Device::query_devices()
        .map_err(|error| if error.to_string().contains("not supported") { no_vendor() } else { no_egl() })?;
    let devices: Vec<Device> = devices.collect();
    if devices.is_empty() { Err(no_vendor()) } else { Ok(devices) }
}

/// The next step where the sentence itself does not suffice.
const MORE: &str = "`gristmill doctor` says more";

fn no_egl() -> Error {
    Error::no_device(format!(
        "no EGL library (libEGL.so.1) on this machine: install it with `sudo apt install libegl1 libgl1-mesa-dri`; {MORE}"
    ))
}

fn no_vendor() -> Error {
    Error::no_device(format!(
        "EGL is installed but no driver is registered with it: install one with `sudo apt install libegl-mesa0 libgl1-mesa-dri`; {MORE}"
    ))
}

fn no_driver(number: usize, message: &str) -> Error {
    Error::no_device(format!(
        "device {number} has no driver that starts ({message}): install Mesa's with `sudo apt install libgl1-mesa-dri`; {MORE}"
    ))
}

fn too_old(number: usize, message: &str) -> Error {
    Error::no_device(format!(
        "device {number} gives no OpenGL 3.3 core context ({message}): the fragment era needs 3.3, the compute era 4.3; install a newer driver; {MORE}"
    ))
}

fn open_device(number: usize, device: &Device) -> Result<Opened> {
    // SAFETY: no native display is passed, so nothing has to outlive the call.
    let display =
        unsafe { Display::with_device(device, None) }.map_err(|error| no_driver(number, &error.to_string()))?;
    let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: the display was initialised just above.
    let configs = unsafe { display.find_configs(template) };
    let config = configs
        .ok()
        .and_then(|mut configs| configs.next())
        .ok_or_else(|| no_driver(number, "it offers no surfaceless configuration"))?;

    let mut refusal = String::from("no version was accepted");
    for (major, minor) in VERSIONS {
        let attributes = ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(ContextApi::OpenGl(Some(Version::new(major, minor))))
            .build(None);
        // SAFETY: the configuration is of this display.
        let context = match unsafe { display.create_context(&config, &attributes) } {
            Ok(context) => context,
            Err(error) => {
                refusal = error.to_string();
                continue;
            }
        };
        let context = context.make_current_surfaceless().map_err(|error| no_driver(number, &error.to_string()))?;
        // SAFETY: the context is current on this thread, so its functions can be asked for.
        let glow = unsafe { glow::Context::from_loader_function(|symbol| address(&display, symbol)) };
        let entered = Rc::new(Cell::new(false));
        let surfaceless = Surfaceless { entered: entered.clone(), context, display };
        // SAFETY: `surfaceless` is a valid backend; `true` lets glium make the context current again when another was used.
        let glium = unsafe { Context::new(surfaceless, true, DebugCallbackBehavior::Ignore) };
        let glium = glium.map_err(|error| too_old(number, &error.to_string()))?;
        return Ok(Opened { current: Rc::new(Current { glium, entered }), glow: Rc::new(glow) });
    }
    Err(too_old(number, &refusal))
}
