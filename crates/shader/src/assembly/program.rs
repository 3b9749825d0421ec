//! A program that was read: what it declares and what it does.

use super::opcode::{Level, Opcode, Row, Saturation, Shape};

/// A program, checked.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub level: Level,
    pub options: Options,
    /// The options as they are written, with the bytes before each.
    pub declared: Vec<(String, usize)>,
    /// Names of the temporaries, in the order of their declaration.
    pub temporaries: Vec<String>,
    /// How many of them are SHORT.
    pub short: usize,
    /// Names of the address registers.
    pub addresses: Vec<String>,
    pub arrays: Vec<Array>,
    /// Attributes that are bound, each once.
    pub attributes: Vec<Attribute>,
    /// Parameters that are bound outside of arrays, as they come.
    pub parameters: Vec<Parameter>,
    pub instructions: Vec<Instruction>,
    /// Names and the number of instructions before each.
    pub labels: Vec<(String, usize, usize)>,
    /// Bytes before `END`.
    pub end: usize,
}

/// The options that change what a program does.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Options {
    pub fog: Option<Fog>,
    /// Whether precision was asked for; none is the same: floats have 32 bits.
    pub precision: Option<bool>,
    pub shadow: bool,
    pub draw_buffers: bool,
    pub position_invariant: bool,
    /// A fragment's place counts rows from the top.
    pub upper_left: bool,
    /// A fragment's place is whole.
    pub whole_place: bool,
}

/// How fog is applied to the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fog {
    Exp,
    Exp2,
    Linear,
}

/// What is read for each fragment or vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribute {
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
pub(super) enum Parameter {
    Constant([f32; 4]),
    Environment(u32),
    Local(u32),
    /// A vector of OpenGL's state, by its full name.
    State(String),
    /// A matrix by its full name, how it is taken, and a row.
    Row(String, Taken, u32),
}

/// How a matrix is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Plain,
    Inverse,
    Transpose,
    InverseTranspose,
}

/// An array of parameters.
#[derive(Debug)]
pub(super) struct Array {
    pub name: String,
    pub items: Vec<Parameter>,
    /// Whether an address register indexes it somewhere.
    pub relative: bool,
}

/// The bits of a variable that NV_fragment_program declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Short,
    Long,
}

/// What is written for each fragment or vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    /// A draw buffer's colour, and whether it was written with its number.
    Color(u32, bool),
    Depth,
    Position,
    Fogcoord,
    PointSize,
    Texcoord(u32),
    /// Of the back face, of the secondary colour.
    Side(bool, bool),
}

/// An instruction of the text.
#[derive(Debug)]
pub(super) struct Instruction {
    pub row: &'static Row,
    pub opcode: Opcode,
    pub shape: Shape,
    /// True if the result is a half: of an H instruction, or in a SHORT variable.
    pub half: bool,
    pub saturation: Saturation,
    /// Whether the condition code is updated.
    pub updates: bool,
    pub destination: Option<Destination>,
    pub sources: Vec<Operand>,
    pub swizzle: Option<[Selected; 4]>,
    pub texture: Option<(u32, TextureTarget)>,
    /// What KIL, IF, CAL, RET and BRK ask.
    pub condition: Option<Condition>,
    /// What CAL calls.
    pub label: Option<String>,
    /// Bytes before it.
    pub at: usize,
}

/// Where a result goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Destination {
    pub register: Register,
    pub mask: [bool; 4],
    pub condition: Option<Condition>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Register {
    Temporary(usize),
    Output(Output),
    Address(usize),
    /// `CC`, `RC` or `HC`: the condition code alone.
    ConditionCode,
}

/// An operand.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub source: Source,
    pub negative: bool,
    pub absolute: bool,
    pub swizzle: [u8; 4],
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Source {
    Temporary(usize),
    Attribute(Attribute),
    Parameter(Parameter),
    /// An array, an address register, and what is added.
    Relative(usize, usize, i32),
    /// `fragment.texcoord[A0.x + n]`.
    LoopTexcoord(u32),
}

/// A component of an extended swizzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Selected {
    pub of: Select,
    pub negative: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Select {
    Zero,
    One,
    Lane(u8),
}

/// A test of the condition code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Condition {
    pub rule: Rule,
    pub swizzle: [u8; 4],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
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
    /// Its name in a program.
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

    /// Whether it compares depths.
    pub(super) fn is_shadow(self) -> bool {
        matches!(self, TextureTarget::ShadowOne | TextureTarget::ShadowTwo | TextureTarget::ShadowRectangle)
    }
}
