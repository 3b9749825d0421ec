//! Corrections of the modules that glslang makes of HLSL, where it follows GLSL instead.

use super::tight_layout::TightLayout;
use super::words::{HEADER_WORDS, ModuleInstruction, push_instruction, split_instructions};
use rspirv::spirv::{Decoration, GroupOperation, Op};

/// The place of the first id that a module does not use.
const ID_BOUND: usize = 3;
/// The number of `Fma` in GLSL.std.450.
const FMA: u32 = 50;

/// Returns a module with HLSL's meaning.
///
/// Each resource gets a binding of its own, for the registers `t0` and `u0` are two places, and both
/// are binding 0 to glslang. Structured buffers are laid out as Direct3D does. A remainder has the
/// sign of its dividend, a prefix of a wave leaves the lane itself out, and `mad` of integers is exact.
pub(crate) fn correct_hlsl(words: &[u32]) -> Vec<u32> {
    let layout = TightLayout::read_module(words);
    let mut corrected: Vec<u32> = words.iter().take(HEADER_WORDS).copied().collect();
    let integers = list_integer_types(words);
    let mut bindings = 0;
    for instruction in split_instructions(words) {
        let mut operands = instruction.operands(0).to_vec();
        if is_binding(&instruction) {
            operands[2] = bindings;
            bindings += 1;
        }
        if let Some(number) = layout.find_decoration(&instruction)
            && let Some(last) = operands.last_mut()
        {
            *last = number;
        }
        if is_inclusive_prefix(&instruction) {
            operands[3] = GroupOperation::ExclusiveScan as u32;
        }
        match operands[..] {
            [kind, id, _, FMA, a, b, c] if instruction.has_opcode(Op::ExtInst) && integers.contains(&kind) => {
                let product = corrected[ID_BOUND];
                corrected[ID_BOUND] += 1;
                push_instruction(&mut corrected, Op::IMul as u32, &[kind, product, a, b]);
                push_instruction(&mut corrected, Op::IAdd as u32, &[kind, id, product, c]);
            }
            _ => push_instruction(&mut corrected, correct_opcode(instruction.opcode), &operands),
        }
    }
    corrected
}

/// Lists the types of integers and of their vectors.
fn list_integer_types(words: &[u32]) -> Vec<u32> {
    let mut integers = vec![];
    for instruction in split_instructions(words) {
        let is_vector = instruction.has_opcode(Op::TypeVector) && integers.contains(&instruction.operand(1));
        if is_vector || instruction.has_opcode(Op::TypeInt) {
            integers.push(instruction.operand(0));
        }
    }
    integers
}

fn is_binding(instruction: &ModuleInstruction) -> bool {
    instruction.has_opcode(Op::Decorate) && instruction.operand(1) == Decoration::Binding as u32
}

/// Returns the remainder that truncates for one that floors.
fn correct_opcode(opcode: u32) -> u32 {
    match opcode {
        floored if floored == Op::SMod as u32 => Op::SRem as u32,
        floored if floored == Op::FMod as u32 => Op::FRem as u32,
        other => other,
    }
}

/// Returns true for a prefix of a wave that has the lane itself in it, which no function of HLSL has.
fn is_inclusive_prefix(instruction: &ModuleInstruction) -> bool {
    let is_arithmetic =
        (Op::GroupNonUniformIAdd as u32..=Op::GroupNonUniformLogicalXor as u32).contains(&instruction.opcode);
    let is_of_wave = is_arithmetic || instruction.has_opcode(Op::GroupNonUniformBallotBitCount);
    is_of_wave && instruction.operand(3) == GroupOperation::InclusiveScan as u32
}
