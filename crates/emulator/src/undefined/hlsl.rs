//! Rules of HLSL for outcomes that GLSL leaves undefined.
//!
//! HLSL computes as Direct3D 11's functional specification says: floats follow IEEE 754, a shift takes the
//! five lowest bits of its amount, `uint` by zero is `0xffffffff`, and a remainder has the sign of its dividend.

use super::{UndefinedCause, UndefinedRule, make_optional_rule};

/// The part of Microsoft's documentation on the library's functions.
const FUNCTIONS: &str = "intrinsic functions";

/// The part of Microsoft's documentation on waves.
const WAVES: &str = "wave intrinsics";

impl UndefinedCause {
    /// Returns the rule in HLSL for these operands, or `None` if HLSL defines the outcome.
    pub fn hlsl_rule(self, [a, b, _]: [u32; 3]) -> Option<UndefinedRule> {
        let domain = "keep the argument where the function is defined, by clamp() or saturate()";
        match self {
            // A quotient of two floats is a NaN or an infinity, and so is a root, a logarithm and a power outside of the domain.
            UndefinedCause::ZeroByZero
            | UndefinedCause::Mod
            | UndefinedCause::Remainder
            | UndefinedCause::Shift
            | UndefinedCause::BitField
            | UndefinedCause::SmoothStep
            | UndefinedCause::Log
            | UndefinedCause::Sqrt
            | UndefinedCause::InverseSqrt
            | UndefinedCause::Acosh
            | UndefinedCause::Atanh
            | UndefinedCause::Ldexp
            | UndefinedCause::Inverse
            | UndefinedCause::Cluster
            | UndefinedCause::Ballot
            | UndefinedCause::Angle
            | UndefinedCause::Projection
            | UndefinedCause::Range
            | UndefinedCause::RunLimit => None,
            UndefinedCause::Division | UndefinedCause::RemainderByZero => make_optional_rule(
                "division",
                "integer division",
                "an int divided by 0 has no value; a uint has, 0xffffffff",
                "divide only where the divisor is not 0",
            ),
            UndefinedCause::Overflow => make_optional_rule(
                "division",
                "integer division",
                "the least int divided by -1 has no value",
                "exclude the least int",
            ),
            UndefinedCause::ToInt | UndefinedCause::ToUint => make_optional_rule(
                if self == UndefinedCause::ToInt { "int" } else { "uint" },
                "conversions",
                "the language gives no value to a float out of the integer's range; Direct3D 11 took the nearest integer",
                "keep the float in the range, by clamp()",
            ),
            UndefinedCause::Pow if f32::from_bits(a) == 0.0 && f32::from_bits(b) == 0.0 => make_optional_rule(
                "pow",
                FUNCTIONS,
                "pow(0, 0) may be a NaN, depending on the graphics processor",
                "handle the exponent 0 separately",
            ),
            UndefinedCause::Pow => None,
            UndefinedCause::Clamp => make_optional_rule(
                "clamp",
                FUNCTIONS,
                "no text says which limit clamp() keeps if the lower one is above the upper one",
                "swap the limits, or keep the upper one from falling below the lower one",
            ),
            UndefinedCause::Asin => {
                make_optional_rule("asin", FUNCTIONS, "the argument of asin() has to lie within -1 to 1", domain)
            }
            UndefinedCause::Acos => {
                make_optional_rule("acos", FUNCTIONS, "the argument of acos() has to lie within -1 to 1", domain)
            }
            UndefinedCause::Atan => make_optional_rule(
                "atan2",
                FUNCTIONS,
                "atan2() is defined for every point but the origin",
                "handle the point 0, 0 separately",
            ),
            UndefinedCause::Frexp => make_optional_rule(
                "frexp",
                FUNCTIONS,
                "no text says what frexp() of an infinity or a NaN is",
                "call it only where isfinite() is true",
            ),
            UndefinedCause::Return => make_optional_rule(
                "return",
                "functions",
                "a function with a result has to return one on every path",
                "end every path through the function with a return",
            ),
            UndefinedCause::Derivative | UndefinedCause::Level => make_optional_rule(
                if self == UndefinedCause::Level { "level" } else { "derivative" },
                "derivatives",
                "derivatives are undefined where lanes of a quad took another branch",
                "take them before the branch, or sample by SampleLevel() or SampleGrad()",
            ),
            UndefinedCause::Subgroup => make_optional_rule(
                "wave",
                WAVES,
                "the value of a lane that is not active is undefined",
                "read only active lanes: before the branch, or selected by WaveActiveBallot()",
            ),
            UndefinedCause::Broadcast => make_optional_rule(
                "WaveReadLaneAt",
                WAVES,
                "this translation of WaveReadLaneAt() takes one lane for all that are active",
                "read the lane before the branch, or use groupshared memory where the lanes differ",
            ),
            UndefinedCause::Index => make_optional_rule(
                "index",
                "resource indexing",
                "an array of resources is indexed by what is the same in all lanes",
                "say NonUniformResourceIndex(), or choose by a switch",
            ),
        }
    }
}
