//! Functions of Direct3D, which have a value everywhere by the formulas of its reference, and its constants that are
//! integers or booleans.

use super::super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::error::{LowerResult, not_emulated};
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{ConstantKind, ConstantRegister, Opcode, ProgramInstruction};

/// The largest exponent of `lit`.
const LIGHT_EXPONENT: f32 = 127.9961;

impl ProgramLowering<'_, '_, '_> {
    /// Emits the number of an instruction of Direct3D that writes it to all components. The largest number takes the place
    /// of infinity.
    pub(super) fn compute_direct3d_scalar(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let given = self.source_lane(one, 0, 0)?;
        let unit = self.lowering.float_constant(1.0)?;
        let zero = self.lowering.float_constant(0.0)?;
        let size = match one.opcode {
            Opcode::D3dRcp => given,
            _ => self.lowering.emit_unary(Unary::AbsFloat, given)?,
        };
        let is_zero = self.lowering.emit_binary(Binary::EqualFloat, size, zero)?;
        // Where it is 0, nothing depends on this one.
        let safe = self.lowering.emit_ternary(Ternary::Select, is_zero, unit, size)?;
        let (of_zero, of_others) = match one.opcode {
            Opcode::D3dRcp => {
                (self.lowering.float_constant(f32::MAX)?, self.lowering.emit_binary(Binary::DivFloat, unit, safe)?)
            }
            Opcode::D3dRsq => {
                (self.lowering.float_constant(f32::MAX)?, self.lowering.emit_unary(Unary::InverseSqrt, safe)?)
            }
            Opcode::D3dLog => (self.lowering.float_constant(-f32::MAX)?, self.lowering.emit_unary(Unary::Log2, safe)?),
            Opcode::D3dPow => {
                let exponent = self.source_lane(one, 1, 0)?;
                let power = self.lowering.emit_binary(Binary::Pow, safe, exponent)?;
                (self.power_of_zero(exponent)?, power)
            }
            _ => return unreadable(one),
        };
        self.lowering.emit_ternary(Ternary::Select, is_zero, of_zero, of_others)
    }

    /// Emits the power of 0, which is the exponential of its logarithm.
    fn power_of_zero(&mut self, exponent: Register) -> LowerResult<Register> {
        let unit = self.lowering.float_constant(1.0)?;
        let zero = self.lowering.float_constant(0.0)?;
        let infinity = self.lowering.float_constant(f32::INFINITY)?;
        let is_above = self.lowering.emit_binary(Binary::LessFloat, zero, exponent)?;
        let other = self.lowering.emit_ternary(Ternary::Select, is_above, zero, infinity)?;
        let is_zero = self.lowering.emit_binary(Binary::EqualFloat, exponent, zero)?;
        self.lowering.emit_ternary(Ternary::Select, is_zero, unit, other)
    }

    /// Emits a component of `lit`.
    pub(super) fn compute_direct3d_light(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let zero = self.lowering.float_constant(0.0)?;
        let unit = self.lowering.float_constant(1.0)?;
        if lane == 0 || lane == 3 {
            return Ok(unit);
        }
        let diffuse = self.source_lane(one, 0, 0)?;
        if lane == 1 {
            return self.lowering.emit_binary(Binary::MaxFloat, diffuse, zero);
        }
        let base = self.source_lane(one, 0, 1)?;
        let exponent = self.source_lane(one, 0, 3)?;
        let [low, high] = [-LIGHT_EXPONENT, LIGHT_EXPONENT].map(|limit| self.lowering.float_constant(limit));
        let exponent = self.lowering.emit_ternary(Ternary::ClampFloat, exponent, low?, high?)?;
        let has_base = self.lowering.emit_binary(Binary::LessFloat, zero, base)?;
        // Where it is not above 0, nothing depends on this one.
        let base = self.lowering.emit_ternary(Ternary::Select, has_base, base, unit)?;
        let power = self.approximate_power(base, exponent)?;
        let is_lit = self.lowering.emit_binary(Binary::LessFloat, zero, diffuse)?;
        let is_lit = self.lowering.emit_binary(Binary::And, is_lit, has_base)?;
        self.lowering.emit_ternary(Ternary::Select, is_lit, power, zero)
    }

    /// Returns the registers of a constant, as four floats.
    pub(super) fn constant_registers(&mut self, constant: &ConstantRegister) -> LowerResult<[Register; 4]> {
        if constant.kind == ConstantKind::Float {
            return self.declared_vector(&constant.name);
        }
        if let Some(known) = self.converted_constants.get(&constant.name) {
            return Ok(*known);
        }
        let given = self.declared_registers(&constant.name)?;
        let unit = self.lowering.float_constant(1.0)?;
        let zero = self.lowering.float_constant(0.0)?;
        let registers = match (constant.kind, given.as_slice()) {
            (ConstantKind::Boolean, [holds]) => [self.lowering.emit_ternary(Ternary::Select, *holds, unit, zero)?; 4],
            (ConstantKind::Integer, [x, y, z, w]) => {
                let mut floats = [0; 4];
                for (float, whole) in floats.iter_mut().zip([x, y, z, w]) {
                    *float = self.lowering.emit_unary(Unary::IntToFloat, *whole)?;
                }
                floats
            }
            _ => return not_emulated(format!("{} is of another type", constant.register)),
        };
        registers
            .iter()
            .for_each(|register| self.lowering.out.registers.add_holder(*register));
        self.converted_constants.insert(constant.name.clone(), registers);
        Ok(registers)
    }
}
