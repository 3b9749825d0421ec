//! Draw passes that read their own target.

use super::super::assembly::{Assembly, Pc, SlotRef};
use super::super::event::{ExecutionEvent, MemoryKey};
use super::observer::{Observer, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Observer of texture reads.
#[derive(Debug, Default)]
pub(super) struct FeedbackObserver {
    targets: Vec<MemoryKey>,
    found: BTreeMap<(SlotRef, Pc), (u64, Who)>,
}

impl Observer for FeedbackObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let (at, place, memory) = match *event {
            ExecutionEvent::LaunchBegins(launched) => {
                self.targets = launched.targets.to_vec();
                return;
            }
            ExecutionEvent::Texels { at, texture, memory, .. } => (at, SlotRef::Texture(texture), memory),
            ExecutionEvent::Access { at, ref access } => match access.place {
                SlotRef::Image(_) => (at, access.place, access.memory),
                _ => return,
            },
            _ => return,
        };
        if self.targets.contains(&memory) && at.mask != 0 {
            let who = at.info.identify_lane(at.mask.trailing_zeros());
            self.found.entry((place, at.pc)).or_insert((0, who)).0 += 1;
        }
    }

    fn take_findings(&mut self, _: &Assembly) -> Vec<RawFinding> {
        let found = std::mem::take(&mut self.found);
        found
            .into_iter()
            .map(|((place, pc), (times, who))| {
                let acts = vec![(Some(who), "read what the pass draws to".into(), pc)];
                let mend = "draw to another texture and swap the two after the pass".to_string();
                RawFinding { kind: FindingKind::Feedback, place: Some((place, None)), path: None, acts, mend, times }
            })
            .collect()
    }
}
