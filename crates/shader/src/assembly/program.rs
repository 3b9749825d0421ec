//! A parsed program: its declarations and instructions.
//!
//! The emulator lowers this form to its register code, and `glsl` translates it for drivers.

use super::language::LanguageLevel;
use super::opcode::{Opcode, OpcodeRow, OperandShape, OperationPrecision, Saturation};
use super::texture_target::TextureTarget;
use std::collections::HashMap;

/// A parsed and checked program.
#[derive(Debug, Default)]
pub struct AssemblyProgram {
    /// The language and its options.
    pub level: LanguageLevel,
    /// The options that change its behaviour.
    pub options: ProgramOptions,
    /// The options as written, each with the bytes before it.
    pub declared: Vec<(String, usize)>,
    /// Names of the temporaries, in the order of their declaration.
    pub temporaries: Vec<String>,
    /// Number of temporaries declared SHORT.
    pub short: usize,
    /// True for each temporary that holds halves.
    pub is_short: Vec<bool>,
    /// Names of the address registers.
    pub addresses: Vec<String>,
    /// Arrays of parameters.
    pub arrays: Vec<ParameterArray>,
    /// Bound attributes, each once.
    pub attributes: Vec<ProgramAttribute>,
    /// The names of `v[n]` as first written, such as `v[OPOS]`.
    pub attribute_names: Vec<(u32, String)>,
    /// Parameters bound outside of arrays, in order of appearance.
    pub parameters: Vec<ProgramParameter>,
    /// The instructions, in the order of the text.
    pub instructions: Vec<ProgramInstruction>,
    /// The labels: name, number of instructions before it, and bytes before it.
    pub labels: Vec<(String, usize, usize)>,
    /// The values that cgc's comments give to parameters `c[n]`, until the host sets them.
    pub(super) compiler_constants: Vec<(u32, [f32; 4])>,
    /// Bytes before `END`.
    pub end: usize,
    /// The parts of a program of Direct3D that others lack.
    pub(super) direct3d: Option<Direct3dParts>,
}

/// The parts of a Direct3D program beside its operations: the counts of its own language,
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

impl AssemblyProgram {
    /// Returns true for a program of Direct3D's assemblies.
    pub fn is_of_direct3d(&self) -> bool {
        self.direct3d.is_some()
    }

    /// Returns for each instruction the first instruction behind the label that it names, if it names one.
    pub fn list_targets(&self) -> Vec<Option<usize>> {
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
pub struct ProgramOptions {
    /// The fog that is applied to the final colour.
    pub fog: Option<FogMode>,
    /// The requested precision, if any; it has no effect, floats have 32 bits.
    pub precision: Option<bool>,
    /// Textures may compare depths.
    pub shadow: bool,
    /// Colours may be numbered.
    pub draw_buffers: bool,
    /// The position is that of the fixed pipeline.
    pub position_invariant: bool,
    /// The fragment's position counts rows from the top.
    pub upper_left: bool,
    /// The fragment's position is at integers.
    pub whole_place: bool,
}

/// The fog formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FogMode {
    /// `e` to the power of the coordinate times the density, negative.
    Exp,
    /// The same of the square.
    Exp2,
    /// From a start to an end.
    Linear,
}

/// A value read for each fragment or vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramAttribute {
    /// `color`, `color.primary`.
    Color,
    /// `color.secondary`.
    Secondary,
    /// `texcoord[n]`.
    Texcoord(u32),
    /// `fogcoord`.
    Fogcoord,
    /// `position`.
    Position,
    /// `fragment.facing`.
    Facing,
    /// `vertex.weight[n]`.
    Weight(u32),
    /// `vertex.normal`.
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
pub enum ProgramParameter {
    /// A constant of the text.
    Constant([f32; 4]),
    /// `program.env[n]`.
    Environment(u32),
    /// `program.local[n]`, or `p[n]`.
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
pub struct ConstantRegister {
    /// Its own name, as `c5`.
    pub register: String,
    /// The author's name for it.
    pub name: String,
    /// Its type.
    pub kind: ConstantKind,
}

/// The type of a constant register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstantKind {
    /// Four floats: `c#`.
    Float,
    /// Four integers: `i#`.
    Integer,
    /// One boolean: `b#`.
    Boolean,
}

/// The form of a matrix that a program reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixForm {
    /// As the host sets it.
    Plain,
    /// `.inverse`.
    Inverse,
    /// `.transpose`.
    Transpose,
    /// `.invtrans`.
    InverseTranspose,
}

/// An array of parameters.
#[derive(Debug)]
pub struct ParameterArray {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub items: Vec<ProgramParameter>,
    /// True if an address register indexes it anywhere.
    pub relative: bool,
}

/// The size that NV_fragment_program lets a variable be declared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableSize {
    /// 16 bits for each component.
    Short,
    /// 32 bits.
    Long,
}

/// A value written for each fragment or vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramOutput {
    /// A draw buffer's colour, and whether its number was written.
    Color(u32, bool),
    /// The depth, in the third component.
    Depth,
    /// The position of the vertex.
    Position,
    /// The fog coordinate, in the first component.
    Fogcoord,
    /// The size of the point, in the first component.
    PointSize,
    /// `texcoord[n]`.
    Texcoord(u32),
    /// A colour of the vertex: true for the back face, true for the secondary colour.
    Side(bool, bool),
    /// An output of `vs_3_0` by its usage and index, if it has no other name here.
    Usage(&'static str, u32),
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
pub struct ProgramInstruction {
    /// Its row of the instruction table.
    pub row: &'static OpcodeRow,
    /// The operation.
    pub opcode: Opcode,
    /// The kind of its operands.
    pub shape: OperandShape,
    /// The numbers that it computes with.
    pub precision: OperationPrecision,
    /// True if the result is a half: of an operation in halves, or in a SHORT variable.
    pub half: bool,
    /// The clamping of the result.
    pub saturation: Saturation,
    /// True if the condition code is updated.
    pub updates: bool,
    /// The condition code that is updated, 0 or 1.
    pub code: u8,
    /// The register that is written.
    pub destination: Option<Destination>,
    /// The operands.
    pub sources: Vec<Operand>,
    /// The extended swizzle of SWZ.
    pub swizzle: Option<[SwizzleComponent; 4]>,
    /// The image unit of a texture instruction, and its target.
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
pub struct Destination {
    /// The register.
    pub register: ProgramRegister,
    /// True for each component that is written.
    pub mask: [bool; 4],
    /// The test of the condition code that a component must pass to be written.
    pub condition: Option<Condition>,
}

/// A register that an instruction writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramRegister {
    /// A temporary, by its number.
    Temporary(usize),
    /// A result of the program.
    Output(ProgramOutput),
    /// An address register, by its number.
    Address(usize),
    /// `CC`, `RC` or `HC`: the condition code alone.
    ConditionCode,
    /// `result.texcoord[a.x + n]`.
    IndexedTexcoord(AddressComponent, i32),
}

/// A component of an address register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressComponent {
    /// The register, by its number.
    pub register: usize,
    /// The component, from 0.
    pub lane: u8,
}

/// An operand.
#[derive(Debug, Clone)]
pub struct Operand {
    /// The vector that is read.
    pub source: OperandSource,
    /// True if its components are negated, after their absolute values are taken.
    pub negative: bool,
    /// True if their absolute values are taken.
    pub absolute: bool,
    /// The component read for each component of the operand.
    pub swizzle: [u8; 4],
}

/// The vector that an operand reads.
#[derive(Debug, Clone, PartialEq)]
pub enum OperandSource {
    /// A temporary, by its number.
    Temporary(usize),
    /// A value of the fragment or vertex.
    Attribute(ProgramAttribute),
    /// A value that is the same for all.
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
pub struct SwizzleComponent {
    /// The value that it selects.
    pub of: SwizzleSource,
    /// True if the value is negated.
    pub negative: bool,
}

/// A value that an extended swizzle selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwizzleSource {
    /// 0.0.
    Zero,
    /// 1.0.
    One,
    /// A component of the operand.
    Lane(u8),
}

/// A test of the condition code.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// The test.
    pub rule: ConditionRule,
    /// The component of the condition code that is tested for each component.
    pub swizzle: [u8; 4],
    /// The condition code that is tested, 0 or 1.
    pub code: u8,
}

/// The rule of a test of the condition code; one that a NaN set passes only `NotEqual`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionRule {
    /// `EQ`.
    Equal,
    /// `GE`.
    GreaterEqual,
    /// `GT`.
    Greater,
    /// `LE`.
    LessEqual,
    /// `LT`.
    Less,
    /// `NE`.
    NotEqual,
    /// `TR`.
    Always,
    /// `FL`.
    Never,
}

impl ProgramInstruction {
    /// Returns true if no condition decides whether it jumps.
    pub(super) fn is_unconditional(&self) -> bool {
        self.condition.is_none_or(|condition| condition.rule == ConditionRule::Always)
    }
}
