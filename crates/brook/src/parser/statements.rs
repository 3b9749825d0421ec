//! Statements.

use super::Parser;
use crate::fault::{Outcome, Position, refuse_text};
use crate::lexer::Word;
use crate::syntax::{Expression, Statement, StatementKind};

impl Parser<'_> {
    pub(super) fn read_statement(&mut self) -> Outcome<Statement> {
        self.read_nested(|parser| {
            let at = parser.current_position();
            let kind = match &parser.peek_token().word {
                Word::Sign("{") => return parser.read_block(),
                Word::Sign(";") => {
                    parser.next();
                    StatementKind::Empty
                }
                Word::Name(name) => {
                    let name = name.clone();
                    match parser.read_keyword_statement(&name)? {
                        Some(kind) => kind,
                        None => parser.read_plain_statement()?,
                    }
                }
                _ => parser.read_plain_statement()?,
            };
            Ok(Statement { at, kind })
        })
    }

    pub(super) fn read_block(&mut self) -> Outcome<Statement> {
        let at = self.expect_sign("{", "at the start of a block")?;
        let mut statements = Vec::new();
        loop {
            let end = self.current_position();
            if self.take_sign("}") {
                return Ok(Statement { at, kind: StatementKind::Block(statements, end) });
            }
            if self.peek_token().word == Word::End {
                return refuse_text(at, "expected `}` for this `{`, found the end of the file; close the block");
            }
            statements.push(self.read_statement()?);
        }
    }

    /// Reads a statement that begins with this word of the language; `None` if it is not one.
    fn read_keyword_statement(&mut self, name: &str) -> Outcome<Option<StatementKind>> {
        let at = self.current_position();
        let kind = match name {
            "if" => {
                self.next();
                let condition = self.read_condition("if")?;
                let yes = Box::new(self.read_statement()?);
                let no = if self.take_name("else") { Some(Box::new(self.read_statement()?)) } else { None };
                StatementKind::If(condition, yes, no)
            }
            "while" => {
                self.next();
                let condition = self.read_condition("while")?;
                StatementKind::While(condition, Box::new(self.read_statement()?))
            }
            "do" => {
                self.next();
                let body = Box::new(self.read_statement()?);
                if !self.take_name("while") {
                    return Err(self.unexpected_fault("`while` after the block of `do`"));
                }
                let condition = self.read_condition("while")?;
                self.expect_sign(";", "after `do .. while (..)`")?;
                StatementKind::DoWhile(body, condition)
            }
            "for" => self.read_for()?,
            "switch" => {
                self.next();
                let value = self.read_condition("switch")?;
                StatementKind::Switch(value, Box::new(self.read_statement()?))
            }
            "case" => {
                self.next();
                let value = self.read_binary(1)?;
                self.expect_sign(":", "after this case")?;
                StatementKind::Case(value)
            }
            "default" if self.peek_at(1).is_sign(":") => {
                self.at += 2;
                StatementKind::Default
            }
            "break" | "continue" | "discard" if self.peek_at(1).is_sign(";") => {
                self.at += 2;
                match name {
                    "break" => StatementKind::Break,
                    "continue" => StatementKind::Continue,
                    _ => StatementKind::Discard,
                }
            }
            "return" => {
                self.next();
                if self.take_sign(";") {
                    return Ok(Some(StatementKind::Return(None)));
                }
                let value = self.read_expression()?;
                self.expect_sign(";", "after the value that is returned")?;
                StatementKind::Return(Some(value))
            }
            "goto" => {
                self.next();
                let (label, _) = self.expect_name("the name of a label after `goto`")?;
                self.expect_sign(";", "after the label of `goto`")?;
                StatementKind::Goto(label)
            }
            "else" => return refuse_text(at, "expected a statement, found `else` without an if; remove it"),
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn read_condition(&mut self, of: &str) -> Outcome<Expression> {
        self.expect_sign("(", &format!("after `{of}`"))?;
        let condition = self.read_expression()?;
        self.expect_sign(")", &format!("after the condition of `{of}`"))?;
        Ok(condition)
    }

    fn read_for(&mut self) -> Outcome<StatementKind> {
        self.next();
        self.expect_sign("(", "after `for`")?;
        let at = self.current_position();
        let first = match self.take_sign(";") {
            true => StatementKind::Empty,
            false => self.read_plain_statement()?,
        };
        let condition = self.read_optional(";", "after the condition of `for`")?;
        let step = self.read_optional(")", "after the step of `for`")?;
        let body = Box::new(self.read_statement()?);
        Ok(StatementKind::For(Box::new(Statement { at, kind: first }), condition, step, body))
    }

    fn read_optional(&mut self, end: &str, after: &str) -> Outcome<Option<Expression>> {
        if self.take_sign(end) {
            return Ok(None);
        }
        let value = self.read_expression()?;
        self.expect_sign(end, after)?;
        Ok(Some(value))
    }

    /// Reads a declaration or an expression, and the `;` after it.
    fn read_plain_statement(&mut self) -> Outcome<StatementKind> {
        let at: Position = self.current_position();
        if self.is_declaration_ahead() {
            let declarations = self.read_declarations()?;
            return Ok(StatementKind::Declare(declarations));
        }
        match (self.peek_token().word.clone(), &self.peek_at(1).word) {
            (Word::Name(name), Word::Sign(":")) => {
                self.at += 2;
                return Ok(StatementKind::Label(name));
            }
            (Word::Name(name), Word::Name(_)) if !crate::parser::CPP_WORDS.contains(&name.as_str()) => {
                let name = crate::lexer::shorten_name(&name);
                return refuse_text(
                    at,
                    format!("{name} is not a type; define it by typedef, or use one such as float4"),
                );
            }
            _ => {}
        }
        let value = self.read_expression()?;
        self.expect_sign(";", "after this statement")?;
        Ok(StatementKind::Evaluate(value))
    }
}
