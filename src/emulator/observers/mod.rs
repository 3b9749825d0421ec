//! Who listens to a run, and what they conclude. One file for each check; each sees events, and nothing else.

use super::assembly::{Assembly, Pc, Place};
use super::event::{Event, Observe};
use crate::finding::{Finding, FindingKind, Listening, Who};
use crate::shader::Expanded;

/// What an observer saw: a finding before it has names and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    /// What it is about.
    pub kind: FindingKind,
    /// What it touches, and which word of it, counted from the start of the place.
    pub place: Option<(Place, Option<u32>)>,
    /// Who did what at which instruction, the earlier one first.
    pub acts: Vec<(Option<Who>, &'static str, Pc)>,
    /// The likely mend.
    pub mend: String,
    /// How often.
    pub times: u64,
}

/// A check: it hears events and says in the end what it saw.
pub(crate) trait Observer {
    /// Hears one event.
    fn hear(&mut self, event: &Event);
    /// What it saw since it was last asked.
    fn sightings(&mut self) -> Vec<Sighting>;
}

/// All observers that were asked for.
pub(crate) struct Watch {
    observers: Vec<Box<dyn Observer>>,
}

impl Watch {
    /// The observers for that.
    pub(crate) fn new(listening: Listening) -> Watch {
        let _ = listening;
        Watch { observers: vec![] }
    }

    /// What they found in the run of that code, with names and texts; the same thing at the same lines is one finding.
    pub(crate) fn findings(&mut self, assembly: &Assembly, expanded: &Expanded) -> Vec<Finding> {
        let _ = (assembly, expanded);
        vec![]
    }
}

impl Observe for Watch {
    fn hear(&mut self, event: &Event) {
        for observer in &mut self.observers {
            observer.hear(event);
        }
    }
}
