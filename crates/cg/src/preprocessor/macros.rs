//! Macros: their definitions, and the replacement of their names.

use crate::source_error::{CgError, CgResult};
use crate::token::{Place, Token, TokenKind};
use std::collections::HashMap;
use std::rc::Rc;

/// Most tokens that a text may become: macros in macros grow without bound.
const MAX_TOKENS: usize = 1 << 19;

/// Deepest nesting of arguments that are macros with arguments.
const MAX_DEPTH: usize = 64;

/// A macro.
#[derive(Debug, Clone)]
struct Macro {
    /// The names of its parameters, if it has a list of them.
    parameters: Option<Vec<Rc<str>>>,
    value: Vec<Token>,
}

/// The macros that are defined.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    macros: HashMap<Rc<str>, Macro>,
    /// Tokens made so far.
    made: usize,
    /// The author's line of each line, for `__LINE__`; empty if they are the same.
    lines: Vec<usize>,
}

/// A token to be read, or the end of a macro's value.
enum Pending {
    Token(Token),
    EndOfMacro(Rc<str>),
}

impl MacroTable {
    /// Builds a table for a text whose lines have these origins.
    pub(super) fn with_lines(lines: &[(usize, usize)]) -> MacroTable {
        MacroTable { lines: lines.iter().map(|(_, line)| *line).collect(), ..MacroTable::default() }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.macros.contains_key(name)
    }

    pub(super) fn remove_macro(&mut self, name: &str) {
        self.macros.remove(name);
    }

    /// Defines a macro from the tokens after `#define`.
    pub(super) fn define_macro(&mut self, place: Place, words: &[Token]) -> CgResult<()> {
        let Some((name, rest)) = words.split_first().filter(|(name, _)| name.kind == TokenKind::Word) else {
            return Err(CgError::new(place, "expected a name after #define"));
        };
        if name.is_word("defined") {
            return Err(CgError::new(
                name.place,
                "'defined' is a word of #if and cannot be a macro; choose another name",
            ));
        }
        let has_list = rest.first().is_some_and(|open| open.is_symbol("(") && !open.is_spaced);
        let (parameters, value) = match has_list {
            true => {
                let (parameters, value) = read_parameters(name, rest)?;
                (Some(parameters), value)
            }
            false => (None, rest),
        };
        self.macros
            .insert(name.text.clone(), Macro { parameters, value: value.to_vec() });
        Ok(())
    }

    /// Replaces the macros' names in tokens.
    pub(super) fn expand_tokens(&mut self, tokens: &[Token]) -> CgResult<Vec<Token>> {
        self.expand_nested(tokens, &mut Vec::new(), 0)
    }

    /// Replaces the macros' names except those of the macros that are being replaced.
    fn expand_nested(&mut self, tokens: &[Token], active: &mut Vec<Rc<str>>, depth: usize) -> CgResult<Vec<Token>> {
        let mut pending: Vec<Pending> = tokens.iter().rev().cloned().map(Pending::Token).collect();
        let outer = active.len();
        let mut out = Vec::new();
        while let Some(next) = pending.pop() {
            let token = match next {
                Pending::EndOfMacro(name) => {
                    end_macro(active, outer, &name);
                    continue;
                }
                Pending::Token(token) => token,
            };
            if token.kind != TokenKind::Word || token.is_painted {
                out.push(token);
                continue;
            }
            if active.contains(&token.text) {
                out.push(Token { is_painted: true, ..token });
                continue;
            }
            let Some(found) = self.macros.get(&token.text).cloned() else {
                out.push(self.replace_line_word(token));
                continue;
            };
            let value = match &found.parameters {
                None => paste_tokens(&found.value, token.place)?,
                Some(parameters) => {
                    if !next_is_open(&pending) {
                        out.push(token);
                        continue;
                    }
                    let arguments = take_arguments(&mut pending, &token, active, outer)?;
                    let arguments = match_arguments(&token, parameters, arguments)?;
                    if depth == MAX_DEPTH {
                        let message = format!("macro calls are nested deeper than {MAX_DEPTH}; expand some by hand");
                        return Err(CgError::new(token.place, message));
                    }
                    let mut expanded = Vec::new();
                    for argument in &arguments {
                        expanded.push(self.expand_nested(argument, active, depth + 1)?);
                    }
                    let value = fill_parameters(&found.value, parameters, &arguments, &expanded, token.place)?;
                    paste_tokens(&value, token.place)?
                }
            };
            self.made += value.len();
            if self.made > MAX_TOKENS {
                let message = format!("the macros make more than {MAX_TOKENS} tokens; shorten '{}'", token.text);
                return Err(CgError::new(token.place, message));
            }
            active.push(token.text.clone());
            pending.push(Pending::EndOfMacro(token.text.clone()));
            for (number, part) in value.into_iter().enumerate().rev() {
                let starts_line = number == 0 && token.starts_line;
                pending.push(Pending::Token(Token { place: token.place, starts_line, ..part }));
            }
        }
        Ok(out)
    }

    /// Returns a token, `__LINE__` as the number of its line.
    fn replace_line_word(&self, token: Token) -> Token {
        if !token.is_word("__LINE__") {
            return token;
        }
        let line = token.place.line as usize;
        let line = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(line);
        Token { kind: TokenKind::Number, text: line.to_string().into(), ..token }
    }
}

/// Notes that a macro's value has been read.
fn end_macro(active: &mut Vec<Rc<str>>, outer: usize, name: &Rc<str>) {
    if active.len() > outer && active.last() == Some(name) {
        active.pop();
    }
}

/// Returns true if the next token is an opening parenthesis.
fn next_is_open(pending: &[Pending]) -> bool {
    let next = pending.iter().rev().find_map(|one| match one {
        Pending::Token(token) => Some(token),
        Pending::EndOfMacro(_) => None,
    });
    next.is_some_and(|token| token.is_symbol("("))
}

/// Reads the parameters of a definition; returns them and the tokens after them.
fn read_parameters<'t>(name: &Token, rest: &'t [Token]) -> CgResult<(Vec<Rc<str>>, &'t [Token])> {
    let mut parameters: Vec<Rc<str>> = Vec::new();
    let mut at = 1;
    if rest.get(at).is_some_and(|close| close.is_symbol(")")) {
        return Ok((parameters, rest.get(2..).unwrap_or(&[])));
    }
    loop {
        let Some(parameter) = rest.get(at).filter(|parameter| parameter.kind == TokenKind::Word) else {
            let place = rest.get(at).map_or(name.place, |token| token.place);
            return Err(CgError::new(place, format!("expected the name of a parameter of the macro {}", name.text)));
        };
        if parameters.contains(&parameter.text) {
            let message = format!("the macro {} has two parameters '{}'; rename one", name.text, parameter.text);
            return Err(CgError::new(parameter.place, message));
        }
        parameters.push(parameter.text.clone());
        match rest.get(at + 1) {
            Some(comma) if comma.is_symbol(",") => at += 2,
            Some(close) if close.is_symbol(")") => return Ok((parameters, rest.get(at + 2..).unwrap_or(&[]))),
            other => {
                let place = other.map_or(parameter.place, |token| token.place);
                let message = format!("expected , or ) after the parameter '{}' of a macro", parameter.text);
                return Err(CgError::new(place, message));
            }
        }
    }
}

/// Takes the arguments after a macro's name.
fn take_arguments(
    pending: &mut Vec<Pending>,
    name: &Token,
    active: &mut Vec<Rc<str>>,
    outer: usize,
) -> CgResult<Vec<Vec<Token>>> {
    let mut arguments = vec![Vec::new()];
    let mut depth = 0_usize;
    while let Some(next) = pending.pop() {
        let token = match next {
            Pending::EndOfMacro(name) => {
                end_macro(active, outer, &name);
                continue;
            }
            Pending::Token(token) => token,
        };
        if token.is_symbol("(") {
            depth += 1;
            if depth == 1 {
                continue;
            }
        } else if token.is_symbol(")") {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Ok(arguments);
            }
        } else if token.is_symbol(",") && depth == 1 {
            arguments.push(Vec::new());
            continue;
        }
        if let Some(last) = arguments.last_mut() {
            last.push(token);
        }
    }
    let message = format!("the arguments of the macro '{}' never end; close them with )", name.text);
    Err(CgError::new(name.place, message))
}

/// Compares the number of arguments with that of parameters.
fn match_arguments(name: &Token, parameters: &[Rc<str>], given: Vec<Vec<Token>>) -> CgResult<Vec<Vec<Token>>> {
    let is_empty = parameters.is_empty() && given.len() == 1 && given.iter().all(Vec::is_empty);
    if is_empty {
        return Ok(Vec::new());
    }
    if given.len() != parameters.len() {
        let message =
            format!("the macro '{}' expects {} arguments, found {}", name.text, parameters.len(), given.len());
        return Err(CgError::new(name.place, message));
    }
    Ok(given)
}

/// Returns a macro's value with its arguments: as written beside `##`, as a text after `#`, else expanded.
fn fill_parameters(
    value: &[Token],
    parameters: &[Rc<str>],
    written: &[Vec<Token>],
    expanded: &[Vec<Token>],
    place: Place,
) -> CgResult<Vec<Token>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(token) = value.get(at) {
        let number_of = |token: &Token| parameters.iter().position(|parameter| token.is_word(parameter));
        if token.is_symbol("#") {
            let Some(number) = value.get(at + 1).and_then(number_of) else {
                return Err(CgError::new(place, "in a macro with parameters # stands before a parameter"));
            };
            let text = quote_tokens(written.get(number).map_or(&[], Vec::as_slice));
            out.push(Token { kind: TokenKind::Text, text: text.into(), ..token.clone() });
            at += 2;
            continue;
        }
        let pasted = value.get(at + 1).is_some_and(|next| next.is_symbol("##"))
            || at > 0 && value.get(at - 1).is_some_and(|before| before.is_symbol("##"));
        match number_of(token) {
            Some(number) => {
                let from = if pasted { written } else { expanded };
                let argument = from.get(number).into_iter().flatten().cloned();
                let before = out.len();
                out.extend(argument);
                if pasted && out.len() == before {
                    // An empty argument leaves nothing to paste.
                    out.push(Token { text: "".into(), ..token.clone() });
                }
            }
            None => out.push(token.clone()),
        }
        at += 1;
    }
    Ok(out)
}

/// Returns tokens as the inside of a text: as they are written, with one blank for any between them.
fn quote_tokens(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        if token.is_spaced && !text.is_empty() {
            text.push(' ');
        }
        match token.kind {
            TokenKind::Text => text += &format!("\"{}\"", token.text).replace('\\', "\\\\").replace('"', "\\\""),
            TokenKind::Character => text += &format!("'{}'", token.text).replace('\\', "\\\\").replace('"', "\\\""),
            _ => text += &token.text,
        }
    }
    text
}

/// Joins the tokens on both sides of each `##`.
fn paste_tokens(value: &[Token], place: Place) -> CgResult<Vec<Token>> {
    if !value.iter().any(|token| token.is_symbol("##")) {
        return Ok(value.to_vec());
    }
    let mut out: Vec<Token> = Vec::new();
    let mut rest = value.iter();
    while let Some(token) = rest.next() {
        if !token.is_symbol("##") {
            out.push(token.clone());
            continue;
        }
        let (Some(left), Some(right)) = (out.pop(), rest.next()) else {
            return Err(CgError::new(place, "## stands between two tokens of a macro"));
        };
        let text = format!("{}{}", left.text, right.text);
        let kind = match text.chars().next() {
            Some(first) if first.is_ascii_digit() => TokenKind::Number,
            Some(first) if first == '_' || first.is_alphabetic() => TokenKind::Word,
            Some(_) => TokenKind::Symbol,
            None => left.kind,
        };
        out.push(Token { kind, text: text.into(), ..left });
    }
    out.retain(|token| !token.text.is_empty() || token.kind == TokenKind::Text);
    Ok(out)
}
