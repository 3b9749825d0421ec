//! Barriers that not all lanes of a group reach: some lanes took another branch, have ended, or wait at another barrier.

use super::super::assembly::{Assembly, Pc};
use super::super::event::Event;
use super::sighting::{Act, Observer, Sighting};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// State of the lanes that did not reach a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Missing {
    /// In another branch of the code.
    Elsewhere,
    /// They had ended.
    Ended,
    /// They wait at another barrier.
    Apart(Pc),
}

/// Number of occurrences, a lane that reached the barrier and one that did not.
type Incident = (u64, [Option<Who>; 2]);

/// Observer of barriers.
#[derive(Debug, Default)]
pub(super) struct BarrierObserver {
    found: BTreeMap<(Pc, Missing), Incident>,
    /// The last lane to reach each barrier.
    came: BTreeMap<Pc, Who>,
}

impl BarrierObserver {
    fn add(&mut self, pc: Pc, missing: Missing, who: [Option<Who>; 2]) {
        self.found.entry((pc, missing)).or_insert((0, who)).0 += 1;
    }
}

impl Observer for BarrierObserver {
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Barrier { at, missing } => {
                let who = |lanes: u64| (lanes != 0).then(|| at.info.who(lanes.trailing_zeros()));
                if let Some(came) = who(at.mask) {
                    self.came.insert(at.pc, came);
                }
                if missing != 0 {
                    self.add(at.pc, Missing::Elsewhere, [who(at.mask), who(missing)]);
                }
            }
            Event::Passed { pc, ended, example, .. } if ended > 0 => {
                let came = self.came.get(&pc).copied();
                self.add(pc, Missing::Ended, [came, example]);
            }
            Event::Apart { first, second } => {
                self.add(first.0, Missing::Apart(second.0), [Some(first.1), Some(second.1)]);
            }
            _ => {}
        }
    }

    fn sightings(&mut self, _: &Assembly) -> Vec<Sighting> {
        let found = std::mem::take(&mut self.found);
        let sight = |((pc, missing), (times, [came, other])): ((Pc, Missing), Incident)| {
            let (did, there, mend) = match missing {
                Missing::Elsewhere => (
                    "went another way",
                    pc,
                    "all lanes of a group must come to the same barrier(): take it out of the branch or loop",
                ),
                Missing::Ended => {
                    ("had ended", pc, "all lanes of a group must come to barrier(): let none return before it")
                }
                Missing::Apart(other) => {
                    ("waits at another barrier()", other, "all lanes of a group must come to the same barrier()")
                }
            };
            let acts: Vec<Act> = vec![(came, "waits at barrier()".into(), pc), (other, did.into(), there)];
            Sighting { kind: FindingKind::Barrier, place: None, path: None, acts, mend: mend.to_string(), times }
        };
        found.into_iter().map(sight).collect()
    }
}
