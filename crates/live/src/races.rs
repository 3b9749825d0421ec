//! Finds in a timeline all pairs of conflicting accesses of a finding: the finding has the first pair, the timeline all
//! of them.

use gristmill::finding::{Finding, FindingKind, Who, Witness};
use gristmill::timeline::{LaunchTimeline, TimelineKind, TimelineSpan};
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
pub(crate) fn find_races(timeline: &LaunchTimeline, findings: &[Finding]) -> Vec<Value> {
    let LaunchTimeline { spans, events, memories, .. } = timeline;
    let findings: Vec<(usize, &[Witness])> = (0..)
        .zip(findings)
        .filter(|(_, finding)| is_race(finding) && finding.witnesses.len() == 2)
        .map(|(number, finding)| (number, finding.witnesses.as_slice()))
        .collect();
    let mut passed: HashMap<[u32; 3], usize> = HashMap::new();
    let mut known: HashMap<_, Vec<WordAccess>> = HashMap::new();
    let mut told_of = HashSet::new();
    let mut told = vec![];
    for event in events {
        let (group, _) = lane_position(event.who);
        if event.kind == TimelineKind::Passed {
            *passed.entry(group).or_default() += 1;
        }
        let (Some(memory), Some(span)) = (event.memory, span_at(spans, event.step)) else { continue };
        // Each group has its own shared memory.
        let of = memories.get(memory).is_some_and(|memory| memory.shared).then_some(group);
        for (number, sides) in &findings {
            if !sides.iter().any(|side| is_in_span(side, span)) {
                continue;
            }
            for touched in &event.touched {
                let now = WordAccess {
                    step: event.step,
                    group,
                    lane: touched.lane,
                    kind: event.kind,
                    passed: passed.get(&group).copied().unwrap_or(0),
                    line: span.line,
                };
                let word = (*number, memory, of, touched.word);
                for (side, other) in [(0, 1), (1, 0)] {
                    if !sides.get(side).is_some_and(|side| is_in_span(side, span)) {
                        continue;
                    }
                    let before = known
                        .get(&(word, other))
                        .into_iter()
                        .flatten()
                        .find(|before| before.conflicts_with(&now));
                    if let Some(before) = before
                        && told.len() < MAX_RACES
                        && told_of.insert(word)
                    {
                        told.push(json!({
                            "step": event.step, "memory": memory, "word": touched.word, "finding": number,
                            "lanes": [before.to_json(), now.to_json()],
                        }));
                    }
                }
                for side in (0..2).filter(|&side| sides.get(side).is_some_and(|side| is_in_span(side, span))) {
                    let before = known.entry((word, side)).or_default();
                    if before.len() < MAX_EARLIER {
                        before.push(now);
                    }
                }
            }
        }
    }
    told
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
