//! A parsed program: its declarations and instructions.

use super::language::LanguageLevel;
use super::opcode::{Opcode, OpcodeRow, OperandShape, Saturation};
use std::collections::HashMap;

/// A parsed and checked program.
#[derive(Debug, Default)]
pub(super) struct AssemblyProgram {
    pub level: LanguageLevel,
    pub options: ProgramOptions,
    /// The options as written, each with the bytes before it.
    pub declared: Vec<(String, usize)>,
    /// Names of the temporaries, in the order of their declaration.
    pub temporaries: Vec<String>,
    /// Number of temporaries declared SHORT.
    pub short: usize,
    /// Names of the address registers.
    pub addresses: Vec<String>,
    pub arrays: Vec<ParameterArray>,
    /// Bound attributes, each once.
    pub attributes: Vec<ProgramAttribute>,
    /// The names of `v[n]` as first written, such as `v[OPOS]`.
    pub attribute_names: Vec<(u32, String)>,
    /// Parameters bound outside of arrays, in order of appearance.
    pub parameters: Vec<ProgramParameter>,
    pub instructions: Vec<ProgramInstruction>,
    /// The labels: name, number of instructions before it, and bytes before it.
    pub labels: Vec<(String, usize, usize)>,
    /// Bytes before `END`.
    pub end: usize,
}

impl AssemblyProgram {
    /// Returns for each instruction the first instruction behind the label that it names, if it names one.
    pub(super) fn list_targets(&self) -> Vec<Option<usize>> {
        let labels: HashMap<&str, usize> = self.labels.iter().map(|(name, at, _)| (name.as_str(), *at)).collect();
        let target = |one: &ProgramInstruction| labels.get(one.label.as_deref()?).copied();
        self.instructions.iter().map(target).collect()
    }

    /// Returns the name of an attribute in a language whose registers have fixed names.
    pub(super) fn register_name(&self, attribute: ProgramAttribute) -> String {
        match attribute {
            ProgramAttribute::Generic(n) => {
                let written = self.attribute_names.iter().find(|(number, _)| *number == n);
                // OpenGL reads the position for a position-invariant program.
                let unwritten = || if n == 0 { "v[OPOS]".to_string() } else { format!("v[{n}]") };
                written.map_or_else(unwritten, |(_, name)| name.clone())
            }
            ProgramAttribute::Color => "f[COL0]".to_string(),
            ProgramAttribute::Secondary => "f[COL1]".to_string(),
            ProgramAttribute::Fogcoord => "f[FOGC]".to_string(),
            ProgramAttribute::Texcoord(n) => format!("f[TEX{n}]"),
            _ => "f[WPOS]".to_string(),
        }
    }
}

/// The options that change the behaviour of a program.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ProgramOptions {
    pub fog: Option<FogMode>,
    /// The requested precision, if any; it has no effect, floats have 32 bits.
    pub precision: Option<bool>,
    pub shadow: bool,
    pub draw_buffers: bool,
    pub position_invariant: bool,
    /// The fragment's position counts rows from the top.
    pub upper_left: bool,
    /// The fragment's position is at integers.
    pub whole_place: bool,
}

/// The fog formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FogMode {
    Exp,
    Exp2,
    Linear,
}

/// A value read for each fragment or vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramAttribute {
    /// `color`, `color.primary`.
    Color,
    /// `color.secondary`.
    Secondary,
    Texcoord(u32),
    Fogcoord,
    Position,
    /// `fragment.facing`.
    Facing,
    /// `vertex.weight[n]`.
    Weight(u32),
    Normal,
    /// `vertex.matrixindex[n]`.
    MatrixIndex(u32),
    /// `vertex.attrib[n]`.
    Generic(u32),
}

impl ProgramAttribute {
    /// Returns the generic attribute that a conventional one is too (table X.2.1 of ARB_vertex_program).
    pub(super) fn generic_alias(self) -> Option<u32> {
        match self {
            ProgramAttribute::Position => Some(0),
            ProgramAttribute::Weight(0) => Some(1),
            ProgramAttribute::Normal => Some(2),
            ProgramAttribute::Color => Some(3),
            ProgramAttribute::Secondary => Some(4),
            ProgramAttribute::Fogcoord => Some(5),
            ProgramAttribute::Texcoord(n) => Some(8 + n),
            _ => None,
        }
    }

    /// Returns true if one is generic, and the other the conventional attribute of its number.
    pub(super) fn is_alias_of(self, other: ProgramAttribute) -> bool {
        let aliases = |one: ProgramAttribute, other: ProgramAttribute| match one {
            ProgramAttribute::Generic(n) => other.generic_alias() == Some(n),
            _ => false,
        };
        aliases(self, other) || aliases(other, self)
    }
}

/// A vector that is the same for all fragments or vertices.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ProgramParameter {
    Constant([f32; 4]),
    Environment(u32),
    Local(u32),
    /// A vector of OpenGL's state, by its full name.
    State(String),
    /// A local parameter that DECLARE names, and its value until the host sets it.
    Declared(String, [f32; 4]),
    /// A matrix by its full name, its form, and a row.
    Row(String, MatrixForm, u32),
}

/// The form of a matrix that a program reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatrixForm {
    Plain,
    Inverse,
    Transpose,
    InverseTranspose,
}

/// An array of parameters.
#[derive(Debug)]
pub(super) struct ParameterArray {
    pub name: String,
    pub items: Vec<ProgramParameter>,
    /// True if an address register indexes it anywhere.
    pub relative: bool,
}

/// The size that NV_fragment_program lets a variable be declared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VariableSize {
    Short,
    Long,
}

/// A value written for each fragment or vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramOutput {
    /// A draw buffer's colour, and whether its number was written.
    Color(u32, bool),
    Depth,
    Position,
    Fogcoord,
    PointSize,
    Texcoord(u32),
    /// A colour of the vertex: true for the back face, true for the secondary colour.
    Side(bool, bool),
    /// The distance from a clip plane.
    Clip(u32),
}

impl ProgramOutput {
    /// Returns true if only its first component is read.
    pub(super) fn is_scalar(self) -> bool {
        matches!(self, ProgramOutput::PointSize | ProgramOutput::Fogcoord | ProgramOutput::Clip(_))
    }
}

/// An instruction of the text.
#[derive(Debug)]
pub(super) struct ProgramInstruction {
    pub row: &'static OpcodeRow,
    pub opcode: Opcode,
    pub shape: OperandShape,
    /// True if the result is a half: of an H instruction, or in a SHORT variable.
    pub half: bool,
    pub saturation: Saturation,
    /// True if the condition code is updated.
    pub updates: bool,
    /// The condition code that is updated, 0 or 1.
    pub code: u8,
    pub destination: Option<Destination>,
    pub sources: Vec<Operand>,
    pub swizzle: Option<[SwizzleComponent; 4]>,
    pub texture: Option<(u32, TextureTarget)>,
    /// The condition of KIL, IF, CAL, BRA, RET or BRK.
    pub condition: Option<Condition>,
    /// The label that CAL or BRA names.
    pub label: Option<String>,
    /// Bytes before it.
    pub at: usize,
}

/// The destination of a result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Destination {
    pub register: ProgramRegister,
    pub mask: [bool; 4],
    pub condition: Option<Condition>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramRegister {
    Temporary(usize),
    Output(ProgramOutput),
    Address(usize),
    /// `CC`, `RC` or `HC`: the condition code alone.
    ConditionCode,
    /// `result.texcoord[a.x + n]`.
    IndexedTexcoord(AddressComponent, i32),
}

/// A component of an address register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AddressComponent {
    pub register: usize,
    pub lane: u8,
}

/// An operand.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub source: OperandSource,
    pub negative: bool,
    pub absolute: bool,
    pub swizzle: [u8; 4],
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum OperandSource {
    Temporary(usize),
    Attribute(ProgramAttribute),
    Parameter(ProgramParameter),
    /// An array, a component of an address register, and an offset.
    Relative(usize, AddressComponent, i32),
    /// `vertex.attrib[a.x + n]`.
    IndexedGeneric(AddressComponent, i32),
    /// `vertex.texcoord[a.x + n]`.
    IndexedTexcoord(AddressComponent, i32),
    /// A whole address register.
    Address(usize),
    /// `fragment.texcoord[A0.x + n]`.
    LoopTexcoord(u32),
}

/// A component of an extended swizzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SwizzleComponent {
    pub of: SwizzleSource,
    pub negative: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SwizzleSource {
    Zero,
    One,
    Lane(u8),
}

/// A test of the condition code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Condition {
    pub rule: ConditionRule,
    pub swizzle: [u8; 4],
    /// The condition code that is tested, 0 or 1.
    pub code: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConditionRule {
    Equal,
    GreaterEqual,
    Greater,
    LessEqual,
    Less,
    NotEqual,
    Always,
    Never,
}

impl ProgramInstruction {
    /// Returns true if no condition decides whether it jumps.
    pub(super) fn is_unconditional(&self) -> bool {
        self.condition.is_none_or(|condition| condition.rule == ConditionRule::Always)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextureTarget {
    One,
    Two,
    Three,
    Cube,
    Rectangle,
    ShadowOne,
    ShadowTwo,
    ShadowRectangle,
}

impl TextureTarget {
    /// Returns its name in a program.
    pub(super) fn name(self) -> &'static str {
        match self {
            TextureTarget::One => "1D",
            TextureTarget::Two => "2D",
            TextureTarget::Three => "3D",
            TextureTarget::Cube => "CUBE",
            TextureTarget::Rectangle => "RECT",
            TextureTarget::ShadowOne => "SHADOW1D",
            TextureTarget::ShadowTwo => "SHADOW2D",
            TextureTarget::ShadowRectangle => "SHADOWRECT",
        }
    }

    pub(super) const ALL: [TextureTarget; 8] = [
        TextureTarget::One,
        TextureTarget::Two,
        TextureTarget::Three,
        TextureTarget::Cube,
        TextureTarget::Rectangle,
        TextureTarget::ShadowOne,
        TextureTarget::ShadowTwo,
        TextureTarget::ShadowRectangle,
    ];

    /// Returns true if it compares depths.
    pub(super) fn is_shadow(self) -> bool {
        matches!(self, TextureTarget::ShadowOne | TextureTarget::ShadowTwo | TextureTarget::ShadowRectangle)
    }
}
