//! Cg 1.1 to 1.5, and the HLSL of Direct3D 9 (shader models 1 to 3): one language under two names.
//!
//! A text is [expanded](expand_includes) with its includes, and [translated](translate): preprocessed,
//! parsed, checked, and written as GLSL 3.30 in which each statement stands on its author's line. The
//! [preprocessor](preprocess_text) is C's, and reads Brook too.
//!
//! # The host's side of a program
//!
//! - A uniform has the author's name. A struct is one uniform with members, as `IN.size`, in GLSL's
//!   way; the samplers in it are uniforms of their own whose name has the whole path, `IN.texture`.
//! - A matrix is given row after row, as `float2x2(a, b, c, d)` lists it.
//! - An input is four numbers with the name of its semantic: `TEXCOORD0`, `COLOR0`, `POSITION`. Names
//!   of one kind are one: `TEX0` is `TEXCOORD0`, `COL` is `COLOR0`. What has no semantic gets the
//!   next free `TEXCOORD` (`ATTR` in a vertex program), as NVIDIA's compiler gives it.
//! - An output is `COLOR0` to `COLOR7`, the depth, or for a vertex program the position and the
//!   names of inputs.
//! - `WPOS` is the position of the fragment with halves, `VPOS` the same in whole numbers; both count
//!   rows as OpenGL does. `FACE` is 1 or -1.
//!
//! # Numbers
//!
//! A `half` or a `fixed` is rounded after each operation to the numbers that the
//! [request](TranslationRequest) says. In the GLSL these are calls, `cg_half(..)` and `cg_fixed(..)`.
//! Whole numbers are GLSL's `int`.

mod lexer;
mod parser;
mod preprocessor;
mod remote_translator;
mod request;
mod source_error;
mod syntax;
#[cfg(test)]
mod tests;
mod token;
mod translation;
mod types;
mod writer;

pub use preprocessor::{ExpandedText, IncludedFile, expand_includes, preprocess_text};
pub use remote_translator::{answer_question, set_remote_translator};
pub use request::{Language, ProgramStage, ShortNumbers, TranslationRequest};
pub use source_error::CgError;
pub use token::{Place, Token, TokenKind};
pub use translation::Translation;

use gristmill_base::deep_stack::run_on_deep_stack;

/// Longest text in bytes.
const MAX_TEXT_BYTES: usize = 1 << 22;

/// True where another module has the parser and the writer: then nothing here calls them, and the linker leaves them out.
const IS_REMOTE: bool = cfg!(all(feature = "remote-translator", target_family = "wasm"));

/// Translates a text whose files are inserted.
///
/// # Errors
/// The first error, at its place in the text.
pub fn translate(text: &str, request: &TranslationRequest) -> Result<Translation, CgError> {
    if IS_REMOTE {
        return remote_translator::request_translation(text, request);
    }
    if text.len() > MAX_TEXT_BYTES {
        return Err(CgError::new(
            Place { line: 1, column: 1 },
            format!("the text is longer than {MAX_TEXT_BYTES} bytes"),
        ));
    }
    let work = || parser::parse_program(text, request).and_then(|program| writer::write_program(&program, request));
    run_on_deep_stack("cg", work).unwrap_or_else(|error| {
        Err(CgError::new(Place { line: 1, column: 1 }, format!("there is no thread to read the text: {error}")))
    })
}

/// Lists the passes of an effect file, each as `TECHNIQUE.PASS`.
///
/// # Errors
/// The first error, at its place in the text.
pub fn list_passes(text: &str) -> Result<Vec<String>, CgError> {
    let work = || {
        let program = parser::parse_program(text, &TranslationRequest::new(ProgramStage::Fragment, None))?;
        Ok(program
            .passes
            .iter()
            .map(|pass| format!("{}.{}", pass.technique, pass.name))
            .collect())
    };
    run_on_deep_stack("cg", work).unwrap_or_else(|_| Ok(Vec::new()))
}

/// Returns the stage of the program that a text begins with, if one function alone is meant: one that stores a
/// position is of vertices. Texts with an error are of fragments.
pub fn find_stage(text: &str, request: &TranslationRequest) -> ProgramStage {
    if IS_REMOTE {
        return remote_translator::request_stage(text, request);
    }
    let work = || {
        let program = parser::parse_program(text, request).ok()?;
        writer::find_stage(&program, request)
    };
    let found = run_on_deep_stack("cg", work).ok().flatten();
    found.unwrap_or(ProgramStage::Fragment)
}

/// Returns true if a text is only for inclusion by others: it is right, and no function of it can begin a program.
///
/// ```
/// use gristmill_cg::{ProgramStage, TranslationRequest, is_include_file};
/// let request = TranslationRequest::new(ProgramStage::Fragment, None);
/// assert!(is_include_file("float twice(float x) { return 2 * x; }", &request));
/// assert!(!is_include_file("float4 red() : COLOR { return float4(1, 0, 0, 1); }", &request));
/// ```
pub fn is_include_file(text: &str, request: &TranslationRequest) -> bool {
    if IS_REMOTE {
        return remote_translator::request_is_include_file(text, request);
    }
    let work = || parser::parse_program(text, request).is_ok_and(|program| writer::has_no_entry(&program, request));
    run_on_deep_stack("cg", work).unwrap_or(false)
}

/// Returns a file's text: UTF-8, or else Latin-1, as editors of the time wrote it.
pub fn decode_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
