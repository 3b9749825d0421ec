//! Errors of lowering: a sentence, or a size over its limit. The caller that reports the error adds the line.

use gristmill_base::error::Error;
use gristmill_shader::{Expanded, draw};
use rspirv::spirv::Word;

/// The result of every function of the lowering.
pub(super) type Lowered<T> = Result<T, Fault>;

/// Reason for which a kernel cannot be lowered.
#[derive(Debug)]
pub(super) enum Fault {
    /// A sentence on a feature that the emulator lacks.
    Words(String),
    /// The same, with the id that the sentence is about.
    Thing(String, Word),
    /// A sentence on something that the kernel's language forbids.
    Wrong(String),
    /// A size over its limit: the thing, the size, the limit, the next step.
    Limit(String, u64, u64, &'static str),
}

/// Returns an error with this sentence on a missing feature.
pub(super) fn fault<T>(words: impl Into<String>) -> Lowered<T> {
    Err(Fault::Words(words.into()))
}

/// Returns an error of the kernel itself, with this sentence.
pub(super) fn wrong<T>(words: impl Into<String>) -> Lowered<T> {
    Err(Fault::Wrong(words.into()))
}

/// Returns an error if a size is over its limit.
pub(super) fn limit(thing: &str, given: u64, most: u64, next: &'static str) -> Lowered<()> {
    if given <= most { Ok(()) } else { Err(Fault::Limit(thing.to_string(), given, most, next)) }
}

/// Returns the error for control flow that GLSL cannot produce.
pub(super) fn unstructured<T>() -> Lowered<T> {
    fault("its control flow is not structured; the emulator takes what glslang makes of GLSL")
}

impl Fault {
    /// Converts to the crate's error, with its line of the expanded text; line 0 means none.
    pub(super) fn error(self, expanded: &Expanded, line: u32) -> Error {
        let kernel = expanded.name.clone();
        match self {
            Fault::Limit(thing, given, most, next) => {
                let place = match expanded.place(line as usize) {
                    Some((file, line)) => format!("{}:{line}", file.name),
                    None => kernel,
                };
                Error::limit(format!("{place}: {thing}"), given.into(), most.into(), next)
            }
            Fault::Words(words) | Fault::Thing(words, _) => {
                Error::NotEmulated { kernel, report: drawn(expanded, line, words) }
            }
            Fault::Wrong(words) => Error::Source { kernel, report: drawn(expanded, line, words) },
        }
    }
}

/// Returns the sentence with its line of the expanded text drawn below, if it has one.
fn drawn(expanded: &Expanded, line: u32, words: String) -> String {
    match expanded.place(line as usize) {
        Some((file, line)) => draw(file, line, None, &words),
        None => words,
    }
}
