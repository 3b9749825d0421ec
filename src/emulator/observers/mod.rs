//! Who listens to a run, and what they conclude. One file for each check; each sees events, and nothing else.

mod barriers;
mod bounds;
mod code;
mod counting;
mod dependent;
mod feedback;
mod groups;
mod memory_model;
mod naming;
mod non_finite;
mod races;
mod shadow;
mod steps;
mod sync;

#[cfg(test)]
mod tests;
mod texture_cache;
pub(crate) mod timeline;
mod uninitialised;

use super::assembly::{Assembly, Pc, Place};
use super::event::{Event, Observe};
use super::lanes::each;
use crate::counters::Counters;
use crate::finding::{Finding, FindingKind, Listening, Who, Witness};
use crate::shader::{Expanded, Stage};
use counting::Counting;
use std::borrow::Cow;
use timeline::{Stretch, Timeline};

/// Bytes that lie over each word that lanes may write while others use it.
pub(crate) const SHADOW: usize = size_of::<shadow::Cell>();

/// Who did what at which instruction.
pub(crate) type Act = (Option<Who>, Cow<'static, str>, Pc);

/// What an observer saw: a finding before it has names and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    /// What it is about.
    pub kind: FindingKind,
    /// What it touches, and which word of it, counted from the start of the place.
    pub place: Option<(Place, Option<u32>)>,
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
trait Observer {
    /// Hears one event.
    fn hear(&mut self, event: &Event);
    /// What it saw since it was last asked, in that code.
    fn sightings(&mut self, assembly: &Assembly) -> Vec<Sighting>;
}

/// The lanes of a mask.
#[inline]
fn lanes(mask: u64) -> impl Iterator<Item = u32> {
    each(mask).map(|lane| lane as u32)
}

/// All observers that were asked for.
pub(crate) struct Watch {
    observers: Vec<Box<dyn Observer>>,
    counting: Option<Counting>,
    timeline: Option<Timeline>,
    images: Vec<naming::Texels>,
    /// What was seen in the stages that have ended. Each numbers its instructions for itself.
    seen: Vec<Named>,
}

/// A sighting, its place with its name.
struct Named {
    /// The stage that it is of.
    stage: Stage,
    name: String,
    place: String,
    sighting: Sighting,
}

impl Watch {
    /// The observers for that. Those of [`Listening::non_finite`] hear what they need in a [`WatchResults`] alone.
    pub(crate) fn new(listening: Listening) -> Watch {
        let mut observers: Vec<Box<dyn Observer>> = vec![];
        if listening.faults || listening.races_alone {
            observers.push(Box::new(races::Races::new(listening.same_value)));
        }
        if listening.faults && !listening.races_alone {
            observers.push(Box::new(barriers::Barriers::default()));
            observers.push(Box::new(bounds::Bounds::default()));
            observers.push(Box::new(uninitialised::Uninitialised::default()));
            observers.push(Box::new(feedback::Feedback::default()));
            observers.push(Box::new(steps::Steps::default()));
        }
        if listening.non_finite {
            observers.push(Box::new(non_finite::NonFinite::default()));
        }
        let counting = listening.counters.then(Counting::default);
        Watch { observers, counting, timeline: None, images: vec![], seen: vec![] }
    }

    /// And hears who is where at each step.
    pub(crate) fn timed(self) -> Watch {
        Watch { timeline: Some(Timeline::default()), ..self }
    }

    /// Takes what the observers saw in that code, before they hear of another.
    fn gather(&mut self, assembly: &Assembly) {
        let Watch { observers, images, seen, .. } = self;
        seen.extend(
            observers
                .iter_mut()
                .flat_map(|observer| observer.sightings(assembly))
                .map(|sighting| {
                    let (place, path) = (sighting.place, sighting.path.clone());
                    let named = place.map(|(place, word)| naming::name(assembly, images, place, (word, path)));
                    let (name, place) = named.unwrap_or_default();
                    Named { stage: assembly.stage, name, place, sighting }
                }),
        );
    }

    /// What they found in the stage of that code, with names and texts, in the order of the lines. The same thing at the same lines is one
    /// finding.
    pub(crate) fn findings(&mut self, assembly: &Assembly, expanded: &Expanded) -> Vec<Finding> {
        self.gather(assembly);
        let mut findings: Vec<Finding> = vec![];
        let seen = self.seen.extract_if(.., |seen| seen.stage == assembly.stage);
        let mut all: Vec<Finding> = seen.map(|seen| finding(seen, assembly, expanded)).collect();
        all.sort_by_key(order);
        for finding in all {
            let same = |known: &&mut Finding| {
                let hides = known.kind == finding.kind || rank(known.kind) < rank(finding.kind);
                hides && known.name == finding.name && lines(known) == lines(&finding)
            };
            match findings.iter_mut().find(same) {
                Some(known) => known.times += finding.times,
                None => findings.push(finding),
            }
        }
        findings
    }

    /// What the counters counted in the stage of that code; none if they were not asked for.
    pub(crate) fn counters(&mut self, assembly: &Assembly, expanded: &Expanded) -> Option<Counters> {
        self.counting.as_mut().map(|counting| counting.counters(assembly, expanded))
    }

    /// The steps of the stage of that code; none if nobody asked for them.
    pub(crate) fn timeline(&mut self, assembly: &Assembly, expanded: &Expanded) -> Vec<Stretch> {
        self.timeline
            .as_mut()
            .map_or(vec![], |timeline| timeline.stretches(assembly, expanded))
    }
}

impl Observe for Watch {
    #[inline]
    fn hear(&mut self, event: &Event) {
        if let Some(counting) = &mut self.counting {
            counting.hear(event);
        }
        if let Some(timeline) = &mut self.timeline {
            timeline.hear(event);
        }
        // Steps come with each instruction; nobody else needs them.
        if matches!(event, Event::Step { .. } | Event::Branch { .. }) {
            return;
        }
        if let Event::Begins(launched) = event {
            self.images = launched.images.iter().map(|&(_, width, words)| (width, words)).collect();
        }
        for observer in &mut self.observers {
            observer.hear(event);
        }
        if let Event::Ends(assembly) = event {
            self.gather(assembly);
        }
    }
}

/// A [`Watch`] that hears the results of calculations as well.
pub(crate) struct WatchResults(pub(crate) Watch);

impl Observe for WatchResults {
    const HEARS_RESULTS: bool = true;
    #[inline]
    fn hear(&mut self, event: &Event) {
        self.0.hear(event);
    }
}

/// The lines of a finding, the smaller one first.
fn lines(finding: &Finding) -> Vec<(&str, usize)> {
    let mut lines: Vec<_> = finding
        .witnesses
        .iter()
        .map(|witness| (witness.file.as_str(), witness.line))
        .collect();
    lines.sort_unstable();
    lines
}

/// Where a finding stands among others.
fn order(finding: &Finding) -> impl Ord + use<> {
    let first = finding.witnesses.iter().map(|witness| witness.line).min();
    let last = finding.witnesses.iter().map(|witness| witness.line).max();
    (first, last, rank(finding.kind))
}

/// A meeting of lanes is told once: as a fault of the memory model rather than as a race, as a race rather than as a note.
fn rank(kind: FindingKind) -> u32 {
    match kind {
        FindingKind::Race => 1,
        FindingKind::Note => 2,
        _ => 0,
    }
}

/// A finding with its names and texts.
fn finding(seen: Named, assembly: &Assembly, expanded: &Expanded) -> Finding {
    let Named { name, place, sighting: Sighting { kind, acts, mend, times, .. }, .. } = seen;
    let witness = |(who, did, pc): Act| {
        let (file, line, text) = source(assembly, expanded, pc);
        Witness { who, did: did.into_owned(), file, line, text }
    };
    let witnesses = acts.into_iter().map(witness).collect();
    Finding { kind, kernel: expanded.name.clone(), name, place, witnesses, mend, times }
}

/// The file, line and text that an instruction comes from.
fn source(assembly: &Assembly, expanded: &Expanded, pc: Pc) -> (String, usize, String) {
    let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
    match expanded.place(line as usize) {
        Some((file, line)) => {
            let text = file.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            (file.name.clone(), line, text.trim().to_string())
        }
        None => (expanded.name.clone(), 0, String::new()),
    }
}
