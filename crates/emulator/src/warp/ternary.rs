//! Operators with three operands.

use super::super::assembly::Ternary;
use super::super::number::float_bits;
use super::float;

/// Returns true if the result is a computed float.
pub(super) fn has_float_result(op: Ternary) -> bool {
    matches!(op, Ternary::Fma | Ternary::ClampFloat | Ternary::Mix | Ternary::SmoothStep)
}

type LaneWords<const W: usize> = [u32; W];

#[inline(always)]
fn map_words<const W: usize>([a, b, c]: [&LaneWords<W>; 3], out: &mut LaneWords<W>, f: impl Fn(u32, u32, u32) -> u32) {
    for lane in 0..W {
        out[lane] = f(a[lane], b[lane], c[lane]);
    }
}

#[inline(always)]
fn map_floats<const W: usize>(operands: [&LaneWords<W>; 3], out: &mut LaneWords<W>, f: impl Fn(f32, f32, f32) -> f32) {
    map_words(operands, out, |a, b, c| float_bits(f(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c))));
}

/// Extracts `bits` bits from bit `offset` on, sign-extended.
#[inline(always)]
fn extract_int_field(value: u32, offset: u32, bits: u32) -> u32 {
    let unused = 64 - bits.clamp(1, 32);
    let field = (((i64::from(value as i32) >> offset.min(32)) << unused) >> unused) as u32;
    if bits == 0 { 0 } else { field }
}

/// Extracts `bits` bits from bit `offset` on.
#[inline(always)]
fn extract_uint_field(value: u32, offset: u32, bits: u32) -> u32 {
    ((u64::from(value) >> offset.min(32)) & ((1 << bits.min(32)) - 1)) as u32
}

/// Applies the operator to all lanes.
pub(super) fn apply<const W: usize>(op: Ternary, operands: [&LaneWords<W>; 3], out: &mut LaneWords<W>) {
    apply_inline(op, operands, out);
}

/// Applies a ternary operation to all lanes, inlined into its caller and compiled for the caller's vectors.
#[inline(always)]
pub(super) fn apply_inline<const W: usize>(op: Ternary, operands: [&LaneWords<W>; 3], out: &mut LaneWords<W>) {
    match op {
        Ternary::Select => map_words(operands, out, |a, b, c| if a == 0 { c } else { b }),
        Ternary::Fma => map_floats(operands, out, f32::mul_add),
        Ternary::FieldInt => map_words(operands, out, extract_int_field),
        Ternary::FieldUint => map_words(operands, out, extract_uint_field),
        Ternary::ClampFloat => map_floats(operands, out, |x, low, high| float::min(float::max(x, low), high)),
        Ternary::Mix => map_floats(operands, out, float::mix),
        Ternary::SmoothStep => map_floats(operands, out, float::smooth_step),
    }
}
