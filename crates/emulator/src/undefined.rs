//! Operations that GLSL leaves undefined and the emulator can detect, with the sentences of the specification
//! and the likely fixes.

mod hlsl;
mod programs;
mod wgsl;

pub use programs::SourceLanguage;

use super::slot::Register;
use gristmill_shader::Stage;

/// The language whose specification applies to a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleLanguage {
    /// GLSL, and languages that are translated to it.
    #[default]
    Glsl,
    /// WGSL, which defines more.
    Wgsl,
    /// HLSL of Direct3D 11 and 12.
    Hlsl,
}

/// Reason for which the result of an operation is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UndefinedCause {
    /// An integer divided by zero.
    Division,
    /// The least `int` divided by -1.
    Overflow,
    /// 0.0 / 0.0, which need not be a NaN.
    ZeroByZero,
    /// `mod(x, 0.0)`.
    Mod,
    /// `%` by zero.
    RemainderByZero,
    /// `%` with a negative operand.
    Remainder,
    /// A shift by a negative number or by more than 31 bits.
    Shift,
    /// A bit field that exceeds its word.
    BitField,
    /// A float out of the range of `int`.
    ToInt,
    /// A float out of the range of `uint`.
    ToUint,
    /// `clamp` with a minimum above the maximum.
    Clamp,
    /// `smoothstep` with edges that do not ascend.
    SmoothStep,
    /// `pow` of a negative base, or of zero to a power that is zero or negative.
    Pow,
    /// `log` or `log2` of zero or a negative number.
    Log,
    /// `sqrt` of a negative number.
    Sqrt,
    /// `inversesqrt` of zero or a negative number.
    InverseSqrt,
    /// `asin` outside of -1 to 1.
    Asin,
    /// `acos` outside of -1 to 1.
    Acos,
    /// `atan(0, 0)`.
    Atan,
    /// `acosh` below 1.
    Acosh,
    /// `atanh` of -1, 1 and beyond.
    Atanh,
    /// `ldexp` beyond the largest float.
    Ldexp,
    /// `frexp` of an infinity or a NaN.
    Frexp,
    /// `inverse` of a singular matrix.
    Inverse,
    /// A function that ends without a value.
    Return,
    /// A derivative in a quad that is not fully active.
    Derivative,
    /// An implicit level of detail in a quad that is not fully active.
    Level,
    /// An index into an array of blocks, samplers or images that differs between lanes.
    Index,
    /// The value of an invocation that is not active, or not in the subgroup.
    Subgroup,
    /// A broadcast from different invocations.
    Broadcast,
    /// Clusters larger than the subgroup, or not a power of two.
    Cluster,
    /// The position of a bit in an empty ballot.
    Ballot,
    /// SCS of an angle beyond half a turn. Only in programs in assembly.
    Angle,
    /// Texture coordinates divided by a fourth component that is zero or negative. Only in programs in assembly.
    Projection,
    /// A register of `ps_1_1` to `ps_1_4` beyond the range that every card has. Only in programs in assembly.
    Range,
    /// A program that ran as many instructions as its language allows. Only in programs in assembly.
    RunLimit,
}

/// The rule behind a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndefinedRule {
    /// Name of the operation.
    pub name: &'static str,
    /// Section of the GLSL 4.60 specification; for WGSL the title of the section.
    pub section: &'static str,
    /// Summary of the rule.
    pub says: &'static str,
    /// The likely fix.
    pub mend: &'static str,
}

impl UndefinedCause {
    /// Returns the rule in the GLSL specification.
    pub fn glsl_rule(self) -> UndefinedRule {
        let domain = "keep the argument where the function is defined, by max() or clamp()";
        let positive = "keep the argument above zero, by max()";
        match self {
            UndefinedCause::Division => make_rule(
                "division",
                "5.9",
                "dividing by zero results in an unspecified value",
                "divide only where the divisor is not 0",
            ),
            UndefinedCause::Overflow => make_rule(
                "division",
                "4.1.3",
                "a division that overflows results in an undefined value",
                "exclude the least int",
            ),
            UndefinedCause::ZeroByZero => make_rule(
                "division",
                "4.7.1",
                "0.0 / 0.0 need not return a NaN, nor any particular value",
                "divide only where the divisor is not 0.0",
            ),
            UndefinedCause::Mod => make_rule(
                "mod",
                "8.3",
                "mod(x, y) is x - y * floor(x / y), which has no value where y is 0.0",
                "call mod only if the divisor is not 0.0",
            ),
            UndefinedCause::RemainderByZero => make_rule(
                "remainder",
                "5.9",
                "% by zero is undefined",
                "take a remainder only where the divisor is not 0",
            ),
            UndefinedCause::Remainder => make_rule(
                "remainder",
                "5.9",
                "% is undefined if one or both operands are negative",
                "add a multiple of the divisor first, or take the remainder of uints",
            ),
            UndefinedCause::Shift => make_rule(
                "shift",
                "5.9",
                "a shift by a negative number, or by as many bits as the number has or more, is undefined",
                "shift by fewer bits than the number has, and handle a full shift separately",
            ),
            UndefinedCause::BitField => make_rule(
                "bitfield",
                "8.8",
                "a bit field is undefined if offset or bits is negative, or their sum is above 32",
                "keep offset + bits at 32 or below",
            ),
            UndefinedCause::ToInt => make_rule(
                "int",
                "5.4.1",
                "the fraction is dropped, and there is no value for a float out of the range of int",
                "keep the float between -2147483648.0 and 2147483520.0, by clamp()",
            ),
            UndefinedCause::ToUint => make_rule(
                "uint",
                "5.4.1",
                "it is undefined to convert a negative float to a uint, and there is no value for a float out of the \
                 range of uint",
                "convert it to an int first, or keep it at or above 0.0 by max()",
            ),
            UndefinedCause::Clamp => make_rule(
                "clamp",
                "8.3",
                "clamp is undefined if minVal > maxVal",
                "swap the limits, or keep the maximum from falling below the minimum",
            ),
            UndefinedCause::SmoothStep => make_rule(
                "smoothstep",
                "8.3",
                "smoothstep is undefined if edge0 >= edge1",
                "give the lower edge first; the opposite curve is 1.0 - smoothstep()",
            ),
            UndefinedCause::Pow => make_rule(
                "pow",
                "8.2",
                "pow(x, y) is undefined if x < 0, or if x = 0 and y <= 0",
                "multiply, or take the power of abs() or max()",
            ),
            UndefinedCause::Log => make_rule("log", "8.2", "log and log2 are undefined if x <= 0", positive),
            UndefinedCause::Sqrt => {
                make_rule("sqrt", "8.2", "sqrt is undefined if x < 0", "keep the argument at or above 0.0, by max()")
            }
            UndefinedCause::InverseSqrt => {
                make_rule("inversesqrt", "8.2", "inversesqrt is undefined if x <= 0", positive)
            }
            UndefinedCause::Asin => make_rule("asin", "8.1", "asin is undefined if |x| > 1", domain),
            UndefinedCause::Acos => make_rule("acos", "8.1", "acos is undefined if |x| > 1", domain),
            UndefinedCause::Atan => make_rule(
                "atan",
                "8.1",
                "atan(y, x) is undefined if x and y are both 0",
                "handle the point 0, 0 separately",
            ),
            UndefinedCause::Acosh => make_rule("acosh", "8.1", "acosh is undefined if x < 1", domain),
            UndefinedCause::Atanh => make_rule("atanh", "8.1", "atanh is undefined if |x| >= 1", domain),
            UndefinedCause::Ldexp => make_rule(
                "ldexp",
                "8.3",
                "ldexp is undefined if the product is too large for a float, or exp is above 128",
                "keep the exponent at 127 or below",
            ),
            UndefinedCause::Frexp => make_rule(
                "frexp",
                "8.3",
                "frexp of an infinity or a NaN is undefined",
                "call it only where isinf() and isnan() are false",
            ),
            UndefinedCause::Inverse => make_rule(
                "inverse",
                "8.6",
                "the inverse of a singular matrix is undefined",
                "take it only where determinant() is not 0.0",
            ),
            UndefinedCause::Return => make_rule(
                "return",
                "6.4",
                "the value of a function is that of `return expression`, and there is none",
                "end every path through the function with a return",
            ),
            UndefinedCause::Derivative => make_rule(
                "derivative",
                "8.14.1",
                "derivatives are undefined in non-uniform control flow, and after a non-uniform discard (6.4)",
                "take it before the branch or the discard",
            ),
            UndefinedCause::Level => make_rule(
                "level",
                "8.9",
                "the implicit derivatives of texture() are undefined in non-uniform control flow, and after a \
                 non-uniform discard (6.4)",
                "sample before the branch, or by textureLod() or textureGrad()",
            ),
            UndefinedCause::Subgroup => make_rule(
                "subgroup",
                "KHR_shader_subgroup",
                "the value of an invocation that is not active, or beyond gl_SubgroupSize, is undefined",
                "read only active invocations: before the branch, or selected by subgroupBallot()",
            ),
            UndefinedCause::Broadcast => make_rule(
                "broadcast",
                "KHR_shader_subgroup",
                "the id of a broadcast must be the same for all active invocations",
                "use subgroupShuffle() where it differs",
            ),
            UndefinedCause::Cluster => make_rule(
                "cluster",
                "KHR_shader_subgroup",
                "clusterSize must be a power of two, and at most gl_SubgroupSize",
                "take smaller clusters, or none",
            ),
            UndefinedCause::Ballot => make_rule(
                "ballot",
                "KHR_shader_subgroup",
                "subgroupBallotFindLSB and subgroupBallotFindMSB of 0 are undefined",
                "search only if the ballot is not 0",
            ),
            UndefinedCause::Angle => programs::angle_rule(),
            UndefinedCause::Projection => programs::projection_rule(SourceLanguage::ArbProgram),
            UndefinedCause::Range => programs::range_rule(),
            UndefinedCause::RunLimit => programs::run_limit_rule(),
            UndefinedCause::Index => make_rule(
                "index",
                "4.1.7, 4.3.9",
                "an array of blocks, samplers or images is undefined by an index that is not dynamically uniform",
                "choose by a switch, or use the layers of one array texture; in Vulkan say nonuniformEXT()",
            ),
        }
    }

    /// Describes the lane's action, with these operands and the function's name in its language.
    pub fn describe_action(self, name: &str, [a, b, c]: [u32; 3]) -> String {
        match self {
            UndefinedCause::Division => "divided an integer by 0".to_string(),
            UndefinedCause::Overflow => "divided the least integer by -1".to_string(),
            UndefinedCause::ZeroByZero => "divided 0.0 by 0.0".to_string(),
            UndefinedCause::RemainderByZero => "took a remainder by 0".to_string(),
            UndefinedCause::Remainder => format!("took {} % {}", a as i32, b as i32),
            UndefinedCause::Shift => format!("shifted by {} bits", b as i32),
            UndefinedCause::BitField => format!("extracted {} bits from bit {} on", c as i32, b as i32),
            UndefinedCause::ToInt => format!("converted {:?} to int", f32::from_bits(a)),
            UndefinedCause::ToUint => format!("converted {:?} to uint", f32::from_bits(a)),
            UndefinedCause::Clamp => "clamped to a minimum above the maximum".to_string(),
            UndefinedCause::SmoothStep => {
                format!("called smoothstep with the edges {:?} and {:?}", f32::from_bits(a), f32::from_bits(b))
            }
            UndefinedCause::Mod | UndefinedCause::Pow | UndefinedCause::Atan => {
                format!("called {name}({:?}, {:?})", f32::from_bits(a), f32::from_bits(b))
            }
            UndefinedCause::Ldexp => format!("called ldexp({:?}, {})", f32::from_bits(a), b as i32),
            UndefinedCause::Inverse => "inverted a matrix of determinant 0".to_string(),
            UndefinedCause::Return => "left the function without a value".to_string(),
            UndefinedCause::Derivative => "took a derivative in a quad that is not fully active".to_string(),
            UndefinedCause::Level => "sampled in a quad that is not fully active".to_string(),
            UndefinedCause::Subgroup => format!("read invocation {a} of a subgroup of {b}"),
            UndefinedCause::Broadcast => "read another invocation than the lanes before it".to_string(),
            UndefinedCause::Cluster => format!("used clusters of {a} in a subgroup of {b}"),
            UndefinedCause::Ballot => "looked for a bit in a ballot of 0".to_string(),
            UndefinedCause::Projection => format!("divided coordinates by {:?}", f32::from_bits(a)),
            UndefinedCause::Range => format!("wrote {:?} to a register", f32::from_bits(a)),
            UndefinedCause::RunLimit => "ended after 65536 instructions".to_string(),
            UndefinedCause::Index => "indexed another item of the array than the lanes before it".to_string(),
            _ => format!("called {name}({:?})", f32::from_bits(a)),
        }
    }
}

/// Returns a rule where an outcome may be undefined or not.
fn make_optional_rule(
    name: &'static str,
    section: &'static str,
    says: &'static str,
    mend: &'static str,
) -> Option<UndefinedRule> {
    Some(make_rule(name, section, says, mend))
}

fn make_rule(name: &'static str, section: &'static str, says: &'static str, mend: &'static str) -> UndefinedRule {
    UndefinedRule { name, section, says, mend }
}

/// A check in watched code, on the combined result of several instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckCondition {
    /// True if `a`, the minimum, is above `b`, as `int`s.
    ClampInt,
    /// True if `a`, the minimum, is above `b`, as `uint`s.
    ClampUint,
    /// True if the determinant `a` is zero.
    Inverse,
    /// True if `a`, the shift amount, is `b` or more.
    ShiftNarrow,
    /// True if the angle `a` is not from -pi to pi.
    Angle,
    /// True if `a`, which coordinates are divided by, is zero or negative.
    Projection,
    /// True if the number `a` is farther from zero than `b`.
    Range,
    /// True if `a`, an index into an array of `b` blocks, samplers or images, differs from the
    /// index of the lanes before.
    Index,
    /// True if `to`, an integer of 8 or 16 bits, differs from the `int` `a` that was converted from the float `b`.
    NarrowInt,
    /// The same for a `uint`.
    NarrowUint,
    /// Always true: a lane here left a function without a value.
    Return,
    /// Always true: a lane here ran out of instructions.
    RunLimit,
}

/// A check of the registers `a` and `b`; if it holds, `to` is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndefinedCheck {
    /// The condition.
    pub question: CheckCondition,
    /// Its first operand.
    pub a: Register,
    /// Its second operand.
    pub b: Register,
    /// The register that may be undefined.
    pub to: Register,
}

/// An instruction of a stage whose result was undefined at least once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UndefinedOperation {
    /// The stage.
    pub stage: Stage,
    /// Its place in the code.
    pub pc: u32,
}

/// An undefined operation that shall have another outcome than usual. Two on one line may hide each other, so each is
/// tried alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherOutcome {
    /// The operation.
    pub of: UndefinedOperation,
    /// Index of the outcome among those tried.
    pub attempt: usize,
}

impl UndefinedOperation {
    /// Returns the outcomes to try. A single one may be mistaken for the usual one: comparisons with NaN are false, and
    /// a shift with the result 0 is hidden by a mask.
    pub fn other_outcomes(self) -> impl Iterator<Item = OtherOutcome> {
        (0..OUTCOME_ATTEMPTS).map(move |attempt| OtherOutcome { of: self, attempt })
    }
}

/// Outcomes tried for each undefined operation.
const OUTCOME_ATTEMPTS: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_CAUSES: [UndefinedCause; 32] = [
        UndefinedCause::Division,
        UndefinedCause::Overflow,
        UndefinedCause::ZeroByZero,
        UndefinedCause::Mod,
        UndefinedCause::RemainderByZero,
        UndefinedCause::Remainder,
        UndefinedCause::Shift,
        UndefinedCause::BitField,
        UndefinedCause::ToInt,
        UndefinedCause::ToUint,
        UndefinedCause::Clamp,
        UndefinedCause::SmoothStep,
        UndefinedCause::Pow,
        UndefinedCause::Log,
        UndefinedCause::Sqrt,
        UndefinedCause::InverseSqrt,
        UndefinedCause::Asin,
        UndefinedCause::Acos,
        UndefinedCause::Atan,
        UndefinedCause::Acosh,
        UndefinedCause::Atanh,
        UndefinedCause::Ldexp,
        UndefinedCause::Frexp,
        UndefinedCause::Inverse,
        UndefinedCause::Return,
        UndefinedCause::Derivative,
        UndefinedCause::Level,
        UndefinedCause::Index,
        UndefinedCause::Subgroup,
        UndefinedCause::Broadcast,
        UndefinedCause::Cluster,
        UndefinedCause::Ballot,
    ];

    /// The book's table, row by row.
    #[test]
    fn the_book_has_every_rule() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/emulator.md");
        let book = std::fs::read_to_string(path).unwrap_or_default();
        for cause in ALL_CAUSES {
            let UndefinedRule { name, section, says, mend } = cause.glsl_rule();
            let row = format!("| `{name}` | {section} | {says} | {mend} |").replace("|x|", "\\|x\\|");
            assert!(book.lines().any(|line| line == row), "book/src/emulator.md lacks this row:\n{row}");
        }
    }
}
