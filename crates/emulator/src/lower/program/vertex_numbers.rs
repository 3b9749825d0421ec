//! The numbers of NVIDIA's vertex languages, where they differ from those of ARB_vertex_program.
//!
//! Source: NV_vertex_program 2.14.1.10 and 2.14.1.11, NV_vertex_program1_1 2.14.1.10.19, NV_vertex_program2 2.14.3.

use super::super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::error::LowerResult;
use super::ProgramLowering;
use gristmill_shader::program::{Opcode, ProgramInstruction, VertexLanguage};

/// The largest exponent of LIT: 128 less 1/256.
const LIGHT_EXPONENT: f32 = 128.0 - 1.0 / 256.0;

/// The smallest float that is not below a float's range.
const SMALLEST: f32 = f32::MIN_POSITIVE;

impl ProgramLowering<'_, '_, '_> {
    /// Emits the listed components of a result; `None` if the instruction computes as in ARB_vertex_program.
    pub(super) fn vertex_lanes(
        &mut self,
        one: &ProgramInstruction,
        lanes: &[usize],
    ) -> LowerResult<Option<Vec<Register>>> {
        if self.program.level.fragment || self.program.is_of_direct3d() {
            return Ok(None);
        }
        if let Some(scalar) = self.vertex_scalar(one)? {
            return Ok(Some(vec![scalar; lanes.len()]));
        }
        lanes.iter().map(|lane| self.vertex_lane(one, *lane)).collect()
    }

    /// Emits the number of an instruction that writes it to all components.
    fn vertex_scalar(&mut self, one: &ProgramInstruction) -> LowerResult<Option<Register>> {
        let language = self.program.level.vertex;
        let defines_all = language == VertexLanguage::Program2;
        Ok(Some(match one.opcode {
            Opcode::Rcc => self.clamped_reciprocal(one)?,
            Opcode::Rsq if defines_all => self.defined_root(one)?,
            Opcode::Lg2 if defines_all => self.defined_logarithm(one)?,
            Opcode::Dp3 if language.has_registers() => self.sum_products(one, 3, None)?,
            Opcode::Dp4 if language.has_registers() => self.sum_products(one, 4, None)?,
            Opcode::Dph if language.has_registers() => {
                let last = self.source_lane(one, 1, 3)?;
                self.sum_products(one, 3, Some(last))?
            }
            _ => return Ok(None),
        }))
    }

    /// Emits a component of a result.
    fn vertex_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Option<Register>> {
        let language = self.program.level.vertex;
        if one.opcode == Opcode::Ssg {
            return self.sign_lane(one, lane).map(Some);
        }
        if !language.has_registers() {
            return Ok(None);
        }
        let early = language.has_early_numbers();
        Ok(Some(match (one.opcode, lane) {
            (Opcode::Mul, _) | (Opcode::Dst, 1) => self.vertex_product(one, lane)?,
            (Opcode::Mad, _) => {
                let product = self.vertex_product(one, lane)?;
                let c = self.source_lane(one, 2, lane)?;
                self.lowering.emit_binary(Binary::AddFloat, product, c)?
            }
            (Opcode::Frc, _) => self.fraction(one, lane)?,
            (Opcode::Sge | Opcode::Slt, _) if early => self.ordered_lane(one, lane)?,
            (Opcode::Max | Opcode::Min, _) => self.vertex_extreme(one, lane)?,
            (Opcode::Seq | Opcode::Sge | Opcode::Sgt | Opcode::Sle | Opcode::Slt | Opcode::Sne, _) => {
                self.compared_lane(one, lane)?
            }
            (Opcode::Exp, 0..=2) if early => self.early_exponential(one, lane)?,
            (Opcode::Exp, 1) => self.fraction(one, 0)?,
            (Opcode::Log, 0..=2) => self.parts_lane(one, lane)?,
            (Opcode::Lit, 1) => {
                let diffuse = self.source_lane(one, 0, 0)?;
                let zero = self.lowering.float_constant(0.0)?;
                let is_below = self.lowering.emit_binary(Binary::LessFloat, diffuse, zero)?;
                self.emit_select(is_below, zero, diffuse)?
            }
            (Opcode::Lit, 2) => self.defined_light(one)?,
            (Opcode::Dst | Opcode::Exp | Opcode::Lit | Opcode::Log, _) => self.compute_own_lane(one, lane)?,
            _ => return Ok(None),
        }))
    }

    fn emit_select(&mut self, condition: Register, yes: Register, no: Register) -> LowerResult<Register> {
        self.lowering.emit_ternary(Ternary::Select, condition, yes, no)
    }

    fn nan_constant(&mut self) -> LowerResult<Register> {
        self.lowering.float_constant(f32::NAN)
    }

    /// Emits the product of a component of both operands. In `!!VP1.0` and `!!VP1.1` zero times anything is zero.
    fn vertex_product(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let product = self.product(one, (0, lane), (1, lane))?;
        if !self.program.level.vertex.has_early_numbers() {
            return Ok(product);
        }
        let zero = self.lowering.float_constant(0.0)?;
        let mut tests = vec![];
        for number in [0, 1] {
            let factor = self.source_lane(one, number, lane)?;
            tests.push(self.lowering.emit_binary(Binary::EqualFloat, factor, zero)?);
        }
        let is_zero = self.lowering.fold_lanes(Binary::Or, &tests)?;
        self.emit_select(is_zero, zero, product)
    }

    /// Emits the sum of the first products of two operands, in the order of the extension's text.
    fn sum_products(
        &mut self,
        one: &ProgramInstruction,
        count: usize,
        last: Option<Register>,
    ) -> LowerResult<Register> {
        let mut terms = vec![];
        for place in 0..count {
            terms.push(self.vertex_product(one, place)?);
        }
        terms.extend(last);
        self.lowering.fold_lanes(Binary::AddFloat, &terms)
    }

    fn fraction(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, lane)?;
        let whole = self.lowering.emit_unary(Unary::Floor, of)?;
        self.lowering.emit_binary(Binary::SubFloat, of, whole)
    }

    /// Emits a component of MAX or MIN: in `!!VP2.0` NaN where an operand is, earlier by one comparison.
    fn vertex_extreme(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let [a, b] = [self.source_lane(one, 0, lane)?, self.source_lane(one, 1, lane)?];
        let is_max = one.opcode == Opcode::Max;
        if self.program.level.vertex.has_early_numbers() {
            let (op, [x, y]) = if is_max { (Binary::LessEqualFloat, [b, a]) } else { (Binary::LessFloat, [a, b]) };
            let is_first = self.lowering.emit_binary(op, x, y)?;
            return self.emit_select(is_first, a, b);
        }
        let op = if is_max { Binary::MaxFloat } else { Binary::MinFloat };
        let extreme = self.lowering.emit_binary(op, a, b)?;
        self.unless_nan([a, b], extreme)
    }

    /// Emits a value that is NaN where one of two operands is.
    fn unless_nan(&mut self, operands: [Register; 2], value: Register) -> LowerResult<Register> {
        let mut tests = vec![];
        for operand in operands {
            tests.push(self.lowering.emit_unary(Unary::IsNan, operand)?);
        }
        let has_nan = self.lowering.fold_lanes(Binary::Or, &tests)?;
        let nan = self.nan_constant()?;
        self.emit_select(has_nan, nan, value)
    }

    /// Emits 1.0 where a comparison is true, 0.0 where it is false.
    fn emit_truth(&mut self, holds: Register) -> LowerResult<Register> {
        let [yes, no] = [self.lowering.float_constant(1.0)?, self.lowering.float_constant(0.0)?];
        self.emit_select(holds, yes, no)
    }

    /// Emits a comparison of `!!VP2.0`, which is NaN where an operand is.
    fn compared_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let [a, b] = [self.source_lane(one, 0, lane)?, self.source_lane(one, 1, lane)?];
        let (op, [x, y]) = match one.opcode {
            Opcode::Seq => (Binary::EqualFloat, [a, b]),
            Opcode::Sge => (Binary::LessEqualFloat, [b, a]),
            Opcode::Sgt => (Binary::LessFloat, [b, a]),
            Opcode::Sle => (Binary::LessEqualFloat, [a, b]),
            Opcode::Slt => (Binary::LessFloat, [a, b]),
            _ => (Binary::NotEqualFloat, [a, b]),
        };
        let holds = self.lowering.emit_binary(op, x, y)?;
        let truth = self.emit_truth(holds)?;
        self.unless_nan([a, b], truth)
    }

    /// Emits SGE or SLT of `!!VP1.0`, by an order of all numbers: -NaN, -infinity, .., -0, +0, .., +infinity, +NaN.
    fn ordered_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let zero = self.lowering.uint_constant(0)?;
        let digits = self.lowering.uint_constant(0x7fff_ffff)?;
        let mut ranks = vec![];
        for number in [0, 1] {
            let bits = self.source_lane(one, number, lane)?;
            let is_negative = self.lowering.emit_binary(Binary::LessInt, bits, zero)?;
            let mirrored = self.lowering.emit_binary(Binary::Xor, bits, digits)?;
            ranks.push(self.emit_select(is_negative, mirrored, bits)?);
        }
        let [a, b] = ranks[..] else { return super::unreadable(one) };
        let holds = match one.opcode {
            Opcode::Sge => self.lowering.emit_binary(Binary::LessEqualInt, b, a)?,
            _ => self.lowering.emit_binary(Binary::LessInt, a, b)?,
        };
        self.emit_truth(holds)
    }

    /// Emits SSG: the sign, and NaN of a NaN.
    fn sign_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, lane)?;
        let zero = self.lowering.float_constant(0.0)?;
        let [plus, minus] = [self.lowering.float_constant(1.0)?, self.lowering.float_constant(-1.0)?];
        let is_zero = self.lowering.emit_binary(Binary::EqualFloat, of, zero)?;
        let rest = self.emit_select(is_zero, zero, of)?;
        let is_below = self.lowering.emit_binary(Binary::LessFloat, of, zero)?;
        let rest = self.emit_select(is_below, minus, rest)?;
        let is_above = self.lowering.emit_binary(Binary::LessFloat, zero, of)?;
        self.emit_select(is_above, plus, rest)
    }

    /// Emits RCC: the reciprocal, between 2^-64 and 2^64 of its sign.
    fn clamped_reciprocal(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        let unit = self.lowering.float_constant(1.0)?;
        let quotient = self.lowering.emit_binary(Binary::DivFloat, unit, of)?;
        let size = self.lowering.emit_unary(Unary::AbsFloat, quotient)?;
        let least = self.lowering.uint_constant(0x1f80_0000)?;
        let most = self.lowering.uint_constant(0x5f80_0000)?;
        let size = self.lowering.emit_binary(Binary::MaxFloat, size, least)?;
        let size = self.lowering.emit_binary(Binary::MinFloat, size, most)?;
        let negative = self.lowering.emit_unary(Unary::NegateFloat, size)?;
        let zero = self.lowering.uint_constant(0)?;
        let is_negative = self.lowering.emit_binary(Binary::LessInt, quotient, zero)?;
        let near = self.emit_select(is_negative, negative, size)?;
        let is_nan = self.lowering.emit_unary(Unary::IsNan, quotient)?;
        self.emit_select(is_nan, quotient, near)
    }

    /// Emits RSQ of `!!VP2.0`: of -0 it is -infinity, below that NaN.
    fn defined_root(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        let unit = self.lowering.float_constant(1.0)?;
        let root = self.lowering.emit_unary(Unary::InverseSqrt, of)?;
        let infinity = self.lowering.emit_binary(Binary::DivFloat, unit, of)?;
        self.function_of_positive(of, root, infinity)
    }

    /// Emits LG2 of `!!VP2.0`: of 0 it is -infinity, below that NaN.
    fn defined_logarithm(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        let logarithm = self.lowering.emit_unary(Unary::Log2, of)?;
        let infinity = self.lowering.float_constant(f32::NEG_INFINITY)?;
        self.function_of_positive(of, logarithm, infinity)
    }

    /// Emits a value for an operand above 0, another one for 0, and NaN below.
    fn function_of_positive(&mut self, of: Register, value: Register, of_zero: Register) -> LowerResult<Register> {
        let zero = self.lowering.float_constant(0.0)?;
        let nan = self.nan_constant()?;
        let is_zero = self.lowering.emit_binary(Binary::EqualFloat, of, zero)?;
        let value = self.emit_select(is_zero, of_zero, value)?;
        let is_below = self.lowering.emit_binary(Binary::LessFloat, of, zero)?;
        self.emit_select(is_below, nan, value)
    }

    /// Emits a component of EXP of `!!VP1.0`: 2 to the floor, the fraction, 2 to the number; over and under a float's range
    /// as the text says.
    fn early_exponential(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        let whole = self.lowering.emit_unary(Unary::Floor, of)?;
        let value = match lane {
            0 => self.lowering.emit_unary(Unary::Exp2, whole)?,
            1 => self.lowering.emit_binary(Binary::SubFloat, of, whole)?,
            _ => self.lowering.emit_unary(Unary::Exp2, of)?,
        };
        let zero = self.lowering.float_constant(0.0)?;
        let above = self.lowering.float_constant(if lane == 1 { 0.0 } else { f32::INFINITY })?;
        let [least, most] = [self.lowering.float_constant(-126.0)?, self.lowering.float_constant(128.0)?];
        let is_under = self.lowering.emit_binary(Binary::LessFloat, whole, least)?;
        let value = self.emit_select(is_under, zero, value)?;
        let is_over = self.lowering.emit_binary(Binary::LessEqualFloat, most, whole)?;
        self.emit_select(is_over, above, value)
    }

    /// Emits a component of LOG: the exponent of a float, its mantissa, its logarithm. Numbers below a float's range count as 0.
    fn parts_lane(&mut self, one: &ProgramInstruction, lane: usize) -> LowerResult<Register> {
        let of = self.source_lane(one, 0, 0)?;
        let size = self.lowering.emit_unary(Unary::AbsFloat, of)?;
        let [infinity, smallest] =
            [self.lowering.float_constant(f32::INFINITY)?, self.lowering.float_constant(SMALLEST)?];
        let value = match lane {
            0 => self.exponent_of(size)?,
            1 => {
                let [digits, unit] =
                    [self.lowering.uint_constant(0x007f_ffff)?, self.lowering.uint_constant(0x3f80_0000)?];
                let digits = self.lowering.emit_binary(Binary::And, size, digits)?;
                self.lowering.emit_binary(Binary::Or, digits, unit)?
            }
            _ => self.lowering.emit_unary(Unary::Log2, size)?,
        };
        let of_infinity = self.lowering.float_constant(if lane == 1 { 1.0 } else { f32::INFINITY })?;
        let of_zero = self.lowering.float_constant(if lane == 1 { 1.0 } else { f32::NEG_INFINITY })?;
        let is_infinite = self.lowering.emit_binary(Binary::EqualFloat, size, infinity)?;
        let value = self.emit_select(is_infinite, of_infinity, value)?;
        let is_small = self.lowering.emit_binary(Binary::LessFloat, size, smallest)?;
        let value = self.emit_select(is_small, of_zero, value)?;
        let is_nan = self.lowering.emit_unary(Unary::IsNan, of)?;
        self.emit_select(is_nan, of, value)
    }

    /// Emits the exponent of a positive float, as a float.
    pub(super) fn exponent_of(&mut self, size: Register) -> LowerResult<Register> {
        let bits = self.lowering.uint_constant(23)?;
        let bias = self.lowering.uint_constant(127)?;
        let exponent = self.lowering.emit_binary(Binary::ShiftRight, size, bits)?;
        let exponent = self.lowering.emit_binary(Binary::SubInt, exponent, bias)?;
        self.lowering.emit_unary(Unary::IntToFloat, exponent)
    }

    /// Emits the third component of LIT. Anything to the power of 0 is 1.
    fn defined_light(&mut self, one: &ProgramInstruction) -> LowerResult<Register> {
        let [x, y, w] = [self.source_lane(one, 0, 0)?, self.source_lane(one, 0, 1)?, self.source_lane(one, 0, 3)?];
        let [zero, unit] = [self.lowering.float_constant(0.0)?, self.lowering.float_constant(1.0)?];
        let infinity = self.lowering.float_constant(f32::INFINITY)?;
        let [low, high] =
            [self.lowering.float_constant(-LIGHT_EXPONENT)?, self.lowering.float_constant(LIGHT_EXPONENT)?];
        let exponent = self.lowering.emit_ternary(Ternary::ClampFloat, w, low, high)?;
        let power = self.approximate_power(y, exponent)?;
        let is_above = self.lowering.emit_binary(Binary::LessFloat, zero, exponent)?;
        let of_zero = self.emit_select(is_above, zero, infinity)?;
        let has_base = self.lowering.emit_binary(Binary::LessFloat, zero, y)?;
        let power = self.emit_select(has_base, power, of_zero)?;
        let is_flat = self.lowering.emit_binary(Binary::EqualFloat, exponent, zero)?;
        let power = self.emit_select(is_flat, unit, power)?;
        let power = self.unless_nan([y, w], power)?;
        let is_lit = self.lowering.emit_binary(Binary::LessFloat, zero, x)?;
        self.emit_select(is_lit, power, zero)
    }
}
