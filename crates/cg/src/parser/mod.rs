//! Reads the tokens of a text to its tree.

mod declarations;
mod effects;
mod expressions;
mod state_blocks;
mod statements;
mod type_names;

pub(crate) use type_names::explain_later_word;

use crate::preprocessor::{end_token, preprocess_text};
use crate::request::{Language, TranslationRequest};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Length, Name, Program};
use crate::token::{Place, Token, TokenKind};
use crate::types::Type;
use std::collections::HashMap;

/// Deepest nesting of brackets and statements.
const MAX_NESTING: usize = 200;

/// Reads a text.
pub(crate) fn parse_program(text: &str, request: &TranslationRequest) -> CgResult<Program> {
    let tokens = preprocess_text(text, request.lines)?;
    let mut parser = Parser {
        tokens,
        end: end_token(text),
        at: 0,
        language: request.language,
        nesting: 0,
        program: Program::default(),
        types: HashMap::new(),
        shadowed_types: Vec::new(),
        structure_names: HashMap::new(),
        majority: None,
        ordered_types: HashMap::new(),
    };
    while parser.peek_token().kind != TokenKind::End {
        parser.read_declaration()?;
    }
    Ok(parser.program)
}

/// A type that a `typedef` names, with the lengths of its arrays.
type NamedType = (Type, Vec<Length>);

/// The earlier meaning of a name that a `typedef` has taken.
struct ShadowedType {
    name: Name,
    kind: Option<NamedType>,
    order: Option<Name>,
}

/// The state of the reading.
struct Parser {
    /// The tokens; the last is the end.
    tokens: Vec<Token>,
    /// The end, for a look past it.
    end: Token,
    at: usize,
    language: Language,
    nesting: usize,
    program: Program,
    /// The names of `typedef`, each with its type and its arrays' lengths.
    types: HashMap<Name, NamedType>,
    /// The earlier meaning of each name that a `typedef` has taken, with the order of its matrices; a block restores
    /// those of its own at its end.
    shadowed_types: Vec<ShadowedType>,
    structure_names: HashMap<Name, usize>,
    /// The order of a matrix that the last words before a type named.
    majority: Option<Token>,
    /// The names of `typedef` whose matrices have an order.
    ordered_types: HashMap<Name, Name>,
}

impl Parser {
    fn peek_token(&self) -> &Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).unwrap_or(&self.end)
    }

    fn next_token(&mut self) -> Token {
        let token = self.peek_token().clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    /// Takes a symbol if it is next.
    fn accept_symbol(&mut self, symbol: &str) -> bool {
        let is_there = self.peek_token().is_symbol(symbol);
        if is_there {
            self.next_token();
        }
        is_there
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let is_there = self.peek_token().is_word(word);
        if is_there {
            self.next_token();
        }
        is_there
    }

    /// Takes a symbol, or builds the error for one that is missing after something.
    fn require_symbol(&mut self, symbol: &str, after: &str) -> CgResult<Place> {
        let place = self.peek_token().place;
        if self.accept_symbol(symbol) {
            return Ok(place);
        }
        let found = self.peek_token().describe_token();
        // A missing semicolon is missed at the end of the line before.
        let place = match (symbol, self.at.checked_sub(1).and_then(|at| self.tokens.get(at))) {
            (";", Some(before)) if before.place.line < place.line => {
                Place { line: before.place.line, column: before.place.column + (before.end - before.start) as u32 }
            }
            _ => place,
        };
        Err(CgError::new(place, format!("expected {symbol} after {after}, found {found}")))
    }

    /// Takes a name.
    fn require_name(&mut self, what: &str) -> CgResult<(Name, Place)> {
        let token = self.peek_token().clone();
        if token.kind != TokenKind::Word {
            return Err(CgError::new(token.place, format!("expected {what}, found {}", token.describe_token())));
        }
        if RESERVED_WORDS.contains(&&*token.text) {
            let message = format!("'{}' is a word of the language and no name; choose another", token.text);
            return Err(CgError::new(token.place, message));
        }
        if !token.text.is_ascii() {
            let message = format!("'{}' has letters besides a to z, digits and _; rename it", token.text);
            return Err(CgError::new(token.place, message));
        }
        self.next_token();
        Ok((token.text, token.place))
    }

    /// Enters a bracket or a statement.
    fn enter_level(&mut self) -> CgResult<()> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let message = format!("this is nested deeper than {MAX_NESTING}; make a function of a part");
            return Err(CgError::new(self.peek_token().place, message));
        }
        Ok(())
    }

    fn leave_level(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }
}

/// Words that are no names.
const RESERVED_WORDS: [&str; 31] = [
    "if",
    "else",
    "for",
    "while",
    "do",
    "return",
    "break",
    "continue",
    "discard",
    "switch",
    "case",
    "default",
    "struct",
    "typedef",
    "const",
    "static",
    "uniform",
    "varying",
    "in",
    "out",
    "inout",
    "void",
    "true",
    "false",
    "interface",
    "extern",
    "asm",
    "compile",
    "float",
    "int",
    "bool",
];
