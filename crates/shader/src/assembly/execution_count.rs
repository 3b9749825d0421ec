//! Counts the instructions that a program executes: those of loops once per turn, those of subroutines once per call.

use super::opcode::{Opcode, OperandShape};
use super::program::{AssemblyProgram, ConditionRule, OperandSource, ProgramInstruction, ProgramParameter};

/// Deepest nesting of calls that is followed.
const MAX_CALL_DEPTH: usize = 64;

/// Returns the turns of a loop, if a constant sets them.
pub(super) fn loop_turns(one: &ProgramInstruction) -> Option<u64> {
    let operand = one.sources.first().filter(|_| one.shape == OperandShape::Loop)?;
    let OperandSource::Parameter(ProgramParameter::Constant(vector)) = &operand.source else { return None };
    let count = vector.get(usize::from(operand.swizzle[0])).copied()?;
    // A count below 1 means no turn; the cast saturates at the limits of the type.
    Some(if operand.negative { -count } else { count } as u64)
}

/// Returns the most instructions executed: the longer side of each branch, all turns of each loop, without BRK.
pub(super) fn count_executed(program: &AssemblyProgram) -> Option<u64> {
    count_from(program, main_start(program), 0)
}

/// Returns the deepest nesting of subroutine calls.
pub(super) fn call_depth(program: &AssemblyProgram) -> usize {
    let main = section_until_return(program, main_start(program));
    deepest_call(program, main, 0)
}

/// Returns the first instruction to execute: the one after the label `main`, if there is one.
fn main_start(program: &AssemblyProgram) -> usize {
    let main = program.labels.iter().find(|(name, ..)| name == "main");
    main.map_or(0, |(_, at, _)| *at)
}

/// Returns the instructions from `from` up to the first unconditional return.
fn section_until_return(program: &AssemblyProgram, from: usize) -> &[ProgramInstruction] {
    let behind = program.instructions.get(from..).unwrap_or_default();
    let mut open = 0_usize;
    let end = behind.iter().position(|one| {
        match one.opcode {
            Opcode::If | Opcode::Loop | Opcode::Rep => open += 1,
            Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep => open = open.saturating_sub(1),
            _ => {}
        }
        let is_taken = one.condition.is_none_or(|condition| condition.rule == ConditionRule::Always);
        one.opcode == Opcode::Ret && open == 0 && is_taken
    });
    behind.get(..end.map_or(behind.len(), |end| end + 1)).unwrap_or_default()
}

/// Returns the start of the subroutine that an instruction calls.
fn call_target(program: &AssemblyProgram, one: &ProgramInstruction) -> Option<usize> {
    let label = one.label.as_deref()?;
    program.labels.iter().find(|(name, ..)| name == label).map(|(_, at, _)| *at)
}

fn deepest_call(program: &AssemblyProgram, instructions: &[ProgramInstruction], depth: usize) -> usize {
    if depth >= MAX_CALL_DEPTH {
        return depth;
    }
    let calls = instructions.iter().filter_map(|one| call_target(program, one));
    let deeper = calls.map(|at| deepest_call(program, section_until_return(program, at), depth + 1));
    deeper.max().unwrap_or(depth)
}

/// An open block: instructions executed before its `ELSE`, instructions since, and the turns.
struct OpenBlock {
    before_else: u64,
    length: u64,
    turns: Option<u64>,
}

fn count_from(program: &AssemblyProgram, from: usize, depth: usize) -> Option<u64> {
    let mut blocks = vec![OpenBlock { before_else: 0, length: 0, turns: Some(1) }];
    for one in section_until_return(program, from) {
        let called = match call_target(program, one).filter(|_| depth < MAX_CALL_DEPTH) {
            Some(at) => count_from(program, at, depth + 1)?,
            None => 0,
        };
        match one.opcode {
            Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep => {
                let block = blocks.pop()?;
                // The end of a loop executes once per turn.
                let is_loop = one.opcode != Opcode::EndIf;
                let length = block.before_else.max(block.length) + u64::from(is_loop);
                let whole = length.saturating_mul(block.turns?) + u64::from(!is_loop);
                let around = blocks.last_mut()?;
                around.length = around.length.saturating_add(whole);
                continue;
            }
            _ => {}
        }
        let block = blocks.last_mut()?;
        block.length = block.length.saturating_add(1).saturating_add(called);
        match one.opcode {
            Opcode::Else => (block.before_else, block.length) = (block.length, 0),
            Opcode::If => blocks.push(OpenBlock { before_else: 0, length: 0, turns: Some(1) }),
            Opcode::Loop | Opcode::Rep => blocks.push(OpenBlock { before_else: 0, length: 0, turns: loop_turns(one) }),
            _ => {}
        }
    }
    blocks.first().map(|block| block.length)
}
