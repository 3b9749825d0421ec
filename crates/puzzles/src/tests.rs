//! Tests every puzzle: its solution passes, and its start and its near-solutions are refused.

use crate::{Numbers, Part, judge, puzzles};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn puzzles_have_solutions_that_pass() {
    let wrong: Vec<String> = puzzles()
        .map(|puzzle| (puzzle.name(), judge(puzzle, puzzle.files.solution)))
        .filter(|(_, verdict)| !verdict.is_right())
        .map(|(name, verdict)| format!("{name}: {verdict}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn puzzles_begin_with_a_file_that_compiles_and_is_refused() {
    let wrong: Vec<String> = puzzles()
        .map(|puzzle| (puzzle, judge(puzzle, puzzle.files.start)))
        .filter(|(puzzle, verdict)| {
            let is_other_language = puzzle.card.is_some() && verdict.reason() == "card";
            !is_other_language && ["right", "source", "text", "call", "card"].contains(&verdict.reason())
        })
        .map(|(puzzle, verdict)| format!("{}: {verdict}", puzzle.name()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn puzzles_refuse_what_is_nearly_right_for_its_reason() {
    let mut wrong = vec![];
    for puzzle in puzzles() {
        assert!(puzzle.files.near.len() >= 2, "{} has fewer than two near-solutions", puzzle.name());
        for near in puzzle.files.near {
            let verdict = judge(puzzle, near.text);
            if Some(verdict.reason()) != near.reason() {
                wrong.push(format!("{} near_{}, {:?}: {verdict}", puzzle.name(), near.name, near.reason()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn puzzles_have_a_text_three_hints_and_a_name_of_their_own() {
    let mut names = BTreeSet::new();
    for puzzle in puzzles() {
        let name = puzzle.name();
        assert!(names.insert(name), "{name} is there twice");
        assert!(puzzle.files.text.contains("```text\n"), "{name}: its text shows no numbers");
        assert_eq!(puzzle.files.hints().filter(|hint| !hint.is_empty()).count(), 3, "{name}: its hints");
        assert!((1..=3).contains(&puzzle.dots) && !puzzle.title.is_empty(), "{name}: its dots or its title");
        let header = format!("// {name}: ");
        let texts = puzzle.files.near.iter().map(|near| near.text);
        for text in texts.chain([puzzle.files.start, puzzle.files.solution]) {
            assert!(text.lines().nth(1).is_some_and(|line| line.starts_with(&header)), "{name}: second lines");
        }
    }
    let parts: Vec<Part> = puzzles().map(|puzzle| puzzle.part).collect();
    assert!(parts.is_sorted(), "the parts of the puzzles are not in order");
}

#[test]
fn puzzles_belong_to_pages_that_are_there_and_all_their_files_are_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = folder.join("../../book/src");
    let own = folder.join("puzzles");
    for puzzle in puzzles() {
        let page = std::fs::read_to_string(book.join(puzzle.page)).unwrap_or_default();
        let link = format!("puzzles.md#{})", puzzle.name());
        assert!(page.contains(&link), "{}: {} does not lead to it, by {link}", puzzle.name(), puzzle.page);
        let files = std::fs::read_dir(own.join(puzzle.name())).unwrap().count();
        assert_eq!(files, 4 + puzzle.files.near.len(), "{}: a file of its folder is not used", puzzle.name());
    }
    let folders = std::fs::read_dir(own).unwrap().count();
    assert_eq!(folders, puzzles().count(), "a folder of puzzles is no puzzle");
}

/// Parses the numbers after the name of a row; `-` is the null pointer.
fn parse_row(text: &str, name: &str) -> Option<Vec<f64>> {
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(name))?;
    let numbers: Vec<f64> = line
        .split_whitespace()
        .skip(1)
        .map_while(|word| if word == "-" { Some(f64::from(u32::MAX)) } else { word.parse().ok() })
        .collect();
    (!numbers.is_empty()).then_some(numbers)
}

#[test]
fn puzzles_show_numbers_that_are_right() {
    let mut held = 0;
    for puzzle in puzzles() {
        let numbers = puzzle.files.text.split("```").nth(1).unwrap();
        let result = ["result", "count", "bins"].iter().find_map(|name| parse_row(numbers, name));
        let rows: Option<Vec<_>> = puzzle.lists.iter().map(|name| parse_row(numbers, name)).collect();
        let mut input = (puzzle.cases)().swap_remove(0);
        let is_list = input.width == 0 && rows.as_ref().is_some_and(|rows| rows.len() == input.lists.len());
        let (Some(rows), Some(result), true) = (rows, result, is_list) else { continue };
        for (list, row) in input.lists.iter_mut().zip(rows) {
            *list = match list {
                Numbers::Floats(_) => Numbers::Floats(row.iter().map(|&number| number as f32).collect()),
                Numbers::Whole(_) => Numbers::Whole(row.iter().map(|&number| number as u32).collect()),
            };
        }
        let wanted = (puzzle.reference)(&input).floats();
        let shown: Vec<f32> = result.iter().map(|&number| number as f32).collect();
        let same = wanted
            .iter()
            .zip(&shown)
            .all(|(wanted, shown)| wanted.to_bits() == shown.to_bits() || wanted == shown);
        assert!(same && wanted.len() == shown.len(), "{}: {wanted:?} is shown as {shown:?}", puzzle.name());
        held += 1;
    }
    assert!(held >= 18, "only {held} texts show their lists and their result in rows");
}

#[test]
fn puzzles_refuse_bad_files_with_a_sentence() {
    let puzzle = puzzles().next().unwrap();
    let says = |text: &str| {
        let verdict = judge(puzzle, text);
        (verdict.reason(), verdict.to_string())
    };
    let (reason, empty) = says("// nothing but a comment\n/* and one more */\n");
    assert_eq!(reason, "text");
    assert!(empty.contains("left_neighbour.frag is empty; move it away"), "{empty}");
    let (reason, broken) = says(&puzzle.files.start.replace("here(source).r;", "here(source).r"));
    assert!(reason == "source" && broken.contains("left_neighbour.frag:11"), "{broken}");
    let (_, included) = says(&puzzle.files.start.replace("stream.glsl", "../../secret.glsl"));
    assert!(included.contains("left_neighbour.frag:3 includes ../../secret.glsl"), "{included}");
    let endless = puzzle
        .files
        .solution
        .replace("int i = element();", "int i = element(); while (i >= 0) i = i / 2;");
    let (reason, endless) = says(&endless);
    assert!(reason == "steps" || reason == "call", "{endless}");
    assert!(endless.contains("steps"), "{endless}");
    let outside = puzzle
        .files
        .solution
        .replace("i > 0 ? fetch(source, i - 1).r : 0.0", "fetch(source, i - 1).r");
    let (reason, outside) = says(&outside);
    assert_eq!(reason, "bounds");
    assert!(outside.contains("your file calls fetch in line 11    result = fetch(source, i - 1).r;"), "{outside}");
    let (_, long) = says(&"x".repeat(1 << 17));
    assert!(long.contains("the limit is 65536"), "{long}");
}

#[test]
fn puzzles_know_the_answers_of_others() {
    let other = crate::Puzzle::find("larger_of_two").unwrap().files.solution;
    let by_streams = judge_puzzle("left_neighbour", &other.replace("larger_of_two", "mine"));
    assert!(by_streams.contains("they are those of larger_of_two; name that puzzle"), "{by_streams}");
    let of_other_era = judge_puzzle("bounds_guard", crate::Puzzle::find("left_neighbour").unwrap().files.start);
    assert!(of_other_era.contains("they are those of left_neighbour; name that puzzle"), "{of_other_era}");
    let by_name = judge_puzzle("left_neighbour", crate::Puzzle::find("reversed").unwrap().files.solution);
    assert!(by_name.contains("is an answer to reversed, as its second line says"), "{by_name}");
}

fn judge_puzzle(puzzle: &str, text: &str) -> String {
    judge(crate::Puzzle::find(puzzle).unwrap(), text).to_string()
}
