//! Address registers: the instructions that write them, and the stack that keeps them.

use super::super::super::assembly::{Binary, Pc, Register, Ternary, Unary};
use super::super::error::LowerResult;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, OperandShape, OperandSource, ProgramInstruction, VertexLanguage};

/// The range of a component of an address register in `!!VP2.0`.
const ADDRESS_RANGE: [i32; 2] = [-512, 511];

impl ProgramLowering<'_, '_, '_> {
    /// Returns true if address registers have four components.
    pub(super) fn has_vector_addresses(&self) -> bool {
        !self.program.level.fragment && self.program.level.vertex.has_condition_codes()
    }

    /// Lowers ARL, ARR and ARA.
    pub(super) fn lower_address(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        let begins = self.lowering.out.code.instructions.len() as Pc;
        let target = self.result_target(one)?;
        let mut values = vec![];
        for (lane, _) in &target {
            let whole = self.address_value(one, *lane)?;
            let sign = match one.updates {
                true => self.lowering.emit_unary(Unary::IntToFloat, whole)?,
                false => whole,
            };
            values.push((whole, sign));
        }
        self.store_values(one, begins, &target, values)
    }

    /// Emits a component of the new address.
    fn address_value(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let has_range = self.program.level.vertex == VertexLanguage::Program2;
        let Some(operand) = one.sources.first() else { return unreadable(one) };
        if let (OperandShape::AddressSum, OperandSource::Address(register)) = (one.shape, &operand.source) {
            let Some(&first) = self.addresses.get(*register) else { return unreadable(one) };
            let first = first + lane as Register % 2;
            let sum = self.lowering.emit_binary(Binary::AddInt, first, first + 2)?;
            return if has_range { self.clamp_address(sum) } else { Ok(sum) };
        }
        let scalar = self.source_lane(one, 0, lane)?;
        let round = if one.opcode == Opcode::Arr { Unary::RoundEven } else { Unary::Floor };
        let mut whole = self.lowering.emit_unary(round, scalar)?;
        if has_range {
            let [least, most] = ADDRESS_RANGE.map(|limit| self.lowering.float_constant(limit as f32));
            whole = self.lowering.emit_ternary(Ternary::ClampFloat, whole, least?, most?)?;
        }
        self.lowering.emit_unary(Unary::FloatToInt, whole)
    }

    fn clamp_address(&mut self, sum: Register) -> LowerResult<Register> {
        let [least, most] = ADDRESS_RANGE.map(|limit| self.lowering.uint_constant(limit as u32));
        let sum = self.lowering.emit_binary(Binary::MaxInt, sum, least?)?;
        self.lowering.emit_binary(Binary::MinInt, sum, most?)
    }
}
