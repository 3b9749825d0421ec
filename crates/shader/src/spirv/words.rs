//! The words of a SPIR-V file, split into instructions.

use gristmill_base::error::{Error, Result};
use rspirv::spirv::Op;

/// The first word of every module.
const MAGIC: u32 = 0x0723_0203;

/// Words before the first instruction.
pub(super) const HEADER_WORDS: usize = 5;

/// Longest file in bytes.
pub const MAX_MODULE_BYTES: usize = 1 << 22;

/// Most ids: the longest programs have some ten thousand.
const MAX_IDS: u32 = 1 << 22;

/// One instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct ModuleInstruction<'w> {
    /// Its number, counted from 1, which is also its line in the listing.
    pub number: u32,
    /// Its opcode.
    pub opcode: u32,
    /// All its words, including the first, which has the length and the opcode.
    pub words: &'w [u32],
}

impl<'w> ModuleInstruction<'w> {
    /// Returns true if it is that operation.
    pub(super) fn has_opcode(&self, op: Op) -> bool {
        self.opcode == op as u32
    }

    /// Returns a word after the first; 0, which is never an id, if there is none.
    pub(super) fn operand(&self, place: usize) -> u32 {
        self.words.get(place + 1).copied().unwrap_or(0)
    }

    /// Returns the operands from an index on.
    pub(super) fn operands(&self, from: usize) -> &'w [u32] {
        self.words.get(from + 1..).unwrap_or_default()
    }

    /// Returns the text that begins at an index, and the index after it.
    pub(super) fn read_text(&self, place: usize) -> (String, usize) {
        let words = self.operands(place);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
        (text, place + end / 4 + 1)
    }
}

/// Returns the words of a file in native byte order, with a valid header and complete instructions.
///
/// # Errors
/// [`Error::Data`] if the header or a length is invalid, [`Error::Limit`] if it is too long.
pub(super) fn words_from_bytes(name: &str, bytes: &[u8]) -> Result<Vec<u32>> {
    if bytes.len() > MAX_MODULE_BYTES {
        let thing = format!("bytes of {name}");
        return Err(Error::limit(thing, bytes.len() as u128, MAX_MODULE_BYTES as u128, "split the module"));
    }
    if bytes.starts_with(b"; SPIR-V") {
        return refuse_module(name, "it is the text of a module; assemble it with spirv-as first".to_string());
    }
    if bytes.len() < HEADER_WORDS * 4 || !bytes.len().is_multiple_of(4) {
        let length = bytes.len();
        return refuse_module(
            name,
            format!(
                "it is truncated: expected a header of 20 bytes and a multiple of 4, found {length} bytes; compile it again"
            ),
        );
    }
    let words: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let words = match words[0] {
        MAGIC => words,
        first if first == MAGIC.swap_bytes() => words.into_iter().map(u32::swap_bytes).collect(),
        first => {
            return refuse_module(
                name,
                format!("it begins with {first:#010x} and not with {MAGIC:#010x}; is it SPIR-V?"),
            );
        }
    };
    check_words(name, words)
}

fn refuse_module<T>(name: &str, why: String) -> Result<T> {
    Err(Error::data(format!("{name}: {why}")))
}

/// Returns the words of a module if its header and instruction lengths are valid.
pub(super) fn check_words(name: &str, words: Vec<u32>) -> Result<Vec<u32>> {
    let version = words.get(1).copied().unwrap_or(0);
    let bound = words.get(3).copied().unwrap_or(0);
    let major = version >> 16 & 0xff;
    let minor = version >> 8 & 0xff;
    if version & 0xff00_00ff != 0 || major != 1 || minor > 6 {
        return refuse_module(
            name,
            format!("it is SPIR-V {major}.{minor}; 1.0 to 1.6 are taken: compile it for one of those"),
        );
    }
    if bound > MAX_IDS {
        let thing = format!("ids of {name}");
        return Err(Error::limit(thing, bound.into(), MAX_IDS.into(), "split the module"));
    }
    let mut at = HEADER_WORDS;
    let mut number = 1;
    while let Some(&first) = words.get(at) {
        let length = (first >> 16) as usize;
        if length == 0 || at + length > words.len() {
            let left = words.len() - at;
            return refuse_module(
                name,
                format!(
                    "instruction {number} is cut off: it has {length} words of {left} that are left; compile it again"
                ),
            );
        }
        at += length;
        number += 1;
    }
    Ok(words)
}

/// Splits words with valid lengths into instructions.
pub(super) fn split_instructions(words: &[u32]) -> impl Iterator<Item = ModuleInstruction<'_>> {
    let mut at = HEADER_WORDS;
    let mut number = 0;
    std::iter::from_fn(move || {
        let &first = words.get(at)?;
        let own = words.get(at..at + ((first >> 16) as usize).max(1))?;
        at += own.len();
        number += 1;
        Some(ModuleInstruction { number, opcode: first & 0xffff, words: own })
    })
}

/// Appends an instruction.
pub(super) fn push_instruction(words: &mut Vec<u32>, opcode: u32, operands: &[u32]) {
    words.push((operands.len() as u32 + 1) << 16 | opcode);
    words.extend_from_slice(operands);
}
