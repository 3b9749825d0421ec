//! Matrices: products, transposes and determinants.
//!
//! A row of the author's is a column of GLSL's, so each product has its sides exchanged.

use super::{call_code, computed_value};
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use crate::writer::{Value, Writer, strip_parentheses};

/// The rows and columns of a side of a product.
#[derive(Clone, Copy)]
struct Side {
    rows: u8,
    columns: u8,
}

impl Writer<'_> {
    pub(super) fn algebra_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        if name == "mul" {
            self.expect_arguments(name, 2, &values, place)?;
            let mut values = values.into_iter();
            return match (values.next(), values.next()) {
                (Some(left), Some(right)) => self.product_value(left, right, place),
                _ => Err(CgError::new(place, "mul takes 2 arguments")),
            };
        }
        self.expect_arguments(name, 1, &values, place)?;
        let Some(value) = values.into_iter().next() else { return Err(CgError::new(place, "expected an argument")) };
        let Type::Number(base, shape) = value.kind else { return Err(self.explain_matrix(name, &value)) };
        let base = base.to_float();
        let mut value = self.convert_base(value, base);
        let shape = match (name, shape) {
            (_, Shape::Scalar) if self.is_hlsl() => Shape::Matrix(1, 1),
            ("determinant", Shape::Matrix(rows, columns)) if self.is_hlsl() => {
                let size = rows.min(columns);
                Shape::Matrix(size, size)
            }
            _ => shape,
        };
        if self.is_hlsl() {
            value = self.convert_value(value, &Type::Number(base, shape))?;
        }
        match (name, shape) {
            ("transpose", Shape::Matrix(rows, columns)) => {
                let kind = Type::Number(base, Shape::Matrix(columns, rows));
                let code = if rows > 1 && columns > 1 {
                    call_code("transpose", std::slice::from_ref(&value))
                } else {
                    value.code.clone()
                };
                Ok(computed_value(code, kind, place, &[value]))
            }
            ("determinant", Shape::Matrix(rows, columns)) if rows == columns => {
                let code =
                    if rows > 1 { call_code("determinant", std::slice::from_ref(&value)) } else { value.code.clone() };
                let code = self.round_code(code, base, Shape::Scalar);
                Ok(computed_value(code, Type::Number(base, Shape::Scalar), place, &[value]))
            }
            _ => Err(self.explain_matrix(name, &value)),
        }
    }

    fn explain_matrix(&self, name: &str, value: &Value) -> CgError {
        let wanted = if name == "determinant" { "a square matrix" } else { "a matrix" };
        CgError::new(value.place, format!("{name} takes {wanted}, found {}", self.describe_type(&value.kind)))
    }

    /// Returns the product of algebra.
    fn product_value(&mut self, left: Value, right: Value, place: Place) -> CgResult<Value> {
        let (Type::Number(left_base, left_shape), Type::Number(right_base, right_shape)) = (&left.kind, &right.kind)
        else {
            return Err(self.explain_product(&left, &right, place));
        };
        let (left_shape, right_shape) = (*left_shape, *right_shape);
        let base = (*left_base).max(*right_base).to_float();
        let (left, right) = (self.convert_base(left, base), self.convert_base(right, base));
        match (left_shape, right_shape) {
            (Shape::Scalar, _) | (_, Shape::Scalar) if self.is_hlsl() => {
                let shape = if left_shape == Shape::Scalar { right_shape } else { left_shape };
                let code = self.round_code(format!("({} * {})", left.code, right.code), base, shape);
                return Ok(computed_value(code, Type::Number(base, shape), place, &[left, right]));
            }
            (Shape::Vector(a), Shape::Vector(b)) if self.is_hlsl() => {
                let kind = Type::vector(base, a.min(b).into());
                let values = [self.convert_value(left, &kind)?, self.convert_value(right, &kind)?];
                let code = self.round_code(call_code("dot", &values), base, Shape::Scalar);
                return Ok(computed_value(code, Type::Number(base, Shape::Scalar), place, &values));
            }
            _ => {}
        }
        let is_vector = |shape: Shape| !matches!(shape, Shape::Matrix(..));
        if is_vector(left_shape) && is_vector(right_shape) {
            return Err(self.explain_product(&left, &right, place));
        }
        // A vector is a row before a matrix, and a column after one.
        let size = |shape: Shape| shape.component_count() as u8;
        let mut one = match left_shape {
            Shape::Matrix(rows, columns) => Side { rows, columns },
            other => Side { rows: 1, columns: size(other) },
        };
        let mut other = match right_shape {
            Shape::Matrix(rows, columns) => Side { rows, columns },
            other => Side { rows: size(other), columns: 1 },
        };
        let (mut left, mut right) = (left, right);
        if one.columns != other.rows {
            if !self.is_hlsl() {
                return Err(self.explain_product(&left, &right, place));
            }
            // Direct3D's compiler takes as many of both as the smaller one has.
            let inner = one.columns.min(other.rows);
            (one.columns, other.rows) = (inner, inner);
            left = self.cut_side(left, base, one, is_vector(left_shape))?;
            right = self.cut_side(right, base, other, is_vector(right_shape))?;
        }
        let shape = match (is_vector(left_shape), is_vector(right_shape)) {
            (true, _) => Shape::with_components(other.columns.into()),
            (_, true) => Shape::with_components(one.rows.into()),
            _ => Shape::Matrix(one.rows, other.columns),
        };
        let code = product_code(one, other, &left, &right);
        let code = self.round_code(code, base, shape);
        Ok(computed_value(code, Type::Number(base, shape), place, &[left, right]))
    }

    /// Returns a side of a product with fewer rows or columns.
    fn cut_side(&mut self, value: Value, base: Base, side: Side, is_vector: bool) -> CgResult<Value> {
        let kind = match is_vector {
            true => Type::vector(base, side.rows.max(side.columns).into()),
            false => Type::Number(base, Shape::Matrix(side.rows, side.columns)),
        };
        self.convert_value(value, &kind)
    }

    fn explain_product(&self, left: &Value, right: &Value, place: Place) -> CgError {
        let (one, other) = (self.describe_type(&left.kind), self.describe_type(&right.kind));
        let next = match (&left.kind, &right.kind) {
            (Type::Number(_, Shape::Vector(_)), Type::Number(_, Shape::Vector(_))) => {
                "; the product of two vectors is dot"
            }
            (Type::Number(_, Shape::Scalar), _) | (_, Type::Number(_, Shape::Scalar)) => "; write * for a number",
            _ => "; the columns of the first are as many as the rows of the second",
        };
        CgError::new(
            place,
            format!("mul takes a matrix and a matrix or vector that fits it, found {one} and {other}{next}"),
        )
    }
}

/// Returns the code of a product whose sides fit. A matrix of one row or column is a vector in GLSL.
fn product_code(one: Side, other: Side, left: &Value, right: &Value) -> String {
    let (a, b) = (&left.code, &right.code);
    let is_flat = |side: Side| side.rows == 1 || side.columns == 1;
    match (is_flat(one), is_flat(other)) {
        (false, false) => format!("({b} * {a})"),
        // A column after a matrix.
        (false, true) => format!("({b} * {a})"),
        // A row before a matrix.
        (true, false) => format!("({b} * {a})"),
        (true, true) => match (one.rows, one.columns, other.columns) {
            (1, _, 1) => format!("dot({}, {})", strip_parentheses(a), strip_parentheses(b)),
            // A number times a row, or a column times a number.
            (1, 1, _) | (_, 1, 1) => format!("({a} * {b})"),
            // A column times a row.
            _ => format!("outerProduct({}, {})", strip_parentheses(b), strip_parentheses(a)),
        },
    }
}
