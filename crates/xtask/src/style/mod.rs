//! `cargo xtask measure-style`: measures names, comments and lines of the source, and compares them with the goals.

mod source_counts;

use clap::Args;
use gristmill::{Error, Result};
use gristmill_command::terminal::text_table::{CellStyle, TableCell, format_table, new_table};
use gristmill_command::terminal::{CommandResult, EarlyExit, print_line};
use source_counts::{SourceCounts, count_source, declared_traits};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Arguments of `measure-style`.
#[derive(Args)]
pub struct StyleArgs {
    /// The root of the project
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), hide_default_value = true)]
    pub root: PathBuf,
}

/// Names of files that do not say what a file holds.
const EMPTY_FILE_NAMES: &[&str] = &[
    "again",
    "all",
    "apart",
    "asked",
    "asks",
    "at_hand",
    "bound",
    "checked",
    "common",
    "counted",
    "dice",
    "edited",
    "given",
    "held",
    "helper",
    "helpers",
    "in_format",
    "interval",
    "judged",
    "judging",
    "kept",
    "lacks",
    "made",
    "made_up",
    "manager",
    "misc",
    "one",
    "other",
    "paired",
    "part",
    "prescription",
    "running",
    "said",
    "say",
    "sighting",
    "stuff",
    "suited",
    "tally",
    "task",
    "telling",
    "things",
    "told",
    "unreached",
    "unsure",
    "util",
    "utils",
    "whole",
];

/// A measure: its name, its goal, and its value of some counts.
struct Measure {
    name: &'static str,
    /// The largest value that is allowed; `None` for a measure without a goal.
    goal: Option<f64>,
    value: fn(&SourceCounts) -> f64,
}

const MEASURES: [Measure; 6] = [
    Measure {
        name: "one-word functions, %",
        goal: Some(35.0),
        value: |counts| percentage(counts.one_word_functions, counts.functions),
    },
    Measure {
        name: "participles, %",
        goal: Some(1.0),
        value: |counts| percentage(counts.participles, counts.functions),
    },
    Measure {
        name: "question docs, %",
        goal: Some(5.0),
        value: |counts| percentage(counts.question_docs, counts.docs),
    },
    Measure {
        name: "closures per 1,000 lines",
        goal: Some(3.0),
        value: |counts| per_thousand(counts.closures, counts.lines),
    },
    Measure {
        name: "tuple lets per 1,000 lines",
        goal: None,
        value: |counts| per_thousand(counts.tuple_lets, counts.lines),
    },
    Measure { name: "long lines", goal: None, value: |counts| counts.long_lines as f64 },
];

fn percentage(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn per_thousand(part: usize, lines: usize) -> f64 {
    1000.0 * part as f64 / lines.max(1) as f64
}

/// The measured style of a crate.
#[derive(Default)]
struct CrateStyle {
    name: String,
    counts: SourceCounts,
    /// The files that declare each type.
    types: BTreeMap<String, Vec<String>>,
    /// Files whose name does not say what they hold.
    empty_names: Vec<String>,
}

impl CrateStyle {
    /// Returns the types that several files declare.
    fn shared_names(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.types.iter().filter(|(_, files)| files.len() > 1)
    }
}

/// Measures the source, prints a row for each crate and one for all; returns false if a goal is missed by all
/// together, by types of one name, or by names of files.
pub fn measure_style(wanted: &StyleArgs) -> CommandResult {
    let crates = read_crates(&wanted.root)?;
    let mut total = SourceCounts::default();
    for style in &crates {
        total += &style.counts;
    }
    print_measures(&crates, &total)?;
    let mut is_reached = MEASURES.iter().all(|measure| is_within(measure, &total));
    print_line("")?;
    for style in &crates {
        for (name, files) in style.shared_names() {
            print_line(format!("{}: the type {name} is declared in {}", style.name, files.join(", ")))?;
            is_reached = false;
        }
        for file in &style.empty_names {
            print_line(format!("{}: the name of {file} does not say what it holds", style.name))?;
            is_reached = false;
        }
    }
    print_line(if is_reached { "every goal is reached" } else { "a goal is missed" })?;
    Ok(is_reached)
}

fn is_within(measure: &Measure, counts: &SourceCounts) -> bool {
    measure.goal.is_none_or(|goal| (measure.value)(counts) <= goal)
}

fn print_measures(crates: &[CrateStyle], total: &SourceCounts) -> std::result::Result<(), EarlyExit> {
    let mut heads = vec!["crate".to_string(), ">lines".to_string()];
    heads.extend(MEASURES.iter().map(|measure| format!(">{}", measure.name.replace(' ', "\n"))));
    let mut table = new_table(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    for style in crates {
        table.add_row(style_row(&style.name, &style.counts));
    }
    table.add_row(style_row("all", total));
    let mut goals = vec![TableCell::new("goal"), TableCell::new("")];
    for measure in &MEASURES {
        goals.push(TableCell::new(measure.goal.map_or("-".to_string(), |goal| format!("{goal}"))));
    }
    table.add_row(goals);
    print_line(format_table(&table))
}

fn style_row(name: &str, counts: &SourceCounts) -> Vec<TableCell> {
    let mut row = vec![TableCell::new(name), TableCell::new(counts.lines)];
    for measure in &MEASURES {
        let look = if is_within(measure, counts) { CellStyle::Plain } else { CellStyle::Red };
        row.push(TableCell::new(format!("{:.1}", (measure.value)(counts))).with_style(look));
    }
    row
}

/// Reads the library in `src`, and each of `crates`.
fn read_crates(root: &Path) -> Result<Vec<CrateStyle>> {
    let mut folders = vec![("gristmill".to_string(), root.join("src"))];
    for folder in list_folder(&root.join("crates"))? {
        if folder.join("src").is_dir() {
            folders.push((file_name(&folder), folder.join("src")));
        }
    }
    let mut sources: Vec<(String, Vec<ParsedFile>)> = Vec::new();
    let mut own_traits = BTreeSet::new();
    for (name, folder) in folders {
        let mut parsed = Vec::new();
        parse_folder(&folder, &mut parsed)?;
        own_traits.extend(parsed.iter().flat_map(|source| declared_traits(&source.tree)));
        sources.push((name, parsed));
    }
    Ok(sources
        .into_iter()
        .map(|(name, parsed)| measure_crate(name, &parsed, root, &own_traits))
        .collect())
}

/// A source file with its syntax tree.
struct ParsedFile {
    path: PathBuf,
    text: String,
    tree: syn::File,
}

/// Parses the Rust files of a folder and of those in it.
fn parse_folder(folder: &Path, parsed: &mut Vec<ParsedFile>) -> Result<()> {
    for path in list_folder(folder)? {
        if path.is_dir() {
            parse_folder(&path, parsed)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let shown = path.display().to_string();
            let text = std::fs::read_to_string(&path)
                .map_err(|error| Error::data(format!("{shown} cannot be read: {error}")))?;
            let tree = syn::parse_file(&text)
                .map_err(|error| Error::data(format!("{shown}:{} is not Rust: {error}", error.span().start().line)))?;
            parsed.push(ParsedFile { path, text, tree });
        }
    }
    Ok(())
}

/// Lists a folder by name.
fn list_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Error::data(format!("{} cannot be read: {error}; name the root of the project by --root", folder.display()))
    })?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn measure_crate(name: String, parsed: &[ParsedFile], root: &Path, own_traits: &BTreeSet<String>) -> CrateStyle {
    let mut style = CrateStyle { name, ..CrateStyle::default() };
    for source in parsed {
        let shown = source.path.strip_prefix(root).unwrap_or(&source.path).display().to_string();
        let stem = source.path.file_stem().unwrap_or_default().to_string_lossy();
        let file = count_source(&source.text, &source.tree, own_traits);
        style.counts += &file.counts;
        // Files of tests alone share no names with the crate's users.
        if stem != "tests" {
            for name in file.types {
                style.types.entry(name).or_default().push(shown.clone());
            }
        }
        if has_empty_name(&source.path) {
            style.empty_names.push(shown);
        }
    }
    style
}

/// Returns true if a file, or the folder of a `mod.rs`, has a name that does not say what it holds.
fn has_empty_name(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = if stem == "mod" { path.parent().map(file_name).unwrap_or_default() } else { stem };
    EMPTY_FILE_NAMES.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, name: &str, text: &str) {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn crates_are_measured_apart_and_together() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "src/lib.rs", "fn run_all() {}\n");
        write(folder.path(), "crates/one/src/lib.rs", "struct Place;\nfn run() {}\n");
        write(folder.path(), "crates/one/src/utils.rs", "struct Place;\n");
        let crates = read_crates(folder.path()).unwrap();
        assert_eq!(crates.iter().map(|style| style.name.as_str()).collect::<Vec<_>>(), ["gristmill", "one"]);
        assert_eq!(crates[1].counts.one_word_functions, 1);
        assert_eq!(crates[1].shared_names().count(), 1);
        assert_eq!(crates[1].empty_names, ["crates/one/src/utils.rs"]);
        assert_eq!(measure_style(&StyleArgs { root: folder.path().to_path_buf() }).ok(), Some(false));
    }

    #[test]
    fn goals_hold_up_to_themselves() {
        let mut counts = SourceCounts { lines: 1000, closures: 3, ..SourceCounts::default() };
        assert!(MEASURES.iter().all(|measure| is_within(measure, &counts)));
        counts.closures = 4;
        assert_eq!(MEASURES.iter().filter(|measure| !is_within(measure, &counts)).count(), 1);
    }

    #[test]
    fn what_is_no_rust_is_an_error_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "src/lib.rs", "fn run_all() {}\nfn (\n");
        write(folder.path(), "crates/one/src/lib.rs", "");
        let error = read_crates(folder.path()).err().unwrap().to_string();
        assert!(error.contains("lib.rs:2 is not Rust"), "{error}");
    }
}
