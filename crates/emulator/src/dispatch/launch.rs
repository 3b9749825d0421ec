//! What is launched, in which order, and how it ends.

use super::recorder::{Turn, TurnRecorder};
use crate::assembly::{Assembly, Pc};
use crate::bindings::SlotBindings;
use crate::undefined::OtherOutcome;
use gristmill_base::error::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// How a launch is run. The default is what a plain run has.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Lanes of a warp, 1 to 64.
    pub width: u32,
    /// In which order warps and groups run.
    pub order: ScheduleOrder,
    /// Which invocations of a work group share a warp.
    pub deal: LaneDeal,
    /// Instructions after which a warp is stopped.
    pub steps: u64,
    /// When the whole launch is stopped.
    pub deadline: Option<Instant>,
    /// Whose undefined operations shall have another outcome than usual.
    pub other: Option<OtherOutcome>,
    /// Counts the steps of all warps, and stops the launch after the most.
    pub meter: Option<Arc<StepMeter>>,
    /// Remembers the turns of work groups.
    pub recorder: Option<Arc<TurnRecorder>>,
}

/// The steps of all warps, of one launch or of several.
#[derive(Debug)]
pub struct StepMeter {
    taken: AtomicU64,
    most: u64,
}

impl StepMeter {
    /// None taken yet.
    pub fn new(most: u64) -> StepMeter {
        StepMeter { taken: AtomicU64::new(0), most }
    }

    /// How many were taken.
    pub fn taken(&self) -> u64 {
        self.taken.load(Relaxed)
    }
}

impl Policy {
    /// Whether the deadline has come, or the steps of all warps were taken.
    pub fn late(&self) -> bool {
        self.spent() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the steps of all warps were taken. It costs less than to look at the clock.
    fn spent(&self) -> bool {
        self.meter.as_ref().is_some_and(|meter| meter.taken() >= meter.most)
    }

    /// Counts steps that a warp took.
    pub fn took(&self, steps: u64) {
        if let Some(meter) = &self.meter {
            meter.taken.fetch_add(steps, Relaxed);
        }
    }
}

/// In which order warps and groups run, and the lanes of a warp where they meet: at atomics, and at stores to
/// one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleOrder {
    /// Group by group, warp by warp, each as far as it can; lanes ascend.
    Forward,
    /// The last one first.
    Reversed,
    /// Warps, and a few groups, take turns after each instruction; lanes ascend.
    RoundRobin,
    /// Any of them, for any number of instructions, and lanes in another order at each turn, as this seed has it.
    Random(u64),
    /// These turns, and then what is left in order.
    Turns(Arc<[Turn]>),
}

/// Which invocations of a work group share a warp: no API says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LaneDeal {
    /// One after another, as `gl_LocalInvocationIndex` counts them.
    #[default]
    Linear,
    /// By tiles: those of one warp are far apart. Findings would name other lanes, so such a run is compared alone.
    Tiled,
}

impl LaneDeal {
    /// Returns the invocation at a place of a group of so many, counted warp by warp.
    pub(super) fn invocation(self, place: u32, lanes: u32) -> u32 {
        if self == LaneDeal::Linear || place >= lanes {
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
            deal: LaneDeal::Linear,
            steps: 10_000_000,
            deadline: None,
            other: None,
            meter: None,
            recorder: None,
        }
    }
}

/// How a launch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every lane came to its end.
    Complete,
    /// A warp was stopped after its steps, at this instruction.
    Stopped(Pc),
    /// The deadline came while a warp was at this instruction.
    Late(Pc),
}

/// After so many steps of a warp the clock is looked at.
pub const TURN: u64 = 1 << 16;

/// Lanes of the register files of most warps.
pub(super) const NARROW: usize = 32;
/// Lanes of those of wider warps.
pub(super) const WIDE: usize = 64;

/// All groups, if 32 bits count them.
pub(super) fn count(groups: [u32; 3]) -> Result<u32> {
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
    /// Where a group of that number is.
    pub(super) fn place(&self, number: u32) -> [u32; 3] {
        let [x, y, _] = self.groups.map(|axis| axis.max(1));
        [number % x, (number / x) % y, number / x / y]
    }

    /// Whether the deadline has come, or the steps of all warps were taken.
    pub(super) fn late(&self) -> bool {
        self.policy.late()
    }

    /// The same, looking at the clock only once in a while: after so many turns.
    pub(super) fn late_at(&self, turns: u64) -> bool {
        if turns.is_multiple_of(16) { self.late() } else { self.policy.spent() }
    }

    /// Returns the invocation at a place of a group, counted warp by warp.
    pub(super) fn invocation(&self, place: u32) -> u32 {
        self.policy.deal.invocation(place, self.lanes())
    }

    /// Lanes of a work group.
    pub(super) fn lanes(&self) -> u32 {
        self.assembly.local_size.iter().product::<u32>().max(1)
    }
}
