//! Branches, loops, subroutines and KIL, by the frames of the register code.

use super::super::super::assembly::{Binary, Instruction, Pc, Register};
use super::super::error::{LowerResult, not_emulated};
use super::super::registers::Owner;
use super::results::LaneTest;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Condition, ConditionRule, Opcode, ProgramInstruction};

/// Calls that may be open at once: `MAX_PROGRAM_CALL_DEPTH_NV`. One more ends the program.
const MAX_CALL_DEPTH: usize = 4;

/// Loops that may be open at once: `MAX_PROGRAM_LOOP_DEPTH_NV`. One more ends the program.
const MAX_LOOP_DEPTH: usize = 4;

/// An open block.
#[derive(Debug)]
pub(super) enum OpenBlock {
    /// The place of the `If` or `Else`.
    If(Pc),
    Loop(OpenLoop),
}

/// An open LOOP or REP.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenLoop {
    /// The first instruction, and the frame.
    start: Pc,
    frame: usize,
    /// The turns that are left.
    counter: Register,
    /// The index of a LOOP, and its step.
    index: Option<[Register; 2]>,
    line: u32,
}

/// A subroutine that is being lowered, or the program itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct CallSection {
    /// Its frame, if lanes may return before its end.
    frame: Option<usize>,
    /// Number of blocks that were open where it begins.
    blocks: usize,
}

impl ProgramLowering<'_, '_, '_> {
    /// Returns true if lanes may end before the last instruction: at a RET, at one call or at one instruction too many.
    pub(super) fn needs_main_frame(&self) -> bool {
        let mut instructions = self.program.instructions.iter();
        let has_calls = instructions.any(|one| matches!(one.opcode, Opcode::Cal | Opcode::Ret));
        !self.uses_branches() && (has_calls || self.program.run_limit().is_some())
    }

    /// Lowers the program from its first instruction, which follows the label `main` if there is one.
    pub(super) fn lower_main(&mut self, is_framed: bool) -> LowerResult<()> {
        self.declare_run_limit()?;
        let first = self.find_label("main").unwrap_or(0);
        if self.uses_branches() {
            return self.lower_branches(first);
        }
        let frame = is_framed.then(|| self.lowering.innermost_frame());
        self.calls.push(CallSection { frame, blocks: 0 });
        self.lower_section(first)?;
        self.calls.pop();
        if is_framed {
            self.lowering.close_frame(Instruction::EndCall)?;
        }
        Ok(())
    }

    fn find_label(&self, label: &str) -> Option<usize> {
        let found = self.program.labels.iter().find(|(name, ..)| name == label);
        found.map(|(_, at, _)| *at)
    }

    /// Lowers the instructions from one on, up to the end or to a RET that all lanes take.
    fn lower_section(&mut self, start: usize) -> LowerResult<()> {
        let program = self.program;
        let outside = self.calls.last().map_or(0, |call| call.blocks);
        let mut at = start;
        while let Some(one) = program.instructions.get(at) {
            if is_last_return(one) && self.blocks.len() == outside {
                return self.count_instruction(at);
            }
            let behind = program.instructions.iter().skip(at);
            let straight = behind.take_while(|one| !one.shape.is_flow()).count();
            if straight > 0 {
                self.lower_counted(at..at + straight)?;
                at += straight;
                continue;
            }
            // All lanes of a branch come to its end.
            if one.opcode != Opcode::EndIf {
                self.count_instruction(at)?;
            }
            self.lower_instruction(one)?;
            if one.opcode == Opcode::EndIf {
                self.count_instruction(at)?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Returns true if a section has a RET that only some lanes take.
    fn has_early_return(&self, start: usize) -> bool {
        let mut open = 0_usize;
        for one in self.program.instructions.iter().skip(start) {
            match one.opcode {
                Opcode::If | Opcode::Loop | Opcode::Rep => open += 1,
                Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep => open = open.saturating_sub(1),
                Opcode::Ret if open == 0 && is_last_return(one) => return false,
                Opcode::Ret => return true,
                _ => {}
            }
        }
        false
    }

    /// Lowers an instruction that moves control.
    pub(super) fn lower_flow(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        match one.opcode {
            Opcode::If => {
                let Some(condition) = &one.condition else { return unreadable(one) };
                let condition = self.condition_register(condition)?;
                let place = self.lowering.open_frame(Instruction::If { condition, otherwise: 0 })?;
                self.blocks.push(OpenBlock::If(place));
                Ok(())
            }
            Opcode::Else => {
                let Some(OpenBlock::If(before)) = self.blocks.pop() else { return unreadable(one) };
                let place = self.lowering.emit_join(Instruction::Else { end: 0 })?;
                self.lowering.patch_target(Some(before), place);
                self.blocks.push(OpenBlock::If(place));
                Ok(())
            }
            Opcode::EndIf => {
                let Some(OpenBlock::If(before)) = self.blocks.pop() else { return unreadable(one) };
                self.close_if(before)
            }
            Opcode::Loop | Opcode::Rep => self.open_loop(one),
            Opcode::EndLoop | Opcode::EndRep => self.close_loop(one),
            Opcode::Brk => {
                let open = self.blocks.iter().rev().find_map(as_loop);
                let Some(open) = open else { return unreadable(one) };
                self.lower_guarded(one, |body| body.lowering.emit_leave(open.frame, false))
            }
            Opcode::Ret => {
                let Some(frame) = self.calls.last().and_then(|call| call.frame) else { return unreadable(one) };
                self.lower_guarded(one, |body| body.lowering.emit_leave(frame, false))
            }
            Opcode::Cal => self.lower_guarded(one, |body| body.lower_call(one)),
            _ => unreadable(one),
        }
    }

    /// Lowers `work` for the lanes that pass an instruction's condition, which may have none.
    pub(super) fn lower_guarded(
        &mut self,
        one: &ProgramInstruction,
        work: impl FnOnce(&mut Self) -> LowerResult<()>,
    ) -> LowerResult<()> {
        let line = self.lowering.out.line;
        let condition = one.condition.filter(|condition| condition.rule != ConditionRule::Always);
        let Some(condition) = condition else { return work(self) };
        let condition = self.condition_register(&condition)?;
        let place = self.lowering.open_frame(Instruction::If { condition, otherwise: 0 })?;
        work(self)?;
        self.lowering.out.line = line;
        self.close_if(place)
    }

    pub(super) fn close_if(&mut self, before: Pc) -> LowerResult<()> {
        let place = self.lowering.close_frame(Instruction::EndIf)?;
        self.lowering.patch_target(Some(before), place);
        Ok(())
    }

    /// Emits the test that any component of the condition code passes.
    fn condition_register(&mut self, condition: &Condition) -> LowerResult<Register> {
        let mut lanes = condition.swizzle.to_vec();
        lanes.sort_unstable();
        lanes.dedup();
        let mut tests = vec![];
        for lane in lanes {
            match self.code_test(condition, lane)? {
                LaneTest::Always => return self.lowering.uint_constant(u32::MAX),
                LaneTest::Never => return self.lowering.uint_constant(0),
                LaneTest::Holds(test) => tests.push(test),
            }
        }
        self.lowering.fold_lanes(Binary::Or, &tests)
    }

    /// Lowers KIL, of a condition or of a vector with a negative component.
    pub(super) fn lower_kill(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        if one.condition.is_some() {
            return self.lower_guarded(one, Self::discard);
        }
        let Some(operand) = one.sources.first() else { return unreadable(one) };
        let zero = self.lowering.float_constant(0.0)?;
        let mut tests: Vec<Register> = vec![];
        for place in 0..operand.swizzle.len() {
            let seen = operand
                .swizzle
                .iter()
                .take(place)
                .any(|of| Some(of) == operand.swizzle.get(place));
            if !seen {
                let value = self.source_lane(one, 0, place)?;
                tests.push(self.lowering.emit_binary(Binary::LessFloat, value, zero)?);
            }
        }
        let condition = self.lowering.fold_lanes(Binary::Or, &tests)?;
        let place = self.lowering.open_frame(Instruction::If { condition, otherwise: 0 })?;
        self.discard()?;
        self.close_if(place)
    }

    fn discard(&mut self) -> LowerResult<()> {
        self.lowering.out.code.discards = true;
        let place = self.lowering.emit(Instruction::Kill { join: 0 })?;
        self.lowering.defer_join(place);
        Ok(())
    }

    fn open_loop(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        if self.blocks.iter().filter_map(as_loop).count() >= MAX_LOOP_DEPTH {
            self.end_program()?;
        }
        let line = self.lowering.out.line;
        let counter = self.loop_register(one, 0)?;
        let index = match one.opcode {
            Opcode::Loop => Some([self.loop_register(one, 1)?, self.loop_register(one, 2)?]),
            _ => None,
        };
        let start = self.lowering.open_frame(Instruction::Loop)? + 1;
        let frame = self.lowering.innermost_frame();
        let zero = self.lowering.uint_constant(0)?;
        let is_over = self.lowering.emit_binary(Binary::LessEqualInt, counter, zero)?;
        let place = self.lowering.open_frame(Instruction::If { condition: is_over, otherwise: 0 })?;
        self.lowering.emit_leave(frame, false)?;
        self.close_if(place)?;
        self.blocks
            .push(OpenBlock::Loop(OpenLoop { start, frame, counter, index, line }));
        Ok(())
    }

    /// Emits the floor of a component of a loop's operand into a register of its own.
    fn loop_register(&mut self, one: &ProgramInstruction, place: usize) -> LowerResult<Register> {
        let value = self.source_lane(one, 0, place)?;
        let whole = self.floor_to_int(value)?;
        let register = self.lowering.out.registers.allocate_new(1, Owner::Fixed)?;
        self.lowering.emit_copy(register, whole)?;
        Ok(register)
    }

    fn close_loop(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        let Some(OpenBlock::Loop(open)) = self.blocks.pop() else { return unreadable(one) };
        self.lowering.emit_join(Instruction::Continue)?;
        let step = self.lowering.uint_constant(1)?;
        let counter = open.counter;
        self.lowering
            .emit(Instruction::Binary { op: Binary::SubInt, to: counter, a: counter, b: step })?;
        if let Some([index, step]) = open.index {
            self.lowering
                .emit(Instruction::Binary { op: Binary::AddInt, to: index, a: index, b: step })?;
        }
        self.lowering.emit(Instruction::Repeat { start: open.start })?;
        self.lowering.close_frame(Instruction::EndLoop)?;
        Ok(())
    }

    /// Returns the index of the innermost LOOP.
    pub(super) fn loop_index(&self) -> Option<Register> {
        let loops = self.blocks.iter().rev().filter_map(as_loop);
        loops.filter_map(|open| open.index).map(|[index, _]| index).next()
    }

    /// Lowers a call: the subroutine's instructions, in their own lines.
    fn lower_call(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        if self.calls.len() > MAX_CALL_DEPTH {
            return self.end_program();
        }
        let start = one.label.as_deref().and_then(|label| self.find_label(label));
        let Some(start) = start else { return not_emulated("there is no such label") };
        let line = self.lowering.out.line;
        let is_framed = self.has_early_return(start);
        if is_framed {
            self.lowering.open_frame(Instruction::Call)?;
        }
        let frame = is_framed.then(|| self.lowering.innermost_frame());
        self.calls.push(CallSection { frame, blocks: self.blocks.len() });
        self.lower_section(start)?;
        self.calls.pop();
        self.lowering.out.line = line;
        if is_framed {
            self.lowering.close_frame(Instruction::EndCall)?;
        }
        Ok(())
    }

    /// Returns the line of the outermost open loop.
    pub(super) fn outermost_loop_line(&self) -> Option<u32> {
        self.blocks.iter().find_map(as_loop).map(|open| open.line)
    }

    /// Ends the program for the active lanes: their results are what they have written.
    pub(super) fn end_program(&mut self) -> LowerResult<()> {
        if self.branches.is_some() {
            return self.end_branches();
        }
        match self.calls.first().and_then(|main| main.frame) {
            Some(frame) => self.lowering.emit_leave(frame, false),
            None => not_emulated("a program without subroutines cannot nest its blocks too deeply"),
        }
    }
}

fn as_loop(block: &OpenBlock) -> Option<OpenLoop> {
    match block {
        OpenBlock::Loop(open) => Some(*open),
        OpenBlock::If(_) => None,
    }
}

/// Returns true for a RET without a condition.
fn is_last_return(one: &ProgramInstruction) -> bool {
    let always = one.condition.is_none_or(|condition| condition.rule == ConditionRule::Always);
    one.opcode == Opcode::Ret && always
}
