//! Lists in braces: the first values of variables.
//!
//! NVIDIA's compiler gives each member, element and row an item of its list. In HLSL a list is one of components, however
//! its braces nest; here it is that in Cg, too, where the items are not as many as the parts.

use super::Writer;
use super::value::{Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind};
use crate::token::Place;
use crate::types::{Base, Shape, Type};

/// The values of a list, and how many were taken.
struct InitialList {
    values: Vec<Value>,
    at: usize,
}

impl Writer<'_> {
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
        if let Some(items) = self.list_items(parts, kind)? {
            return self.read_items(parts, &items, kind, expression.place);
        }
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

    /// Returns the types of the parts of a type if a list of Cg has an item for each.
    fn list_items(&mut self, parts: &[Expression], kind: &Type) -> CgResult<Option<Vec<Type>>> {
        let items = match kind {
            Type::Struct(index) => self.value_members(*index).into_iter().map(|member| member.kind).collect(),
            Type::Array(of, length) if *length == parts.len() => vec![(**of).clone(); *length],
            Type::Number(base, Shape::Matrix(rows, columns)) if *columns > 1 => {
                vec![Type::Number(*base, Shape::Vector(*columns)); (*rows).into()]
            }
            Type::Number(base, shape) => vec![Type::Number(*base, Shape::Scalar); shape.component_count()],
            _ => return Ok(None),
        };
        if self.is_hlsl() || items.len() != parts.len() {
            return Ok(None);
        }
        // A number is not widened to a vector, but for a member of a struct.
        for (part, item) in parts.iter().zip(&items) {
            let is_wide = matches!(item, Type::Array(..) | Type::Number(_, Shape::Vector(_) | Shape::Matrix(..)));
            if !is_wide || matches!(kind, Type::Struct(_)) || matches!(part.kind, ExpressionKind::List(_)) {
                continue;
            }
            if matches!(self.read_expression(part)?.kind, Type::Number(_, Shape::Scalar)) {
                return Ok(None);
            }
        }
        Ok(Some(items))
    }

    /// Returns a value of a list with an item for each part.
    fn read_items(&mut self, parts: &[Expression], items: &[Type], kind: &Type, place: Place) -> CgResult<Value> {
        let mut values = Vec::new();
        for (part, item) in parts.iter().zip(items) {
            values.push(self.read_initializer(part, item)?);
        }
        match kind {
            Type::Struct(index) => Ok(self.build_structure(*index, values, place)),
            Type::Number(base, shape) => self.construct_number(*base, *shape, values, place),
            _ => Ok(self.build_array(kind, &values, place)),
        }
    }

    fn build_array(&self, kind: &Type, parts: &[Value], place: Place) -> Value {
        let codes: Vec<&str> = parts.iter().map(|part| strip_parentheses(&part.code)).collect();
        let code = format!("{}({})", self.glsl_type(kind), codes.join(", "));
        Value::of_parts(code, kind.clone(), place, &parts.iter().collect::<Vec<_>>())
    }

    /// Collects the values of nested lists in their order.
    fn flatten_list(&mut self, parts: &[Expression], list: &mut InitialList) -> CgResult<()> {
        for part in parts {
            match &part.kind {
                ExpressionKind::List(parts) => self.flatten_list(parts, list)?,
                _ => {
                    list.values.push(self.read_expression(part)?);
                }
            }
        }
        Ok(())
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
                Ok(self.build_array(kind, &parts, place))
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
            let own = match value.kind {
                Type::Number(_, shape) => shape.component_count(),
                Type::Array(..) | Type::Struct(_) if self.is_hlsl() && !self.has_samplers(&value.kind) => usize::MAX,
                _ => {
                    let message = format!("expected a number, found {}", self.describe_type(&value.kind));
                    return Err(CgError::new(value.place, message));
                }
            };
            if own <= count - found {
                found += own;
                list.at += 1;
                parts.push(value);
                continue;
            }
            // A vector that reaches into the next part of the list is split, and so is a struct.
            let split = self.split_components(&value)?;
            list.values.splice(list.at..=list.at, split);
        }
        Ok(parts)
    }

    /// Returns the components of a value, which is evaluated once.
    pub(super) fn split_components(&mut self, value: &Value) -> CgResult<Vec<Value>> {
        if !value.has_effect {
            return Ok(self.list_components(value));
        }
        if self.state.function.is_none() {
            let message = "a call that changes something is not split here; give a variable its value first";
            return Err(CgError::new(value.place, message));
        }
        let copy = self.declare_copy(&value.kind, "list");
        let mut parts = self.list_components(&value.with_code(copy.clone(), value.kind.clone()));
        if let Some(first) = parts.first_mut() {
            first.code = first.code.replacen(&copy, &format!("({copy} = {})", value.code), 1);
        }
        Ok(parts)
    }

    /// Returns the components of a value in their order.
    fn list_components(&self, value: &Value) -> Vec<Value> {
        let code = &value.code;
        match &value.kind {
            Type::Number(base, shape) => {
                // Matrices of int and bool are floats in GLSL.
                let is_float = base.is_float() || !matches!(shape, Shape::Matrix(2.., 2..));
                let own = if is_float { "" } else { base.word() };
                self.cut_components(std::slice::from_ref(value), shape.component_count())
                    .into_iter()
                    .map(|cell| value.with_code(format!("{own}({cell})"), Type::Number(*base, Shape::Scalar)))
                    .collect()
            }
            Type::Array(of, length) => (0..*length)
                .flat_map(|item| self.list_components(&value.with_code(format!("{code}[{item}]"), (**of).clone())))
                .collect(),
            Type::Struct(index) => self
                .value_members(*index)
                .iter()
                .flat_map(|member| {
                    let part = value.with_code(format!("{code}.{}", member.made), member.kind.clone());
                    self.list_components(&part)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns true if a cast of HLSL makes a value of the first components of another: one of them is an array or a
    /// struct. Matrices are taken whole.
    pub(super) fn has_components_for(&self, from: &Type, to: &Type) -> bool {
        let is_composed = |kind: &Type| matches!(kind, Type::Array(..) | Type::Struct(_));
        let is_whole = matches!(from, Type::Number(_, Shape::Matrix(2.., 2..)))
            || matches!(to, Type::Number(_, Shape::Matrix(2.., _)));
        let (found, wanted) = (self.count_components(from), self.count_components(to));
        (is_composed(from) || is_composed(to))
            && from != to
            && !(self.has_samplers(from) || self.has_samplers(to))
            && wanted > 0
            && if is_whole { found == wanted } else { found >= wanted }
    }

    /// Returns true if HLSL assigns a value of one type to the other: both are arrays or structs with the same components.
    pub(super) fn has_equal_components(&self, from: &Type, to: &Type) -> bool {
        let (mut found, mut wanted) = (Vec::new(), Vec::new());
        self.collect_bases(from, &mut found);
        self.collect_bases(to, &mut wanted);
        let is_composed = |kind: &Type| matches!(kind, Type::Array(..) | Type::Struct(_));
        is_composed(from) && is_composed(to) && found == wanted && self.has_components_for(from, to)
    }

    fn collect_bases(&self, kind: &Type, bases: &mut Vec<Base>) {
        match kind {
            Type::Number(base, shape) => bases.extend(vec![*base; shape.component_count()]),
            Type::Array(of, length) => {
                let start = bases.len();
                self.collect_bases(of, bases);
                let own: Vec<Base> = bases.get(start..).unwrap_or(&[]).to_vec();
                for _ in 1..*length {
                    bases.extend_from_slice(&own);
                }
            }
            Type::Struct(index) => {
                for member in self.value_members(*index) {
                    self.collect_bases(&member.kind, bases);
                }
            }
            _ => {}
        }
    }

    /// Converts a value by its components, in a function of its own.
    pub(super) fn convert_components(&mut self, value: Value, to: &Type) -> CgResult<Value> {
        let source = Value::new("v", value.kind.clone(), value.place);
        let mut list = InitialList { values: self.list_components(&source), at: 0 };
        let made = self.take_initial(to, &mut list, value.place)?;
        let (from, glsl) = (self.glsl_type(&value.kind), self.glsl_type(to));
        let suffix: String = glsl.chars().filter(char::is_ascii_alphanumeric).collect();
        let body = strip_parentheses(&made.code);
        self.declare_function(format!("{glsl} cg_to_{suffix}({from} v) {{ return {body}; }}"));
        let code = format!("cg_to_{suffix}({})", strip_parentheses(&value.code));
        Ok(Value { is_constant: false, ..value.with_code(code, to.clone()) })
    }
}
