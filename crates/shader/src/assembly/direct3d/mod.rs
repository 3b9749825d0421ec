//! Direct3D's shader assemblies of 2001 to 2006: `ps_1_1` to `ps_3_0` and `vs_1_1` to `vs_3_0`.
//!
//! A shader is [read as text](reader), or [as a token stream](tokens), which becomes text first. Its
//! version's [rules](rules) are checked, and the [list of operations](builder) of all languages is made of it.

mod builder;
mod constant_table;
mod counting;
mod lexer;
mod listing;
mod operation;
mod preprocessor;
mod reader;
mod reads;
mod register_names;
mod rules;
mod shader;
mod slots;
mod tokens;
mod version;

use super::program::AssemblyProgram;
use super::program_error::{ParseResult, ProgramError};
use gristmill_base::error::{Error, Result};
pub use tokens::is_stream;

/// Returns true if a text is a shader: its first word is a version as `ps_2_0`.
pub(super) fn is_shader(text: &str) -> bool {
    reader::find_version_word(text).is_some()
}

/// Returns the fault of a text that begins with an instruction of Direct3D instead of its version.
pub(super) fn find_missing_version(text: &str, vertex: bool) -> Option<ProgramError> {
    reader::find_missing_version(text, vertex).map(ProgramError::without_position)
}

/// Returns true for a vertex shader's text.
pub(super) fn is_vertex(text: &str) -> bool {
    reader::find_version_word(text).is_some_and(|(_, word)| word.starts_with(['v', 'V']))
}

/// Reads a shader, checks it by the rules of its version, and makes the list of operations of it.
pub(super) fn parse_shader(text: &str) -> ParseResult<AssemblyProgram> {
    let shader = reader::read_text(text).map_err(ProgramError::without_position)?;
    rules::check_shader(&shader).map_err(ProgramError::without_position)?;
    let at = reader::find_version_word(text).map_or(0, |(at, _)| at);
    Ok(builder::build_program(&shader, at))
}

/// Returns a token stream as text, with the names of its constant table.
///
/// # Errors
/// [`Error::Data`] says which token is wrong.
pub fn list_stream(name: &str, bytes: &[u8]) -> Result<String> {
    let read = tokens::read_stream(bytes);
    let shader = read
        .map_err(|(token, message)| Error::data(format!("{name}: token {token} at byte {}: {message}", 4 * token)))?;
    Ok(listing::list_shader(&shader))
}
