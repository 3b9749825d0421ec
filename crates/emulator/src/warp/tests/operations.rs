//! Tests of every operation on edge cases.

use super::*;
use crate::assembly::{Binary, Ternary, Unary};

#[rustfmt::skip]
const UNARY: [Unary; 53] = {
    use Unary::*;
    [
        Copy, Not, NegateFloat, NegateInt, FloatToInt, FloatToUint, IntToFloat, UintToFloat, AbsFloat, AbsInt, SignFloat, SignInt, Floor,
        Ceil, Trunc, Round, RoundEven, Fract, Sqrt, InverseSqrt, Radians, Degrees, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh,
        Acosh, Atanh, Exp, Log, Exp2, Log2, BitCount, BitReverse, FindLsb, FindMsbInt, FindMsbUint, IsNan, IsInf, HalfLow, HalfHigh,
        RoundHalf, RoundFixed, RoundPartial, CutRange, FrexpMantissa, FrexpExponent,
    ]
};

#[rustfmt::skip]
const BINARY: [Binary; 47] = {
    use Binary::*;
    [
        AddFloat, SubFloat, MulFloat, DivFloat, ModFloat, RemFloat, MinFloat, MaxFloat, Pow, Atan2, Step, Ldexp, AddInt, SubInt, MulInt,
        DivInt, DivUint, RemInt, ModInt, RemUint, MinInt, MaxInt, MinUint, MaxUint, ShiftLeft, ShiftField, ShiftRight, ShiftRightInt, And, Or, Xor,
        EqualFloat, NotEqualFloat, LessFloat, LessEqualFloat, EqualInt, NotEqualInt, LessInt, LessEqualInt, LessUint, LessEqualUint, Carry,
        Borrow, MulHighInt, MulHighUint, PackHalf, FieldMask,
    ]
};

/// The expected result.
#[derive(Debug, Clone, Copy)]
enum Expected {
    /// This word.
    Word(u32),
    /// This float; any NaN if it is a NaN.
    Float(f32),
    /// A float at most this many units in the last place from it.
    Near(f64, f64),
    /// Any word: the result is unspecified.
    Any,
}
use Expected::{Any, Float, Near, Word};

impl Expected {
    fn is_met_by(self, word: u32) -> bool {
        let float = f32::from_bits(word);
        match self {
            Word(want) => word == want,
            Float(want) => word == want.to_bits() || want.is_nan() && float.is_nan(),
            Near(want, _) if want.is_nan() => float.is_nan(),
            Near(want, units) => {
                let nearest = want as f32;
                let unit =
                    f64::from(f32::from_bits((nearest.abs().to_bits() & 0x7f80_0000).max(24 << 23))) * f64::exp2(-23.0);
                let unit = if nearest.abs() < f32::MIN_POSITIVE { f64::exp2(-149.0) } else { unit };
                float == nearest || (f64::from(float) - want).abs() <= units * unit
            }
            Any => true,
        }
    }

    fn from_bool(holds: bool) -> Expected {
        Word(if holds { u32::MAX } else { 0 })
    }

    fn from_int(want: i64) -> Expected {
        Word(want as u32)
    }
}

/// Edge cases as floats, as integers, or as halves.
fn awkward_words() -> Vec<u32> {
    let floats = [
        0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        3.5,
        0.499_999_97,
        0.500_000_06,
        0.75,
        0.1,
        2.0,
        3.0,
        7.0,
        10.0,
        33.0,
        88.0,
        127.5,
        1e-3,
        1e-20,
        8_388_607.5,
        8_388_606.5,
        8_388_608.0,
        8_388_609.0,
        16_777_216.0,
        4_194_303.8,
        2_147_483_520.0,
        2_147_483_648.0,
        3e9,
        4_294_967_040.0,
        4_294_967_296.0,
        1e20,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::INFINITY,
        f32::NAN,
        std::f32::consts::PI,
        std::f32::consts::FRAC_PI_2,
        65_504.0,
        65_519.996,
        65_520.0,
        6.103_515_6e-5,
        5.960_464_5e-8,
        2.980_232_2e-8,
        2.980_233e-8,
    ];
    let ints = [
        1,
        2,
        3,
        5,
        31,
        32,
        33,
        0x007f_ffff,
        0x7fff_ffff,
        0x8000_0001,
        0xffff_fffe,
        0xffff_fff9,
        0xaaaa_5555,
        0x7c01_03ff,
        12345,
    ];
    let both = floats.iter().flat_map(|&x: &f32| [x.to_bits(), (-x).to_bits()]);
    both.chain(ints).chain([u32::MAX]).collect()
}

/// Returns the value of a half, by its definition.
fn half_value(bits: u32) -> f64 {
    let sign = bits >> 15 & 1;
    let exponent = bits >> 10 & 31;
    let fraction = f64::from(bits & 1023);
    let size = match exponent {
        0 => fraction * f64::exp2(-24.0),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * f64::exp2(f64::from(exponent) - 25.0),
    };
    if sign == 1 { -size } else { size }
}

/// Returns the distance of a size to a half; an infinity counts as the next power of two.
fn distance_to_half(size: f64, bits: u32) -> f64 {
    let value = if bits == 0x7c00 { 65_536.0 } else { half_value(bits) };
    (value - size.min(1e6)).abs()
}

/// Returns the half nearest to a float, found by trying all of them. An infinity counts as the next power of two.
fn nearest_half(x: f32) -> u32 {
    let sign = x.to_bits() >> 31 << 15;
    let size = f64::from(x.abs());
    let distances: Vec<f64> = (0..=0x7c00).map(|bits| distance_to_half(size, bits)).collect();
    let least = distances.iter().copied().fold(f64::MAX, f64::min);
    let nearest: Vec<u32> = (0..=0x7c00).filter(|&bits| distances[bits as usize] == least).collect();
    sign | nearest
        .iter()
        .copied()
        .find(|bits| nearest.len() == 1 || bits & 1 == 0)
        .unwrap_or(nearest[0])
}

fn expect_unary(op: Unary, word: u32) -> Expected {
    let x = f32::from_bits(word);
    let wide = f64::from(x);
    let int = i64::from(word as i32);
    let magnitude = if int < 0 { !word } else { word };
    match op {
        Unary::Copy | Unary::Unset => Word(word),
        Unary::Not => Word(u32::MAX - word),
        Unary::NegateFloat => Word(if is_bit_set(word, 31) { word - 0x8000_0000 } else { word + 0x8000_0000 }),
        Unary::NegateInt => Expected::from_int(-int),
        Unary::FloatToInt if x.is_nan() => Word(0),
        Unary::FloatToInt if wide.trunc() >= 2_147_483_648.0 || wide.trunc() < -2_147_483_648.0 => Word(0x8000_0000),
        Unary::FloatToInt => Expected::from_int(wide.trunc() as i64),
        Unary::FloatToUint if x.is_nan() => Word(0),
        Unary::FloatToUint => Expected::from_int(wide.clamp(0.0, 4_294_967_295.0).trunc() as i64),
        Unary::IntToFloat => Float(int as f32),
        Unary::UintToFloat => Float(u64::from(word) as f32),
        Unary::AbsFloat => Word(word & 0x7fff_ffff),
        Unary::AbsInt => Expected::from_int(int.abs()),
        Unary::SignFloat => Float(if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            0.0
        }),
        Unary::SignInt => Expected::from_int(int.signum()),
        Unary::Floor => Float(wide.floor() as f32),
        Unary::Ceil => Float(wide.ceil() as f32),
        Unary::Trunc => Float(wide.trunc() as f32),
        Unary::Round | Unary::RoundEven => Float(wide.round_ties_even() as f32),
        Unary::Fract => Float((wide - wide.floor()) as f32),
        Unary::Sqrt => Float(wide.sqrt() as f32),
        Unary::InverseSqrt => Near(1.0 / wide.sqrt(), 1.5),
        Unary::Radians => Near(wide.to_radians(), 1.5),
        Unary::Degrees => Near(wide.to_degrees(), 1.5),
        Unary::Sin => Near(wide.sin(), 0.5001),
        Unary::Cos => Near(wide.cos(), 0.5001),
        Unary::Tan => Near(wide.tan(), 0.5001),
        Unary::Asin => Near(wide.asin(), 0.5001),
        Unary::Acos => Near(wide.acos(), 0.5001),
        Unary::Atan => Near(wide.atan(), 0.5001),
        Unary::Sinh => Near((wide.exp_m1() - (-wide).exp_m1()) / 2.0, 0.5001),
        Unary::Cosh => Near((wide.exp() + (-wide).exp()) / 2.0, 0.5001),
        Unary::Tanh if wide.abs() > 30.0 => Float(x.signum()),
        Unary::Tanh => Near((2.0 * wide).exp_m1() / ((2.0 * wide).exp_m1() + 2.0), 0.5001),
        Unary::Asinh => Near(wide.asinh(), 0.5001),
        Unary::Acosh => Near(if wide < 1.0 { f64::NAN } else { wide.acosh() }, 0.5001),
        Unary::Atanh => Near((2.0 * wide / (1.0 - wide)).ln_1p() / 2.0, 0.5001),
        Unary::Exp => Near(wide.exp(), 0.5001),
        Unary::Log => Near(wide.ln(), 0.5001),
        Unary::Exp2 => Near(wide.exp2(), 0.5001),
        Unary::Log2 => Near(wide.log2(), 0.5001),
        Unary::BitCount => Expected::from_int((0..32).filter(|&n| is_bit_set(word, n)).count() as i64),
        Unary::BitReverse => Word((0..32).map(|n| u32::from(is_bit_set(word, n)) << (31 - n)).sum()),
        Unary::FindLsb => Expected::from_int((0..32).find(|&n| is_bit_set(word, n)).map_or(-1, i64::from)),
        Unary::FindMsbInt => Expected::from_int(find_highest_bit(magnitude)),
        Unary::FindMsbUint => Expected::from_int(find_highest_bit(word)),
        Unary::IsNan => Expected::from_bool(word << 1 > 0xff00_0000),
        Unary::IsInf => Expected::from_bool(word << 1 == 0xff00_0000),
        Unary::HalfLow => Float(half_value(word & 0xffff) as f32),
        Unary::HalfHigh => Float(half_value(word >> 16) as f32),
        // The mantissa of a NaN is open.
        Unary::RoundHalf if x.is_nan() => Float(f32::NAN),
        Unary::RoundHalf if wide.abs() >= 65_520.0 => Float(f32::INFINITY.copysign(x)),
        Unary::RoundHalf => {
            let step = f64::exp2(wide.abs().log2().floor().max(-14.0) - 10.0);
            Float(((wide / step).round_ties_even() * step) as f32)
        }
        // There is no card.
        Unary::RoundPartial | Unary::CutRange => Float(x),
        Unary::RoundFixed if x.is_nan() => Float(0.0),
        Unary::RoundFixed => {
            Float(((wide.clamp(-2.0, 2047.0 / 1024.0) * 1024.0).round_ties_even() / 1024.0 + 0.0) as f32)
        }
        Unary::FrexpMantissa | Unary::FrexpExponent => {
            let power = (-149..=128).find(|&n| wide.abs() < f64::exp2(f64::from(n)));
            let power = power.filter(|_| x != 0.0).unwrap_or(0);
            match op {
                Unary::FrexpExponent => Expected::from_int(power.into()),
                _ => Float((wide / f64::exp2(power.into())) as f32),
            }
        }
        Unary::Dx | Unary::Dy | Unary::DxFine | Unary::DyFine => Any,
    }
}

fn is_bit_set(word: u32, n: u32) -> bool {
    word >> n & 1 == 1
}

fn find_highest_bit(word: u32) -> i64 {
    (0..32).rev().find(|n| word >> n & 1 == 1).map_or(-1, i64::from)
}

fn expect_binary(op: Binary, a: u32, b: u32) -> Expected {
    let x = f32::from_bits(a);
    let y = f32::from_bits(b);
    let wide_x = f64::from(x);
    let wide_y = f64::from(y);
    let int_a = i64::from(a as i32);
    let int_b = i64::from(b as i32);
    let uint_a = u64::from(a);
    let uint_b = u64::from(b);
    let shift = b % 32;
    let no_number = x.is_nan() || y.is_nan();
    match op {
        Binary::AddFloat => Float((wide_x + wide_y) as f32),
        Binary::SubFloat => Float((wide_x - wide_y) as f32),
        Binary::MulFloat => Float((wide_x * wide_y) as f32),
        Binary::DivFloat => Float((wide_x / wide_y) as f32),
        Binary::ModFloat => Float(x - y * (x / y).floor()),
        Binary::RemFloat => Float((wide_x % wide_y) as f32),
        Binary::MinFloat | Binary::MaxFloat if no_number => Float(y),
        Binary::MinFloat if x == y => Float(y),
        Binary::MaxFloat if x == y => Float(y),
        Binary::MinFloat => Float(x.min(y)),
        Binary::MaxFloat => Float(x.max(y)),
        Binary::Pow if x < 0.0 => Float(f32::NAN),
        Binary::Pow => Near(wide_x.powf(wide_y), 0.5001),
        Binary::Atan2 => Near(wide_x.atan2(wide_y), 0.5001),
        Binary::Step => Float(if wide_y < wide_x { 0.0 } else { 1.0 }),
        Binary::Ldexp => {
            let half = (int_b as f64 / 2.0).trunc().clamp(-500.0, 500.0);
            let rest = (int_b as f64 - half).clamp(-500.0, 500.0);
            Float((wide_x * half.exp2() * rest.exp2()) as f32)
        }
        Binary::AddInt => Expected::from_int(int_a + int_b),
        Binary::SubInt => Expected::from_int(int_a - int_b),
        Binary::MulInt => Expected::from_int(int_a * int_b),
        Binary::DivInt if b == 0 => Word(0),
        Binary::DivInt => Expected::from_int(int_a / int_b),
        Binary::DivUint | Binary::RemInt | Binary::ModInt | Binary::RemUint if b == 0 => Word(u32::MAX),
        Binary::DivUint => Word((uint_a / uint_b) as u32),
        Binary::RemInt => Expected::from_int(int_a % int_b),
        Binary::ModInt => Expected::from_int(int_a - int_b * (int_a as f64 / int_b as f64).floor() as i64),
        Binary::RemUint => Word((uint_a % uint_b) as u32),
        Binary::MinInt => Expected::from_int(int_a.min(int_b)),
        Binary::MaxInt => Expected::from_int(int_a.max(int_b)),
        Binary::MinUint => Word(uint_a.min(uint_b) as u32),
        Binary::MaxUint => Word(uint_a.max(uint_b) as u32),
        Binary::ShiftLeft | Binary::ShiftField => Word((uint_a * (1 << shift)) as u32),
        Binary::ShiftRight => Word((uint_a / (1 << shift)) as u32),
        Binary::ShiftRightInt => Expected::from_int(int_a.div_euclid(1 << shift)),
        Binary::And => Word((0..32).map(|n| ((a >> n & 1) * (b >> n & 1)) << n).sum()),
        Binary::Or => Word((0..32).map(|n| (a >> n & 1).max(b >> n & 1) << n).sum()),
        Binary::Xor => Word((0..32).map(|n| (((a >> n & 1) + (b >> n & 1)) % 2) << n).sum()),
        Binary::EqualFloat => Expected::from_bool(wide_x == wide_y),
        Binary::NotEqualFloat => Expected::from_bool(no_number || wide_x < wide_y || wide_x > wide_y),
        Binary::LessFloat => Expected::from_bool(wide_x < wide_y),
        Binary::LessEqualFloat => Expected::from_bool(wide_x <= wide_y),
        Binary::EqualInt => Expected::from_bool(int_a == int_b),
        Binary::NotEqualInt => Expected::from_bool(int_a != int_b),
        Binary::LessInt => Expected::from_bool(int_a < int_b),
        Binary::LessEqualInt => Expected::from_bool(int_a <= int_b),
        Binary::LessUint => Expected::from_bool(uint_a < uint_b),
        Binary::LessEqualUint => Expected::from_bool(uint_a <= uint_b),
        Binary::Carry => Word(((uint_a + uint_b) >> 32) as u32),
        Binary::Borrow => Word(u32::from(int_a as u32 as u64 + (1 << 32) - uint_b < 1 << 32)),
        Binary::MulHighInt => Word(((i128::from(int_a) * i128::from(int_b)) >> 32) as u32),
        Binary::MulHighUint => Word(((u128::from(uint_a) * u128::from(uint_b)) >> 32) as u32),
        Binary::PackHalf => Any, // in a test of its own
        Binary::FieldMask if a > 32 || b > 32 || a + b > 32 => Any,
        Binary::FieldMask => Word((0..32).filter(|n| (a..a + b).contains(n)).map(|n| 1 << n).sum()),
    }
}

fn expect_ternary(op: Ternary, a: u32, b: u32, c: u32) -> Expected {
    let [x, y, z] = [a, b, c].map(|word| f64::from(f32::from_bits(word)));
    let no_number = x.is_nan() || y.is_nan() || z.is_nan();
    let defined = b <= 32 && c <= 32 && b + c <= 32;
    match op {
        Ternary::Select => Word([b, c][usize::from(a == 0)]),
        Ternary::Fma => Near(x * y + z, 1.0),
        Ternary::FieldInt | Ternary::FieldUint if !defined => Any,
        Ternary::FieldInt | Ternary::FieldUint => {
            let field: i64 = (0..c).map(|n| get_bit(b + n, a) << n).sum();
            let negative = op == Ternary::FieldInt && c > 0 && get_bit(b + c - 1, a) == 1;
            Expected::from_int(if negative { field - (1 << c) } else { field })
        }
        Ternary::ClampFloat if x.is_nan() && y <= z => Near(y, 0.0),
        Ternary::ClampFloat if no_number || y > z => Any,
        Ternary::ClampFloat => Near(x.clamp(y, z), 0.0),
        // Sums of products lose digits when they cancel: only other cases are checked.
        Ternary::Mix if !(0.0..=1.0).contains(&z) || x * y < 0.0 || no_number => Any,
        Ternary::Mix if x.abs().max(y.abs()) > 1e30 || x.abs().min(y.abs()) < 1e-30 => Any,
        Ternary::Mix => Near(x * (1.0 - z) + y * z, 3.0),
        Ternary::SmoothStep if no_number || x >= y || x.abs().max(y.abs()).max(z.abs()) > 1e30 => Any,
        Ternary::SmoothStep if z <= x => Float(0.0),
        Ternary::SmoothStep if z >= y => Float(1.0),
        Ternary::SmoothStep if x.abs().max(y.abs()) > 4.0 * (y - x) || y - x < 1e-30 => Any,
        Ternary::SmoothStep => {
            let t = (z - x) / (y - x);
            Near(t * t * (3.0 - 2.0 * t), f64::exp2(22.0) * 1e-6 / (t * t * (3.0 - 2.0 * t)).max(1e-3))
        }
    }
}

fn get_bit(n: u32, a: u32) -> i64 {
    i64::from(a >> n & 1)
}

/// Runs one instruction on registers 0 to 2 with its result in `to`, for many lanes at a time; lanes outside of the
/// pattern must keep their words.
fn check_instruction<const W: usize>(
    instruction: Instruction,
    to: u32,
    operands: &[[u32; 3]],
    pattern: u64,
    want: impl Fn([u32; 3]) -> Expected,
) {
    let condition = 4;
    let assembly = assemble_code(
        vec![Instruction::If { condition, otherwise: 2 }, instruction, Instruction::EndIf, Instruction::End],
        5,
    );
    let bindings = SlotBindings::default();
    let mut warp = Warp::<W>::new(&assembly, &[]);
    for batch in operands.chunks(W) {
        // The last batch is a partial warp.
        let lanes = u64::MAX >> (64 - batch.len());
        warp.start(warp_info(W as u32), lanes);
        *warp.register_mut(3) = [0xdead_beef; W];
        for (lane, words) in batch.iter().enumerate() {
            (0..3).for_each(|operand| warp.register_mut(operand as u32)[lane] = words[operand]);
            warp.register_mut(condition)[lane] = if pattern >> lane & 1 == 1 { u32::MAX } else { 0 };
        }
        run_to_end(&mut warp, &assembly, &bindings, &mut [], &mut (), u64::MAX);
        for (lane, words) in batch.iter().enumerate() {
            let got = warp.register(to)[lane];
            let want = if pattern >> lane & 1 == 1 {
                want(*words)
            } else {
                Word(if to < 3 { words[to as usize] } else { 0xdead_beef })
            };
            let floats = words.map(f32::from_bits);
            let shown = f32::from_bits(got);
            assert!(
                want.is_met_by(got),
                "{instruction:?} of {words:08x?} {floats:?}: {got:08x} {shown:?}, want {want:?}"
            );
        }
    }
}

/// Checks all lanes, some lanes, and the result in place of an operand.
fn check_operands(make: impl Fn(u32) -> Instruction, operands: &[[u32; 3]], want: impl Fn([u32; 3]) -> Expected) {
    check_instruction::<32>(make(3), 3, operands, u64::MAX, &want);
    check_instruction::<64>(make(3), 3, operands, 0x5a5a_1234_0ff0_8001, &want);
    check_instruction::<32>(make(0), 0, operands, u64::MAX, &want);
    check_instruction::<32>(make(1), 1, operands, 0x7fff_fffe, &want);
}

#[test]
fn one_operand() {
    let operands: Vec<_> = awkward_words().into_iter().map(|a| [a, 1, 2]).collect();
    for op in UNARY {
        check_operands(|to| Instruction::Unary { op, to, a: 0 }, &operands, |[a, _, _]| expect_unary(op, a));
    }
}

#[test]
fn two_operands() {
    let words = awkward_words();
    let operands: Vec<_> = words.iter().flat_map(|&a| words.iter().map(move |&b| [a, b, 9])).collect();
    for op in BINARY {
        check_operands(|to| Instruction::Binary { op, to, a: 0, b: 1 }, &operands, |[a, b, _]| expect_binary(op, a, b));
    }
    // All lanes shift by the same amount, which has a fast path.
    for n in [0, 1, 31, 32, 37, u32::MAX] {
        let operands: Vec<_> = words.iter().map(|&a| [a, n, 9]).collect();
        for op in [Binary::ShiftLeft, Binary::ShiftRight, Binary::ShiftRightInt] {
            check_operands(
                |to| Instruction::Binary { op, to, a: 0, b: 1 },
                &operands,
                |[a, b, _]| expect_binary(op, a, b),
            );
        }
    }
}

#[test]
fn three_operands() {
    let words = awkward_words();
    let few = [
        0,
        1,
        3,
        5,
        24,
        31,
        32,
        1.0f32.to_bits(),
        0.25f32.to_bits(),
        (-2.5f32).to_bits(),
        3e9f32.to_bits(),
        f32::NAN.to_bits(),
    ];
    let mut operands = Vec::new();
    for &a in &words {
        for b in few {
            for c in few {
                operands.extend([[a, b, c], [b, a, c], [b, c, a]]);
            }
        }
    }
    use Ternary::{ClampFloat, FieldInt, FieldUint, Fma, Mix, Select, SmoothStep};
    for op in [Select, Fma, FieldInt, FieldUint, ClampFloat, Mix, SmoothStep] {
        check_operands(
            |to| Instruction::Ternary { op, to, a: 0, b: 1, c: 2 },
            &operands,
            |[a, b, c]| expect_ternary(op, a, b, c),
        );
    }
}

#[test]
fn fma_rounds_once() {
    let near_one = 1.0 + f32::EPSILON;
    let operands = [[near_one.to_bits(), near_one.to_bits(), (-1.0 - 2.0 * f32::EPSILON).to_bits()]];
    check_operands(
        |to| Instruction::Ternary { op: Ternary::Fma, to, a: 0, b: 1, c: 2 },
        &operands,
        |_| Float(f32::EPSILON * f32::EPSILON),
    );
}

#[test]
fn powers_of_two_are_exact() {
    let powers: Vec<_> = (-149..128)
        .map(|n| [(n as f32).to_bits(), (f64::exp2(f64::from(n)) as f32).to_bits(), 0])
        .collect();
    check_operands(|to| Instruction::Unary { op: Unary::Exp2, to, a: 0 }, &powers, |[_, power, _]| Word(power));
    let swapped: Vec<_> = powers.iter().map(|&[n, power, _]| [power, n, 0]).collect();
    check_operands(
        |to| Instruction::Unary { op: Unary::Log2, to, a: 0 },
        &swapped,
        |[_, n, _]| Float(f32::from_bits(n)),
    );
}

#[test]
fn halves_both_ways() {
    let all: Vec<_> = (0..0x10000)
        .map(|bits| [bits, 0xabcd_0000 | bits, bits << 16 | 0x1234])
        .collect();
    check_instruction::<64>(Instruction::Unary { op: Unary::HalfLow, to: 3, a: 1 }, 3, &all, u64::MAX, expect_low_half);
    check_instruction::<64>(
        Instruction::Unary { op: Unary::HalfHigh, to: 3, a: 2 },
        3,
        &all,
        u64::MAX,
        expect_low_half,
    );

    // A half is returned unchanged; the middle of two halves becomes the even one, and its neighbours
    // the nearer one.
    let mut operands = Vec::new();
    for bits in (0..0x7bffu32).chain(0x8000..0xfbff) {
        let this = half_value(bits) as f32;
        let next = half_value(bits + 1) as f32;
        let middle = (this + next) / 2.0;
        let even = bits + (bits & 1);
        for (x, bits) in [(this, bits), (middle, even), (middle * 0.999_999_9, bits), (middle * 1.000_000_1, bits + 1)]
        {
            operands.push([x.to_bits(), (x * 0.0 + 1.0).to_bits(), bits | 0x3c00 << 16]);
        }
    }
    let pack = Instruction::Binary { op: Binary::PackHalf, to: 3, a: 0, b: 1 };
    check_instruction::<32>(pack, 3, &operands, u64::MAX, |[_, _, bits]| Word(bits));

    let words: Vec<_> = awkward_words()
        .into_iter()
        .filter(|&word| !f32::from_bits(word).is_nan())
        .collect();
    let operands: Vec<_> = words
        .iter()
        .map(|&word| [0, word, nearest_half(f32::from_bits(word)) << 16])
        .collect();
    check_instruction::<32>(pack, 3, &operands, u64::MAX, |[_, _, bits]| Word(bits));
    let no_number = [[f32::NAN.to_bits(), 1.0f32.to_bits(), 0]];
    check_instruction::<32>(pack, 3, &no_number, u64::MAX, |[..]: [u32; 3]| Any);
}

fn expect_low_half([bits, _, _]: [u32; 3]) -> Expected {
    Float(half_value(bits) as f32)
}

#[test]
fn differences_within_a_quad() {
    // x * x + 10 y, on two adjacent quads, for any active lanes.
    let pixels = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (3, 0), (2, 1), (3, 1)];
    let operands: Vec<_> = pixels
        .iter()
        .map(|&(x, y): &(u32, u32)| [((x * x + 10 * y) as f32).to_bits(), x, y])
        .collect();
    for pattern in [u64::MAX, 0b1000_0110] {
        for op in [Unary::Dx, Unary::DxFine] {
            check_instruction::<32>(
                Instruction::Unary { op, to: 3, a: 0 },
                3,
                &operands,
                pattern,
                |[_, x, _]: [u32; 3]| Float(if x < 2 { 1.0 } else { 5.0 }),
            );
        }
        for op in [Unary::Dy, Unary::DyFine] {
            check_instruction::<32>(Instruction::Unary { op, to: 3, a: 0 }, 3, &operands, pattern, |_| Float(10.0));
        }
    }
}
