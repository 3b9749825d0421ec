//! The arithmetic of cards in single floats, for vector code: results that it cannot guarantee are left to
//! [`Rounder`](super::Rounder).
//!
//! Sums and products of single floats are rounded to nearest. Their rounding error is known
//! exactly: by Knuth's two-sum for sums, by Dekker's product (1971) for products. A result that was
//! rounded away from zero is moved back one step; then only bits are cut off.

use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

const SIGN: u32 = 1 << 31;

/// A result in bits, and true if it is in doubt.
pub type Single = (u32, bool);

/// The arithmetics that can be computed in single floats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Singles {
    /// 1.7.16, all results truncated, without infinities.
    Fp24,
    /// 1.8.23 without denormals, sums truncated.
    CutSums,
    /// 1.8.23 without denormals, all results rounded to nearest.
    Nearest,
}

impl Singles {
    /// Returns the matching arithmetic, or `None` if single floats cannot follow it.
    pub(super) fn for_arithmetic(arithmetic: Arithmetic) -> Option<Singles> {
        let Arithmetic { format, add, multiply, denormals, infinities, zero_times_anything, .. } = arithmetic;
        let kind = (format, infinities, zero_times_anything, denormals, multiply);
        match (kind, add) {
            ((FloatFormat::Fp24, false, true, false, Rounding::TowardZero), Rounding::TowardZero) => {
                Some(Singles::Fp24)
            }
            ((FloatFormat::Fp32, true, false, false, Rounding::Nearest), Rounding::TowardZero) => {
                Some(Singles::CutSums)
            }
            ((FloatFormat::Fp32, true, false, false, Rounding::Nearest), Rounding::Nearest) => Some(Singles::Nearest),
            _ => None,
        }
    }
}

/// One of these arithmetics, known when the loops over lanes are compiled.
pub trait SingleFloats {
    /// Mask of the kept bits of a number, without its sign.
    const KEPT_BITS: u32;
    /// Bits of the least number.
    const MIN_BITS: u32;
    /// Bits of the greatest number.
    const MAX_BITS: u32;
    const TRUNCATES_SUMS: bool;
    const TRUNCATES_PRODUCTS: bool;

    /// Rounds an operand.
    #[inline(always)]
    fn read(word: u32) -> Single {
        (Self::clamp_to_format(word), Self::is_out_of_range(word))
    }

    /// Cuts off the bits that the format lacks; returns zero for a number below the least.
    #[inline(always)]
    fn clamp_to_format(word: u32) -> u32 {
        // Compared as signed numbers, the only vector comparison of old processors.
        let is_small = ((word & Self::KEPT_BITS) as i32) < Self::MIN_BITS as i32;
        word & (if is_small { SIGN } else { Self::KEPT_BITS | SIGN })
    }

    /// Returns true if it is beyond the greatest number, or NaN.
    #[inline(always)]
    fn is_out_of_range(word: u32) -> bool {
        (word & Self::KEPT_BITS) as i32 > Self::MAX_BITS as i32
    }

    /// Adds two numbers of the format.
    #[inline(always)]
    fn sum(a: f32, b: f32) -> Single {
        let sum = a + b;
        let doubt = Self::is_out_of_range(sum.to_bits());
        if !Self::TRUNCATES_SUMS {
            return (Self::clamp_to_format(sum.to_bits()), doubt);
        }
        let back = sum - a;
        let lost = (a - (sum - back)) + (b - back);
        (Self::clamp_to_format(truncate_toward_zero(sum, lost)), doubt)
    }

    /// Multiplies two numbers of the format.
    #[inline(always)]
    fn product(a: f32, b: f32) -> Single {
        let product = a * b;
        let doubt = Self::is_out_of_range(product.to_bits());
        if !Self::TRUNCATES_PRODUCTS {
            // A product that was rounded to the least number may have been below it.
            let word = Self::clamp_to_format(product.to_bits());
            return (word, doubt | (word & !SIGN == Self::MIN_BITS));
        }
        let [a_high, a_low] = split_mantissa(a);
        let [b_high, b_low] = split_mantissa(b);
        let lost = (a_low * b_low) - (((product - (a_high * b_high)) - (a_low * b_high)) - (a_high * b_low));
        let word = Self::clamp_to_format(truncate_toward_zero(product, lost));
        (if product == 0.0 { 0 } else { word }, doubt)
    }
}

/// Returns the bits of a number, moved back one step if it was rounded away from zero; `lost` is its rounding error.
#[inline(always)]
fn truncate_toward_zero(number: f32, lost: f32) -> u32 {
    let away = ((number.to_bits() ^ lost.to_bits()) as i32) >> 31; // all bits or none
    number.to_bits().wrapping_add(if lost != 0.0 { away as u32 } else { 0 })
}

/// Splits a 17-bit number into two whose products with each other are exact.
#[inline(always)]
fn split_mantissa(number: f32) -> [f32; 2] {
    let high = f32::from_bits(number.to_bits() & 0xffff_8000);
    [high, number - high]
}

pub struct Fp24;
pub struct CutSums;
pub struct Nearest;

impl SingleFloats for Fp24 {
    const KEPT_BITS: u32 = 0x7fff_ff80;
    const MIN_BITS: u32 = (127 - 62) << 23;
    const MAX_BITS: u32 = ((127 + 64) << 23) | 0x7f_ff80;
    const TRUNCATES_SUMS: bool = true;
    const TRUNCATES_PRODUCTS: bool = true;
}

impl SingleFloats for CutSums {
    const KEPT_BITS: u32 = !SIGN;
    const MIN_BITS: u32 = 1 << 23;
    const MAX_BITS: u32 = 0x7f7f_ffff;
    const TRUNCATES_SUMS: bool = true;
    const TRUNCATES_PRODUCTS: bool = false;
}

impl SingleFloats for Nearest {
    const TRUNCATES_SUMS: bool = false;
    const KEPT_BITS: u32 = CutSums::KEPT_BITS;
    const MIN_BITS: u32 = CutSums::MIN_BITS;
    const MAX_BITS: u32 = CutSums::MAX_BITS;
    const TRUNCATES_PRODUCTS: bool = false;
}

#[cfg(test)]
mod tests {
    use super::super::Rounder;
    use super::super::tests::{random_bits, random_in_format, trial_count};
    use super::*;
    use gristmill_cards::Profile;

    /// Edge cases of the formats.
    const EDGE_CASES: [u32; 24] = [
        0,
        1,
        0x7f_ffff,
        0x80_0000,
        0x80_0001,
        0x100_0000,
        (127 - 63) << 23,
        ((127 - 63) << 23) | 0x7f_ffff,
        (127 - 62) << 23,
        ((127 - 62) << 23) | 0x80,
        (127 - 31) << 23,
        0x3f80_0000,
        0x3f80_0080,
        0x3f7f_ff80,
        0x3f7f_ffff,
        0x3fff_ff80,
        0x4780_0000,
        0x4b80_0000,
        ((127 + 64) << 23) | 0x7f_ff80,
        (127 + 65) << 23,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
        0x7e80_0000,
    ];

    fn check_operations<F: SingleFloats>(rounder: Rounder, [a, b]: [u32; 2]) {
        let alike = |what: &str, (got, doubt): Single, wanted: f32| {
            let same = got == wanted.to_bits() || f32::from_bits(got).is_nan() && wanted.is_nan();
            assert!(doubt || same, "{what} of {a:#x} and {b:#x} is {got:#x}, not {:#x}", wanted.to_bits());
            doubt
        };
        let [x, y] = [a, b].map(f32::from_bits);
        let unsure = alike("read", F::read(a), rounder.read(x)) | alike("read", F::read(b), rounder.read(y));
        if !unsure {
            let [p, q] = [a, b].map(|word| f32::from_bits(F::read(word).0));
            alike("sum", F::sum(p, q), rounder.add(x, y));
            alike("difference", F::sum(p, -q), rounder.subtract(x, y));
            alike("product", F::product(p, q), rounder.multiply(x, y));
        }
    }

    fn check_card<F: SingleFloats>(card: &str) {
        let arithmetic = Profile::named(card).unwrap().arithmetic.value;
        let rounder = Rounder::for_arithmetic(arithmetic).unwrap();
        for a in EDGE_CASES.iter().flat_map(|&edge| [edge, edge | SIGN]) {
            for b in EDGE_CASES.iter().flat_map(|&edge| [edge, edge | SIGN]) {
                check_operations::<F>(rounder, [a, b]);
            }
        }
        let mut seed = 7;
        for _ in 0..trial_count() {
            let near = [0; 2].map(|_| random_in_format(FloatFormat::Fp32, &mut seed).to_bits());
            let format = [0; 2].map(|_| random_in_format(arithmetic.format, &mut seed).to_bits());
            let any = [0; 2].map(|_| random_bits(&mut seed) as u32);
            // Sums that cancel nearly completely: a number, and one a few steps away with the opposite sign.
            let beside = [near[0], (near[0] ^ SIGN).wrapping_add(random_bits(&mut seed) as u32 % 512)];
            for both in [near, format, any, beside] {
                check_operations::<F>(rounder, both);
            }
        }
    }

    #[test]
    fn single_floats_say_what_doubles_say() {
        check_card::<Fp24>("radeon-9700");
        check_card::<CutSums>("geforce-6800");
        check_card::<Nearest>("radeon-x1800");
        assert_eq!(
            Singles::for_arithmetic(Profile::named("radeon-x800").unwrap().arithmetic.value),
            Some(Singles::Fp24)
        );
        assert_eq!(
            Singles::for_arithmetic(Profile::named("geforce-7800").unwrap().arithmetic.value),
            Some(Singles::CutSums)
        );
        assert_eq!(
            Singles::for_arithmetic(Profile::named("geforce-8800").unwrap().arithmetic.value),
            Some(Singles::Nearest)
        );
    }

    /// Ordinary results are not in doubt; otherwise vector code would be useless.
    #[test]
    fn few_are_in_doubt() {
        let mut seed = 1;
        for _ in 0..10_000 {
            let [a, b] =
                [0; 2].map(|_| f32::from_bits(Fp24::read((random_bits(&mut seed) as u32 >> 9) | 0x3f80_0000).0));
            assert!(!Fp24::sum(a, b).1 && !Fp24::product(a, b).1 && !Nearest::product(a, b).1 && !CutSums::sum(a, b).1);
        }
    }
}
