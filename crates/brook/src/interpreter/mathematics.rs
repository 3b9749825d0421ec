//! The functions of numbers and vectors on the host: the same bits on every machine.

use super::arithmetic::round_to_kind;
use super::memory::{Value, lane_word, word_value};
use crate::builtins::Builtin;
use crate::types::Kind;

/// Computes a function of numbers or vectors, all of one kind and size.
pub(super) fn compute_builtin(builtin: Builtin, kind: Kind, lanes: u8, arguments: &[Value]) -> Value {
    let lanes = usize::from(lanes);
    let component = |argument: usize, lane: usize| match arguments.get(argument) {
        Some(Value::Vector(words)) => word_value(words.get(lane).copied().unwrap_or(0), kind),
        Some(other) => *other,
        None => Value::Real(0.0),
    };
    let real = |argument: usize, lane: usize| match component(argument, lane) {
        Value::Real(real) => real,
        Value::Whole(whole) => whole as f64,
        _ => 0.0,
    };
    let vector = |argument: usize| (0..lanes).map(|lane| real(argument, lane)).collect::<Vec<f64>>();
    let result = |values: Vec<f64>| vector_of(&values);
    let dot = |left: &[f64], right: &[f64]| {
        left.iter()
            .zip(right)
            .fold(0.0, |sum, (a, b)| round_to_kind(Kind::Float, sum + round_to_kind(Kind::Float, a * b)))
    };
    match builtin {
        Builtin::Dot => Value::Real(dot(&vector(0), &vector(1))),
        Builtin::Length => Value::Real(round_to_kind(Kind::Float, dot(&vector(0), &vector(0)).sqrt())),
        Builtin::Distance => {
            let apart: Vec<f64> = vector(0)
                .iter()
                .zip(vector(1))
                .map(|(a, b)| round_to_kind(Kind::Float, a - b))
                .collect();
            Value::Real(round_to_kind(Kind::Float, dot(&apart, &apart).sqrt()))
        }
        Builtin::Normalize => {
            let of = vector(0);
            let length = dot(&of, &of).sqrt();
            result(of.iter().map(|x| x / length).collect())
        }
        Builtin::Reflect => {
            let (of, normal) = (vector(0), vector(1));
            let twice = 2.0 * dot(&normal, &of);
            result(of.iter().zip(normal).map(|(x, n)| x - twice * n).collect())
        }
        Builtin::Cross => {
            let cross = |i: usize, j: usize| real(0, i) * real(1, j) - real(0, j) * real(1, i);
            result(vec![cross(1, 2), cross(2, 0), cross(0, 1)])
        }
        Builtin::Any => Value::Whole(i64::from((0..lanes).any(|lane| component(0, lane) != Value::Whole(0)))),
        Builtin::All => Value::Whole(i64::from((0..lanes).all(|lane| component(0, lane) != Value::Whole(0)))),
        _ => {
            let each = |lane: usize| {
                let parts = [component(0, lane), component(1, lane), component(2, lane)];
                compute_component(builtin, kind, parts)
            };
            if lanes == 1 {
                return each(0);
            }
            let mut words = [0; 4];
            for (lane, word) in words.iter_mut().enumerate().take(lanes) {
                *word = lane_word(each(lane));
            }
            Value::Vector(words)
        }
    }
}

fn vector_of(values: &[f64]) -> Value {
    if let [only] = values {
        return Value::Real(round_to_kind(Kind::Float, *only));
    }
    let mut words = [0; 4];
    for (word, value) in words.iter_mut().zip(values) {
        *word = (*value as f32).to_bits();
    }
    Value::Vector(words)
}

/// Returns the nearest number of 0 to 1; 0 for no number.
fn unit(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

fn compute_component(builtin: Builtin, kind: Kind, parts: [Value; 3]) -> Value {
    if let [Value::Whole(a), b, c] = parts {
        let whole = |value: Value| if let Value::Whole(whole) = value { whole } else { 0 };
        return Value::Whole(match builtin {
            Builtin::Abs => a.wrapping_abs(),
            Builtin::Sign => a.signum(),
            Builtin::Min => a.min(whole(b)),
            Builtin::Max => a.max(whole(b)),
            Builtin::Clamp => a.max(whole(b)).min(whole(c)),
            _ => a,
        });
    }
    let [a, b, c] = parts.map(|part| match part {
        Value::Real(real) => real,
        Value::Whole(whole) => whole as f64,
        _ => 0.0,
    });
    let holds = |value: bool| Value::Whole(i64::from(value));
    let value = match builtin {
        Builtin::IsNan => return holds(a.is_nan()),
        Builtin::IsInf => return holds(a.is_infinite()),
        Builtin::IsFinite => return holds(a.is_finite()),
        Builtin::Sin => libm::sin(a),
        Builtin::Cos => libm::cos(a),
        Builtin::Tan => libm::tan(a),
        Builtin::Asin => libm::asin(a),
        Builtin::Acos => libm::acos(a),
        Builtin::Atan => libm::atan(a),
        Builtin::Sinh => libm::sinh(a),
        Builtin::Cosh => libm::cosh(a),
        Builtin::Tanh => libm::tanh(a),
        Builtin::Exp => libm::exp(a),
        Builtin::Exp2 => libm::exp2(a),
        Builtin::Log => libm::log(a),
        Builtin::Log2 => libm::log2(a),
        Builtin::Log10 => libm::log10(a),
        Builtin::Sqrt => a.sqrt(),
        Builtin::Rsqrt => 1.0 / a.sqrt(),
        Builtin::Floor => a.floor(),
        Builtin::Ceil => a.ceil(),
        Builtin::Round => (a + 0.5).floor(),
        Builtin::Frac => a - a.floor(),
        Builtin::Trunc => a.trunc(),
        Builtin::Abs => a.abs(),
        Builtin::Sign if a == 0.0 => 0.0,
        Builtin::Sign => a.signum(),
        Builtin::Saturate => unit(a),
        Builtin::Pow => libm::pow(a, b),
        Builtin::Fmod => libm::fmod(a, b),
        Builtin::Atan2 => libm::atan2(a, b),
        Builtin::Step => f64::from(u8::from(b >= a)),
        Builtin::Min => a.min(b),
        Builtin::Max => a.max(b),
        Builtin::Clamp => a.max(b).min(c),
        Builtin::Lerp => a + (b - a) * c,
        Builtin::Smoothstep => {
            let t = unit((c - a) / (b - a));
            t * t * (3.0 - 2.0 * t)
        }
        Builtin::Mad => a * b + c,
        _ => a,
    };
    Value::Real(round_to_kind(kind, value))
}
