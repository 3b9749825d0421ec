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
    found: BTreeMap<(MachineChoice, Pc), ChoiceCount>,
}

/// The lanes that ran an instruction, and those of them whose result is a machine's choice.
#[derive(Debug, Default)]
struct ChoiceCount {
    ran: u64,
    chosen: u64,
    first: Option<Who>,
}

impl Observer for MachineChoiceObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let (at, choice, lanes, chosen) = match *event {
            ExecutionEvent::TexelBorder { at, texture, lanes, on_border } => {
                (at, MachineChoice::TexelBorder(SlotRef::Texture(texture)), lanes, on_border)
            }
            ExecutionEvent::NanCompared { at, lanes } => (at, MachineChoice::NanCompared, lanes, lanes),
            _ => return,
        };
        let count = self.found.entry((choice, at.pc)).or_default();
        count.ran += u64::from(lanes.count_ones());
        count.chosen += u64::from(chosen.count_ones());
        if chosen != 0 && count.first.is_none() {
            count.first = Some(at.info.identify_lane(chosen.trailing_zeros()));
        }
    }

    fn take_findings(&mut self, _: &Assembly) -> Vec<RawFinding> {
        let found = std::mem::take(&mut self.found).into_iter();
        // Any coordinates meet a border now and then; those of a kernel that aims at corners do so in most lanes.
        let noted = found.filter(|(_, count)| 2 * count.chosen >= count.ran);
        noted
            .filter_map(|((choice, pc), count)| Some(build_note(choice, pc, count.chosen, count.first?)))
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
