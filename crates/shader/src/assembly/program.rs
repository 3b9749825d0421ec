//! A parsed program: its declarations and instructions.

use super::opcode::{LanguageLevel, Opcode, OpcodeRow, OperandShape, Saturation};

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
    /// Parameters bound outside of arrays, in order of appearance.
    pub parameters: Vec<ProgramParameter>,
    pub instructions: Vec<ProgramInstruction>,
    /// The labels: name, number of instructions before it, and bytes before it.
    pub labels: Vec<(String, usize, usize)>,
    /// Bytes before `END`.
    pub end: usize,
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
    pub destination: Option<Destination>,
    pub sources: Vec<Operand>,
    pub swizzle: Option<[SwizzleComponent; 4]>,
    pub texture: Option<(u32, TextureTarget)>,
    /// The condition of KIL, IF, CAL, RET or BRK.
    pub condition: Option<Condition>,
    /// The label that CAL calls.
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
    /// An array, an address register, and an offset.
    Relative(usize, usize, i32),
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
