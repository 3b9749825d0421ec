//! Fast path: runs unobserved instructions in sequence, compiled for the widest vectors.

use super::super::assembly::{Assembly, Instruction, Register};
use super::super::bindings::{BoundMemory, WarpContext};
use super::super::event::Observe;
use super::super::lanes::lanes_where;
use super::super::vectors::{Work, on_widest};
use super::memory::{listed, whereabouts};
use super::operand::MemoryOperand;
use super::{Execution, Warp};

/// The memories whose uses are observed, a bit for each slot; the last bit is for all slots from there on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heard(u64);

impl Heard {
    /// Collects them from an observer that does not observe steps.
    pub(super) fn by<O: Observe>(context: &WarpContext, observer: &O) -> Heard {
        if !O::LISTENS {
            return Heard(0);
        }
        let is_heard = |bound: &BoundMemory| observer.hears_of(whereabouts(bound).0);
        let memories = context.bindings.memories.iter().enumerate();
        Heard(memories.fold(0, |bits, (slot, bound)| bits | u64::from(is_heard(bound)) << slot.min(63)))
    }

    #[inline(always)]
    fn has(self, slot: u16) -> bool {
        self.0 >> slot.min(63) & 1 == 1
    }
}

/// A warp, and its budget of steps.
struct Straight<'w, 'c, const W: usize> {
    warp: &'w mut Warp<W>,
    assembly: &'w Assembly,
    context: &'w mut WarpContext<'c>,
    heard: Heard,
    budget: u64,
}

impl<const W: usize> Warp<W> {
    /// Runs until an instruction that must be observed, that pauses, or that is rare; returns the number of instructions run. If
    /// no lane is left, the warp has ended.
    pub(super) fn straight(
        &mut self,
        assembly: &Assembly,
        context: &mut WarpContext,
        heard: Heard,
        budget: u64,
    ) -> u64 {
        on_widest(Straight { warp: self, assembly, context, heard, budget })
    }

    /// Runs an arithmetic instruction outside of the fast path, for observers of the instruction.
    pub(super) fn calculate<O: Observe>(&mut self, run: &mut Execution<O>, instruction: Instruction) {
        match (self.rounder, instruction) {
            (Some(rounder), Instruction::Unary { op, to, a }) => self.rounded_unary(rounder, op, to, a),
            (Some(rounder), Instruction::Binary { op, to, a, b }) => self.rounded_binary(rounder, op, to, a, b),
            (Some(rounder), Instruction::Ternary { op, to, a, b, c }) => {
                self.rounded_ternary(rounder, op, to, [a, b, c]);
            }
            _ => {
                self.pc = run.pc;
                self.straight(run.assembly, run.context, Heard(0), 1);
            }
        }
    }
}

impl<const W: usize> Work for Straight<'_, '_, W> {
    type Outcome = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Straight { warp, assembly, context, heard, budget } = self;
        let operand = |slot: u16, words: u8, address: Register, offset: u32| MemoryOperand {
            slot,
            words: words.into(),
            address,
            offset,
        };
        for taken in 0..budget {
            let pc = warp.pc;
            let Some(instruction) = assembly.instructions.get(pc as usize) else { return taken };
            warp.pc += 1;
            match *instruction {
                Instruction::Unary { op, to, a } => warp.unary(op, to, a),
                Instruction::Binary { op, to, a, b } => warp.binary(op, to, a, b),
                Instruction::Ternary { op, to, a, b, c } => warp.ternary(op, to, [a, b, c]),
                Instruction::Address { to, step } => {
                    if let Some(step) = assembly.steps.get(step as usize) {
                        let out = warp.stepped(step);
                        warp.write_here(to, &out);
                    }
                }
                Instruction::Load { memory, words, to, address, offset } if !heard.has(memory) => {
                    warp.load_words(context, operand(memory, words, address, offset), to);
                }
                Instruction::Store { memory, words, list, address, offset } if !heard.has(memory) => {
                    let registers = listed(assembly, list, words.into());
                    warp.store_words(context, operand(memory, words, address, offset), registers);
                }
                Instruction::LoadLocal { variable, words, to, address, offset } => {
                    warp.load_variable(assembly, operand(variable, words, address, offset), to);
                }
                Instruction::StoreLocal { variable, words, list, address, offset } => {
                    let registers = listed(assembly, list, words.into());
                    warp.store_variable(assembly, operand(variable, words, address, offset), registers);
                }
                Instruction::If { condition, otherwise } => {
                    let holds = lanes_where(warp.register(condition), |word| word != 0);
                    warp.frames.push(warp.frames.mask & holds);
                    warp.go_if_none(otherwise);
                }
                Instruction::Else { end } => {
                    warp.frames.turn();
                    warp.go_if_none(end);
                }
                Instruction::Loop => warp.frames.push(warp.frames.mask),
                Instruction::Continue => {
                    warp.frames.gather();
                    if warp.frames.mask == 0 {
                        warp.skip(assembly);
                    }
                }
                Instruction::Repeat { start } => {
                    if warp.frames.mask != 0 {
                        warp.pc = start;
                    }
                }
                Instruction::Call => warp.frames.call(pc == 0 && warp.within_call),
                Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                    if !warp.frames.pop() {
                        warp.frames.end();
                    }
                    if warp.frames.mask == 0 {
                        if warp.frames.alive == 0 {
                            return taken + 1;
                        }
                        warp.skip(assembly);
                    }
                }
                Instruction::Leave { frames, again, join } => {
                    warp.frames.leave(frames.into(), again);
                    warp.pc = join;
                    if warp.frames.alive == 0 {
                        return taken + 1;
                    }
                }
                _ => {
                    warp.pc = pc;
                    return taken;
                }
            }
        }
        budget
    }
}
