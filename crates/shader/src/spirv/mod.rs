//! Reads SPIR-V that another compiler made, from any language.
//!
//! A module is brought into the form of glslang's: one entry point, values instead of its
//! specialisation constants, and `OpLine`s with lines of a text. The text is the author's if the
//! module has it, else the module's own listing, one instruction per line.

mod constants;
mod entry;
mod float_integers;
mod hlsl_corrections;
pub mod ledger;
mod listing;
mod source_lines;
mod tight_layout;
mod words;

pub(crate) use hlsl_corrections::correct_hlsl;

pub use constants::constant_defaults;
pub use float_integers::integers_as_floats;
pub use words::MAX_MODULE_BYTES;

use super::ExpandedKernel;
use gristmill_base::error::Result;
use rspirv::spirv::Op;
use serde::{Deserialize, Serialize};

/// A launch's choices for a module.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ModuleChoice {
    /// The entry point, if there are several.
    pub entry: Option<String>,
    /// Values of specialisation constants, each by its name or its number.
    pub constants: Vec<(String, String)>,
}

/// Reads the bytes of a SPIR-V file: returns the text for its findings, and the words to lower.
///
/// # Errors
/// [`Error::Data`](gristmill_base::error::Error::Data) if it is not a module or is cut off,
/// [`Error::Limit`](gristmill_base::error::Error::Limit) if it is too long,
/// [`Error::Call`](gristmill_base::error::Error::Call) for a choice that does not fit it. Features
/// that the emulator lacks are refused when it lowers the module.
pub fn read_module(name: &str, bytes: &[u8], choice: &ModuleChoice) -> Result<(ExpandedKernel, Vec<u32>)> {
    let module = words::words_from_bytes(name, bytes)?;
    let entry = entry::choose_entry(name, &module, choice.entry.as_deref())?;
    let source_lines::LocatedModule { words, files, lines, listing } = source_lines::locate_lines(name, &module);
    let words = entry::keep_entry(&words, &entry);
    let mut words = constants::set_constants(name, &words, &choice.constants)?;
    replace_later_opcodes(&mut words);
    let expanded = ExpandedKernel { name: name.to_string(), stage: entry.stage, text: listing, lines, files };
    Ok((expanded, words))
}

/// Returns the names of a module's entry points.
pub(crate) fn list_module_entries(name: &str, bytes: &[u8]) -> Result<Vec<String>> {
    Ok(entry::list_entry_names(&words::words_from_bytes(name, bytes)?))
}

/// Returns a module whose constants have these values.
///
/// # Errors
/// [`Error::Call`](gristmill_base::error::Error::Call) lists the existing constants, or explains
/// the type that a value must have.
pub fn specialise(name: &str, module: &[u32], values: &[(String, String)]) -> Result<Vec<u32>> {
    constants::set_constants(name, &words::check_words(name, module.to_vec())?, values)
}

/// Replaces later instructions by their older equivalents: the end of an invocation, and execution
/// modes whose operands are ids.
fn replace_later_opcodes(words: &mut [u32]) {
    let mut at = words::HEADER_WORDS;
    while let Some(word) = words.get_mut(at) {
        let opcode = match *word & 0xffff {
            later if later == Op::TerminateInvocation as u32 => Op::Kill as u32,
            later if later == Op::ExecutionModeId as u32 => Op::ExecutionMode as u32,
            other => other,
        };
        *word = *word & 0xffff_0000 | opcode;
        at += (*word >> 16).max(1) as usize;
    }
}
