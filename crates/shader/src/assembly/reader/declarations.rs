//! Declarations: TEMP, ADDRESS, ATTRIB, OUTPUT, PARAM, ALIAS.

use super::{ParseResult, ProgramError, ProgramParameter, ProgramReader, ProgramToken, ProgramVariable, VariableSize};
use crate::assembly::limits;
use crate::assembly::program::ParameterArray;

/// Words that no program may use as a variable's name.
const RESERVED_WORDS: [&str; 10] =
    ["ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "program", "result", "state"];

impl<'t> ProgramReader<'t> {
    /// Reads `TEMP a, b`.
    pub(super) fn read_temporaries(&mut self, size: Option<VariableSize>) -> ParseResult<()> {
        self.declare_names(|reader, name| {
            reader.program.temporaries.push(name.text.to_string());
            reader.program.short += usize::from(size == Some(VariableSize::Short));
            reader.program.is_short.push(size == Some(VariableSize::Short));
            ProgramVariable::Temporary(reader.program.temporaries.len() - 1, size)
        })
    }

    /// Reads `ADDRESS a, b`.
    pub(super) fn read_addresses(&mut self) -> ParseResult<()> {
        self.declare_names(|reader, name| {
            reader.program.addresses.push(name.text.to_string());
            ProgramVariable::Address(reader.program.addresses.len() - 1)
        })
    }

    fn declare_names(&mut self, declare: impl Fn(&mut Self, ProgramToken<'t>) -> ProgramVariable) -> ParseResult<()> {
        self.next();
        loop {
            let name = self.read_new_name()?;
            let variable = declare(self, name);
            self.variables.insert(name.text, variable);
            if !self.take_if(",") {
                return Ok(());
            }
        }
    }

    /// Reads `ATTRIB a = fragment.color`.
    pub(super) fn read_attribute_statement(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.read_new_name()?;
        self.expect_sign("=")?;
        if self.is_at_indexed_attribute() {
            let source = self.read_indexed_attribute()?;
            self.variables.insert(name.text, ProgramVariable::IndexedAttribute(source));
            return Ok(());
        }
        if !self.is_at_attribute() {
            return Err(self.unexpected_token("an attribute"));
        }
        let attribute = self.read_attribute()?;
        self.variables.insert(name.text, ProgramVariable::Attribute(attribute));
        Ok(())
    }

    /// Reads `OUTPUT a = result.color`.
    pub(super) fn read_output_statement(&mut self, size: Option<VariableSize>) -> ParseResult<()> {
        self.next();
        let name = self.read_new_name()?;
        self.expect_sign("=")?;
        if self.is_at_indexed_result() {
            let register = self.read_indexed_result()?;
            self.variables.insert(name.text, ProgramVariable::IndexedOutput(register));
            return Ok(());
        }
        let output = self.read_output()?;
        self.variables.insert(name.text, ProgramVariable::Output(output, size));
        Ok(())
    }

    /// Reads `ALIAS a = b`.
    pub(super) fn read_alias(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.read_new_name()?;
        self.expect_sign("=")?;
        let of = self.expect_word("a name that was declared")?;
        let variable = self.find_variable(of)?.clone();
        self.variables.insert(name.text, variable);
        Ok(())
    }

    /// Reads `PARAM a = one` or `PARAM a[n] = { many }`.
    pub(super) fn read_parameter_statement(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.read_new_name()?;
        if !self.take_if("[") {
            self.expect_sign("=")?;
            let parameter = self.read_single_parameter()?;
            self.program.parameters.push(parameter.clone());
            self.variables.insert(name.text, ProgramVariable::Parameter(parameter));
            return Ok(());
        }
        let size_at = self.peek().at;
        let size = if self.is_next("]") { None } else { Some(self.read_number("items", limits::PARAMETERS + 1)?) };
        if size == Some(0) {
            return Err(ProgramError::new(size_at, "an array has one parameter at least"));
        }
        self.expect_sign("]")?;
        self.expect_sign("=")?;
        self.expect_sign("{")?;
        let mut items = vec![];
        loop {
            items.extend(self.read_array_parameters()?);
            if !self.take_if(",") {
                break;
            }
        }
        self.expect_sign("}")?;
        if let Some(size) = size.filter(|size| *size as usize != items.len()) {
            let bound = items.len();
            let message = format!("the array has {size} parameters, {bound} are bound to it; make both equal");
            return Err(ProgramError::new(size_at, message));
        }
        self.program
            .arrays
            .push(ParameterArray { name: name.text.to_string(), items, relative: false });
        let array = ProgramVariable::Array(self.program.arrays.len() - 1);
        self.variables.insert(name.text, array);
        Ok(())
    }

    /// Reads a name that is not declared yet.
    fn read_new_name(&mut self) -> ParseResult<ProgramToken<'t>> {
        let name = self.peek();
        let word = self.expect_word("a name")?;
        let text = word.text;
        let level = self.program.level;
        let own = if level.fragment { ["fragment", "texture"] } else { ["vertex", "ADDRESS"] };
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        if is_number || RESERVED_WORDS.contains(&text) || own.contains(&text) || level.find_opcode(text).is_some() {
            return Err(ProgramError::new(name.at, format!("'{text}' is a keyword; choose another name")));
        }
        match self.variables.get(text) {
            Some(known) => {
                Err(ProgramError::new(name.at, format!("'{text}' is {} already; use another name", known.describe())))
            }
            None => Ok(word),
        }
    }

    /// Returns the declaration of a name.
    pub(super) fn find_variable(&self, name: ProgramToken<'t>) -> ParseResult<&ProgramVariable> {
        self.variables
            .get(name.text)
            .ok_or_else(|| ProgramError::new(name.at, format!("'{}' is not declared", name.text)))
    }

    /// Reads the parameters of one item of an array.
    fn read_array_parameters(&mut self) -> ParseResult<Vec<ProgramParameter>> {
        match self.peek().text {
            "program" => self.read_program_parameters(true),
            "state" => self.read_state_parameters(true),
            _ => Ok(vec![self.read_constant(true)?]),
        }
    }

    /// Reads the single parameter of a declaration.
    fn read_single_parameter(&mut self) -> ParseResult<ProgramParameter> {
        let at = self.peek().at;
        let found = match self.peek().text {
            "program" => self.read_program_parameters(false)?,
            "state" => self.read_state_parameters(false)?,
            _ => vec![self.read_constant(true)?],
        };
        found
            .into_iter()
            .next()
            .ok_or_else(|| ProgramError::new(at, "there is no parameter"))
    }
}
