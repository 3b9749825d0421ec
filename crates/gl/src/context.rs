//! A context, and the one place that makes it current.

use super::current::CurrentContext;
use super::embedded::Embedded;
use super::lock::DriverLock;
use super::repeating::Repeating;
use glium::backend::{Backend, Context};
use glium::{Api, Version};
use gristmill_base::error::Result;
use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;

/// The version that brought storage buffers.
const COMPUTE: Version = Version(Api::Gl, 4, 3);

/// One context and both ways to it.
pub(super) struct Opened {
    pub current: Rc<Current>,
    pub glow: Rc<glow::Context>,
}

/// glium's context, and what makes it current.
pub(super) struct Current {
    pub glium: Rc<Context>,
    #[cfg_attr(not(opengl_window), expect(dead_code, reason = "only windows change their size"))]
    pub bound: Rc<dyn Backend>,
    whose: Whose,
    /// What was changed while launches are repeated without glium.
    repeating: RefCell<Option<Repeating>>,
    /// Whether other threads stay out of the driver while this one is in it.
    locks: bool,
    /// Taken at the end, and dropped after all that the context's end frees.
    lock: Option<DriverLock>,
}

/// Who made a context.
enum Whose {
    /// This library. Whether it has just been seen to that the context is current: EGL need not be asked
    /// again. And what EGL calls it, where it says.
    Own(Rc<Cell<bool>>, Option<CurrentContext>),
    /// Another program, which draws with it too.
    Embedded(Rc<Embedded>),
}

impl Current {
    fn new(glium: Rc<Context>, bound: Rc<dyn Backend>, whose: Whose) -> Current {
        let locks = glium.get_opengl_renderer_string().contains("llvmpipe");
        Current { glium, bound, whose, repeating: RefCell::default(), locks, lock: None }
    }

    /// A context that nobody else uses, which is current while `entered`.
    #[cfg_attr(not(opengl), expect(dead_code, reason = "this system has no EGL"))]
    pub(super) fn own(
        glium: Rc<Context>,
        bound: Rc<dyn Backend>,
        entered: Rc<Cell<bool>>,
        asked: Option<CurrentContext>,
    ) -> Current {
        Current::new(glium, bound, Whose::Own(entered, asked))
    }

    /// A context of another program.
    pub(super) fn embedded(glium: Rc<Context>, bound: Rc<dyn Backend>, embedded: Rc<Embedded>) -> Current {
        Current::new(glium, bound, Whose::Embedded(embedded))
    }

    /// Makes the context current if another is: what goes through glow, too, then reaches the right machine.
    /// glium asks EGL several times a draw; while the guard lives it need not. In a context of another
    /// program its state is put away until the guard is gone.
    ///
    /// # Errors
    /// [`Error::Call`](crate::Error::Call) where the context of another program is not current.
    pub(super) fn enter(&self) -> Result<Entered<'_>> {
        let entered = self.enter_as_it_is()?;
        if let Some(repeating) = self.repeating.take() {
            repeating.leave();
        }
        Ok(entered)
    }

    /// The same for what glium has no part in: launches may go on being repeated.
    pub(super) fn enter_as_it_is(&self) -> Result<Entered<'_>> {
        let lock = self.locks.then(DriverLock::take);
        match &self.whose {
            Whose::Own(entered, asked) => {
                if !asked.is_some_and(CurrentContext::stays) {
                    entered.set(false);
                    // SAFETY: the closure does nothing; the call is made for the context switch before it.
                    unsafe { self.glium.exec_in_context(|| ()) }
                    asked.inspect(|asked| asked.seen());
                }
                entered.set(true);
            }
            Whose::Embedded(embedded) => embedded.begin()?,
        }
        Ok(Entered { current: self, lock })
    }

    /// Whether launches may be repeated without glium: in a context of our own.
    pub(super) fn repeats(&self) -> bool {
        matches!(self.whose, Whose::Own(..))
    }

    /// The same to repeat a launch without glium, if that may be.
    pub(super) fn enter_to_repeat(
        &self,
        gl: &Rc<glow::Context>,
    ) -> Result<Option<(Entered<'_>, RefMut<'_, Repeating>)>> {
        if !self.repeats() {
            return Ok(None);
        }
        let entered = self.enter_as_it_is()?;
        let repeating = self.repeating.borrow_mut();
        let begin = || Repeating::new(gl, self.glium.get_opengl_version() >= &COMPUTE);
        Ok(Some((entered, RefMut::map(repeating, |repeating| repeating.get_or_insert_with(begin)))))
    }

    /// Drops what GL frees; leaks it where the context that it is of is not current.
    pub(super) fn free<T>(&self, what: T) {
        match self.enter() {
            Ok(_entered) => drop(what),
            Err(_) => std::mem::forget(what),
        }
    }

    /// A kernel has stored something, which another program may read.
    pub(super) fn stored(&self) {
        if let Whose::Embedded(embedded) = &self.whose {
            embedded.stored();
        }
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        self.lock = self.locks.then(DriverLock::take);
        if let Whose::Embedded(embedded) = &self.whose {
            match embedded.begin() {
                // It ends when glium has dropped what it was given as its backend: after its own objects.
                Ok(()) => {}
                Err(_) => std::mem::forget(self.glium.clone()),
            }
        }
    }
}

/// While it lives no other context becomes current.
pub(super) struct Entered<'a> {
    current: &'a Current,
    #[expect(dead_code, reason = "dropped last, when the context is as it was")]
    lock: Option<DriverLock>,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        match &self.current.whose {
            Whose::Own(entered, _) => entered.set(false),
            Whose::Embedded(embedded) => embedded.end(),
        }
    }
}
