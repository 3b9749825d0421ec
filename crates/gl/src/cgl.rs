//! OpenGL on macOS: a context by CGL, without a window.
//!
//! glutin's contexts on macOS need the main thread and its event loop. CGL itself needs neither, so a device may be opened
//! on any thread. Apple's OpenGL ends at 4.1: it has the fragment era.

use super::context::ContextHandles;
use super::context_probe::{self, ContextProbe};
use cgl::{
    CGLChoosePixelFormat, CGLContextObj, CGLCreateContext, CGLDestroyContext, CGLDestroyPixelFormat, CGLError,
    CGLErrorString, CGLGetCurrentContext, CGLPixelFormatAttribute, CGLSetCurrentContext, kCGLNoError,
    kCGLPFAAllowOfflineRenderers, kCGLPFAOpenGLProfile,
};
use glium::backend::Backend;
use gristmill_base::error::{Error, Missing, Result};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_void};
use std::ptr::{null, null_mut};
use std::rc::Rc;

/// `kCGLOGLPVersion_GL4_Core` and `kCGLOGLPVersion_3_2_Core`: the profiles requested, newest first.
const PROFILES: [CGLPixelFormatAttribute; 2] = [0x4100, 0x3200];

/// Apple's OpenGL, where every function of it is found.
const LIBRARY: &CStr = c"/System/Library/Frameworks/OpenGL.framework/OpenGL";

/// Returns the number of devices that can be chosen: CGL has one, the renderer that the system prefers.
pub(super) fn device_count() -> Result<usize> {
    Ok(1)
}

/// Opens the renderer that the system prefers, which has the number 0.
pub(super) fn open(number: Option<usize>) -> Result<ContextHandles> {
    if let Some(number @ 1..) = number {
        return Err(refuse_device(format!("there is no device {number}: CGL has device 0 alone")));
    }
    let context = CglContext::create()?;
    // SAFETY: the name ends with a zero; the library is part of the system and never unloaded.
    let library = unsafe { libc::dlopen(LIBRARY.as_ptr(), libc::RTLD_LAZY) };
    // SAFETY: the context lives, and is current on this thread from here on.
    check(unsafe { CGLSetCurrentContext(context.raw) })?;
    let entered = Rc::new(Cell::new(false));
    let bound = Rc::new(CglBackend { entered: entered.clone(), context, library });
    // SAFETY: the context is current on this thread, so its functions can be asked for.
    let glow = unsafe { glow::Context::from_loader_function(|symbol| bound.find_function(symbol)) };
    let asked = ContextProbe::from_loader(&mut |symbol| bound.find_function(symbol));
    context_probe::forget_current();
    ContextHandles::new(glow, bound, entered, asked)
        .map_err(|reason| refuse_device(format!("OpenGL does not start: {reason}")))
}

fn refuse_device(sentence: String) -> Error {
    Error::no_device(Missing::Driver, sentence)
}

fn check(error: CGLError) -> Result<()> {
    if error == kCGLNoError {
        return Ok(());
    }
    // SAFETY: CGL returns a text of its own for every number.
    let reason = unsafe { CStr::from_ptr(CGLErrorString(error)) }.to_string_lossy();
    Err(refuse_device(format!(
        "Apple's OpenGL does not start ({reason}): use the emulator (GRISTMILL_DEVICE=emulator), or build with the \
         feature webgpu (GRISTMILL_DEVICE=webgpu)"
    )))
}

/// A context of CGL, destroyed when this is dropped.
struct CglContext {
    raw: CGLContextObj,
}

impl CglContext {
    /// Creates a context of the newest core profile.
    fn create() -> Result<CglContext> {
        let mut refusal = None;
        for profile in PROFILES {
            match CglContext::create_for(profile) {
                Ok(context) => return Ok(context),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        Err(refusal.unwrap_or_else(|| refuse_device("Apple's OpenGL offers no core profile".to_string())))
    }

    fn create_for(profile: CGLPixelFormatAttribute) -> Result<CglContext> {
        let attributes = [kCGLPFAOpenGLProfile, profile, kCGLPFAAllowOfflineRenderers, 0];
        let (mut format, mut count, mut raw) = (null_mut(), 0, null_mut());
        // SAFETY: the list ends with 0, and the results are written before the calls return.
        check(unsafe { CGLChoosePixelFormat(attributes.as_ptr(), &mut format, &mut count) })?;
        if format.is_null() {
            return Err(refuse_device(format!("Apple's OpenGL has no pixel format of the profile {profile:#x}")));
        }
        // SAFETY: the pixel format lives until it is destroyed below; a context keeps its own reference.
        let created = unsafe {
            let created = CGLCreateContext(format, null_mut(), &mut raw);
            CGLDestroyPixelFormat(format);
            created
        };
        check(created)?;
        Ok(CglContext { raw })
    }
}

impl Drop for CglContext {
    fn drop(&mut self) {
        // SAFETY: the context lives; one that is current must not be destroyed.
        unsafe {
            if CGLGetCurrentContext() == self.raw {
                context_probe::forget_current();
                CGLSetCurrentContext(null_mut());
            }
            CGLDestroyContext(self.raw);
        }
    }
}

/// glium's backend: a context without a window.
struct CglBackend {
    /// True if this context is known to be current, so that CGL need not be asked again.
    entered: Rc<Cell<bool>>,
    context: CglContext,
    library: *mut c_void,
}

impl CglBackend {
    /// Returns the address of a function of OpenGL or CGL, or null.
    fn find_function(&self, symbol: &str) -> *const c_void {
        // SAFETY: the name ends with a zero; a library that was not found is null, which asks the whole process.
        CString::new(symbol).map_or(null(), |symbol| unsafe { libc::dlsym(self.library, symbol.as_ptr()) })
    }
}

// SAFETY: the context lives as long as this value, and it stays on the thread that made it (everything here is `Rc`).
unsafe impl Backend for CglBackend {
    fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
        Ok(())
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        super::hooks::resolve_function(symbol, self.find_function(symbol))
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (1, 1)
    }
    fn resize(&self, _: (u32, u32)) {}
    fn is_current(&self) -> bool {
        // SAFETY: it may be called on any thread at any time.
        self.entered.get() || unsafe { CGLGetCurrentContext() } == self.context.raw
    }
    unsafe fn make_current(&self) {
        // glium offers no way to report a failure; a lost context shows at the next check for GL errors.
        // SAFETY: the context lives.
        let _ = unsafe { CGLSetCurrentContext(self.context.raw) };
    }
}
