//! The table of the reports of machines that were sent in.

use gristmill::{Era, Error, Result};
use gristmill_command::bench::report::{MachineReport, ReportedAlgorithm, ReportedWay};
use gristmill_command::terminal::number_format::format_time;
use std::path::Path;
use std::time::Duration;

/// Returns a section for each report of a folder, in the order of their names; a folder that is not there has none.
///
/// # Errors
/// [`Error::Data`] in one sentence for a file that is malformed.
pub fn gpus_page(folder: &Path) -> Result<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    let mut page = String::new();
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file)
            .map_err(|error| Error::data(format!("{name} cannot be read: {error}; save it once more")))?;
        page += &draw_report(&MachineReport::parse_report(&name, &text)?);
    }
    Ok(page)
}

/// Returns the section of a report: the machine, and the quickest way of each era.
fn draw_report(report: &MachineReport) -> String {
    let MachineReport { adapter, driver, interface, date, commit, .. } = report;
    let kind = match report.is_processor {
        true => " It is a processor that stands for a card: its times are not a card's.",
        false => "",
    };
    let mut section = format!(
        "### {}\n\n{}, driver: {}, {}, commit `{commit}`.{kind}\n\n\
         | algorithm | elements | fragment era | compute era | fragment / compute |\n\
         |-----------|---------:|--------------|-------------|-------------------:|\n",
        escape_cell(adapter),
        escape_cell(interface),
        escape_cell(driver),
        escape_cell(date),
    );
    for algorithm in &report.algorithms {
        section += &draw_row(algorithm);
    }
    section + "\n"
}

fn draw_row(algorithm: &ReportedAlgorithm) -> String {
    let [fragment, compute] = Era::ALL.map(|era| algorithm.find_quickest(era));
    let cell = |way: Option<&ReportedWay>| match way.and_then(|way| Some((way, way.nanoseconds?))) {
        Some((way, time)) => {
            format!("{} `{}`", format_time(Duration::from_secs_f64(time * 1e-9)), escape_cell(&way.name))
        }
        None => "-".to_string(),
    };
    let ratio = match (fragment.and_then(|way| way.nanoseconds), compute.and_then(|way| way.nanoseconds)) {
        (Some(fragment), Some(compute)) if compute > 0.0 => format!("{:.2}", fragment / compute),
        _ => "-".to_string(),
    };
    let size = algorithm.ways.iter().map(|way| way.size).max().unwrap_or(0);
    let name = escape_cell(&algorithm.name);
    format!("| {name} | {size} | {} | {} | {ratio} |\n", cell(fragment), cell(compute))
}

/// Keeps a text in its cell: what a stranger sends is text, not a page.
fn escape_cell(text: &str) -> String {
    let plain = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    plain.replace('|', "\\|").replace(['`', '*', '[', ']'], " ").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_way(name: &str, era: Era, nanoseconds: f64) -> ReportedWay {
        ReportedWay { name: name.to_string(), era, size: 4096, agrees: true, nanoseconds: Some(nanoseconds) }
    }

    #[test]
    fn the_quickest_right_ways_are_compared() {
        let wrong = ReportedWay { agrees: false, ..build_way("compute_wrong", Era::Compute, 1.0) };
        let ways = vec![build_way("fragment", Era::Fragment, 3e6), wrong, build_way("compute", Era::Compute, 2e6)];
        let row = draw_row(&ReportedAlgorithm { name: "scan".to_string(), ways });
        assert_eq!(row, "| scan | 4096 | 3.00 ms `fragment` | 2.00 ms `compute` | 1.50 |\n");
    }

    #[test]
    fn texts_of_strangers_are_text() {
        assert_eq!(escape_cell("<b>a|b</b> `x`"), "&lt;b&gt;a\\|b&lt;/b&gt;  x");
    }
}
