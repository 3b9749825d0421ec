//! A context that another program created and draws with. Between two calls its state is as that program set it.

use super::context_probe::{self, ContextProbe};
use super::state::{GlState, StateLayout};
use glow::HasContext;
use gristmill_base::error::{Error, Result};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The context of another program.
pub(super) struct EmbeddedContext {
    gl: Rc<glow::Context>,
    layout: StateLayout,
    current: Option<ContextProbe>,
    make_current: Box<dyn Fn()>,
    /// Nesting depth of calls in progress.
    depth: Cell<usize>,
    ours: RefCell<GlState>,
    theirs: RefCell<GlState>,
    stored: Cell<bool>,
}

impl EmbeddedContext {
    /// Wraps the current context and saves its state. This counts as the beginning of its first call.
    pub(super) fn new_entered(
        gl: Rc<glow::Context>,
        layout: StateLayout,
        current: Option<ContextProbe>,
        make_current: Box<dyn Fn()>,
    ) -> Rc<EmbeddedContext> {
        let theirs = layout.read(&gl);
        let ours = layout.initial_state(&gl);
        layout.write(&gl, &theirs, &ours);
        Rc::new(EmbeddedContext {
            gl,
            layout,
            current,
            make_current,
            depth: Cell::new(1),
            ours: RefCell::new(ours),
            theirs: RefCell::new(theirs),
            stored: Cell::new(false),
        })
    }

    /// Begins a call: saves the other program's state and sets ours.
    pub(super) fn begin_call(&self) -> Result<()> {
        if self.depth.get() == 0 {
            (self.make_current)();
            context_probe::forget_current();
            if self.current.is_some_and(|current| !current.is_current()) {
                return Err(Error::call(
                    "embedding",
                    "the context that this device was made in is not current on this thread; make it current before the call",
                ));
            }
            // SAFETY: the context is current on this thread.
            let pending = unsafe { self.gl.get_error() };
            if pending != glow::NO_ERROR {
                return Err(Error::driver(
                    "before this call",
                    format!(
                        "error {pending:#x}, left by an earlier GL call of the program; call glGetError after that call"
                    ),
                ));
            }
            let theirs = self.layout.read(&self.gl);
            self.layout.write(&self.gl, &theirs, &self.ours.borrow());
            self.theirs.replace(theirs);
        }
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }

    /// Ends a call: saves our state and restores the other program's.
    pub(super) fn end_call(&self) {
        self.depth.set(self.depth.get() - 1);
        if self.depth.get() > 0 {
            return;
        }
        if self.stored.take() {
            // SAFETY: only compute kernels store, so this is OpenGL 4.3, and the context is current.
            unsafe { self.gl.memory_barrier(glow::ALL_BARRIER_BITS) }
        }
        let ours = self.layout.read(&self.gl);
        self.layout.write(&self.gl, &ours, &self.theirs.borrow());
        self.ours.replace(ours);
    }

    /// Notes that a kernel has stored data, which must be visible to every use when the call ends.
    pub(super) fn note_stores(&self) {
        self.stored.set(true);
    }
}
