//! Branches: a program with labels as a loop over its sections. GLSL has no jump to a label.
//!
//! A section begins at a label and behind each call. `BRA` sets the number of the next section and begins the
//! next turn of the loop; `CAL` first puts the number of the section behind it on a stack, from which `RET`
//! takes it. The stack has the four entries of the extension.

use super::{ProgramTranslation, declarations};
use crate::assembly::limits;
use crate::assembly::opcode::Opcode;
use crate::assembly::program::{AssemblyProgram, OperandSource, ProgramInstruction, ProgramRegister};

/// The number of the section that runs.
const SECTION: &str = "gristmill_section_";
/// The entries of the stack: in `x` the number of a section, or an address register.
const STACK: &str = "gristmill_stack_";
/// True for each entry of the stack that PUSHA wrote.
const SAVED: &str = "gristmill_saved_";
/// The number of entries on the stack.
const DEPTH: &str = "gristmill_depth_";
/// Instructions that have run.
pub(super) const RUN: &str = "gristmill_run_";

/// The first instruction of each section, ascending.
pub(super) struct BranchSections(Vec<usize>);

impl BranchSections {
    /// Cuts a program at its labels and behind its calls.
    fn new(program: &AssemblyProgram) -> BranchSections {
        let labels = program.labels.iter().map(|(_, at, _)| *at);
        let calls = program.instructions.iter().enumerate();
        let behind = calls.filter(|(_, one)| one.opcode == Opcode::Cal).map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = [0].into_iter().chain(labels).chain(behind).collect();
        starts.sort_unstable();
        starts.dedup();
        BranchSections(starts)
    }

    /// Returns the section that begins at an instruction.
    fn section_at(&self, instruction: usize) -> usize {
        self.0
            .binary_search(&instruction)
            .unwrap_or_else(|after| after.saturating_sub(1))
    }
}

impl ProgramTranslation<'_> {
    /// Returns true if the instructions go into a loop over sections. Direct3D calls subroutines, and jumps nowhere.
    pub(super) fn uses_branches(&self) -> bool {
        let is_stack = |one: &ProgramInstruction| matches!(one.opcode, Opcode::Popa | Opcode::Pusha);
        !self.program.level.fragment
            && !self.program.is_of_direct3d()
            && (!self.program.labels.is_empty() || self.program.instructions.iter().any(is_stack))
    }

    /// Translates the instructions of a program with branches, each in its line.
    pub(super) fn translate_sections(&mut self) {
        let program = self.program;
        let sections = BranchSections::new(program);
        // A program whose longest way is within the limit needs no count.
        let counts_run = program.run_limit().is_some();
        self.out.push_str("void main() { ");
        self.write_main_start();
        self.declare_stack(counts_run);
        let main = program.labels.iter().find(|(name, ..)| name == "main");
        let first = main.map_or(0, |(_, at, _)| sections.section_at(*at));
        let targets = program.list_targets();
        self.out
            .push_str(&format!("int {SECTION} = {first}; while (true) {{ switch ({SECTION}) {{ "));
        for (at, one) in program.instructions.iter().enumerate() {
            if let Ok(section) = sections.0.binary_search(&at) {
                self.advance_to_line(one.at);
                self.open_branch_section(section);
            }
            self.advance_to_line(one.at);
            if counts_run {
                // The limit may fall between any two instructions, and a jump leaves a section before its end.
                let most = limits::RUN_INSTRUCTIONS;
                self.out.push_str(&format!("if ({RUN} == {most}) return; {RUN}++; "));
            }
            match one.opcode {
                Opcode::Bra | Opcode::Cal | Opcode::Ret | Opcode::Pusha | Opcode::Popa => {
                    let target = targets
                        .get(at)
                        .copied()
                        .flatten()
                        .map_or(0, |target| sections.section_at(target));
                    self.translate_jump(one, [sections.section_at(at + 1), target]);
                }
                _ => self.translate_instruction(one),
            }
        }
        let end = program.instructions.len();
        self.advance_to_line(program.end);
        if let Ok(section) = sections.0.binary_search(&end) {
            self.open_branch_section(section);
        }
        self.out.push_str(" return; } } }\n");
    }

    /// Opens a section. The one before it goes on into it.
    fn open_branch_section(&mut self, section: usize) {
        if section > 0 {
            self.out.push_str(&format!("{SECTION} = {section}; continue; "));
        }
        self.out.push_str(&format!("case {section}: "));
    }

    fn declare_stack(&mut self, counts_run: bool) {
        let has = |wanted: Opcode| self.program.instructions.iter().any(|one| one.opcode == wanted);
        if counts_run {
            self.out.push_str(&format!("int {RUN} = 0; "));
        }
        if has(Opcode::Cal) || has(Opcode::Ret) || has(Opcode::Pusha) || has(Opcode::Popa) {
            let entries = limits::CALL_DEPTH;
            self.out
                .push_str(&format!("int {DEPTH} = 0; ivec4 {STACK}[{entries}]; bool {SAVED}[{entries}]; "));
        }
    }

    /// Translates an instruction that jumps or uses the stack; its sections are the one behind it and its target.
    fn translate_jump(&mut self, one: &ProgramInstruction, [next, target]: [usize; 2]) {
        let guard = match &one.condition {
            Some(condition) => format!("if ({}) ", self.any_lane_test(condition)),
            None => String::new(),
        };
        let entries = limits::CALL_DEPTH;
        let push = |value: &str, saved: bool| {
            format!(
                "if ({DEPTH} == {entries}) return; {STACK}[{DEPTH}] = {value}; {SAVED}[{DEPTH}] = {saved}; {DEPTH}++; "
            )
        };
        let code = match one.opcode {
            Opcode::Bra => format!("{SECTION} = {target}; continue; "),
            Opcode::Cal => {
                format!("{}{SECTION} = {target}; continue; ", push(&format!("ivec4({next})"), false))
            }
            Opcode::Ret => format!(
                "if ({DEPTH} == 0) return; {DEPTH}--; if ({SAVED}[{DEPTH}]) return; \
                 {SECTION} = {STACK}[{DEPTH}].x; continue; "
            ),
            Opcode::Pusha => match one.sources.first().map(|operand| &operand.source) {
                Some(OperandSource::Address(register)) => push(&declarations::address_name(*register), true),
                _ => return,
            },
            _ => match one.destination.map(|destination| destination.register) {
                Some(ProgramRegister::Address(register)) => format!(
                    "if ({DEPTH} == 0) return; {DEPTH}--; if (!{SAVED}[{DEPTH}]) return; {} = {STACK}[{DEPTH}]; ",
                    declarations::address_name(register)
                ),
                _ => return,
            },
        };
        self.out.push_str(&format!("{guard}{{ {code}}}"));
    }
}
