//! The table of the cards, and the tables of their memory.

use gristmill::Profile;
use gristmill::card::{FactRow, MemoryRule, ProfileKind, RuleHalf};
use std::fmt::Write;

/// Returns the table of the cards, as the book includes it.
pub fn cards_page() -> String {
    let mut page = "| | ".to_string();
    let cards = all_cards();
    page += &cards.iter().map(|card| card.title).collect::<Vec<_>>().join(" | ");
    let _ = writeln!(page, " |\n|---|{}", "---|".repeat(cards.len()));
    let columns: Vec<Vec<FactRow>> = cards.iter().map(|card| card.rows()).collect();
    let years = cards.iter().map(|card| card.year.value.to_string()).collect::<Vec<_>>();
    let _ = writeln!(page, "| year | {} |", years.join(" | "));
    for (at, first) in columns.first().into_iter().flatten().enumerate() {
        let cells = columns.iter().filter_map(|column| column.get(at));
        let cells: Vec<String> = cells.map(|cell| format!("{} [{}]", cell.value, cell.mark.letter())).collect();
        let _ = writeln!(page, "| {} | {} |", first.name, cells.join(" | "));
    }
    page
}

fn all_cards() -> Vec<&'static Profile> {
    Profile::all()
        .iter()
        .filter(|profile| profile.kind == ProfileKind::Card)
        .collect()
}

/// Returns the rules of the cards' memory as the book includes them: a table for vertex kernels, and one for fragment
/// kernels.
pub fn memory_page() -> String {
    let of_vertices = memory_table("a vertex kernel", |rule| &rule.vertex);
    let of_fragments = memory_table("a fragment kernel", |rule| &rule.fragment);
    [of_vertices, of_fragments].join("\n")
}

fn memory_table(kernel: &str, half: fn(&MemoryRule) -> &RuleHalf) -> String {
    let cards = all_cards();
    let titles: Vec<&str> = cards.iter().map(|card| card.title).collect();
    let mut table = format!("| {kernel} | {} |\n|---|{}\n", titles.join(" | "), "---|".repeat(cards.len()));
    let columns: Vec<Vec<MemoryRule>> = cards.iter().map(|card| card.memory_rules()).collect();
    for (at, first) in columns.first().into_iter().flatten().enumerate() {
        let rules = columns.iter().filter_map(|column| column.get(at)).map(half);
        let cells: Vec<String> = rules.map(|half| format!("{} [{}]", half.says, half.mark.letter())).collect();
        let _ = writeln!(table, "| {} | {} |", first.access, cells.join(" | "));
    }
    table
}
