//! Rust source read as far as the conventions need: without comments and texts, with its modules and its
//! tests.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A file of the project and its text.
pub struct File {
    /// Its path from the root of the project, with `/`.
    pub path: String,
    pub text: String,
}

/// The root of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text files under a folder of the project whose names end so, in the order of their paths.
pub fn files(folder: &str, endings: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    walk(&root().join(folder), endings, &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

fn walk(folder: &Path, endings: &[&str], found: &mut Vec<File>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let relative = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            if !["target", "node_modules", ".git"].contains(&name.as_str()) && relative != "book/book" {
                walk(&path, endings, found);
            }
        } else if (endings.is_empty() || endings.iter().any(|ending| name.ends_with(ending)))
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            found.push(File { path: relative, text });
        }
    }
}

/// The text with a space for every character of a comment, a string and a character; lines stay lines.
pub fn code(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < letters.len() {
        let end = match letters[at] {
            '/' if letters.get(at + 1) == Some(&'/') => until(&letters, at, |rest| rest[0] == '\n'),
            '/' if letters.get(at + 1) == Some(&'*') => end_of_block_comment(&letters, at),
            '"' => end_of_string(&letters, at + 1),
            'r' if !is_word(at.checked_sub(1).map(|before| letters[before])) => end_of_raw_string(&letters, at),
            '\'' => end_of_character(&letters, at),
            _ => at,
        };
        if end == at {
            code.push(letters[at]);
            at += 1;
        }
        for &letter in &letters[at..end.max(at)] {
            code.push(if letter == '\n' { '\n' } else { ' ' });
        }
        at = end.max(at);
    }
    code
}

fn is_word(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| letter == '_' || letter.is_alphanumeric())
}

fn until(letters: &[char], start: usize, found: impl Fn(&[char]) -> bool) -> usize {
    (start..letters.len())
        .find(|&at| found(&letters[at..]))
        .unwrap_or(letters.len())
}

fn end_of_block_comment(letters: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < letters.len() {
        match (letters[at], letters.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    at
}

fn end_of_string(letters: &[char], start: usize) -> usize {
    let mut at = start;
    while at < letters.len() {
        match letters[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    letters.len()
}

/// The end of `r"..."` or `r#"..."#`; `start` itself where none begins.
fn end_of_raw_string(letters: &[char], start: usize) -> usize {
    let hashes = letters[start + 1..].iter().take_while(|letter| **letter == '#').count();
    if letters.get(start + 1 + hashes) != Some(&'"') {
        return start;
    }
    let closing: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    (until(letters, start + 2 + hashes, |rest| rest.starts_with(&closing)) + closing.len()).min(letters.len())
}

/// The end of `'x'`; `start` itself for a lifetime.
fn end_of_character(letters: &[char], start: usize) -> usize {
    match (letters.get(start + 1), letters.get(start + 2)) {
        (Some('\\'), _) => until(letters, start + 3, |rest| rest[0] == '\'') + 1,
        (Some(_), Some('\'')) => start + 3,
        _ => start,
    }
}

/// The line of a byte, from 1.
pub fn line_of(text: &str, byte: usize) -> usize {
    text[..byte].matches('\n').count() + 1
}

/// Returns the range of each `mod name { ... }` of a code, outer ones first, and true if it is for
/// tests alone.
pub fn inline_modules(code: &str) -> Vec<(Range<usize>, bool)> {
    let mut modules = Vec::new();
    for (at, _) in code.match_indices("mod ") {
        if is_word(code[..at].chars().next_back()) {
            continue;
        }
        let rest = &code[at..];
        let Some(brace) = rest.find(['{', ';']).filter(|brace| rest[*brace..].starts_with('{')) else { continue };
        let end = at + brace + closing_brace(&rest[brace..]);
        let test = code[..at]
            .trim_end()
            .trim_end_matches("pub")
            .trim_end()
            .ends_with("#[cfg(test)]");
        modules.push((at..end, test));
    }
    modules
}

/// The byte after the brace that closes the first.
fn closing_brace(code: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in code.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// The code with a space for everything that is compiled for tests alone.
pub fn without_tests(file: &File) -> String {
    let code = code(&file.text);
    if is_test(&file.path) {
        return String::new();
    }
    let tests: Vec<_> = inline_modules(&code)
        .into_iter()
        .filter(|(_, test)| *test)
        .map(|(range, _)| range)
        .collect();
    let hidden = |at: usize| tests.iter().any(|range| range.contains(&at));
    code.char_indices()
        .map(|(at, letter)| if letter != '\n' && hidden(at) { ' ' } else { letter })
        .collect()
}

/// Returns true if a file is a module of tests: `tests.rs`, or under `tests/`.
pub fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// The folder of a file's crate: of `crates/gl/src/draw.rs` `crates/gl/src`, of `benches/eras/main.rs` `benches/eras`.
pub fn crate_of(path: &str) -> &str {
    if let Some(end) = path.find("/src/") {
        return &path[..end + 4];
    }
    let folders = if path.starts_with("benches/") { 2 } else { 1 };
    let end = path.match_indices('/').nth(folders - 1).map_or(path.len(), |(at, _)| at);
    &path[..end]
}

/// The module path of a file in its crate: `crates/gl/src/hooks/adoption.rs` is `hooks::adoption`,
/// `src/lib.rs` the root.
pub fn module_of(path: &str) -> Vec<String> {
    let inside = path[crate_of(path).len()..].trim_start_matches('/').trim_end_matches(".rs");
    let mut names: Vec<String> = inside.split('/').map(str::to_string).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        names.pop();
    }
    names
}

/// The first names of all paths that begin at the crate's root, with the byte where each stands: of
/// `crate::{a::B, C}` `a` and `C`. `super` is followed to where it leads.
pub fn root_names(path: &str, code: &str) -> Vec<(usize, String)> {
    let modules = inline_modules(code);
    let mut names = Vec::new();
    let mut skip_to = 0;
    for (at, word) in words(code) {
        if at < skip_to || !(word == "crate" || word == "super") {
            continue;
        }
        let mut here = module_of(path);
        here.extend(
            modules
                .iter()
                .filter(|(range, _)| range.contains(&at))
                .map(|_| "inline".to_string()),
        );
        let mut rest = &code[at..];
        loop {
            if let Some(after) = rest.strip_prefix("crate") {
                here.clear();
                rest = after;
            } else if let Some(after) = rest.strip_prefix("super") {
                here.pop();
                rest = after;
            } else {
                break;
            }
            match rest.trim_start().strip_prefix("::") {
                Some(after) => rest = after.trim_start(),
                None => {
                    rest = "";
                    break;
                }
            }
        }
        skip_to = code.len() - rest.len();
        if here.is_empty() && !rest.is_empty() {
            let start = code.len() - rest.len();
            names.extend(first_names(rest).into_iter().map(|(offset, name)| (start + offset, name)));
        } else if rest.is_empty() {
            skip_to = at + word.len();
        }
    }
    names
}

/// The names at the start of a path, or of each path in its braces.
fn first_names(rest: &str) -> Vec<(usize, String)> {
    if rest.starts_with('*') {
        return vec![(0, "*".to_string())];
    }
    if !rest.starts_with('{') {
        return words(rest)
            .next()
            .map(|(at, word)| (at, word.to_string()))
            .into_iter()
            .collect();
    }
    let end = closing_brace(rest);
    let mut names = Vec::new();
    let (mut depth, mut wanted) = (0, false);
    for (at, letter) in rest[..end].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 1 && (letter == '{' || letter == ',') {
            wanted = true;
        } else if wanted && depth == 1 && letter == '*' {
            names.push((at, "*".to_string()));
            wanted = false;
        } else if wanted && is_word(Some(letter)) {
            names.extend(words(&rest[at..]).next().map(|(_, word)| (at, word.to_string())));
            wanted = false;
        }
    }
    names
}

/// The words of a code, with the byte where each begins.
pub fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + code[at..].find(|letter| is_word(Some(letter)))?;
        let end = code[start..]
            .find(|letter| !is_word(Some(letter)))
            .map_or(code.len(), |length| start + length);
        at = end;
        Some((start, &code[start..end]))
    })
}

/// Fails with the rule and all faults, if there are any.
pub fn assert_none(rule: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{rule}\n{}\n", faults.join("\n"));
}

/// The files of all crates of the workspace: those of `src` and of `crates/*/src`.
pub fn crate_files() -> Vec<File> {
    let mut all = files("src", &[".rs"]);
    let others = files("crates", &[".rs"]);
    all.extend(others.into_iter().filter(|file| file.path.contains("/src/")));
    all
}

/// The crates that make up the library: `gristmill`, and what it stands on and shows to its users.
const LIBRARY: [&str; 9] = [
    "src",
    "crates/base/src",
    "crates/shader/src",
    "crates/machine/src",
    "crates/cards/src",
    "crates/gl/src",
    "crates/emulator/src",
    "crates/check/src",
    "crates/suite/src",
];

/// True if a file is of the library. Crates above it, as the command, see it from outside.
pub fn is_of_library(path: &str) -> bool {
    LIBRARY.contains(&crate_of(path))
}

/// Kernel files, without what they include.
pub fn kernel_files() -> Vec<File> {
    let mut kernels = files("fragment_kernels", &[".frag", ".vert"]);
    kernels.extend(files("compute_kernels", &[".comp"]));
    kernels
}

/// A file's name without folder and ending.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

#[test]
fn a_file_has_a_crate_and_a_module() {
    let place = |path: &'static str| (crate_of(path), module_of(path).join("::"));
    assert_eq!(place("src/lib.rs"), ("src", String::new()));
    assert_eq!(place("src/call/pass.rs"), ("src", "call::pass".to_string()));
    assert_eq!(place("crates/gl/src/hooks/adoption.rs"), ("crates/gl/src", "hooks::adoption".to_string()));
    assert_eq!(place("crates/machine/src/lib.rs"), ("crates/machine/src", String::new()));
    assert_eq!(place("benches/eras/by_hand.rs"), ("benches/eras", "by_hand".to_string()));
    assert!(is_of_library("crates/base/src/era.rs") && !is_of_library("crates/cli/src/main.rs"));
    assert!(crate_files().len() > 600);
}
