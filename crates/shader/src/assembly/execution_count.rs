//! Counts the instructions that a program executes: those of loops once per turn, those of subroutines once per call.

use super::branch_count;
use super::limits;
use super::opcode::{Opcode, OperandShape};
use super::program::{AssemblyProgram, OperandSource, ProgramInstruction, ProgramParameter};
use std::collections::HashMap;

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
/// A vertex program may go back to a label, and then its data say how often.
pub(super) fn count_executed(program: &AssemblyProgram) -> Option<u64> {
    match program.level.fragment {
        true => count_from(program, main_start(program), 0, &mut HashMap::new()),
        false => branch_count::count_longest_way(program, main_start(program)),
    }
}

impl AssemblyProgram {
    /// Returns the instructions after which a program ends, if it may run so many.
    pub fn run_limit(&self) -> Option<u64> {
        let has_limit = !self.is_of_direct3d();
        let exceeds = || count_executed(self).is_none_or(|most| most > limits::RUN_INSTRUCTIONS);
        (has_limit && exceeds()).then_some(limits::RUN_INSTRUCTIONS)
    }
}

/// Returns the deepest nesting of subroutine calls.
pub(super) fn call_depth(program: &AssemblyProgram) -> usize {
    match program.level.fragment {
        true => deepest_call(program, main_start(program), 0, &mut HashMap::new()),
        false => branch_count::count_call_depth(program, main_start(program)),
    }
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
        one.opcode == Opcode::Ret && open == 0 && one.is_unconditional()
    });
    behind.get(..end.map_or(behind.len(), |end| end + 1)).unwrap_or_default()
}

/// Returns the start of the subroutine that an instruction calls.
fn call_target(program: &AssemblyProgram, one: &ProgramInstruction) -> Option<usize> {
    let label = one.label.as_deref()?;
    program.labels.iter().find(|(name, ..)| name == label).map(|(_, at, _)| *at)
}

/// Counts of the sections that were followed, by their first instruction and the depth of calls, so that none is
/// followed twice.
type KnownSections<T> = HashMap<(usize, usize), T>;

/// Returns the deepest nesting of calls of the section from `from` on.
fn deepest_call(program: &AssemblyProgram, from: usize, depth: usize, known: &mut KnownSections<usize>) -> usize {
    if depth >= MAX_CALL_DEPTH {
        return depth;
    }
    if let Some(deepest) = known.get(&(from, depth)) {
        return *deepest;
    }
    let mut deepest = depth;
    for one in section_until_return(program, from) {
        if let Some(at) = call_target(program, one) {
            deepest = deepest.max(deepest_call(program, at, depth + 1, known));
        }
    }
    known.insert((from, depth), deepest);
    deepest
}

/// An open block: instructions executed before its `ELSE`, instructions since, and the turns.
struct OpenBlock {
    before_else: u64,
    length: u64,
    turns: Option<u64>,
}

/// Returns the instructions that the section from `from` on executes.
fn count_from(
    program: &AssemblyProgram,
    from: usize,
    depth: usize,
    known: &mut KnownSections<Option<u64>>,
) -> Option<u64> {
    if let Some(count) = known.get(&(from, depth)) {
        return *count;
    }
    let count = count_section(program, from, depth, known);
    known.insert((from, depth), count);
    count
}

fn count_section(
    program: &AssemblyProgram,
    from: usize,
    depth: usize,
    known: &mut KnownSections<Option<u64>>,
) -> Option<u64> {
    let mut blocks = vec![OpenBlock { before_else: 0, length: 0, turns: Some(1) }];
    for one in section_until_return(program, from) {
        let called = match call_target(program, one).filter(|_| depth < MAX_CALL_DEPTH) {
            Some(at) => count_from(program, at, depth + 1, known)?,
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
