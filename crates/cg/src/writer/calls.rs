//! Calls: which of the functions of a name is meant, and its arguments.

use super::Writer;
use super::functions::Signature;
use super::stored_arguments::ArgumentCopies;
use super::value::{Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, Name};
use crate::token::Place;
use crate::types::{Base, SamplerKind, Shape, Type};
use gristmill_base::nearest_names::nearest;
use std::rc::Rc;

impl Writer<'_> {
    /// Returns the value of a call, of the author's function or of the library's.
    pub(super) fn call_value(&mut self, name: &Name, arguments: &[Expression], place: Place) -> CgResult<Value> {
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.read_expression(argument)?);
        }
        if !self.function_names.contains_key(name) {
            if super::library::is_function(name) {
                return self.library_value(name, values, place);
            }
            return Err(self.explain_no_function(name, place));
        }
        let chosen = self.choose_function(name, &values, place);
        if chosen.is_err() && self.is_hlsl() && super::library::is_function(name) {
            return self.library_value(name, values, place);
        }
        let (number, signature) = chosen?;
        let number = self.find_definition(number, place)?;
        self.call_function(number, &signature, values, place)
    }

    fn explain_no_function(&self, name: &str, place: Place) -> CgError {
        if let Some(sentence) = super::library::explain_absent(name) {
            return CgError::new(place, sentence);
        }
        let mut known: Vec<String> = self.function_names.keys().map(ToString::to_string).collect();
        known.extend(super::library::function_names().map(String::from));
        known.sort_unstable();
        let is_variable = self.find_binding(name).is_some();
        let next = match nearest(name, &known) {
            _ if is_variable => format!("; '{name}' is a variable"),
            Some(near) => format!("; did you mean {near}?"),
            None => "; define it above".to_string(),
        };
        CgError::new(place, format!("there is no function '{name}'{next}"))
    }

    /// Chooses the function whose parameters need the least conversion.
    fn choose_function(&mut self, name: &Name, values: &[Value], place: Place) -> CgResult<(usize, Rc<Signature>)> {
        let candidates = self.function_names.get(name).cloned().unwrap_or_default();
        let mut best: Vec<(u32, usize, Rc<Signature>)> = Vec::new();
        for number in candidates.iter().copied() {
            if self.functions.get(number).is_some_and(|info| info.function.place > place) && candidates.len() > 1 {
                continue;
            }
            let signature = self.build_signature(number)?;
            let Some(cost) = self.call_cost(&signature, values) else { continue };
            // An announcement and its definition are one function.
            if best.iter().any(|(_, _, other)| has_same_kinds(other, &signature)) {
                continue;
            }
            best.push((cost, number, signature));
        }
        best.sort_by_key(|(cost, ..)| *cost);
        let mut ranked = best.into_iter();
        let Some((cost, number, signature)) = ranked.next() else {
            return Err(self.explain_no_match(name, &candidates, values, place));
        };
        if let Some((next, ..)) = ranked.next()
            && next == cost
        {
            let message =
                format!("{} fits two functions equally well; convert an argument", self.describe_call(name, values));
            return Err(CgError::new(place, message));
        }
        if self.functions.get(number).is_some_and(|info| info.function.place > place) {
            let line = self.functions.get(number).map_or(0, |info| info.function.place.line);
            let message =
                format!("'{name}' is defined in line {line}, below this call; move it up, or announce it before");
            return Err(CgError::new(place, message));
        }
        Ok((number, signature))
    }

    fn describe_call(&self, name: &str, values: &[Value]) -> String {
        let kinds: Vec<String> = values.iter().map(|value| self.describe_type(&value.kind)).collect();
        format!("{name}({})", kinds.join(", "))
    }

    fn explain_no_match(&mut self, name: &Name, candidates: &[usize], values: &[Value], place: Place) -> CgError {
        let mut heads = Vec::new();
        for number in candidates.iter().take(4) {
            let Ok(signature) = self.build_signature(*number) else { continue };
            let kinds: Vec<String> = signature
                .parameters
                .iter()
                .map(|parameter| self.describe_type(&parameter.kind))
                .collect();
            heads.push(format!("{name}({})", kinds.join(", ")));
        }
        let message = format!("expected {}, found {}", heads.join(" or "), self.describe_call(name, values));
        CgError::new(place, message)
    }

    /// Returns how much conversion a call needs; `None` if it is impossible.
    fn call_cost(&self, signature: &Signature, values: &[Value]) -> Option<u32> {
        let fits = values.len() <= signature.parameters.len()
            && signature
                .parameters
                .iter()
                .skip(values.len())
                .all(|parameter| parameter.has_default);
        if !fits {
            return None;
        }
        let mut cost = 0;
        for (value, parameter) in values.iter().zip(&signature.parameters) {
            // In Cg a variable that is stored has the type of the parameter.
            if parameter.is_in || !self.is_hlsl() {
                cost += self.argument_cost(&value.kind, &parameter.kind)?;
            }
            if parameter.is_out && self.is_hlsl() {
                cost += self.argument_cost(&parameter.kind, &value.kind)?;
            }
        }
        Some(cost)
    }

    /// Returns how far a type is from another, in HLSL also where both have the same components.
    fn argument_cost(&self, from: &Type, to: &Type) -> Option<u32> {
        let cost = conversion_cost(from, to);
        if cost.is_some() || !self.is_hlsl() {
            return cost;
        }
        let is_same = match (from, to) {
            (Type::Number(_, one), Type::Number(_, other)) => super::has_same_components(*one, *other),
            _ => self.has_equal_components(from, to),
        };
        is_same.then_some(20_000)
    }

    /// Calls a function of the author's.
    fn call_function(
        &mut self,
        number: usize,
        signature: &Signature,
        values: Vec<Value>,
        place: Place,
    ) -> CgResult<Value> {
        let Some(info) = self.functions.get(number) else {
            return Err(CgError::new(place, "there is no such function"));
        };
        if info.made.is_empty() || Some(number) == self.entry_function() {
            let message = format!(
                "'{}' is where the program begins, so it is not called; move its statements into another",
                info.function.name
            );
            return Err(CgError::new(place, message));
        }
        let (made, function) = (info.made.clone(), info.function);
        self.note_call(number, place);
        let slots = self.parameter_samplers(number)?;
        let mut slots = slots.into_iter();
        let mut values = values;
        for (parameter, written) in signature.parameters.iter().zip(&function.parameters).skip(values.len()) {
            let Some(default) = &written.value else { continue };
            let value = self.read_initializer(default, &parameter.kind)?;
            values.push(value);
        }
        let mut codes = Vec::new();
        let mut sampler_codes = Vec::new();
        let mut copies = ArgumentCopies::default();
        for (value, parameter) in values.into_iter().zip(&signature.parameters) {
            if let (Some(given), Type::Sampler(_)) = (value.sampler, &parameter.kind) {
                let Some(slot) = slots.next() else { continue };
                self.join_samplers(given, slot, value.place)?;
                codes.push(value.code);
                continue;
            }
            for (path, _) in self.sampler_paths(&parameter.kind) {
                let Some(slot) = slots.next() else { continue };
                let given = value
                    .path
                    .as_ref()
                    .and_then(|root| self.member_samplers.get(&format!("{root}{path}")));
                let Some(given) = given.copied() else {
                    let message = format!(
                        "the samplers of '{}' come from a struct that was copied or chosen; give the uniform itself",
                        parameter.name
                    );
                    return Err(CgError::new(value.place, message));
                };
                self.join_samplers(given, slot, value.place)?;
                sampler_codes.push(self.samplers.get(given).map_or(String::new(), |one| one.made.clone()));
            }
            codes.push(match parameter.is_out {
                true => self.stored_argument(value, parameter, &mut copies)?,
                false => strip_parentheses(&self.convert_value(value, &parameter.kind)?.code).to_string(),
            });
        }
        codes.append(&mut sampler_codes);
        let code = format!("{made}({})", codes.join(", "));
        let code = self.write_copying_call(code, &signature.result, copies);
        Ok(Value { has_effect: true, ..Value::new(code, signature.result.clone(), place) })
    }
}

/// Returns true if all parameters' types are the same.
fn has_same_kinds(one: &Signature, other: &Signature) -> bool {
    one.parameters.len() == other.parameters.len()
        && one
            .parameters
            .iter()
            .zip(&other.parameters)
            .all(|(one, other)| one.kind == other.kind)
}

/// Returns how far a type is from a parameter's; `None` if it does not become it.
fn conversion_cost(from: &Type, to: &Type) -> Option<u32> {
    let (Type::Number(from_base, from_shape), Type::Number(base, shape)) = (from, to) else {
        return match (from, to) {
            (Type::Sampler(one), Type::Sampler(other)) => {
                let fits = one == other || *one == SamplerKind::Any || *other == SamplerKind::Any;
                fits.then_some(0)
            }
            (one, other) => (one == other).then_some(0),
        };
    };
    let shape_cost = match (from_shape, shape) {
        (one, other) if one == other => 0,
        (Shape::Scalar, Shape::Vector(1)) | (Shape::Vector(1), Shape::Scalar) => 0,
        (Shape::Vector(a), Shape::Matrix(1, b) | Shape::Matrix(b, 1))
        | (Shape::Matrix(1, b) | Shape::Matrix(b, 1), Shape::Vector(a))
            if a == b =>
        {
            100
        }
        (Shape::Scalar | Shape::Vector(1), _) => 1000,
        (Shape::Vector(a), Shape::Vector(b)) if a > b => 10_000 + u32::from(a - b),
        (Shape::Vector(_) | Shape::Matrix(..), Shape::Scalar) => 10_010,
        (Shape::Matrix(a, b), Shape::Matrix(c, d)) if a >= c && b >= d => 10_000,
        _ => return None,
    };
    Some(shape_cost + base_cost(*from_base, *base))
}

/// Returns how far a component's type is from another: widening is nearer than narrowing.
fn base_cost(from: Base, to: Base) -> u32 {
    match (from, to) {
        (one, other) if one.settle_base() == other.settle_base() => 0,
        (Base::LooseFloat, Base::Half) => 1,
        (Base::LooseFloat, Base::Fixed) => 2,
        (Base::LooseInt | Base::Int | Base::Uint | Base::Bool, Base::Float) => 3,
        (one, other) if one < other => (other as u32) - (one as u32) + 3,
        (one, other) => 20 + (one as u32) - (other as u32),
    }
}
