//! Memory barriers that a use needs: stores of compute kernels are not visible until one is issued for the use that
//! follows, and they may overtake the loads of an earlier launch until one is issued for them.
//!
//! Fragment outputs need none: GL orders them itself. Source: OpenGL 4.6 core, section 7.13.2.

use gristmill_machine::Barriers;
use std::cell::Cell;

/// Times of launches and of the barriers after them, for one device.
#[derive(Default)]
pub(crate) struct HazardTracker {
    now: Cell<u64>,
    /// For each bit of `glMemoryBarrier`, the time when it was last issued.
    issued: [Cell<u64>; 14],
}

impl HazardTracker {
    /// Records a launch, and returns its time, to keep with the streams that it reads and writes.
    pub(crate) fn record_launch(&self) -> u64 {
        self.now.set(self.now.get() + 1);
        self.now.get()
    }

    /// Returns the bits of `wanted` not issued since `accessed`, the time of a launch that used the memory (0: never).
    pub(crate) fn missing_barriers(&self, accessed: u64, wanted: Barriers) -> Barriers {
        if accessed == 0 {
            return Barriers::default();
        }
        let bits = (0..14).filter(|bit| wanted.0 & (1 << bit) != 0 && self.issued[*bit].get() < accessed);
        Barriers(bits.fold(0, |sum, bit| sum | 1 << bit))
    }

    /// Records that barriers are issued.
    pub(crate) fn record_barriers(&self, barriers: Barriers) {
        for (bit, issued) in self.issued.iter().enumerate() {
            if barriers.0 & (1 << bit) != 0 {
                issued.set(self.now.get());
            }
        }
    }
}

/// The times of the launches that last used a stream; 0 for never.
#[derive(Default)]
pub(crate) struct AccessTimes {
    /// A dispatch stored into it.
    pub stored: Cell<u64>,
    /// A launch of either era read it.
    pub loaded: Cell<u64>,
    /// A dispatch used it.
    pub dispatched: Cell<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_needs_each_kind_of_barrier_once() {
        let hazards = HazardTracker::default();
        assert!(hazards.missing_barriers(0, Barriers::STORAGE).is_empty());
        let stored = hazards.record_launch();
        assert_eq!(hazards.missing_barriers(stored, Barriers::STORAGE), Barriers::STORAGE);
        hazards.record_barriers(Barriers::STORAGE);
        assert!(hazards.missing_barriers(stored, Barriers::STORAGE).is_empty());
        assert_eq!(hazards.missing_barriers(stored, Barriers::FETCH.union(Barriers::STORAGE)), Barriers::FETCH);
        let again = hazards.record_launch();
        assert_eq!(hazards.missing_barriers(again, Barriers::STORAGE), Barriers::STORAGE);
    }

    #[test]
    fn a_barrier_for_one_stream_serves_all_stored_before() {
        let hazards = HazardTracker::default();
        let first = hazards.record_launch();
        let second = hazards.record_launch();
        hazards.record_barriers(Barriers::STORAGE);
        assert!(hazards.missing_barriers(first, Barriers::STORAGE).is_empty());
        assert!(hazards.missing_barriers(second, Barriers::STORAGE).is_empty());
    }
}
