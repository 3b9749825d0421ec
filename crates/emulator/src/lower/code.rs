//! Instructions, one after another, and the frames that are open.

use super::super::assembly::{Binary, Instruction, Pc, Register, Ternary, Unary};
use super::super::undefined::{Doubtful, Question};
use super::fault::{Lowered, limit};
use super::lowering::Lowering;
use super::operands;

/// Instructions of a kernel, at most.
const MOST: u64 = 1_000_000;

/// Numbers of a slot, at most.
pub(super) const MOST_SLOTS: u64 = 1 << 15;

impl Lowering<'_> {
    /// Adds an instruction and gives its place.
    pub(super) fn emit(&mut self, instruction: Instruction) -> Lowered<Pc> {
        let place = self.out.code.instructions.len();
        limit("instructions", place as u64, MOST, "split the kernel, or call long functions in a loop")?;
        let next = place as Pc + 1;
        let registers = &mut self.out.registers;
        operands::reads(&self.out.code, &instruction, |register| registers.read(register, next));
        let (first, count) = operands::writes(&self.out.code, &instruction);
        (first..first + count).for_each(|register| registers.write(register, next));
        if is_control(&instruction) {
            self.out.straight = next;
        }
        self.out.code.instructions.push(instruction);
        self.out.code.lines.push(self.out.line);
        Ok(place as Pc)
    }

    /// Adds registers to the lists.
    pub(super) fn list(&mut self, registers: &[Register]) -> u32 {
        let place = self.out.code.lists.len() as u32;
        self.out.code.lists.extend_from_slice(registers);
        place
    }

    /// `op a` in a new register.
    pub(super) fn unary(&mut self, op: Unary, a: Register) -> Lowered<Register> {
        if self.out.wide {
            return self.wide_unary(op, a);
        }
        let to = self.out.registers.temporaries(1)?;
        self.emit(Instruction::Unary { op, to, a })?;
        Ok(to)
    }

    /// `a op b` in a new register.
    pub(super) fn binary(&mut self, op: Binary, a: Register, b: Register) -> Lowered<Register> {
        if self.out.wide {
            return self.wide_binary(op, a, b);
        }
        let to = self.out.registers.temporaries(1)?;
        self.emit(Instruction::Binary { op, to, a, b })?;
        Ok(to)
    }

    /// `op(a, b, c)` in a new register.
    pub(super) fn ternary(&mut self, op: Ternary, a: Register, b: Register, c: Register) -> Lowered<Register> {
        if self.out.wide {
            return self.wide_ternary(op, a, b, c);
        }
        let to = self.out.registers.temporaries(1)?;
        self.emit(Instruction::Ternary { op, to, a, b, c })?;
        Ok(to)
    }

    /// In watched code: a register may be undefined.
    pub(super) fn doubt(&mut self, question: Question, [a, b]: [Register; 2], to: Register) -> Lowered<()> {
        if self.out.watched && self.out.wide {
            return self.wide_doubt(question, [a, b], to);
        }
        if self.out.watched {
            self.emit(Instruction::Doubt(Doubtful { question, a, b, to }))?;
        }
        Ok(())
    }

    /// Copies a register into another.
    pub(super) fn copy(&mut self, to: Register, a: Register) -> Lowered<()> {
        if to != a {
            self.emit(Instruction::Unary { op: Unary::Copy, to, a })?;
        }
        Ok(())
    }

    /// The register of a float constant.
    pub(super) fn float(&mut self, value: f32) -> Lowered<Register> {
        if self.out.wide {
            return self.wide_constant(f64::from(value).to_bits());
        }
        self.out.registers.constant(value.to_bits())
    }

    /// The register of a whole constant.
    pub(super) fn whole(&mut self, value: u32) -> Lowered<Register> {
        self.out.registers.constant(value)
    }

    /// Opens a frame.
    pub(super) fn open(&mut self, instruction: Instruction) -> Lowered<Pc> {
        let place = self.emit(instruction)?;
        self.flow.frames.push(vec![]);
        Ok(place)
    }

    /// Adds the instruction at which lanes of the innermost frame come together; those who were to go there
    /// go there now.
    pub(super) fn meet(&mut self, instruction: Instruction) -> Lowered<Pc> {
        let place = self.emit(instruction)?;
        for leaving in self.flow.frames.last_mut().map(std::mem::take).unwrap_or_default() {
            let instruction = self.out.code.instructions.get_mut(leaving as usize);
            if let Some(Instruction::Leave { join, .. } | Instruction::Kill { join }) = instruction {
                *join = place;
            }
        }
        Ok(place)
    }

    /// As [`Lowering::meet`], and closes the frame.
    pub(super) fn close(&mut self, instruction: Instruction) -> Lowered<Pc> {
        let place = self.meet(instruction)?;
        self.flow.frames.pop();
        Ok(place)
    }

    /// Sets where an instruction goes.
    pub(super) fn aim(&mut self, from: Option<Pc>, place: Pc) {
        let instruction = from.and_then(|from| self.out.code.instructions.get_mut(from as usize));
        match instruction {
            Some(Instruction::If { otherwise, .. } | Instruction::Case { otherwise, .. }) => *otherwise = place,
            Some(Instruction::Else { end }) => *end = place,
            _ => {}
        }
    }

    /// The active lanes leave frames: all those inside the one with that number.
    pub(super) fn leave(&mut self, frame: usize, again: bool) -> Lowered<()> {
        let frames = (self.flow.frames.len() - 1).saturating_sub(frame) as u16;
        let place = self.emit(Instruction::Leave { frames, again, join: 0 })?;
        self.join_later(place);
        Ok(())
    }

    /// That instruction goes to where lanes of the innermost frame come together next.
    pub(super) fn join_later(&mut self, place: Pc) {
        if let Some(frame) = self.flow.frames.last_mut() {
            frame.push(place);
        }
    }
}

/// Whether lanes may come or go there.
pub(super) fn is_control(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::If { .. }
            | Instruction::Else { .. }
            | Instruction::EndIf
            | Instruction::Loop
            | Instruction::Continue
            | Instruction::Repeat { .. }
            | Instruction::EndLoop
            | Instruction::Switch
            | Instruction::Case { .. }
            | Instruction::EndSwitch
            | Instruction::Call
            | Instruction::EndCall
            | Instruction::Leave { .. }
            | Instruction::Kill { .. }
    )
}
