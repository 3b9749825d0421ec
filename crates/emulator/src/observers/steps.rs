//! Warps that were stopped because they took too many steps.

use super::super::assembly::{Assembly, Pc};
use super::super::event::ExecutionEvent;
use super::code_analysis;
use super::observer::{Observer, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Observer of warps that are stopped.
#[derive(Debug, Default)]
pub(super) struct StepObserver {
    found: BTreeMap<Pc, (u64, Option<Who>, u64)>,
}

impl Observer for StepObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let ExecutionEvent::StepLimitReached { at, limit } = *event else { return };
        let who = (at.mask != 0).then(|| at.info.identify_lane(at.mask.trailing_zeros()));
        self.found.entry(at.pc).or_insert((0, who, limit)).0 += 1;
    }

    fn take_findings(&mut self, assembly: &Assembly) -> Vec<RawFinding> {
        let found = std::mem::take(&mut self.found);
        found
            .into_iter()
            .map(|(pc, (times, who, limit))| {
                // The loop's own line: that of its first instruction with one, else that of its `Repeat`.
                let round = code_analysis::innermost_loop(&assembly.instructions, pc, pc);
                let named = round.and_then(|round| {
                    [round.start.wrapping_sub(1), round.end]
                        .into_iter()
                        .find(|pc| find_line(*pc, assembly) > 0)
                });
                let did = format!("was stopped in this loop after {limit} steps");
                let acts = vec![(who, did.into(), named.unwrap_or(pc))];
                let mend = "it may never end: check the condition of the loop, or allow more steps".to_string();
                RawFinding { kind: FindingKind::Steps, place: None, path: None, acts, mend, times }
            })
            .collect()
    }
}

fn find_line(pc: Pc, assembly: &Assembly) -> u32 {
    assembly.lines.get(pc as usize).copied().unwrap_or(0)
}
