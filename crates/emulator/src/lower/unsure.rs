//! Which instructions touch registers that may lack a value: only they need to be watched for it.

use super::super::assembly::{Assembly, Instruction, Register, Space, Unary};
use super::code::is_control;
use super::operands;
use std::ops::Range;

/// For each instruction whether it reads or writes a register that may lack a value; empty if none may.
///
/// A register that lacks a value anywhere may lack one everywhere, but for what follows a write of it before
/// lanes come or go. That says too much, and never too little.
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

/// What is known of the registers, from instruction to instruction.
struct UnsureRegisters<'a> {
    code: &'a Assembly,
    /// Whether each may lack a value.
    unsure: Vec<bool>,
    /// The stretch in which it last got one for sure.
    sure_in: Vec<u32>,
    /// The number of the stretch at hand: instructions that the same lanes run.
    stretch: u32,
    /// Whether one more may lack a value than before.
    grown: bool,
}

impl UnsureRegisters<'_> {
    fn is_unsure(&self, register: Register) -> bool {
        let register = register as usize;
        let sure_in = self.sure_in.get(register).copied().unwrap_or(0);
        self.unsure.get(register).copied().unwrap_or(false) && sure_in != self.stretch
    }

    /// Goes on behind that instruction, and gives whether it reads or writes what may lack a value.
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
        // Of a texture there may be fewer results than registers for them.
        let all = !matches!(instruction, Instruction::Sample { .. } | Instruction::Image { .. });
        for register in written.filter(|_| all) {
            if let Some(sure_in) = self.sure_in.get_mut(register as usize) {
                *sure_in = self.stretch;
            }
        }
        touches
    }

    /// These registers may lack a value from here on.
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
