//! Kernels that were once judged wrongly, in `tests/cases`: each file's first line (of `mission`,
//! its row in `INDEX.md`) says what must hold, and a test of a file below holds it, by the command
//! as people type it.

mod counts;
mod defaults;
mod explored;
mod limits;
mod messages;
mod spirv;
mod texts;

use crate::ROOT;
use crate::check::gristmill;
use std::path::{Path, PathBuf};

/// Checks a file of `tests/cases`, named `folder/file`, with further options; returns the exit code
/// and all that was printed.
fn check_case(name: &str, options: &[&str]) -> (i32, String) {
    let path = format!("tests/cases/{name}");
    let (code, out, errors) = gristmill(&[&["check", &path], options].concat());
    (code.unwrap_or(-1), format!("{out}{errors}"))
}

/// Asserts that a case is right: exit code 0, and no finding that is an error.
fn assert_right(name: &str, options: &[&str]) -> String {
    let (code, text) = check_case(name, options);
    assert_eq!(code, 0, "{name} {options:?} is right\n{text}");
    text
}

/// Asserts that a case ends with this exit code and that each of these is in the text.
fn assert_says(name: &str, options: &[&str], code: i32, said: &[&str]) -> String {
    let (found, text) = check_case(name, options);
    assert_eq!(found, code, "{name} {options:?}\n{text}");
    for part in said {
        assert!(text.contains(part), "{name} {options:?} lacks {part:?}:\n{text}");
    }
    text
}

/// Returns the files of a folder and the folders in it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

#[test]
fn every_case_has_a_test() {
    let root = Path::new(ROOT).join("tests");
    let tests: String = files_below(&root.join("command/cases"))
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let is_kernel = |name: &str| !name.ends_with(".md") && !name.ends_with(".npy");
    for file in files_below(&root.join("cases")) {
        let name = file.strip_prefix(root.join("cases")).unwrap().display().to_string();
        let own = file.file_name().unwrap().to_str().unwrap();
        assert!(!is_kernel(own) || tests.contains(&format!("{name}\"")), "no test in tests/command/cases names {name}");
    }
}
