//! `switch`: a condition for each case, and an order in which each case can fall through to the next.

use super::super::assembly::{Binary, Instruction, Register, Unary};
use super::error::{LowerResult, unstructured_control_flow};
use super::lowering::Lowering;
use super::module::id_operand;
use super::worklist::{Construct, SwitchCase, Task};
use rspirv::dr::{Function, Instruction as Made, Operand};
use rspirv::spirv::{Op, Word};
use std::collections::{HashMap, HashSet};

impl Lowering<'_> {
    /// Lowers a switch up to its first case.
    pub(super) fn lower_switch(&mut self, from: Word, instruction: &Made, merge: Word) -> LowerResult<()> {
        let selector = self.scalar_register(id_operand(instruction, 0)?)?;
        let default = id_operand(instruction, 1)?;
        let mut labels: Vec<Word> = vec![];
        let mut numbers: Vec<(u32, Word)> = vec![];
        for pair in instruction.operands.get(2..).unwrap_or_default().chunks_exact(2) {
            let [Operand::LiteralBit32(number), Operand::IdRef(label)] = pair else {
                return unstructured_control_flow();
            };
            numbers.push((*number, *label));
            labels.push(*label);
        }
        labels.push(default);
        let mut seen = HashSet::new();
        labels.retain(|&label| label != merge && seen.insert(label));
        let scope = self.current_scope()?;
        let labels = fall_through_order(scope.routine.function, &scope.routine.blocks, &labels, merge);
        for to in seen.into_iter().chain([merge]) {
            let direct = to == default || numbers.iter().any(|&(_, label)| label == to);
            if direct {
                self.write_phis(from, to)?;
            }
        }
        let mut cases = vec![];
        for label in labels {
            let condition = self.emit_case_condition(selector, &numbers, label, label == default)?;
            self.out.registers.add_holder(condition);
            cases.push(SwitchCase { label, condition });
        }
        self.open_frame(Instruction::Switch)?;
        self.release_block_operands();
        self.flow.tasks.push(Task::EndSwitch);
        (0..cases.len())
            .rev()
            .for_each(|number| self.flow.tasks.push(Task::Case { number }));
        let frame = self.innermost_frame();
        self.open_construct(Construct::Switch { merge, cases, current: 0, waiting: None, frame })
    }

    /// Emits the condition under which the selector leads to a label.
    fn emit_case_condition(
        &mut self,
        selector: Register,
        numbers: &[(u32, Word)],
        label: Word,
        default: bool,
    ) -> LowerResult<Register> {
        let mut any = None;
        for &(number, _) in numbers.iter().filter(|&&(_, to)| (to == label) != default) {
            let number = self.uint_constant(number)?;
            let equal = self.emit_binary(Binary::EqualInt, selector, number)?;
            any = Some(match any {
                Some(any) => self.emit_binary(Binary::Or, any, equal)?,
                None => equal,
            });
        }
        match any {
            Some(any) if default => self.emit_unary(Unary::Not, any),
            Some(any) => Ok(any),
            None => self.uint_constant(if default { u32::MAX } else { 0 }),
        }
    }

    /// Begins a case.
    pub(super) fn begin_case(&mut self, number: usize) -> LowerResult<()> {
        let Some(Construct::Switch { cases, .. }) = self.flow.constructs.last() else {
            return unstructured_control_flow();
        };
        let Some(&SwitchCase { label, condition }) = cases.get(number) else { return unstructured_control_flow() };
        let place = self.emit_join(Instruction::Case { condition, otherwise: 0 })?;
        self.out.registers.remove_holder(condition);
        let Some(Construct::Switch { current, waiting, .. }) = self.flow.constructs.last_mut() else {
            return unstructured_control_flow();
        };
        *current = number;
        let before = waiting.replace(place);
        self.patch_target(before, place);
        self.flow.dead = false;
        // A case begins at its own label, even if the previous case ends there.
        let Some(&block) = self.current_scope()?.routine.blocks.get(&label) else { return unstructured_control_flow() };
        self.flow.tasks.push(Task::Block { block, at: 0 });
        Ok(())
    }

    /// Ends a switch.
    pub(super) fn end_switch(&mut self) -> LowerResult<()> {
        let place = self.close_frame(Instruction::EndSwitch)?;
        let Some(Construct::Switch { merge, waiting, .. }) = self.flow.constructs.pop() else {
            return unstructured_control_flow();
        };
        self.patch_target(waiting, place);
        self.flow.dead = false;
        self.branch_to(None, merge)
    }
}

/// Orders the labels so that each follows directly after the one that falls through to it.
fn fall_through_order(function: &Function, blocks: &HashMap<Word, usize>, labels: &[Word], merge: Word) -> Vec<Word> {
    let falls: HashMap<Word, Word> = labels
        .iter()
        .filter_map(|&label| Some((label, fall_through_target(function, blocks, labels, merge, label)?)))
        .collect();
    let entered: HashSet<Word> = falls.values().copied().collect();
    let mut order = vec![];
    let mut placed = HashSet::new();
    let starts = labels.iter().filter(|label| !entered.contains(label)).chain(labels);
    for &start in starts {
        let mut next = Some(start);
        while let Some(label) = next.filter(|&label| placed.insert(label)) {
            order.push(label);
            next = falls.get(&label).copied();
        }
    }
    order
}

/// Returns the label that the statements after a label fall through to.
fn fall_through_target(
    function: &Function,
    blocks: &HashMap<Word, usize>,
    labels: &[Word],
    merge: Word,
    from: Word,
) -> Option<Word> {
    let mut seen = HashSet::from([from, merge]);
    let mut stack = vec![from];
    while let Some(label) = stack.pop() {
        let Some(block) = blocks.get(&label).and_then(|&number| function.blocks.get(number)) else { continue };
        // Inner constructs are skipped: none of them falls through from its middle, and enclosing loops are not entered.
        let inner = block
            .instructions
            .iter()
            .find(|made| matches!(made.class.opcode, Op::SelectionMerge | Op::LoopMerge));
        let next: Vec<Word> = match inner {
            Some(inner) => inner.operands.first().and_then(Operand::id_ref_any).into_iter().collect(),
            None => {
                let last = block
                    .instructions
                    .last()
                    .filter(|last| matches!(last.class.opcode, Op::Branch | Op::BranchConditional));
                last.into_iter()
                    .flat_map(|last| &last.operands)
                    .filter_map(Operand::id_ref_any)
                    .collect()
            }
        };
        for next in next {
            if labels.contains(&next) && next != from {
                return Some(next);
            }
            if seen.insert(next) {
                stack.push(next);
            }
        }
    }
    None
}
