//! Arguments of parameters that a function stores.
//!
//! Direct3D's compiler converts one whose variable is of another type: on the way in, if the function reads it, and back.
//! NVIDIA's compiler refuses it.

use super::Writer;
use super::functions::ParameterInfo;
use super::value::{Target, Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::types::Type;

/// The copies that a call makes: the statements before it, and those after it.
#[derive(Debug, Default)]
pub(super) struct ArgumentCopies {
    before: Vec<String>,
    after: Vec<String>,
}

impl Writer<'_> {
    /// Returns the variable that a parameter is stored in, which may be a copy of another type.
    pub(super) fn stored_argument(
        &mut self,
        value: Value,
        parameter: &ParameterInfo,
        copies: &mut ArgumentCopies,
    ) -> CgResult<String> {
        let is_same = is_same_variable(&value.kind, &parameter.kind);
        let is_copied = match value.target {
            Target::Variable { .. } => !is_same && self.is_hlsl(),
            Target::Elements { .. } => is_same || self.is_hlsl(),
            _ => false,
        };
        if !is_copied || self.state.function.is_none() {
            return self.out_argument(value, &parameter.kind, &parameter.name);
        }
        if value.has_effect {
            let message = format!(
                "the argument of '{}' changes something itself, which is not translated; take it apart",
                parameter.name
            );
            return Err(CgError::new(value.place, message));
        }
        let place = value.place;
        let copy = self.declare_copy(&parameter.kind, &parameter.name);
        if parameter.is_in {
            let given = self.convert_value(value.clone(), &parameter.kind)?;
            copies.before.push(format!("{copy} = {}", strip_parentheses(&given.code)));
        }
        let stored = Value::new(copy.clone(), parameter.kind.clone(), place);
        copies.after.push(self.store_value(value, stored, place)?.code);
        Ok(copy)
    }

    /// Declares a variable at the begin of the function; returns its name.
    pub(super) fn declare_copy(&mut self, kind: &Type, name: &str) -> String {
        let made = self.names.make_local(&format!("{name}_copy"));
        self.names.own.insert(made.clone(), name.to_string());
        let line = format!(" {} {made};", self.glsl_type(kind));
        self.state.copies.push_str(&line);
        made
    }

    /// Returns a call with the copies before and after it, as one expression.
    pub(super) fn write_copying_call(&mut self, call: String, result: &Type, copies: ArgumentCopies) -> String {
        if copies.after.is_empty() {
            return call;
        }
        let mut parts = copies.before;
        if *result == Type::Void {
            parts.push(call);
            parts.extend(copies.after);
        } else {
            let kept = self.declare_copy(result, "result");
            parts.push(format!("{kept} = {call}"));
            parts.extend(copies.after);
            parts.push(kept);
        }
        // Two pairs: one stays where a value stands among arguments.
        format!("(({}))", parts.join(", "))
    }

    /// Returns the variable of its own type that a parameter is stored in.
    pub(crate) fn out_argument(&mut self, value: Value, kind: &Type, name: &str) -> CgResult<String> {
        if !is_same_variable(&value.kind, kind) {
            let (found, wanted) = (self.describe_type(&value.kind), self.describe_type(kind));
            let message =
                format!("the parameter '{name}' is stored, so it needs a variable of {wanted}, found {found}");
            return Err(CgError::new(value.place, message));
        }
        self.check_target(&value, value.place)?;
        match &value.target {
            Target::Variable { code, .. } => Ok(code.clone()),
            _ => {
                let message =
                    format!("elements of a matrix are not stored by the parameter '{name}'; give it a variable");
                Err(CgError::new(value.place, message))
            }
        }
    }
}

/// Returns true if a variable of one type is stored as one of the other: `int` and `uint` are one in GLSL.
fn is_same_variable(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Number(one, shape), Type::Number(other, wanted)) => {
            let is_number = shape.component_count() == 1 && wanted.component_count() == 1;
            (is_number || shape == wanted) && (one == other || one.is_whole() && other.is_whole())
        }
        _ => one == other,
    }
}
