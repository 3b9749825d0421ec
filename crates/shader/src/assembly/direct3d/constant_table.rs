//! The constant table in a token stream's comments (`CTAB`): the author's names of constants and samplers.

use super::register_names::keep_plain;
use super::shader::{Register, RegisterKind, RegisterName};

/// The first token of a comment that holds a table.
const TAG: u32 = u32::from_le_bytes(*b"CTAB");

/// Bytes of a constant's row.
const ROW_BYTES: usize = 20;

/// Most constants that are read.
const MOST_CONSTANTS: usize = 4096;

/// Reads the table of a comment; empty if it holds none, and without the rows that lead out of it.
pub(super) fn read_table(comment: &[u32]) -> Vec<RegisterName> {
    let Some((_, table)) = comment.split_first().filter(|(tag, _)| **tag == TAG) else { return vec![] };
    let bytes: Vec<u8> = table.iter().flat_map(|token| token.to_le_bytes()).collect();
    let (Some(count), Some(first)) = (read_number(&bytes, 12, 4), read_number(&bytes, 16, 4)) else { return vec![] };
    let rows = (0..count.min(MOST_CONSTANTS)).map_while(|row| read_row(&bytes, first.checked_add(row * ROW_BYTES)?));
    keep_plain(rows.flatten().collect())
}

/// Reads a row: the name if the row is sound, and nothing if it is not; `None` past the end.
fn read_row(bytes: &[u8], at: usize) -> Option<Option<RegisterName>> {
    let name = read_number(bytes, at, 4)?;
    let kind = match read_number(bytes, at + 4, 2)? {
        0 => RegisterKind::Boolean,
        1 => RegisterKind::Integer,
        2 => RegisterKind::Constant,
        _ => RegisterKind::Sampler,
    };
    let number = read_number(bytes, at + 6, 2)? as u32;
    let count = read_number(bytes, at + 8, 2)? as u32;
    let name = read_name(bytes, name);
    Some(name.map(|name| RegisterName { name, first: Register::new(kind, number), count }))
}

/// Reads a number of 2 or 4 bytes.
fn read_number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

/// Reads a name that ends with a zero.
fn read_name(bytes: &[u8], at: usize) -> Option<String> {
    let rest = bytes.get(at..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    String::from_utf8(rest.get(..end)?.to_vec()).ok()
}
