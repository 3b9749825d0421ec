//! The tables of an algorithm's chapter: the costs of each rung on this machine, and those that a GPU would see.

use super::table_times::MachineTimes;
use gristmill::algorithms::Algorithm;
use gristmill::counters::Counters;
use gristmill_command::measure::RungMeasurement;
use gristmill_command::terminal::number_format::{format_bytes, format_count, format_error};
use std::fmt::Write;

/// A rung's row of the table.
pub struct ChapterRow<'a> {
    pub measured: &'a RungMeasurement,
    /// The cells of its passes, its time and its largest error.
    pub passes: String,
    pub time: String,
    pub error: String,
    /// The emulator's counters on as many elements.
    pub counters: Option<&'a Counters>,
}

/// Formats the largest error, and marks a wrong result.
pub fn error_cell(measured: &RungMeasurement) -> String {
    let wrong = if measured.check.passed() { "" } else { " **wrong**" };
    format!("{}{wrong}", format_error(measured.check.error))
}

/// Writes the tables and the pictures of an algorithm, as its chapter includes them; `machine` is that of the times.
pub fn chapter_page(algorithm: &Algorithm, machine: &str, rows: &[ChapterRow], others: &[MachineTimes]) -> String {
    let name = algorithm.name;
    let size = rows.iter().map(|row| row.measured.size).max().unwrap_or(algorithm.size);
    let others: Vec<&MachineTimes> = others
        .iter()
        .filter(|other: &&MachineTimes| rows.iter().any(|row| other_time(other, name, row).is_some()))
        .collect();
    let mut text = String::from("| rung | method | passes | bytes per element | median time |");
    others.iter().for_each(|other| text.push_str(&format!(" {} |", other.device)));
    text.push_str(" largest error |\n|---|---|---:|---:|---:|");
    others.iter().for_each(|_| text.push_str("---:|"));
    text.push_str("---:|\n");
    for row in rows {
        let rung = row.measured.rung;
        let method = rung.method.replace('|', "\\|");
        let passes = &row.passes;
        let moved = bytes_per_element(row);
        let _ = write!(text, "| `{}` | {method} | {passes} | {moved} | {} |", rung.name, row.time);
        for other in &others {
            let _ = write!(text, " {} |", other_time(other, name, row).unwrap_or("-"));
        }
        let _ = writeln!(text, " {} |", row.error);
    }
    let counted = rows.iter().all(|row| row.counters.is_some());
    let what = if counted {
        "Bytes are those that a pass touches, each once per pass, as the emulator counted them"
    } else {
        "Bytes are those of the streams that a pass reads and writes, each once per pass"
    };
    let _ = write!(
        text,
        "\n{} elements on {machine}. {what}; times are wall clock, a `\u{b1}` shows those that vary by more than a twentieth. \
         Measure your own machine: `cargo run -- compare {name}`.\n\n",
        format_count(size)
    );
    if counted {
        let _ = write!(
            text,
            "What a GPU would see, counted by the emulator in the run that the bytes are from ([what the columns mean]({COUNTERS_PAGE})):\n\n{}\n",
            counters_table(rows)
        );
    }
    let _ = write!(
        text,
        "![{name}: the time of a run against the number of elements, one line per rung, both axes logarithmic](../figures/{name}.svg)\n\n\
         ![{name}: the stream graphs of both eras, kernels as boxes](../figures/{name}_graph.svg)\n",
    );
    text
}

/// The section of the book that explains the counters.
const COUNTERS_PAGE: &str = "../performance/probe.md#what-a-gpu-would-see";

fn other_time<'a>(other: &'a MachineTimes, algorithm: &str, row: &ChapterRow) -> Option<&'a str> {
    other.rung_time(algorithm, row.measured.size, row.measured.rung.name)
}

fn bytes_per_element(row: &ChapterRow) -> String {
    let all = row.counters.map_or(row.measured.trace.bytes() as u64, Counters::bytes);
    let each = all as f64 / row.measured.size.max(1) as f64;
    if each >= 1000.0 { format_bytes(each as usize) } else { format_decimal(each) }
}

/// Formats a number with one decimal, unless that is 0.
fn format_decimal(number: f64) -> String {
    if (number - number.round()).abs() < 0.05 { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// Formats a row of counters for each rung; they do not depend on this computer.
fn counters_table(rows: &[ChapterRow]) -> String {
    let mut text = String::from(
        "| rung | lanes active | fetches per element | from the cache | sectors per request | bank conflicts |\n|---|---:|---:|---:|---:|---:|\n",
    );
    for (row, counters) in rows.iter().filter_map(|row| Some((row, row.counters?))) {
        let total = &counters.total;
        let fetches = total.texels as f64 / row.measured.size.max(1) as f64;
        let conflicts = total.conflicts_per_request();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} |",
            row.measured.rung.name,
            cell_if(total.slots > 0, per_cent(total.utilisation())),
            cell_if(
                total.texels > 0,
                if fetches >= 1000.0 { format_count(fetches as usize) } else { format_decimal(fetches) }
            ),
            cell_if(total.texels > 0, per_cent(total.hit_rates()[1])),
            cell_if(total.requests > 0, format_decimal(total.sectors_per_request())),
            cell_if(total.shared_requests > 0, format_decimal(conflicts)),
        );
    }
    text
}

/// Returns the cell if something was counted, else a dash.
fn cell_if(is_counted: bool, cell: String) -> String {
    if is_counted { cell } else { "-".to_string() }
}

fn per_cent(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

#[cfg(test)]
mod tests {
    use super::format_decimal;

    #[test]
    fn a_zero_behind_the_point_is_left_out() {
        assert_eq!([8.0, 6.66, 0.04, 999.96].map(format_decimal), ["8", "6.7", "0", "1000"]);
    }
}
