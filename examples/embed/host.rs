//! A program's own OpenGL context, without a window, by glutin: in the place of what SDL, GLFW or winit gives.

use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use gristmill::Error;
use gristmill::glium::{SwapBuffersError, backend::Backend};
use std::ffi::{CString, c_void};

/// A context that is current, of the first display that gives one.
pub struct Host {
    context: PossiblyCurrentContext,
    display: Display,
}

impl Host {
    /// A core context of that version.
    ///
    /// # Errors
    /// [`Error::NoDevice`] where no driver gives one.
    pub fn open(major: u8, minor: u8) -> Result<Host, Error> {
        let none = |why: String| Error::no_device(format!("no OpenGL {major}.{minor} core context: {why}"));
        let devices = Device::query_devices().map_err(|error| none(error.to_string()))?;
        let mut refusal = "there is no display".to_string();
        for device in devices {
            match Host::on(&device, Version::new(major, minor)) {
                Ok(host) => return Ok(host),
                Err(error) => refusal = error,
            }
        }
        Err(none(refusal))
    }

    fn on(device: &Device, version: Version) -> Result<Host, String> {
        let attributes = ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(ContextApi::OpenGl(Some(version)))
            .build(None);
        let template = ConfigTemplateBuilder::new()
            .with_surface_type(ConfigSurfaceTypes::empty())
            .build();
        let said = |error: glutin::error::Error| error.to_string();
        // SAFETY: no native display is passed, and the display outlives what is made of it, inside `Host`.
        unsafe {
            let display = Display::with_device(device, None).map_err(said)?;
            let mut configs = display.find_configs(template).map_err(said)?;
            let config = configs.next().ok_or("no configuration without a surface")?;
            let context = display.create_context(&config, &attributes).map_err(said)?;
            drop(configs);
            let context = context.make_current_surfaceless().map_err(said)?;
            Ok(Host { context, display })
        }
    }

    /// The function of that name.
    pub fn address(&self, name: &str) -> *const c_void {
        CString::new(name).map_or(std::ptr::null(), |name| self.display.get_proc_address(&name))
    }

    /// Makes it current, or no context.
    #[allow(dead_code, reason = "tests switch, examples do not")]
    pub fn set_current(&self, current: bool) {
        let set =
            if current { self.context.make_current_surfaceless() } else { self.context.make_not_current_in_place() };
        assert!(set.is_ok(), "the context was lost");
    }
}

// SAFETY: one context without a surface, which lives as long as the value and stays on its thread.
unsafe impl Backend for Host {
    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        Ok(())
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        self.address(symbol)
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (1, 1)
    }
    fn resize(&self, _: (u32, u32)) {}
    fn is_current(&self) -> bool {
        self.context.is_current()
    }
    unsafe fn make_current(&self) {
        self.set_current(true);
    }
}
