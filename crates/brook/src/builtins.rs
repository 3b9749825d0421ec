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
#[derive(Debug)]
pub(crate) struct BuiltinRow {
    /// The first is its own, which is GLSL's too unless the printer of GLSL knows another; the others mean the same.
    pub names: &'static [&'static str],
    pub builtin: Builtin,
    pub form: Form,
}

use Form::{Componentwise, Condition, Formatted, Host, SameKind, Test, VectorToNumber, VectorToVector};
use Plain::{Double, Int, Pointer, Size, Void};

const fn builtin_row(names: &'static [&'static str], builtin: Builtin, form: Form) -> BuiltinRow {
    BuiltinRow { names, builtin, form }
}

/// The functions of kernels and of the host.
pub(crate) const BUILTINS: &[BuiltinRow] = &[
    builtin_row(&["sin", "sinf"], Builtin::Sin, Componentwise(1)),
    builtin_row(&["cos", "cosf"], Builtin::Cos, Componentwise(1)),
    builtin_row(&["tan", "tanf"], Builtin::Tan, Componentwise(1)),
    builtin_row(&["asin", "asinf"], Builtin::Asin, Componentwise(1)),
    builtin_row(&["acos", "acosf"], Builtin::Acos, Componentwise(1)),
    builtin_row(&["atan", "atanf"], Builtin::Atan, Componentwise(1)),
    builtin_row(&["sinh", "sinhf"], Builtin::Sinh, Componentwise(1)),
    builtin_row(&["cosh", "coshf"], Builtin::Cosh, Componentwise(1)),
    builtin_row(&["tanh", "tanhf"], Builtin::Tanh, Componentwise(1)),
    builtin_row(&["exp", "expf"], Builtin::Exp, Componentwise(1)),
    builtin_row(&["exp2", "exp2f"], Builtin::Exp2, Componentwise(1)),
    builtin_row(&["log", "logf"], Builtin::Log, Componentwise(1)),
    builtin_row(&["log2", "log2f"], Builtin::Log2, Componentwise(1)),
    builtin_row(&["log10", "log10f"], Builtin::Log10, Componentwise(1)),
    builtin_row(&["sqrt", "sqrtf"], Builtin::Sqrt, Componentwise(1)),
    builtin_row(&["rsqrt", "rsqrtf"], Builtin::Rsqrt, Componentwise(1)),
    builtin_row(&["floor", "floorf"], Builtin::Floor, Componentwise(1)),
    builtin_row(&["ceil", "ceilf"], Builtin::Ceil, Componentwise(1)),
    builtin_row(&["round", "roundf"], Builtin::Round, Componentwise(1)),
    builtin_row(&["frac", "fracf"], Builtin::Frac, Componentwise(1)),
    builtin_row(&["trunc", "truncf"], Builtin::Trunc, Componentwise(1)),
    builtin_row(&["fabs", "fabsf"], Builtin::Abs, Componentwise(1)),
    builtin_row(&["saturate"], Builtin::Saturate, Componentwise(1)),
    builtin_row(&["abs"], Builtin::Abs, SameKind(1)),
    builtin_row(&["sign"], Builtin::Sign, SameKind(1)),
    builtin_row(&["isnan"], Builtin::IsNan, Test),
    builtin_row(&["isinf"], Builtin::IsInf, Test),
    builtin_row(&["isfinite", "finite"], Builtin::IsFinite, Test),
    builtin_row(&["pow", "powf"], Builtin::Pow, Componentwise(2)),
    builtin_row(&["fmod", "fmodf"], Builtin::Fmod, Componentwise(2)),
    builtin_row(&["atan2", "atan2f"], Builtin::Atan2, Componentwise(2)),
    builtin_row(&["step"], Builtin::Step, Componentwise(2)),
    builtin_row(&["min", "fmin", "fminf"], Builtin::Min, SameKind(2)),
    builtin_row(&["max", "fmax", "fmaxf"], Builtin::Max, SameKind(2)),
    builtin_row(&["clamp"], Builtin::Clamp, SameKind(3)),
    builtin_row(&["lerp"], Builtin::Lerp, Componentwise(3)),
    builtin_row(&["smoothstep"], Builtin::Smoothstep, Componentwise(3)),
    builtin_row(&["mad"], Builtin::Mad, Componentwise(3)),
    builtin_row(&["dot"], Builtin::Dot, VectorToNumber(2)),
    builtin_row(&["distance"], Builtin::Distance, VectorToNumber(2)),
    builtin_row(&["length"], Builtin::Length, VectorToNumber(1)),
    builtin_row(&["cross"], Builtin::Cross, VectorToVector(2)),
    builtin_row(&["reflect"], Builtin::Reflect, VectorToVector(2)),
    builtin_row(&["normalize"], Builtin::Normalize, VectorToVector(1)),
    builtin_row(&["any"], Builtin::Any, Condition),
    builtin_row(&["all"], Builtin::All, Condition),
    builtin_row(&["printf"], Builtin::Printf, Formatted),
    builtin_row(&["fprintf"], Builtin::Fprintf, Formatted),
    builtin_row(&["sprintf"], Builtin::Sprintf, Formatted),
    builtin_row(&["puts"], Builtin::Puts, Host(&[Pointer], Int)),
    builtin_row(&["putchar"], Builtin::Putchar, Host(&[Int], Int)),
    builtin_row(&["getchar"], Builtin::Getchar, Host(&[], Int)),
    builtin_row(&["fflush"], Builtin::Flush, Host(&[Pointer], Int)),
    builtin_row(&["malloc", "brmalloc"], Builtin::Malloc, Host(&[Size], Pointer)),
    builtin_row(&["calloc", "brcalloc"], Builtin::Calloc, Host(&[Size, Size], Pointer)),
    builtin_row(&["realloc"], Builtin::Realloc, Host(&[Pointer, Size], Pointer)),
    builtin_row(&["free", "brfree"], Builtin::Free, Host(&[Pointer], Void)),
    builtin_row(&["exit", "abort"], Builtin::Exit, Host(&[Int], Void)),
    builtin_row(&["assert"], Builtin::Assert, Host(&[Int], Void)),
    builtin_row(&["atoi"], Builtin::Atoi, Host(&[Pointer], Int)),
    builtin_row(&["atof"], Builtin::Atof, Host(&[Pointer], Double)),
    builtin_row(&["strcmp"], Builtin::Strcmp, Host(&[Pointer, Pointer], Int)),
    builtin_row(&["strncmp"], Builtin::Strncmp, Host(&[Pointer, Pointer, Size], Int)),
    builtin_row(&["strlen"], Builtin::Strlen, Host(&[Pointer], Size)),
    builtin_row(&["strcpy"], Builtin::Strcpy, Host(&[Pointer, Pointer], Pointer)),
    builtin_row(&["strncpy"], Builtin::Strncpy, Host(&[Pointer, Pointer, Size], Pointer)),
    builtin_row(&["strcat"], Builtin::Strcat, Host(&[Pointer, Pointer], Pointer)),
    builtin_row(&["memcpy", "memmove"], Builtin::Memcpy, Host(&[Pointer, Pointer, Size], Pointer)),
    builtin_row(&["memset"], Builtin::Memset, Host(&[Pointer, Int, Size], Pointer)),
    builtin_row(&["rand"], Builtin::Rand, Host(&[], Int)),
    builtin_row(&["srand"], Builtin::Srand, Host(&[Size], Void)),
    builtin_row(&["time"], Builtin::Time, Host(&[Pointer], Int)),
    builtin_row(&["clock"], Builtin::Clock, Host(&[], Int)),
    builtin_row(&["streamRead"], Builtin::StreamRead, Form::Stream),
    builtin_row(&["streamWrite"], Builtin::StreamWrite, Form::Stream),
    builtin_row(&["streamPrint"], Builtin::StreamPrint, Form::Stream),
    builtin_row(&["streamSwap"], Builtin::StreamSwap, Form::Stream),
    builtin_row(&["streamSize"], Builtin::StreamSize, Form::Stream),
    builtin_row(&["streamScatterOp"], Builtin::StreamScatter, Form::Stream),
    builtin_row(&["streamGatherOp"], Builtin::StreamGather, Form::Stream),
];

/// Returns the function of this name.
pub(crate) fn find_builtin(name: &str) -> Option<&'static BuiltinRow> {
    BUILTINS.iter().find(|row| row.names.contains(&name))
}

/// Returns true if the function runs in kernels.
pub(crate) fn is_of_kernels(form: Form) -> bool {
    !matches!(form, Formatted | Host(..) | Form::Stream)
}
