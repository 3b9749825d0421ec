//! Numbers of a card: the result of each operation in its format, rounded as it rounds.
//!
//! An operation is calculated in 64 bits and brought into the format. A product of two formats of up to 24 bits is exact in 64; what a sum
//! loses there is kept in its last bit, which is odd then ("rounding to odd", Boldo and Melquiond 2008), so that it is
//! rounded once. A quotient is a reciprocal and a product, as on all these cards.

mod singles;

use gristmill_base::elementary::{Exponential2, Function, Logarithm2};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

pub use singles::{CutSums, Fp24, Nearest, SingleFloats, Singles};

const SIGN: u64 = 1 << 63;
const INFINITY: u64 = 0x7ff << 52;

/// What brings numbers into a format.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounder {
    /// Bits of a 64-bit float's mantissa that have no room.
    shift: u32,
    /// The least normal number and the greatest, as bits of 64-bit floats.
    least: u64,
    most: u64,
    /// The step of numbers below the least normal one; 0 if there are none.
    step: f64,
    infinities: bool,
    zero_times_anything: bool,
    add: Rounding,
    multiply: Rounding,
    product: Rounding,
    /// What single floats can say of it.
    singles: Option<Singles>,
}

impl Rounder {
    /// None where numbers are those of the emulator anyway.
    pub fn of(arithmetic: Arithmetic) -> Option<Rounder> {
        let plain = Arithmetic { denormals: true, ..Arithmetic::rounded(FloatFormat::Fp32, Rounding::Nearest) };
        (arithmetic != plain).then(|| Rounder::new(arithmetic))
    }

    fn new(arithmetic: Arithmetic) -> Rounder {
        let Arithmetic { format, add, multiply, product, denormals, infinities, zero_times_anything } = arithmetic;
        let shift = 52 - format.mantissa_bits();
        let bias = (1 << (format.exponent_bits() - 1)) - 1;
        let power = |exponent: i32| ((exponent + 1023) as u64) << 52;
        // The top exponent is that of infinities, where there are any.
        let top = if infinities { bias } else { bias + 1 };
        let least = power(1 - bias);
        Rounder {
            shift,
            least,
            most: power(top + 1) - (1 << shift),
            step: if denormals { f64::from_bits(power(1 - bias - format.mantissa_bits() as i32)) } else { 0.0 },
            infinities,
            zero_times_anything,
            add,
            multiply,
            product,
            singles: Singles::of(arithmetic),
        }
    }

    /// The same for vectors of single floats, if there are such.
    #[inline(always)]
    pub fn singles(self) -> Option<Singles> {
        self.singles
    }

    /// Whether a word is a number of the format.
    pub fn has(self, word: u32) -> bool {
        self.read(f32::from_bits(word)).to_bits() == word
    }

    /// Whether what a texture gives is brought into the format at once. A card with whole numbers shows a texel's
    /// bits, also those that its arithmetic has no room for.
    #[inline(always)]
    pub fn rounds_texels(self) -> bool {
        self.singles != Some(Singles::Nearest)
    }

    /// A number in the format. What is no number stays none.
    #[inline(always)]
    fn to_format(self, x: f64, rounding: Rounding) -> f64 {
        let bits = x.to_bits();
        let (sign, size) = (bits & SIGN, bits & !SIGN);
        let half = match rounding {
            Rounding::TowardZero => 0,
            _ => (1 << (self.shift - 1)) - 1 + ((size >> self.shift) & 1),
        };
        let kept = (size + half) & !((1 << self.shift) - 1);
        let small = if self.step == 0.0 { 0 } else { self.small(f64::from_bits(size), rounding) };
        let kept = if kept < self.least { small } else { kept };
        let great = if self.infinities { INFINITY } else { self.most };
        let kept = if kept > self.most { great } else { kept };
        let kept = if size > INFINITY { size } else { kept };
        f64::from_bits(sign | kept)
    }

    /// A number below the least normal one, in steps.
    fn small(self, size: f64, rounding: Rounding) -> u64 {
        let steps = size / self.step;
        let whole = match rounding {
            Rounding::TowardZero => steps.trunc(),
            _ => steps.round_ties_even(),
        };
        (whole * self.step).to_bits()
    }

    /// What an operation reads: constants and texels have more bits.
    #[inline(always)]
    pub fn read(self, a: f32) -> f32 {
        self.to_format(a.into(), self.multiply) as f32
    }

    #[inline(always)]
    fn sum(self, a: f64, b: f64) -> f64 {
        let sum = a + b;
        // What the sum lacks, exactly (Knuth's two-sum).
        let back = sum - a;
        let lost = (a - (sum - back)) + (b - back);
        let bits = sum.to_bits();
        // Away from zero it lies beyond the sum, or the sum is a step too far.
        let beyond = (lost > 0.0) == (sum > 0.0);
        let odd = if beyond { bits | 1 } else { (bits.wrapping_sub(1)) | 1 };
        let exact = lost == 0.0 || !lost.is_finite() || sum == 0.0;
        self.to_format(f64::from_bits(if exact { bits } else { odd }), self.add)
    }

    #[inline(always)]
    fn product(self, a: f64, b: f64, rounding: Rounding) -> f64 {
        let product = if self.zero_times_anything && (a == 0.0 || b == 0.0) { 0.0 } else { a * b };
        self.to_format(product, rounding)
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

    /// The product is rounded before the sum is.
    #[inline(always)]
    pub fn multiply_add(self, a: f32, b: f32, c: f32) -> f32 {
        let product = self.product(self.read(a).into(), self.read(b).into(), self.product);
        self.sum(product, self.read(c).into()) as f32
    }

    #[inline(always)]
    pub fn divide(self, a: f32, b: f32) -> f32 {
        let reciprocal = self.to_format(1.0 / f64::from(self.read(b)), self.multiply);
        self.product(self.read(a).into(), reciprocal, self.multiply) as f32
    }

    /// A power is a logarithm, a product and a power of two.
    pub fn power(self, a: f32, b: f32) -> f32 {
        let a = self.read(a);
        if a < 0.0 {
            return f32::NAN;
        }
        let logarithm = self.read(Logarithm2::at(a));
        self.read(Exponential2::at(self.multiply(logarithm, b)))
    }

    /// `mix` is what the cards call LRP.
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

#[cfg(test)]
mod tests;
