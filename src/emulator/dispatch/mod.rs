//! Work groups: which warp of which group runs when, and on which thread.

use super::assembly::Assembly;
use super::bindings::Bindings;
use super::event::Observe;
use crate::Result;

/// How a launch is run. The default is what a plain run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// Lanes of a warp, 1 to 64.
    pub width: u32,
    /// In which order warps and groups run.
    pub order: Order,
    /// Instructions after which a warp is stopped.
    pub steps: u64,
}

/// In which order warps and groups run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Group by group, warp by warp, each as far as it can.
    InOrder,
    /// The last one first.
    Reversed,
    /// Warps, and a few groups, take turns after each instruction.
    RoundRobin,
    /// Any of them, for any number of instructions, as this seed has it.
    Random(u64),
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { width: 32, order: Order::InOrder, steps: 10_000_000 }
    }
}

/// How a launch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Every lane came to its end.
    Complete,
    /// A warp was stopped after its steps, at this instruction.
    Stopped(super::assembly::Pc),
    /// Not all lanes of a group came to a barrier: this one.
    Stuck(super::assembly::Pc),
}

/// Runs all groups of a compute kernel; an observer hears them one after another.
///
/// # Errors
/// None yet.
pub(crate) fn watched<O: Observe>(
    assembly: &Assembly,
    bindings: &Bindings,
    groups: [u32; 3],
    policy: &Policy,
    observer: &mut O,
) -> Result<Ending> {
    let _ = (assembly, bindings, groups, policy, observer);
    Ok(Ending::Complete)
}

/// Runs all groups of a compute kernel in order, on all threads; the result is that of one thread.
///
/// # Errors
/// None yet.
pub(crate) fn parallel(assembly: &Assembly, bindings: &Bindings, groups: [u32; 3], policy: &Policy) -> Result<Ending> {
    let _ = (assembly, bindings, groups, policy);
    Ok(Ending::Complete)
}
