//! Calculations with floats that a processor of any age does in a few steps without a branch, so that a loop
//! over them becomes vector code; and those that one would look up.

/// From here on a float has no fraction.
const WHOLE: f32 = 8_388_608.0;

/// To the nearest whole number, to the even one of two.
#[inline(always)]
pub(super) fn round_even(x: f32) -> f32 {
    let size = x.abs();
    // The sum has no room for a fraction, and is rounded.
    let rounded = ((size + WHOLE) - WHOLE).copysign(x);
    if size < WHOLE { rounded } else { x }
}

/// To the whole number below.
#[inline(always)]
pub(super) fn floor(x: f32) -> f32 {
    let rounded = round_even(x);
    (rounded - if rounded > x { 1.0 } else { 0.0 }).copysign(x)
}

/// To the whole number above.
#[inline(always)]
pub(super) fn ceil(x: f32) -> f32 {
    let rounded = round_even(x);
    (rounded + if rounded < x { 1.0 } else { 0.0 }).copysign(x)
}

/// To the whole number towards zero.
#[inline(always)]
pub(super) fn trunc(x: f32) -> f32 {
    floor(x.abs()).copysign(x)
}

/// 1, -1, or 0 for zeros and what is no number.
#[inline(always)]
pub(super) fn sign(x: f32) -> f32 {
    (if x > 0.0 { 1.0 } else { 0.0 }) - (if x < 0.0 { 1.0 } else { 0.0 })
}

/// The smaller one; the second one if either is no number.
#[inline(always)]
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater one; the second one if either is no number.
#[inline(always)]
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Towards zero; what is no number becomes 0, and what does not fit the smallest integer.
#[inline(always)]
pub(super) fn to_int(x: f32) -> i32 {
    let int = x as i32;
    if int == i32::MAX { i32::MIN } else { int }
}

/// `x - y * floor(x / y)`: has the sign of `y`.
#[inline(always)]
pub(super) fn modulo(x: f32, y: f32) -> f32 {
    x - y * floor(x / y)
}

/// `x - y * trunc(x / y)`, exactly: has the sign of `x`.
pub(super) fn remainder(x: f32, y: f32) -> f32 {
    x % y
}

/// `x` times 2 to the power of `exponent`, rounded once.
#[inline(always)]
pub(super) fn scale(x: f32, exponent: i32) -> f32 {
    // No float has so wide a range, and a double has room for all of it.
    let exponent = exponent.clamp(-300, 300);
    (f64::from(x) * f64::from_bits(((1023 + exponent) as u64) << 52)) as f32
}

/// A number from 1/2 to below 1, and the power of two that it is to be multiplied with. Zeros, infinities and
/// what is no number stay.
#[inline(always)]
pub(super) fn split(x: f32) -> (f32, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    // As a double it has a leading 1.
    let bits = f64::from(x).to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1022;
    (f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52)) as f32, exponent)
}

/// `x * (1 - a) + y * a`.
#[inline(always)]
pub(super) fn mix(x: f32, y: f32, a: f32) -> f32 {
    x * (1.0 - a) + y * a
}

/// From 0 at the first edge to 1 at the second, as a curve without kinks.
#[inline(always)]
pub(super) fn smooth_step(low: f32, high: f32, x: f32) -> f32 {
    let t = min(max((x - low) / (high - low), 0.0), 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The nearest half, the even one of two; what is too great becomes an infinity.
#[inline(always)]
pub(super) fn to_half(x: f32) -> u32 {
    let sign = x.to_bits() & 0x8000_0000;
    let size = x.abs().to_bits();
    // A half below 2^-14 counts units of 2^-24, and so does a float from 1/2 to 1.
    let small = (x.abs() + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    // Another bias of the exponent, and 13 bits less, rounded.
    let usual = size.wrapping_sub(112 << 23).wrapping_add(0xfff).wrapping_add((size >> 13) & 1) >> 13;
    let great = if size > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
    let half = if size < 0x3880_0000 { small } else { usual };
    (sign >> 16) | if size < 0x4780_0000 { half } else { great }
}

/// The float that the low 16 bits are a half of.
#[inline(always)]
pub(super) fn from_half(half: u32) -> f32 {
    // The other bias of the exponent is a factor, which is right for small ones too.
    let size = f32::from_bits((half & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    let special = if half & 0x7c00 == 0x7c00 { 0x7f80_0000 } else { 0 };
    f32::from_bits(size.to_bits() | special | ((half & 0x8000) << 16))
}
