//! Work groups: which warp of which group runs when, and on which thread.

mod group;
mod schedule;
mod speculation;
#[cfg(test)]
mod tests;

use super::assembly::{Assembly, Pc};
use super::bindings::Bindings;
use super::event::{Event, Launched, Observe};
use crate::data::error::{Error, Result};
use std::time::Instant;

pub(crate) use speculation::parallel;

/// How a launch is run. The default is what a plain run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// Lanes of a warp, 1 to 64.
    pub width: u32,
    /// In which order warps and groups run.
    pub order: Order,
    /// Instructions after which a warp is stopped.
    pub steps: u64,
    /// When the whole launch is stopped.
    pub deadline: Option<Instant>,
}

/// In which order warps and groups run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Group by group, warp by warp, each as far as it can.
    Forward,
    /// The last one first.
    Reversed,
    /// Warps, and a few groups, take turns after each instruction.
    RoundRobin,
    /// Any of them, for any number of instructions, as this seed has it.
    Random(u64),
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { width: 32, order: Order::Forward, steps: 10_000_000, deadline: None }
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
const NARROW: usize = 32;
/// Lanes of those of wider warps.
const WIDE: usize = 64;

/// Runs all groups of a compute kernel; an observer hears them one after another.
///
/// # Errors
/// [`Error::Limit`] where there are more groups than 32 bits count.
pub(crate) fn watched<O: Observe>(
    assembly: &Assembly,
    bindings: &Bindings,
    groups: [u32; 3],
    policy: &Policy,
    observer: &mut O,
) -> Result<Ending> {
    let count = count(groups)?;
    let launch = Launch { assembly, bindings, groups, policy };
    if O::LISTENS {
        let (memories, textures, images) = bindings.identities();
        let launched =
            Launched { assembly, groups, memories: &memories, textures: &textures, images: &images, targets: &[] };
        observer.hear(&Event::Begins(&launched));
    }
    let ending = match policy.width as usize {
        ..=NARROW => schedule::run::<NARROW, O>(&launch, 0..count, observer),
        _ => schedule::run::<WIDE, O>(&launch, 0..count, observer),
    };
    if O::LISTENS {
        observer.hear(&Event::Ends(assembly));
    }
    Ok(ending)
}

/// All groups, if 32 bits count them.
fn count(groups: [u32; 3]) -> Result<u32> {
    let count = groups.iter().map(|&axis| u128::from(axis)).product::<u128>();
    u32::try_from(count).map_err(|_| {
        let next = "give each group more elements";
        Error::limit("work groups of a dispatch on the emulator", count, u128::from(u32::MAX), next)
    })
}

/// One dispatch.
#[derive(Clone, Copy)]
struct Launch<'a> {
    assembly: &'a Assembly,
    bindings: &'a Bindings,
    groups: [u32; 3],
    policy: &'a Policy,
}

impl Launch<'_> {
    /// Where a group of that number is.
    fn place(&self, number: u32) -> [u32; 3] {
        let [x, y, _] = self.groups.map(|axis| axis.max(1));
        [number % x, number / x % y, number / x / y]
    }

    /// Whether the deadline has come.
    fn late(&self) -> bool {
        self.policy.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Lanes of a work group.
    fn lanes(&self) -> u32 {
        self.assembly.local_size.iter().product::<u32>().max(1)
    }
}
