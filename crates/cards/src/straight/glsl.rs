//! GLSL's built-in functions, composed as the compilers of the time did.

use super::arithmetic::spread;
use super::graph::{Lane, Lanes, Op, Whole};
use super::tables::{number, operand, operands};
use super::value::KernelValue;
use super::walk::{Walk, Walked};
use rspirv::dr::Instruction;
use rspirv::spirv::{GlslStd450Op as Function, Word};
use std::f32::consts::{LN_2, LOG2_E, PI};

impl Walk<'_> {
    /// Computes the result of a built-in function of GLSL.
    pub fn function_of_glsl(&mut self, made: &Instruction, of: Word) -> Walked<KernelValue> {
        let width = usize::from(self.tables.width(of).unwrap_or(1));
        let lanes: Vec<Lanes> = operands(made, 2).into_iter().map(|id| self.lanes(id)).collect::<Walked<_>>()?;
        let which = match made.operands.get(1) {
            Some(rspirv::dr::Operand::LiteralExtInstInteger(which)) => *which,
            _ => number(made, 1),
        };
        let function = Function::from_u32(which).filter(|_| self.tables.is_glsl(operand(made, 0)));
        let none = Lanes::new();
        let x = lanes.first().unwrap_or(&none).clone();
        let y = lanes.get(1).unwrap_or(&none).clone();
        let z = lanes.get(2).unwrap_or(&none).clone();
        let g = &mut self.graph;
        let negated = |lanes: &[Lane]| -> Lanes { lanes.iter().map(|lane| lane.negated()).collect() };
        let Some(function) = function else { return Ok(KernelValue::Lanes(g.alone(Op::Other, lanes, width as u8))) };
        Ok(KernelValue::Lanes(match function {
            Function::FAbs => x.iter().map(|lane| lane.magnitude()).collect(),
            Function::Floor => g.floor(&x),
            Function::Ceil => {
                let below = g.floor(&negated(&x));
                negated(&below)
            }
            Function::Fract => g.fraction(&x),
            Function::Round | Function::RoundEven => {
                let half = g.number(0.5, width);
                let above = g.add(&x, &half);
                g.floor(&above)
            }
            Function::Trunc => {
                let size: Lanes = x.iter().map(|lane| lane.magnitude()).collect();
                let whole = g.floor(&size);
                let zero = g.number(0.0, width);
                let is_negative = g.compare(0, &x, &zero);
                g.select(Op::Select, &is_negative, &negated(&whole), &whole)
            }
            Function::FSign => {
                let (zero, one) = (g.number(0.0, width), g.number(1.0, width));
                let (below, above) = (g.compare(0, &x, &zero), g.compare(0, &zero, &x));
                let positive = g.select(Op::Select, &above, &one, &zero);
                g.select(Op::Select, &below, &negated(&one), &positive)
            }
            Function::Sqrt => g.root(&x),
            Function::InverseSqrt => g.each(Op::InverseRoot, &x),
            Function::Exp2 => g.each(Op::Exponential, &x),
            Function::Log2 => g.each(Op::Logarithm, &x),
            Function::Exp => {
                let by = g.number(LOG2_E, width);
                let power = g.multiply(&x, &by);
                g.each(Op::Exponential, &power)
            }
            Function::Log => {
                let by = g.number(LN_2, width);
                let power = g.each(Op::Logarithm, &x);
                g.multiply(&power, &by)
            }
            Function::Pow => g.power(&x, &y),
            Function::Sin => g.each(Op::Sine, &x),
            Function::Cos => g.each(Op::Cosine, &x),
            Function::Tan => {
                let (sine, cosine) = (g.each(Op::Sine, &x), g.each(Op::Cosine, &x));
                g.divide(&sine, &cosine)
            }
            // Abramowitz and Stegun, 4.4.45: a square root times a polynomial.
            Function::Asin | Function::Acos => {
                let size: Lanes = x.iter().map(|lane| lane.magnitude()).collect();
                let one = g.number(1.0, width);
                let rest = g.subtract(&one, &size);
                let root = g.root(&rest);
                let sum = self.polynomial(&size, &[-0.018_729_3, 0.074_261, -0.212_114_4, 1.570_728_8]);
                let g = &mut self.graph;
                let angle = g.multiply(&root, &sum);
                let zero = g.number(0.0, width);
                let (is_negative, turn) = (g.compare(0, &x, &zero), g.number(PI, width));
                let other = g.subtract(&turn, &angle);
                let angle = g.select(Op::Select, &is_negative, &other, &angle);
                match function {
                    Function::Acos => angle,
                    _ => {
                        let quarter = g.number(PI / 2.0, width);
                        g.subtract(&quarter, &angle)
                    }
                }
            }
            // Abramowitz and Stegun, 4.4.49, with the quotient reduced below one.
            Function::Atan | Function::Atan2 => {
                let quotient = if function == Function::Atan2 { g.divide(&x, &y) } else { x };
                let one = g.number(1.0, width);
                let size: Lanes = quotient.iter().map(|lane| lane.magnitude()).collect();
                let is_steep = g.compare(0, &one, &size);
                let inverse = g.each(Op::Reciprocal, &quotient);
                let small = g.select(Op::Select, &is_steep, &inverse, &quotient);
                let square = g.multiply(&small, &small);
                let sum = self.polynomial(&square, &[0.020_835_1, -0.085_133, 0.180_141, -0.330_299_5, 0.999_866]);
                let g = &mut self.graph;
                let angle = g.multiply(&small, &sum);
                let quarter = g.number(PI / 2.0, width);
                let other = g.subtract(&quarter, &angle);
                g.select(Op::Select, &is_steep, &other, &angle)
            }
            Function::FMin | Function::NMin => g.minimum(&x, &y),
            Function::FMax | Function::NMax => g.maximum(&x, &y),
            Function::FClamp | Function::NClamp => g.clamp(&x, &y, &z),
            Function::FMix => g.lerp(&x, &y, &z),
            Function::Step => {
                let (zero, one) = (g.number(0.0, width), g.number(1.0, width));
                let below = g.compare(0, &y, &x);
                g.select(Op::Select, &below, &zero, &one)
            }
            Function::SmoothStep => {
                let (from, span) = (g.subtract(&z, &x), g.subtract(&y, &x));
                let part = g.divide(&from, &span);
                let (zero, one) = (g.number(0.0, width), g.number(1.0, width));
                let part = g.clamp(&part, &zero, &one);
                let (two, three) = (g.number(-2.0, width), g.number(3.0, width));
                let factor = g.multiply_add(&part, &two, &three);
                let square = g.multiply(&part, &part);
                g.multiply(&square, &factor)
            }
            Function::Fma => g.multiply_add(&x, &y, &z),
            Function::Length => g.length(&x),
            Function::Distance => {
                let between = g.subtract(&x, &y);
                g.length(&between)
            }
            Function::Normalize => {
                let square = g.dot(&x, &x);
                let inverse = g.each(Op::InverseRoot, &square);
                g.multiply(&x, &inverse)
            }
            Function::Cross => g.make(Op::Cross, vec![x, y], 3),
            Function::FaceForward => {
                let (side, zero) = (g.dot(&z, &y), g.number(0.0, 1));
                let front = g.compare(0, &side, &zero);
                g.select(Op::Select, &front, &x, &negated(&x))
            }
            Function::Reflect => {
                let side = g.dot(&y, &x);
                let twice = g.multiply(&side, &[Lane::float(-2.0)]);
                g.multiply_add(&spread(&twice, width), &y, &x)
            }
            Function::Refract => {
                let (side, one) = (g.dot(&y, &x), g.number(1.0, 1));
                let square = g.multiply(&side, &side);
                let rest = g.subtract(&one, &square);
                let ratio = g.multiply(&z, &z);
                let inner = g.multiply(&ratio, &rest);
                let inner = g.subtract(&one, &inner);
                let root = g.root(&inner);
                let along = g.multiply_add(&z, &side, &root);
                let (into, down) = (g.multiply(&x, &z), g.multiply(&y, &along));
                let bent = g.subtract(&into, &down);
                let (zero, nothing) = (g.number(0.0, 1), g.number(0.0, width));
                let total = g.compare(0, &inner, &zero);
                g.select(Op::Select, &total, &nothing, &bent)
            }
            Function::Radians => {
                let by = g.number(PI / 180.0, width);
                g.multiply(&x, &by)
            }
            Function::Degrees => {
                let by = g.number(180.0 / PI, width);
                g.multiply(&x, &by)
            }
            Function::SMin
            | Function::SMax
            | Function::UMin
            | Function::UMax
            | Function::SClamp
            | Function::UClamp
            | Function::SAbs
            | Function::SSign => {
                g.whole(Whole::Compare(0), &lanes.iter().map(Vec::as_slice).collect::<Vec<_>>(), |row| {
                    match (function, row) {
                        (Function::SMin, [one, other]) => Some((*one as i32).min(*other as i32) as u32),
                        (Function::SMax, [one, other]) => Some((*one as i32).max(*other as i32) as u32),
                        (Function::UMin, [one, other]) => Some(*one.min(other)),
                        (Function::UMax, [one, other]) => Some(*one.max(other)),
                        _ => None,
                    }
                })
            }
            Function::FindILsb | Function::FindSMsb | Function::FindUMsb => {
                g.make(Op::Integer(Whole::Bits), lanes, width as u8)
            }
            _ if lanes.is_empty() => g.alone(Op::Other, lanes, width as u8),
            _ => g.make(Op::Integer(Whole::Bits), lanes, width as u8),
        }))
    }

    /// Evaluates a polynomial, the highest coefficient first.
    fn polynomial(&mut self, x: &[Lane], coefficients: &[f32]) -> Lanes {
        let mut sum = Lanes::new();
        for coefficient in coefficients {
            let next = self.graph.number(*coefficient, x.len());
            sum = if sum.is_empty() { next } else { self.graph.multiply_add(&sum, x, &next) };
        }
        sum
    }
}
