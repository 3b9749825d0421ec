//! Tables of measured rungs.

use crate::html::escape_html;
use crate::measure::RungMeasurement;
use crate::measure::comparison_table::{RATIO_LEGEND, era_ratio};
use crate::terminal::number_format::{format_bytes, format_count, format_error, format_time};
use std::fmt::Write;

/// Writes the table of all rungs, folded, under a filter.
pub fn write_table(html: &mut String, all: &[RungMeasurement]) {
    let _ = writeln!(
        html,
        "<h2 id=\"table\">Every way</h2>\n<details><summary>The table: {} ways, measured and checked</summary>\n\
         <div class=\"tools\"><input id=\"filter-table\" type=\"search\" placeholder=\"an algorithm, a rung, a method\" aria-label=\"filter the table\"></div>\n\
         {}<p class=\"soft\">{RATIO_LEGEND}</p></details>",
        format_count(all.len()),
        results_html(all.iter(), all, true),
    );
}

/// Returns a table of rungs; with links, each row has its algorithm's name.
pub fn results_html<'a>(
    measured: impl Iterator<Item = &'a RungMeasurement>,
    all: &[RungMeasurement],
    linked: bool,
) -> String {
    let mut html = String::from("<div class=\"wide\"><table>\n<tr>");
    if linked {
        html.push_str("<th>algorithm");
    }
    html.push_str("<th>rung<th class=\"n\">median time<th class=\"n\">ratio<th>result<th>method<th class=\"n\">size");
    html.push_str("<th class=\"n\">passes<th class=\"n\">bytes moved<th class=\"n\">largest error\n");
    for row in measured {
        write_row(&mut html, row, all, linked);
    }
    html + "</table></div>\n"
}

fn write_row(html: &mut String, row: &RungMeasurement, all: &[RungMeasurement], linked: bool) {
    let name = row.algorithm.name;
    let _ = write!(html, "<tr data-words=\"{name} {}\">", row.rung.era);
    if linked {
        // Every row has the name, because the filter may hide the first one.
        let _ = write!(html, "<td><a href=\"#{name}\">{name}</a>");
    }
    let era = if row.rung.era == gristmill::Era::Fragment { "old" } else { "new" };
    let verdict = if row.check.passed() { "<td class=\"right\">ok" } else { "<td class=\"wrong\">WRONG" };
    let _ = write!(
        html,
        "<td class=\"{era}\">{}<td class=\"n\">{}<td class=\"n\">{}{verdict}<td>{}",
        row.rung.name,
        format_time(row.median()),
        era_ratio(row, all),
        escape_html(row.rung.method),
    );
    for number in [
        format_count(row.size),
        format_count(row.trace.passes()),
        format_bytes(row.trace.bytes()),
        format_error(row.check.error),
    ] {
        let _ = write!(html, "<td class=\"n\">{number}");
    }
    html.push('\n');
}
