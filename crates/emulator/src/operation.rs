//! Operators of arithmetic instructions.
//!
//! Words are 32-bit floats, or integers in two's complement that wrap around. A boolean is 0 or all ones.
//! An operation that GLSL leaves undefined has the result named here, or that of llvmpipe.

/// An operator with one operand, `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `a`.
    Copy,
    /// `a`: marks where a variable begins, still without a value. Only in watched code.
    Unset,
    /// Bitwise complement; the opposite of a boolean.
    Not,
    /// `-a` of a float.
    NegateFloat,
    /// `-a` of an integer.
    NegateInt,
    /// `int(a)`: towards zero; 0 for NaN, the least `int` if out of range.
    FloatToInt,
    /// `uint(a)`: towards zero; 0 for negative numbers and NaN, the greatest `uint` if too large.
    FloatToUint,
    /// `float(a)` of an `int`.
    IntToFloat,
    /// `float(a)` of a `uint`.
    UintToFloat,
    /// `abs(a)` of a float.
    AbsFloat,
    /// `abs(a)` of an `int`.
    AbsInt,
    /// `sign(a)` of a float; 0 for NaN.
    SignFloat,
    /// `sign(a)` of an `int`.
    SignInt,
    /// `floor(a)`.
    Floor,
    /// `ceil(a)`.
    Ceil,
    /// `trunc(a)`.
    Trunc,
    /// `round(a)`: ties to even.
    Round,
    /// `roundEven(a)`.
    RoundEven,
    /// `fract(a)`.
    Fract,
    /// `sqrt(a)`.
    Sqrt,
    /// `inversesqrt(a)`.
    InverseSqrt,
    /// `radians(a)`, of degrees.
    Radians,
    /// `degrees(a)`, of radians.
    Degrees,
    /// `sin(a)`, of radians, as the other angles.
    Sin,
    /// `cos(a)`.
    Cos,
    /// `tan(a)`.
    Tan,
    /// `asin(a)`.
    Asin,
    /// `acos(a)`.
    Acos,
    /// `atan(a)`.
    Atan,
    /// `sinh(a)`.
    Sinh,
    /// `cosh(a)`.
    Cosh,
    /// `tanh(a)`.
    Tanh,
    /// `asinh(a)`.
    Asinh,
    /// `acosh(a)`.
    Acosh,
    /// `atanh(a)`.
    Atanh,
    /// `exp(a)`.
    Exp,
    /// `log(a)`.
    Log,
    /// `exp2(a)`.
    Exp2,
    /// `log2(a)`.
    Log2,
    /// `bitCount(a)`.
    BitCount,
    /// `bitfieldReverse(a)`.
    BitReverse,
    /// `findLSB(a)`.
    FindLsb,
    /// `findMSB(a)` of an `int`.
    FindMsbInt,
    /// `findMSB(a)` of a `uint`.
    FindMsbUint,
    /// `isnan(a)`.
    IsNan,
    /// `isinf(a)`.
    IsInf,
    /// The float of the low half of a word: `unpackHalf2x16(a).x`.
    HalfLow,
    /// The same for the high half.
    HalfHigh,
    /// The nearest half, as a float.
    RoundHalf,
    /// The nearest number in signed 12-bit fixed point with 10 fraction bits, as a float.
    RoundFixed,
    /// Rounds to a half on a card whose results of partial precision are halves; else it copies.
    RoundPartial,
    /// Cuts to the range of the registers of `ps_1_1` to `ps_1_4` on a card that has one; else it copies.
    CutRange,
    /// The mantissa of `frexp(a)`.
    FrexpMantissa,
    /// The exponent of `frexp(a)`.
    FrexpExponent,
    /// `dFdx(a)`: the difference within the quad.
    Dx,
    /// `dFdy(a)`.
    Dy,
    /// `dFdxFine(a)`, which is the same.
    DxFine,
    /// `dFdyFine(a)`.
    DyFine,
}

/// An operator with two operands, `a` and `b`. Comparisons of floats are false if either is NaN, except for
/// [`Binary::NotEqualFloat`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `a + b` of floats.
    AddFloat,
    /// `a - b` of floats.
    SubFloat,
    /// `a * b` of floats.
    MulFloat,
    /// `a / b` of floats.
    DivFloat,
    /// `mod(a, b)`: has the sign of `b`.
    ModFloat,
    /// The remainder of a division of floats, with the sign of `a`.
    RemFloat,
    /// `min(a, b)` of floats; `b` if either is NaN.
    MinFloat,
    /// `max(a, b)` of floats; `b` if either is NaN.
    MaxFloat,
    /// `pow(a, b)`; NaN for a negative `a`.
    Pow,
    /// `atan(a, b)`.
    Atan2,
    /// `step(a, b)`.
    Step,
    /// `ldexp(a, b)`, `b` an `int`.
    Ldexp,
    /// `a + b` of integers.
    AddInt,
    /// `a - b` of integers.
    SubInt,
    /// `a * b` of integers.
    MulInt,
    /// `a / b` of `int`s; 0 if `b` is 0.
    DivInt,
    /// `a / b` of `uint`s; the greatest `uint` if `b` is 0.
    DivUint,
    /// The remainder of a division of `int`s, with the sign of `a`: GLSL's `%`; -1 if `b` is 0.
    RemInt,
    /// The remainder with the sign of `b`.
    ModInt,
    /// `a % b` of `uint`s; the greatest `uint` if `b` is 0.
    RemUint,
    /// `min(a, b)` of `int`s.
    MinInt,
    /// `max(a, b)` of `int`s.
    MaxInt,
    /// `min(a, b)` of `uint`s.
    MinUint,
    /// `max(a, b)` of `uint`s.
    MaxUint,
    /// `a << b`; as in the other shifts, only the low five bits of `b` count.
    ShiftLeft,
    /// The same for `bitfieldInsert`, where `b` may be 32 if no bit is inserted.
    ShiftField,
    /// `a >> b` of `uint`s.
    ShiftRight,
    /// `a >> b` of `int`s, sign-extended.
    ShiftRightInt,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a == b` of floats.
    EqualFloat,
    /// `a != b` of floats.
    NotEqualFloat,
    /// `a < b` of floats.
    LessFloat,
    /// `a <= b` of floats.
    LessEqualFloat,
    /// `a == b` of integers.
    EqualInt,
    /// `a != b` of integers.
    NotEqualInt,
    /// `a < b` of `int`s.
    LessInt,
    /// `a <= b` of `int`s.
    LessEqualInt,
    /// `a < b` of `uint`s.
    LessUint,
    /// `a <= b` of `uint`s.
    LessEqualUint,
    /// Bit 32 of the sum, as 0 or 1: the carry of `uaddCarry`.
    Carry,
    /// Bit 32 of the difference, as 0 or 1: the borrow of `usubBorrow`.
    Borrow,
    /// The upper word of the product of `int`s.
    MulHighInt,
    /// The upper word of the product of `uint`s.
    MulHighUint,
    /// Two floats as halves of one word, the first one low: `packHalf2x16`.
    PackHalf,
    /// `b` ones from bit `a` on: the field that `bitfieldInsert` replaces.
    FieldMask,
}

/// An operator with three operands, `a`, `b` and `c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ternary {
    /// `a ? b : c`.
    Select,
    /// `fma(a, b, c)`, rounded once.
    Fma,
    /// `bitfieldExtract(a, b, c)` of an `int`: `c` bits from bit `b` on.
    FieldInt,
    /// The same of a `uint`.
    FieldUint,
    /// `clamp(a, b, c)` of floats.
    ClampFloat,
    /// `mix(a, b, c)`: `c` is the weight of `b`.
    Mix,
    /// `smoothstep(a, b, c)`.
    SmoothStep,
}
