//! Conversions between types, and the rounding of the short ones.

use super::value::Value;
use super::{ProgramStage, ShortNumbers, Writer};
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Shape, Type};

/// Returns GLSL's type of a number.
pub(crate) fn glsl_number(base: Base, shape: Shape) -> String {
    let prefix = match base {
        Base::Bool => "b",
        _ if base.is_whole() => "i",
        _ => "",
    };
    match shape {
        Shape::Scalar | Shape::Vector(1) | Shape::Matrix(1, 1) => match base {
            Base::Bool => "bool".to_string(),
            _ if base.is_whole() => "int".to_string(),
            _ => "float".to_string(),
        },
        Shape::Vector(count) | Shape::Matrix(1, count) | Shape::Matrix(count, 1) => format!("{prefix}vec{count}"),
        // A row of ours is a column of GLSL's, so that m[i] is the same.
        Shape::Matrix(rows, columns) if rows == columns => format!("mat{rows}"),
        Shape::Matrix(rows, columns) => format!("mat{rows}x{columns}"),
    }
}

/// Returns a number of GLSL.
pub(crate) fn glsl_literal(value: f64, base: Base) -> String {
    match base {
        Base::Bool => (value != 0.0).to_string(),
        _ if base.is_whole() => match value {
            value if value <= -2_147_483_648.0 => "(-2147483647 - 1)".to_string(),
            value if value < 0.0 => format!("({})", value.trunc()),
            value if value > 4_294_967_295.0 => "2147483647".to_string(),
            // Bits of hexadecimal numbers above the largest int.
            value if value > 2_147_483_647.0 => format!("int({}u)", value.trunc()),
            value => format!("{}", value.trunc()),
        },
        _ => {
            let float = value as f32;
            match float {
                _ if float.is_infinite() && float > 0.0 => "uintBitsToFloat(0x7f800000u)".to_string(),
                _ if float.is_infinite() => "uintBitsToFloat(0xff800000u)".to_string(),
                _ if float.is_nan() => "uintBitsToFloat(0x7fc00000u)".to_string(),
                _ if float.is_sign_negative() => format!("({float:?})"),
                _ => format!("{float:?}"),
            }
        }
    }
}

/// Rounds to the nearest half, ties to even.
pub(crate) fn round_to_half(value: f64) -> f64 {
    let size = value.abs();
    if size == 0.0 || !size.is_finite() {
        return value;
    }
    let exponent = (size.to_bits() >> 52) as i32 - 1023;
    let step = f64::from_bits(((exponent.max(-14) - 10 + 1023) as u64) << 52);
    let rounded = (size / step).round_ties_even() * step;
    let rounded = if rounded > 65504.0 { f64::INFINITY } else { rounded };
    rounded.copysign(value)
}

/// Rounds to a fixed-point number of 12 bits, ten of them after the point, ties to even.
pub(crate) fn round_to_fixed(value: f64) -> f64 {
    ((value * 1024.0).round_ties_even() / 1024.0).clamp(-2.0, 2047.0 / 1024.0)
}

/// Numbers that results are rounded to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoundedNumbers {
    Halves,
    Steps,
}

impl RoundedNumbers {
    /// Returns the function that rounds to them. The cards of `fit` know it by this name, for it costs nothing there.
    fn function_name(self) -> &'static str {
        match self {
            RoundedNumbers::Halves => "cg_half",
            RoundedNumbers::Steps => "cg_fixed",
        }
    }
}

impl Writer<'_> {
    /// Returns the numbers that a type of components is rounded to; `None` if it is not.
    fn find_rounding(&self, base: Base) -> Option<RoundedNumbers> {
        if self.request.stage == ProgramStage::Vertex {
            return None;
        }
        match (base, self.request.short_numbers) {
            (Base::Half | Base::Fixed, ShortNumbers::Floats) => None,
            (Base::Fixed, ShortNumbers::HalvesAndSteps) => Some(RoundedNumbers::Steps),
            (Base::Half | Base::Fixed, _) => Some(RoundedNumbers::Halves),
            _ => None,
        }
    }

    /// Rounds a number of the text as its type does on the card.
    pub(crate) fn round_number(&self, value: f64, base: Base) -> f64 {
        match self.find_rounding(base) {
            Some(RoundedNumbers::Halves) => round_to_half(value),
            Some(RoundedNumbers::Steps) => round_to_fixed(value),
            None if base.is_float() => f64::from(value as f32),
            None => value,
        }
    }

    /// Returns a number as a value.
    pub(crate) fn number_value(&self, value: f64, base: Base, place: Place) -> Value {
        let value = self.round_number(value, base);
        Value {
            number: Some(value),
            is_constant: true,
            ..Value::new(glsl_literal(value, base), Type::Number(base, Shape::Scalar), place)
        }
    }

    /// Rounds the result of an operation to its type.
    pub(crate) fn round_code(&mut self, code: String, base: Base, shape: Shape) -> String {
        let Some(numbers) = self.find_rounding(base) else { return code };
        self.declare_rounding(numbers, shape);
        format!("{}({})", numbers.function_name(), super::value::strip_parentheses(&code))
    }

    fn declare_rounding(&mut self, numbers: RoundedNumbers, shape: Shape) {
        let kind = glsl_number(Base::Float, shape);
        let name = numbers.function_name();
        let body = match shape {
            Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                self.declare_rounding(numbers, Shape::Vector(columns));
                let rows: Vec<String> = (0..rows).map(|row| format!("{name}(v[{row}])")).collect();
                format!("{kind}({})", rows.join(", "))
            }
            _ if numbers == RoundedNumbers::Steps => {
                "clamp(roundEven(v * 1024.0) / 1024.0, -2.0, 1.9990234375)".to_string()
            }
            _ => {
                self.require_extension("GL_ARB_shading_language_packing");
                let body = match shape.component_count() {
                    1 => "unpackHalf2x16(packHalf2x16(vec2(v, 0.0))).x",
                    2 => "unpackHalf2x16(packHalf2x16(v))",
                    3 => "vec3(unpackHalf2x16(packHalf2x16(v.xy)), unpackHalf2x16(packHalf2x16(vec2(v.z, 0.0))).x)",
                    _ => "vec4(unpackHalf2x16(packHalf2x16(v.xy)), unpackHalf2x16(packHalf2x16(v.zw)))",
                };
                body.to_string()
            }
        };
        self.declare_function(format!("{kind} {name}({kind} v) {{ return {body}; }}"));
    }

    /// Returns GLSL's type of a variable.
    pub(crate) fn glsl_type(&self, kind: &Type) -> String {
        match kind {
            Type::Void | Type::Host => "void".to_string(),
            Type::Number(base, shape) => glsl_number(*base, *shape),
            Type::Sampler(kind) => kind.glsl_word().to_string(),
            Type::Struct(number) => self.structures.get(*number).map_or(String::new(), |one| {
                one.is_used.set(true);
                one.made.clone()
            }),
            Type::Array(of, length) => {
                // The lengths of an array of arrays stand in the order of the indices.
                let (mut inner, mut lengths) = (&**of, format!("[{length}]"));
                while let Type::Array(of, length) = inner {
                    lengths.push_str(&format!("[{length}]"));
                    inner = of;
                }
                format!("{}{lengths}", self.glsl_type(inner))
            }
        }
    }

    /// Converts a value to a type as an assignment does.
    pub(crate) fn convert_value(&mut self, value: Value, to: &Type) -> CgResult<Value> {
        if value.kind == *to {
            return Ok(value);
        }
        let value = value.settle_vector();
        if let Type::Number(base, Shape::Vector(1)) = *to {
            let number = self.convert_value(value, &Type::Number(base, Shape::Scalar))?;
            return Ok(Value { kind: to.clone(), ..number });
        }
        match (&value.kind, to) {
            (Type::Number(from, from_shape), Type::Number(base, shape)) => {
                let (from, from_shape, base, shape) = (*from, *from_shape, *base, *shape);
                let fit = fit_shape(from_shape, shape);
                // HLSL cuts a vector to no column.
                let is_column = matches!((from_shape, shape), (Shape::Vector(_), Shape::Matrix(2.., 1)));
                match fit.filter(|fit| !(self.is_hlsl() && is_column && *fit == ShapeFit::Cut)) {
                    Some(fit) => Ok(self.convert_number(value, (from, from_shape), (base, shape), fit)),
                    // Direct3D's compiler takes the rows of a matrix for a vector as long, and the other way round.
                    None if self.is_hlsl() && has_same_components(from_shape, shape) => {
                        let place = value.place;
                        self.cast_value(value, to, place)
                    }
                    None => Err(self.mismatch_error(&value, to)),
                }
            }
            (from, to) if self.is_hlsl() && self.has_equal_components(from, to) => self.convert_components(value, to),
            _ => Err(self.mismatch_error(&value, to)),
        }
    }

    /// Builds the error for a value of another type.
    pub(crate) fn mismatch_error(&self, value: &Value, to: &Type) -> CgError {
        let found = self.describe_type(&value.kind);
        let wanted = self.describe_type(to);
        let next = match (&value.kind, to) {
            (Type::Number(_, from), Type::Number(_, to)) if from.component_count() < to.component_count() => {
                format!("; write {wanted}(.., ..) with all its components")
            }
            _ => String::new(),
        };
        CgError::new(value.place, format!("expected {wanted}, found {found}{next}"))
    }

    /// Converts a number whose shape fits.
    fn convert_number(&mut self, value: Value, from: (Base, Shape), to: (Base, Shape), fit: ShapeFit) -> Value {
        if let (Some(number), Shape::Scalar, Shape::Scalar) = (value.number, from.1, to.1) {
            let number = match to.0 {
                Base::Bool => f64::from(u8::from(number != 0.0)),
                base if base.is_whole() => number.trunc(),
                _ => number,
            };
            return Value { has_effect: value.has_effect, ..self.number_value(number, to.0, value.place) };
        }
        let narrow_shape = if fit == ShapeFit::Cut { to.1 } else { from.1 };
        let code = match fit {
            ShapeFit::Cut => cut_code(&value.code, from.1, to.1, glsl_number(from.0, to.1)),
            _ => value.code.clone(),
        };
        let narrow =
            Value { target: value.target.clone(), ..value.with_code(code, Type::Number(from.0, narrow_shape)) };
        let mut code = match narrow_shape {
            Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                self.convert_matrix(&narrow.code, from.0, to.0, (rows, columns))
            }
            _ => narrow.code.clone(),
        };
        let mut is_constant = narrow.is_constant;
        if glsl_number(from.0, narrow_shape) != glsl_number(to.0, narrow_shape) {
            code = format!("{}({})", glsl_number(to.0, narrow_shape), super::value::strip_parentheses(&code));
        }
        if needs_rounding(from.0, to.0) {
            let rounded = self.round_code(code.clone(), to.0, narrow_shape);
            is_constant &= rounded == code;
            code = rounded;
        }
        if fit == ShapeFit::Smear {
            code = smear_code(&code, to.0, to.1);
        }
        Value { is_constant, ..value.with_code(code, Type::Number(to.0, to.1)) }
    }

    /// Converts a matrix, whose components are floats in GLSL.
    fn convert_matrix(&mut self, code: &str, from: Base, to: Base, (rows, columns): (u8, u8)) -> String {
        let kind = glsl_number(Base::Float, Shape::Matrix(rows, columns));
        let vector = format!("vec{columns}");
        let (name, row) = match to {
            Base::Bool if from != Base::Bool => ("cg_to_bool", format!("{vector}(notEqual(m[R], {vector}(0.0)))")),
            _ if to.is_whole() && from.is_float() => ("cg_to_int", "trunc(m[R])".to_string()),
            _ => return code.to_string(),
        };
        let parts: Vec<String> = (0..rows).map(|number| row.replace('R', &number.to_string())).collect();
        self.declare_function(format!("{kind} {name}({kind} m) {{ return {kind}({}); }}", parts.join(", ")));
        format!("{name}({})", super::value::strip_parentheses(code))
    }

    /// Converts only the type of the components.
    pub(crate) fn convert_base(&mut self, value: Value, base: Base) -> Value {
        match value.kind {
            Type::Number(from, shape) if from != base => {
                self.convert_number(value, (from, shape), (base, shape), ShapeFit::Same)
            }
            _ => value,
        }
    }
}

/// A conversion of one shape to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShapeFit {
    Same,
    /// A scalar for each component.
    Smear,
    /// The first components, or the upper left part.
    Cut,
}

/// Returns how a shape becomes another in an assignment; `None` if it does not.
fn fit_shape(from: Shape, to: Shape) -> Option<ShapeFit> {
    match (from, to) {
        _ if from == to => Some(ShapeFit::Same),
        (Shape::Scalar, _) => Some(ShapeFit::Smear),
        (Shape::Matrix(1, 1), Shape::Scalar) | (Shape::Matrix(1, 1), Shape::Vector(_)) => Some(ShapeFit::Smear),
        (Shape::Vector(_), Shape::Scalar) => Some(ShapeFit::Cut),
        (Shape::Vector(a), Shape::Vector(b)) => (b <= a).then_some(ShapeFit::Cut),
        (Shape::Matrix(1, a) | Shape::Matrix(a, 1), Shape::Vector(b))
        | (Shape::Vector(a), Shape::Matrix(1, b) | Shape::Matrix(b, 1)) => match a.cmp(&b) {
            std::cmp::Ordering::Equal => Some(ShapeFit::Same),
            std::cmp::Ordering::Greater => Some(ShapeFit::Cut),
            std::cmp::Ordering::Less => None,
        },
        (Shape::Matrix(..), Shape::Scalar) => Some(ShapeFit::Cut),
        (Shape::Matrix(a, b), Shape::Matrix(c, d)) => (c <= a && d <= b).then_some(ShapeFit::Cut),
        _ => None,
    }
}

/// Returns true for a vector and a matrix of as many components.
pub(crate) fn has_same_components(from: Shape, to: Shape) -> bool {
    let pair = matches!((from, to), (Shape::Vector(_), Shape::Matrix(..)) | (Shape::Matrix(..), Shape::Vector(_)));
    pair && from.component_count() == to.component_count()
}

/// Returns true if a conversion loses bits that a card's registers do not have.
fn needs_rounding(from: Base, to: Base) -> bool {
    match to {
        Base::Half => !matches!(from, Base::Half | Base::Fixed | Base::Bool),
        Base::Fixed => from != Base::Fixed,
        _ => false,
    }
}

/// Returns the code for the first components of a value.
fn cut_code(code: &str, from: Shape, to: Shape, glsl: String) -> String {
    let is_vector = |shape: Shape| !matches!(shape, Shape::Matrix(rows, columns) if rows > 1 && columns > 1);
    match (is_vector(from), to) {
        (true, _) => {
            let letters = "xyzw".get(..to.component_count().clamp(1, 4)).unwrap_or("x");
            format!("{code}.{letters}")
        }
        (false, Shape::Scalar) => format!("{code}[0][0]"),
        (false, _) if is_vector(to) => {
            let cells: Vec<String> = match to {
                Shape::Matrix(rows, 1) => (0..rows).map(|row| format!("{code}[{row}][0]")).collect(),
                _ => (0..to.component_count()).map(|column| format!("{code}[0][{column}]")).collect(),
            };
            format!("{glsl}({})", cells.join(", "))
        }
        (false, _) => format!("{glsl}({})", super::value::strip_parentheses(code)),
    }
}

/// Returns the code for a scalar in each component.
pub(crate) fn smear_code(code: &str, base: Base, to: Shape) -> String {
    let inside = super::value::strip_parentheses(code);
    match to {
        _ if to.component_count() == 1 => code.to_string(),
        Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
            let row = format!("vec{columns}({inside})");
            let rows = vec![row; rows.into()];
            format!("{}({})", glsl_number(base, to), rows.join(", "))
        }
        _ => format!("{}({inside})", glsl_number(base, to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_the_nearest() {
        for (value, half) in [
            (0.1, 0.099_975_585_937_5),
            (1.0, 1.0),
            (65_519.0, 65_504.0),
            (65_520.0, f64::INFINITY),
            (-2049.0, -2048.0),
            (2051.0, 2052.0),
            (6e-8, 5.960_464_477_539_063e-8),
            (2e-8, 0.0),
        ] {
            assert_eq!(round_to_half(value), half, "{value}");
        }
    }

    #[test]
    fn fixed_numbers_have_ten_bits_after_the_point_and_end_before_2() {
        for (value, fixed) in [(0.1, 0.099_609_375), (3.0, 1.999_023_437_5), (-5.0, -2.0), (0.5, 0.5)] {
            assert_eq!(round_to_fixed(value), fixed, "{value}");
        }
    }

    #[test]
    fn numbers_are_glsl() {
        assert_eq!(glsl_literal(1.0, Base::Float), "1.0");
        assert_eq!(glsl_literal(-0.5, Base::Float), "(-0.5)");
        assert_eq!(glsl_literal(1e39, Base::Float), "uintBitsToFloat(0x7f800000u)");
        assert_eq!(glsl_literal(3.0, Base::Int), "3");
        assert_eq!(glsl_literal(4_294_967_295.0, Base::Int), "int(4294967295u)");
    }
}
