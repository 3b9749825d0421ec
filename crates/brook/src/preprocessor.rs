//! Directives of a Brook text: `#include` of the program's own files, `#define`, `#if`.

mod conditions;
mod macros;

use crate::fault::{Fault, Outcome, Position};
use crate::lexer::{Token, Word, read_words, shorten_name};
use conditions::evaluate_condition;
use macros::{MacroTable, read_macro};

/// The most words of a program after its macros: one that defines itself twice over would have no end.
const MOST_WORDS: usize = 4_000_000;
/// The most files that include each other.
const MOST_INCLUDES: usize = 64;

/// Headers of C that declare what the interpreter has built in.
const C_HEADERS: [&str; 16] = [
    "assert", "ctype", "errno", "float", "limits", "math", "memory", "stdarg", "stddef", "stdio", "stdlib", "string",
    "time", "malloc", "unistd", "stdint",
];

/// Returns the text of a file that a program includes by this name, or `None`.
pub(crate) type IncludeLookup<'l> = dyn Fn(&str) -> Option<String> + 'l;

/// A program's files: the first is its own, the others are included.
#[derive(Debug, Default)]
pub(crate) struct SourceFiles {
    pub names: Vec<String>,
    pub texts: Vec<String>,
}

impl SourceFiles {
    fn add_file(&mut self, name: &str, text: String) -> u32 {
        self.names.push(name.to_string());
        self.texts.push(text);
        self.names.len() as u32 - 1
    }
}

/// A `#if` that is open.
struct Condition {
    at: Position,
    /// True if the words in this branch are kept.
    is_taken: bool,
    /// True if a branch was taken already, or the whole is left out.
    is_done: bool,
    has_else: bool,
}

struct Preprocessor<'l> {
    files: &'l mut SourceFiles,
    lookup: &'l IncludeLookup<'l>,
    macros: MacroTable,
    conditions: Vec<Condition>,
    out: Vec<Token>,
    depth: usize,
}

/// Reads a program and the files that it includes into one list of words, without directives and macros.
pub(crate) fn expand_program(
    files: &mut SourceFiles,
    name: &str,
    text: &str,
    lookup: &IncludeLookup,
) -> Outcome<Vec<Token>> {
    let file = files.add_file(name, text.to_string());
    let tokens = read_words(text, file)?;
    let macros = MacroTable::default();
    let mut reader = Preprocessor { files, lookup, macros, conditions: Vec::new(), out: Vec::new(), depth: 0 };
    let end = tokens.last().cloned();
    reader.expand_file(&tokens)?;
    reader.out.extend(end);
    Ok(reader.out)
}

impl Preprocessor<'_> {
    fn expand_file(&mut self, tokens: &[Token]) -> Outcome<()> {
        let outer = self.conditions.len();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if token.word == Word::End {
                break;
            }
            if token.is_sign("#") && token.starts_line {
                let end = line_end(tokens, at + 1);
                self.run_directive(token.at, tokens.get(at + 1..end).unwrap_or_default())?;
                at = end;
                continue;
            }
            let end = next_directive(tokens, at);
            if self.is_kept() {
                let words = tokens.get(at..end).unwrap_or_default();
                self.macros.expand_words(words, &mut self.out)?;
                if self.out.len() > MOST_WORDS {
                    return Err(Fault::new(
                        token.at,
                        format!("the macros make more than {MOST_WORDS} words; define them without growth"),
                    ));
                }
            }
            at = end;
        }
        match self.conditions.len() > outer {
            true => {
                let at = self.conditions.last().map_or(Position::default(), |open| open.at);
                Err(Fault::new(at, "expected `#endif` for this `#if`, found the end of the file; add it"))
            }
            false => Ok(()),
        }
    }

    fn is_kept(&self) -> bool {
        self.conditions.iter().all(|condition| condition.is_taken)
    }

    fn run_directive(&mut self, at: Position, line: &[Token]) -> Outcome<()> {
        let Some((first, rest)) = line.split_first() else { return Ok(()) };
        let Word::Name(name) = &first.word else { return Ok(()) };
        match name.as_str() {
            "if" | "ifdef" | "ifndef" => self.open_condition(at, name, rest),
            "elif" | "else" | "endif" => self.turn_condition(at, name, rest),
            _ if !self.is_kept() => Ok(()),
            "define" => {
                let (name, defined) = read_macro(at, rest)?;
                self.macros.define_macro(name, defined);
                Ok(())
            }
            "undef" => {
                if let Some(Token { word: Word::Name(name), .. }) = rest.first() {
                    self.macros.undefine_macro(name);
                }
                Ok(())
            }
            "include" => self.include_file(at, rest),
            "error" => Err(Fault::new(at, "the program stops here by #error; define what it asks for")),
            "pragma" | "line" | "warning" => Ok(()),
            other => Err(Fault::new(
                first.at,
                format!("expected a directive such as #define or #if, found #{}; remove it", shorten_name(other)),
            )),
        }
    }

    fn open_condition(&mut self, at: Position, name: &str, rest: &[Token]) -> Outcome<()> {
        let kept = self.is_kept();
        let holds = match (kept, name) {
            (false, _) => false,
            (true, "if") => evaluate_condition(at, rest, &self.macros)?,
            (true, _) => match rest.first().map(|token| &token.word) {
                Some(Word::Name(wanted)) => self.macros.is_defined(wanted) == (name == "ifdef"),
                _ => return Err(Fault::new(at, format!("expected a name after #{name}; write one"))),
            },
        };
        self.conditions
            .push(Condition { at, is_taken: holds, is_done: holds || !kept, has_else: false });
        Ok(())
    }

    fn turn_condition(&mut self, at: Position, name: &str, rest: &[Token]) -> Outcome<()> {
        let missing = || Fault::new(at, format!("found #{name} without an #if before it; remove it"));
        if name == "endif" {
            return self.conditions.pop().map(|_| ()).ok_or_else(missing);
        }
        let is_done = self.conditions.last().ok_or_else(missing)?.is_done;
        let holds = !is_done && (name == "else" || evaluate_condition(at, rest, &self.macros)?);
        let open = self.conditions.last_mut().ok_or_else(missing)?;
        if open.has_else {
            return Err(Fault::new(at, format!("found #{name} after #else; put it before the #else")));
        }
        open.has_else = name == "else";
        open.is_taken = holds;
        open.is_done |= holds;
        Ok(())
    }

    fn include_file(&mut self, at: Position, rest: &[Token]) -> Outcome<()> {
        let name = match rest.first().map(|token| &token.word) {
            Some(Word::Text(name)) => String::from_utf8_lossy(name).into_owned(),
            // A file that is included may be one of C++ in part.
            Some(Word::Sign("<")) if at.file != 0 => return Ok(()),
            Some(Word::Sign("<")) => return check_header(at, rest),
            _ => {
                return Err(Fault::new(at, "expected a file's name in quotes after #include; write as \"kernels.br\""));
            }
        };
        if is_c_header(&name) {
            return Ok(());
        }
        let Some(text) = (self.lookup)(&name) else {
            return Err(Fault::new(
                at,
                format!("the file {name} is not next to this one; put it there, or remove the #include"),
            ));
        };
        self.depth += 1;
        if self.depth > MOST_INCLUDES {
            return Err(Fault::new(
                at,
                format!("the files include each other more than {MOST_INCLUDES} deep; remove an #include"),
            ));
        }
        let file = self.files.add_file(&name, text.clone());
        let tokens = read_words(&text, file)?;
        self.expand_file(&tokens)?;
        self.depth -= 1;
        Ok(())
    }
}

fn is_c_header(name: &str) -> bool {
    name.strip_suffix(".h").is_some_and(|name| C_HEADERS.contains(&name)) || name.starts_with("brook/")
}

/// Accepts a header of C in angle brackets.
fn check_header(at: Position, rest: &[Token]) -> Outcome<()> {
    let parts = rest.iter().skip(1).take_while(|token| !token.is_sign(">"));
    let name: String = parts
        .map(|token| match &token.word {
            Word::Name(name) => name.as_str(),
            Word::Sign(sign) => sign,
            _ => "",
        })
        .collect();
    let plain = name.strip_prefix('c').filter(|name| C_HEADERS.contains(name));
    if is_c_header(&name) || plain.is_some() || name.starts_with("brook/") {
        return Ok(());
    }
    let name = shorten_name(&name);
    Err(Fault::new(
        at,
        format!(
            "expected a header of C such as <stdio.h>, found <{name}>; the host part is C, so leave C++ and libraries out"
        ),
    ))
}

/// Returns where the line that holds word `at` ends.
fn line_end(tokens: &[Token], at: usize) -> usize {
    let rest = tokens.iter().enumerate().skip(at);
    rest.clone()
        .find(|(_, token)| token.starts_line || token.word == Word::End)
        .map_or(tokens.len(), |(end, _)| end)
}

/// Returns where the next directive, or the end, is.
fn next_directive(tokens: &[Token], at: usize) -> usize {
    let mut rest = tokens.iter().enumerate().skip(at);
    rest.find(|(_, token)| (token.is_sign("#") && token.starts_line) || token.word == Word::End)
        .map_or(tokens.len(), |(end, _)| end)
}
