//! Opens a backend in a context that another program created.

use super::context::{ContextHandles, DeviceContext};
use super::context_probe::{self, ContextProbe};
use super::driver_lock::DriverLock;
use super::embedded_context::EmbeddedContext;
use super::state::StateLayout;
use glium::backend::{Backend, Context};
use glium::debug::DebugCallbackBehavior;
use glow::HasContext;
use gristmill_base::error::{Error, Missing, Result};
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::rc::Rc;

/// A function that finds a GL function by name.
type SymbolLoader = dyn FnMut(&str) -> *const c_void;

/// glium's backend. `begin_call` makes sure that the context is current whenever glium is called.
struct EmbeddedBackend {
    embedded: Rc<EmbeddedContext>,
    /// Set while glium looks up its functions.
    loader: Cell<Option<*mut SymbolLoader>>,
}

impl Drop for EmbeddedBackend {
    fn drop(&mut self) {
        self.embedded.end_call(); // ends the call begun by the drop of `DeviceContext`, or by `open`
    }
}

// SAFETY: the context is current whenever glium is called, as the creator of the device has promised.
unsafe impl Backend for EmbeddedBackend {
    fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
        Ok(()) // the window belongs to the other program
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        let Some(loader) = self.loader.get() else { return std::ptr::null() };
        // SAFETY: `open` removes the loader before its borrow ends.
        super::hooks::resolve_function(symbol, unsafe { (*loader)(symbol) })
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (1, 1) // nothing is drawn to the window
    }
    fn resize(&self, _: (u32, u32)) {}
    fn is_current(&self) -> bool {
        true
    }
    unsafe fn make_current(&self) {}
}

/// The parts that a device needs from the program in whose context it is created.
pub struct HostContext<'a> {
    pub loader: &'a mut dyn FnMut(&str) -> *const c_void,
    /// The program's own table of functions, if it has one.
    pub glow: Option<Rc<glow::Context>>,
    /// Makes the program's context current.
    pub make_current: Box<dyn Fn()>,
}

/// Opens the context that is current on this thread.
///
/// # Errors
/// [`Error::NoDevice`] if there is none, or if its version is too old.
pub(super) fn open(host: HostContext) -> Result<ContextHandles> {
    let HostContext { loader, glow, make_current } = host;
    let _lock = DriverLock::acquire();
    make_current();
    context_probe::forget_current();
    let current = ContextProbe::from_loader(loader);
    let version = loader("glGetString");
    if version.is_null() {
        return Err(refuse_without_context());
    }
    // SAFETY: glGetString has this signature; without a context it returns null.
    unsafe {
        let get_string = std::mem::transmute::<*const c_void, extern "system" fn(u32) -> *const c_char>(version);
        if get_string(glow::VERSION).is_null() {
            return Err(refuse_without_context());
        }
    }
    // SAFETY: a context is current on this thread.
    let gl = glow.unwrap_or_else(|| Rc::new(unsafe { glow::Context::from_loader_function(&mut *loader) }));
    let major = gl.version().major;
    let minor = gl.version().minor;
    let embedded = gl.version().is_embedded;
    if embedded || (major, minor) < (3, 3) {
        let kind = if embedded { "OpenGL ES" } else { "OpenGL" };
        return Err(Error::no_device(
            Missing::Version { needed: (3, 3), offered: (!embedded).then_some((major as u8, minor as u8)) },
            format!(
                "the context that is current offers {kind} {major}.{minor}: the fragment era needs OpenGL 3.3, the compute era 4.3; make a context of such a version"
            ),
        ));
    }
    let layout = StateLayout::new(&gl, (major as u8, minor as u8), loader);
    let embedded = EmbeddedContext::new_entered(gl.clone(), layout, current, make_current);
    // SAFETY: the pointer is removed below, before the loader's borrow ends.
    let loader = unsafe {
        std::mem::transmute::<&mut dyn FnMut(&str) -> *const c_void, *mut (dyn FnMut(&str) -> *const c_void + 'static)>(
            loader,
        )
    };
    let bound = Rc::new(EmbeddedBackend { embedded: embedded.clone(), loader: Cell::new(Some(loader)) });
    // SAFETY: `bound` is a valid backend: its context is current, and will be whenever glium is called.
    let glium = unsafe { Context::new(bound.clone(), true, DebugCallbackBehavior::Ignore) };
    bound.loader.set(None);
    let glium = glium.map_err(|error| {
        Error::no_device(Missing::Driver, format!("the context that is current cannot be used: {error}"))
    })?;
    let current = Rc::new(DeviceContext::new_embedded(glium, bound, embedded.clone()));
    embedded.end_call();
    Ok(ContextHandles { current, glow: gl })
}

fn refuse_without_context() -> Error {
    Error::no_device(
        Missing::Context,
        "no OpenGL context is current on this thread; make one current before opening the device",
    )
}
