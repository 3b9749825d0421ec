//! Reads a shader's text by the grammar that all versions share: a version, then statements.
//!
//! An error is reported at the first token that breaks the grammar. What a version forbids is checked
//! afterwards, on the whole shader.

mod declarations;
mod operands;

use super::lexer::{ShaderToken, TokenKind, last_letter, split_tokens};
use super::operation::Operation;
use super::preprocessor::{ExpandedShader, has_directives, skip_directives};
use super::register_names::read_names;
use super::shader::{Comparison, Shader, Statement};
use super::version::{ShaderVersion, VERSIONS, is_version_word};
use crate::assembly::program_error::{ParseResult, ProgramError};

/// The most statements of a text.
const MOST_STATEMENTS: usize = 70_000;

/// The state of the reader.
pub(super) struct TextReader<'t> {
    tokens: Vec<ShaderToken<'t>>,
    at: usize,
    version: &'static ShaderVersion,
}

/// Returns the word of the version at the start of a text, and the bytes before it.
pub(super) fn find_version_word(text: &str) -> Option<(usize, &str)> {
    let at = skip_directives(text);
    let rest = text.get(at..)?;
    let length = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(rest.len());
    let word = rest.get(..length)?;
    is_version_word(word).then_some((at, word))
}

/// Returns the fault of a text that begins with an instruction instead of its version.
pub(super) fn find_missing_version(text: &str, vertex: bool) -> Option<ProgramError> {
    let at = skip_directives(text);
    let rest = text.get(at..)?;
    let length = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let word = rest.get(..length)?.to_ascii_lowercase();
    let name = word.split('_').next()?;
    // A register follows, as no word of GLSL at this place has it.
    let behind = rest.get(length..)?;
    let begins = behind.starts_with([' ', '\t']) && !behind.trim_start().starts_with(['(', '=', '{', ';']);
    if !begins || Operation::versions_of(name).is_empty() {
        return None;
    }
    let example = if vertex { "vs_2_0" } else { "ps_2_0" };
    let message = format!(
        "expected the version of a Direct3D program before its first instruction, found '{word}'; write {example} or \
         another version in a line above it"
    );
    Some(ProgramError::new(at, message))
}

/// Reads a shader.
pub(super) fn read_text(text: &str) -> ParseResult<Shader> {
    let expanded = match has_directives(text) {
        true => Some(ExpandedShader::expand_text(text)?),
        false => None,
    };
    let found = match &expanded {
        Some(expanded) => expanded.find_version(),
        None => find_version_word(text),
    };
    let Some((at, word)) = found else {
        let message = "expected a version as ps_2_0 or vs_1_1, found something else; write it before everything else";
        return Err(ProgramError::new(0, message));
    };
    let Some(version) = ShaderVersion::from_word(word) else {
        return Err(ProgramError::new(at, explain_version(word)));
    };
    let tokens = match &expanded {
        Some(expanded) => expanded.shader_tokens(),
        None => split_tokens(text, at + word.len()),
    };
    let mut reader = TextReader { tokens, at: 0, version };
    let mut shader = Shader { version, statements: vec![], names: read_names(text), end: last_letter(text) };
    while reader.peek_token().kind != TokenKind::End {
        let statement = reader.read_statement()?;
        if shader.statements.len() == MOST_STATEMENTS {
            let message = format!("expected at most {MOST_STATEMENTS} statements, found one more; split the shader");
            return Err(ProgramError::new(statement.at, message));
        }
        shader.statements.push(statement);
    }
    Ok(shader)
}

/// Explains why a version is refused.
fn explain_version(word: &str) -> String {
    let kind = word.get(..2).unwrap_or("ps").to_ascii_lowercase();
    let all: Vec<&str> = VERSIONS
        .iter()
        .map(|version| version.name)
        .filter(|name| name.starts_with(&kind))
        .collect();
    let next = match word {
        _ if word.to_ascii_lowercase().ends_with("sw") => "versions of software have no limits; name a card's version",
        _ => "write one of them",
    };
    format!("expected a version of {}, found '{word}'; {next}", all.join(", "))
}

impl<'t> TextReader<'t> {
    /// Reads a statement: an instruction with its operands, a declaration or a definition.
    fn read_statement(&mut self) -> ParseResult<Statement> {
        let start = self.peek_token();
        let paired = self.take_if("+");
        let predicate = if self.is_next("(") { Some(self.read_predicate()?) } else { None };
        let word = self.peek_token();
        if word.kind != TokenKind::Word {
            return Err(self.unexpected_token("an instruction"));
        }
        if is_version_word(word.text) || matches!(word.text, "ps" | "vs") && self.peek_ahead(1).text.starts_with('.') {
            let message =
                format!("expected one shader, found a second that begins with '{}'; give it its own file", word.text);
            return Err(ProgramError::new(word.at, message));
        }
        let lower = word.text.to_ascii_lowercase();
        let mut statement = match lower.split('_').next().unwrap_or("") {
            "dcl" => self.read_declaration(&lower)?,
            "def" | "defi" | "defb" => self.read_definition(&lower)?,
            _ => self.read_instruction(&lower)?,
        };
        if paired || predicate.is_some() {
            statement.at = start.at;
        }
        statement.paired = paired;
        statement.predicate = predicate;
        Ok(statement)
    }

    /// Reads an instruction with its operands.
    fn read_instruction(&mut self, lower: &str) -> ParseResult<Statement> {
        let word = self.next();
        let mut statement = self.parse_mnemonic(word, lower)?;
        let operation = statement.operation;
        if operation.target {
            statement.target = Some(self.read_target()?);
        }
        for number in 0..operation.sources {
            if number > 0 || operation.target {
                // Some operations have fewer sources in one version and more in another.
                if !self.is_next(",")
                    && let Some(other) = operation.with_sources(number, self.version)
                {
                    statement.operation = other;
                    break;
                }
                self.expect_sign(",")?;
            }
            statement.sources.push(self.read_source()?);
        }
        self.read_further_sources(&mut statement)?;
        Ok(statement)
    }

    /// Reads the sources that only a longer form of an operation has.
    fn read_further_sources(&mut self, statement: &mut Statement) -> ParseResult<()> {
        while self.is_next(",") {
            let read = statement.sources.len();
            let longer = (read + 1..=4).find_map(|sources| statement.operation.with_sources(sources, self.version));
            let Some(longer) = longer else { return self.refuse_operand(statement).map(|_| ()) };
            self.expect_sign(",")?;
            statement.sources.push(self.read_source()?);
            if statement.sources.len() == longer.sources {
                statement.operation = longer;
            }
        }
        Ok(())
    }

    /// Refuses an operand that an operation has not.
    fn refuse_operand(&self, statement: &Statement) -> ParseResult<Statement> {
        let operands = usize::from(statement.operation.target) + statement.sources.len();
        let plural = if operands == 1 { "" } else { "s" };
        let name = statement.name();
        let message = format!(
            "expected the next instruction, found ','; {name} has {operands} operand{plural} in {}",
            self.version.name
        );
        Err(ProgramError::new(self.peek_token().at, message))
    }

    /// Splits a word as `add_x2_sat` or `if_gt` into the operation and its modifiers.
    fn parse_mnemonic(&self, word: ShaderToken, lower: &str) -> ParseResult<Statement> {
        let mut parts = lower.split('_').peekable();
        let base = parts.next().unwrap_or("");
        let comparison = match base {
            "if" | "break" | "setp" => parts.peek().and_then(|part| find_comparison(part)),
            _ => None,
        };
        let name = match (base, comparison) {
            ("if", Some(_)) => "if_comp",
            ("break", Some(_)) => "break_comp",
            // Direct3D's first documents call them so.
            ("texcoord", _) if self.version.model == 14 => "texcrd",
            _ => base,
        };
        if comparison.is_some() {
            parts.next();
        } else if base == "setp" {
            let message =
                format!("expected a comparison as setp_gt, found '{}'; there are gt, lt, ge, le, eq and ne", word.text);
            return Err(ProgramError::new(word.at, message));
        }
        let Some(operation) = Operation::from_name(name, self.version) else {
            return Err(ProgramError::new(word.at, explain_operation(name, word.text, self.version)));
        };
        let mut statement = Statement { comparison, ..Statement::new(operation, word.at) };
        for part in parts {
            read_modifier(&mut statement, part, word)?;
        }
        Ok(statement)
    }

    fn peek_token(&self) -> ShaderToken<'t> {
        self.peek_ahead(0)
    }

    /// Returns the token `count` tokens ahead, or the last token.
    fn peek_ahead(&self, count: usize) -> ShaderToken<'t> {
        let token = self.tokens.get(self.at + count).or(self.tokens.last());
        token
            .copied()
            .unwrap_or(ShaderToken { kind: TokenKind::End, text: "", at: 0, begins_line: false })
    }

    fn next(&mut self) -> ShaderToken<'t> {
        let token = self.peek_token();
        self.at += 1;
        token
    }

    fn is_next(&self, text: &str) -> bool {
        self.peek_token().text == text
    }

    /// Skips the next token if it is `text`; returns true if so.
    fn take_if(&mut self, text: &str) -> bool {
        let is = self.is_next(text);
        self.at += usize::from(is);
        is
    }

    fn expect_sign(&mut self, text: &str) -> ParseResult<()> {
        if self.take_if(text) {
            return Ok(());
        }
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        match before.filter(|_| self.peek_token().begins_line) {
            // What is missing at the end of a line is drawn there, not at the next instruction.
            Some(before) => {
                let message = format!("expected '{text}', found the end of the line; complete it");
                Err(ProgramError::new(before.at + before.text.len().saturating_sub(1), message))
            }
            None => {
                let ProgramError { at, message, .. } = self.unexpected_token(&format!("'{text}'"));
                let has_next = matches!(self.peek_token().kind, TokenKind::Word | TokenKind::Number | TokenKind::Sign);
                let next = if has_next { format!("; write {text} before it") } else { String::new() };
                Err(ProgramError::new(at, format!("{message}{next}")))
            }
        }
    }

    /// Builds the error for a token that may not be here.
    fn unexpected_token(&self, wanted: &str) -> ProgramError {
        let token = self.peek_token();
        let message = match token.kind {
            TokenKind::End => format!("expected {wanted}, found the end of the shader; complete the last line"),
            TokenKind::Wrong if token.text == "#" => {
                "expected a directive as #define or #if, found '#'; put an included file's text in its place"
                    .to_string()
            }
            TokenKind::Wrong => format!("expected {wanted}, found '{}'; no shader has this character", token.text),
            _ => format!("expected {wanted}, found '{}'", token.text),
        };
        ProgramError::new(token.at, message)
    }
}

fn find_comparison(word: &str) -> Option<Comparison> {
    Comparison::ALL.into_iter().find(|comparison| comparison.name() == word)
}

/// Reads one modifier of an instruction: each kind once.
fn read_modifier(statement: &mut Statement, part: &str, word: ShaderToken) -> ParseResult<()> {
    let is_repeated = match part {
        "sat" => statement.saturates,
        "pp" => statement.partial,
        "centroid" => statement.centroid,
        _ => statement.shift != 0,
    };
    if is_repeated {
        let message =
            format!("expected each modifier once, found a second one, '_{part}', in '{}'; leave it out", word.text);
        return Err(ProgramError::new(word.at, message));
    }
    match part {
        "sat" => statement.saturates = true,
        "pp" => statement.partial = true,
        "centroid" => statement.centroid = true,
        "x2" => statement.shift = 1,
        "x4" => statement.shift = 2,
        "x8" => statement.shift = 3,
        "d2" => statement.shift = -1,
        "d4" => statement.shift = -2,
        "d8" => statement.shift = -3,
        _ => {
            let message = format!(
                "expected a modifier as _sat, _pp, _x2 or _d2, found '_{part}' in '{}'; leave it out",
                word.text
            );
            return Err(ProgramError::new(word.at, message));
        }
    }
    Ok(())
}

/// Explains why a word is not an instruction of a version.
fn explain_operation(name: &str, word: &str, version: &ShaderVersion) -> String {
    let had_by = Operation::versions_of(name);
    match had_by.as_slice() {
        [] => format!("expected an instruction of {}, found '{word}'; no version has it", version.name),
        some => format!(
            "expected an instruction of {}, found '{word}', which is of {}; use one of them",
            version.name,
            some.join(", ")
        ),
    }
}
