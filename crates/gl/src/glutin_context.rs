//! An OpenGL context through glutin, on a window's surface or on none, whichever interface of the system opened it.

use super::context::ContextHandles;
use super::context_probe::{self, ContextProbe};
use glium::backend::Backend;
#[cfg(egl)]
use glutin::api::egl as interface;
#[cfg(wgl)]
use glutin::api::wgl as interface;
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use glutin::surface::WindowSurface;
use interface::config::Config;
use interface::context::{NotCurrentContext, PossiblyCurrentContext};
pub(super) use interface::display::Display;
use interface::surface::Surface;
use raw_window_handle::RawWindowHandle;
use std::any::Any;
use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::num::NonZeroU32;
use std::rc::Rc;

/// Versions requested, best first. Mesa 22.3 refuses 4.6; an older driver may offer only 3.3.
const VERSIONS: [(u8, u8); 4] = [(4, 6), (4, 5), (4, 3), (3, 3)];

/// glium's backend: a current context, on a window's surface or on none.
pub(super) struct GlutinBackend {
    /// True if this context is known to be current, so that the system need not be asked again.
    entered: Rc<Cell<bool>>,
    asked: Option<ContextProbe>,
    context: PossiblyCurrentContext,
    display: Display,
    surface: Option<Rc<Surface<WindowSurface>>>,
    #[expect(dead_code, reason = "dropped last, after everything whose end calls the system's interface")]
    foundation: Box<dyn Any>,
}

impl Drop for GlutinBackend {
    fn drop(&mut self) {
        // A context destroyed while current stays alive until its thread makes another one current.
        if self.is_current() {
            context_probe::forget_current();
            let _ = self.context.make_not_current_in_place(); // a lost context cannot be current
        }
    }
}

// SAFETY: the context lives as long as this value, its surface too, and it stays on the thread that made it
// (everything here is `Rc`).
unsafe impl Backend for GlutinBackend {
    fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
        let Some(surface) = &self.surface else { return Ok(()) };
        surface
            .swap_buffers(&self.context)
            .map_err(|_| glium::SwapBuffersError::ContextLost)
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        super::hooks::resolve_function(symbol, proc_address(&self.display, symbol))
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        let surface = self.surface.as_ref();
        (
            surface.and_then(|surface| surface.width()).unwrap_or(1),
            surface.and_then(|surface| surface.height()).unwrap_or(1),
        )
    }
    fn resize(&self, (width, height): (u32, u32)) {
        let sides = (NonZeroU32::new(width), NonZeroU32::new(height));
        if let (Some(surface), (Some(width), Some(height))) = (&self.surface, sides) {
            surface.resize(&self.context, width, height);
        }
    }
    fn is_current(&self) -> bool {
        // EGL stores contexts of OpenGL and of OpenGL ES alike, so it does not matter which API is bound for the query. glutin
        // binds the API first and takes twice as long.
        self.entered.get() || self.asked.map_or_else(|| self.context.is_current(), ContextProbe::is_current)
    }
    unsafe fn make_current(&self) {
        // glium offers no way to report a failure; a lost context shows at the next check for GL errors.
        let _ = match &self.surface {
            Some(surface) => self.context.make_current(surface),
            None => self.context.make_current_surfaceless(),
        };
    }
}

fn proc_address(display: &Display, symbol: &str) -> *const c_void {
    CString::new(symbol).map_or(std::ptr::null(), |symbol| display.get_proc_address(&symbol))
}

/// Creates the newest context that the display offers.
///
/// # Errors
/// The driver's refusal.
pub(super) fn create_newest_context(
    display: &Display,
    config: &Config,
    window: Option<RawWindowHandle>,
) -> Result<NotCurrentContext, String> {
    let mut refusal = String::from("no version was accepted");
    for (major, minor) in VERSIONS {
        let attributes = ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(ContextApi::OpenGl(Some(Version::new(major, minor))))
            .build(window);
        // SAFETY: the configuration is of this display, and the window, if there is one, lives.
        match unsafe { display.create_context(config, &attributes) } {
            Ok(context) => return Ok(context),
            Err(error) => refusal = error.to_string(),
        }
    }
    Err(refusal)
}

impl ContextHandles {
    /// Wraps a current context of glutin's. `foundation` is what the context needs while it lives, such as a hidden
    /// window; it is dropped after the context.
    ///
    /// # Errors
    /// glium's message about a context that it cannot use.
    pub(super) fn from_glutin(
        display: Display,
        context: PossiblyCurrentContext,
        surface: Option<Rc<Surface<WindowSurface>>>,
        foundation: Box<dyn Any>,
    ) -> Result<ContextHandles, String> {
        // SAFETY: the context is current on this thread, so its functions can be asked for.
        let glow = unsafe { glow::Context::from_loader_function(|symbol| proc_address(&display, symbol)) };
        let asked = ContextProbe::from_loader(&mut |symbol| proc_address(&display, symbol));
        context_probe::forget_current();
        let entered = Rc::new(Cell::new(false));
        let bound = Rc::new(GlutinBackend { entered: entered.clone(), asked, context, display, surface, foundation });
        ContextHandles::new(glow, bound, entered, asked)
    }
}
