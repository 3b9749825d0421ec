//! Tokens, and their places.

use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// A position in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
}

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a word of the language.
    Word,
    /// A number with its suffix.
    Number,
    /// One of the operators, brackets and separators.
    Symbol,
    /// A text in quotes.
    Text,
    /// A character in single quotes, as C has it.
    Character,
    /// A character that no token begins with.
    Stray,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its letters; those between the quotes of a text, as they are written.
    pub text: Rc<str>,
    /// Its place; that of the macro's name for tokens of a macro.
    pub place: Place,
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// True for the first token of a line.
    pub starts_line: bool,
    /// True after a blank, which tells a macro with parameters from one whose value begins with a parenthesis.
    pub is_spaced: bool,
    /// True for the name of a macro in its own value.
    pub is_painted: bool,
}

impl Token {
    /// Returns true if it is this operator, bracket or separator.
    pub fn is_symbol(&self, symbol: &str) -> bool {
        self.kind == TokenKind::Symbol && &*self.text == symbol
    }

    /// Returns true if it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && &*self.text == word
    }

    /// Returns the token as errors name it.
    pub(crate) fn describe_token(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the text".to_string(),
            TokenKind::Text => format!("the text \"{}\"", self.text),
            TokenKind::Character => format!("the character '{}'", self.text),
            _ => format!("'{}'", self.text),
        }
    }
}
