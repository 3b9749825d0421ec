//! Detects lanes whose result GLSL leaves undefined, and provides other outcomes for them.
//!
//! Another outcome is one that some GPU produces: 0 instead of the unchanged value for a shift by 32,
//! the remainder of a floored division instead of a truncated one. If none is known, it is a conspicuous one: a NaN
//! instead of a float, a large float instead of a NaN, all bits or none.

use super::super::assembly::{Binary, Instruction, Register, Ternary, Unary};
use super::super::event::{ExecutionEvent, Observe};
use super::super::lanes::{lane_indices, lanes_matching};
use super::super::undefined::{CheckCondition, UndefinedCause, UndefinedCheck, UndefinedOperation};
use super::{Execution, Warp};
use smallvec::SmallVec;

/// The operation that is checked.
#[derive(Debug, Clone, Copy)]
enum CheckedOperation {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    Question(CheckCondition),
}

/// Lanes with an undefined result, with a copy of their operands, as the result may overwrite them.
pub(super) struct UndefinedResult<const W: usize> {
    of: CheckedOperation,
    lanes: u64,
    operands: [[u32; W]; 3],
}

/// Returns true if the result is undefined for some operands.
#[inline(always)]
fn may_be_undefined_unary(op: Unary) -> bool {
    use Unary::*;
    matches!(
        op,
        FloatToInt
            | FloatToUint
            | Sqrt
            | InverseSqrt
            | Asin
            | Acos
            | Acosh
            | Atanh
            | Log
            | Log2
            | FrexpMantissa
            | FrexpExponent
            | Dx
            | Dy
            | DxFine
            | DyFine
    )
}

/// Returns true if the result is undefined for some operands.
#[inline(always)]
fn may_be_undefined_binary(op: Binary) -> bool {
    use Binary::*;
    matches!(
        op,
        DivFloat
            | ModFloat
            | Pow
            | Atan2
            | Ldexp
            | DivInt
            | DivUint
            | RemInt
            | ModInt
            | RemUint
            | ShiftLeft
            | ShiftRight
            | ShiftRightInt
            | FieldMask
    )
}

/// Returns true if the result is undefined for some operands.
#[inline(always)]
fn may_be_undefined_ternary(op: Ternary) -> bool {
    matches!(op, Ternary::FieldInt | Ternary::FieldUint | Ternary::ClampFloat | Ternary::SmoothStep)
}

/// Returns true if a result of this instruction can be undefined.
pub fn may_be_undefined(instruction: &Instruction) -> bool {
    match *instruction {
        Instruction::Unary { op, .. } => may_be_undefined_unary(op),
        Instruction::Binary { op, .. } => may_be_undefined_binary(op),
        Instruction::Ternary { op, .. } => may_be_undefined_ternary(op),
        Instruction::CheckUndefined(_)
        | Instruction::Wide { .. }
        | Instruction::Subgroup { .. }
        | Instruction::Sample { .. }
        | Instruction::Image { .. } => true,
        _ => false,
    }
}

fn to_float(word: u32) -> f32 {
    f32::from_bits(word)
}

/// Returns the cause if the result is undefined.
#[inline(always)]
fn unary_cause(op: Unary, a: u32) -> Option<UndefinedCause> {
    use Unary::*;
    let x = to_float(a);
    let (undefined, cause) = match op {
        FloatToInt => (!(-2_147_483_648.0..2_147_483_648.0).contains(&x), UndefinedCause::ToInt),
        FloatToUint => (!(0.0..4_294_967_296.0).contains(&x), UndefinedCause::ToUint),
        Sqrt => (x < 0.0, UndefinedCause::Sqrt),
        InverseSqrt => (x <= 0.0, UndefinedCause::InverseSqrt),
        Log | Log2 => (x <= 0.0, UndefinedCause::Log),
        Asin => (x.abs() > 1.0, UndefinedCause::Asin),
        Acos => (x.abs() > 1.0, UndefinedCause::Acos),
        Acosh => (x < 1.0, UndefinedCause::Acosh),
        Atanh => (x.abs() >= 1.0, UndefinedCause::Atanh),
        FrexpMantissa | FrexpExponent => (!x.is_finite(), UndefinedCause::Frexp),
        // The caller restricts the lanes.
        Dx | Dy | DxFine | DyFine => (true, UndefinedCause::Derivative),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// Returns the cause if the result is undefined.
#[inline(always)]
fn binary_cause(op: Binary, a: u32, b: u32) -> Option<UndefinedCause> {
    use Binary::*;
    let x = to_float(a);
    let y = to_float(b);
    let (undefined, cause) = match op {
        DivInt if b == 0 => (true, UndefinedCause::Division),
        DivInt => (a == 1 << 31 && b == u32::MAX, UndefinedCause::Overflow),
        DivUint => (b == 0, UndefinedCause::Division),
        RemInt | ModInt if b == 0 => (true, UndefinedCause::RemainderByZero),
        RemInt | ModInt => ((a | b) >> 31 != 0, UndefinedCause::Remainder),
        RemUint => (b == 0, UndefinedCause::RemainderByZero),
        ShiftLeft | ShiftRight | ShiftRightInt => (b >= 32, UndefinedCause::Shift),
        FieldMask => (is_outside_word(a, b), UndefinedCause::BitField),
        DivFloat => (x == 0.0 && y == 0.0, UndefinedCause::ZeroByZero),
        ModFloat => (y == 0.0, UndefinedCause::Mod),
        Pow => (x < 0.0 || x == 0.0 && y <= 0.0, UndefinedCause::Pow),
        Atan2 => (x == 0.0 && y == 0.0, UndefinedCause::Atan),
        Ldexp => {
            (b as i32 > 128 || x.is_finite() && super::float::ldexp(x, b as i32).is_infinite(), UndefinedCause::Ldexp)
        }
        _ => return None,
    };
    undefined.then_some(cause)
}

/// Returns the cause if the result is undefined.
#[inline(always)]
fn ternary_cause(op: Ternary, [a, b, c]: [u32; 3]) -> Option<UndefinedCause> {
    let (undefined, cause) = match op {
        Ternary::FieldInt | Ternary::FieldUint => (is_outside_word(b, c), UndefinedCause::BitField),
        Ternary::ClampFloat => (to_float(b) > to_float(c), UndefinedCause::Clamp),
        Ternary::SmoothStep => (to_float(a) >= to_float(b), UndefinedCause::SmoothStep),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// Returns true if a bit field exceeds its word. Negative numbers count as large ones.
fn is_outside_word(offset: u32, bits: u32) -> bool {
    offset > 32 || bits > 32 || offset + bits > 32
}

/// Mask of the lanes whose two words satisfy `such`.
#[inline(always)]
fn lanes_matching_pair<const W: usize>(a: &[u32; W], b: &[u32; W], such: impl Fn(u32, u32) -> bool) -> u64 {
    let mut holds = [0; W];
    for lane in 0..W {
        holds[lane] = u32::from(such(a[lane], b[lane]));
    }
    lanes_matching(&holds, |holds| holds != 0)
}

impl<const W: usize> UndefinedResult<W> {
    /// Returns the cause in one of these lanes.
    fn lane_cause(&self, lane: usize) -> Option<UndefinedCause> {
        let [a, b, c] = self.lane_operands(lane);
        match self.of {
            CheckedOperation::Unary(op) => unary_cause(op, a),
            CheckedOperation::Binary(op) => binary_cause(op, a, b),
            CheckedOperation::Ternary(op) => ternary_cause(op, [a, b, c]),
            CheckedOperation::Question(CheckCondition::ClampInt | CheckCondition::ClampUint) => {
                Some(UndefinedCause::Clamp)
            }
            CheckedOperation::Question(CheckCondition::ShiftNarrow) => Some(UndefinedCause::Shift),
            CheckedOperation::Question(CheckCondition::Index) => Some(UndefinedCause::Index),
            CheckedOperation::Question(CheckCondition::NarrowInt) => Some(UndefinedCause::ToInt),
            CheckedOperation::Question(CheckCondition::NarrowUint) => Some(UndefinedCause::ToUint),
            CheckedOperation::Question(CheckCondition::Inverse) => Some(UndefinedCause::Inverse),
            CheckedOperation::Question(CheckCondition::Return) => Some(UndefinedCause::Return),
            CheckedOperation::Question(CheckCondition::Angle) => Some(UndefinedCause::Angle),
            CheckedOperation::Question(CheckCondition::Projection) => Some(UndefinedCause::Projection),
            CheckedOperation::Question(CheckCondition::Range) => Some(UndefinedCause::Range),
            CheckedOperation::Question(CheckCondition::RunLimit) => Some(UndefinedCause::RunLimit),
        }
    }

    fn lane_operands(&self, lane: usize) -> [u32; 3] {
        std::array::from_fn(|operand| self.operands[operand].get(lane).copied().unwrap_or(0))
    }

    /// Returns another outcome than the usual one.
    fn other_outcome(&self, lane: usize, usual: u32, attempt: usize) -> u32 {
        let [a, b, c] = self.lane_operands(lane);
        match self.of {
            CheckedOperation::Unary(Unary::FloatToInt) => {
                let x = to_float(a);
                pick_other(usual, &[x as i32 as u32, x as i64 as u32, 1 << 31, u32::MAX], attempt)
            }
            // Numbers above -1 truncate to 0: every GPU returns 0.
            CheckedOperation::Unary(Unary::FloatToUint) if to_float(a) > -1.0 && to_float(a) <= 0.0 => usual,
            CheckedOperation::Unary(Unary::FloatToUint) => {
                pick_other(usual, &[to_float(a) as i64 as u32, 1 << 31, u32::MAX, 0], attempt)
            }
            CheckedOperation::Unary(Unary::FrexpExponent) => pick_other(usual, &[0, u32::MAX], attempt),
            CheckedOperation::Binary(Binary::DivInt) if b != 0 => pick_other(usual, &[i32::MAX as u32, 0], attempt),
            CheckedOperation::Binary(Binary::RemInt | Binary::ModInt) if b != 0 => {
                let a = a as i32;
                let b = b as i32;
                let truncated = a.wrapping_rem(b);
                let floored = if truncated != 0 && (truncated ^ b) < 0 { truncated.wrapping_add(b) } else { truncated };
                pick_other(usual, &[truncated as u32, floored as u32], attempt)
            }
            CheckedOperation::Binary(Binary::ShiftRightInt) => ((a as i32) >> 31) as u32,
            CheckedOperation::Binary(Binary::ShiftLeft | Binary::ShiftRight) => 0,
            CheckedOperation::Binary(
                Binary::DivFloat | Binary::ModFloat | Binary::Pow | Binary::Atan2 | Binary::Ldexp,
            ) => other_float(usual, attempt),
            CheckedOperation::Binary(_) => pick_other(usual, &[0, u32::MAX], attempt),
            CheckedOperation::Ternary(Ternary::ClampFloat) => pick_other(usual, &[b, c], attempt),
            CheckedOperation::Ternary(Ternary::FieldInt | Ternary::FieldUint) => {
                pick_other(usual, &[0, u32::MAX], attempt)
            }
            CheckedOperation::Question(CheckCondition::ClampInt | CheckCondition::ClampUint) => a,
            // These fit into any narrow number.
            CheckedOperation::Question(
                CheckCondition::ShiftNarrow | CheckCondition::NarrowInt | CheckCondition::NarrowUint,
            ) => pick_other(usual, &[0, 1, 2], attempt),
            CheckedOperation::Question(CheckCondition::Index) => b,
            // One card cuts to the least range, another holds the number.
            CheckedOperation::Question(CheckCondition::Range) => {
                pick_other(usual, &[to_float(b).copysign(to_float(a)).to_bits(), a], attempt)
            }
            _ => other_float(usual, attempt),
        }
    }
}

/// Picks one of these outcomes that differs from the usual one, if there is any.
pub(super) fn pick_other<T: Copy + PartialEq>(usual: T, outcomes: &[T], attempt: usize) -> T {
    let others: SmallVec<[T; 4]> = outcomes.iter().copied().filter(|outcome| *outcome != usual).collect();
    let at = attempt.checked_rem(others.len());
    at.and_then(|at| others.get(at)).copied().unwrap_or(usual)
}

/// Picks another float, one that shows in later calculations and comparisons.
fn other_float(usual: u32, attempt: usize) -> u32 {
    let outcomes: &[f32] =
        if to_float(usual).is_nan() { &[LARGE_FLOAT, -SMALL_FLOAT] } else { &[f32::NAN, 0.0, LARGE_FLOAT] };
    pick_other(to_float(usual), outcomes, attempt).to_bits()
}

/// A float above the usual bounds of comparisons, and still in the range of `int`.
pub(super) const LARGE_FLOAT: f32 = 65_536.0;

/// Its negative is below zero, and nearly zero.
pub(super) const SMALL_FLOAT: f32 = 1.0 / 1_048_576.0;

impl<const W: usize> Warp<W> {
    /// Finds lanes whose result will be undefined.
    #[inline(always)]
    pub(super) fn find_undefined_unary<O: Observe>(&self, op: Unary, a: Register) -> Option<UndefinedResult<W>> {
        if O::WANTS_STEPS && may_be_undefined_unary(op) { self.check_unary_lanes(op, a) } else { None }
    }

    /// Finds lanes whose result will be undefined.
    #[inline(always)]
    pub(super) fn find_undefined_binary<O: Observe>(
        &self,
        op: Binary,
        a: Register,
        b: Register,
    ) -> Option<UndefinedResult<W>> {
        if O::WANTS_STEPS && may_be_undefined_binary(op) { self.check_binary_lanes(op, a, b) } else { None }
    }

    /// Finds lanes whose result will be undefined.
    #[inline(always)]
    pub(super) fn find_undefined_ternary<O: Observe>(
        &self,
        op: Ternary,
        operands: [Register; 3],
    ) -> Option<UndefinedResult<W>> {
        if O::WANTS_STEPS && may_be_undefined_ternary(op) { self.check_ternary_lanes(op, operands) } else { None }
    }

    #[inline(never)]
    fn check_unary_lanes(&self, op: Unary, a: Register) -> Option<UndefinedResult<W>> {
        use Unary::*;
        let a = self.register(a);
        let lanes = match op {
            Dx | Dy | DxFine | DyFine => self.broken_quad_lanes(),
            FloatToInt => lanes_matching(a, |a| unary_cause(FloatToInt, a).is_some()),
            FloatToUint => lanes_matching(a, |a| unary_cause(FloatToUint, a).is_some()),
            Sqrt => lanes_matching(a, |a| unary_cause(Sqrt, a).is_some()),
            _ => lanes_matching(a, |a| unary_cause(op, a).is_some()),
        };
        self.undefined_result(CheckedOperation::Unary(op), lanes, || [*a, [0; W], [0; W]])
    }

    #[inline(never)]
    fn check_binary_lanes(&self, op: Binary, a: Register, b: Register) -> Option<UndefinedResult<W>> {
        use Binary::*;
        let a = self.register(a);
        let b = self.register(b);
        let lanes = match op {
            ShiftLeft | ShiftRight | ShiftRightInt => lanes_matching(b, |b| b >= 32),
            DivUint | RemUint => lanes_matching(b, |b| b == 0),
            DivFloat => lanes_matching_pair(a, b, |a, b| (a | b) << 1 == 0),
            DivInt => lanes_matching_pair(a, b, |a, b| binary_cause(DivInt, a, b).is_some()),
            RemInt | ModInt => lanes_matching_pair(a, b, |a, b| binary_cause(RemInt, a, b).is_some()),
            _ => lanes_matching_pair(a, b, |a, b| binary_cause(op, a, b).is_some()),
        };
        self.undefined_result(CheckedOperation::Binary(op), lanes, || [*a, *b, [0; W]])
    }

    #[inline(never)]
    fn check_ternary_lanes(&self, op: Ternary, operands: [Register; 3]) -> Option<UndefinedResult<W>> {
        let [a, b, c] = operands.map(|register| self.register(register));
        let lanes = match op {
            Ternary::FieldInt | Ternary::FieldUint => lanes_matching_pair(b, c, is_outside_word),
            Ternary::ClampFloat => lanes_matching_pair(b, c, |b, c| to_float(b) > to_float(c)),
            _ => lanes_matching_pair(a, b, |a, b| ternary_cause(op, [a, b, 0]).is_some()),
        };
        self.undefined_result(CheckedOperation::Ternary(op), lanes, || [*a, *b, *c])
    }

    /// Runs a check of watched code.
    pub(super) fn run_undefined_check<O: Observe>(&mut self, run: &mut Execution<O>, doubtful: UndefinedCheck) {
        let UndefinedCheck { question, a, b, to } = doubtful;
        let a = self.register(a);
        let mut b = *self.register(b);
        let items = b[0];
        if question == CheckCondition::Index {
            b = self.first_lane_index(a, items);
        }
        let b = &b;
        let lanes = match question {
            CheckCondition::ClampInt => lanes_matching_pair(a, b, |low, high| low as i32 > high as i32),
            CheckCondition::ClampUint => lanes_matching_pair(a, b, |low, high| low > high),
            CheckCondition::ShiftNarrow => lanes_matching_pair(a, b, |amount, bits| amount >= bits),
            CheckCondition::Index => lanes_matching_pair(a, b, |own, first| own < first || own > first && own < items),
            CheckCondition::NarrowInt | CheckCondition::NarrowUint => {
                lanes_matching_pair(a, self.register(to), |whole, kept| whole != kept)
            }
            CheckCondition::Inverse => lanes_matching(a, |determinant| determinant << 1 == 0),
            CheckCondition::Angle => lanes_matching(a, |angle| to_float(angle).abs() > std::f32::consts::PI),
            CheckCondition::Projection => lanes_matching(a, |divisor| to_float(divisor) <= 0.0),
            CheckCondition::Range => lanes_matching_pair(a, b, |number, most| to_float(number).abs() > to_float(most)),
            CheckCondition::Return | CheckCondition::RunLimit => self.frames.mask,
        };
        let doubt = self.undefined_result(CheckedOperation::Question(question), lanes, || [*a, *b, [0; W]]);
        self.settle_result(run, doubt, to);
    }

    /// Returns in all lanes the index of the first lane that is in range; each lane's own if none is.
    fn first_lane_index(&self, indices: &[u32; W], items: u32) -> [u32; W] {
        let mut lanes = lane_indices(self.frames.mask & !self.info.helpers).filter(|&lane| indices[lane] < items);
        lanes.next().map_or(*indices, |first| [indices[first]; W])
    }

    fn undefined_result(
        &self,
        of: CheckedOperation,
        lanes: u64,
        operands: impl FnOnce() -> [[u32; W]; 3],
    ) -> Option<UndefinedResult<W>> {
        let lanes = lanes & self.frames.mask;
        (lanes != 0).then(|| UndefinedResult { of, lanes, operands: operands() })
    }

    /// Reports undefined lanes after the result was written, and replaces the result if another outcome is requested.
    #[inline(always)]
    pub(super) fn settle_result<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        doubt: Option<UndefinedResult<W>>,
        to: Register,
    ) {
        if O::WANTS_STEPS
            && let Some(doubt) = doubt
        {
            self.settle_undefined(run, &doubt, to);
        }
    }

    #[cold]
    fn settle_undefined<O: Observe>(&mut self, run: &mut Execution<O>, doubt: &UndefinedResult<W>, to: Register) {
        let mut left = doubt.lanes & !self.info.helpers;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let Some(cause) = doubt.lane_cause(first) else { break };
            let same = lane_indices(left).filter(|&lane| doubt.lane_cause(lane) == Some(cause));
            let lanes = same.fold(0, |lanes, lane| lanes | 1 << lane);
            // A bit field has its offset and its bits in other operands.
            let operands = match (doubt.of, doubt.lane_operands(first)) {
                (CheckedOperation::Binary(Binary::FieldMask), [offset, bits, _]) => [0, offset, bits],
                (CheckedOperation::Question(CheckCondition::ShiftNarrow), [amount, ..]) => [0, amount, 0],
                (CheckedOperation::Question(CheckCondition::NarrowInt | CheckCondition::NarrowUint), [_, float, _]) => {
                    [float, 0, 0]
                }
                (_, words) => words,
            };
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Undefined { at, cause, lanes, operands });
            left &= !lanes;
        }
        if let Some(attempt) = self.requested_outcome(run) {
            let usual = *self.register(to);
            let place = self.register_mut(to);
            lane_indices(doubt.lanes).for_each(|lane| place[lane] = doubt.other_outcome(lane, usual[lane], attempt));
        }
    }

    /// Returns the index of the outcome requested for this instruction, if any.
    pub(super) fn requested_outcome<O: Observe>(&self, run: &Execution<O>) -> Option<usize> {
        let here = UndefinedOperation { stage: run.assembly.stage, pc: run.pc };
        run.context.other.filter(|other| other.of == here).map(|other| other.attempt)
    }

    /// Active lanes whose quad is not fully active, or has lost a fragment.
    pub(super) fn broken_quad_lanes(&self) -> u64 {
        let there = self.frames.mask & !self.frames.killed;
        (0..W as u32 / 4).fold(0, |parted, quad| {
            let lanes = 15 << (4 * quad);
            if there & lanes == lanes { parted } else { parted | self.frames.mask & lanes }
        })
    }
}
