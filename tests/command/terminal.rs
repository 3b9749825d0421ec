//! The printed text has room in a terminal of 80 columns, and no word is cut.

use crate::gristmill::{ended, gristmill};
use std::collections::HashSet;

/// Returns the output of a command where lines have so many letters. The output goes to a pipe if
/// there is no number.
fn printed(arguments: &[&str], columns: Option<&str>) -> String {
    let mut command = gristmill(arguments);
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    ended(&mut command).1
}

#[test]
fn every_table_has_room_in_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    for arguments in [
        &["list"][..],
        &["doctor"],
        &["run", "conjugate_gradient", "--size", "1000"],
        &["compare", "scan", "--max", "64", "--out", &out],
        &["compare", "sort", "--max", "32", "--out", &out],
        &["trace", "scan", "--size", "1000", "--out", &out],
        &["profile", "examples/race/race.comp"],
    ] {
        let text = printed(arguments, Some("80"));
        assert!(text.lines().count() > 5, "{arguments:?}: {text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 80 && !line.ends_with(' '), "{arguments:?}: {line:?}\n{text}");
        }
    }
}

#[test]
fn no_word_is_cut() {
    for arguments in [&["list"][..], &["profile", "examples/race/race.comp"]] {
        let wide = printed(arguments, None);
        let words: HashSet<&str> = wide.split_whitespace().collect();
        for columns in ["44", "60", "80", "100", "120"] {
            let narrow = printed(arguments, Some(columns));
            // The line below a table, and the note that it is not whole, are of the narrow one alone.
            let last = |line: &&str| {
                !line.contains("--") && !["left out", "Columns", "wider"].iter().any(|word| line.contains(word))
            };
            let table = narrow.lines().take_while(|line| !line.starts_with("columns left out"));
            for word in table
                .filter(last)
                .take_while(|line| !line.starts_with("Columns:"))
                .flat_map(str::split_whitespace)
            {
                assert!(words.contains(word), "{columns}: {word}\n{narrow}");
            }
        }
    }
}

#[test]
fn the_full_table_is_there_where_it_has_room() {
    let (wide, narrow) = (printed(&["list"], Some("400")), printed(&["list"], Some("80")));
    assert_eq!(printed(&["list"], None), wide);
    assert!(wide.contains("Lawson et al.") && !narrow.contains("Lawson et al."), "{narrow}");
    assert!(narrow.contains("wider terminal"), "{narrow}");
    // A number that is none is no width.
    assert_eq!(printed(&["list"], Some("0")), wide);
    assert_eq!(printed(&["list"], Some("many")), wide);

    let run = ["run", "conjugate_gradient", "--size", "1000"];
    for (columns, whole) in [(None, true), (Some("200"), true), (Some("60"), false)] {
        let text = printed(&run, columns);
        assert_eq!(text.contains("largest error") && !text.contains("columns left out"), whole, "{text}");
        assert!(text.contains("result") && text.contains("ratio"), "{text}");
    }
}

#[test]
fn what_is_for_programs_knows_no_width() {
    let arguments = ["list", "--json"];
    assert_eq!(printed(&arguments, Some("40")), printed(&arguments, None));
}

#[test]
fn a_comparison_shows_every_rung() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let text = printed(&["compare", "scan", "--max", "16", "--out", &out], Some("44"));
    let (table, _) = text.split_once("times are medians").unwrap();
    for word in ["efficient", "blocked", "blocks", "chunks", "lookback"] {
        assert!(table.contains(word), "{word}: {text}");
    }
    assert!(table.matches("elements").count() > 1, "it takes several tables: {text}");
}

#[test]
fn a_profile_tells_turns_and_the_range_of_sectors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strides.comp");
    let kernel = "#version 430 core
// run: buffer Source=index:1024
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Result { uint result[]; };
void main() {
    uint me = gl_LocalInvocationID.x;
    result[me] = source[me * 32u];
    for (uint i = 0u; i < 7u; i++) { result[me] += i; }
}
";
    std::fs::write(&path, kernel).unwrap();
    let path = path.display().to_string();
    let (code, text, errors) = ended(&mut gristmill(&["profile", &path]));
    assert_eq!(code, Some(0), "{text}{errors}");
    let line = |part: &str| text.lines().find(|line| line.contains(part)).unwrap().to_string();
    assert!(line("source[me * 32u]").contains("4 to 32"), "{text}");
    let turns: Vec<String> = line("turns of loops").split_whitespace().map(str::to_string).collect();
    assert!(turns.contains(&"8".to_string()), "{text}");
    assert!(!text.lines().any(|line| line.trim() == "0"), "a line that is none: {text}");
}
