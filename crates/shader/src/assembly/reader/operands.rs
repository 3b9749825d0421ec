//! Reads operands and results of instructions.

use super::{
    ParseResult, ProgramError, ProgramOutput, ProgramReader, ProgramToken, ProgramTokenKind, ProgramVariable,
    VariableSize,
};
use crate::assembly::language::LanguageLevel;
use crate::assembly::limits;
use crate::assembly::program::{
    Condition, ConditionRule, Destination, Operand, OperandSource, ProgramAttribute, ProgramRegister, SwizzleComponent,
    SwizzleSource,
};
use crate::assembly::vertex_language::VertexLanguage;

/// The identity swizzle.
pub(super) const IDENTITY_SWIZZLE: [u8; 4] = [0, 1, 2, 3];

impl<'t> ProgramReader<'t> {
    /// Reads a vector operand.
    pub(super) fn read_vector(&mut self) -> ParseResult<Operand> {
        self.read_signed(|reader, source| {
            let swizzle = if reader.is_next(".") { reader.read_swizzle()? } else { IDENTITY_SWIZZLE };
            Ok((source, swizzle))
        })
    }

    /// Reads a scalar operand: one component is named, unless NVIDIA's options allow a bare constant.
    pub(super) fn read_scalar(&mut self) -> ParseResult<Operand> {
        self.read_signed(|reader, source| {
            let before = reader.at.checked_sub(1).and_then(|at| reader.tokens.get(at));
            let bare =
                before.is_some_and(|token| matches!(token.kind, ProgramTokenKind::Integer | ProgramTokenKind::Float));
            let named = reader.program.level.registers && before.is_some_and(|token| reader.is_scalar_name(token.text));
            if (bare && reader.program.level.has_condition_codes() || named) && !reader.is_next(".") {
                return Ok((source, [0; 4]));
            }
            reader.expect_sign(".")?;
            let (lanes, tokens) = reader.peek_lanes();
            let &[lane] = lanes.as_slice() else { return Err(reader.unexpected_token("one component")) };
            reader.at += tokens;
            Ok((source, [lane; 4]))
        })
    }

    /// Reads an operand with its sign and, with NVIDIA's options, its absolute value bars.
    fn read_signed(
        &mut self,
        suffixed: impl Fn(&mut Self, OperandSource) -> ParseResult<(OperandSource, [u8; 4])>,
    ) -> ParseResult<Operand> {
        let outer = self.take_minus();
        let absolute = self.program.level.has_condition_codes() && self.take_if("|");
        if absolute {
            // A sign inside the bars has no effect.
            self.take_minus();
        }
        let source = self.read_source()?;
        let (source, swizzle) = suffixed(self, source)?;
        if absolute {
            self.expect_sign("|")?;
        }
        Ok(Operand { source, negative: outer, absolute, swizzle })
    }

    /// Skips a sign; returns true for a minus.
    fn take_minus(&mut self) -> bool {
        let minus = self.is_next("-");
        // !!VP1.0 has no plus.
        let has_plus = self.program.level.vertex != VertexLanguage::Program1;
        if minus || has_plus && self.is_next("+") {
            self.next();
        }
        minus
    }

    /// Reads the operand of SWZ: no sign and no suffix.
    pub(super) fn read_plain(&mut self) -> ParseResult<Operand> {
        let source = self.read_source()?;
        Ok(Operand { source, negative: false, absolute: false, swizzle: IDENTITY_SWIZZLE })
    }

    /// Reads the source of an operand.
    fn read_source(&mut self) -> ParseResult<OperandSource> {
        let token = self.peek();
        if self.program.level.has_vertex_registers() {
            return self.read_vertex_source();
        }
        if self.program.level.registers {
            return self.read_register_source();
        }
        if self.is_at_indexed_attribute() {
            return self.read_indexed_attribute();
        }
        if self.is_at_attribute() {
            return self.read_attribute_source();
        }
        let implicit = match (token.kind, token.text) {
            (ProgramTokenKind::Word, "program") => self.read_program_parameters(false)?.pop(),
            (ProgramTokenKind::Word, "state") => self.read_state_parameters(false)?.pop(),
            (ProgramTokenKind::Integer | ProgramTokenKind::Float, _) | (ProgramTokenKind::Sign, "{") => {
                Some(self.read_constant(false)?)
            }
            (ProgramTokenKind::Word, _) => return self.read_named_source(),
            _ => None,
        };
        let Some(parameter) = implicit else { return Err(self.unexpected_token("an operand")) };
        self.program.parameters.push(parameter.clone());
        Ok(OperandSource::Parameter(parameter))
    }

    /// Reads an attribute, or texture coordinates indexed by a loop.
    fn read_attribute_source(&mut self) -> ParseResult<OperandSource> {
        let by_loop =
            self.program.level.option2 && self.peek_ahead(2).text == "texcoord" && self.peek_ahead(4).text == "A0";
        if !by_loop {
            return Ok(OperandSource::Attribute(self.read_attribute()?));
        }
        self.at += 4;
        let index = self.next();
        if !self.blocks.is_in_loop() {
            return Err(ProgramError::new(index.at, "'A0' is the index of a LOOP, and this is in none"));
        }
        self.expect_sign(".")?;
        if !self.take_if("x") {
            return Err(self.unexpected_token("the component x"));
        }
        let offset = if self.take_if("+") { self.read_number("an offset", limits::LOOP_OFFSET + 1)? } else { 0 };
        self.expect_sign("]")?;
        for n in 0..limits::TEXTURE_COORDS {
            self.bind_attribute(ProgramAttribute::Texcoord(n), index.at)?;
        }
        Ok(OperandSource::LoopTexcoord(offset))
    }

    /// Reads a variable as an operand.
    fn read_named_source(&mut self) -> ParseResult<OperandSource> {
        let name = self.next();
        match self.find_variable(name)?.clone() {
            ProgramVariable::Temporary(n, _) => Ok(OperandSource::Temporary(n)),
            ProgramVariable::Attribute(attribute) => Ok(OperandSource::Attribute(attribute)),
            ProgramVariable::IndexedAttribute(source) => Ok(source),
            ProgramVariable::Parameter(parameter) => Ok(OperandSource::Parameter(parameter)),
            ProgramVariable::Array(array) => self.read_array_item(name, array),
            other => {
                let kind = other.describe();
                Err(ProgramError::new(name.at, format!("'{}' is {kind}, which no operand may be", name.text)))
            }
        }
    }

    /// Returns the lanes of a word whose letters are all of one set.
    fn parse_lanes(&self, word: ProgramToken<'t>) -> Option<Vec<u8>> {
        let LanguageLevel { fragment, registers, .. } = self.program.level;
        let sets: &[&str] = if fragment && !registers { &["xyzw", "rgba"] } else { &["xyzw"] };
        sets.iter().filter(|_| word.kind == ProgramTokenKind::Word).find_map(|set| {
            word.text
                .chars()
                .map(|letter| set.find(letter).map(|lane| lane as u8))
                .collect::<Option<Vec<u8>>>()
        })
    }

    /// Returns the lanes that the next letters name, and the number of tokens with them; no lane if there are none.
    /// In NVIDIA's vertex languages a component is a token, and blanks may stand between two of them.
    fn peek_lanes(&self) -> (Vec<u8>, usize) {
        let Some(mut lanes) = self.parse_lanes(self.peek()) else { return (vec![], 0) };
        let mut tokens = 1;
        while self.program.level.has_vertex_registers() && lanes.len() < 4 {
            let Some(more) = self.parse_lanes(self.peek_ahead(tokens)) else { break };
            lanes.extend(more);
            tokens += 1;
        }
        (lanes, tokens)
    }

    /// Reads `.x` or `.xyzw`.
    fn read_swizzle(&mut self) -> ParseResult<[u8; 4]> {
        self.expect_sign(".")?;
        let (lanes, tokens) = self.peek_lanes();
        let swizzle = match lanes.as_slice() {
            [lane] => [*lane; 4],
            [x, y, z, w] => [*x, *y, *z, *w],
            _ => return Err(self.unexpected_token("one component or four")),
        };
        self.at += tokens;
        Ok(swizzle)
    }

    /// Reads the four components of SWZ, of one set of letters.
    pub(super) fn read_extended_swizzle(&mut self) -> ParseResult<[SwizzleComponent; 4]> {
        let mut selected = [SwizzleComponent { of: SwizzleSource::Zero, negative: false }; 4];
        let mut letters = String::new();
        for (place, one) in selected.iter_mut().enumerate() {
            if place > 0 {
                self.expect_sign(",")?;
            }
            one.negative = self.take_minus();
            let word = self.peek();
            one.of = match (word.kind, word.text) {
                (ProgramTokenKind::Integer, "0") => SwizzleSource::Zero,
                (ProgramTokenKind::Integer, "1") => SwizzleSource::One,
                (ProgramTokenKind::Word, text) if text.len() == 1 => {
                    letters.push_str(text);
                    let together = ProgramToken { text: &letters, ..word };
                    let lane = last_lane(together.text, self.program.level.fragment);
                    let Some(lane) = lane else {
                        return Err(self.unexpected_token("0, 1 or a component of the same set"));
                    };
                    SwizzleSource::Lane(lane)
                }
                _ => return Err(self.unexpected_token("0, 1 or a component")),
            };
            self.next();
        }
        Ok(selected)
    }

    /// Reads a destination with its mask and condition.
    pub(super) fn read_destination(&mut self) -> ParseResult<(Destination, Option<VariableSize>)> {
        let name = self.peek();
        let (register, size) = if self.program.level.has_vertex_registers() {
            (self.read_vertex_destination()?, None)
        } else if self.program.level.registers {
            self.read_register_destination()?
        } else if self.is_at_indexed_result() {
            (self.read_indexed_result()?, None)
        } else if name.text == "result" {
            (ProgramRegister::Output(self.read_output()?), None)
        } else {
            self.expect_word("where the result goes")?;
            match self.variables.get(name.text) {
                Some(ProgramVariable::Temporary(n, size)) => (ProgramRegister::Temporary(*n), *size),
                Some(ProgramVariable::Output(output, size)) => (ProgramRegister::Output(*output), *size),
                Some(ProgramVariable::IndexedOutput(register)) => (*register, None),
                Some(other) => {
                    let kind = other.describe();
                    return Err(ProgramError::new(name.at, format!("'{}' is {kind}, which is not written", name.text)));
                }
                None if is_condition_code(self.program.level, name.text) => (ProgramRegister::ConditionCode, None),
                None => return Err(ProgramError::new(name.at, format!("'{}' is not declared", name.text))),
            }
        };
        if let ProgramRegister::Output(output) = register {
            self.check_output_size(output, size, name)?;
        }
        let mask = self.read_mask()?;
        let condition = self.read_write_condition()?;
        Ok((Destination { register, mask, condition }, size))
    }

    /// Reads the condition of a write, if there is one.
    pub(super) fn read_write_condition(&mut self) -> ParseResult<Option<Condition>> {
        let has_one = self.program.level.has_condition_codes() && self.is_next("(");
        if has_one { self.read_bracketed_condition().map(Some) } else { Ok(None) }
    }

    /// Refuses a result that is written with two sizes.
    fn check_output_size(
        &mut self,
        output: ProgramOutput,
        size: Option<VariableSize>,
        name: ProgramToken<'t>,
    ) -> ParseResult<()> {
        if self.sizes.iter().any(|(known, other)| *known == output && *other != size) {
            let message = match self.program.level.registers {
                true => "o[COLR] and o[COLH] are both written; write one of them".to_string(),
                false => format!("'{}' is written as SHORT and as another size; declare it once", name.text),
            };
            return Err(ProgramError::new(name.at, message));
        }
        self.sizes.push((output, size));
        Ok(())
    }

    /// Reads a write mask: components in order, of one set.
    pub(super) fn read_mask(&mut self) -> ParseResult<[bool; 4]> {
        if !self.take_if(".") {
            return Ok([true; 4]);
        }
        let (lanes, tokens) = self.peek_lanes();
        if lanes.is_empty() || !lanes.is_sorted_by(|one, other| one < other) {
            return Err(self.unexpected_token("components in their order"));
        }
        self.at += tokens;
        Ok([0, 1, 2, 3].map(|lane| lanes.contains(&lane)))
    }

    /// Reads `(GT.x)`.
    pub(super) fn read_bracketed_condition(&mut self) -> ParseResult<Condition> {
        self.expect_sign("(")?;
        let condition = self.read_condition()?;
        self.expect_sign(")")?;
        Ok(condition)
    }

    /// Reads `GT.x`.
    pub(super) fn read_condition(&mut self) -> ParseResult<Condition> {
        let Some((rule, code)) = self.parse_test(self.peek().text) else {
            return Err(self.unexpected_token("a condition, as GT.x"));
        };
        self.next();
        let swizzle = if self.is_next(".") { self.read_swizzle()? } else { IDENTITY_SWIZZLE };
        Ok(Condition { rule, swizzle, code })
    }

    /// Returns the rule that a word names, and the condition code: NV_vertex_program3 has two, as in `EQ1`.
    fn parse_test(&self, word: &str) -> Option<(ConditionRule, u8)> {
        let numbered = [("0", 0), ("1", 1)]
            .into_iter()
            .filter(|_| self.program.level.vertex == VertexLanguage::Option3)
            .find_map(|(digit, code)| Some((parse_rule(word.strip_suffix(digit)?)?, code)));
        numbered.or_else(|| Some((parse_rule(word)?, 0)))
    }

    /// Returns true if a condition begins here: a variable of the same name takes precedence.
    pub(super) fn is_at_condition(&self) -> bool {
        let word = self.peek().text;
        self.program.level.option1 && parse_rule(word).is_some() && !self.variables.contains_key(word)
    }
}

/// Returns true for the names of the register that keeps only the condition code.
fn is_condition_code(level: LanguageLevel, word: &str) -> bool {
    level.has_condition_codes() && (word == "CC" || level.fragment && matches!(word, "RC" | "HC"))
}

/// Returns the lane of the last letter, if all letters are of one set.
fn last_lane(letters: &str, fragment: bool) -> Option<u8> {
    let sets: &[&str] = if fragment { &["xyzw", "rgba"] } else { &["xyzw"] };
    let set = sets.iter().find(|set| letters.chars().all(|letter| set.contains(letter)))?;
    set.find(letters.chars().last()?).map(|lane| lane as u8)
}

fn parse_rule(word: &str) -> Option<ConditionRule> {
    Some(match word {
        "EQ" => ConditionRule::Equal,
        "GE" => ConditionRule::GreaterEqual,
        "GT" => ConditionRule::Greater,
        "LE" => ConditionRule::LessEqual,
        "LT" => ConditionRule::Less,
        "NE" => ConditionRule::NotEqual,
        "TR" => ConditionRule::Always,
        "FL" => ConditionRule::Never,
        _ => return None,
    })
}
