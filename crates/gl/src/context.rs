//! A context, and the single place that makes it current.

use super::context_probe::ContextProbe;
use super::driver_lock::DriverLock;
use super::embedded_context::EmbeddedContext;
use super::repeat_state::RepeatState;
use glium::backend::{Backend, Context};
#[cfg(opengl)]
use glium::debug::DebugCallbackBehavior;
use glium::{Api, Version};
use gristmill_base::error::Result;
use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;

/// The first version with storage buffers.
const COMPUTE_VERSION: Version = Version(Api::Gl, 4, 3);

/// One context, as glium's handle and as glow's.
pub(super) struct ContextHandles {
    pub current: Rc<DeviceContext>,
    pub glow: Rc<glow::Context>,
}

/// glium's context, and the means to make it current.
pub(super) struct DeviceContext {
    pub glium: Rc<Context>,
    #[cfg_attr(not(opengl_window), expect(dead_code, reason = "only windows change their size"))]
    pub bound: Rc<dyn Backend>,
    whose: ContextOwner,
    /// State changed while launches are repeated without glium.
    repeating: RefCell<Option<RepeatState>>,
    /// True if other threads must stay out of the driver while this one is in it.
    locks: bool,
    /// Acquired on drop, and released after everything that the end of the context frees.
    lock: Option<DriverLock>,
}

/// The creator of a context.
enum ContextOwner {
    /// This library. Holds a flag that the context is known to be current, so that EGL need not be
    /// asked again, and EGL's handle of the context, if known.
    Own(Rc<Cell<bool>>, Option<ContextProbe>),
    /// Another program, which also draws with it.
    Embedded(Rc<EmbeddedContext>),
}

#[cfg(opengl)]
impl ContextHandles {
    /// Wraps a backend whose context is current for glium and for glow. It is known to be current while `entered` is
    /// true.
    ///
    /// # Errors
    /// glium's message about a context that it cannot use.
    pub(super) fn new<B: Backend + 'static>(
        glow: glow::Context,
        bound: Rc<B>,
        entered: Rc<Cell<bool>>,
        asked: Option<ContextProbe>,
    ) -> Result<ContextHandles, String> {
        // SAFETY: `bound` is a valid backend; `true` lets glium make the context current again when another was used.
        let glium = unsafe { Context::new(bound.clone(), true, DebugCallbackBehavior::Ignore) };
        let glium = glium.map_err(|error| error.to_string())?;
        Ok(ContextHandles {
            current: Rc::new(DeviceContext::new_own(glium, bound, entered, asked)),
            glow: Rc::new(glow),
        })
    }
}

impl DeviceContext {
    fn new(glium: Rc<Context>, bound: Rc<dyn Backend>, whose: ContextOwner) -> DeviceContext {
        let locks = glium.get_opengl_renderer_string().contains("llvmpipe");
        DeviceContext { glium, bound, whose, repeating: RefCell::default(), locks, lock: None }
    }

    /// Wraps a context that only this library uses. It is known to be current while `entered` is true.
    #[cfg(opengl)]
    fn new_own(
        glium: Rc<Context>,
        bound: Rc<dyn Backend>,
        entered: Rc<Cell<bool>>,
        asked: Option<ContextProbe>,
    ) -> DeviceContext {
        DeviceContext::new(glium, bound, ContextOwner::Own(entered, asked))
    }

    /// Wraps a context of another program.
    pub(super) fn new_embedded(
        glium: Rc<Context>,
        bound: Rc<dyn Backend>,
        embedded: Rc<EmbeddedContext>,
    ) -> DeviceContext {
        DeviceContext::new(glium, bound, ContextOwner::Embedded(embedded))
    }

    /// Makes the context current if another one is, so that calls through glow reach the right device too.
    /// glium asks EGL several times per draw; while the guard lives it does not. In a context of another program, that
    /// program's state is saved and restored when the guard is dropped.
    ///
    /// # Errors
    /// [`Error::Call`](gristmill_base::error::Error::Call) if the context of another program is not current.
    pub(super) fn enter(&self) -> Result<ContextGuard<'_>> {
        let entered = self.enter_without_glium()?;
        if let Some(repeating) = self.repeating.take() {
            repeating.restore_context();
        }
        Ok(entered)
    }

    /// Makes the context current for work that does not involve glium, so that launches may continue to be repeated.
    pub(super) fn enter_without_glium(&self) -> Result<ContextGuard<'_>> {
        let lock = self.locks.then(DriverLock::acquire);
        match &self.whose {
            ContextOwner::Own(entered, asked) => {
                if !asked.is_some_and(ContextProbe::is_known_current) {
                    entered.set(false);
                    // SAFETY: the closure does nothing; the call is made for the context switch before it.
                    unsafe { self.glium.exec_in_context(|| ()) }
                    asked.inspect(|asked| asked.note_current());
                }
                entered.set(true);
            }
            ContextOwner::Embedded(embedded) => embedded.begin_call()?,
        }
        Ok(ContextGuard { current: self, lock })
    }

    /// Returns true if launches may be repeated without glium, which is only so in a context of our own.
    pub(super) fn can_repeat(&self) -> bool {
        matches!(self.whose, ContextOwner::Own(..))
    }

    /// Makes the context current to repeat a launch without glium, if that is allowed.
    pub(super) fn enter_to_repeat(
        &self,
        gl: &Rc<glow::Context>,
    ) -> Result<Option<(ContextGuard<'_>, RefMut<'_, RepeatState>)>> {
        if !self.can_repeat() {
            return Ok(None);
        }
        let entered = self.enter_without_glium()?;
        let repeating = self.repeating.borrow_mut();
        Ok(Some((
            entered,
            RefMut::map(repeating, |repeating| {
                repeating
                    .get_or_insert_with(|| RepeatState::new(gl, self.glium.get_opengl_version() >= &COMPUTE_VERSION))
            }),
        )))
    }

    /// Drops an object that GL frees; leaks it if its context is not current.
    pub(super) fn free_object<T>(&self, what: T) {
        match self.enter() {
            Ok(_entered) => drop(what),
            Err(_) => std::mem::forget(what),
        }
    }

    /// Notes that a kernel has stored data that another program may read.
    pub(super) fn note_stores(&self) {
        if let ContextOwner::Embedded(embedded) = &self.whose {
            embedded.note_stores();
        }
    }
}

impl Drop for DeviceContext {
    fn drop(&mut self) {
        self.lock = self.locks.then(DriverLock::acquire);
        if let ContextOwner::Embedded(embedded) = &self.whose {
            match embedded.begin_call() {
                // The matching end is in the drop of glium's backend, after glium's own objects.
                Ok(()) => {}
                Err(_) => std::mem::forget(self.glium.clone()),
            }
        }
    }
}

/// A guard: while it lives, no other context becomes current.
pub(super) struct ContextGuard<'a> {
    current: &'a DeviceContext,
    #[expect(dead_code, reason = "dropped last, when the context is as it was")]
    lock: Option<DriverLock>,
}

impl Drop for ContextGuard<'_> {
    fn drop(&mut self) {
        match &self.current.whose {
            ContextOwner::Own(entered, _) => entered.set(false),
            ContextOwner::Embedded(embedded) => embedded.end_call(),
        }
    }
}
