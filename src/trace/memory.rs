//! What a machine's memories are: how many were made, and how much they hold.

use std::fmt;

/// The memories of a machine, as [`crate::Device::memory`] and [`super::Trace`] count them.
///
/// A stream that is dropped leaves its memory to the next one of its size and format, since a fresh memory is dear: the
/// system gives it page by page when it is first touched. What is kept so, and what is in use, is never more than 1.25
/// times the most that was ever in use.
///
/// ```
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
/// for _ in 0..10 {
///     drop(device.empty::<f32>(1000)?);
/// }
/// let memory = device.memory();
/// assert_eq!((memory.made, memory.reused, memory.live), (1, 9, 0));
/// assert_eq!((memory.kept, memory.peak), (4000, 4000));
/// assert_eq!(memory.to_string(), "1 memory made, 9 reused; 0 bytes in use, 4,000 kept, at most 4,000 of both");
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MemoryUse {
    /// Memories made.
    pub made: usize,
    /// Streams that got the memory of one that was dropped.
    pub reused: usize,
    /// Bytes in use.
    pub live: usize,
    /// Bytes kept for streams to come.
    pub kept: usize,
    /// The most that both were together.
    pub peak: usize,
}

impl MemoryUse {
    /// What was made and reused since `before`, and what there is now.
    pub(crate) fn since(self, before: MemoryUse) -> MemoryUse {
        MemoryUse { made: self.made - before.made, reused: self.reused - before.reused, ..self }
    }
}

impl fmt::Display for MemoryUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryUse { made, reused, .. } = self;
        let [live, kept, peak] = [self.live, self.kept, self.peak].map(grouped);
        let memories = if *made == 1 { "memory" } else { "memories" };
        write!(f, "{made} {memories} made, {reused} reused; {live} bytes in use, {kept} kept, at most {peak} of both")
    }
}

/// A number with its thousands set apart.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
