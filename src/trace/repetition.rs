//! Repetition in a run: repeated passes are reported once, with their number.

use super::{Event, Trace, Transfer};
use gristmill_base::era::Era;

/// The longest block that is searched for: a step of a simulation has a few passes.
pub(super) const MAX_BLOCK_EVENTS: usize = 8;

/// A block of events that a run contains once, or several times in a row.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::saxpy, trace::Repeat};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[1.0; 100])?;
/// let (_, trace) = device.trace(|| {
///     saxpy::fragment(&device, 2.0, &numbers, &numbers)?;
///     saxpy::fragment(&device, 3.0, &numbers, &numbers)
/// })?;
/// let repeat: Repeat<'_> = trace.repeats()[0];
/// assert_eq!((repeat.times(), repeat.at(0).count()), (2, 2)); // two times a block of one pass
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Repeat<'a> {
    /// All its events, of all repetitions.
    pub events: &'a [Event],
    /// Events of one repetition.
    pub length: usize,
}

impl<'a> Repeat<'a> {
    /// Returns the number of repetitions.
    pub fn times(&self) -> usize {
        self.events.len() / self.length
    }

    /// Returns the events at position `place` of the block, one per repetition.
    pub fn at(&self, place: usize) -> impl Iterator<Item = &'a Event> {
        self.events.iter().skip(place).step_by(self.length)
    }
}

impl Trace {
    /// Returns the events in order, repetition folded: kernels that run again with streams in the same roles are one
    /// block.
    ///
    /// ```
    /// # use gristmill::{Device, Era, algorithms::saxpy};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok::<(), gristmill::Error>(()) };
    /// let numbers = device.stream(&[1.0; 100])?;
    /// let (_, trace) = device.trace(|| {
    ///     for _ in 0..10 {
    ///         saxpy::fragment(&device, 2.0, &numbers, &numbers)?;
    ///     }
    ///     Ok(())
    /// })?;
    /// let repeats = trace.repeats();
    /// assert_eq!((repeats.len(), repeats[0].times()), (1, 10));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn repeats(&self) -> Vec<Repeat<'_>> {
        let keys: Vec<_> = self.events.iter().map(event_key).collect();
        fold_repeats(&keys, MAX_BLOCK_EVENTS)
            .into_iter()
            .map(|FoldedBlock { start, length, times }| Repeat {
                events: &self.events[start..start + length * times],
                length,
            })
            .collect()
    }
}

/// Key by which two events are the same step of a program: it has the action and the roles of the streams, but not
/// their identity or size.
#[derive(PartialEq)]
pub(super) enum EventKey<'a> {
    Launch(&'a str, Era, Vec<&'a str>, Vec<&'a str>),
    Barrier(&'a [&'static str]),
    Transfer(Transfer),
}

pub(super) fn event_key(event: &Event) -> EventKey<'_> {
    match event {
        Event::Launch(launch) => EventKey::Launch(
            &launch.kernel,
            launch.era,
            launch.inputs.iter().map(|usage| usage.name.as_str()).collect(),
            launch.outputs.iter().map(|usage| usage.name.as_str()).collect(),
        ),
        Event::Barrier { names, .. } => EventKey::Barrier(names),
        Event::Transfer { transfer, .. } => EventKey::Transfer(*transfer),
    }
}

/// `times` blocks of `length` from `start` on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FoldedBlock {
    pub start: usize,
    pub length: usize,
    pub times: usize,
}

/// Cuts a sequence into blocks of at most `longest`, each with its repetitions: greedily, at each position the block
/// that covers most.
pub(super) fn fold_repeats<K: PartialEq>(keys: &[K], longest: usize) -> Vec<FoldedBlock> {
    let mut folds = Vec::new();
    let mut start = 0;
    while start < keys.len() {
        let mut best = FoldedBlock { start, length: 1, times: 1 };
        for length in 1..=longest.min((keys.len() - start) / 2) {
            let same = (start + length..keys.len())
                .take_while(|&i| keys[i] == keys[i - length])
                .count();
            let times = 1 + same / length;
            if times > 1 && times * length > best.times * best.length {
                best = FoldedBlock { start, length, times };
            }
        }
        start += best.length * best.times;
        folds.push(best);
    }
    folds
}

#[cfg(test)]
mod tests {
    use super::{FoldedBlock, fold_repeats};

    #[test]
    fn folds_cover_everything_in_order() {
        let keys: Vec<char> = "abababcddddeab".chars().collect();
        let folds = fold_repeats(&keys, super::MAX_BLOCK_EVENTS);
        let told: Vec<_> = folds
            .iter()
            .map(|FoldedBlock { start, length, times }| (*start, *length, *times))
            .collect();
        assert_eq!(told, [(0, 2, 3), (6, 1, 1), (7, 1, 4), (11, 1, 1), (12, 1, 1), (13, 1, 1)]);
        assert!(fold_repeats::<char>(&[], 8).is_empty());
    }
}
