//! Numbers packed into the bits of one component.

use super::super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::error::LowerResult;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, ProgramInstruction};
use rspirv::spirv::GlslStd450Op as Packing;

/// Bits of a packed byte.
const BYTE: u32 = 8;

impl ProgramLowering<'_, '_, '_> {
    /// Emits the word of a packing instruction.
    pub(super) fn pack(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let (packing, count) = match one.opcode {
            Opcode::Pk2h => (Packing::PackHalf2x16, 2),
            Opcode::Pk2us => (Packing::PackUnorm2x16, 2),
            Opcode::Pk4ub => (Packing::PackUnorm4x8, 4),
            Opcode::Pk4b => return self.pack_signed_bytes(one),
            _ => return unreadable(one),
        };
        let lanes = self.source_lanes(one, 0, count)?;
        self.lowering.emit_pack(packing, &lanes)
    }

    /// Emits PK4B, whose byte 0 is -128/127, and 255 is 127/127.
    fn pack_signed_bytes(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let low = self.lowering.float_constant(-128.0 / 127.0)?;
        let high = self.lowering.float_constant(1.0)?;
        let scale = self.lowering.float_constant(127.0)?;
        // The bias, and a half that makes the floor the nearest number.
        let bias = self.lowering.float_constant(128.5)?;
        let mut parts = vec![];
        for (lane, place) in (0..).zip(0..4) {
            let value = self.source_lane(one, 0, place)?;
            let clamped = self.lowering.emit_ternary(Ternary::ClampFloat, value, low, high)?;
            let scaled = self.lowering.emit_binary(Binary::MulFloat, scale, clamped)?;
            let biased = self.lowering.emit_binary(Binary::AddFloat, scaled, bias)?;
            let whole = self.lowering.emit_unary(Unary::Floor, biased)?;
            let byte = self.lowering.emit_unary(Unary::FloatToUint, whole)?;
            let shift = self.lowering.uint_constant(lane * BYTE)?;
            parts.push(match lane {
                0 => byte,
                _ => self.lowering.emit_binary(Binary::ShiftLeft, byte, shift)?,
            });
        }
        self.lowering.fold_lanes(Binary::Or, &parts)
    }

    /// Emits the listed components of an unpacking instruction.
    pub(super) fn unpack(&mut self, one: &ProgramInstruction, lanes: &[usize]) -> LowerResult<Vec<Register>> {
        let word = self.source_lane(one, 0, 0)?;
        match one.opcode {
            Opcode::Up2h | Opcode::Up2us => {
                let packing = match one.opcode {
                    Opcode::Up2h => Packing::UnpackHalf2x16,
                    _ => Packing::UnpackUnorm2x16,
                };
                let both = self.lowering.emit_unpack(packing, word)?;
                let [low, high] = both[..] else { return unreadable(one) };
                Ok(lanes
                    .iter()
                    .map(|lane| if lane.is_multiple_of(2) { low } else { high })
                    .collect())
            }
            Opcode::Up4b | Opcode::Up4ub => lanes.iter().map(|lane| self.unpack_byte(one, word, *lane)).collect(),
            _ => unreadable(one),
        }
    }

    fn unpack_byte(&mut self, one: &ProgramInstruction, word: Register, lane: usize) -> LowerResult<Register> {
        let shift = self.lowering.uint_constant(lane as u32 * BYTE)?;
        let mask = self.lowering.uint_constant(255)?;
        let shifted = match lane {
            0 => word,
            _ => self.lowering.emit_binary(Binary::ShiftRight, word, shift)?,
        };
        let byte = self.lowering.emit_binary(Binary::And, shifted, mask)?;
        let number = self.lowering.emit_unary(Unary::UintToFloat, byte)?;
        if one.opcode == Opcode::Up4ub {
            let most = self.lowering.float_constant(255.0)?;
            return self.lowering.emit_binary(Binary::DivFloat, number, most);
        }
        let bias = self.lowering.float_constant(128.0)?;
        let most = self.lowering.float_constant(127.0)?;
        let signed = self.lowering.emit_binary(Binary::SubFloat, number, bias)?;
        self.lowering.emit_binary(Binary::DivFloat, signed, most)
    }
}
