//! Mutants that compute the same as the original: the lists of `harmless/`, one per part of the book.

use std::sync::OnceLock;

/// An entry of the lists: mutants of `file` are harmless if their changed line contains `piece`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HarmlessMutants {
    pub file: String,
    pub piece: String,
    pub why: String,
}

/// Returns all entries. They are read at run time, so that a new one needs no build.
pub(super) fn harmless_mutants() -> &'static [HarmlessMutants] {
    static ALL: OnceLock<Vec<HarmlessMutants>> = OnceLock::new();
    ALL.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/algorithms/tests/harmless");
        let lists = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        lists
            .flat_map(|list| parse_list(&std::fs::read_to_string(list).unwrap()))
            .collect()
    })
}

/// Parses a list: `== file`, `# why`, and pieces, each on its line, after a heading.
fn parse_list(text: &str) -> Vec<HarmlessMutants> {
    let mut file = String::new();
    let mut why = String::new();
    let mut entries = Vec::new();
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix("== ") {
            file = name.to_string();
        } else if let Some(reason) = line.strip_prefix("# ") {
            why = reason.to_string();
        } else {
            entries.push(HarmlessMutants { file: file.clone(), piece: line.to_string(), why: why.clone() });
        }
    }
    entries
}

/// Finds the entry by which a mutant of that file with the changed line `now` is harmless.
pub(super) fn find_harmless(file: &str, now: &str) -> Option<&'static HarmlessMutants> {
    harmless_mutants()
        .iter()
        .find(|known| known.file == file && now.contains(&known.piece))
}

#[test]
fn a_list_has_files_reasons_and_pieces() {
    let list = "Heading.\n\n== a.frag\n# both are 0\nx <= 1\nx < 2\n\n== b.comp\n# nobody reads it\ny\n";
    assert_eq!(
        parse_list(list),
        [
            build_entry("a.frag", "x <= 1", "both are 0"),
            build_entry("a.frag", "x < 2", "both are 0"),
            build_entry("b.comp", "y", "nobody reads it"),
        ]
    );
    assert!(
        harmless_mutants()
            .iter()
            .all(|entry| !entry.why.is_empty() && !entry.file.is_empty())
    );
}

fn build_entry(file: &str, piece: &str, why: &str) -> HarmlessMutants {
    HarmlessMutants { file: file.to_string(), piece: piece.to_string(), why: why.to_string() }
}
