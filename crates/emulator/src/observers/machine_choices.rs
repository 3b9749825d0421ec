//! Notes about the places where a specification leaves a choice to the machine.

use super::super::assembly::{Assembly, Pc, SlotRef};
use super::super::event::ExecutionEvent;
use super::observer::{Observer, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// A choice that a specification leaves to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MachineChoice {
    TexelBorder(SlotRef),
    NanCompared,
}

/// Observer of reads between two texels and of comparisons with a NaN.
#[derive(Debug, Default)]
pub(super) struct MachineChoiceObserver {
    found: BTreeMap<(MachineChoice, Pc), (u64, Who)>,
}

impl Observer for MachineChoiceObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let (at, choice, lanes) = match *event {
            ExecutionEvent::TexelBorder { at, texture, lanes, .. } => {
                (at, MachineChoice::TexelBorder(SlotRef::Texture(texture)), lanes)
            }
            ExecutionEvent::NanCompared { at, lanes } => (at, MachineChoice::NanCompared, lanes),
            _ => return,
        };
        let who = at.info.identify_lane(lanes.trailing_zeros());
        let count = u64::from(lanes.count_ones());
        self.found.entry((choice, at.pc)).or_insert((0, who)).0 += count;
    }

    fn take_findings(&mut self, _: &Assembly) -> Vec<RawFinding> {
        let found = std::mem::take(&mut self.found);
        found
            .into_iter()
            .map(|((choice, pc), (times, who))| build_note(choice, pc, times, who))
            .collect()
    }
}

fn build_note(choice: MachineChoice, pc: Pc, times: u64, who: Who) -> RawFinding {
    let (place, did, mend) = match choice {
        MachineChoice::TexelBorder(slot) => (
            Some((slot, None)),
            "read on the border between two texels: machines differ in which of them they read",
            "read a texel's middle: add 0.5 to the whole coordinate before it is divided by the size",
        ),
        MachineChoice::NanCompared => (
            None,
            "compared a NaN: a machine need not have NaN, and compilers turn !(a < b) into a >= b",
            "keep NaN out of the input, or ask for it by isnan() where the language has it",
        ),
    };
    let acts = vec![(Some(who), did.into(), pc)];
    RawFinding { kind: FindingKind::Note, place, path: None, acts, mend: mend.to_string(), times }
}
