//! What a page of the book includes is there: mdbook warns of what is not, and prints nothing in its place.

use std::path::{Path, PathBuf};

/// The pages of a folder and of those in it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = vec![];
    for path in entries {
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found
}

/// What is wrong with the includes of a page: a file that is not there, or has not that part.
fn missing(page: &Path, text: &str) -> Vec<String> {
    let mut missing = vec![];
    for rest in text.split("{{#include ").skip(1) {
        let Some((named, _)) = rest.split_once("}}") else {
            missing.push(format!("{}: an include without an end", page.display()));
            continue;
        };
        let (file, part) = named
            .trim()
            .split_once(':')
            .map_or((named.trim(), None), |(file, part)| (file, Some(part)));
        let path = page.parent().unwrap().join(file);
        let has = |text: &str, part: &str| {
            part.split(':')
                .all(|line| line.is_empty() || line.bytes().all(|digit| digit.is_ascii_digit()))
                || text.lines().any(|line| line.trim_end().ends_with(&format!("ANCHOR: {part}")))
        };
        match std::fs::read_to_string(&path) {
            Err(_) => missing.push(format!("{}: there is no {file}", page.display())),
            Ok(text) if part.is_some_and(|part| !has(&text, part)) => {
                missing.push(format!("{}: {file} has no {}", page.display(), part.unwrap_or_default()));
            }
            Ok(_) => {}
        }
    }
    missing
}

#[test]
fn what_a_page_includes_is_there() {
    let pages = pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src"));
    assert!(pages.len() > 60, "only {} pages are there", pages.len());
    let read = |page: &PathBuf| std::fs::read_to_string(page).unwrap();
    let missing: Vec<String> = pages.iter().flat_map(|page| missing(page, &read(page))).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn what_is_not_there_is_named() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/SUMMARY.md");
    let wrong = |text: &str| missing(&page, text).len();
    assert_eq!(wrong("{{#include ../../README.md}} {{#include ../../Cargo.toml:3:5}}"), 0);
    assert_eq!(wrong("{{#include ../../nothing.rs}} {{#include ../../README.md:nowhere}} {{#include ../"), 3);
}

/// The blocks of GLSL in a text that no kernel file contains, line by line as it stands there.
fn kernels_of_nobody<'a>(text: &'a str, kernels: &[String]) -> Vec<&'a str> {
    let blocks = text.split("```glsl\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split_once("```").map(|(block, _)| block));
    blocks
        .filter(|block| !kernels.iter().any(|kernel| kernel.contains(block)))
        .collect()
}

#[test]
fn the_kernels_of_the_readme_are_those_of_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kernels: Vec<String> = crate::source::kernel_files().into_iter().map(|file| file.text).collect();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains("```glsl\n"));
    assert_eq!(kernels_of_nobody(&readme, &kernels), [""; 0]);
}

#[test]
fn a_kernel_of_nobody_is_found() {
    let kernels = ["#version 110\nvoid main() {}\n".to_string()];
    let text = "A kernel:\n```glsl\nvoid main() {}\n```\nand\n```glsl\nvoid main() { }\n```\n";
    assert_eq!(kernels_of_nobody(text, &kernels), ["void main() { }\n"]);
}
