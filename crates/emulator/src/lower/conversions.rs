//! Conversions between numbers of different widths.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::number::Number;
use super::super::undefined::Question;
use super::super::wide::{Conversion, Wide};
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::id;
use rspirv::dr::Instruction as Made;
use rspirv::spirv::Op;

impl Lowering<'_> {
    /// Lowers a conversion or a bit cast; `None` if the instruction is neither, or both its numbers have 32 bits.
    pub(super) fn conversion(&mut self, instruction: &Made, to: Number) -> Lowered<Option<Vec<Register>>> {
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
        let of = self.type_of(id(instruction, 0)?)?;
        let Some(from) = self.source.types.number(of) else { return Ok(None) };
        if from.bits() == 32 && to.bits() == 32 {
            return Ok(None);
        }
        let words = self.operand(instruction, 0)?;
        if op == Op::Bitcast {
            return self.bits_as(&words, from, to).map(Some);
        }
        // The opcode determines the sign, not the type.
        let from = match (op, from) {
            (Op::SConvert | Op::ConvertSToF, number) => Number::Int(number.bits()),
            (Op::UConvert | Op::ConvertUToF, number) => Number::Uint(number.bits()),
            (_, number) => number,
        };
        let to = match op {
            Op::ConvertFToS => Number::Int(to.bits()),
            Op::ConvertFToU => Number::Uint(to.bits()),
            _ => to,
        };
        let mut registers = vec![];
        for lane in words.chunks(from.words() as usize) {
            registers.extend(self.converted(lane, from, to)?);
        }
        Ok(Some(registers))
    }

    /// Converts one number.
    fn converted(&mut self, words: &[Register], from: Number, to: Number) -> Lowered<Vec<Register>> {
        use Conversion::*;
        let &[low, ..] = words else { return fault("a number has no words") };
        let (wide_from, wide_to) = (from.bits() == 64, to.bits() == 64);
        let conversion = match (from, to) {
            (Number::Float(64), Number::Float(64)) => return Ok(words.to_vec()),
            (Number::Float(64), Number::Float(32)) => DoubleToFloat,
            (Number::Float(64), Number::Float(_)) => {
                let half = self.half_of_double(words)?;
                return Ok(vec![half]);
            }
            (Number::Float(_), Number::Float(64)) => FloatToDouble,
            (Number::Float(64), Number::Int(64)) => DoubleToLong,
            (Number::Float(64), Number::Uint(64)) => DoubleToUlong,
            (Number::Float(64), Number::Int(_)) => DoubleToInt,
            (Number::Float(64), Number::Uint(_)) => DoubleToUint,
            (Number::Float(_), Number::Int(64)) => FloatToLong,
            (Number::Float(_), Number::Uint(64)) => FloatToUlong,
            (Number::Int(64), Number::Float(64)) => LongToDouble,
            (Number::Uint(64), Number::Float(64)) => UlongToDouble,
            (Number::Int(64), Number::Float(_)) => LongToFloat,
            (Number::Uint(64), Number::Float(_)) => UlongToFloat,
            (Number::Int(_), Number::Float(64)) => IntToDouble,
            (Number::Uint(_), Number::Float(64)) => UintToDouble,
            (Number::Int(_), _) if wide_to && !wide_from => {
                let sign = self.whole(31)?;
                return Ok(vec![low, self.binary(Binary::ShiftRightInt, low, sign)?]);
            }
            (Number::Uint(_), _) if wide_to && !wide_from => return Ok(vec![low, self.whole(0)?]),
            _ if wide_to => return Ok(words.to_vec()),
            _ => {
                let word = match (from, to) {
                    (Number::Float(_), Number::Int(_)) => self.unary(Unary::FloatToInt, low)?,
                    (Number::Float(_), Number::Uint(_)) => self.unary(Unary::FloatToUint, low)?,
                    (Number::Int(_), Number::Float(_)) => self.unary(Unary::IntToFloat, low)?,
                    (Number::Uint(_), Number::Float(_)) => self.unary(Unary::UintToFloat, low)?,
                    _ => low,
                };
                let kept = self.brought_back(word, to)?;
                match (from, to) {
                    (Number::Float(_), Number::Int(8 | 16)) => self.doubt(Question::NarrowInt, [word, low], kept)?,
                    (Number::Float(_), Number::Uint(8 | 16)) => self.doubt(Question::NarrowUint, [word, low], kept)?,
                    _ => {}
                }
                return Ok(vec![kept]);
            }
        };
        let handle = match wide_from {
            true => self.handles(words)?[0],
            false => low,
        };
        let result = self.emit_wide(Wide::Convert(conversion), [handle; 3])?;
        if wide_to {
            return Ok(vec![result, result + 1]);
        }
        Ok(vec![self.brought_back(result, to)?])
    }

    /// Converts a `double` to the nearest half. Going through the nearest `float` would round twice: where that conversion
    /// lost bits, the float's last bit is set, so that it is between the same halves as the `double`.
    fn half_of_double(&mut self, words: &[Register]) -> Lowered<Register> {
        let handle = self.handles(words)?[0];
        let float = self.emit_wide(Wide::Convert(Conversion::DoubleToFloat), [handle; 3])?;
        let back = self.emit_wide(Wide::Convert(Conversion::FloatToDouble), [float; 3])?;
        let magnitude = self.emit_wide(Wide::Unary(Unary::AbsFloat), [handle; 3])?;
        let rounded = self.emit_wide(Wide::Unary(Unary::AbsFloat), [back; 3])?;
        let (one, zero) = (self.whole(1)?, self.whole(0)?);
        // The float towards zero, whose last bit records whether bits were lost.
        let above = self.emit_wide(Wide::Binary(Binary::LessFloat), [magnitude, rounded, magnitude])?;
        let step = self.ternary(Ternary::Select, above, one, zero)?;
        let below = self.binary(Binary::SubInt, float, step)?;
        let lost = self.emit_wide(Wide::Binary(Binary::NotEqualFloat), [magnitude, rounded, magnitude])?;
        // A NaN is unequal to itself and stays a NaN.
        let number = self.binary(Binary::EqualFloat, float, float)?;
        let lost = self.binary(Binary::And, lost, number)?;
        let sticky = self.ternary(Ternary::Select, lost, one, zero)?;
        let odd = self.binary(Binary::Or, below, sticky)?;
        self.brought_back(odd, Number::Float(16))
    }

    /// Reinterprets the bits as numbers of another width, the low ones first.
    fn bits_as(&mut self, words: &[Register], from: Number, to: Number) -> Lowered<Vec<Register>> {
        let bits = if from.bits() < 32 { self.packed(words, from)? } else { words.to_vec() };
        if to.bits() >= 32 {
            return Ok(bits);
        }
        let mut parts = vec![];
        for word in bits {
            for place in (0..32).step_by(to.bits().into()) {
                parts.push(self.part_of(word, place, to)?);
            }
        }
        // A single number is packed into a word that is not full.
        let count = words.len() * usize::from(from.bits()) / usize::from(to.bits());
        parts.truncate(count.max(1));
        Ok(parts)
    }

    /// Packs numbers of 8 or 16 bits side by side into words, the first one in the low bits.
    fn packed(&mut self, numbers: &[Register], of: Number) -> Lowered<Vec<Register>> {
        let each = usize::from(32 / of.bits());
        let (zero, mask) = (self.whole(0)?, self.whole(u32::MAX >> (32 - of.bits()))?);
        let mut words = vec![];
        for some in numbers.chunks(each) {
            let mut word = zero;
            for (place, &number) in (0u32..).zip(some) {
                let bits = match of {
                    Number::Float(_) => self.binary(Binary::PackHalf, number, zero)?,
                    _ => self.binary(Binary::And, number, mask)?,
                };
                let shift = self.whole(place * u32::from(of.bits()))?;
                let shifted = self.binary(Binary::ShiftLeft, bits, shift)?;
                word = self.binary(Binary::Or, word, shifted)?;
            }
            words.push(word);
        }
        Ok(words)
    }

    /// Extracts a number of 8 or 16 bits from a place in a word.
    fn part_of(&mut self, word: Register, place: u32, of: Number) -> Lowered<Register> {
        let (place, bits) = (self.whole(place)?, self.whole(of.bits().into())?);
        match of {
            Number::Float(_) => {
                let half = self.ternary(Ternary::FieldUint, word, place, bits)?;
                self.unary(Unary::HalfLow, half)
            }
            Number::Int(_) => self.ternary(Ternary::FieldInt, word, place, bits),
            Number::Uint(_) => self.ternary(Ternary::FieldUint, word, place, bits),
        }
    }
}
