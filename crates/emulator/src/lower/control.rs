//! Structured control flow, recovered from the places where branches meet.
//!
//! The remaining work is in a list of tasks, so a kernel's constructs may be nested to any depth without recursion.

use super::super::assembly::{Instruction, Pc};
use super::error::{LowerResult, check_limit, unstructured_control_flow};
use super::lowering::Lowering;
use super::module::{id_operand, result_and_type};
use super::value::IdValue;
use super::worklist::{Construct, Task};
use rspirv::dr::Operand;
use rspirv::spirv::{Op, Word};

/// Maximum depth of nested constructs.
const MAX_NESTED_CONSTRUCTS: u64 = 1000;

/// Kinds of targets a branch may have.
enum BranchTarget {
    /// The place where the innermost construct ends anyway.
    End,
    /// Outside of one or more constructs.
    Leave { frame: usize, again: bool },
    /// The next block.
    NextBlock,
}

impl<'m> Lowering<'m> {
    /// Runs all tasks.
    pub(super) fn run_tasks(&mut self) -> LowerResult<()> {
        while let Some(task) = self.flow.tasks.pop() {
            match task {
                Task::Block { block, at } => self.lower_block(block, at)?,
                Task::Else { from, to } => {
                    let place = self.emit_join(Instruction::Else { end: 0 })?;
                    let dead = self.flow.dead;
                    let Some(Construct::If { waiting, first_dead, has_else, .. }) = self.flow.constructs.last_mut()
                    else {
                        return unstructured_control_flow();
                    };
                    (*first_dead, *has_else) = (dead, true);
                    let before = std::mem::replace(waiting, place);
                    self.patch_target(Some(before), place);
                    self.flow.dead = false;
                    self.branch_to(Some(from), to)?;
                }
                Task::EndIf => self.end_if()?,
                Task::Continue => self.end_body()?,
                Task::EndLoop => self.end_loop()?,
                Task::Case { number } => self.begin_case(number)?,
                Task::EndSwitch => self.end_switch()?,
                Task::EndCall { block, at, line } => self.end_call(block, at, line)?,
            }
        }
        Ok(())
    }

    fn push_construct(&mut self, construct: Construct) -> LowerResult<()> {
        let depth = self.flow.constructs.len() as u64 + 1;
        check_limit(
            "constructs inside one another",
            depth,
            MAX_NESTED_CONSTRUCTS,
            "put the inner ones into a loop, or a switch",
        )?;
        self.flow.constructs.push(construct);
        Ok(())
    }

    /// Lowers a block from that instruction on.
    fn lower_block(&mut self, number: usize, from: usize) -> LowerResult<()> {
        let function = self.current_scope()?.routine.function;
        let Some(block) = function_block(function, number) else { return unstructured_control_flow() };
        let label = block.label.as_ref().and_then(|label| label.result_id).unwrap_or(0);
        if from == 0 {
            self.flow.dead = false;
            if let Some(scope) = self.known.scopes.last_mut() {
                scope.block = number;
                if !scope.visited.insert(number) {
                    return unstructured_control_flow();
                }
            }
            if let Some(merge) = block.instructions.iter().find(|made| made.class.opcode == Op::LoopMerge) {
                // The loop has the line that precedes its merge instruction.
                let before = block.instructions.iter().take_while(|made| made.class.opcode != Op::LoopMerge);
                let line = before.filter(|made| made.class.opcode == Op::Line).last();
                if let Some(Operand::LiteralBit32(line)) = line.and_then(|line| line.operands.get(1)) {
                    self.out.line = *line;
                }
                self.begin_loop(label, id_operand(merge, 0)?, id_operand(merge, 1)?)?;
            }
        }
        for (at, instruction) in block.instructions.iter().enumerate().skip(from) {
            match instruction.class.opcode {
                Op::Line => self.out.line = line_of(instruction).unwrap_or(self.out.line),
                Op::NoLine | Op::Label | Op::SelectionMerge | Op::LoopMerge | Op::Phi | Op::Nop => {}
                Op::FunctionCall => {
                    self.flow.tasks.push(Task::Block { block: number, at: at + 1 });
                    return self.lower_call(instruction, number, at);
                }
                Op::Branch => {
                    self.branch_to(Some(label), id_operand(instruction, 0)?)?;
                    self.release_block_operands();
                    return Ok(());
                }
                Op::BranchConditional => {
                    let merge = selection_merge(block);
                    let [condition, yes, no] =
                        [id_operand(instruction, 0)?, id_operand(instruction, 1)?, id_operand(instruction, 2)?];
                    return self.lower_branch(label, condition, [yes, no], merge);
                }
                Op::Switch => {
                    let Some(merge) = selection_merge(block) else { return unstructured_control_flow() };
                    return self.lower_switch(label, instruction, merge);
                }
                Op::Return => return self.lower_return(None),
                Op::ReturnValue => return self.lower_return(Some(id_operand(instruction, 0)?)),
                Op::Kill => {
                    self.out.code.discards = true;
                    let place = self.emit(Instruction::Kill { join: 0 })?;
                    self.defer_join(place);
                    self.flow.dead = true;
                    return Ok(());
                }
                Op::DemoteToHelperInvocation => {
                    self.out.code.discards = true;
                    self.emit(Instruction::Demote)?;
                }
                Op::Unreachable => {
                    self.flow.dead = true;
                    return Ok(());
                }
                _ => {
                    let begins = self.out.code.instructions.len() as Pc;
                    self.lower_instruction(instruction)?;
                    self.record_sharing(instruction, begins);
                }
            }
            self.finish_instruction(number, at);
        }
        unstructured_control_flow()
    }

    /// Branches from one block to another; emits nothing if the target follows anyway.
    pub(super) fn branch_to(&mut self, from: Option<Word>, to: Word) -> LowerResult<()> {
        if let Some(from) = from {
            self.write_phis(from, to)?;
        }
        match self.classify_branch(to)? {
            BranchTarget::End => self.flow.dead = false,
            BranchTarget::Leave { frame, again } => {
                self.emit_leave(frame, again)?;
                self.flow.dead = true;
            }
            BranchTarget::NextBlock => {
                let Some(&block) = self.current_scope()?.routine.blocks.get(&to) else {
                    return unstructured_control_flow();
                };
                self.flow.tasks.push(Task::Block { block, at: 0 });
            }
        }
        Ok(())
    }

    /// Classifies a branch to the block `to`.
    fn classify_branch(&self, to: Word) -> LowerResult<BranchTarget> {
        for (depth, construct) in self.flow.constructs.iter().rev().enumerate() {
            let end = if depth == 0 { Some(BranchTarget::End) } else { None };
            match construct {
                Construct::If { merge, .. } if *merge == to => return end.map_or_else(unstructured_control_flow, Ok),
                Construct::Loop { header, merge, next, frame, continuing, .. } => {
                    let again = if *continuing { *header == to } else { *next == to };
                    if *merge == to {
                        return Ok(BranchTarget::Leave { frame: *frame, again: false });
                    }
                    if again && *continuing {
                        return end.map_or_else(unstructured_control_flow, Ok);
                    }
                    if again {
                        return Ok(end.unwrap_or(BranchTarget::Leave { frame: *frame, again: true }));
                    }
                }
                Construct::Switch { merge, cases, current, frame, .. } => {
                    if *merge == to {
                        let last = *current + 1 == cases.len();
                        return Ok(end
                            .filter(|_| last)
                            .unwrap_or(BranchTarget::Leave { frame: *frame, again: false }));
                    }
                    if cases.get(*current + 1).is_some_and(|case| case.label == to) {
                        return end.map_or_else(unstructured_control_flow, Ok);
                    }
                }
                Construct::Function { .. } => break,
                Construct::If { .. } => {}
            }
        }
        Ok(BranchTarget::NextBlock)
    }

    /// Lowers a conditional branch.
    fn lower_branch(
        &mut self,
        from: Word,
        condition: Word,
        [yes, no]: [Word; 2],
        merge: Option<Word>,
    ) -> LowerResult<()> {
        if yes == no {
            return self.branch_to(Some(from), yes);
        }
        let condition = self.scalar_register(condition)?;
        let Some(merge) = merge else { return self.lower_leaving_branch(from, condition, [yes, no]) };
        if yes == merge || no == merge {
            self.write_phis(from, merge)?;
        }
        let waiting = self.open_frame(Instruction::If { condition, otherwise: 0 })?;
        self.release_block_operands();
        self.push_construct(Construct::If { merge, waiting, first_dead: false, has_else: false })?;
        self.flow.tasks.push(Task::EndIf);
        if no != merge {
            self.flow.tasks.push(Task::Else { from, to: no });
        }
        self.flow.dead = false;
        if yes != merge { self.branch_to(Some(from), yes) } else { Ok(()) }
    }

    /// Lowers a conditional branch of which at least one side leaves a construct.
    fn lower_leaving_branch(&mut self, from: Word, condition: u32, [yes, no]: [Word; 2]) -> LowerResult<()> {
        let yes_way = self.classify_branch(yes)?;
        let no_way = self.classify_branch(no)?;
        let mut waiting = Some(self.open_frame(Instruction::If { condition, otherwise: 0 })?);
        let mut left = vec![yes, no];
        if let BranchTarget::Leave { frame, again } = yes_way {
            self.write_phis(from, yes)?;
            self.emit_leave(frame, again)?;
            left.retain(|&label| label != yes);
        }
        if let BranchTarget::Leave { frame, again } = no_way {
            let place = self.emit_join(Instruction::Else { end: 0 })?;
            self.patch_target(waiting, place);
            waiting = Some(place);
            self.write_phis(from, no)?;
            self.emit_leave(frame, again)?;
            left.retain(|&label| label != no);
        }
        let place = self.close_frame(Instruction::EndIf)?;
        self.patch_target(waiting, place);
        self.release_block_operands();
        match left[..] {
            [] => {
                self.flow.dead = true;
                Ok(())
            }
            [on] => self.branch_to(Some(from), on),
            _ => unstructured_control_flow(),
        }
    }

    fn end_if(&mut self) -> LowerResult<()> {
        let dead = self.flow.dead;
        let place = self.close_frame(Instruction::EndIf)?;
        let Some(Construct::If { merge, waiting, first_dead, has_else }) = self.flow.constructs.pop() else {
            return unstructured_control_flow();
        };
        self.patch_target(Some(waiting), place);
        self.flow.dead = dead && first_dead && has_else;
        if self.flow.dead { Ok(()) } else { self.branch_to(None, merge) }
    }

    fn begin_loop(&mut self, header: Word, merge: Word, next: Word) -> LowerResult<()> {
        let start = self.open_frame(Instruction::Loop)? + 1;
        let frame = self.flow.frames.len() - 1;
        let line = self.out.line;
        self.push_construct(Construct::Loop { header, merge, next, start, frame, continuing: false, line })?;
        self.flow.tasks.push(Task::Continue);
        Ok(())
    }

    fn end_body(&mut self) -> LowerResult<()> {
        // The join belongs to the loop's line, not to the last line of its body.
        if let Some(Construct::Loop { line, .. }) = self.flow.constructs.last() {
            self.out.line = *line;
        }
        self.emit_join(Instruction::Continue)?;
        let Some(Construct::Loop { header, next, continuing, .. }) = self.flow.constructs.last_mut() else {
            return unstructured_control_flow();
        };
        *continuing = true;
        let header = *header;
        let next = *next;
        self.flow.dead = false;
        self.flow.tasks.push(Task::EndLoop);
        if next != header { self.branch_to(None, next) } else { Ok(()) }
    }

    fn end_loop(&mut self) -> LowerResult<()> {
        let Some(Construct::Loop { merge, start, .. }) = self.flow.constructs.pop() else {
            return unstructured_control_flow();
        };
        self.emit(Instruction::Repeat { start })?;
        self.close_frame(Instruction::EndLoop)?;
        self.flow.dead = false;
        self.branch_to(None, merge)
    }

    /// Writes the values of a block's phis for an entry from another block.
    pub(super) fn write_phis(&mut self, from: Word, to: Word) -> LowerResult<()> {
        let function = self.current_scope()?.routine.function;
        let Some(block) = self
            .current_scope()?
            .routine
            .blocks
            .get(&to)
            .and_then(|&number| function_block(function, number))
        else {
            return unstructured_control_flow();
        };
        let repeats = block.instructions.iter().any(|made| made.class.opcode == Op::LoopMerge);
        let mut copies = vec![];
        for phi in block.instructions.iter().filter(|made| made.class.opcode == Op::Phi) {
            let mut pairs = phi.operands.chunks_exact(2);
            let taken =
                pairs.find_map(|pair| (pair[1].id_ref_any() == Some(from)).then(|| pair[0].id_ref_any()).flatten());
            let Some(taken) = taken else { return unstructured_control_flow() };
            let (result, of) = result_and_type(phi)?;
            let words = self.source.types.word_count(of)?;
            let to = match self.current_scope()?.phi_registers(result) {
                Some(registers) => registers,
                None => {
                    let first = self.out.registers.allocate_temporaries(words)?;
                    let registers: Vec<u32> = (first..first + words).collect();
                    self.set_value(result, IdValue::from_registers(registers.clone()))?;
                    if repeats && let Some(scope) = self.known.scopes.last_mut() {
                        registers.iter().for_each(|&register| self.out.registers.add_holder(register));
                        scope.phis.insert(result, registers.clone());
                    }
                    registers
                }
            };
            copies.extend(to.into_iter().zip(self.expect_registers(taken, words as usize)?));
        }
        // A phi may read a register that another phi writes: then all are read before one is written.
        let crossed = copies
            .iter()
            .enumerate()
            .any(|(at, (_, a))| copies[..at].iter().any(|(to, _)| to == a));
        if crossed {
            for (_, a) in &mut copies {
                *a = self.emit_unary(super::super::assembly::Unary::Copy, *a)?;
            }
        }
        for (to, a) in copies {
            self.emit_copy(to, a)?;
        }
        Ok(())
    }

    /// Releases operands after the last instruction of the current block has read them.
    pub(super) fn release_block_operands(&mut self) {
        let Some(scope) = self.known.scopes.last() else { return };
        let block = scope.block;
        let last = function_block(scope.routine.function, block).map_or(0, |block| block.instructions.len());
        self.finish_instruction(block, last.saturating_sub(1));
        self.finish_block(block);
    }

    /// Returns the number of the innermost frame.
    pub(super) fn innermost_frame(&self) -> usize {
        self.flow.frames.len() - 1
    }

    /// Opens a construct.
    pub(super) fn open_construct(&mut self, construct: Construct) -> LowerResult<()> {
        self.push_construct(construct)
    }
}

/// Returns a block of a function.
fn function_block(function: &rspirv::dr::Function, number: usize) -> Option<&rspirv::dr::Block> {
    function.blocks.get(number)
}

/// Returns the line of an `OpLine`.
fn line_of(instruction: &rspirv::dr::Instruction) -> Option<u32> {
    match (instruction.class.opcode, instruction.operands.get(1)) {
        (Op::Line, Some(Operand::LiteralBit32(line))) => Some(*line),
        _ => None,
    }
}

/// Returns the merge block of a selection.
fn selection_merge(block: &rspirv::dr::Block) -> Option<Word> {
    let merge = block.instructions.iter().find(|made| made.class.opcode == Op::SelectionMerge)?;
    id_operand(merge, 0).ok()
}
