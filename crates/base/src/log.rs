//! The emulator's observation settings, and its findings and counters since.

use super::counters::Counters;
use super::finding::{Finding, Listening};
use super::finding::{FindingKey, FindingKind, LaunchOrder};
use super::timeline::{self, LaunchTimeline};
use std::cell::{Cell, RefCell};

/// The findings and the counters of a device, from launch to launch.
#[derive(Debug)]
pub struct FindingsLog {
    pub listening: Cell<Option<Listening>>,
    pub findings: RefCell<Vec<Finding>>,
    pub counters: RefCell<Counters>,
    pub timelines: RefCell<Vec<LaunchTimeline>>,
    /// Limits of the kernels, if there are any besides the emulator's own.
    pub bounds: Cell<Option<RunBounds>>,
    /// The order of warps and groups.
    pub order: Cell<LaunchOrder>,
    /// Lanes of a warp.
    pub lanes: Cell<u32>,
}

/// Default warp width.
const DEFAULT_LANES: u32 = 32;

impl Default for FindingsLog {
    fn default() -> FindingsLog {
        FindingsLog {
            listening: Cell::default(),
            findings: RefCell::default(),
            counters: RefCell::default(),
            timelines: RefCell::default(),
            bounds: Cell::default(),
            order: Cell::default(),
            lanes: Cell::new(DEFAULT_LANES),
        }
    }
}

/// Limits of the launches until new ones are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunBounds {
    /// Passes and dispatches left.
    pub launches: u64,
    /// Instructions of a warp.
    pub steps: u64,
}

impl FindingsLog {
    /// Adds findings; a known one only increases its count. An undefined operation becomes an error as soon as the
    /// result of one launch depends on it.
    pub fn merge_findings(&self, new: Vec<Finding>) {
        let mut findings = self.findings.borrow_mut();
        for finding in new {
            match findings.iter_mut().find(|known| is_same_finding(known, &finding)) {
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

    /// Returns the instructions that a warp of this launch may run, at most `most`; counts the launch.
    pub fn take_step_limit(&self, most: u64) -> u64 {
        let Some(bounds) = self.bounds.get() else { return most };
        let Some(launches) = bounds.launches.checked_sub(1) else { return 0 };
        self.bounds.set(Some(RunBounds { launches, ..bounds }));
        most.min(bounds.steps)
    }

    /// Returns true if another launch's timeline can be recorded.
    pub fn has_timeline_room(&self) -> bool {
        timeline::has_room(&self.timelines.borrow())
    }

    /// Returns true if such a finding is known.
    pub fn has_finding(&self, finding: &Finding) -> bool {
        self.findings.borrow().iter().any(|known| known.key() == finding.key())
    }
}

/// Returns true if two findings are one that was observed twice.
fn is_same_finding(known: &Finding, new: &Finding) -> bool {
    let kind = if is_undefined(known) && is_undefined(new) { known.kind } else { new.kind };
    known.key() == FindingKey { kind, ..new.key() }
}

fn is_undefined(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Undefined | FindingKind::Note)
}
