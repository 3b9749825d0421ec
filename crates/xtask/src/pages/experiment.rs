//! The tables and charts of an experiment.

use gristmill::Device;
use gristmill::experiments::{Experiment, Tabulation};
use gristmill_command::experiment::{ask_device, chart_file, format_datum, is_numeric_column};
use gristmill_command::output_files::save_file;
use gristmill_command::plots::chart::draw_chart;
use gristmill_command::terminal::{CommandResult, print_line, warn};
use std::fmt::Write;
use std::path::Path;

/// Writes the tables and charts of an experiment, as its page of the book includes them: `experiment_NAME.md`.
pub fn draw_experiment(device: &Device, folder: &Path, experiment: &Experiment) -> CommandResult {
    let answer = ask_device(device, experiment, false)?;
    let name = &device.info().name;
    let interface = device.info().describe_interface();
    let mut page = String::new();
    for tabulation in &answer.tables {
        page += &tabulation_text(tabulation);
    }
    for note in &answer.notes {
        let _ = writeln!(page, "{note}\n");
    }
    let _ = writeln!(
        page,
        "Measured on {name}, {interface}. Ask your own machine: `cargo run -- experiment {}`.",
        experiment.name
    );
    // Links are relative to the folder of its page.
    let up = "../".repeat(experiment.page.matches('/').count());
    for (number, drawn) in answer.charts.iter().enumerate() {
        let file = chart_file(experiment, number);
        save_file(&folder.join(&file), draw_chart(drawn, name)?)?;
        let _ = write!(page, "\n![{}]({up}figures/{file})\n", drawn.title);
    }
    let path = folder.join(format!("experiment_{}.md", experiment.name));
    save_file(&path, page)?;
    print_line(path.display())?;
    for wrong in &answer.wrong {
        warn(wrong);
    }
    Ok(answer.wrong.is_empty())
}

/// Writes a table as Markdown.
fn tabulation_text(tabulation: &Tabulation) -> String {
    let mut text = format!("{}:\n\n| {} |\n|", tabulation.title, tabulation.columns.join(" | "));
    for column in 0..tabulation.columns.len() {
        text += if is_numeric_column(tabulation, column) { "---:|" } else { "---|" };
    }
    text.push('\n');
    for row in &tabulation.rows {
        let cells: Vec<String> = row.iter().map(format_datum).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | ").replace('\n', " "));
    }
    text + "\n"
}
