//! Numbers of other than 32 bits, as types.

use super::super::number::Number;
use super::types::{Form, Type, Types};
use rspirv::spirv::Word;

impl Types {
    /// What fills a scalar, a vector or a matrix.
    pub(super) fn number(&self, of: Word) -> Option<Number> {
        Some(match self.get(of).ok()? {
            Type::Bool | Type::Int { signed: false } => Number::Uint(32),
            Type::Int { signed: true } => Number::Int(32),
            Type::Float => Number::Float(32),
            Type::Number(number) => *number,
            Type::Vector { item, .. } | Type::Matrix { column: item, .. } => self.number(*item)?,
            _ => return None,
        })
    }

    /// Places that a scalar, or a lane of a vector, takes in memory.
    pub(super) fn places_of_lane(&self, of: Word, form: Form) -> u32 {
        let number = self.number(of).unwrap_or(Number::Uint(32));
        if form.in_bytes { u32::from(number.bits()) / 8 } else { number.words() }
    }

    /// The register of a constant of that type which is written so.
    pub(super) fn narrow_constant(&self, of: Word, word: u32) -> u32 {
        self.number(of).map_or(word, |number| number.widened(word))
    }
}
