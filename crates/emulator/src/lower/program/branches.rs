//! Branches of NVIDIA's vertex languages, which lead to any label: a loop over the sections of a program.
//!
//! A section begins at a label and behind each instruction that may jump. A register holds the section that each lane
//! runs next. The sections are in the order of the text, so a lane that jumps forward waits for its section in the same turn, and
//! one that jumps back, or returns, runs it in the next. A program that only jumps forward needs no loop. CAL puts the section behind
//! it on a stack, from which RET takes it.

use super::super::super::assembly::{Binary, Instruction, Pc, Register, Ternary};
use super::super::error::LowerResult;
use super::super::registers::Owner;
use super::interface::VECTOR;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, OperandSource, ProgramInstruction, ProgramRegister};
use std::ops::Range;

/// Entries of the stack (NV_vertex_program2, 2.14.2.3).
const STACK_ENTRIES: u32 = 4;

/// The state of a program with branches.
pub(super) struct BranchState {
    /// The section that a lane runs next.
    section: Register,
    /// The frame of all sections: lanes that leave it have ended.
    frame: usize,
    stack: Option<CallStack>,
}

/// The stack of calls and address registers.
#[derive(Debug, Clone, Copy)]
struct CallStack {
    /// The number of entries.
    depth: Register,
    /// The first register of the entries.
    entries: Register,
    /// Registers of an entry: one for the number of a section, four where address registers are kept too.
    width: u32,
    /// For each entry a register that is true if it is an address register; none without PUSHA and POPA.
    saved: Option<Register>,
}

impl ProgramLowering<'_, '_, '_> {
    /// Returns true if the program may jump to a label, or has a stack of address registers.
    pub(super) fn uses_branches(&self) -> bool {
        let is_stack = |one: &ProgramInstruction| matches!(one.opcode, Opcode::Popa | Opcode::Pusha);
        let program = self.program;
        !program.level.fragment
            && !program.is_of_direct3d()
            && (!program.labels.is_empty() || program.instructions.iter().any(is_stack))
    }

    /// Lowers a program with branches.
    pub(super) fn lower_branches(&mut self, first: usize) -> LowerResult<()> {
        let program = self.program;
        let targets = program.list_targets();
        let starts = self.list_sections();
        let section_at = |instruction: usize| starts.partition_point(|start| *start < instruction) as u32;
        let section = self.lowering.out.registers.allocate_new(1, Owner::Fixed)?;
        let begin = self.lowering.uint_constant(section_at(first))?;
        self.lowering.emit_copy(section, begin)?;
        let stack = self.declare_stack()?;
        let goes_back = targets
            .iter()
            .enumerate()
            .any(|(at, target)| target.is_some_and(|target| target <= at));
        let is_loop = goes_back || stack.is_some();
        let opens = if is_loop { Instruction::Loop } else { Instruction::Call };
        let start = self.lowering.open_frame(opens)? + 1;
        self.branches = Some(BranchState { section, frame: self.lowering.innermost_frame(), stack });
        for (number, &at) in (0..).zip(&starts) {
            let end = starts.get(number as usize + 1).copied().unwrap_or(program.instructions.len());
            let target = end.checked_sub(1).and_then(|last| targets.get(last).copied().flatten());
            let jump = [number + 1, target.map_or(0, section_at)];
            self.lower_branch_section(number, at..end, jump)?;
        }
        self.lowering.out.line = self.lines.line_at(program.end);
        match is_loop {
            true => self.end_turn(starts.len() as u32, start),
            false => self.lowering.close_frame(Instruction::EndCall).map(|_| ()),
        }
    }

    /// Lists the first instruction of each section, ascending: at the start, at labels and behind what may jump.
    fn list_sections(&self) -> Vec<usize> {
        let program = self.program;
        let labels = program.labels.iter().map(|(_, at, _)| *at);
        let numbered = program.instructions.iter().enumerate();
        let jumps = numbered.filter(|(_, one)| is_jump(one)).map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = [0].into_iter().chain(labels).chain(jumps).collect();
        starts.retain(|start| *start < program.instructions.len());
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    fn declare_stack(&mut self) -> LowerResult<Option<CallStack>> {
        let program = self.program;
        let has = |wanted: &[Opcode]| program.instructions.iter().any(|one| wanted.contains(&one.opcode));
        if !has(&[Opcode::Cal, Opcode::Ret, Opcode::Pusha, Opcode::Popa]) {
            return Ok(None);
        }
        let keeps_addresses = has(&[Opcode::Pusha, Opcode::Popa]);
        let width = if keeps_addresses { VECTOR } else { 1 };
        let depth = self.lowering.out.registers.allocate_new(1, Owner::Fixed)?;
        let entries = self.lowering.out.registers.allocate_new(STACK_ENTRIES * width, Owner::Fixed)?;
        let saved = match keeps_addresses {
            true => Some(self.lowering.out.registers.allocate_new(STACK_ENTRIES, Owner::Fixed)?),
            false => None,
        };
        let zero = self.lowering.uint_constant(0)?;
        self.lowering.emit_copy(depth, zero)?;
        Ok(Some(CallStack { depth, entries, width, saved }))
    }

    /// Lowers the instructions of a section, for the lanes that run it next.
    fn lower_branch_section(&mut self, number: u32, range: Range<usize>, jump: [u32; 2]) -> LowerResult<()> {
        let program = self.program;
        let Some(section) = self.branches.as_ref().map(|branches| branches.section) else { return Ok(()) };
        if let Some(one) = program.instructions.get(range.start) {
            self.lowering.out.line = self.lines.line_at(one.at);
        }
        let own = self.lowering.uint_constant(number)?;
        let is_own = self.lowering.emit_binary(Binary::EqualInt, section, own)?;
        let place = self.lowering.open_frame(Instruction::If { condition: is_own, otherwise: 0 })?;
        self.lowering.out.registers.free_scratch();
        let last = range.end.checked_sub(1).and_then(|last| program.instructions.get(last));
        self.lower_counted(range)?;
        match last.filter(|one| is_jump(one)) {
            Some(one) => self.lower_jump(one, jump)?,
            None => self.go_to_section(jump[0])?,
        }
        self.lowering.out.registers.free_scratch();
        self.close_if(place)
    }

    fn go_to_section(&mut self, number: u32) -> LowerResult<()> {
        let Some(section) = self.branches.as_ref().map(|branches| branches.section) else { return Ok(()) };
        let number = self.lowering.uint_constant(number)?;
        self.lowering.emit_copy(section, number)
    }

    /// Lowers an instruction that may jump; its sections are the one behind it and its target.
    fn lower_jump(&mut self, one: &ProgramInstruction, [next, target]: [u32; 2]) -> LowerResult<()> {
        self.lowering.out.line = self.lines.line_at(one.at);
        self.go_to_section(next)?;
        self.lower_guarded(one, |body| match one.opcode {
            Opcode::Bra => body.go_to_section(target),
            Opcode::Cal => {
                let behind = body.lowering.uint_constant(next)?;
                body.push_entry(&[behind], false)?;
                body.go_to_section(target)
            }
            _ => body.lower_return(),
        })
    }

    /// Lowers RET: an empty stack ends the program, and so does an address register on it.
    fn lower_return(&mut self) -> LowerResult<()> {
        let Some((section, stack)) = self.branches.as_ref().map(|branches| (branches.section, branches.stack)) else {
            return Ok(());
        };
        let Some(stack) = stack else { return self.end_branches() };
        let entry = self.pop_entry(stack, false)?;
        if let Some(behind) = entry.first() {
            self.lowering.emit_copy(section, *behind)?;
        }
        Ok(())
    }

    /// Lowers PUSHA and POPA.
    pub(super) fn lower_address_stack(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        let Some(stack) = self.branches.as_ref().and_then(|branches| branches.stack) else { return unreadable(one) };
        let register = match (one.opcode, one.sources.first().map(|operand| &operand.source), one.destination) {
            (Opcode::Pusha, Some(OperandSource::Address(register)), _) => *register,
            (Opcode::Popa, _, Some(destination)) => match destination.register {
                ProgramRegister::Address(register) => register,
                _ => return unreadable(one),
            },
            _ => return unreadable(one),
        };
        let Some(&first) = self.addresses.get(register) else { return unreadable(one) };
        if one.opcode == Opcode::Pusha {
            return self.push_entry(&[first, first + 1, first + 2, first + 3], true);
        }
        let entry = self.pop_entry(stack, true)?;
        (first..)
            .zip(entry)
            .try_for_each(|(to, from)| self.lowering.emit_copy(to, from))
    }

    /// Puts an entry on the stack. A full stack ends the program.
    fn push_entry(&mut self, values: &[Register], is_address: bool) -> LowerResult<()> {
        let Some(stack) = self.branches.as_ref().and_then(|branches| branches.stack) else { return Ok(()) };
        let full = self.lowering.uint_constant(STACK_ENTRIES)?;
        let is_full = self.lowering.emit_binary(Binary::EqualInt, stack.depth, full)?;
        self.end_where(is_full)?;
        let saved = self.lowering.uint_constant(if is_address { u32::MAX } else { 0 })?;
        for entry in 0..STACK_ENTRIES {
            let number = self.lowering.uint_constant(entry)?;
            let is_here = self.lowering.emit_binary(Binary::EqualInt, stack.depth, number)?;
            let places = (stack.entries + entry * stack.width..).zip(values.iter().copied());
            for (to, value) in places.chain(stack.saved.map(|first| (first + entry, saved))) {
                self.lowering
                    .emit(Instruction::Ternary { op: Ternary::Select, to, a: is_here, b: value, c: to })?;
            }
        }
        let one = self.lowering.uint_constant(1)?;
        let depth = stack.depth;
        self.lowering
            .emit(Instruction::Binary { op: Binary::AddInt, to: depth, a: depth, b: one })?;
        Ok(())
    }

    /// Takes an entry from the stack. An empty stack ends the program, and so does an entry of the other kind.
    fn pop_entry(&mut self, stack: CallStack, is_address: bool) -> LowerResult<Vec<Register>> {
        let zero = self.lowering.uint_constant(0)?;
        let is_empty = self.lowering.emit_binary(Binary::EqualInt, stack.depth, zero)?;
        self.end_where(is_empty)?;
        let one = self.lowering.uint_constant(1)?;
        let depth = stack.depth;
        self.lowering
            .emit(Instruction::Binary { op: Binary::SubInt, to: depth, a: depth, b: one })?;
        let width = if is_address { stack.width } else { 1 };
        let mut values = vec![zero; width as usize];
        let mut saved = zero;
        for entry in 0..STACK_ENTRIES {
            let number = self.lowering.uint_constant(entry)?;
            let is_here = self.lowering.emit_binary(Binary::EqualInt, depth, number)?;
            for (value, from) in values.iter_mut().zip(stack.entries + entry * stack.width..) {
                *value = self.lowering.emit_ternary(Ternary::Select, is_here, from, *value)?;
            }
            if let Some(first) = stack.saved {
                saved = self.lowering.emit_ternary(Ternary::Select, is_here, first + entry, saved)?;
            }
        }
        if stack.saved.is_some() {
            let wanted = self.lowering.uint_constant(if is_address { u32::MAX } else { 0 })?;
            let is_other = self.lowering.emit_binary(Binary::NotEqualInt, saved, wanted)?;
            self.end_where(is_other)?;
        }
        Ok(values)
    }

    /// Ends the program for the lanes that pass a test.
    fn end_where(&mut self, condition: Register) -> LowerResult<()> {
        let place = self.lowering.open_frame(Instruction::If { condition, otherwise: 0 })?;
        self.end_branches()?;
        self.close_if(place)
    }

    /// Ends the program for all active lanes.
    pub(super) fn end_branches(&mut self) -> LowerResult<()> {
        match self.branches.as_ref().map(|branches| branches.frame) {
            Some(frame) => self.lowering.emit_leave(frame, false),
            None => Ok(()),
        }
    }

    /// Ends the loop for lanes behind the last section, and a turn for the others.
    fn end_turn(&mut self, sections: u32, start: Pc) -> LowerResult<()> {
        let Some(section) = self.branches.as_ref().map(|branches| branches.section) else { return Ok(()) };
        let last = self.lowering.uint_constant(sections)?;
        let is_over = self.lowering.emit_binary(Binary::EqualInt, section, last)?;
        self.end_where(is_over)?;
        self.lowering.emit_join(Instruction::Continue)?;
        self.lowering.emit(Instruction::Repeat { start })?;
        self.lowering.close_frame(Instruction::EndLoop).map(|_| ())
    }
}

/// Returns true for an instruction that may jump to another section.
pub(super) fn is_jump(one: &ProgramInstruction) -> bool {
    matches!(one.opcode, Opcode::Bra | Opcode::Cal | Opcode::Ret)
}
