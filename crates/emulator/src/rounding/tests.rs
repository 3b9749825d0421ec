//! The rounding of cards against integers of 128 bits, without any floats.

use super::Rounder;
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

/// Random bits, from a seed.
pub(super) fn random_bits(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *seed;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// `(-1)^negative * mantissa * 2^exponent`; `more` is true if the exact number is a little larger in magnitude.
#[derive(Clone, Copy, Debug)]
struct ExactNumber {
    negative: bool,
    mantissa: u128,
    exponent: i32,
    more: bool,
}

/// Decomposes a 32-bit float.
fn decompose(number: f32) -> ExactNumber {
    let bits = number.to_bits();
    let exponent = (bits >> 23) & 0xff;
    let fraction = u128::from(bits & 0x7f_ffff);
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 23 };
    ExactNumber { negative: bits >> 31 == 1, mantissa, exponent: exponent.max(1) as i32 - 150, more: false }
}

/// Rounds an exact number to a format.
fn round_exact(number: ExactNumber, format: FloatFormat, rounding: Rounding) -> f64 {
    let bits = format.mantissa_bits() + 1;
    let ExactNumber { negative, mut mantissa, mut exponent, more } = number;
    let mut rest_is = (false, more); // half a step, and more
    while mantissa >= 1 << bits {
        rest_is = (mantissa & 1 == 1, rest_is.0 || rest_is.1);
        mantissa >>= 1;
        exponent += 1;
    }
    let up = rounding == Rounding::Nearest && rest_is.0 && (rest_is.1 || mantissa & 1 == 1);
    mantissa += u128::from(up);
    let bias = (1 << (format.exponent_bits() - 1)) - 1;
    let value = mantissa as f64 * 2f64.powi(exponent);
    let value = if value < 2f64.powi(1 - bias) { 0.0 } else { value };
    let value = if value >= 2f64.powi(bias + 1) { f64::INFINITY } else { value };
    if negative { -value } else { value }
}

fn exact_product(a: ExactNumber, b: ExactNumber) -> ExactNumber {
    ExactNumber {
        negative: a.negative != b.negative,
        mantissa: a.mantissa * b.mantissa,
        exponent: a.exponent + b.exponent,
        more: false,
    }
}

fn exact_sum(a: ExactNumber, b: ExactNumber) -> ExactNumber {
    if a.mantissa == 0 {
        return b;
    }
    if b.mantissa == 0 {
        return a;
    }
    // The operand with the greater exponent is shifted up as far as it fits; lower bits of the other one are kept as "more".
    let (a, b) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
    let room = (a.mantissa.leading_zeros() as i32 - 4).min(a.exponent - b.exponent);
    let high = a.mantissa << room;
    let low = a.exponent - room;
    let far = (low - b.exponent).min(127) as u32;
    let near = b.mantissa >> far;
    let below = b.mantissa & ((1 << far) - 1) != 0;
    if a.negative == b.negative {
        return ExactNumber { negative: a.negative, mantissa: high + near, exponent: low, more: below };
    }
    // A difference with a remainder below is one step less, plus a little more.
    match high >= near + u128::from(below) {
        true => {
            ExactNumber { negative: a.negative, mantissa: high - near - u128::from(below), exponent: low, more: below }
        }
        false => ExactNumber { negative: b.negative, mantissa: near - high, exponent: low, more: below },
    }
}

fn uniform_arithmetic(format: FloatFormat, rounding: Rounding) -> Arithmetic {
    Arithmetic::with_rounding(format, rounding)
}

/// Draws a number of the format, of any magnitude, small ones more often.
pub(super) fn random_in_format(format: FloatFormat, seed: &mut u64) -> f32 {
    let bits = random_bits(seed);
    let bias = (1 << (format.exponent_bits() - 1)) - 1;
    let span = if bits >> 60 < 4 { 2 * bias } else { 16 };
    let exponent = ((bits >> 32) % span as u64) as i32 - span / 2 + 1;
    let kept = 23 - format.mantissa_bits();
    let fraction = (bits as u32 & 0x7f_ffff) >> kept << kept;
    let fraction = if bits >> 56 & 15 == 0 { 0 } else { fraction };
    f32::from_bits(((bits >> 63) as u32 * (1 << 31)) | (((exponent + 127).clamp(1, 254) as u32) << 23) | fraction)
}

/// Returns true if both are the same number; zeros of either sign are equal.
fn is_same_number(got: f32, wanted: f64) -> bool {
    f64::from(got) == wanted
}

/// Operations of each kind to test: `GRISTMILL_FUZZ`, or a hundred thousand without it.
pub(super) fn trial_count() -> u64 {
    std::env::var("GRISTMILL_FUZZ")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(100_000)
}

#[test]
fn sums_and_products_are_those_of_whole_numbers() {
    for format in [FloatFormat::Fp24, FloatFormat::Fp16, FloatFormat::Fp32] {
        for rounding in [Rounding::TowardZero, Rounding::Nearest] {
            let rounder = Rounder::new(uniform_arithmetic(format, rounding));
            let mut seed = 3;
            for _ in 0..trial_count() {
                let [a, b, c] = [0; 3].map(|_| random_in_format(format, &mut seed));
                let [x, y, z] = [a, b, c].map(decompose);
                let added = round_exact(exact_sum(x, y), format, rounding);
                assert!(
                    is_same_number(rounder.add(a, b), added),
                    "{format} {rounding}: {a:e} + {b:e} is not {:e}",
                    rounder.add(a, b)
                );
                let less = round_exact(exact_sum(x, ExactNumber { negative: !y.negative, ..y }), format, rounding);
                assert!(is_same_number(rounder.subtract(a, b), less), "{format} {rounding}: {a:e} - {b:e}");
                let times = round_exact(exact_product(x, y), format, rounding);
                assert!(
                    is_same_number(rounder.multiply(a, b), times),
                    "{format} {rounding}: {a:e} * {b:e} is not {:e}",
                    rounder.multiply(a, b)
                );
                if times.is_finite() {
                    let both = round_exact(exact_sum(decompose(times as f32), z), format, rounding);
                    let got = rounder.multiply_add(a, b, c);
                    assert!(
                        is_same_number(got, both),
                        "{format} {rounding}: {a:e} * {b:e} + {c:e} is {got:e}, not {both:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn conversions_are_those_of_whole_numbers() {
    let mut seed = 9;
    for format in [FloatFormat::Fp24, FloatFormat::Fp16] {
        for rounding in [Rounding::TowardZero, Rounding::Nearest] {
            let rounder = Rounder::new(uniform_arithmetic(format, rounding));
            for _ in 0..trial_count() {
                let given = f32::from_bits(random_bits(&mut seed) as u32);
                let near = random_in_format(FloatFormat::Fp32, &mut seed);
                for given in [given, near].into_iter().filter(|given| given.is_finite()) {
                    let wanted = round_exact(decompose(given), format, rounding);
                    let got = rounder.read(given);
                    assert!(is_same_number(got, wanted), "{format} {rounding}: {given:e} is {got:e}, not {wanted:e}");
                }
            }
        }
    }
}

#[test]
fn all_halves_are_themselves_and_their_sums_and_products_those_of_the_crate_half() {
    use half::f16;
    let rounder =
        Rounder::new(Arithmetic { denormals: true, ..uniform_arithmetic(FloatFormat::Fp16, Rounding::Nearest) });
    let beside: Vec<f16> = (0..64)
        .map(|step| f16::from_bits((step * 1021 % 0x7c00) | ((step & 1) << 15)))
        .collect();
    for bits in 0..=u16::MAX {
        let a = f16::from_bits(bits);
        assert_eq!(rounder.read(a.to_f32()).to_bits(), a.to_f32().to_bits(), "{bits:#x}");
        for &b in &beside {
            let [x, y] = [a, b].map(f16::to_f32);
            assert!(is_alike(rounder.add(x, y), a + b), "{a:e} + {b:e}: {:e}", rounder.add(x, y));
            assert!(is_alike(rounder.multiply(x, y), a * b), "{a:e} * {b:e}: {:e}", rounder.multiply(x, y));
        }
    }
}

fn is_alike(got: f32, wanted: half::f16) -> bool {
    let got = half::f16::from_f32(got);
    got == wanted || got.is_nan() && wanted.is_nan()
}

/// Published sums in these formats: 0.1 a thousand times, a third three times, and ones until nothing changes.
#[test]
fn sums_of_the_time() {
    let table = [
        (FloatFormat::Fp24, Rounding::TowardZero, 99.707_031_25, 0.999_992_37, 131_072.0),
        (FloatFormat::Fp24, Rounding::Nearest, 99.903_320_312_5, 1.0, 131_072.0),
        (FloatFormat::Fp32, Rounding::TowardZero, 99.998_664_856, 0.999_999_94, 16_777_216.0),
        (FloatFormat::Fp32, Rounding::Nearest, 99.999_046_326, 1.0, 16_777_216.0),
        (FloatFormat::Fp16, Rounding::TowardZero, 84.0625, 0.999_511_72, 2_048.0),
        (FloatFormat::Fp16, Rounding::Nearest, 105.1875, 1.0, 2_048.0),
    ];
    for (format, rounding, tenths, thirds, ones) in table {
        let rounder = Rounder::new(uniform_arithmetic(format, rounding));
        let sum = (0..1_000).fold(0.0, |sum, _| rounder.add(sum, 0.1));
        let third = rounder.multiply(rounder.divide(1.0, 3.0), 3.0);
        // Starts a little below the end, since a step is one.
        let last = (0..1_000).fold(ones as f32 - 500.0, |sum, _| rounder.add(sum, 1.0));
        assert_eq!((sum, third, last), (tenths as f32, thirds as f32, ones as f32), "{format} {rounding}");
    }
}

#[test]
fn what_is_too_great_or_too_small() {
    let fp24 = uniform_arithmetic(FloatFormat::Fp24, Rounding::TowardZero);
    let radeon = Rounder::new(Arithmetic { infinities: false, zero_times_anything: true, ..fp24 });
    // Without infinities the top exponent belongs to numbers.
    let most = f32::from_bits((127 + 64) << 23 | 0x7f_ff80);
    assert_eq!(radeon.multiply(1e18, 1e18), most);
    assert_eq!(radeon.multiply(-1e18, 1e18), -most);
    assert_eq!(radeon.add(most, most), most);
    assert_eq!(radeon.multiply(0.0, f32::INFINITY), 0.0);
    assert_eq!(radeon.multiply(1e-18, 1e-18), 0.0);
    assert_eq!(radeon.divide(1.0, 0.0), most);
    let with = Rounder::new(fp24);
    assert_eq!(with.multiply(1e18, 1e18), f32::INFINITY);
    assert!(with.multiply(0.0, f32::INFINITY).is_nan());
    assert!(with.add(f32::NAN, 1.0).is_nan());
    assert_eq!(with.add(f32::INFINITY, 1.0), f32::INFINITY);
    assert_eq!(with.add(2f32.powi(-62), -2f32.powi(-62)), 0.0);
}
