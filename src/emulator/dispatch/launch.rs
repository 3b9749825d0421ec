//! What is launched, in which order, and how it ends.

use crate::data::error::{Error, Result};
use crate::emulator::assembly::{Assembly, Pc};
use crate::emulator::bindings::SlotBindings;
use std::time::Instant;

/// How a launch is run. The default is what a plain run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// Lanes of a warp, 1 to 64.
    pub width: u32,
    /// In which order warps and groups run.
    pub order: ScheduleOrder,
    /// Instructions after which a warp is stopped.
    pub steps: u64,
    /// When the whole launch is stopped.
    pub deadline: Option<Instant>,
}

impl Policy {
    /// Whether the deadline has come.
    pub(crate) fn late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// In which order warps and groups run, and the lanes of a warp where they meet: at atomics, and at stores to
/// one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScheduleOrder {
    /// Group by group, warp by warp, each as far as it can; lanes ascend.
    Forward,
    /// The last one first.
    Reversed,
    /// Warps, and a few groups, take turns after each instruction; lanes ascend.
    RoundRobin,
    /// Any of them, for any number of instructions, and lanes in another order at each turn, as this seed has it.
    Random(u64),
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { width: 32, order: ScheduleOrder::Forward, steps: 10_000_000, deadline: None }
    }
}

/// How a launch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Every lane came to its end.
    Complete,
    /// A warp was stopped after its steps, at this instruction.
    Stopped(Pc),
    /// The deadline came while a warp was at this instruction.
    Late(Pc),
}

/// After so many steps of a warp the clock is looked at.
pub(crate) const TURN: u64 = 1 << 16;

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

    /// Whether the deadline has come.
    pub(super) fn late(&self) -> bool {
        self.policy.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Lanes of a work group.
    pub(super) fn lanes(&self) -> u32 {
        self.assembly.local_size.iter().product::<u32>().max(1)
    }
}
