//! How a card keeps numbers, and how it rounds.

use serde::Serialize;
use std::fmt;

/// A floating-point format: a sign, an exponent, a mantissa with a hidden one.
///
/// ```
/// use gristmill::card::FloatFormat;
/// assert_eq!(FloatFormat::Fp24.to_string(), "fp24 (1.7.16)");
/// assert_eq!(FloatFormat::Fp24.whole_numbers(), 1 << 17);
/// assert_eq!((FloatFormat::Fp16.exponent_bits(), FloatFormat::Fp16.mantissa_bits()), (5, 10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum FloatFormat {
    /// 1.5.10, the half.
    Fp16,
    /// 1.7.16, of ATI's fragment units before 2005. Its bias is 63.
    Fp24,
    /// 1.8.23, the single.
    Fp32,
}

impl FloatFormat {
    /// Bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Fp16 => 5,
            FloatFormat::Fp24 => 7,
            FloatFormat::Fp32 => 8,
        }
    }

    /// Bits of the mantissa, without the hidden one.
    pub const fn mantissa_bits(self) -> u32 {
        match self {
            FloatFormat::Fp16 => 10,
            FloatFormat::Fp24 => 16,
            FloatFormat::Fp32 => 23,
        }
    }

    /// Up to here every whole number is exact: the longest address that can be computed.
    pub const fn whole_numbers(self) -> u32 {
        1 << (self.mantissa_bits() + 1)
    }
}

impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FloatFormat::Fp16 => "fp16 (1.5.10)",
            FloatFormat::Fp24 => "fp24 (1.7.16)",
            FloatFormat::Fp32 => "fp32 (1.8.23)",
        })
    }
}

/// What becomes of the bits that have no room.
///
/// ```
/// use gristmill::card::Rounding;
/// assert_eq!(Rounding::TowardZero.to_string(), "toward zero");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Rounding {
    /// To the nearest, halves to even: IEEE 754's.
    Nearest,
    /// They are left out.
    TowardZero,
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Rounding::Nearest => "to nearest",
            Rounding::TowardZero => "toward zero",
        })
    }
}

/// How a card's fragment unit calculates. The makers told little of it; this is the model that fits what was measured.
///
/// ```
/// use gristmill::Profile;
/// use gristmill::card::{Arithmetic, FloatFormat, Rounding};
/// let radeon: Arithmetic = Profile::named("radeon-9700")?.arithmetic.value;
/// assert_eq!((radeon.format, radeon.add), (FloatFormat::Fp24, Rounding::TowardZero));
/// assert!(!radeon.denormals);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Arithmetic {
    /// What a register holds.
    pub format: FloatFormat,
    /// Of a sum and a difference.
    pub add: Rounding,
    /// Of a product.
    pub multiply: Rounding,
    /// Of the product inside a multiply-add, which is rounded before the sum is.
    pub product: Rounding,
    /// Whether there are numbers below the smallest normal one; else they are zero.
    pub denormals: bool,
    /// Whether there are infinities and what is no number; else a result that is too large is the largest number.
    pub infinities: bool,
    /// Whether zero times anything is zero, also where the other one is an infinity.
    pub zero_times_anything: bool,
}

impl Arithmetic {
    /// A format with one rounding for all, without denormals, with infinities.
    pub const fn rounded(format: FloatFormat, rounding: Rounding) -> Arithmetic {
        Arithmetic {
            format,
            add: rounding,
            multiply: rounding,
            product: rounding,
            denormals: false,
            infinities: true,
            zero_times_anything: false,
        }
    }
}
