//! What an observer is, and what it has seen before that has names and texts.

use super::super::assembly::{Assembly, Pc, SlotRef};
use super::super::event::Event;
use gristmill_base::finding::{FindingKind, Who};
use std::borrow::Cow;

/// Who did what at which instruction.
pub(super) type Act = (Option<Who>, Cow<'static, str>, Pc);

/// What an observer saw: a finding before it has names and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sighting {
    /// What it is about.
    pub kind: FindingKind,
    /// What it touches, and which word of it, counted from the start of the place.
    pub place: Option<(SlotRef, Option<u32>)>,
    /// What of the place it is, where no word says it.
    pub path: Option<String>,
    /// Who took part, the earlier one first.
    pub acts: Vec<Act>,
    /// The likely mend.
    pub mend: String,
    /// How often.
    pub times: u64,
}

/// A check: it hears events and says in the end what it saw. It hears no steps.
pub(super) trait Observer {
    /// Hears one event.
    fn hear(&mut self, event: &Event);
    /// What it saw since it was last asked, in that code.
    fn sightings(&mut self, assembly: &Assembly) -> Vec<Sighting>;
}
