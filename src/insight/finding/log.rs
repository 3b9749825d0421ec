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

    /// Whether such a finding was added.
    pub(crate) fn knows(&self, finding: &Finding) -> bool {
        self.findings.borrow().iter().any(|known| known.key() == finding.key())
    }
}
