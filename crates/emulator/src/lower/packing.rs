//! Numbers packed into parts of a word (`packUnorm4x8` and its kin).

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use rspirv::spirv::GlslStd450Op as F;

/// Returns bits per lane, number of lanes, whether it is signed, and the integer that stands for 1.
fn packed_format(op: F) -> Option<(u32, u32, bool, f32)> {
    Some(match op {
        F::PackSnorm4x8 | F::UnpackSnorm4x8 => (8, 4, true, 127.0),
        F::PackUnorm4x8 | F::UnpackUnorm4x8 => (8, 4, false, 255.0),
        F::PackSnorm2x16 | F::UnpackSnorm2x16 => (16, 2, true, 32767.0),
        F::PackUnorm2x16 | F::UnpackUnorm2x16 => (16, 2, false, 65535.0),
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Emits the packing of lanes into a word.
    pub(super) fn emit_pack(&mut self, op: F, lanes: &[Register]) -> LowerResult<Register> {
        if let (F::PackHalf2x16, &[low, high]) = (op, lanes) {
            return self.emit_binary(Binary::PackHalf, low, high);
        }
        let Some((bits, count, signed, one)) = packed_format(op).filter(|kind| kind.1 as usize == lanes.len()) else {
            return not_emulated(format!("the emulator has no {op:?} of this kind"));
        };
        let low = self.float_constant(if signed { -1.0 } else { 0.0 })?;
        let high = self.float_constant(1.0)?;
        let one = self.float_constant(one)?;
        let mask = self.uint_constant((1 << bits) - 1)?;
        let mut parts = vec![];
        for (place, &lane) in (0..count).zip(lanes) {
            let clamped = self.emit_ternary(Ternary::ClampFloat, lane, low, high)?;
            let scaled = self.emit_binary(Binary::MulFloat, clamped, one)?;
            let rounded = self.emit_unary(Unary::RoundEven, scaled)?;
            let whole = self.emit_unary(if signed { Unary::FloatToInt } else { Unary::FloatToUint }, rounded)?;
            let masked = self.emit_binary(Binary::And, whole, mask)?;
            let shift = self.uint_constant(place * bits)?;
            parts.push(if place == 0 { masked } else { self.emit_binary(Binary::ShiftLeft, masked, shift)? });
        }
        self.fold_lanes(Binary::Or, &parts)
    }

    /// Emits the unpacking of a word into lanes.
    pub(super) fn emit_unpack(&mut self, op: F, word: Register) -> LowerResult<Vec<Register>> {
        if op == F::UnpackHalf2x16 {
            return Ok(vec![self.emit_unary(Unary::HalfLow, word)?, self.emit_unary(Unary::HalfHigh, word)?]);
        }
        let Some((bits, count, signed, one)) = packed_format(op) else {
            return not_emulated(format!("the emulator has no {op:?}"));
        };
        let low = self.float_constant(-1.0)?;
        let high = self.float_constant(1.0)?;
        let one = self.float_constant(one)?;
        let bits_register = self.uint_constant(bits)?;
        let mut lanes = vec![];
        for place in 0..count {
            let offset = self.uint_constant(place * bits)?;
            let field = if signed { Ternary::FieldInt } else { Ternary::FieldUint };
            let field = self.emit_ternary(field, word, offset, bits_register)?;
            let float = self.emit_unary(if signed { Unary::IntToFloat } else { Unary::UintToFloat }, field)?;
            let scaled = self.emit_binary(Binary::DivFloat, float, one)?;
            lanes.push(if signed { self.emit_ternary(Ternary::ClampFloat, scaled, low, high)? } else { scaled });
        }
        Ok(lanes)
    }
}
