//! Arithmetic, comparisons and bit operations, lane by lane.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{id, made};
use super::value::IdValue;
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};

/// The emulator's operation for an opcode with two operands, and the order of its operands.
enum OperandOrder {
    Plain(Binary),
    /// With the operands swapped.
    Turned(Binary),
    /// With the result negated.
    Not(Binary),
    NotTurned(Binary),
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
    use OperandOrder::{Not, NotTurned, Plain, Turned};
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
        Op::SGreaterThan => Turned(Binary::LessInt),
        Op::SGreaterThanEqual => Turned(Binary::LessEqualInt),
        Op::ULessThan => Plain(Binary::LessUint),
        Op::ULessThanEqual => Plain(Binary::LessEqualUint),
        Op::UGreaterThan => Turned(Binary::LessUint),
        Op::UGreaterThanEqual => Turned(Binary::LessEqualUint),
        Op::FOrdEqual => Plain(Binary::EqualFloat),
        Op::FUnordNotEqual => Plain(Binary::NotEqualFloat),
        Op::FOrdLessThan => Plain(Binary::LessFloat),
        Op::FOrdLessThanEqual => Plain(Binary::LessEqualFloat),
        Op::FOrdGreaterThan => Turned(Binary::LessFloat),
        Op::FOrdGreaterThanEqual => Turned(Binary::LessEqualFloat),
        Op::FUnordLessThan => NotTurned(Binary::LessEqualFloat),
        Op::FUnordLessThanEqual => NotTurned(Binary::LessFloat),
        Op::FUnordGreaterThan => Not(Binary::LessEqualFloat),
        Op::FUnordGreaterThanEqual => Not(Binary::LessFloat),
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Stores the registers as the result of an instruction.
    pub(super) fn give(&mut self, instruction: &Made, registers: Vec<Register>) -> Lowered<()> {
        let (result, of) = made(instruction)?;
        if self.source.types.words(of)? as usize != registers.len() {
            return fault(format!("Op{:?} gives what is not of its type", instruction.class.opcode));
        }
        self.set(result, IdValue::of(registers))
    }

    /// Runs `work` on each lane.
    pub(super) fn each(
        &mut self,
        a: &[Register],
        mut work: impl FnMut(&mut Self, Register) -> Lowered<Register>,
    ) -> Lowered<Vec<Register>> {
        a.iter().map(|&a| work(self, a)).collect()
    }

    /// Runs `work` on each pair of lanes of two vectors.
    pub(super) fn pairs(
        &mut self,
        a: &[Register],
        b: &[Register],
        mut work: impl FnMut(&mut Self, Register, Register) -> Lowered<Register>,
    ) -> Lowered<Vec<Register>> {
        if a.len() != b.len() {
            return fault("two vectors have not the same lanes");
        }
        a.iter().zip(b).map(|(&a, &b)| work(self, a, b)).collect()
    }

    /// Emits an operation on each pair of lanes of two vectors.
    pub(super) fn binaries(&mut self, op: Binary, a: &[Register], b: &[Register]) -> Lowered<Vec<Register>> {
        self.pairs(a, b, |lowering, a, b| lowering.binary(op, a, b))
    }

    /// Returns the registers of the operand at a place.
    pub(super) fn operand(&mut self, instruction: &Made, place: usize) -> Lowered<Vec<Register>> {
        let of = id(instruction, place)?;
        if self.out.wide { self.wide_operand(of) } else { self.result_of(of) }
    }

    /// Lowers arithmetic, comparisons and conversions; `None` if the instruction is something else.
    pub(super) fn arithmetic(&mut self, instruction: &Made) -> Lowered<Option<Vec<Register>>> {
        let op = instruction.class.opcode;
        if let Some(unary) = unary_of(op) {
            self.out.code.needs_quads |= matches!(unary, Unary::Dx | Unary::Dy | Unary::DxFine | Unary::DyFine);
            self.check_words(id(instruction, 0)?)?;
            let a = self.operand(instruction, 0)?;
            return self.each(&a, |lowering, a| lowering.unary(unary, a)).map(Some);
        }
        if let Some(how) = binary_of(op) {
            let (a, mut b) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
            let shifts = matches!(op, Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic);
            if shifts && b.len() == 2 * a.len() {
                b = b.into_iter().step_by(2).collect(); // a 64-bit shift count: its low word is enough
            }
            return self
                .pairs(&a, &b, |lowering, a, b| match how {
                    OperandOrder::Plain(op) => lowering.binary(op, a, b),
                    OperandOrder::Turned(op) => lowering.binary(op, b, a),
                    OperandOrder::Not(op) => {
                        let opposite = lowering.binary(op, a, b)?;
                        lowering.unary(Unary::Not, opposite)
                    }
                    OperandOrder::NotTurned(op) => {
                        let opposite = lowering.binary(op, b, a)?;
                        lowering.unary(Unary::Not, opposite)
                    }
                })
                .map(Some);
        }
        self.other_arithmetic(instruction)
    }

    /// Checks that the operand of a conversion has registers of 32 bits: a `double` has none.
    fn check_words(&mut self, of: Word) -> Lowered<()> {
        self.result_of(of).map(|_| ())
    }

    fn other_arithmetic(&mut self, instruction: &Made) -> Lowered<Option<Vec<Register>>> {
        let op = instruction.class.opcode;
        Ok(Some(match op {
            Op::FOrdNotEqual | Op::FUnordEqual => {
                let (a, b) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
                self.pairs(&a, &b, |lowering, a, b| {
                    let less = lowering.binary(Binary::LessFloat, a, b)?;
                    let more = lowering.binary(Binary::LessFloat, b, a)?;
                    let either = lowering.binary(Binary::Or, less, more)?;
                    if op == Op::FUnordEqual { lowering.unary(Unary::Not, either) } else { Ok(either) }
                })?
            }
            Op::Any | Op::All => {
                let a = self.operand(instruction, 0)?;
                let op = if op == Op::Any { Binary::Or } else { Binary::And };
                vec![self.fold(op, &a)?]
            }
            Op::Fwidth | Op::FwidthFine | Op::FwidthCoarse => {
                self.out.code.needs_quads = true;
                let fine = op == Op::FwidthFine;
                let (dx, dy) = if fine { (Unary::DxFine, Unary::DyFine) } else { (Unary::Dx, Unary::Dy) };
                let a = self.operand(instruction, 0)?;
                self.each(&a, |lowering, a| {
                    let (x, y) = (lowering.unary(dx, a)?, lowering.unary(dy, a)?);
                    let (x, y) = (lowering.unary(Unary::AbsFloat, x)?, lowering.unary(Unary::AbsFloat, y)?);
                    lowering.binary(Binary::AddFloat, x, y)
                })?
            }
            Op::Bitcast | Op::CopyObject | Op::CopyLogical | Op::UConvert | Op::SConvert | Op::FConvert => {
                self.operand(instruction, 0)?
            }
            Op::QuantizeToF16 => {
                let (a, zero) = (self.operand(instruction, 0)?, self.whole(0)?);
                self.each(&a, |lowering, a| {
                    let half = lowering.binary(Binary::PackHalf, a, zero)?;
                    lowering.unary(Unary::HalfLow, half)
                })?
            }
            Op::Select => {
                let conditions = self.operand(instruction, 0)?;
                let (yes, no) = (self.operand(instruction, 1)?, self.operand(instruction, 2)?);
                if conditions.len() != 1 && conditions.len() != yes.len() || conditions.is_empty() {
                    return fault("two vectors have not the same lanes");
                }
                let mut condition = conditions.into_iter().cycle();
                self.pairs(&yes, &no, |lowering, yes, no| {
                    let condition = condition.next().unwrap_or(yes);
                    if yes == no { Ok(yes) } else { lowering.ternary(Ternary::Select, condition, yes, no) }
                })?
            }
            Op::IAddCarry => self.two_results(instruction, Binary::AddInt, Binary::Carry)?,
            Op::ISubBorrow => self.two_results(instruction, Binary::SubInt, Binary::Borrow)?,
            Op::UMulExtended => self.two_results(instruction, Binary::MulInt, Binary::MulHighUint)?,
            Op::SMulExtended => self.two_results(instruction, Binary::MulInt, Binary::MulHighInt)?,
            Op::BitFieldInsert => {
                let (base, insert) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
                let (offset, bits) = (self.scalar_of(id(instruction, 2)?)?, self.scalar_of(id(instruction, 3)?)?);
                let mask = self.binary(Binary::FieldMask, offset, bits)?;
                let others = self.unary(Unary::Not, mask)?;
                self.pairs(&base, &insert, |lowering, base, insert| {
                    let kept = lowering.binary(Binary::And, base, others)?;
                    let shifted = lowering.binary(Binary::ShiftField, insert, offset)?;
                    let field = lowering.binary(Binary::And, shifted, mask)?;
                    lowering.binary(Binary::Or, kept, field)
                })?
            }
            Op::BitFieldSExtract | Op::BitFieldUExtract => {
                let base = self.operand(instruction, 0)?;
                let (offset, bits) = (self.scalar_of(id(instruction, 1)?)?, self.scalar_of(id(instruction, 2)?)?);
                let op = if op == Op::BitFieldSExtract { Ternary::FieldInt } else { Ternary::FieldUint };
                self.each(&base, |lowering, base| lowering.ternary(op, base, offset, bits))?
            }
            _ => return Ok(None),
        }))
    }

    /// Emits two operations and returns the members of the resulting struct.
    fn two_results(&mut self, instruction: &Made, first: Binary, second: Binary) -> Lowered<Vec<Register>> {
        let (a, b) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
        let mut results = self.binaries(first, &a, &b)?;
        results.extend(self.binaries(second, &a, &b)?);
        Ok(results)
    }

    /// Combines the lanes with an operation, from the left.
    pub(super) fn fold(&mut self, op: Binary, lanes: &[Register]) -> Lowered<Register> {
        let Some((&first, rest)) = lanes.split_first() else { return fault("a vector has no lanes") };
        rest.iter().try_fold(first, |sum, &lane| self.binary(op, sum, lane))
    }
}
