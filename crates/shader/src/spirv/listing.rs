//! A module as text, an instruction per line: what is shown where a module does not say where it came from.

use super::words::{HEADER, instructions};
use rspirv::binary::{Consumer, Disassemble, ParseAction, Parser};
use rspirv::dr;
use rspirv::spirv::Op;

/// Letters of a line, at most: texts and long constants are cut.
const LONGEST: usize = 160;

/// The lines, so many as there are instructions.
pub(super) fn listing(words: &[u32]) -> Vec<String> {
    let mut lines = Lines(vec![]);
    let readable = instructions(words)
        .take_while(|made| made.opcode != Op::SpecConstantOp as u32 || (79..=205).contains(&made.operand(2)));
    let end = HEADER + readable.map(|made| made.words.len()).sum::<usize>();
    let readable = words.get(..end).unwrap_or_default();
    let bytes: Vec<u8> = readable.iter().flat_map(|word| word.to_le_bytes()).collect();
    // Where the reader gives up, and before what it would stumble over, opcodes are all that is known.
    let _ = Parser::new(&bytes, &mut lines).parse();
    let mut lines = lines.0;
    lines.extend(
        instructions(words)
            .skip(lines.len())
            .map(|made| format!("Op number {}", made.opcode)),
    );
    lines
}

/// The lines so far.
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
