//! Expressions.

use super::Writer;
use super::value::{Target, Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use gristmill_base::nearest_names::nearest;

impl Writer<'_> {
    /// Checks an expression and returns its GLSL.
    pub(crate) fn read_expression(&mut self, expression: &Expression) -> CgResult<Value> {
        let place = expression.place;
        match &expression.kind {
            ExpressionKind::Number { value, base } => Ok(self.number_value(*value, *base, place)),
            ExpressionKind::Text => {
                Err(CgError::new(place, "a text in quotes is only for the host; a program has numbers"))
            }
            ExpressionKind::SamplerState => Err(CgError::new(place, "a sampler's state stands at its declaration")),
            ExpressionKind::Name(name) => match self.find_binding(name) {
                Some(binding) => self.binding_value(name, binding, place),
                None => Err(self.explain_no_name(name, place)),
            },
            ExpressionKind::Member { of, name } => {
                let of = self.read_expression(of)?;
                self.member_value(of, name, place)
            }
            ExpressionKind::Index { of, index } => {
                let of = self.read_expression(of)?;
                let index = self.read_expression(index)?;
                self.element_value(of, index, place)
            }
            ExpressionKind::Call { name, arguments } => self.call_value(name, arguments, place),
            ExpressionKind::Construct { kind, arguments } => self.construct_value(kind, arguments, place),
            ExpressionKind::Cast { kind, lengths, value } => {
                let value = self.read_expression(value)?;
                let kind = self.array_type(kind.clone(), lengths, None, place)?;
                self.cast_value(value, &kind, place)
            }
            ExpressionKind::Unary { operator, value } => {
                let value = self.read_expression(value)?;
                self.unary_value(operator, value, place)
            }
            ExpressionKind::Step { operator, value, is_prefix } => {
                let target = self.read_expression(value)?;
                self.step_value(operator, target, *is_prefix, place)
            }
            ExpressionKind::Binary { operator, left, right } => {
                let left = self.read_expression(left)?;
                let right = self.read_expression(right)?;
                self.binary_value(operator, left, right, place)
            }
            ExpressionKind::Assign { operator, target, value } => self.assign_value(operator, target, value, place),
            ExpressionKind::Choose { condition, yes, no } => {
                let condition = self.read_expression(condition)?;
                let yes = self.read_expression(yes)?;
                let no = self.read_expression(no)?;
                self.choose_value(condition, yes, no, place)
            }
            ExpressionKind::Sequence { first, second } => {
                let first = self.read_expression(first)?;
                let second = self.read_expression(second)?;
                // Two pairs: one stays where a value stands among arguments.
                let code = format!("(({}, {}))", first.code, second.code);
                let mut value = Value::of_parts(code, second.kind.clone(), place, &[&first, &second]);
                value.is_constant = false;
                Ok(value)
            }
            ExpressionKind::List(_) => {
                Err(CgError::new(place, "a list in braces stands after = in a declaration; elsewhere write float4(..)"))
            }
        }
    }

    /// Builds the error for a name that stands for nothing.
    fn explain_no_name(&self, name: &str, place: Place) -> CgError {
        let locals = self.state.scopes.iter().flat_map(|scope| scope.keys());
        let mut known: Vec<&str> = locals.chain(self.global_names.keys()).map(|known| &**known).collect();
        known.sort_unstable();
        known.dedup();
        let is_function = self.function_names.contains_key(name) || super::library::is_function(name);
        let next = match nearest(name, &known) {
            _ if is_function => format!("; '{name}' is a function: call it with ( )"),
            Some(near) => format!("; did you mean {near}?"),
            None if name.starts_with("gl_") => "; it is a word of GLSL: write a parameter with a semantic".to_string(),
            None if name == "glstate" => {
                "; the state of OpenGL is not read here: write a uniform parameter for each matrix".to_string()
            }
            None => "; declare it".to_string(),
        };
        CgError::new(place, format!("there is no variable '{name}'{next}"))
    }

    /// Assigns, and returns the new value.
    fn assign_value(
        &mut self,
        operator: &str,
        target: &Expression,
        value: &Expression,
        place: Place,
    ) -> CgResult<Value> {
        let target = self.read_expression(target)?;
        let value = self.read_expression(value)?;
        if let (Some(alias), Some(slot)) = (target.sampler, value.sampler) {
            return self.alias_sampler(alias, slot, place);
        }
        if operator == "=" {
            return self.store_value(target, value, place);
        }
        if target.has_effect {
            let message =
                "the target of this assignment changes something itself, which is not translated; take it apart";
            return Err(CgError::new(place, message));
        }
        let operator = operator.trim_end_matches('=');
        let sum = self.binary_value(operator, target.clone(), value, place)?;
        self.store_value(target, sum, place)
    }

    /// Stores a value; returns the assignment as an expression.
    pub(super) fn store_value(&mut self, target: Value, value: Value, place: Place) -> CgResult<Value> {
        self.check_target(&target, place)?;
        let value = self.convert_value(value, &target.kind)?;
        let code = match &target.target {
            Target::Elements { .. } => self.elements_store(&target, &value),
            Target::Variable { code, .. } => format!("({code} = {})", strip_parentheses(&value.code)),
            _ => return Err(CgError::new(place, "this cannot be assigned")),
        };
        Ok(Value { has_effect: true, ..Value::new(code, target.kind, place) })
    }

    /// Refuses what cannot be assigned; notes that a variable is written.
    pub(super) fn check_target(&mut self, target: &Value, place: Place) -> CgResult<()> {
        match &target.target {
            Target::Refused(why) => Err(CgError::new(place, format!("{why}, so it cannot be assigned"))),
            Target::Nothing => Err(CgError::new(
                place,
                "the left side is not a variable, or names a component twice; assign to a variable",
            )),
            Target::Variable { global, .. } | Target::Elements { global, .. } => {
                if let Some(global) = global.and_then(|number| self.globals.get_mut(number)) {
                    global.is_written = true;
                }
                Ok(())
            }
        }
    }

    /// Adds or subtracts one; returns the value before, or after it.
    pub(super) fn step_value(
        &mut self,
        operator: &str,
        target: Value,
        is_prefix: bool,
        place: Place,
    ) -> CgResult<Value> {
        let target = target.settle_vector();
        let Type::Number(base, shape) = target.kind else {
            return Err(CgError::new(
                place,
                format!("expected a number beside {operator}, found {}", self.describe_type(&target.kind)),
            ));
        };
        if target.has_effect {
            return Err(CgError::new(place, "the target of this step changes something itself; take it apart"));
        }
        let sign = if operator == "++" { "+" } else { "-" };
        let one = self.number_value(1.0, Base::LooseInt, place);
        if is_prefix {
            let sum = self.binary_value(sign, target.clone(), one, place)?;
            return self.store_value(target, sum, place);
        }
        self.check_target(&target, place)?;
        let Target::Variable { code, .. } = &target.target else {
            return Err(CgError::new(place, "a step of elements of a matrix is not translated; write += 1"));
        };
        let before = Value::new("before", target.kind.clone(), place);
        let sum = self.binary_value(sign, before, one, place)?;
        let sum = self.convert_value(sum, &target.kind)?;
        let glsl = super::glsl_number(base, shape);
        let name = if sign == "+" { "cg_add_one" } else { "cg_subtract_one" };
        let suffix = if matches!(base, Base::Half | Base::Fixed) { format!("_{}", base.word()) } else { String::new() };
        self.declare_function(format!(
            "{glsl} {name}{suffix}(inout {glsl} v) {{ {glsl} before = v; v = {}; return before; }}",
            strip_parentheses(&sum.code)
        ));
        Ok(Value { has_effect: true, ..Value::new(format!("{name}{suffix}({code})"), target.kind.clone(), place) })
    }

    /// Returns a value that is chosen by a condition.
    fn choose_value(&mut self, condition: Value, yes: Value, no: Value, place: Place) -> CgResult<Value> {
        let condition = condition.settle_vector();
        let Type::Number(_, test_shape) = condition.kind else {
            return Err(self.mismatch_error(&condition, &Type::BOOL));
        };
        let (yes, no) = match (&yes.kind, &no.kind) {
            (Type::Number(..), Type::Number(..)) => {
                let (mut shared, base, shape) = self.unify_values(vec![yes, no], place)?;
                let no = shared.pop().unwrap_or_else(|| condition.clone());
                let yes = shared.pop().unwrap_or_else(|| condition.clone());
                let wide = match (shape, test_shape) {
                    (Shape::Scalar, Shape::Vector(count)) => Type::Number(base, Shape::Vector(count)),
                    _ => Type::Number(base, shape),
                };
                (self.convert_value(yes, &wide)?, self.convert_value(no, &wide)?)
            }
            (one, other) if one == other && !self.has_samplers(one) => (yes, no),
            _ => {
                let (one, other) = (self.describe_type(&yes.kind), self.describe_type(&no.kind));
                return Err(CgError::new(place, format!("both values of ? need one type, found {one} and {other}")));
            }
        };
        let kind = yes.kind.clone();
        let condition = self.convert_base(condition, Base::Bool);
        let parts = [&condition, &yes, &no];
        match (test_shape, &kind) {
            (Shape::Scalar, _) => {
                let code = format!("({} ? {} : {})", condition.code, yes.code, no.code);
                Ok(Value::of_parts(code, kind, place, &parts))
            }
            (Shape::Vector(count), Type::Number(base, Shape::Vector(size))) if count == *size => {
                let name = if base.is_float() { "mix" } else { self.declare_choice(*base, count) };
                let [test, yes_code, no_code] = parts.map(|part| strip_parentheses(&part.code));
                let code = format!("{name}({no_code}, {yes_code}, {test})");
                Ok(Value { is_constant: false, ..Value::of_parts(code, kind.clone(), place, &parts) })
            }
            _ => {
                let (test, kind) = (self.describe_type(&condition.kind), self.describe_type(&kind));
                let message =
                    format!("a condition of {test} chooses between values of as many components, found {kind}");
                Err(CgError::new(place, message))
            }
        }
    }

    /// Declares the choice between vectors that are not floats.
    fn declare_choice(&mut self, base: Base, count: u8) -> &'static str {
        let kind = super::glsl_number(base, Shape::Vector(count));
        let letters = "xyzw".chars().take(count.into());
        let parts: Vec<String> = letters.map(|letter| format!("t.{letter} ? b.{letter} : a.{letter}")).collect();
        self.declare_function(format!(
            "{kind} cg_choose({kind} a, {kind} b, bvec{count} t) {{ return {kind}({}); }}",
            parts.join(", ")
        ));
        "cg_choose"
    }
}
