//! Static analysis of the code around an instruction.

use super::super::assembly::{Assembly, ImageOperation, Instruction, Pc, Register};
use super::super::lower::operands::is_control_flow;
use std::ops::Range;

/// Returns the innermost loop around both instructions, from its first instruction to its `Repeat`.
pub(super) fn innermost_loop(instructions: &[Instruction], low: Pc, high: Pc) -> Option<Range<Pc>> {
    // Loops are nested, so the first that ends after them is the innermost.
    (high..)
        .zip(instructions.get(high as usize..)?)
        .find_map(|(pc, instruction)| match *instruction {
            Instruction::Repeat { start } if start <= low => Some(start..pc),
            _ => None,
        })
}

/// Returns the verb for the use of the address that an instruction computes: `read`, `wrote`, `changed` where the same
/// statement reads and writes it, or the verb of the instruction itself.
pub(super) fn access_verb(assembly: &Assembly, pc: Pc) -> &'static str {
    let mut address: Option<Register> = None;
    let mut is_read = false;
    for instruction in assembly.instructions.iter().skip(pc as usize).take(256) {
        match *instruction {
            Instruction::Address { to, step } => {
                let base = assembly.steps.get(step as usize).map(|step| step.base);
                if address.is_none() || address == base && !is_read {
                    address = Some(to);
                } else if is_read && address == Some(to) {
                    return "read";
                }
            }
            Instruction::Load { address: from, .. }
            | Instruction::LoadNarrow { address: from, .. }
            | Instruction::LoadLocal { address: from, .. }
                if address.is_none_or(|address| address == from) =>
            {
                if address.is_none() {
                    return "read";
                }
                is_read = true;
            }
            Instruction::Store { address: to, .. }
            | Instruction::StoreNarrow { address: to, .. }
            | Instruction::StoreLocal { address: to, .. }
                if address.is_none_or(|address| address == to) =>
            {
                return if is_read { "changed" } else { "wrote" };
            }
            Instruction::Atomic { address: at, .. } if address.is_none_or(|address| address == at) => return "changed",
            Instruction::Sample { .. } if address.is_none() => return "read",
            Instruction::Image { image_use, .. } if address.is_none() => {
                return match assembly.image_uses.get(image_use as usize).map(|image| &image.work) {
                    Some(ImageOperation::Store(_)) => "wrote",
                    Some(ImageOperation::Atomic { .. }) => "changed",
                    _ => "read",
                };
            }
            _ if address.is_none() => return "used",
            // Only some of the lanes may go on to write.
            _ if is_read && is_control_flow(instruction) => return "read",
            _ => {}
        }
    }
    if is_read { "read" } else { "used" }
}
