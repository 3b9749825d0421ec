//! Finds in a timeline all pairs of conflicting accesses of a finding: the finding has the first pair, the timeline all
//! of them.

use gristmill::finding::{Finding, FindingKind, Who, Witness};
use gristmill::timeline::{LaunchTimeline, TimelineEvent, TimelineKind, TimelineSpan};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// The most pairs in an answer.
const MAX_RACES: usize = 1024;

/// The most accesses of one word at one line that are compared with later ones.
const MAX_EARLIER: usize = 64;

/// A lane's access to a word.
#[derive(Clone, Copy)]
struct WordAccess {
    step: u64,
    group: [u32; 3],
    lane: u32,
    kind: TimelineKind,
    /// The number of barriers that its group had passed.
    passed: usize,
    line: usize,
}

impl WordAccess {
    /// Returns true if two accesses conflict: they are by different lanes, no barrier orders them, and one of them
    /// writes.
    fn conflicts_with(&self, other: &WordAccess) -> bool {
        let apart = self.group != other.group || self.passed == other.passed && self.lane != other.lane;
        apart && (is_store(self) || is_store(other) || is_atomic(self) != is_atomic(other))
    }

    fn to_json(self) -> Value {
        json!({ "group": self.group, "lane": self.lane, "kind": self.kind.name(), "step": self.step, "line": self.line })
    }
}

fn is_atomic(touch: &WordAccess) -> bool {
    touch.kind == TimelineKind::Atomic
}

fn is_store(touch: &WordAccess) -> bool {
    touch.kind == TimelineKind::Store
}

/// Returns the conflicts at the lines of the findings: each word once for each finding.
pub(crate) fn list_race_conflicts(timeline: &LaunchTimeline, findings: &[Finding]) -> Vec<Value> {
    let mut search = ConflictSearch::new(timeline);
    let races: Vec<(usize, &[Witness])> = (0..)
        .zip(findings)
        .filter(|(_, finding)| is_race(finding) && finding.witnesses.len() == 2)
        .map(|(number, finding)| (number, finding.witnesses.as_slice()))
        .collect();
    for event in &timeline.events {
        search.read_event(event, &races);
    }
    search.conflicts
}

/// A word of a memory, as one finding sees it. Each group has its own shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RacedWord {
    finding: usize,
    memory: usize,
    group: Option<[u32; 3]>,
    word: u32,
}

/// The state of a search through a timeline.
struct ConflictSearch<'t> {
    timeline: &'t LaunchTimeline,
    /// The barriers that each group has passed.
    passed: HashMap<[u32; 3], usize>,
    /// The accesses so far of each word, by the side of the finding at whose line they stand.
    earlier: HashMap<(RacedWord, usize), Vec<WordAccess>>,
    /// The words whose conflict is in the list.
    listed: HashSet<RacedWord>,
    conflicts: Vec<Value>,
}

impl<'t> ConflictSearch<'t> {
    fn new(timeline: &'t LaunchTimeline) -> ConflictSearch<'t> {
        ConflictSearch {
            timeline,
            passed: HashMap::new(),
            earlier: HashMap::new(),
            listed: HashSet::new(),
            conflicts: vec![],
        }
    }

    /// Compares the accesses of one event with the earlier ones, for each finding whose lines it touches.
    fn read_event(&mut self, event: &TimelineEvent, races: &[(usize, &[Witness])]) {
        let (group, _) = lane_position(event.who);
        if event.kind == TimelineKind::Passed {
            *self.passed.entry(group).or_default() += 1;
        }
        let span = span_at(&self.timeline.spans, event.step);
        let (Some(memory), Some(span)) = (event.memory, span) else { return };
        let is_shared = self.timeline.memories.get(memory).is_some_and(|memory| memory.shared);
        for (finding, witnesses) in races {
            let sides: Vec<usize> = (0..2)
                .filter(|side| witnesses.get(*side).is_some_and(|witness| is_in_span(witness, span)))
                .collect();
            for touched in event.touched.iter().filter(|_| !sides.is_empty()) {
                let access = WordAccess {
                    step: event.step,
                    group,
                    lane: touched.lane,
                    kind: event.kind,
                    passed: self.passed.get(&group).copied().unwrap_or(0),
                    line: span.line,
                };
                let group = is_shared.then_some(group);
                let word = RacedWord { finding: *finding, memory, group, word: touched.word };
                self.compare_access(word, &sides, access);
            }
        }
    }

    /// Compares an access with the earlier ones of the other side, and keeps it for later ones.
    fn compare_access(&mut self, word: RacedWord, sides: &[usize], access: WordAccess) {
        for side in sides {
            let earlier = self.earlier.get(&(word, 1 - side)).into_iter().flatten();
            let Some(before) = earlier.copied().find(|before| before.conflicts_with(&access)) else { continue };
            if self.conflicts.len() < MAX_RACES && self.listed.insert(word) {
                self.conflicts.push(json!({
                    "step": access.step, "memory": word.memory, "word": word.word, "finding": word.finding,
                    "lanes": [before.to_json(), access.to_json()],
                }));
            }
        }
        for side in sides {
            let earlier = self.earlier.entry((word, *side)).or_default();
            if earlier.len() < MAX_EARLIER {
                earlier.push(access);
            }
        }
    }
}

fn is_in_span(side: &Witness, span: &TimelineSpan) -> bool {
    side.line == span.line && side.file == span.file
}

fn is_race(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Race | FindingKind::MemoryModel)
}

/// Returns the span of a step.
fn span_at(spans: &[TimelineSpan], step: u64) -> Option<&TimelineSpan> {
    spans.get(spans.partition_point(|span| span.first <= step).checked_sub(1)?)
}

/// Returns the group of a lane, and its index in the group.
pub(crate) fn lane_position(who: Who) -> ([u32; 3], u32) {
    match who {
        Who::Lane { lane, group } => (group, lane),
        Who::Vertex(number) => ([0; 3], number),
        _ => ([0; 3], 0),
    }
}
