//! The instruction set: operands, availability, and the suffixes of each instruction.

/// An instruction without its suffixes.
#[rustfmt::skip]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opcode {
    Abs, Add, Arl, Brk, Cal, Cmp, Cos, Ddx, Ddy, Div, Dp2, Dp2a, Dp3, Dp4, Dph, Dst, Else, EndIf, EndLoop, EndRep,
    Ex2, Exp, Flr, Frc, If, Kil, Lg2, Lit, Log, Loop, Lrp, Mad, Max, Min, Mov, Mul, Nrm, Pk2h, Pk2us, Pk4b, Pk4ub,
    Pow, Rcp, Rep, Ret, Rfl, Rsq, Scs, Seq, Sfl, Sge, Sgt, Sin, Sle, Slt, Sne, Str, Sub, Swz, Tex, Txb, Txd, Txl,
    Txp, Up2h, Up2us, Up4b, Up4ub, X2d, Xpd,
    // Direct3D's own: `cmp` chooses by >= 0, and a function has a value where OpenGL's has none.
    D3dCmp, D3dLit, D3dLog, D3dPow, D3dRcp, D3dRsq,
}

/// The operands of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandShape {
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
    /// An address register and a scalar.
    Address,
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
    pub(super) fn is_texture(self) -> bool {
        matches!(self, OperandShape::Sample(_) | OperandShape::Kill)
    }

    /// Returns true if it counts only as an instruction, neither ALU nor TEX.
    pub(super) fn is_flow(self) -> bool {
        matches!(
            self,
            OperandShape::Call | OperandShape::Jump | OperandShape::If | OperandShape::Loop | OperandShape::Alone
        )
    }
}

/// The programs that have an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Availability {
    /// `!!ARBfp1.0` and `!!ARBvp1.0`.
    Both,
    Fragment,
    Vertex,
    /// `OPTION NV_fragment_program`.
    Option1,
    /// `OPTION NV_fragment_program2`.
    Option2,
    /// Direct3D's assemblies, whose reader finds rows by their opcodes.
    Direct3d,
}

/// A row of the instruction table.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpcodeRow {
    pub name: &'static str,
    pub opcode: Opcode,
    pub shape: OperandShape,
    pub since: Availability,
    /// The modifiers in NV_fragment_program: some of `R`, `H`, `X`, `C` and `S`.
    modifiers: &'static str,
    /// The modifiers in NV_fragment_program2.
    modifiers2: &'static str,
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

use Availability::{Both, Fragment, Option1, Option2, Vertex};
use OperandShape::{Address, Alone, Call, Jump, Kill, Loop, Sample, Scalars, Swizzle, VectorScalar, Vectors};

/// Tables X.5 of ARB_vertex_program, ARB_fragment_program, NV_fragment_program_option and NV_fragment_program2.
const OPCODES: [OpcodeRow; 70] = [
    opcode_row("ABS", Opcode::Abs, Vectors(1), Both, "RHXCS"),
    opcode_row("ADD", Opcode::Add, Vectors(2), Both, "RHXCS"),
    opcode_row("ARL", Opcode::Arl, Address, Vertex, ""),
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
    opcode_row("POW", Opcode::Pow, Scalars(2), Both, "RHCS"),
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
pub(super) enum Saturation {
    None,
    /// `_SAT`: from 0 to 1.
    Unsigned,
    /// `_SSAT`: from -1 to 1.
    Signed,
}

/// An instruction's name, split into its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParsedOpcode {
    pub row: &'static OpcodeRow,
    pub saturation: Saturation,
    /// `C`: the instruction updates the condition code.
    pub updates: bool,
    /// `H`: the instruction computes in half precision.
    pub half: bool,
}

/// The instruction set of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LanguageLevel {
    /// True for a fragment program, false for a vertex program.
    pub fragment: bool,
    /// `OPTION NV_fragment_program`, or the later one.
    pub option1: bool,
    /// `OPTION NV_fragment_program2`.
    pub option2: bool,
    /// `!!FP1.0`: the language of NV_fragment_program itself, with registers instead of variables.
    pub registers: bool,
}

/// Instructions of ARB_fragment_program that `!!FP1.0` has not (table X.4 of NV_fragment_program).
const WITHOUT_REGISTERS: [Opcode; 7] =
    [Opcode::Abs, Opcode::Cmp, Opcode::Dph, Opcode::Scs, Opcode::Swz, Opcode::Txb, Opcode::Xpd];

impl LanguageLevel {
    /// All of NVIDIA's options.
    const ALL: LanguageLevel = LanguageLevel { fragment: true, option1: true, option2: true, registers: false };

    fn allows(self, since: Availability) -> bool {
        match since {
            Both => true,
            Fragment => self.fragment,
            Vertex => !self.fragment,
            Option1 => self.option1,
            Option2 => self.option2,
            Availability::Direct3d => false,
        }
    }

    /// Returns the instruction that a word names in a program of this level.
    pub(super) fn find_opcode(self, word: &str) -> Option<ParsedOpcode> {
        OPCODES
            .iter()
            .filter(|row| self.allows(row.since) && !(self.registers && WITHOUT_REGISTERS.contains(&row.opcode)))
            .find_map(|row| self.match_row(row, word))
    }

    fn match_row(self, row: &'static OpcodeRow, word: &str) -> Option<ParsedOpcode> {
        let rest = word.strip_prefix(row.name)?;
        let modifiers = if self.option2 { row.modifiers2 } else { row.modifiers };
        let (rest, saturation) = match (rest.strip_suffix("_SSAT"), rest.strip_suffix("_SAT")) {
            (Some(rest), _) if self.option2 => (rest, Saturation::Signed),
            (_, Some(rest)) if self.fragment => (rest, Saturation::Unsigned),
            _ => (rest, Saturation::None),
        };
        if saturation != Saturation::None && !modifiers.contains('S') {
            return None;
        }
        let (rest, updates) = match rest.strip_suffix('C') {
            Some(rest) if self.option1 && modifiers.contains('C') => (rest, true),
            _ => (rest, false),
        };
        let mut letters = rest.chars();
        let precision = letters.next();
        let rest = letters.next();
        let fits = match (precision, rest) {
            (None, _) => true,
            (Some(letter @ ('R' | 'H' | 'X')), None) => self.option1 && modifiers.contains(letter),
            _ => false,
        };
        fits.then_some(ParsedOpcode { row, saturation, updates, half: precision == Some('H') })
    }
}

/// Explains which programs have an instruction that this level lacks.
pub(super) fn availability_hint(level: LanguageLevel, word: &str) -> Option<&'static str> {
    let other = LanguageLevel { fragment: !level.fragment, ..LanguageLevel::default() };
    if other.find_opcode(word).is_some() {
        return Some(if level.fragment { "only a vertex program has it" } else { "only a fragment program has it" });
    }
    let known = LanguageLevel::ALL.find_opcode(word)?;
    if level.registers {
        return Some("only !!ARBfp1.0 has it");
    }
    Some(match known.row.since {
        _ if !level.fragment => "only a fragment program with NVIDIA's options has it",
        since if since == Option2 || level.option1 => "write OPTION NV_fragment_program2; after the first line",
        _ => "write OPTION NV_fragment_program; after the first line",
    })
}
