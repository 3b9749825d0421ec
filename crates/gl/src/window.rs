//! A window's surface, and a backend whose textures can be shown on it.

use super::Gl;
use super::context::{ContextHandles, DeviceContext};
use super::driver_lock::DriverLock;
#[cfg(egl)]
use super::egl::ThreadState;
use super::glutin_context::{Display, create_newest_context};
use super::memory::GlMemory;
use glow::{HasContext, NativeFramebuffer};
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::prelude::*;
use glutin::surface::{SurfaceAttributesBuilder, WindowSurface};
use gristmill_base::error::{Error, Missing, Result};
use gristmill_machine::{Memories, MemoryId};
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle, RawWindowHandle};
use std::any::Any;
use std::cell::RefCell;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Instant;

/// The surface on which a backend's textures are shown.
pub struct Screen {
    current: Rc<DeviceContext>,
    gl: Rc<glow::Context>,
    memories: Rc<RefCell<Memories<GlMemory>>>,
    source: NativeFramebuffer,
}

/// A rectangle on the screen, in pixels from the left and from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScreenRect {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

/// Instructions to install a driver for windows on this system.
const DRIVER_HINT: &str = if cfg!(windows) {
    "install the graphics card's driver, or put Mesa's opengl32.dll beside the program"
} else {
    "install Mesa's driver with `sudo apt install libegl1 libgl1-mesa-dri`"
};

/// Opens a backend whose context draws on this window.
pub fn open(window: &(impl HasDisplayHandle + HasWindowHandle), [width, height]: [u32; 2]) -> Result<(Gl, Screen)> {
    let start = Instant::now();
    let handle = window
        .window_handle()
        .map_err(|error| refuse_window("handle", error.to_string()))?
        .as_raw();
    let display = window
        .display_handle()
        .map_err(|error| refuse_window("display", error.to_string()))?
        .as_raw();
    let _lock = DriverLock::acquire();
    let (display, foundation) = open_display(display, handle)?;
    let template = ConfigTemplateBuilder::new()
        .compatible_with_native_window(handle)
        .with_surface_type(ConfigSurfaceTypes::WINDOW)
        .build();
    // SAFETY: the display was initialised just above.
    let config = unsafe { display.find_configs(template) }
        .ok()
        .and_then(|mut configs| configs.next());
    let config = config.ok_or_else(|| refuse_window("surface", "no configuration fits it".to_string()))?;
    let [width, height] = [width, height].map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
    let attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
    // SAFETY: the window outlives the surface: `crate::scene::window` keeps it with the screen.
    let surface = unsafe { display.create_window_surface(&config, &attributes) };
    let surface = Rc::new(surface.map_err(|error| refuse_window("surface", error.to_string()))?);
    let context =
        create_newest_context(&display, &config, Some(handle)).map_err(|reason| refuse_window("context", reason))?;
    let context = context
        .make_current(&surface)
        .map_err(|error| refuse_window("context", error.to_string()))?;
    let opened = ContextHandles::from_glutin(display, context, Some(surface), foundation)
        .map_err(|reason| refuse_window("context", reason))?;
    let gl = Gl::from_context(opened, start)?;
    // SAFETY: the context is current on this thread.
    let source =
        unsafe { gl.glow.create_framebuffer() }.map_err(|error| Error::driver("making a framebuffer", error))?;
    let screen = Screen { current: gl.current.clone(), gl: gl.glow.clone(), memories: gl.memories.clone(), source };
    Ok((gl, screen))
}

/// Opens EGL on the system's display. Returns it with EGL's state of this thread, which is to be dropped after the context.
#[cfg(egl)]
fn open_display(display: RawDisplayHandle, _: RawWindowHandle) -> Result<(Display, Box<dyn Any>)> {
    // SAFETY: the display is winit's, which lives as long as the process.
    let display = unsafe { Display::new(display) }.map_err(|error| refuse_window("EGL display", error.to_string()))?;
    let thread = ThreadState::for_display(&display);
    Ok((display, Box::new(thread)))
}

/// Opens WGL with the functions that it has for this window.
#[cfg(wgl)]
fn open_display(display: RawDisplayHandle, window: RawWindowHandle) -> Result<(Display, Box<dyn Any>)> {
    // SAFETY: the window lives, and winit's handle names the module that made it.
    let display = unsafe { Display::new(display, Some(window)) }
        .map_err(|error| refuse_window("WGL display", error.to_string()))?;
    Ok((display, Box::new(())))
}

fn refuse_window(what: &str, reason: String) -> Error {
    Error::no_device(
        Missing::Display,
        format!(
            "a window's {what} cannot be created ({reason}): {DRIVER_HINT}, or leave --window out and open the files"
        ),
    )
}

impl Screen {
    /// Shows a texture of this width and height in a rectangle of a window that is `rows` high; row 0 is the top.
    pub fn show_picture(
        &self,
        picture: MemoryId,
        [width, height]: [usize; 2],
        place: ScreenRect,
        rows: usize,
    ) -> Result<()> {
        let _entered = self.current.enter()?;
        let memories = self.memories.borrow();
        let (GlMemory::Plane { id, .. } | GlMemory::Rectangle { id, .. }) = memories.get(picture)? else {
            return Err(Error::driver("showing a picture", "it is not a texture"));
        };
        let [left, right] = [place.left, place.left + place.width].map(|x| x as i32);
        let [top, bottom] = [place.top, place.top + place.height].map(|y| rows as i32 - y as i32);
        let gl = &self.gl;
        // SAFETY: the texture lives; the bindings are restored as glium left them.
        unsafe {
            let drawing = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            let reading = gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING);
            let scissored = gl.is_enabled(glow::SCISSOR_TEST);
            gl.disable(glow::SCISSOR_TEST);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.source));
            gl.framebuffer_texture(glow::READ_FRAMEBUFFER, glow::COLOR_ATTACHMENT0, Some(*id), 0);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, None);
            let width = width as i32;
            let height = height as i32;
            gl.blit_framebuffer(0, 0, width, height, left, top, right, bottom, glow::COLOR_BUFFER_BIT, glow::NEAREST);
            gl.framebuffer_texture_2d(glow::READ_FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, None, 0);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, reading);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, drawing);
            if scissored {
                gl.enable(glow::SCISSOR_TEST);
            }
        }
        Ok(())
    }

    /// Clears the window to black, for the parts that no picture covers.
    pub fn clear(&self) -> Result<()> {
        let _entered = self.current.enter()?;
        let gl = &self.gl;
        // SAFETY: the bindings and the value are restored as glium left them.
        unsafe {
            let drawing = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            let scissored = gl.is_enabled(glow::SCISSOR_TEST);
            let mut colour = [0.0; 4];
            gl.get_parameter_f32_slice(glow::COLOR_CLEAR_VALUE, &mut colour);
            gl.disable(glow::SCISSOR_TEST);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, None);
            gl.clear_color(0.0, 0.0, 0.0, 1.0);
            gl.clear(glow::COLOR_BUFFER_BIT);
            let [red, green, blue, alpha] = colour;
            gl.clear_color(red, green, blue, alpha);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, drawing);
            if scissored {
                gl.enable(glow::SCISSOR_TEST);
            }
        }
        Ok(())
    }

    /// Reads the window's content as RGBA bytes before it is shown; row 0 is the top.
    pub fn read(&self, [width, height]: [usize; 2]) -> Vec<u8> {
        let _entered = self.current.enter();
        let mut bytes = vec![0; width * height * 4];
        let gl = &self.gl;
        // SAFETY: rows of four bytes per pixel need no alignment, and there is room for all of them; the binding is restored.
        unsafe {
            let reading = gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, None);
            let into = glow::PixelPackData::Slice(Some(&mut bytes));
            gl.read_pixels(0, 0, width as i32, height as i32, glow::RGBA, glow::UNSIGNED_BYTE, into);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, reading);
        }
        let rows = bytes.chunks_exact((width * 4).max(1)).rev();
        rows.flatten().copied().collect()
    }

    /// Adapts the surface to a new size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        self.current.bound.resize((width, height));
    }

    /// Shows the frame drawn since the last call.
    pub fn show_frame(&self) -> Result<()> {
        let _entered = self.current.enter()?;
        self.current
            .glium
            .swap_buffers()
            .map_err(|error| Error::driver("showing a frame", error.to_string()))
    }
}
