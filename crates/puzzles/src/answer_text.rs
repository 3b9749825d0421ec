//! Checks of an answer's text before it runs.

use crate::{Puzzle, puzzles};
use gristmill::kernels::{self, without_comments};
use std::collections::BTreeSet;

/// The most bytes of an answer.
const MAX_ANSWER_BYTES: usize = 1 << 16;

/// Returns the reason if a text is not an answer to the puzzle, as far as that shows without a run.
pub(crate) fn refuse_text(puzzle: &Puzzle, text: &str) -> Option<String> {
    let name = puzzle.files.file_name();
    if text.len() > MAX_ANSWER_BYTES {
        return Some(format!(
            "{name} has {} bytes, the limit is {MAX_ANSWER_BYTES}; a solution has a few lines",
            text.len()
        ));
    }
    let code = without_comments(text);
    if code.trim().is_empty() {
        let next = "move it away, and gristmill puzzle NAME writes the file to begin with again";
        return Some(format!("{name} is empty; {}", next.replace("NAME", puzzle.name())));
    }
    find_foreign_include(&name, text).or_else(|| match_other_puzzle(puzzle, text, &code))
}

/// Finds an include that is not one of the library's files.
fn find_foreign_include(name: &str, text: &str) -> Option<String> {
    let paths = kernels::paths();
    for (line, number) in text.lines().zip(1..) {
        let Some(rest) = line.trim_start().strip_prefix('#').map(str::trim_start) else { continue };
        let Some(file) = rest.strip_prefix("include") else { continue };
        let file = file.trim().trim_matches(['"', '<', '>']);
        if !is_library_file(&paths, file) {
            return Some(format!(
                "{name}:{number} includes {file}; an answer may include only stream.glsl and the library's other files"
            ));
        }
    }
    None
}

fn is_library_file(paths: &[String], file: &str) -> bool {
    paths
        .iter()
        .any(|path| path.ends_with(".glsl") && path.rsplit('/').next() == Some(file))
}

/// Finds the other puzzle that the text answers: by its streams, or else by the name on its second line.
fn match_other_puzzle(puzzle: &Puzzle, text: &str, code: &str) -> Option<String> {
    let declared = declared_interface(code);
    let header = text.lines().nth(1).and_then(|line| line.strip_prefix("// ")?.split(':').next());
    let named = puzzles()
        .filter(|other| other.name() != puzzle.name())
        .find(|other| header == Some(other.name()));
    let name = puzzle.files.file_name();
    if declared == declared_interface(&without_comments(puzzle.files.start)) {
        return named.map(|other| {
            format!("{name} is an answer to {}, as its second line says; name that puzzle", other.name())
        });
    }
    let fitting: Vec<&str> = puzzles()
        .filter(|other| other.name() != puzzle.name())
        .filter(|other| declared == declared_interface(&without_comments(other.files.start)))
        .map(Puzzle::name)
        .collect();
    let meant = match named {
        Some(named) if fitting.contains(&named.name()) => named.name().to_string(),
        _ if fitting.is_empty() => return None,
        _ => fitting.join(" or "),
    };
    Some(format!("{name} has other streams than this puzzle: they are those of {meant}; name that puzzle"))
}

/// Returns the library's function that contains a line of its files, and the lines of an answer that call it, from 1.
pub(crate) fn library_calls(text: &str, file: &str, line: usize) -> Option<(String, Vec<usize>)> {
    let library = kernels::text(&kernels::path_of(file).ok()?).ok()?;
    kernels::callers(text, &library, line)
}

/// Returns the uniforms, outputs and buffers that a text declares.
fn declared_interface(code: &str) -> BTreeSet<String> {
    let spaced: String = code
        .chars()
        .flat_map(|letter| {
            let is_word = letter.is_alphanumeric() || letter == '_';
            if is_word || letter.is_whitespace() { vec![letter] } else { vec![' ', letter, ' '] }
        })
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    (0..words.len())
        .filter_map(|at: usize| match words.get(at..at + 4)? {
            [kind @ ("uniform" | "out"), of, name, ";" | "["] => Some(format!("{kind} {of} {name}")),
            ["buffer", _, "{", _] => words.get(at + 4).map(|member| format!("buffer {member}")),
            _ => None,
        })
        .collect()
}
