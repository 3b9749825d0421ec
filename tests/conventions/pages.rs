//! The includes of a page of the book are there. mdbook warns of one that is not, and prints
//! nothing in its place.

use std::path::{Path, PathBuf};

/// The pages of a folder and of those in it.
pub fn pages(folder: &Path) -> Vec<PathBuf> {
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

/// Returns the faults in the includes of a page: a file that is not there, or has not that part.
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
                || text
                    .lines()
                    .any(|line| line.trim_end().trim_end_matches(" -->").ends_with(&format!("ANCHOR: {part}")))
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

/// The sections of the five source texts: how many rows each table of `sections.md` has.
const SECTIONS: [usize; 5] = [18, 11, 5, 13, 11];

/// Returns the names between backticks in a cell that are not there: a file of tests, a test, a
/// command.
fn unknown_names(cell: &str, tests: &[crate::source::File]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_there = |name: &str| {
        if let Some(command) = name.strip_prefix("gristmill ") {
            return match command.split_once(' ') {
                Some(("experiment", name)) => gristmill::experiments::Experiment::find(name).is_ok(),
                Some(("compare" | "trace" | "profile", name)) => {
                    gristmill::algorithms::TABLE.iter().any(|algorithm| algorithm.name == name)
                }
                _ => command == "audit",
            };
        }
        match name.split_once("::") {
            Some((module, test)) => tests.iter().any(|file| {
                file.path.ends_with(&format!("/{module}.rs")) && file.text.contains(&format!("\nfn {test}()"))
            }),
            None => name.starts_with("tests/") && root.join(name).exists(),
        }
    };
    let names = cell.split('`').skip(1).step_by(2);
    names.filter(|name| !is_there(name)).map(str::to_string).collect()
}

/// Returns the faults in the tables of the sections.
fn wrong_sections(text: &str, tests: &[crate::source::File]) -> Vec<String> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    let mut wrong = vec![];
    let tables: Vec<&str> = text.split("\n## ").skip(1).collect();
    let rows = |table: &str| -> Vec<String> {
        let lines = table.lines().filter(|line| line.starts_with("| ")).skip(1);
        lines.map(str::to_string).collect()
    };
    let counts: Vec<usize> = tables.iter().map(|table| rows(table).len()).collect();
    if counts != SECTIONS {
        wrong.push(format!("the texts have {SECTIONS:?} sections, {counts:?} stand there"));
    }
    for row in tables.iter().flat_map(|table| rows(table)) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [section, taught, tested, measured, why] = cells[..] else {
            wrong.push(format!("{row}: not five cells"));
            continue;
        };
        let links = taught.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for page in links.filter(|page| !pages.join(page).exists()) {
            wrong.push(format!("{section}: there is no page {page}"));
        }
        for name in [tested, measured].into_iter().flat_map(|cell| unknown_names(cell, tests)) {
            wrong.push(format!("{section}: there is no {name}"));
        }
        if (taught.is_empty() || tested.is_empty()) && why.is_empty() {
            wrong.push(format!("{section}: neither taught and tested, nor why not"));
        }
    }
    wrong
}

#[test]
fn what_the_table_of_sections_names_is_there() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/sections.md")).unwrap();
    let wrong = wrong_sections(&text, &crate::source::files("tests", &[".rs"]));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_section_of_nobody_is_found() {
    let tests = [crate::source::File { path: "tests/a/b.rs".into(), text: "#[test]\nfn c() {}\n".into() }];
    let table = |row: &str| format!("# T\n\n## A\n\n| section |\n|---|\n{row}\n");
    let wrong = |row: &str| wrong_sections(&table(row), &tests).len() - 1; // one: too few rows
    assert_eq!(wrong("| 1 | [S](streams/saxpy.md) | `b::c`, `tests/book.rs` | `gristmill compare scan` | |"), 0);
    assert_eq!(wrong("| 1 | [S](streams/nothing.md) | `b::d`, `tests/nothing.rs` | `gristmill compare nobody` | |"), 4);
    assert_eq!(wrong("| 1 | | `b::c` | | |"), 1);
    assert_eq!(wrong("| 1 | | | | later: a.md |"), 0);
    assert_eq!(wrong("| 1 | | |"), 1);
}

/// Width and height of a picture.
fn size(svg: &str) -> [f64; 2] {
    ["width", "height"].map(|side| {
        let (_, rest) = svg.split_once(&format!(" {side}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    })
}

#[test]
fn stream_graphs_fit_a_column_of_the_book() {
    let figures = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/figures");
    let paths = std::fs::read_dir(figures).unwrap().map(|entry| entry.unwrap().path());
    let graphs: Vec<PathBuf> = paths.filter(|path| path.to_string_lossy().ends_with("_graph.svg")).collect();
    assert!(graphs.len() > 50, "only {} stream graphs are there", graphs.len());
    let wide: Vec<String> = graphs
        .iter()
        .map(|path| (path, size(&std::fs::read_to_string(path).unwrap())))
        .filter(|(_, [width, height])| *width > 720.0 || *height > 1200.0)
        .map(|(path, [width, height])| format!("{}: {width} x {height}", path.display()))
        .collect();
    assert!(wide.is_empty(), "draw them again with cargo xtask figures --counters:\n{}", wide.join("\n"));
}
