//! Reads SPIR-V that another compiler made, from any language.
//!
//! A module is brought into the form of glslang's: one entry point, values instead of its specialisation constants, and `OpLine`s with lines of a
//! text. The text is the author's if the module has it, else the module's own listing, one instruction per line.

mod constants;
mod entry;
mod float_integers;
pub mod ledger;
mod lines;
mod listing;
mod words;

pub use float_integers::integers_as_floats;
pub use words::LONGEST;

use super::Expanded;
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
/// [`Error::Data`](crate::Error::Data) if it is not a module or is cut off, [`Error::Limit`](crate::Error::Limit) if it is too long,
/// [`Error::Call`](crate::Error::Call) for a choice that does not fit it. Features that the emulator lacks are refused when it lowers the module.
pub fn module(name: &str, bytes: &[u8], choice: &ModuleChoice) -> Result<(Expanded, Vec<u32>)> {
    let module = words::of_bytes(name, bytes)?;
    let entry = entry::chosen(name, &module, choice.entry.as_deref())?;
    let lines::Placed { words, files, lines, listing } = lines::placed(name, &module);
    let words = entry::alone(&words, &entry);
    let mut words = constants::specialised(name, &words, &choice.constants)?;
    plain(&mut words);
    let expanded = Expanded { name: name.to_string(), stage: entry.stage, text: listing, lines, files };
    Ok((expanded, words))
}

/// Returns a module whose constants have these values.
///
/// # Errors
/// [`Error::Call`](crate::Error::Call) lists the existing constants, or explains the type that a value must have.
pub fn specialised(name: &str, module: &[u32], values: &[(String, String)]) -> Result<Vec<u32>> {
    constants::specialised(name, &words::checked(name, module.to_vec())?, values)
}

/// Replaces later instructions by their older equivalents: the end of an invocation, and execution modes whose operands are ids.
fn plain(words: &mut [u32]) {
    let mut at = words::HEADER;
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
