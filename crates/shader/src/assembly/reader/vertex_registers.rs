//! `!!VP1.0`, `!!VP1.1` and `!!VP2.0`, the languages of NV_vertex_program, NV_vertex_program1_1 and
//! NV_vertex_program2: attributes `v[n]`, parameters `c[n]`, temporaries `R0` and results `o[HPOS]`.
//!
//! Source: NV_vertex_program 2.14.1.7 (grammar and rules), NV_vertex_program2 2.14.1.8 and 2.14.6.

use super::{
    OperandSource, ParseResult, ProgramAttribute, ProgramError, ProgramOutput, ProgramParameter, ProgramReader,
    ProgramRegister, ProgramTokenKind,
};
use crate::assembly::limits;
use crate::assembly::program::{ParameterArray, ProgramInstruction};
use crate::assembly::vertex_language::VertexLanguage;

/// Names of the attributes, each with its number (table X.3 of NV_vertex_program).
const ATTRIBUTES: [(&str, u32); 14] = [
    ("OPOS", 0),
    ("WGHT", 1),
    ("NRML", 2),
    ("COL0", 3),
    ("COL1", 4),
    ("FOGC", 5),
    ("TEX0", 8),
    ("TEX1", 9),
    ("TEX2", 10),
    ("TEX3", 11),
    ("TEX4", 12),
    ("TEX5", 13),
    ("TEX6", 14),
    ("TEX7", 15),
];

/// Names of the results without a number.
const RESULTS: [(&str, ProgramOutput); 7] = [
    ("HPOS", ProgramOutput::Position),
    ("COL0", ProgramOutput::Side(false, false)),
    ("COL1", ProgramOutput::Side(false, true)),
    ("BFC0", ProgramOutput::Side(true, false)),
    ("BFC1", ProgramOutput::Side(true, true)),
    ("FOGC", ProgramOutput::Fogcoord),
    ("PSIZ", ProgramOutput::PointSize),
];

impl ProgramReader<'_> {
    /// Refuses an instruction beyond the most that the language has.
    pub(super) fn check_length(&self) -> ParseResult<()> {
        let invariant = self.program.options.position_invariant;
        let limit = self.program.level.vertex.instruction_limit(invariant);
        if self.program.instructions.len() < limit {
            return Ok(());
        }
        let kind = if invariant { "a position-invariant program of this language" } else { "this language" };
        let message = format!("instruction {} is one too many, {kind} has {limit}; use fewer", limit + 1);
        Err(ProgramError::new(self.peek().at, message))
    }

    /// Checks that the position is written, by the program or by OpenGL.
    pub(super) fn check_position(&self) -> ParseResult<()> {
        let is_position = |one: &ProgramInstruction| {
            one.destination
                .is_some_and(|destination| destination.register == ProgramRegister::Output(ProgramOutput::Position))
        };
        if self.program.options.position_invariant || self.program.instructions.iter().any(is_position) {
            return Ok(());
        }
        let message = "o[HPOS] is never written; a vertex program writes one component of it at least";
        Err(ProgramError::new(self.length, message))
    }

    /// Reads a register or a parameter as an operand.
    pub(super) fn read_vertex_source(&mut self) -> ParseResult<OperandSource> {
        let opens = self.peek_ahead(1).text == "[";
        if let Some(register) = self.take_vertex_register() {
            return Ok(OperandSource::Temporary(register));
        }
        match self.peek().text {
            "v" if opens => self.read_vertex_attribute(),
            "c" if opens => self.read_vertex_parameter(),
            _ => {
                let last = self.program.level.vertex.temporary_registers() - 1;
                Err(self.unexpected_token(&format!("a register R0 to R{last}, v[n] or c[n]")))
            }
        }
    }

    /// Skips a temporary register and returns its number among those that the program uses.
    fn take_vertex_register(&mut self) -> Option<usize> {
        let word = self.peek();
        let digits = word.text.strip_prefix('R').filter(|_| word.kind == ProgramTokenKind::Word)?;
        let number = digits.parse::<u32>().ok()?;
        let is_known = number < self.program.level.vertex.temporary_registers() && number.to_string() == digits;
        if !is_known {
            return None;
        }
        self.next();
        let known = self.program.temporaries.iter().position(|name| name == word.text);
        Some(known.unwrap_or_else(|| {
            self.program.temporaries.push(word.text.to_string());
            self.program.temporaries.len() - 1
        }))
    }

    /// Reads `v[OPOS]` or `v[0]`.
    fn read_vertex_attribute(&mut self) -> ParseResult<OperandSource> {
        self.at += 2;
        let word = self.peek();
        let number = if word.kind == ProgramTokenKind::Integer {
            self.read_number("vertex attribute", limits::VERTEX_ATTRIBUTES)?
        } else {
            let known = ATTRIBUTES.iter().find(|(name, _)| *name == word.text);
            let Some((_, number)) = known else {
                return Err(self.unexpected_token("0 to 15, OPOS, WGHT, NRML, COL0, COL1, FOGC or TEX0 to TEX7"));
            };
            self.next();
            *number
        };
        self.expect_sign("]")?;
        let attribute = ProgramAttribute::Generic(number);
        if !self.program.attributes.contains(&attribute) {
            self.program.attributes.push(attribute);
            self.program.attribute_names.push((number, format!("v[{}]", word.text)));
        }
        Ok(OperandSource::Attribute(attribute))
    }

    /// Reads `c[5]` or `c[A0.x + 5]`.
    fn read_vertex_parameter(&mut self) -> ParseResult<OperandSource> {
        self.at += 2;
        let word = self.peek();
        let language = self.program.level.vertex;
        let count = language.parameter_registers();
        match word.kind {
            ProgramTokenKind::Integer => {
                let parameter = ProgramParameter::Local(self.read_number("program parameter", count)?);
                self.expect_sign("]")?;
                if !self.program.parameters.contains(&parameter) {
                    self.program.parameters.push(parameter.clone());
                }
                return Ok(OperandSource::Parameter(parameter));
            }
            ProgramTokenKind::Word => {}
            _ => return Err(self.unexpected_token("the number of a program parameter or an address register")),
        }
        if self.program.options.position_invariant && language == VertexLanguage::Program1_1 {
            let message = "a position-invariant !!VP1.1 program has no relative addressing; write a number";
            return Err(ProgramError::new(word.at, message));
        }
        let (address, offset) = self.read_address_index()?;
        if self.program.arrays.is_empty() {
            let items = (0..count).map(ProgramParameter::Local).collect();
            self.program
                .arrays
                .push(ParameterArray { name: "c".to_string(), items, relative: true });
        }
        Ok(OperandSource::Relative(0, address, offset))
    }

    /// Reads a register that is written.
    pub(super) fn read_vertex_destination(&mut self) -> ParseResult<ProgramRegister> {
        if let Some(register) = self.take_vertex_register() {
            return Ok(ProgramRegister::Temporary(register));
        }
        let has_codes = self.program.level.has_condition_codes();
        if has_codes && self.take_if("CC") {
            return Ok(ProgramRegister::ConditionCode);
        }
        if !self.is_next("o") {
            let last = self.program.level.vertex.temporary_registers() - 1;
            let code = if has_codes { "CC, " } else { "" };
            return Err(self.unexpected_token(&format!("a register R0 to R{last}, {code}or o[HPOS]")));
        }
        self.next();
        self.expect_sign("[")?;
        let output = self.read_vertex_result()?;
        self.expect_sign("]")?;
        Ok(ProgramRegister::Output(output))
    }

    /// Reads the name of a result.
    fn read_vertex_result(&mut self) -> ParseResult<ProgramOutput> {
        let word = self.peek();
        if word.text == "HPOS" && self.program.options.position_invariant {
            let message = "o[HPOS] is OpenGL's with OPTION NV_position_invariant; leave one of the two out";
            return Err(ProgramError::new(word.at, message));
        }
        let has_clips = self.program.level.vertex == VertexLanguage::Program2;
        let numbered = |prefix: &str, count: u32| {
            let number = word.text.strip_prefix(prefix)?.parse::<u32>().ok()?;
            (number < count && word.text.len() == prefix.len() + 1).then_some(number)
        };
        let plain = RESULTS.iter().find(|(name, _)| *name == word.text).map(|(_, output)| *output);
        let clip = numbered("CLP", limits::CLIP_DISTANCES).filter(|_| has_clips);
        let found = plain
            .or(numbered("TEX", limits::TEXTURE_COORDS).map(ProgramOutput::Texcoord))
            .or(clip.map(ProgramOutput::Clip));
        let Some(output) = found else {
            let clips = if has_clips { ", CLP0 to CLP5" } else { "" };
            let wanted = format!("HPOS, COL0, COL1, BFC0, BFC1, FOGC, PSIZ{clips} or TEX0 to TEX7");
            return Err(self.unexpected_token(&wanted));
        };
        self.next();
        Ok(output)
    }
}

/// Returns the name of a result in NVIDIA's vertex languages.
pub(in crate::assembly) fn vertex_result_name(output: ProgramOutput) -> String {
    let plain = RESULTS.iter().find(|(_, known)| *known == output);
    match (plain, output) {
        (Some((name, _)), _) => format!("o[{name}]"),
        (_, ProgramOutput::Texcoord(n)) => format!("o[TEX{n}]"),
        (_, ProgramOutput::Clip(n)) => format!("o[CLP{n}]"),
        _ => "o[HPOS]".to_string(),
    }
}
