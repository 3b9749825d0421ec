//! Number formats and rounding of cards.

use serde::Serialize;
use std::fmt;

/// A floating-point format: a sign, an exponent, a mantissa with a hidden bit.
///
/// ```
/// use gristmill::card::FloatFormat;
/// assert_eq!(FloatFormat::Fp24.to_string(), "fp24 (1.7.16)");
/// assert_eq!(FloatFormat::Fp24.whole_numbers(), 1 << 17);
/// assert_eq!((FloatFormat::Fp16.exponent_bits(), FloatFormat::Fp16.mantissa_bits()), (5, 10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum FloatFormat {
    /// 1.5.10, half precision.
    Fp16,
    /// 1.7.16, in ATI's fragment units before 2005. Its bias is 63.
    Fp24,
    /// 1.8.23, single precision.
    Fp32,
}

impl FloatFormat {
    /// Returns the bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Fp16 => 5,
            FloatFormat::Fp24 => 7,
            FloatFormat::Fp32 => 8,
        }
    }

    /// Returns the bits of the mantissa, without the hidden one.
    pub const fn mantissa_bits(self) -> u32 {
        match self {
            FloatFormat::Fp16 => 10,
            FloatFormat::Fp24 => 16,
            FloatFormat::Fp32 => 23,
        }
    }

    /// Returns the number up to which every whole number is exact: the longest address that can be computed.
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

/// Treatment of the bits that do not fit the mantissa.
///
/// ```
/// use gristmill::card::Rounding;
/// assert_eq!(Rounding::TowardZero.to_string(), "toward zero");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Rounding {
    /// Rounded to the nearest, ties to even, as in IEEE 754.
    Nearest,
    /// They are cut off.
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

/// Arithmetic of a card's fragment unit. The makers published little about it; this is the model that fits the
/// measurements.
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
    /// The format of a register.
    pub format: FloatFormat,
    /// Rounding of a sum and a difference.
    pub add: Rounding,
    /// Rounding of a product.
    pub multiply: Rounding,
    /// Rounding of the product inside a multiply-add, before the sum is rounded.
    pub product: Rounding,
    /// True if there are numbers below the smallest normal one; else they are zero.
    pub denormals: bool,
    /// True if there are infinities and NaN; else a result that is too large is the largest number.
    pub infinities: bool,
    /// True if zero times anything is zero, even times an infinity.
    pub zero_times_anything: bool,
    /// True if a result of partial precision, as `_pp` of Direct3D asks for, has 16 bits.
    pub partial_halves: bool,
    /// The largest absolute value that a register of `ps_1_1` to `ps_1_4` holds; `None` if the format is the only limit.
    pub register_range: Option<u8>,
}

impl Arithmetic {
    /// Returns an arithmetic with one rounding for all operations, without denormals, with infinities.
    pub const fn with_rounding(format: FloatFormat, rounding: Rounding) -> Arithmetic {
        Arithmetic {
            format,
            add: rounding,
            multiply: rounding,
            product: rounding,
            denormals: false,
            infinities: true,
            zero_times_anything: false,
            partial_halves: false,
            register_range: None,
        }
    }
}
