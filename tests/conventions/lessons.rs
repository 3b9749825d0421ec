//! The lesson in the file of its name: where `scan.rs` says that it computes a scan, its launches stand.

use crate::source::{File, assert_none, files, words};
use std::collections::BTreeMap;

/// Functions of an algorithm's file whose launches stand elsewhere: the file below `src/algorithms`, the
/// function, and why.
const ELSEWHERE: [(&str, &str, &str); 20] = [
    ("primitives/compact.rs", "compute", "chooses one of its ways by the kind of machine"),
    ("primitives/sort.rs", "compute", "chooses one of its ways by the kind of machine"),
    ("linear_algebra/matmul.rs", "compute", "chooses one of its ways by the kind of machine"),
    ("linear_algebra/spmv.rs", "compute", "chooses one of its ways by the kind of machine"),
    ("simulations/nbody.rs", "compute", "chooses one of its ways by the kind of machine"),
    ("linear_algebra/fft.rs", "fragment", "the stages are Transform's, which is kept for further pictures"),
    ("linear_algebra/fft.rs", "compute", "the stages are Transform's, which is kept for further pictures"),
    ("primitives/dispatch_indirect.rs", "fragment", "the loop of rounds is here; a round is Rounds', for two ways"),
    ("linear_algebra/multigrid.rs", "fragment", "the cycle is here; its steps are those of the grids in regions.rs"),
    ("linear_algebra/multigrid.rs", "compute", "the cycle is here; its steps are those of the grids in buffers.rs"),
    ("structures/level_set.rs", "fragment", "LevelSet lives on from step to step, and its launches are its methods"),
    ("structures/level_set.rs", "compute", "LevelSet lives on from step to step, and its launches are its methods"),
    (
        "structures/page_table.rs",
        "fragment",
        "the pages live on from request to request, and their launches are methods",
    ),
    (
        "structures/page_table.rs",
        "compute",
        "the pages live on from request to request, and their launches are methods",
    ),
    ("simulations/fluid.rs", "fragment", "Fluid lives on from frame to frame, and its launches are its methods"),
    ("simulations/fluid.rs", "compute", "Fluid lives on from frame to frame, and its launches are its methods"),
    ("simulations/fluid_volume.rs", "fragment", "the smoke lives on from frame to frame, and its launches are methods"),
    ("simulations/fluid_volume.rs", "compute", "the smoke lives on from frame to frame, and its launches are methods"),
    ("simulations/lattice_boltzmann.rs", "fragment", "two schemes of memory share the steps, which are Lattice's"),
    ("simulations/lattice_boltzmann.rs", "compute", "two schemes of memory share the steps, which are Lattice's"),
];

/// The functions of a file's outermost level, each with its text.
fn functions(text: &str) -> BTreeMap<&str, &str> {
    let mut functions = BTreeMap::new();
    let starts = text.match_indices("fn ").filter(|(at, _)| {
        let line = text[..*at].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[line..*at];
        before.is_empty() || before.starts_with("pub")
    });
    for (at, _) in starts {
        let Some((_, name)) = words(&text[at + 3..]).next() else { continue };
        let end = text[at..].find("\n}\n").map_or(text.len(), |end| at + end);
        functions.insert(name, &text[at..end]);
    }
    functions
}

/// Returns true if a function launches a kernel, itself or by functions of its own file.
fn launches(functions: &BTreeMap<&str, &str>, name: &str) -> bool {
    let (mut seen, mut next) = (vec![name], vec![name]);
    while let Some(body) = next.pop().and_then(|name| functions.get(name)) {
        if body.contains(".run()") {
            return true;
        }
        for (_, word) in words(body).filter(|(_, word)| functions.contains_key(word)) {
            if !seen.contains(&word) {
                seen.push(word);
                next.push(word);
            }
        }
    }
    false
}

/// The ways of an algorithm's file that bear an era's name and do not launch in it, though no exception says
/// why.
fn empty_lessons(file: &File, elsewhere: &[(&str, &str, &str)]) -> Vec<String> {
    let path = file.path.trim_start_matches("src/algorithms/");
    let functions = functions(&file.text);
    let mut faults = Vec::new();
    for era in ["fragment", "compute"] {
        let excused = elsewhere.iter().any(|(file, name, _)| *file == path && *name == era);
        match (functions.contains_key(era) && launches(&functions, era), excused) {
            (false, false) => {
                faults.push(format!("{}: {era} launches no kernel in this file; bring its loop here", file.path))
            }
            (true, true) => faults.push(format!("{}: {era} launches in its file; take it out of ELSEWHERE", file.path)),
            _ => {}
        }
    }
    faults
}

#[test]
fn the_loop_stands_where_its_name_says() {
    let lessons: Vec<_> = files("src/algorithms", &[".rs"])
        .into_iter()
        .filter(|file| file.text.contains("\nrungs! {"))
        .collect();
    assert_eq!(lessons.len(), 57);
    let known = |path: &str| lessons.iter().any(|file| file.path.ends_with(path));
    assert!(ELSEWHERE.iter().all(|(path, ..)| known(path)), "an exception is for a file that is not there");
    let faults: Vec<_> = lessons.iter().flat_map(|file| empty_lessons(file, &ELSEWHERE)).collect();
    assert_none("an algorithm's loop is not in the file of its name", &faults);
}

#[test]
fn a_lesson_without_its_loop_is_found() {
    let of = |text: &str| File { path: "src/algorithms/a/b.rs".to_string(), text: text.to_string() };
    let here =
        "pub fn fragment() {\n    step()\n}\nfn step() {\n    call.run()\n}\npub fn compute() {\n    call.run()\n}\n";
    assert_eq!(empty_lessons(&of(here), &[]), [""; 0]);
    assert_eq!(empty_lessons(&of(here), &[("a/b.rs", "compute", "because")]).len(), 1);
    let away = here
        .replace("    step()", "    passes::step()")
        .replace("fn step()", "fn other()");
    assert_eq!(empty_lessons(&of(&away), &[]).len(), 1);
    assert_eq!(empty_lessons(&of(&away), &[("a/b.rs", "fragment", "because")]), [""; 0]);
    assert_eq!(empty_lessons(&of(""), &[]).len(), 2);
}
