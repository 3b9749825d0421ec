//! Arithmetic of a card, in its number format.

use super::super::assembly::{Assembly, Binary, Register, StageOutput, Ternary, Unary};
use super::super::number::float_bits;
use super::super::rounding::{CutSums, Fp24, Nearest, Rounder, SingleFloats, Singles};
use super::exact_registers::{self, FloatRole, unary_role};
use super::registers::split_register;
use super::{Warp, binary, ternary, unary};
use gristmill_base::element::Scalar;

/// Runs code with the single-float arithmetic of a rounder if it has one, and other code if not.
macro_rules! with_singles {
    ($rounder:expr, $singles:ident => $fast:expr, $slow:expr) => {
        match $rounder.singles() {
            Some(Singles::Fp24) => {
                type $singles = Fp24;
                $fast
            }
            Some(Singles::CutSums) => {
                type $singles = CutSums;
                $fast
            }
            Some(Singles::Nearest) => {
                type $singles = Nearest;
                $fast
            }
            None => $slow,
        }
    };
}

/// Rounds operands. Results of functions that no card computes step by step are rounded in the same way.
#[inline(always)]
pub(super) fn round_operands<const W: usize>(rounder: Rounder, words: &[u32; W]) -> [u32; W] {
    #[inline(always)]
    fn round_fast<S: SingleFloats, const W: usize>(words: &[u32; W], out: &mut [u32; W]) -> bool {
        let mut doubt = false;
        for lane in 0..W {
            let (word, unsure) = S::read(words[lane]);
            out[lane] = word;
            doubt |= unsure;
        }
        doubt
    }
    let mut out = [0; W];
    let doubt = with_singles!(rounder, S => round_fast::<S, W>(words, &mut out), true);
    if doubt {
        out = words.map(|word| rounder.read(f32::from_bits(word)).to_bits());
    }
    out
}

/// The operations computed in single floats.
#[derive(Clone, Copy, PartialEq)]
enum BasicOp {
    Add,
    Subtract,
    Multiply,
}

/// Operands of a [`BasicOp`]: two registers, and for each, true if it only holds numbers of the format.
struct RoundedOperands<'a, const W: usize> {
    words: [&'a [u32; W]; 2],
    in_format: [bool; 2],
}

impl<const W: usize> RoundedOperands<'_, W> {
    #[inline(always)]
    fn round_both(&self, rounder: Rounder) -> [[u32; W]; 2] {
        [0, 1].map(
            |side| if self.in_format[side] { *self.words[side] } else { round_operands(rounder, self.words[side]) },
        )
    }
}

/// Applies a basic operation; returns true if any lane is in doubt.
#[inline(always)]
fn apply_basic<S: SingleFloats, const W: usize>(
    op: BasicOp,
    operands: &RoundedOperands<W>,
    out: &mut [u32; W],
) -> bool {
    // A loop for each case, so that lanes do not branch.
    match operands.in_format {
        [true, true] => apply_basic_lanes::<S, W, true, true>(op, operands.words, out),
        [true, false] => apply_basic_lanes::<S, W, true, false>(op, operands.words, out),
        [false, true] => apply_basic_lanes::<S, W, false, true>(op, operands.words, out),
        [false, false] => apply_basic_lanes::<S, W, false, false>(op, operands.words, out),
    }
}

/// Reads an operand; unrounded if it is a number of the format.
#[inline(always)]
fn read_operand<S: SingleFloats, const IN_FORMAT: bool>(word: u32) -> (u32, bool) {
    if IN_FORMAT { (word, false) } else { S::read(word) }
}

#[inline(always)]
fn apply_basic_lanes<S: SingleFloats, const W: usize, const A: bool, const B: bool>(
    op: BasicOp,
    [a, b]: [&[u32; W]; 2],
    out: &mut [u32; W],
) -> bool {
    let mut doubt = false;
    for lane in 0..W {
        let ((a, unsure_of_a), (b, unsure_of_b)) = (read_operand::<S, A>(a[lane]), read_operand::<S, B>(b[lane]));
        let [a, b] = [a, b].map(f32::from_bits);
        let (word, unsure) = match op {
            BasicOp::Add => S::sum(a, b),
            BasicOp::Subtract => S::sum(a, -b),
            BasicOp::Multiply => S::product(a, b),
        };
        out[lane] = word;
        doubt |= unsure | unsure_of_a | unsure_of_b;
    }
    doubt
}

#[inline(always)]
fn map_floats<const W: usize>([a, b]: [&[u32; W]; 2], out: &mut [u32; W], f: impl Fn(f32, f32) -> f32) {
    for lane in 0..W {
        out[lane] = float_bits(f(f32::from_bits(a[lane]), f32::from_bits(b[lane])));
    }
}

#[inline(always)]
fn map_three_floats<const W: usize>([a, b, c]: [&[u32; W]; 3], out: &mut [u32; W], f: impl Fn(f32, f32, f32) -> f32) {
    for lane in 0..W {
        out[lane] = float_bits(f(f32::from_bits(a[lane]), f32::from_bits(b[lane]), f32::from_bits(c[lane])));
    }
}

impl<const W: usize> Warp<W> {
    /// Returns the warp with the arithmetic of a card.
    pub fn with_rounder(self, assembly: &Assembly, rounder: Option<Rounder>) -> Warp<W> {
        let in_format = rounder.map_or(Vec::new(), |rounder| {
            exact_registers::find_exact_registers(assembly, rounder, |register| self.register(register)[0])
        });
        Warp { rounder, in_format, ..self }
    }

    /// Rounds the outputs to targets: they pass through a register of the card even without arithmetic.
    pub fn round_outputs(&mut self, assembly: &Assembly) {
        let Some(rounder) = self.rounder else { return };
        for (register, output) in &assembly.outputs {
            if let StageOutput::Colour { scalar: Scalar::F32, .. } = output {
                let words = self.register_mut(*register);
                *words = round_operands(rounder, words);
            }
        }
    }

    #[inline(never)]
    pub(super) fn rounded_unary(&mut self, rounder: Rounder, op: Unary, to: Register, a: Register) {
        let mut out = [0; W];
        apply_unary(rounder, op, self.register(a), &mut out);
        self.write_register(to, &out);
    }

    #[inline(never)]
    pub(super) fn rounded_binary(&mut self, rounder: Rounder, op: Binary, to: Register, a: Register, b: Register) {
        let in_format = [a, b].map(|register| self.in_format.get(register as usize).copied().unwrap_or(false));
        if self.frames.can_overwrite_all()
            && let Some((out, others)) = split_register(&mut self.registers, to)
            && let (Some(a), Some(b)) = (others.get(a), others.get(b))
        {
            return apply_binary(rounder, op, &RoundedOperands { words: [a, b], in_format }, out);
        }
        let mut out = [0; W];
        apply_binary(
            rounder,
            op,
            &RoundedOperands { words: [self.register(a), self.register(b)], in_format },
            &mut out,
        );
        self.write_register(to, &out);
    }

    #[inline(never)]
    pub(super) fn rounded_ternary(&mut self, rounder: Rounder, op: Ternary, to: Register, operands: [Register; 3]) {
        let mut out = [0; W];
        apply_ternary(rounder, op, operands.map(|register| self.register(register)), &mut out);
        self.write_register(to, &out);
    }
}

#[inline(always)]
fn apply_unary<const W: usize>(rounder: Rounder, op: Unary, a: &[u32; W], out: &mut [u32; W]) {
    let op = match op {
        Unary::RoundPartial if rounder.has_partial_halves() => Unary::RoundHalf,
        op => op,
    };
    if let (Unary::CutRange, Some(range)) = (op, rounder.register_range()) {
        return map_floats([a, a], out, |a, _| a.clamp(-range, range));
    }
    match unary_role(op) {
        FloatRole::None => unary::apply(op, a, out),
        FloatRole::Read => unary::apply(op, &round_operands(rounder, a), out),
        FloatRole::Made => {
            unary::apply(op, &round_operands(rounder, a), out);
            *out = round_operands(rounder, out);
        }
        FloatRole::MadeOfOthers => {
            unary::apply(op, a, out);
            *out = round_operands(rounder, out);
        }
    }
}

#[inline(always)]
fn apply_binary<const W: usize>(rounder: Rounder, op: Binary, operands: &RoundedOperands<W>, out: &mut [u32; W]) {
    use Binary::*;
    let both = operands.words;
    let doubt = match op {
        AddFloat => with_singles!(rounder, S => apply_basic::<S, W>(BasicOp::Add, operands, out), true),
        SubFloat => with_singles!(rounder, S => apply_basic::<S, W>(BasicOp::Subtract, operands, out), true),
        MulFloat => with_singles!(rounder, S => apply_basic::<S, W>(BasicOp::Multiply, operands, out), true),
        _ => true,
    };
    if !doubt {
        return;
    }
    match op {
        AddFloat => map_floats(both, out, |a, b| rounder.add(a, b)),
        SubFloat => map_floats(both, out, |a, b| rounder.subtract(a, b)),
        MulFloat => map_floats(both, out, |a, b| rounder.multiply(a, b)),
        DivFloat => map_floats(both, out, |a, b| rounder.divide(a, b)),
        ModFloat => map_floats(both, out, |a, b| rounder.modulo(a, b)),
        RemFloat => map_floats(both, out, |a, b| rounder.remainder(a, b)),
        Pow => map_floats(both, out, |a, b| rounder.power(a, b)),
        MinFloat | MaxFloat | Step | EqualFloat | NotEqualFloat | LessFloat | LessEqualFloat | PackHalf => {
            let [a, b] = operands.round_both(rounder);
            binary::apply(op, &a, &b, out);
        }
        Atan2 => {
            let [a, b] = operands.round_both(rounder);
            binary::apply(op, &a, &b, out);
            *out = round_operands(rounder, out);
        }
        Ldexp => {
            binary::apply(op, &round_operands(rounder, both[0]), both[1], out);
            *out = round_operands(rounder, out);
        }
        _ => binary::apply(op, both[0], both[1], out),
    }
}

#[inline(always)]
fn apply_ternary<const W: usize>(rounder: Rounder, op: Ternary, all: [&[u32; W]; 3], out: &mut [u32; W]) {
    match op {
        Ternary::Fma => map_three_floats(all, out, |a, b, c| rounder.multiply_add(a, b, c)),
        Ternary::Mix => map_three_floats(all, out, |a, b, c| rounder.mix(a, b, c)),
        Ternary::SmoothStep => map_three_floats(all, out, |a, b, c| rounder.smooth_step(a, b, c)),
        Ternary::ClampFloat => {
            let [a, b, c] = all.map(|words| round_operands(rounder, words));
            ternary::apply(op, [&a, &b, &c], out);
        }
        Ternary::Select | Ternary::FieldInt | Ternary::FieldUint => ternary::apply(op, all, out),
    }
}
