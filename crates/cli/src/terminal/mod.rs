//! Printing to the terminal, writing files, and ending a subcommand early.

pub mod number_format;
pub mod text_table;

use crate::terminal::text_table::{terminal_width, wrap_text};
use gristmill::Error;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The reason why a subcommand ended early.
pub enum EarlyExit {
    /// An error, not printed yet.
    Error(Error),
    /// An error that has been printed already.
    Reported(Error),
    /// The reader of the standard output has closed the pipe.
    PipeClosed,
}

impl From<Error> for EarlyExit {
    fn from(error: Error) -> EarlyExit {
        EarlyExit::Error(error)
    }
}

/// The result of a subcommand: true if every result was right.
pub type CommandResult = Result<bool, EarlyExit>;

/// Reports the result of a subcommand, and returns its exit code.
pub fn report_exit(result: CommandResult) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // A closed pipe, as under `| head`, is not an error.
        Err(EarlyExit::PipeClosed) => ExitCode::SUCCESS,
        Err(EarlyExit::Reported(error)) => ExitCode::from(error.exit_code()),
        Err(EarlyExit::Error(error)) => {
            warn(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// Prints a line. A closed pipe ends the subcommand; it does not panic as `println!` does.
pub fn print_line(line: impl Display) -> Result<(), EarlyExit> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => EarlyExit::PipeClosed,
            _ => EarlyExit::Error(Error::of_system("the output cannot be written", &error)),
        })
}

/// Prints a sentence, wrapped to the width of the terminal.
pub fn print_wrapped(sentence: impl Display) -> Result<(), EarlyExit> {
    print_line(fold_sentence(&sentence.to_string()))
}

/// Prints a line to the standard error.
pub fn warn(line: impl Display) {
    // If the standard error is closed as well, the line is lost.
    let _ = writeln!(io::stderr().lock(), "{}", fold_sentence(&replace_controls(&line.to_string())));
}

/// Wraps a sentence to the terminal; a text of several lines, as a drawing, stays as it is.
fn fold_sentence(sentence: &str) -> String {
    match terminal_width() {
        Some(width) if !sentence.contains('\n') => wrap_text(sentence, width).join("\n"),
        _ => sentence.to_string(),
    }
}

/// Replaces the control characters of a text from outside, so that it cannot steer the terminal.
pub fn replace_controls(text: &str) -> String {
    text.replace('\t', "    ")
        .replace(|letter: char| letter.is_control() && letter != '\n', "?")
}

/// A progress bar of `steps` steps, shown on a terminal only.
pub fn progress_bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}
