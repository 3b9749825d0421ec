//! `!!FP1.0`, the language of NV_fragment_program itself: registers with fixed names instead of
//! declared variables, and parameters that DECLARE and DEFINE name.
//!
//! Source: NV_fragment_program, section 3.11.3 (grammar and rules), table X.1 to X.4.

use super::{ParseResult, ProgramError, ProgramOutput, ProgramReader, ProgramTokenKind, ProgramVariable, VariableSize};
use crate::assembly::limits;
use crate::assembly::program::{
    AssemblyProgram, Operand, OperandSource, ProgramAttribute, ProgramInstruction, ProgramParameter, ProgramRegister,
};

/// Registers of 32 bits, `R0` to `R31`.
const LONG_REGISTERS: u32 = 32;
/// Registers of 16 bits, `H0` to `H63`.
const SHORT_REGISTERS: u32 = 64;
/// The most registers of 16 bits in which a program's temporaries and results have room; one of 32 bits takes two.
const REGISTER_ROOM: usize = 64;

/// Words of the grammar that no parameter may have as its name, besides instructions and registers.
const KEYWORDS: [&str; 25] = [
    "f", "o", "p", "RC", "HC", "END", "DEFINE", "DECLARE", "WPOS", "COL0", "COL1", "FOGC", "COLR", "COLH", "DEPR",
    "CUBE", "RECT", "EQ", "GE", "GT", "LE", "LT", "NE", "TR", "FL",
];

impl<'t> ProgramReader<'t> {
    /// Reads `DECLARE name = value`, `DEFINE name = value` or an instruction.
    pub(super) fn read_register_statement(&mut self) -> ParseResult<()> {
        match self.peek().text {
            "DECLARE" => self.read_declared_parameter(),
            "DEFINE" => self.read_defined_constant(),
            _ => self.read_instruction(),
        }
    }

    /// Reads `DECLARE name`, with or without a value.
    fn read_declared_parameter(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.read_own_name()?;
        let value = if self.take_if("=") { self.read_named_constant()?.0 } else { [0.0; 4] };
        let parameter = ProgramParameter::Declared(name.to_string(), value);
        self.variables.insert(name, ProgramVariable::Parameter(parameter));
        Ok(())
    }

    /// Reads `DEFINE name = value`.
    fn read_defined_constant(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.read_own_name()?;
        self.expect_sign("=")?;
        let (value, is_scalar) = self.read_named_constant()?;
        self.variables
            .insert(name, ProgramVariable::Parameter(ProgramParameter::Constant(value)));
        if is_scalar {
            self.scalars.push(name);
        }
        Ok(())
    }

    /// Reads a constant, or the name of one; returns true with a scalar, whose four components are equal.
    fn read_named_constant(&mut self) -> ParseResult<([f32; 4], bool)> {
        let token = self.peek();
        let known = self.variables.get(token.text).filter(|_| token.kind == ProgramTokenKind::Word);
        if let Some(ProgramVariable::Parameter(ProgramParameter::Constant(value))) = known {
            let value = *value;
            self.next();
            return Ok((value, self.is_scalar_name(token.text)));
        }
        let is_scalar = !self.is_next("{");
        match self.read_constant(true)? {
            ProgramParameter::Constant(value) => Ok((value, is_scalar)),
            _ => Err(self.unexpected_token("a constant")),
        }
    }

    /// Skips the name of a scalar of DEFINE, and returns its number.
    pub(super) fn take_scalar_name(&mut self) -> Option<f32> {
        let name = self.peek().text;
        let known = self.variables.get(name).filter(|_| self.is_scalar_name(name));
        let Some(ProgramVariable::Parameter(ProgramParameter::Constant([number, ..]))) = known else { return None };
        let number = *number;
        self.next();
        Some(number)
    }

    /// Returns true if DEFINE gave this name to a scalar, which needs no component.
    pub(super) fn is_scalar_name(&self, name: &str) -> bool {
        self.scalars.contains(&name)
    }

    /// Reads a name that is neither a register nor in use.
    fn read_own_name(&mut self) -> ParseResult<&'t str> {
        let name = self.expect_word("a name")?;
        let starts_with_letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
        let is_taken = parse_register(name.text).is_some()
            || is_texture_register(name.text)
            || self.program.level.find_opcode(name.text).is_some()
            || KEYWORDS.contains(&name.text);
        if !starts_with_letter || is_taken {
            return Err(ProgramError::new(name.at, format!("'{}' is a keyword; choose another name", name.text)));
        }
        if self.variables.contains_key(name.text) {
            let message = format!("'{}' is a parameter already; use another name", name.text);
            return Err(ProgramError::new(name.at, message));
        }
        Ok(name.text)
    }

    /// Reads a register, a parameter or a constant as an operand.
    pub(super) fn read_register_source(&mut self) -> ParseResult<OperandSource> {
        let token = self.peek();
        if let Some(source) = self.take_register() {
            return Ok(OperandSource::Temporary(source));
        }
        if self.is_next("f") && self.peek_ahead(1).text == "[" {
            return Ok(OperandSource::Attribute(self.read_attribute_register()?));
        }
        let parameter = if self.is_next("p") && self.peek_ahead(1).text == "[" {
            self.next();
            ProgramParameter::Local(self.read_index("local parameter", limits::LOCALS)?)
        } else if let (ProgramTokenKind::Word, Some(ProgramVariable::Parameter(known))) =
            (token.kind, self.variables.get(token.text))
        {
            let known = known.clone();
            self.next();
            known
        } else if token.kind == ProgramTokenKind::Word {
            let message = format!("'{}' is neither a register nor named by DEFINE or DECLARE", token.text);
            return Err(ProgramError::new(token.at, message));
        } else {
            self.read_constant(false)?
        };
        self.program.parameters.push(parameter.clone());
        Ok(OperandSource::Parameter(parameter))
    }

    /// Reads `f[TEX0]`.
    fn read_attribute_register(&mut self) -> ParseResult<ProgramAttribute> {
        let start = self.next().at;
        self.expect_sign("[")?;
        let attribute = match self.peek().text {
            "WPOS" => ProgramAttribute::Position,
            "COL0" => ProgramAttribute::Color,
            "COL1" => ProgramAttribute::Secondary,
            "FOGC" => ProgramAttribute::Fogcoord,
            word if word.starts_with("TEX") => {
                ProgramAttribute::Texcoord(self.read_texture_register("texture coordinates", limits::TEXTURE_COORDS)?)
            }
            _ => return Err(self.unexpected_token("WPOS, COL0, COL1, FOGC or TEX0 to TEX7")),
        };
        if !matches!(attribute, ProgramAttribute::Texcoord(_)) {
            self.next();
        }
        self.expect_sign("]")?;
        self.bind_attribute(attribute, start)?;
        Ok(attribute)
    }

    /// Reads `TEX0`, below a limit.
    pub(super) fn read_texture_register(&mut self, what: &str, limit: u32) -> ParseResult<u32> {
        let word = self.expect_word("TEX0 or another unit")?;
        match word.text.strip_prefix("TEX").and_then(|digits| digits.parse::<u32>().ok()) {
            Some(unit) if unit < limit => Ok(unit),
            _ => {
                let most = limit - 1;
                let message = format!("expected {what} TEX0 to TEX{most}, found '{}'", word.text);
                Err(ProgramError::new(word.at, message))
            }
        }
    }

    /// Skips a temporary register and returns its number among those that the program uses.
    fn take_register(&mut self) -> Option<usize> {
        let word = self.peek();
        let size = parse_register(word.text).filter(|_| word.kind == ProgramTokenKind::Word)?;
        self.next();
        let known = self.program.temporaries.iter().position(|name| name == word.text);
        Some(known.unwrap_or_else(|| {
            self.program.temporaries.push(word.text.to_string());
            self.program.short += usize::from(size == VariableSize::Short);
            self.program.is_short.push(size == VariableSize::Short);
            self.program.temporaries.len() - 1
        }))
    }

    /// Reads a register that is written, with its size.
    pub(super) fn read_register_destination(&mut self) -> ParseResult<(ProgramRegister, Option<VariableSize>)> {
        let word = self.peek();
        let size = parse_register(word.text);
        if let Some(number) = self.take_register() {
            return Ok((ProgramRegister::Temporary(number), size));
        }
        if matches!(word.text, "RC" | "HC") {
            self.next();
            let size = if word.text == "HC" { VariableSize::Short } else { VariableSize::Long };
            return Ok((ProgramRegister::ConditionCode, Some(size)));
        }
        if !self.is_next("o") {
            return Err(self.unexpected_token("R0 to R31, H0 to H63, RC, HC or o[COLR]"));
        }
        self.next();
        self.expect_sign("[")?;
        let output = match self.peek().text {
            "COLR" => (ProgramOutput::Color(0, false), VariableSize::Long),
            "COLH" => (ProgramOutput::Color(0, false), VariableSize::Short),
            "DEPR" => (ProgramOutput::Depth, VariableSize::Long),
            _ => return Err(self.unexpected_token("COLR, COLH or DEPR")),
        };
        self.next();
        self.expect_sign("]")?;
        Ok((ProgramRegister::Output(output.0), Some(output.1)))
    }

    /// Checks that a result is written, and that the registers have room.
    pub(super) fn check_registers(&self) -> ParseResult<()> {
        if self.sizes.is_empty() {
            let message = "the program writes no result; write o[COLR], o[COLH] or o[DEPR]";
            return Err(ProgramError::new(self.length, message));
        }
        let mut outputs: Vec<_> = self.sizes.clone();
        outputs.dedup();
        outputs.sort_by_key(|(output, _)| *output == ProgramOutput::Depth);
        outputs.dedup();
        let halves: usize = outputs.iter().map(|(_, size)| room_of(*size)).sum();
        let long = self.program.temporaries.len() - self.program.short;
        let used = halves + 2 * long + self.program.short;
        if used > REGISTER_ROOM {
            let message = format!(
                "its registers take the room of {used} of 16 bits, there is room for {REGISTER_ROOM}; R registers and \
                 o[COLR] take two each, so use fewer, or H registers"
            );
            return Err(ProgramError::new(self.length, message));
        }
        Ok(())
    }
}

fn room_of(size: Option<VariableSize>) -> usize {
    if size == Some(VariableSize::Short) { 1 } else { 2 }
}

/// Returns the size of a temporary register by its name.
fn parse_register(name: &str) -> Option<VariableSize> {
    let (size, count) = match name.as_bytes().first()? {
        b'R' => (VariableSize::Long, LONG_REGISTERS),
        b'H' => (VariableSize::Short, SHORT_REGISTERS),
        _ => return None,
    };
    let digits = name.get(1..)?;
    let is_plain = digits == "0" || !digits.starts_with('0');
    let number = digits.parse::<u32>().ok().filter(|_| is_plain && !digits.starts_with('+'))?;
    (number < count).then_some(size)
}

/// Returns true for `TEX0` to `TEX15`.
fn is_texture_register(name: &str) -> bool {
    let number = name.strip_prefix("TEX").and_then(|digits| digits.parse::<u32>().ok());
    number.is_some_and(|number| number < limits::IMAGE_UNITS)
}

/// Returns true for `H0` to `H63`.
pub(super) fn is_short_register(name: &str) -> bool {
    parse_register(name) == Some(VariableSize::Short)
}

/// Checks that an instruction reads one attribute at most, and one parameter.
pub(super) fn check_sources(one: &ProgramInstruction, program: &AssemblyProgram) -> ParseResult<()> {
    let mut attribute = None;
    let mut parameter: Option<&OperandSource> = None;
    let has_constants_alone = one.sources.iter().filter(is_parameter).all(is_constant);
    let is_merged = program.level.fragment && has_constants_alone;
    if is_merged {
        let numbers = one.sources.iter().filter_map(constant_numbers).flatten();
        check_merged_constants(one, numbers.collect())?;
    }
    for operand in &one.sources {
        match &operand.source {
            OperandSource::Attribute(read) => {
                let other = *attribute.get_or_insert(*read);
                if other != *read {
                    let [first, second] = [other, *read].map(|read| program.register_name(read));
                    let message = format!(
                        "it reads {first} and {second}; an instruction reads one attribute, so move one to a register"
                    );
                    return Err(ProgramError::new(one.at, message));
                }
            }
            read @ (OperandSource::Parameter(_) | OperandSource::Relative(..))
                if !is_merged && *parameter.get_or_insert(read) != read =>
            {
                let message = "it reads two parameters; an instruction reads one, so move the other to a register";
                return Err(ProgramError::new(one.at, message));
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_parameter(operand: &&Operand) -> bool {
    matches!(operand.source, OperandSource::Parameter(_) | OperandSource::Relative(..))
}

fn is_constant(operand: &Operand) -> bool {
    constant_numbers(operand).is_some()
}

/// Returns the numbers that a constant takes of the vector of an instruction; the sign of a scalar is part of it.
fn constant_numbers(operand: &Operand) -> Option<[f32; 4]> {
    let OperandSource::Parameter(ProgramParameter::Constant(vector)) = operand.source else { return None };
    let is_scalar = vector.iter().all(|number| *number == vector[0]);
    Some(if operand.negative && is_scalar { vector.map(|number| -number) } else { vector })
}

/// Checks that the constants of an instruction have four different numbers at most: the card merges them into one
/// vector (section 3.11.2).
fn check_merged_constants(one: &ProgramInstruction, mut numbers: Vec<f32>) -> ParseResult<()> {
    numbers.sort_by(f32::total_cmp);
    numbers.dedup();
    if numbers.len() <= 4 {
        return Ok(());
    }
    let message = format!(
        "its constants have {} different numbers, and an instruction has room for 4; move one constant to a register",
        numbers.len()
    );
    Err(ProgramError::new(one.at, message))
}
