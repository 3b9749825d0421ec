//! Values made of parts: constructors, casts, and lists in braces.

use super::Writer;
use super::value::{Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind};
use crate::token::Place;
use crate::types::{Base, Shape, Type};

impl Writer<'_> {
    /// Returns a value of a type made of arguments, as `float4(v.xy, 0, 1)`.
    pub(super) fn construct_value(&mut self, kind: &Type, arguments: &[Expression], place: Place) -> CgResult<Value> {
        let mut parts = Vec::new();
        for argument in arguments {
            parts.push(self.read_expression(argument)?);
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
    fn construct_number(&mut self, base: Base, shape: Shape, mut parts: Vec<Value>, place: Place) -> CgResult<Value> {
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
    fn cut_components(&self, parts: &[Value], count: usize) -> Vec<String> {
        let mut codes = Vec::new();
        for part in parts {
            let Type::Number(_, shape) = part.kind else { continue };
            match shape {
                Shape::Scalar => codes.push(part.code.clone()),
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
            (Type::Number(from, Shape::Vector(4)), Type::Number(base, Shape::Matrix(2, 2))) => {
                let code = format!("mat2({})", strip_parentheses(&value.code));
                let matrix = value.with_code(code, Type::Number(*from, Shape::Matrix(2, 2)));
                Ok(self.convert_base(matrix, *base))
            }
            _ => self.convert_value(Value { place, ..value }, kind),
        }
    }

    /// Returns the first value of a variable, which may be a list in braces.
    pub(super) fn read_initializer(&mut self, expression: &Expression, kind: &Type) -> CgResult<Value> {
        let ExpressionKind::List(parts) = &expression.kind else {
            let value = self.read_expression(expression)?;
            return match kind {
                Type::Array(..) | Type::Struct(_) if value.number == Some(0.0) => {
                    self.filled_value(kind, 0.0, expression.place)
                }
                _ => self.convert_value(value, kind),
            };
        };
        let mut list = InitialList { values: Vec::new(), at: 0 };
        self.flatten_list(parts, &mut list)?;
        let value = self.take_initial(kind, &mut list, expression.place)?;
        match list.values.get(list.at) {
            None => Ok(value),
            Some(left) => {
                let message =
                    format!("the list has more values than {} takes; leave this out", self.describe_type(kind));
                Err(CgError::new(left.place, message))
            }
        }
    }

    /// Collects the values of nested lists in their order.
    fn flatten_list(&mut self, parts: &[Expression], list: &mut InitialList) -> CgResult<()> {
        for part in parts {
            match &part.kind {
                ExpressionKind::List(parts) => self.flatten_list(parts, list)?,
                _ => {
                    let value = self.read_expression(part)?;
                    self.push_listed(value, list);
                }
            }
        }
        Ok(())
    }

    /// Adds a value to a list; in HLSL an array is its items.
    fn push_listed(&self, value: Value, list: &mut InitialList) {
        match &value.kind {
            Type::Array(of, count) if self.is_hlsl() && matches!(**of, Type::Number(..)) => {
                for item in 0..*count {
                    list.values
                        .push(value.with_code(format!("{}[{item}]", value.code), (**of).clone()));
                }
            }
            _ => list.values.push(value),
        }
    }

    /// Takes the values for a type from a list.
    fn take_initial(&mut self, kind: &Type, list: &mut InitialList, place: Place) -> CgResult<Value> {
        let Some(next) = list.values.get(list.at) else {
            let message = format!("the list has too few values for {}; add the rest", self.describe_type(kind));
            return Err(CgError::new(place, message));
        };
        // A value of the whole type is taken at once.
        if next.kind == *kind {
            list.at += 1;
            return Ok(next.clone());
        }
        match kind {
            Type::Array(of, length) => {
                let mut parts = Vec::new();
                for _ in 0..*length {
                    parts.push(self.take_initial(of, list, place)?);
                }
                let codes: Vec<&str> = parts.iter().map(|part| strip_parentheses(&part.code)).collect();
                let code = format!("{}({})", self.glsl_type(kind), codes.join(", "));
                Ok(Value::of_parts(code, kind.clone(), place, &parts.iter().collect::<Vec<_>>()))
            }
            Type::Struct(index) => {
                let mut parts = Vec::new();
                for member in self.value_members(*index) {
                    parts.push(self.take_initial(&member.kind, list, place)?);
                }
                Ok(self.build_structure(*index, parts, place))
            }
            Type::Number(base, Shape::Scalar) => {
                let parts = self.take_components(1, list, place)?;
                let Some(part) = parts.into_iter().next() else { return Err(CgError::new(place, "expected a value")) };
                self.convert_value(part, &Type::Number(*base, Shape::Scalar))
            }
            Type::Number(base, shape) => {
                let parts = self.take_components(shape.component_count(), list, place)?;
                self.construct_number(*base, *shape, parts, place)
            }
            _ => Err(CgError::new(place, format!("{} has no list of values", self.describe_type(kind)))),
        }
    }

    /// Takes values with as many components; the last may be left in part.
    fn take_components(&mut self, count: usize, list: &mut InitialList, place: Place) -> CgResult<Vec<Value>> {
        let mut parts = Vec::new();
        let mut found = 0;
        while found < count {
            let Some(value) = list.values.get(list.at).cloned() else {
                let message =
                    format!("the list has too few values: {count} components are expected here, found {found}");
                return Err(CgError::new(place, message));
            };
            let Type::Number(base, shape) = value.kind else {
                return Err(CgError::new(
                    value.place,
                    format!("expected a number, found {}", self.describe_type(&value.kind)),
                ));
            };
            let own = shape.component_count();
            if found + own <= count {
                found += own;
                list.at += 1;
                parts.push(value);
                continue;
            }
            // A vector that reaches into the next part of the list is split.
            let cells = self.cut_components(std::slice::from_ref(&value), own);
            let split = cells
                .into_iter()
                .map(|cell| value.with_code(cell, Type::Number(base, Shape::Scalar)));
            let split: Vec<Value> = split.collect();
            list.values.splice(list.at..=list.at, split);
        }
        Ok(parts)
    }
}

/// The values of a list, and how many were taken.
struct InitialList {
    values: Vec<Value>,
    at: usize,
}
