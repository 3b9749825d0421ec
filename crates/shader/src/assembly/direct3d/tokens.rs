//! Reads Direct3D's token stream: a version token, then for each statement a token and its operands' tokens.
//!
//! Source: Microsoft's driver kit, "Direct3D Shader Codes", and the header d3d9types.h.

mod parameters;

use super::constant_table::read_table;
use super::operation::{COMMENT_CODE, END_CODE, Operation};
use super::shader::{Comparison, Declared, DefinedValue, RegisterKind, SamplerKind, Shader, Statement, USAGES};
use super::version::ShaderVersion;

/// Most bytes of a stream.
const MOST_BYTES: usize = 1 << 20;

/// A fault in a stream: the number of the token, and a sentence.
pub(super) type StreamResult<T> = Result<T, (usize, String)>;

/// Returns true if bytes begin with the version token of a pixel or vertex shader.
pub fn is_stream(bytes: &[u8]) -> bool {
    // No text of UTF-8 has these bytes, and none of UTF-16 has them behind a small number.
    matches!(bytes, [_, major, 0xfe | 0xff, 0xff, ..] if *major < 16)
}

/// Reads a stream.
pub(super) fn read_stream(bytes: &[u8]) -> StreamResult<Shader> {
    if bytes.len() > MOST_BYTES {
        return Err((0, format!("expected at most {MOST_BYTES} bytes, found {}; split the shader", bytes.len())));
    }
    let (words, rest) = bytes.as_chunks::<4>();
    let tokens: Vec<u32> = words.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    if !rest.is_empty() {
        let message = format!("expected tokens of 4 bytes, found {} more; give the whole file", rest.len());
        return Err((tokens.len(), message));
    }
    let first = tokens.first().copied().unwrap_or(0);
    let Some(version) = ShaderVersion::from_token(first) else {
        let message =
            format!("expected the token of a version as 0xFFFF0200, found {first:#010X}; compile for another version");
        return Err((0, message));
    };
    let mut reader = StreamReader { tokens: &tokens, at: 1, version };
    let mut shader = Shader { version, statements: vec![], names: vec![], end: 0 };
    loop {
        let start = reader.at;
        let token = reader.take_word("an instruction")?;
        let code = token & 0xffff;
        match code {
            END_CODE => break,
            COMMENT_CODE => shader.names.extend(read_table(reader.take_comment(token)?)),
            _ => shader.statements.push(reader.read_statement(start, token)?),
        }
    }
    match tokens.len() - reader.at {
        0 => Ok(shader),
        more => Err((reader.at, format!("expected the end of the stream, found {more} tokens; a file has one shader"))),
    }
}

/// The state of the reader of a stream.
struct StreamReader<'t> {
    tokens: &'t [u32],
    at: usize,
    version: &'static ShaderVersion,
}

impl<'t> StreamReader<'t> {
    /// Takes the next token.
    fn take_word(&mut self, wanted: &str) -> StreamResult<u32> {
        let token = self.tokens.get(self.at).copied();
        let token = token.ok_or_else(|| {
            (self.at, format!("expected {wanted}, found the end of the stream; it is cut short, so compile it anew"))
        })?;
        self.at += 1;
        Ok(token)
    }

    /// Takes the tokens of a comment.
    fn take_comment(&mut self, token: u32) -> StreamResult<&'t [u32]> {
        let length = (token >> 16 & 0x7fff) as usize;
        let comment = self.tokens.get(self.at..self.at + length);
        let comment = comment.ok_or_else(|| {
            (self.at, format!("expected a comment of {length} tokens, found the end of the stream; compile it anew"))
        })?;
        self.at += length;
        Ok(comment)
    }

    /// Reads a statement, of which the first token was taken.
    fn read_statement(&mut self, start: usize, token: u32) -> StreamResult<Statement> {
        let code = token & 0xffff;
        let control = token >> 16 & 0xff;
        let has_length = self.version.model >= 20;
        let length = (token >> 24 & 0xf) as usize;
        let is_predicated = token & 1 << 28 != 0;
        let compares = matches!(code, 41 | 45 | 94);
        // The bits choose an operation where several share a code, and are a comparison where one is made.
        let chosen = if code == 66 && has_length { control } else { 0 };
        let operands = has_length.then(|| length.saturating_sub(usize::from(is_predicated)));
        let operation = Operation::from_code(code, chosen, operands, self.version);
        let Some(operation) = operation else {
            let message = format!(
                "expected an instruction of {}, found {token:#010X}; compile for a version that has it",
                self.version.name
            );
            return Err((start, message));
        };
        let mut statement = Statement::new(operation, 0);
        if compares {
            let known = (control as usize).checked_sub(1).and_then(|number| Comparison::ALL.get(number));
            let Some(comparison) = known else {
                return Err((start, format!("expected a comparison from 1 to 6, found {control}; compile it anew")));
            };
            statement.comparison = Some(*comparison);
        }
        statement.paired = token & 1 << 30 != 0;
        if operation.name == "dcl" {
            self.read_declaration(&mut statement)?;
        } else {
            self.read_operands(&mut statement, is_predicated)?;
        }
        let taken = self.at - start - 1;
        if has_length && code < 0xfff0 && taken != length {
            let name = operation.name;
            let message = format!("expected {taken} tokens after {name}, found a length of {length}; compile it anew");
            return Err((start, message));
        }
        Ok(statement)
    }

    /// Reads the operands of an instruction or of a definition.
    fn read_operands(&mut self, statement: &mut Statement, is_predicated: bool) -> StreamResult<()> {
        let operation = statement.operation;
        if operation.target {
            self.read_target(statement)?;
        }
        if is_predicated {
            statement.predicate = Some(self.read_source()?);
        }
        statement.value = match operation.name {
            "def" => Some(DefinedValue::Float(self.take_four()?.map(f32::from_bits))),
            "defi" => Some(DefinedValue::Integer(self.take_four()?.map(|token| token as i32))),
            "defb" => Some(DefinedValue::Boolean(self.take_word("a boolean")? != 0)),
            _ => None,
        };
        for _ in 0..operation.sources {
            let source = self.read_source()?;
            statement.sources.push(source);
        }
        Ok(())
    }

    fn take_four(&mut self) -> StreamResult<[u32; 4]> {
        let mut four = [0; 4];
        for number in &mut four {
            *number = self.take_word("a number")?;
        }
        Ok(four)
    }

    /// Reads the usage or the kind of a sampler, and the register.
    fn read_declaration(&mut self, statement: &mut Statement) -> StreamResult<()> {
        let at = self.at;
        let usage = self.take_word("a usage")?;
        self.read_target(statement)?;
        let register = statement.target_register();
        let sampler = register.filter(|register| register.kind == RegisterKind::Sampler);
        if sampler.is_some() {
            let number = usage >> 27 & 0xf;
            let known = SamplerKind::ALL.iter().find(|(_, known, _)| *known == number);
            let Some((.., kind)) = known else {
                return Err((
                    at,
                    format!("expected a sampler's kind from 2 to 4, found {number}; declare the sampler"),
                ));
            };
            statement.declared = Some(Declared::Sampler(*kind));
            return Ok(());
        }
        let number = (usage & 0x1f) as usize;
        if number >= USAGES.len() {
            return Err((at, format!("expected a usage below {}, found {number}; compile it anew", USAGES.len())));
        }
        let has_usage = !self.version.pixel || self.version.model == 30;
        let is_special =
            register.is_some_and(|register| matches!(register.kind, RegisterKind::Face | RegisterKind::PixelPosition));
        statement.declared = Some(match has_usage && !is_special {
            true => Declared::Usage(number, usage >> 16 & 0xf),
            false => Declared::Plain,
        });
        Ok(())
    }
}
