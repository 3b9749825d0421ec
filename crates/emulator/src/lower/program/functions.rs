//! Instructions whose components have a formula each: DST, EXP, LIT, LOG, SCS, SWZ.

use super::super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::super::undefined::CheckCondition;
use super::super::error::LowerResult;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, ProgramInstruction, SwizzleSource};

/// The largest exponent of LIT in ARB_fragment_program, 128 less an epsilon.
const LIT_EXPONENT: f32 = 127.999_99;

impl ProgramLowering<'_, '_, '_> {
    /// Emits one component of a result.
    pub(super) fn compute_own_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        match (one.opcode, lane) {
            (Opcode::D3dLit, _) => self.compute_direct3d_light(one, lane),
            (Opcode::Dst, 1) => self.product(one, (0, 1), (1, 1)),
            (Opcode::Dst, 2) => self.source_lane(one, 0, 2),
            (Opcode::Dst, 3) => self.source_lane(one, 1, 3),
            (Opcode::Lit, 1) => {
                let x = self.source_lane(one, 0, 0)?;
                self.clamp_above_zero(x)
            }
            (Opcode::Lit, 2) => self.specular_lane(one),
            (Opcode::Exp, 0) => {
                let whole = self.lane_of(one, Unary::Floor)?;
                self.lowering.emit_unary(Unary::Exp2, whole)
            }
            (Opcode::Exp, 1) => self.lane_of(one, Unary::Fract),
            (Opcode::Exp, 2) => self.lane_of(one, Unary::Exp2),
            (Opcode::Log, 0..=2) => self.logarithm_lane(one, lane),
            (Opcode::Scs, 0) => self.angle_function(one, Unary::Cos),
            (Opcode::Scs, 1) => self.angle_function(one, Unary::Sin),
            (Opcode::Swz, _) => self.swizzled_lane(one, lane),
            (Opcode::Dst | Opcode::Lit | Opcode::Exp | Opcode::Log, _) => self.lowering.float_constant(1.0),
            _ => unreadable(one),
        }
    }

    fn lane_of(&mut self, one: &ProgramInstruction, op: Unary) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        self.lowering.emit_unary(op, of)
    }

    /// Emits the sine or cosine of SCS, which has no value beyond half a turn.
    fn angle_function(&mut self, one: &ProgramInstruction, op: Unary) -> LowerResult<Register> {
        let angle = self.source_lane(one, 0, 0)?;
        let result = self.lowering.emit_unary(op, angle)?;
        if !self.program.is_of_direct3d() {
            self.lowering.emit_doubt(CheckCondition::Angle, [angle; 2], result)?;
        }
        Ok(result)
    }

    /// Emits a number, or 0 if it is negative. A NaN stays one in NV_fragment_program; elsewhere it becomes 0.
    fn clamp_above_zero(&mut self, a: Register) -> LowerResult<Register> {
        let zero = self.lowering.float_constant(0.0)?;
        let [a, b] = if self.program.level.registers { [zero, a] } else { [a, zero] };
        self.lowering.emit_binary(Binary::MaxFloat, a, b)
    }

    /// Emits the third component of LIT: the power of the specular product, or 0 if the diffuse product is not above 0.
    fn specular_lane(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let diffuse = self.source_lane(one, 0, 0)?;
        let base = self.source_lane(one, 0, 1)?;
        let exponent = self.source_lane(one, 0, 3)?;
        let power = match self.program.level.registers {
            true => {
                let base = self.clamp_above_zero(base)?;
                self.approximate_power(base, exponent)?
            }
            false => self.clamped_power(base, exponent)?,
        };
        let zero = self.lowering.float_constant(0.0)?;
        let is_lit = self.lowering.emit_binary(Binary::LessFloat, zero, diffuse)?;
        self.lowering.emit_ternary(Ternary::Select, is_lit, power, zero)
    }

    /// Emits `RoughApproxPower` of ARB_fragment_program: 1 for 0 to the power of 0, and for any other power of 0 the
    /// limit of EX2 of a product with LG2.
    fn clamped_power(&mut self, base: Register, exponent: Register) -> LowerResult<Register> {
        let zero = self.lowering.float_constant(0.0)?;
        let unit = self.lowering.float_constant(1.0)?;
        let infinity = self.lowering.float_constant(f32::INFINITY)?;
        let low = self.lowering.float_constant(-LIT_EXPONENT)?;
        let high = self.lowering.float_constant(LIT_EXPONENT)?;
        let exponent = self.lowering.emit_ternary(Ternary::ClampFloat, exponent, low, high)?;
        let has_logarithm = self.lowering.emit_binary(Binary::LessFloat, zero, base)?;
        // Where it has none, nothing depends on this one.
        let base = self.lowering.emit_ternary(Ternary::Select, has_logarithm, base, unit)?;
        let power = self.approximate_power(base, exponent)?;
        let is_above = self.lowering.emit_binary(Binary::LessFloat, zero, exponent)?;
        let of_zero = self.lowering.emit_ternary(Ternary::Select, is_above, zero, infinity)?;
        let is_zero = self.lowering.emit_binary(Binary::EqualFloat, exponent, zero)?;
        let of_zero = self.lowering.emit_ternary(Ternary::Select, is_zero, unit, of_zero)?;
        self.lowering.emit_ternary(Ternary::Select, has_logarithm, power, of_zero)
    }

    /// Emits a component of LOG: the exponent of a float, its mantissa, its logarithm. 0 has none.
    fn logarithm_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let size = self.lane_of(one, Unary::AbsFloat)?;
        let zero = self.lowering.float_constant(0.0)?;
        let unit = self.lowering.float_constant(1.0)?;
        let none = self.lowering.float_constant(if lane == 1 { 1.0 } else { f32::NEG_INFINITY })?;
        let is_zero = self.lowering.emit_binary(Binary::EqualFloat, size, zero)?;
        let result = if lane == 2 {
            let size = self.lowering.emit_ternary(Ternary::Select, is_zero, unit, size)?;
            self.lowering.emit_unary(Unary::Log2, size)?
        } else {
            let exponent = self.exponent_of(size)?;
            match lane {
                0 => exponent,
                _ => {
                    let power = self.lowering.emit_unary(Unary::Exp2, exponent)?;
                    self.lowering.emit_binary(Binary::DivFloat, size, power)?
                }
            }
        };
        self.lowering.emit_ternary(Ternary::Select, is_zero, none, result)
    }

    fn swizzled_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let selected = one.swizzle.and_then(|swizzle| swizzle.get(lane).copied());
        let Some(selected) = selected else { return unreadable(one) };
        match selected.of {
            SwizzleSource::Zero => self.lowering.float_constant(if selected.negative { -0.0 } else { 0.0 }),
            SwizzleSource::One => self.lowering.float_constant(if selected.negative { -1.0 } else { 1.0 }),
            SwizzleSource::Lane(of) => {
                let value = self.source_lane(one, 0, usize::from(of))?;
                if selected.negative { self.lowering.emit_unary(Unary::NegateFloat, value) } else { Ok(value) }
            }
        }
    }
}
