//! Reads operands and results of instructions.

use super::{Fault, Kind, Output, Read, Reader, Size, Token, Variable};
use crate::assembly::limits;
use crate::assembly::program::{Attribute, Condition, Destination, Operand, Register, Rule, Select, Selected, Source};

/// The identity swizzle.
pub(super) const WHOLE: [u8; 4] = [0, 1, 2, 3];

impl<'t> Reader<'t> {
    /// Reads a vector operand.
    pub(super) fn vector(&mut self) -> Read<Operand> {
        self.signed(|reader, source| {
            let swizzle = if reader.is(".") { reader.swizzle()? } else { WHOLE };
            Ok((source, swizzle))
        })
    }

    /// Reads a scalar operand: one component is named, unless NVIDIA's options allow a bare constant.
    pub(super) fn scalar(&mut self) -> Read<Operand> {
        self.signed(|reader, source| {
            let before = reader.at.checked_sub(1).and_then(|at| reader.tokens.get(at));
            let bare = before.is_some_and(|token| matches!(token.kind, Kind::Integer | Kind::Float));
            if bare && reader.program.level.option1 && !reader.is(".") {
                return Ok((source, [0; 4]));
            }
            reader.sign(".")?;
            let word = reader.peek();
            let lane = reader.lanes(word).filter(|lanes| lanes.len() == 1);
            let Some(&[lane]) = lane.as_deref() else { return Err(reader.unexpected("one component")) };
            reader.next();
            Ok((source, [lane; 4]))
        })
    }

    /// Reads an operand with its sign and, with NVIDIA's options, its absolute value bars.
    fn signed(&mut self, suffixed: impl Fn(&mut Self, Source) -> Read<(Source, [u8; 4])>) -> Read<Operand> {
        let outer = self.minus();
        let absolute = self.program.level.option1 && self.take("|");
        if absolute {
            // A sign inside the bars has no effect.
            self.minus();
        }
        let source = self.source()?;
        let (source, swizzle) = suffixed(self, source)?;
        if absolute {
            self.sign("|")?;
        }
        Ok(Operand { source, negative: outer, absolute, swizzle })
    }

    /// Skips a sign; returns true for a minus.
    fn minus(&mut self) -> bool {
        let minus = self.is("-");
        if minus || self.is("+") {
            self.next();
        }
        minus
    }

    /// Reads the operand of SWZ: no sign and no suffix.
    pub(super) fn plain(&mut self) -> Read<Operand> {
        let source = self.source()?;
        Ok(Operand { source, negative: false, absolute: false, swizzle: WHOLE })
    }

    /// Reads the source of an operand.
    fn source(&mut self) -> Read<Source> {
        let token = self.peek();
        if self.at_attribute() {
            return self.attribute_source();
        }
        let implicit = match (token.kind, token.text) {
            (Kind::Word, "program") => self.program_parameters(false)?.pop(),
            (Kind::Word, "state") => self.state_parameters(false)?.pop(),
            (Kind::Integer | Kind::Float, _) | (Kind::Sign, "{") => Some(self.constant(false)?),
            (Kind::Word, _) => return self.named_source(),
            _ => None,
        };
        let Some(parameter) = implicit else { return Err(self.unexpected("an operand")) };
        self.program.parameters.push(parameter.clone());
        Ok(Source::Parameter(parameter))
    }

    /// Reads an attribute, or texture coordinates indexed by a loop.
    fn attribute_source(&mut self) -> Read<Source> {
        let by_loop = self.program.level.option2 && self.ahead(2).text == "texcoord" && self.ahead(4).text == "A0";
        if !by_loop {
            return Ok(Source::Attribute(self.attribute()?));
        }
        self.at += 4;
        let index = self.next();
        if !self.blocks.in_loop() {
            return Err(Fault::new(index.at, "'A0' is the index of a LOOP, and this is in none"));
        }
        self.sign(".")?;
        if !self.take("x") {
            return Err(self.unexpected("the component x"));
        }
        let offset = if self.take("+") { self.number("an offset", limits::LOOP_OFFSET + 1)? } else { 0 };
        self.sign("]")?;
        for n in 0..limits::TEXTURE_COORDS {
            self.bind(Attribute::Texcoord(n), index.at)?;
        }
        Ok(Source::LoopTexcoord(offset))
    }

    /// Reads a variable as an operand.
    fn named_source(&mut self) -> Read<Source> {
        let name = self.next();
        match self.variable(name)?.clone() {
            Variable::Temporary(n, _) => Ok(Source::Temporary(n)),
            Variable::Attribute(attribute) => Ok(Source::Attribute(attribute)),
            Variable::Parameter(parameter) => Ok(Source::Parameter(parameter)),
            Variable::Array(array) => self.item(name, array),
            other => {
                let kind = other.kind();
                Err(Fault::new(name.at, format!("'{}' is {kind}, which no operand may be", name.text)))
            }
        }
    }

    /// Reads `array[n]` or `array[a.x + n]`.
    fn item(&mut self, name: Token<'t>, array: usize) -> Read<Source> {
        if !self.is("[") {
            return Err(Fault::new(name.at, format!("'{}' is an array; write which of it, as [0]", name.text)));
        }
        self.next();
        let items = self.program.arrays.get(array).map_or(&[][..], |array| &array.items);
        let index = self.peek();
        if index.kind == Kind::Integer {
            let item = index.text.parse::<usize>().ok().and_then(|n| items.get(n)).cloned();
            let Some(item) = item else {
                let (given, count) = (index.text, items.len());
                let message = format!("item {given} of '{}' is asked for, it has {count} from 0 on", name.text);
                return Err(Fault::new(index.at, message));
            };
            self.next();
            self.sign("]")?;
            return Ok(Source::Parameter(item));
        }
        let address = self.word("a number or an address register")?;
        let Variable::Address(register) = *self.variable(address)? else {
            return Err(Fault::new(address.at, format!("'{}' is no address register", address.text)));
        };
        self.address_component()?;
        let [up, down] = limits::ADDRESS_OFFSETS;
        let offset = match self.peek().text {
            "+" => {
                self.next();
                self.number("an offset", up + 1)? as i32
            }
            "-" => {
                self.next();
                -(self.number("an offset", down + 1)? as i32)
            }
            _ => 0,
        };
        self.sign("]")?;
        if let Some(array) = self.program.arrays.get_mut(array) {
            array.relative = true;
        }
        Ok(Source::Relative(array, register, offset))
    }

    /// Reads `.x`, the only component of an address register.
    pub(super) fn address_component(&mut self) -> Read<()> {
        self.sign(".")?;
        if self.take("x") { Ok(()) } else { Err(self.unexpected("x, the only component of an address register")) }
    }

    /// Returns the lanes of a word whose letters are all of one set.
    fn lanes(&self, word: Token<'t>) -> Option<Vec<u8>> {
        let sets: &[&str] = if self.program.level.fragment { &["xyzw", "rgba"] } else { &["xyzw"] };
        sets.iter().filter(|_| word.kind == Kind::Word).find_map(|set| {
            let lane = |letter| set.find(letter).map(|lane| lane as u8);
            word.text.chars().map(lane).collect::<Option<Vec<u8>>>()
        })
    }

    /// Reads `.x` or `.xyzw`.
    fn swizzle(&mut self) -> Read<[u8; 4]> {
        self.sign(".")?;
        let word = self.peek();
        let swizzle = match self.lanes(word).as_deref() {
            Some(&[lane]) => [lane; 4],
            Some(&[x, y, z, w]) => [x, y, z, w],
            _ => return Err(self.unexpected("one component or four")),
        };
        self.next();
        Ok(swizzle)
    }

    /// Reads the four components of SWZ, of one set of letters.
    pub(super) fn extended_swizzle(&mut self) -> Read<[Selected; 4]> {
        let mut selected = [Selected { of: Select::Zero, negative: false }; 4];
        let mut letters = String::new();
        for (place, one) in selected.iter_mut().enumerate() {
            if place > 0 {
                self.sign(",")?;
            }
            one.negative = self.minus();
            let word = self.peek();
            one.of = match (word.kind, word.text) {
                (Kind::Integer, "0") => Select::Zero,
                (Kind::Integer, "1") => Select::One,
                (Kind::Word, text) if text.len() == 1 => {
                    letters.push_str(text);
                    let together = Token { text: &letters, ..word };
                    let lane = lanes_of(together.text, self.program.level.fragment);
                    let Some(lane) = lane else { return Err(self.unexpected("0, 1 or a component of the same set")) };
                    Select::Lane(lane)
                }
                _ => return Err(self.unexpected("0, 1 or a component")),
            };
            self.next();
        }
        Ok(selected)
    }

    /// Reads a destination with its mask and condition.
    pub(super) fn destination(&mut self) -> Read<(Destination, Option<Size>)> {
        let name = self.peek();
        let (register, size) = if name.text == "result" {
            (Register::Output(self.output()?), None)
        } else {
            self.word("where the result goes")?;
            match self.variables.get(name.text) {
                Some(Variable::Temporary(n, size)) => (Register::Temporary(*n), *size),
                Some(Variable::Output(output, size)) => (Register::Output(*output), *size),
                Some(other) => {
                    let kind = other.kind();
                    return Err(Fault::new(name.at, format!("'{}' is {kind}, which is not written", name.text)));
                }
                None if self.program.level.option1 && matches!(name.text, "CC" | "RC" | "HC") => {
                    (Register::ConditionCode, None)
                }
                None => return Err(Fault::new(name.at, format!("'{}' is not declared", name.text))),
            }
        };
        if let Register::Output(output) = register {
            self.sized(output, size, name)?;
        }
        let mask = self.mask()?;
        let condition = if self.program.level.option1 && self.is("(") { Some(self.condition_in_bars()?) } else { None };
        Ok((Destination { register, mask, condition }, size))
    }

    /// Refuses a result that is written with two sizes.
    fn sized(&mut self, output: Output, size: Option<Size>, name: Token<'t>) -> Read<()> {
        if self.sizes.iter().any(|(known, other)| *known == output && *other != size) {
            let message = format!("'{}' is written as SHORT and as another size; declare it once", name.text);
            return Err(Fault::new(name.at, message));
        }
        self.sizes.push((output, size));
        Ok(())
    }

    /// Reads a write mask: components in order, of one set.
    fn mask(&mut self) -> Read<[bool; 4]> {
        if !self.take(".") {
            return Ok([true; 4]);
        }
        let word = self.peek();
        let lanes = self.lanes(word).filter(|lanes| lanes.is_sorted_by(|one, other| one < other));
        let Some(lanes) = lanes else { return Err(self.unexpected("components in their order")) };
        self.next();
        Ok([0, 1, 2, 3].map(|lane| lanes.contains(&lane)))
    }

    /// Reads `(GT.x)`.
    pub(super) fn condition_in_bars(&mut self) -> Read<Condition> {
        self.sign("(")?;
        let condition = self.condition()?;
        self.sign(")")?;
        Ok(condition)
    }

    /// Reads `GT.x`.
    pub(super) fn condition(&mut self) -> Read<Condition> {
        let Some(rule) = rule(self.peek().text) else { return Err(self.unexpected("a condition, as GT.x")) };
        self.next();
        let swizzle = if self.is(".") { self.swizzle()? } else { WHOLE };
        Ok(Condition { rule, swizzle })
    }

    /// Returns true if a condition begins here: a variable of the same name takes precedence.
    pub(super) fn at_condition(&self) -> bool {
        let word = self.peek().text;
        self.program.level.option1 && rule(word).is_some() && !self.variables.contains_key(word)
    }
}

/// Returns the lane of the last letter, if all letters are of one set.
fn lanes_of(letters: &str, fragment: bool) -> Option<u8> {
    let sets: &[&str] = if fragment { &["xyzw", "rgba"] } else { &["xyzw"] };
    let set = sets.iter().find(|set| letters.chars().all(|letter| set.contains(letter)))?;
    set.find(letters.chars().last()?).map(|lane| lane as u8)
}

fn rule(word: &str) -> Option<Rule> {
    Some(match word {
        "EQ" => Rule::Equal,
        "GE" => Rule::GreaterEqual,
        "GT" => Rule::Greater,
        "LE" => Rule::LessEqual,
        "LT" => Rule::Less,
        "NE" => Rule::NotEqual,
        "TR" => Rule::Always,
        "FL" => Rule::Never,
        _ => return None,
    })
}
