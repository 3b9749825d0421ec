//! A module as text, one instruction per line, shown if a module has no source text.

use super::words::{HEADER, instructions};
use rspirv::binary::{Consumer, Disassemble, ParseAction, Parser};
use rspirv::dr;
use rspirv::spirv::Op;

/// Longest line in letters: texts and long constants are cut.
const LONGEST: usize = 160;

/// Returns the lines, one for each instruction.
pub(super) fn listing(words: &[u32]) -> Vec<String> {
    let mut lines = Lines(vec![]);
    let readable = instructions(words)
        .take_while(|made| made.opcode != Op::SpecConstantOp as u32 || (79..=205).contains(&made.operand(2)));
    let end = HEADER + readable.map(|made| made.words.len()).sum::<usize>();
    let readable = words.get(..end).unwrap_or_default();
    let bytes: Vec<u8> = readable.iter().flat_map(|word| word.to_le_bytes()).collect();
    // After the instruction at which the parser stops, only opcodes are known.
    let _ = Parser::new(&bytes, &mut lines).parse();
    let mut lines = lines.0;
    lines.extend(
        instructions(words)
            .skip(lines.len())
            .map(|made| format!("Op number {}", made.opcode)),
    );
    lines
}

/// The lines collected so far.
struct Lines(Vec<String>);

impl Consumer for Lines {
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
        self.0.push(match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        });
        ParseAction::Continue
    }
}
