//! Finds the instructions that touch possibly uninitialised registers: only these need to be watched.

use super::super::assembly::{Assembly, Instruction, Register, Space, Unary};
use super::code::is_control;
use super::operands;
use std::ops::Range;

/// Returns for each instruction if it reads or writes a possibly uninitialised register; empty if none does.
///
/// A register that may be uninitialised anywhere counts as such everywhere, except after a write of it until lanes join
/// or leave. The result may contain too many instructions, never too few.
pub(super) fn find(code: &Assembly) -> Vec<bool> {
    let mut registers = UnsureRegisters {
        code,
        unsure: vec![false; code.registers as usize],
        sure_in: vec![0; code.registers as usize],
        stretch: 0,
        grown: true,
    };
    let mut touched = vec![];
    while registers.grown {
        registers.grown = false;
        registers.stretch += 1;
        touched = code
            .instructions
            .iter()
            .map(|instruction| registers.follow(instruction))
            .collect();
    }
    if touched.contains(&true) { touched } else { vec![] }
}

/// State of the registers, from instruction to instruction.
struct UnsureRegisters<'a> {
    code: &'a Assembly,
    /// True for each register that may be uninitialised.
    unsure: Vec<bool>,
    /// The stretch in which each register was last initialised for certain.
    sure_in: Vec<u32>,
    /// Number of the current stretch: a run of instructions that the same lanes execute.
    stretch: u32,
    /// True if this round has added a register to `unsure`.
    grown: bool,
}

impl UnsureRegisters<'_> {
    fn is_unsure(&self, register: Register) -> bool {
        let register = register as usize;
        let sure_in = self.sure_in.get(register).copied().unwrap_or(0);
        self.unsure.get(register).copied().unwrap_or(false) && sure_in != self.stretch
    }

    /// Advances past the instruction; returns true if it touches a possibly uninitialised register.
    fn follow(&mut self, instruction: &Instruction) -> bool {
        if is_control(instruction) {
            self.stretch += 1;
        }
        let mut reads = false;
        operands::reads(self.code, instruction, |register| reads |= self.is_unsure(register));
        let variable = match *instruction {
            Instruction::LoadLocal { variable, .. } | Instruction::StoreLocal { variable, .. } => {
                self.registers_of(variable)
            }
            _ => 0..0,
        };
        let of_variable = variable.clone().any(|register| self.is_unsure(register));
        let (first, count) = operands::writes(self.code, instruction);
        let written = first..first.saturating_add(count);
        let touches = reads || of_variable || written.clone().any(|register| self.is_unsure(register));
        let passed_on = match *instruction {
            Instruction::Unary { op, .. } => reads || op == Unary::Unset,
            Instruction::Binary { .. } | Instruction::Ternary { .. } | Instruction::Wide { .. } => reads,
            Instruction::Load { memory, .. } => self.is_shared(memory),
            Instruction::LoadLocal { .. } => of_variable,
            Instruction::StoreLocal { .. } => {
                if reads {
                    self.doubt(variable);
                }
                return touches;
            }
            _ => false,
        };
        if passed_on {
            self.doubt(written);
            return true;
        }
        // A texture operation may have fewer results than registers for them.
        let all = !matches!(instruction, Instruction::Sample { .. } | Instruction::Image { .. });
        for register in written.filter(|_| all) {
            if let Some(sure_in) = self.sure_in.get_mut(register as usize) {
                *sure_in = self.stretch;
            }
        }
        touches
    }

    /// Marks these registers as possibly uninitialised from here on.
    fn doubt(&mut self, registers: Range<Register>) {
        for register in registers {
            let register = register as usize;
            if let (Some(unsure), Some(sure_in)) = (self.unsure.get_mut(register), self.sure_in.get_mut(register)) {
                self.grown |= !*unsure;
                (*unsure, *sure_in) = (true, 0);
            }
        }
    }

    fn is_shared(&self, memory: u16) -> bool {
        let slot = self.code.memories.get(usize::from(memory));
        slot.is_some_and(|slot| matches!(slot.space, Space::Shared(_)))
    }

    fn registers_of(&self, variable: u16) -> Range<Register> {
        let slot = self.code.variables.get(usize::from(variable));
        slot.map_or(0..0, |slot| slot.first..slot.first.saturating_add(slot.words))
    }
}
