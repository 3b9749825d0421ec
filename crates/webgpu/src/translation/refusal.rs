//! Sentences about what WGSL cannot say.

use gristmill_base::error::Error;
use gristmill_shader::ExpandedKernel;

/// A part of a kernel that WGSL cannot say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The sentence: the thing that was found, and the words to write instead.
    pub(super) sentence: String,
    /// The line of the expanded text, from 1, if it is known.
    line: Option<u32>,
}

impl Refusal {
    /// Makes a refusal without a line.
    pub(super) fn new(sentence: impl Into<String>) -> Refusal {
        Refusal { sentence: sentence.into(), line: None }
    }

    /// Adds the line, unless there is one.
    pub(super) fn at(self, line: Option<u32>) -> Refusal {
        Refusal { line: self.line.or(line), ..self }
    }

    /// Turns it into the error of a kernel, with the author's file and line.
    pub(super) fn into_error(self, expanded: &ExpandedKernel) -> Error {
        let place = self.line.and_then(|line| expanded.locate_line(line as usize));
        let place = place.map_or(String::new(), |(file, line)| format!("{}:{line}: ", file.name));
        Error::card(&expanded.name, format!("it has no WGSL: {place}{}", self.sentence))
    }
}

/// The result of a pass over a module.
pub(super) type Translated<T> = std::result::Result<T, Refusal>;
