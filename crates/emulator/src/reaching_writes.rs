//! Static analysis of registers: the instructions whose result an instruction may read.
//!
//! Registers are used again for other values, so the order of the code counts.

use super::assembly::{Assembly, Instruction, Pc, Register};
use super::lower::operands::written_registers;
use std::collections::BTreeMap;

/// A part of the code that some lanes may skip.
struct Branch {
    /// The branch around it, by its number.
    outer: usize,
    is_loop: bool,
    begin: Pc,
    end: Pc,
}

/// The writes of one stage.
pub(super) struct ReachingWrites {
    /// The instructions that write each register, in order.
    writers: BTreeMap<Register, Vec<Pc>>,
    /// The code as a whole, then each branch.
    branches: Vec<Branch>,
    /// The innermost branch of each instruction.
    branch_at: Vec<usize>,
    /// Instructions that write one of several registers.
    partial: Vec<Pc>,
}

impl ReachingWrites {
    /// Reads the code of a stage.
    pub(super) fn new(code: &Assembly) -> ReachingWrites {
        let mut writes =
            ReachingWrites { writers: BTreeMap::new(), branches: vec![], branch_at: vec![], partial: vec![] };
        writes.push_branch(0, 0, false);
        let mut open = 0;
        for (pc, instruction) in (0..).zip(&code.instructions) {
            if ends_branch(instruction) {
                open = writes.close_branch(open, pc);
            }
            writes.branch_at.push(open);
            if begins_branch(instruction) {
                open = writes.push_branch(open, pc, *instruction == Instruction::Loop);
            }
            writes.add_writes(code, instruction, pc);
        }
        writes
    }

    fn push_branch(&mut self, outer: usize, begin: Pc, is_loop: bool) -> usize {
        self.branches.push(Branch { outer, is_loop, begin, end: Pc::MAX });
        self.branches.len() - 1
    }

    /// Closes a branch, and returns the one around it.
    fn close_branch(&mut self, open: usize, end: Pc) -> usize {
        let Some(branch) = self.branches.get_mut(open) else { return 0 };
        branch.end = end;
        branch.outer
    }

    fn add_writes(&mut self, code: &Assembly, instruction: &Instruction, pc: Pc) {
        let (first, count) = written_registers(code, instruction);
        for register in first..first.saturating_add(count) {
            self.writers.entry(register).or_default().push(pc);
        }
        if let Instruction::StoreLocal { variable, .. } = instruction
            && let Some(slot) = code.variables.get(usize::from(*variable))
        {
            self.partial.push(pc);
            for register in slot.first..slot.first.saturating_add(slot.words) {
                self.writers.entry(register).or_default().push(pc);
            }
        }
    }

    /// Returns the instructions whose result a register may have before an instruction; none for uniforms, inputs and
    /// constants.
    pub(super) fn find_writers(&self, register: Register, before: Pc) -> Vec<Pc> {
        let Some(all) = self.writers.get(&register) else { return vec![] };
        let mut found = vec![];
        let mut replaced_at = None;
        for writer in all.iter().rev().copied().filter(|writer| *writer < before) {
            found.push(writer);
            if self.is_always_before(writer, before) {
                replaced_at = Some(writer);
                break;
            }
        }
        // A loop runs again what stands behind.
        for branch in self.list_branches(before).filter(|branch| branch.is_loop) {
            if replaced_at.is_none_or(|replaced| replaced < branch.begin) {
                found.extend(all.iter().filter(|writer| (before..branch.end).contains(*writer)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns true if all lanes that reach an instruction have run the one before it, which writes the whole register.
    fn is_always_before(&self, writer: Pc, reader: Pc) -> bool {
        let own = self.branch_at.get(writer as usize).copied().unwrap_or(0);
        let is_open = own == 0 || self.list_numbers(reader).any(|number| number == own);
        is_open && self.partial.binary_search(&writer).is_err()
    }

    /// Iterates over the numbers of the branches around an instruction, from the innermost on.
    fn list_numbers(&self, pc: Pc) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.branch_at.get(pc as usize).copied().filter(|number| *number > 0);
        std::iter::from_fn(move || {
            let number = next?;
            next = self.branches.get(number).map(|branch| branch.outer).filter(|outer| *outer > 0);
            Some(number)
        })
    }

    fn list_branches(&self, pc: Pc) -> impl Iterator<Item = &Branch> + '_ {
        self.list_numbers(pc).filter_map(|number| self.branches.get(number))
    }
}

/// Returns true for an instruction that begins a branch; the branches of `Else` and `Case` begin where others end.
fn begins_branch(instruction: &Instruction) -> bool {
    use Instruction::{Case, Else, If, Loop, Switch};
    matches!(instruction, If { .. } | Else { .. } | Loop | Switch | Case { .. })
}

/// Returns true for an instruction that ends a branch.
fn ends_branch(instruction: &Instruction) -> bool {
    use Instruction::{Case, Else, EndIf, EndLoop, EndSwitch};
    matches!(instruction, Else { .. } | EndIf | EndLoop | Case { .. } | EndSwitch)
}

#[cfg(test)]
mod tests {
    use super::super::assembly::{Binary, Unary};
    use super::*;
    use gristmill_shader::Stage;

    fn copy(to: Register, a: Register) -> Instruction {
        Instruction::Unary { op: Unary::Copy, to, a }
    }

    fn read_code(instructions: Vec<Instruction>) -> ReachingWrites {
        ReachingWrites::new(&Assembly { registers: 8, instructions, ..Assembly::new(Stage::Compute) })
    }

    #[test]
    fn a_write_in_a_branch_leaves_the_one_before() {
        let writes = read_code(vec![
            copy(5, 0),
            copy(5, 1),
            Instruction::If { condition: 2, otherwise: 4 },
            copy(5, 3),
            Instruction::Else { end: 6 },
            copy(6, 5),
            Instruction::EndIf,
            copy(7, 5),
        ]);
        assert_eq!(writes.find_writers(5, 1), [0]);
        assert_eq!(writes.find_writers(5, 5), [1, 3]);
        assert_eq!(writes.find_writers(5, 7), [1, 3]);
        assert!(writes.find_writers(0, 7).is_empty());
    }

    #[test]
    fn a_loop_reads_what_its_last_turn_wrote() {
        let writes = read_code(vec![
            copy(5, 0),
            Instruction::Loop,
            copy(6, 5),
            Instruction::Binary { op: Binary::AddInt, to: 5, a: 5, b: 1 },
            copy(6, 2),
            copy(7, 6),
            Instruction::EndLoop,
            copy(7, 5),
        ]);
        assert_eq!(writes.find_writers(5, 2), [0, 3]);
        assert_eq!(writes.find_writers(6, 5), [4]);
        assert_eq!(writes.find_writers(5, 7), [0, 3]);
    }
}
