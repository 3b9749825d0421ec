//! Static analysis of addresses: the numbers that lanes' places are multiplied by, such as the length of a row.

use super::assembly::{Assembly, Binary, Instruction, Pc, Register, Unary};
use super::value_sources::{SourceFinder, ValueSources};
use std::collections::BTreeSet;

/// Returns the sources of the factors in the addresses of these instructions: those of a product of which neither side is
/// a constant. Quotients and remainders are not looked into, unless their divisor is a constant.
pub fn find_address_factors(code: &Assembly, accesses: impl Iterator<Item = Pc>) -> ValueSources {
    let mut search = FactorSearch { code, finder: SourceFinder::new(code), terms: vec![], factors: vec![] };
    for access in accesses {
        search.open_access(access);
    }
    search.split_terms();
    let FactorSearch { finder, factors, .. } = search;
    finder.trace_reads(factors, |instruction| !is_quotient(code, instruction))
}

/// The registers that are still to be looked into, each with the instruction that reads it.
struct FactorSearch<'a> {
    code: &'a Assembly,
    finder: SourceFinder<'a>,
    /// Sums, whose products have factors.
    terms: Vec<(Register, Pc)>,
    factors: Vec<(Register, Pc)>,
}

impl FactorSearch<'_> {
    /// Adds the address of an access.
    fn open_access(&mut self, pc: Pc) {
        match self.code.instructions.get(pc as usize) {
            Some(
                Instruction::Load { address, .. }
                | Instruction::LoadNarrow { address, .. }
                | Instruction::Store { address, .. }
                | Instruction::StoreNarrow { address, .. }
                | Instruction::Atomic { address, .. },
            ) => self.terms.push((*address, pc)),
            Some(Instruction::Image { image_use, .. }) => {
                if let Some(image_use) = self.code.image_uses.get(*image_use as usize) {
                    let coordinates = image_use.coordinates.iter();
                    self.terms.extend(coordinates.map(|register| (*register, pc)));
                }
            }
            _ => {}
        }
    }

    /// Splits sums into their terms, and products into their factors.
    fn split_terms(&mut self) {
        let mut seen = BTreeSet::new();
        while let Some((register, reader)) = self.terms.pop() {
            for (writer, instruction) in self.finder.find_writers(register, reader) {
                if seen.insert(writer) {
                    self.split_term(writer, instruction);
                }
            }
        }
    }

    fn split_term(&mut self, pc: Pc, writer: &Instruction) {
        use Binary::{AddInt, MaxInt, MaxUint, MinInt, MinUint, MulInt, ShiftLeft, SubInt};
        match *writer {
            Instruction::Address { step, .. } => {
                if let Some(step) = self.code.steps.get(step as usize) {
                    self.terms.extend([(step.base, pc), (step.index, pc)]);
                }
            }
            Instruction::Binary { op: MulInt, a, b, .. } if is_constant(self.code, a) => self.terms.push((b, pc)),
            Instruction::Binary { op: MulInt, a, b, .. } if is_constant(self.code, b) => self.terms.push((a, pc)),
            Instruction::Binary { op: MulInt, a, b, .. } => self.factors.extend([(a, pc), (b, pc)]),
            Instruction::Binary { op: ShiftLeft, a, b, .. } if is_constant(self.code, b) => self.terms.push((a, pc)),
            Instruction::Binary { op: AddInt | SubInt | MinInt | MaxInt | MinUint | MaxUint, .. }
            | Instruction::Unary { op: Unary::Copy | Unary::NegateInt, .. }
            | Instruction::Ternary { .. }
            | Instruction::LoadLocal { .. } => self.finder.push_reads(pc, &mut self.terms),
            _ => {}
        }
    }
}

fn is_constant(code: &Assembly, register: Register) -> bool {
    code.constants.iter().any(|(known, _)| *known == register)
}

/// Returns true for a quotient or a remainder by a number that is no constant.
fn is_quotient(code: &Assembly, instruction: &Instruction) -> bool {
    use Binary::{DivInt, DivUint, ModInt, RemInt, RemUint};
    match *instruction {
        Instruction::Binary { op: DivInt | DivUint | ModInt | RemInt | RemUint, b, .. } => !is_constant(code, b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::assembly::AddressStep;
    use super::*;
    use gristmill_shader::Stage;

    /// `words[(x / size) * (stride / 4) + x % size * 8 + offset]`, of the registers 0 to 3 for x, size, stride and offset.
    #[test]
    fn a_stride_is_a_factor_and_a_divisor_is_none() {
        let binary = |op, to, a, b| Instruction::Binary { op, to, a, b };
        let of = super::super::assembly::SlotRef::Memory(0);
        let code = Assembly {
            registers: 16,
            constants: vec![(4, 4), (5, 8), (6, 0), (7, 64)],
            steps: vec![AddressStep { base: 6, index: 14, stride: 1, limit: 7, of }],
            instructions: vec![
                binary(Binary::DivUint, 8, 0, 1),
                binary(Binary::DivUint, 9, 2, 4),
                binary(Binary::MulInt, 10, 8, 9),
                binary(Binary::RemUint, 11, 0, 1),
                binary(Binary::MulInt, 12, 11, 5),
                binary(Binary::AddInt, 13, 10, 12),
                binary(Binary::AddInt, 14, 13, 3),
                Instruction::Address { to: 15, step: 0 },
                Instruction::Store { memory: 0, words: 1, list: 0, address: 15, offset: 0 },
            ],
            ..Assembly::new(Stage::Compute)
        };
        let factors = find_address_factors(&code, 0..code.instructions.len() as Pc);
        assert_eq!(factors.registers.into_iter().collect::<Vec<_>>(), [2, 4]);
    }
}
