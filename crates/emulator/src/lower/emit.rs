//! Emission of instructions, and the frames that are open.

use super::super::assembly::{Binary, Instruction, Pc, Register, Ternary, Unary};
use super::super::undefined::{CheckCondition, UndefinedCheck};
use super::error::{LowerResult, check_limit};
use super::lowering::Lowering;
use super::operands;

/// Maximum number of instructions of a kernel.
const MAX_INSTRUCTIONS: u64 = 1_000_000;

/// Maximum number of slots of one kind.
pub(super) const MAX_SLOTS: u64 = 1 << 15;

impl Lowering<'_> {
    /// Adds an instruction and returns its place.
    pub(super) fn emit(&mut self, instruction: Instruction) -> LowerResult<Pc> {
        let place = self.out.code.instructions.len();
        check_limit(
            "instructions",
            place as u64,
            MAX_INSTRUCTIONS,
            "split the kernel, or call long functions in a loop",
        )?;
        let next = place as Pc + 1;
        let registers = &mut self.out.registers;
        operands::for_each_read(&self.out.code, &instruction, |register| registers.record_read(register, next));
        let (first, count) = operands::written_registers(&self.out.code, &instruction);
        (first..first + count).for_each(|register| registers.record_write(register, next));
        if operands::is_control_flow(&instruction) {
            self.out.straight = next;
        }
        self.out.code.instructions.push(instruction);
        self.out.code.lines.push(self.out.line);
        Ok(place as Pc)
    }

    /// Adds registers to the code's lists and returns the place of the first.
    pub(super) fn push_register_list(&mut self, registers: &[Register]) -> u32 {
        let place = self.out.code.lists.len() as u32;
        self.out.code.lists.extend_from_slice(registers);
        place
    }

    /// Emits `op a` and returns its register.
    pub(super) fn emit_unary(&mut self, op: Unary, a: Register) -> LowerResult<Register> {
        if self.out.wide {
            return self.emit_wide_unary(op, a);
        }
        let to = self.out.registers.allocate_temporaries(1)?;
        self.emit(Instruction::Unary { op, to, a })?;
        Ok(to)
    }

    /// Emits `op a b` and returns its register.
    pub(super) fn emit_binary(&mut self, op: Binary, a: Register, b: Register) -> LowerResult<Register> {
        if self.out.wide {
            return self.emit_wide_binary(op, a, b);
        }
        let to = self.out.registers.allocate_temporaries(1)?;
        self.emit(Instruction::Binary { op, to, a, b })?;
        Ok(to)
    }

    /// Emits `op(a, b, c)` and returns its register.
    pub(super) fn emit_ternary(&mut self, op: Ternary, a: Register, b: Register, c: Register) -> LowerResult<Register> {
        if self.out.wide {
            return self.emit_wide_ternary(op, a, b, c);
        }
        let to = self.out.registers.allocate_temporaries(1)?;
        self.emit(Instruction::Ternary { op, to, a, b, c })?;
        Ok(to)
    }

    /// In watched code, marks a register as possibly undefined.
    pub(super) fn emit_doubt(
        &mut self,
        question: CheckCondition,
        [a, b]: [Register; 2],
        to: Register,
    ) -> LowerResult<()> {
        if self.out.watched && self.out.wide {
            return self.emit_wide_doubt(question, [a, b], to);
        }
        if self.out.watched {
            self.emit(Instruction::CheckUndefined(UndefinedCheck { question, a, b, to }))?;
        }
        Ok(())
    }

    /// Copies a register into another.
    pub(super) fn emit_copy(&mut self, to: Register, a: Register) -> LowerResult<()> {
        if to != a {
            self.emit(Instruction::Unary { op: Unary::Copy, to, a })?;
        }
        Ok(())
    }

    /// Returns the register of a float constant.
    pub(super) fn float_constant(&mut self, value: f32) -> LowerResult<Register> {
        if self.out.wide {
            return self.wide_constant(f64::from(value).to_bits());
        }
        self.out.registers.constant_register(value.to_bits())
    }

    /// Returns the register of an integer constant.
    pub(super) fn uint_constant(&mut self, value: u32) -> LowerResult<Register> {
        self.out.registers.constant_register(value)
    }

    /// Emits an instruction that opens a frame.
    pub(super) fn open_frame(&mut self, instruction: Instruction) -> LowerResult<Pc> {
        let place = self.emit(instruction)?;
        self.flow.frames.push(vec![]);
        Ok(place)
    }

    /// Emits the instruction at which lanes of the innermost frame come together, and points the
    /// lanes that wait for such a place there.
    pub(super) fn emit_join(&mut self, instruction: Instruction) -> LowerResult<Pc> {
        let place = self.emit(instruction)?;
        for leaving in self.flow.frames.last_mut().map(std::mem::take).unwrap_or_default() {
            let instruction = self.out.code.instructions.get_mut(leaving as usize);
            if let Some(Instruction::Leave { join, .. } | Instruction::Kill { join }) = instruction {
                *join = place;
            }
        }
        Ok(place)
    }

    /// Emits a join as [`Lowering::emit_join`] does, and closes the frame.
    pub(super) fn close_frame(&mut self, instruction: Instruction) -> LowerResult<Pc> {
        let place = self.emit_join(instruction)?;
        self.flow.frames.pop();
        Ok(place)
    }

    /// Sets the target of an `If`, `Case` or `Else`.
    pub(super) fn patch_target(&mut self, from: Option<Pc>, place: Pc) {
        let instruction = from.and_then(|from| self.out.code.instructions.get_mut(from as usize));
        match instruction {
            Some(Instruction::If { otherwise, .. } | Instruction::Case { otherwise, .. }) => *otherwise = place,
            Some(Instruction::Else { end }) => *end = place,
            _ => {}
        }
    }

    /// Makes the active lanes leave all frames inside the one with that number.
    pub(super) fn emit_leave(&mut self, frame: usize, again: bool) -> LowerResult<()> {
        let frames = (self.flow.frames.len() - 1).saturating_sub(frame) as u16;
        let place = self.emit(Instruction::Leave { frames, again, join: 0 })?;
        self.defer_join(place);
        Ok(())
    }

    /// Points that instruction at the next join of the innermost frame, once it is known.
    pub(super) fn defer_join(&mut self, place: Pc) {
        if let Some(frame) = self.flow.frames.last_mut() {
            frame.push(place);
        }
    }
}
