//! `gristmill profile`: the lines of a user's kernel, each with its cost.

use super::arguments::ProfileArgs;
use super::comparison_table::format_count;
use super::kernel_run::{child_compiler, format_counters, has_launch_options, report_to_json, run_kernel};
use super::library_kernel::profile_library_kernel;
use super::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, replace_controls};
use super::text_table::{CellStyle, TableCell, format_table, new_table};
use gristmill::Error;
use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::counters::{Counters, Counts};
use gristmill::kernels::Edits;
use std::collections::BTreeMap;

/// Marked lines: those with the most instructions, if they have at least a tenth of the maximum.
const MARKED_LINES: usize = 3;

pub fn profile_kernel(wanted: &ProfileArgs, edits: &Edits) -> CommandResult {
    let kernel = KernelCheck::file(&wanted.file)?;
    let text = kernel.text().to_string();
    if !has_launch_options(&wanted.launch)
        && let Some(own) = profile_library_kernel(&wanted.file, &text, edits)?
    {
        return own.print_profile(wanted.json);
    }
    let counted = LaunchOptions::new().counted();
    let report = run_kernel(&wanted.file, kernel, &wanted.launch, counted, &child_compiler()?)?;
    if wanted.json {
        print_line(format!("{:#}", report_to_json(&report)))?;
        return check_judged(&report);
    }
    if let Some(counters) = &report.counters {
        print_line(format_counters(counters))?;
        print_line(annotate_lines(counters, &source_lines(&text, &report.kernel)))?;
    }
    print_line("")?;
    print_wrapped(report.verdict())?;
    check_judged(&report)
}

/// Returns an error if no lane did anything: such a run shows no costs.
fn check_judged(report: &Report) -> CommandResult {
    if report.is_right() && !report.is_judged() {
        return Err(EarlyExit::Reported(Error::data(report.verdict())));
    }
    Ok(report.is_right())
}

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
        let bold = |cell: TableCell| if marked { cell.with_style(CellStyle::Bold) } else { cell };
        let mut row = vec![bold(TableCell::new(if marked { ">" } else { "" }))];
        row.extend(counter_cells(line).into_iter().map(|number| bold(TableCell::new(number))));
        row.push(TableCell::new(place.1));
        row.push(bold(TableCell::new(replace_controls(text.trim_end()))));
        rows.add_row(row);
    }
    format_table(&rows)
}

/// Formats instructions, active lanes, sectors per request, bank conflicts and cache hits in tiles; empty if zero.
fn counter_cells(counts: Option<&Counts>) -> [String; 5] {
    let Some(counts) = counts else { return std::array::from_fn(|_| String::new()) };
    let only = |there: bool, text: String| if there { text } else { String::new() };
    [
        only(counts.instructions() > 0, format_count(counts.instructions() as usize)),
        only(counts.slots > 0, format!("{:.0} %", counts.utilisation() * 100.0)),
        only(counts.requests > 0, format_sectors(counts)),
        only(counts.shared_requests > 0, format_count(counts.bank_conflicts as usize)),
        only(counts.texels > 0, format!("{:.0} %", counts.hit_rates()[1] * 100.0)),
    ]
}

/// Formats sectors per request: one average, or the least and the most if requests differ.
fn format_sectors(counts: &Counts) -> String {
    let (least, most) = (counts.sectors_least, counts.sectors_most);
    if least == most { format!("{:.1}", counts.sectors_per_request()) } else { format!("{least} to {most}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::counters::LineCounts;

    #[test]
    fn counters_stand_before_their_lines() {
        let counts = |instructions: u64| {
            let mut counts = Counts { lanes: instructions * 16, slots: instructions * 32, ..Counts::default() };
            counts.instructions[0] = instructions;
            counts
        };
        let line = |file: &str, line: usize, instructions: u64| LineCounts {
            file: file.into(),
            line,
            text: "included();".into(),
            counts: counts(instructions),
        };
        let counters = Counters { lines: vec![line("a.comp", 2, 1000), line("b.glsl", 7, 5)], ..Counters::default() };
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
