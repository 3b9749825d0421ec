//! Operands: swizzles, signs and absolute values, in the numbers that an instruction computes with.

use super::super::super::assembly::{Register, Unary};
use super::super::super::number::{round_to_fixed, round_to_half};
use super::super::error::{LowerResult, not_emulated};
use super::attribute_kind::AttributeKind;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Operand, OperandSource, OperationPrecision, ProgramInstruction, ProgramParameter};

impl ProgramLowering<'_, '_, '_> {
    /// Returns the register of a component of an operand.
    pub(super) fn source_lane(
        &mut self,
        one: &ProgramInstruction,
        number: usize,
        place: usize,
    ) -> LowerResult<Register> {
        let Some(operand) = one.sources.get(number) else { return unreadable(one) };
        self.operand_lane(one, (number, operand.negative), place)
    }

    /// Returns the registers of the first components of an operand.
    pub(super) fn source_lanes(
        &mut self,
        one: &ProgramInstruction,
        number: usize,
        count: usize,
    ) -> LowerResult<Vec<Register>> {
        (0..count).map(|place| self.source_lane(one, number, place)).collect()
    }

    /// Returns the register of a component of an addend, and true if it is to be subtracted: so a sign needs no
    /// instruction of its own. A fixed-point number is not as far from zero on both sides, so it gets its sign before.
    pub(super) fn addend_lane(
        &mut self,
        one: &ProgramInstruction,
        number: usize,
        place: usize,
    ) -> LowerResult<(Register, bool)> {
        let Some(operand) = one.sources.get(number) else { return unreadable(one) };
        let is_constant = matches!(operand.source, OperandSource::Parameter(ProgramParameter::Constant(_)));
        if !operand.negative || is_constant || one.precision == OperationPrecision::Fixed {
            return Ok((self.source_lane(one, number, place)?, false));
        }
        Ok((self.operand_lane(one, (number, false), place)?, true))
    }

    /// Returns the register of a component of an operand, negated or not.
    fn operand_lane(
        &mut self,
        one: &ProgramInstruction,
        (number, negative): (usize, bool),
        place: usize,
    ) -> LowerResult<Register> {
        let Some(operand) = one.sources.get(number) else { return unreadable(one) };
        let Some(&lane) = operand.swizzle.get(place) else { return unreadable(one) };
        if let OperandSource::Parameter(ProgramParameter::Constant(vector)) = &operand.source {
            let Some(value) = vector.get(usize::from(lane)) else { return unreadable(one) };
            return self.constant_operand(one, operand, *value);
        }
        let key = (number, lane, negative);
        if let Some(&known) = self.converted.get(&key) {
            return Ok(known);
        }
        let mut register = self.plain_lane(operand, number, lane)?;
        if operand.absolute {
            register = self.lowering.emit_unary(Unary::AbsFloat, register)?;
        }
        if negative {
            register = self.lowering.emit_unary(Unary::NegateFloat, register)?;
        }
        register = match one.precision {
            OperationPrecision::Full | OperationPrecision::Partial => register,
            OperationPrecision::Half if self.is_half(operand) => register,
            OperationPrecision::Half => self.lowering.emit_unary(Unary::RoundHalf, register)?,
            OperationPrecision::Fixed => self.lowering.emit_unary(Unary::RoundFixed, register)?,
        };
        self.converted.insert(key, register);
        Ok(register)
    }

    /// Returns the register of a constant with the operand's modifiers.
    fn constant_operand(&mut self, one: &ProgramInstruction, operand: &Operand, value: f32) -> LowerResult<Register> {
        let value = if operand.absolute { value.abs() } else { value };
        let value = if operand.negative { -value } else { value };
        self.lowering.float_constant(match one.precision {
            OperationPrecision::Full | OperationPrecision::Partial => value,
            OperationPrecision::Half => round_to_half(value),
            OperationPrecision::Fixed => round_to_fixed(value),
        })
    }

    /// Returns true if an operand is a variable that only holds halves.
    fn is_half(&self, operand: &Operand) -> bool {
        match operand.source {
            OperandSource::Temporary(n) => self.program.is_short.get(n).copied().unwrap_or(false),
            _ => false,
        }
    }

    /// Returns the register of a component of an operand without modifiers.
    fn plain_lane(&mut self, operand: &Operand, number: usize, lane: u8) -> LowerResult<Register> {
        let vector = match &operand.source {
            OperandSource::Temporary(n) => {
                let first = self.temporaries.get(*n).copied().unwrap_or_default();
                return Ok(first + Register::from(lane));
            }
            OperandSource::Attribute(attribute) => self.attribute_registers(*attribute)?,
            OperandSource::Parameter(parameter) => self.parameter_registers(parameter)?,
            OperandSource::Relative(array, address, offset) => {
                return Ok(self.indexed_item(number, *array, *address, *offset)? + Register::from(lane));
            }
            OperandSource::IndexedGeneric(address, offset) => {
                let first = self.indexed_attribute(number, AttributeKind::Generic, *address, *offset)?;
                return Ok(first + Register::from(lane));
            }
            OperandSource::IndexedTexcoord(address, offset) => {
                let first = self.indexed_attribute(number, AttributeKind::Texcoord, *address, *offset)?;
                return Ok(first + Register::from(lane));
            }
            OperandSource::LoopTexcoord(offset) => {
                return Ok(self.indexed_texcoord(number, *offset)? + Register::from(lane));
            }
            OperandSource::Address(_) => return not_emulated("a whole address register as a vector"),
        };
        Ok(vector.get(usize::from(lane)).copied().unwrap_or_default())
    }
}
