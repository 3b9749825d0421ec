//! GLSL's built-in functions, composed as the compilers of the time did.

use super::arithmetic::spread_scalar;
use super::graph::{IntegerOp, Op, VectorLane, VectorLanes};
use super::tables::{id_operand, id_operands, number_operand};
use super::value::KernelValue;
use super::walk::{KernelWalk, WalkResult};
use rspirv::dr::Instruction;
use rspirv::spirv::{GlslStd450Op as Function, Word};
use std::f32::consts::PI;

impl KernelWalk<'_> {
    /// Computes the result of a built-in function of GLSL.
    pub fn call_glsl_function(&mut self, made: &Instruction, of: Word) -> WalkResult<KernelValue> {
        let width = usize::from(self.tables.component_count(of).unwrap_or(1));
        let lanes: Vec<VectorLanes> = id_operands(made, 2)
            .into_iter()
            .map(|id| self.find_lanes(id))
            .collect::<WalkResult<_>>()?;
        let which = match made.operands.get(1) {
            Some(rspirv::dr::Operand::LiteralExtInstInteger(which)) => *which,
            _ => number_operand(made, 1),
        };
        let function = Function::from_u32(which).filter(|_| self.tables.is_glsl(id_operand(made, 0)));
        let none = VectorLanes::new();
        let x = lanes.first().unwrap_or(&none).clone();
        let y = lanes.get(1).unwrap_or(&none).clone();
        let z = lanes.get(2).unwrap_or(&none).clone();
        let g = &mut self.graph;
        let Some(function) = function else {
            return Ok(KernelValue::Lanes(g.add_unique(Op::Other, lanes, width as u8)));
        };
        Ok(KernelValue::Lanes(match function {
            Function::FAbs => x.iter().map(|lane| lane.to_magnitude()).collect(),
            Function::Floor => g.floor(&x),
            Function::Ceil => {
                let below = g.floor(&negate_lanes(&x));
                negate_lanes(&below)
            }
            Function::Fract => g.fraction(&x),
            Function::Round | Function::RoundEven => {
                let half = g.splat_number(0.5, width);
                let above = g.add(&x, &half);
                g.floor(&above)
            }
            Function::Trunc => {
                let size: VectorLanes = x.iter().map(|lane| lane.to_magnitude()).collect();
                let whole = g.floor(&size);
                let zero = g.splat_number(0.0, width);
                let is_negative = g.compare(0, &x, &zero);
                g.select(Op::Select, &is_negative, &negate_lanes(&whole), &whole)
            }
            Function::FSign => {
                let zero = g.splat_number(0.0, width);
                let one = g.splat_number(1.0, width);
                let below = g.compare(0, &x, &zero);
                let above = g.compare(0, &zero, &x);
                let positive = g.select(Op::Select, &above, &one, &zero);
                g.select(Op::Select, &below, &negate_lanes(&one), &positive)
            }
            Function::Sqrt => g.square_root(&x),
            Function::InverseSqrt => g.map_scalar_operation(Op::InverseRoot, &x),
            Function::Exp2 => g.map_scalar_operation(Op::Exponential, &x),
            Function::Log2 => g.map_scalar_operation(Op::Logarithm, &x),
            Function::Exp => g.compute_exponential(&x),
            Function::Log => g.compute_logarithm(&x),
            Function::Determinant => {
                let columns = self.find_value(id_operand(made, 2))?.flatten_lanes();
                self.graph.compute_determinant(&columns)
            }
            Function::Pow => g.power(&x, &y),
            Function::Sin => g.map_scalar_operation(Op::Sine, &x),
            Function::Cos => g.map_scalar_operation(Op::Cosine, &x),
            Function::Tan => {
                let sine = g.map_scalar_operation(Op::Sine, &x);
                let cosine = g.map_scalar_operation(Op::Cosine, &x);
                g.divide(&sine, &cosine)
            }
            // Abramowitz and Stegun, 4.4.45: a square root times a polynomial.
            Function::Asin | Function::Acos => {
                let size: VectorLanes = x.iter().map(|lane| lane.to_magnitude()).collect();
                let one = g.splat_number(1.0, width);
                let rest = g.subtract(&one, &size);
                let root = g.square_root(&rest);
                let sum = self.evaluate_polynomial(&size, &[-0.018_729_3, 0.074_261, -0.212_114_4, 1.570_728_8]);
                let g = &mut self.graph;
                let angle = g.multiply(&root, &sum);
                let zero = g.splat_number(0.0, width);
                let is_negative = g.compare(0, &x, &zero);
                let turn = g.splat_number(PI, width);
                let other = g.subtract(&turn, &angle);
                let angle = g.select(Op::Select, &is_negative, &other, &angle);
                match function {
                    Function::Acos => angle,
                    _ => {
                        let quarter = g.splat_number(PI / 2.0, width);
                        g.subtract(&quarter, &angle)
                    }
                }
            }
            // Abramowitz and Stegun, 4.4.49, with the quotient reduced below one.
            Function::Atan | Function::Atan2 => {
                let quotient = if function == Function::Atan2 { g.divide(&x, &y) } else { x };
                let one = g.splat_number(1.0, width);
                let size: VectorLanes = quotient.iter().map(|lane| lane.to_magnitude()).collect();
                let is_steep = g.compare(0, &one, &size);
                let inverse = g.map_scalar_operation(Op::Reciprocal, &quotient);
                let small = g.select(Op::Select, &is_steep, &inverse, &quotient);
                let square = g.multiply(&small, &small);
                let sum =
                    self.evaluate_polynomial(&square, &[0.020_835_1, -0.085_133, 0.180_141, -0.330_299_5, 0.999_866]);
                let g = &mut self.graph;
                let angle = g.multiply(&small, &sum);
                let quarter = g.splat_number(PI / 2.0, width);
                let other = g.subtract(&quarter, &angle);
                g.select(Op::Select, &is_steep, &other, &angle)
            }
            Function::FMin | Function::NMin => g.minimum(&x, &y),
            Function::FMax | Function::NMax => g.maximum(&x, &y),
            Function::FClamp | Function::NClamp => g.clamp(&x, &y, &z),
            Function::FMix => g.lerp(&x, &y, &z),
            Function::Step => {
                let zero = g.splat_number(0.0, width);
                let one = g.splat_number(1.0, width);
                let below = g.compare(0, &y, &x);
                g.select(Op::Select, &below, &zero, &one)
            }
            Function::SmoothStep => {
                let from = g.subtract(&z, &x);
                let span = g.subtract(&y, &x);
                let part = g.divide(&from, &span);
                let zero = g.splat_number(0.0, width);
                let one = g.splat_number(1.0, width);
                let part = g.clamp(&part, &zero, &one);
                let two = g.splat_number(-2.0, width);
                let three = g.splat_number(3.0, width);
                let factor = g.multiply_add(&part, &two, &three);
                let square = g.multiply(&part, &part);
                g.multiply(&square, &factor)
            }
            Function::Fma => g.multiply_add(&x, &y, &z),
            Function::Length => g.vector_length(&x),
            Function::Distance => {
                let between = g.subtract(&x, &y);
                g.vector_length(&between)
            }
            Function::Normalize => {
                let square = g.dot(&x, &x);
                let inverse = g.map_scalar_operation(Op::InverseRoot, &square);
                g.multiply(&x, &inverse)
            }
            Function::Cross => g.add_operation(Op::Cross, vec![x, y], 3),
            Function::FaceForward => {
                let side = g.dot(&z, &y);
                let zero = g.splat_number(0.0, 1);
                let front = g.compare(0, &side, &zero);
                g.select(Op::Select, &front, &x, &negate_lanes(&x))
            }
            Function::Reflect => {
                let side = g.dot(&y, &x);
                let twice = g.multiply(&side, &[VectorLane::from_float(-2.0)]);
                g.multiply_add(&spread_scalar(&twice, width), &y, &x)
            }
            Function::Refract => {
                let side = g.dot(&y, &x);
                let one = g.splat_number(1.0, 1);
                let square = g.multiply(&side, &side);
                let rest = g.subtract(&one, &square);
                let ratio = g.multiply(&z, &z);
                let inner = g.multiply(&ratio, &rest);
                let inner = g.subtract(&one, &inner);
                let root = g.square_root(&inner);
                let along = g.multiply_add(&z, &side, &root);
                let into = g.multiply(&x, &z);
                let down = g.multiply(&y, &along);
                let bent = g.subtract(&into, &down);
                let zero = g.splat_number(0.0, 1);
                let nothing = g.splat_number(0.0, width);
                let total = g.compare(0, &inner, &zero);
                g.select(Op::Select, &total, &nothing, &bent)
            }
            Function::Radians => {
                let by = g.splat_number(PI / 180.0, width);
                g.multiply(&x, &by)
            }
            Function::Degrees => {
                let by = g.splat_number(180.0 / PI, width);
                g.multiply(&x, &by)
            }
            Function::SMin
            | Function::SMax
            | Function::UMin
            | Function::UMax
            | Function::SClamp
            | Function::UClamp
            | Function::SAbs
            | Function::SSign => g.integer_operation(
                IntegerOp::Compare(0),
                &lanes.iter().map(Vec::as_slice).collect::<Vec<_>>(),
                |row| match (function, row) {
                    (Function::SMin, [one, other]) => Some((*one as i32).min(*other as i32) as u32),
                    (Function::SMax, [one, other]) => Some((*one as i32).max(*other as i32) as u32),
                    (Function::UMin, [one, other]) => Some(*one.min(other)),
                    (Function::UMax, [one, other]) => Some(*one.max(other)),
                    _ => None,
                },
            ),
            Function::FindILsb | Function::FindSMsb | Function::FindUMsb => {
                g.add_operation(Op::Integer(IntegerOp::Bits), lanes, width as u8)
            }
            _ if lanes.is_empty() => g.add_unique(Op::Other, lanes, width as u8),
            _ => match g.compute_hyperbolic(function, &x) {
                Some(made) => made,
                None => g.add_operation(Op::Integer(IntegerOp::Bits), lanes, width as u8),
            },
        }))
    }

    /// Evaluates a polynomial, the highest coefficient first.
    fn evaluate_polynomial(&mut self, x: &[VectorLane], coefficients: &[f32]) -> VectorLanes {
        let mut sum = VectorLanes::new();
        for coefficient in coefficients {
            let next = self.graph.splat_number(*coefficient, x.len());
            sum = if sum.is_empty() { next } else { self.graph.multiply_add(&sum, x, &next) };
        }
        sum
    }
}

fn negate_lanes(lanes: &[VectorLane]) -> VectorLanes {
    lanes.iter().map(|lane| lane.to_negated()).collect()
}
