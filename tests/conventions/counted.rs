//! Statements of the texts that count something of the project, such as seven cards: each is held
//! against what it counts.

use crate::source::{File, assert_none, files, root};
use gristmill::Profile;
use gristmill::algorithms::TABLE;
use gristmill::card::ProfileKind;

/// Words for numbers, from one on.
const NUMBERS: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The things of the project that texts may count. Whoever writes how many there are adds a row to
/// `held`.
const COUNTED: [&str; 12] = [
    "algorithms",
    "rungs",
    "cards",
    "interfaces",
    "dialects",
    "puzzles",
    "near-solutions",
    "experiments",
    "methods",
    "hooks",
    "profiles",
    "subcommands",
];

/// Counts of other things, or of a part: the file, the statement, and what is counted.
const OTHERS: [(&str, &str, &str); 3] = [
    ("book/src/scenes.md", "two methods", "those of a scene"),
    ("book/src/performance/reads.md", "two cards", "those of one table"),
    ("book/src/numbers/paranoia.md", "two cards", "those of one table"),
];

/// A statement, and how many there are.
struct HeldCount {
    file: &'static str,
    words: &'static str,
    count: usize,
}

/// Returns the text of a file of the repository.
fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Returns how many profiles are of a kind.
fn profiles(kind: ProfileKind) -> usize {
    Profile::all().iter().filter(|profile| profile.kind == kind).count()
}

/// Returns how many functions the trait of the machines has.
fn backend_methods() -> usize {
    let text = text("crates/machine/src/lib.rs");
    let body = text.split_once("trait Backend").unwrap().1;
    let body = body.split_once("\n}").unwrap().0;
    body.lines().filter(|line| line.trim_start().starts_with("fn ")).count()
}

/// Returns how many ways the agreement expects WebGPU to refuse; all others have to be right there.
fn count_refused_by_webgpu() -> usize {
    let text = text("tests/agreement.rs");
    let list = text
        .split_once("const REFUSED_BY_WEBGPU")
        .unwrap()
        .1
        .split_once("];")
        .unwrap()
        .0;
    list.lines().filter(|line| line.starts_with("    (")).count()
}

/// Returns the statements that count something, and how many of it there are.
fn held() -> Vec<HeldCount> {
    let row = |file, words, count| HeldCount { file, words, count };
    let hooks = text("crates/gl/src/hooks.rs");
    let replaced = ["\"glDispatchCompute\"", "\"glDrawArrays\"", "\"glMemoryBarrier\"", "\"glGetActiveUniform\""];
    vec![
        row("book/src/cards.md", "seven cards", profiles(ProfileKind::Card)),
        row("book/src/cards.md", "ten interfaces", profiles(ProfileKind::Interface)),
        row("book/src/errata.md", "55 entries", text("book/src/errata.md").matches("\n### ").count()),
        row("README.md", "57 algorithms", TABLE.len()),
        row("README.md", "six are refused", count_refused_by_webgpu()),
        row("ARCHITECTURE.md", "seventeen methods", backend_methods()),
        row("ARCHITECTURE.md", "four hooks", replaced.iter().filter(|name| hooks.contains(**name)).count()),
    ]
}

/// Returns the number of a word or of digits.
fn number(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    let digits = word.replace(',', "");
    NUMBERS
        .iter()
        .position(|name| *name == word)
        .map(|at| at + 1)
        .or_else(|| digits.parse().ok())
}

/// Returns the statements of a file that count something of the project, each with its line.
fn counted_statements(file: &File) -> Vec<(usize, String)> {
    let mut statements = vec![];
    let mut is_code = false;
    for (line, text) in (1..).zip(file.text.lines()) {
        if text.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let trimmed = text
                .split_whitespace()
                .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
            let words: Vec<&str> = trimmed.collect();
            for pair in words.windows(2) {
                if number(pair[0]).is_some() && COUNTED.contains(&pair[1].to_lowercase().as_str()) {
                    statements.push((line, pair.join(" ").to_lowercase()));
                }
            }
        }
    }
    statements
}

/// Returns what is wrong with the counting statements of a file.
fn wrong_counts(file: &File, held: &[HeldCount]) -> Vec<String> {
    let mut wrong = vec![];
    for (line, statement) in counted_statements(file) {
        let is_other = OTHERS.iter().any(|(path, words, _)| *path == file.path && *words == statement);
        let is_held = held.iter().any(|row| row.file == file.path && row.words == statement);
        if !is_other && !is_held {
            wrong.push(format!(
                "{}:{line}: {statement:?} is held by nothing; add a row to `held` that counts them, or leave the number out",
                file.path
            ));
        }
    }
    for HeldCount { words, count, .. } in held.iter().filter(|row| row.file == file.path) {
        let said = words.split_whitespace().next().and_then(number);
        if !file.text.to_lowercase().contains(words) {
            wrong.push(format!("{}:1: {words:?} is not said there any more; take its row out", file.path));
        } else if said != Some(*count) {
            wrong.push(format!("{}:1: it says {words:?}, and there are {count}", file.path));
        }
    }
    wrong
}

#[test]
fn what_texts_count_is_so_many() {
    let held = held();
    let mut texts = files("book/src", &[".md"]);
    texts.extend(files("", &[".md"]).into_iter().filter(|file| {
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "DRIVERS.md"].contains(&file.path.as_str())
    }));
    let texts = texts.iter().filter(|file| !file.path.contains("/figures/"));
    let faults: Vec<_> = texts.flat_map(|file| wrong_counts(file, &held)).collect();
    assert_none("a text counts wrongly", &faults);
    assert!(held.iter().all(|row| row.count > 0));
}

#[test]
fn a_wrong_count_is_found() {
    let file = |text: &str| File { path: "book/src/cards.md".to_string(), text: text.to_string() };
    let held = |count| [HeldCount { file: "book/src/cards.md", words: "seven cards", count }];
    assert_eq!(wrong_counts(&file("There are seven cards."), &held(7)).len(), 0);
    assert_eq!(wrong_counts(&file("There are seven cards."), &held(8)).len(), 1);
    assert_eq!(wrong_counts(&file("There are cards."), &held(7)).len(), 1);
    assert_eq!(
        wrong_counts(&file("Seven cards, 1,024 puzzles and *two dialects*.\n```\n9 rungs\n```"), &held(7)).len(),
        2
    );
}
