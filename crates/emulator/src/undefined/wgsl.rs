//! Rules of WGSL for outcomes that GLSL leaves undefined: WGSL defines integers, conversions, shifts and bit fields,
//! and lets implementations assume that floats are finite.

use super::{UndefinedCause, UndefinedRule, make_optional_rule};

impl UndefinedCause {
    /// Returns the rule in WGSL, or `None` if WGSL defines the outcome.
    pub fn wgsl_rule(self) -> Option<UndefinedRule> {
        wgsl_rule(self)
    }
}

/// The section of the WGSL specification on the results of functions.
const FLOAT_SECTION: &str = "floating point evaluation";

/// Returns the rule in WGSL for a cause, or `None` if WGSL defines the outcome.
fn wgsl_rule(cause: UndefinedCause) -> Option<UndefinedRule> {
    let floats = FLOAT_SECTION;
    let domain = "keep the argument where the function is defined, by max() or clamp()";
    match cause {
        // x / 0 is x and x % 0 is 0; % has the sign of its first operand; floats are clamped to the integer's range; shifts
        // use the amount modulo the word's bits, and bit fields end with the word; clamp() of integers returns the smaller limit.
        UndefinedCause::Division
        | UndefinedCause::Overflow
        | UndefinedCause::RemainderByZero
        | UndefinedCause::Remainder
        | UndefinedCause::Shift
        | UndefinedCause::BitField
        | UndefinedCause::ToInt
        | UndefinedCause::ToUint
        | UndefinedCause::Ballot
        | UndefinedCause::Angle
        | UndefinedCause::Projection
        | UndefinedCause::Range
        | UndefinedCause::RunLimit => None,
        UndefinedCause::ZeroByZero => make_optional_rule(
            "division",
            floats,
            "0.0 / 0.0 is indeterminate: it need not give a NaN, nor any number",
            "divide only where the divisor is not 0.0",
        ),
        UndefinedCause::Mod => make_optional_rule(
            "%",
            floats,
            "x % 0.0 is x - 0.0 * trunc(x / 0.0), which is indeterminate",
            "take % only where the divisor is not 0.0",
        ),
        UndefinedCause::Clamp => make_optional_rule(
            "clamp",
            "numeric built-in functions",
            "clamp() with its low limit above its high one may give the median of the three or the high limit",
            "swap the limits, or keep the high one from falling below the low one",
        ),
        UndefinedCause::SmoothStep => make_optional_rule(
            "smoothstep",
            "numeric built-in functions",
            "smoothstep() divides by high - low, and is indeterminate if that is 0.0",
            "give the lower edge first; the opposite curve is 1.0 - smoothstep()",
        ),
        UndefinedCause::Pow => make_indeterminate_rule("pow", "multiply, or take the power of abs() or max()"),
        UndefinedCause::Log => make_indeterminate_rule("log", domain),
        UndefinedCause::Sqrt => make_indeterminate_rule("sqrt", domain),
        UndefinedCause::InverseSqrt => make_indeterminate_rule("inverseSqrt", domain),
        UndefinedCause::Asin => make_indeterminate_rule("asin", domain),
        UndefinedCause::Acos => make_indeterminate_rule("acos", domain),
        UndefinedCause::Atan => make_indeterminate_rule("atan2", "handle the point 0, 0 separately"),
        UndefinedCause::Acosh => make_indeterminate_rule("acosh", domain),
        UndefinedCause::Atanh => make_indeterminate_rule("atanh", domain),
        UndefinedCause::Ldexp => make_indeterminate_rule("ldexp", "keep the exponent at 127 or below"),
        UndefinedCause::Frexp => make_indeterminate_rule("frexp", "take it of finite numbers only"),
        UndefinedCause::Inverse => make_indeterminate_rule("inverse", "take it only where determinant() is not 0.0"),
        UndefinedCause::Return => make_optional_rule(
            "return",
            "functions",
            "a function with a result must return one on every path",
            "end every path through the function with a return",
        ),
        UndefinedCause::Derivative | UndefinedCause::Level => make_optional_rule(
            if cause == UndefinedCause::Level { "level" } else { "derivative" },
            "uniformity",
            "derivatives are indeterminate in non-uniform control flow",
            "take them before the branch or the discard, or sample by textureSampleLevel() or textureSampleGrad()",
        ),
        UndefinedCause::Subgroup => make_optional_rule(
            "subgroup",
            "subgroup built-in functions",
            "the value of an invocation that is not active, or not in the subgroup, is indeterminate",
            "read only active invocations: before the branch, or selected by subgroupBallot()",
        ),
        UndefinedCause::Broadcast => make_optional_rule(
            "broadcast",
            "subgroup built-in functions",
            "the id of a broadcast must be the same for all active invocations",
            "use subgroupShuffle() where it differs",
        ),
        UndefinedCause::Cluster => make_optional_rule(
            "cluster",
            "subgroup built-in functions",
            "a cluster is no larger than the subgroup",
            "take smaller clusters, or none",
        ),
        UndefinedCause::Index => make_optional_rule(
            "index",
            "uniformity",
            "an array of bindings is indexed by what is the same in all invocations",
            "choose by a switch, or use the layers of one array texture",
        ),
    }
}

/// Returns the rule for a function outside of its domain.
fn make_indeterminate_rule(name: &'static str, mend: &'static str) -> Option<UndefinedRule> {
    make_optional_rule(
        name,
        FLOAT_SECTION,
        "a result outside of the function's domain is indeterminate: it may be any number",
        mend,
    )
}
