//! Declarations: TEMP, ADDRESS, ATTRIB, OUTPUT, PARAM, ALIAS.

use super::{Fault, Parameter, Read, Reader, Size, Token, Variable};
use crate::assembly::limits;
use crate::assembly::program::Array;

/// Words that no program may use as a variable's name.
const RESERVED: [&str; 10] =
    ["ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "program", "result", "state"];

impl<'t> Reader<'t> {
    /// Reads `TEMP a, b`.
    pub(super) fn temporary_statement(&mut self, size: Option<Size>) -> Read<()> {
        self.names(|reader, name| {
            reader.program.temporaries.push(name.text.to_string());
            reader.program.short += usize::from(size == Some(Size::Short));
            Variable::Temporary(reader.program.temporaries.len() - 1, size)
        })
    }

    /// Reads `ADDRESS a, b`.
    pub(super) fn address_statement(&mut self) -> Read<()> {
        self.names(|reader, name| {
            reader.program.addresses.push(name.text.to_string());
            Variable::Address(reader.program.addresses.len() - 1)
        })
    }

    fn names(&mut self, declare: impl Fn(&mut Self, Token<'t>) -> Variable) -> Read<()> {
        self.next();
        loop {
            let name = self.new_name()?;
            let variable = declare(self, name);
            self.variables.insert(name.text, variable);
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    /// Reads `ATTRIB a = fragment.color`.
    pub(super) fn attribute_statement(&mut self) -> Read<()> {
        self.next();
        let name = self.new_name()?;
        self.sign("=")?;
        if !self.at_attribute() {
            return Err(self.unexpected("an attribute"));
        }
        let attribute = self.attribute()?;
        self.variables.insert(name.text, Variable::Attribute(attribute));
        Ok(())
    }

    /// Reads `OUTPUT a = result.color`.
    pub(super) fn output_statement(&mut self, size: Option<Size>) -> Read<()> {
        self.next();
        let name = self.new_name()?;
        self.sign("=")?;
        let output = self.output()?;
        self.variables.insert(name.text, Variable::Output(output, size));
        Ok(())
    }

    /// Reads `ALIAS a = b`.
    pub(super) fn alias_statement(&mut self) -> Read<()> {
        self.next();
        let name = self.new_name()?;
        self.sign("=")?;
        let of = self.word("a name that was declared")?;
        let variable = self.variable(of)?.clone();
        self.variables.insert(name.text, variable);
        Ok(())
    }

    /// Reads `PARAM a = one` or `PARAM a[n] = { many }`.
    pub(super) fn parameter_statement(&mut self) -> Read<()> {
        self.next();
        let name = self.new_name()?;
        if !self.take("[") {
            self.sign("=")?;
            let parameter = self.single_parameter()?;
            self.program.parameters.push(parameter.clone());
            self.variables.insert(name.text, Variable::Parameter(parameter));
            return Ok(());
        }
        let size_at = self.peek().at;
        let size = if self.is("]") { None } else { Some(self.number("items", limits::PARAMETERS + 1)?) };
        if size == Some(0) {
            return Err(Fault::new(size_at, "an array has one parameter at least"));
        }
        self.sign("]")?;
        self.sign("=")?;
        self.sign("{")?;
        let mut items = vec![];
        loop {
            items.extend(self.many_parameters()?);
            if !self.take(",") {
                break;
            }
        }
        self.sign("}")?;
        if let Some(size) = size.filter(|size| *size as usize != items.len()) {
            let bound = items.len();
            let message = format!("the array has {size} parameters, {bound} are bound to it; make both alike");
            return Err(Fault::new(size_at, message));
        }
        self.program
            .arrays
            .push(Array { name: name.text.to_string(), items, relative: false });
        let array = Variable::Array(self.program.arrays.len() - 1);
        self.variables.insert(name.text, array);
        Ok(())
    }

    /// Reads a name that is not declared yet.
    fn new_name(&mut self) -> Read<Token<'t>> {
        let name = self.peek();
        let word = self.word("a name")?;
        let (text, level) = (word.text, self.program.level);
        let own = if level.fragment { ["fragment", "texture"] } else { ["vertex", "ADDRESS"] };
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        if is_number || RESERVED.contains(&text) || own.contains(&text) || level.named(text).is_some() {
            return Err(Fault::new(name.at, format!("'{text}' is a word of the language; take another name")));
        }
        match self.variables.get(text) {
            Some(known) => Err(Fault::new(name.at, format!("'{text}' is {} already; take another name", known.kind()))),
            None => Ok(word),
        }
    }

    /// Returns the declaration of a name.
    pub(super) fn variable(&self, name: Token<'t>) -> Read<&Variable> {
        self.variables
            .get(name.text)
            .ok_or_else(|| Fault::new(name.at, format!("'{}' is not declared", name.text)))
    }

    /// Reads the parameters of one item of an array.
    fn many_parameters(&mut self) -> Read<Vec<Parameter>> {
        match self.peek().text {
            "program" => self.program_parameters(true),
            "state" => self.state_parameters(true),
            _ => Ok(vec![self.constant(true)?]),
        }
    }

    /// Reads the single parameter of a declaration.
    fn single_parameter(&mut self) -> Read<Parameter> {
        let at = self.peek().at;
        let found = match self.peek().text {
            "program" => self.program_parameters(false)?,
            "state" => self.state_parameters(false)?,
            _ => vec![self.constant(true)?],
        };
        found.into_iter().next().ok_or_else(|| Fault::new(at, "there is no parameter"))
    }
}
