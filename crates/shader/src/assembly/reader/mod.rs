//! Parses a program by the grammars of ARB_fragment_program and ARB_vertex_program, and of the
//! options that extend them.
//!
//! An error is reported at the first token that breaks the grammar or a rule of the extension.
//! Errors that show only in the whole text are reported at its end.

mod addresses;
mod bindings;
mod blocks;
mod compiler_constants;
mod declarations;
mod instructions;
mod operands;
mod options;
mod registers;
mod state;
mod vertex_registers;

use super::language::LanguageLevel;
use super::lexer::{ProgramToken, ProgramTokenKind, split_tokens};
use super::program::{
    AssemblyProgram, OperandSource, ProgramAttribute, ProgramOutput, ProgramParameter, ProgramRegister, VariableSize,
};
use super::program_error::{ParseResult, ProgramError};
use super::vertex_language::VertexLanguage;
use std::collections::{HashMap, HashSet};

pub(super) use vertex_registers::vertex_result_name;

/// The meaning of a name in the program.
#[derive(Debug, Clone)]
enum ProgramVariable {
    Temporary(usize, Option<VariableSize>),
    Address(usize),
    Attribute(ProgramAttribute),
    Parameter(ProgramParameter),
    Array(usize),
    Output(ProgramOutput, Option<VariableSize>),
    /// An attribute whose number an address register gives.
    IndexedAttribute(OperandSource),
    /// A result whose number an address register gives.
    IndexedOutput(ProgramRegister),
}

impl ProgramVariable {
    /// Returns the kind of the variable, in words.
    fn describe(&self) -> &'static str {
        match self {
            ProgramVariable::Temporary(..) => "a temporary",
            ProgramVariable::Address(_) => "an address register",
            ProgramVariable::Attribute(_) | ProgramVariable::IndexedAttribute(_) => "an attribute",
            ProgramVariable::Parameter(_) => "a parameter",
            ProgramVariable::Array(_) => "an array of parameters",
            ProgramVariable::Output(..) | ProgramVariable::IndexedOutput(_) => "a result",
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
    targets: HashMap<u32, super::texture_target::TextureTarget>,
    /// The declared size of each written result.
    sizes: Vec<(ProgramOutput, Option<VariableSize>)>,
    blocks: blocks::OpenBlocks,
    /// Names that DEFINE gave to scalars.
    scalars: Vec<&'t str>,
    /// The labels that are there.
    labels: HashSet<&'t str>,
    /// Labels that CAL and BRA name, with their positions.
    called: Vec<(&'t str, usize)>,
    /// True if an address register indexes `vertex.attrib`, and `vertex.texcoord`.
    indexed: [bool; 2],
}

/// The first bytes of each kind of program, and its language.
const HEADERS: [(&str, LanguageLevel); 6] = [
    ("!!ARBfp1.0", LanguageLevel::for_fragments()),
    ("!!ARBvp1.0", LanguageLevel::for_vertices(VertexLanguage::Arb)),
    ("!!FP1.0", LanguageLevel { option1: true, registers: true, ..LanguageLevel::for_fragments() }),
    ("!!VP1.0", LanguageLevel::for_vertices(VertexLanguage::Program1)),
    ("!!VP1.1", LanguageLevel::for_vertices(VertexLanguage::Program1_1)),
    ("!!VP2.0", LanguageLevel::for_vertices(VertexLanguage::Program2)),
];

/// Parses a program.
pub(super) fn parse_program(text: &str) -> ParseResult<AssemblyProgram> {
    let header = HEADERS.iter().find(|(header, _)| text.starts_with(header));
    let Some((header, level)) = header else { return Err(ProgramError::new(0, explain_header(text))) };
    // The extension that the header names counts as an option on its line.
    let of_header =
        if level.fragment && level.registers { Some("NV_fragment_program") } else { level.vertex.extension() };
    let declared = of_header.map(|name| (name.to_string(), 0)).into_iter().collect();
    let reader = ProgramReader {
        tokens: split_tokens(text, header.len()),
        at: 0,
        length: text.len(),
        program: AssemblyProgram {
            level: *level,
            declared,
            compiler_constants: compiler_constants::list_constants(text, *level),
            ..AssemblyProgram::default()
        },
        variables: HashMap::new(),
        targets: HashMap::new(),
        sizes: vec![],
        blocks: blocks::OpenBlocks::default(),
        scalars: vec![],
        labels: HashSet::new(),
        called: vec![],
        indexed: [false; 2],
    };
    reader.read_program()
}

impl<'t> ProgramReader<'t> {
    fn read_program(mut self) -> ParseResult<AssemblyProgram> {
        while self.is_next("OPTION") && self.has_options() {
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
        self.bind_indexed_attributes();
        self.check_complete()?;
        Ok(self.program)
    }

    /// Checks the rules that need the whole text.
    fn check_complete(&self) -> ParseResult<()> {
        if let Some(open) = self.blocks.describe_innermost() {
            return Err(ProgramError::new(self.length, format!("{open} is not closed")));
        }
        if self.program.level.has_vertex_registers() {
            self.check_position()?;
        } else if self.program.level.registers {
            self.check_registers()?;
        }
        if let Some((label, _)) = self.called.iter().find(|(label, _)| !self.labels.contains(label)) {
            let word = if self.program.level.fragment { "CAL" } else { "CAL or BRA" };
            return Err(ProgramError::new(self.length, format!("there is no label '{label}' for {word}")));
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

    /// Reads `instruction;`, `declaration;` or `label:`.
    fn read_statement(&mut self) -> ParseResult<()> {
        let word = self.peek();
        if word.text == "OPTION" && self.has_options() {
            return Err(ProgramError::new(word.at, "options come before everything else; move this one up"));
        }
        if self.program.level.has_labels() && self.peek_ahead(1).text == ":" {
            return self.read_label();
        }
        if self.program.level.has_vertex_registers() {
            self.check_length()?;
            self.read_instruction()?;
            return self.expect_sign(";");
        }
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

/// Explains why a program with another header is refused.
fn explain_header(text: &str) -> String {
    let head = text.split(|c: char| c.is_whitespace() || c == '#').next().unwrap_or("");
    match head {
        _ if head.starts_with("!!VSP") => "a vertex state program writes the parameters c[n] and no vertex, \
            and has no place here; compute them on the host, and give them to a vertex program as c[n]"
            .to_string(),
        _ if head.starts_with("!!VP") => {
            format!("there is no head {head}; a vertex program of NVIDIA's begins with !!VP1.0, !!VP1.1 or !!VP2.0")
        }
        _ => "a program begins with !!ARBfp1.0, !!ARBvp1.0, !!FP1.0, !!VP1.0, !!VP1.1 or !!VP2.0, without a blank \
              before it"
            .to_string(),
    }
}
