//! `gristmill experiment`: runs an experiment on the device and prints its answer.

use crate::device_options::DeviceOptions;
use crate::device_options::open_device;
use crate::output_files::save_file;
use crate::plots::chart::draw_chart;
use crate::terminal::number_format::{format_bytes, format_count, format_seconds};
use crate::terminal::text_table::{TextTable, format_table, format_table_in_parts, new_table};
use crate::terminal::{CommandResult, print_line, print_wrapped, progress_bar, warn};
use clap::Args;
use gristmill::experiments::{Answer, Datum, Experiment, TABLE, Tabulation};
use gristmill::{Device, Result};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `experiment`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill experiment                       lists the experiments
  gristmill experiment group_sizes           runs one of them
  gristmill experiment group_sizes --out .   with its charts")]
pub struct ExperimentArgs {
    /// The experiment; without a name all are listed
    pub name: Option<String>,
    /// Use few elements
    #[arg(long)]
    pub quick: bool,
    /// A folder for its charts, as SVG
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `probe`.
#[derive(Args)]
pub struct ProbeArgs {
    /// Use few elements
    #[arg(long)]
    pub quick: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs `gristmill probe`: the experiment of that name.
pub fn run_probe(options: &DeviceOptions, wanted: &ProbeArgs) -> CommandResult {
    let name = Some("probe".to_string());
    let out = None;
    run_experiment(options, &ExperimentArgs { name, quick: wanted.quick, out, json: wanted.json })
}

pub fn run_experiment(options: &DeviceOptions, wanted: &ExperimentArgs) -> CommandResult {
    let Some(name) = &wanted.name else {
        return list_experiments(wanted.json);
    };
    let experiment = Experiment::find(name)?;
    let device = open_device(options)?;
    let answer = ask_device(&device, experiment, wanted.quick)?;
    if let Some(folder) = &wanted.out {
        for (number, drawn) in answer.charts.iter().enumerate() {
            save_file(&folder.join(chart_file(experiment, number)), draw_chart(drawn, &device.info().name)?)?;
        }
    }
    if wanted.json {
        let charts: Vec<_> = answer
            .charts
            .iter()
            .map(|chart| {
                let curves = chart.curves.iter().map(
                    |curve| json!({"name": curve.name, "across": curve.across, "up": curve.up, "points": curve.points}),
                );
                json!({"title": chart.title, "curves": curves.collect::<Vec<_>>()})
            })
            .collect();
        let device = &device.info().name;
        print_line(format!(
            "{:#}",
            json!({"experiment": experiment.name, "question": experiment.question, "device": device, "tables": answer.tables,
                "charts": charts, "notes": answer.notes, "wrong": answer.wrong})
        ))?;
    } else {
        print_wrapped(format!("{} Measured on {}.", experiment.question, device.info().name))?;
        for table in &answer.tables {
            print_line("")?;
            print_wrapped(format!("{}:", table.title))?;
            print_line(format_table_in_parts(&tabulation_table(table)))?;
        }
        for note in &answer.notes {
            print_wrapped(note.clone())?;
        }
        for wrong in &answer.wrong {
            warn(wrong);
        }
    }
    Ok(answer.wrong.is_empty())
}

fn list_experiments(json: bool) -> CommandResult {
    if json {
        let all = TABLE.iter().map(
            |experiment| json!({"name": experiment.name, "question": experiment.question, "page": experiment.page}),
        );
        print_line(format!("{:#}", json!(all.collect::<Vec<_>>())))?;
        return Ok(true);
    }
    let mut rows = new_table(&["experiment", "what it asks", "page of the book"]).with_optional(&["page of the book"]);
    for experiment in TABLE {
        rows.add_row([experiment.name, experiment.question, experiment.page]);
    }
    print_line(format_table(&rows))?;
    print_wrapped("`gristmill experiment NAME` runs it on this device.")?;
    Ok(true)
}

pub fn ask_device(device: &Device, experiment: &Experiment, quick: bool) -> Result<Answer> {
    let bar = progress_bar(1);
    bar.set_message(experiment.name);
    let answer = (experiment.ask)(device, quick);
    bar.finish_and_clear();
    answer
}

/// Returns the file name of the chart of that number.
pub fn chart_file(experiment: &Experiment, number: usize) -> String {
    match number {
        0 => format!("experiment_{}.svg", experiment.name),
        _ => format!("experiment_{}_{}.svg", experiment.name, number + 1),
    }
}

/// Returns true if a column has only numbers.
pub fn is_numeric_column(tabulation: &Tabulation, column: usize) -> bool {
    let mut cells = tabulation.rows.iter().filter_map(|row| row.get(column));
    cells.all(|cell| !matches!(cell, Datum::Words(words) if !words.is_empty()))
}

/// Builds the table for the terminal.
fn tabulation_table(tabulation: &Tabulation) -> TextTable {
    let columns = tabulation.columns.iter().enumerate();
    let names: Vec<String> = columns
        .map(|(at, name)| if is_numeric_column(tabulation, at) { format!(">{name}") } else { name.clone() })
        .collect();
    let mut rows = new_table(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for row in &tabulation.rows {
        rows.add_row(row.iter().map(format_datum));
    }
    rows
}

pub fn format_datum(datum: &Datum) -> String {
    match datum {
        Datum::Words(words) => words.clone(),
        Datum::Count(number) => format_count(*number as usize),
        Datum::Bytes(number) => format_bytes(*number as usize),
        Datum::Seconds(Some(time)) => format_seconds(*time),
        Datum::Seconds(None) => "clock too coarse".into(),
        Datum::Number(number) if number.abs() >= 100.0 => format!("{number:.0}"),
        Datum::Number(number) if number.abs() >= 0.01 || *number == 0.0 => format!("{number:.2}"),
        Datum::Number(number) => format!("{number:.1e}"),
        _ => String::new(),
    }
}
