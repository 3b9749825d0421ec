//! What arithmetic instructions calculate.
//!
//! Words are floats of 32 bits, or whole numbers in two's complement that wrap around. A truth is 0 or all
//! ones. What GLSL leaves undefined has the result named here, or that of llvmpipe.

/// Of one operand, `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `a`.
    Copy,
    /// `a`, which stands for what nobody has written yet: a variable begins. In watched code alone.
    Unset,
    /// Its bits turned over; of a truth the opposite.
    Not,
    /// `-a` of a float.
    NegateFloat,
    /// `-a` of a whole number.
    NegateInt,
    /// `int(a)`: towards zero; 0 of what is no number, the least of what does not fit.
    FloatToInt,
    /// `uint(a)`: towards zero; 0 of what is below zero or no number, the greatest of what does not fit.
    FloatToUint,
    /// `float(a)` of an `int`.
    IntToFloat,
    /// `float(a)` of a `uint`.
    UintToFloat,
    /// `abs(a)` of a float.
    AbsFloat,
    /// `abs(a)` of an `int`.
    AbsInt,
    /// `sign(a)` of a float; 0 of what is no number.
    SignFloat,
    /// `sign(a)` of an `int`.
    SignInt,
    /// `floor(a)`.
    Floor,
    /// `ceil(a)`.
    Ceil,
    /// `trunc(a)`.
    Trunc,
    /// `round(a)`: to the even one of two.
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
    /// And of the high half.
    HalfHigh,
    /// The result of `frexp(a)`.
    FrexpMantissa,
    /// And its exponent.
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

/// Of two operands, `a` and `b`. Comparisons of floats are false if either is no number, but for
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
    /// What a division of floats leaves: has the sign of `a`.
    RemFloat,
    /// `min(a, b)` of floats; `b` if either is no number.
    MinFloat,
    /// `max(a, b)` of floats; `b` if either is no number.
    MaxFloat,
    /// `pow(a, b)`; of what is below zero there is none.
    Pow,
    /// `atan(a, b)`.
    Atan2,
    /// `step(a, b)`.
    Step,
    /// `ldexp(a, b)`, `b` an `int`.
    Ldexp,
    /// `a + b` of whole numbers.
    AddInt,
    /// `a - b` of whole numbers.
    SubInt,
    /// `a * b` of whole numbers.
    MulInt,
    /// `a / b` of `int`s; 0 by zero.
    DivInt,
    /// `a / b` of `uint`s; the greatest by zero.
    DivUint,
    /// What a division of `int`s leaves, with the sign of `a`: GLSL's `%`; -1 by zero.
    RemInt,
    /// The same with the sign of `b`.
    ModInt,
    /// `a % b` of `uint`s; the greatest by zero.
    RemUint,
    /// `min(a, b)` of `int`s.
    MinInt,
    /// `max(a, b)` of `int`s.
    MaxInt,
    /// `min(a, b)` of `uint`s.
    MinUint,
    /// `max(a, b)` of `uint`s.
    MaxUint,
    /// `a << b`, by the low five bits of `b`, as the other shifts.
    ShiftLeft,
    /// The same for `bitfieldInsert`, where `b` may be 32 if no bit is inserted.
    ShiftField,
    /// `a >> b` of `uint`s.
    ShiftRight,
    /// `a >> b` of `int`s: the sign comes after.
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
    /// `a == b` of whole numbers.
    EqualInt,
    /// `a != b` of whole numbers.
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

/// Of three operands, `a`, `b` and `c`.
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
    /// `mix(a, b, c)`: `c` says how much of `b`.
    Mix,
    /// `smoothstep(a, b, c)`.
    SmoothStep,
}
