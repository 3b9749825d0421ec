//! EGL functions that glutin lacks: for pbuffers, and for the context that is current on a thread.

use super::super::driver_lock::DriverLock;
use glutin::api::egl::config::Config;
use glutin::api::egl::display::Display;
use glutin::config::{AsRawConfig, RawConfig};
use glutin::context::{AsRawContext, RawContext};
use glutin::display::{AsRawDisplay, GlDisplay, RawDisplay};
use gristmill_base::error::{Error, Result};
use std::ffi::{CString, c_void};
use std::ptr::null;
use std::rc::Rc;

type Handle = *const c_void;
type CreatePbuffer = unsafe extern "system" fn(Handle, Handle, *const i32) -> Handle;
type DestroySurface = unsafe extern "system" fn(Handle, Handle) -> u32;
type MakeCurrent = unsafe extern "system" fn(Handle, Handle, Handle, Handle) -> u32;
type GetCurrent = unsafe extern "system" fn() -> Handle;
type GetCurrentSurface = unsafe extern "system" fn(i32) -> Handle;
type BindTexImage = unsafe extern "system" fn(Handle, Handle, i32) -> u32;

const NONE: i32 = 0x3038;
const HEIGHT: i32 = 0x3056;
const WIDTH: i32 = 0x3057;
const DRAW: i32 = 0x3059;
const READ: i32 = 0x305a;
const TEXTURE_FORMAT: i32 = 0x3080;
const TEXTURE_TARGET: i32 = 0x3081;
const TEXTURE_RGBA: i32 = 0x305e;
const TEXTURE_2D: i32 = 0x305f;
const BACK_BUFFER: i32 = 0x3084;

/// EGL's functions for one display.
pub(super) struct EglFunctions {
    display: Handle,
    create_pbuffer: CreatePbuffer,
    destroy: DestroySurface,
    make_current: MakeCurrent,
    display_found: GetCurrent,
    context_found: GetCurrent,
    surface_found: GetCurrentSurface,
    bind: BindTexImage,
    release: BindTexImage,
}

/// Returns the address of a function of EGL or OpenGL, or null if there is none.
pub(super) fn proc_address(display: &Display, symbol: &str) -> Handle {
    CString::new(symbol).map_or(null(), |symbol| display.get_proc_address(&symbol))
}

impl EglFunctions {
    pub(super) fn for_display(display: &Display) -> Result<Rc<EglFunctions>> {
        let found = |symbol: &str| match proc_address(display, symbol) {
            none if none.is_null() => Err(Error::driver("looking for pbuffers", format!("EGL has no {symbol}"))),
            some => Ok(some),
        };
        let RawDisplay::Egl(raw) = display.raw_display();
        // SAFETY: all of them have had these signatures since EGL 1.1 and 1.4; none is null. glutin never unloads EGL.
        unsafe {
            use std::mem::transmute;
            Ok(Rc::new(EglFunctions {
                display: raw,
                create_pbuffer: transmute::<Handle, CreatePbuffer>(found("eglCreatePbufferSurface")?),
                destroy: transmute::<Handle, DestroySurface>(found("eglDestroySurface")?),
                make_current: transmute::<Handle, MakeCurrent>(found("eglMakeCurrent")?),
                display_found: transmute::<Handle, GetCurrent>(found("eglGetCurrentDisplay")?),
                context_found: transmute::<Handle, GetCurrent>(found("eglGetCurrentContext")?),
                surface_found: transmute::<Handle, GetCurrentSurface>(found("eglGetCurrentSurface")?),
                bind: transmute::<Handle, BindTexImage>(found("eglBindTexImage")?),
                release: transmute::<Handle, BindTexImage>(found("eglReleaseTexImage")?),
            }))
        }
    }

    /// Makes a context current that draws to and reads from a surface.
    pub(super) fn make_current(&self, surface: &Pbuffer, context: &impl AsRawContext) -> Result<()> {
        let RawContext::Egl(context) = context.raw_context();
        // SAFETY: surface and context live, and are of this display.
        match unsafe { (self.make_current)(self.display, surface.raw, surface.raw, context) } {
            0 => Err(Error::driver("making a pbuffer current", "eglMakeCurrent refused")),
            _ => Ok(()),
        }
    }

    /// Binds the surface as the image of the bound texture; returns false if the driver refuses.
    pub(super) fn bind_surface(&self, surface: &Pbuffer) -> bool {
        // SAFETY: the surface lives and is of this display.
        unsafe { (self.bind)(self.display, surface.raw, BACK_BUFFER) != 0 }
    }

    /// Releases the surface from its texture, so that it can be drawn to again.
    pub(super) fn release_surface(&self, surface: &Pbuffer) -> bool {
        // SAFETY: the surface lives and is of this display.
        unsafe { (self.release)(self.display, surface.raw, BACK_BUFFER) != 0 }
    }
}

/// A surface that no window shows.
pub(super) struct Pbuffer {
    egl: Rc<EglFunctions>,
    raw: Handle,
}

impl Pbuffer {
    /// Creates a pbuffer. With `texture` it can be bound as a texture's image, if the driver supports that.
    pub(super) fn new(
        egl: &Rc<EglFunctions>,
        config: &Config,
        [width, height]: [u32; 2],
        texture: bool,
    ) -> Result<Pbuffer> {
        let RawConfig::Egl(config) = config.raw_config();
        let sides = [WIDTH, width as i32, HEIGHT, height as i32];
        let plain = [&sides[..], &[NONE]].concat();
        let bindable = [&sides[..], &[TEXTURE_FORMAT, TEXTURE_RGBA, TEXTURE_TARGET, TEXTURE_2D, NONE]].concat();
        for attributes in if texture { vec![bindable, plain] } else { vec![plain] } {
            // SAFETY: the configuration is of this display, and the list of attributes ends with NONE.
            let raw = unsafe { (egl.create_pbuffer)(egl.display, config, attributes.as_ptr()) };
            if !raw.is_null() {
                return Ok(Pbuffer { egl: egl.clone(), raw });
            }
        }
        Err(Error::driver("making a pbuffer", format!("a surface of {width} x {height} pixels was refused")))
    }
}

impl Drop for Pbuffer {
    fn drop(&mut self) {
        // SAFETY: it was created on this display and is destroyed once; if it is current, EGL waits until it is not.
        unsafe { (self.egl.destroy)(self.egl.display, self.raw) };
    }
}

/// Saves the context that is current on this thread, and restores it on drop.
pub(super) struct CurrentGuard {
    egl: Rc<EglFunctions>,
    display: Handle,
    draw: Handle,
    read: Handle,
    context: Handle,
    #[expect(dead_code, reason = "dropped last, when what was current is again")]
    lock: DriverLock,
}

impl CurrentGuard {
    pub(super) fn save_current(egl: &Rc<EglFunctions>) -> CurrentGuard {
        // SAFETY: these may be called on any thread at any time.
        unsafe {
            CurrentGuard {
                lock: DriverLock::acquire(),
                display: (egl.display_found)(),
                draw: (egl.surface_found)(DRAW),
                read: (egl.surface_found)(READ),
                context: (egl.context_found)(),
                egl: egl.clone(),
            }
        }
    }
}

impl Drop for CurrentGuard {
    fn drop(&mut self) {
        // SAFETY: a current context lives as long as it is current; releasing the context is always allowed.
        unsafe {
            match self.context.is_null() {
                true => (self.egl.make_current)(self.egl.display, null(), null(), null()),
                false => (self.egl.make_current)(self.display, self.draw, self.read, self.context),
            };
        }
    }
}
