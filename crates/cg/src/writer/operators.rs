//! Operators, and the type that both sides take.

use super::Writer;
use super::value::{Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Shape, Type};

impl Writer<'_> {
    /// Converts numbers to one type: the widest of their components' types, and the shape of those that are
    /// no scalars. Scalars stay scalars. Vectors of different sizes are cut to the shortest.
    pub(crate) fn unify_values(&mut self, values: Vec<Value>, place: Place) -> CgResult<(Vec<Value>, Base, Shape)> {
        let mut base = Base::Bool;
        let mut shape = Shape::Scalar;
        let values: Vec<Value> = values.into_iter().map(Value::settle_vector).collect();
        for value in &values {
            let Type::Number(of, own) = value.kind else {
                return Err(CgError::new(
                    value.place,
                    format!("expected a number, found {}", self.describe_type(&value.kind)),
                ));
            };
            base = wider_base(base, of);
            shape = shared_shape(shape, own).ok_or_else(|| {
                let message = format!("{} fits no other shape here", self.describe_type(&value.kind));
                CgError::new(place, message)
            })?;
        }
        let mut shared = Vec::new();
        for value in values {
            let value = self.convert_base(value, base);
            shared.push(match value.kind {
                Type::Number(_, Shape::Scalar) => value,
                _ => self.convert_value(value, &Type::Number(base, shape))?,
            });
        }
        Ok((shared, base, shape))
    }

    /// Applies an operator to one value.
    pub(super) fn unary_value(&mut self, operator: &str, value: Value, place: Place) -> CgResult<Value> {
        let value = value.settle_vector();
        let Type::Number(base, shape) = value.kind else {
            let found = self.describe_type(&value.kind);
            return Err(CgError::new(place, format!("expected a number after {operator}, found {found}")));
        };
        match operator {
            "!" => {
                self.refuse_matrix(operator, shape, place)?;
                let value = self.convert_base(value, Base::Bool);
                let code = match shape {
                    Shape::Scalar => format!("(!{})", value.code),
                    _ => format!("not({})", strip_parentheses(&value.code)),
                };
                let number = value.number.map(|number| f64::from(u8::from(number == 0.0)));
                Ok(Value { number, ..value.with_code(code, Type::Number(Base::Bool, shape)) })
            }
            "~" => {
                if !base.is_whole() {
                    let found = self.describe_type(&value.kind);
                    return Err(CgError::new(place, format!("expected int after ~, found {found}; write int(..)")));
                }
                let number = value.number.map(|number| f64::from(!(number as i32)));
                let code = format!("(~{})", value.code);
                Ok(Value { number, ..value.with_code(code, Type::Number(base, shape)) })
            }
            _ => {
                let value = if base == Base::Bool { self.convert_base(value, Base::Int) } else { value };
                let kind = value.kind.clone();
                if operator == "+" {
                    return Ok(Value { number: value.number, ..value.with_code(value.code.clone(), kind) });
                }
                if let (Some(number), Type::Number(base, Shape::Scalar)) = (value.number, &kind) {
                    return Ok(self.number_value(-number, *base, place));
                }
                Ok(value.with_code(format!("(-{})", value.code), kind))
            }
        }
    }

    fn refuse_matrix(&self, operator: &str, shape: Shape, place: Place) -> CgResult<()> {
        match shape {
            Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                let message =
                    format!("{operator} takes scalars and vectors, found a matrix; write it for each row, as m[0]");
                Err(CgError::new(place, message))
            }
            _ => Ok(()),
        }
    }

    /// Applies an operator to two values.
    pub(crate) fn binary_value(&mut self, operator: &str, left: Value, right: Value, place: Place) -> CgResult<Value> {
        let (left, right) = (left.settle_vector(), right.settle_vector());
        let right = self.match_matrix(&left, right)?;
        let (Type::Number(left_base, left_shape), Type::Number(right_base, right_shape)) = (&left.kind, &right.kind)
        else {
            let (one, other) = (self.describe_type(&left.kind), self.describe_type(&right.kind));
            return Err(CgError::new(
                place,
                format!("expected numbers on both sides of {operator}, found {one} and {other}"),
            ));
        };
        if shared_shape(*left_shape, *right_shape).is_none() {
            return Err(self.explain_shapes(operator, &left, &right, place));
        }
        match operator {
            "+" | "-" | "*" | "/" => self.arithmetic_value(operator, left, right, place),
            "%" if left_base.is_float() || right_base.is_float() => self.float_remainder(left, right, place),
            "%" | "&" | "|" | "^" | "<<" | ">>" => self.whole_value(operator, left, right, place),
            "&&" | "||" => self.logical_value(operator, left, right, place),
            _ => self.comparison_value(operator, left, right, place),
        }
    }

    /// Returns the right side of an operator of HLSL in the shape of the left side, if one is a vector and the other a matrix with as
    /// many components.
    fn match_matrix(&mut self, left: &Value, right: Value) -> CgResult<Value> {
        let (Type::Number(_, left_shape), Type::Number(base, shape)) = (&left.kind, &right.kind) else {
            return Ok(right);
        };
        let is_pair = matches!(
            (left_shape, shape),
            (Shape::Vector(4), Shape::Matrix(2, 2)) | (Shape::Matrix(2, 2), Shape::Vector(4))
        );
        if !is_pair || !self.is_hlsl() {
            return Ok(right);
        }
        let kind = Type::Number(*base, *left_shape);
        self.convert_value(right, &kind)
    }

    fn explain_shapes(&self, operator: &str, left: &Value, right: &Value, place: Place) -> CgError {
        let (one, other) = (self.describe_type(&left.kind), self.describe_type(&right.kind));
        let is_product = operator == "*"
            && (matches!(left.kind, Type::Number(_, Shape::Matrix(..)))
                || matches!(right.kind, Type::Number(_, Shape::Matrix(..))));
        let next = if is_product { "; the product of algebra is mul(.., ..)" } else { "" };
        CgError::new(place, format!("{operator} takes two of one shape, found {one} and {other}{next}"))
    }

    fn arithmetic_value(&mut self, operator: &str, left: Value, right: Value, place: Place) -> CgResult<Value> {
        let (mut values, base, shape) = self.unify_values(vec![left, right], place)?;
        let base = if base == Base::Bool { Base::Int } else { base };
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else {
            return Err(CgError::new(place, "expected two values"));
        };
        let (left, right) = (self.convert_base(left, base), self.convert_base(right, base));
        if let (Some(a), Some(b)) = (left.number, right.number)
            && let Some(number) = fold_arithmetic(operator, a, b, base)
        {
            return Ok(self.number_value(number, base, place));
        }
        if operator == "/" && base.is_whole() && right.number == Some(0.0) {
            return Err(CgError::new(right.place, "this divides a whole number by zero"));
        }
        if operator == "/"
            && base.is_whole()
            && matches!(shape, Shape::Matrix(rows, columns) if rows > 1 && columns > 1)
        {
            return Err(CgError::new(place, "the quotient of matrices of int is not translated; divide their rows"));
        }
        let is_matrix = |value: &Value| matches!(value.kind, Type::Number(_, Shape::Matrix(rows, columns)) if rows > 1 && columns > 1);
        let code = match operator {
            "*" if is_matrix(&left) && is_matrix(&right) => {
                format!("matrixCompMult({}, {})", strip_parentheses(&left.code), strip_parentheses(&right.code))
            }
            _ => format!("({} {operator} {})", left.code, right.code),
        };
        let rounded = self.round_code(code.clone(), base, shape);
        let value = Value::of_parts(rounded.clone(), Type::Number(base, shape), place, &[&left, &right]);
        Ok(Value { is_constant: value.is_constant && rounded == code, ..value })
    }

    /// Returns the remainder of floats, which only HLSL writes with `%`.
    fn float_remainder(&mut self, left: Value, right: Value, place: Place) -> CgResult<Value> {
        if !self.is_hlsl() {
            let (one, other) = (self.describe_type(&left.kind), self.describe_type(&right.kind));
            let message = format!("% takes int, found {one} and {other}; write fmod(.., ..)");
            return Err(CgError::new(place, message));
        }
        self.library_value("fmod", vec![left, right], place)
    }

    /// Applies an operator of whole numbers.
    fn whole_value(&mut self, operator: &str, left: Value, right: Value, place: Place) -> CgResult<Value> {
        let (mut values, base, shape) = self.unify_values(vec![left, right], place)?;
        if base.is_float() {
            let message = format!("{operator} takes int on both sides; write int(..) around the other");
            return Err(CgError::new(place, message));
        }
        self.refuse_matrix(operator, shape, place)?;
        let base = if base == Base::Bool { Base::Int } else { base };
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else {
            return Err(CgError::new(place, "expected two values"));
        };
        let (left, right) = (self.convert_base(left, base), self.convert_base(right, base));
        if let (Some(a), Some(b)) = (left.number, right.number)
            && let Some(number) = fold_whole(operator, a as i32, b as i32)
        {
            return Ok(self.number_value(number.into(), base, place));
        }
        let kind = Type::Number(base, shape);
        if operator != "%" {
            let code = format!("({} {operator} {})", left.code, right.code);
            return Ok(Value::of_parts(code, kind, place, &[&left, &right]));
        }
        // GLSL leaves the remainder of negative numbers open.
        let (left, right) = (self.convert_value(left, &kind)?, self.convert_value(right, &kind)?);
        let glsl = super::glsl_number(base, shape);
        self.declare_function(format!("{glsl} cg_remainder({glsl} a, {glsl} b) {{ return a - b * (a / b); }}"));
        let code = format!("cg_remainder({}, {})", strip_parentheses(&left.code), strip_parentheses(&right.code));
        Ok(Value { is_constant: false, ..Value::of_parts(code, kind, place, &[&left, &right]) })
    }

    fn logical_value(&mut self, operator: &str, left: Value, right: Value, place: Place) -> CgResult<Value> {
        let (left, right) = (self.convert_base(left, Base::Bool), self.convert_base(right, Base::Bool));
        let (mut values, _, shape) = self.unify_values(vec![left, right], place)?;
        self.refuse_matrix(operator, shape, place)?;
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else {
            return Err(CgError::new(place, "expected two values"));
        };
        let kind = Type::Number(Base::Bool, shape);
        let Shape::Vector(count) = shape else {
            let number = left.number.zip(right.number).map(|(a, b)| match operator {
                "&&" => f64::from(u8::from(a != 0.0 && b != 0.0)),
                _ => f64::from(u8::from(a != 0.0 || b != 0.0)),
            });
            let code = format!("({} {operator} {})", left.code, right.code);
            return Ok(Value { number, ..Value::of_parts(code, kind, place, &[&left, &right]) });
        };
        let (left, right) = (self.convert_value(left, &kind)?, self.convert_value(right, &kind)?);
        let name = if operator == "&&" { "cg_and" } else { "cg_or" };
        let letters = "xyzw".chars().take(count.into());
        let parts: Vec<String> = letters.map(|letter| format!("a.{letter} {operator} b.{letter}")).collect();
        self.declare_function(format!(
            "bvec{count} {name}(bvec{count} a, bvec{count} b) {{ return bvec{count}({}); }}",
            parts.join(", ")
        ));
        let code = format!("{name}({}, {})", strip_parentheses(&left.code), strip_parentheses(&right.code));
        Ok(Value { is_constant: false, ..Value::of_parts(code, kind, place, &[&left, &right]) })
    }

    fn comparison_value(&mut self, operator: &str, left: Value, right: Value, place: Place) -> CgResult<Value> {
        let (mut values, base, shape) = self.unify_values(vec![left, right], place)?;
        self.refuse_matrix(operator, shape, place)?;
        let is_order = !matches!(operator, "==" | "!=");
        let base = if base == Base::Bool && is_order { Base::Int } else { base };
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else {
            return Err(CgError::new(place, "expected two values"));
        };
        let (left, right) = (self.convert_base(left, base), self.convert_base(right, base));
        let kind = Type::Number(Base::Bool, shape);
        if shape == Shape::Scalar {
            let number = left
                .number
                .zip(right.number)
                .map(|(a, b)| f64::from(u8::from(compare_numbers(operator, a, b))));
            let code = format!("({} {operator} {})", left.code, right.code);
            return Ok(Value { number, ..Value::of_parts(code, kind, place, &[&left, &right]) });
        }
        let wide = Type::Number(base, shape);
        let (left, right) = (self.convert_value(left, &wide)?, self.convert_value(right, &wide)?);
        let name = match operator {
            "<" => "lessThan",
            ">" => "greaterThan",
            "<=" => "lessThanEqual",
            ">=" => "greaterThanEqual",
            "==" => "equal",
            _ => "notEqual",
        };
        let code = format!("{name}({}, {})", strip_parentheses(&left.code), strip_parentheses(&right.code));
        Ok(Value::of_parts(code, kind, place, &[&left, &right]))
    }
}

/// Returns the type in which an operator calculates: numbers of the text take the type of the other side.
fn wider_base(one: Base, other: Base) -> Base {
    one.max(other)
}

/// Returns the shape of an operator's result; `None` if the sides have nothing in common.
fn shared_shape(one: Shape, other: Shape) -> Option<Shape> {
    Some(match (one, other) {
        (Shape::Scalar, shape) | (shape, Shape::Scalar) => shape,
        (Shape::Vector(a), Shape::Vector(b)) => Shape::Vector(a.min(b)),
        (Shape::Matrix(a, b), Shape::Matrix(c, d)) if (a <= c && b <= d) || (c <= a && d <= b) => {
            Shape::Matrix(a.min(c), b.min(d))
        }
        // A matrix of one row or column meets a vector of its size.
        (Shape::Vector(a), Shape::Matrix(1, b) | Shape::Matrix(b, 1))
        | (Shape::Matrix(1, b) | Shape::Matrix(b, 1), Shape::Vector(a)) => Shape::with_components(a.min(b).into()),
        _ => return None,
    })
}

fn fold_arithmetic(operator: &str, a: f64, b: f64, base: Base) -> Option<f64> {
    let value = match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" if base.is_whole() && b == 0.0 => return None,
        "/" if base.is_whole() => (a / b).trunc(),
        _ => a / b,
    };
    // An overflow is left to the machine.
    let fits = !base.is_whole() || value.abs() < 2_147_483_648.0;
    (fits && value.is_finite()).then_some(value)
}

fn fold_whole(operator: &str, a: i32, b: i32) -> Option<i32> {
    Some(match operator {
        "%" => a.checked_rem(b)?,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "<<" => a.checked_shl(u32::try_from(b).ok()?)?,
        _ => a.checked_shr(u32::try_from(b).ok()?)?,
    })
}

fn compare_numbers(operator: &str, a: f64, b: f64) -> bool {
    match operator {
        "<" => a < b,
        ">" => a > b,
        "<=" => a <= b,
        ">=" => a >= b,
        "==" => a == b,
        _ => a != b,
    }
}
