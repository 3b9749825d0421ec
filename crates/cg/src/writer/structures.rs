//! Structs: their members' types and names.

use super::Writer;
use super::value::Value;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind, Length, Name, Semantic, Variable};
use crate::token::Place;
use crate::types::{Base, Type};
use std::cell::Cell;
use std::rc::Rc;

/// Most elements of an array.
const MAX_LENGTH: f64 = 65_536.0;

/// A struct of GLSL.
#[derive(Debug)]
pub(super) struct StructureInfo {
    pub made: String,
    pub members: Vec<MemberInfo>,
    pub has_samplers: bool,
    pub is_used: Cell<bool>,
}

/// A member of a struct.
#[derive(Debug, Clone)]
pub(super) struct MemberInfo {
    pub name: Name,
    pub made: String,
    pub kind: Type,
    pub semantic: Option<Semantic>,
    pub place: Place,
}

impl Writer<'_> {
    /// Finds the members' types of all structs.
    pub(super) fn register_structures(&mut self) -> CgResult<()> {
        for structure in &self.program.structures {
            let mut members = Vec::new();
            for member in &structure.members {
                let kind = self.variable_type(member)?;
                if kind == Type::Host {
                    continue;
                }
                let made = self.member_name(&member.name);
                let (name, semantic) = (member.name.clone(), member.semantic.clone());
                members.push(MemberInfo { name, made, kind, semantic, place: member.place });
            }
            let has_samplers = members.iter().any(|member| self.has_samplers(&member.kind));
            let made = self.names.make_shared(&structure.name);
            self.structures
                .push(StructureInfo { made, members, has_samplers, is_used: Cell::new(false) });
        }
        Ok(())
    }

    /// Returns a member's name in GLSL, in which keywords are taken.
    fn member_name(&mut self, own: &str) -> String {
        self.names.begin_function();
        let made = self.names.make_local(own);
        // The name of a member hides no other, so only a word of GLSL needs another one.
        self.names.begin_function();
        made
    }

    /// Returns true if samplers are in a type.
    pub(super) fn has_samplers(&self, kind: &Type) -> bool {
        match kind {
            Type::Sampler(_) => true,
            Type::Array(of, _) => self.has_samplers(of),
            Type::Struct(number) => self.structures.get(*number).is_some_and(|one| one.has_samplers),
            _ => false,
        }
    }

    /// Returns the type of a variable with its arrays' lengths.
    pub(super) fn variable_type(&mut self, variable: &Variable) -> CgResult<Type> {
        let listed = match &variable.value {
            Some(value) if matches!(variable.lengths.first(), Some(None)) => self.count_listed(variable, value)?,
            _ => None,
        };
        self.array_type(variable.kind.clone(), &variable.lengths, listed, variable.place)
    }

    /// Returns the length that the value of an array gives it. In HLSL a list is one of components, as long as they fill
    /// whole items.
    fn count_listed(&mut self, variable: &Variable, value: &Expression) -> CgResult<Option<usize>> {
        let ExpressionKind::List(parts) = &value.kind else {
            if !self.is_hlsl() {
                return Ok(None);
            }
            return Ok(match self.read_expression(value)?.kind {
                Type::Array(_, count) => Some(count),
                _ => None,
            });
        };
        if !self.is_hlsl() {
            return Ok(Some(parts.len()));
        }
        let inner = variable.lengths.get(1..).unwrap_or(&[]);
        let item = self.array_type(variable.kind.clone(), inner, None, variable.place)?;
        let wanted = self.count_components(&item);
        let found = self.count_list_components(parts)?;
        if wanted == 0 || found == 0 || !found.is_multiple_of(wanted) {
            let message = format!(
                "expected a list of {wanted} numbers for each item of '{}', found {found}; add or leave out some",
                variable.name
            );
            return Err(CgError::new(value.place, message));
        }
        Ok(Some(found / wanted))
    }

    /// Returns the number of components of all values of a list.
    fn count_list_components(&mut self, parts: &[Expression]) -> CgResult<usize> {
        let mut count = 0;
        for part in parts {
            count += match &part.kind {
                ExpressionKind::List(parts) => self.count_list_components(parts)?,
                _ => {
                    let value = self.read_expression(part)?;
                    self.count_components(&value.kind)
                }
            };
        }
        Ok(count)
    }

    /// Returns the number of components of a type.
    pub(super) fn count_components(&self, kind: &Type) -> usize {
        match kind {
            Type::Number(_, shape) => shape.component_count(),
            Type::Array(of, count) => count * self.count_components(of),
            Type::Struct(number) => {
                let members = self.value_members(*number);
                members.iter().map(|member| self.count_components(&member.kind)).sum()
            }
            _ => 0,
        }
    }

    /// Returns the array of a type, whose first length may be that of its list of values.
    pub(super) fn array_type(
        &mut self,
        of: Type,
        lengths: &[Length],
        listed: Option<usize>,
        place: Place,
    ) -> CgResult<Type> {
        let mut kind = of;
        for (number, length) in lengths.iter().enumerate().rev() {
            let count = match (length, listed.filter(|_| number == 0)) {
                (Some(length), _) => self.array_length(length)?,
                (None, Some(count)) => count,
                (None, None) => {
                    let message =
                        "an array without a length (Cg 1.2) is not read here; write its length between [ and ]";
                    return Err(CgError::new(place, message));
                }
            };
            kind = Type::Array(Rc::new(kind), count);
        }
        if lengths.len() > 1 {
            self.has_nested_arrays = true;
        }
        Ok(kind)
    }

    /// Returns the length of an array.
    fn array_length(&mut self, length: &Expression) -> CgResult<usize> {
        let value = self.read_expression(length)?;
        let number = if self.is_hlsl() { value.number.map(f64::trunc) } else { value.number };
        match number {
            Some(count) if (1.0..=MAX_LENGTH).contains(&count) && count.fract() == 0.0 => Ok(count as usize),
            Some(count) => {
                let message = format!("expected the length of an array, from 1 to {MAX_LENGTH}, found {count}");
                Err(CgError::new(length.place, message))
            }
            None => {
                let message = "the length of an array is known when the text is compiled; write a number or a const";
                Err(CgError::new(length.place, message))
            }
        }
    }

    /// Returns the declarations of the structs that are used.
    pub(super) fn declare_structures(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for structure in self.structures.iter().rev().filter(|one| one.is_used.get()) {
            let members = structure
                .members
                .iter()
                .filter(|member| !matches!(member.kind, Type::Sampler(_)));
            let mut body: String = members
                .map(|member| format!("{} {}; ", self.glsl_type(&member.kind), member.made))
                .collect();
            if body.is_empty() {
                body = "float cg_empty; ".to_string();
            }
            lines.push(format!("struct {} {{ {body}}};", structure.made));
        }
        lines.reverse();
        lines
    }

    /// Returns the value of a type whose numbers are all one.
    pub(super) fn filled_value(&mut self, kind: &Type, number: f64, place: Place) -> CgResult<Value> {
        match kind {
            Type::Number(..) => {
                let value = self.number_value(number, Base::LooseFloat, place);
                self.convert_value(value, kind)
            }
            Type::Array(of, length) => {
                let part = self.filled_value(of, number, place)?;
                let parts = vec![super::value::strip_parentheses(&part.code).to_string(); *length];
                Ok(Value::of_parts(
                    format!("{}({})", self.glsl_type(kind), parts.join(", ")),
                    kind.clone(),
                    place,
                    &[&part],
                ))
            }
            Type::Struct(index) => {
                let kinds: Vec<Type> = self.value_members(*index).into_iter().map(|member| member.kind).collect();
                let mut parts = Vec::new();
                for member in &kinds {
                    parts.push(self.filled_value(member, number, place)?);
                }
                Ok(self.build_structure(*index, parts, place))
            }
            _ => Err(CgError::new(place, format!("{} cannot be made of a number", self.describe_type(kind)))),
        }
    }

    /// Returns the members of a struct that hold values.
    pub(super) fn value_members(&self, index: usize) -> Vec<MemberInfo> {
        let members = self.structures.get(index).map_or(&[][..], |one| &one.members);
        members
            .iter()
            .filter(|member| !matches!(member.kind, Type::Sampler(_)))
            .cloned()
            .collect()
    }

    /// Builds a struct of its members' values.
    pub(super) fn build_structure(&mut self, index: usize, parts: Vec<Value>, place: Place) -> Value {
        let kind = Type::Struct(index);
        let codes: Vec<&str> = parts.iter().map(|part| super::value::strip_parentheses(&part.code)).collect();
        let list = if codes.is_empty() { "0.0".to_string() } else { codes.join(", ") };
        let code = format!("{}({list})", self.glsl_type(&kind));
        Value::of_parts(code, kind, place, &parts.iter().collect::<Vec<_>>())
    }
}
