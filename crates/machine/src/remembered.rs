//! What a machine remembers of a launch, from one run to the next.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A launch as a machine resolved it; empty before a machine has, and where it remembers none.
#[derive(Default)]
pub struct Remembered(RefCell<Option<Rc<dyn Any>>>);

impl Remembered {
    /// Keeps what the machine knows.
    pub fn keep(&self, known: impl Any) {
        self.0.replace(Some(Rc::new(known)));
    }

    /// What the machine kept.
    pub fn known<T: Any>(&self) -> Option<Rc<T>> {
        self.0.borrow().clone()?.downcast().ok()
    }
}
