//! The table of a kernel's lines, each with its costs.

use crate::terminal::number_format::format_count;
use crate::terminal::replace_controls;
use crate::terminal::text_table::{CellStyle, TableCell, format_table, new_table};
use gristmill::counters::{Counters, Counts};
use std::collections::BTreeMap;

/// Marked lines: those with the most instructions, if they have at least a tenth of the maximum.
const MARKED_LINES: usize = 3;

/// Returns the lines of the kernel file, including those without cost.
pub fn source_lines(text: &str, kernel: &str) -> BTreeMap<(String, usize), String> {
    (1..)
        .zip(text.lines())
        .map(|(number, line)| ((kernel.to_string(), number), line.to_string()))
        .collect()
}

/// Formats every line with its counters before it.
pub fn annotate_lines(counters: &Counters, source: &BTreeMap<(String, usize), String>) -> String {
    let mut texts = source.clone();
    let mut counts: BTreeMap<(String, usize), Counts> = BTreeMap::new();
    for line in counters.lines.iter().filter(|line| line.line > 0) {
        let place = (line.file.clone(), line.line);
        texts.entry(place.clone()).or_insert_with(|| line.text.clone());
        counts.insert(place, line.counts);
    }
    let mut hottest: Vec<u64> = counts.values().map(Counts::instructions).collect();
    hottest.sort_unstable_by(|one, other| other.cmp(one));
    let most = hottest.first().copied().unwrap_or(0);
    let hot = hottest.get(MARKED_LINES - 1).copied().unwrap_or(1).max(most / 10).max(1);
    let columns =
        ["", ">instructions", ">lanes", ">sectors", ">conflicts", ">hits", ">line", "text (sectors are per request)"];
    let mut rows = new_table(&columns).with_optional(&["lanes", "hits", "conflicts"]);
    let mut file = String::new();
    for (place, text) in &texts {
        if file != place.0 && !file.is_empty() {
            let mut title = vec![String::new(); columns.len() - 1];
            title.push(format!("--- {}", place.0));
            rows.add_row(title);
        }
        file.clone_from(&place.0);
        let line = counts.get(place);
        let marked = line.is_some_and(|line| line.instructions() >= hot);
        let style = if marked { CellStyle::Bold } else { CellStyle::Plain };
        let mut row = vec![TableCell::new(if marked { ">" } else { "" }).with_style(style)];
        row.extend(counter_cells(line).map(|number| TableCell::new(number).with_style(style)));
        row.push(TableCell::new(place.1));
        row.push(TableCell::new(replace_controls(text.trim_end())).with_style(style));
        rows.add_row(row);
    }
    format_table(&rows)
}

/// Formats instructions, active lanes, sectors per request, bank conflicts and cache hits in tiles; empty if zero.
fn counter_cells(counts: Option<&Counts>) -> [String; 5] {
    let Some(counts) = counts else { return std::array::from_fn(|_| String::new()) };
    [
        text_if(counts.instructions() > 0, format_count(counts.instructions() as usize)),
        text_if(counts.slots > 0, format!("{:.0} %", counts.utilisation() * 100.0)),
        text_if(counts.requests > 0, format_sectors(counts)),
        text_if(counts.shared_requests > 0, format_count(counts.bank_conflicts as usize)),
        text_if(counts.texels > 0, format!("{:.0} %", counts.hit_rates()[1] * 100.0)),
    ]
}

/// Returns the text if there is something to show.
fn text_if(is_shown: bool, text: String) -> String {
    if is_shown { text } else { String::new() }
}

/// Formats sectors per request: one average, or the least and the most if requests differ.
fn format_sectors(counts: &Counts) -> String {
    let least = counts.sectors_least;
    let most = counts.sectors_most;
    if least == most { format!("{:.1}", counts.sectors_per_request()) } else { format!("{least} to {most}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::counters::LineCounts;

    fn line_with(file: &str, line: usize, instructions: u64) -> LineCounts {
        let mut counts = Counts { lanes: instructions * 16, slots: instructions * 32, ..Counts::default() };
        counts.instructions[0] = instructions;
        LineCounts { file: file.into(), line, text: "included();".into(), counts }
    }

    #[test]
    fn counters_stand_before_their_lines() {
        let lines = vec![line_with("a.comp", 2, 1000), line_with("b.glsl", 7, 5)];
        let counters = Counters { lines, ..Counters::default() };
        let texts = ["void main() {", "    x = 1.0;", "}"];
        let source = (1..)
            .zip(texts)
            .map(|(at, text)| (("a.comp".to_string(), at), text.to_string()))
            .collect();
        let drawn = annotate_lines(&counters, &source);
        let found: Vec<&str> = drawn.lines().skip(2).map(str::trim).collect();
        assert_eq!(found[0].split_whitespace().collect::<Vec<_>>(), ["1", "void", "main()", "{"]);
        assert!(found[1].starts_with('>') && found[1].contains("1,000") && found[1].contains("50 %"), "{drawn}");
        assert!(found[1].ends_with("2      x = 1.0;"), "{drawn}");
        assert!(found[3].ends_with("--- b.glsl"), "{drawn}");
        assert!(found[4].starts_with("5 ") && found[4].ends_with("7  included();"), "{drawn}");
    }
    #[test]
    fn sectors_are_a_range_where_requests_differ() {
        let even = Counts { requests: 2, sectors: 8, sectors_least: 4, sectors_most: 4, ..Counts::default() };
        let uneven = Counts { requests: 2, sectors: 36, sectors_least: 4, sectors_most: 32, ..Counts::default() };
        let mut both = even;
        both.add(&uneven);
        both.add(&Counts::default());
        assert_eq!(
            [format_sectors(&even), format_sectors(&uneven), format_sectors(&both)],
            ["4.0", "4 to 32", "4 to 32"]
        );
    }
}
