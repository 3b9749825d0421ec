//! Arithmetic instructions that compute each component by itself.

use super::super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::error::LowerResult;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, OperandSource, ProgramInstruction, ProgramParameter};

impl ProgramLowering<'_, '_, '_> {
    /// Emits the listed components of a result.
    pub(super) fn compute_lanes(&mut self, one: &ProgramInstruction, lanes: &[usize]) -> LowerResult<Vec<Register>> {
        if let Some(values) = self.vertex_lanes(one, lanes)? {
            return Ok(values);
        }
        match one.opcode {
            Opcode::Cos
            | Opcode::Dp2
            | Opcode::Dp2a
            | Opcode::Dp3
            | Opcode::Dp4
            | Opcode::Dph
            | Opcode::Ex2
            | Opcode::Lg2
            | Opcode::Pow
            | Opcode::Rcp
            | Opcode::Rsq
            | Opcode::Sin => Ok(vec![self.compute_scalar(one)?; lanes.len()]),
            Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub => Ok(vec![self.pack(one)?; lanes.len()]),
            Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub => self.unpack(one, lanes),
            Opcode::D3dLog | Opcode::D3dPow | Opcode::D3dRcp | Opcode::D3dRsq => {
                Ok(vec![self.compute_direct3d_scalar(one)?; lanes.len()])
            }
            Opcode::D3dLit | Opcode::Dst | Opcode::Exp | Opcode::Lit | Opcode::Log | Opcode::Scs | Opcode::Swz => {
                lanes.iter().map(|lane| self.compute_own_lane(one, *lane)).collect()
            }
            Opcode::Nrm => self.normalize(one, lanes),
            Opcode::Rfl => self.reflect(one, lanes),
            Opcode::Abs
            | Opcode::Add
            | Opcode::Cmp
            | Opcode::D3dCmp
            | Opcode::Ddx
            | Opcode::Ddy
            | Opcode::Div
            | Opcode::Flr
            | Opcode::Frc
            | Opcode::Lrp
            | Opcode::Mad
            | Opcode::Max
            | Opcode::Min
            | Opcode::Mov
            | Opcode::Mul
            | Opcode::Seq
            | Opcode::Sfl
            | Opcode::Sge
            | Opcode::Sgt
            | Opcode::Sle
            | Opcode::Slt
            | Opcode::Sne
            | Opcode::Str
            | Opcode::Sub
            | Opcode::X2d
            | Opcode::Xpd => lanes.iter().map(|lane| self.compute_lane(one, *lane)).collect(),
            // What computes nothing, and what NVIDIA's vertex languages compute by formulas of their own.
            Opcode::Ara
            | Opcode::Arl
            | Opcode::Arr
            | Opcode::Bra
            | Opcode::Popa
            | Opcode::Pusha
            | Opcode::Rcc
            | Opcode::Ssg
            | Opcode::Brk
            | Opcode::Cal
            | Opcode::Else
            | Opcode::EndIf
            | Opcode::EndLoop
            | Opcode::EndRep
            | Opcode::If
            | Opcode::Kil
            | Opcode::Loop
            | Opcode::Rep
            | Opcode::Ret
            | Opcode::Tex
            | Opcode::Txb
            | Opcode::Txd
            | Opcode::Txl
            | Opcode::Txp => unreadable(one),
        }
    }

    /// Emits a component that is computed from the same component of each operand, or nearly so.
    fn compute_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        match one.opcode {
            Opcode::Mov => self.source_lane(one, 0, lane),
            Opcode::Abs => self.unary_lane(one, Unary::AbsFloat, lane),
            Opcode::Flr => self.unary_lane(one, Unary::Floor, lane),
            Opcode::Frc => self.unary_lane(one, Unary::Fract, lane),
            Opcode::Ddx => self.derivative_lane(one, Unary::Dx, lane),
            Opcode::Ddy => self.derivative_lane(one, Unary::Dy, lane),
            Opcode::Add => self.sum_lane(one, false, lane),
            Opcode::Sub => self.sum_lane(one, true, lane),
            Opcode::Mul => self.binary_lane(one, Binary::MulFloat, [0, 1], lane),
            Opcode::Max => self.extreme_lane(one, Binary::MaxFloat, lane),
            Opcode::Min => self.extreme_lane(one, Binary::MinFloat, lane),
            Opcode::Mad => {
                let [a, b] = self.two_lanes(one, [0, 1], lane)?;
                let product = self.lowering.emit_binary(Binary::MulFloat, a, b)?;
                let (c, is_negative) = self.addend_lane(one, 2, lane)?;
                let op = if is_negative { Binary::SubFloat } else { Binary::AddFloat };
                self.lowering.emit_binary(op, product, c)
            }
            Opcode::Lrp => {
                let [weight, b] = self.two_lanes(one, [0, 1], lane)?;
                let c = self.source_lane(one, 2, lane)?;
                self.lowering.emit_ternary(Ternary::Mix, c, b, weight)
            }
            Opcode::Cmp => {
                let a = self.source_lane(one, 0, lane)?;
                let [b, c] = self.two_lanes(one, [1, 2], lane)?;
                let zero = self.lowering.float_constant(0.0)?;
                let is_negative = self.lowering.emit_binary(Binary::LessFloat, a, zero)?;
                self.lowering.emit_ternary(Ternary::Select, is_negative, b, c)
            }
            Opcode::D3dCmp => {
                let a = self.source_lane(one, 0, lane)?;
                let [b, c] = self.two_lanes(one, [1, 2], lane)?;
                let zero = self.lowering.float_constant(0.0)?;
                let is_positive = self.lowering.emit_binary(Binary::LessEqualFloat, zero, a)?;
                self.lowering.emit_ternary(Ternary::Select, is_positive, b, c)
            }
            Opcode::Div => {
                let a = self.source_lane(one, 0, lane)?;
                let by = self.source_lane(one, 1, 0)?;
                self.lowering.emit_binary(Binary::DivFloat, a, by)
            }
            Opcode::Sge => self.set_lane(one, Binary::LessEqualFloat, [1, 0], lane),
            Opcode::Slt => self.set_lane(one, Binary::LessFloat, [0, 1], lane),
            Opcode::Seq => self.set_lane(one, Binary::EqualFloat, [0, 1], lane),
            Opcode::Sgt => self.set_lane(one, Binary::LessFloat, [1, 0], lane),
            Opcode::Sle => self.set_lane(one, Binary::LessEqualFloat, [0, 1], lane),
            Opcode::Sne => self.set_lane(one, Binary::NotEqualFloat, [0, 1], lane),
            Opcode::Sfl => self.lowering.float_constant(0.0),
            Opcode::Str => self.lowering.float_constant(1.0),
            Opcode::Xpd => {
                let next = (lane + 1) % 3;
                let last = (lane + 2) % 3;
                let left = self.product(one, (0, next), (1, last))?;
                let right = self.product(one, (0, last), (1, next))?;
                self.lowering.emit_binary(Binary::SubFloat, left, right)
            }
            Opcode::X2d => {
                let row = lane % 2 * 2;
                let at = self.source_lane(one, 0, lane % 2)?;
                let x = self.product(one, (1, 0), (2, row))?;
                let sum = self.lowering.emit_binary(Binary::AddFloat, at, x)?;
                let y = self.product(one, (1, 1), (2, row + 1))?;
                self.lowering.emit_binary(Binary::AddFloat, sum, y)
            }
            _ => unreadable(one),
        }
    }

    fn unary_lane(&mut self, one: &ProgramInstruction, op: Unary, lane: usize) -> LowerResult<Register> {
        let a = self.source_lane(one, 0, lane)?;
        self.lowering.emit_unary(op, a)
    }

    fn derivative_lane(&mut self, one: &ProgramInstruction, op: Unary, lane: usize) -> LowerResult<Register> {
        self.lowering.out.code.needs_quads = true;
        self.unary_lane(one, op, lane)
    }

    fn two_lanes(&mut self, one: &ProgramInstruction, [a, b]: [usize; 2], lane: usize) -> LowerResult<[Register; 2]> {
        Ok([self.source_lane(one, a, lane)?, self.source_lane(one, b, lane)?])
    }

    fn binary_lane(
        &mut self,
        one: &ProgramInstruction,
        op: Binary,
        operands: [usize; 2],
        lane: usize,
    ) -> LowerResult<Register> {
        let [a, b] = self.two_lanes(one, operands, lane)?;
        self.lowering.emit_binary(op, a, b)
    }

    /// Emits a sum or a difference.
    fn sum_lane(&mut self, one: &ProgramInstruction, subtracts: bool, lane: usize) -> LowerResult<Register> {
        let a = self.source_lane(one, 0, lane)?;
        let (b, is_negative) = self.addend_lane(one, 1, lane)?;
        let op = if subtracts == is_negative { Binary::AddFloat } else { Binary::SubFloat };
        self.lowering.emit_binary(op, a, b)
    }

    /// Emits the product of a component of one operand and a component of another.
    pub(super) fn product(
        &mut self,
        one: &ProgramInstruction,
        (first, place): (usize, usize),
        (second, other): (usize, usize),
    ) -> LowerResult<Register> {
        let a = self.source_lane(one, first, place)?;
        let b = self.source_lane(one, second, other)?;
        self.lowering.emit_binary(Binary::MulFloat, a, b)
    }

    /// Emits 1.0 where a comparison is true, 0.0 elsewhere.
    fn set_lane(
        &mut self,
        one: &ProgramInstruction,
        op: Binary,
        operands: [usize; 2],
        lane: usize,
    ) -> LowerResult<Register> {
        let holds = self.binary_lane(one, op, operands, lane)?;
        let yes = self.lowering.float_constant(1.0)?;
        let no = self.lowering.float_constant(0.0)?;
        self.lowering.emit_ternary(Ternary::Select, holds, yes, no)
    }

    /// Emits MAX or MIN. In NV_fragment_program the result is a NaN if either operand is; elsewhere it is open.
    fn extreme_lane(&mut self, one: &ProgramInstruction, op: Binary, lane: usize) -> LowerResult<Register> {
        // The operation returns its second operand if either is a NaN.
        let is_nv = self.program.level.registers;
        let order = if is_nv || op == Binary::MaxFloat { [1, 0] } else { [0, 1] };
        if !is_nv || one.sources.get(1).is_some_and(|operand| is_constant(&operand.source)) {
            return self.binary_lane(one, op, order, lane);
        }
        let [a, b] = self.two_lanes(one, order, lane)?;
        let extreme = self.lowering.emit_binary(op, a, b)?;
        let is_nan = self.lowering.emit_binary(Binary::NotEqualFloat, a, a)?;
        self.lowering.emit_ternary(Ternary::Select, is_nan, a, extreme)
    }
}

/// Returns true for a constant, which is never a NaN.
fn is_constant(source: &OperandSource) -> bool {
    matches!(source, OperandSource::Parameter(ProgramParameter::Constant(_)))
}
