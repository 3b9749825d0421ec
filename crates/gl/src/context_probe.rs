//! Tracks the context that is current on this thread: asks the platform, and remembers the answer where that is safe.

use gristmill_base::error::{Error, Result};
use std::cell::Cell;
use std::ffi::c_void;

/// The platform's function that returns the current context, and its answer when the device was created.
#[derive(Clone, Copy)]
pub(super) struct ContextProbe {
    ask: GetCurrentContext,
    now: usize,
}

type GetCurrentContext = unsafe extern "system" fn() -> *const c_void;

/// Functions of EGL, Windows and macOS that return the current context.
const PROBE_SYMBOLS: [&str; 3] = ["eglGetCurrentContext", "wglGetCurrentContext", "CGLGetCurrentContext"];

thread_local! {
    /// Number of calls of [`run_uninterrupted`] in progress.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The context of this library that is known to be current.
    static SEEN: Cell<Option<ContextProbe>> = const { Cell::new(None) };
}

impl ContextProbe {
    /// Finds the platform's function, if it has one and a context is current.
    pub(super) fn from_loader(loader: &mut dyn FnMut(&str) -> *const c_void) -> Option<ContextProbe> {
        PROBE_SYMBOLS.iter().find_map(|symbol| {
            // SAFETY: a function of that name has this signature; null is `None`.
            let ask = unsafe { std::mem::transmute::<*const c_void, Option<GetCurrentContext>>(loader(symbol)) }?;
            // SAFETY: it may be called on any thread at any time. If it returns null, the context is of another kind, or
            // there is none.
            let now = unsafe { ask() } as usize;
            (now != 0).then_some(ContextProbe { ask, now })
        })
    }

    pub(super) fn is_current(self) -> bool {
        // SAFETY: as when it was found.
        (unsafe { (self.ask)() }) as usize == self.now
    }

    /// Notes that this context is current.
    pub(super) fn note_current(self) {
        SEEN.set(Some(self));
    }

    /// Returns true if this context was made current and nobody else can have changed that since.
    pub(super) fn is_known_current(self) -> bool {
        DEPTH.get() > 0 && SEEN.get().is_some_and(|seen| seen.now == self.now)
    }
}

/// Forgets the current context: another one than that of [`ContextProbe::note_current`] may be current from here on.
pub(super) fn forget_current() {
    SEEN.set(None);
}

/// Runs `work` on the promise that only this library makes a context current on this thread. This
/// is checked only at the end.
///
/// # Errors
/// Errors of `work`; [`Error::Call`] if another context is current at the end.
pub fn run_uninterrupted<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    /// Decrements the depth on drop, even if `work` fails.
    struct DepthGuard;
    impl Drop for DepthGuard {
        fn drop(&mut self) {
            DEPTH.set(DEPTH.get() - 1);
        }
    }
    if DEPTH.get() == 0 {
        forget_current();
    }
    DEPTH.set(DEPTH.get() + 1);
    let ended = DepthGuard;
    let done = work()?;
    drop(ended);
    if DEPTH.get() == 0 && SEEN.get().is_some_and(|seen| !seen.is_current()) {
        return Err(Error::call(
            "Device::uninterrupted",
            "another library has made its context current on this thread meanwhile, so some launches went there; end uninterrupted before calling it",
        ));
    }
    Ok(done)
}
