//! Numbers of other than 32 bits, as types.

use super::super::number::Number;
use super::fault::Lowered;
use super::types::{Type, Types};
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

    /// Words of a scalar, or of a lane of a vector.
    pub(super) fn words_of_lane(&self, of: Word) -> Lowered<u32> {
        Ok(self.number(of).map_or(1, Number::words))
    }

    /// The register of a constant of that type which is written so.
    pub(super) fn narrow_constant(&self, of: Word, word: u32) -> u32 {
        match self.number(of) {
            Some(Number::Float(16)) => half::f16::from_bits(word as u16).to_f32().to_bits(),
            Some(Number::Int(bits @ (8 | 16))) => {
                let unused = 32 - u32::from(bits);
                (((word << unused) as i32) >> unused) as u32
            }
            Some(Number::Uint(bits @ (8 | 16))) => word & (u32::MAX >> (32 - bits)),
            _ => word,
        }
    }
}
