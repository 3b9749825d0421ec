//! Operations on 64-bit numbers, and the number of registers they use.

use super::operation::{Binary, Ternary, Unary};

/// An operation on 64-bit numbers. Operators have the names of the 32-bit ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideOp {
    /// With one operand.
    Unary(Unary),
    /// With two operands.
    Binary(Binary),
    /// With three operands.
    Ternary(Ternary),
    /// A conversion to another type.
    Convert(Conversion),
}

/// A conversion between types. Values out of range saturate to the nearest one; NaN becomes 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// `double` of a `float`.
    FloatToDouble,
    /// `float` of a `double`.
    DoubleToFloat,
    /// `double` of an `int`.
    IntToDouble,
    /// `double` of a `uint`.
    UintToDouble,
    /// `double` of an `int64_t`.
    LongToDouble,
    /// `double` of a `uint64_t`.
    UlongToDouble,
    /// `int` of a `double`.
    DoubleToInt,
    /// `uint` of a `double`.
    DoubleToUint,
    /// `int64_t` of a `double`.
    DoubleToLong,
    /// `uint64_t` of a `double`.
    DoubleToUlong,
    /// `float` of an `int64_t`.
    LongToFloat,
    /// `float` of a `uint64_t`.
    UlongToFloat,
    /// `int64_t` of a `float`.
    FloatToLong,
    /// `uint64_t` of a `float`.
    FloatToUlong,
}

impl WideOp {
    /// Number of registers of each operand.
    pub fn operand_registers(self) -> [u32; 3] {
        use Conversion::*;
        match self {
            WideOp::Unary(_) => [2, 0, 0],
            WideOp::Binary(Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightInt | Binary::Ldexp) => [2, 1, 0],
            WideOp::Binary(_) => [2, 2, 0],
            WideOp::Ternary(_) => [2, 2, 2],
            WideOp::Convert(FloatToDouble | IntToDouble | UintToDouble | FloatToLong | FloatToUlong) => [1, 0, 0],
            WideOp::Convert(_) => [2, 0, 0],
        }
    }

    /// Number of registers of the result.
    pub fn result_registers(self) -> u32 {
        use Binary::*;
        match self {
            WideOp::Unary(Unary::IsNan | Unary::IsInf | Unary::FrexpExponent) => 1,
            WideOp::Binary(
                EqualFloat | NotEqualFloat | LessFloat | LessEqualFloat | EqualInt | NotEqualInt | LessInt
                | LessEqualInt | LessUint | LessEqualUint,
            ) => 1,
            WideOp::Convert(
                Conversion::DoubleToFloat
                | Conversion::DoubleToInt
                | Conversion::DoubleToUint
                | Conversion::LongToFloat
                | Conversion::UlongToFloat,
            ) => 1,
            _ => 2,
        }
    }

    /// Returns true if the operation exists for 64-bit numbers.
    pub fn is_supported(self) -> bool {
        match self {
            WideOp::Unary(op) => {
                use Unary::*;
                matches!(
                    op,
                    NegateFloat
                        | NegateInt
                        | AbsFloat
                        | AbsInt
                        | SignFloat
                        | SignInt
                        | Floor
                        | Ceil
                        | Trunc
                        | Round
                        | RoundEven
                        | Fract
                        | Sqrt
                        | InverseSqrt
                        | IsNan
                        | IsInf
                        | FrexpMantissa
                        | FrexpExponent
                )
            }
            WideOp::Binary(op) => {
                use Binary::*;
                !matches!(
                    op,
                    Pow | Atan2
                        | Carry
                        | Borrow
                        | MulHighInt
                        | MulHighUint
                        | PackHalf
                        | FieldMask
                        | ShiftField
                        | And
                        | Or
                        | Xor
                )
            }
            WideOp::Ternary(op) => {
                matches!(op, Ternary::Fma | Ternary::ClampFloat | Ternary::Mix | Ternary::SmoothStep)
            }
            WideOp::Convert(_) => true,
        }
    }
}
