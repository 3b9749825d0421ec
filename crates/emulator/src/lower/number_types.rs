//! Types of numbers with other widths than 32 bits.

use super::super::number::NumberType;
use super::types::{MemoryForm, Type, Types};
use rspirv::spirv::Word;

impl Types {
    /// Returns the number type of a scalar, or of the lanes of a vector or matrix.
    pub(super) fn element_number(&self, of: Word) -> Option<NumberType> {
        Some(match self.get(of).ok()? {
            Type::Bool | Type::Int { signed: false } => NumberType::Uint(32),
            Type::Int { signed: true } => NumberType::Int(32),
            Type::Float => NumberType::Float(32),
            Type::Number(number) => *number,
            Type::Vector { item, .. } | Type::Matrix { column: item, .. } => self.element_number(*item)?,
            _ => return None,
        })
    }

    /// Returns the places of a scalar, or of a lane of a vector, in memory.
    pub(super) fn lane_places(&self, of: Word, form: MemoryForm) -> u32 {
        let number = self.element_number(of).unwrap_or(NumberType::Uint(32));
        if form.in_bytes { u32::from(number.bit_width()) / 8 } else { number.register_count() }
    }

    /// Widens the word of a constant of that type to its register.
    pub(super) fn widen_constant(&self, of: Word, word: u32) -> u32 {
        self.element_number(of).map_or(word, |number| number.widen(word))
    }
}
