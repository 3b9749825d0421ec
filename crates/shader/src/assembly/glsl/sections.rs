//! The sections of a program, one for each label: GLSL functions, each of which may fall through into the next.

use crate::assembly::opcode::Opcode;
use crate::assembly::program::{AssemblyProgram, ProgramInstruction};
use crate::assembly::program_error::{ParseResult, ProgramError};

/// Returns the instructions of a section; section 0 comes before the first label.
fn section_instructions(program: &AssemblyProgram, section: usize) -> &[ProgramInstruction] {
    let start = if section == 0 { 0 } else { find_start(program, section - 1) };
    program
        .instructions
        .get(start..find_start(program, section))
        .unwrap_or_default()
}

fn find_start(program: &AssemblyProgram, section: usize) -> usize {
    program.labels.get(section).map_or(program.instructions.len(), |(_, at, _)| *at)
}

/// Returns true if a section falls through into the next; it does not if it ends with a return.
pub(super) fn falls_through(program: &AssemblyProgram, section: usize) -> bool {
    let last = section_instructions(program, section).last();
    section < program.labels.len() && !last.is_some_and(|one| one.opcode == Opcode::Ret && one.is_unconditional())
}

/// Refuses programs whose subroutines call themselves, because GLSL has no recursion.
pub(super) fn refuse_recursion(program: &AssemblyProgram) -> ParseResult<()> {
    for (number, (name, _, at)) in (1..).zip(&program.labels) {
        let mut seen = vec![];
        let mut open = vec![number];
        while let Some(from) = open.pop() {
            for (to, call) in list_next_sections(program, from) {
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

/// Returns the positions of the calls by which a subroutine calls itself, directly or not.
pub(super) fn recursive_calls(program: &AssemblyProgram) -> Vec<usize> {
    let mut calls = vec![];
    for from in 0..=program.labels.len() {
        for (to, call) in list_next_sections(program, from) {
            calls.extend(call.filter(|_| leads_to(program, to, from)));
        }
    }
    calls
}

/// Returns true if a section calls another one or falls through into it, directly or not.
fn leads_to(program: &AssemblyProgram, from: usize, to: usize) -> bool {
    let mut seen = vec![from];
    let mut open = vec![from];
    while let Some(section) = open.pop() {
        if section == to {
            return true;
        }
        for (next, _) in list_next_sections(program, section) {
            if !seen.contains(&next) {
                seen.push(next);
                open.push(next);
            }
        }
    }
    false
}

/// Lists the sections that follow one directly, and where a call of it stands.
fn list_next_sections(program: &AssemblyProgram, from: usize) -> Vec<(usize, Option<usize>)> {
    let calls = section_instructions(program, from).iter();
    let called = calls.filter_map(|one| Some((find_section(program, one.label.as_deref()?)?, Some(one.at))));
    let next = falls_through(program, from).then_some((from + 1, None));
    called.chain(next).collect::<Vec<_>>()
}

fn find_section(program: &AssemblyProgram, label: &str) -> Option<usize> {
    program.labels.iter().position(|(name, ..)| name == label).map(|at| at + 1)
}
