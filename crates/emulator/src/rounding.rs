//! Arithmetic of a card: results are rounded to its number format by its rounding.
//!
//! An operation is computed in 64 bits and rounded to the format. A product of two numbers of up to
//! 24 bits of mantissa is exact in 64 bits. A sum that loses digits there keeps a trace of them:
//! its last bit is made odd ("rounding to odd", Boldo and Melquiond 2008), so that only one
//! rounding takes effect. A quotient is a reciprocal and a product, as on all these cards.

mod singles;

use gristmill_base::elementary::{Exponential2, Logarithm2, UnaryFunction};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

pub use singles::{CutSums, Fp24, Nearest, SingleFloats, Singles};

const SIGN: u64 = 1 << 63;
const INFINITY: u64 = 0x7ff << 52;

/// Rounds numbers to the format of a card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounder {
    /// Bits of a 64-bit float's mantissa that the format lacks.
    shift: u32,
    /// The least normal number and the greatest, as bits of 64-bit floats.
    least: u64,
    most: u64,
    /// The step of denormals; 0 if the format has none.
    step: f64,
    infinities: bool,
    zero_times_anything: bool,
    add: Rounding,
    multiply: Rounding,
    product: Rounding,
    /// True if results of partial precision are halves.
    partial_halves: bool,
    /// The largest absolute value that a register of the first pixel shaders holds.
    register_range: Option<f32>,
    /// The arithmetic in single floats that follows it, if any.
    singles: Option<Singles>,
}

impl Rounder {
    /// Returns the rounder for an arithmetic, or `None` if it equals the emulator's own.
    pub fn for_arithmetic(arithmetic: Arithmetic) -> Option<Rounder> {
        let plain = Arithmetic { denormals: true, ..Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest) };
        (arithmetic != plain).then(|| Rounder::new(arithmetic))
    }

    fn new(arithmetic: Arithmetic) -> Rounder {
        let Arithmetic {
            format,
            add,
            multiply,
            product,
            denormals,
            infinities,
            zero_times_anything,
            partial_halves,
            register_range,
        } = arithmetic;
        let shift = 52 - format.mantissa_bits();
        let bias = (1 << (format.exponent_bits() - 1)) - 1;
        // With infinities, the top exponent is theirs.
        let top = if infinities { bias } else { bias + 1 };
        let least = make_power_of_two(1 - bias);
        Rounder {
            shift,
            least,
            most: make_power_of_two(top + 1) - (1 << shift),
            step: if denormals {
                f64::from_bits(make_power_of_two(1 - bias - format.mantissa_bits() as i32))
            } else {
                0.0
            },
            infinities,
            zero_times_anything,
            add,
            multiply,
            product,
            partial_halves,
            register_range: register_range.map(f32::from),
            singles: Singles::for_arithmetic(arithmetic),
        }
    }

    /// The equivalent arithmetic in vectors of single floats, if any.
    #[inline(always)]
    pub fn singles(self) -> Option<Singles> {
        self.singles
    }

    /// Returns true if results of partial precision are halves.
    #[inline(always)]
    pub fn has_partial_halves(self) -> bool {
        self.partial_halves
    }

    /// Returns the largest absolute value that a register of the first pixel shaders holds; `None` if the format is the
    /// only limit.
    #[inline(always)]
    pub fn register_range(self) -> Option<f32> {
        self.register_range
    }

    /// Returns true if a word is a number of the format.
    pub fn is_representable(self, word: u32) -> bool {
        self.read(f32::from_bits(word)).to_bits() == word
    }

    /// Returns true if texels are rounded to the format as soon as they are read. A card with
    /// integers exposes all bits of a texel, including those that its arithmetic lacks.
    #[inline(always)]
    pub fn rounds_texels(self) -> bool {
        self.singles != Some(Singles::Nearest)
    }

    /// Rounds a number to the format. NaN stays NaN.
    #[inline(always)]
    fn round_to_format(self, x: f64, rounding: Rounding) -> f64 {
        let bits = x.to_bits();
        let sign = bits & SIGN;
        let size = bits & !SIGN;
        let half = match rounding {
            Rounding::TowardZero => 0,
            _ => (1 << (self.shift - 1)) - 1 + ((size >> self.shift) & 1),
        };
        let kept = (size + half) & !((1 << self.shift) - 1);
        let small = if self.step == 0.0 { 0 } else { self.round_subnormal(f64::from_bits(size), rounding) };
        let kept = if kept < self.least { small } else { kept };
        let great = if self.infinities { INFINITY } else { self.most };
        let kept = if kept > self.most { great } else { kept };
        let kept = if size > INFINITY { size } else { kept };
        f64::from_bits(sign | kept)
    }

    /// Rounds a number below the least normal one.
    fn round_subnormal(self, size: f64, rounding: Rounding) -> u64 {
        let steps = size / self.step;
        let whole = match rounding {
            Rounding::TowardZero => steps.trunc(),
            _ => steps.round_ties_even(),
        };
        (whole * self.step).to_bits()
    }

    /// Rounds an operand: constants and texels have more bits.
    #[inline(always)]
    pub fn read(self, a: f32) -> f32 {
        self.round_to_format(a.into(), self.multiply) as f32
    }

    #[inline(always)]
    fn sum(self, a: f64, b: f64) -> f64 {
        let sum = a + b;
        // The rounding error of the sum, exactly (Knuth's two-sum).
        let back = sum - a;
        let lost = (a - (sum - back)) + (b - back);
        let bits = sum.to_bits();
        // The exact sum is farther from zero, or the computed sum is one step too far.
        let beyond = (lost > 0.0) == (sum > 0.0);
        let odd = if beyond { bits | 1 } else { (bits.wrapping_sub(1)) | 1 };
        let exact = lost == 0.0 || !lost.is_finite() || sum == 0.0;
        self.round_to_format(f64::from_bits(if exact { bits } else { odd }), self.add)
    }

    #[inline(always)]
    fn product(self, a: f64, b: f64, rounding: Rounding) -> f64 {
        let product = if self.zero_times_anything && (a == 0.0 || b == 0.0) { 0.0 } else { a * b };
        self.round_to_format(product, rounding)
    }

    #[inline(always)]
    pub fn add(self, a: f32, b: f32) -> f32 {
        self.sum(self.read(a).into(), self.read(b).into()) as f32
    }

    #[inline(always)]
    pub fn subtract(self, a: f32, b: f32) -> f32 {
        self.add(a, -b)
    }

    #[inline(always)]
    pub fn multiply(self, a: f32, b: f32) -> f32 {
        self.product(self.read(a).into(), self.read(b).into(), self.multiply) as f32
    }

    /// `a * b + c`, with a rounded product.
    #[inline(always)]
    pub fn multiply_add(self, a: f32, b: f32, c: f32) -> f32 {
        let product = self.product(self.read(a).into(), self.read(b).into(), self.product);
        self.sum(product, self.read(c).into()) as f32
    }

    #[inline(always)]
    pub fn divide(self, a: f32, b: f32) -> f32 {
        let reciprocal = self.round_to_format(1.0 / f64::from(self.read(b)), self.multiply);
        self.product(self.read(a).into(), reciprocal, self.multiply) as f32
    }

    /// `pow` as the exponential of a product with a logarithm.
    pub fn power(self, a: f32, b: f32) -> f32 {
        let a = self.read(a);
        if a < 0.0 {
            return f32::NAN;
        }
        let logarithm = self.read(Logarithm2::evaluate(a));
        self.read(Exponential2::evaluate(self.multiply(logarithm, b)))
    }

    /// `mix`, which the cards call LRP.
    #[inline(always)]
    pub fn mix(self, a: f32, b: f32, how_much: f32) -> f32 {
        self.multiply_add(how_much, self.subtract(b, a), a)
    }

    pub fn smooth_step(self, low: f32, high: f32, x: f32) -> f32 {
        let part = self.divide(self.subtract(x, low), self.subtract(high, low));
        let part = if part > 0.0 { part } else { 0.0 };
        let part = if part < 1.0 { part } else { 1.0 };
        let square = self.multiply(part, part);
        self.multiply(square, self.multiply_add(-2.0, part, 3.0))
    }

    pub fn modulo(self, a: f32, b: f32) -> f32 {
        let quotient = self.divide(a, b).floor();
        self.multiply_add(-quotient, b, a)
    }

    pub fn remainder(self, a: f32, b: f32) -> f32 {
        let quotient = self.divide(a, b).trunc();
        self.multiply_add(-quotient, b, a)
    }
}

/// Returns the bits of a power of two as a double.
#[inline(always)]
fn make_power_of_two(exponent: i32) -> u64 {
    ((exponent + 1023) as u64) << 52
}

#[cfg(test)]
mod tests;
