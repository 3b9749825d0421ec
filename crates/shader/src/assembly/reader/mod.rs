//! Parses a program by the grammars of ARB_fragment_program and ARB_vertex_program, and of the
//! options that extend them.
//!
//! An error is reported at the first token that breaks the grammar or a rule of the extension.
//! Errors that show only in the whole text are reported at its end.

mod bindings;
mod blocks;
mod declarations;
mod instructions;
mod operands;
mod registers;
mod state;

use super::lexer::{ProgramToken, ProgramTokenKind, split_tokens};
use super::opcode::LanguageLevel;
use super::program::{AssemblyProgram, FogMode, ProgramAttribute, ProgramOutput, ProgramParameter, VariableSize};
use super::program_error::{ParseResult, ProgramError};
use std::collections::HashMap;

/// The meaning of a name in the program.
#[derive(Debug, Clone)]
enum ProgramVariable {
    Temporary(usize, Option<VariableSize>),
    Address(usize),
    Attribute(ProgramAttribute),
    Parameter(ProgramParameter),
    Array(usize),
    Output(ProgramOutput, Option<VariableSize>),
}

impl ProgramVariable {
    /// Returns the kind of the variable, in words.
    fn describe(&self) -> &'static str {
        match self {
            ProgramVariable::Temporary(..) => "a temporary",
            ProgramVariable::Address(_) => "an address register",
            ProgramVariable::Attribute(_) => "an attribute",
            ProgramVariable::Parameter(_) => "a parameter",
            ProgramVariable::Array(_) => "an array of parameters",
            ProgramVariable::Output(..) => "a result",
        }
    }
}

/// The state of the parser.
pub(super) struct ProgramReader<'t> {
    tokens: Vec<ProgramToken<'t>>,
    at: usize,
    /// Length of the text in bytes.
    length: usize,
    program: AssemblyProgram,
    variables: HashMap<&'t str, ProgramVariable>,
    /// The target of each image unit in use.
    targets: HashMap<u32, super::program::TextureTarget>,
    /// The declared size of each written result.
    sizes: Vec<(ProgramOutput, Option<VariableSize>)>,
    blocks: blocks::OpenBlocks,
    /// Names that DEFINE gave to scalars.
    scalars: Vec<&'t str>,
    /// Labels that CAL names, with their positions.
    called: Vec<(&'t str, usize)>,
}

/// The first bytes of each kind of program, and its language.
const HEADERS: [(&str, LanguageLevel); 3] = [
    ("!!ARBfp1.0", LanguageLevel { fragment: true, option1: false, option2: false, registers: false }),
    ("!!ARBvp1.0", LanguageLevel { fragment: false, option1: false, option2: false, registers: false }),
    ("!!FP1.0", LanguageLevel { fragment: true, option1: true, option2: false, registers: true }),
];

/// Parses a program.
pub(super) fn parse_program(text: &str) -> ParseResult<AssemblyProgram> {
    let header = HEADERS.iter().find(|(header, _)| text.starts_with(header));
    let Some((header, level)) = header else { return Err(ProgramError::new(0, explain_header(text))) };
    // The extension that the header names counts as an option on its line.
    let declared = if level.registers { vec![("NV_fragment_program".to_string(), 0)] } else { vec![] };
    let reader = ProgramReader {
        tokens: split_tokens(text, header.len()),
        at: 0,
        length: text.len(),
        program: AssemblyProgram { level: *level, declared, ..AssemblyProgram::default() },
        variables: HashMap::new(),
        targets: HashMap::new(),
        sizes: vec![],
        blocks: blocks::OpenBlocks::default(),
        scalars: vec![],
        called: vec![],
    };
    reader.read_program()
}

impl<'t> ProgramReader<'t> {
    fn read_program(mut self) -> ParseResult<AssemblyProgram> {
        while self.is_next("OPTION") && !self.program.level.registers {
            self.read_option()?;
        }
        loop {
            let token = self.peek();
            match token.kind {
                ProgramTokenKind::Word if token.text == "END" => break,
                ProgramTokenKind::Word => self.read_statement()?,
                ProgramTokenKind::End => return Err(ProgramError::new(token.at, "the program does not end with END")),
                _ => return Err(self.unexpected_token("an instruction, a declaration or END")),
            }
        }
        self.program.end = self.next().at;
        let behind = self.peek();
        if behind.kind != ProgramTokenKind::End {
            return Err(ProgramError::new(
                behind.at,
                format!("expected the end of the program after END, found '{}'; remove it", behind.text),
            ));
        }
        self.check_complete()?;
        Ok(self.program)
    }

    /// Checks the rules that need the whole text.
    fn check_complete(&self) -> ParseResult<()> {
        if let Some(open) = self.blocks.describe_innermost() {
            return Err(ProgramError::new(self.length, format!("{open} is not closed")));
        }
        if self.program.level.registers {
            self.check_registers()?;
        }
        for (label, _) in &self.called {
            if !self.program.labels.iter().any(|(known, ..)| known == label) {
                return Err(ProgramError::new(self.length, format!("there is no label '{label}' for CAL")));
            }
        }
        // An address register finds a vector by its index in an array, so the vector has to have one index.
        let mut seen: Vec<&ProgramParameter> = vec![];
        let arrays = self.program.arrays.iter().filter(|array| array.relative);
        for (array, item) in arrays.flat_map(|array| array.items.iter().map(move |item| (array, item))) {
            if !matches!(item, ProgramParameter::Constant(_)) && seen.contains(&item) {
                let name = &array.name;
                return Err(ProgramError::new(
                    self.length,
                    format!(
                        "a vector of '{name}' is bound twice in arrays that an address register indexes; bind it once"
                    ),
                ));
            }
            seen.push(item);
        }
        Ok(())
    }

    /// Reads `OPTION name;`.
    fn read_option(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.expect_word("the name of an option")?;
        self.program.declared.push((name.text.to_string(), name.at));
        let fragment = self.program.level.fragment;
        let options = &mut self.program.options;
        let level = &mut self.program.level;
        match name.text {
            "ARB_fog_exp" | "ARB_fog_exp2" | "ARB_fog_linear" if fragment => {
                let fog = match name.text {
                    "ARB_fog_exp" => FogMode::Exp,
                    "ARB_fog_exp2" => FogMode::Exp2,
                    _ => FogMode::Linear,
                };
                if options.fog.replace(fog).is_some_and(|before| before != fog) {
                    return refuse_second_option(name.at, "fog");
                }
            }
            "ARB_precision_hint_fastest" | "ARB_precision_hint_nicest" if fragment => {
                let fastest = name.text.ends_with("fastest");
                if options.precision.replace(fastest).is_some_and(|before| before != fastest) {
                    return refuse_second_option(name.at, "precision");
                }
            }
            "ARB_fragment_program_shadow" if fragment => options.shadow = true,
            "ARB_draw_buffers" | "ATI_draw_buffers" if fragment => options.draw_buffers = true,
            "ARB_fragment_coord_origin_upper_left" if fragment => options.upper_left = true,
            "ARB_fragment_coord_pixel_center_integer" if fragment => options.whole_place = true,
            "NV_fragment_program" if fragment => level.option1 = true,
            "NV_fragment_program2" if fragment => (level.option1, level.option2) = (true, true),
            "ARB_position_invariant" if !fragment => options.position_invariant = true,
            other => {
                let known = if fragment { FRAGMENT_OPTIONS } else { "ARB_position_invariant alone" };
                let kind = if fragment { "fragment" } else { "vertex" };
                let message = format!("there is no option '{other}' for {kind} programs here; there is {known}");
                return Err(ProgramError::new(name.at, message));
            }
        }
        self.expect_sign(";")
    }

    /// Reads `instruction;`, `declaration;` or `label:`.
    fn read_statement(&mut self) -> ParseResult<()> {
        let word = self.peek();
        if self.program.level.registers {
            self.read_register_statement()?;
            return self.expect_sign(";");
        }
        match word.text {
            "ATTRIB" => self.read_attribute_statement()?,
            "PARAM" => self.read_parameter_statement()?,
            "TEMP" => self.read_temporaries(None)?,
            "OUTPUT" => self.read_output_statement(None)?,
            "ALIAS" => self.read_alias()?,
            "ADDRESS" if !self.program.level.fragment => self.read_addresses()?,
            "SHORT" | "LONG" if self.program.level.option1 && matches!(self.peek_ahead(1).text, "TEMP" | "OUTPUT") => {
                self.next();
                let size = if word.text == "SHORT" { VariableSize::Short } else { VariableSize::Long };
                if self.is_next("TEMP") {
                    self.read_temporaries(Some(size))?
                } else {
                    self.read_output_statement(Some(size))?
                }
            }
            "OPTION" => {
                return Err(ProgramError::new(word.at, "options come before everything else; move this one up"));
            }
            _ if self.program.level.option2 && self.peek_ahead(1).text == ":" => return self.read_label(),
            _ => self.read_instruction()?,
        }
        self.expect_sign(";")
    }

    fn peek(&self) -> ProgramToken<'t> {
        self.peek_ahead(0)
    }

    /// Returns the token `count` tokens ahead, or the last token.
    fn peek_ahead(&self, count: usize) -> ProgramToken<'t> {
        let last = self.tokens.last();
        let token = self.tokens.get(self.at + count).or(last);
        token
            .copied()
            .unwrap_or(ProgramToken { kind: ProgramTokenKind::End, text: "", at: self.length })
    }

    fn next(&mut self) -> ProgramToken<'t> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Returns true if the next token is `text`.
    fn is_next(&self, text: &str) -> bool {
        self.peek().text == text
    }

    /// Skips the next token if it is `text`; returns true if so.
    fn take_if(&mut self, text: &str) -> bool {
        let is = self.is_next(text);
        if is {
            self.next();
        }
        is
    }

    fn expect_sign(&mut self, text: &str) -> ParseResult<()> {
        if self.take_if(text) { Ok(()) } else { Err(self.unexpected_token(&format!("'{text}'"))) }
    }

    fn expect_word(&mut self, what: &str) -> ParseResult<ProgramToken<'t>> {
        if self.peek().kind == ProgramTokenKind::Word { Ok(self.next()) } else { Err(self.unexpected_token(what)) }
    }

    /// Builds the error for a token that may not be here.
    fn unexpected_token(&self, wanted: &str) -> ProgramError {
        let token = self.peek();
        let message = match token.kind {
            ProgramTokenKind::End => format!("expected {wanted}, found the end of the program"),
            ProgramTokenKind::Wrong => format!("no program has the character '{}'", token.text),
            _ => format!("expected {wanted}, found '{}'", token.text),
        };
        ProgramError::new(token.at, message)
    }

    /// Reads `[number]`, below a limit.
    fn read_index(&mut self, what: &str, limit: u32) -> ParseResult<u32> {
        self.expect_sign("[")?;
        let index = self.read_number(what, limit)?;
        self.expect_sign("]")?;
        Ok(index)
    }

    /// Reads an optional `[number]`; 0 if there is none.
    fn read_optional_index(&mut self, what: &str, limit: u32) -> ParseResult<u32> {
        if self.is_next("[") { self.read_index(what, limit) } else { Ok(0) }
    }

    /// Reads an integer below a limit.
    fn read_number(&mut self, what: &str, limit: u32) -> ParseResult<u32> {
        let token = self.peek();
        if token.kind != ProgramTokenKind::Integer {
            return Err(self.unexpected_token(&format!("the number of {what}")));
        }
        match token.text.parse::<u32>() {
            Ok(number) if number < limit => {
                self.next();
                Ok(number)
            }
            _ => {
                let most = limit - 1;
                Err(ProgramError::new(
                    token.at,
                    format!("{what} {} is out of range, the last is {most}; use a lower one", token.text),
                ))
            }
        }
    }
}

fn refuse_second_option<T>(at: usize, what: &str) -> ParseResult<T> {
    Err(ProgramError::new(at, format!("a program has one option for {what}; leave one out")))
}

/// The options that a fragment program may have.
const FRAGMENT_OPTIONS: &str = "ARB_fog_exp, ARB_fog_exp2, ARB_fog_linear, ARB_precision_hint_fastest, \
    ARB_precision_hint_nicest, ARB_fragment_program_shadow, ARB_draw_buffers, ARB_fragment_coord_origin_upper_left, \
    ARB_fragment_coord_pixel_center_integer, NV_fragment_program and NV_fragment_program2";

/// Explains why a program with another header is refused.
fn explain_header(text: &str) -> String {
    let head = text.split(|c: char| c.is_whitespace() || c == '#').next().unwrap_or("");
    match head {
        _ if head.starts_with("!!VP") || head.starts_with("!!VSP") => {
            format!("programs of NV_vertex_program, with the head {head}, are not read; write it as !!ARBvp1.0")
        }
        _ => "a program begins with !!ARBfp1.0, !!ARBvp1.0 or !!FP1.0, without a blank before it".to_string(),
    }
}
