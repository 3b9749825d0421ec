//! What is wrong with a program, and where.

use crate::diagnostic;
use crate::expanded::SourceFile;
use gristmill_base::error::Error;

/// The first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// `PROGRAM_ERROR_POSITION_ARB`: bytes before it, or all of them where it is known only behind the whole text.
    pub at: usize,
    /// One sentence.
    pub message: String,
}

/// The result of reading.
pub(super) type Read<T> = Result<T, Fault>;

impl Fault {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }

    /// Drawn at the author's line.
    pub(super) fn drawn(&self, file: &SourceFile) -> Error {
        let before = file.text.get(..self.at).unwrap_or(&file.text);
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let drawing = diagnostic::draw(file, line, Some(column), &self.message);
        let report = format!("{drawing}\nPROGRAM_ERROR_POSITION_ARB is {}", self.at);
        Error::Source { kernel: file.name.clone(), report }
    }
}
