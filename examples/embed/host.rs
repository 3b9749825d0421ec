//! A program's own OpenGL context, by glutin, without a window or in one: in the place of what SDL or GLFW gives.

use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::api::egl::surface::Surface;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use glutin::surface::WindowSurface;
use gristmill::glium::{SwapBuffersError, backend::Backend};
use gristmill::{Error, Missing};
use std::ffi::{CString, c_void};

/// A context that is current, of the first display that gives one.
pub struct Host {
    context: PossiblyCurrentContext,
    display: Display,
    surface: Option<Surface<WindowSurface>>,
}

impl Host {
    /// A core context of that version.
    ///
    /// # Errors
    /// [`Error::NoDevice`] where no driver gives one.
    pub fn open(major: u8, minor: u8) -> Result<Host, Error> {
        let none =
            |why: String| Error::no_device(Missing::Driver, format!("no OpenGL {major}.{minor} core context: {why}"));
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
            Ok(Host { context, display, surface: None })
        }
    }

    /// A core context that is current in a window of that size, as new as the compute era needs, or else as the
    /// fragment era does.
    ///
    /// # Errors
    /// [`Error::NoDevice`] where the display's driver gives none.
    #[cfg(feature = "window")]
    #[allow(dead_code, reason = "tests have no window")]
    pub fn in_window(
        display: raw_window_handle::RawDisplayHandle,
        window: raw_window_handle::RawWindowHandle,
        size: [u32; 2],
    ) -> Result<Host, Error> {
        use glutin::surface::SurfaceAttributesBuilder;
        let said = |error: glutin::error::Error| {
            Error::no_device(Missing::Display, format!("no OpenGL in this window: {error}; leave --window out"))
        };
        let sides = size.map(|side| std::num::NonZeroU32::new(side).unwrap_or(std::num::NonZeroU32::MIN));
        let template = ConfigTemplateBuilder::new()
            .compatible_with_native_window(window)
            .with_surface_type(ConfigSurfaceTypes::WINDOW)
            .build();
        let surface = SurfaceAttributesBuilder::<WindowSurface>::new().build(window, sides[0], sides[1]);
        // SAFETY: the window and its display outlive the context: the caller drops this first.
        unsafe {
            let display = Display::new(display).map_err(said)?;
            let config = display.find_configs(template).map_err(said)?.next();
            let none = || {
                Error::no_device(Missing::Display, "no configuration of the display fits a window; leave --window out")
            };
            let config = config.ok_or_else(none)?;
            let surface = display.create_window_surface(&config, &surface).map_err(said)?;
            let made = [(4, 3), (3, 3)].map(|(major, minor)| {
                let attributes = ContextAttributesBuilder::new()
                    .with_profile(GlProfile::Core)
                    .with_context_api(ContextApi::OpenGl(Some(Version::new(major, minor))));
                display.create_context(&config, &attributes.build(Some(window)))
            });
            let [newer, older] = made;
            let context = newer.or(older).map_err(said)?.make_current(&surface).map_err(said)?;
            Ok(Host { context, display, surface: Some(surface) })
        }
    }

    /// Shows what was drawn on the window, if there is one.
    #[allow(dead_code, reason = "tests have no window")]
    pub fn show(&self) {
        if let Some(surface) = &self.surface {
            assert!(surface.swap_buffers(&self.context).is_ok(), "the context was lost");
        }
    }

    /// The function of that name.
    pub fn address(&self, name: &str) -> *const c_void {
        CString::new(name).map_or(std::ptr::null(), |name| self.display.get_proc_address(&name))
    }

    /// Makes it current, or no context.
    #[allow(dead_code, reason = "tests switch, examples do not")]
    pub fn set_current(&self, current: bool) {
        let set = match (current, &self.surface) {
            (true, Some(surface)) => self.context.make_current(surface),
            (true, None) => self.context.make_current_surfaceless(),
            (false, _) => self.context.make_not_current_in_place(),
        };
        assert!(set.is_ok(), "the context was lost");
    }
}

// SAFETY: one context, which lives as long as the value and stays on its thread.
unsafe impl Backend for Host {
    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        self.show();
        Ok(())
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        self.address(symbol)
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        let side = |side: Option<u32>| side.unwrap_or(1);
        let surface = self.surface.as_ref();
        (side(surface.and_then(|surface| surface.width())), side(surface.and_then(|surface| surface.height())))
    }
    fn resize(&self, _: (u32, u32)) {}
    fn is_current(&self) -> bool {
        self.context.is_current()
    }
    unsafe fn make_current(&self) {
        self.set_current(true);
    }
}
