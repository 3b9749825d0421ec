//! Arithmetic on numbers of other than 32 bits.
//!
//! A number of 64 bits goes through the same code as one of 32: while
//! [`OutputCode::wide`](super::lowering::OutputCode) is set, a register number denotes itself and
//! the next register. A number of 8 or 16 bits is calculated in 32 bits, and the result is narrowed
//! afterwards.

use super::super::assembly::{Binary, Instruction, Register, Ternary, Unary};
use super::super::number::{NumberType, split_words};
use super::super::undefined::CheckCondition;
use super::super::wide::WideOp;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, literal_operands};
use super::types::Type;
use super::value::{IdValue, PointerTarget};
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{GlslStd450Op as F, Op, Word};

impl Lowering<'_> {
    /// Lowers an instruction on numbers of other than 32 bits. Returns false for any other
    /// instruction, and for one whose usual code is right for them.
    pub(super) fn lower_other_width(&mut self, instruction: &Made) -> LowerResult<bool> {
        let op = instruction.class.opcode;
        let Some(of) = instruction.result_type else { return Ok(false) };
        // For a struct of two results, the first decides.
        let first = if op == Op::ExtInst { self.struct_pair_types(of)?[0] } else { None };
        let Some(result) = self.source.types.element_number(first.unwrap_or(of)) else { return Ok(false) };
        if let Some(registers) = self.lower_conversion(instruction, result)? {
            self.set_result(instruction, registers)?;
            return Ok(true);
        }
        let first = if op == Op::ExtInst { 2 } else { 0 };
        let given = match instruction.operands.get(first).and_then(Operand::id_ref_any) {
            Some(operand) if !has_unrelated_operand(op) => {
                self.type_of(operand).ok().and_then(|of| self.source.types.element_number(of))
            }
            _ => return Ok(false),
        };
        let number = given.filter(|number| number.bit_width() != 32).unwrap_or(result);
        match number.bit_width() {
            64 => self.lower_wide(instruction),
            32 => Ok(false),
            _ => self.lower_narrow(instruction, number, result),
        }
    }

    /// Lowers an instruction on numbers of 64 bits.
    fn lower_wide(&mut self, instruction: &Made) -> LowerResult<bool> {
        let registers = match instruction.class.opcode {
            // Word-by-word code is right for these.
            Op::BitwiseAnd
            | Op::BitwiseOr
            | Op::BitwiseXor
            | Op::Not
            | Op::CompositeConstruct
            | Op::CompositeExtract
            | Op::CompositeInsert => return Ok(false),
            Op::VectorShuffle => self.lower_wide_shuffle(instruction)?,
            Op::VectorExtractDynamic | Op::VectorInsertDynamic => self.lower_wide_dynamic(instruction)?,
            Op::ExtInst
                if matches!(instruction.operands.get(1), Some(Operand::LiteralExtInstInteger(op))
                if matches!(F::from_u32(*op), Some(F::PackDouble2x32 | F::UnpackDouble2x32))) =>
            {
                self.operand_registers(instruction, 2)?
            }
            Op::ExtInst => {
                self.out.wide = true;
                let handles = self.glsl_function_registers(instruction);
                self.out.wide = false;
                self.expand_handles(handles?, instruction.result_type)?
            }
            _ => {
                self.out.wide = true;
                let handles = match self.lower_arithmetic(instruction) {
                    Ok(None) => self.lower_matrix_op(instruction),
                    other => other,
                };
                self.out.wide = false;
                let Some(handles) = handles? else { return Ok(false) };
                self.expand_handles(handles, instruction.result_type)?
            }
        };
        self.set_result(instruction, registers)?;
        Ok(true)
    }

    /// Lowers an instruction on numbers of 8 or 16 bits, and narrows its result to their width.
    fn lower_narrow(&mut self, instruction: &Made, number: NumberType, result: NumberType) -> LowerResult<bool> {
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
        if moves || result.bit_width() == 32 {
            return Ok(false);
        }
        let registers = match op {
            Op::ExtInst => self.glsl_function_registers(instruction)?,
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => {
                let registers = self.lower_narrow_shift(instruction, number)?;
                self.set_result(instruction, registers)?;
                return Ok(true);
            }
            _ => match self.lower_arithmetic(instruction)? {
                Some(registers) => registers,
                None => match self.lower_matrix_op(instruction)? {
                    Some(registers) => registers,
                    None => return Ok(false),
                },
            },
        };
        let registers = self.map_lanes(&registers, |lowering, register| lowering.narrow_result(register, result))?;
        self.set_result(instruction, registers)?;
        Ok(true)
    }

    /// Lowers a shift of numbers of 8 or 16 bits. A shift by their width or more is undefined even
    /// where the 32-bit shift is not, so the result is marked after it has been narrowed.
    fn lower_narrow_shift(&mut self, instruction: &Made, number: NumberType) -> LowerResult<Vec<Register>> {
        let op = match instruction.class.opcode {
            Op::ShiftLeftLogical => Binary::ShiftLeft,
            Op::ShiftRightLogical => Binary::ShiftRight,
            _ => Binary::ShiftRightInt,
        };
        let values = self.operand_registers(instruction, 0)?;
        let mut amounts = self.operand_registers(instruction, 1)?;
        if amounts.len() == 2 * values.len() {
            amounts = amounts.into_iter().step_by(2).collect(); // a 64-bit shift count: its low word is enough
        }
        let bits = self.uint_constant(number.bit_width().into())?;
        let most = self.uint_constant(31)?;
        self.zip_lanes(&values, &amounts, |lowering, value, amount| {
            let within = if lowering.out.watched { lowering.emit_binary(Binary::And, amount, most)? } else { amount };
            let shifted = lowering.emit_binary(op, value, within)?;
            let to = lowering.narrow_result(shifted, number)?;
            lowering.emit_doubt(CheckCondition::ShiftNarrow, [amount, bits], to)?;
            Ok(to)
        })
    }

    /// Narrows a result of 32 bits to a number of 8 or 16.
    pub(super) fn narrow_result(&mut self, register: Register, number: NumberType) -> LowerResult<Register> {
        let zero = self.uint_constant(0)?;
        match number {
            NumberType::Float(16) => {
                let half = self.emit_binary(Binary::PackHalf, register, zero)?;
                self.emit_unary(Unary::HalfLow, half)
            }
            NumberType::Int(bits @ (8 | 16)) => {
                let bits = self.uint_constant(bits.into())?;
                self.emit_ternary(Ternary::FieldInt, register, zero, bits)
            }
            NumberType::Uint(bits @ (8 | 16)) => {
                let bits = self.uint_constant(bits.into())?;
                self.emit_ternary(Ternary::FieldUint, register, zero, bits)
            }
            _ => Ok(register),
        }
    }

    /// Turns numbers of 64 bits into handles: the first of two consecutive registers.
    pub(super) fn collect_handles(&mut self, registers: &[Register]) -> LowerResult<Vec<Register>> {
        let mut handles = vec![];
        for pair in registers.chunks(2) {
            let &[low, high] = pair else { return not_emulated("a number of 64 bits has two words") };
            if high == low + 1 {
                handles.push(low);
                continue;
            }
            let to = self.out.registers.allocate_temporaries(2)?;
            self.emit_copy(to, low)?;
            self.emit_copy(to + 1, high)?;
            handles.push(to);
        }
        Ok(handles)
    }

    /// Expands handles to the registers of both words; returns values of other types unchanged.
    pub(super) fn expand_handles(&self, handles: Vec<Register>, of: Option<Word>) -> LowerResult<Vec<Register>> {
        let words = of.map_or(Ok(0), |of| self.source.types.word_count(of))? as usize;
        if words != handles.len() * 2 {
            return Ok(handles);
        }
        Ok(handles.into_iter().flat_map(|low| [low, low + 1]).collect())
    }

    /// Returns the operands of an instruction on numbers of 64 bits: a handle for each of these,
    /// the register of others.
    pub(super) fn wide_operand(&mut self, of: Word) -> LowerResult<Vec<Register>> {
        let registers = self.id_value(of)?;
        if registers.target.is_some() {
            return not_emulated(format!("%{of} is not a value"));
        }
        let wide = self.type_of(of).ok().and_then(|of| self.source.types.element_number(of));
        match wide.is_some_and(|number| number.bit_width() == 64) {
            true => self.collect_handles(&registers.registers),
            false => Ok(registers.registers),
        }
    }

    /// Emits `op a` of 64 bits.
    pub(super) fn emit_wide_unary(&mut self, op: Unary, a: Register) -> LowerResult<Register> {
        if op == Unary::Not {
            return self.without_wide(|lowering| lowering.emit_unary(op, a));
        }
        self.emit_wide(WideOp::Unary(op), [a, a, a])
    }

    /// Emits `a op b` of 64 bits; for booleans, of 32.
    pub(super) fn emit_wide_binary(&mut self, op: Binary, a: Register, b: Register) -> LowerResult<Register> {
        if matches!(op, Binary::And | Binary::Or | Binary::Xor) {
            return self.without_wide(|lowering| lowering.emit_binary(op, a, b));
        }
        self.emit_wide(WideOp::Binary(op), [a, b, a])
    }

    /// Emits `op(a, b, c)` of 64 bits; the condition of a select is a boolean of 32.
    pub(super) fn emit_wide_ternary(
        &mut self,
        op: Ternary,
        a: Register,
        b: Register,
        c: Register,
    ) -> LowerResult<Register> {
        if op != Ternary::Select {
            return self.emit_wide(WideOp::Ternary(op), [a, b, c]);
        }
        let to = self.out.registers.allocate_temporaries(2)?;
        self.emit(Instruction::Ternary { op, to, a, b, c })?;
        self.emit(Instruction::Ternary { op, to: to + 1, a, b: b + 1, c: c + 1 })?;
        Ok(to)
    }

    /// Emits an operation of 64 bits.
    pub(super) fn emit_wide(&mut self, op: WideOp, [a, b, c]: [Register; 3]) -> LowerResult<Register> {
        if !op.is_supported() {
            return not_emulated(format!("the emulator has no {op:?} of 64 bits"));
        }
        let to = self.out.registers.allocate_temporaries(op.result_registers())?;
        self.emit(Instruction::Wide { op, to, a, b, c })?;
        Ok(to)
    }

    /// Runs `work` with registers of 32 bits.
    fn without_wide<T>(&mut self, work: impl FnOnce(&mut Self) -> LowerResult<T>) -> LowerResult<T> {
        self.out.wide = false;
        let done = work(self);
        self.out.wide = true;
        done
    }

    /// Returns the register of a constant of 64 bits.
    pub(super) fn wide_constant(&mut self, number: u64) -> LowerResult<Register> {
        let [low, high] = split_words(number);
        let words = [self.out.registers.constant_register(low)?, self.out.registers.constant_register(high)?];
        Ok(self.without_wide(|lowering| lowering.collect_handles(&words))?[0])
    }

    /// Marks an undefined operation on numbers of 64 bits by a condition that is computed first.
    pub(super) fn emit_wide_doubt(
        &mut self,
        question: CheckCondition,
        [a, b]: [Register; 2],
        to: Register,
    ) -> LowerResult<()> {
        let less = match question {
            CheckCondition::ClampInt => Binary::LessInt,
            CheckCondition::ClampUint => Binary::LessUint,
            CheckCondition::Inverse => {
                let zero = self.wide_constant(0)?;
                let other = self.emit_wide_binary(Binary::NotEqualFloat, a, zero)?;
                return self.without_wide(|lowering| lowering.emit_doubt(question, [other; 2], to));
            }
            _ => return Ok(()),
        };
        let above = self.emit_wide_binary(less, b, a)?;
        self.without_wide(|lowering| {
            let zero = lowering.uint_constant(0)?;
            lowering.emit_doubt(CheckCondition::ClampUint, [above, zero], to)
        })
    }

    fn lower_wide_shuffle(&mut self, instruction: &Made) -> LowerResult<Vec<Register>> {
        let mut words = self.operand_registers(instruction, 0)?;
        words.extend(self.operand_registers(instruction, 1)?);
        let lanes: Vec<&[Register]> = words.chunks(2).collect();
        let mut picked = vec![];
        for lane in literal_operands(instruction, 2)? {
            let lane = if lane == u32::MAX { 0 } else { lane as usize };
            match lanes.get(lane) {
                Some(words) => picked.extend_from_slice(words),
                None => return not_emulated("a value has too few parts"),
            }
        }
        Ok(picked)
    }

    /// Lowers a dynamic access to a lane of a vector: its low words and its high words are treated as separate vectors.
    fn lower_wide_dynamic(&mut self, instruction: &Made) -> LowerResult<Vec<Register>> {
        let vector = self.operand_registers(instruction, 0)?;
        let low = take_every_second(0, &vector);
        let high = take_every_second(1, &vector);
        if instruction.class.opcode == Op::VectorExtractDynamic {
            let index = id_operand(instruction, 1)?;
            return Ok(vec![self.extract_dynamic_lane(&low, index)?, self.extract_dynamic_lane(&high, index)?]);
        }
        let given = self.operand_registers(instruction, 1)?;
        let index = id_operand(instruction, 2)?;
        let &[given_low, given_high] = &given[..] else { return not_emulated("a number of 64 bits has two words") };
        let low = self.insert_dynamic_lane(&low, given_low, index)?;
        let high = self.insert_dynamic_lane(&high, given_high, index)?;
        Ok(low.into_iter().zip(high).flat_map(|(low, high)| [low, high]).collect())
    }

    /// Returns the types of the first two members of a struct.
    pub(super) fn struct_pair_types(&self, of: Word) -> LowerResult<[Option<Word>; 2]> {
        Ok(match self.source.types.get(of)? {
            Type::Struct(members) => [0, 1].map(|at| members.get(at).map(|member| member.of)),
            _ => [None; 2],
        })
    }

    /// Returns a second result as the words that the pointer's target has: handles are expanded for 64-bit targets.
    pub(super) fn words_for_pointer(&mut self, pointer: &IdValue, second: Vec<Register>) -> LowerResult<Vec<Register>> {
        match pointer.target {
            Some(PointerTarget::Local { of, .. } | PointerTarget::Memory { of, .. }) => {
                self.expand_handles(second, Some(of))
            }
            _ => Ok(second),
        }
    }
}

fn take_every_second(at: usize, vector: &[Register]) -> Vec<Register> {
    vector.iter().skip(at).step_by(2).copied().collect::<Vec<Register>>()
}

/// True if an instruction's first operand does not have the type that it calculates with.
fn has_unrelated_operand(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Load | AccessChain | InBoundsAccessChain | FunctionCall | Phi | CopyObject | Undef | ArrayLength | Variable
    )
}
