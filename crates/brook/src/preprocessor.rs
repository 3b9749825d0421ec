//! A program's files as one text, and its words: by the preprocessor of C that Cg's reader has.

use crate::fault::{BrookError, Fault, Outcome, Position};
use crate::lexer::{Token, read_word, shorten_name};
use gristmill::includes::{IncludeLookup, IncludeRequest, IncludedText};
use gristmill_cg::{ExpandedText, Place, expand_includes, preprocess_text};

/// Headers of C that declare what the interpreter has built in.
const C_HEADERS: [&str; 16] = [
    "assert", "ctype", "errno", "float", "limits", "math", "memory", "stdarg", "stddef", "stdio", "stdlib", "string",
    "time", "malloc", "unistd", "stdint",
];

/// Inserts the files that a program includes.
pub(crate) fn expand_program(name: &str, text: &str, lookup: &IncludeLookup) -> Result<ExpandedText, BrookError> {
    let find = |request: &IncludeRequest| find_header(request).or_else(|| lookup(request));
    expand_includes(name, text, &[], &find).map_err(|(file, error)| {
        let at = Position { file: 0, line: error.place.line, column: error.place.column };
        BrookError::from_fault(Fault::new(at, error.message), &file.name, &file.text)
    })
}

/// Finds a header of C, whose text is empty here.
fn find_header(request: &IncludeRequest) -> Option<Result<IncludedText, String>> {
    let name = request.name;
    let is_of_c = name.strip_suffix(".h").is_some_and(|stem| C_HEADERS.contains(&stem));
    let is_of_cpp = name.strip_prefix('c').is_some_and(|stem| C_HEADERS.contains(&stem));
    // A file that is included may be one of C++ in part.
    let is_left_out = request.is_angled && (is_of_cpp || !request.includer.is_empty());
    if is_of_c || name.starts_with("brook/") || is_left_out {
        return Some(Ok(IncludedText { name: format!("<{name}>"), text: "".into() }));
    }
    let name = shorten_name(name);
    request.is_angled.then(|| {
        Err(format!(
            "expected a header of C such as <stdio.h>, found <{name}>; the host part is C, so leave C++ and libraries out"
        ))
    })
}

/// Returns the words of a program, its macros replaced. The last is the text's end.
pub(crate) fn read_words(expanded: &ExpandedText) -> Outcome<Vec<Token>> {
    let tokens = preprocess_text(&expanded.text, &expanded.lines);
    let tokens = tokens.map_err(|error| Fault::new(find_position(expanded, error.place), error.message))?;
    tokens
        .iter()
        .map(|token| {
            let at = find_position(expanded, token.place);
            read_word(token)
                .map(|word| Token { word, at })
                .map_err(|sentence| Fault::new(at, sentence))
        })
        .collect()
}

/// Returns the place of the author's text.
fn find_position(expanded: &ExpandedText, place: Place) -> Position {
    let line = (place.line as usize).saturating_sub(1);
    let origin = expanded.lines.get(line).or(expanded.lines.last());
    let (file, line) = origin.copied().unwrap_or((0, 1));
    Position { file: file as u32, line: line as u32, column: place.column }
}
