//! Indices out of range: of arrays, buffers, shared variables, images and texel fetches.

use super::super::assembly::{Assembly, Instruction, Pc, SlotRef};
use super::super::event::ExecutionEvent;
use super::code_analysis;
use super::naming;
use super::observer::{Observer, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Indices out of range by memory and instruction: number of occurrences; of the first one the invocation, the index and
/// the limit.
type FoundIndices = BTreeMap<(SlotRef, Pc), (u64, Who, u32, u32)>;

/// A verb for the access, and what was found of it.
type NamedIndex = (&'static str, u64, Who, u32, u32);

/// Observer of indices out of range.
#[derive(Debug, Default)]
pub(super) struct BoundsObserver {
    found: FoundIndices,
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
        let found = merge_reads_and_writes(assembly, std::mem::take(&mut self.found));
        found
            .into_iter()
            .map(|((place, pc), (does, times, who, index, limit))| {
                let step = match assembly.instructions.get(pc as usize) {
                    Some(Instruction::Address { step, .. }) => assembly.steps.get(*step as usize),
                    _ => None,
                };
                // As a signed number, an unsigned index that wrapped around is below zero.
                let index = if index > u32::MAX / 2 { (index as i32).to_string() } else { index.to_string() };
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

/// Adds the verb of each access. A line that reads and writes one item, by an address for each, changes it once: WGSL's
/// `items[i] += 1`.
fn merge_reads_and_writes(assembly: &Assembly, found: FoundIndices) -> BTreeMap<(SlotRef, Pc), NamedIndex> {
    let line_of = |pc: Pc| assembly.lines.get(pc as usize).copied();
    let mut named: BTreeMap<(SlotRef, Pc), NamedIndex> = BTreeMap::new();
    for ((place, pc), (times, who, index, limit)) in found {
        let does = code_analysis::access_verb(assembly, pc);
        let read = named.iter_mut().find(|((of, at), (earlier, _, _, other, _))| {
            *of == place && *earlier == "read" && *other == index && line_of(*at) == line_of(pc)
        });
        match read {
            Some((_, read)) if does == "wrote" => read.0 = "changed",
            _ => {
                named.insert((place, pc), (does, times, who, index, limit));
            }
        }
    }
    named
}

fn read_lane_word(words: &[u32], lane: u32) -> u32 {
    words.get(lane as usize).copied().unwrap_or(0)
}
