//! The instruction set: operands, availability, and the suffixes of each instruction.

/// An instruction without its suffixes, by its name in the language.
#[rustfmt::skip]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opcode {
    Abs, Add, Ara, Arl, Arr, Bra, Brk, Cal, Cmp, Cos, Ddx, Ddy, Div, Dp2, Dp2a, Dp3, Dp4, Dph, Dst, Else, EndIf,
    EndLoop, EndRep, Ex2, Exp, Flr, Frc, If, Kil, Lg2, Lit, Log, Loop, Lrp, Mad, Max, Min, Mov, Mul, Nrm, Pk2h, Pk2us,
    Pk4b, Pk4ub, Popa, Pow, Pusha, Rcc, Rcp, Rep, Ret, Rfl, Rsq, Scs, Seq, Sfl, Sge, Sgt, Sin, Sle, Slt, Sne, Ssg, Str,
    Sub, Swz, Tex, Txb, Txd, Txl, Txp, Up2h, Up2us, Up4b, Up4ub, X2d, Xpd,
    // Direct3D's own: `cmp` chooses by >= 0, and a function has a value where OpenGL's has none.
    D3dCmp, D3dLit, D3dLog, D3dPow, D3dRcp, D3dRsq,
}

/// The operands of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandShape {
    /// A result and this many vectors.
    Vectors(usize),
    /// A result and this many scalars.
    Scalars(usize),
    /// A result, a vector and a scalar.
    VectorScalar,
    /// A result, a vector and an extended swizzle.
    Swizzle,
    /// A result, this many vectors, an image unit and a target.
    Sample(usize),
    /// A vector, or a condition.
    Kill,
    /// An address register and a scalar, or a vector where address registers have four components.
    Address,
    /// An address register that is written, and one that is read.
    AddressSum,
    /// An address register that is read.
    AddressPush,
    /// An address register that is written whole.
    AddressPop,
    /// A label and an optional condition.
    Call,
    /// An optional condition.
    Jump,
    /// A condition.
    If,
    /// A vector whose first component is the trip count.
    Loop,
    /// Nothing.
    Alone,
}

impl OperandShape {
    /// Returns true if it counts as a texture instruction.
    pub fn is_texture(self) -> bool {
        matches!(self, OperandShape::Sample(_) | OperandShape::Kill)
    }

    /// Returns true if it counts only as an instruction, neither ALU nor TEX.
    pub fn is_flow(self) -> bool {
        matches!(
            self,
            OperandShape::Call | OperandShape::Jump | OperandShape::If | OperandShape::Loop | OperandShape::Alone
        )
    }
}

/// The programs that have an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    /// `!!ARBfp1.0` and `!!ARBvp1.0`.
    Both,
    /// Fragment programs.
    Fragment,
    /// Vertex programs.
    Vertex,
    /// NVIDIA's vertex languages and options, none of them the ARB's own.
    VertexOption,
    /// `OPTION NV_fragment_program`.
    Option1,
    /// `OPTION NV_fragment_program2`.
    Option2,
    /// Direct3D's assemblies, whose reader finds rows by their opcodes.
    Direct3d,
}

/// A row of the instruction table.
#[derive(Debug, Clone, Copy)]
pub struct OpcodeRow {
    /// Its name.
    pub name: &'static str,
    /// The operation.
    pub opcode: Opcode,
    /// The kind of its operands.
    pub shape: OperandShape,
    /// The programs that have it.
    pub since: Availability,
    /// The modifiers in NV_fragment_program: some of `R`, `H`, `X`, `C` and `S`.
    pub modifiers: &'static str,
    /// The modifiers in NV_fragment_program2.
    pub modifiers2: &'static str,
}

const fn opcode_row(
    name: &'static str,
    opcode: Opcode,
    shape: OperandShape,
    since: Availability,
    modifiers: &'static str,
) -> OpcodeRow {
    OpcodeRow { name, opcode, shape, since, modifiers, modifiers2: modifiers }
}

/// Builds a row with other modifiers in NV_fragment_program2.
const fn with_modifiers2(of: OpcodeRow, modifiers2: &'static str) -> OpcodeRow {
    OpcodeRow { modifiers2, ..of }
}

use Availability::{Both, Fragment, Option1, Option2, Vertex, VertexOption};
use OperandShape::{
    Address, AddressPop, AddressPush, AddressSum, Alone, Call, Jump, Kill, Loop, Sample, Scalars, Swizzle,
    VectorScalar, Vectors,
};

/// Tables X.5 of ARB_vertex_program, ARB_fragment_program, NV_fragment_program_option, NV_fragment_program2,
/// NV_vertex_program2 and NV_vertex_program3.
pub(super) const OPCODES: [OpcodeRow; 77] = [
    opcode_row("ABS", Opcode::Abs, Vectors(1), Both, "RHXCS"),
    opcode_row("ADD", Opcode::Add, Vectors(2), Both, "RHXCS"),
    opcode_row("ARA", Opcode::Ara, AddressSum, VertexOption, ""),
    opcode_row("ARL", Opcode::Arl, Address, Vertex, ""),
    opcode_row("ARR", Opcode::Arr, Address, VertexOption, ""),
    opcode_row("BRA", Opcode::Bra, Call, VertexOption, ""),
    opcode_row("BRK", Opcode::Brk, Jump, Option2, ""),
    opcode_row("CAL", Opcode::Cal, Call, Option2, ""),
    with_modifiers2(opcode_row("CMP", Opcode::Cmp, Vectors(3), Fragment, "S"), "CS"),
    opcode_row("COS", Opcode::Cos, Scalars(1), Fragment, "RHCS"),
    opcode_row("DDX", Opcode::Ddx, Vectors(1), Option1, "RHCS"),
    opcode_row("DDY", Opcode::Ddy, Vectors(1), Option1, "RHCS"),
    opcode_row("DIV", Opcode::Div, VectorScalar, Option2, "RHCS"),
    opcode_row("DP2", Opcode::Dp2, Vectors(2), Option2, "RHXCS"),
    opcode_row("DP2A", Opcode::Dp2a, Vectors(3), Option2, "RHXCS"),
    opcode_row("DP3", Opcode::Dp3, Vectors(2), Both, "RHXCS"),
    opcode_row("DP4", Opcode::Dp4, Vectors(2), Both, "RHXCS"),
    opcode_row("DPH", Opcode::Dph, Vectors(2), Both, "RHXCS"),
    opcode_row("DST", Opcode::Dst, Vectors(2), Both, "RHCS"),
    opcode_row("ELSE", Opcode::Else, Alone, Option2, ""),
    opcode_row("ENDIF", Opcode::EndIf, Alone, Option2, ""),
    opcode_row("ENDLOOP", Opcode::EndLoop, Alone, Option2, ""),
    opcode_row("ENDREP", Opcode::EndRep, Alone, Option2, ""),
    opcode_row("EX2", Opcode::Ex2, Scalars(1), Both, "RHCS"),
    opcode_row("EXP", Opcode::Exp, Scalars(1), Vertex, ""),
    opcode_row("FLR", Opcode::Flr, Vectors(1), Both, "RHXCS"),
    opcode_row("FRC", Opcode::Frc, Vectors(1), Both, "RHXCS"),
    opcode_row("IF", Opcode::If, OperandShape::If, Option2, ""),
    opcode_row("KIL", Opcode::Kil, Kill, Fragment, ""),
    opcode_row("LG2", Opcode::Lg2, Scalars(1), Both, "RHCS"),
    opcode_row("LIT", Opcode::Lit, Vectors(1), Both, "RHCS"),
    opcode_row("LOG", Opcode::Log, Scalars(1), Vertex, ""),
    opcode_row("LOOP", Opcode::Loop, Loop, Option2, ""),
    opcode_row("LRP", Opcode::Lrp, Vectors(3), Fragment, "RHXCS"),
    opcode_row("MAD", Opcode::Mad, Vectors(3), Both, "RHXCS"),
    opcode_row("MAX", Opcode::Max, Vectors(2), Both, "RHXCS"),
    opcode_row("MIN", Opcode::Min, Vectors(2), Both, "RHXCS"),
    opcode_row("MOV", Opcode::Mov, Vectors(1), Both, "RHXCS"),
    opcode_row("MUL", Opcode::Mul, Vectors(2), Both, "RHXCS"),
    opcode_row("NRM", Opcode::Nrm, Vectors(1), Option2, "RHCS"),
    opcode_row("PK2H", Opcode::Pk2h, Vectors(1), Option1, ""),
    opcode_row("PK2US", Opcode::Pk2us, Vectors(1), Option1, ""),
    opcode_row("PK4B", Opcode::Pk4b, Vectors(1), Option1, ""),
    opcode_row("PK4UB", Opcode::Pk4ub, Vectors(1), Option1, ""),
    opcode_row("POPA", Opcode::Popa, AddressPop, VertexOption, ""),
    opcode_row("POW", Opcode::Pow, Scalars(2), Both, "RHCS"),
    opcode_row("PUSHA", Opcode::Pusha, AddressPush, VertexOption, ""),
    opcode_row("RCC", Opcode::Rcc, Scalars(1), VertexOption, ""),
    opcode_row("RCP", Opcode::Rcp, Scalars(1), Both, "RHCS"),
    opcode_row("REP", Opcode::Rep, Loop, Option2, ""),
    opcode_row("RET", Opcode::Ret, Jump, Option2, ""),
    opcode_row("RFL", Opcode::Rfl, Vectors(2), Option1, "RHCS"),
    opcode_row("RSQ", Opcode::Rsq, Scalars(1), Both, "RHCS"),
    with_modifiers2(opcode_row("SCS", Opcode::Scs, Scalars(1), Fragment, "S"), "RHCS"),
    opcode_row("SEQ", Opcode::Seq, Vectors(2), Option1, "RHXCS"),
    opcode_row("SFL", Opcode::Sfl, Vectors(2), Option1, "RHXCS"),
    opcode_row("SGE", Opcode::Sge, Vectors(2), Both, "RHXCS"),
    opcode_row("SGT", Opcode::Sgt, Vectors(2), Option1, "RHXCS"),
    opcode_row("SIN", Opcode::Sin, Scalars(1), Fragment, "RHCS"),
    opcode_row("SLE", Opcode::Sle, Vectors(2), Option1, "RHXCS"),
    opcode_row("SLT", Opcode::Slt, Vectors(2), Both, "RHXCS"),
    opcode_row("SNE", Opcode::Sne, Vectors(2), Option1, "RHXCS"),
    opcode_row("SSG", Opcode::Ssg, Vectors(1), VertexOption, ""),
    opcode_row("STR", Opcode::Str, Vectors(2), Option1, "RHXCS"),
    opcode_row("SUB", Opcode::Sub, Vectors(2), Both, "RHXCS"),
    with_modifiers2(opcode_row("SWZ", Opcode::Swz, Swizzle, Both, "S"), "RHCS"),
    opcode_row("TEX", Opcode::Tex, Sample(1), Fragment, "CS"),
    opcode_row("TXB", Opcode::Txb, Sample(1), Fragment, "CS"),
    opcode_row("TXD", Opcode::Txd, Sample(3), Option1, "CS"),
    opcode_row("TXL", Opcode::Txl, Sample(1), Option2, "CS"),
    opcode_row("TXP", Opcode::Txp, Sample(1), Fragment, "CS"),
    opcode_row("UP2H", Opcode::Up2h, Scalars(1), Option1, "CS"),
    opcode_row("UP2US", Opcode::Up2us, Scalars(1), Option1, "CS"),
    opcode_row("UP4B", Opcode::Up4b, Scalars(1), Option1, "CS"),
    opcode_row("UP4UB", Opcode::Up4ub, Scalars(1), Option1, "CS"),
    opcode_row("X2D", Opcode::X2d, Vectors(3), Option1, "RHCS"),
    with_modifiers2(opcode_row("XPD", Opcode::Xpd, Vectors(2), Both, "S"), "RHCS"),
];

/// Operations that only Direct3D's assemblies have.
const DIRECT3D_OPCODES: [OpcodeRow; 6] = [
    opcode_row("cmp", Opcode::D3dCmp, Vectors(3), Availability::Direct3d, ""),
    opcode_row("lit", Opcode::D3dLit, Vectors(1), Availability::Direct3d, ""),
    opcode_row("log", Opcode::D3dLog, Scalars(1), Availability::Direct3d, ""),
    opcode_row("pow", Opcode::D3dPow, Scalars(2), Availability::Direct3d, ""),
    opcode_row("rcp", Opcode::D3dRcp, Scalars(1), Availability::Direct3d, ""),
    opcode_row("rsq", Opcode::D3dRsq, Scalars(1), Availability::Direct3d, ""),
];

/// Returns the row of an opcode.
pub(super) fn find_row(opcode: Opcode) -> Option<&'static OpcodeRow> {
    OPCODES.iter().chain(&DIRECT3D_OPCODES).find(|row| row.opcode == opcode)
}

/// The clamping of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saturation {
    /// None.
    None,
    /// `_SAT`: from 0 to 1.
    Unsigned,
    /// `_SSAT`: from -1 to 1.
    Signed,
}

/// The numbers that an instruction computes with (section 3.11.4.2 of NV_fragment_program). Its operands are converted
/// to them, and so is its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationPrecision {
    /// 32-bit floats: `R`.
    Full,
    /// 16-bit floats: `H`.
    Half,
    /// Signed 12-bit fixed point with 10 fraction bits: `X`.
    Fixed,
    /// Floats whose result may be rounded to 16 bits, as the card has it: Direct3D's `_pp`.
    Partial,
}
