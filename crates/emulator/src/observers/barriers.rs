//! Barriers that not all lanes of a group reach: some lanes took another branch, have ended, or
//! wait at another barrier.

use super::super::assembly::{Assembly, Pc};
use super::super::event::ExecutionEvent;
use super::observer::{Observer, Participant, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// State of the lanes that did not reach a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MissingLanes {
    /// In another branch of the code.
    Elsewhere,
    /// They had ended.
    Ended,
    /// They wait at another barrier.
    Apart(Pc),
}

/// Number of occurrences, a lane that reached the barrier and one that did not.
type BarrierIncident = (u64, [Option<Who>; 2]);

/// Observer of barriers.
#[derive(Debug, Default)]
pub(super) struct BarrierObserver {
    found: BTreeMap<(Pc, MissingLanes), BarrierIncident>,
    /// The last lane to reach each barrier.
    came: BTreeMap<Pc, Who>,
}

impl BarrierObserver {
    fn count_incident(&mut self, pc: Pc, missing: MissingLanes, who: [Option<Who>; 2]) {
        self.found.entry((pc, missing)).or_insert((0, who)).0 += 1;
    }
}

impl Observer for BarrierObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        match *event {
            ExecutionEvent::Barrier { at, missing } => {
                let who = |lanes: u64| (lanes != 0).then(|| at.info.identify_lane(lanes.trailing_zeros()));
                if let Some(came) = who(at.mask) {
                    self.came.insert(at.pc, came);
                }
                if missing != 0 {
                    self.count_incident(at.pc, MissingLanes::Elsewhere, [who(at.mask), who(missing)]);
                }
            }
            ExecutionEvent::BarrierPassed { pc, ended, example, .. } if ended > 0 => {
                let came = self.came.get(&pc).copied();
                self.count_incident(pc, MissingLanes::Ended, [came, example]);
            }
            ExecutionEvent::BarriersDiffer { first, second } => {
                self.count_incident(first.0, MissingLanes::Apart(second.0), [Some(first.1), Some(second.1)]);
            }
            _ => {}
        }
    }

    fn take_findings(&mut self, _: &Assembly) -> Vec<RawFinding> {
        let found = std::mem::take(&mut self.found);
        found
            .into_iter()
            .map(|((pc, missing), (times, [came, other]))| {
                let (did, there, mend) = match missing {
                    MissingLanes::Elsewhere => (
                        "took another branch",
                        pc,
                        "all lanes of a group must reach the same barrier(): move it out of the branch or loop",
                    ),
                    MissingLanes::Ended => (
                        "had ended without it",
                        pc,
                        "all lanes of a group must reach barrier(): none may return before it or branch past it",
                    ),
                    MissingLanes::Apart(other) => {
                        ("waits at another barrier()", other, "all lanes of a group must reach the same barrier()")
                    }
                };
                let acts: Vec<Participant> = vec![(came, "waits at barrier()".into(), pc), (other, did.into(), there)];
                RawFinding { kind: FindingKind::Barrier, place: None, path: None, acts, mend: mend.to_string(), times }
            })
            .collect()
    }
}
