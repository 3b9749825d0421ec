//! Statements.

use super::Writer;
use super::functions::Binding;
use super::value::{Value, strip_parentheses};
use crate::request::ProgramStage;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind, SwitchPart, Variable};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use std::collections::HashMap;

impl Writer<'_> {
    /// Advances to the line of a place.
    pub(super) fn advance_to(&mut self, place: Place) {
        while self.state.line < place.line {
            self.state.out.push('\n');
            self.state.line += 1;
        }
        self.state.out.push(' ');
    }

    pub(super) fn write_statements(&mut self, statements: &[Statement]) -> CgResult<()> {
        for statement in statements {
            self.write_statement(statement)?;
        }
        Ok(())
    }

    fn write_statement(&mut self, statement: &Statement) -> CgResult<()> {
        self.advance_to(statement.place);
        match &statement.kind {
            StatementKind::Empty => self.state.out.push(';'),
            StatementKind::Block(block) => {
                self.state.out.push('{');
                self.state.scopes.push(HashMap::new());
                self.write_statements(&block.statements)?;
                self.state.scopes.pop();
                self.advance_to(block.end);
                self.state.out.push('}');
            }
            StatementKind::Declare(variables) => {
                for variable in variables {
                    self.advance_to(variable.place);
                    self.declare_local(variable)?;
                }
            }
            StatementKind::Evaluate(value) => self.write_evaluation(value)?,
            StatementKind::If { condition, yes, no } => self.write_if(condition, yes, no.as_deref())?,
            StatementKind::While { condition, body } => {
                let test = self.read_condition(condition)?;
                self.state.out.push_str(&format!("while ({test})"));
                self.write_loop_body(body)?;
            }
            StatementKind::DoWhile { body, condition } => {
                self.state.out.push_str("do");
                self.write_loop_body(body)?;
                self.advance_to(condition.place);
                let test = self.read_condition(condition)?;
                self.state.out.push_str(&format!("while ({test});"));
            }
            StatementKind::For { first, condition, step, body } => {
                self.write_for(first, condition.as_ref(), step.as_ref(), body)?;
            }
            StatementKind::Switch { value, parts, end } => self.write_switch(value, parts, *end)?,
            StatementKind::Return(value) => self.write_return(value.as_ref(), statement.place)?,
            StatementKind::Break => {
                if self.state.loops + self.state.switches == 0 {
                    return Err(CgError::new(
                        statement.place,
                        "break stands in a loop or a switch, and this is in none",
                    ));
                }
                self.state.out.push_str("break;");
            }
            StatementKind::Continue => {
                if self.state.loops == 0 {
                    return Err(CgError::new(statement.place, "continue stands in a loop, and this is in none"));
                }
                self.state.out.push_str("continue;");
            }
            StatementKind::Discard(condition) => self.write_discard(condition.as_ref(), statement.place)?,
        }
        Ok(())
    }

    /// Writes an expression that is evaluated for its effect.
    fn write_evaluation(&mut self, expression: &Expression) -> CgResult<()> {
        let value = match &expression.kind {
            // The value before a step is not used, so the step may come first.
            ExpressionKind::Step { operator, value, .. } => {
                let target = self.read_expression(value)?;
                self.step_value(operator, target, true, expression.place)?
            }
            _ => self.read_expression(expression)?,
        };
        let code = strip_parentheses(&value.code);
        if !code.is_empty() {
            self.state.out.push_str(&format!("{code};"));
        }
        Ok(())
    }

    /// Declares a variable of a function.
    fn declare_local(&mut self, variable: &Variable) -> CgResult<()> {
        let qualifiers = variable.qualifiers;
        if qualifiers.is_uniform || qualifiers.is_varying {
            let message = format!(
                "'{}' is declared in a function, where uniform and varying have no meaning; leave the word out",
                variable.name
            );
            return Err(CgError::new(variable.place, message));
        }
        if qualifiers.is_in || qualifiers.is_out {
            let message = format!("in and out are for parameters; '{}' is a variable of the function", variable.name);
            return Err(CgError::new(variable.place, message));
        }
        if qualifiers.is_static && !qualifiers.is_const {
            let message =
                format!("'{}' is static in a function, which is not translated; declare it outside", variable.name);
            return Err(CgError::new(variable.place, message));
        }
        let left = (self.state.scopes.len(), variable.name.clone());
        let is_free = self.state.left_names.remove(&left);
        if !is_free && self.state.scopes.last().is_some_and(|scope| scope.contains_key(&variable.name)) {
            let message = format!("'{}' is declared in this block already; rename one", variable.name);
            return Err(CgError::new(variable.place, message));
        }
        let kind = self.variable_type(variable)?;
        let binding = match (&kind, &variable.value) {
            (Type::Sampler(_), value) => self.declare_sampler_alias(variable, value.as_ref())?,
            (Type::Host, _) => {
                return Err(CgError::new(
                    variable.place,
                    "textures and texts of effects are declared outside of functions",
                ));
            }
            (_, Some(value)) => {
                let value = self.read_initializer(value, &kind)?;
                let path = value.path.clone().filter(|_| self.has_samplers(&kind));
                let made = self.names.make_local(&variable.name);
                let code = strip_parentheses(&value.code);
                let line = format!("{} {made} = {code};", self.glsl_type(&kind));
                self.state.out.push_str(&line);
                let number = value.number.filter(|_| qualifiers.is_const);
                Binding::Variable { made, kind, is_const: qualifiers.is_const, number, path }
            }
            (_, None) => {
                if qualifiers.is_const {
                    let message = format!("the const '{}' has no value; add = and its value", variable.name);
                    return Err(CgError::new(variable.place, message));
                }
                let made = self.names.make_local(&variable.name);
                let line = format!("{} {made};", self.glsl_type(&kind));
                self.state.out.push_str(&line);
                Binding::Variable { made, kind, is_const: false, number: None, path: None }
            }
        };
        if let Some(scope) = self.state.scopes.last_mut() {
            scope.insert(variable.name.clone(), binding);
        }
        Ok(())
    }

    /// Makes a sampler in a function another name of the one that it begins with.
    fn declare_sampler_alias(&mut self, variable: &Variable, value: Option<&Expression>) -> CgResult<Binding> {
        let missing = || {
            let message = format!(
                "the sampler '{}' is set by the host, so it is a parameter or stands outside of functions",
                variable.name
            );
            CgError::new(variable.place, message)
        };
        let value = self.read_expression(value.ok_or_else(missing)?)?;
        let Some(slot) = value.sampler else { return Err(missing()) };
        let Type::Sampler(kind) = variable.kind else { return Err(missing()) };
        let own = self.add_sampler(value.code.clone(), variable.name.to_string(), kind);
        self.join_samplers(slot, own, variable.place)?;
        Ok(Binding::Sampler(slot))
    }

    /// Returns the code of a condition, a scalar that is true or false.
    pub(super) fn read_condition(&mut self, expression: &Expression) -> CgResult<String> {
        let value = self.read_expression(expression)?.settle_vector();
        match value.kind {
            Type::Number(_, Shape::Scalar) => {
                let test = self.convert_value(value, &Type::BOOL)?;
                Ok(strip_parentheses(&test.code).to_string())
            }
            Type::Number(_, Shape::Vector(_)) => {
                let kind = self.describe_type(&value.kind);
                let message = format!("expected a condition of one component, found {kind}; write any(..) or all(..)");
                Err(CgError::new(value.place, message))
            }
            _ => Err(self.mismatch_error(&value, &Type::BOOL)),
        }
    }

    /// Writes a statement in braces of its own.
    fn write_braced(&mut self, statement: &Statement) -> CgResult<()> {
        self.state.scopes.push(HashMap::new());
        if matches!(statement.kind, StatementKind::Block(_)) {
            self.write_statement(statement)?;
        } else {
            self.state.out.push_str(" {");
            self.write_statement(statement)?;
            self.state.out.push_str(" }");
        }
        self.state.scopes.pop();
        Ok(())
    }

    fn write_if(&mut self, condition: &Expression, yes: &Statement, no: Option<&Statement>) -> CgResult<()> {
        let test = self.read_condition(condition)?;
        self.state.out.push_str(&format!("if ({test})"));
        self.write_braced(yes)?;
        if let Some(no) = no {
            self.state.out.push_str(" else");
            self.write_braced(no)?;
        }
        Ok(())
    }

    fn write_loop_body(&mut self, body: &Statement) -> CgResult<()> {
        self.state.loops += 1;
        self.write_braced(body)?;
        self.state.loops -= 1;
        Ok(())
    }

    fn write_for(
        &mut self,
        first: &Statement,
        condition: Option<&Expression>,
        step: Option<&Expression>,
        body: &Statement,
    ) -> CgResult<()> {
        // In HLSL of Direct3D 9 what a loop declares is there behind it, too.
        let stays = self.is_hlsl();
        if stays {
            self.leave_names(first);
        } else {
            self.state.scopes.push(HashMap::new());
            self.state.out.push_str("{ ");
        }
        self.write_statement(first)?;
        let test = match condition {
            Some(condition) => self.read_condition(condition)?,
            None => String::new(),
        };
        let step = match step {
            Some(step) => self.read_step(step)?,
            None => String::new(),
        };
        self.state.out.push_str(&format!(" for (; {test}; {step})"));
        self.write_loop_body(body)?;
        if stays {
            self.leave_names(first);
        } else {
            self.state.scopes.pop();
            self.state.out.push_str(" }");
        }
        Ok(())
    }

    /// Lets the names that a loop declares be declared once more.
    fn leave_names(&mut self, first: &Statement) {
        let StatementKind::Declare(variables) = &first.kind else { return };
        let depth = self.state.scopes.len();
        for variable in variables {
            self.state.left_names.insert((depth, variable.name.clone()));
        }
    }

    /// Returns the step of a loop, whose value is not used.
    fn read_step(&mut self, expression: &Expression) -> CgResult<String> {
        let value = match &expression.kind {
            ExpressionKind::Step { operator, value, .. } => {
                let target = self.read_expression(value)?;
                self.step_value(operator, target, true, expression.place)?
            }
            ExpressionKind::Sequence { first, second } => {
                let codes = [self.read_step(first)?, self.read_step(second)?];
                return Ok(codes.join(", "));
            }
            _ => self.read_expression(expression)?,
        };
        Ok(strip_parentheses(&value.code).to_string())
    }

    fn write_switch(&mut self, value: &Expression, parts: &[SwitchPart], end: Place) -> CgResult<()> {
        let value = self.read_expression(value)?.settle_vector();
        if !matches!(value.kind, Type::Number(_, Shape::Scalar)) {
            let kind = self.describe_type(&value.kind);
            let message = format!("expected one number to switch by, found {kind}; choose a component");
            return Err(CgError::new(value.place, message));
        }
        let value = self.convert_value(value, &Type::INT)?;
        self.state
            .out
            .push_str(&format!("switch ({}) {{", strip_parentheses(&value.code)));
        self.state.scopes.push(HashMap::new());
        self.state.switches += 1;
        for part in parts {
            self.advance_to(part.place);
            for label in &part.labels {
                let Some(label) = label else {
                    self.state.out.push_str("default: ");
                    continue;
                };
                let label = self.read_expression(label)?;
                let Some(number) = label.number.filter(|number| number.fract() == 0.0) else {
                    return Err(CgError::new(label.place, "the label of case is a whole number that the text says"));
                };
                self.state.out.push_str(&format!("case {number}: "));
            }
            self.write_statements(&part.statements)?;
            if part.statements.is_empty() {
                self.state.out.push_str("break;");
            }
        }
        self.state.switches -= 1;
        self.state.scopes.pop();
        self.advance_to(end);
        self.state.out.push('}');
        Ok(())
    }

    fn write_return(&mut self, value: Option<&Expression>, place: Place) -> CgResult<()> {
        self.state.has_return = true;
        let result = self.state.result.clone().unwrap_or(Type::Void);
        match value {
            None if result == Type::Void => self.state.out.push_str("return;"),
            None => {
                let message = format!("expected a value of {} after return", self.describe_type(&result));
                return Err(CgError::new(place, message));
            }
            Some(value) if result == Type::Void => {
                let message = "the function returns void, and return has a value; leave one of both out";
                return Err(CgError::new(value.place, message));
            }
            Some(value) => {
                let value = self.read_expression(value)?;
                let value = self.convert_value(value, &result)?;
                self.state.out.push_str(&format!("return {};", strip_parentheses(&value.code)));
            }
        }
        Ok(())
    }

    fn write_discard(&mut self, condition: Option<&Expression>, place: Place) -> CgResult<()> {
        self.refuse_outside_fragments("discard", place)?;
        let Some(condition) = condition else {
            self.state.out.push_str("discard;");
            return Ok(());
        };
        let value = self.read_expression(condition)?;
        let test = self.any_component(value)?;
        self.state.out.push_str(&format!("if ({test}) discard;"));
        Ok(())
    }

    /// Returns the code that is true if a component is.
    pub(crate) fn any_component(&mut self, value: Value) -> CgResult<String> {
        let value = value.settle_vector();
        match value.kind {
            Type::Number(_, Shape::Scalar) => Ok(self.convert_base(value, Base::Bool).code),
            Type::Number(_, Shape::Vector(_)) => {
                let value = self.convert_base(value, Base::Bool);
                Ok(format!("any({})", strip_parentheses(&value.code)))
            }
            _ => Err(self.mismatch_error(&value, &Type::BOOL)),
        }
    }

    /// Refuses what only fragment programs have.
    pub(crate) fn refuse_outside_fragments(&self, word: &str, place: Place) -> CgResult<()> {
        match self.request.stage {
            ProgramStage::Fragment => Ok(()),
            ProgramStage::Vertex => {
                Err(CgError::new(place, format!("'{word}' is for fragment programs, and this is a vertex program")))
            }
        }
    }
}
