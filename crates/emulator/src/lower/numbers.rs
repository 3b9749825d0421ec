//! Types of numbers with other widths than 32 bits.

use super::super::number::Number;
use super::types::{Form, Type, Types};
use rspirv::spirv::Word;

impl Types {
    /// Returns the number type of a scalar, or of the lanes of a vector or matrix.
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

    /// Returns the places of a scalar, or of a lane of a vector, in memory.
    pub(super) fn places_of_lane(&self, of: Word, form: Form) -> u32 {
        let number = self.number(of).unwrap_or(Number::Uint(32));
        if form.in_bytes { u32::from(number.bits()) / 8 } else { number.words() }
    }

    /// Widens the word of a constant of that type to its register.
    pub(super) fn narrow_constant(&self, of: Word, word: u32) -> u32 {
        self.number(of).map_or(word, |number| number.widened(word))
    }
}
