//! A module as text, one instruction per line, shown if a module has no source text.

use super::words::{HEADER_WORDS, split_instructions};
use rspirv::binary::{Consumer, Disassemble, ParseAction, Parser};
use rspirv::dr;
use rspirv::spirv::Op;

/// Longest line in letters: texts and long constants are cut.
const MAX_LINE_LETTERS: usize = 160;

/// Returns the lines, one for each instruction.
pub(super) fn list_instructions(words: &[u32]) -> Vec<String> {
    let mut lines = ListingLines(vec![]);
    let readable = split_instructions(words)
        .take_while(|made| made.opcode != Op::SpecConstantOp as u32 || (79..=205).contains(&made.operand(2)));
    let end = HEADER_WORDS + readable.map(|made| made.words.len()).sum::<usize>();
    let readable = words.get(..end).unwrap_or_default();
    let bytes: Vec<u8> = readable.iter().flat_map(|word| word.to_le_bytes()).collect();
    // After the instruction at which the parser stops, only opcodes are known.
    let _ = Parser::new(&bytes, &mut lines).parse();
    let mut lines = lines.0;
    lines.extend(
        split_instructions(words)
            .skip(lines.len())
            .map(|made| format!("Op number {}", made.opcode)),
    );
    lines
}

/// The lines collected so far.
struct ListingLines(Vec<String>);

impl Consumer for ListingLines {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, _: dr::ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, made: dr::Instruction) -> ParseAction {
        let line = made.disassemble().replace(['\n', '\r'], " ");
        self.0.push(match line.char_indices().nth(MAX_LINE_LETTERS) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        });
        ParseAction::Continue
    }
}
