//! The trait of the observers, and their findings before names and texts are added.

use super::super::assembly::{Assembly, Pc, SlotRef};
use super::super::event::ExecutionEvent;
use gristmill_base::finding::{FindingKind, Who};
use std::borrow::Cow;

/// A participant of a finding: the invocation, its action, and the instruction.
pub(super) type Participant = (Option<Who>, Cow<'static, str>, Pc);

/// The finding of an observer, before names and texts are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawFinding {
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The memory it is about, and the word, counted from the start of the place.
    pub place: Option<(SlotRef, Option<u32>)>,
    /// The path within the place, if there is no word.
    pub path: Option<String>,
    /// The participants, the earlier one first.
    pub acts: Vec<Participant>,
    /// The likely fix.
    pub mend: String,
    /// Number of occurrences.
    pub times: u64,
}

/// A check: it receives events, except steps, and returns its findings at the end.
pub(super) trait Observer {
    /// Receives one event.
    fn observe(&mut self, event: &ExecutionEvent);
    /// Returns the findings in that code since the last call.
    fn take_findings(&mut self, assembly: &Assembly) -> Vec<RawFinding>;
}
