//! Operators with one operand.

use super::super::assembly::Unary;
use super::super::number::float_bits;
use super::elementary::each;
use super::float;
use gristmill_base::elementary;

/// Returns true if the result is a computed float.
pub(super) fn gives_float(op: Unary) -> bool {
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
fn words<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(u32) -> u32) {
    for lane in 0..W {
        out[lane] = f(a[lane]);
    }
}

#[inline(always)]
fn ints<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(i32) -> i32) {
    words(a, out, |a| f(a as i32) as u32);
}

#[inline(always)]
fn floats<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(f32) -> f32) {
    words(a, out, |a| float_bits(f(f32::from_bits(a))));
}

#[inline(always)]
fn from_floats<const W: usize>(a: &[u32; W], out: &mut [u32; W], f: impl Fn(f32) -> u32) {
    words(a, out, |a| f(f32::from_bits(a)));
}

/// Computes differences within each quad: for each lane, lane `more` minus lane `less`.
#[inline(always)]
fn differences<const W: usize>(a: &[u32; W], out: &mut [u32; W], less: [usize; 4], more: [usize; 4]) {
    for (a, out) in a.as_chunks::<4>().0.iter().zip(out.as_chunks_mut::<4>().0) {
        *out = std::array::from_fn(|lane| float_bits(f32::from_bits(a[more[lane]]) - f32::from_bits(a[less[lane]])));
    }
}

/// Applies the operator to all lanes.
pub(super) fn apply<const W: usize>(op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    apply_here(op, a, out);
}

/// As [`apply`], but inlined into its caller and compiled for the caller's vectors.
#[inline(always)]
pub(super) fn apply_here<const W: usize>(op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    match op {
        Unary::Copy | Unary::Unset => *out = *a,
        Unary::Not => words(a, out, |a| !a),
        Unary::NegateFloat => words(a, out, |a| a ^ 0x8000_0000),
        Unary::NegateInt => words(a, out, u32::wrapping_neg),
        Unary::FloatToInt => from_floats(a, out, |a| float::to_int(a) as u32),
        Unary::FloatToUint => from_floats(a, out, |a| a as u32),
        Unary::IntToFloat => words(a, out, |a| (a as i32 as f32).to_bits()),
        Unary::UintToFloat => words(a, out, |a| (a as f32).to_bits()),
        Unary::AbsFloat => words(a, out, |a| a & 0x7fff_ffff),
        Unary::AbsInt => ints(a, out, i32::wrapping_abs),
        Unary::SignFloat => floats(a, out, float::sign),
        Unary::SignInt => ints(a, out, i32::signum),
        Unary::Floor => floats(a, out, float::floor),
        Unary::Ceil => floats(a, out, float::ceil),
        Unary::Trunc => floats(a, out, float::trunc),
        Unary::Round | Unary::RoundEven => floats(a, out, float::round_even),
        Unary::Fract => floats(a, out, |a| a - float::floor(a)),
        Unary::Sqrt => floats(a, out, f32::sqrt),
        Unary::InverseSqrt => floats(a, out, |a| 1.0 / a.sqrt()),
        Unary::Radians => floats(a, out, |a| a * const { (std::f64::consts::PI / 180.0) as f32 }),
        Unary::Degrees => floats(a, out, |a| a * const { (180.0 / std::f64::consts::PI) as f32 }),
        Unary::BitCount => words(a, out, u32::count_ones),
        Unary::IsNan => from_floats(a, out, |a| if a.is_nan() { u32::MAX } else { 0 }),
        Unary::IsInf => from_floats(a, out, |a| if a.abs() == f32::INFINITY { u32::MAX } else { 0 }),
        Unary::HalfLow => words(a, out, |a| float::from_half(a).to_bits()),
        Unary::HalfHigh => words(a, out, |a| float::from_half(a >> 16).to_bits()),
        // Lanes 4k to 4k + 3 are the pixels (0, 0), (1, 0), (0, 1), (1, 1) of a quad.
        Unary::Dx | Unary::DxFine => differences(a, out, [0, 0, 2, 2], [1, 1, 3, 3]),
        Unary::Dy | Unary::DyFine => differences(a, out, [0, 1, 0, 1], [2, 3, 2, 3]),
        _ => look_up(op, a, out),
    }
}

/// Applies operators that are not worth a copy per vector width in every caller.
#[inline(never)]
fn look_up<const W: usize>(op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    match op {
        Unary::Sin => each::<elementary::Sine, W>(a, out),
        Unary::Cos => each::<elementary::Cosine, W>(a, out),
        Unary::Tan => each::<elementary::Tangent, W>(a, out),
        Unary::Asin => each::<elementary::ArcSine, W>(a, out),
        Unary::Acos => each::<elementary::ArcCosine, W>(a, out),
        Unary::Atan => each::<elementary::ArcTangent, W>(a, out),
        Unary::Sinh => each::<elementary::HyperbolicSine, W>(a, out),
        Unary::Cosh => each::<elementary::HyperbolicCosine, W>(a, out),
        Unary::Tanh => each::<elementary::HyperbolicTangent, W>(a, out),
        Unary::Asinh => each::<elementary::AreaSine, W>(a, out),
        Unary::Acosh => each::<elementary::AreaCosine, W>(a, out),
        Unary::Atanh => each::<elementary::AreaTangent, W>(a, out),
        Unary::Exp => each::<elementary::Exponential, W>(a, out),
        Unary::Log => each::<elementary::Logarithm, W>(a, out),
        Unary::Exp2 => each::<elementary::Exponential2, W>(a, out),
        Unary::Log2 => each::<elementary::Logarithm2, W>(a, out),
        Unary::BitReverse => words(a, out, u32::reverse_bits),
        Unary::FindLsb => words(a, out, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        Unary::FindMsbInt => ints(a, out, |a| 31 - (a ^ (a >> 31)).leading_zeros() as i32),
        Unary::FindMsbUint => words(a, out, |a| 31u32.wrapping_sub(a.leading_zeros())),
        Unary::FrexpMantissa => floats(a, out, |a| float::split(a).0),
        Unary::FrexpExponent => from_floats(a, out, |a| float::split(a).1 as u32),
        _ => *out = *a, // the other operations are in `apply_inline`
    }
}
