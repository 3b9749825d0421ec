//! Finds the case files of folders, and lists their cases.

use crate::case_file::{self, CaseText, FILE_ENDING, line_at};
use crate::files::file_name;
use crate::program::Program;
use crate::shard::{HASH_START, hash_bytes};
use crate::test_case::{CaseEntry, TestCase};
use crate::wgsl_functions;
use gristmill_base::error::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most cases of a suite.
const MOST_CASES: usize = 1_000_000;
/// Folders deeper than this are not searched: links may lead in a circle.
const DEEPEST: usize = 32;

/// The cases of a suite, and a hash of the files that say them.
#[derive(Debug, Default)]
pub struct FoundCases {
    pub cases: Vec<TestCase>,
    /// The texts of case files and kernels, by their names.
    texts: BTreeMap<String, u64>,
}

impl FoundCases {
    /// Finds the cases of these files and folders. Names are from the folder if there is one, else from the current one.
    ///
    /// # Errors
    /// [`Error::Data`] says what is wrong in which line, or which two cases have one name.
    pub fn find_in(roots: &[PathBuf]) -> Result<FoundCases> {
        let mut found = FoundCases::default();
        for root in roots {
            if !root.is_dir() && !root.is_file() {
                let next = "name a folder of kernels, or a file";
                return Err(Error::data(format!("{}: no such file or folder; {next}", root.display())));
            }
            let mut files = vec![];
            if root.is_dir() {
                list_files(root, 0, &mut files)?
            } else {
                files.push(root.clone())
            };
            let base = match roots {
                [one] if one.is_dir() => one.as_path(),
                [one] => one.parent().unwrap_or(Path::new("")),
                _ => Path::new(""),
            };
            for file in files {
                let label = label_of(&file, base);
                // Sentences name a file of the current folder without its dot.
                found.add_file(file.strip_prefix(".").unwrap_or(&file), &label)?;
            }
        }
        found.cases.sort_by_key(|case| natural_key(&case.name));
        found.refuse_doubles()?;
        Ok(found)
    }

    /// Returns a hash of the case files and the kernels, in hexadecimal.
    pub fn fingerprint(&self) -> String {
        let hash = self
            .texts
            .iter()
            .fold(HASH_START, |hash, (name, text)| hash_bytes(hash_bytes(hash, name.as_bytes()), &text.to_le_bytes()));
        format!("{hash:016x}")
    }

    fn add_file(&mut self, path: &Path, label: &str) -> Result<()> {
        let name = file_name(path);
        if name.ends_with(FILE_ENDING) {
            return self.add_case_file(path, label);
        }
        if name.ends_with(".wgsl") {
            return self.add_test_functions(path, label);
        }
        Err(Error::data(format!("{label}: expected NAME{FILE_ENDING}, or a .wgsl with @test functions")))
    }

    fn add_case_file(&mut self, path: &Path, label: &str) -> Result<()> {
        let text = case_file::read_text(path)?;
        self.note_text(label, text.as_bytes());
        let file = case_file::parse_file(label, &text)?;
        if file.cases.is_empty() {
            return Err(Error::data(format!("{label}: it has no case; begin one with [[case]]")));
        }
        let mut names = BTreeSet::new();
        for case in file.cases {
            let line = line_at(&text, case.span().start);
            let case = case.into_inner();
            let place = |why: String| Error::data(format!("{label}:{line}: {why}"));
            if case.name.trim().is_empty() {
                return Err(place("a case has no name; write name = \"..\"".to_string()));
            }
            if !names.insert(case.name.clone()) {
                return Err(place(format!("two cases are named {}; rename one", case.name)));
            }
            let entry = CaseEntry {
                file: label.to_string(),
                path: path.to_path_buf(),
                line,
                points: case.points.unwrap_or(1),
                hidden: case.hidden,
            };
            self.add_entry(&case, Arc::new(entry)).map_err(place)?;
        }
        Ok(())
    }

    /// Adds a case for each of its sizes and cards. The error is a sentence.
    fn add_entry(&mut self, case: &CaseText, entry: Arc<CaseEntry>) -> Result<(), String> {
        let sizes =
            if case.sizes.is_empty() { vec![None] } else { case.sizes.iter().map(|size| Some(*size)).collect() };
        let cards = if case.cards.is_empty() { vec![None] } else { case.cards.iter().map(Some).collect() };
        let folder = entry.path.parent().unwrap_or(Path::new("")).to_path_buf();
        let stem = entry.file.strip_suffix(FILE_ENDING).unwrap_or(&entry.file).to_string();
        for size in sizes {
            for card in &cards {
                let program = Program::from_text(case, &folder, size, card.map(String::as_str))?;
                let mut name = format!("{stem}::{}", case.name);
                if let Some(size) = size {
                    name += &format!("::n={size}");
                }
                if let Some(card) = card {
                    name += &format!("::{card}");
                }
                for kernel in program.list_kernels() {
                    self.note_kernel(&folder, kernel);
                }
                if self.cases.len() == MOST_CASES {
                    return Err(format!("the suite has more than {MOST_CASES} cases; test its folders one by one"));
                }
                self.cases.push(TestCase { name, entry: entry.clone(), program });
            }
        }
        Ok(())
    }

    fn add_test_functions(&mut self, path: &Path, label: &str) -> Result<()> {
        let text = case_file::read_text(path)?;
        let Some(tests) = wgsl_functions::find_tests(label, &text)? else { return Ok(()) };
        self.note_text(label, text.as_bytes());
        let stem = label.strip_suffix(".wgsl").unwrap_or(label);
        for (function, line) in &tests.functions {
            let entry =
                CaseEntry { file: label.to_string(), path: path.to_path_buf(), line: *line, points: 1, hidden: false };
            self.cases.push(TestCase {
                name: format!("{stem}::{function}"),
                entry: Arc::new(entry),
                program: tests.build_program(path, function),
            });
        }
        Ok(())
    }

    /// Notes the text of a case file or a kernel for the fingerprint.
    pub fn note_text(&mut self, label: &str, bytes: &[u8]) {
        self.texts.insert(label.to_string(), hash_bytes(HASH_START, bytes));
    }

    /// Notes a kernel's text once. One that cannot be read is reported where it runs.
    fn note_kernel(&mut self, folder: &Path, kernel: &Path) {
        let name = label_of(kernel, folder);
        if !self.texts.contains_key(&name) {
            let bytes = case_file::read_text(kernel).unwrap_or_default();
            self.note_text(&name, bytes.as_bytes());
        }
    }

    fn refuse_doubles(&self) -> Result<()> {
        let mut names: BTreeMap<&str, &TestCase> = BTreeMap::new();
        for case in &self.cases {
            if let Some(other) = names.insert(&case.name, case) {
                let places = [other, case].map(|case| format!("{}:{}", case.file(), case.line()));
                let [one, two] = places;
                return Err(Error::data(format!("two cases are named {}, in {one} and {two}; rename one", case.name)));
            }
        }
        Ok(())
    }
}

/// Returns a path from a folder, with `/` between its parts.
fn label_of(file: &Path, base: &Path) -> String {
    let path = file.strip_prefix(base).unwrap_or(file);
    let path = path.display().to_string().replace('\\', "/");
    path.strip_prefix("./").map(str::to_string).unwrap_or(path)
}

/// Lists the case files and the WGSL files of a folder, and of those in it.
fn list_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<()> {
    let unread = |error: &std::io::Error| Error::of_system(format!("{} cannot be read", folder.display()), error);
    let mut entries = vec![];
    for entry in std::fs::read_dir(folder).map_err(|error| unread(&error))? {
        entries.push(entry.map_err(|error| unread(&error))?.path());
    }
    entries.sort();
    for path in entries {
        let name = file_name(&path);
        if name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        if path.is_dir() && depth < DEEPEST {
            list_files(&path, depth + 1, files)?;
        } else if path.is_file() && (name.ends_with(FILE_ENDING) || name.ends_with(".wgsl")) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns a key by which `n=9` comes before `n=10`.
fn natural_key(name: &str) -> Vec<(String, u64)> {
    let mut key = vec![];
    let mut rest = name;
    while !rest.is_empty() {
        let word = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest[word..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - word);
        key.push((rest[..word].to_string(), rest[word..word + digits].parse().unwrap_or(0)));
        rest = &rest[word + digits..];
    }
    key
}
