//! Float functions that a processor of any age computes in a few steps without a branch, so that loops
//! over them vectorise; and conversions that are written out for the same reason.

/// From this magnitude on, floats have no fraction.
const INTEGRAL_LIMIT: f32 = 8_388_608.0;

/// Rounds to the nearest integer, ties to even.
#[inline(always)]
pub(super) fn round_even(x: f32) -> f32 {
    let size = x.abs();
    // The sum has no bits for a fraction, so it is rounded.
    let rounded = ((size + INTEGRAL_LIMIT) - INTEGRAL_LIMIT).copysign(x);
    if size < INTEGRAL_LIMIT { rounded } else { x }
}

/// Rounds down.
#[inline(always)]
pub(super) fn floor(x: f32) -> f32 {
    let rounded = round_even(x);
    (rounded - if rounded > x { 1.0 } else { 0.0 }).copysign(x)
}

/// Rounds up.
#[inline(always)]
pub(super) fn ceil(x: f32) -> f32 {
    let rounded = round_even(x);
    (rounded + if rounded < x { 1.0 } else { 0.0 }).copysign(x)
}

/// Rounds towards zero.
#[inline(always)]
pub(super) fn trunc(x: f32) -> f32 {
    floor(x.abs()).copysign(x)
}

/// Returns 1, -1, or 0 for zeros and NaN.
#[inline(always)]
pub(super) fn sign(x: f32) -> f32 {
    (if x > 0.0 { 1.0 } else { 0.0 }) - (if x < 0.0 { 1.0 } else { 0.0 })
}

/// Returns the smaller one; the second one if either is NaN.
#[inline(always)]
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Returns the greater one; the second one if either is NaN.
#[inline(always)]
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Converts towards zero; NaN becomes 0, and numbers out of range the least integer.
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
pub(super) fn ldexp(x: f32, exponent: i32) -> f32 {
    // Exponents beyond this range change no result, and a double can hold all of them.
    let exponent = exponent.clamp(-300, 300);
    (f64::from(x) * f64::from_bits(((1023 + exponent) as u64) << 52)) as f32
}

/// Splits a number into a mantissa from 1/2 to below 1 and an exponent of 2. Zeros, infinities and
/// NaN are returned unchanged.
#[inline(always)]
pub(super) fn frexp(x: f32) -> (f32, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    // As a double, even a denormal has a leading 1.
    let bits = f64::from(x).to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1022;
    (f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52)) as f32, exponent)
}

/// `x * (1 - a) + y * a`.
#[inline(always)]
pub(super) fn mix(x: f32, y: f32, a: f32) -> f32 {
    x * (1.0 - a) + y * a
}

/// Rises smoothly from 0 at the first edge to 1 at the second.
#[inline(always)]
pub(super) fn smooth_step(low: f32, high: f32, x: f32) -> f32 {
    let t = min(max((x - low) / (high - low), 0.0), 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Converts to the nearest half, ties to even; numbers that are too large become infinite.
#[inline(always)]
pub(super) fn to_half(x: f32) -> u32 {
    let sign = x.to_bits() & 0x8000_0000;
    let size = x.abs().to_bits();
    // A half below 2^-14 counts in units of 2^-24, and so does a float from 1/2 to 1.
    let small = (x.abs() + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    // Changes the exponent's bias and drops 13 bits, rounded.
    let usual = size.wrapping_sub(112 << 23).wrapping_add(0xfff).wrapping_add((size >> 13) & 1) >> 13;
    let great = if size > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
    let half = if size < 0x3880_0000 { small } else { usual };
    (sign >> 16) | if size < 0x4780_0000 { half } else { great }
}

/// Converts the half in the low 16 bits to a float.
#[inline(always)]
pub(super) fn from_half(half: u32) -> f32 {
    // The change of the exponent's bias is a factor, which also covers denormals.
    let size = f32::from_bits((half & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    let special = if half & 0x7c00 == 0x7c00 { 0x7f80_0000 } else { 0 };
    f32::from_bits(size.to_bits() | special | ((half & 0x8000) << 16))
}
