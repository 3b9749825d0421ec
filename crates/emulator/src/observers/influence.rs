//! Static analysis of the effects of a memory's contents: which findings may follow from a race.
//!
//! It reads the code alone and ignores its order: a register that was once computed from such a
//! word stays suspect, and so does everything in a branch, or in a loop after a jump, that depends
//! on such a register.

use super::super::assembly::{Assembly, ImageOperation, Instruction, Pc, Register, SlotRef};
use super::super::lower::operands;
use super::observer::RawFinding;
use gristmill_base::finding::FindingKind;
use std::ops::Range;

/// Registers, memories and instructions that a memory may influence.
struct Influence<'a> {
    code: &'a Assembly,
    registers: Vec<bool>,
    memories: Vec<bool>,
    images: Vec<bool>,
    /// Instructions that some lanes may skip, depending on a suspect value.
    reached: Vec<bool>,
    /// True if this round has added something.
    grew: bool,
}

/// Returns for each finding the number of an earlier one that it may follow from, or `None`. The
/// findings are in the order of their occurrence.
pub(super) fn find_causes(code: &Assembly, seen: &[&RawFinding]) -> Vec<Option<usize>> {
    let mut causes = vec![None; seen.len()];
    for (number, cause) in seen.iter().enumerate() {
        let is_cause = matches!(cause.kind, FindingKind::Race | FindingKind::MemoryModel) && causes[number].is_none();
        let Some((place, _)) = cause.place.filter(|_| is_cause) else { continue };
        let influence = Influence::of_place(code, place);
        for (other, effect) in seen.iter().enumerate() {
            // An earlier race is not an effect of it, nor is another race at the same place.
            let is_race = matches!(effect.kind, FindingKind::Race | FindingKind::MemoryModel);
            let is_apart = effect.place.is_none_or(|(other, _)| other != place);
            let may_follow = match effect.kind {
                FindingKind::Note | FindingKind::Feedback | FindingKind::Undefined => false,
                _ => other != number && is_apart && (!is_race || other > number) && causes[other].is_none(),
            };
            // Barriers are passed in sequence: a lane that skips one is late at all others.
            let is_late = effect.kind == FindingKind::Barrier && influence.may_skip_barrier();
            if may_follow && (is_late || effect.acts.iter().any(|&(_, _, pc)| influence.may_change(pc))) {
                causes[other] = Some(number);
            }
        }
    }
    causes
}

impl<'a> Influence<'a> {
    fn of_place(code: &'a Assembly, place: SlotRef) -> Influence<'a> {
        let mut influence = Influence {
            code,
            registers: vec![false; code.registers as usize],
            memories: vec![false; code.memories.len()],
            images: vec![false; code.images.len()],
            reached: vec![false; code.instructions.len()],
            grew: true,
        };
        match place {
            SlotRef::Memory(slot) => influence.mark_memory(slot),
            SlotRef::Image(slot) => influence.mark_image(slot),
            SlotRef::Texture(_) | SlotRef::Variable(_) => influence.grew = false,
        }
        let frames = enclosing_frames(code);
        while std::mem::take(&mut influence.grew) {
            for (pc, instruction) in code.instructions.iter().enumerate() {
                influence.visit_instruction(pc, instruction, &frames);
            }
        }
        influence
    }

    /// True if an instruction may act differently, or may be skipped.
    fn may_change(&self, pc: Pc) -> bool {
        let Some(instruction) = self.code.instructions.get(pc as usize) else { return false };
        self.reached.get(pc as usize) == Some(&true) || self.reads_suspect(instruction)
    }

    /// True if lanes may skip some barrier.
    fn may_skip_barrier(&self) -> bool {
        let mut code = self.code.instructions.iter().zip(&self.reached);
        code.any(|(instruction, reached)| *reached && *instruction == Instruction::Barrier)
    }

    fn reads_suspect(&self, instruction: &Instruction) -> bool {
        let mut reads = false;
        operands::for_each_read(self.code, instruction, |register| reads |= self.is_suspect(register));
        reads
    }

    fn is_suspect(&self, register: Register) -> bool {
        self.registers.get(register as usize) == Some(&true)
    }

    fn mark_memory(&mut self, slot: u16) {
        let Some(memory) = self.memories.get_mut(usize::from(slot)) else { return };
        self.grew |= !std::mem::replace(memory, true);
    }

    fn mark_image(&mut self, slot: u16) {
        let Some(image) = self.images.get_mut(usize::from(slot)) else { return };
        self.grew |= !std::mem::replace(image, true);
    }

    fn mark_registers(&mut self, first: Register, count: u32) {
        let registers = self.registers.iter_mut().skip(first as usize).take(count as usize);
        for register in registers {
            self.grew |= !std::mem::replace(register, true);
        }
    }

    fn mark_conditional(&mut self, range: &Range<usize>) {
        for reached in self.reached.get_mut(range.clone()).unwrap_or_default() {
            self.grew |= !std::mem::replace(reached, true);
        }
    }

    /// Spreads suspicion through an instruction. `frames` are the frames around each instruction, the innermost last.
    fn visit_instruction(&mut self, pc: usize, instruction: &Instruction, frames: &[Vec<Range<usize>>]) {
        let reached = self.reached.get(pc) == Some(&true);
        let mut suspect = reached || self.reads_suspect(instruction);
        let around = frames.get(pc).map(Vec::as_slice).unwrap_or_default();
        let variable = |variable: u16| {
            self.code
                .variables
                .get(usize::from(variable))
                .map(|slot| (slot.first, slot.words))
        };
        match *instruction {
            Instruction::Load { memory, .. } | Instruction::LoadNarrow { memory, .. } => {
                suspect |= self.memories.get(usize::from(memory)) == Some(&true);
            }
            Instruction::LoadLocal { variable: slot, .. } => {
                let held = variable(slot).map_or(0..0, |(first, words)| first..first.saturating_add(words));
                suspect |= held.into_iter().any(|register| self.is_suspect(register));
            }
            Instruction::StoreLocal { variable: slot, .. } if suspect => {
                if let Some((first, words)) = variable(slot) {
                    self.mark_registers(first, words);
                }
            }
            Instruction::Store { memory, .. } | Instruction::StoreNarrow { memory, .. } if suspect => {
                self.mark_memory(memory);
            }
            Instruction::Atomic { memory, .. } => {
                suspect |= self.memories.get(usize::from(memory)) == Some(&true);
                if suspect {
                    self.mark_memory(memory);
                }
            }
            Instruction::Image { image_use, .. } => {
                let Some(used) = self.code.image_uses.get(image_use as usize) else { return };
                suspect |= self.images.get(usize::from(used.image)) == Some(&true);
                if suspect && matches!(used.work, ImageOperation::Store(_) | ImageOperation::Atomic { .. }) {
                    self.mark_image(used.image);
                }
            }
            // The whole construct is conditional, from its first branch to its end.
            Instruction::If { .. } | Instruction::Case { .. } if suspect => {
                if let Some(frame) = around.last() {
                    self.mark_conditional(frame);
                }
            }
            // The remaining lanes are as uncertain as those that left.
            Instruction::Leave { frames: left, again, .. } if reached => {
                let left = usize::from(left) + usize::from(again);
                if let Some(frame) = around.len().checked_sub(left.max(1)).and_then(|frame| around.get(frame)) {
                    self.mark_conditional(frame);
                }
            }
            Instruction::Kill { .. } if reached => self.mark_conditional(&(0..self.reached.len())),
            _ => {}
        }
        if suspect {
            let (first, count) = operands::written_registers(self.code, instruction);
            self.mark_registers(first, count);
        }
    }
}

/// Returns for each instruction the frames around it, the outermost first. An instruction that
/// opens or closes a frame is in it.
fn enclosing_frames(code: &Assembly) -> Vec<Vec<Range<usize>>> {
    let mut ends = vec![0; code.instructions.len()];
    let mut open = vec![];
    for (pc, instruction) in code.instructions.iter().enumerate() {
        match instruction {
            Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call => open.push(pc),
            Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                if let Some(end) = open.pop().and_then(|start: usize| ends.get_mut(start)) {
                    *end = pc + 1;
                }
            }
            _ => {}
        }
    }
    let mut around: Vec<Range<usize>> = vec![];
    let mut frames = vec![];
    for (pc, &end) in ends.iter().enumerate() {
        around.retain(|frame| frame.end > pc);
        if end > pc {
            around.push(pc..end);
        }
        frames.push(around.clone());
    }
    frames
}
