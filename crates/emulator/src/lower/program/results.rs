//! Results: conversion, clamps, masks, and the condition code.

use super::super::super::assembly::{Binary, Instruction, Pc, Register, Ternary, Unary};
use super::super::super::undefined::CheckCondition;
use super::super::error::LowerResult;
use super::super::operands;
use super::super::registers::Owner;
use super::ProgramLowering;
use super::attribute_kind::TEXTURE_COORDS;
use super::interface::VECTOR;
use gristmill_shader::program::{
    AddressComponent, Condition, ConditionRule, Opcode, OperationPrecision, ProgramInstruction, ProgramOutput,
    ProgramRegister, Saturation,
};

/// The components that an instruction writes, each with its register; none if only the condition code is set.
pub(super) type WriteTarget = Vec<(usize, Option<Register>)>;

impl ProgramLowering<'_, '_, '_> {
    /// Returns the components that an instruction writes: those of its mask that its variable has.
    pub(super) fn result_target(&mut self, one: &ProgramInstruction) -> LowerResult<WriteTarget> {
        let Some(destination) = one.destination else { return Ok(vec![]) };
        let masked = (0..).zip(destination.mask).filter(|(_, written)| *written);
        let lanes: Vec<usize> = masked.map(|(lane, _)| lane).collect();
        let first = match destination.register {
            ProgramRegister::Temporary(n) => self.temporaries.get(n).copied(),
            ProgramRegister::Address(n) => {
                let address = self.addresses.get(n).copied();
                if !self.has_vector_addresses() {
                    return Ok(scalar_target(address, 0, &lanes));
                }
                address
            }
            // Each of the results that it may be is found when it is written.
            ProgramRegister::ConditionCode | ProgramRegister::IndexedTexcoord(..) => None,
            ProgramRegister::Output(output) if !self.has_output(output) => return Ok(vec![]),
            ProgramRegister::Output(output) => {
                let registers = self.output_registers(output)?;
                let first = registers.first().copied();
                match output {
                    ProgramOutput::Depth => return Ok(scalar_target(first, 2, &lanes)),
                    ProgramOutput::PointSize | ProgramOutput::Fogcoord | ProgramOutput::Clip(_) => {
                        return Ok(scalar_target(first, 0, &lanes));
                    }
                    ProgramOutput::Color(..)
                    | ProgramOutput::Position
                    | ProgramOutput::Texcoord(_)
                    | ProgramOutput::Usage(..)
                    | ProgramOutput::Side(..) => first,
                }
            }
        };
        Ok(lanes
            .into_iter()
            .map(|lane| (lane, first.map(|first| first + lane as Register)))
            .collect())
    }

    /// Writes the values of an instruction whose code begins at that place, one for each component of the target.
    pub(super) fn write_result(
        &mut self,
        one: &ProgramInstruction,
        begins: Pc,
        target: &WriteTarget,
        values: Vec<Register>,
    ) -> LowerResult<()> {
        let mut stored = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            // A value in all components is converted once.
            let same = values.iter().take(at).position(|before| before == value);
            let known = same.and_then(|same| stored.get(same).copied());
            stored.push(match known {
                Some(known) => known,
                None => self.convert_result(one, *value)?,
            });
        }
        let signs = stored.clone();
        self.store_values(one, begins, target, stored.into_iter().zip(signs).collect())
    }

    /// Writes converted values, each with the number whose sign becomes the condition code.
    pub(super) fn store_values(
        &mut self,
        one: &ProgramInstruction,
        begins: Pc,
        target: &WriteTarget,
        values: Vec<(Register, Register)>,
    ) -> LowerResult<()> {
        let destination = one.destination;
        let tests = self.lane_tests(destination.and_then(|destination| destination.condition), target)?;
        let texcoords = match destination.map(|destination| destination.register) {
            Some(ProgramRegister::IndexedTexcoord(address, offset)) => self.choose_texcoords(address, offset)?,
            _ => vec![],
        };
        let code = self.condition_codes.get(usize::from(one.code)).copied().flatten();
        let mut moves = vec![];
        for ((&(lane, place), (value, sign)), test) in target.iter().zip(values).zip(&tests) {
            let lane = lane as Register;
            let code = code.filter(|_| one.updates).map(|first| (first + lane, sign));
            for (to, value) in place.map(|to| (to, value)).into_iter().chain(code) {
                let value = match *test {
                    LaneTest::Never => continue,
                    LaneTest::Always => value,
                    // All tests go before all writes, because a write could change the result of the next test.
                    LaneTest::Holds(test) => self.lowering.emit_ternary(Ternary::Select, test, value, to)?,
                };
                moves.push((to, value));
            }
            for &(first, is_chosen) in &texcoords {
                let test = match *test {
                    LaneTest::Never => continue,
                    LaneTest::Always => is_chosen,
                    LaneTest::Holds(test) => self.lowering.emit_binary(Binary::And, test, is_chosen)?,
                };
                let to = first + lane;
                moves.push((to, self.lowering.emit_ternary(Ternary::Select, test, value, to)?));
            }
        }
        self.move_results(begins, moves)
    }

    /// Returns the first register of each texture coordinate, with the test that an address register selects it.
    fn choose_texcoords(&mut self, address: AddressComponent, offset: i32) -> LowerResult<Vec<(Register, Register)>> {
        let index = self.address_index(address, offset)?;
        let mut choices = vec![];
        for n in 0..TEXTURE_COORDS {
            let output = ProgramOutput::Texcoord(n);
            if self.has_output(output) {
                let first = self.output_registers(output)?.first().copied().unwrap_or_default();
                let number = self.lowering.uint_constant(n)?;
                choices.push((first, self.lowering.emit_binary(Binary::EqualInt, index, number)?));
            }
        }
        Ok(choices)
    }

    /// Converts a value to the numbers of the instruction, clamps it, and converts it to those of its variable.
    fn convert_result(&mut self, one: &ProgramInstruction, value: Register) -> LowerResult<Register> {
        let is_exact = has_exact_result(one.opcode);
        let value = match one.precision {
            OperationPrecision::Fixed if !is_exact => self.lowering.emit_unary(Unary::RoundFixed, value)?,
            OperationPrecision::Half if !is_exact => self.lowering.emit_unary(Unary::RoundHalf, value)?,
            OperationPrecision::Partial => self.lowering.emit_unary(Unary::RoundPartial, value)?,
            OperationPrecision::Full | OperationPrecision::Half | OperationPrecision::Fixed => value,
        };
        if one.saturation == Saturation::Unsigned && !self.program.level.fragment && !self.program.is_of_direct3d() {
            return self.clamp_as_written(value);
        }
        let lowest = match one.saturation {
            Saturation::None => None,
            Saturation::Unsigned => Some(0.0),
            Saturation::Signed => Some(-1.0),
        };
        let value = match lowest {
            None => value,
            Some(lowest) => {
                let low = self.lowering.float_constant(lowest)?;
                let high = self.lowering.float_constant(1.0)?;
                self.lowering.emit_ternary(Ternary::ClampFloat, value, low, high)?
            }
        };
        let value = self.cut_range(one, value)?;
        // Halves hold all fixed-point numbers.
        match one.half && one.precision == OperationPrecision::Full {
            true => self.lowering.emit_unary(Unary::RoundHalf, value),
            false => Ok(value),
        }
    }

    /// Clamps a value from 0 to 1 as NV_vertex_program3 writes it: -0 and a NaN stay as they are.
    fn clamp_as_written(&mut self, value: Register) -> LowerResult<Register> {
        let [zero, unit] = [self.lowering.float_constant(0.0)?, self.lowering.float_constant(1.0)?];
        let is_above = self.lowering.emit_binary(Binary::LessFloat, unit, value)?;
        let rest = self.lowering.emit_ternary(Ternary::Select, is_above, unit, value)?;
        let is_below = self.lowering.emit_binary(Binary::LessFloat, value, zero)?;
        self.lowering.emit_ternary(Ternary::Select, is_below, zero, rest)
    }

    /// Cuts a result to its register's range on a card that has one, and emits the check of the range.
    fn cut_range(&mut self, one: &ProgramInstruction, value: Register) -> LowerResult<Register> {
        let Some(range) = self.program.range_of(one) else { return Ok(value) };
        let kept = self.lowering.emit_unary(Unary::CutRange, value)?;
        if self.lowering.out.watched {
            let most = self.lowering.float_constant(range)?;
            self.lowering.emit_doubt(CheckCondition::Range, [value, most], kept)?;
        }
        Ok(kept)
    }

    /// Returns the test of each component of a target.
    fn lane_tests(&mut self, condition: Option<Condition>, target: &WriteTarget) -> LowerResult<Vec<LaneTest>> {
        let mut tests = vec![];
        for (lane, _) in target {
            tests.push(match condition {
                None => LaneTest::Always,
                Some(condition) => {
                    let code = condition.swizzle.get(*lane).copied().unwrap_or(0);
                    self.code_test(&condition, code)?
                }
            });
        }
        Ok(tests)
    }

    /// Emits the test of a component of the condition code; a NaN passes only `NE`.
    pub(super) fn code_test(&mut self, condition: &Condition, lane: u8) -> LowerResult<LaneTest> {
        let code = self.condition_codes.get(usize::from(condition.code)).copied().flatten();
        let Some(first) = code else { return Ok(LaneTest::Never) };
        let code = first + Register::from(lane);
        let zero = self.lowering.float_constant(0.0)?;
        let (op, a, b) = match condition.rule {
            ConditionRule::Always => return Ok(LaneTest::Always),
            ConditionRule::Never => return Ok(LaneTest::Never),
            ConditionRule::Equal => (Binary::EqualFloat, code, zero),
            ConditionRule::NotEqual => (Binary::NotEqualFloat, code, zero),
            ConditionRule::Less => (Binary::LessFloat, code, zero),
            ConditionRule::LessEqual => (Binary::LessEqualFloat, code, zero),
            ConditionRule::Greater => (Binary::LessFloat, zero, code),
            ConditionRule::GreaterEqual => (Binary::LessEqualFloat, zero, code),
        };
        self.lowering.emit_binary(op, a, b).map(LaneTest::Holds)
    }

    /// Moves values into their registers, as if all moves happened at once. Where nothing in between reads or writes
    /// the register, the instruction that computes the value writes it there.
    fn move_results(&mut self, begins: Pc, mut moves: Vec<(Register, Register)>) -> LowerResult<()> {
        for at in 0..moves.len() {
            let Some(&(to, from)) = moves.get(at) else { continue };
            let reads_old = moves.iter().any(|&(other, value)| value == to && other != to);
            if !reads_old && self.redirect_producer(begins, to, from) {
                for (_, value) in moves.iter_mut().filter(|(_, value)| *value == from) {
                    *value = to;
                }
            }
        }
        moves.retain(|(to, from)| to != from);
        let crossed = moves
            .iter()
            .enumerate()
            .any(|(at, (_, from))| moves.iter().take(at).any(|(to, _)| to == from));
        for (_, from) in moves.iter_mut().filter(|_| crossed) {
            *from = self.lowering.emit_unary(Unary::Copy, *from)?;
        }
        moves.into_iter().try_for_each(|(to, from)| self.lowering.emit_copy(to, from))
    }

    /// Makes the instruction that computes a value write it into another register; returns false if that would change
    /// what other instructions since that place read.
    fn redirect_producer(&mut self, begins: Pc, to: Register, from: Register) -> bool {
        let out = &mut self.lowering.out;
        if out.registers.owner_of(from) != Owner::Temporary(0) {
            return false;
        }
        let code = out.code.instructions.get(begins as usize..).unwrap_or_default();
        let made = code
            .iter()
            .rposition(|instruction| operands::written_registers(&out.code, instruction) == (from, 1));
        let Some(made) = made else { return false };
        // A check changes a value that another instruction makes.
        if matches!(code.get(made), Some(Instruction::CheckUndefined(_))) {
            return false;
        }
        for instruction in code.iter().skip(made + 1) {
            let mut is_used = false;
            operands::for_each_read(&out.code, instruction, |register| is_used |= register == to || register == from);
            let (first, count) = operands::written_registers(&out.code, instruction);
            if is_used || (first..first.saturating_add(count)).contains(&to) {
                return false;
            }
        }
        if let Some(producer) = out.code.instructions.get_mut(begins as usize + made) {
            operands::set_target_register(producer, to);
        }
        true
    }

    /// Returns the first register of a variable whose four components an instruction writes as they are computed.
    pub(super) fn whole_target(&self, one: &ProgramInstruction, target: &WriteTarget) -> Option<Register> {
        let is_full = one.precision != OperationPrecision::Partial && !one.half;
        let is_plain = is_full && !one.updates && one.saturation == Saturation::None;
        let condition = one.destination.and_then(|destination| destination.condition);
        let (_, first) = target.first().filter(|_| is_plain && condition.is_none())?;
        first.filter(|_| target.len() == VECTOR as usize)
    }
}

/// The test of a component before it is written.
#[derive(Debug, Clone, Copy)]
pub(super) enum LaneTest {
    Always,
    Never,
    /// The register that is true if the component is written.
    Holds(Register),
}

/// Returns the target of a variable with one component, which the mask must contain.
fn scalar_target(register: Option<Register>, component: usize, lanes: &[usize]) -> WriteTarget {
    let written = lanes.contains(&component);
    register
        .filter(|_| written)
        .map(|register| (component, Some(register)))
        .into_iter()
        .collect()
}

/// Returns true if a result is one of the operands, or a number of every format: it needs no conversion.
fn has_exact_result(opcode: Opcode) -> bool {
    match opcode {
        Opcode::Cmp
        | Opcode::Flr
        | Opcode::Max
        | Opcode::Min
        | Opcode::Mov
        | Opcode::Seq
        | Opcode::Sfl
        | Opcode::Sge
        | Opcode::Sgt
        | Opcode::Sle
        | Opcode::Slt
        | Opcode::Sne
        | Opcode::Str => true,
        Opcode::Abs
        | Opcode::Add
        | Opcode::Ara
        | Opcode::Arl
        | Opcode::Arr
        | Opcode::Bra
        | Opcode::Popa
        | Opcode::Pusha
        | Opcode::Rcc
        | Opcode::Ssg
        | Opcode::Brk
        | Opcode::Cal
        | Opcode::Cos
        | Opcode::Ddx
        | Opcode::Ddy
        | Opcode::Div
        | Opcode::Dp2
        | Opcode::Dp2a
        | Opcode::Dp3
        | Opcode::Dp4
        | Opcode::Dph
        | Opcode::Dst
        | Opcode::Else
        | Opcode::EndIf
        | Opcode::EndLoop
        | Opcode::EndRep
        | Opcode::Ex2
        | Opcode::Exp
        | Opcode::Frc
        | Opcode::If
        | Opcode::Kil
        | Opcode::Lg2
        | Opcode::Lit
        | Opcode::Log
        | Opcode::Loop
        | Opcode::Lrp
        | Opcode::Mad
        | Opcode::Mul
        | Opcode::Nrm
        | Opcode::Pk2h
        | Opcode::Pk2us
        | Opcode::Pk4b
        | Opcode::Pk4ub
        | Opcode::Pow
        | Opcode::Rcp
        | Opcode::Rep
        | Opcode::Ret
        | Opcode::Rfl
        | Opcode::Rsq
        | Opcode::Scs
        | Opcode::Sin
        | Opcode::Sub
        | Opcode::Swz
        | Opcode::Tex
        | Opcode::Txb
        | Opcode::Txd
        | Opcode::Txl
        | Opcode::Txp
        | Opcode::Up2h
        | Opcode::Up2us
        | Opcode::Up4b
        | Opcode::Up4ub
        | Opcode::D3dCmp
        | Opcode::D3dLit
        | Opcode::D3dLog
        | Opcode::D3dPow
        | Opcode::D3dRcp
        | Opcode::D3dRsq
        | Opcode::X2d
        | Opcode::Xpd => false,
    }
}
