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

/// Folds the sentences of a drawing, and cuts its source lines, to the terminal.
pub fn fold_drawing(drawing: &str) -> String {
    match terminal_width() {
        Some(width) => fold_drawing_to(drawing, width),
        None => drawing.to_string(),
    }
}

/// Folds the sentences behind `Help:` and `Note:` and those of labels, and cuts lines of source, to a width. An arrow that
/// leaves no room for its label is shortened.
fn fold_drawing_to(drawing: &str, width: usize) -> String {
    let mut folded = vec![];
    for line in drawing.lines() {
        if line.chars().count() <= width {
            folded.push(line.to_string());
            continue;
        }
        let Some(begin) = find_sentence(line) else {
            folded.push(cut_line(line, width));
            continue;
        };
        let (head, sentence) = line.split_at(begin);
        if head.chars().count() + MIN_SENTENCE_WIDTH <= width {
            folded.extend(fold_behind(head, sentence, width));
        } else {
            let frame = line.find('│').map_or("", |at| &line[..at + '│'.len_utf8()]);
            folded.extend(fold_behind(&format!("{frame} ╰{LABEL_SIGN}"), sentence, width));
        }
    }
    folded.join("\n")
}

/// Wraps a sentence behind a head. The frame goes on beside the further lines.
fn fold_behind(head: &str, sentence: &str, width: usize) -> Vec<String> {
    let blank: String = head.chars().map(|letter| if letter == '│' { letter } else { ' ' }).collect();
    let mut lines = vec![];
    for part in wrap_text(sentence, width.saturating_sub(head.chars().count())) {
        let before = if lines.is_empty() { head } else { &blank };
        lines.push(format!("{before}{part}"));
    }
    lines
}

/// Cuts a line of source with dots, and the mark below it without.
fn cut_line(line: &str, width: usize) -> String {
    if line.ends_with(['─', '┬']) {
        return line.chars().take(width).collect();
    }
    line.chars().take(width.saturating_sub(3)).collect::<String>() + "..."
}

/// Returns the byte at which a sentence of a drawing's line begins; `None` for lines of source and their marks.
fn find_sentence(line: &str) -> Option<usize> {
    let after_sign = SENTENCE_SIGNS.into_iter().find_map(|sign| Some(line.find(sign)? + sign.len()));
    let after_arrow = line
        .contains('╰')
        .then(|| line.rfind(LABEL_SIGN).map(|at| at + LABEL_SIGN.len()))
        .flatten();
    let unframed = (!line.contains('│')).then(|| line.len() - line.trim_start().len());
    after_sign.or(after_arrow).or(unframed)
}

/// The narrowest room in which a sentence is folded and not cut.
const MIN_SENTENCE_WIDTH: usize = 16;

/// The end of the arrow before a label.
const LABEL_SIGN: &str = "─ ";

/// The words before a sentence of a drawing.
const SENTENCE_SIGNS: [&str; 4] = ["Help: ", "Note: ", "Error: ", "Advice: "];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_folded_in_its_frame_and_its_source_is_cut() {
        let drawing = "Error: race\n 7 │ result[gl_GlobalInvocationID.x] = source[gl_LocalInvocationID.x];\n   │ Help: put barrier(); between the two accesses";
        let folded = fold_drawing_to(drawing, 40);
        assert!(folded.lines().all(|line| line.chars().count() <= 40), "{folded}");
        assert!(folded.contains("   │ Help: put barrier(); between the\n   │       two accesses"), "{folded}");
        assert!(folded.contains("...\n") && folded.starts_with("Error: race\n"), "{folded}");
        let drawing = "   │     ╰──── lane 0 of group 0 wrote it in the turn before\n  it is 64 in order and 192 in reversed; replay it";
        let mark = "   │ ──────────────────────┬──────────────────────\n   │                       ╰────────────────────── lane 3 wrote it";
        let wanted = "   │ ──────────────────────┬────────────\n   │ ╰─ lane 3 wrote it";
        assert_eq!(fold_drawing_to(mark, 40), wanted);
        let folded = fold_drawing_to(drawing, 40);
        let wanted = "   │     ╰──── lane 0 of group 0 wrote\n   │           it in the turn before\n  it is 64 in order and 192 in reversed;\n  replay it";
        assert_eq!(folded, wanted);
    }
}
