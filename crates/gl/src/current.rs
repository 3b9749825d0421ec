//! Which context is current on this thread: the platform's answer, and when it need not be asked.

use gristmill_base::error::{Error, Result};
use std::cell::Cell;
use std::ffi::c_void;

/// The platform's question which context is current, and its answer when the device was made.
#[derive(Clone, Copy)]
pub(super) struct CurrentContext {
    ask: Ask,
    now: usize,
}

type Ask = unsafe extern "system" fn() -> *const c_void;

/// Functions that say which context is current, of EGL, of Windows and of macOS.
const SYMBOLS: [&str; 3] = ["eglGetCurrentContext", "wglGetCurrentContext", "CGLGetCurrentContext"];

thread_local! {
    /// How many calls of [`uninterrupted`] are under way.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// Of the contexts that this library made current, the one that is.
    static SEEN: Cell<Option<CurrentContext>> = const { Cell::new(None) };
}

impl CurrentContext {
    /// The platform's, where it says which context is current.
    pub(super) fn found(loader: &mut dyn FnMut(&str) -> *const c_void) -> Option<CurrentContext> {
        SYMBOLS.iter().find_map(|symbol| {
            // SAFETY: a function of that name has this signature; null is `None`.
            let ask = unsafe { std::mem::transmute::<*const c_void, Option<Ask>>(loader(symbol)) }?;
            // SAFETY: it may be called on any thread at any time. Where it answers none, the context is of
            // another kind, if there is one.
            let now = unsafe { ask() } as usize;
            (now != 0).then_some(CurrentContext { ask, now })
        })
    }

    pub(super) fn is_now(self) -> bool {
        // SAFETY: as when it was found.
        (unsafe { (self.ask)() }) as usize == self.now
    }

    /// It has been seen to that this one is current.
    pub(super) fn seen(self) {
        SEEN.set(Some(self));
    }

    /// Whether it was seen to before, and nobody may have taken it away since.
    pub(super) fn stays(self) -> bool {
        DEPTH.get() > 0 && SEEN.get().is_some_and(|seen| seen.now == self.now)
    }
}

/// Another context than one of [`CurrentContext::seen`] may be current from here on.
pub(super) fn forget() {
    SEEN.set(None);
}

/// Runs `work` while nobody but this library makes a context current on this thread: it is asked for at the end alone.
///
/// # Errors
/// Those of `work`; [`Error::Call`] where another context is current at the end.
pub fn uninterrupted<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    /// Counts down whatever happens.
    struct Ended;
    impl Drop for Ended {
        fn drop(&mut self) {
            DEPTH.set(DEPTH.get() - 1);
        }
    }
    if DEPTH.get() == 0 {
        forget();
    }
    DEPTH.set(DEPTH.get() + 1);
    let ended = Ended;
    let done = work()?;
    drop(ended);
    if DEPTH.get() == 0 && SEEN.get().is_some_and(|seen| !seen.is_now()) {
        return Err(Error::call(
            "Device::uninterrupted",
            "another library has made its context current on this thread meanwhile, so some launches went there; end uninterrupted before calling it",
        ));
    }
    Ok(done)
}
