//! What arithmetic instructions calculate.

/// Of one operand. Floats unless the name says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are GLSL's")]
pub(crate) enum Unary {
    Copy, Not, NegateFloat, NegateInt,
    FloatToInt, FloatToUint, IntToFloat, UintToFloat,
    AbsFloat, AbsInt, SignFloat, SignInt, Floor, Ceil, Trunc, Round, RoundEven, Fract,
    Sqrt, InverseSqrt, Radians, Degrees,
    Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Exp, Log, Exp2, Log2,
    BitCount, BitReverse, FindLsb, FindMsbInt, FindMsbUint, IsNan, IsInf,
    /// The float of the low, and of the high, half of a word.
    HalfLow, HalfHigh,
    FrexpMantissa, FrexpExponent,
    /// Differences within the quad.
    Dx, Dy, DxFine, DyFine,
}

/// Of two operands. Results of comparisons are 0 or all ones; those of floats are false if either is no number, but for `NotEqualFloat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are GLSL's")]
pub(crate) enum Binary {
    AddFloat, SubFloat, MulFloat, DivFloat, ModFloat, RemFloat, MinFloat, MaxFloat, Pow, Atan2, Step, Ldexp,
    AddInt, SubInt, MulInt, DivInt, DivUint, RemInt, ModInt, RemUint, MinInt, MaxInt, MinUint, MaxUint,
    ShiftLeft, ShiftRight, ShiftRightInt, And, Or, Xor,
    EqualFloat, NotEqualFloat, LessFloat, LessEqualFloat,
    EqualInt, NotEqualInt, LessInt, LessEqualInt, LessUint, LessEqualUint,
    /// Bit 32 of the sum, and of the difference, as 0 or 1.
    Carry, Borrow,
    /// The upper words of the product.
    MulHighInt, MulHighUint,
    /// Two floats as halves of one word, the first one low.
    PackHalf,
    /// `b` ones from bit `a` on: the field that bitfieldInsert replaces. (a, b) = (offset, bits).
    FieldMask,
}

/// Of three operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are GLSL's")]
pub(crate) enum Ternary {
    /// `a ? b : c`.
    Select,
    Fma,
    /// Value, offset, bits.
    FieldInt, FieldUint,
    /// x, low, high.
    ClampFloat,
    /// x, y, how much of y.
    Mix,
    /// edge 0, edge 1, x.
    SmoothStep,
}
