//! Operators with one operand.

use super::super::assembly::Unary;
use super::super::number::{float_bits, round_to_fixed};
use super::elementary::map_function;
use super::float;
use gristmill_base::elementary;

/// Returns true if the result is a computed float.
pub(super) fn has_float_result(op: Unary) -> bool {
    use Unary::*;
    !matches!(
        op,
        Copy | Unset
            | Not
            | NegateInt
            | FloatToInt
            | FloatToUint
            | AbsInt
            | SignInt
            | BitCount
            | BitReverse
            | FindLsb
            | FindMsbInt
            | FindMsbUint
            | IsNan
            | IsInf
            | FrexpExponent
    )
}

#[inline(always)]
fn map_words<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(u32) -> u32) {
    for lane in 0..W {
        out[lane] = f(a[lane]);
    }
}

#[inline(always)]
fn map_ints<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(i32) -> i32) {
    map_words(a, out, |a| f(a as i32) as u32);
}

#[inline(always)]
fn map_floats<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(f32) -> f32) {
    map_words(a, out, |a| float_bits(f(f32::from_bits(a))));
}

#[inline(always)]
fn map_from_floats<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(f32) -> u32) {
    map_words(a, out, |a| f(f32::from_bits(a)));
}

/// Computes differences within each quad: for each lane, lane `more` minus lane `less`.
#[inline(always)]
fn quad_differences<const W: usize>(a: &[u32; W], out: &mut [u32; W], less: [usize; 4], more: [usize; 4]) {
    for (a, out) in a.as_chunks::<4>().0.iter().zip(out.as_chunks_mut::<4>().0) {
        *out = std::array::from_fn(|lane| float_bits(f32::from_bits(a[more[lane]]) - f32::from_bits(a[less[lane]])));
    }
}

/// Applies the operator to all lanes.
pub(super) fn apply<const W: usize>(op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    apply_inline(op, a, out);
}

/// Applies a unary operation to all lanes, inlined into its caller and compiled for the caller's vectors.
#[inline(always)]
pub(super) fn apply_inline<const W: usize>(op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    match op {
        Unary::Copy | Unary::Unset => *out = *a,
        Unary::Not => map_words(a, out, |a| !a),
        Unary::NegateFloat => map_words(a, out, |a| a ^ 0x8000_0000),
        Unary::NegateInt => map_words(a, out, u32::wrapping_neg),
        Unary::FloatToInt => map_from_floats(a, out, |a| float::to_int(a) as u32),
        Unary::FloatToUint => map_from_floats(a, out, |a| a as u32),
        Unary::IntToFloat => map_words(a, out, |a| (a as i32 as f32).to_bits()),
        Unary::UintToFloat => map_words(a, out, |a| (a as f32).to_bits()),
        Unary::AbsFloat => map_words(a, out, |a| a & 0x7fff_ffff),
        Unary::AbsInt => map_ints(a, out, i32::wrapping_abs),
        Unary::SignFloat => map_floats(a, out, float::sign),
        Unary::SignInt => map_ints(a, out, i32::signum),
        Unary::Floor => map_floats(a, out, float::floor),
        Unary::Ceil => map_floats(a, out, float::ceil),
        Unary::Trunc => map_floats(a, out, float::trunc),
        Unary::Round | Unary::RoundEven => map_floats(a, out, float::round_even),
        Unary::Fract => map_floats(a, out, |a| a - float::floor(a)),
        Unary::Sqrt => map_floats(a, out, f32::sqrt),
        Unary::InverseSqrt => map_floats(a, out, |a| 1.0 / a.sqrt()),
        Unary::Radians => map_floats(a, out, |a| a * const { (std::f64::consts::PI / 180.0) as f32 }),
        Unary::Degrees => map_floats(a, out, |a| a * const { (180.0 / std::f64::consts::PI) as f32 }),
        Unary::BitCount => map_words(a, out, u32::count_ones),
        Unary::IsNan => map_from_floats(a, out, |a| if a.is_nan() { u32::MAX } else { 0 }),
        Unary::IsInf => map_from_floats(a, out, |a| if a.abs() == f32::INFINITY { u32::MAX } else { 0 }),
        Unary::HalfLow => map_words(a, out, |a| float::from_half(a).to_bits()),
        Unary::HalfHigh => map_words(a, out, |a| float::from_half(a >> 16).to_bits()),
        Unary::RoundHalf => map_words(a, out, |a| float::from_half(float::to_half(f32::from_bits(a))).to_bits()),
        Unary::RoundFixed => map_floats(a, out, round_to_fixed),
        Unary::RoundPartial | Unary::CutRange => map_floats(a, out, |a| a),
        // Lanes 4k to 4k + 3 are the pixels (0, 0), (1, 0), (0, 1), (1, 1) of a quad.
        Unary::Dx | Unary::DxFine => quad_differences(a, out, [0, 0, 2, 2], [1, 1, 3, 3]),
        Unary::Dy | Unary::DyFine => quad_differences(a, out, [0, 1, 0, 1], [2, 3, 2, 3]),
        _ => apply_uncommon(op, a, out),
    }
}

/// Applies operators that are not worth a copy per vector width in every caller.
#[inline(never)]
fn apply_uncommon<const W: usize>(op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    match op {
        Unary::Sin => map_function::<elementary::Sine, W>(a, out),
        Unary::Cos => map_function::<elementary::Cosine, W>(a, out),
        Unary::Tan => map_function::<elementary::Tangent, W>(a, out),
        Unary::Asin => map_function::<elementary::ArcSine, W>(a, out),
        Unary::Acos => map_function::<elementary::ArcCosine, W>(a, out),
        Unary::Atan => map_function::<elementary::ArcTangent, W>(a, out),
        Unary::Sinh => map_function::<elementary::HyperbolicSine, W>(a, out),
        Unary::Cosh => map_function::<elementary::HyperbolicCosine, W>(a, out),
        Unary::Tanh => map_function::<elementary::HyperbolicTangent, W>(a, out),
        Unary::Asinh => map_function::<elementary::AreaSine, W>(a, out),
        Unary::Acosh => map_function::<elementary::AreaCosine, W>(a, out),
        Unary::Atanh => map_function::<elementary::AreaTangent, W>(a, out),
        Unary::Exp => map_function::<elementary::Exponential, W>(a, out),
        Unary::Log => map_function::<elementary::Logarithm, W>(a, out),
        Unary::Exp2 => map_function::<elementary::Exponential2, W>(a, out),
        Unary::Log2 => map_function::<elementary::Logarithm2, W>(a, out),
        Unary::BitReverse => map_words(a, out, u32::reverse_bits),
        Unary::FindLsb => map_words(a, out, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        Unary::FindMsbInt => map_ints(a, out, |a| 31 - (a ^ (a >> 31)).leading_zeros() as i32),
        Unary::FindMsbUint => map_words(a, out, |a| 31u32.wrapping_sub(a.leading_zeros())),
        Unary::FrexpMantissa => map_floats(a, out, |a| float::frexp(a).0),
        Unary::FrexpExponent => map_from_floats(a, out, |a| float::frexp(a).1 as u32),
        _ => *out = *a, // the other operations are in `apply_inline`
    }
}
