//! Time of an access within a group's life.
//!
//! A *stamp* is the number of an *interval* of a group's life: a new interval begins when the group begins, passes a
//! barrier, or releases its writes to others. Stamps grow from launch to launch, so the stamp alone identifies what an
//! earlier group or launch left in a shadow, and nothing is ever cleared.

/// An interval of a group's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    /// The number of the group; for fragments and vertices that of the warp, counted through the pass.
    pub group: u32,
    /// Number of barriers passed.
    pub epoch: u32,
    /// Number of intervals ended.
    pub clock: u32,
}

/// An access: a lane at an instruction, in an interval. The stamp 0 means none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LaneAccess {
    /// The interval.
    pub stamp: u32,
    /// The instruction times [`MAX_LANES`], plus the lane.
    site: u32,
}

/// Number of lanes that an access can distinguish; twice the group size that any driver allows.
const MAX_LANES: u32 = 1 << 12;

impl LaneAccess {
    /// Creates the access of a lane at an instruction.
    #[inline]
    pub(super) fn new(stamp: u32, lane: u32, pc: u32) -> LaneAccess {
        LaneAccess { stamp, site: pc.min(u32::MAX / MAX_LANES) * MAX_LANES + lane % MAX_LANES }
    }

    /// Returns the lane, counted in its group.
    #[inline]
    pub(super) fn lane(self) -> u32 {
        self.site % MAX_LANES
    }

    /// Returns the instruction.
    pub(super) fn pc(self) -> u32 {
        self.site / MAX_LANES
    }
}
