//! `gristmill experiment`: runs an experiment on the device and prints its answer.

use super::arguments::Arguments;
use super::chart::chart;
use super::columns::{Table, table, text, text_in_parts};
use super::open;
use super::say::{Done, progress, save, say, tell, warn};
use super::table::{bytes, count, seconds};
use clap::Args;
use gristmill::experiments::{Answer, Datum, Experiment, TABLE, Tabulation};
use gristmill::{Device, Result};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Arguments of `experiment`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill experiment                       the questions
  gristmill experiment group_sizes           one of them, asked here
  gristmill experiment group_sizes --out .   with its charts")]
pub struct Asking {
    /// Its name; without one they are listed
    pub name: Option<String>,
    /// On few elements
    #[arg(long)]
    pub quick: bool,
    /// A folder for its charts, as SVG
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `probe`.
#[derive(Args)]
pub struct Probe {
    /// On few elements
    #[arg(long)]
    pub quick: bool,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Runs `gristmill probe`: the experiment of that name.
pub fn probe(arguments: &Arguments, wanted: &Probe) -> Done {
    let (name, out) = (Some("probe".to_string()), None);
    experiment(arguments, &Asking { name, quick: wanted.quick, out, json: wanted.json })
}

pub fn experiment(arguments: &Arguments, wanted: &Asking) -> Done {
    let Some(name) = &wanted.name else {
        return list(wanted.json);
    };
    let experiment = Experiment::find(name)?;
    let device = open(arguments)?;
    let answer = asked(&device, experiment, wanted.quick)?;
    if let Some(folder) = &wanted.out {
        for (number, drawn) in answer.charts.iter().enumerate() {
            save(&folder.join(file(experiment, number)), chart(drawn, &device.info().name)?)?;
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
        say(format!(
            "{:#}",
            json!({"experiment": experiment.name, "question": experiment.question, "device": device, "tables": answer.tables,
                "charts": charts, "notes": answer.notes, "wrong": answer.wrong})
        ))?;
    } else {
        tell(format!("{} Asked of {}.", experiment.question, device.info().name))?;
        for table in &answer.tables {
            say("")?;
            tell(format!("{}:", table.title))?;
            say(text_in_parts(&rows(table)))?;
        }
        for note in &answer.notes {
            tell(note.clone())?;
        }
        for wrong in &answer.wrong {
            warn(wrong);
        }
    }
    Ok(answer.wrong.is_empty())
}

fn list(json: bool) -> Done {
    if json {
        let all = TABLE.iter().map(
            |experiment| json!({"name": experiment.name, "question": experiment.question, "page": experiment.page}),
        );
        say(format!("{:#}", json!(all.collect::<Vec<_>>())))?;
        return Ok(true);
    }
    let mut rows = table(&["experiment", "what it asks", "page of the book"]).spare(&["page of the book"]);
    for experiment in TABLE {
        rows.add_row([experiment.name, experiment.question, experiment.page]);
    }
    say(text(&rows))?;
    tell("`gristmill experiment NAME` asks it of this machine.")?;
    Ok(true)
}

fn asked(device: &Device, experiment: &Experiment, quick: bool) -> Result<Answer> {
    let bar = progress(1);
    bar.set_message(experiment.name);
    let answer = (experiment.ask)(device, quick);
    bar.finish_and_clear();
    answer
}

/// Returns the file name of the chart of that number.
fn file(experiment: &Experiment, number: usize) -> String {
    match number {
        0 => format!("experiment_{}.svg", experiment.name),
        _ => format!("experiment_{}_{}.svg", experiment.name, number + 1),
    }
}

/// Returns true if a column has only numbers.
fn is_number(tabulation: &Tabulation, column: usize) -> bool {
    let mut cells = tabulation.rows.iter().filter_map(|row| row.get(column));
    cells.all(|cell| !matches!(cell, Datum::Words(words) if !words.is_empty()))
}

/// Builds the table for the terminal.
fn rows(tabulation: &Tabulation) -> Table {
    let columns = tabulation.columns.iter().enumerate();
    let names: Vec<String> = columns
        .map(|(at, name)| if is_number(tabulation, at) { format!(">{name}") } else { name.clone() })
        .collect();
    let mut rows = table(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for row in &tabulation.rows {
        rows.add_row(row.iter().map(written));
    }
    rows
}

fn written(datum: &Datum) -> String {
    match datum {
        Datum::Words(words) => words.clone(),
        Datum::Count(number) => count(*number as usize),
        Datum::Bytes(number) => bytes(*number as usize),
        Datum::Seconds(Some(time)) => seconds(*time),
        Datum::Seconds(None) => "clock too coarse".into(),
        Datum::Number(number) if number.abs() >= 100.0 => format!("{number:.0}"),
        Datum::Number(number) if number.abs() >= 0.01 || *number == 0.0 => format!("{number:.2}"),
        Datum::Number(number) => format!("{number:.1e}"),
        _ => String::new(),
    }
}

/// Writes the tables and charts of an experiment, as its page of the book includes them: `experiment_NAME.md`.
pub fn draw(device: &Device, folder: &Path, experiment: &Experiment) -> Done {
    let answer = asked(device, experiment, false)?;
    let (name, (major, minor)) = (&device.info().name, device.info().opengl);
    let mut page = String::new();
    for tabulation in &answer.tables {
        let rows = tabulation.rows.iter().map(|row| row.iter().map(written).collect::<Vec<_>>());
        let sides: String = (0..tabulation.columns.len())
            .map(|at| if is_number(tabulation, at) { "---:|" } else { "---|" })
            .collect();
        let _ = write!(page, "{}:\n\n| {} |\n|{}\n", tabulation.title, tabulation.columns.join(" | "), sides);
        for row in rows {
            let _ = writeln!(page, "| {} |", row.join(" | ").replace('\n', " "));
        }
        page.push('\n');
    }
    for note in &answer.notes {
        let _ = writeln!(page, "{note}\n");
    }
    let _ = writeln!(
        page,
        "Asked of {name}, OpenGL {major}.{minor}. Ask your own machine: `cargo run --release -- experiment {}`.",
        experiment.name
    );
    // Links are relative to the folder of its page.
    let up = "../".repeat(experiment.page.matches('/').count());
    for (number, drawn) in answer.charts.iter().enumerate() {
        let file = file(experiment, number);
        save(&folder.join(&file), chart(drawn, name)?)?;
        let _ = write!(page, "\n![{}]({up}figures/{file})\n", drawn.title);
    }
    let path = folder.join(format!("experiment_{}.md", experiment.name));
    save(&path, page)?;
    say(path.display())?;
    for wrong in &answer.wrong {
        warn(wrong);
    }
    Ok(answer.wrong.is_empty())
}
