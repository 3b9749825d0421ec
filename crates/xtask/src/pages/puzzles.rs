//! The table of the puzzles.

use gristmill_puzzles::{Part, Puzzle, puzzles};

/// Returns the table of the book's page, as Markdown.
pub fn puzzles_page() -> String {
    let mut text = String::new();
    for part in Part::ALL {
        let of_part: Vec<&Puzzle> = puzzles().filter(|puzzle| puzzle.part == part).collect();
        if of_part.is_empty() {
            continue;
        }
        text += &format!("## {part}\n\n| puzzle | what it asks for | era | | page |\n|---|---|---|---|---|\n");
        for puzzle in of_part {
            let name = puzzle.name();
            let title = puzzle.title;
            let era = puzzle.era();
            let page = puzzle.page;
            let dots = "●".repeat(puzzle.dots.into());
            let row = format!("`{name}` | {title} | {era} | {dots} | [{}]({page})", page_title(page));
            text += &format!("| <a id=\"{name}\"></a>{row} |\n");
        }
        text.push('\n');
    }
    text + &format!("{} puzzles.\n", puzzles().count())
}

/// Returns the title of a page in the contents of the book.
fn page_title(page: &str) -> &'static str {
    let links = include_str!("../../../../book/src/SUMMARY.md").split('[').skip(1);
    let mut titles = links.filter_map(|link| link.split_once("]("));
    let found = titles.find(|(_, rest)| rest.split_once(')').is_some_and(|(target, _)| target == page));
    found.map_or("", |(title, _)| title.trim_end_matches(" ☾"))
}
