//! Static analysis of where values come from: which uniforms, inputs and words of memories decide a register.
//!
//! It reads the code alone and ignores its order: a register has the sources of every instruction that writes it.

use super::assembly::{Assembly, Instruction, Register, StageInput, Unary};
use super::lower::operands::{for_each_read, written_registers};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The instructions that write each register.
    writers: BTreeMap<Register, Vec<&'a Instruction>>,
}

impl<'a> SourceFinder<'a> {
    /// Reads the code of a stage.
    pub fn new(code: &'a Assembly) -> SourceFinder<'a> {
        let mut writers: BTreeMap<Register, Vec<&Instruction>> = BTreeMap::new();
        for instruction in &code.instructions {
            let (first, count) = written_registers(code, instruction);
            for register in first..first.saturating_add(count) {
                writers.entry(register).or_default().push(instruction);
            }
            if let Instruction::StoreLocal { variable, .. } = instruction
                && let Some(slot) = code.variables.get(usize::from(*variable))
            {
                for register in slot.first..slot.first.saturating_add(slot.words) {
                    writers.entry(register).or_default().push(instruction);
                }
            }
        }
        SourceFinder { code, writers }
    }

    /// Returns the sources of these registers.
    pub fn find_sources(&self, of: impl IntoIterator<Item = Register>) -> ValueSources {
        let mut sources = ValueSources::default();
        let mut seen = BTreeSet::new();
        let mut open: Vec<Register> = of.into_iter().collect();
        while let Some(register) = open.pop() {
            if !seen.insert(register) {
                continue;
            }
            let Some(writers) = self.writers.get(&register) else {
                sources.registers.insert(register);
                continue;
            };
            for instruction in writers {
                sources.words.extend(self.fixed_word(instruction, register));
                for_each_read(self.code, instruction, |read| open.push(read));
                if let Instruction::LoadLocal { variable, .. } = instruction
                    && let Some(slot) = self.code.variables.get(usize::from(*variable))
                {
                    open.extend(slot.first..slot.first.saturating_add(slot.words));
                }
            }
        }
        sources
    }

    /// Returns the sources of all conditions: what decides which lines a lane reaches.
    pub fn find_branch_sources(&self) -> ValueSources {
        self.find_sources(self.code.instructions.iter().filter_map(branch_condition))
    }

    /// Returns the word that an instruction loads into a register, if its address is a constant.
    fn fixed_word(&self, instruction: &Instruction, register: Register) -> Option<(u16, u32)> {
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
