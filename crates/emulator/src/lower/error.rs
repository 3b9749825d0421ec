//! Errors of lowering: a sentence, or a size over its limit. The caller that reports the error adds the line.

use gristmill_base::error::Error;
use gristmill_shader::{ExpandedKernel, draw_message};
use rspirv::spirv::Word;

/// The result of every function of the lowering.
pub(super) type LowerResult<T> = Result<T, LoweringError>;

/// Reason for which a kernel cannot be lowered.
#[derive(Debug)]
pub(super) enum LoweringError {
    /// A sentence on a feature that the emulator lacks.
    NotEmulated(String),
    /// The same, with the id that the sentence is about.
    NotEmulatedId(String, Word),
    /// A sentence on something that the kernel's language forbids.
    InvalidSource(String),
    /// A size over its limit: the thing, the size, the limit, the next step.
    OverLimit(String, u64, u64, &'static str),
}

/// Returns an error with this sentence on a missing feature.
pub(super) fn not_emulated<T>(words: impl Into<String>) -> LowerResult<T> {
    Err(LoweringError::NotEmulated(words.into()))
}

/// Returns an error of the kernel itself, with this sentence.
pub(super) fn invalid_source<T>(words: impl Into<String>) -> LowerResult<T> {
    Err(LoweringError::InvalidSource(words.into()))
}

/// Returns an error if a size is over its limit.
pub(super) fn check_limit(thing: &str, given: u64, most: u64, next: &'static str) -> LowerResult<()> {
    if given <= most { Ok(()) } else { Err(LoweringError::OverLimit(thing.to_string(), given, most, next)) }
}

/// Returns the error for control flow that GLSL cannot produce.
pub(super) fn unstructured_control_flow<T>() -> LowerResult<T> {
    not_emulated(
        "its control flow is not structured; the emulator accepts the control flow that glslang generates from GLSL",
    )
}

impl LoweringError {
    /// Converts to the crate's error, with its line of the expanded text; line 0 means none.
    pub(super) fn into_error(self, expanded: &ExpandedKernel, line: u32) -> Error {
        let kernel = expanded.name.clone();
        match self {
            LoweringError::OverLimit(thing, given, most, next) => {
                let place = match expanded.locate_line(line as usize) {
                    Some((file, line)) => format!("{}:{line}", file.name),
                    None => kernel,
                };
                Error::limit(format!("{place}: {thing}"), given.into(), most.into(), next)
            }
            LoweringError::NotEmulated(words) | LoweringError::NotEmulatedId(words, _) => {
                Error::NotEmulated { kernel, report: report_at_line(expanded, line, words) }
            }
            LoweringError::InvalidSource(words) => {
                Error::Source { kernel, report: report_at_line(expanded, line, words) }
            }
        }
    }
}

/// Returns the sentence with its line of the expanded text drawn below, if it has one.
fn report_at_line(expanded: &ExpandedKernel, line: u32, words: String) -> String {
    match expanded.locate_line(line as usize) {
        Some((file, line)) => draw_message(file, line, None, &words),
        None => words,
    }
}
