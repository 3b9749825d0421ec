//! The functions that a program has without defining them.

/// A function of the language or of C's library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Builtin {
    // One number or vector, component by component.
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Log,
    Log2,
    Log10,
    Sqrt,
    Rsqrt,
    Floor,
    Ceil,
    Round,
    Frac,
    Trunc,
    Abs,
    Sign,
    Saturate,
    IsNan,
    IsInf,
    IsFinite,
    // Two.
    Pow,
    Fmod,
    Atan2,
    Min,
    Max,
    Step,
    // Three.
    Clamp,
    Lerp,
    Smoothstep,
    Mad,
    // Of whole vectors.
    Dot,
    Cross,
    Length,
    Distance,
    Normalize,
    Reflect,
    Any,
    All,
    // Of the host.
    Printf,
    Fprintf,
    Sprintf,
    Puts,
    Putchar,
    Getchar,
    Flush,
    Malloc,
    Calloc,
    Realloc,
    Free,
    Exit,
    Assert,
    Atoi,
    Atof,
    Strcmp,
    Strncmp,
    Strlen,
    Strcpy,
    Strncpy,
    Strcat,
    Memcpy,
    Memset,
    Rand,
    Srand,
    Time,
    Clock,
    // Of streams.
    StreamRead,
    StreamWrite,
    StreamPrint,
    StreamSwap,
    StreamSize,
    StreamScatter,
    StreamGather,
}

/// The form of a function's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A function of this many numbers or vectors, which it takes component by component.
    Componentwise(usize),
    /// The same of a kind that stays: whole numbers give whole numbers.
    SameKind(usize),
    /// One number or vector; the result says yes or no for each component.
    Test,
    /// A function of this many vectors of floats that returns a number, or a vector of their size.
    VectorToNumber(usize),
    VectorToVector(usize),
    /// A vector of conditions that gives one.
    Condition,
    /// A format and values.
    Formatted,
    /// Arguments of these types, and the type of the result; see [`Plain`].
    Host(&'static [Plain], Plain),
    Stream,
}

/// A plain type of C in the table of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain {
    Void,
    Int,
    Size,
    Double,
    Pointer,
}

/// A function's names, meaning and form.
pub(crate) struct BuiltinRow {
    /// The first is its own, the others mean the same.
    pub names: &'static [&'static str],
    pub builtin: Builtin,
    pub form: Form,
}

use Form::{Componentwise, Condition, Formatted, Host, SameKind, Test, VectorToNumber, VectorToVector};
use Plain::{Double, Int, Pointer, Size, Void};

const fn row(names: &'static [&'static str], builtin: Builtin, form: Form) -> BuiltinRow {
    BuiltinRow { names, builtin, form }
}

/// The functions of kernels and of the host.
pub(crate) const BUILTINS: &[BuiltinRow] = &[
    row(&["sin", "sinf"], Builtin::Sin, Componentwise(1)),
    row(&["cos", "cosf"], Builtin::Cos, Componentwise(1)),
    row(&["tan", "tanf"], Builtin::Tan, Componentwise(1)),
    row(&["asin", "asinf"], Builtin::Asin, Componentwise(1)),
    row(&["acos", "acosf"], Builtin::Acos, Componentwise(1)),
    row(&["atan", "atanf"], Builtin::Atan, Componentwise(1)),
    row(&["sinh", "sinhf"], Builtin::Sinh, Componentwise(1)),
    row(&["cosh", "coshf"], Builtin::Cosh, Componentwise(1)),
    row(&["tanh", "tanhf"], Builtin::Tanh, Componentwise(1)),
    row(&["exp", "expf"], Builtin::Exp, Componentwise(1)),
    row(&["exp2", "exp2f"], Builtin::Exp2, Componentwise(1)),
    row(&["log", "logf"], Builtin::Log, Componentwise(1)),
    row(&["log2", "log2f"], Builtin::Log2, Componentwise(1)),
    row(&["log10", "log10f"], Builtin::Log10, Componentwise(1)),
    row(&["sqrt", "sqrtf"], Builtin::Sqrt, Componentwise(1)),
    row(&["rsqrt", "rsqrtf"], Builtin::Rsqrt, Componentwise(1)),
    row(&["floor", "floorf"], Builtin::Floor, Componentwise(1)),
    row(&["ceil", "ceilf"], Builtin::Ceil, Componentwise(1)),
    row(&["round", "roundf"], Builtin::Round, Componentwise(1)),
    row(&["frac", "fracf"], Builtin::Frac, Componentwise(1)),
    row(&["trunc", "truncf"], Builtin::Trunc, Componentwise(1)),
    row(&["fabs", "fabsf"], Builtin::Abs, Componentwise(1)),
    row(&["saturate"], Builtin::Saturate, Componentwise(1)),
    row(&["abs"], Builtin::Abs, SameKind(1)),
    row(&["sign"], Builtin::Sign, SameKind(1)),
    row(&["isnan"], Builtin::IsNan, Test),
    row(&["isinf"], Builtin::IsInf, Test),
    row(&["isfinite", "finite"], Builtin::IsFinite, Test),
    row(&["pow", "powf"], Builtin::Pow, Componentwise(2)),
    row(&["fmod", "fmodf"], Builtin::Fmod, Componentwise(2)),
    row(&["atan2", "atan2f"], Builtin::Atan2, Componentwise(2)),
    row(&["step"], Builtin::Step, Componentwise(2)),
    row(&["min", "fmin", "fminf"], Builtin::Min, SameKind(2)),
    row(&["max", "fmax", "fmaxf"], Builtin::Max, SameKind(2)),
    row(&["clamp"], Builtin::Clamp, SameKind(3)),
    row(&["lerp"], Builtin::Lerp, Componentwise(3)),
    row(&["smoothstep"], Builtin::Smoothstep, Componentwise(3)),
    row(&["mad"], Builtin::Mad, Componentwise(3)),
    row(&["dot"], Builtin::Dot, VectorToNumber(2)),
    row(&["distance"], Builtin::Distance, VectorToNumber(2)),
    row(&["length"], Builtin::Length, VectorToNumber(1)),
    row(&["cross"], Builtin::Cross, VectorToVector(2)),
    row(&["reflect"], Builtin::Reflect, VectorToVector(2)),
    row(&["normalize"], Builtin::Normalize, VectorToVector(1)),
    row(&["any"], Builtin::Any, Condition),
    row(&["all"], Builtin::All, Condition),
    row(&["printf"], Builtin::Printf, Formatted),
    row(&["fprintf"], Builtin::Fprintf, Formatted),
    row(&["sprintf"], Builtin::Sprintf, Formatted),
    row(&["puts"], Builtin::Puts, Host(&[Pointer], Int)),
    row(&["putchar"], Builtin::Putchar, Host(&[Int], Int)),
    row(&["getchar"], Builtin::Getchar, Host(&[], Int)),
    row(&["fflush"], Builtin::Flush, Host(&[Pointer], Int)),
    row(&["malloc", "brmalloc"], Builtin::Malloc, Host(&[Size], Pointer)),
    row(&["calloc", "brcalloc"], Builtin::Calloc, Host(&[Size, Size], Pointer)),
    row(&["realloc"], Builtin::Realloc, Host(&[Pointer, Size], Pointer)),
    row(&["free", "brfree"], Builtin::Free, Host(&[Pointer], Void)),
    row(&["exit", "abort"], Builtin::Exit, Host(&[Int], Void)),
    row(&["assert"], Builtin::Assert, Host(&[Int], Void)),
    row(&["atoi"], Builtin::Atoi, Host(&[Pointer], Int)),
    row(&["atof"], Builtin::Atof, Host(&[Pointer], Double)),
    row(&["strcmp"], Builtin::Strcmp, Host(&[Pointer, Pointer], Int)),
    row(&["strncmp"], Builtin::Strncmp, Host(&[Pointer, Pointer, Size], Int)),
    row(&["strlen"], Builtin::Strlen, Host(&[Pointer], Size)),
    row(&["strcpy"], Builtin::Strcpy, Host(&[Pointer, Pointer], Pointer)),
    row(&["strncpy"], Builtin::Strncpy, Host(&[Pointer, Pointer, Size], Pointer)),
    row(&["strcat"], Builtin::Strcat, Host(&[Pointer, Pointer], Pointer)),
    row(&["memcpy", "memmove"], Builtin::Memcpy, Host(&[Pointer, Pointer, Size], Pointer)),
    row(&["memset"], Builtin::Memset, Host(&[Pointer, Int, Size], Pointer)),
    row(&["rand"], Builtin::Rand, Host(&[], Int)),
    row(&["srand"], Builtin::Srand, Host(&[Size], Void)),
    row(&["time"], Builtin::Time, Host(&[Pointer], Int)),
    row(&["clock"], Builtin::Clock, Host(&[], Int)),
    row(&["streamRead"], Builtin::StreamRead, Form::Stream),
    row(&["streamWrite"], Builtin::StreamWrite, Form::Stream),
    row(&["streamPrint"], Builtin::StreamPrint, Form::Stream),
    row(&["streamSwap"], Builtin::StreamSwap, Form::Stream),
    row(&["streamSize"], Builtin::StreamSize, Form::Stream),
    row(&["streamScatterOp"], Builtin::StreamScatter, Form::Stream),
    row(&["streamGatherOp"], Builtin::StreamGather, Form::Stream),
];

/// Returns the function of this name.
pub(crate) fn find_builtin(name: &str) -> Option<&'static BuiltinRow> {
    BUILTINS.iter().find(|row| row.names.contains(&name))
}

/// Returns true if the function runs in kernels.
pub(crate) fn is_of_kernels(form: Form) -> bool {
    !matches!(form, Formatted | Host(..) | Form::Stream)
}
