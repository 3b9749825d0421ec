//! Leaves out clears of variables that are written before they are read.

use super::super::super::assembly::{Instruction, Pc, Register, Unary};
use super::super::lowering::OutputCode;
use super::super::operands;
use std::collections::{HashMap, HashSet};

/// Removes the clears, in front of the instructions from `begins` on, of registers whose first access is a write by all
/// lanes, or that are neither read nor outputs.
pub(in crate::lower) fn drop_overwritten_clears(out: &mut OutputCode, begins: Pc) {
    let mut is_written_first: HashMap<Register, bool> = HashMap::new();
    let mut read: HashSet<Register> = out.code.outputs.iter().map(|&(register, _)| register).collect();
    let variables = out.code.variables.iter();
    read.extend(variables.flat_map(|slot| slot.first..slot.first.saturating_add(slot.words)));
    let mut is_straight = true;
    for instruction in out.code.instructions.iter().skip(begins as usize) {
        is_straight &= !operands::is_control_flow(instruction);
        operands::for_each_read(&out.code, instruction, |register| {
            read.insert(register);
            is_written_first.entry(register).or_insert(false);
        });
        let (first, count) = operands::written_registers(&out.code, instruction);
        for register in first..first.saturating_add(count) {
            is_written_first.entry(register).or_insert(is_straight);
        }
    }
    out.prologue.retain(|instruction| match instruction {
        Instruction::Unary { op: Unary::Copy, to, .. } => {
            read.contains(to) && !is_written_first.get(to).copied().unwrap_or(false)
        }
        _ => true,
    });
}
