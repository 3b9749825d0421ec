//! Rules of WGSL for outcomes that GLSL leaves undefined: WGSL defines integers, conversions, shifts and bit fields,
//! and lets implementations assume that floats are finite.

use super::{UndefinedCause, UndefinedRule};

/// The language whose specification applies to a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleLanguage {
    /// GLSL, and languages that are translated to it.
    #[default]
    Glsl,
    /// WGSL, which defines more.
    Wgsl,
}

impl UndefinedCause {
    /// Returns the rule in WGSL, or `None` if WGSL defines the outcome.
    pub fn wgsl_rule(self) -> Option<UndefinedRule> {
        wgsl_rule(self)
    }
}

/// Returns the rule in WGSL for a cause, or `None` if WGSL defines the outcome.
fn wgsl_rule(cause: UndefinedCause) -> Option<UndefinedRule> {
    let floats = "floating point evaluation";
    let rule = |name, section, says, mend| Some(UndefinedRule { name, section, says, mend });
    let indeterminate = |name, mend| {
        rule(name, floats, "a result outside of the function's domain is indeterminate: it may be any number", mend)
    };
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
        | UndefinedCause::Ballot => None,
        UndefinedCause::ZeroByZero => rule(
            "division",
            floats,
            "0.0 / 0.0 is indeterminate: it need not give a NaN, nor any number",
            "divide only where the divisor is not 0.0",
        ),
        UndefinedCause::Mod => rule(
            "%",
            floats,
            "x % 0.0 is x - 0.0 * trunc(x / 0.0), which is indeterminate",
            "take % only where the divisor is not 0.0",
        ),
        UndefinedCause::Clamp => rule(
            "clamp",
            "numeric built-in functions",
            "clamp() with its low limit above its high one may give the median of the three or the high limit",
            "swap the limits, or keep the high one from falling below the low one",
        ),
        UndefinedCause::SmoothStep => rule(
            "smoothstep",
            "numeric built-in functions",
            "smoothstep() divides by high - low, and is indeterminate if that is 0.0",
            "give the lower edge first; the opposite curve is 1.0 - smoothstep()",
        ),
        UndefinedCause::Pow => indeterminate("pow", "multiply, or take the power of abs() or max()"),
        UndefinedCause::Log => indeterminate("log", domain),
        UndefinedCause::Sqrt => indeterminate("sqrt", domain),
        UndefinedCause::InverseSqrt => indeterminate("inverseSqrt", domain),
        UndefinedCause::Asin => indeterminate("asin", domain),
        UndefinedCause::Acos => indeterminate("acos", domain),
        UndefinedCause::Atan => indeterminate("atan2", "handle the point 0, 0 separately"),
        UndefinedCause::Acosh => indeterminate("acosh", domain),
        UndefinedCause::Atanh => indeterminate("atanh", domain),
        UndefinedCause::Ldexp => indeterminate("ldexp", "keep the exponent at 127 or below"),
        UndefinedCause::Frexp => indeterminate("frexp", "take it of finite numbers only"),
        UndefinedCause::Inverse => indeterminate("inverse", "take it only where determinant() is not 0.0"),
        UndefinedCause::Return => rule(
            "return",
            "functions",
            "a function with a result must return one on every path",
            "end every path through the function with a return",
        ),
        UndefinedCause::Derivative | UndefinedCause::Level => rule(
            if cause == UndefinedCause::Level { "level" } else { "derivative" },
            "uniformity",
            "derivatives are indeterminate in non-uniform control flow",
            "take them before the branch or the discard, or sample by textureSampleLevel() or textureSampleGrad()",
        ),
        UndefinedCause::Subgroup => rule(
            "subgroup",
            "subgroup built-in functions",
            "the value of an invocation that is not active, or not in the subgroup, is indeterminate",
            "read only active invocations: before the branch, or selected by subgroupBallot()",
        ),
        UndefinedCause::Broadcast => rule(
            "broadcast",
            "subgroup built-in functions",
            "the id of a broadcast must be the same for all active invocations",
            "use subgroupShuffle() where it differs",
        ),
        UndefinedCause::Cluster => rule(
            "cluster",
            "subgroup built-in functions",
            "a cluster is no larger than the subgroup",
            "take smaller clusters, or none",
        ),
        UndefinedCause::Index => rule(
            "index",
            "uniformity",
            "an array of bindings is indexed by what is the same in all invocations",
            "choose by a switch, or use the layers of one array texture",
        ),
    }
}
