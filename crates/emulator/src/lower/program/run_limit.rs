//! The end of a program after 65,536 instructions (NV_fragment_program2, 3.11.4.X; NV_vertex_program2, 2.14.2.3).
//!
//! Only a program that may run so many counts them: once for the instructions up to the next that moves control.
//! A lane that has fewer left runs a second copy of them, and leaves it in the middle.

use super::super::super::assembly::{Binary, Instruction, Register};
use super::super::super::undefined::CheckCondition;
use super::super::error::LowerResult;
use super::super::registers::Owner;
use super::ProgramLowering;
use super::branches::is_jump;
use gristmill_shader::program::ProgramInstruction;
use std::ops::Range;

impl ProgramLowering<'_, '_, '_> {
    /// Declares the number of instructions that are left, if the program may run too many.
    pub(super) fn declare_run_limit(&mut self) -> LowerResult<()> {
        let Some(limit) = self.program.run_limit() else { return Ok(()) };
        let left = self.lowering.out.registers.allocate_new(1, Owner::Fixed)?;
        let limit = self.lowering.uint_constant(limit as u32)?;
        self.lowering.emit_copy(left, limit)?;
        self.run_left = Some(left);
        Ok(())
    }

    /// Lowers instructions of which at most the last may jump; such a one counts here, and is lowered by the caller.
    pub(super) fn lower_counted(&mut self, range: Range<usize>) -> LowerResult<()> {
        let program = self.program;
        let loop_line = self.find_loop_line(&range);
        let whole = program.instructions.get(range).unwrap_or_default();
        let straight = match whole.split_last() {
            Some((last, before)) if is_jump(last) => before,
            _ => whole,
        };
        let Some(left) = self.run_left.filter(|_| !whole.is_empty()) else {
            return straight.iter().try_for_each(|one| self.lower_instruction(one));
        };
        let count = self.lowering.uint_constant(whole.len() as u32)?;
        let is_short = self.lowering.emit_binary(Binary::LessUint, left, count)?;
        let before = self
            .lowering
            .open_frame(Instruction::If { condition: is_short, otherwise: 0 })?;
        for (number, one) in whole.iter().enumerate() {
            self.lowering.out.line = self.lines.line_at(one.at);
            self.end_at(left, number as u32, loop_line)?;
            // A lane that is here does not come to the last one.
            if number + 1 < whole.len() {
                self.lower_instruction(one)?;
            }
        }
        let place = self.lowering.emit_join(Instruction::Else { end: 0 })?;
        self.lowering.patch_target(Some(before), place);
        self.lowering
            .emit(Instruction::Binary { op: Binary::SubInt, to: left, a: left, b: count })?;
        straight.iter().try_for_each(|one| self.lower_instruction(one))?;
        self.close_if(place)
    }

    /// Counts an instruction that moves control.
    pub(super) fn count_instruction(&mut self, at: usize) -> LowerResult<()> {
        let Some(left) = self.run_left else { return Ok(()) };
        let loop_line = self.find_loop_line(&(at..at + 1));
        self.end_at(left, 0, loop_line)?;
        let one = self.lowering.uint_constant(1)?;
        self.lowering
            .emit(Instruction::Binary { op: Binary::SubInt, to: left, a: left, b: one })?;
        self.lowering.out.registers.free_scratch();
        Ok(())
    }

    /// Ends the program for lanes that have this number of instructions left. In watched code the results are in doubt there.
    fn end_at(&mut self, left: Register, number: u32, loop_line: u32) -> LowerResult<()> {
        let number = self.lowering.uint_constant(number)?;
        let condition = self.lowering.emit_binary(Binary::EqualInt, left, number)?;
        let place = self.lowering.open_frame(Instruction::If { condition, otherwise: 0 })?;
        let own = std::mem::replace(&mut self.lowering.out.line, loop_line);
        // One number of each result is enough for a finding.
        let results = self.outputs.iter().filter_map(|(_, registers)| registers.first());
        for result in results.copied().collect::<Vec<Register>>() {
            self.lowering.emit_doubt(CheckCondition::RunLimit, [number; 2], result)?;
        }
        self.end_program()?;
        self.lowering.out.line = own;
        self.close_if(place)
    }

    /// Returns the line of the loop around instructions: of the outermost open one, or of the shortest way back over them.
    fn find_loop_line(&self, range: &Range<usize>) -> u32 {
        if let Some(line) = self.outermost_loop_line() {
            return line;
        }
        let program = self.program;
        let targets = program.list_targets();
        let back = targets.iter().enumerate().filter_map(|(at, target)| Some((at, (*target)?)));
        let around = back.filter(|(at, target)| *target <= range.start && *at >= range.start);
        let shortest = around.min_by_key(|(at, target)| at - target).map(|(at, _)| at);
        let one: Option<&ProgramInstruction> = program.instructions.get(shortest.unwrap_or(range.start));
        one.map_or(self.lowering.out.line, |one| self.lines.line_at(one.at))
    }
}
