//! Operators with two operands.

use super::super::assembly::Binary;
use super::super::number::float_bits;
use super::elementary::map_function2;
use super::float;
use gristmill_base::elementary::{ArcTangent2, Power};

/// Returns true if the result is a computed float.
pub(super) fn has_float_result(op: Binary) -> bool {
    use Binary::*;
    matches!(
        op,
        AddFloat
            | SubFloat
            | MulFloat
            | DivFloat
            | ModFloat
            | RemFloat
            | MinFloat
            | MaxFloat
            | Pow
            | Atan2
            | Step
            | Ldexp
    )
}

#[inline(always)]
fn map_words<const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W], f: impl Fn(u32, u32) -> u32) {
    for lane in 0..W {
        out[lane] = f(a[lane], b[lane]);
    }
}

#[inline(always)]
fn map_ints<const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W], f: impl Fn(i32, i32) -> i32) {
    map_words(a, b, out, |a, b| f(a as i32, b as i32) as u32);
}

#[inline(always)]
fn map_floats<const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W], f: impl Fn(f32, f32) -> f32) {
    map_words(a, b, out, |a, b| float_bits(f(f32::from_bits(a), f32::from_bits(b))));
}

/// Maps a comparison: 0 or all ones.
#[inline(always)]
fn map_predicate<const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W], f: impl Fn(u32, u32) -> bool) {
    map_words(a, b, out, |a, b| if f(a, b) { u32::MAX } else { 0 });
}

#[inline(always)]
fn map_float_predicate<const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W], f: impl Fn(f32, f32) -> bool) {
    map_predicate(a, b, out, |a, b| f(f32::from_bits(a), f32::from_bits(b)));
}

/// Maps a shift by the low five bits. Mostly all lanes shift by the same amount, the only case that an old processor
/// vectorises.
#[inline(always)]
fn map_shifts<const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W], f: impl Fn(u32, u32) -> u32) {
    let first = b[0];
    if b.iter().fold(0, |other, &b| other | b ^ first) == 0 {
        for lane in 0..W {
            out[lane] = f(a[lane], first & 31);
        }
    } else {
        map_words(a, b, out, |a, b| f(a, b & 31));
    }
}

/// The remainder of a division, with the sign of `b`.
fn floored_modulo(a: i32, b: i32) -> i32 {
    if b == 0 {
        return -1;
    }
    let left = a.wrapping_rem(b);
    if left != 0 && (left < 0) != (b < 0) { left + b } else { left }
}

/// `bits` ones from bit `offset` on.
fn field_mask(offset: u32, bits: u32) -> u32 {
    let ones = (1u64 << bits.min(32)) - 1;
    (ones << offset.min(32)) as u32
}

/// Applies the operator to all lanes.
pub(super) fn apply<const W: usize>(op: Binary, a: &[u32; W], b: &[u32; W], out: &mut [u32; W]) {
    apply_inline(op, a, b, out);
}

/// Applies a binary operation to all lanes, inlined into its caller and compiled for the caller's vectors.
#[inline(always)]
pub(super) fn apply_inline<const W: usize>(op: Binary, a: &[u32; W], b: &[u32; W], out: &mut [u32; W]) {
    match op {
        Binary::AddFloat => map_floats(a, b, out, |a, b| a + b),
        Binary::SubFloat => map_floats(a, b, out, |a, b| a - b),
        Binary::MulFloat => map_floats(a, b, out, |a, b| a * b),
        Binary::DivFloat => map_floats(a, b, out, |a, b| a / b),
        Binary::ModFloat => map_floats(a, b, out, float::modulo),
        Binary::MinFloat => map_floats(a, b, out, float::min),
        Binary::MaxFloat => map_floats(a, b, out, float::max),
        Binary::Step => map_floats(a, b, out, |a, b| if b < a { 0.0 } else { 1.0 }),
        Binary::AddInt => map_words(a, b, out, u32::wrapping_add),
        Binary::SubInt => map_words(a, b, out, u32::wrapping_sub),
        Binary::MulInt => map_words(a, b, out, u32::wrapping_mul),
        Binary::MinInt => map_ints(a, b, out, i32::min),
        Binary::MaxInt => map_ints(a, b, out, i32::max),
        Binary::MinUint => map_words(a, b, out, u32::min),
        Binary::MaxUint => map_words(a, b, out, u32::max),
        Binary::ShiftLeft | Binary::ShiftField => map_shifts(a, b, out, |a, n| a << n),
        Binary::ShiftRight => map_shifts(a, b, out, |a, n| a >> n),
        Binary::ShiftRightInt => map_shifts(a, b, out, |a, n| (a as i32 >> n) as u32),
        Binary::And => map_words(a, b, out, |a, b| a & b),
        Binary::Or => map_words(a, b, out, |a, b| a | b),
        Binary::Xor => map_words(a, b, out, |a, b| a ^ b),
        Binary::EqualFloat => map_float_predicate(a, b, out, |a, b| a == b),
        Binary::NotEqualFloat => map_float_predicate(a, b, out, |a, b| a != b),
        Binary::LessFloat => map_float_predicate(a, b, out, |a, b| a < b),
        Binary::LessEqualFloat => map_float_predicate(a, b, out, |a, b| a <= b),
        Binary::EqualInt => map_predicate(a, b, out, |a, b| a == b),
        Binary::NotEqualInt => map_predicate(a, b, out, |a, b| a != b),
        Binary::LessInt => map_predicate(a, b, out, |a, b| (a as i32) < b as i32),
        Binary::LessEqualInt => map_predicate(a, b, out, |a, b| a as i32 <= b as i32),
        Binary::LessUint => map_predicate(a, b, out, |a, b| a < b),
        Binary::LessEqualUint => map_predicate(a, b, out, |a, b| a <= b),
        Binary::Carry => map_words(a, b, out, |a, b| u32::from(a.wrapping_add(b) < a)),
        Binary::Borrow => map_words(a, b, out, |a, b| u32::from(a < b)),
        Binary::PackHalf => {
            map_words(a, b, out, |a, b| float::to_half(f32::from_bits(a)) | (float::to_half(f32::from_bits(b)) << 16))
        }
        _ => apply_uncommon(op, a, b, out),
    }
}

/// Applies operators that do not vectorise, out of line.
#[inline(never)]
fn apply_uncommon<const W: usize>(op: Binary, a: &[u32; W], b: &[u32; W], out: &mut [u32; W]) {
    match op {
        Binary::RemFloat => map_floats(a, b, out, float::remainder),
        Binary::Pow => map_function2::<Power, W>(a, b, out),
        Binary::Atan2 => map_function2::<ArcTangent2, W>(a, b, out),
        Binary::Ldexp => map_words(a, b, out, |a, b| float_bits(float::ldexp(f32::from_bits(a), b as i32))),
        // OpenGL does not define a division by zero. These are the results of Mesa's llvmpipe.
        Binary::DivInt => map_ints(a, b, out, |a, b| if b == 0 { 0 } else { a.wrapping_div(b) }),
        Binary::DivUint => map_words(a, b, out, |a, b| a.checked_div(b).unwrap_or(u32::MAX)),
        Binary::RemInt => map_ints(a, b, out, |a, b| if b == 0 { -1 } else { a.wrapping_rem(b) }),
        Binary::ModInt => map_ints(a, b, out, floored_modulo),
        Binary::RemUint => map_words(a, b, out, |a, b| a.checked_rem(b).unwrap_or(u32::MAX)),
        Binary::MulHighInt => map_ints(a, b, out, |a, b| ((i64::from(a) * i64::from(b)) >> 32) as i32),
        Binary::MulHighUint => map_words(a, b, out, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        Binary::FieldMask => map_words(a, b, out, field_mask),
        _ => *out = *a, // the other operations are in `apply_inline`
    }
}
