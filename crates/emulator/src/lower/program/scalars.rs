//! Instructions that write one number to all components, and those that need one for all.

use super::super::super::assembly::{Binary, Register, Unary};
use super::super::error::LowerResult;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, ProgramInstruction};

impl ProgramLowering<'_, '_, '_> {
    /// Emits the number of an instruction that writes it to all components.
    pub(super) fn compute_scalar(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        match one.opcode {
            Opcode::Dp2 => self.dot_product(one, 2),
            Opcode::Dp3 => self.dot_product(one, 3),
            Opcode::Dp4 => self.dot_product(one, 4),
            Opcode::Dp2a => {
                let dot = self.dot_product(one, 2)?;
                let rest = self.source_lane(one, 2, 0)?;
                self.lowering.emit_binary(Binary::AddFloat, dot, rest)
            }
            Opcode::Dph => {
                let dot = self.dot_product(one, 3)?;
                let rest = self.source_lane(one, 1, 3)?;
                self.lowering.emit_binary(Binary::AddFloat, dot, rest)
            }
            Opcode::Cos => self.scalar_function(one, Unary::Cos),
            Opcode::Sin => self.scalar_function(one, Unary::Sin),
            Opcode::Ex2 => self.scalar_function(one, Unary::Exp2),
            Opcode::Lg2 => self.scalar_function(one, Unary::Log2),
            Opcode::Rcp => {
                let one_constant = self.lowering.float_constant(1.0)?;
                let by = self.source_lane(one, 0, 0)?;
                self.lowering.emit_binary(Binary::DivFloat, one_constant, by)
            }
            // The ARB extensions take the absolute value. In NV_fragment_program a negative number has no root.
            Opcode::Rsq if self.has_nv_numbers() => self.scalar_function(one, Unary::InverseSqrt),
            Opcode::Rsq => {
                let of = self.source_lane(one, 0, 0)?;
                let size = self.lowering.emit_unary(Unary::AbsFloat, of)?;
                self.lowering.emit_unary(Unary::InverseSqrt, size)
            }
            Opcode::Pow => {
                let base = self.source_lane(one, 0, 0)?;
                let exponent = self.source_lane(one, 1, 0)?;
                match self.has_nv_numbers() {
                    true => self.approximate_power(base, exponent),
                    false => self.lowering.emit_binary(Binary::Pow, base, exponent),
                }
            }
            _ => unreadable(one),
        }
    }

    /// Returns true for `!!FP1.0`, whose functions have special cases of their own.
    pub(super) fn has_nv_numbers(&self) -> bool {
        self.program.level.registers && self.program.level.fragment
    }

    fn scalar_function(&mut self, one: &ProgramInstruction, op: Unary) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        self.lowering.emit_unary(op, of)
    }

    /// Emits the sum of the products of the first components, from the left.
    fn dot_product(&mut self, one: &ProgramInstruction, count: usize) -> LowerResult<Register> {
        let a = self.source_lanes(one, 0, count)?;
        let b = self.source_lanes(one, 1, count)?;
        self.lowering.emit_dot(&a, &b)
    }

    /// Emits `ApproxPower` of NV_fragment_program: EX2 of a product with LG2, with all their special cases.
    pub(super) fn approximate_power(&mut self, base: Register, exponent: Register) -> LowerResult<Register> {
        let logarithm = self.lowering.emit_unary(Unary::Log2, base)?;
        let product = self.lowering.emit_binary(Binary::MulFloat, exponent, logarithm)?;
        self.lowering.emit_unary(Unary::Exp2, product)
    }

    /// Emits NRM: a vector of three components over its length.
    pub(super) fn normalize(&mut self, one: &ProgramInstruction, lanes: &[usize]) -> LowerResult<Vec<Register>> {
        let whole = self.source_lanes(one, 0, 3)?;
        let square = self.lowering.emit_dot(&whole, &whole)?;
        let scale = self.lowering.emit_unary(Unary::InverseSqrt, square)?;
        let mut results = vec![];
        for lane in lanes {
            let a = self.source_lane(one, 0, *lane)?;
            results.push(self.lowering.emit_binary(Binary::MulFloat, a, scale)?);
        }
        Ok(results)
    }

    /// Emits RFL: a direction reflected about an axis.
    pub(super) fn reflect(&mut self, one: &ProgramInstruction, lanes: &[usize]) -> LowerResult<Vec<Register>> {
        let axis = self.source_lanes(one, 0, 3)?;
        let direction = self.source_lanes(one, 1, 3)?;
        let along = self.lowering.emit_dot(&axis, &direction)?;
        let two = self.lowering.float_constant(2.0)?;
        let twice = self.lowering.emit_binary(Binary::MulFloat, two, along)?;
        let square = self.lowering.emit_dot(&axis, &axis)?;
        let factor = self.lowering.emit_binary(Binary::DivFloat, twice, square)?;
        let mut results = vec![];
        for lane in lanes {
            let a = self.source_lane(one, 0, *lane)?;
            let b = self.source_lane(one, 1, *lane)?;
            let scaled = self.lowering.emit_binary(Binary::MulFloat, factor, a)?;
            results.push(self.lowering.emit_binary(Binary::SubFloat, scaled, b)?);
        }
        Ok(results)
    }
}
