//! Indices out of range: of arrays, buffers, shared variables, images and texel fetches.

use super::super::assembly::{Assembly, Instruction, Pc, SlotRef};
use super::super::event::ExecutionEvent;
use super::code_analysis;
use super::naming;
use super::observer::{Observer, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Observer of indices out of range.
#[derive(Debug, Default)]
pub(super) struct BoundsObserver {
    /// Number of occurrences; of the first one the invocation, the index and the limit.
    found: BTreeMap<(SlotRef, Pc), (u64, Who, u32, u32)>,
}

impl Observer for BoundsObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let ExecutionEvent::IndexOutOfRange { at, of, lanes, index, limit } = *event else { return };
        let lanes = lanes & at.mask & !at.info.helpers;
        if lanes == 0 {
            return;
        }
        let lane = lanes.trailing_zeros();
        self.found
            .entry((of, at.pc))
            .or_insert_with(|| {
                (0, at.info.identify_lane(lane), read_lane_word(index, lane), read_lane_word(limit, lane))
            })
            .0 += u64::from(lanes.count_ones());
    }

    fn take_findings(&mut self, assembly: &Assembly) -> Vec<RawFinding> {
        let found = std::mem::take(&mut self.found);
        found
            .into_iter()
            .map(|((place, pc), (times, who, index, limit))| {
                let step = match assembly.instructions.get(pc as usize) {
                    Some(Instruction::Address { step, .. }) => assembly.steps.get(*step as usize),
                    _ => None,
                };
                // As a signed number, an unsigned index that wrapped around is below zero.
                let index = if index > u32::MAX / 2 { (index as i32).to_string() } else { index.to_string() };
                let does = code_analysis::access_verb(assembly, pc);
                let (did, path, word) = match (place, step) {
                    (SlotRef::Texture(_) | SlotRef::Image(_), _) => {
                        (format!("{does} it at {index} of {limit}"), None, None)
                    }
                    (_, Some(step)) => {
                        let array = naming::format_array(assembly, place, (step.stride, limit));
                        (format!("{does} {array}[{index}] of {limit}"), Some(array), None)
                    }
                    (_, None) => {
                        let (unit, factor) = naming::access_unit(assembly, place, pc);
                        let word = index.parse().ok().and_then(|index: u32| index.checked_mul(factor));
                        (format!("{does} {unit} {index} of {limit}"), None, word)
                    }
                };
                let mend = "keep the index below the limit: check it before the access".to_string();
                let acts = vec![(Some(who), did.into(), pc)];
                RawFinding { kind: FindingKind::Bounds, place: Some((place, word)), path, acts, mend, times }
            })
            .collect()
    }
}

fn read_lane_word(words: &[u32], lane: u32) -> u32 {
    words.get(lane as usize).copied().unwrap_or(0)
}
