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
    /// What a program of Direct3D has besides.
    pub direct3d: Option<Direct3dParts>,
}

/// What a program of Direct3D's assemblies has besides its operations: the counts of its own language,
/// since several operations may stand for one instruction, and the names of its registers.
#[derive(Debug, Default)]
pub(super) struct Direct3dParts {
    /// The version, as `ps_2_0`.
    pub version: &'static str,
    /// Bytes before the version.
    pub version_at: usize,
    /// Slots of arithmetic, of texture instructions, and of all.
    pub arithmetic_slots: usize,
    pub texture_slots: usize,
    pub total_slots: usize,
    /// Texture reads in the longest chain.
    pub texture_levels: usize,
    /// Registers `r#` in use.
    pub temporaries: usize,
    /// Registers `c#` in use, or all of them if an index chooses one.
    pub constants: usize,
    /// Slots that run at most; `None` if a constant of the host counts a loop.
    pub executed: Option<u64>,
    /// Deepest nesting of calls.
    pub call_depth: usize,
    pub samplers: Vec<(u32, String)>,
    pub inputs: Vec<(ProgramAttribute, String)>,
    pub outputs: Vec<(ProgramOutput, String)>,
}

impl Direct3dParts {
    /// Returns the register's name of an input.
    pub(super) fn input_name(&self, attribute: ProgramAttribute) -> Option<&str> {
        self.inputs
            .iter()
            .find(|(known, _)| *known == attribute)
            .map(|(_, name)| name.as_str())
    }

    /// Returns the register's name of an output.
    pub(super) fn output_name(&self, output: ProgramOutput) -> Option<&str> {
        self.outputs
            .iter()
            .find(|(known, _)| *known == output)
            .map(|(_, name)| name.as_str())
    }

    /// Returns the author's name of a sampler, or its register's.
    pub(super) fn sampler_name(&self, number: u32) -> String {
        let known = self.samplers.iter().find(|(known, _)| *known == number);
        known.map_or_else(|| format!("s{number}"), |(_, name)| name.clone())
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
    /// An input of a pixel shader of Direct3D by its usage and index, if it has no other name here.
    Usage(&'static str, u32),
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
    /// A constant register of Direct3D.
    Register(ConstantRegister),
}

/// A constant register of Direct3D, which the host sets.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ConstantRegister {
    /// Its own name, as `c5`.
    pub register: String,
    /// The author's name for it.
    pub name: String,
    pub kind: ConstantKind,
}

/// The type of a constant register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConstantKind {
    Float,
    Integer,
    Boolean,
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
    /// An output of `vs_3_0` by its usage and index, if it has no other name here.
    Usage(&'static str, u32),
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
