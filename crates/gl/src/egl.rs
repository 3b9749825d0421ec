//! EGL's state of a thread.

use glutin::api::egl::display::Display;
use glutin::prelude::*;
use std::ffi::c_void;

/// EGL's state of a thread, released when this is dropped unless a context is still current there.
///
/// libglvnd frees the states of all threads when the process exits. A thread that ends after that
/// frees its own a second time: "double free". Thread pools often end like that, because the end of
/// a scope waits for the threads' work, not for the threads. A thread without a state has nothing
/// to free.
pub(super) struct ThreadState {
    current_context: Option<unsafe extern "system" fn() -> *const c_void>,
    release_thread: Option<unsafe extern "system" fn() -> u32>,
}

impl ThreadState {
    /// Returns the state of this thread, which calls to EGL on the display have created.
    pub(super) fn for_display(display: &Display) -> ThreadState {
        // SAFETY: both have had these signatures since EGL 1.2; null is `None`. glutin never unloads EGL.
        unsafe {
            ThreadState {
                current_context: std::mem::transmute::<*const c_void, Option<_>>(
                    display.get_proc_address(c"eglGetCurrentContext"),
                ),
                release_thread: std::mem::transmute::<*const c_void, Option<_>>(
                    display.get_proc_address(c"eglReleaseThread"),
                ),
            }
        }
    }
}

impl Drop for ThreadState {
    fn drop(&mut self) {
        if let (Some(current_context), Some(release_thread)) = (self.current_context, self.release_thread) {
            // SAFETY: both may be called on any thread at any time; the state is released only if no context is current.
            unsafe {
                if current_context().is_null() {
                    release_thread();
                }
            }
        }
    }
}
