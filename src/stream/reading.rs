//! A read in progress.

use gristmill_base::element::Element;
use gristmill_base::error::Result;
use gristmill_machine::PendingRead;
use std::fmt;
use std::marker::PhantomData;

/// A read in progress, from [`crate::Stream::read_later`].
///
/// ```
/// # use gristmill::{Device, Era, Reading};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let reading: Reading<i32> = device.stream(&[1, 2, 3])?.read_later()?;
/// println!("{}", if reading.is_ready() { "here already" } else { "under way" });
/// assert_eq!(reading.finish()?, [1, 2, 3]);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Reading<T: Element> {
    parts: Vec<Box<dyn PendingRead>>,
    element: PhantomData<T>,
}

impl<T: Element> fmt::Debug for Reading<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("is_ready", &self.is_ready())
            .finish_non_exhaustive()
    }
}

impl<T: Element> Reading<T> {
    pub(super) fn new(parts: Vec<Box<dyn PendingRead>>) -> Reading<T> {
        Reading { parts, element: PhantomData }
    }

    /// Returns true if [`Reading::finish`] would return immediately.
    pub fn is_ready(&self) -> bool {
        self.parts.iter().all(|part| part.is_ready())
    }

    /// Waits for the read and returns the elements.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] if the driver lost them.
    pub fn finish(self) -> Result<Vec<T>> {
        let mut words = Vec::new();
        for part in self.parts {
            words.extend(part.finish_read()?);
        }
        Ok(T::from_words(words))
    }
}
