//! Rules for the names of things.

use crate::source::{
    File, assert_none, code, crate_files, files, is_of_library, kernel_files, line_of, root, stem, words,
};
use gristmill::algorithms::{Algorithm, TABLE};
use gristmill::experiments;

/// Words that say nothing about what a thing is.
const BANNED: [&str; 8] = ["util", "utils", "helper", "helpers", "manager", "common", "misc", "v2"];

/// Words that say nothing, in a name.
fn empty_words(name: &str) -> Option<&'static str> {
    let mut spaced = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            spaced.push('_');
        }
        spaced.extend(letter.to_lowercase());
    }
    let parts: Vec<&str> = spaced.split(|letter: char| !letter.is_alphanumeric()).collect();
    BANNED.into_iter().find(|banned| parts.contains(banned))
}

/// Files, modules, types, functions and traits with such a name.
fn banned_names(file: &File) -> Vec<String> {
    let stem = file.path.split(['/', '.']);
    let mut faults: Vec<String> = stem
        .filter_map(|part| empty_words(part).map(|word| (part, word)))
        .map(|(part, word)| format!("{}:1: {part} says `{word}`; name the file by what it is about", file.path))
        .collect();
    if !file.path.ends_with(".rs") {
        return faults;
    }
    let code = code(&file.text);
    let all: Vec<(usize, &str)> = words(&code).collect();
    for pair in all.windows(2) {
        let declares = matches!(pair[0].1, "fn" | "mod" | "struct" | "enum" | "trait" | "type" | "const" | "static");
        if let (true, Some(word)) = (declares, empty_words(pair[1].1)) {
            let line = line_of(&code, pair[1].0);
            faults.push(format!("{}:{line}: {} says `{word}`; name it by what it does", file.path, pair[1].1));
        }
    }
    faults
}

#[test]
fn names_say_something() {
    let folders = ["src", "crates", "tests", "examples", "benches", "fragment_kernels", "compute_kernels", "book/src"];
    let faults: Vec<_> = folders
        .iter()
        .flat_map(|folder| files(folder, &[]))
        .flat_map(|file| banned_names(&file))
        .collect();
    assert_none("a name says nothing", &faults);
}

#[test]
fn an_empty_name_is_found() {
    let faults = |path: &str, text: &str| banned_names(&File { path: path.to_string(), text: text.to_string() });
    assert_eq!(faults("src/utils.rs", ""), ["src/utils.rs:1: utils says `utils`; name the file by what it is about"]);
    assert_eq!(faults("fragment_kernels/primitives/scan_v2.frag", "").len(), 1);
    assert_eq!(faults("src/a.rs", "struct StreamManager;\nfn common_part() {}").len(), 2);
    assert_eq!(faults("src/a.rs", "// fn helper\nfn uncommonly_good() {}"), [""; 0]);
}

/// Public types that another file names so, too.
fn names_of_two(files: &[File]) -> Vec<String> {
    let mut places = std::collections::BTreeMap::<&str, Vec<String>>::new();
    for file in files {
        for (at, line) in file.text.lines().enumerate() {
            let mut spoken = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let declares = ["pub struct ", "pub enum ", "pub trait ", "pub type "]
                .iter()
                .any(|kind| line.starts_with(kind));
            if let (true, Some(name)) = (declares, spoken.nth(2)) {
                places.entry(name).or_default().push(format!("{}:{}", file.path, at + 1));
            }
        }
    }
    let twice = places.into_iter().filter(|(_, places)| places.len() > 1);
    twice
        .map(|(name, places)| {
            format!(
                "{}: {name} is another public type, too, in {}; give it a name of its own",
                places[0],
                places[1..].join(" and ")
            )
        })
        .collect()
}

#[test]
fn public_types_have_names_of_their_own() {
    let library: Vec<_> = crate_files().into_iter().filter(|file| is_of_library(&file.path)).collect();
    assert_none("two public types have one name", &names_of_two(&library));
}

#[test]
fn a_name_of_two_types_is_found() {
    let file = |path: &str, text: &str| File { path: path.to_string(), text: text.to_string() };
    let two = [file("src/a.rs", "pub struct View;"), file("src/b.rs", "struct Grid;\npub enum View {}")];
    assert_eq!(
        names_of_two(&two),
        ["src/a.rs:1: View is another public type, too, in src/b.rs:2; give it a name of its own"]
    );
    assert_eq!(names_of_two(&[file("src/a.rs", "struct View;"), file("src/b.rs", "pub struct View;")]), [""; 0]);
}

/// Kernel files that carry no algorithm's name.
fn nameless_kernels(paths: &[String], algorithms: &[&str]) -> Vec<String> {
    let named = |path: &&String| {
        let stem = stem(path);
        path.contains("/include/")
            || algorithms
                .iter()
                .any(|name| stem == *name || stem.starts_with(&format!("{name}_")))
    };
    paths
        .iter()
        .filter(|path| !named(path))
        .map(|path| format!("{path}:1: nothing has this name; call it <algorithm>_<word>, or add a row to the TABLE"))
        .collect()
}

#[test]
fn kernels_are_named_by_algorithms() {
    // The museum's programs belong to papers; `tests/cg` has a list of them.
    let paths = kernel_files()
        .into_iter()
        .map(|file| file.path)
        .filter(|path| !path.contains("/museum/"));
    let (asking, computing): (Vec<_>, Vec<_>) = paths.partition(|path| path.contains("/experiments/"));
    let names: Vec<&str> = TABLE.iter().map(|algorithm| algorithm.name).collect();
    assert_none("a kernel belongs to no algorithm", &nameless_kernels(&computing, &names));
    let names: Vec<&str> = experiments::TABLE.iter().map(|experiment| experiment.name).collect();
    assert_none("a kernel belongs to no experiment", &nameless_kernels(&asking, &names));
}

#[test]
fn a_nameless_kernel_is_found() {
    let paths = ["a/scan.frag", "a/scan_add.comp", "a/include/cover.vert", "a/scanner.comp"].map(str::to_string);
    let faults = nameless_kernels(&paths, &["scan"]);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("a/scanner.comp:1: "));
}

/// Returns a fault for each of its five places that an algorithm lacks.
fn missing_places(part: &str, name: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let places = [
        format!("src/algorithms/{part}/{name}.rs"),
        format!("fragment_kernels/{part}/{name}.frag"),
        format!("compute_kernels/{part}/{name}.comp"),
        format!("examples/{name}.rs"),
        format!("book/src/{part}/{name}.md"),
    ];
    let missing = places.iter().filter(|place| !exists(place));
    missing
        .map(|place| format!("{place}:1: missing; {name} has a row in the TABLE, so it has all five files"))
        .collect()
}

#[test]
fn one_word_names_an_algorithm_in_five_places() {
    let exists = |path: &str| root().join(path).exists();
    let mut faults: Vec<_> = TABLE
        .iter()
        .flat_map(|algorithm| missing_places(algorithm.part, algorithm.name, exists))
        .collect();
    let summary = std::fs::read_to_string(root().join("book/src/SUMMARY.md")).unwrap();
    for algorithm in TABLE {
        let Algorithm { part, name, .. } = algorithm;
        if !summary.contains(&format!("({part}/{name}.md)")) {
            faults.push(format!("book/src/SUMMARY.md:1: lists no chapter {part}/{name}.md; add it"));
        }
        for rung in ["fragment", "compute"] {
            if !algorithm.rungs.iter().any(|known| known.name == rung) {
                faults.push(format!("src/algorithms/{part}/{name}.rs:1: its ROW has no rung `{rung}`; add it"));
            }
        }
    }
    assert_none("an algorithm lacks a part", &faults);
}

#[test]
fn a_missing_place_is_found() {
    let all = [
        "src/algorithms/primitives/scan.rs",
        "fragment_kernels/primitives/scan.frag",
        "compute_kernels/primitives/scan.comp",
        "examples/scan.rs",
        "book/src/primitives/scan.md",
    ];
    assert_eq!(missing_places("primitives", "scan", |path| all.contains(&path)), [""; 0]);
    assert_eq!(
        missing_places("primitives", "scan", |path| all[1..].contains(&path)),
        ["src/algorithms/primitives/scan.rs:1: missing; scan has a row in the TABLE, so it has all five files"]
    );
}
