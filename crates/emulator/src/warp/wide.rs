//! Operations on 64-bit numbers, two registers each.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::event::{ExecutionEvent, Observe};
use super::super::lanes::lane_indices;
use super::super::number::{double_bits, float_bits, join_words, split_words};
use super::super::undefined::UndefinedCause;
use super::super::wide::{Conversion, WideOp};
use super::undefined::{LARGE_FLOAT, SMALL_FLOAT, pick_other};
use super::{Execution, Warp, doubles};

/// Applies the operation to one lane.
pub(super) fn apply(op: WideOp, [a, b, c]: [u64; 3]) -> u64 {
    match op {
        WideOp::Unary(op) => apply_unary(op, a),
        WideOp::Binary(op) => apply_binary(op, a, b),
        WideOp::Ternary(op) => double_bits(apply_ternary(op, [a, b, c].map(f64::from_bits))),
        WideOp::Convert(conversion) => convert_number(conversion, a),
    }
}

fn bool_word(holds: bool) -> u64 {
    if holds { u64::from(u32::MAX) } else { 0 }
}

fn apply_unary(op: Unary, a: u64) -> u64 {
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
        Unary::IsNan => bool_word(x.is_nan()),
        Unary::IsInf => bool_word(x.is_infinite()),
        Unary::FrexpMantissa => float(libm::frexp(x).0),
        Unary::FrexpExponent => u64::from(libm::frexp(x).1 as u32),
        _ => a,
    }
}

fn apply_binary(op: Binary, a: u64, b: u64) -> u64 {
    let x = f64::from_bits(a);
    let y = f64::from_bits(b);
    let i = a as i64;
    let j = b as i64;
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
        Binary::EqualFloat => bool_word(x == y),
        Binary::NotEqualFloat => bool_word(x != y),
        Binary::LessFloat => bool_word(x < y),
        Binary::LessEqualFloat => bool_word(x <= y),
        Binary::EqualInt => bool_word(a == b),
        Binary::NotEqualInt => bool_word(a != b),
        Binary::LessInt => bool_word(i < j),
        Binary::LessEqualInt => bool_word(i <= j),
        Binary::LessUint => bool_word(a < b),
        Binary::LessEqualUint => bool_word(a <= b),
        _ => a,
    }
}

fn apply_ternary(op: Ternary, [a, b, c]: [f64; 3]) -> f64 {
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

fn convert_number(conversion: Conversion, a: u64) -> u64 {
    use Conversion::*;
    let x = f64::from_bits(a);
    let single = f32::from_bits(a as u32);
    match conversion {
        FloatToDouble => double_bits(single.into()),
        DoubleToFloat => u64::from(float_bits(x as f32)),
        IntToDouble => f64::from(a as u32 as i32).to_bits(),
        UintToDouble => f64::from(a as u32).to_bits(),
        LongToDouble => (a as i64 as f64).to_bits(),
        UlongToDouble => (a as f64).to_bits(),
        DoubleToInt => u64::from(x as i32 as u32),
        DoubleToUint => u64::from(x as u32),
        DoubleToLong => x as i64 as u64,
        DoubleToUlong => x as u64,
        LongToFloat => u64::from((a as i64 as f32).to_bits()),
        UlongToFloat => u64::from((a as f32).to_bits()),
        FloatToLong => single as i64 as u64,
        FloatToUlong => single as u64,
    }
}

/// Returns the cause if the result is undefined.
fn undefined_cause(op: WideOp, [a, b, c]: [u64; 3]) -> Option<UndefinedCause> {
    use Binary::*;
    let x = f64::from_bits(a);
    let y = f64::from_bits(b);
    let z = f64::from_bits(c);
    let single = f64::from(f32::from_bits(a as u32));
    let (undefined, cause) = match op {
        WideOp::Unary(Unary::Sqrt) => (x < 0.0, UndefinedCause::Sqrt),
        WideOp::Unary(Unary::InverseSqrt) => (x <= 0.0, UndefinedCause::InverseSqrt),
        WideOp::Unary(Unary::FrexpMantissa | Unary::FrexpExponent) => (!x.is_finite(), UndefinedCause::Frexp),
        WideOp::Binary(DivFloat) => (x == 0.0 && y == 0.0, UndefinedCause::ZeroByZero),
        WideOp::Binary(ModFloat) => (y == 0.0, UndefinedCause::Mod),
        WideOp::Binary(Ldexp) => {
            let exponent = b as u32 as i32;
            (exponent > 1024 || x.is_finite() && libm::ldexp(x, exponent).is_infinite(), UndefinedCause::Ldexp)
        }
        WideOp::Binary(DivInt) if b == 0 => (true, UndefinedCause::Division),
        WideOp::Binary(DivInt) => (a == 1 << 63 && b == u64::MAX, UndefinedCause::Overflow),
        WideOp::Binary(DivUint) => (b == 0, UndefinedCause::Division),
        WideOp::Binary(RemInt | ModInt | RemUint) if b == 0 => (true, UndefinedCause::RemainderByZero),
        WideOp::Binary(RemInt | ModInt) => ((a | b) >> 63 != 0, UndefinedCause::Remainder),
        WideOp::Binary(ShiftLeft | ShiftRight | ShiftRightInt) => (b as u32 >= 64, UndefinedCause::Shift),
        WideOp::Ternary(Ternary::ClampFloat) => (y > z, UndefinedCause::Clamp),
        WideOp::Ternary(Ternary::SmoothStep) => (x >= y, UndefinedCause::SmoothStep),
        WideOp::Convert(Conversion::DoubleToInt) => {
            (!(x > -2_147_483_649.0 && x < 2_147_483_648.0), UndefinedCause::ToInt)
        }
        WideOp::Convert(Conversion::DoubleToUint) => (!(0.0..4_294_967_296.0).contains(&x), UndefinedCause::ToUint),
        WideOp::Convert(Conversion::DoubleToLong) => (!(-TWO_63..TWO_63).contains(&x), UndefinedCause::ToInt),
        WideOp::Convert(Conversion::DoubleToUlong) => (!(0.0..2.0 * TWO_63).contains(&x), UndefinedCause::ToUint),
        WideOp::Convert(Conversion::FloatToLong) => (!(-TWO_63..TWO_63).contains(&single), UndefinedCause::ToInt),
        WideOp::Convert(Conversion::FloatToUlong) => (!(0.0..2.0 * TWO_63).contains(&single), UndefinedCause::ToUint),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// From here on a float is out of the range of `int64_t`.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// Returns another outcome of an undefined operation.
fn other_outcome(op: WideOp, [a, b, _]: [u64; 3], usual: u64, attempt: usize) -> u64 {
    let float = matches!(
        op,
        WideOp::Unary(_) | WideOp::Ternary(_) | WideOp::Binary(Binary::DivFloat | Binary::ModFloat | Binary::Ldexp)
    );
    match op {
        WideOp::Unary(Unary::FrexpExponent) => pick_other(usual, &[0, u64::from(u32::MAX)], attempt),
        WideOp::Binary(Binary::DivInt) if b != 0 => pick_other(usual, &[i64::MAX as u64, 0], attempt),
        WideOp::Binary(Binary::RemInt | Binary::ModInt) if b != 0 => {
            let i = a as i64;
            let j = b as i64;
            let left = i.wrapping_rem(j);
            let floored = if left != 0 && (left ^ j) < 0 { left.wrapping_add(j) } else { left };
            pick_other(usual, &[left as u64, floored as u64], attempt)
        }
        WideOp::Binary(Binary::ShiftRightInt) => (a as i64 >> 63) as u64,
        WideOp::Binary(Binary::ShiftLeft | Binary::ShiftRight) => 0,
        // Numbers above -1 truncate to 0: every GPU returns 0.
        WideOp::Convert(Conversion::DoubleToUint | Conversion::DoubleToUlong)
            if f64::from_bits(a) > -1.0 && f64::from_bits(a) <= 0.0 =>
        {
            usual
        }
        WideOp::Convert(Conversion::FloatToUlong)
            if f32::from_bits(a as u32) > -1.0 && f32::from_bits(a as u32) <= 0.0 =>
        {
            usual
        }
        WideOp::Convert(_) if op.result_registers() == 1 => {
            pick_other(usual, &[1 << 31, 0, u64::from(u32::MAX)], attempt)
        }
        WideOp::Convert(_) => pick_other(usual, &[1 << 63, 0, u64::MAX], attempt),
        _ if !float => pick_other(usual, &[0, u64::MAX], attempt),
        _ if f64::from_bits(usual).is_nan() => {
            pick_other(usual, &[f64::from(LARGE_FLOAT), -f64::from(SMALL_FLOAT)].map(f64::to_bits), attempt)
        }
        _ => pick_other(usual, &[f64::NAN, 0.0, f64::from(LARGE_FLOAT)].map(f64::to_bits), attempt),
    }
}

/// Converts operands for findings: 32-bit floats, or the low words of integers.
fn finding_operands(op: WideOp, operands: [u64; 3]) -> [u32; 3] {
    use Binary::*;
    match op {
        WideOp::Binary(Ldexp) => [narrow_to_float_bits(operands[0]), operands[1] as u32, 0],
        WideOp::Binary(DivInt | DivUint | RemInt | ModInt | RemUint | ShiftLeft | ShiftRight | ShiftRightInt)
        | WideOp::Convert(Conversion::FloatToLong | Conversion::FloatToUlong) => operands.map(|operand| operand as u32),
        _ => operands.map(narrow_to_float_bits),
    }
}

fn narrow_to_float_bits(number: u64) -> u32 {
    (f64::from_bits(number) as f32).to_bits()
}

/// Returns true if the result is a computed float.
fn has_float_result(op: WideOp) -> bool {
    use Conversion::*;
    match op {
        WideOp::Unary(op) => op != Unary::FrexpExponent && super::unary::has_float_result(op),
        WideOp::Binary(op) => super::binary::has_float_result(op),
        WideOp::Ternary(_) => true,
        WideOp::Convert(conversion) => !matches!(
            conversion,
            DoubleToInt | DoubleToUint | DoubleToLong | DoubleToUlong | FloatToLong | FloatToUlong
        ),
    }
}

impl<const W: usize> Warp<W> {
    /// Runs an operation on 64-bit numbers.
    #[inline(never)]
    pub(super) fn run_wide<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        op: WideOp,
        to: Register,
        operands: [Register; 3],
    ) {
        let counts = op.operand_registers();
        let rows: [([u32; W], [u32; W]); 3] = std::array::from_fn(|at| {
            let first = operands[at];
            let count = counts[at];
            let low = if count > 0 { *self.register(first) } else { [0; W] };
            (low, if count > 1 { *self.register(first.wrapping_add(1)) } else { [0; W] })
        });
        let given = |lane: usize| rows.each_ref().map(|(low, high)| join_words(low[lane], high[lane]));
        let mut low = [0; W];
        let mut high = [0; W];
        lane_indices(self.frames.mask).for_each(|lane| [low[lane], high[lane]] = split_words(apply(op, given(lane))));
        if O::WANTS_STEPS {
            let mut left = lane_indices(self.frames.mask & !self.info.helpers)
                .filter(|&lane| undefined_cause(op, given(lane)).is_some())
                .fold(0u64, |all, lane| all | 1 << lane);
            let doubtful = left;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let Some(cause_of) = undefined_cause(op, given(first)) else { break };
                let same = lane_indices(left).filter(|&lane| undefined_cause(op, given(lane)) == Some(cause_of));
                let lanes = same.fold(0, |all, lane| all | 1 << lane);
                let cause = cause_of;
                let operands = finding_operands(op, given(first));
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Undefined { at, cause, lanes, operands });
                left &= !lanes;
            }
            if let Some(attempt) = self.requested_outcome(run) {
                for lane in lane_indices(doubtful) {
                    let usual = apply(op, given(lane));
                    [low[lane], high[lane]] = split_words(other_outcome(op, given(lane), usual, attempt));
                }
            }
        }
        self.write_register(to, &low);
        if op.result_registers() == 2 {
            self.write_register(to.wrapping_add(1), &high);
        }
        if O::WANTS_RESULTS && has_float_result(op) {
            // A finite double counts as finite here even if it overflows as a 32-bit float.
            let values: [u32; W] = if op.result_registers() == 2 {
                std::array::from_fn(|lane: usize| {
                    let number = f64::from_bits(join_words(low[lane], high[lane]));
                    if number.is_finite() { 0 } else { (number as f32).to_bits() }
                })
            } else {
                low
            };
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Result { at, values: &values });
        }
    }
}
