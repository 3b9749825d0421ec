//! Values: expressions of GLSL with their types.

use crate::token::Place;
use crate::types::{Shape, Type};

/// An expression that was checked and written.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    /// Its GLSL; operators are in parentheses.
    pub code: String,
    pub kind: Type,
    pub place: Place,
    /// The number, if the text says it.
    pub number: Option<f64>,
    /// True if GLSL calls it a constant expression.
    pub is_constant: bool,
    pub target: Target,
    /// The sampler that it is.
    pub sampler: Option<usize>,
    /// The variable whose samplers a struct has, and the path of members.
    pub path: Option<String>,
    /// True if it changes something.
    pub has_effect: bool,
}

/// The effect of an assignment to a value.
#[derive(Debug, Clone, Default)]
pub(crate) enum Target {
    /// It cannot be assigned.
    #[default]
    Nothing,
    /// It cannot, for this reason.
    Refused(String),
    /// A variable or a part of one.
    Variable { code: String, global: Option<usize> },
    /// Some elements of a matrix.
    Elements { matrix: String, rows: u8, cells: Vec<(u8, u8)>, columns: u8, global: Option<usize> },
}

impl Value {
    pub fn new(code: impl Into<String>, kind: Type, place: Place) -> Value {
        Value {
            code: code.into(),
            kind,
            place,
            number: None,
            is_constant: false,
            target: Target::Nothing,
            sampler: None,
            path: None,
            has_effect: false,
        }
    }

    /// Returns the value as an expression of other code and another type, which cannot be assigned.
    pub fn with_code(&self, code: impl Into<String>, kind: Type) -> Value {
        Value { is_constant: self.is_constant, has_effect: self.has_effect, ..Value::new(code, kind, self.place) }
    }

    /// Returns a vector of one component as the number that it is in GLSL.
    pub fn settle_vector(mut self) -> Value {
        if let Type::Number(base, Shape::Vector(1)) = self.kind {
            self.kind = Type::Number(base, Shape::Scalar);
        }
        self
    }

    /// Returns a value made of several.
    pub fn of_parts(code: impl Into<String>, kind: Type, place: Place, parts: &[&Value]) -> Value {
        Value {
            is_constant: parts.iter().all(|part| part.is_constant),
            has_effect: parts.iter().any(|part| part.has_effect),
            ..Value::new(code, kind, place)
        }
    }
}

/// Returns code without the parentheses around all of it.
pub(crate) fn strip_parentheses(code: &str) -> &str {
    let Some(inside) = code.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return code };
    let mut depth = 0_i64;
    for letter in inside.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return code;
        }
    }
    inside
}
