//! The languages of vertex programs: their instructions, their registers, and the sizes that their texts fix.
//!
//! Source: NV_vertex_program 2.14.1, NV_vertex_program1_1, NV_vertex_program2 2.14.1 to 2.14.3,
//! NV_vertex_program2_option and NV_vertex_program3.

use super::opcode::{Availability, Opcode, OpcodeRow, OperandShape};

/// The language of a vertex program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VertexLanguage {
    /// `!!ARBvp1.0` without NVIDIA's options.
    #[default]
    Arb,
    /// `OPTION NV_vertex_program2`.
    Option2,
    /// `OPTION NV_vertex_program3`.
    Option3,
    /// `!!VP1.0`.
    Program1,
    /// `!!VP1.1`.
    Program1_1,
    /// `!!VP2.0`.
    Program2,
}

/// Instructions of `!!VP1.0`.
#[rustfmt::skip]
const OF_PROGRAM1: [Opcode; 17] = [
    Opcode::Add, Opcode::Arl, Opcode::Dp3, Opcode::Dp4, Opcode::Dst, Opcode::Exp, Opcode::Lit, Opcode::Log, Opcode::Mad,
    Opcode::Max, Opcode::Min, Opcode::Mov, Opcode::Mul, Opcode::Rcp, Opcode::Rsq, Opcode::Sge, Opcode::Slt,
];
/// Instructions that `!!VP1.1` adds.
const OF_PROGRAM1_1: [Opcode; 4] = [Opcode::Abs, Opcode::Dph, Opcode::Rcc, Opcode::Sub];
/// Instructions of ARB_vertex_program that `!!VP2.0` has too.
const OF_PROGRAM2: [Opcode; 4] = [Opcode::Ex2, Opcode::Flr, Opcode::Frc, Opcode::Lg2];
/// Instructions that `!!VP2.0` and `OPTION NV_vertex_program2` add.
#[rustfmt::skip]
const OF_OPTION2: [Opcode; 15] = [
    Opcode::Ara, Opcode::Arr, Opcode::Bra, Opcode::Cal, Opcode::Cos, Opcode::Rcc, Opcode::Ret, Opcode::Seq, Opcode::Sfl,
    Opcode::Sgt, Opcode::Sin, Opcode::Sle, Opcode::Sne, Opcode::Ssg, Opcode::Str,
];
/// Instructions that `OPTION NV_vertex_program3` adds.
const OF_OPTION3: [Opcode; 6] = [Opcode::Popa, Opcode::Pusha, Opcode::Tex, Opcode::Txb, Opcode::Txl, Opcode::Txp];

/// Instructions by which a position-invariant program is shorter.
const OF_POSITION: usize = 4;

impl VertexLanguage {
    /// Returns true for a language with an own header, whose registers have fixed names.
    pub const fn has_registers(self) -> bool {
        matches!(self, VertexLanguage::Program1 | VertexLanguage::Program1_1 | VertexLanguage::Program2)
    }

    /// Returns true for a language with condition codes, branches, and address registers of four components.
    pub const fn has_condition_codes(self) -> bool {
        matches!(self, VertexLanguage::Option2 | VertexLanguage::Option3 | VertexLanguage::Program2)
    }

    /// Returns true for `!!VP1.0` and `!!VP1.1`, which have numbers of their own: 0 times anything is 0.
    pub const fn has_early_numbers(self) -> bool {
        matches!(self, VertexLanguage::Program1 | VertexLanguage::Program1_1)
    }

    /// Returns true if the language has an instruction.
    pub(super) fn has_instruction(self, row: &OpcodeRow) -> bool {
        let has = |lists: &[&[Opcode]]| lists.iter().any(|list| list.contains(&row.opcode));
        let of_arb = matches!(row.since, Availability::Both | Availability::Vertex);
        match self {
            VertexLanguage::Arb => of_arb,
            VertexLanguage::Option2 => of_arb || has(&[&OF_OPTION2]),
            VertexLanguage::Option3 => of_arb || has(&[&OF_OPTION2, &OF_OPTION3]),
            VertexLanguage::Program1 => has(&[&OF_PROGRAM1]),
            VertexLanguage::Program1_1 => has(&[&OF_PROGRAM1, &OF_PROGRAM1_1]),
            VertexLanguage::Program2 => has(&[&OF_PROGRAM1, &OF_PROGRAM1_1, &OF_PROGRAM2, &OF_OPTION2]),
        }
    }

    /// Returns the modifiers of an instruction: some of `C` and `S`.
    pub(super) fn modifiers(self, row: &OpcodeRow) -> &'static str {
        let is_address = matches!(row.shape, OperandShape::Address | OperandShape::AddressSum);
        match self {
            _ if row.shape.is_flow() || matches!(row.opcode, Opcode::Popa | Opcode::Pusha) => "",
            VertexLanguage::Option3 if !is_address => "CS",
            _ if self.has_condition_codes() => "C",
            _ => "",
        }
    }

    /// Returns the extension that the header names.
    pub(super) fn extension(self) -> Option<&'static str> {
        match self {
            VertexLanguage::Program1 => Some("NV_vertex_program"),
            VertexLanguage::Program1_1 => Some("NV_vertex_program1_1"),
            VertexLanguage::Program2 => Some("NV_vertex_program2"),
            _ => None,
        }
    }

    /// Returns the most instructions of a program with registers.
    pub(super) fn instruction_limit(self, position_invariant: bool) -> usize {
        let whole = if self == VertexLanguage::Program2 { 256 } else { 128 };
        if position_invariant { whole - OF_POSITION } else { whole }
    }

    /// Returns the number of temporary registers.
    pub(super) fn temporary_registers(self) -> u32 {
        if self == VertexLanguage::Program2 { 16 } else { 12 }
    }

    /// Returns the number of parameters `c[n]`.
    pub(super) fn parameter_registers(self) -> u32 {
        if self == VertexLanguage::Program2 { 256 } else { 96 }
    }

    /// Returns the largest offset added to an address register, and the largest subtracted.
    pub(super) fn address_offsets(self) -> [u32; 2] {
        if self.has_condition_codes() { [255, 256] } else { [63, 64] }
    }
}
