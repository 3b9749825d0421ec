//! Arithmetic of numbers and vectors, as C computes it.

use super::memory::{Value, lane_word, word_value};
use crate::numbers::wrap_integer;
use crate::syntax::BinaryOperator;
use crate::types::Kind;

/// Computes an operation of two numbers of one kind; `None` where C divides by zero.
pub(super) fn combine_numbers(operator: BinaryOperator, kind: Kind, left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::Real(left), Value::Real(right)) => Some(combine_reals(operator, kind, left, right)),
        (Value::Whole(left), Value::Whole(right)) => combine_wholes(operator, kind, left, right),
        (Value::Address(left), Value::Address(right)) => {
            combine_wholes(operator, Kind::ULong, left as i64, right as i64)
        }
        (Value::Address(left), Value::Whole(right)) | (Value::Whole(right), Value::Address(left)) => {
            combine_wholes(operator, Kind::ULong, left as i64, right)
        }
        _ => Some(Value::Void),
    }
}

fn combine_reals(operator: BinaryOperator, kind: Kind, left: f64, right: f64) -> Value {
    let holds = |value: bool| Value::Whole(i64::from(value));
    let value = match operator {
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::Multiply => left * right,
        BinaryOperator::Divide => left / right,
        BinaryOperator::Remainder => libm::fmod(left, right),
        BinaryOperator::Less => return holds(left < right),
        BinaryOperator::Greater => return holds(left > right),
        BinaryOperator::LessEqual => return holds(left <= right),
        BinaryOperator::GreaterEqual => return holds(left >= right),
        BinaryOperator::Equal => return holds(left == right),
        BinaryOperator::NotEqual => return holds(left != right),
        _ => 0.0,
    };
    Value::Real(round_to_kind(kind, value))
}

/// Rounds a real number to its kind.
pub(super) fn round_to_kind(kind: Kind, value: f64) -> f64 {
    if kind == Kind::Double { value } else { f64::from(value as f32) }
}

fn combine_wholes(operator: BinaryOperator, kind: Kind, left: i64, right: i64) -> Option<Value> {
    let (l, r) = (left as u64, right as u64);
    let is_wide = kind == Kind::ULong;
    let less = if is_wide { l < r } else { left < right };
    let shift = (right & if kind.size() == 8 { 63 } else { 31 }) as u32;
    let value = match operator {
        BinaryOperator::Add => left.wrapping_add(right),
        BinaryOperator::Subtract => left.wrapping_sub(right),
        BinaryOperator::Multiply => left.wrapping_mul(right),
        BinaryOperator::Divide | BinaryOperator::Remainder if right == 0 => return None,
        BinaryOperator::Divide if is_wide => (l / r) as i64,
        BinaryOperator::Remainder if is_wide => (l % r) as i64,
        BinaryOperator::Divide => left.wrapping_div(right),
        BinaryOperator::Remainder => left.wrapping_rem(right),
        BinaryOperator::ShiftLeft => left.wrapping_shl(shift),
        BinaryOperator::ShiftRight if is_wide => (l >> shift) as i64,
        BinaryOperator::ShiftRight => left >> shift,
        BinaryOperator::BitAnd => left & right,
        BinaryOperator::BitOr => left | right,
        BinaryOperator::BitXor => left ^ right,
        BinaryOperator::Less => i64::from(less),
        BinaryOperator::GreaterEqual => i64::from(!less),
        BinaryOperator::Greater => i64::from(!less && left != right),
        BinaryOperator::LessEqual => i64::from(less || left == right),
        BinaryOperator::Equal => i64::from(left == right),
        BinaryOperator::NotEqual => i64::from(left != right),
        BinaryOperator::And => i64::from(left != 0 && right != 0),
        BinaryOperator::Or => i64::from(left != 0 || right != 0),
    };
    let kind = if operator.is_comparison() { Kind::Int } else { kind };
    Some(Value::Whole(wrap_integer(kind, value)))
}

/// Computes an operation component by component.
pub(super) fn combine_vectors(
    operator: BinaryOperator,
    kind: Kind,
    lanes: u8,
    left: [u32; 4],
    right: [u32; 4],
) -> Option<Value> {
    let mut words = [0; 4];
    for ((word, left), right) in words.iter_mut().zip(left).zip(right).take(usize::from(lanes)) {
        *word = lane_word(combine_numbers(operator, kind, word_value(left, kind), word_value(right, kind))?);
    }
    Some(Value::Vector(words))
}

/// Converts a number to a kind.
pub(super) fn convert_number(value: Value, from: Kind, to: Kind) -> Value {
    match (value, to) {
        (Value::Whole(whole), Kind::Float | Kind::Double) => {
            let real = if from == Kind::ULong { whole as u64 as f64 } else { whole as f64 };
            Value::Real(round_to_kind(to, real))
        }
        (Value::Whole(whole), Kind::Fixed) => Value::Real(whole as f64 / 255.0),
        (Value::Whole(whole), _) => Value::Whole(wrap_integer(to, whole)),
        (Value::Real(real), Kind::Float | Kind::Double) => Value::Real(round_to_kind(to, real)),
        (Value::Real(real), Kind::Fixed) => Value::Real(real.clamp(0.0, 1.0)),
        (Value::Real(real), Kind::Bool) => Value::Whole(i64::from(real != 0.0)),
        (Value::Real(real), Kind::ULong) if real >= 9.2e18 => Value::Whole(real as u64 as i64),
        (Value::Real(real), _) => Value::Whole(wrap_integer(to, real as i64)),
        (Value::Address(address), Kind::Bool) => Value::Whole(i64::from(address != 0)),
        (Value::Address(address), _) => Value::Whole(wrap_integer(to, address as i64)),
        (other, _) => other,
    }
}
