//! Detects lanes whose result GLSL leaves undefined, and provides other outcomes for them.
//!
//! Another outcome is one that some GPU produces: 0 instead of the unchanged value for a shift by 32,
//! the remainder of a floored division instead of a truncated one. If none is known, it is a conspicuous one: a NaN
//! instead of a float, a large float instead of a NaN, all bits or none.

use super::super::assembly::{Binary, Instruction, Register, Ternary, Unary};
use super::super::event::{Event, Observe};
use super::super::lanes::{each, lanes_where};
use super::super::undefined::{Cause, Doubtful, Question, UndefinedOperation};
use super::{Execution, Warp};
use smallvec::SmallVec;

/// The operation that is checked.
#[derive(Debug, Clone, Copy)]
enum Calculation {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    Question(Question),
}

/// Lanes with an undefined result, and their operands, which the result may overwrite.
pub(super) struct Doubt<const W: usize> {
    of: Calculation,
    lanes: u64,
    operands: [[u32; W]; 3],
}

/// Returns true if the result is undefined for some operands.
#[inline(always)]
fn may_be(op: Unary) -> bool {
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
fn may_be_of_two(op: Binary) -> bool {
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
fn may_be_of_three(op: Ternary) -> bool {
    matches!(op, Ternary::FieldInt | Ternary::FieldUint | Ternary::ClampFloat | Ternary::SmoothStep)
}

/// Returns true if a result of this instruction can be undefined.
pub fn may_be_undefined(instruction: &Instruction) -> bool {
    match *instruction {
        Instruction::Unary { op, .. } => may_be(op),
        Instruction::Binary { op, .. } => may_be_of_two(op),
        Instruction::Ternary { op, .. } => may_be_of_three(op),
        Instruction::Doubt(_)
        | Instruction::Wide { .. }
        | Instruction::Subgroup { .. }
        | Instruction::Sample { .. }
        | Instruction::Image { .. } => true,
        _ => false,
    }
}

fn float(word: u32) -> f32 {
    f32::from_bits(word)
}

/// Returns the cause if the result is undefined.
#[inline(always)]
fn cause(op: Unary, a: u32) -> Option<Cause> {
    use Unary::*;
    let x = float(a);
    let (undefined, cause) = match op {
        FloatToInt => (!(-2_147_483_648.0..2_147_483_648.0).contains(&x), Cause::ToInt),
        FloatToUint => (!(0.0..4_294_967_296.0).contains(&x), Cause::ToUint),
        Sqrt => (x < 0.0, Cause::Sqrt),
        InverseSqrt => (x <= 0.0, Cause::InverseSqrt),
        Log | Log2 => (x <= 0.0, Cause::Log),
        Asin => (x.abs() > 1.0, Cause::Asin),
        Acos => (x.abs() > 1.0, Cause::Acos),
        Acosh => (x < 1.0, Cause::Acosh),
        Atanh => (x.abs() >= 1.0, Cause::Atanh),
        FrexpMantissa | FrexpExponent => (!x.is_finite(), Cause::Frexp),
        // The caller restricts the lanes.
        Dx | Dy | DxFine | DyFine => (true, Cause::Derivative),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// Returns the cause if the result is undefined.
#[inline(always)]
fn cause_of_two(op: Binary, a: u32, b: u32) -> Option<Cause> {
    use Binary::*;
    let (x, y) = (float(a), float(b));
    let (undefined, cause) = match op {
        DivInt if b == 0 => (true, Cause::Division),
        DivInt => (a == 1 << 31 && b == u32::MAX, Cause::Overflow),
        DivUint => (b == 0, Cause::Division),
        RemInt | ModInt if b == 0 => (true, Cause::RemainderByZero),
        RemInt | ModInt => ((a | b) >> 31 != 0, Cause::Remainder),
        RemUint => (b == 0, Cause::RemainderByZero),
        ShiftLeft | ShiftRight | ShiftRightInt => (b >= 32, Cause::Shift),
        FieldMask => (outside(a, b), Cause::BitField),
        DivFloat => (x == 0.0 && y == 0.0, Cause::ZeroByZero),
        ModFloat => (y == 0.0, Cause::Mod),
        Pow => (x < 0.0 || x == 0.0 && y <= 0.0, Cause::Pow),
        Atan2 => (x == 0.0 && y == 0.0, Cause::Atan),
        Ldexp => (b as i32 > 128 || x.is_finite() && super::float::scale(x, b as i32).is_infinite(), Cause::Ldexp),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// Returns the cause if the result is undefined.
#[inline(always)]
fn cause_of_three(op: Ternary, [a, b, c]: [u32; 3]) -> Option<Cause> {
    let (undefined, cause) = match op {
        Ternary::FieldInt | Ternary::FieldUint => (outside(b, c), Cause::BitField),
        Ternary::ClampFloat => (float(b) > float(c), Cause::Clamp),
        Ternary::SmoothStep => (float(a) >= float(b), Cause::SmoothStep),
        _ => return None,
    };
    undefined.then_some(cause)
}

/// Returns true if a bit field exceeds its word. Negative numbers count as large ones.
fn outside(offset: u32, bits: u32) -> bool {
    offset > 32 || bits > 32 || offset + bits > 32
}

/// Mask of the lanes whose two words satisfy `such`.
#[inline(always)]
fn lanes_of_two<const W: usize>(a: &[u32; W], b: &[u32; W], such: impl Fn(u32, u32) -> bool) -> u64 {
    let mut holds = [0; W];
    for lane in 0..W {
        holds[lane] = u32::from(such(a[lane], b[lane]));
    }
    lanes_where(&holds, |holds| holds != 0)
}

impl<const W: usize> Doubt<W> {
    /// Returns the cause in one of these lanes.
    fn cause(&self, lane: usize) -> Option<Cause> {
        let [a, b, c] = self.words(lane);
        match self.of {
            Calculation::Unary(op) => cause(op, a),
            Calculation::Binary(op) => cause_of_two(op, a, b),
            Calculation::Ternary(op) => cause_of_three(op, [a, b, c]),
            Calculation::Question(Question::ClampInt | Question::ClampUint) => Some(Cause::Clamp),
            Calculation::Question(Question::ShiftNarrow) => Some(Cause::Shift),
            Calculation::Question(Question::Index) => Some(Cause::Index),
            Calculation::Question(Question::NarrowInt) => Some(Cause::ToInt),
            Calculation::Question(Question::NarrowUint) => Some(Cause::ToUint),
            Calculation::Question(Question::Inverse) => Some(Cause::Inverse),
            Calculation::Question(Question::Return) => Some(Cause::Return),
        }
    }

    fn words(&self, lane: usize) -> [u32; 3] {
        std::array::from_fn(|operand| self.operands[operand].get(lane).copied().unwrap_or(0))
    }

    /// Returns another outcome than the usual one.
    fn other(&self, lane: usize, usual: u32, attempt: usize) -> u32 {
        let [a, b, c] = self.words(lane);
        let one_of = |outcomes: &[u32]| other_than(usual, outcomes, attempt);
        match self.of {
            Calculation::Unary(Unary::FloatToInt) => {
                let x = float(a);
                one_of(&[x as i32 as u32, x as i64 as u32, 1 << 31, u32::MAX])
            }
            // Numbers above -1 truncate to 0: every GPU returns 0.
            Calculation::Unary(Unary::FloatToUint) if float(a) > -1.0 && float(a) <= 0.0 => usual,
            Calculation::Unary(Unary::FloatToUint) => one_of(&[float(a) as i64 as u32, 1 << 31, u32::MAX, 0]),
            Calculation::Unary(Unary::FrexpExponent) => one_of(&[0, u32::MAX]),
            Calculation::Binary(Binary::DivInt) if b != 0 => one_of(&[i32::MAX as u32, 0]),
            Calculation::Binary(Binary::RemInt | Binary::ModInt) if b != 0 => {
                let (a, b) = (a as i32, b as i32);
                let truncated = a.wrapping_rem(b);
                let floored = if truncated != 0 && (truncated ^ b) < 0 { truncated.wrapping_add(b) } else { truncated };
                one_of(&[truncated as u32, floored as u32])
            }
            Calculation::Binary(Binary::ShiftRightInt) => ((a as i32) >> 31) as u32,
            Calculation::Binary(Binary::ShiftLeft | Binary::ShiftRight) => 0,
            Calculation::Binary(Binary::DivFloat | Binary::ModFloat | Binary::Pow | Binary::Atan2 | Binary::Ldexp) => {
                other_float(usual, attempt)
            }
            Calculation::Binary(_) => one_of(&[0, u32::MAX]),
            Calculation::Ternary(Ternary::ClampFloat) => one_of(&[b, c]),
            Calculation::Ternary(Ternary::FieldInt | Ternary::FieldUint) => one_of(&[0, u32::MAX]),
            Calculation::Question(Question::ClampInt | Question::ClampUint) => a,
            // These fit into any narrow number.
            Calculation::Question(Question::ShiftNarrow | Question::NarrowInt | Question::NarrowUint) => {
                one_of(&[0, 1, 2])
            }
            Calculation::Question(Question::Index) => b,
            _ => other_float(usual, attempt),
        }
    }
}

/// Picks one of these outcomes that differs from the usual one, if there is any.
pub(super) fn other_than<T: Copy + PartialEq>(usual: T, outcomes: &[T], attempt: usize) -> T {
    let others: SmallVec<[T; 4]> = outcomes.iter().copied().filter(|outcome| *outcome != usual).collect();
    let at = attempt.checked_rem(others.len());
    at.and_then(|at| others.get(at)).copied().unwrap_or(usual)
}

/// Picks another float, one that shows in later calculations and comparisons.
fn other_float(usual: u32, attempt: usize) -> u32 {
    let outcomes: &[f32] = if float(usual).is_nan() { &[LARGE, -SMALL] } else { &[f32::NAN, 0.0, LARGE] };
    other_than(float(usual), outcomes, attempt).to_bits()
}

/// A float above the usual bounds of comparisons, and still in the range of `int`.
pub(super) const LARGE: f32 = 65_536.0;

/// Its negative is below zero, and nearly zero.
pub(super) const SMALL: f32 = 1.0 / 1_048_576.0;

impl<const W: usize> Warp<W> {
    /// Finds lanes whose result will be undefined.
    #[inline(always)]
    pub(super) fn doubt<O: Observe>(&self, op: Unary, a: Register) -> Option<Doubt<W>> {
        if O::HEARS_STEPS && may_be(op) { self.doubt_of_one(op, a) } else { None }
    }

    /// Finds lanes whose result will be undefined.
    #[inline(always)]
    pub(super) fn doubt_two<O: Observe>(&self, op: Binary, a: Register, b: Register) -> Option<Doubt<W>> {
        if O::HEARS_STEPS && may_be_of_two(op) { self.doubt_of_two(op, a, b) } else { None }
    }

    /// Finds lanes whose result will be undefined.
    #[inline(always)]
    pub(super) fn doubt_three<O: Observe>(&self, op: Ternary, operands: [Register; 3]) -> Option<Doubt<W>> {
        if O::HEARS_STEPS && may_be_of_three(op) { self.doubt_of_three(op, operands) } else { None }
    }

    #[inline(never)]
    fn doubt_of_one(&self, op: Unary, a: Register) -> Option<Doubt<W>> {
        use Unary::*;
        let a = self.register(a);
        let lanes = match op {
            Dx | Dy | DxFine | DyFine => self.parted(),
            FloatToInt => lanes_where(a, |a| cause(FloatToInt, a).is_some()),
            FloatToUint => lanes_where(a, |a| cause(FloatToUint, a).is_some()),
            Sqrt => lanes_where(a, |a| cause(Sqrt, a).is_some()),
            _ => lanes_where(a, |a| cause(op, a).is_some()),
        };
        self.doubted(Calculation::Unary(op), lanes, || [*a, [0; W], [0; W]])
    }

    #[inline(never)]
    fn doubt_of_two(&self, op: Binary, a: Register, b: Register) -> Option<Doubt<W>> {
        use Binary::*;
        let (a, b) = (self.register(a), self.register(b));
        let lanes = match op {
            ShiftLeft | ShiftRight | ShiftRightInt => lanes_where(b, |b| b >= 32),
            DivUint | RemUint => lanes_where(b, |b| b == 0),
            DivFloat => lanes_of_two(a, b, |a, b| (a | b) << 1 == 0),
            DivInt => lanes_of_two(a, b, |a, b| cause_of_two(DivInt, a, b).is_some()),
            RemInt | ModInt => lanes_of_two(a, b, |a, b| cause_of_two(RemInt, a, b).is_some()),
            _ => lanes_of_two(a, b, |a, b| cause_of_two(op, a, b).is_some()),
        };
        self.doubted(Calculation::Binary(op), lanes, || [*a, *b, [0; W]])
    }

    #[inline(never)]
    fn doubt_of_three(&self, op: Ternary, operands: [Register; 3]) -> Option<Doubt<W>> {
        let [a, b, c] = operands.map(|register| self.register(register));
        let lanes = match op {
            Ternary::FieldInt | Ternary::FieldUint => lanes_of_two(b, c, outside),
            Ternary::ClampFloat => lanes_of_two(b, c, |b, c| float(b) > float(c)),
            _ => lanes_of_two(a, b, |a, b| cause_of_three(op, [a, b, 0]).is_some()),
        };
        self.doubted(Calculation::Ternary(op), lanes, || [*a, *b, *c])
    }

    /// Runs a check of watched code.
    pub(super) fn question<O: Observe>(&mut self, run: &mut Execution<O>, doubtful: Doubtful) {
        let Doubtful { question, a, b, to } = doubtful;
        let (a, mut b) = (self.register(a), *self.register(b));
        let items = b[0];
        if question == Question::Index {
            b = self.index_of_first(a, items);
        }
        let b = &b;
        let lanes = match question {
            Question::ClampInt => lanes_of_two(a, b, |low, high| low as i32 > high as i32),
            Question::ClampUint => lanes_of_two(a, b, |low, high| low > high),
            Question::ShiftNarrow => lanes_of_two(a, b, |amount, bits| amount >= bits),
            Question::Index => lanes_of_two(a, b, |own, first| own < first || own > first && own < items),
            Question::NarrowInt | Question::NarrowUint => {
                lanes_of_two(a, self.register(to), |whole, kept| whole != kept)
            }
            Question::Inverse => lanes_where(a, |determinant| determinant << 1 == 0),
            Question::Return => self.frames.mask,
        };
        let doubt = self.doubted(Calculation::Question(question), lanes, || [*a, *b, [0; W]]);
        self.settle(run, doubt, to);
    }

    /// Returns in all lanes the index of the first lane that is in range; each lane's own if none is.
    fn index_of_first(&self, indices: &[u32; W], items: u32) -> [u32; W] {
        let mut lanes = each(self.frames.mask & !self.info.helpers).filter(|&lane| indices[lane] < items);
        lanes.next().map_or(*indices, |first| [indices[first]; W])
    }

    fn doubted(&self, of: Calculation, lanes: u64, operands: impl FnOnce() -> [[u32; W]; 3]) -> Option<Doubt<W>> {
        let lanes = lanes & self.frames.mask;
        (lanes != 0).then(|| Doubt { of, lanes, operands: operands() })
    }

    /// Reports undefined lanes after the result was written, and replaces the result if another outcome is requested.
    #[inline(always)]
    pub(super) fn settle<O: Observe>(&mut self, run: &mut Execution<O>, doubt: Option<Doubt<W>>, to: Register) {
        if O::HEARS_STEPS
            && let Some(doubt) = doubt
        {
            self.settle_doubt(run, &doubt, to);
        }
    }

    #[cold]
    fn settle_doubt<O: Observe>(&mut self, run: &mut Execution<O>, doubt: &Doubt<W>, to: Register) {
        let mut left = doubt.lanes & !self.info.helpers;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let Some(cause) = doubt.cause(first) else { break };
            let same = each(left).filter(|&lane| doubt.cause(lane) == Some(cause));
            let lanes = same.fold(0, |lanes, lane| lanes | 1 << lane);
            // A bit field has its offset and its bits in other operands.
            let operands = match (doubt.of, doubt.words(first)) {
                (Calculation::Binary(Binary::FieldMask), [offset, bits, _]) => [0, offset, bits],
                (Calculation::Question(Question::ShiftNarrow), [amount, ..]) => [0, amount, 0],
                (Calculation::Question(Question::NarrowInt | Question::NarrowUint), [_, float, _]) => [float, 0, 0],
                (_, words) => words,
            };
            run.say(&self.info, self.frames.mask, |at| Event::Undefined { at, cause, lanes, operands });
            left &= !lanes;
        }
        if let Some(attempt) = self.asks_for_other(run) {
            let usual = *self.register(to);
            let place = self.register_mut(to);
            each(doubt.lanes).for_each(|lane| place[lane] = doubt.other(lane, usual[lane], attempt));
        }
    }

    /// Returns the index of the outcome requested for this instruction, if any.
    pub(super) fn asks_for_other<O: Observe>(&self, run: &Execution<O>) -> Option<usize> {
        let here = UndefinedOperation { stage: run.assembly.stage, pc: run.pc };
        run.context.other.filter(|other| other.of == here).map(|other| other.attempt)
    }

    /// Active lanes whose quad is not fully active, or has lost a fragment.
    pub(super) fn parted(&self) -> u64 {
        let there = self.frames.mask & !self.frames.killed;
        (0..W as u32 / 4).fold(0, |parted, quad| {
            let lanes = 15 << (4 * quad);
            if there & lanes == lanes { parted } else { parted | self.frames.mask & lanes }
        })
    }
}
