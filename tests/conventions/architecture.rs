//! The texts beside the source are true of it: the parts they name are there, and none is too long to be read.

use crate::rust::files_beside_tests;
use crate::source::{File, assert_none, code, files, root, words};
use std::collections::BTreeMap;

/// The most words of ARCHITECTURE.md: an hour's reading says no more.
const ARCHITECTURE_WORDS: usize = 3_000;

/// The most lines of README.md, for somebody who has two minutes.
const README_LINES: usize = 180;

/// Returns the text of a file of the repository.
fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn texts_are_short() {
    let count = text("ARCHITECTURE.md").split_whitespace().count();
    assert!(count <= ARCHITECTURE_WORDS, "ARCHITECTURE.md has {count} words, {ARCHITECTURE_WORDS} is the most");
    let lines = text("README.md").lines().count();
    assert!(lines <= README_LINES, "README.md has {lines} lines, {README_LINES} is the most");
}

/// The crates, the modules of the library's own crate, and the folders of the root that a text does not name.
fn undescribed(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for folder in ["crates", "src", ""] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_module = folder == "src" && name.ends_with(".rs") && name != "lib.rs";
            let is_folder = entry.path().is_dir() && !name.starts_with('.') && name != "target";
            if is_module || is_folder {
                parts.push(if folder.is_empty() { name } else { format!("{folder}/{}", name.trim_end_matches(".rs")) });
            }
        }
    }
    parts.sort();
    parts.dedup();
    let is_named = |part: &String| {
        let name = part.strip_prefix("crates/").unwrap_or(part);
        let names = [part.clone(), format!("{part}/"), format!("{part}.rs"), name.to_string()];
        names.iter().any(|name| text.contains(&format!("`{name}`")))
    };
    let missing = parts.iter().filter(|part| !is_named(part));
    missing
        .map(|part| format!("ARCHITECTURE.md:1: says nothing of `{part}`; add a paragraph"))
        .collect()
}

#[test]
fn every_part_is_described() {
    assert_none("a part is not described", &undescribed(&text("ARCHITECTURE.md")));
    let all = undescribed("");
    assert!(all.len() > 30 && all[0].contains("says nothing of"), "{} parts", all.len());
}

/// The files with `unsafe`, a line for each folder, as ARCHITECTURE.md lists them.
fn list_unsafe(files: &[File]) -> String {
    let mut folders = BTreeMap::<String, Vec<String>>::new();
    for file in files
        .iter()
        .filter(|file| words(&code(&file.text)).any(|(_, word)| word == "unsafe"))
    {
        let end = file
            .path
            .find("/src/")
            .map_or_else(|| file.path.rfind('/').unwrap_or(0), |end| end + 4);
        let (folder, name) = file.path.split_at(end);
        folders
            .entry(folder.to_string())
            .or_default()
            .push(name.trim_start_matches('/').to_string());
    }
    let lines = folders.iter().map(|(folder, names)| format!("{folder}: {}\n", names.join(" ")));
    lines.collect()
}

#[test]
fn the_list_of_unsafe_is_that_of_the_source() {
    let list = list_unsafe(&files_beside_tests());
    let architecture = text("ARCHITECTURE.md");
    let shown = architecture
        .split_once("<!-- unsafe -->\n```text\n")
        .and_then(|(_, rest)| rest.split_once("```"));
    let shown = shown.map_or("", |(shown, _)| shown);
    assert!(
        shown == list,
        "ARCHITECTURE.md lists other files with unsafe; put this there, after <!-- unsafe -->:\n{list}"
    );
}

#[test]
fn files_with_unsafe_are_listed() {
    let file = |path: &str, text: &str| File { path: path.to_string(), text: text.to_string() };
    let all = [
        file("crates/gl/src/hooks/a.rs", "unsafe { f() }"),
        file("crates/gl/src/b.rs", "unsafe fn f() {}"),
        file("examples/embed/c.rs", "unsafe {}"),
        file("src/d.rs", "// unsafe\nlet a = \"unsafe\";"),
    ];
    assert_eq!(list_unsafe(&all), "crates/gl/src: hooks/a.rs b.rs\nexamples/embed: c.rs\n");
}

/// Folders of the root that paths in texts begin with.
const FOLDERS: [&str; 12] = [
    "src",
    "crates",
    "tests",
    "benches",
    "examples",
    "book",
    "data",
    "fragment_kernels",
    "compute_kernels",
    "kernel_includes",
    ".ci",
    "xtask",
];

/// The paths that a text names and that are not there. Words with capitals, stars or angle brackets stand for others.
fn missing_paths(file: &File, is_there: impl Fn(&str) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        let separates = |letter: char| !(letter.is_alphanumeric() || "_-./{}*<>:".contains(letter));
        for word in text.split(separates).map(|word| word.trim_matches(['.', ':'])) {
            let is_path = word.split_once('/').is_some_and(|(first, _)| FOLDERS.contains(&first));
            let is_pattern = word.contains(|letter: char| "{}*<>:".contains(letter)) || word.contains("..");
            let is_placeholder = word.split(['/', '.', '_']).any(|part| {
                part.len() > 1 && part.chars().all(char::is_uppercase) && part != "README" && part != "INDEX"
            });
            if is_path && !is_pattern && !is_placeholder && !is_there(word) {
                faults.push(format!("{}:{line}: there is no {word}; follow its move", file.path));
            }
        }
    }
    faults
}

#[test]
fn paths_in_texts_are_there() {
    let mut texts = files("", &[".md", "typos.toml", ".gitignore"]);
    texts.extend(files(".ci", &[]));
    texts.retain(|file| {
        !file.path.starts_with("benches/peers") && file.path != "CHANGELOG.md" && !file.path.contains("/figures/")
    });
    let is_there = |path: &str, word: &str| {
        let beside = root().join(path).parent().map(|folder| folder.join(word));
        // Written by `gristmill book`, and left out of the repository; and the program of a reader's own crate.
        let is_elsewhere = [
            "src/main.rs",
            "book/book",
            "book/src/live/module.js",
            "book/src/live/cg.js",
            "book/src/live/example_pack.js",
            "book/src/live/wgsl.js",
            "book/src/live/kernels.js",
            "book/theme/header.hbs",
        ];
        root().join(word).exists() || beside.is_some_and(|beside| beside.exists()) || is_elsewhere.contains(&word)
    };
    let faults: Vec<_> = texts
        .iter()
        .flat_map(|file| missing_paths(file, |word| is_there(&file.path, word)))
        .collect();
    assert_none("a text names a file that is not there", &faults);
}

#[test]
fn a_missing_path_is_found() {
    let file = |text: &str| File { path: "a.md".to_string(), text: text.to_string() };
    let missing = |text: &str| missing_paths(&file(text), |word| word == "src/a.rs" || word == "crates/b/");
    assert_eq!(missing("`src/a.rs`, crates/b/ and (src/a.rs). See src/NAME.rs, tests/*.rs and src/../x."), [""; 0]);
    assert_eq!(missing("`src/c.rs` and\ncrates/c").len(), 2);
}
