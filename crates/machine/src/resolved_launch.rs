//! A launch that a backend has resolved, kept from one run to the next.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A launch as a backend resolved it; empty until it has, or if it stores none.
#[derive(Default)]
pub struct ResolvedLaunch(RefCell<Option<Rc<dyn Any>>>);

impl ResolvedLaunch {
    /// Stores the backend's state of the launch.
    pub fn store_state(&self, known: impl Any) {
        self.0.replace(Some(Rc::new(known)));
    }

    /// Returns the stored state.
    pub fn load_state<T: Any>(&self) -> Option<Rc<T>> {
        self.0.borrow().clone()?.downcast().ok()
    }
}
