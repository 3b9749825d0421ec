//! GLSL's built-in functions.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::undefined::CheckCondition;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::id_operand;
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::GlslStd450Op as F;

/// Returns the unary operation of a function that is a single instruction.
fn unary_of(op: F) -> Option<Unary> {
    Some(match op {
        F::Round => Unary::Round,
        F::RoundEven => Unary::RoundEven,
        F::Trunc => Unary::Trunc,
        F::FAbs => Unary::AbsFloat,
        F::SAbs => Unary::AbsInt,
        F::FSign => Unary::SignFloat,
        F::SSign => Unary::SignInt,
        F::Floor => Unary::Floor,
        F::Ceil => Unary::Ceil,
        F::Fract => Unary::Fract,
        F::Radians => Unary::Radians,
        F::Degrees => Unary::Degrees,
        F::Sin => Unary::Sin,
        F::Cos => Unary::Cos,
        F::Tan => Unary::Tan,
        F::Asin => Unary::Asin,
        F::Acos => Unary::Acos,
        F::Atan => Unary::Atan,
        F::Sinh => Unary::Sinh,
        F::Cosh => Unary::Cosh,
        F::Tanh => Unary::Tanh,
        F::Asinh => Unary::Asinh,
        F::Acosh => Unary::Acosh,
        F::Atanh => Unary::Atanh,
        F::Exp => Unary::Exp,
        F::Log => Unary::Log,
        F::Exp2 => Unary::Exp2,
        F::Log2 => Unary::Log2,
        F::Sqrt => Unary::Sqrt,
        F::InverseSqrt => Unary::InverseSqrt,
        F::FindILsb => Unary::FindLsb,
        F::FindSMsb => Unary::FindMsbInt,
        F::FindUMsb => Unary::FindMsbUint,
        _ => return None,
    })
}

/// Returns the binary operation of a function that is a single instruction.
fn binary_of(op: F) -> Option<Binary> {
    Some(match op {
        F::Atan2 => Binary::Atan2,
        F::Pow => Binary::Pow,
        F::FMin | F::NMin => Binary::MinFloat,
        F::FMax | F::NMax => Binary::MaxFloat,
        F::UMin => Binary::MinUint,
        F::UMax => Binary::MaxUint,
        F::SMin => Binary::MinInt,
        F::SMax => Binary::MaxInt,
        F::Step => Binary::Step,
        F::Ldexp => Binary::Ldexp,
        _ => return None,
    })
}

/// Returns the ternary operation of a function that is a single instruction.
fn ternary_of(op: F) -> Option<Ternary> {
    Some(match op {
        F::FClamp | F::NClamp => Ternary::ClampFloat,
        F::FMix => Ternary::Mix,
        F::SmoothStep => Ternary::SmoothStep,
        F::Fma => Ternary::Fma,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Lowers a call of a built-in function of GLSL.
    pub(super) fn lower_glsl_function(&mut self, instruction: &Made) -> LowerResult<()> {
        let Some(&Operand::LiteralExtInstInteger(number)) = instruction.operands.get(1) else {
            return not_emulated("OpExtInst names no function");
        };
        let Some(op) = F::from_u32(number)
            .filter(|_| id_operand(instruction, 0).is_ok_and(|set| self.source.module.is_glsl_import(set)))
        else {
            return not_emulated(format!("the emulator lacks function {number} of this instruction set"));
        };
        let registers = self.emit_glsl_function(op, instruction)?;
        self.set_result(instruction, registers)
    }

    /// Emits a built-in function of GLSL and returns its registers, without setting the result.
    pub(super) fn glsl_function_registers(&mut self, instruction: &Made) -> LowerResult<Vec<Register>> {
        match instruction.operands.get(1) {
            Some(&Operand::LiteralExtInstInteger(number)) => match F::from_u32(number) {
                Some(op) => self.emit_glsl_function(op, instruction),
                None => not_emulated(format!("the emulator lacks function {number} of GLSL.std.450")),
            },
            _ => not_emulated("OpExtInst names no function"),
        }
    }

    fn emit_glsl_function(&mut self, op: F, instruction: &Made) -> LowerResult<Vec<Register>> {
        let count = instruction.operands.len() - 2;
        let arity = |wanted: usize| match count == wanted {
            true => Ok(()),
            false => not_emulated(format!("{op:?} has {count} operands, it must have {wanted}")),
        };
        if matches!(op, F::InterpolateAtCentroid | F::InterpolateAtSample | F::InterpolateAtOffset) {
            return not_emulated(format!("the emulator has no {op:?}"));
        }
        let a = self.operand_registers(instruction, 2)?;
        if let Some(op) = unary_of(op) {
            arity(1)?;
            return self.map_lanes(&a, |lowering, a| lowering.emit_unary(op, a));
        }
        if let Some(op) = binary_of(op) {
            arity(2)?;
            let b = self.operand_registers(instruction, 3)?;
            return self.emit_binary_lanes(op, &a, &b);
        }
        if let Some(op) = ternary_of(op) {
            arity(3)?;
            let b = self.operand_registers(instruction, 3)?;
            let c = self.operand_registers(instruction, 4)?;
            let mut third = c.iter().copied();
            if c.len() != a.len() {
                return not_emulated("two vectors differ in their number of lanes");
            }
            return self.zip_lanes(&a, &b, |lowering, a, b| lowering.emit_ternary(op, a, b, third.next().unwrap_or(b)));
        }
        match op {
            F::UClamp | F::SClamp => {
                let low = self.operand_registers(instruction, 3)?;
                let high = self.operand_registers(instruction, 4)?;
                let signed = op == F::SClamp;
                let (max, min) =
                    if signed { (Binary::MaxInt, Binary::MinInt) } else { (Binary::MaxUint, Binary::MinUint) };
                let raised = self.emit_binary_lanes(max, &a, &low)?;
                let clamped = self.emit_binary_lanes(min, &raised, &high)?;
                let question = if signed { CheckCondition::ClampInt } else { CheckCondition::ClampUint };
                for ((&low, &high), &to) in low.iter().zip(&high).zip(&clamped) {
                    self.emit_doubt(question, [low, high], to)?;
                }
                Ok(clamped)
            }
            F::Determinant => {
                let (_, rows) = self.source.types.matrix_size(self.type_of(id_operand(instruction, 2)?)?)?;
                self.check_square(&a, rows)?;
                Ok(vec![self.emit_determinant(&a, rows)?])
            }
            F::MatrixInverse => {
                let (_, rows) = self.source.types.matrix_size(self.type_of(id_operand(instruction, 2)?)?)?;
                self.check_square(&a, rows)?;
                self.emit_inverse(&a, rows)
            }
            F::Modf | F::ModfStruct => {
                let whole = self.map_lanes(&a, |lowering, a| lowering.emit_unary(Unary::Trunc, a))?;
                let rest = self.emit_binary_lanes(Binary::SubFloat, &a, &whole)?;
                self.store_second_result(op == F::Modf, instruction, rest, whole)
            }
            F::Frexp | F::FrexpStruct => {
                let mantissa = self.map_lanes(&a, |lowering, a| lowering.emit_unary(Unary::FrexpMantissa, a))?;
                let exponent = self.map_lanes(&a, |lowering, a| lowering.emit_unary(Unary::FrexpExponent, a))?;
                self.store_second_result(op == F::Frexp, instruction, mantissa, exponent)
            }
            F::PackSnorm4x8 | F::PackUnorm4x8 | F::PackSnorm2x16 | F::PackUnorm2x16 | F::PackHalf2x16 => {
                Ok(vec![self.emit_pack(op, &a)?])
            }
            F::UnpackSnorm4x8 | F::UnpackUnorm4x8 | F::UnpackSnorm2x16 | F::UnpackUnorm2x16 | F::UnpackHalf2x16 => {
                let word = self.scalar_register(id_operand(instruction, 2)?)?;
                self.emit_unpack(op, word)
            }
            _ => self.emit_geometry(op, instruction, a),
        }
    }

    fn check_square(&self, matrix: &[Register], rows: usize) -> LowerResult<()> {
        if matrix.len() == rows * rows { Ok(()) } else { not_emulated("a matrix must have as many columns as rows") }
    }

    /// Stores a second result through a pointer, or appends it as the second member of a struct.
    fn store_second_result(
        &mut self,
        pointer: bool,
        instruction: &Made,
        mut first: Vec<Register>,
        second: Vec<Register>,
    ) -> LowerResult<Vec<Register>> {
        if pointer {
            let pointer = self.id_value(id_operand(instruction, 3)?)?;
            let second = self.words_for_pointer(&pointer, second)?;
            self.store_to(&pointer, second, false)?;
        } else {
            let parts = instruction.result_type.map_or(Ok([None; 2]), |of| self.struct_pair_types(of))?;
            first = self.expand_handles(first, parts[0])?;
            first.extend(self.expand_handles(second, parts[1])?);
        }
        Ok(first)
    }

    fn emit_vector_length(&mut self, a: &[Register]) -> LowerResult<Register> {
        if let &[only] = a {
            return self.emit_unary(Unary::AbsFloat, only);
        }
        let square = self.emit_dot(a, a)?;
        self.emit_unary(Unary::Sqrt, square)
    }

    fn emit_geometry(&mut self, op: F, instruction: &Made, a: Vec<Register>) -> LowerResult<Vec<Register>> {
        match op {
            F::Length => Ok(vec![self.emit_vector_length(&a)?]),
            F::Distance => {
                let b = self.operand_registers(instruction, 3)?;
                let difference = self.emit_binary_lanes(Binary::SubFloat, &a, &b)?;
                Ok(vec![self.emit_vector_length(&difference)?])
            }
            F::Normalize => {
                let length = self.emit_vector_length(&a)?;
                self.map_lanes(&a, |lowering, a| lowering.emit_binary(Binary::DivFloat, a, length))
            }
            F::Cross => {
                let b = self.operand_registers(instruction, 3)?;
                let (&[ax, ay, az], &[bx, by, bz]) = (&a[..], &b[..]) else {
                    return not_emulated("cross() needs vectors of three lanes");
                };
                Ok(vec![
                    self.emit_cross_lane([ay, bz, by, az])?,
                    self.emit_cross_lane([az, bx, bz, ax])?,
                    self.emit_cross_lane([ax, by, bx, ay])?,
                ])
            }
            F::FaceForward => {
                let incident = self.operand_registers(instruction, 3)?;
                let reference = self.operand_registers(instruction, 4)?;
                let dot = self.emit_dot(&reference, &incident)?;
                let zero = self.float_constant(0.0)?;
                let towards = self.emit_binary(Binary::LessFloat, dot, zero)?;
                self.map_lanes(&a, |lowering, a| {
                    let turned = lowering.emit_unary(Unary::NegateFloat, a)?;
                    lowering.emit_ternary(Ternary::Select, towards, a, turned)
                })
            }
            F::Reflect => {
                let normal = self.operand_registers(instruction, 3)?;
                let dot = self.emit_dot(&normal, &a)?;
                let two = self.float_constant(2.0)?;
                let twice = self.emit_binary(Binary::MulFloat, two, dot)?;
                let back = self.emit_scaled(&normal, twice)?;
                self.emit_binary_lanes(Binary::SubFloat, &a, &back)
            }
            F::Refract => self.emit_refract(instruction, &a),
            _ => not_emulated(format!("the emulator has no {op:?}")),
        }
    }

    fn emit_cross_lane(&mut self, [a, b, c, d]: [Register; 4]) -> LowerResult<Register> {
        let left = self.emit_binary(Binary::MulFloat, a, b)?;
        let right = self.emit_binary(Binary::MulFloat, c, d)?;
        self.emit_binary(Binary::SubFloat, left, right)
    }

    fn emit_refract(&mut self, instruction: &Made, incident: &[Register]) -> LowerResult<Vec<Register>> {
        let normal = self.operand_registers(instruction, 3)?;
        let eta = self.scalar_register(id_operand(instruction, 4)?)?;
        let one = self.float_constant(1.0)?;
        let zero = self.float_constant(0.0)?;
        let dot = self.emit_dot(&normal, incident)?;
        let square = self.emit_binary(Binary::MulFloat, dot, dot)?;
        let sine = self.emit_binary(Binary::SubFloat, one, square)?;
        let eta_square = self.emit_binary(Binary::MulFloat, eta, eta)?;
        let bent = self.emit_binary(Binary::MulFloat, eta_square, sine)?;
        let k = self.emit_binary(Binary::SubFloat, one, bent)?;
        let none = self.emit_binary(Binary::LessFloat, k, zero)?;
        // The root of a negative `k` must not be reported as an undefined calculation: its lanes get zero below.
        let square = self.emit_binary(Binary::MaxFloat, k, zero)?;
        let root = self.emit_unary(Unary::Sqrt, square)?;
        let along = self.emit_binary(Binary::MulFloat, eta, dot)?;
        let factor = self.emit_binary(Binary::AddFloat, along, root)?;
        self.zip_lanes(incident, &normal, |lowering, incident, normal| {
            let left = lowering.emit_binary(Binary::MulFloat, eta, incident)?;
            let right = lowering.emit_binary(Binary::MulFloat, factor, normal)?;
            let bent = lowering.emit_binary(Binary::SubFloat, left, right)?;
            lowering.emit_ternary(Ternary::Select, none, zero, bent)
        })
    }
}
