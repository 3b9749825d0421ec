//! Features that a program needs of a card besides its counts: options, their use, loops and calls.

use super::execution_count;
use super::opcode::{Availability, Opcode, OperandShape, OperationPrecision};
use super::program::{AssemblyProgram, ProgramAttribute, ProgramInstruction};

/// Features that a program needs of a card besides its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramNeeds {
    /// The options at the start of the program, each with its line.
    pub options: Vec<(String, usize)>,
    /// The first use of each feature of NVIDIA's options.
    pub uses: Vec<OptionUse>,
    pub loops: Vec<LoopTurns>,
    /// Deepest nesting of subroutine calls.
    pub call_depth: usize,
}

/// A use of an option's feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionUse {
    /// The option that provides it, of those that the program has.
    pub option: &'static str,
    /// An instruction, or a feature in words.
    pub name: &'static str,
    pub line: usize,
}

/// A loop and its trip count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopTurns {
    pub line: usize,
    /// Turns, if a constant sets them.
    pub turns: Option<u64>,
}

/// NVIDIA's options.
const OPTION_1: &str = "NV_fragment_program";
const OPTION_2: &str = "NV_fragment_program2";

/// NVIDIA's options for vertex programs.
const VERTEX_OPTION_2: &str = "NV_vertex_program2";
const VERTEX_OPTION_3: &str = "NV_vertex_program3";

/// Returns the features that a program needs.
pub(super) fn find_needs(program: &AssemblyProgram, text: &str) -> ProgramNeeds {
    let uses = if program.level.fragment { find_uses(program, text) } else { find_vertex_uses(program, text) };
    let loops = program.instructions.iter().filter(|one| one.shape == OperandShape::Loop);
    ProgramNeeds {
        options: program
            .declared
            .iter()
            .map(|(name, at)| (name.clone(), find_line(text, *at)))
            .collect(),
        uses,
        loops: loops
            .map(|one| LoopTurns { line: find_line(text, one.at), turns: execution_count::loop_turns(one) })
            .collect(),
        call_depth: execution_count::call_depth(program),
    }
}

/// Returns the first use of each feature of NVIDIA's options for vertex programs. A language with an own header
/// has its features by that header.
fn find_vertex_uses(program: &AssemblyProgram, text: &str) -> Vec<OptionUse> {
    let mut uses: Vec<OptionUse> = vec![];
    if program.level.registers {
        return uses;
    }
    let second = match program.declared.iter().any(|(name, _)| name == VERTEX_OPTION_2) {
        true => VERTEX_OPTION_2,
        false => VERTEX_OPTION_3,
    };
    for one in &program.instructions {
        let is_of_third = one.shape.is_texture() || matches!(one.opcode, Opcode::Popa | Opcode::Pusha);
        let is_of_arb = matches!(one.row.since, Availability::Both | Availability::Vertex);
        let used = match is_of_arb {
            _ if is_of_third => Some((VERTEX_OPTION_3, one.row.name)),
            false => Some((second, one.row.name)),
            true => thing_of_option(one).map(|name| (second, name)),
        };
        if let Some((option, name)) = used.filter(|(_, name)| uses.iter().all(|known| known.name != *name)) {
            uses.push(OptionUse { option, name, line: find_line(text, one.at) });
        }
    }
    uses
}

/// Returns the first use of each feature of NVIDIA's options for fragment programs.
fn find_uses(program: &AssemblyProgram, text: &str) -> Vec<OptionUse> {
    let first = match program.declared.iter().any(|(name, _)| name == OPTION_1) {
        true => OPTION_1,
        false => OPTION_2,
    };
    let mut uses: Vec<OptionUse> = vec![];
    for one in &program.instructions {
        // The end of a block counts with its start.
        if matches!(one.opcode, Opcode::Else | Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep) {
            continue;
        }
        let used = match one.row.since {
            Availability::Option1 => Some((first, one.row.name)),
            Availability::Option2 => Some((OPTION_2, one.row.name)),
            _ => thing_of_option(one).map(|name| (first, name)),
        };
        if let Some((option, name)) = used.filter(|(_, name)| uses.iter().all(|known| known.name != *name)) {
            uses.push(OptionUse { option, name, line: find_line(text, one.at) });
        }
    }
    if program.attributes.contains(&ProgramAttribute::Facing) {
        let at = text.find("fragment.facing").unwrap_or(0);
        uses.push(OptionUse { option: OPTION_2, name: "fragment.facing", line: find_line(text, at) });
    }
    uses
}

fn find_line(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Returns the feature of an instruction of ARB_fragment_program that only an option provides.
fn thing_of_option(one: &ProgramInstruction) -> Option<&'static str> {
    let tested = one.destination.is_some_and(|destination| destination.condition.is_some());
    if one.updates || one.condition.is_some() || tested {
        return Some("condition codes");
    }
    if one.half {
        return Some("half registers");
    }
    if one.precision == OperationPrecision::Fixed {
        return Some("fixed-point numbers");
    }
    one.sources.iter().any(|operand| operand.absolute).then_some("absolute values")
}
