//! When in a group's life something happened.
//!
//! A *stamp* is the number of an *interval* of a group's life: a new one begins when the group begins, passes
//! a barrier, or lets others know what it did. Stamps grow from launch to launch, so what an earlier group or
//! launch left in a shadow is told by its stamp alone, and nothing is ever cleared.

/// An interval of a group's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    /// Whose: the number of the group; of fragments and vertices that of the warp, counted through the pass.
    pub group: u32,
    /// Barriers it had passed.
    pub epoch: u32,
    /// How often it had ended an interval.
    pub clock: u32,
}

/// A lane at an instruction, in an interval. The stamp 0 is no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Touch {
    /// The interval.
    pub stamp: u32,
    /// The instruction times [`LANES`], plus the lane.
    site: u32,
}

/// Lanes that a touch can tell apart; twice what any driver allows in a group.
const LANES: u32 = 1 << 12;

impl Touch {
    /// One of that lane at that instruction.
    #[inline]
    pub(super) fn new(stamp: u32, lane: u32, pc: u32) -> Touch {
        Touch { stamp, site: pc.min(u32::MAX / LANES) * LANES + lane % LANES }
    }

    /// The lane, counted in its group.
    #[inline]
    pub(super) fn lane(self) -> u32 {
        self.site % LANES
    }

    /// The instruction.
    pub(super) fn pc(self) -> u32 {
        self.site / LANES
    }
}
