//! What the emulator is asked to listen for, and what it has found and counted since.

use super::counters::Counters;
use super::finding::{Finding, Listening};
use super::finding::{FindingKey, FindingKind, LaunchOrder};
use super::timeline::{self, LaunchTimeline};
use std::cell::{Cell, RefCell};

/// The findings and the counters of a machine, from launch to launch.
#[derive(Debug)]
pub struct FindingsLog {
    pub listening: Cell<Option<Listening>>,
    pub findings: RefCell<Vec<Finding>>,
    pub counters: RefCell<Counters>,
    pub timelines: RefCell<Vec<LaunchTimeline>>,
    /// An end to what kernels may do, if there is one besides the machine's own.
    pub bounds: Cell<Option<RunBounds>>,
    /// In which order warps and groups run.
    pub order: Cell<LaunchOrder>,
    /// Lanes of a warp.
    pub lanes: Cell<u32>,
}

/// Lanes of a warp where nobody says how many.
const LANES: u32 = 32;

impl Default for FindingsLog {
    fn default() -> FindingsLog {
        FindingsLog {
            listening: Cell::default(),
            findings: RefCell::default(),
            counters: RefCell::default(),
            timelines: RefCell::default(),
            bounds: Cell::default(),
            order: Cell::default(),
            lanes: Cell::new(LANES),
        }
    }
}

/// What a machine may do until it is told otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunBounds {
    /// Passes and dispatches that are left.
    pub launches: u64,
    /// Instructions of a warp.
    pub steps: u64,
}

impl FindingsLog {
    /// Adds findings; one that is known counts more often instead. What is undefined is an error as soon as one
    /// launch has a result that depends on it.
    pub fn add(&self, new: Vec<Finding>) {
        let mut findings = self.findings.borrow_mut();
        for finding in new {
            match findings.iter_mut().find(|known| is_same(known, &finding)) {
                Some(known) => {
                    let times = known.times + finding.times;
                    let without_cause = finding.cause.is_empty();
                    if known.kind != FindingKind::Undefined && finding.kind == FindingKind::Undefined {
                        *known = finding;
                    }
                    known.times = times;
                    if without_cause {
                        known.cause.clear();
                    }
                }
                None => findings.push(finding),
            }
        }
    }

    /// The instructions that a warp of this launch may take, where `most` are allowed without bounds; counts
    /// the launch.
    pub fn steps(&self, most: u64) -> u64 {
        let Some(bounds) = self.bounds.get() else { return most };
        let Some(launches) = bounds.launches.checked_sub(1) else { return 0 };
        self.bounds.set(Some(RunBounds { launches, ..bounds }));
        most.min(bounds.steps)
    }

    /// Whether another launch may be remembered step by step.
    pub fn has_room(&self) -> bool {
        timeline::has_room(&self.timelines.borrow())
    }

    /// Whether such a finding was added.
    pub fn knows(&self, finding: &Finding) -> bool {
        self.findings.borrow().iter().any(|known| known.key() == finding.key())
    }
}

/// Whether two findings are one that was seen twice.
fn is_same(known: &Finding, new: &Finding) -> bool {
    let undefined = |finding: &Finding| matches!(finding.kind, FindingKind::Undefined | FindingKind::Note);
    let kind = if undefined(known) && undefined(new) { known.kind } else { new.kind };
    known.key() == FindingKey { kind, ..new.key() }
}
