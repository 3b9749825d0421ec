//! Nesting of IF, LOOP and REP, and their ends.

use super::{ParseResult, ProgramError, ProgramToken};
use crate::assembly::limits;
use crate::assembly::opcode::Opcode;

/// The open blocks, the innermost last.
#[derive(Debug, Default)]
pub(super) struct OpenBlocks(Vec<Opcode>);

impl OpenBlocks {
    /// Returns the innermost open block, in words.
    pub(super) fn describe_innermost(&self) -> Option<&'static str> {
        Some(match self.0.last()? {
            Opcode::Loop => "a LOOP",
            Opcode::Rep => "a REP",
            _ => "an IF",
        })
    }

    /// Returns true inside a LOOP, which has an index.
    pub(super) fn is_in_loop(&self) -> bool {
        self.0.contains(&Opcode::Loop)
    }

    /// Updates the open blocks by an instruction.
    pub(super) fn follow_opcode(&mut self, opcode: Opcode, word: ProgramToken) -> ParseResult<()> {
        match opcode {
            Opcode::If | Opcode::Loop | Opcode::Rep => {
                let of_if = opcode == Opcode::If;
                let depth = self.0.iter().filter(|open| is_loop(open) != of_if).count();
                let limit = if of_if { limits::IF_DEPTH } else { limits::LOOP_DEPTH };
                if depth == limit {
                    let name = word.text;
                    return Err(ProgramError::new(
                        word.at,
                        format!("'{name}' is {} deep, {limit} is the limit; compute it flat", depth + 1),
                    ));
                }
                self.0.push(opcode);
            }
            Opcode::Brk if !self.0.iter().any(is_loop) => {
                return Err(ProgramError::new(word.at, "'BRK' leaves a loop, and this is in none".to_string()));
            }
            Opcode::Else if self.0.last() == Some(&Opcode::If) => {
                self.0.pop();
                self.0.push(Opcode::Else);
            }
            Opcode::Else | Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep => {
                let fits = match (opcode, self.0.last()) {
                    (Opcode::EndIf, Some(open)) => matches!(open, Opcode::If | Opcode::Else),
                    (Opcode::EndLoop, Some(open)) => *open == Opcode::Loop,
                    (Opcode::EndRep, Some(open)) => *open == Opcode::Rep,
                    _ => false,
                };
                if !fits {
                    let inside = self.describe_innermost().unwrap_or("nothing");
                    return Err(ProgramError::new(
                        word.at,
                        format!("'{}' closes what is not open; open is {inside}", word.text),
                    ));
                }
                self.0.pop();
            }
            _ => {}
        }
        Ok(())
    }
}

fn is_loop(open: &Opcode) -> bool {
    matches!(open, Opcode::Loop | Opcode::Rep)
}
