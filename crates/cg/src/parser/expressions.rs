//! Expressions.

use super::Parser;
use super::type_names::{explain_later_word, number_expression};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{BINARY_LEVELS, Expression, ExpressionKind};
use crate::token::{Place, Token, TokenKind};
use crate::types::{Base, Type};

/// Deepest tree of an expression: each operator of a sum of many terms is a level.
const MAX_DEPTH: u16 = 1000;

const ASSIGNMENTS: [&str; 11] = ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="];

/// Returns the nesting of an expression of others.
fn nest_depth(place: Place, parts: &[&Expression]) -> CgResult<u16> {
    let deepest = parts.iter().map(|part| part.depth).max().unwrap_or(0);
    if deepest >= MAX_DEPTH {
        return Err(CgError::new(place, format!("the expression has more than {MAX_DEPTH} levels; name parts of it")));
    }
    Ok(deepest + 1)
}

impl Parser {
    /// Reads an expression, with commas.
    pub(super) fn read_expression(&mut self) -> CgResult<Expression> {
        let mut first = self.read_assignment()?;
        while self.peek_token().is_symbol(",") {
            let place = self.next_token().place;
            let second = self.read_assignment()?;
            let depth = nest_depth(place, &[&first, &second])?;
            let kind = ExpressionKind::Sequence { first: Box::new(first), second: Box::new(second) };
            first = Expression { kind, place, depth };
        }
        Ok(first)
    }

    /// Reads a value or a list in braces.
    pub(super) fn read_initializer(&mut self) -> CgResult<Expression> {
        if !self.peek_token().is_symbol("{") {
            return self.read_assignment();
        }
        let place = self.next_token().place;
        self.enter_level()?;
        let mut parts = Vec::new();
        while !self.accept_symbol("}") {
            if !parts.is_empty() {
                self.require_symbol(",", "a value of the list")?;
                if self.accept_symbol("}") {
                    break;
                }
            }
            parts.push(self.read_initializer()?);
        }
        self.leave_level();
        let depth = nest_depth(place, &parts.iter().collect::<Vec<_>>())?;
        Ok(Expression { kind: ExpressionKind::List(parts), place, depth })
    }

    /// Reads an expression without commas.
    pub(super) fn read_assignment(&mut self) -> CgResult<Expression> {
        self.enter_level()?;
        let target = self.read_choice()?;
        let found = ASSIGNMENTS.into_iter().find(|operator| self.peek_token().is_symbol(operator));
        let value = match found {
            None => target,
            Some(operator) => {
                let place = self.next_token().place;
                let value = self.read_assignment()?;
                let depth = nest_depth(place, &[&target, &value])?;
                let kind = ExpressionKind::Assign { operator, target: Box::new(target), value: Box::new(value) };
                Expression { kind, place, depth }
            }
        };
        self.leave_level();
        Ok(value)
    }

    pub(super) fn read_choice(&mut self) -> CgResult<Expression> {
        let condition = self.read_level(0)?;
        if !self.peek_token().is_symbol("?") {
            return Ok(condition);
        }
        let place = self.next_token().place;
        self.enter_level()?;
        let yes = self.read_expression()?;
        self.require_symbol(":", "the first value of ?")?;
        let no = self.read_assignment()?;
        self.leave_level();
        let depth = nest_depth(place, &[&condition, &yes, &no])?;
        let kind = ExpressionKind::Choose { condition: Box::new(condition), yes: Box::new(yes), no: Box::new(no) };
        Ok(Expression { kind, place, depth })
    }

    /// Reads operators of a level and of those that bind more strongly.
    fn read_level(&mut self, level: usize) -> CgResult<Expression> {
        let mut left = self.read_unary()?;
        loop {
            let Some((found, operator)) = self.next_operator().filter(|(found, _)| *found >= level) else {
                return Ok(left);
            };
            let place = self.next_token().place;
            let right = self.read_level(found + 1)?;
            let depth = nest_depth(place, &[&left, &right])?;
            let kind = ExpressionKind::Binary { operator, left: Box::new(left), right: Box::new(right) };
            left = Expression { kind, place, depth };
        }
    }

    /// Returns the operator that is next, with its level.
    fn next_operator(&self) -> Option<(usize, &'static str)> {
        let token = self.peek_token();
        if token.kind != TokenKind::Symbol {
            return None;
        }
        BINARY_LEVELS.iter().enumerate().find_map(|(level, operators)| {
            let operator = operators.iter().find(|operator| **operator == &*token.text)?;
            Some((level, *operator))
        })
    }

    fn read_unary(&mut self) -> CgResult<Expression> {
        let token = self.peek_token().clone();
        let place = token.place;
        let found = ["++", "--", "+", "-", "!", "~"]
            .into_iter()
            .find(|operator| token.is_symbol(operator));
        if let Some(operator) = found {
            self.enter_level()?;
            self.next_token();
            let value = self.read_unary()?;
            self.leave_level();
            let depth = nest_depth(place, &[&value])?;
            let value = Box::new(value);
            let kind = match operator {
                "++" | "--" => ExpressionKind::Step { operator, value, is_prefix: true },
                _ => ExpressionKind::Unary { operator, value },
            };
            return Ok(Expression { kind, place, depth });
        }
        if token.is_symbol("(") && self.is_cast() {
            self.enter_level()?;
            self.next_token();
            self.read_qualifiers()?;
            let (kind, mut lengths) = self.read_type()?;
            lengths.splice(0..0, self.read_lengths()?);
            self.require_symbol(")", "the type of a cast")?;
            let value = self.read_unary()?;
            self.leave_level();
            let depth = nest_depth(place, &[&value])?;
            let kind = ExpressionKind::Cast { kind, lengths, value: Box::new(value) };
            return Ok(Expression { kind, place, depth });
        }
        self.read_postfix()
    }

    /// Returns true if a type in parentheses is next.
    fn is_cast(&self) -> bool {
        let first = self.peek_at(1);
        let next = self.peek_at(2);
        self.is_type(first) && !next.is_symbol("(") || first.is_word("const")
    }

    fn read_postfix(&mut self) -> CgResult<Expression> {
        let mut value = self.read_primary()?;
        loop {
            let token = self.peek_token().clone();
            let place = token.place;
            if self.accept_symbol(".") {
                let name = self.next_token();
                if name.kind != TokenKind::Word {
                    let message = format!("expected a member or components after ., found {}", name.describe_token());
                    return Err(CgError::new(name.place, message));
                }
                let depth = nest_depth(place, &[&value])?;
                let kind = ExpressionKind::Member { of: Box::new(value), name: name.text };
                value = Expression { kind, place: name.place, depth };
            } else if self.accept_symbol("[") {
                let index = self.read_expression()?;
                self.require_symbol("]", "the index")?;
                let depth = nest_depth(place, &[&value, &index])?;
                let kind = ExpressionKind::Index { of: Box::new(value), index: Box::new(index) };
                value = Expression { kind, place, depth };
            } else if let Some(operator) = ["++", "--"].into_iter().find(|operator| token.is_symbol(operator)) {
                self.next_token();
                let depth = nest_depth(place, &[&value])?;
                let kind = ExpressionKind::Step { operator, value: Box::new(value), is_prefix: false };
                value = Expression { kind, place, depth };
            } else {
                return Ok(value);
            }
        }
    }

    fn read_primary(&mut self) -> CgResult<Expression> {
        let token = self.peek_token().clone();
        let place = token.place;
        if self.accept_symbol("(") {
            let value = self.read_expression()?;
            self.require_symbol(")", "the expression in parentheses")?;
            return Ok(value);
        }
        let kind = match token.kind {
            TokenKind::Number => {
                self.next_token();
                number_expression(&token)?
            }
            TokenKind::Text => {
                self.next_token();
                ExpressionKind::Text
            }
            TokenKind::Word if token.is_word("true") || token.is_word("false") => {
                self.next_token();
                ExpressionKind::Number { value: f64::from(u8::from(token.is_word("true"))), base: Base::Bool }
            }
            TokenKind::Word if self.is_type(&token) && self.is_array_value() => {
                self.read_type()?;
                let parts = self.read_arguments()?;
                let depth = nest_depth(place, &parts.iter().collect::<Vec<_>>())?;
                return Ok(Expression { kind: ExpressionKind::List(parts), place, depth });
            }
            TokenKind::Word if self.is_type(&token) && self.is_construction(&token) => {
                let (kind, _) = self.read_type()?;
                if !self.peek_token().is_symbol("(") {
                    let message = format!(
                        "expected ( after the type '{}', found {}",
                        token.text,
                        self.peek_token().describe_token()
                    );
                    return Err(CgError::new(self.peek_token().place, message));
                }
                return self.read_construction(kind, place);
            }
            TokenKind::Word => {
                if let Some(sentence) = explain_later_word(&token.text) {
                    return Err(CgError::new(place, sentence));
                }
                let (name, _) = self.require_name("a value")?;
                if !self.peek_token().is_symbol("(") {
                    ExpressionKind::Name(name)
                } else {
                    let arguments = self.read_arguments()?;
                    let depth = nest_depth(place, &arguments.iter().collect::<Vec<_>>())?;
                    return Ok(Expression { kind: ExpressionKind::Call { name, arguments }, place, depth });
                }
            }
            _ => return Err(CgError::new(place, format!("expected a value, found {}", token.describe_token()))),
        };
        Ok(Expression { kind, place, depth: 1 })
    }

    /// Returns true if a type makes a value here, and is not the name of a variable.
    fn is_construction(&self, token: &Token) -> bool {
        let next = self.peek_at(1);
        // Textures are for the host, and `texture2D(..)` is a function of GLSL.
        if token.text.starts_with("texture") && !self.is_own_type(&token.text) {
            return false;
        }
        if next.is_symbol("(") || next.is_symbol("<") && (token.is_word("vector") || token.is_word("matrix")) {
            return true;
        }
        let is_name =
            self.is_own_type(&token.text) || matches!(&*token.text, "matrix" | "vector" | "string" | "struct");
        !is_name
    }

    fn read_construction(&mut self, kind: Type, place: Place) -> CgResult<Expression> {
        let arguments = self.read_arguments()?;
        let depth = nest_depth(place, &arguments.iter().collect::<Vec<_>>())?;
        Ok(Expression { kind: ExpressionKind::Construct { kind, arguments }, place, depth })
    }

    /// Reads arguments in parentheses.
    pub(super) fn read_arguments(&mut self) -> CgResult<Vec<Expression>> {
        self.require_symbol("(", "the name")?;
        let mut arguments = Vec::new();
        while !self.accept_symbol(")") {
            if !arguments.is_empty() {
                self.require_symbol(",", "an argument")?;
            }
            arguments.push(self.read_assignment()?);
        }
        Ok(arguments)
    }
}
