//! Structured control flow, recovered from the places where branches meet.
//!
//! Nothing here recurses, however deeply a kernel's constructs are nested: the remaining work is in a list of tasks.

use super::super::assembly::{Instruction, Pc};
use super::fault::{Lowered, limit, unstructured};
use super::lowering::Lowering;
use super::module::{id, made};
use super::task::{Construct, Task};
use super::value::IdValue;
use rspirv::dr::Operand;
use rspirv::spirv::{Op, Word};

/// Maximum depth of nested constructs.
const DEEPEST: u64 = 1000;

/// Kinds of targets a branch may have.
enum BranchTarget {
    /// The place where the innermost construct ends anyway.
    End,
    /// Outside of one or more constructs.
    Leave { frame: usize, again: bool },
    /// The next block.
    On,
}

impl<'m> Lowering<'m> {
    /// Runs all tasks.
    pub(super) fn run(&mut self) -> Lowered<()> {
        while let Some(task) = self.flow.tasks.pop() {
            match task {
                Task::Block { block, at } => self.block(block, at)?,
                Task::Else { from, to } => {
                    let place = self.meet(Instruction::Else { end: 0 })?;
                    let dead = self.flow.dead;
                    let Some(Construct::If { waiting, first_dead, has_else, .. }) = self.flow.constructs.last_mut()
                    else {
                        return unstructured();
                    };
                    (*first_dead, *has_else) = (dead, true);
                    let before = std::mem::replace(waiting, place);
                    self.aim(Some(before), place);
                    self.flow.dead = false;
                    self.go(Some(from), to)?;
                }
                Task::EndIf => self.end_if()?,
                Task::Continue => self.end_body()?,
                Task::EndLoop => self.end_loop()?,
                Task::Case { number } => self.case(number)?,
                Task::EndSwitch => self.end_switch()?,
                Task::EndCall { block, at, line } => self.end_call(block, at, line)?,
            }
        }
        Ok(())
    }

    fn push_construct(&mut self, construct: Construct) -> Lowered<()> {
        let depth = self.flow.constructs.len() as u64 + 1;
        limit("constructs inside one another", depth, DEEPEST, "put the inner ones into a loop, or a switch")?;
        self.flow.constructs.push(construct);
        Ok(())
    }

    /// Lowers a block from that instruction on.
    fn block(&mut self, number: usize, from: usize) -> Lowered<()> {
        let function = self.scope()?.routine.function;
        let Some(block) = function_block(function, number) else { return unstructured() };
        let label = block.label.as_ref().and_then(|label| label.result_id).unwrap_or(0);
        if from == 0 {
            self.flow.dead = false;
            if let Some(scope) = self.known.scopes.last_mut() {
                scope.block = number;
                if !scope.visited.insert(number) {
                    return unstructured();
                }
            }
            if let Some(merge) = block.instructions.iter().find(|made| made.class.opcode == Op::LoopMerge) {
                // The loop has the line that precedes its merge instruction.
                let before = block.instructions.iter().take_while(|made| made.class.opcode != Op::LoopMerge);
                let line = before.filter(|made| made.class.opcode == Op::Line).last();
                if let Some(Operand::LiteralBit32(line)) = line.and_then(|line| line.operands.get(1)) {
                    self.out.line = *line;
                }
                self.begin_loop(label, id(merge, 0)?, id(merge, 1)?)?;
            }
        }
        for (at, instruction) in block.instructions.iter().enumerate().skip(from) {
            match instruction.class.opcode {
                Op::Line => self.out.line = line_of(instruction).unwrap_or(self.out.line),
                Op::NoLine | Op::Label | Op::SelectionMerge | Op::LoopMerge | Op::Phi | Op::Nop => {}
                Op::FunctionCall => {
                    self.flow.tasks.push(Task::Block { block: number, at: at + 1 });
                    return self.call(instruction, number, at);
                }
                Op::Branch => {
                    self.go(Some(label), id(instruction, 0)?)?;
                    self.sweep_block();
                    return Ok(());
                }
                Op::BranchConditional => {
                    let merge = selection_merge(block);
                    let [condition, yes, no] = [id(instruction, 0)?, id(instruction, 1)?, id(instruction, 2)?];
                    return self.branch(label, condition, [yes, no], merge);
                }
                Op::Switch => {
                    let Some(merge) = selection_merge(block) else { return unstructured() };
                    return self.switch(label, instruction, merge);
                }
                Op::Return => return self.give_back(None),
                Op::ReturnValue => return self.give_back(Some(id(instruction, 0)?)),
                Op::Kill => {
                    self.out.code.discards = true;
                    let place = self.emit(Instruction::Kill { join: 0 })?;
                    self.join_later(place);
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
                    self.instruction(instruction)?;
                    self.note_sharing(instruction, begins);
                }
            }
            self.done(number, at);
        }
        unstructured()
    }

    /// Branches from one block to another; emits nothing if the target follows anyway.
    pub(super) fn go(&mut self, from: Option<Word>, to: Word) -> Lowered<()> {
        if let Some(from) = from {
            self.give_phis(from, to)?;
        }
        match self.way(to)? {
            BranchTarget::End => self.flow.dead = false,
            BranchTarget::Leave { frame, again } => {
                self.leave(frame, again)?;
                self.flow.dead = true;
            }
            BranchTarget::On => {
                let Some(&block) = self.scope()?.routine.blocks.get(&to) else { return unstructured() };
                self.flow.tasks.push(Task::Block { block, at: 0 });
            }
        }
        Ok(())
    }

    /// Classifies a branch to that block.
    fn way(&self, to: Word) -> Lowered<BranchTarget> {
        for (depth, construct) in self.flow.constructs.iter().rev().enumerate() {
            let end = if depth == 0 { Some(BranchTarget::End) } else { None };
            match construct {
                Construct::If { merge, .. } if *merge == to => return end.map_or_else(unstructured, Ok),
                Construct::Loop { header, merge, next, frame, continuing, .. } => {
                    let again = if *continuing { *header == to } else { *next == to };
                    if *merge == to {
                        return Ok(BranchTarget::Leave { frame: *frame, again: false });
                    }
                    if again && *continuing {
                        return end.map_or_else(unstructured, Ok);
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
                        return end.map_or_else(unstructured, Ok);
                    }
                }
                Construct::Function { .. } => break,
                Construct::If { .. } => {}
            }
        }
        Ok(BranchTarget::On)
    }

    /// Lowers a conditional branch.
    fn branch(&mut self, from: Word, condition: Word, [yes, no]: [Word; 2], merge: Option<Word>) -> Lowered<()> {
        if yes == no {
            return self.go(Some(from), yes);
        }
        let condition = self.scalar_of(condition)?;
        let Some(merge) = merge else { return self.leave_by(from, condition, [yes, no]) };
        if yes == merge || no == merge {
            self.give_phis(from, merge)?;
        }
        let waiting = self.open(Instruction::If { condition, otherwise: 0 })?;
        self.sweep_block();
        self.push_construct(Construct::If { merge, waiting, first_dead: false, has_else: false })?;
        self.flow.tasks.push(Task::EndIf);
        if no != merge {
            self.flow.tasks.push(Task::Else { from, to: no });
        }
        self.flow.dead = false;
        if yes != merge { self.go(Some(from), yes) } else { Ok(()) }
    }

    /// Lowers a conditional branch of which at least one side leaves a construct.
    fn leave_by(&mut self, from: Word, condition: u32, [yes, no]: [Word; 2]) -> Lowered<()> {
        let (yes_way, no_way) = (self.way(yes)?, self.way(no)?);
        let mut waiting = Some(self.open(Instruction::If { condition, otherwise: 0 })?);
        let mut left = vec![yes, no];
        if let BranchTarget::Leave { frame, again } = yes_way {
            self.give_phis(from, yes)?;
            self.leave(frame, again)?;
            left.retain(|&label| label != yes);
        }
        if let BranchTarget::Leave { frame, again } = no_way {
            let place = self.meet(Instruction::Else { end: 0 })?;
            self.aim(waiting, place);
            waiting = Some(place);
            self.give_phis(from, no)?;
            self.leave(frame, again)?;
            left.retain(|&label| label != no);
        }
        let place = self.close(Instruction::EndIf)?;
        self.aim(waiting, place);
        self.sweep_block();
        match left[..] {
            [] => {
                self.flow.dead = true;
                Ok(())
            }
            [on] => self.go(Some(from), on),
            _ => unstructured(),
        }
    }

    fn end_if(&mut self) -> Lowered<()> {
        let dead = self.flow.dead;
        let place = self.close(Instruction::EndIf)?;
        let Some(Construct::If { merge, waiting, first_dead, has_else }) = self.flow.constructs.pop() else {
            return unstructured();
        };
        self.aim(Some(waiting), place);
        self.flow.dead = dead && first_dead && has_else;
        if self.flow.dead { Ok(()) } else { self.go(None, merge) }
    }

    fn begin_loop(&mut self, header: Word, merge: Word, next: Word) -> Lowered<()> {
        let start = self.open(Instruction::Loop)? + 1;
        let frame = self.flow.frames.len() - 1;
        let line = self.out.line;
        self.push_construct(Construct::Loop { header, merge, next, start, frame, continuing: false, line })?;
        self.flow.tasks.push(Task::Continue);
        Ok(())
    }

    fn end_body(&mut self) -> Lowered<()> {
        // The join belongs to the loop's line, not to the last line of its body.
        if let Some(Construct::Loop { line, .. }) = self.flow.constructs.last() {
            self.out.line = *line;
        }
        self.meet(Instruction::Continue)?;
        let Some(Construct::Loop { header, next, continuing, .. }) = self.flow.constructs.last_mut() else {
            return unstructured();
        };
        *continuing = true;
        let (header, next) = (*header, *next);
        self.flow.dead = false;
        self.flow.tasks.push(Task::EndLoop);
        if next != header { self.go(None, next) } else { Ok(()) }
    }

    fn end_loop(&mut self) -> Lowered<()> {
        let Some(Construct::Loop { merge, start, .. }) = self.flow.constructs.pop() else { return unstructured() };
        self.emit(Instruction::Repeat { start })?;
        self.close(Instruction::EndLoop)?;
        self.flow.dead = false;
        self.go(None, merge)
    }

    /// Writes the values of a block's phis for an entry from another block.
    pub(super) fn give_phis(&mut self, from: Word, to: Word) -> Lowered<()> {
        let function = self.scope()?.routine.function;
        let Some(block) = self
            .scope()?
            .routine
            .blocks
            .get(&to)
            .and_then(|&number| function_block(function, number))
        else {
            return unstructured();
        };
        let repeats = block.instructions.iter().any(|made| made.class.opcode == Op::LoopMerge);
        let mut copies = vec![];
        for phi in block.instructions.iter().filter(|made| made.class.opcode == Op::Phi) {
            let mut pairs = phi.operands.chunks_exact(2);
            let taken =
                pairs.find_map(|pair| (pair[1].id_ref_any() == Some(from)).then(|| pair[0].id_ref_any()).flatten());
            let Some(taken) = taken else { return unstructured() };
            let (result, of) = made(phi)?;
            let words = self.source.types.words(of)?;
            let to = match self.scope()?.phi(result) {
                Some(registers) => registers,
                None => {
                    let first = self.out.registers.temporaries(words)?;
                    let registers: Vec<u32> = (first..first + words).collect();
                    self.set(result, IdValue::of(registers.clone()))?;
                    if repeats && let Some(scope) = self.known.scopes.last_mut() {
                        registers.iter().for_each(|&register| self.out.registers.hold(register));
                        scope.phis.insert(result, registers.clone());
                    }
                    registers
                }
            };
            copies.extend(to.into_iter().zip(self.registers_of(taken, words as usize)?));
        }
        // A phi may read a register that another phi writes: then all are read before one is written.
        let crossed = copies
            .iter()
            .enumerate()
            .any(|(at, (_, a))| copies[..at].iter().any(|(to, _)| to == a));
        if crossed {
            for (_, a) in &mut copies {
                *a = self.unary(super::super::assembly::Unary::Copy, *a)?;
            }
        }
        for (to, a) in copies {
            self.copy(to, a)?;
        }
        Ok(())
    }

    /// Releases operands after the last instruction of the current block has read them.
    pub(super) fn sweep_block(&mut self) {
        let Some(scope) = self.known.scopes.last() else { return };
        let block = scope.block;
        let last = function_block(scope.routine.function, block).map_or(0, |block| block.instructions.len());
        self.done(block, last.saturating_sub(1));
        self.done_at_end(block);
    }

    /// Returns the number of the innermost frame.
    pub(super) fn frame(&self) -> usize {
        self.flow.frames.len() - 1
    }

    /// Opens a construct.
    pub(super) fn enter(&mut self, construct: Construct) -> Lowered<()> {
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
    id(merge, 0).ok()
}
