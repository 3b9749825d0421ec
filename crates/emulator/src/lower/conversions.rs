//! Conversions between numbers of different widths.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::number::NumberType;
use super::super::undefined::CheckCondition;
use super::super::wide::{Conversion, WideOp};
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::id_operand;
use rspirv::dr::Instruction as Made;
use rspirv::spirv::Op;

impl Lowering<'_> {
    /// Lowers a conversion or a bit cast; `None` if the instruction is neither, or both its numbers have 32 bits.
    pub(super) fn lower_conversion(
        &mut self,
        instruction: &Made,
        to: NumberType,
    ) -> LowerResult<Option<Vec<Register>>> {
        let op = instruction.class.opcode;
        let converts = matches!(
            op,
            Op::UConvert
                | Op::SConvert
                | Op::FConvert
                | Op::ConvertFToS
                | Op::ConvertFToU
                | Op::ConvertSToF
                | Op::ConvertUToF
                | Op::Bitcast
        );
        if !converts {
            return Ok(None);
        }
        let of = self.type_of(id_operand(instruction, 0)?)?;
        let Some(from) = self.source.types.element_number(of) else { return Ok(None) };
        if from.bit_width() == 32 && to.bit_width() == 32 {
            return Ok(None);
        }
        let words = self.operand_registers(instruction, 0)?;
        if op == Op::Bitcast {
            return self.reinterpret_bits(&words, from, to).map(Some);
        }
        // The opcode determines the sign, not the type.
        let from = match (op, from) {
            (Op::SConvert | Op::ConvertSToF, number) => NumberType::Int(number.bit_width()),
            (Op::UConvert | Op::ConvertUToF, number) => NumberType::Uint(number.bit_width()),
            (_, number) => number,
        };
        let to = match op {
            Op::ConvertFToS => NumberType::Int(to.bit_width()),
            Op::ConvertFToU => NumberType::Uint(to.bit_width()),
            _ => to,
        };
        let mut registers = vec![];
        for lane in words.chunks(from.register_count() as usize) {
            registers.extend(self.convert_number(lane, from, to)?);
        }
        Ok(Some(registers))
    }

    /// Converts one number.
    fn convert_number(&mut self, words: &[Register], from: NumberType, to: NumberType) -> LowerResult<Vec<Register>> {
        use Conversion::*;
        let &[low, ..] = words else { return not_emulated("a number has no words") };
        let wide_from = from.bit_width() == 64;
        let wide_to = to.bit_width() == 64;
        let conversion = match (from, to) {
            (NumberType::Float(64), NumberType::Float(64)) => return Ok(words.to_vec()),
            (NumberType::Float(64), NumberType::Float(32)) => DoubleToFloat,
            (NumberType::Float(64), NumberType::Float(_)) => {
                let half = self.convert_double_to_half(words)?;
                return Ok(vec![half]);
            }
            (NumberType::Float(_), NumberType::Float(64)) => FloatToDouble,
            (NumberType::Float(64), NumberType::Int(64)) => DoubleToLong,
            (NumberType::Float(64), NumberType::Uint(64)) => DoubleToUlong,
            (NumberType::Float(64), NumberType::Int(_)) => DoubleToInt,
            (NumberType::Float(64), NumberType::Uint(_)) => DoubleToUint,
            (NumberType::Float(_), NumberType::Int(64)) => FloatToLong,
            (NumberType::Float(_), NumberType::Uint(64)) => FloatToUlong,
            (NumberType::Int(64), NumberType::Float(64)) => LongToDouble,
            (NumberType::Uint(64), NumberType::Float(64)) => UlongToDouble,
            (NumberType::Int(64), NumberType::Float(_)) => LongToFloat,
            (NumberType::Uint(64), NumberType::Float(_)) => UlongToFloat,
            (NumberType::Int(_), NumberType::Float(64)) => IntToDouble,
            (NumberType::Uint(_), NumberType::Float(64)) => UintToDouble,
            (NumberType::Int(_), _) if wide_to && !wide_from => {
                let sign = self.uint_constant(31)?;
                return Ok(vec![low, self.emit_binary(Binary::ShiftRightInt, low, sign)?]);
            }
            (NumberType::Uint(_), _) if wide_to && !wide_from => return Ok(vec![low, self.uint_constant(0)?]),
            _ if wide_to => return Ok(words.to_vec()),
            _ => {
                let word = match (from, to) {
                    (NumberType::Float(_), NumberType::Int(_)) => self.emit_unary(Unary::FloatToInt, low)?,
                    (NumberType::Float(_), NumberType::Uint(_)) => self.emit_unary(Unary::FloatToUint, low)?,
                    (NumberType::Int(_), NumberType::Float(_)) => self.emit_unary(Unary::IntToFloat, low)?,
                    (NumberType::Uint(_), NumberType::Float(_)) => self.emit_unary(Unary::UintToFloat, low)?,
                    _ => low,
                };
                let kept = self.narrow_result(word, to)?;
                match (from, to) {
                    (NumberType::Float(_), NumberType::Int(8 | 16)) => {
                        self.emit_doubt(CheckCondition::NarrowInt, [word, low], kept)?
                    }
                    (NumberType::Float(_), NumberType::Uint(8 | 16)) => {
                        self.emit_doubt(CheckCondition::NarrowUint, [word, low], kept)?
                    }
                    _ => {}
                }
                return Ok(vec![kept]);
            }
        };
        let handle = match wide_from {
            true => self.collect_handles(words)?[0],
            false => low,
        };
        let result = self.emit_wide(WideOp::Convert(conversion), [handle; 3])?;
        if wide_to {
            return Ok(vec![result, result + 1]);
        }
        Ok(vec![self.narrow_result(result, to)?])
    }

    /// Converts a `double` to the nearest half. Going through the nearest `float` would round
    /// twice: where that conversion lost bits, the float's last bit is set, so that it is between
    /// the same halves as the `double`.
    fn convert_double_to_half(&mut self, words: &[Register]) -> LowerResult<Register> {
        let handle = self.collect_handles(words)?[0];
        let float = self.emit_wide(WideOp::Convert(Conversion::DoubleToFloat), [handle; 3])?;
        let back = self.emit_wide(WideOp::Convert(Conversion::FloatToDouble), [float; 3])?;
        let magnitude = self.emit_wide(WideOp::Unary(Unary::AbsFloat), [handle; 3])?;
        let rounded = self.emit_wide(WideOp::Unary(Unary::AbsFloat), [back; 3])?;
        let one = self.uint_constant(1)?;
        let zero = self.uint_constant(0)?;
        // The float towards zero, whose last bit records whether bits were lost.
        let above = self.emit_wide(WideOp::Binary(Binary::LessFloat), [magnitude, rounded, magnitude])?;
        let step = self.emit_ternary(Ternary::Select, above, one, zero)?;
        let below = self.emit_binary(Binary::SubInt, float, step)?;
        let lost = self.emit_wide(WideOp::Binary(Binary::NotEqualFloat), [magnitude, rounded, magnitude])?;
        // A NaN is unequal to itself and stays a NaN.
        let number = self.emit_binary(Binary::EqualFloat, float, float)?;
        let lost = self.emit_binary(Binary::And, lost, number)?;
        let sticky = self.emit_ternary(Ternary::Select, lost, one, zero)?;
        let odd = self.emit_binary(Binary::Or, below, sticky)?;
        self.narrow_result(odd, NumberType::Float(16))
    }

    /// Reinterprets the bits as numbers of another width, the low ones first.
    fn reinterpret_bits(&mut self, words: &[Register], from: NumberType, to: NumberType) -> LowerResult<Vec<Register>> {
        let bits = if from.bit_width() < 32 { self.pack_narrow(words, from)? } else { words.to_vec() };
        if to.bit_width() >= 32 {
            return Ok(bits);
        }
        let mut parts = vec![];
        for word in bits {
            for place in (0..32).step_by(to.bit_width().into()) {
                parts.push(self.extract_narrow(word, place, to)?);
            }
        }
        // A single number is packed into a word that is not full.
        let count = words.len() * usize::from(from.bit_width()) / usize::from(to.bit_width());
        parts.truncate(count.max(1));
        Ok(parts)
    }

    /// Packs numbers of 8 or 16 bits side by side into words, the first one in the low bits.
    fn pack_narrow(&mut self, numbers: &[Register], of: NumberType) -> LowerResult<Vec<Register>> {
        let each = usize::from(32 / of.bit_width());
        let zero = self.uint_constant(0)?;
        let mask = self.uint_constant(u32::MAX >> (32 - of.bit_width()))?;
        let mut words = vec![];
        for some in numbers.chunks(each) {
            let mut word = zero;
            for (place, &number) in (0u32..).zip(some) {
                let bits = match of {
                    NumberType::Float(_) => self.emit_binary(Binary::PackHalf, number, zero)?,
                    _ => self.emit_binary(Binary::And, number, mask)?,
                };
                let shift = self.uint_constant(place * u32::from(of.bit_width()))?;
                let shifted = self.emit_binary(Binary::ShiftLeft, bits, shift)?;
                word = self.emit_binary(Binary::Or, word, shifted)?;
            }
            words.push(word);
        }
        Ok(words)
    }

    /// Extracts a number of 8 or 16 bits from a place in a word.
    fn extract_narrow(&mut self, word: Register, place: u32, of: NumberType) -> LowerResult<Register> {
        let place = self.uint_constant(place)?;
        let bits = self.uint_constant(of.bit_width().into())?;
        match of {
            NumberType::Float(_) => {
                let half = self.emit_ternary(Ternary::FieldUint, word, place, bits)?;
                self.emit_unary(Unary::HalfLow, half)
            }
            NumberType::Int(_) => self.emit_ternary(Ternary::FieldInt, word, place, bits),
            NumberType::Uint(_) => self.emit_ternary(Ternary::FieldUint, word, place, bits),
        }
    }
}
