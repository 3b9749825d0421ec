//! Operands: registers with their modifiers, swizzles, masks and indices.

use super::TextReader;
use crate::assembly::direct3d::lexer::{ShaderToken, TokenKind};
use crate::assembly::direct3d::shader::{Register, RegisterKind, RelativeIndex, Source, SourceModifier, Target, WHOLE};
use crate::assembly::program_error::{ParseResult, ProgramError};

/// The largest number of a register that a text may name.
const LARGEST_NUMBER: u32 = 8191;

/// A register as a text names it, before its mask or swizzle.
struct NamedRegister {
    register: Register,
    relative: Option<RelativeIndex>,
    modifier: Option<SourceModifier>,
    at: usize,
}

impl TextReader<'_> {
    /// Reads a register that is written.
    pub(super) fn read_target(&mut self) -> ParseResult<Target> {
        if self.is_next("-") || self.is_next("!") {
            return Err(self.unexpected_token("the register of the result"));
        }
        let named = self.read_register("the register of the result")?;
        if named.modifier.is_some() {
            let message = "expected a register that is written, found one with a modifier; modifiers belong to sources";
            return Err(ProgramError::new(named.at, message));
        }
        let mut target =
            Target { register: named.register, mask: [true; 4], masked: false, relative: named.relative, at: named.at };
        if self.take_if(".") {
            target.mask = self.read_mask()?;
            target.masked = true;
        }
        Ok(target)
    }

    /// Reads a mask: components in their order.
    fn read_mask(&mut self) -> ParseResult<[bool; 4]> {
        let word = self.peek_token();
        let lanes = parse_lanes(word.text).filter(|lanes| lanes.is_sorted_by(|one, other| one < other));
        let Some(lanes) = lanes.filter(|_| word.kind == TokenKind::Word) else {
            let message = format!(
                "expected a mask with its components in the order xyzw, found '{}'; put them in order",
                word.text
            );
            return Err(ProgramError::new(word.at, message));
        };
        self.next();
        Ok([0, 1, 2, 3].map(|lane| lanes.contains(&lane)))
    }

    /// Reads a source register with its sign, modifier and swizzle.
    pub(super) fn read_source(&mut self) -> ParseResult<Source> {
        let start = self.peek_token();
        let mut modifier = None;
        if self.take_if("!") {
            modifier = Some(SourceModifier::Not);
        }
        let mut negative = self.take_if("-");
        if self.peek_token().text == "1" && self.peek_ahead(1).text == "-" {
            self.next();
            self.next();
            modifier = Some(SourceModifier::Complement);
        }
        if self.take_if("-") {
            negative = !negative;
        }
        let named = self.read_register("a register")?;
        let mut swizzle = WHOLE;
        let mut suffix = named.modifier;
        if self.take_if(".") {
            let (lanes, behind) = self.read_swizzle()?;
            swizzle = lanes;
            suffix = suffix.or(behind);
        }
        if let (Some(_), Some(_)) = (modifier, suffix) {
            let message = "expected one modifier, found two; 1- and ! stand alone";
            return Err(ProgramError::new(start.at, message));
        }
        Ok(Source {
            register: named.register,
            relative: named.relative,
            modifier: suffix.or(modifier).unwrap_or(SourceModifier::None),
            negative,
            swizzle,
            at: start.at,
        })
    }

    /// Reads `(p0)`, `(!p0.x)`.
    pub(super) fn read_predicate(&mut self) -> ParseResult<Source> {
        self.next();
        let source = self.read_source()?;
        if source.register.kind != RegisterKind::Predicate {
            let message =
                format!("expected the predicate p0, found {}; only p0 may be in parentheses", source.register);
            return Err(ProgramError::new(source.at, message));
        }
        self.expect_sign(")")?;
        Ok(source)
    }

    /// Reads a swizzle of one to four components, of which the last is repeated, and a modifier behind it.
    fn read_swizzle(&mut self) -> ParseResult<([u8; 4], Option<SourceModifier>)> {
        let word = self.peek_token();
        let (letters, suffix) = word
            .text
            .split_once('_')
            .map_or((word.text, None), |(one, other)| (one, Some(other)));
        let modifier = suffix.map(|suffix| find_suffix(suffix, word)).transpose()?;
        let Some(lanes) = parse_lanes(letters).filter(|_| word.kind == TokenKind::Word) else {
            let message = format!(
                "expected a swizzle of x, y, z and w or of r, g, b and a, found '{}'; write one to four of them",
                word.text
            );
            return Err(ProgramError::new(word.at, message));
        };
        self.next();
        let last = lanes.last().copied().unwrap_or(0);
        let swizzle = [0, 1, 2, 3].map(|place: usize| lanes.get(place).copied().unwrap_or(last));
        Ok((swizzle, modifier))
    }

    /// Reads a register's name, and the index behind it.
    fn read_register(&mut self, wanted: &str) -> ParseResult<NamedRegister> {
        let word = self.peek_token();
        if word.kind != TokenKind::Word {
            return Err(self.unexpected_token(wanted));
        }
        let (name, suffix) = word
            .text
            .split_once('_')
            .map_or((word.text, None), |(name, suffix)| (name, Some(suffix)));
        let Some((mut register, numbered)) = parse_register(name) else {
            return Err(self.unexpected_token(wanted));
        };
        let modifier = suffix.map(|suffix| find_suffix(suffix, word)).transpose()?;
        self.next();
        let mut relative = None;
        if self.is_next("[") {
            relative = self.read_index(&mut register)?;
        } else if !numbered {
            return Err(ProgramError::new(
                word.at,
                format!("expected a register with its number, found '{name}'; write {name}0"),
            ));
        }
        if register.number > LARGEST_NUMBER {
            let message =
                format!("expected a register, found '{}', whose number is too large; use a lower one", word.text);
            return Err(ProgramError::new(word.at, message));
        }
        Ok(NamedRegister { register, relative, modifier, at: word.at })
    }

    /// Reads `[a0.x + 3]` or `[5]`, and adds the numbers to that of the register.
    fn read_index(&mut self, register: &mut Register) -> ParseResult<Option<RelativeIndex>> {
        self.next();
        let mut relative = None;
        loop {
            let token = self.peek_token();
            match token.kind {
                TokenKind::Number => {
                    let Ok(number) = token.text.parse::<u32>() else {
                        return Err(self.unexpected_token("a whole number"));
                    };
                    self.next();
                    register.number = register.number.saturating_add(number);
                }
                TokenKind::Word if relative.is_none() => relative = Some(self.read_relative(token)?),
                _ => return Err(self.unexpected_token("a0.x, aL or a number")),
            }
            if !self.take_if("+") {
                break;
            }
        }
        self.expect_sign("]")?;
        Ok(relative)
    }

    fn read_relative(&mut self, token: ShaderToken) -> ParseResult<RelativeIndex> {
        if token.text.eq_ignore_ascii_case("aL") {
            self.next();
            return Ok(RelativeIndex::Loop);
        }
        if !token.text.eq_ignore_ascii_case("a0") {
            return Err(self.unexpected_token("a0.x, aL or a number"));
        }
        self.next();
        // The assembler of Direct3D 8 took a0 for a0.x.
        if !self.take_if(".") {
            return Ok(RelativeIndex::Address(0));
        }
        let word = self.peek_token();
        match parse_lanes(word.text).as_deref() {
            // Microsoft's assembler takes a whole swizzle, too, of which the first component is read.
            Some([lane] | [lane, _, _, _]) => {
                self.next();
                Ok(RelativeIndex::Address(*lane))
            }
            _ => Err(self.unexpected_token("one component of a0")),
        }
    }
}

/// Returns the lanes of letters, which may be of both sets: Microsoft's assembler took `xygb`.
fn parse_lanes(letters: &str) -> Option<Vec<u8>> {
    if letters.is_empty() || letters.len() > 4 {
        return None;
    }
    let lower = letters.to_ascii_lowercase();
    let find_lane = |letter| ["xyzw", "rgba"].iter().find_map(|set| set.find(letter)).map(|lane| lane as u8);
    lower.chars().map(find_lane).collect()
}

fn find_suffix(suffix: &str, word: ShaderToken) -> ParseResult<SourceModifier> {
    let lower = suffix.to_ascii_lowercase();
    let found = SourceModifier::SUFFIXES.iter().find(|(name, _)| *name == lower);
    found.map(|(_, modifier)| *modifier).ok_or_else(|| {
        let message = format!(
            "expected a modifier as _bias, _bx2, _x2, _dz, _dw or _abs, found '_{suffix}' in '{}'; leave it out",
            word.text
        );
        ProgramError::new(word.at, message)
    })
}

/// Returns the register that a name stands for; false if its number is missing, as in `c[5]`.
fn parse_register(name: &str) -> Option<(Register, bool)> {
    let single = RegisterKind::SINGLE.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    if let Some((_, kind)) = single {
        return Some((Register::new(*kind, 0), true));
    }
    let letters = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (letters, digits) = (name.get(..letters)?, name.get(letters..)?);
    let (_, kind) = RegisterKind::NUMBERED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(letters))?;
    match digits {
        "" => Some((Register::new(*kind, 0), false)),
        _ => Some((Register::new(*kind, digits.parse().ok()?), true)),
    }
}
