//! Address registers: what writes them, and the arrays, attributes and results that they index.

use super::{ParseResult, ProgramError, ProgramReader, ProgramToken, ProgramTokenKind, ProgramVariable};
use crate::assembly::limits;
use crate::assembly::opcode::{Opcode, OperandShape};
use crate::assembly::program::{
    AddressComponent, ConditionRule, Destination, Operand, OperandSource, ProgramAttribute, ProgramInstruction,
    ProgramRegister,
};
use crate::assembly::vertex_language::VertexLanguage;

impl<'t> ProgramReader<'t> {
    /// Reads the operands of an instruction that writes or saves an address register.
    pub(super) fn read_address_operands(&mut self, made: &mut ProgramInstruction) -> ParseResult<()> {
        if made.shape == OperandShape::AddressPush {
            let register = self.read_address_register()?;
            made.sources.push(address_operand(register));
            return Ok(());
        }
        let at = self.peek().at;
        let destination = self.read_address_destination()?;
        made.destination = Some(destination);
        match made.shape {
            OperandShape::AddressPop => {
                let is_whole = destination.mask == [true; 4]
                    && destination
                        .condition
                        .is_none_or(|condition| condition.rule == ConditionRule::Always);
                if !is_whole {
                    return Err(ProgramError::new(at, "POPA writes a whole register; leave mask and condition out"));
                }
            }
            OperandShape::AddressSum => {
                self.expect_sign(",")?;
                let register = self.read_address_register()?;
                made.sources.push(address_operand(register));
            }
            _ => {
                self.expect_sign(",")?;
                let takes_vector = self.program.level.has_condition_codes() || made.opcode == Opcode::Arr;
                let operand = if takes_vector { self.read_vector()? } else { self.read_scalar()? };
                made.sources.push(operand);
            }
        }
        Ok(())
    }

    /// Reads an address register that is written: its only component, or a mask and a condition.
    fn read_address_destination(&mut self) -> ParseResult<Destination> {
        let register = ProgramRegister::Address(self.read_address_register()?);
        if !self.program.level.has_condition_codes() {
            self.expect_first_component()?;
            return Ok(Destination { register, mask: [true, false, false, false], condition: None });
        }
        let mask = self.read_mask()?;
        let condition = self.read_write_condition()?;
        Ok(Destination { register, mask, condition })
    }

    /// Reads the name of an address register and returns its number.
    fn read_address_register(&mut self) -> ParseResult<usize> {
        let name = self.expect_word("an address register")?;
        if self.program.level.has_vertex_registers() {
            return self.use_address_register(name);
        }
        match *self.find_variable(name)? {
            ProgramVariable::Address(register) => Ok(register),
            _ => Err(ProgramError::new(name.at, format!("'{}' is not an address register", name.text))),
        }
    }

    /// Returns the number of `A0` or `A1` among the registers that the program uses.
    fn use_address_register(&mut self, name: ProgramToken<'t>) -> ParseResult<usize> {
        let has_second = self.program.level.vertex == VertexLanguage::Program2;
        if name.text != "A0" && !(has_second && name.text == "A1") {
            let known = if has_second { "A0 or A1" } else { "A0" };
            let message = format!("expected the address register {known}, found '{}'", name.text);
            return Err(ProgramError::new(name.at, message));
        }
        let known = self.program.addresses.iter().position(|known| known == name.text);
        Ok(known.unwrap_or_else(|| {
            self.program.addresses.push(name.text.to_string());
            self.program.addresses.len() - 1
        }))
    }

    /// Reads `a.x + n` up to the bracket behind it.
    pub(super) fn read_address_index(&mut self) -> ParseResult<(AddressComponent, i32)> {
        let register = self.read_address_register()?;
        let lane = if self.program.level.has_condition_codes() {
            self.read_any_component()?
        } else {
            self.expect_first_component()?;
            0
        };
        let [up, down] = self.program.level.vertex.address_offsets();
        let offset = match self.peek().text {
            "+" => {
                self.next();
                self.read_number("an offset", up + 1)? as i32
            }
            "-" => {
                self.next();
                -(self.read_number("an offset", down + 1)? as i32)
            }
            _ => 0,
        };
        self.expect_sign("]")?;
        Ok((AddressComponent { register, lane }, offset))
    }

    /// Reads `.x`, the only component of an address register.
    fn expect_first_component(&mut self) -> ParseResult<()> {
        self.expect_sign(".")?;
        if self.take_if("x") {
            Ok(())
        } else {
            Err(self.unexpected_token("x, the only component of an address register"))
        }
    }

    /// Reads one of the four components of an address register.
    fn read_any_component(&mut self) -> ParseResult<u8> {
        self.expect_sign(".")?;
        let lane = ["x", "y", "z", "w"].iter().position(|letter| self.is_next(letter));
        let Some(lane) = lane else { return Err(self.unexpected_token("a component of an address register")) };
        self.next();
        Ok(lane as u8)
    }

    /// Reads `array[n]` or `array[a.x + n]`.
    pub(super) fn read_array_item(&mut self, name: ProgramToken<'t>, array: usize) -> ParseResult<OperandSource> {
        if !self.is_next("[") {
            return Err(ProgramError::new(name.at, format!("'{}' is an array; add an index, such as [0]", name.text)));
        }
        self.next();
        let items = self.program.arrays.get(array).map_or(&[][..], |array| &array.items);
        let index = self.peek();
        if index.kind == ProgramTokenKind::Integer {
            let item = index.text.parse::<usize>().ok().and_then(|n| items.get(n)).cloned();
            let Some(item) = item else {
                let given = index.text;
                let count = items.len();
                let message = format!("item {given} of '{}' is asked for, it has {count} from 0 on", name.text);
                return Err(ProgramError::new(index.at, message));
            };
            self.next();
            self.expect_sign("]")?;
            return Ok(OperandSource::Parameter(item));
        }
        if index.kind != ProgramTokenKind::Word {
            return Err(self.unexpected_token("a number or an address register"));
        }
        let (address, offset) = self.read_address_index()?;
        if let Some(array) = self.program.arrays.get_mut(array) {
            array.relative = true;
        }
        Ok(OperandSource::Relative(array, address, offset))
    }

    /// Returns true before `vertex.attrib[a.x + n]` and `vertex.texcoord[a.x + n]`.
    pub(super) fn is_at_indexed_attribute(&self) -> bool {
        self.is_next("vertex") && matches!(self.peek_ahead(2).text, "attrib" | "texcoord") && self.is_indexed_ahead()
    }

    /// Returns true before `result.texcoord[a.x + n]`.
    pub(super) fn is_at_indexed_result(&self) -> bool {
        self.is_next("result") && self.peek_ahead(2).text == "texcoord" && self.is_indexed_ahead()
    }

    /// Returns true if the item that begins here has a bracket with a word in it, in a language that has such.
    fn is_indexed_ahead(&self) -> bool {
        self.program.level.vertex == VertexLanguage::Option3
            && self.peek_ahead(1).text == "."
            && self.peek_ahead(3).text == "["
            && self.peek_ahead(4).kind == ProgramTokenKind::Word
    }

    /// Reads `vertex.attrib[a.x + n]` or `vertex.texcoord[a.x + n]`.
    pub(super) fn read_indexed_attribute(&mut self) -> ParseResult<OperandSource> {
        let of_texture = self.peek_ahead(2).text == "texcoord";
        self.at += 4;
        let (address, offset) = self.read_address_index()?;
        let kind = usize::from(of_texture);
        if let Some(used) = self.indexed.get_mut(kind) {
            *used = true;
        }
        Ok(match of_texture {
            true => OperandSource::IndexedTexcoord(address, offset),
            false => OperandSource::IndexedGeneric(address, offset),
        })
    }

    /// Binds the attributes that an address register may index, except those that are bound by another name.
    pub(super) fn bind_indexed_attributes(&mut self) {
        let [generic, texcoord] = self.indexed;
        let all = (0..limits::VERTEX_ATTRIBUTES)
            .map(ProgramAttribute::Generic)
            .filter(|_| generic);
        let coordinates = (0..limits::TEXTURE_COORDS).map(ProgramAttribute::Texcoord).filter(|_| texcoord);
        for attribute in all.chain(coordinates) {
            if self.find_bound_alias(attribute).is_none() {
                self.program.attributes.push(attribute);
            }
        }
    }

    /// Reads `result.texcoord[a.x + n]`.
    pub(super) fn read_indexed_result(&mut self) -> ParseResult<ProgramRegister> {
        self.at += 4;
        let (address, offset) = self.read_address_index()?;
        Ok(ProgramRegister::IndexedTexcoord(address, offset))
    }
}

fn address_operand(register: usize) -> Operand {
    let source = OperandSource::Address(register);
    Operand { source, negative: false, absolute: false, swizzle: super::operands::IDENTITY_SWIZZLE }
}
