//! An error in a program, and its position.

use crate::diagnostic;
use crate::expanded_kernel::SourceFile;
use gristmill_base::error::Error;

/// The first error in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProgramError {
    /// `PROGRAM_ERROR_POSITION_ARB`: the bytes before the error, or the length of the text if the
    /// error is known only at its end.
    pub at: usize,
    /// The message, one sentence.
    pub message: String,
    /// True for a program of OpenGL, whose function returns the position.
    pub has_position: bool,
}

/// The result of parsing.
pub(super) type ParseResult<T> = Result<T, ProgramError>;

impl ProgramError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> ProgramError {
        ProgramError { at, message: message.into(), has_position: true }
    }

    /// Returns the error without `PROGRAM_ERROR_POSITION_ARB`, which only OpenGL has.
    pub(super) fn without_position(self) -> ProgramError {
        ProgramError { has_position: false, ..self }
    }

    /// Draws the error at the author's line.
    pub(super) fn to_error(&self, file: &SourceFile) -> Error {
        let before = file.text.get(..self.at).unwrap_or(&file.text);
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let drawing = diagnostic::draw_message_at(file, line, column, &self.message);
        let report = match self.has_position {
            true => format!("{drawing}\nPROGRAM_ERROR_POSITION_ARB is {}", self.at),
            false => drawing,
        };
        Error::Source { kernel: file.name.clone(), report }
    }
}
