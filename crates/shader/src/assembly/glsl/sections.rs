//! The sections of a program, one for each label: GLSL functions, each of which may fall through into the next.

use crate::assembly::opcode::Opcode;
use crate::assembly::program::{AssemblyProgram, ConditionRule, ProgramInstruction};
use crate::assembly::program_error::{ParseResult, ProgramError};

/// Returns the instructions of a section; section 0 comes before the first label.
fn section_instructions(program: &AssemblyProgram, section: usize) -> &[ProgramInstruction] {
    let begin = |section: usize| program.labels.get(section).map_or(program.instructions.len(), |(_, at, _)| *at);
    let start = if section == 0 { 0 } else { begin(section - 1) };
    program.instructions.get(start..begin(section)).unwrap_or_default()
}

/// Returns true if a section falls through into the next; it does not if it ends with a return.
pub(super) fn falls_through(program: &AssemblyProgram, section: usize) -> bool {
    let always =
        |one: &ProgramInstruction| one.condition.is_none_or(|condition| condition.rule == ConditionRule::Always);
    let last = section_instructions(program, section).last();
    section < program.labels.len() && !last.is_some_and(|one| one.opcode == Opcode::Ret && always(one))
}

/// Refuses programs whose subroutines call themselves, because GLSL has no recursion.
pub(super) fn refuse_recursion(program: &AssemblyProgram) -> ParseResult<()> {
    let section_of = |label: &str| program.labels.iter().position(|(name, ..)| name == label).map(|at| at + 1);
    let reached = |from: usize| {
        let calls = section_instructions(program, from).iter();
        let called = calls.filter_map(|one| Some((section_of(one.label.as_deref()?)?, Some(one.at))));
        let next = falls_through(program, from).then_some((from + 1, None));
        called.chain(next).collect::<Vec<_>>()
    };
    for (number, (name, _, at)) in (1..).zip(&program.labels) {
        let (mut seen, mut open) = (vec![], vec![number]);
        while let Some(from) = open.pop() {
            for (to, call) in reached(from) {
                if to == number {
                    let message = format!("'{name}' calls itself; GLSL has no recursion");
                    return Err(ProgramError::new(call.unwrap_or(*at), message));
                }
                if !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
    }
    Ok(())
}
