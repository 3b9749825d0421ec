//! Macros: their definitions, and words with the macros replaced.

use crate::fault::{Fault, Outcome, Position};
use crate::lexer::{Token, Word, read_words, shorten_name};
use std::collections::HashMap;

/// The most macros that stand in each other.
const MOST_NESTED: usize = 64;
/// The most words that one use of a macro makes.
const MOST_WORDS_OF_USE: usize = 200_000;

/// The value of a macro: its words, and its parameters if it has any.
#[derive(Debug, Clone)]
pub(super) struct Macro {
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

/// The macros that are defined.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    known: HashMap<String, Macro>,
}

/// Reads the words after `#define`.
pub(super) fn read_macro(at: Position, line: &[Token]) -> Outcome<(String, Macro)> {
    let Some((Token { word: Word::Name(name), .. }, rest)) = line.split_first() else {
        return Err(Fault::new(at, "expected a name after #define; write one"));
    };
    let opens = rest.first().is_some_and(|token| token.is_sign("(") && !token.after_space);
    if !opens {
        return Ok((name.clone(), Macro { parameters: None, body: rest.to_vec() }));
    }
    let Some(close) = rest.iter().position(|token| token.is_sign(")")) else {
        return Err(Fault::new(
            at,
            "expected `)` after the parameters of this macro, found the end of the line; close it",
        ));
    };
    let mut parameters = Vec::new();
    for token in rest.get(1..close).unwrap_or_default() {
        match &token.word {
            Word::Name(name) => parameters.push(name.clone()),
            Word::Sign(",") => {}
            _ => {
                let found = token.describe_word();
                return Err(Fault::new(
                    token.at,
                    format!("expected the name of a macro's parameter, found {found}; write a name"),
                ));
            }
        }
    }
    let body = rest.get(close + 1..).unwrap_or_default().to_vec();
    Ok((name.clone(), Macro { parameters: Some(parameters), body }))
}

impl MacroTable {
    pub fn define_macro(&mut self, name: String, defined: Macro) {
        self.known.insert(name, defined);
    }

    pub fn undefine_macro(&mut self, name: &str) {
        self.known.remove(name);
    }

    pub fn is_defined(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// Appends words with their macros replaced.
    pub fn expand_words(&self, words: &[Token], out: &mut Vec<Token>) -> Outcome<()> {
        self.expand_nested(words, out, &mut Vec::new())
    }

    fn expand_nested(&self, words: &[Token], out: &mut Vec<Token>, open: &mut Vec<String>) -> Outcome<()> {
        let mut at = 0;
        while let Some(token) = words.get(at) {
            at += 1;
            let defined = match &token.word {
                Word::Name(name) if !open.contains(name) => self.known.get(name).map(|defined| (name, defined)),
                _ => None,
            };
            let Some((name, defined)) = defined else {
                out.push(token.clone());
                continue;
            };
            let arguments = match &defined.parameters {
                None => Vec::new(),
                Some(_) if !words.get(at).is_some_and(|next| next.is_sign("(")) => {
                    out.push(token.clone());
                    continue;
                }
                Some(parameters) => {
                    let (arguments, end) = read_arguments(token, words, at)?;
                    check_count(token, name, parameters, &arguments)?;
                    at = end;
                    arguments
                }
            };
            if open.len() >= MOST_NESTED {
                return Err(Fault::new(
                    token.at,
                    format!("macros stand in each other more than {MOST_NESTED} deep; use fewer"),
                ));
            }
            let start = out.len();
            let body = self.replace_parameters(token.at, defined, &arguments, open)?;
            open.push(name.clone());
            self.expand_nested(&body, out, open)?;
            open.pop();
            if out.len() - start > MOST_WORDS_OF_USE {
                let name = shorten_name(name);
                return Err(Fault::new(
                    token.at,
                    format!("the macro {name} makes more than {MOST_WORDS_OF_USE} words; shorten it"),
                ));
            }
        }
        Ok(())
    }

    /// Returns a macro's words with the arguments in place of its parameters, all at the place of its use.
    fn replace_parameters(
        &self,
        at: Position,
        defined: &Macro,
        arguments: &[&[Token]],
        open: &mut Vec<String>,
    ) -> Outcome<Vec<Token>> {
        let parameters = defined.parameters.as_deref().unwrap_or_default();
        let argument = |token: &Token| match &token.word {
            Word::Name(name) => parameters.iter().position(|known| known == name).and_then(|i| arguments.get(i)),
            _ => None,
        };
        let mut out: Vec<Token> = Vec::new();
        let mut i = 0;
        while let Some(token) = defined.body.get(i) {
            i += 1;
            let next = defined.body.get(i);
            let joins = token.is_sign("##") || next.is_some_and(|next| next.is_sign("##"));
            if token.is_sign("#") && !parameters.is_empty() {
                if let Some(words) = next.and_then(argument) {
                    out.push(Token {
                        word: Word::Text(quote_words(words).into_bytes()),
                        at,
                        starts_line: false,
                        after_space: true,
                    });
                    i += 1;
                }
                continue;
            }
            if token.is_sign("##") {
                let joined = next
                    .and_then(argument)
                    .map_or_else(|| next.cloned().into_iter().collect::<Vec<_>>(), |words| words.to_vec());
                i += 1;
                join_words(&mut out, joined)?;
                continue;
            }
            match argument(token) {
                Some(words) if joins => out.extend(words.iter().cloned()),
                Some(words) => self.expand_nested(words, &mut out, open)?,
                None => out.push(token.clone()),
            }
            if out.len() > MOST_WORDS_OF_USE {
                return Err(Fault::new(
                    at,
                    format!("this macro makes more than {MOST_WORDS_OF_USE} words; shorten it"),
                ));
            }
        }
        for token in &mut out {
            token.at = at;
            token.starts_line = false;
        }
        Ok(out)
    }
}

/// Returns the arguments of a macro, and where its `)` ends.
fn read_arguments<'w>(name: &Token, words: &'w [Token], open: usize) -> Outcome<(Vec<&'w [Token]>, usize)> {
    let (mut depth, mut start, mut arguments) = (0_usize, open + 1, Vec::new());
    for (i, token) in words.iter().enumerate().skip(open) {
        match token.word {
            Word::Sign("(") => depth += 1,
            Word::Sign(")") if depth == 1 => {
                arguments.push(words.get(start..i).unwrap_or_default());
                return Ok((arguments, i + 1));
            }
            Word::Sign(")") => depth = depth.saturating_sub(1),
            Word::Sign(",") if depth == 1 => {
                arguments.push(words.get(start..i).unwrap_or_default());
                start = i + 1;
            }
            _ => {}
        }
    }
    Err(Fault::new(
        name.at,
        format!("expected `)` after the arguments of {}, found none; close it", name.describe_word()),
    ))
}

fn check_count(at: &Token, name: &str, parameters: &[String], arguments: &[&[Token]]) -> Outcome<()> {
    let none = parameters.is_empty() && matches!(arguments, [only] if only.is_empty());
    if parameters.len() == arguments.len() || none {
        return Ok(());
    }
    let (wanted, found) = (parameters.len(), arguments.len());
    Err(Fault::new(
        at.at,
        format!("the macro {} expects {wanted} arguments, found {found}; give {wanted}", shorten_name(name)),
    ))
}

/// Joins the last word with the first of others, as `##` does.
fn join_words(out: &mut Vec<Token>, words: Vec<Token>) -> Outcome<()> {
    let mut words = words.into_iter();
    let (Some(last), Some(first)) = (out.pop(), words.next()) else { return Ok(()) };
    let text = spell_token(&last) + &spell_token(&first);
    let joined = read_words(&text, last.at.file)?;
    let ends = joined.len().saturating_sub(1);
    out.extend(joined.into_iter().take(ends).map(|token| Token { at: last.at, ..token }));
    out.extend(words);
    Ok(())
}

fn spell_token(token: &Token) -> String {
    match &token.word {
        Word::Name(name) => name.clone(),
        Word::Whole { value, .. } => value.to_string(),
        Word::Real { value, .. } => value.to_string(),
        Word::Text(bytes) => format!("\"{}\"", String::from_utf8_lossy(bytes)),
        Word::Sign(sign) => (*sign).to_string(),
        Word::End => String::new(),
    }
}

fn quote_words(words: &[Token]) -> String {
    let mut text = String::new();
    for (i, token) in words.iter().enumerate() {
        if i > 0 && token.after_space {
            text.push(' ');
        }
        text += &spell_token(token);
    }
    text
}
