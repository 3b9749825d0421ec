//! The operations of Direct3D's assemblies: names, operands, tokens, and the versions that have them.

use super::version::ShaderVersion;

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::assembly) enum OperationKind {
    Arithmetic,
    Texture,
    Flow,
    /// `def`, `dcl`, `phase` and `label`, which take no slot.
    Setup,
}

/// An operation.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::assembly) struct Operation {
    pub name: &'static str,
    /// The low half of its token.
    pub code: u32,
    /// Bits 16 to 23 of its token, of the operations that share a code.
    pub control: u32,
    /// True if its first operand is written, or named as if it were.
    pub target: bool,
    /// Source operands.
    pub sources: usize,
    pub kind: OperationKind,
    /// Bits of the versions that have it.
    versions: u32,
}

const PS11: u32 = 1;
const PS12: u32 = 1 << 1;
const PS13: u32 = 1 << 2;
const PS14: u32 = 1 << 3;
const PS20: u32 = 1 << 4;
const PS2X: u32 = 1 << 5;
const PS30: u32 = 1 << 6;
const VS11: u32 = 1 << 7;
const VS20: u32 = 1 << 8;
const VS2X: u32 = 1 << 9;
const VS30: u32 = 1 << 10;

/// `ps_1_1` to `ps_1_3`.
const PS1: u32 = PS11 | PS12 | PS13;
/// The pixel shaders from `ps_2_0` on.
const PS2: u32 = PS20 | PS2X | PS30;
/// The vertex shaders from `vs_2_0` on.
const VS2: u32 = VS20 | VS2X | VS30;
const VS: u32 = VS11 | VS2;
const PS: u32 = PS1 | PS14 | PS2;
const ALL: u32 = PS | VS;
/// The versions with flow control that the host decides.
const STATIC: u32 = PS2X | PS30 | VS2;
/// The versions with flow control that numbers decide.
const DYNAMIC: u32 = PS2X | PS30 | VS2X | VS30;

/// The number of `phase` and of the two tokens of every stream.
pub(super) const PHASE_CODE: u32 = 0xfffd;
pub(super) const COMMENT_CODE: u32 = 0xfffe;
pub(super) const END_CODE: u32 = 0xffff;

const fn operation_row(
    name: &'static str,
    code: u32,
    (target, sources): (bool, usize),
    kind: OperationKind,
    versions: u32,
) -> Operation {
    Operation { name, code, control: 0, target, sources, kind, versions }
}

/// A row of arithmetic with a result.
const fn arithmetic_row(name: &'static str, code: u32, sources: usize, versions: u32) -> Operation {
    operation_row(name, code, (true, sources), OperationKind::Arithmetic, versions)
}

const fn texture_row(name: &'static str, code: u32, sources: usize, versions: u32) -> Operation {
    operation_row(name, code, (true, sources), OperationKind::Texture, versions)
}

const fn flow_row(name: &'static str, code: u32, sources: usize, versions: u32) -> Operation {
    operation_row(name, code, (false, sources), OperationKind::Flow, versions)
}

const fn setup_row(name: &'static str, code: u32, target: bool, sources: usize, versions: u32) -> Operation {
    operation_row(name, code, (target, sources), OperationKind::Setup, versions)
}

/// All operations.
static OPERATIONS: [Operation; 90] = [
    operation_row("nop", 0, (false, 0), OperationKind::Arithmetic, ALL),
    arithmetic_row("mov", 1, 1, ALL),
    arithmetic_row("add", 2, 2, ALL),
    arithmetic_row("sub", 3, 2, ALL),
    arithmetic_row("mad", 4, 3, ALL),
    arithmetic_row("mul", 5, 2, ALL),
    arithmetic_row("rcp", 6, 1, PS2 | VS),
    arithmetic_row("rsq", 7, 1, PS2 | VS),
    arithmetic_row("dp3", 8, 2, ALL),
    arithmetic_row("dp4", 9, 2, PS12 | PS13 | PS14 | PS2 | VS),
    arithmetic_row("min", 10, 2, PS2 | VS),
    arithmetic_row("max", 11, 2, PS2 | VS),
    arithmetic_row("slt", 12, 2, VS),
    arithmetic_row("sge", 13, 2, VS),
    arithmetic_row("exp", 14, 1, PS2 | VS),
    arithmetic_row("log", 15, 1, PS2 | VS),
    arithmetic_row("lit", 16, 1, VS),
    arithmetic_row("dst", 17, 2, VS),
    arithmetic_row("lrp", 18, 3, PS | VS2),
    arithmetic_row("frc", 19, 1, PS2 | VS),
    arithmetic_row("m4x4", 20, 2, PS2 | VS),
    arithmetic_row("m4x3", 21, 2, PS2 | VS),
    arithmetic_row("m3x4", 22, 2, PS2 | VS),
    arithmetic_row("m3x3", 23, 2, PS2 | VS),
    arithmetic_row("m3x2", 24, 2, PS2 | VS),
    flow_row("call", 25, 1, STATIC),
    flow_row("callnz", 26, 2, STATIC),
    flow_row("loop", 27, 2, PS30 | VS2),
    flow_row("ret", 28, 0, STATIC),
    flow_row("endloop", 29, 0, PS30 | VS2),
    setup_row("label", 30, false, 1, STATIC),
    setup_row("dcl", 31, true, 0, PS2 | VS),
    arithmetic_row("pow", 32, 2, PS2 | VS2),
    arithmetic_row("crs", 33, 2, PS2 | VS2),
    arithmetic_row("sgn", 34, 3, VS20 | VS2X),
    arithmetic_row("sgn", 34, 1, VS30),
    arithmetic_row("sgn", 34, 3, VS30),
    arithmetic_row("abs", 35, 1, PS2 | VS2),
    arithmetic_row("nrm", 36, 1, PS2 | VS2),
    arithmetic_row("sincos", 37, 3, PS20 | PS2X | VS20 | VS2X),
    arithmetic_row("sincos", 37, 1, PS30 | VS30),
    flow_row("rep", 38, 1, STATIC),
    flow_row("endrep", 39, 0, STATIC),
    flow_row("if", 40, 1, STATIC),
    flow_row("if_comp", 41, 2, DYNAMIC),
    flow_row("else", 42, 0, STATIC),
    flow_row("endif", 43, 0, STATIC),
    flow_row("break", 44, 0, DYNAMIC),
    flow_row("break_comp", 45, 2, DYNAMIC),
    arithmetic_row("mova", 46, 1, VS2),
    setup_row("defb", 47, true, 0, STATIC),
    setup_row("defi", 48, true, 0, STATIC),
    texture_row("texcoord", 64, 0, PS1),
    texture_row("texcrd", 64, 1, PS14),
    texture_row("texkill", 65, 0, PS),
    texture_row("tex", 66, 0, PS1),
    texture_row("texld", 66, 1, PS14),
    texture_row("texld", 66, 2, PS2),
    Operation { control: 1, ..texture_row("texldp", 66, 2, PS2) },
    Operation { control: 2, ..texture_row("texldb", 66, 2, PS2) },
    texture_row("texbem", 67, 1, PS1),
    texture_row("texbeml", 68, 1, PS1),
    texture_row("texreg2ar", 69, 1, PS1),
    texture_row("texreg2gb", 70, 1, PS1),
    texture_row("texm3x2pad", 71, 1, PS1),
    texture_row("texm3x2tex", 72, 1, PS1),
    texture_row("texm3x3pad", 73, 1, PS1),
    texture_row("texm3x3tex", 74, 1, PS1),
    texture_row("texm3x3spec", 76, 2, PS1),
    texture_row("texm3x3vspec", 77, 1, PS1),
    arithmetic_row("expp", 78, 1, VS),
    arithmetic_row("logp", 79, 1, VS),
    arithmetic_row("cnd", 80, 3, PS1 | PS14),
    setup_row("def", 81, true, 0, ALL),
    texture_row("texreg2rgb", 82, 1, PS12 | PS13),
    texture_row("texdp3tex", 83, 1, PS12 | PS13),
    texture_row("texm3x2depth", 84, 1, PS13),
    texture_row("texdp3", 85, 1, PS12 | PS13),
    texture_row("texm3x3", 86, 1, PS12 | PS13),
    texture_row("texdepth", 87, 0, PS14),
    arithmetic_row("cmp", 88, 3, PS12 | PS13 | PS14 | PS2),
    arithmetic_row("bem", 89, 2, PS14),
    arithmetic_row("dp2add", 90, 3, PS2),
    arithmetic_row("dsx", 91, 1, PS2X | PS30),
    arithmetic_row("dsy", 92, 1, PS2X | PS30),
    texture_row("texldd", 93, 4, PS2X | PS30),
    arithmetic_row("setp", 94, 2, DYNAMIC),
    texture_row("texldl", 95, 2, PS30 | VS30),
    flow_row("breakp", 96, 1, DYNAMIC),
    setup_row("phase", PHASE_CODE, false, 0, PS14),
];

/// Returns the bit of a version.
fn version_bit(version: &ShaderVersion) -> u32 {
    match (version.pixel, version.model) {
        (true, 11) => PS11,
        (true, 12) => PS12,
        (true, 13) => PS13,
        (true, 14) => PS14,
        (true, 20) => PS20,
        (true, 21) => PS2X,
        (true, _) => PS30,
        (false, 11) => VS11,
        (false, 20) => VS20,
        (false, 21) => VS2X,
        (false, _) => VS30,
    }
}

/// The versions of the bits, for messages.
const NAMES: [&str; 11] =
    ["ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4", "ps_2_0", "ps_2_x", "ps_3_0", "vs_1_1", "vs_2_0", "vs_2_x", "vs_3_0"];

impl Operation {
    /// Returns the operation that a word names in a version.
    pub(super) fn from_name(name: &str, version: &ShaderVersion) -> Option<&'static Operation> {
        let bit = version_bit(version);
        OPERATIONS
            .iter()
            .find(|operation| operation.name == name && operation.is_in(bit, version))
    }

    /// Returns the operation of a token in a version; `operands` is the number of its operands if the token says it.
    pub(super) fn from_code(
        code: u32,
        control: u32,
        operands: Option<usize>,
        version: &ShaderVersion,
    ) -> Option<&'static Operation> {
        let bit = version_bit(version);
        let mut found = OPERATIONS.iter().filter(|operation| {
            operation.code == code && operation.control == control && operation.is_in(bit, version)
        });
        let first = found.clone().next()?;
        let fits = operands.and_then(|operands| found.find(|operation| operation.operand_count() == operands));
        Some(fits.unwrap_or(first))
    }

    /// Returns the row of the same operation with another number of sources, if the version has one.
    pub(super) fn with_sources(&self, sources: usize, version: &ShaderVersion) -> Option<&'static Operation> {
        let bit = version_bit(version);
        OPERATIONS
            .iter()
            .find(|other| other.name == self.name && other.sources == sources && other.is_in(bit, version))
    }

    fn operand_count(&self) -> usize {
        usize::from(self.target) + self.sources
    }

    fn is_in(&self, bit: u32, version: &ShaderVersion) -> bool {
        let is_gradient = matches!(self.name, "dsx" | "dsy" | "texldd");
        let is_flow = self.kind == OperationKind::Flow || matches!(self.name, "label" | "defb" | "defi");
        self.versions & bit != 0
            && (version.gradients || !is_gradient)
            && (version.predicates || self.name != "setp" || version.model == 30)
            && (version.flow.loops > 0 || !is_flow)
    }

    /// Lists the versions that have an operation of this name, for a message; empty if there is none.
    pub(super) fn versions_of(name: &str) -> Vec<&'static str> {
        let bits = OPERATIONS
            .iter()
            .filter(|operation| operation.name == name)
            .fold(0, |bits, operation| bits | operation.versions);
        let named = NAMES.iter().enumerate().filter(|(bit, _)| bits & (1 << bit) != 0);
        named.map(|(_, name)| *name).collect()
    }

    /// Returns true if it multiplies a vector with a matrix in several registers.
    pub(super) fn is_matrix_product(&self) -> bool {
        matches!(self.name, "m4x4" | "m4x3" | "m3x4" | "m3x3" | "m3x2")
    }

    /// Returns the columns and the rows of a matrix that it multiplies with.
    pub(super) fn matrix_size(&self) -> Option<(usize, usize)> {
        Some(match self.name {
            "m4x4" => (4, 4),
            "m4x3" => (4, 3),
            "m3x4" => (3, 4),
            "m3x3" => (3, 3),
            "m3x2" => (3, 2),
            _ => return None,
        })
    }

    /// Returns true if each of its sources is one component, chosen by a swizzle.
    pub(super) fn reads_scalars(&self) -> bool {
        matches!(self.name, "rcp" | "rsq" | "exp" | "log" | "expp" | "logp" | "pow")
    }
}
