//! GLSL's built-in functions.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::undefined::Question;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::id;
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
    pub(super) fn function(&mut self, instruction: &Made) -> Lowered<()> {
        let Some(&Operand::LiteralExtInstInteger(number)) = instruction.operands.get(1) else {
            return fault("OpExtInst names no function");
        };
        let Some(op) =
            F::from_u32(number).filter(|_| id(instruction, 0).is_ok_and(|set| self.source.module.is_glsl(set)))
        else {
            return fault(format!("the emulator has no function {number} of that set"));
        };
        let registers = self.function_of(op, instruction)?;
        self.give(instruction, registers)
    }

    /// Emits a built-in function of GLSL and returns its registers, without setting the result.
    pub(super) fn extended(&mut self, instruction: &Made) -> Lowered<Vec<Register>> {
        match instruction.operands.get(1) {
            Some(&Operand::LiteralExtInstInteger(number)) => match F::from_u32(number) {
                Some(op) => self.function_of(op, instruction),
                None => fault(format!("the emulator has no function {number} of that set")),
            },
            _ => fault("OpExtInst names no function"),
        }
    }

    fn function_of(&mut self, op: F, instruction: &Made) -> Lowered<Vec<Register>> {
        let count = instruction.operands.len() - 2;
        let arity = |wanted: usize| match count == wanted {
            true => Ok(()),
            false => fault(format!("{op:?} has {count} operands, it must have {wanted}")),
        };
        if matches!(op, F::InterpolateAtCentroid | F::InterpolateAtSample | F::InterpolateAtOffset) {
            return fault(format!("the emulator has no {op:?}"));
        }
        let a = self.operand(instruction, 2)?;
        if let Some(op) = unary_of(op) {
            arity(1)?;
            return self.each(&a, |lowering, a| lowering.unary(op, a));
        }
        if let Some(op) = binary_of(op) {
            arity(2)?;
            let b = self.operand(instruction, 3)?;
            return self.binaries(op, &a, &b);
        }
        if let Some(op) = ternary_of(op) {
            arity(3)?;
            let (b, c) = (self.operand(instruction, 3)?, self.operand(instruction, 4)?);
            let mut third = c.iter().copied();
            if c.len() != a.len() {
                return fault("two vectors have not the same lanes");
            }
            return self.pairs(&a, &b, |lowering, a, b| lowering.ternary(op, a, b, third.next().unwrap_or(b)));
        }
        match op {
            F::UClamp | F::SClamp => {
                let (low, high) = (self.operand(instruction, 3)?, self.operand(instruction, 4)?);
                let signed = op == F::SClamp;
                let (max, min) =
                    if signed { (Binary::MaxInt, Binary::MinInt) } else { (Binary::MaxUint, Binary::MinUint) };
                let raised = self.binaries(max, &a, &low)?;
                let clamped = self.binaries(min, &raised, &high)?;
                let question = if signed { Question::ClampInt } else { Question::ClampUint };
                for ((&low, &high), &to) in low.iter().zip(&high).zip(&clamped) {
                    self.doubt(question, [low, high], to)?;
                }
                Ok(clamped)
            }
            F::Determinant => {
                let (_, rows) = self.source.types.matrix(self.type_of(id(instruction, 2)?)?)?;
                self.check_square(&a, rows)?;
                Ok(vec![self.determinant(&a, rows)?])
            }
            F::MatrixInverse => {
                let (_, rows) = self.source.types.matrix(self.type_of(id(instruction, 2)?)?)?;
                self.check_square(&a, rows)?;
                self.inverse(&a, rows)
            }
            F::Modf | F::ModfStruct => {
                let whole = self.each(&a, |lowering, a| lowering.unary(Unary::Trunc, a))?;
                let rest = self.binaries(Binary::SubFloat, &a, &whole)?;
                self.second_result(op == F::Modf, instruction, rest, whole)
            }
            F::Frexp | F::FrexpStruct => {
                let mantissa = self.each(&a, |lowering, a| lowering.unary(Unary::FrexpMantissa, a))?;
                let exponent = self.each(&a, |lowering, a| lowering.unary(Unary::FrexpExponent, a))?;
                self.second_result(op == F::Frexp, instruction, mantissa, exponent)
            }
            F::PackSnorm4x8 | F::PackUnorm4x8 | F::PackSnorm2x16 | F::PackUnorm2x16 | F::PackHalf2x16 => {
                Ok(vec![self.pack(op, &a)?])
            }
            F::UnpackSnorm4x8 | F::UnpackUnorm4x8 | F::UnpackSnorm2x16 | F::UnpackUnorm2x16 | F::UnpackHalf2x16 => {
                let word = self.scalar_of(id(instruction, 2)?)?;
                self.unpack(op, word)
            }
            _ => self.geometry(op, instruction, a),
        }
    }

    fn check_square(&self, matrix: &[Register], rows: usize) -> Lowered<()> {
        if matrix.len() == rows * rows { Ok(()) } else { fault("a matrix must have as many columns as rows") }
    }

    /// Stores a second result through a pointer, or appends it as the second member of a struct.
    fn second_result(
        &mut self,
        pointer: bool,
        instruction: &Made,
        mut first: Vec<Register>,
        second: Vec<Register>,
    ) -> Lowered<Vec<Register>> {
        if pointer {
            let pointer = self.value(id(instruction, 3)?)?;
            let second = self.pointed_words(&pointer, second)?;
            self.store_to(&pointer, second, false)?;
        } else {
            let parts = instruction.result_type.map_or(Ok([None; 2]), |of| self.two_parts(of))?;
            first = self.spread(first, parts[0])?;
            first.extend(self.spread(second, parts[1])?);
        }
        Ok(first)
    }

    fn length_of_vector(&mut self, a: &[Register]) -> Lowered<Register> {
        if let &[only] = a {
            return self.unary(Unary::AbsFloat, only);
        }
        let square = self.dot(a, a)?;
        self.unary(Unary::Sqrt, square)
    }

    fn geometry(&mut self, op: F, instruction: &Made, a: Vec<Register>) -> Lowered<Vec<Register>> {
        match op {
            F::Length => Ok(vec![self.length_of_vector(&a)?]),
            F::Distance => {
                let b = self.operand(instruction, 3)?;
                let difference = self.binaries(Binary::SubFloat, &a, &b)?;
                Ok(vec![self.length_of_vector(&difference)?])
            }
            F::Normalize => {
                let length = self.length_of_vector(&a)?;
                self.each(&a, |lowering, a| lowering.binary(Binary::DivFloat, a, length))
            }
            F::Cross => {
                let b = self.operand(instruction, 3)?;
                let (&[ax, ay, az], &[bx, by, bz]) = (&a[..], &b[..]) else {
                    return fault("a cross product is of three lanes");
                };
                let mut lane = |[a, b, c, d]: [Register; 4]| {
                    let (left, right) = (self.binary(Binary::MulFloat, a, b)?, self.binary(Binary::MulFloat, c, d)?);
                    self.binary(Binary::SubFloat, left, right)
                };
                Ok(vec![lane([ay, bz, by, az])?, lane([az, bx, bz, ax])?, lane([ax, by, bx, ay])?])
            }
            F::FaceForward => {
                let (incident, reference) = (self.operand(instruction, 3)?, self.operand(instruction, 4)?);
                let (dot, zero) = (self.dot(&reference, &incident)?, self.float(0.0)?);
                let towards = self.binary(Binary::LessFloat, dot, zero)?;
                self.each(&a, |lowering, a| {
                    let turned = lowering.unary(Unary::NegateFloat, a)?;
                    lowering.ternary(Ternary::Select, towards, a, turned)
                })
            }
            F::Reflect => {
                let normal = self.operand(instruction, 3)?;
                let (dot, two) = (self.dot(&normal, &a)?, self.float(2.0)?);
                let twice = self.binary(Binary::MulFloat, two, dot)?;
                let back = self.scaled(&normal, twice)?;
                self.binaries(Binary::SubFloat, &a, &back)
            }
            F::Refract => self.refract(instruction, &a),
            _ => fault(format!("the emulator has no {op:?}")),
        }
    }

    fn refract(&mut self, instruction: &Made, incident: &[Register]) -> Lowered<Vec<Register>> {
        let (normal, eta) = (self.operand(instruction, 3)?, self.scalar_of(id(instruction, 4)?)?);
        let (one, zero) = (self.float(1.0)?, self.float(0.0)?);
        let dot = self.dot(&normal, incident)?;
        let square = self.binary(Binary::MulFloat, dot, dot)?;
        let sine = self.binary(Binary::SubFloat, one, square)?;
        let eta_square = self.binary(Binary::MulFloat, eta, eta)?;
        let bent = self.binary(Binary::MulFloat, eta_square, sine)?;
        let k = self.binary(Binary::SubFloat, one, bent)?;
        let none = self.binary(Binary::LessFloat, k, zero)?;
        // The root of a negative `k` must not be reported as an undefined calculation: its lanes get zero below.
        let square = self.binary(Binary::MaxFloat, k, zero)?;
        let (root, along) = (self.unary(Unary::Sqrt, square)?, self.binary(Binary::MulFloat, eta, dot)?);
        let factor = self.binary(Binary::AddFloat, along, root)?;
        self.pairs(incident, &normal, |lowering, incident, normal| {
            let (left, right) =
                (lowering.binary(Binary::MulFloat, eta, incident)?, lowering.binary(Binary::MulFloat, factor, normal)?);
            let bent = lowering.binary(Binary::SubFloat, left, right)?;
            lowering.ternary(Ternary::Select, none, zero, bent)
        })
    }
}
