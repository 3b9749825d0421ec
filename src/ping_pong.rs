//! Two streams that alternate as source and result: the fragment era's feedback.

use crate::stream::Stream;
use gristmill_base::element::Element;
use gristmill_base::error::Result;

/// Two streams that alternate as source and result, because a pass cannot read what it writes.
///
/// Source: GPU Gems 2, section 33.4.3; Göddeke, GPGPU tutorials, 2005.
///
/// ```
/// # use gristmill::{Device, Era, PingPong};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut numbers = PingPong::new(device.stream(&[1, 2, 3])?, device.empty(3)?);
/// for _ in 0..3 {
///     numbers.step(|now, next| next.copy_from(now))?;
/// }
/// assert_eq!(numbers.now().read()?, [1, 2, 3]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct PingPong<T: Element> {
    now: Stream<T>,
    next: Stream<T>,
}

impl<T: Element> PingPong<T> {
    /// Starts with `now`; `next` has the same shape, and its elements do not matter.
    pub fn new(now: Stream<T>, next: Stream<T>) -> PingPong<T> {
        PingPong { now, next }
    }

    /// Runs one pass from `now` to `next`; then they swap, unless it failed.
    ///
    /// # Errors
    /// Errors of `pass`.
    pub fn step(&mut self, pass: impl FnOnce(&Stream<T>, &mut Stream<T>) -> Result<()>) -> Result<()> {
        pass(&self.now, &mut self.next)?;
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    /// Returns the stream written last.
    pub fn now(&self) -> &Stream<T> {
        &self.now
    }

    /// Returns the stream written last, and drops the other one.
    ///
    /// ```
    /// # use gristmill::{Device, Era, PingPong};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let numbers = PingPong::new(device.stream(&[1, 2, 3])?, device.empty(3)?);
    /// assert_eq!(numbers.into_now().read()?, [1, 2, 3]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn into_now(self) -> Stream<T> {
        self.now
    }
}
