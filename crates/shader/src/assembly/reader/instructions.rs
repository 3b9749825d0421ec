//! Instructions and labels.

use super::{Fault, Read, Reader, Size, Variable};
use crate::assembly::limits;
use crate::assembly::opcode::{Opcode, Shape, elsewhere};
use crate::assembly::program::{Condition, Destination, Instruction, Operand, Register, Source, TextureTarget};

impl Reader<'_> {
    /// Reads an instruction with its operands.
    pub(super) fn instruction(&mut self) -> Read<()> {
        let word = self.peek();
        let Some(named) = self.program.level.named(word.text) else {
            let next = elsewhere(self.program.level, word.text).map(|next| format!("; {next}"));
            let next = next.unwrap_or_default();
            return Err(Fault::new(word.at, format!("'{}' is no instruction of this program{next}", word.text)));
        };
        self.next();
        let (opcode, shape) = (named.row.opcode, named.row.shape);
        let (saturation, updates) = (named.saturation, named.updates);
        let mut made = Instruction {
            row: named.row,
            opcode,
            shape,
            half: named.half,
            saturation,
            updates,
            destination: None,
            sources: vec![],
            swizzle: None,
            texture: None,
            condition: None,
            label: None,
            at: word.at,
        };
        match shape {
            Shape::Address => self.address(&mut made)?,
            Shape::Kill if self.at_condition() => made.condition = Some(self.condition()?),
            Shape::Kill => made.sources.push(self.vector()?),
            Shape::Loop => {
                let at = self.peek().at;
                let count = self.vector()?;
                if !matches!(count.source, Source::Parameter(_)) {
                    return Err(Fault::new(at, "a loop is counted by a parameter, never by what was computed"));
                }
                made.sources.push(count);
            }
            Shape::If => made.condition = Some(self.condition()?),
            Shape::Call => {
                let label = self.word("a label")?;
                self.called.push((label.text, label.at));
                made.label = Some(label.text.to_string());
                made.condition = self.optional_condition()?;
            }
            Shape::Jump => made.condition = self.optional_condition()?,
            Shape::Alone => {}
            _ => self.computing(&mut made)?,
        }
        self.blocks.follow(opcode, word)?;
        self.program.instructions.push(made);
        Ok(())
    }

    fn optional_condition(&mut self) -> Read<Option<Condition>> {
        if self.is("(") { self.condition_in_bars().map(Some) } else { Ok(None) }
    }

    /// Reads `ARL a.x, scalar`.
    fn address(&mut self, made: &mut Instruction) -> Read<()> {
        let name = self.word("an address register")?;
        let Variable::Address(register) = *self.variable(name)? else {
            return Err(Fault::new(name.at, format!("'{}' is no address register", name.text)));
        };
        self.address_component()?;
        self.sign(",")?;
        let mask = [true, false, false, false];
        made.destination = Some(Destination { register: Register::Address(register), mask, condition: None });
        made.sources.push(self.scalar()?);
        Ok(())
    }

    /// Reads the operands of an instruction with a result.
    fn computing(&mut self, made: &mut Instruction) -> Read<()> {
        let at = self.peek().at;
        let (destination, size) = self.destination()?;
        made.destination = Some(destination);
        made.half |= size == Some(Size::Short);
        let packs = matches!(made.opcode, Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub);
        if packs && size == Some(Size::Short) {
            return Err(Fault::new(at, "32 bits are packed, which no SHORT variable holds; declare it LONG"));
        }
        if made.opcode == Opcode::Rfl && destination.mask[3] {
            return Err(Fault::new(at, "RFL has no w; write its mask, as .xyz"));
        }
        match made.shape {
            Shape::Vectors(count) => self.operands(made, count, Reader::vector)?,
            Shape::Scalars(count) => {
                let operand = self.at + 1;
                self.operands(made, count, Reader::scalar)?;
                self.unpacks(made, operand)?;
            }
            Shape::VectorScalar => {
                self.operands(made, 1, Reader::vector)?;
                self.operands(made, 1, Reader::scalar)?;
            }
            Shape::Swizzle => {
                self.operands(made, 1, Reader::plain)?;
                self.sign(",")?;
                made.swizzle = Some(self.extended_swizzle()?);
            }
            Shape::Sample(count) => {
                self.operands(made, count, Reader::vector)?;
                made.texture = Some(self.texture()?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads `count` operands, each after a comma.
    fn operands(&mut self, made: &mut Instruction, count: usize, one: fn(&mut Self) -> Read<Operand>) -> Read<()> {
        for _ in 0..count {
            self.sign(",")?;
            let operand = one(self)?;
            made.sources.push(operand);
        }
        Ok(())
    }

    /// Refuses to unpack a SHORT variable, because 32 bits are unpacked.
    fn unpacks(&self, made: &Instruction, operand: usize) -> Read<()> {
        let unpacks = matches!(made.opcode, Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub);
        let token = self.tokens.get(operand).filter(|_| unpacks);
        let short = token
            .filter(|token| matches!(self.variables.get(token.text), Some(Variable::Temporary(_, Some(Size::Short)))));
        match short {
            Some(token) => {
                let message = format!("'{}' is SHORT, and 32 bits are unpacked; declare it LONG", token.text);
                Err(Fault::new(token.at, message))
            }
            None => Ok(()),
        }
    }

    /// Reads `, texture[n], target`.
    fn texture(&mut self) -> Read<(u32, TextureTarget)> {
        self.sign(",")?;
        if !self.take("texture") {
            return Err(self.unexpected("texture[n]"));
        }
        let unit = self.optional_index("texture image unit", limits::IMAGE_UNITS)?;
        self.sign(",")?;
        let word = self.peek();
        let shadow = self.program.options.shadow;
        let target = TextureTarget::ALL
            .into_iter()
            .find(|target| target.name() == word.text && (shadow || !target.is_shadow()));
        let Some(target) = target else {
            return Err(self.unexpected(match shadow {
                true => "1D, 2D, 3D, CUBE, RECT, SHADOW1D, SHADOW2D or SHADOWRECT",
                false => "1D, 2D, 3D, CUBE or RECT",
            }));
        };
        self.next();
        let known = *self.targets.entry(unit).or_insert(target);
        if known != target {
            let (before, now) = (known.name(), target.name());
            let message = format!("texture[{unit}] was read as {before} and is read as '{now}'; a unit has one target");
            return Err(Fault::new(word.at, message));
        }
        Ok((unit, target))
    }

    /// Reads `label:`.
    pub(super) fn label(&mut self) -> Read<()> {
        let name = self.next();
        self.next();
        if let Some(open) = self.blocks.open() {
            return Err(Fault::new(name.at, format!("the label '{}' stands inside {open}; move it out", name.text)));
        }
        if self.program.labels.iter().any(|(known, ..)| known == name.text) {
            return Err(Fault::new(name.at, format!("the label '{}' is there already", name.text)));
        }
        let before = self.program.instructions.len();
        self.program.labels.push((name.text.to_string(), before, name.at));
        Ok(())
    }
}
