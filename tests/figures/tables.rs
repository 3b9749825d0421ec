//! The tables of chapters, cards and puzzles.

use super::{ROOT, run_xtask};
use std::path::Path;

fn is_svg(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap();
    text.starts_with("<svg") && text.trim_end().ends_with("</svg>")
}

#[test]
fn figures_are_what_a_chapter_includes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let (code, told, errors) = run_xtask(&["figures", "saxpy", "--max", "64", "--out", &out]);
    assert_eq!(code, Some(0), "{told}{errors}");
    let text = std::fs::read_to_string(folder.path().join("saxpy.md")).unwrap();
    assert!(text.contains("| `fragment_packed` | four elements in the channels of a texel | 1 | 12 |"), "{text}");
    assert!(text.contains("(../figures/saxpy.svg)") && text.contains("-- compare saxpy"), "{text}");
    assert!(is_svg(&folder.path().join("saxpy.svg")) && is_svg(&folder.path().join("saxpy_graph.svg")));
    assert!(text.contains("| `fragment` | 100 % | 2 |"), "two fetches for each element, in full warps: {text}");
    assert!(text.contains(" | - | - | 4 | - |"), "four sectors for 32 words: {text}");

    // Another machine's times are a column, and those that are there stay.
    let other =
        r#"{"device": "Some GPU", "algorithms": {"saxpy": {"size": 1048576, "times": {"fragment": "1.25 us"}}}}"#;
    std::fs::create_dir(folder.path().join("gpu")).unwrap();
    std::fs::write(folder.path().join("gpu/some_gpu.json"), other).unwrap();
    let row = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("| `fragment` |"))
            .unwrap()
            .to_string()
    };
    let marked = text.replacen(&row(&text), "| `fragment` | m | 1 | 12 | 7.77 h | 0 |", 1);
    std::fs::write(folder.path().join("saxpy.md"), marked).unwrap();
    let (code, told, errors) = run_xtask(&["figures", "saxpy", "--counters", "--out", &out]);
    assert_eq!(code, Some(0), "{told}{errors}");
    let text = std::fs::read_to_string(folder.path().join("saxpy.md")).unwrap();
    assert!(text.starts_with("| rung | method | passes | bytes per element | median time | Some GPU |"), "{text}");
    assert!(row(&text).ends_with("| 1 | 12 | 7.77 h | 1.25 us | 0 |"), "{text}");
    let (code, told, errors) = run_xtask(&["figures", "saxpy", "--gpu", "--out", &out]);
    assert_eq!(code, Some(0), "{told}{errors}");
    assert!(told.contains("/gpu/") && told.contains(".json"), "{told}");
}

#[test]
fn tables_that_no_clock_changes_are_those_of_the_book() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    // The reports of machines lie beside the table that is made of them.
    let reports = folder.path().join("gpus");
    std::fs::create_dir(&reports).unwrap();
    for report in std::fs::read_dir(Path::new(ROOT).join("book/src/figures/gpus")).unwrap() {
        let report = report.unwrap();
        std::fs::copy(report.path(), reports.join(report.file_name())).unwrap();
    }
    let (code, told, errors) = run_xtask(&["figures", "puzzles", "cards", "gpus", "--out", &out]);
    assert_eq!(code, Some(0), "{told}{errors}");
    for name in ["puzzles.md", "cards.md", "cards_fit.md", "gpus.md"] {
        let written = std::fs::read_to_string(folder.path().join(name)).unwrap();
        let of_book = std::fs::read_to_string(Path::new(ROOT).join("book/src/figures").join(name)).unwrap();
        assert!(written == of_book, "book/src/figures/{name} is old: run cargo xtask figures puzzles cards gpus");
    }
}

#[test]
fn a_malformed_report_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("gpus")).unwrap();
    std::fs::write(folder.path().join("gpus/mine.json"), r#"{ "what": "gristmill report", "form": 1 }"#).unwrap();
    let (code, _, errors) = run_xtask(&["figures", "gpus", "--out", &folder.path().display().to_string()]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains(r#"mine.json: expected a list in "algorithms", found null"#), "{errors}");
}

#[test]
fn what_is_no_figure_is_named() {
    let (code, _, errors) = run_xtask(&["figures", "xyzzy"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("algorithm xyzzy not found; `gristmill list` shows all "), "{errors}");
    for size in ["-1", "many", "2^27", "2^200", "999999999999"] {
        let (code, out, errors) = run_xtask(&["figures", "invert", &format!("--max={size}")]);
        assert_eq!(code, Some(2), "{size}: {errors}");
        assert!(out.is_empty() && errors.contains(size), "{out}{errors}");
    }
}
