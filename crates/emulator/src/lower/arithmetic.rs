//! Arithmetic, comparisons and bit operations, lane by lane.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, result_and_type};
use super::value::IdValue;
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};

/// The emulator's operation for an opcode with two operands, and the order of its operands.
enum OperandOrder {
    Plain(Binary),
    /// With the operands swapped.
    Swapped(Binary),
    /// With the result negated.
    Negated(Binary),
    NegatedSwapped(Binary),
}

/// Returns the emulator's operation for an opcode with one operand.
fn unary_of(op: Op) -> Option<Unary> {
    Some(match op {
        Op::SNegate => Unary::NegateInt,
        Op::FNegate => Unary::NegateFloat,
        Op::Not | Op::LogicalNot => Unary::Not,
        Op::ConvertFToS => Unary::FloatToInt,
        Op::ConvertFToU => Unary::FloatToUint,
        Op::ConvertSToF => Unary::IntToFloat,
        Op::ConvertUToF => Unary::UintToFloat,
        Op::BitReverse => Unary::BitReverse,
        Op::BitCount => Unary::BitCount,
        Op::IsNan => Unary::IsNan,
        Op::IsInf => Unary::IsInf,
        Op::DPdx | Op::DPdxCoarse => Unary::Dx,
        Op::DPdy | Op::DPdyCoarse => Unary::Dy,
        Op::DPdxFine => Unary::DxFine,
        Op::DPdyFine => Unary::DyFine,
        _ => return None,
    })
}

/// Returns the emulator's operation for an opcode with two operands.
fn binary_of(op: Op) -> Option<OperandOrder> {
    use OperandOrder::{Negated, NegatedSwapped, Plain, Swapped};
    Some(match op {
        Op::IAdd => Plain(Binary::AddInt),
        Op::FAdd => Plain(Binary::AddFloat),
        Op::ISub => Plain(Binary::SubInt),
        Op::FSub => Plain(Binary::SubFloat),
        Op::IMul => Plain(Binary::MulInt),
        Op::FMul => Plain(Binary::MulFloat),
        Op::UDiv => Plain(Binary::DivUint),
        Op::SDiv => Plain(Binary::DivInt),
        Op::FDiv => Plain(Binary::DivFloat),
        Op::UMod => Plain(Binary::RemUint),
        Op::SRem => Plain(Binary::RemInt),
        Op::SMod => Plain(Binary::ModInt),
        Op::FRem => Plain(Binary::RemFloat),
        Op::FMod => Plain(Binary::ModFloat),
        Op::ShiftLeftLogical => Plain(Binary::ShiftLeft),
        Op::ShiftRightLogical => Plain(Binary::ShiftRight),
        Op::ShiftRightArithmetic => Plain(Binary::ShiftRightInt),
        Op::BitwiseAnd | Op::LogicalAnd => Plain(Binary::And),
        Op::BitwiseOr | Op::LogicalOr => Plain(Binary::Or),
        Op::BitwiseXor | Op::LogicalNotEqual => Plain(Binary::Xor),
        Op::LogicalEqual | Op::IEqual => Plain(Binary::EqualInt),
        Op::INotEqual => Plain(Binary::NotEqualInt),
        Op::SLessThan => Plain(Binary::LessInt),
        Op::SLessThanEqual => Plain(Binary::LessEqualInt),
        Op::SGreaterThan => Swapped(Binary::LessInt),
        Op::SGreaterThanEqual => Swapped(Binary::LessEqualInt),
        Op::ULessThan => Plain(Binary::LessUint),
        Op::ULessThanEqual => Plain(Binary::LessEqualUint),
        Op::UGreaterThan => Swapped(Binary::LessUint),
        Op::UGreaterThanEqual => Swapped(Binary::LessEqualUint),
        Op::FOrdEqual => Plain(Binary::EqualFloat),
        Op::FUnordNotEqual => Plain(Binary::NotEqualFloat),
        Op::FOrdLessThan => Plain(Binary::LessFloat),
        Op::FOrdLessThanEqual => Plain(Binary::LessEqualFloat),
        Op::FOrdGreaterThan => Swapped(Binary::LessFloat),
        Op::FOrdGreaterThanEqual => Swapped(Binary::LessEqualFloat),
        Op::FUnordLessThan => NegatedSwapped(Binary::LessEqualFloat),
        Op::FUnordLessThanEqual => NegatedSwapped(Binary::LessFloat),
        Op::FUnordGreaterThan => Negated(Binary::LessEqualFloat),
        Op::FUnordGreaterThanEqual => Negated(Binary::LessFloat),
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Stores the registers as the result of an instruction.
    pub(super) fn set_result(&mut self, instruction: &Made, registers: Vec<Register>) -> LowerResult<()> {
        let (result, of) = result_and_type(instruction)?;
        if self.source.types.word_count(of)? as usize != registers.len() {
            return not_emulated(format!("Op{:?} has a result of another type", instruction.class.opcode));
        }
        self.set_value(result, IdValue::from_registers(registers))
    }

    /// Runs `work` on each lane.
    pub(super) fn map_lanes(
        &mut self,
        a: &[Register],
        mut work: impl FnMut(&mut Self, Register) -> LowerResult<Register>,
    ) -> LowerResult<Vec<Register>> {
        a.iter().map(|&a| work(self, a)).collect()
    }

    /// Runs `work` on each pair of lanes of two vectors.
    pub(super) fn zip_lanes(
        &mut self,
        a: &[Register],
        b: &[Register],
        mut work: impl FnMut(&mut Self, Register, Register) -> LowerResult<Register>,
    ) -> LowerResult<Vec<Register>> {
        if a.len() != b.len() {
            return not_emulated("two vectors differ in their number of lanes");
        }
        a.iter().zip(b).map(|(&a, &b)| work(self, a, b)).collect()
    }

    /// Emits an operation on each pair of lanes of two vectors.
    pub(super) fn emit_binary_lanes(
        &mut self,
        op: Binary,
        a: &[Register],
        b: &[Register],
    ) -> LowerResult<Vec<Register>> {
        self.zip_lanes(a, b, |lowering, a, b| lowering.emit_binary(op, a, b))
    }

    /// Returns the registers of the operand at a place.
    pub(super) fn operand_registers(&mut self, instruction: &Made, place: usize) -> LowerResult<Vec<Register>> {
        let of = id_operand(instruction, place)?;
        if self.out.wide { self.wide_operand(of) } else { self.result_registers(of) }
    }

    /// Lowers arithmetic, comparisons and conversions; `None` if the instruction is something else.
    pub(super) fn lower_arithmetic(&mut self, instruction: &Made) -> LowerResult<Option<Vec<Register>>> {
        let op = instruction.class.opcode;
        if let Some(unary) = unary_of(op) {
            self.out.code.needs_quads |= matches!(unary, Unary::Dx | Unary::Dy | Unary::DxFine | Unary::DyFine);
            self.check_has_registers(id_operand(instruction, 0)?)?;
            let a = self.operand_registers(instruction, 0)?;
            return self.map_lanes(&a, |lowering, a| lowering.emit_unary(unary, a)).map(Some);
        }
        if let Some(how) = binary_of(op) {
            let a = self.operand_registers(instruction, 0)?;
            let mut b = self.operand_registers(instruction, 1)?;
            let shifts = matches!(op, Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic);
            if shifts && b.len() == 2 * a.len() {
                b = b.into_iter().step_by(2).collect(); // a 64-bit shift count: its low word is enough
            }
            return self
                .zip_lanes(&a, &b, |lowering, a, b| match how {
                    OperandOrder::Plain(op) => lowering.emit_binary(op, a, b),
                    OperandOrder::Swapped(op) => lowering.emit_binary(op, b, a),
                    OperandOrder::Negated(op) => {
                        let opposite = lowering.emit_binary(op, a, b)?;
                        lowering.emit_unary(Unary::Not, opposite)
                    }
                    OperandOrder::NegatedSwapped(op) => {
                        let opposite = lowering.emit_binary(op, b, a)?;
                        lowering.emit_unary(Unary::Not, opposite)
                    }
                })
                .map(Some);
        }
        self.lower_other_arithmetic(instruction)
    }

    /// Checks that the operand of a conversion has registers of 32 bits: a `double` has none.
    fn check_has_registers(&mut self, of: Word) -> LowerResult<()> {
        self.result_registers(of).map(|_| ())
    }

    fn lower_other_arithmetic(&mut self, instruction: &Made) -> LowerResult<Option<Vec<Register>>> {
        let op = instruction.class.opcode;
        Ok(Some(match op {
            Op::FOrdNotEqual | Op::FUnordEqual => {
                let a = self.operand_registers(instruction, 0)?;
                let b = self.operand_registers(instruction, 1)?;
                self.zip_lanes(&a, &b, |lowering, a, b| {
                    let less = lowering.emit_binary(Binary::LessFloat, a, b)?;
                    let more = lowering.emit_binary(Binary::LessFloat, b, a)?;
                    let either = lowering.emit_binary(Binary::Or, less, more)?;
                    if op == Op::FUnordEqual { lowering.emit_unary(Unary::Not, either) } else { Ok(either) }
                })?
            }
            Op::Any | Op::All => {
                let a = self.operand_registers(instruction, 0)?;
                let op = if op == Op::Any { Binary::Or } else { Binary::And };
                vec![self.fold_lanes(op, &a)?]
            }
            Op::Fwidth | Op::FwidthFine | Op::FwidthCoarse => {
                self.out.code.needs_quads = true;
                let fine = op == Op::FwidthFine;
                let (dx, dy) = if fine { (Unary::DxFine, Unary::DyFine) } else { (Unary::Dx, Unary::Dy) };
                let a = self.operand_registers(instruction, 0)?;
                self.map_lanes(&a, |lowering, a| {
                    let x = lowering.emit_unary(dx, a)?;
                    let y = lowering.emit_unary(dy, a)?;
                    let x = lowering.emit_unary(Unary::AbsFloat, x)?;
                    let y = lowering.emit_unary(Unary::AbsFloat, y)?;
                    lowering.emit_binary(Binary::AddFloat, x, y)
                })?
            }
            Op::Bitcast | Op::CopyObject | Op::CopyLogical | Op::UConvert | Op::SConvert | Op::FConvert => {
                self.operand_registers(instruction, 0)?
            }
            Op::QuantizeToF16 => {
                let a = self.operand_registers(instruction, 0)?;
                let zero = self.uint_constant(0)?;
                self.map_lanes(&a, |lowering, a| {
                    let half = lowering.emit_binary(Binary::PackHalf, a, zero)?;
                    lowering.emit_unary(Unary::HalfLow, half)
                })?
            }
            Op::Select => {
                let conditions = self.operand_registers(instruction, 0)?;
                let yes = self.operand_registers(instruction, 1)?;
                let no = self.operand_registers(instruction, 2)?;
                if conditions.len() != 1 && conditions.len() != yes.len() || conditions.is_empty() {
                    return not_emulated("two vectors differ in their number of lanes");
                }
                let mut condition = conditions.into_iter().cycle();
                self.zip_lanes(&yes, &no, |lowering, yes, no| {
                    let condition = condition.next().unwrap_or(yes);
                    if yes == no { Ok(yes) } else { lowering.emit_ternary(Ternary::Select, condition, yes, no) }
                })?
            }
            Op::IAddCarry => self.emit_two_results(instruction, Binary::AddInt, Binary::Carry)?,
            Op::ISubBorrow => self.emit_two_results(instruction, Binary::SubInt, Binary::Borrow)?,
            Op::UMulExtended => self.emit_two_results(instruction, Binary::MulInt, Binary::MulHighUint)?,
            Op::SMulExtended => self.emit_two_results(instruction, Binary::MulInt, Binary::MulHighInt)?,
            Op::BitFieldInsert => {
                let base = self.operand_registers(instruction, 0)?;
                let insert = self.operand_registers(instruction, 1)?;
                let offset = self.scalar_register(id_operand(instruction, 2)?)?;
                let bits = self.scalar_register(id_operand(instruction, 3)?)?;
                let mask = self.emit_binary(Binary::FieldMask, offset, bits)?;
                let others = self.emit_unary(Unary::Not, mask)?;
                self.zip_lanes(&base, &insert, |lowering, base, insert| {
                    let kept = lowering.emit_binary(Binary::And, base, others)?;
                    let shifted = lowering.emit_binary(Binary::ShiftField, insert, offset)?;
                    let field = lowering.emit_binary(Binary::And, shifted, mask)?;
                    lowering.emit_binary(Binary::Or, kept, field)
                })?
            }
            Op::BitFieldSExtract | Op::BitFieldUExtract => {
                let base = self.operand_registers(instruction, 0)?;
                let offset = self.scalar_register(id_operand(instruction, 1)?)?;
                let bits = self.scalar_register(id_operand(instruction, 2)?)?;
                let op = if op == Op::BitFieldSExtract { Ternary::FieldInt } else { Ternary::FieldUint };
                self.map_lanes(&base, |lowering, base| lowering.emit_ternary(op, base, offset, bits))?
            }
            _ => return Ok(None),
        }))
    }

    /// Emits two operations and returns the members of the resulting struct.
    fn emit_two_results(&mut self, instruction: &Made, first: Binary, second: Binary) -> LowerResult<Vec<Register>> {
        let a = self.operand_registers(instruction, 0)?;
        let b = self.operand_registers(instruction, 1)?;
        let mut results = self.emit_binary_lanes(first, &a, &b)?;
        results.extend(self.emit_binary_lanes(second, &a, &b)?);
        Ok(results)
    }

    /// Combines the lanes with an operation, from the left.
    pub(super) fn fold_lanes(&mut self, op: Binary, lanes: &[Register]) -> LowerResult<Register> {
        let Some((&first, rest)) = lanes.split_first() else { return not_emulated("a vector has no lanes") };
        rest.iter().try_fold(first, |sum, &lane| self.emit_binary(op, sum, lane))
    }
}
