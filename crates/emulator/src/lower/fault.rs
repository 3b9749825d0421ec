//! What goes wrong while lowering: a sentence, or a size over its limit. The line is known by who catches it.

use gristmill_base::error::Error;
use gristmill_shader::{Expanded, draw};
use rspirv::spirv::Word;

/// The result of everything here.
pub(super) type Lowered<T> = Result<T, Fault>;

/// Why a kernel cannot be lowered.
#[derive(Debug)]
pub(super) enum Fault {
    /// A sentence on what the emulator does not have.
    Words(String),
    /// The same of the thing of an id.
    Thing(String, Word),
    /// A sentence on what its language does not allow.
    Wrong(String),
    /// A size over its limit: the thing, the size, the limit, the next step.
    Limit(String, u64, u64, &'static str),
}

/// A fault with these words.
pub(super) fn fault<T>(words: impl Into<String>) -> Lowered<T> {
    Err(Fault::Words(words.into()))
}

/// A fault of the kernel itself, with these words.
pub(super) fn wrong<T>(words: impl Into<String>) -> Lowered<T> {
    Err(Fault::Wrong(words.into()))
}

/// A fault, if a size is over its limit.
pub(super) fn limit(thing: &str, given: u64, most: u64, next: &'static str) -> Lowered<()> {
    if given <= most { Ok(()) } else { Err(Fault::Limit(thing.to_string(), given, most, next)) }
}

/// The control flow is not what GLSL makes.
pub(super) fn unstructured<T>() -> Lowered<T> {
    fault("its control flow is not structured; the emulator takes what glslang makes of GLSL")
}

impl Fault {
    /// The error, drawn at its line of the expanded text; 0 is none.
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

/// A sentence at a line of the expanded text, if it has one.
fn drawn(expanded: &Expanded, line: u32, words: String) -> String {
    match expanded.place(line as usize) {
        Some((file, line)) => draw(file, line, None, &words),
        None => words,
    }
}
