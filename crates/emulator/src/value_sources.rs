//! Static analysis of where values come from: which uniforms, inputs and words of memories decide a register.

use super::assembly::{Assembly, Instruction, Pc, Register, StageInput, Unary};
use super::lower::operands::for_each_read;
use super::reaching_writes::ReachingWrites;
use std::collections::BTreeSet;

/// The sources of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValueSources {
    /// Registers that no instruction writes: uniforms, inputs and constants.
    pub registers: BTreeSet<Register>,
    /// Words at fixed places of memories: the slot, and the address in its units.
    pub words: BTreeSet<(u16, u32)>,
}

/// Finds the sources of registers of one stage.
pub struct SourceFinder<'a> {
    code: &'a Assembly,
    writes: ReachingWrites,
}

impl<'a> SourceFinder<'a> {
    /// Reads the code of a stage.
    pub fn new(code: &'a Assembly) -> SourceFinder<'a> {
        SourceFinder { code, writes: ReachingWrites::new(code) }
    }

    /// Returns the sources of what an instruction reads.
    pub fn find_sources(&self, pc: Pc) -> ValueSources {
        let mut open = vec![];
        self.push_reads(pc, &mut open);
        self.trace_reads(open, |_| true)
    }

    /// Returns the sources of all conditions: what decides which lines a lane reaches.
    pub fn find_branch_sources(&self) -> ValueSources {
        let mut open = vec![];
        for (pc, instruction) in (0..).zip(&self.code.instructions) {
            open.extend(branch_condition(instruction).map(|condition| (condition, pc)));
        }
        self.trace_reads(open, |_| true)
    }

    /// Follows registers, each with the instruction that reads it, to their sources, through the instructions that are
    /// looked into.
    pub(super) fn trace_reads(
        &self,
        mut open: Vec<(Register, Pc)>,
        is_followed: impl Fn(&Instruction) -> bool,
    ) -> ValueSources {
        let mut sources = ValueSources::default();
        let mut seen = BTreeSet::new();
        while let Some((register, reader)) = open.pop() {
            let writers = self.find_writers(register, reader);
            if writers.is_empty() {
                sources.registers.insert(register);
            }
            for (writer, instruction) in writers {
                sources.words.extend(self.find_fixed_word(instruction, register));
                if seen.insert(writer) && is_followed(instruction) {
                    self.push_reads(writer, &mut open);
                }
            }
        }
        sources
    }

    /// Returns the instructions whose result a register may have where an instruction reads it.
    pub(super) fn find_writers(&self, register: Register, reader: Pc) -> Vec<(Pc, &'a Instruction)> {
        let writers = self.writes.find_writers(register, reader).into_iter();
        writers
            .filter_map(|pc| Some((pc, self.code.instructions.get(pc as usize)?)))
            .collect()
    }

    /// Adds the registers that an instruction reads.
    pub(super) fn push_reads(&self, pc: Pc, open: &mut Vec<(Register, Pc)>) {
        let Some(instruction) = self.code.instructions.get(pc as usize) else { return };
        for_each_read(self.code, instruction, |read| open.push((read, pc)));
        if let Instruction::LoadLocal { variable, .. } = instruction
            && let Some(slot) = self.code.variables.get(usize::from(*variable))
        {
            let registers = slot.first..slot.first.saturating_add(slot.words);
            open.extend(registers.map(|register| (register, pc)));
        }
    }

    /// Returns the word that an instruction loads into a register, if its address is a constant.
    fn find_fixed_word(&self, instruction: &Instruction, register: Register) -> Option<(u16, u32)> {
        let (memory, to, address, offset) = match *instruction {
            Instruction::Load { memory, to, address, offset, .. }
            | Instruction::LoadNarrow { memory, to, address, offset, .. } => (memory, to, address, offset),
            _ => return None,
        };
        let (_, base) = self.code.constants.iter().find(|(known, _)| *known == address)?;
        Some((memory, base.wrapping_add(offset).wrapping_add(register.wrapping_sub(to))))
    }
}

/// Returns the register that decides which lanes go on at an instruction.
pub fn branch_condition(instruction: &Instruction) -> Option<Register> {
    match *instruction {
        Instruction::If { condition, .. } | Instruction::Case { condition, .. } => Some(condition),
        _ => None,
    }
}

/// Returns true if the code does more with an input than copy it.
pub fn is_input_used(code: &Assembly, wanted: StageInput) -> bool {
    let inputs = code.inputs.iter().filter(|(_, input)| *input == wanted);
    let mut copies: BTreeSet<Register> = inputs.map(|(register, _)| *register).collect();
    let mut count = 0;
    while copies.len() > count {
        count = copies.len();
        for instruction in &code.instructions {
            let mut is_read = false;
            for_each_read(code, instruction, |register| is_read |= copies.contains(&register));
            match *instruction {
                Instruction::Unary { op: Unary::Copy, to, .. } if is_read => {
                    copies.insert(to);
                }
                Instruction::CheckUndefined(_) | Instruction::OutputRead { .. } => {}
                _ if is_read => return true,
                _ => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::assembly::Binary;
    use super::*;
    use gristmill_shader::Stage;

    /// `if (x < block[2]) ..`, where x is a copy of the global number along x.
    fn guard_code() -> Assembly {
        let load = Instruction::Load { memory: 0, words: 2, to: 4, address: 3, offset: 1 };
        Assembly {
            registers: 8,
            constants: vec![(3, 0)],
            inputs: vec![(0, StageInput::GlobalId(0)), (1, StageInput::GlobalId(1))],
            instructions: vec![
                Instruction::Unary { op: Unary::Copy, to: 2, a: 0 },
                Instruction::Unary { op: Unary::Copy, to: 7, a: 1 },
                load,
                Instruction::Binary { op: Binary::LessUint, to: 6, a: 2, b: 5 },
                Instruction::If { condition: 6, otherwise: 5 },
                Instruction::EndIf,
                Instruction::End,
            ],
            ..Assembly::new(Stage::Compute)
        }
    }

    #[test]
    fn a_condition_comes_from_an_input_and_a_word() {
        let code = guard_code();
        let sources = SourceFinder::new(&code).find_branch_sources();
        assert_eq!(sources.words.into_iter().collect::<Vec<_>>(), [(0, 2)]);
        assert_eq!(sources.registers.into_iter().collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn a_copy_alone_is_no_use() {
        let code = guard_code();
        assert!(is_input_used(&code, StageInput::GlobalId(0)));
        assert!(!is_input_used(&code, StageInput::GlobalId(1)));
        assert!(!is_input_used(&code, StageInput::Group(0)));
    }
}
