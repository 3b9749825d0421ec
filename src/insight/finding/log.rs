//! What the emulator is asked to listen for, and what it has found and counted since.

use super::{Finding, Listening};
use crate::insight::counters::Counters;
use std::cell::{Cell, RefCell};

/// The findings and the counters of a machine, from launch to launch.
#[derive(Debug, Default)]
pub(crate) struct FindingsLog {
    pub listening: Cell<Option<Listening>>,
    pub findings: RefCell<Vec<Finding>>,
    pub counters: RefCell<Counters>,
    /// An end to what kernels may do, if there is one besides the machine's own.
    #[cfg(feature = "emulator")]
    pub bounds: Cell<Option<RunBounds>>,
}

/// What a machine may do until it is told otherwise.
#[cfg(feature = "emulator")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RunBounds {
    /// Passes and dispatches that are left.
    pub launches: u64,
    /// Instructions of a warp.
    pub steps: u64,
}

#[cfg(feature = "emulator")]
impl FindingsLog {
    /// Adds findings; one that is known counts more often instead.
    pub(crate) fn add(&self, new: Vec<Finding>) {
        let mut findings = self.findings.borrow_mut();
        for finding in new {
            match findings.iter_mut().find(|known| known.key() == finding.key()) {
                Some(known) => known.times += finding.times,
                None => findings.push(finding),
            }
        }
    }

    /// The instructions that a warp of this launch may take, where `most` are allowed without bounds; counts
    /// the launch.
    pub(crate) fn steps(&self, most: u64) -> u64 {
        let Some(bounds) = self.bounds.get() else { return most };
        let Some(launches) = bounds.launches.checked_sub(1) else { return 0 };
        self.bounds.set(Some(RunBounds { launches, ..bounds }));
        most.min(bounds.steps)
    }

    /// Whether such a finding was added.
    pub(crate) fn knows(&self, finding: &Finding) -> bool {
        self.findings.borrow().iter().any(|known| known.key() == finding.key())
    }
}
