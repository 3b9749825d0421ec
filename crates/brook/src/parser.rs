//! Reads words into the syntax tree.

mod declarations;
mod expressions;
mod statements;

use crate::fault::{Fault, NO_FILES, Outcome, Position, refuse_text};
use crate::lexer::{Token, Word};
use crate::syntax::ProgramSyntax;
use std::collections::HashSet;

/// The most statements and brackets that stand in each other: reading them takes a stack.
const MOST_NESTED: usize = 80;

/// Words of C++ that no host part in C has.
const CPP_WORDS: [&str; 14] = [
    "class",
    "new",
    "delete",
    "template",
    "namespace",
    "using",
    "public",
    "private",
    "virtual",
    "operator",
    "this",
    "try",
    "throw",
    "friend",
];

/// Reads the words of one program.
struct Parser<'w> {
    tokens: &'w [Token],
    at: usize,
    end: Token,
    depth: usize,
    /// True after a `>=` that ended the extents of a stream: its `=` is still to be read.
    has_open_assignment: bool,
    type_names: HashSet<String>,
    program: ProgramSyntax,
}

/// Reads a program.
pub(crate) fn read_program(tokens: &[Token]) -> Outcome<ProgramSyntax> {
    let end = tokens
        .last()
        .cloned()
        .unwrap_or(Token { word: Word::End, at: Position { file: 0, line: 1, column: 1 } });
    let mut parser = Parser {
        tokens,
        at: 0,
        end,
        depth: 0,
        has_open_assignment: false,
        type_names: HashSet::new(),
        program: ProgramSyntax::default(),
    };
    while parser.peek_token().word != Word::End {
        parser.read_external()?;
    }
    Ok(parser.program)
}

impl Parser<'_> {
    fn peek_token(&self) -> &Token {
        self.tokens.get(self.at).unwrap_or(&self.end)
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).unwrap_or(&self.end)
    }

    fn current_position(&self) -> Position {
        self.peek_token().at
    }

    fn next(&mut self) -> Token {
        let token = self.peek_token().clone();
        self.at += 1;
        token
    }

    /// Takes the sign if it is next.
    fn take_sign(&mut self, sign: &str) -> bool {
        let is_next = self.peek_token().is_sign(sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes the name if it is next.
    fn take_name(&mut self, name: &str) -> bool {
        let is_next = self.is_name(name);
        self.at += usize::from(is_next);
        is_next
    }

    fn is_name(&self, name: &str) -> bool {
        matches!(&self.peek_token().word, Word::Name(known) if known == name)
    }

    fn expect_sign(&mut self, sign: &str, after: &str) -> Outcome<Position> {
        let at = self.current_position();
        if self.take_sign(sign) {
            return Ok(at);
        }
        Err(self.unexpected_fault(&format!("`{sign}` {after}")))
    }

    fn expect_name(&mut self, what: &str) -> Outcome<(String, Position)> {
        let at = self.current_position();
        match &self.peek_token().word {
            Word::Name(name) => {
                let name = name.clone();
                self.at += 1;
                Ok((name, at))
            }
            _ => Err(self.unexpected_fault(what)),
        }
    }

    /// Builds the error for the next word where something else belongs.
    fn unexpected_fault(&self, wanted: &str) -> Fault {
        let token = self.peek_token();
        let found = token.describe_word();
        match &token.word {
            Word::Name(name) if name == "FILE" => Fault::new(token.at, NO_FILES),
            Word::Name(_) if matches!(self.peek_at(1).word, Word::Sign("::")) => Fault::new(
                token.at,
                format!("expected {wanted}, found {found} with ::, a sign of C++; the host part of a program is C"),
            ),
            Word::Name(name) if CPP_WORDS.contains(&name.as_str()) => Fault::new(
                token.at,
                format!("expected {wanted}, found {found}, a word of C++; the host part of a program is C"),
            ),
            Word::Sign("::") => Fault::new(
                token.at,
                format!("expected {wanted}, found {found}, a sign of C++; the host part of a program is C"),
            ),
            Word::End => Fault::new(token.at, format!("expected {wanted}, found {found}; add it")),
            _ => Fault::new(token.at, format!("expected {wanted}, found {found}; add it before")),
        }
    }

    /// Runs a reader one level deeper.
    fn read_nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= MOST_NESTED {
            let sentence = format!("statements and brackets stand more than {MOST_NESTED} deep; split this one");
            return refuse_text(self.current_position(), sentence);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
