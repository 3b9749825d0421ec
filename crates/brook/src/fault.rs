//! Errors of a Brook program: a place in the text, and a sentence with what was expected, found, and the next step.

use gristmill::Error;
use std::fmt;

/// A place in a text: its file by number, its line from 1, and the byte in the line from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub(crate) struct Position {
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

/// An error at a place, before the file has its name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub at: Position,
    pub sentence: String,
    /// The library's error, if a kernel or a stream caused it.
    pub library: Option<Box<Error>>,
    /// True if the program's text is right and its run went wrong.
    pub is_of_run: bool,
}

/// The message about files, which no program reads or writes here.
pub(crate) const NO_FILES: &str = "there are no files here (FILE and its functions); take numbers from arrays or from the arguments of main, and print results by printf";

pub(crate) type Outcome<T> = Result<T, Fault>;

/// Refuses a text at a place.
pub(crate) fn refuse_text<T>(at: Position, sentence: impl Into<String>) -> Outcome<T> {
    Err(Fault::new(at, sentence))
}

impl Fault {
    /// Builds the error of a text.
    pub fn new(at: Position, sentence: impl Into<String>) -> Fault {
        Fault { at, sentence: sentence.into(), library: None, is_of_run: false }
    }

    /// Builds the error of a run.
    pub fn of_run(at: Position, sentence: impl Into<String>) -> Fault {
        Fault { is_of_run: true, ..Fault::new(at, sentence) }
    }

    /// Builds the error of a run that the library has reported.
    pub fn of_library(at: Position, error: Error) -> Fault {
        Fault { at, sentence: error.to_string(), library: Some(Box::new(error)), is_of_run: true }
    }
}

/// An error of a Brook program, with its place.
///
/// ```
/// use gristmill_brook::BrookProgram;
/// let error = BrookProgram::read("a.br", "kernel void k(float a<>, out float b<>) { b = c; }").unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 47));
/// assert_eq!(
///     error.to_string(),
///     "a.br:1:47: c is not declared; declare it, or use one of the parameters a, b"
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BrookError {
    file: String,
    line: u32,
    column: u32,
    sentence: String,
    /// The line of the text, to be drawn.
    text: String,
    library: Option<Box<Error>>,
    is_of_run: bool,
}

impl BrookError {
    /// Names the file of a fault, and keeps its line.
    pub(crate) fn from_fault(fault: Fault, file: &str, text: &str) -> BrookError {
        let line = (fault.at.line as usize).saturating_sub(1);
        let line = text.lines().nth(line).unwrap_or_default();
        let before = line.get(..(fault.at.column as usize).saturating_sub(1));
        BrookError {
            file: file.to_string(),
            line: fault.at.line,
            column: before.map_or(fault.at.column, |before| before.chars().count() as u32 + 1),
            sentence: fault.sentence,
            text: line.to_string(),
            library: fault.library,
            is_of_run: fault.is_of_run,
        }
    }

    /// Returns the line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the column, from 1, in characters.
    pub fn column(&self) -> u32 {
        self.column
    }

    /// Returns the sentence without its place.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// Draws it at its line, as the library draws what is wrong in a kernel.
    fn draw_fault(&self) -> String {
        let (line, column) = (self.line, self.column);
        let margin = " ".repeat(line.to_string().len() + 2);
        let rule = "─".repeat(margin.len());
        let text = self.text.replace('\t', "    ");
        let before = self.text.chars().take(column.saturating_sub(1) as usize);
        let pad = " ".repeat(before.map(|letter| if letter == '\t' { 4 } else { 1 }).sum());
        format!(
            "Error: {}\n{margin}╭─[ {}:{line}:{column} ]\n{margin}│\n {line} │ {text}\n{margin}│ {pad}┬\n{margin}│ {pad}╰── here\n{rule}╯",
            self.sentence, self.file
        )
    }

    /// Returns true if the text is right, and the run of the program failed.
    pub fn is_of_run(&self) -> bool {
        self.is_of_run
    }
}

impl fmt::Display for BrookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.sentence)
    }
}

impl std::error::Error for BrookError {}

impl From<BrookError> for Error {
    fn from(error: BrookError) -> Error {
        if error.is_of_run {
            return match error.library {
                Some(library) if matches!(*library, Error::NoDevice { .. } | Error::Shortage { .. }) => *library,
                _ => Error::data(error.to_string()),
            };
        }
        let report = error.draw_fault();
        Error::Source { kernel: error.file, report }
    }
}
