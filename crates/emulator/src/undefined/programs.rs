//! The rules of programs in assembly: their extensions leave less undefined than GLSL does.

use super::{UndefinedCause, UndefinedRule, make_rule};

/// The language of a kernel's text, whose rules say what is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SourceLanguage {
    /// GLSL, or another language with its rules.
    #[default]
    Glsl,
    /// `!!ARBfp1.0` and `!!ARBvp1.0`.
    ArbProgram,
    /// `!!FP1.0`.
    NvFragmentProgram,
    /// `!!VP1.0`, `!!VP1.1` and `!!VP2.0`.
    NvVertexProgram,
    /// Direct3D's assemblies.
    Direct3d,
}

impl SourceLanguage {
    /// Returns the short name of its specification, as it precedes a section.
    pub fn specification(self) -> &'static str {
        match self {
            SourceLanguage::Glsl => "GLSL",
            SourceLanguage::ArbProgram => "ARB",
            SourceLanguage::NvFragmentProgram => "NV_fragment_program",
            SourceLanguage::NvVertexProgram => "NV_vertex_program",
            SourceLanguage::Direct3d => "Direct3D 9",
        }
    }
}

impl UndefinedCause {
    /// Returns the rule in the language of a kernel, or `None` if that language defines the result: `RSQ` and `RCP` of 0
    /// are infinite in all assembly languages, and NV_fragment_program names the result of each function for each
    /// number.
    pub fn rule_for(self, language: SourceLanguage) -> Option<UndefinedRule> {
        match language {
            SourceLanguage::Glsl => Some(self.glsl_rule()),
            SourceLanguage::ArbProgram => self.arb_rule(),
            SourceLanguage::NvFragmentProgram => self.nv_rule(),
            // As NV_fragment_program's, each function has a value for each number.
            SourceLanguage::NvVertexProgram => self.nv_rule().and_then(|_| self.arb_rule()),
            SourceLanguage::Direct3d => self.direct3d_rule(),
        }
    }

    fn arb_rule(self) -> Option<UndefinedRule> {
        Some(match self {
            UndefinedCause::InverseSqrt | UndefinedCause::ZeroByZero => return None,
            UndefinedCause::Log => make_rule(
                "LG2",
                "fragment program 3.11.5.12, vertex program 2.14.5.12",
                "the result of LG2 is undefined if the operand is zero or negative",
                "keep the operand above zero, by MAX",
            ),
            UndefinedCause::Pow => make_rule(
                "POW",
                "fragment program 3.11.5.20, vertex program 2.14.5.20",
                "POW may be EX2 of a product with LG2, which is undefined if the base is zero or negative",
                "multiply, or keep the base above zero, by MAX",
            ),
            UndefinedCause::ToInt => make_rule(
                "ARL",
                "vertex program 2.14.5.3 and issue 66",
                "an address register holds a whole number, and only those near the indices of an array are of use",
                "keep the operand within the array, by MIN and MAX",
            ),
            UndefinedCause::Inverse => make_rule(
                "inverse",
                "fragment program 3.11.3.2, vertex program 2.14.3.4",
                "if a matrix is singular, or nearly so, its inverse matrix is undefined",
                "set a matrix that has an inverse",
            ),
            UndefinedCause::Projection => projection_rule(SourceLanguage::ArbProgram),
            other => other.glsl_rule(),
        })
    }

    /// Returns the rule of Direct3D's reference, which gives every function a value; what remains is about textures, and
    /// about indices.
    fn direct3d_rule(self) -> Option<UndefinedRule> {
        Some(match self {
            UndefinedCause::InverseSqrt | UndefinedCause::ZeroByZero | UndefinedCause::Log | UndefinedCause::Pow => {
                return None;
            }
            UndefinedCause::Projection => projection_rule(SourceLanguage::Direct3d),
            other => other.glsl_rule(),
        })
    }

    fn nv_rule(self) -> Option<UndefinedRule> {
        Some(match self {
            UndefinedCause::InverseSqrt | UndefinedCause::ZeroByZero | UndefinedCause::Log | UndefinedCause::Pow => {
                return None;
            }
            UndefinedCause::Projection => projection_rule(SourceLanguage::NvFragmentProgram),
            other => other.glsl_rule(),
        })
    }
}

/// The rule of SCS.
pub(super) fn angle_rule() -> UndefinedRule {
    make_rule(
        "SCS",
        "fragment program 3.11.5.23",
        "if the scalar operand of SCS is not in the range [-PI,PI], the result vector is undefined",
        "take whole turns off the angle first, by FRC, or use COS and SIN",
    )
}

/// The rule of programs that run too many instructions.
pub(super) fn run_limit_rule() -> UndefinedRule {
    make_rule(
        "loop",
        "NV_fragment_program2 3.11.4.X, NV_vertex_program2 2.14.2.3",
        "a program ends abnormally after 65536 instructions, and its results are those written until then",
        "let the loop run fewer turns, in more passes",
    )
}

/// The rule of the registers of the first pixel shaders.
pub(super) fn range_rule() -> UndefinedRule {
    make_rule(
        "range",
        "Pixel Shaders, Registers of ps_1_1 to ps_1_4",
        "a register holds what lies within PixelShader1xMaxValue of zero, and every card has at least 1",
        "halve the operands by _d2 or _bias, or clamp the result by _sat",
    )
}

/// The rule of TXP.
pub(super) fn projection_rule(language: SourceLanguage) -> UndefinedRule {
    let mend = "keep the fourth component above zero, by MAX";
    match language {
        SourceLanguage::NvFragmentProgram => {
            make_rule("TXP", "3.8", "if q is less than or equal to zero, the results of texturing are undefined", mend)
        }
        SourceLanguage::Direct3d => make_rule(
            "texldp",
            "Pixel Shaders, texldp",
            "the coordinates are divided by the fourth component, which 0 has no quotient by",
            "keep the fourth component above zero, by max",
        ),
        SourceLanguage::Glsl | SourceLanguage::ArbProgram | SourceLanguage::NvVertexProgram => make_rule(
            "TXP",
            "fragment program 3.11.6.2",
            "if the fourth component is less than or equal to zero, the result of TXP is undefined",
            mend,
        ),
    }
}
