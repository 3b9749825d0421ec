//! Arithmetic on numbers of other than 32 bits.
//!
//! A number of 64 bits goes through the same code as one of 32: while [`OutputCode::wide`](super::lowering::OutputCode) is
//! set, a register number denotes itself and the next register. A number of 8 or 16 bits is calculated in 32 bits, and
//! the result is narrowed afterwards.

use super::super::assembly::{Binary, Instruction, Register, Ternary, Unary};
use super::super::number::{Number, split};
use super::super::undefined::Question;
use super::super::wide::Wide;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{id, literals};
use super::types::Type;
use super::value::{IdValue, PointerTarget};
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{GlslStd450Op as F, Op, Word};

impl Lowering<'_> {
    /// Lowers an instruction on numbers of other than 32 bits. Returns false for any other instruction, and for one whose
    /// usual code is right for them.
    pub(super) fn other_number(&mut self, instruction: &Made) -> Lowered<bool> {
        let op = instruction.class.opcode;
        let Some(of) = instruction.result_type else { return Ok(false) };
        // For a struct of two results, the first decides.
        let first = if op == Op::ExtInst { self.two_parts(of)?[0] } else { None };
        let Some(result) = self.source.types.number(first.unwrap_or(of)) else { return Ok(false) };
        if let Some(registers) = self.conversion(instruction, result)? {
            self.give(instruction, registers)?;
            return Ok(true);
        }
        let first = if op == Op::ExtInst { 2 } else { 0 };
        let given = match instruction.operands.get(first).and_then(Operand::id_ref_any) {
            Some(operand) if !is_other(op) => self.type_of(operand).ok().and_then(|of| self.source.types.number(of)),
            _ => return Ok(false),
        };
        let number = given.filter(|number| number.bits() != 32).unwrap_or(result);
        match number.bits() {
            64 => self.wide(instruction),
            32 => Ok(false),
            _ => self.narrow(instruction, number, result),
        }
    }

    /// Lowers an instruction on numbers of 64 bits.
    fn wide(&mut self, instruction: &Made) -> Lowered<bool> {
        let registers = match instruction.class.opcode {
            // Word-by-word code is right for these.
            Op::BitwiseAnd
            | Op::BitwiseOr
            | Op::BitwiseXor
            | Op::Not
            | Op::CompositeConstruct
            | Op::CompositeExtract
            | Op::CompositeInsert => return Ok(false),
            Op::VectorShuffle => self.wide_shuffle(instruction)?,
            Op::VectorExtractDynamic | Op::VectorInsertDynamic => self.wide_dynamic(instruction)?,
            Op::ExtInst
                if matches!(instruction.operands.get(1), Some(Operand::LiteralExtInstInteger(op))
                if matches!(F::from_u32(*op), Some(F::PackDouble2x32 | F::UnpackDouble2x32))) =>
            {
                self.operand(instruction, 2)?
            }
            Op::ExtInst => {
                self.out.wide = true;
                let handles = self.extended(instruction);
                self.out.wide = false;
                self.spread(handles?, instruction.result_type)?
            }
            _ => {
                self.out.wide = true;
                let handles = match self.arithmetic(instruction) {
                    Ok(None) => self.algebra(instruction),
                    other => other,
                };
                self.out.wide = false;
                let Some(handles) = handles? else { return Ok(false) };
                self.spread(handles, instruction.result_type)?
            }
        };
        self.give(instruction, registers)?;
        Ok(true)
    }

    /// Lowers an instruction on numbers of 8 or 16 bits, and narrows its result to their width.
    fn narrow(&mut self, instruction: &Made, number: Number, result: Number) -> Lowered<bool> {
        let op = instruction.class.opcode;
        let moves = matches!(
            op,
            Op::CompositeConstruct
                | Op::CompositeExtract
                | Op::CompositeInsert
                | Op::VectorShuffle
                | Op::VectorExtractDynamic
                | Op::VectorInsertDynamic
                | Op::Select
        );
        if moves || result.bits() == 32 {
            return Ok(false);
        }
        let registers = match op {
            Op::ExtInst => self.extended(instruction)?,
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => {
                let registers = self.narrow_shift(instruction, number)?;
                self.give(instruction, registers)?;
                return Ok(true);
            }
            _ => match self.arithmetic(instruction)? {
                Some(registers) => registers,
                None => match self.algebra(instruction)? {
                    Some(registers) => registers,
                    None => return Ok(false),
                },
            },
        };
        let registers = self.each(&registers, |lowering, register| lowering.brought_back(register, result))?;
        self.give(instruction, registers)?;
        Ok(true)
    }

    /// Lowers a shift of numbers of 8 or 16 bits. A shift by their width or more is undefined even where the 32-bit shift is
    /// not, so the result is marked after it has been narrowed.
    fn narrow_shift(&mut self, instruction: &Made, number: Number) -> Lowered<Vec<Register>> {
        let op = match instruction.class.opcode {
            Op::ShiftLeftLogical => Binary::ShiftLeft,
            Op::ShiftRightLogical => Binary::ShiftRight,
            _ => Binary::ShiftRightInt,
        };
        let (values, mut amounts) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
        if amounts.len() == 2 * values.len() {
            amounts = amounts.into_iter().step_by(2).collect(); // a 64-bit shift count: its low word is enough
        }
        let (bits, most) = (self.whole(number.bits().into())?, self.whole(31)?);
        self.pairs(&values, &amounts, |lowering, value, amount| {
            let within = if lowering.out.watched { lowering.binary(Binary::And, amount, most)? } else { amount };
            let shifted = lowering.binary(op, value, within)?;
            let to = lowering.brought_back(shifted, number)?;
            lowering.doubt(Question::ShiftNarrow, [amount, bits], to)?;
            Ok(to)
        })
    }

    /// Narrows a result of 32 bits to a number of 8 or 16.
    pub(super) fn brought_back(&mut self, register: Register, number: Number) -> Lowered<Register> {
        let zero = self.whole(0)?;
        match number {
            Number::Float(16) => {
                let half = self.binary(Binary::PackHalf, register, zero)?;
                self.unary(Unary::HalfLow, half)
            }
            Number::Int(bits @ (8 | 16)) => {
                let bits = self.whole(bits.into())?;
                self.ternary(Ternary::FieldInt, register, zero, bits)
            }
            Number::Uint(bits @ (8 | 16)) => {
                let bits = self.whole(bits.into())?;
                self.ternary(Ternary::FieldUint, register, zero, bits)
            }
            _ => Ok(register),
        }
    }

    /// Turns numbers of 64 bits into handles: the first of two consecutive registers.
    pub(super) fn handles(&mut self, registers: &[Register]) -> Lowered<Vec<Register>> {
        let mut handles = vec![];
        for pair in registers.chunks(2) {
            let &[low, high] = pair else { return fault("a number of 64 bits has two words") };
            if high == low + 1 {
                handles.push(low);
                continue;
            }
            let to = self.out.registers.temporaries(2)?;
            self.copy(to, low)?;
            self.copy(to + 1, high)?;
            handles.push(to);
        }
        Ok(handles)
    }

    /// Expands handles to the registers of both words; returns values of other types unchanged.
    pub(super) fn spread(&self, handles: Vec<Register>, of: Option<Word>) -> Lowered<Vec<Register>> {
        let words = of.map_or(Ok(0), |of| self.source.types.words(of))? as usize;
        if words != handles.len() * 2 {
            return Ok(handles);
        }
        Ok(handles.into_iter().flat_map(|low| [low, low + 1]).collect())
    }

    /// Returns the operands of an instruction on numbers of 64 bits: a handle for each of these, the register of others.
    pub(super) fn wide_operand(&mut self, of: Word) -> Lowered<Vec<Register>> {
        let registers = self.value(of)?;
        if registers.target.is_some() {
            return fault(format!("%{of} is no value"));
        }
        let wide = self.type_of(of).ok().and_then(|of| self.source.types.number(of));
        match wide.is_some_and(|number| number.bits() == 64) {
            true => self.handles(&registers.registers),
            false => Ok(registers.registers),
        }
    }

    /// Emits `op a` of 64 bits.
    pub(super) fn wide_unary(&mut self, op: Unary, a: Register) -> Lowered<Register> {
        if op == Unary::Not {
            return self.plainly(|lowering| lowering.unary(op, a));
        }
        self.emit_wide(Wide::Unary(op), [a, a, a])
    }

    /// Emits `a op b` of 64 bits; for booleans, of 32.
    pub(super) fn wide_binary(&mut self, op: Binary, a: Register, b: Register) -> Lowered<Register> {
        if matches!(op, Binary::And | Binary::Or | Binary::Xor) {
            return self.plainly(|lowering| lowering.binary(op, a, b));
        }
        self.emit_wide(Wide::Binary(op), [a, b, a])
    }

    /// Emits `op(a, b, c)` of 64 bits; the condition of a select is a boolean of 32.
    pub(super) fn wide_ternary(&mut self, op: Ternary, a: Register, b: Register, c: Register) -> Lowered<Register> {
        if op != Ternary::Select {
            return self.emit_wide(Wide::Ternary(op), [a, b, c]);
        }
        let to = self.out.registers.temporaries(2)?;
        self.emit(Instruction::Ternary { op, to, a, b, c })?;
        self.emit(Instruction::Ternary { op, to: to + 1, a, b: b + 1, c: c + 1 })?;
        Ok(to)
    }

    /// Emits an operation of 64 bits.
    pub(super) fn emit_wide(&mut self, op: Wide, [a, b, c]: [Register; 3]) -> Lowered<Register> {
        if !op.exists() {
            return fault(format!("the emulator has no {op:?} of 64 bits"));
        }
        let to = self.out.registers.temporaries(op.writes())?;
        self.emit(Instruction::Wide { op, to, a, b, c })?;
        Ok(to)
    }

    /// Runs `work` with registers of 32 bits.
    fn plainly<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        self.out.wide = false;
        let done = work(self);
        self.out.wide = true;
        done
    }

    /// Returns the register of a constant of 64 bits.
    pub(super) fn wide_constant(&mut self, number: u64) -> Lowered<Register> {
        let [low, high] = split(number);
        let words = [self.out.registers.constant(low)?, self.out.registers.constant(high)?];
        Ok(self.plainly(|lowering| lowering.handles(&words))?[0])
    }

    /// Marks an undefined operation on numbers of 64 bits by a condition that is computed first.
    pub(super) fn wide_doubt(&mut self, question: Question, [a, b]: [Register; 2], to: Register) -> Lowered<()> {
        let less = match question {
            Question::ClampInt => Binary::LessInt,
            Question::ClampUint => Binary::LessUint,
            Question::Inverse => {
                let zero = self.wide_constant(0)?;
                let other = self.wide_binary(Binary::NotEqualFloat, a, zero)?;
                return self.plainly(|lowering| lowering.doubt(question, [other; 2], to));
            }
            _ => return Ok(()),
        };
        let above = self.wide_binary(less, b, a)?;
        self.plainly(|lowering| {
            let zero = lowering.whole(0)?;
            lowering.doubt(Question::ClampUint, [above, zero], to)
        })
    }

    fn wide_shuffle(&mut self, instruction: &Made) -> Lowered<Vec<Register>> {
        let mut words = self.operand(instruction, 0)?;
        words.extend(self.operand(instruction, 1)?);
        let lanes: Vec<&[Register]> = words.chunks(2).collect();
        let mut picked = vec![];
        for lane in literals(instruction, 2)? {
            let lane = if lane == u32::MAX { 0 } else { lane as usize };
            match lanes.get(lane) {
                Some(words) => picked.extend_from_slice(words),
                None => return fault("a value has too few parts"),
            }
        }
        Ok(picked)
    }

    /// Lowers a dynamic access to a lane of a vector: its low words and its high words are treated as separate vectors.
    fn wide_dynamic(&mut self, instruction: &Made) -> Lowered<Vec<Register>> {
        let vector = self.operand(instruction, 0)?;
        let half = |at: usize| vector.iter().skip(at).step_by(2).copied().collect::<Vec<Register>>();
        let (low, high) = (half(0), half(1));
        if instruction.class.opcode == Op::VectorExtractDynamic {
            let index = id(instruction, 1)?;
            return Ok(vec![self.extract(&low, index)?, self.extract(&high, index)?]);
        }
        let (given, index) = (self.operand(instruction, 1)?, id(instruction, 2)?);
        let &[given_low, given_high] = &given[..] else { return fault("a number of 64 bits has two words") };
        let (low, high) = (self.insert(&low, given_low, index)?, self.insert(&high, given_high, index)?);
        Ok(low.into_iter().zip(high).flat_map(|(low, high)| [low, high]).collect())
    }

    /// Returns the types of the first two members of a struct.
    pub(super) fn two_parts(&self, of: Word) -> Lowered<[Option<Word>; 2]> {
        Ok(match self.source.types.get(of)? {
            Type::Struct(members) => [0, 1].map(|at| members.get(at).map(|member| member.of)),
            _ => [None; 2],
        })
    }

    /// Returns a second result as the words that the pointer's target has: handles are expanded for 64-bit targets.
    pub(super) fn pointed_words(&mut self, pointer: &IdValue, second: Vec<Register>) -> Lowered<Vec<Register>> {
        match pointer.target {
            Some(PointerTarget::Local { of, .. } | PointerTarget::Memory { of, .. }) => self.spread(second, Some(of)),
            _ => Ok(second),
        }
    }
}

/// True if an instruction's first operand does not have the type that it calculates with.
fn is_other(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Load | AccessChain | InBoundsAccessChain | FunctionCall | Phi | CopyObject | Undef | ArrayLength | Variable
    )
}
