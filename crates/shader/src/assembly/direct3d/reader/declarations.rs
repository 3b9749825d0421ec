//! Declarations (`dcl`) and definitions of constants (`def`, `defi`, `defb`).

use super::{TextReader, explain_operation, read_modifier};
use crate::assembly::direct3d::lexer::TokenKind;
use crate::assembly::direct3d::operation::Operation;
use crate::assembly::direct3d::shader::{Declared, DefinedValue, SamplerKind, Statement, USAGES};
use crate::assembly::program_error::{ParseResult, ProgramError};

impl TextReader<'_> {
    /// Reads `dcl_texcoord3_pp v0.xy`, `dcl_2d s0` or `dcl t0`.
    pub(super) fn read_declaration(&mut self, lower: &str) -> ParseResult<Statement> {
        let word = self.next();
        let Some(operation) = Operation::from_name("dcl", self.version) else {
            return Err(ProgramError::new(word.at, explain_operation("dcl", word.text, self.version)));
        };
        let mut statement = Statement::new(operation, word.at);
        let mut declared = Declared::Plain;
        for (place, part) in lower.split('_').skip(1).enumerate() {
            match parse_declared(part).filter(|_| place == 0) {
                Some(said) => declared = said,
                None if matches!(part, "pp" | "centroid") => read_modifier(&mut statement, part, word)?,
                None => {
                    let message = format!(
                        "expected a usage as dcl_texcoord0, or a sampler as dcl_2d, dcl_cube or dcl_volume, found '{}'; the \
                         usages are {}",
                        word.text,
                        USAGES.join(", ")
                    );
                    return Err(ProgramError::new(word.at, message));
                }
            }
        }
        statement.declared = Some(declared);
        statement.target = Some(self.read_target()?);
        Ok(statement)
    }

    /// Reads `def c0, 1, 2, 3, 4`, `defi i0, 1, 2, 3, 4` or `defb b0, true`.
    pub(super) fn read_definition(&mut self, lower: &str) -> ParseResult<Statement> {
        let word = self.next();
        let Some(operation) = Operation::from_name(lower, self.version) else {
            return Err(ProgramError::new(word.at, explain_operation(lower, word.text, self.version)));
        };
        let mut statement = Statement::new(operation, word.at);
        statement.target = Some(self.read_target()?);
        statement.value = Some(match operation.name {
            "def" => DefinedValue::Float(self.read_four(TextReader::read_float)?),
            "defi" => DefinedValue::Integer(self.read_four(TextReader::read_integer)?),
            _ => {
                self.expect_sign(",")?;
                DefinedValue::Boolean(self.read_boolean()?)
            }
        });
        if self.is_next(",") {
            let name = operation.name;
            let message = format!("expected the next instruction, found ','; {name} has its numbers already");
            return Err(ProgramError::new(self.peek_token().at, message));
        }
        Ok(statement)
    }

    /// Reads four numbers, each after a comma.
    fn read_four<T: Copy + Default>(&mut self, read: fn(&mut Self) -> ParseResult<T>) -> ParseResult<[T; 4]> {
        let mut four = [T::default(); 4];
        for number in &mut four {
            self.expect_sign(",")?;
            *number = read(self)?;
        }
        Ok(four)
    }

    fn read_float(&mut self) -> ParseResult<f32> {
        let negative = self.read_sign();
        let token = self.peek_token();
        let value = match token.text {
            text if token.kind != TokenKind::Number => Err(text),
            text if text.starts_with("1.#INF") => Ok(f32::INFINITY),
            text if text.starts_with("1.#") => Ok(f32::NAN),
            text => text.trim_end_matches(['f', 'F']).parse::<f32>().map_err(|_| text),
        };
        let Ok(value) = value else { return Err(self.unexpected_token("a number")) };
        self.next();
        Ok(if negative { -value } else { value })
    }

    fn read_integer(&mut self) -> ParseResult<i32> {
        let negative = self.read_sign();
        let token = self.peek_token();
        let value = token.text.parse::<i64>().ok().filter(|_| token.kind == TokenKind::Number);
        let value = value.map(|value| if negative { -value } else { value });
        let Some(value) = value.and_then(|value| i32::try_from(value).ok()) else {
            return Err(self.unexpected_token("a whole number"));
        };
        self.next();
        Ok(value)
    }

    fn read_boolean(&mut self) -> ParseResult<bool> {
        let value = match self.peek_token().text.to_ascii_lowercase().as_str() {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => return Err(self.unexpected_token("true or false")),
        };
        self.next();
        Ok(value)
    }

    /// Skips a sign; returns true if it is a minus.
    fn read_sign(&mut self) -> bool {
        let negative = self.take_if("-");
        if !negative {
            self.take_if("+");
        }
        negative
    }
}

/// Returns what a word behind `dcl_` says.
fn parse_declared(part: &str) -> Option<Declared> {
    if let Some((.., kind)) = SamplerKind::ALL.iter().find(|(name, ..)| *name == part) {
        return Some(Declared::Sampler(*kind));
    }
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = part.get(letters.len()..)?;
    let usage = USAGES.iter().position(|usage| *usage == letters)?;
    let index = if digits.is_empty() { 0 } else { digits.parse().ok().filter(|index| *index < 16)? };
    Some(Declared::Usage(usage, index))
}
