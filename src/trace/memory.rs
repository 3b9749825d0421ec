//! Memories of a device: their number and size.

use std::fmt;

/// The memories of a device, as [`crate::Device::memory`] and [`super::Trace`] count them.
///
/// A dropped stream leaves its memory to the next one of its size and format, because creating a memory is slow: the
/// system maps it page by page when it is first touched. Pooled and used memories together never exceed 1.25 times
/// the peak of the used ones.
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
    /// Memories created.
    pub made: usize,
    /// Streams that got the memory of a dropped one.
    pub reused: usize,
    /// Bytes in use.
    pub live: usize,
    /// Bytes pooled for later streams.
    pub kept: usize,
    /// The most bytes of both together.
    pub peak: usize,
}

impl MemoryUse {
    /// Returns the numbers created and reused since `before`, with the present bytes.
    pub(crate) fn change_since(self, before: MemoryUse) -> MemoryUse {
        MemoryUse { made: self.made - before.made, reused: self.reused - before.reused, ..self }
    }
}

impl fmt::Display for MemoryUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryUse { made, reused, .. } = self;
        let [live, kept, peak] = [self.live, self.kept, self.peak].map(group_thousands);
        let memories = if *made == 1 { "memory" } else { "memories" };
        write!(f, "{made} {memories} made, {reused} reused; {live} bytes in use, {kept} kept, at most {peak} of both")
    }
}

/// Formats a number with commas between its thousands.
pub(super) fn group_thousands(number: usize) -> String {
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
