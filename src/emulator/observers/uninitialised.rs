//! Reads of what was never written: shared memory in a group, a lane's own variables, and outputs.

use super::super::assembly::{Assembly, Instruction, Pc, SlotRef, VariableSlot};
use super::super::event::{Access, AccessKind, At, Event, Launched, MemoryKey, WarpInfo};
use super::super::lanes::lanes;
use super::super::storage::AtomicOp;
use super::naming;
use super::sighting::{Observer, Sighting};
use crate::insight::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Which shared words of a group have a value: those with the group's mark.
#[derive(Debug, Default)]
struct DefinedWords {
    mark: u32,
    marks: Vec<u32>,
}

/// Hears what is written and read.
#[derive(Debug, Default)]
pub(super) struct UninitialisedObserver {
    /// The last mark.
    mark: u32,
    groups: Vec<(u32, DefinedWords)>,
    spare: Vec<DefinedWords>,
    /// For each variable, the first of its words among those of all, and its first register.
    offsets: Vec<(usize, u32)>,
    /// Words of all variables.
    words: usize,
    /// For each warp that runs, the lanes in which each word of a variable has a value.
    warps: Vec<((u32, u32), Vec<u64>)>,
    spare_warps: Vec<Vec<u64>>,
    /// How often; of the first time the word and who.
    found: BTreeMap<(SlotRef, Pc), (u64, u32, Who)>,
}

impl UninitialisedObserver {
    fn begin(&mut self, launched: &Launched) {
        self.groups.clear();
        self.warps.clear();
        self.spare_warps.clear();
        let mut end = 0;
        let place = |variable: &VariableSlot| {
            let first = end;
            end += variable.words as usize;
            (first, variable.first)
        };
        self.offsets = launched.assembly.variables.iter().map(place).collect();
        self.words = end;
    }

    fn add(&mut self, at: At, place: SlotRef, word: u32, lane: u32) {
        let found = self.found.entry((place, at.pc)).or_insert_with(|| (0, word, at.info.who(lane)));
        found.0 += 1;
    }

    fn shared(&mut self, at: At, access: &Access) {
        let number = at.info.group_number;
        let group = match self.groups.iter().position(|(known, _)| *known == number) {
            Some(group) => group,
            None => {
                // A mark that comes again may stand for a value that is none: after 2^32 groups marks start
                // anew.
                if self.mark == u32::MAX {
                    (self.mark, self.spare) = (0, vec![]);
                }
                self.mark += 1;
                let marks = self.spare.pop().map(|words| words.marks).unwrap_or_default();
                self.groups.push((number, DefinedWords { mark: self.mark, marks }));
                self.groups.len() - 1
            }
        };
        let Some((_, DefinedWords { mark, marks })) = self.groups.get_mut(group) else { return };
        let reads =
            !matches!(access.kind, AccessKind::Store | AccessKind::Atomic(AtomicOp::Store | AtomicOp::Exchange));
        let mut unread = vec![];
        for lane in lanes(access.inside & at.mask) {
            let Some(&first) = access.addresses.get(lane as usize) else { continue };
            for word in (first..).take(access.words as usize) {
                if word as usize >= marks.len() {
                    marks.resize(word as usize + 1, 0);
                }
                let Some(place) = marks.get_mut(word as usize) else { continue };
                if reads && *place != *mark {
                    unread.push((word.saturating_sub(access.base), lane));
                }
                if access.kind != AccessKind::Load {
                    *place = *mark;
                }
            }
        }
        unread
            .into_iter()
            .for_each(|(word, lane)| self.add(at, access.place, word, lane));
    }

    /// The lanes in which each word of a variable of that warp has a value.
    fn warp(&mut self, info: &WarpInfo) -> usize {
        let name = (info.group_number, info.warp);
        if let Some(at) = self.warps.iter().position(|(known, _)| *known == name) {
            return at;
        }
        let mut defined = self.spare_warps.pop().unwrap_or_default();
        defined.clear();
        defined.resize(self.words, 0);
        self.warps.push((name, defined));
        self.warps.len() - 1
    }

    /// Those lanes write words of a variable.
    fn define(&mut self, at: At, variable: u16, word: u32, words: u32, mask: u64) {
        let Some(&(first, _)) = self.offsets.get(usize::from(variable)) else { return };
        let warp = self.warp(at.info);
        let Some((_, defined)) = self.warps.get_mut(warp) else { return };
        defined
            .iter_mut()
            .skip(first + word as usize)
            .take(words as usize)
            .for_each(|defined| *defined |= mask);
    }

    /// Those lanes read words of a variable.
    fn demand(&mut self, at: At, variable: u16, word: u32, words: u32, mask: u64) {
        let Some(&(first, _)) = self.offsets.get(usize::from(variable)) else { return };
        let warp = self.warp(at.info);
        let Some((_, defined)) = self.warps.get(warp) else { return };
        let missing = defined.iter().skip(first + word as usize).take(words as usize);
        let missing = missing.map(|defined| mask & !at.info.helpers & !defined);
        let found = (word..).zip(missing).find(|(_, missing)| *missing != 0);
        if let Some((word, missing)) = found {
            self.add(at, SlotRef::Variable(variable), word, missing.trailing_zeros());
        }
    }

    /// The word of a variable that is in that register.
    fn word(&self, variable: u16, register: u32) -> Option<u32> {
        register.checked_sub(self.offsets.get(usize::from(variable))?.1)
    }

    fn local(&mut self, at: At, access: &Access) {
        let SlotRef::Variable(variable) = access.place else { return };
        for lane in lanes(access.inside & at.mask) {
            let Some(word) = access.addresses.get(lane as usize).map(|word| word.wrapping_sub(access.base)) else {
                continue;
            };
            match access.kind {
                AccessKind::Load => self.demand(at, variable, word, access.words, 1 << lane),
                _ => self.define(at, variable, word, access.words, 1 << lane),
            }
        }
    }
}

impl Observer for UninitialisedObserver {
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Begins(launched) => self.begin(launched),
            Event::Access { at, ref access } if access.memory == MemoryKey::Shared => self.shared(at, access),
            Event::Access { at, ref access } if access.memory == MemoryKey::Local => self.local(at, access),
            Event::Define { at, variable, first, words } => {
                if let Some(word) = self.word(variable, first) {
                    self.define(at, variable, word, words, at.mask);
                }
            }
            Event::Demand { at, variable, first, words } => {
                if let Some(word) = self.word(variable, first) {
                    self.demand(at, variable, word, words, at.mask);
                }
            }
            Event::GroupEnds { number } => {
                if let Some(at) = self.groups.iter().position(|(known, _)| *known == number) {
                    let (_, words) = self.groups.swap_remove(at);
                    self.spare.push(words);
                }
            }
            Event::WarpEnds { at } => {
                let name = (at.info.group_number, at.info.warp);
                if let Some(at) = self.warps.iter().position(|(known, _)| *known == name) {
                    let (_, defined) = self.warps.swap_remove(at);
                    self.spare_warps.push(defined);
                }
            }
            _ => {}
        }
    }

    fn sightings(&mut self, assembly: &Assembly) -> Vec<Sighting> {
        let found = std::mem::take(&mut self.found);
        let sight = |((place, pc), (times, word, who)): ((SlotRef, Pc), (u64, u32, Who))| {
            let output = naming::is_output(assembly, place);
            let (did, mend) = match (output, assembly.instructions.get(pc as usize)) {
                (true, Some(Instruction::Demand { .. })) => {
                    ("never wrote it", "every lane that does not discard must write the whole output")
                }
                _ => ("read it", "nothing was written there before: give it a value first"),
            };
            let acts = vec![(Some(who), did.into(), pc)];
            let mend = mend.to_string();
            Sighting {
                kind: FindingKind::Uninitialised,
                place: Some((place, Some(word))),
                path: None,
                acts,
                mend,
                times,
            }
        };
        found.into_iter().map(sight).collect()
    }
}
