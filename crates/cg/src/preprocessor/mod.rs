//! The preprocessor: macros, conditions and included files. Each token keeps its place.

mod conditions;
mod includes;
mod macros;

pub use includes::{ExpandedText, IncludedFile, expand_includes};

use crate::lexer::split_tokens;
use crate::source_error::{CgError, CgResult};
use crate::token::{Place, Token, TokenKind};
use conditions::OpenCondition;
use gristmill_base::nearest_names::nearest;
use macros::MacroTable;

/// The words after `#`.
const DIRECTIVES: [&str; 14] = [
    "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "include", "pragma", "line", "error",
    "warning", "version",
];

/// Returns the tokens of a text with its macros replaced, and one for its end. `__LINE__` is a line of the author's
/// file: `lines` has the origin of each line, as [`ExpandedText`] has it, and is empty for a text of one file.
///
/// ```
/// let tokens = gristmill_cg::preprocess_text("#define TWICE(x) (x + x)\nTWICE(y)", &[])?;
/// let words: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
/// assert_eq!(words, ["(", "y", "+", "y", ")", ""]);
/// assert!(tokens[0].is_symbol("(") && tokens[1].is_word("y"));
/// assert_eq!(tokens[3].place, gristmill_cg::Place { line: 2, column: 1 });
/// # Ok::<(), gristmill_cg::CgError>(())
/// ```
///
/// # Errors
/// The first error: a condition that is not closed, a macro without its arguments, a file that
/// [`expand_includes`] has not inserted.
pub fn preprocess_text(text: &str, lines: &[(usize, usize)]) -> Result<Vec<Token>, CgError> {
    let tokens = split_tokens(text)?;
    let mut preprocessor = Preprocessor { macros: MacroTable::with_lines(lines), ..Preprocessor::default() };
    let mut out = Vec::new();
    let mut section = Vec::new();
    for line in split_directives(&tokens) {
        match line.first() {
            Some(first) if is_directive(first) => {
                out.append(&mut preprocessor.macros.expand_tokens(&section)?);
                section.clear();
                if let Directive::Include { name, .. } = preprocessor.follow_directive(line)? {
                    return Err(CgError::new(first.place, format!("the file {name} was not inserted")));
                }
            }
            _ if preprocessor.is_reading() => section.extend_from_slice(line),
            _ => {}
        }
    }
    out.append(&mut preprocessor.macros.expand_tokens(&section)?);
    preprocessor.check_end()?;
    if let Some(stray) = out.iter().find(|token| token.kind == TokenKind::Stray) {
        return Err(CgError::new(stray.place, describe_stray(&stray.text)));
    }
    out.push(end_token(text));
    Ok(out)
}

/// Returns the sentence about a character that no token begins with.
fn describe_stray(text: &str) -> String {
    match text {
        "\"" | "'" => format!("the quotes that open here are not closed in this line; add {text}"),
        _ => format!("'{}' is not a letter of the language; remove it", text.escape_default()),
    }
}

/// Builds the token after the last one.
pub(crate) fn end_token(text: &str) -> Token {
    let line = text.matches('\n').count() + 1;
    let place =
        Place { line: line as u32, column: (text.len() - text.rfind('\n').map_or(0, |end| end + 1) + 1) as u32 };
    Token {
        kind: TokenKind::End,
        text: "".into(),
        place,
        start: text.len(),
        end: text.len(),
        starts_line: true,
        is_spaced: true,
        is_painted: false,
    }
}

/// Splits tokens into directives, each a line, and the tokens between them.
fn split_directives(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut in_directive = false;
    for (at, token) in tokens.iter().enumerate() {
        let begins = is_directive(token);
        if (begins || in_directive && token.starts_line) && at > start {
            parts.push(tokens.get(start..at).unwrap_or(&[]));
            start = at;
        }
        in_directive = begins || in_directive && !token.starts_line;
    }
    parts.push(tokens.get(start..).unwrap_or(&[]));
    parts
}

fn is_directive(token: &Token) -> bool {
    token.starts_line && token.is_symbol("#")
}

/// A directive that was followed.
enum Directive {
    /// The file to insert; true if its name is between `<` and `>`.
    Include { name: String, is_angled: bool },
    /// `#pragma once`: the file is not inserted again.
    Once,
    /// A condition, or a directive that says nothing to the reader.
    Blank,
    /// A definition, which stays in the text.
    Definition,
}

/// The state between lines.
#[derive(Default)]
struct Preprocessor {
    macros: MacroTable,
    conditions: Vec<OpenCondition>,
}

impl Preprocessor {
    /// Returns true if the lines here are read.
    fn is_reading(&self) -> bool {
        self.conditions.last().is_none_or(|last| last.is_taken)
    }

    /// Follows a directive, given with its `#`.
    fn follow_directive(&mut self, line: &[Token]) -> CgResult<Directive> {
        let place = line.first().map_or(Place::default(), |sign| sign.place);
        let Some(word) = line.get(1) else { return Ok(Directive::Blank) };
        let rest = line.get(2..).unwrap_or(&[]);
        if self.follow_condition(word, rest, place)? || !self.is_reading() {
            return Ok(Directive::Blank);
        }
        match &*word.text {
            "define" => self.macros.define_macro(word.place, rest).map(|()| Directive::Definition),
            "undef" => {
                let name = macro_name(word, rest)?;
                self.macros.remove_macro(&name.text);
                Ok(Directive::Definition)
            }
            // A macro may stand for the name.
            "include" if rest.first().is_some_and(|name| name.kind == TokenKind::Word) => {
                include_file(word, &self.macros.expand_tokens(rest)?)
            }
            "include" => include_file(word, rest),
            "pragma" if rest.first().is_some_and(|name| name.is_word("once")) => Ok(Directive::Once),
            "pragma" | "line" | "warning" => Ok(Directive::Blank),
            "error" => {
                let words: Vec<&str> = rest.iter().map(|token| &*token.text).collect();
                Err(CgError::new(place, format!("#error {}", words.join(" "))))
            }
            "version" => {
                Err(CgError::new(place, "#version is a directive of GLSL, and this text is not; leave it out"))
            }
            _ if word.kind == TokenKind::Number => Ok(Directive::Blank),
            other => {
                let near = nearest(other, &DIRECTIVES).map_or(String::new(), |near| format!("; did you mean #{near}?"));
                Err(CgError::new(word.place, format!("there is no directive #{other}{near}")))
            }
        }
    }

    /// Follows a condition; returns false for other directives.
    fn follow_condition(&mut self, word: &Token, rest: &[Token], place: Place) -> CgResult<bool> {
        let is_outer = self.is_reading();
        match &*word.text {
            "if" | "ifdef" | "ifndef" => {
                let is_taken = is_outer && self.evaluate_condition(word, rest)?;
                self.conditions.push(OpenCondition {
                    place,
                    is_taken,
                    is_done: is_taken || !is_outer,
                    has_else: false,
                });
            }
            "elif" => {
                let condition = open_condition(&mut self.conditions, word)?;
                let is_next = !condition.is_done;
                condition.is_taken = false;
                if is_next && conditions::evaluate_condition(&mut self.macros, word.place, rest)? {
                    let condition = open_condition(&mut self.conditions, word)?;
                    (condition.is_taken, condition.is_done) = (true, true);
                }
            }
            "else" => {
                let condition = open_condition(&mut self.conditions, word)?;
                condition.is_taken = !condition.is_done;
                (condition.is_done, condition.has_else) = (true, true);
            }
            "endif" => {
                if self.conditions.pop().is_none() {
                    return Err(CgError::new(place, "this #endif closes no #if; remove it"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn evaluate_condition(&mut self, word: &Token, rest: &[Token]) -> CgResult<bool> {
        match &*word.text {
            "if" => conditions::evaluate_condition(&mut self.macros, word.place, rest),
            "ifdef" => Ok(self.macros.is_defined(&macro_name(word, rest)?.text)),
            _ => Ok(!self.macros.is_defined(&macro_name(word, rest)?.text)),
        }
    }

    /// Refuses a text in which a condition is open at the end.
    fn check_end(&self) -> CgResult<()> {
        match self.conditions.last() {
            Some(open) => Err(CgError::new(open.place, "this condition is not closed; add #endif")),
            None => Ok(()),
        }
    }
}

/// Returns the condition that an `#elif` or `#else` goes on with.
fn open_condition<'c>(conditions: &'c mut [OpenCondition], word: &Token) -> CgResult<&'c mut OpenCondition> {
    match conditions.last_mut() {
        Some(open) if !open.has_else => Ok(open),
        Some(_) => Err(CgError::new(word.place, format!("#{} stands after #else; only #endif may", word.text))),
        None => Err(CgError::new(word.place, format!("this #{} belongs to no #if; add the #if", word.text))),
    }
}

fn macro_name<'t>(word: &Token, rest: &'t [Token]) -> CgResult<&'t Token> {
    let name = rest.first().filter(|name| name.kind == TokenKind::Word);
    name.ok_or_else(|| CgError::new(word.place, format!("expected a macro's name after #{}", word.text)))
}

/// Reads the file that an `#include` names, in quotes or in angle brackets.
fn include_file(word: &Token, rest: &[Token]) -> CgResult<Directive> {
    match rest {
        [name] if name.kind == TokenKind::Text => {
            Ok(Directive::Include { name: name.text.to_string(), is_angled: false })
        }
        [open, name @ .., close] if open.is_symbol("<") && close.is_symbol(">") => {
            let name = name.iter().map(|part| &*part.text).collect();
            Ok(Directive::Include { name, is_angled: true })
        }
        _ => Err(CgError::new(word.place, "the file name of an include is in quotes; write #include \"name.cg\"")),
    }
}

#[cfg(test)]
mod tests;
