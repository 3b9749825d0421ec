//! Statements.

use super::{Parser, ShadowedType};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Block, Statement, StatementKind, SwitchPart};
use crate::token::{Place, TokenKind};

impl Parser {
    /// Reads statements in braces.
    pub(super) fn read_block(&mut self) -> CgResult<Block> {
        let open = self.require_symbol("{", "this")?;
        self.enter_level()?;
        let outer_types = self.shadowed_types.len();
        let mut statements = Vec::new();
        while !self.peek_token().is_symbol("}") {
            if self.peek_token().kind == TokenKind::End {
                return Err(CgError::new(open, "this { is never closed; add }"));
            }
            statements.push(self.read_statement()?);
        }
        self.end_type_scope(outer_types);
        self.leave_level();
        let end = self.next_token().place;
        Ok(Block { statements, end })
    }

    /// Ends the block of the types that were named since `outer` names: each means again what it meant before.
    fn end_type_scope(&mut self, outer: usize) {
        while self.shadowed_types.len() > outer {
            let Some(ShadowedType { name, kind, order }) = self.shadowed_types.pop() else { return };
            match order {
                Some(order) => self.ordered_types.insert(name.clone(), order),
                None => self.ordered_types.remove(&name),
            };
            match kind {
                Some(kind) => self.types.insert(name, kind),
                None => self.types.remove(&name),
            };
        }
    }

    pub(super) fn read_statement(&mut self) -> CgResult<Statement> {
        self.enter_level()?;
        let token = self.peek_token().clone();
        let place = token.place;
        // Attributes such as [unroll] are hints.
        self.read_attributes()?;
        let kind = match &*self.peek_token().text.clone() {
            "{" if self.peek_token().is_symbol("{") => StatementKind::Block(self.read_block()?),
            ";" if self.peek_token().is_symbol(";") => {
                self.next_token();
                StatementKind::Empty
            }
            "if" => self.read_if()?,
            "while" => self.read_while()?,
            "do" => self.read_do_while()?,
            "for" => self.read_for()?,
            "switch" => self.read_switch()?,
            "return" => {
                self.next_token();
                let value = if self.peek_token().is_symbol(";") { None } else { Some(self.read_expression()?) };
                self.require_symbol(";", "return")?;
                StatementKind::Return(value)
            }
            "break" => self.read_single_word(StatementKind::Break)?,
            "continue" => self.read_single_word(StatementKind::Continue)?,
            "discard" => {
                self.next_token();
                let condition = if self.peek_token().is_symbol(";") { None } else { Some(self.read_expression()?) };
                self.require_symbol(";", "discard")?;
                StatementKind::Discard(condition)
            }
            "else" => {
                return Err(CgError::new(
                    place,
                    "this else belongs to no if; add the if, or braces around its statements",
                ));
            }
            "case" | "default" => return Err(CgError::new(place, "this label belongs to no switch")),
            "goto" => return Err(CgError::new(place, "the language has no goto; write a loop or an if")),
            "typedef" => {
                self.read_typedef()?;
                StatementKind::Empty
            }
            _ => self.read_simple_statement()?,
        };
        self.leave_level();
        Ok(Statement { kind, place })
    }

    fn read_single_word(&mut self, kind: StatementKind) -> CgResult<StatementKind> {
        let word = self.next_token();
        self.require_symbol(";", &word.text)?;
        Ok(kind)
    }

    /// Reads a declaration or an expression, with its semicolon.
    fn read_simple_statement(&mut self) -> CgResult<StatementKind> {
        let kind = if self.starts_declaration() {
            let qualifiers = self.read_qualifiers()?;
            let (kind, lengths) = self.read_type()?;
            let later = self.read_qualifiers()?;
            let qualifiers =
                crate::syntax::Qualifiers { is_const: qualifiers.is_const || later.is_const, ..qualifiers };
            if self.accept_symbol(";") {
                return Ok(StatementKind::Empty);
            }
            if self.peek_at(1).is_symbol("(") && self.peek_token().kind == TokenKind::Word {
                let message = "a function stands outside of others; move it there";
                return Err(CgError::new(self.peek_token().place, message));
            }
            StatementKind::Declare(self.read_variables(&kind, &lengths, qualifiers)?)
        } else {
            let value = self.read_expression()?;
            self.require_symbol(";", "the statement")?;
            StatementKind::Evaluate(value)
        };
        Ok(kind)
    }

    /// Returns true if a declaration is next: a qualifier, or a type that is not followed by a parenthesis.
    fn starts_declaration(&self) -> bool {
        let token = self.peek_token();
        let is_qualifier = token.kind == TokenKind::Word
            && ["const", "static", "uniform", "varying", "in", "out", "inout", "row_major", "column_major"]
                .contains(&&*token.text);
        let next = self.peek_at(1);
        if is_qualifier || token.is_word("struct") && next.is_symbol("{") {
            return true;
        }
        if self.is_type(token) {
            // A variable may have the name of a type.
            let is_known = !self.is_own_type(&token.text);
            return next.kind == TokenKind::Word
                || is_known && (next.is_symbol("[") && !self.is_array_value() || next.is_symbol("<"));
        }
        // Two words in a row are a declaration with a type that does not exist.
        token.kind == TokenKind::Word && next.kind == TokenKind::Word
    }

    /// Reads a condition in parentheses.
    fn read_condition(&mut self, word: &str) -> CgResult<crate::syntax::Expression> {
        self.require_symbol("(", word)?;
        let condition = self.read_expression()?;
        self.require_symbol(")", &format!("the condition of {word}"))?;
        Ok(condition)
    }

    fn read_if(&mut self) -> CgResult<StatementKind> {
        self.next_token();
        let condition = self.read_condition("if")?;
        let yes = Box::new(self.read_statement()?);
        let no = match self.accept_word("else") {
            true => Some(Box::new(self.read_statement()?)),
            false => None,
        };
        Ok(StatementKind::If { condition, yes, no })
    }

    fn read_while(&mut self) -> CgResult<StatementKind> {
        self.next_token();
        let condition = self.read_condition("while")?;
        Ok(StatementKind::While { condition, body: Box::new(self.read_statement()?) })
    }

    fn read_do_while(&mut self) -> CgResult<StatementKind> {
        self.next_token();
        let body = Box::new(self.read_statement()?);
        if !self.accept_word("while") {
            let message = format!("expected while after the body of do, found {}", self.peek_token().describe_token());
            return Err(CgError::new(self.peek_token().place, message));
        }
        let condition = self.read_condition("while")?;
        self.require_symbol(";", "the condition of do")?;
        Ok(StatementKind::DoWhile { body, condition })
    }

    fn read_for(&mut self) -> CgResult<StatementKind> {
        self.next_token();
        self.require_symbol("(", "for")?;
        let place = self.peek_token().place;
        if self.peek_token().is_word("struct") && self.peek_at(2).is_symbol("{") {
            return Err(CgError::new(place, "for declares no struct; declare it before the loop"));
        }
        let kind = if self.accept_symbol(";") { StatementKind::Empty } else { self.read_simple_statement()? };
        let first = Box::new(Statement { kind, place });
        let condition = if self.peek_token().is_symbol(";") { None } else { Some(self.read_expression()?) };
        self.require_symbol(";", "the condition of for")?;
        let step = if self.peek_token().is_symbol(")") { None } else { Some(self.read_expression()?) };
        self.require_symbol(")", "the step of for")?;
        Ok(StatementKind::For { first, condition, step, body: Box::new(self.read_statement()?) })
    }

    fn read_switch(&mut self) -> CgResult<StatementKind> {
        self.next_token();
        let value = self.read_condition("switch")?;
        let open: Place = self.require_symbol("{", "the value of switch")?;
        let mut parts: Vec<SwitchPart> = Vec::new();
        while !self.peek_token().is_symbol("}") {
            let token = self.peek_token().clone();
            if token.kind == TokenKind::End {
                return Err(CgError::new(open, "this { is never closed; add }"));
            }
            let label = match &*token.text {
                "case" => {
                    self.next_token();
                    Some(Some(self.read_choice()?))
                }
                "default" => {
                    self.next_token();
                    Some(None)
                }
                _ => None,
            };
            let Some(label) = label else {
                let Some(last) = parts.last_mut() else {
                    let message = format!("expected case or default in switch, found {}", token.describe_token());
                    return Err(CgError::new(token.place, message));
                };
                let mut statements = std::mem::take(&mut last.statements);
                statements.push(self.read_statement()?);
                if let Some(last) = parts.last_mut() {
                    last.statements = statements;
                }
                continue;
            };
            self.require_symbol(":", "the label")?;
            match parts.last_mut().filter(|last| last.statements.is_empty()) {
                Some(last) => last.labels.push(label),
                None => parts.push(SwitchPart { labels: vec![label], statements: Vec::new(), place: token.place }),
            }
        }
        let end = self.next_token().place;
        Ok(StatementKind::Switch { value, parts, end })
    }
}
