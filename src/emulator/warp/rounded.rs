//! Calculations of a card, in its own numbers.

use super::super::assembly::{Assembly, Binary, Register, StageOutput, Ternary, Unary};
use super::super::rounding::Rounder;
use super::{Warp, binary, ternary, unary};
use crate::data::element::Scalar;

/// What an operation with one operand has to do with floats.
enum Floats {
    /// Nothing.
    None,
    /// It reads them, and its result is one of the format's or no float.
    Read,
    /// Its result is one, and may have more bits than the format.
    Made,
}

fn of_one(op: Unary) -> Floats {
    use Unary::*;
    match op {
        NegateFloat | AbsFloat | SignFloat | Floor | Ceil | Trunc | Round | RoundEven | Fract | FloatToInt
        | FloatToUint | FrexpMantissa | FrexpExponent => Floats::Read,
        Sqrt | InverseSqrt | Radians | Degrees | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh
        | Acosh | Atanh | Exp | Log | Exp2 | Log2 | Dx | Dy | DxFine | DyFine => Floats::Made,
        IntToFloat | UintToFloat | HalfLow | HalfHigh => Floats::Made,
        _ => Floats::None,
    }
}

fn read<const W: usize>(rounder: Rounder, words: &[u32; W]) -> [u32; W] {
    words.map(|word| rounder.read(f32::from_bits(word)).to_bits())
}

#[inline(always)]
fn floats<const W: usize>([a, b]: [&[u32; W]; 2], out: &mut [u32; W], f: impl Fn(f32, f32) -> f32) {
    for lane in 0..W {
        out[lane] = f(f32::from_bits(a[lane]), f32::from_bits(b[lane])).to_bits();
    }
}

impl<const W: usize> Warp<W> {
    /// What goes to a target has passed a register of the card, also if nothing was calculated with it.
    pub(crate) fn round_outputs(&mut self, assembly: &Assembly) {
        let Some(rounder) = self.rounder else { return };
        for (register, output) in &assembly.outputs {
            if let StageOutput::Colour { scalar: Scalar::F32, .. } = output {
                let words = self.register_mut(*register);
                *words = read(rounder, words);
            }
        }
    }

    #[inline(never)]
    pub(super) fn rounded_unary(&mut self, rounder: Rounder, op: Unary, to: Register, a: Register) {
        let mut out = [0; W];
        let a = self.register(a);
        let whole = matches!(op, Unary::IntToFloat | Unary::UintToFloat | Unary::HalfLow | Unary::HalfHigh);
        match of_one(op) {
            Floats::None => unary::apply(op, a, &mut out),
            Floats::Made if whole => {
                unary::apply(op, a, &mut out);
                out = read(rounder, &out);
            }
            Floats::Read => unary::apply(op, &read(rounder, a), &mut out),
            Floats::Made => {
                unary::apply(op, &read(rounder, a), &mut out);
                out = out.map(|word| rounder.kept(f32::from_bits(word)).to_bits());
            }
        }
        self.write(to, &out);
    }

    #[inline(never)]
    pub(super) fn rounded_binary(&mut self, rounder: Rounder, op: Binary, to: Register, a: Register, b: Register) {
        use Binary::*;
        let mut out = [0; W];
        let both = [self.register(a), self.register(b)];
        match op {
            AddFloat => floats(both, &mut out, |a, b| rounder.add(a, b)),
            SubFloat => floats(both, &mut out, |a, b| rounder.subtract(a, b)),
            MulFloat => floats(both, &mut out, |a, b| rounder.multiply(a, b)),
            DivFloat => floats(both, &mut out, |a, b| rounder.divide(a, b)),
            ModFloat => floats(both, &mut out, |a, b| rounder.modulo(a, b)),
            RemFloat => floats(both, &mut out, |a, b| rounder.remainder(a, b)),
            Pow => floats(both, &mut out, |a, b| rounder.power(a, b)),
            MinFloat | MaxFloat | Step | EqualFloat | NotEqualFloat | LessFloat | LessEqualFloat | PackHalf => {
                let [a, b] = both.map(|words| read(rounder, words));
                binary::apply(op, &a, &b, &mut out);
            }
            Atan2 => {
                let [a, b] = both.map(|words| read(rounder, words));
                binary::apply(op, &a, &b, &mut out);
                out = read(rounder, &out);
            }
            Ldexp => {
                binary::apply(op, &read(rounder, both[0]), both[1], &mut out);
                out = read(rounder, &out);
            }
            _ => binary::apply(op, both[0], both[1], &mut out),
        }
        self.write(to, &out);
    }

    #[inline(never)]
    pub(super) fn rounded_ternary(&mut self, rounder: Rounder, op: Ternary, to: Register, operands: [Register; 3]) {
        let mut out = [0; W];
        let all = operands.map(|register| self.register(register));
        let mut each = |f: &dyn Fn(f32, f32, f32) -> f32| {
            let [a, b, c] = all;
            for lane in 0..W {
                out[lane] = f(f32::from_bits(a[lane]), f32::from_bits(b[lane]), f32::from_bits(c[lane])).to_bits();
            }
        };
        match op {
            Ternary::Fma => each(&|a, b, c| rounder.multiply_add(a, b, c)),
            Ternary::Mix => each(&|a, b, c| rounder.mix(a, b, c)),
            Ternary::SmoothStep => each(&|a, b, c| rounder.smooth_step(a, b, c)),
            Ternary::ClampFloat => {
                let [a, b, c] = all.map(|words| read(rounder, words));
                ternary::apply(op, [&a, &b, &c], &mut out);
            }
            Ternary::Select | Ternary::FieldInt | Ternary::FieldUint => ternary::apply(op, all, &mut out),
        }
        self.write(to, &out);
    }
}
