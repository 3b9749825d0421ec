//! Restores the author's names in the SPIR-V of a translation.

use std::collections::BTreeMap;

/// `OpName` and `OpMemberName`, with the number of words before their text.
const NAME_OPCODES: [(u32, usize); 2] = [(5, 2), (6, 3)];

/// Words before the first instruction.
const HEADER_WORDS: usize = 5;

/// Replaces the names of a translation by those of the author; a function's name ends at its `(`.
///
/// Words that are not SPIR-V stay as they are.
pub fn restore_names(words: Vec<u32>, names: &BTreeMap<String, String>) -> Vec<u32> {
    if names.is_empty() {
        return words;
    }
    let mut restored: Vec<u32> = words.iter().copied().take(HEADER_WORDS).collect();
    let mut at = HEADER_WORDS;
    while let Some(&first) = words.get(at) {
        let length = (first >> 16) as usize;
        let Some(instruction) = words.get(at..at + length).filter(|_| length > 0) else { return words };
        match restore_name(instruction, names) {
            Some(instruction) => restored.extend(instruction),
            None => restored.extend(instruction),
        }
        at += length;
    }
    restored
}

/// Returns the instruction with the author's name, if it names something that was renamed.
fn restore_name(instruction: &[u32], names: &BTreeMap<String, String>) -> Option<Vec<u32>> {
    let opcode = instruction.first()? & 0xffff;
    let (_, before) = NAME_OPCODES.into_iter().find(|(known, _)| *known == opcode)?;
    let bytes: Vec<u8> = instruction.get(before..)?.iter().flat_map(|word| word.to_le_bytes()).collect();
    let text = bytes.split(|byte| *byte == 0).next()?;
    let text = std::str::from_utf8(text).ok()?;
    let end = text.find('(').unwrap_or(text.len());
    let name = names.get(&text[..end])?;
    let mut bytes = format!("{name}{}", &text[end..]).into_bytes();
    // It ends with at least one zero byte, padded to a whole word.
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    let mut made: Vec<u32> = instruction[..before].to_vec();
    made.extend(
        bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])),
    );
    *made.first_mut()? = (made.len() as u32) << 16 | opcode;
    Some(made)
}
