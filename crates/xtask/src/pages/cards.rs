//! The table of the cards.

use gristmill::Profile;
use gristmill::card::{FactRow, ProfileKind};
use std::fmt::Write;

/// Returns the table of the cards, as the book includes it.
pub fn cards_page() -> String {
    let mut page = "| | ".to_string();
    let cards: Vec<&Profile> = Profile::all()
        .iter()
        .filter(|profile| profile.kind == ProfileKind::Card)
        .collect();
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
