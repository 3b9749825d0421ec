//! Operations on 64-bit numbers, two registers each.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::event::{Event, Observe};
use super::super::lanes::each;
use super::super::number::{double_bits, float_bits, join, split};
use super::super::undefined::Cause;
use super::super::wide::{Conversion, Wide};
use super::undefined::{LARGE, SMALL, other_than};
use super::{Execution, Warp, doubles};

/// Applies the operation to one lane.
pub(super) fn apply(op: Wide, [a, b, c]: [u64; 3]) -> u64 {
    match op {
        Wide::Unary(op) => unary(op, a),
        Wide::Binary(op) => binary(op, a, b),
        Wide::Ternary(op) => double_bits(ternary(op, [a, b, c].map(f64::from_bits))),
        Wide::Convert(conversion) => convert(conversion, a),
    }
}

fn truth(holds: bool) -> u64 {
    if holds { u64::from(u32::MAX) } else { 0 }
}

fn unary(op: Unary, a: u64) -> u64 {
    let x = f64::from_bits(a);
    let float = double_bits;
    match op {
        Unary::NegateFloat => a ^ 1 << 63,
        Unary::AbsFloat => a & !(1 << 63),
        Unary::NegateInt => a.wrapping_neg(),
        Unary::AbsInt => (a as i64).wrapping_abs() as u64,
        Unary::SignInt => (a as i64).signum() as u64,
        Unary::SignFloat => float(doubles::sign(x)),
        Unary::Floor => float(x.floor()),
        Unary::Ceil => float(x.ceil()),
        Unary::Trunc => float(x.trunc()),
        Unary::Round | Unary::RoundEven => float(x.round_ties_even()),
        Unary::Fract => float(x - x.floor()),
        Unary::Sqrt => float(x.sqrt()),
        Unary::InverseSqrt => float(1.0 / x.sqrt()),
        Unary::IsNan => truth(x.is_nan()),
        Unary::IsInf => truth(x.is_infinite()),
        Unary::FrexpMantissa => float(libm::frexp(x).0),
        Unary::FrexpExponent => u64::from(libm::frexp(x).1 as u32),
        _ => a,
    }
}

fn binary(op: Binary, a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let (i, j) = (a as i64, b as i64);
    let shift = b as u32 & 63;
    let float = double_bits;
    match op {
        Binary::AddFloat => float(x + y),
        Binary::SubFloat => float(x - y),
        Binary::MulFloat => float(x * y),
        Binary::DivFloat => float(x / y),
        Binary::ModFloat => float(x - y * (x / y).floor()),
        Binary::RemFloat => float(x % y),
        Binary::MinFloat => float(doubles::min(x, y)),
        Binary::MaxFloat => float(doubles::max(x, y)),
        Binary::Step => float(if y < x { 0.0 } else { 1.0 }),
        Binary::Ldexp => float(libm::ldexp(x, b as u32 as i32)),
        Binary::AddInt => a.wrapping_add(b),
        Binary::SubInt => a.wrapping_sub(b),
        Binary::MulInt => a.wrapping_mul(b),
        Binary::DivInt => {
            if j == 0 {
                0
            } else {
                i.wrapping_div(j) as u64
            }
        }
        Binary::DivUint => a.checked_div(b).unwrap_or(u64::MAX),
        Binary::RemInt => {
            if j == 0 {
                u64::MAX
            } else {
                i.wrapping_rem(j) as u64
            }
        }
        Binary::RemUint => a.checked_rem(b).unwrap_or(u64::MAX),
        Binary::ModInt => {
            let left = if j == 0 { -1 } else { i.wrapping_rem(j) };
            (if left != 0 && j != 0 && (left < 0) != (j < 0) { left + j } else { left }) as u64
        }
        Binary::MinInt => i.min(j) as u64,
        Binary::MaxInt => i.max(j) as u64,
        Binary::MinUint => a.min(b),
        Binary::MaxUint => a.max(b),
        Binary::ShiftLeft => a << shift,
        Binary::ShiftRight => a >> shift,
        Binary::ShiftRightInt => (i >> shift) as u64,
        Binary::EqualFloat => truth(x == y),
        Binary::NotEqualFloat => truth(x != y),
        Binary::LessFloat => truth(x < y),
        Binary::LessEqualFloat => truth(x <= y),
        Binary::EqualInt => truth(a == b),
        Binary::NotEqualInt => truth(a != b),
        Binary::LessInt => truth(i < j),
        Binary::LessEqualInt => truth(i <= j),
        Binary::LessUint => truth(a < b),
        Binary::LessEqualUint => truth(a <= b),
        _ => a,
    }
}

fn ternary(op: Ternary, [a, b, c]: [f64; 3]) -> f64 {
    match op {
        Ternary::Fma => a.mul_add(b, c),
        Ternary::ClampFloat => doubles::min(doubles::max(a, b), c),
        Ternary::Mix => a * (1.0 - c) + b * c,
        Ternary::SmoothStep => {
            let t = doubles::min(doubles::max((c - a) / (b - a), 0.0), 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        _ => a,
    }
}

fn convert(conversion: Conversion, a: u64) -> u64 {
    use Conversion::*;
    let (x, single) = (f64::from_bits(a), f32::from_bits(a as u32));
    let word = |word: u32| u64::from(word);
    match conversion {
        FloatToDouble => double_bits(single.into()),
        DoubleToFloat => word(float_bits(x as f32)),
        IntToDouble => f64::from(a as u32 as i32).to_bits(),
        UintToDouble => f64::from(a as u32).to_bits(),
        LongToDouble => (a as i64 as f64).to_bits(),
        UlongToDouble => (a as f64).to_bits(),
        DoubleToInt => word(x as i32 as u32),
        DoubleToUint => word(x as u32),
        DoubleToLong => x as i64 as u64,
        DoubleToUlong => x as u64,
        LongToFloat => word((a as i64 as f32).to_bits()),
        UlongToFloat => word((a as f32).to_bits()),
        FloatToLong => single as i64 as u64,
        FloatToUlong => single as u64,
    }
}

/// Returns the cause if the result is undefined.
fn cause(op: Wide, [a, b, c]: [u64; 3]) -> Option<Cause> {
    use Binary::*;
    let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
    let single = f64::from(f32::from_bits(a as u32));
    let (undefined, cause) = match op {
        Wide::Unary(Unary::Sqrt) => (x < 0.0, Cause::Sqrt),
        Wide::Unary(Unary::InverseSqrt) => (x <= 0.0, Cause::InverseSqrt),
        Wide::Unary(Unary::FrexpMantissa | Unary::FrexpExponent) => (!x.is_finite(), Cause::Frexp),
        Wide::Binary(DivFloat) => (x == 0.0 && y == 0.0, Cause::ZeroByZero),
        Wide::Binary(ModFloat) => (y == 0.0, Cause::Mod),
        Wide::Binary(Ldexp) => {
            let exponent = b as u32 as i32;
            (exponent > 1024 || x.is_finite() && libm::ldexp(x, exponent).is_infinite(), Cause::Ldexp)
        }
        Wide::Binary(DivInt) if b == 0 => (true, Cause::Division),
        Wide::Binary(DivInt) => (a == 1 << 63 && b == u64::MAX, Cause::Overflow),
        Wide::Binary(DivUint) => (b == 0, Cause::Division),
        Wide::Binary(RemInt | ModInt | RemUint) if b == 0 => (true, Cause::RemainderByZero),
        Wide::Binary(RemInt | ModInt) => ((a | b) >> 63 != 0, Cause::Remainder),
        Wide::Binary(ShiftLeft | ShiftRight | ShiftRightInt) => (b as u32 >= 64, Cause::Shift),
        Wide::Ternary(Ternary::ClampFloat) => (y > z, Cause::Clamp),
        Wide::Ternary(Ternary::SmoothStep) => (x >= y, Cause::SmoothStep),
        Wide::Convert(Conversion::DoubleToInt) => (!(x > -2_147_483_649.0 && x < 2_147_483_648.0), Cause::ToInt),
        Wide::Convert(Conversion::DoubleToUint) => (!(0.0..4_294_967_296.0).contains(&x), Cause::ToUint),
        Wide::Convert(Conversion::DoubleToLong) => (!(-TWO_63..TWO_63).contains(&x), Cause::ToInt),
        Wide::Convert(Conversion::DoubleToUlong) => (!(0.0..2.0 * TWO_63).contains(&x), Cause::ToUint),
        Wide::Convert(Conversion::FloatToLong) => (!(-TWO_63..TWO_63).contains(&single), Cause::ToInt),
        Wide::Convert(Conversion::FloatToUlong) => (!(0.0..2.0 * TWO_63).contains(&single), Cause::ToUint),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// From here on a float is out of the range of `int64_t`.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// Returns another outcome of an undefined operation.
fn other(op: Wide, [a, b, _]: [u64; 3], usual: u64, attempt: usize) -> u64 {
    let float = matches!(
        op,
        Wide::Unary(_) | Wide::Ternary(_) | Wide::Binary(Binary::DivFloat | Binary::ModFloat | Binary::Ldexp)
    );
    let one_of = |outcomes: &[u64]| other_than(usual, outcomes, attempt);
    match op {
        Wide::Unary(Unary::FrexpExponent) => one_of(&[0, u64::from(u32::MAX)]),
        Wide::Binary(Binary::DivInt) if b != 0 => one_of(&[i64::MAX as u64, 0]),
        Wide::Binary(Binary::RemInt | Binary::ModInt) if b != 0 => {
            let (i, j) = (a as i64, b as i64);
            let left = i.wrapping_rem(j);
            let floored = if left != 0 && (left ^ j) < 0 { left.wrapping_add(j) } else { left };
            one_of(&[left as u64, floored as u64])
        }
        Wide::Binary(Binary::ShiftRightInt) => (a as i64 >> 63) as u64,
        Wide::Binary(Binary::ShiftLeft | Binary::ShiftRight) => 0,
        // Numbers above -1 truncate to 0: every GPU returns 0.
        Wide::Convert(Conversion::DoubleToUint | Conversion::DoubleToUlong)
            if f64::from_bits(a) > -1.0 && f64::from_bits(a) <= 0.0 =>
        {
            usual
        }
        Wide::Convert(Conversion::FloatToUlong)
            if f32::from_bits(a as u32) > -1.0 && f32::from_bits(a as u32) <= 0.0 =>
        {
            usual
        }
        Wide::Convert(_) if op.writes() == 1 => one_of(&[1 << 31, 0, u64::from(u32::MAX)]),
        Wide::Convert(_) => one_of(&[1 << 63, 0, u64::MAX]),
        _ if !float => one_of(&[0, u64::MAX]),
        _ if f64::from_bits(usual).is_nan() => one_of(&[f64::from(LARGE), -f64::from(SMALL)].map(f64::to_bits)),
        _ => one_of(&[f64::NAN, 0.0, f64::from(LARGE)].map(f64::to_bits)),
    }
}

/// Converts operands for findings: 32-bit floats, or the low words of integers.
fn shown(op: Wide, operands: [u64; 3]) -> [u32; 3] {
    use Binary::*;
    let float = |number: u64| (f64::from_bits(number) as f32).to_bits();
    match op {
        Wide::Binary(Ldexp) => [float(operands[0]), operands[1] as u32, 0],
        Wide::Binary(DivInt | DivUint | RemInt | ModInt | RemUint | ShiftLeft | ShiftRight | ShiftRightInt)
        | Wide::Convert(Conversion::FloatToLong | Conversion::FloatToUlong) => operands.map(|operand| operand as u32),
        _ => operands.map(float),
    }
}

/// Returns true if the result is a computed float.
fn gives_float(op: Wide) -> bool {
    use Conversion::*;
    match op {
        Wide::Unary(op) => op != Unary::FrexpExponent && super::unary::gives_float(op),
        Wide::Binary(op) => super::binary::gives_float(op),
        Wide::Ternary(_) => true,
        Wide::Convert(conversion) => !matches!(
            conversion,
            DoubleToInt | DoubleToUint | DoubleToLong | DoubleToUlong | FloatToLong | FloatToUlong
        ),
    }
}

impl<const W: usize> Warp<W> {
    /// Runs an operation on 64-bit numbers.
    #[inline(never)]
    pub(super) fn wide<O: Observe>(&mut self, run: &mut Execution<O>, op: Wide, to: Register, operands: [Register; 3]) {
        let counts = op.reads();
        let rows: [([u32; W], [u32; W]); 3] = std::array::from_fn(|at| {
            let (first, count) = (operands[at], counts[at]);
            let low = if count > 0 { *self.register(first) } else { [0; W] };
            (low, if count > 1 { *self.register(first.wrapping_add(1)) } else { [0; W] })
        });
        let given = |lane: usize| rows.each_ref().map(|(low, high)| join(low[lane], high[lane]));
        let (mut low, mut high) = ([0; W], [0; W]);
        let mut put = |lane: usize, number: u64| [low[lane], high[lane]] = split(number);
        each(self.frames.mask).for_each(|lane| put(lane, apply(op, given(lane))));
        if O::HEARS_STEPS {
            let mut left = each(self.frames.mask & !self.info.helpers)
                .filter(|&lane| cause(op, given(lane)).is_some())
                .fold(0u64, |all, lane| all | 1 << lane);
            let doubtful = left;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let Some(cause_of) = cause(op, given(first)) else { break };
                let same = each(left).filter(|&lane| cause(op, given(lane)) == Some(cause_of));
                let lanes = same.fold(0, |all, lane| all | 1 << lane);
                let (cause, operands) = (cause_of, shown(op, given(first)));
                run.say(&self.info, self.frames.mask, |at| Event::Undefined { at, cause, lanes, operands });
                left &= !lanes;
            }
            if let Some(attempt) = self.asks_for_other(run) {
                for lane in each(doubtful) {
                    let usual = apply(op, given(lane));
                    put(lane, other(op, given(lane), usual, attempt));
                }
            }
        }
        self.write(to, &low);
        if op.writes() == 2 {
            self.write(to.wrapping_add(1), &high);
        }
        if O::HEARS_RESULTS && gives_float(op) {
            // A finite double counts as finite here even if it overflows as a 32-bit float.
            let single = |lane: usize| {
                let number = f64::from_bits(join(low[lane], high[lane]));
                if number.is_finite() { 0 } else { (number as f32).to_bits() }
            };
            let values: [u32; W] = if op.writes() == 2 { std::array::from_fn(single) } else { low };
            run.say(&self.info, self.frames.mask, |at| Event::Result { at, values: &values });
        }
    }
}
