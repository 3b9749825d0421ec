//! Whole numbers of each kind.

use crate::types::Kind;

/// Returns a whole number as its kind holds it: the bits beyond are cut.
pub(crate) fn wrap_integer(kind: Kind, value: i64) -> i64 {
    match kind {
        Kind::Bool => i64::from(value != 0),
        Kind::Char => i64::from(value as i8),
        Kind::Byte | Kind::Fixed => i64::from(value as u8),
        Kind::Short => i64::from(value as i16),
        Kind::Word => i64::from(value as u16),
        Kind::Int => i64::from(value as i32),
        Kind::UInt => i64::from(value as u32),
        Kind::Long | Kind::ULong | Kind::Float | Kind::Double => value,
    }
}
