//! Tokens of operands: registers with their masks, modifiers, swizzles and indices.

use super::{StreamReader, StreamResult};
use crate::assembly::direct3d::shader::{
    Register, RegisterKind, RelativeIndex, Source, SourceModifier, Statement, Target,
};

impl StreamReader<'_> {
    /// Reads the token of a register that is written, and the modifiers of the result in it.
    pub(super) fn read_target(&mut self, statement: &mut Statement) -> StreamResult<()> {
        let (token, register, at) = self.take_parameter()?;
        let relative = self.read_relative(token, false)?;
        let lanes = [0, 1, 2, 3].map(|lane| token & 1 << (16 + lane) != 0);
        let modifiers = token >> 20 & 0xf;
        statement.saturates = modifiers & 1 != 0;
        statement.partial = modifiers & 2 != 0;
        statement.centroid = modifiers & 4 != 0;
        let shift = (token >> 24 & 0xf) as i32;
        statement.shift = if shift < 8 { shift } else { shift - 16 };
        if !(-3..=3).contains(&statement.shift) || modifiers & 8 != 0 {
            return Err((at, format!("expected a result's modifiers, found {token:#010X}; compile it anew")));
        }
        let target = Target { register, mask: lanes, masked: lanes != [true; 4], relative, at: 0 };
        if lanes == [false; 4] && register.kind != RegisterKind::Sampler {
            return Err((at, "expected a mask with a component, found an empty one; compile it anew".to_string()));
        }
        statement.target = Some(target);
        Ok(())
    }

    /// Reads the token of a register that is read.
    pub(super) fn read_source(&mut self) -> StreamResult<Source> {
        let (token, register, at) = self.take_parameter()?;
        let relative = self.read_relative(token, true)?;
        let swizzle = [0, 2, 4, 6].map(|bits| (token >> (16 + bits) & 3) as u8);
        let (modifier, negative) = match token >> 24 & 0xf {
            0 => (SourceModifier::None, false),
            1 => (SourceModifier::None, true),
            2 => (SourceModifier::Bias, false),
            3 => (SourceModifier::Bias, true),
            4 => (SourceModifier::Signed, false),
            5 => (SourceModifier::Signed, true),
            6 => (SourceModifier::Complement, false),
            7 => (SourceModifier::Double, false),
            8 => (SourceModifier::Double, true),
            9 => (SourceModifier::DivideByZ, false),
            10 => (SourceModifier::DivideByW, false),
            11 => (SourceModifier::Absolute, false),
            12 => (SourceModifier::Absolute, true),
            13 => (SourceModifier::Not, false),
            other => return Err((at, format!("expected a modifier from 0 to 13, found {other}; compile it anew"))),
        };
        Ok(Source { register, relative, modifier, negative, swizzle, at: 0 })
    }

    /// Takes the token of an operand, and returns it with its register and its place.
    fn take_parameter(&mut self) -> StreamResult<(u32, Register, usize)> {
        let at = self.at;
        let token = self.take_word("an operand")?;
        let register = self.find_register(token).filter(|_| token & 1 << 31 != 0);
        match register {
            Some(register) => Ok((token, register, at)),
            None => {
                Err((at, format!("expected an operand of {}, found {token:#010X}; compile it anew", self.version.name)))
            }
        }
    }

    /// Returns the register of a token: its kind is in bits 28 to 30, and 11 and 12.
    fn find_register(&self, token: u32) -> Option<Register> {
        let number = token & 0x7ff;
        let pixel = self.version.pixel;
        let single = |kind| (number == 0).then_some(Register::new(kind, 0));
        let numbered = |kind| Some(Register::new(kind, number));
        match token >> 28 & 7 | token >> 8 & 0x18 {
            0 => numbered(RegisterKind::Temporary),
            1 => numbered(RegisterKind::Input),
            2 => numbered(RegisterKind::Constant),
            3 if pixel => numbered(RegisterKind::Coordinate),
            3 => numbered(RegisterKind::Address),
            4 if !pixel => match number {
                0 => Some(Register::new(RegisterKind::Position, 0)),
                1 => Some(Register::new(RegisterKind::Fog, 0)),
                2 => Some(Register::new(RegisterKind::PointSize, 0)),
                _ => None,
            },
            5 if !pixel => numbered(RegisterKind::VertexColor),
            6 if !pixel && self.version.model == 30 => numbered(RegisterKind::Output),
            6 if !pixel => numbered(RegisterKind::VertexCoordinate),
            7 => numbered(RegisterKind::Integer),
            8 if pixel => numbered(RegisterKind::PixelColor),
            9 if pixel => single(RegisterKind::PixelDepth),
            10 => numbered(RegisterKind::Sampler),
            14 => numbered(RegisterKind::Boolean),
            15 => single(RegisterKind::LoopCounter),
            17 if pixel && number == 0 => Some(Register::new(RegisterKind::PixelPosition, 0)),
            17 if pixel && number == 1 => Some(Register::new(RegisterKind::Face, 0)),
            18 => numbered(RegisterKind::Label),
            19 => numbered(RegisterKind::Predicate),
            _ => None,
        }
    }

    /// Reads the register that is added to the number of another one: a token of its own from model 2 on.
    fn read_relative(&mut self, token: u32, is_source: bool) -> StreamResult<Option<RelativeIndex>> {
        if token & 1 << 13 == 0 {
            return Ok(None);
        }
        if self.version.model < 20 {
            let fits = is_source && !self.version.pixel;
            return match fits {
                true => Ok(Some(RelativeIndex::Address(0))),
                false => {
                    Err((self.at - 1, "expected a register without an index, found one; compile it anew".to_string()))
                }
            };
        }
        let (token, register, at) = self.take_parameter()?;
        match register.kind {
            RegisterKind::Address if register.number == 0 => Ok(Some(RelativeIndex::Address((token >> 16 & 3) as u8))),
            RegisterKind::LoopCounter => Ok(Some(RelativeIndex::Loop)),
            _ => Err((at, format!("expected a0 or aL as an index, found {register}; compile it anew"))),
        }
    }
}
