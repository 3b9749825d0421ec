//! A shader as its author wrote it: statements with their modifiers. Texts and token streams are read
//! into it, the rules are checked on it, and it becomes the list of operations of all languages.

use super::operation::Operation;
use super::version::ShaderVersion;

/// A shader.
#[derive(Debug)]
pub(in crate::assembly) struct Shader {
    pub version: &'static ShaderVersion,
    pub statements: Vec<Statement>,
    /// Names of the author for constants and samplers.
    pub names: Vec<RegisterName>,
    /// Bytes before the end of the text.
    pub end: usize,
}

/// The name of a constant or sampler in the author's own language, and the registers that hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::assembly) struct RegisterName {
    pub name: String,
    pub first: Register,
    pub count: u32,
}

/// A statement.
#[derive(Debug)]
pub(in crate::assembly) struct Statement {
    pub operation: &'static Operation,
    /// The comparison of `if_gt`, `break_gt` and `setp_gt`.
    pub comparison: Option<Comparison>,
    /// True after `+`: it is issued together with the one before it.
    pub paired: bool,
    /// `(p0)`: the components that are written.
    pub predicate: Option<Source>,
    /// The power of 2 that the result is multiplied by: 1 of `_x2`, -1 of `_d2`.
    pub shift: i32,
    /// `_sat`.
    pub saturates: bool,
    /// `_pp`.
    pub partial: bool,
    /// `_centroid`.
    pub centroid: bool,
    pub target: Option<Target>,
    pub sources: Vec<Source>,
    /// The declaration that `dcl` makes for its target.
    pub declared: Option<Declared>,
    /// The value that `def`, `defi` or `defb` gives to its target.
    pub value: Option<DefinedValue>,
    /// Bytes before it.
    pub at: usize,
}

impl Statement {
    pub(super) fn new(operation: &'static Operation, at: usize) -> Statement {
        Statement {
            operation,
            comparison: None,
            paired: false,
            predicate: None,
            shift: 0,
            saturates: false,
            partial: false,
            centroid: false,
            target: None,
            sources: vec![],
            declared: None,
            value: None,
            at,
        }
    }

    /// Returns the register of the result, or of what is declared.
    pub(super) fn target_register(&self) -> Option<Register> {
        self.target.as_ref().map(|target| target.register)
    }

    /// Returns the name of its operation, with the comparison.
    pub(super) fn name(&self) -> String {
        match self.comparison {
            Some(comparison) => {
                format!("{}_{}", self.operation.name.trim_end_matches("_comp"), comparison.name())
            }
            None => self.operation.name.to_string(),
        }
    }
}

/// A register, by its kind and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::assembly) struct Register {
    pub kind: RegisterKind,
    pub number: u32,
}

/// The kind of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::assembly) enum RegisterKind {
    /// `r#`.
    Temporary,
    /// `v#`.
    Input,
    /// `c#`.
    Constant,
    /// `i#`.
    Integer,
    /// `b#`.
    Boolean,
    /// `t#` of a pixel shader.
    Coordinate,
    /// `s#`.
    Sampler,
    /// `a0` of a vertex shader.
    Address,
    /// `aL`.
    LoopCounter,
    /// `p0`.
    Predicate,
    /// `l#`.
    Label,
    /// `oPos`.
    Position,
    /// `oFog`.
    Fog,
    /// `oPts`.
    PointSize,
    /// `oD#`.
    VertexColor,
    /// `oT#`.
    VertexCoordinate,
    /// `o#` of `vs_3_0`.
    Output,
    /// `oC#`.
    PixelColor,
    /// `oDepth`.
    PixelDepth,
    /// `vPos`.
    PixelPosition,
    /// `vFace`.
    Face,
}

impl RegisterKind {
    /// The kinds with their names; those of the first list have a number behind the name.
    pub(super) const NUMBERED: [(&'static str, RegisterKind); 14] = [
        ("oC", RegisterKind::PixelColor),
        ("oD", RegisterKind::VertexColor),
        ("oT", RegisterKind::VertexCoordinate),
        ("o", RegisterKind::Output),
        ("r", RegisterKind::Temporary),
        ("v", RegisterKind::Input),
        ("c", RegisterKind::Constant),
        ("i", RegisterKind::Integer),
        ("b", RegisterKind::Boolean),
        ("t", RegisterKind::Coordinate),
        ("s", RegisterKind::Sampler),
        ("a", RegisterKind::Address),
        ("p", RegisterKind::Predicate),
        ("l", RegisterKind::Label),
    ];

    /// The kinds of which there is one register.
    pub(super) const SINGLE: [(&'static str, RegisterKind); 7] = [
        ("oPos", RegisterKind::Position),
        ("oFog", RegisterKind::Fog),
        ("oPts", RegisterKind::PointSize),
        ("oDepth", RegisterKind::PixelDepth),
        ("vPos", RegisterKind::PixelPosition),
        ("vFace", RegisterKind::Face),
        ("aL", RegisterKind::LoopCounter),
    ];

    /// Returns true if a statement may write it, in a version that has it.
    pub(super) fn is_output(self) -> bool {
        matches!(
            self,
            RegisterKind::Position
                | RegisterKind::Fog
                | RegisterKind::PointSize
                | RegisterKind::VertexColor
                | RegisterKind::VertexCoordinate
                | RegisterKind::Output
                | RegisterKind::PixelColor
                | RegisterKind::PixelDepth
        )
    }
}

impl Register {
    pub(super) const fn new(kind: RegisterKind, number: u32) -> Register {
        Register { kind, number }
    }
}

impl std::fmt::Display for Register {
    /// `oT3`, `vFace`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((name, _)) = RegisterKind::SINGLE.iter().find(|(_, kind)| *kind == self.kind) {
            return f.write_str(name);
        }
        let named = RegisterKind::NUMBERED.iter().find(|(_, kind)| *kind == self.kind);
        write!(f, "{}{}", named.map_or("", |(name, _)| name), self.number)
    }
}

/// A register that is written.
#[derive(Debug, Clone)]
pub(in crate::assembly) struct Target {
    pub register: Register,
    pub mask: [bool; 4],
    /// True if the mask is written down.
    pub masked: bool,
    /// The register whose value is added to the number.
    pub relative: Option<RelativeIndex>,
    pub at: usize,
}

/// A register that is read.
#[derive(Debug, Clone)]
pub(in crate::assembly) struct Source {
    pub register: Register,
    pub relative: Option<RelativeIndex>,
    pub modifier: SourceModifier,
    pub negative: bool,
    pub swizzle: [u8; 4],
    pub at: usize,
}

/// The swizzle that changes nothing.
pub(in crate::assembly) const WHOLE: [u8; 4] = [0, 1, 2, 3];

impl Source {
    /// Returns true if all four components are the same one.
    pub(super) fn is_replicated(&self) -> bool {
        self.swizzle.iter().all(|lane| *lane == self.swizzle[0])
    }
}

/// The register whose value is added to another register's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum RelativeIndex {
    /// A component of `a0`.
    Address(u8),
    /// `aL`.
    Loop,
}

/// A modifier of a source register, without its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum SourceModifier {
    None,
    /// `_bias`: less a half.
    Bias,
    /// `_bx2`: less a half, then twice.
    Signed,
    /// `1-`.
    Complement,
    /// `_x2`.
    Double,
    /// `_dz`, `_db`: divided by the third component.
    DivideByZ,
    /// `_dw`, `_da`: divided by the fourth.
    DivideByW,
    /// `_abs`.
    Absolute,
    /// `!`.
    Not,
}

impl SourceModifier {
    /// The modifiers that follow a register's name.
    pub(super) const SUFFIXES: [(&'static str, SourceModifier); 8] = [
        ("bias", SourceModifier::Bias),
        ("bx2", SourceModifier::Signed),
        ("x2", SourceModifier::Double),
        ("dz", SourceModifier::DivideByZ),
        ("db", SourceModifier::DivideByZ),
        ("dw", SourceModifier::DivideByW),
        ("da", SourceModifier::DivideByW),
        ("abs", SourceModifier::Absolute),
    ];
}

/// A comparison of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum Comparison {
    Greater,
    Equal,
    GreaterEqual,
    Less,
    NotEqual,
    LessEqual,
}

impl Comparison {
    /// The comparisons, each at its number in a token less 1.
    pub(super) const ALL: [Comparison; 6] = [
        Comparison::Greater,
        Comparison::Equal,
        Comparison::GreaterEqual,
        Comparison::Less,
        Comparison::NotEqual,
        Comparison::LessEqual,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Comparison::Greater => "gt",
            Comparison::Equal => "eq",
            Comparison::GreaterEqual => "ge",
            Comparison::Less => "lt",
            Comparison::NotEqual => "ne",
            Comparison::LessEqual => "le",
        }
    }
}

/// The declaration of a register by `dcl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum Declared {
    /// `dcl`: the register alone.
    Plain,
    /// `dcl_texcoord3`: a usage, by its place in [`USAGES`], and its index.
    Usage(usize, u32),
    Sampler(SamplerKind),
}

/// The usages, each at its number in a token.
pub(in crate::assembly) const USAGES: [&str; 14] = [
    "position",
    "blendweight",
    "blendindices",
    "normal",
    "psize",
    "texcoord",
    "tangent",
    "binormal",
    "tessfactor",
    "positiont",
    "color",
    "fog",
    "depth",
    "sample",
];

/// The shape of a sampler's texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum SamplerKind {
    Flat,
    Cube,
    Volume,
}

impl SamplerKind {
    /// The kinds with their names and their numbers in a token.
    pub(super) const ALL: [(&'static str, u32, SamplerKind); 3] =
        [("2d", 2, SamplerKind::Flat), ("cube", 3, SamplerKind::Cube), ("volume", 4, SamplerKind::Volume)];

    /// Returns the number of its coordinates.
    pub(super) fn coordinate_count(self) -> usize {
        if self == SamplerKind::Flat { 2 } else { 3 }
    }
}

/// The value of a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::assembly) enum DefinedValue {
    Float([f32; 4]),
    Integer([i32; 4]),
    Boolean(bool),
}

impl Shader {
    /// Returns the kind of each declared sampler.
    pub(super) fn sampler_kind(&self, number: u32) -> Option<SamplerKind> {
        self.statements.iter().find_map(|statement| match statement.declared {
            Some(Declared::Sampler(kind))
                if statement.target_register() == Some(Register::new(RegisterKind::Sampler, number)) =>
            {
                Some(kind)
            }
            _ => None,
        })
    }

    /// Returns the value that a register is defined as: the last one counts.
    pub(super) fn defined_value(&self, register: Register) -> Option<DefinedValue> {
        let defined = self
            .statements
            .iter()
            .rev()
            .find(|statement| statement.target_register() == Some(register) && statement.value.is_some());
        defined.and_then(|statement| statement.value)
    }
}
