//! Counts what a vertex program with branches executes at most: the longest way through it.

use super::limits::CALL_DEPTH;
use super::opcode::Opcode;
use super::program::{AssemblyProgram, ConditionRule};

/// Returns the instructions of the longest way from an instruction on; `None` if a branch goes back, because data
/// say how often.
///
/// The instructions are followed from the last to the first, once for each number of calls on the stack. A call
/// counts its subroutine and what comes behind it; it ends the program where the stack is full.
pub(super) fn count_longest_way(program: &AssemblyProgram, start: usize) -> Option<u64> {
    let end = program.instructions.len();
    let targets = program.list_targets();
    let mut deeper: Option<Vec<u64>> = None;
    for _ in 0..=CALL_DEPTH {
        let mut longest = vec![0_u64; end + 1];
        for (at, one) in program.instructions.iter().enumerate().rev() {
            let next = longest.get(at + 1).copied().unwrap_or(0);
            let target = targets.get(at).copied().flatten();
            let way = match one.opcode {
                Opcode::Bra if one.condition.is_some_and(|condition| condition.rule == ConditionRule::Never) => next,
                Opcode::Bra => {
                    let target = target.filter(|target| *target > at)?;
                    let taken = longest.get(target).copied().unwrap_or(0);
                    if one.is_unconditional() { taken } else { taken.max(next) }
                }
                Opcode::Cal => match (&deeper, target) {
                    (Some(deeper), Some(target)) => next.saturating_add(deeper.get(target).copied().unwrap_or(0)),
                    _ if one.is_unconditional() => 0,
                    _ => next,
                },
                Opcode::Ret if one.is_unconditional() => 0,
                _ => next,
            };
            if let Some(here) = longest.get_mut(at) {
                *here = way.saturating_add(1);
            }
        }
        deeper = Some(longest);
    }
    deeper?.get(start).copied()
}

/// Returns the deepest nesting of calls, up to one more than the stack has entries.
pub(super) fn count_call_depth(program: &AssemblyProgram, start: usize) -> usize {
    let targets = program.list_targets();
    let mut reached = vec![start];
    for depth in 0..=CALL_DEPTH {
        let called = list_called(program, &targets, &reached);
        if called.is_empty() {
            return depth;
        }
        reached = called;
    }
    CALL_DEPTH + 1
}

/// Lists the subroutines that are called on the ways from these instructions, without those that they call.
fn list_called(program: &AssemblyProgram, targets: &[Option<usize>], from: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; program.instructions.len()];
    let mut open = from.to_vec();
    let mut called = vec![];
    while let Some(at) = open.pop() {
        let (Some(one), Some(known)) = (program.instructions.get(at), seen.get_mut(at)) else { continue };
        if std::mem::replace(known, true) {
            continue;
        }
        let target = targets.get(at).copied().flatten();
        let ends = matches!(one.opcode, Opcode::Bra | Opcode::Ret) && one.is_unconditional();
        match (one.opcode, target) {
            (Opcode::Cal, Some(target)) => called.push(target),
            (Opcode::Bra, Some(target)) => open.push(target),
            _ => {}
        }
        if !ends {
            open.push(at + 1);
        }
    }
    called.sort_unstable();
    called.dedup();
    called
}
