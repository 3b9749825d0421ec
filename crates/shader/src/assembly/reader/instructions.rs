//! Instructions and labels.

use super::registers::{check_sources, is_short_register};
use super::{ParseResult, ProgramError, ProgramReader, ProgramVariable, VariableSize};
use crate::assembly::language::availability_hint;
use crate::assembly::limits;
use crate::assembly::opcode::{Opcode, OperandShape, OperationPrecision};
use crate::assembly::program::{Condition, Operand, OperandSource, ProgramAttribute, ProgramInstruction};
use crate::assembly::texture_target::TextureTarget;

impl ProgramReader<'_> {
    /// Reads an instruction with its operands.
    pub(super) fn read_instruction(&mut self) -> ParseResult<()> {
        let word = self.peek();
        let Some(named) = self.program.level.find_opcode(word.text) else {
            let next = availability_hint(self.program.level, word.text).map(|next| format!("; {next}"));
            let next = next.unwrap_or_default();
            return Err(ProgramError::new(
                word.at,
                format!("'{}' is not an instruction of this program{next}", word.text),
            ));
        };
        self.next();
        let opcode = named.row.opcode;
        let shape = named.row.shape;
        let saturation = named.saturation;
        let updates = named.updates;
        let mut made = ProgramInstruction {
            row: named.row,
            opcode,
            shape,
            precision: OperationPrecision::Full,
            half: false,
            saturation,
            updates,
            code: named.code,
            destination: None,
            sources: vec![],
            swizzle: None,
            texture: None,
            condition: None,
            label: None,
            at: word.at,
        };
        match shape {
            OperandShape::Address | OperandShape::AddressSum | OperandShape::AddressPush | OperandShape::AddressPop => {
                self.read_address_operands(&mut made)?
            }
            OperandShape::Kill if self.is_at_condition() => made.condition = Some(self.read_condition()?),
            OperandShape::Kill if self.program.level.registers => {
                return Err(self.unexpected_token("a condition, as GT.x"));
            }
            OperandShape::Kill => made.sources.push(self.read_vector()?),
            OperandShape::Loop => {
                let at = self.peek().at;
                let count = self.read_vector()?;
                if !matches!(count.source, OperandSource::Parameter(_)) {
                    return Err(ProgramError::new(at, "a loop is counted by a parameter, never by what was computed"));
                }
                made.sources.push(count);
            }
            OperandShape::If => made.condition = Some(self.read_condition()?),
            OperandShape::Call => {
                let label = self.expect_word("a label")?;
                self.called.push((label.text, label.at));
                made.label = Some(label.text.to_string());
                made.condition = self.read_optional_condition()?;
            }
            OperandShape::Jump => made.condition = self.read_optional_condition()?,
            OperandShape::Alone => {}
            _ => self.read_computation(&mut made, named.precision)?,
        }
        if self.program.level.registers {
            check_sources(&made, &self.program)?;
        }
        self.blocks.follow_opcode(opcode, word)?;
        self.program.instructions.push(made);
        Ok(())
    }

    fn read_optional_condition(&mut self) -> ParseResult<Option<Condition>> {
        if self.is_next("(") { self.read_bracketed_condition().map(Some) } else { Ok(None) }
    }

    /// Reads the operands of an instruction with a result, whose suffix may ask for a precision.
    fn read_computation(
        &mut self,
        made: &mut ProgramInstruction,
        asked: Option<OperationPrecision>,
    ) -> ParseResult<()> {
        let at = self.peek().at;
        let (destination, size) = self.read_destination()?;
        made.destination = Some(destination);
        let packs = matches!(made.opcode, Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub);
        if packs && size == Some(VariableSize::Short) {
            return Err(ProgramError::new(
                at,
                match self.program.level.registers {
                    true => "32 bits are packed, and an H register has 16; write to an R register",
                    false => "32 bits are packed, and a SHORT variable has fewer; declare it LONG",
                },
            ));
        }
        if made.opcode == Opcode::Rfl && destination.mask[3] {
            return Err(ProgramError::new(at, "RFL writes no w; write a mask such as .xyz"));
        }
        match made.shape {
            OperandShape::Vectors(count) => self.read_operands(made, count, ProgramReader::read_vector)?,
            OperandShape::Scalars(count) => {
                let operand = self.at + 1;
                self.read_operands(made, count, ProgramReader::read_scalar)?;
                self.check_unpacked(made, operand)?;
            }
            OperandShape::VectorScalar => {
                self.read_operands(made, 1, ProgramReader::read_vector)?;
                self.read_operands(made, 1, ProgramReader::read_scalar)?;
            }
            OperandShape::Swizzle => {
                self.read_operands(made, 1, ProgramReader::read_plain)?;
                self.expect_sign(",")?;
                made.swizzle = Some(self.read_extended_swizzle()?);
            }
            OperandShape::Sample(count) => {
                self.read_operands(made, count, ProgramReader::read_vector)?;
                made.texture = Some(self.read_texture()?);
            }
            _ => {}
        }
        made.precision = self.operation_precision(made, asked, size);
        made.half = made.precision == OperationPrecision::Half || size == Some(VariableSize::Short);
        Ok(())
    }

    /// Returns the numbers that an instruction computes with: those that its suffix asks for, or else those of the
    /// variable that it writes. With a fog or texture coordinate it computes at full precision all the same.
    fn operation_precision(
        &self,
        made: &ProgramInstruction,
        asked: Option<OperationPrecision>,
        size: Option<VariableSize>,
    ) -> OperationPrecision {
        match asked {
            _ if made.sources.iter().any(is_full_attribute) => OperationPrecision::Full,
            Some(asked) => asked,
            None if size == Some(VariableSize::Short) && self.program.level.computes_in_halves(made.row) => {
                OperationPrecision::Half
            }
            None => OperationPrecision::Full,
        }
    }

    /// Reads `count` operands, each after a comma.
    fn read_operands(
        &mut self,
        made: &mut ProgramInstruction,
        count: usize,
        one: fn(&mut Self) -> ParseResult<Operand>,
    ) -> ParseResult<()> {
        for _ in 0..count {
            self.expect_sign(",")?;
            let operand = one(self)?;
            made.sources.push(operand);
        }
        Ok(())
    }

    /// Refuses to unpack a SHORT variable, because 32 bits are unpacked.
    fn check_unpacked(&self, made: &ProgramInstruction, operand: usize) -> ParseResult<()> {
        let unpacks = matches!(made.opcode, Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub);
        let token = self.tokens.get(operand).filter(|_| unpacks);
        let short_register = token.filter(|token| self.program.level.registers && is_short_register(token.text));
        if let Some(token) = short_register {
            let message = format!("'{}' has 16 bits, and 32 bits are unpacked; read an R register", token.text);
            return Err(ProgramError::new(token.at, message));
        }
        let short = token.filter(|token| {
            matches!(self.variables.get(token.text), Some(ProgramVariable::Temporary(_, Some(VariableSize::Short))))
        });
        match short {
            Some(token) => {
                let message = format!("'{}' is SHORT, and 32 bits are unpacked; declare it LONG", token.text);
                Err(ProgramError::new(token.at, message))
            }
            None => Ok(()),
        }
    }

    /// Reads `, texture[n], target`.
    fn read_texture(&mut self) -> ParseResult<(u32, TextureTarget)> {
        self.expect_sign(",")?;
        let unit = if self.program.level.registers {
            self.read_texture_register("texture image unit", limits::IMAGE_UNITS)?
        } else if self.take_if("texture") {
            self.read_optional_index("texture image unit", limits::IMAGE_UNITS)?
        } else {
            return Err(self.unexpected_token("texture[n]"));
        };
        self.expect_sign(",")?;
        let word = self.peek();
        let shadow = self.program.options.shadow;
        let target = TextureTarget::ALL
            .into_iter()
            .find(|target| target.name() == word.text && (shadow || !target.is_shadow()));
        let Some(target) = target else {
            return Err(self.unexpected_token(match shadow {
                true => "1D, 2D, 3D, CUBE, RECT, SHADOW1D, SHADOW2D or SHADOWRECT",
                false => "1D, 2D, 3D, CUBE or RECT",
            }));
        };
        self.next();
        let known = *self.targets.entry(unit).or_insert(target);
        if known != target {
            let before = known.name();
            let now = target.name();
            let unit = if self.program.level.registers { format!("TEX{unit}") } else { format!("texture[{unit}]") };
            let message = format!("{unit} was read as {before} and is read as '{now}'; a unit has one target");
            return Err(ProgramError::new(word.at, message));
        }
        Ok((unit, target))
    }

    /// Reads `label:`.
    pub(super) fn read_label(&mut self) -> ParseResult<()> {
        let name = self.next();
        self.next();
        if let Some(open) = self.blocks.describe_innermost() {
            return Err(ProgramError::new(name.at, format!("the label '{}' is inside {open}; move it out", name.text)));
        }
        if !self.labels.insert(name.text) {
            return Err(ProgramError::new(name.at, format!("the label '{}' is there already", name.text)));
        }
        let before = self.program.instructions.len();
        self.program.labels.push((name.text.to_string(), before, name.at));
        Ok(())
    }
}

/// Returns true for an attribute that is always read at full precision (section 3.11.4.2 of NV_fragment_program).
fn is_full_attribute(operand: &Operand) -> bool {
    matches!(
        operand.source,
        OperandSource::Attribute(ProgramAttribute::Fogcoord | ProgramAttribute::Texcoord(_))
            | OperandSource::LoopTexcoord(_)
    )
}
