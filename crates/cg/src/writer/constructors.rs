//! Values made of parts: constructors and casts.

use super::Writer;
use super::value::{Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::syntax::Expression;
use crate::token::Place;
use crate::types::{Base, Shape, Type};

impl Writer<'_> {
    /// Returns a value of a type made of arguments, as `float4(v.xy, 0, 1)`.
    pub(super) fn construct_value(&mut self, kind: &Type, arguments: &[Expression], place: Place) -> CgResult<Value> {
        let mut parts = Vec::new();
        for argument in arguments {
            let value = self.read_expression(argument)?.settle_vector();
            let is_composed = matches!(value.kind, Type::Array(..) | Type::Struct(_));
            match kind {
                Type::Number(..) if is_composed && self.is_hlsl() => parts.extend(self.split_components(&value)?),
                _ => parts.push(value),
            }
        }
        match kind {
            Type::Number(base, shape) => self.construct_number(*base, *shape, parts, place),
            Type::Struct(index) => {
                let members = self.value_members(*index);
                if members.len() != parts.len() {
                    let message = format!(
                        "{} has {} members, found {} values",
                        self.describe_type(kind),
                        members.len(),
                        parts.len()
                    );
                    return Err(CgError::new(place, message));
                }
                let mut values = Vec::new();
                for (part, member) in parts.into_iter().zip(&members) {
                    values.push(self.convert_value(part, &member.kind)?);
                }
                Ok(self.build_structure(*index, values, place))
            }
            _ => Err(CgError::new(place, format!("{} cannot be made of values", self.describe_type(kind)))),
        }
    }

    /// Returns a number made of the components of others.
    pub(super) fn construct_number(
        &mut self,
        base: Base,
        shape: Shape,
        mut parts: Vec<Value>,
        place: Place,
    ) -> CgResult<Value> {
        let kind = Type::Number(base, shape);
        if let (1, Some(only)) = (parts.len(), parts.first()) {
            // One value alone is a cast, which also cuts.
            let only = only.clone();
            let fits = matches!(only.kind, Type::Number(_, own) if own.component_count() >= shape.component_count() || own == Shape::Scalar);
            if fits {
                return self.cast_value(only, &kind, place);
            }
        }
        let mut found = 0;
        let mut codes = Vec::new();
        for part in &mut parts {
            let Type::Number(_, own) = part.kind else { return Err(self.mismatch_error(part, &kind)) };
            if found >= shape.component_count() {
                let count = shape.component_count();
                let message = format!(
                    "{} has {count} components, which the values before this one give",
                    self.describe_type(&kind)
                );
                return Err(CgError::new(part.place, message));
            }
            let rounded = self.convert_base(part.clone(), base);
            found += own.component_count();
            match own {
                Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                    codes.extend((0..rows).map(|row| format!("{}[{row}]", rounded.code)));
                }
                _ => codes.push(strip_parentheses(&rounded.code).to_string()),
            }
            *part = rounded;
        }
        // NVIDIA's compiler cuts the last value.
        if found < shape.component_count() || parts.is_empty() {
            let message =
                format!("{} has {} components, found {found}", self.describe_type(&kind), shape.component_count());
            return Err(CgError::new(place, message));
        }
        if found > shape.component_count() && self.is_hlsl() {
            let message = format!(
                "{} has {} components, found {found}; leave some out",
                self.describe_type(&kind),
                shape.component_count()
            );
            return Err(CgError::new(place, message));
        }
        if found > shape.component_count() {
            codes = self.cut_components(&parts, shape.component_count());
        }
        let code = format!("{}({})", super::glsl_number(base, shape), codes.join(", "));
        Ok(Value::of_parts(code, kind, place, &parts.iter().collect::<Vec<_>>()))
    }

    /// Returns the first components of several values.
    pub(super) fn cut_components(&self, parts: &[Value], count: usize) -> Vec<String> {
        let mut codes = Vec::new();
        for part in parts {
            let Type::Number(_, shape) = part.kind else { continue };
            match shape {
                _ if shape.component_count() == 1 => codes.push(part.code.clone()),
                Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                    codes.extend(cells.map(|(row, column)| format!("{}[{row}][{column}]", part.code)));
                }
                _ => codes.extend(
                    "xyzw"
                        .chars()
                        .take(shape.component_count())
                        .map(|letter| format!("{}.{letter}", part.code)),
                ),
            }
        }
        codes.truncate(count);
        codes
    }

    /// Returns a value of another type, as `(float3) v`.
    pub(super) fn cast_value(&mut self, value: Value, kind: &Type, place: Place) -> CgResult<Value> {
        match (&value.kind, kind) {
            (_, Type::Struct(_) | Type::Array(..)) if value.number.is_some() => {
                let number = value.number.unwrap_or(0.0);
                self.filled_value(kind, number, place)
            }
            (Type::Number(from, Shape::Matrix(rows, columns)), Type::Number(base, to))
                if *rows > 1
                    && *columns > 1
                    && usize::from(*rows) * usize::from(*columns) == to.component_count()
                    && *to != Shape::Matrix(*rows, *columns) =>
            {
                let cells = self.cut_components(std::slice::from_ref(&value), to.component_count());
                let code = format!("{}({})", super::glsl_number(*from, *to), cells.join(", "));
                let cells = value.with_code(code, Type::Number(*from, *to));
                Ok(self.convert_base(cells, *base))
            }
            (one, other) if self.is_hlsl() && self.has_components_for(one, other) => {
                self.convert_components(Value { place, ..value }, kind)
            }
            (Type::Number(from, Shape::Vector(4)), Type::Number(base, Shape::Matrix(2, 2))) => {
                let code = format!("mat2({})", strip_parentheses(&value.code));
                let matrix = value.with_code(code, Type::Number(*from, Shape::Matrix(2, 2)));
                Ok(self.convert_base(matrix, *base))
            }
            _ => self.convert_value(Value { place, ..value }, kind),
        }
    }
}
