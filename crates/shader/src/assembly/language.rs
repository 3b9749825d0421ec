//! The instruction set of each language: the names that its instructions may have, and where another one has them.

use super::opcode::{Availability, OPCODES, Opcode, OpcodeRow, OperationPrecision, Saturation};
use super::vertex_language::VertexLanguage;

/// An instruction's name, split into its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParsedOpcode {
    pub row: &'static OpcodeRow,
    pub saturation: Saturation,
    /// `C`: the instruction updates the condition code.
    pub updates: bool,
    /// The condition code that it updates: 1 for `C1` of NV_vertex_program3, else 0.
    pub code: u8,
    /// The precision that its name asks for.
    pub precision: Option<OperationPrecision>,
}

/// The instruction set of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LanguageLevel {
    /// True for a fragment program, false for a vertex program.
    pub fragment: bool,
    /// `OPTION NV_fragment_program`, or the later one.
    pub option1: bool,
    /// `OPTION NV_fragment_program2`.
    pub option2: bool,
    /// Registers with fixed names instead of variables: `!!FP1.0`, `!!VP1.0`, `!!VP1.1` and `!!VP2.0`.
    pub registers: bool,
    /// The language of a vertex program.
    pub vertex: VertexLanguage,
}

/// Instructions of ARB_fragment_program that `!!FP1.0` has not (table X.4 of NV_fragment_program).
const WITHOUT_REGISTERS: [Opcode; 7] =
    [Opcode::Abs, Opcode::Cmp, Opcode::Dph, Opcode::Scs, Opcode::Swz, Opcode::Txb, Opcode::Xpd];

impl LanguageLevel {
    /// All of NVIDIA's options.
    const ALL: LanguageLevel = LanguageLevel { option1: true, option2: true, ..LanguageLevel::for_fragments() };

    /// Returns the level of `!!ARBfp1.0`.
    pub(super) const fn for_fragments() -> LanguageLevel {
        let vertex = VertexLanguage::Arb;
        LanguageLevel { fragment: true, option1: false, option2: false, registers: false, vertex }
    }

    /// Returns the level of a vertex language.
    pub(super) const fn for_vertices(vertex: VertexLanguage) -> LanguageLevel {
        let registers = vertex.has_registers();
        LanguageLevel { fragment: false, option1: false, option2: false, registers, vertex }
    }

    /// Returns true for `!!VP1.0`, `!!VP1.1` and `!!VP2.0`.
    pub(super) fn has_vertex_registers(self) -> bool {
        self.registers && !self.fragment
    }

    /// Returns true if a program has condition codes, and absolute values of operands.
    pub(super) fn has_condition_codes(self) -> bool {
        if self.fragment { self.option1 } else { self.vertex.has_condition_codes() }
    }

    /// Returns true if a program has labels.
    pub(super) fn has_labels(self) -> bool {
        if self.fragment { self.option2 } else { self.vertex.has_condition_codes() }
    }

    fn allows(self, row: &OpcodeRow) -> bool {
        if !self.fragment {
            return self.vertex.has_instruction(row);
        }
        match row.since {
            Availability::Both | Availability::Fragment => true,
            Availability::Vertex | Availability::VertexOption => false,
            Availability::Option1 => self.option1,
            Availability::Option2 => self.option2,
        }
    }

    /// Returns the instruction that a word names in a program of this level.
    pub(super) fn find_opcode(self, word: &str) -> Option<ParsedOpcode> {
        OPCODES
            .iter()
            .filter(|row| self.allows(row))
            .filter(|row| !(self.fragment && self.registers && WITHOUT_REGISTERS.contains(&row.opcode)))
            .find_map(|row| self.match_row(row, word))
    }

    /// Returns true if an instruction can compute in halves, by its suffix or for a SHORT variable.
    pub(super) fn computes_in_halves(self, row: &OpcodeRow) -> bool {
        self.option1 && self.modifiers_of(row).contains('H')
    }

    fn modifiers_of(self, row: &OpcodeRow) -> &'static str {
        match self.fragment {
            true if self.option2 => row.modifiers2,
            true => row.modifiers,
            false => self.vertex.modifiers(row),
        }
    }

    fn match_row(self, row: &'static OpcodeRow, word: &str) -> Option<ParsedOpcode> {
        let rest = word.strip_prefix(row.name)?;
        let modifiers = self.modifiers_of(row);
        let (rest, saturation) = match (rest.strip_suffix("_SSAT"), rest.strip_suffix("_SAT")) {
            (Some(rest), _) if self.option2 => (rest, Saturation::Signed),
            (_, Some(rest)) => (rest, Saturation::Unsigned),
            _ => (rest, Saturation::None),
        };
        if saturation != Saturation::None && !modifiers.contains('S') {
            return None;
        }
        let (rest, code) = self.split_code(rest, modifiers);
        let mut letters = rest.chars();
        let precision = letters.next();
        let rest = letters.next();
        let fits = match (precision, rest) {
            (None, _) => true,
            (Some(letter @ ('R' | 'H' | 'X')), None) => self.option1 && modifiers.contains(letter),
            _ => false,
        };
        fits.then_some(ParsedOpcode {
            row,
            saturation,
            updates: code.is_some(),
            code: code.unwrap_or(0),
            precision: precision.map(named_precision),
        })
    }

    /// Splits `C` off a name, or `C0` and `C1` where there are two condition codes; returns the code's number with it.
    fn split_code<'w>(self, word: &'w str, modifiers: &str) -> (&'w str, Option<u8>) {
        if !self.has_condition_codes() || !modifiers.contains('C') {
            return (word, None);
        }
        let numbered = [("C0", 0), ("C1", 1)]
            .into_iter()
            .filter(|_| self.vertex == VertexLanguage::Option3)
            .find_map(|(suffix, code)| Some((word.strip_suffix(suffix)?, Some(code))));
        let plain = word.strip_suffix('C').map(|rest| (rest, Some(0)));
        numbered.or(plain).unwrap_or((word, None))
    }
}

/// Returns the precision that a suffix asks for.
fn named_precision(suffix: char) -> OperationPrecision {
    match suffix {
        'H' => OperationPrecision::Half,
        'X' => OperationPrecision::Fixed,
        _ => OperationPrecision::Full,
    }
}

/// Explains which programs have an instruction that this level lacks.
pub(super) fn availability_hint(level: LanguageLevel, word: &str) -> Option<&'static str> {
    if !level.fragment {
        return vertex_availability_hint(level.vertex, word);
    }
    if LanguageLevel::for_vertices(VertexLanguage::Option3).find_opcode(word).is_some()
        && LanguageLevel::ALL.find_opcode(word).is_none()
    {
        return Some("only a vertex program has it");
    }
    let known = LanguageLevel::ALL.find_opcode(word)?;
    if level.registers {
        return Some("only !!ARBfp1.0 has it");
    }
    Some(match known.row.since {
        since if since == Availability::Option2 || level.option1 => {
            "write OPTION NV_fragment_program2; after the first line"
        }
        _ => "write OPTION NV_fragment_program; after the first line",
    })
}

/// Returns true if a fragment program has an instruction: with none of NVIDIA's options, or with all of them.
fn is_of_fragments(word: &str, with_options: bool) -> bool {
    let level = if with_options { LanguageLevel::ALL } else { LanguageLevel::for_fragments() };
    level.find_opcode(word).is_some()
}

/// Explains which programs have an instruction that a vertex language lacks.
fn vertex_availability_hint(language: VertexLanguage, word: &str) -> Option<&'static str> {
    let with_hints = [
        (VertexLanguage::Program1_1, "write !!VP1.1 in the first line"),
        (VertexLanguage::Program2, "write !!VP2.0 in the first line"),
        (VertexLanguage::Arb, "only !!ARBvp1.0 has it"),
        (VertexLanguage::Option2, "write OPTION NV_vertex_program2; after the first line"),
        (VertexLanguage::Option3, "write OPTION NV_vertex_program3; after the first line"),
    ];
    let registers = language.has_registers();
    // A program with registers becomes one of a later header, any other one gets an option.
    let known = with_hints
        .into_iter()
        .filter(|(other, _)| registers || !other.has_registers())
        .find(|(other, _)| LanguageLevel::for_vertices(*other).find_opcode(word).is_some());
    match known {
        Some((VertexLanguage::Option2 | VertexLanguage::Option3, _)) if registers => Some("only !!ARBvp1.0 has it"),
        Some((_, hint)) => Some(hint),
        None if word == "OPTION" => Some("!!VP1.1 has OPTION NV_position_invariant"),
        None if is_of_fragments(word, false) => Some("only a fragment program has it"),
        None => is_of_fragments(word, true).then_some("only a fragment program with NVIDIA's options has it"),
    }
}
