//! The instruction set: operands, availability, and the suffixes of each instruction.

/// An instruction without its suffixes.
#[rustfmt::skip]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opcode {
    Abs, Add, Arl, Brk, Cal, Cmp, Cos, Ddx, Ddy, Div, Dp2, Dp2a, Dp3, Dp4, Dph, Dst, Else, EndIf, EndLoop, EndRep,
    Ex2, Exp, Flr, Frc, If, Kil, Lg2, Lit, Log, Loop, Lrp, Mad, Max, Min, Mov, Mul, Nrm, Pk2h, Pk2us, Pk4b, Pk4ub,
    Pow, Rcp, Rep, Ret, Rfl, Rsq, Scs, Seq, Sfl, Sge, Sgt, Sin, Sle, Slt, Sne, Str, Sub, Swz, Tex, Txb, Txd, Txl,
    Txp, Up2h, Up2us, Up4b, Up4ub, X2d, Xpd,
}

/// The operands of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
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

impl Shape {
    /// Returns true if it counts as a texture instruction.
    pub(super) fn is_texture(self) -> bool {
        matches!(self, Shape::Sample(_) | Shape::Kill)
    }

    /// Returns true if it counts only as an instruction, neither ALU nor TEX.
    pub(super) fn is_flow(self) -> bool {
        matches!(self, Shape::Call | Shape::Jump | Shape::If | Shape::Loop | Shape::Alone)
    }
}

/// The programs that have an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Since {
    /// `!!ARBfp1.0` and `!!ARBvp1.0`.
    Both,
    Fragment,
    Vertex,
    /// `OPTION NV_fragment_program`.
    Option1,
    /// `OPTION NV_fragment_program2`.
    Option2,
}

/// A row of the instruction table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub name: &'static str,
    pub opcode: Opcode,
    pub shape: Shape,
    pub since: Since,
    /// The modifiers in NV_fragment_program: some of `R`, `H`, `X`, `C` and `S`.
    modifiers: &'static str,
    /// The modifiers in NV_fragment_program2.
    modifiers2: &'static str,
}

const fn row(name: &'static str, opcode: Opcode, shape: Shape, since: Since, modifiers: &'static str) -> Row {
    Row { name, opcode, shape, since, modifiers, modifiers2: modifiers }
}

/// Builds a row with other modifiers in NV_fragment_program2.
const fn more(of: Row, modifiers2: &'static str) -> Row {
    Row { modifiers2, ..of }
}

use Shape::{Address, Alone, Call, Jump, Kill, Loop, Sample, Scalars, Swizzle, VectorScalar, Vectors};
use Since::{Both, Fragment, Option1, Option2, Vertex};

/// Tables X.5 of ARB_vertex_program, ARB_fragment_program, NV_fragment_program_option and NV_fragment_program2.
const TABLE: [Row; 70] = [
    row("ABS", Opcode::Abs, Vectors(1), Both, "RHXCS"),
    row("ADD", Opcode::Add, Vectors(2), Both, "RHXCS"),
    row("ARL", Opcode::Arl, Address, Vertex, ""),
    row("BRK", Opcode::Brk, Jump, Option2, ""),
    row("CAL", Opcode::Cal, Call, Option2, ""),
    more(row("CMP", Opcode::Cmp, Vectors(3), Fragment, "S"), "CS"),
    row("COS", Opcode::Cos, Scalars(1), Fragment, "RHCS"),
    row("DDX", Opcode::Ddx, Vectors(1), Option1, "RHCS"),
    row("DDY", Opcode::Ddy, Vectors(1), Option1, "RHCS"),
    row("DIV", Opcode::Div, VectorScalar, Option2, "RHCS"),
    row("DP2", Opcode::Dp2, Vectors(2), Option2, "RHXCS"),
    row("DP2A", Opcode::Dp2a, Vectors(3), Option2, "RHXCS"),
    row("DP3", Opcode::Dp3, Vectors(2), Both, "RHXCS"),
    row("DP4", Opcode::Dp4, Vectors(2), Both, "RHXCS"),
    row("DPH", Opcode::Dph, Vectors(2), Both, "RHXCS"),
    row("DST", Opcode::Dst, Vectors(2), Both, "RHCS"),
    row("ELSE", Opcode::Else, Alone, Option2, ""),
    row("ENDIF", Opcode::EndIf, Alone, Option2, ""),
    row("ENDLOOP", Opcode::EndLoop, Alone, Option2, ""),
    row("ENDREP", Opcode::EndRep, Alone, Option2, ""),
    row("EX2", Opcode::Ex2, Scalars(1), Both, "RHCS"),
    row("EXP", Opcode::Exp, Scalars(1), Vertex, ""),
    row("FLR", Opcode::Flr, Vectors(1), Both, "RHXCS"),
    row("FRC", Opcode::Frc, Vectors(1), Both, "RHXCS"),
    row("IF", Opcode::If, Shape::If, Option2, ""),
    row("KIL", Opcode::Kil, Kill, Fragment, ""),
    row("LG2", Opcode::Lg2, Scalars(1), Both, "RHCS"),
    row("LIT", Opcode::Lit, Vectors(1), Both, "RHCS"),
    row("LOG", Opcode::Log, Scalars(1), Vertex, ""),
    row("LOOP", Opcode::Loop, Loop, Option2, ""),
    row("LRP", Opcode::Lrp, Vectors(3), Fragment, "RHXCS"),
    row("MAD", Opcode::Mad, Vectors(3), Both, "RHXCS"),
    row("MAX", Opcode::Max, Vectors(2), Both, "RHXCS"),
    row("MIN", Opcode::Min, Vectors(2), Both, "RHXCS"),
    row("MOV", Opcode::Mov, Vectors(1), Both, "RHXCS"),
    row("MUL", Opcode::Mul, Vectors(2), Both, "RHXCS"),
    row("NRM", Opcode::Nrm, Vectors(1), Option2, "RHCS"),
    row("PK2H", Opcode::Pk2h, Vectors(1), Option1, ""),
    row("PK2US", Opcode::Pk2us, Vectors(1), Option1, ""),
    row("PK4B", Opcode::Pk4b, Vectors(1), Option1, ""),
    row("PK4UB", Opcode::Pk4ub, Vectors(1), Option1, ""),
    row("POW", Opcode::Pow, Scalars(2), Both, "RHCS"),
    row("RCP", Opcode::Rcp, Scalars(1), Both, "RHCS"),
    row("REP", Opcode::Rep, Loop, Option2, ""),
    row("RET", Opcode::Ret, Jump, Option2, ""),
    row("RFL", Opcode::Rfl, Vectors(2), Option1, "RHCS"),
    row("RSQ", Opcode::Rsq, Scalars(1), Both, "RHCS"),
    more(row("SCS", Opcode::Scs, Scalars(1), Fragment, "S"), "RHCS"),
    row("SEQ", Opcode::Seq, Vectors(2), Option1, "RHXCS"),
    row("SFL", Opcode::Sfl, Vectors(2), Option1, "RHXCS"),
    row("SGE", Opcode::Sge, Vectors(2), Both, "RHXCS"),
    row("SGT", Opcode::Sgt, Vectors(2), Option1, "RHXCS"),
    row("SIN", Opcode::Sin, Scalars(1), Fragment, "RHCS"),
    row("SLE", Opcode::Sle, Vectors(2), Option1, "RHXCS"),
    row("SLT", Opcode::Slt, Vectors(2), Both, "RHXCS"),
    row("SNE", Opcode::Sne, Vectors(2), Option1, "RHXCS"),
    row("STR", Opcode::Str, Vectors(2), Option1, "RHXCS"),
    row("SUB", Opcode::Sub, Vectors(2), Both, "RHXCS"),
    more(row("SWZ", Opcode::Swz, Swizzle, Both, "S"), "RHCS"),
    row("TEX", Opcode::Tex, Sample(1), Fragment, "CS"),
    row("TXB", Opcode::Txb, Sample(1), Fragment, "CS"),
    row("TXD", Opcode::Txd, Sample(3), Option1, "CS"),
    row("TXL", Opcode::Txl, Sample(1), Option2, "CS"),
    row("TXP", Opcode::Txp, Sample(1), Fragment, "CS"),
    row("UP2H", Opcode::Up2h, Scalars(1), Option1, "CS"),
    row("UP2US", Opcode::Up2us, Scalars(1), Option1, "CS"),
    row("UP4B", Opcode::Up4b, Scalars(1), Option1, "CS"),
    row("UP4UB", Opcode::Up4ub, Scalars(1), Option1, "CS"),
    row("X2D", Opcode::X2d, Vectors(3), Option1, "RHCS"),
    more(row("XPD", Opcode::Xpd, Vectors(2), Both, "S"), "RHCS"),
];

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
pub(super) struct Named {
    pub row: &'static Row,
    pub saturation: Saturation,
    /// `C`: the instruction updates the condition code.
    pub updates: bool,
    /// `H`: the instruction computes in half precision.
    pub half: bool,
}

/// The instruction set of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Level {
    /// True for a fragment program, false for a vertex program.
    pub fragment: bool,
    /// `OPTION NV_fragment_program`, or the later one.
    pub option1: bool,
    /// `OPTION NV_fragment_program2`.
    pub option2: bool,
}

impl Level {
    /// All of NVIDIA's options.
    const ALL: Level = Level { fragment: true, option1: true, option2: true };

    fn has(self, since: Since) -> bool {
        match since {
            Both => true,
            Fragment => self.fragment,
            Vertex => !self.fragment,
            Option1 => self.option1,
            Option2 => self.option2,
        }
    }

    /// Returns the instruction that a word names in a program of this level.
    pub(super) fn named(self, word: &str) -> Option<Named> {
        TABLE
            .iter()
            .filter(|row| self.has(row.since))
            .find_map(|row| self.suffixed(row, word))
    }

    fn suffixed(self, row: &'static Row, word: &str) -> Option<Named> {
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
        let of_option = |letter: char| self.option1 && modifiers.contains(letter);
        let (rest, updates) = match rest.strip_suffix('C') {
            Some(rest) if of_option('C') => (rest, true),
            _ => (rest, false),
        };
        let mut letters = rest.chars();
        let (precision, rest) = (letters.next(), letters.next());
        let fits = match (precision, rest) {
            (None, _) => true,
            (Some(letter @ ('R' | 'H' | 'X')), None) => of_option(letter),
            _ => false,
        };
        fits.then_some(Named { row, saturation, updates, half: precision == Some('H') })
    }
}

/// Explains which programs have an instruction that this level lacks.
pub(super) fn elsewhere(level: Level, word: &str) -> Option<&'static str> {
    let other = Level { fragment: !level.fragment, ..Level::default() };
    if other.named(word).is_some() {
        return Some(if level.fragment { "only a vertex program has it" } else { "only a fragment program has it" });
    }
    Some(match Level::ALL.named(word)?.row.since {
        _ if !level.fragment => "only a fragment program with NVIDIA's options has it",
        since if since == Option2 || level.option1 => "write OPTION NV_fragment_program2; behind the first line",
        _ => "write OPTION NV_fragment_program; behind the first line",
    })
}
