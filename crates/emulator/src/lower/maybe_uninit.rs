//! Finds the instructions that touch possibly uninitialised registers: only these need to be watched.

use super::super::assembly::{Assembly, Instruction, MemorySpace, Register, Unary};
use super::operands;
use std::ops::Range;

/// Returns for each instruction if it reads or writes a possibly uninitialised register; empty if none does.
///
/// A register that may be uninitialised anywhere counts as such everywhere, except after a write of it until lanes join
/// or leave. The result may contain too many instructions, never too few.
pub(super) fn find_maybe_uninit(code: &Assembly) -> Vec<bool> {
    let mut registers = MaybeUninitRegisters {
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
            .map(|instruction| registers.visit_instruction(instruction))
            .collect();
    }
    if touched.contains(&true) { touched } else { vec![] }
}

/// State of the registers, from instruction to instruction.
struct MaybeUninitRegisters<'a> {
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

impl MaybeUninitRegisters<'_> {
    fn is_maybe_uninit(&self, register: Register) -> bool {
        let register = register as usize;
        let sure_in = self.sure_in.get(register).copied().unwrap_or(0);
        self.unsure.get(register).copied().unwrap_or(false) && sure_in != self.stretch
    }

    /// Advances past the instruction; returns true if it touches a possibly uninitialised register.
    fn visit_instruction(&mut self, instruction: &Instruction) -> bool {
        if operands::is_control_flow(instruction) {
            self.stretch += 1;
        }
        let mut reads = false;
        operands::for_each_read(self.code, instruction, |register| reads |= self.is_maybe_uninit(register));
        let variable = match *instruction {
            Instruction::LoadLocal { variable, .. } | Instruction::StoreLocal { variable, .. } => {
                self.variable_registers(variable)
            }
            _ => 0..0,
        };
        let of_variable = variable.clone().any(|register| self.is_maybe_uninit(register));
        let (first, count) = operands::written_registers(self.code, instruction);
        let written = first..first.saturating_add(count);
        let touches = reads || of_variable || written.clone().any(|register| self.is_maybe_uninit(register));
        let passed_on = match *instruction {
            Instruction::Unary { op, .. } => reads || op == Unary::Unset,
            Instruction::Binary { .. } | Instruction::Ternary { .. } | Instruction::Wide { .. } => reads,
            Instruction::Load { memory, .. } => self.is_shared(memory),
            Instruction::LoadLocal { .. } => of_variable,
            Instruction::StoreLocal { .. } => {
                if reads {
                    self.mark_maybe_uninit(variable);
                }
                return touches;
            }
            _ => false,
        };
        if passed_on {
            self.mark_maybe_uninit(written);
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
    fn mark_maybe_uninit(&mut self, registers: Range<Register>) {
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
        slot.is_some_and(|slot| matches!(slot.space, MemorySpace::Shared(_)))
    }

    fn variable_registers(&self, variable: u16) -> Range<Register> {
        let slot = self.code.variables.get(usize::from(variable));
        slot.map_or(0..0, |slot| slot.first..slot.first.saturating_add(slot.words))
    }
}
