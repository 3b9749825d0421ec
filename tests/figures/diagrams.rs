//! The diagrams are those that the code draws, and a page of the book shows each.

use super::{ROOT, run_xtask};
use std::path::{Path, PathBuf};

/// The pictures of a folder, by their names.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("idea_") && name.ends_with(".svg")
    });
    found.sort();
    found
}

/// The words of all pages of the book.
fn pages(folder: &Path) -> String {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => pages(&path),
        Some(ending) if ending == "md" => std::fs::read_to_string(path).unwrap(),
        _ => String::new(),
    };
    paths.map(read).collect()
}

/// Returns the text between two marks, the first time that they occur.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start)
        .and_then(|(_, rest)| rest.split_once(end))
        .map_or("", |(inner, _)| inner)
}

#[test]
fn the_ideas_are_drawn_as_they_were_committed() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, errors) = run_xtask(&["figures", "ideas", "--out", &folder.path().display().to_string()]);
    assert_eq!(code, Some(0), "{errors}");
    let book = Path::new(ROOT).join("book/src");
    let (drawn, committed) = (pictures(folder.path()), pictures(&book.join("figures")));
    let names = |paths: &[PathBuf]| -> Vec<String> {
        paths
            .iter()
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(names(&drawn), names(&committed), "draw them again: cargo xtask figures ideas");
    assert!(drawn.len() >= 40, "only {} pictures", drawn.len());
    for (new, path) in drawn.iter().zip(&committed) {
        let [new, old] = [new, path].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(new == old, "{} is out of date; draw it again: cargo xtask figures ideas", path.display());
    }
}

#[test]
fn the_ideas_can_be_read_by_all_and_have_a_page_each() {
    let book = Path::new(ROOT).join("book/src");
    let text = pages(&book);
    for path in pictures(&book.join("figures")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let svg = std::fs::read_to_string(&path).unwrap();
        let width: f64 = between(&svg, "width=\"", "\"").parse().unwrap();
        assert!(width <= 720.0, "{name} is {width} wide; the column has 720");
        assert!(between(&svg, "<title>", "</title>").len() > 3, "{name} has no title");
        assert!(between(&svg, "<desc>", "</desc>").len() > 60, "{name} says too little to those who cannot see it");
        assert!(svg.contains("role=\"img\"") && svg.contains("prefers-color-scheme:dark"), "{name}");
        let alternative = text
            .split("![")
            .find(|image| image.contains(&format!("/{name})")) || image.contains(&format!("(figures/{name})")));
        let alternative = alternative.unwrap_or_else(|| panic!("no page shows {name}"));
        assert!(alternative.find(']').is_some_and(|end| end > 20), "{name} has no words beside it");
    }
}

#[test]
fn one_idea_is_drawn_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let (code, said, errors) = run_xtask(&["figures", "idea_wrapped", "--out", &out]);
    assert!(code == Some(0) && said.lines().count() == 1, "{said}{errors}");
    assert_eq!(pictures(folder.path()).len(), 1);
    let (code, _, errors) = run_xtask(&["figures", "idea_nothing", "--out", &out]);
    assert!(code == Some(2) && errors.contains("idea_nothing"), "{errors}");
}

#[test]
fn the_pictures_are_small_and_those_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let (code, said, errors) = run_xtask(&["figures", "pictures", "--out", &out]);
    assert!(code == Some(0) && said.lines().count() == 8, "{said}{errors}");
    let book = Path::new(ROOT).join("book/src");
    let text = pages(&book);
    for path in said.lines().map(Path::new) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let committed = book.join("figures").join(name);
        assert!(std::fs::metadata(&committed).unwrap().len() < 60_000, "{name} is too large for a page");
        assert!(text.contains(&format!("/{name})")), "no page shows {name}");
        let [new, old] = [path, &committed].map(|path| image::open(path).unwrap().to_rgb8());
        assert_eq!(new.dimensions(), old.dimensions(), "{name}");
        // Another processor may round a colour the other way.
        let apart = new.iter().zip(old.iter()).map(|(new, old)| new.abs_diff(*old)).max();
        assert!(
            apart.is_some_and(|apart| apart <= 2),
            "{name} is out of date; draw it again: cargo xtask figures pictures"
        );
    }
}
