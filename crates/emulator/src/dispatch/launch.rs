//! A launch of work groups: its schedule, its limits and its ending.

use super::recorder::{TurnRecorder, WarpTurn};
use crate::assembly::{Assembly, Pc};
use crate::bindings::SlotBindings;
use crate::undefined::OtherOutcome;
use gristmill_base::error::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Schedule and limits of a launch. The default is that of an unwatched run.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Lanes of a warp, 1 to 64.
    pub width: u32,
    /// Order of warps and groups.
    pub order: ScheduleOrder,
    /// Assignment of invocations to warps.
    pub deal: LaneAssignment,
    /// Instruction limit of a warp.
    pub steps: u64,
    /// Time at which the whole launch is stopped.
    pub deadline: Option<Instant>,
    /// The operation whose undefined results shall differ from the usual ones.
    pub other: Option<OtherOutcome>,
    /// Counts the steps of all warps and stops the launch at their limit.
    pub meter: Option<Arc<StepMeter>>,
    /// Records the turns of work groups.
    pub recorder: Option<Arc<TurnRecorder>>,
}

/// Counter of the steps of all warps, over one launch or several.
#[derive(Debug)]
pub struct StepMeter {
    taken: AtomicU64,
    most: u64,
}

impl StepMeter {
    /// Creates a meter at zero with this limit.
    pub fn new(most: u64) -> StepMeter {
        StepMeter { taken: AtomicU64::new(0), most }
    }

    /// Number of steps taken so far.
    pub fn steps_taken(&self) -> u64 {
        self.taken.load(Relaxed)
    }
}

impl Policy {
    /// Returns true if the deadline has passed or the step limit of all warps is reached.
    pub fn is_expired(&self) -> bool {
        self.is_out_of_steps() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns true if the step limit of all warps is reached. It is cheaper than reading the clock.
    fn is_out_of_steps(&self) -> bool {
        self.meter.as_ref().is_some_and(|meter| meter.steps_taken() >= meter.most)
    }

    /// Adds the steps of a warp to the meter.
    pub fn count_steps(&self, steps: u64) {
        if let Some(meter) = &self.meter {
            meter.taken.fetch_add(steps, Relaxed);
        }
    }
}

/// Order of warps and groups, and of the lanes of a warp if it matters: at atomics, and at stores to
/// one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleOrder {
    /// Group by group, warp by warp, each as far as it can run; lanes ascend.
    Forward,
    /// Works like `Forward`, but from the last group and warp to the first; lanes descend.
    Reversed,
    /// Warps, and a few groups, take turns after each instruction; lanes ascend.
    RoundRobin,
    /// Random warps for random numbers of instructions, with a new lane order at each turn, all from this seed.
    Random(u64),
    /// These turns, and then the remaining work in order.
    Turns(Arc<[WarpTurn]>),
}

/// Assignment of invocations to warps; no API specifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LaneAssignment {
    /// Consecutive, in the order of `gl_LocalInvocationIndex`.
    #[default]
    Linear,
    /// Strided: the invocations of a warp are far apart. Findings would name other lanes, so such a
    /// run is only compared.
    Tiled,
}

impl LaneAssignment {
    /// Returns the invocation in this place of a group of `lanes` invocations, counted warp by warp.
    pub(super) fn invocation_at(self, place: u32, lanes: u32) -> u32 {
        if self == LaneAssignment::Linear || place >= lanes {
            return place;
        }
        let rows = (1..=lanes.isqrt()).rev().find(|rows| lanes.is_multiple_of(*rows)).unwrap_or(1);
        place % rows * (lanes / rows) + place / rows
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            width: 32,
            order: ScheduleOrder::Forward,
            deal: LaneAssignment::Linear,
            steps: 10_000_000,
            deadline: None,
            other: None,
            meter: None,
            recorder: None,
        }
    }
}

/// Ending of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every lane has ended.
    Complete,
    /// A warp was stopped at its step limit, at this instruction.
    Stopped(Pc),
    /// The deadline passed while a warp was at this instruction.
    Late(Pc),
}

/// Steps of a warp between looks at the clock.
pub const STEPS_PER_TURN: u64 = 1 << 16;

/// Lanes of the register file for warps of at most 32.
pub(super) const NARROW_WARP_LANES: usize = 32;
/// Lanes of the register file for wider warps.
pub(super) const WIDE_WARP_LANES: usize = 64;

/// Number of all groups, if it fits into 32 bits.
pub(super) fn count_groups(groups: [u32; 3]) -> Result<u32> {
    let count = groups.iter().map(|&axis| u128::from(axis)).product::<u128>();
    u32::try_from(count).map_err(|_| {
        let next = "give each group more elements";
        Error::limit("work groups of a dispatch on the emulator", count, u128::from(u32::MAX), next)
    })
}

/// One dispatch.
#[derive(Clone, Copy)]
pub(super) struct GroupLaunch<'a> {
    pub assembly: &'a Assembly,
    pub bindings: &'a SlotBindings,
    pub groups: [u32; 3],
    pub policy: &'a Policy,
}

impl GroupLaunch<'_> {
    /// `gl_WorkGroupID` of the group of this number.
    pub(super) fn group_id(&self, number: u32) -> [u32; 3] {
        let [x, y, _] = self.groups.map(|axis| axis.max(1));
        [number % x, (number / x) % y, number / x / y]
    }

    /// Returns true if the deadline has passed or the step limit of all warps is reached.
    pub(super) fn is_expired(&self) -> bool {
        self.policy.is_expired()
    }

    /// Returns true if the launch is out of time or steps; reads the clock only every 16 turns.
    pub(super) fn is_expired_at(&self, turns: u64) -> bool {
        if turns.is_multiple_of(16) { self.is_expired() } else { self.policy.is_out_of_steps() }
    }

    /// Returns the invocation in this place of a group, counted warp by warp.
    pub(super) fn invocation_at(&self, place: u32) -> u32 {
        self.policy.deal.invocation_at(place, self.lanes_per_group())
    }

    /// Invocations of a work group.
    pub(super) fn lanes_per_group(&self) -> u32 {
        self.assembly.local_size.iter().product::<u32>().max(1)
    }
}
