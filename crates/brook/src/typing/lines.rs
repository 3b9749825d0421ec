//! Statements.

use super::{KnownLabel, Typer};
use crate::fault::{Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{Expression, FunctionKind, Statement, StatementKind};
use crate::tree::{Line, LineKind, Node};
use crate::types::{Kind, Type};
use std::collections::HashMap;

impl Typer<'_> {
    /// Types a statement.
    pub(super) fn type_line(&mut self, statement: &Statement) -> Outcome<Line> {
        let at = statement.at;
        let kind = match &statement.kind {
            StatementKind::Empty => LineKind::Empty,
            StatementKind::Block(statements, end) => {
                let lines = self.in_scope(|typer| statements.iter().map(|inner| typer.type_line(inner)).collect())?;
                LineKind::Block(lines, *end)
            }
            StatementKind::Declare(declarations) => {
                let mut lines = Vec::new();
                for declaration in declarations {
                    lines.push(self.type_declaration(declaration, false)?);
                }
                LineKind::Several(lines)
            }
            StatementKind::Evaluate(value) => LineKind::Evaluate(self.type_value(value)?),
            StatementKind::If(condition, yes, no) => {
                let condition = self.type_condition(condition)?;
                let yes = Box::new(self.type_inner(yes)?);
                let no = match no {
                    Some(no) => Some(Box::new(self.type_inner(no)?)),
                    None => None,
                };
                LineKind::If(condition, yes, no)
            }
            StatementKind::While(condition, body) => {
                let condition = self.type_condition(condition)?;
                LineKind::While(condition, Box::new(self.type_body(body)?))
            }
            StatementKind::DoWhile(body, condition) => {
                let body = Box::new(self.type_body(body)?);
                LineKind::DoWhile(body, self.type_condition(condition)?)
            }
            StatementKind::For(first, condition, step, body) => return self.type_for(first, condition, step, body, at),
            StatementKind::Switch(value, body) => self.type_switch(value, body)?,
            StatementKind::Case(_) | StatementKind::Default => {
                return refuse_text(
                    at,
                    "expected a statement, found a case outside of a switch's own block; move it there",
                );
            }
            StatementKind::Break => {
                self.check_inside(self.current.loops + self.current.switches > 0, "break", at)?;
                LineKind::Break
            }
            StatementKind::Continue => {
                self.check_inside(self.current.loops > 0, "continue", at)?;
                LineKind::Continue
            }
            StatementKind::Return(value) => LineKind::Return(self.type_return(value.as_ref(), at)?),
            StatementKind::Label(name) => LineKind::Label(self.find_label(name, None, at)?),
            StatementKind::Goto(name) => LineKind::Goto(self.find_label(name, Some(at), at)?),
            StatementKind::Discard => {
                if self.current.kind != FunctionKind::Kernel {
                    return refuse_text(at, "discard is for kernels, which leave an element as it was; use return");
                }
                LineKind::Discard
            }
        };
        Ok(Line { at, kind })
    }

    /// Returns the number of a label: of a goto if `used` has its place.
    fn find_label(&mut self, name: &str, used: Option<Position>, at: Position) -> Outcome<usize> {
        if self.in_kernel() {
            return refuse_text(at, "kernels have no goto; write a loop or an if");
        }
        let known = self.current.labels.iter().position(|label| label.name == name);
        let number = known.unwrap_or(self.current.labels.len());
        if known.is_none() {
            self.current
                .labels
                .push(KnownLabel { name: name.to_string(), is_there: false, used });
        }
        let shown = shorten_name(name);
        match self.current.labels.get_mut(number) {
            Some(label) if used.is_none() && label.is_there => {
                refuse_text(at, format!("the label {shown} is there twice; rename one"))
            }
            Some(label) => {
                label.is_there |= used.is_none();
                Ok(number)
            }
            None => Ok(number),
        }
    }

    fn in_scope<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.current.scopes.push(HashMap::new());
        let result = work(self);
        self.current.scopes.pop();
        result
    }

    fn type_inner(&mut self, statement: &Statement) -> Outcome<Line> {
        self.in_scope(|typer| typer.type_line(statement))
    }

    /// Types the body of a loop.
    fn type_body(&mut self, statement: &Statement) -> Outcome<Line> {
        self.current.loops += 1;
        let body = self.type_inner(statement);
        self.current.loops -= 1;
        body
    }

    fn type_condition(&mut self, condition: &Expression) -> Outcome<Node> {
        let node = self.type_value(condition)?;
        self.convert_condition(node)
    }

    fn check_inside(&self, is_inside: bool, word: &str, at: Position) -> Outcome<()> {
        match is_inside {
            true => Ok(()),
            false => refuse_text(at, format!("found `{word}` outside of a loop; remove it")),
        }
    }

    fn type_for(
        &mut self,
        first: &Statement,
        condition: &Option<Expression>,
        step: &Option<Expression>,
        body: &Statement,
        at: Position,
    ) -> Outcome<Line> {
        self.in_scope(|typer| {
            let first = Box::new(typer.type_line(first)?);
            let condition = match condition {
                Some(condition) => Some(typer.type_condition(condition)?),
                None => None,
            };
            let step = match step {
                Some(step) => Some(typer.type_value(step)?),
                None => None,
            };
            let body = Box::new(typer.type_body(body)?);
            Ok(Line { at, kind: LineKind::For(first, condition, step, body) })
        })
    }

    fn type_switch(&mut self, value: &Expression, body: &Statement) -> Outcome<LineKind> {
        let value = self.type_value(value)?;
        match value.ty.as_number() {
            Some((kind, 1)) if !kind.is_real() => {}
            _ => return Err(self.mismatch_fault(value.at, &Type::INT, &value.ty, "switch on a whole number")),
        }
        let value = super::conversions::convert_number(value, Kind::Int, 1);
        let StatementKind::Block(statements, _) = &body.kind else {
            return refuse_text(body.at, "expected `{` after `switch (..)`; put its cases in a block");
        };
        self.current.switches += 1;
        let typed = self.in_scope(|typer| {
            let (mut lines, mut cases) = (Vec::new(), Vec::new());
            for statement in statements {
                let case = match &statement.kind {
                    StatementKind::Case(value) => Some(typer.evaluate_constant(value)?),
                    StatementKind::Default => None,
                    _ => {
                        lines.push(typer.type_line(statement)?);
                        continue;
                    }
                };
                if cases.iter().any(|(known, _)| *known == case) {
                    return refuse_text(statement.at, "this case is there twice; remove one");
                }
                cases.push((case, lines.len()));
            }
            Ok((lines, cases))
        });
        self.current.switches -= 1;
        let (lines, cases) = typed?;
        Ok(LineKind::Switch(value, lines, cases))
    }

    fn type_return(&mut self, value: Option<&Expression>, at: Position) -> Outcome<Option<Node>> {
        let result = self.current.result.clone();
        match value {
            None if result == Type::Void || !self.in_kernel() => Ok(None),
            None => {
                let wanted = self.describe_type(&result);
                refuse_text(at, format!("expected a value of type {wanted} after return, found none; return one"))
            }
            Some(value) => {
                let node = self.type_value(value)?;
                if result == Type::Void {
                    return refuse_text(
                        value.at,
                        "expected `;` after return: this function returns nothing; remove the value",
                    );
                }
                self.convert_node(node, &result).map(Some)
            }
        }
    }
}
