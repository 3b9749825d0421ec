//! The tasks of Gristmill's makers: the figures of the book, and the measure of style.

mod diagrams;
mod figures;
mod pages;
mod style;

use clap::{Parser, Subcommand};
use figures::arguments::FiguresArgs;
use gristmill_command::device_options::DeviceOptions;
use gristmill_command::terminal::report_exit;
use std::process::ExitCode;
use style::StyleArgs;

/// Tasks of those who make Gristmill and its book.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(flatten)]
    device: DeviceOptions,
    /// The task to run
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Draw the book's tables and figures
    Figures(FiguresArgs),
    /// Measure names, comments and lines of the source, and compare them with the goals
    MeasureStyle(StyleArgs),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let device = &arguments.device;
    report_exit(match &arguments.task {
        Task::Figures(wanted) => figures::draw_figures(device, wanted),
        Task::MeasureStyle(wanted) => style::measure_style(wanted),
    })
}
