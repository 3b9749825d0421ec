//! Fast path: runs unobserved instructions in sequence, compiled for the widest vectors.

use super::super::assembly::{Assembly, Instruction, Register};
use super::super::bindings::WarpContext;
use super::super::event::Observe;
use super::super::lanes::lanes_matching;
use super::super::simd::{SimdWork, run_on_widest};
use super::memory::{locate_binding, operand_list};
use super::operand::MemoryOperand;
use super::{Execution, Warp};

/// The memories whose uses are observed, a bit for each slot; the last bit is for all slots from there on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ObservedSlots(u64);

impl ObservedSlots {
    /// Collects them from an observer that does not observe steps.
    pub(super) fn from_observer<O: Observe>(context: &WarpContext, observer: &O) -> ObservedSlots {
        if !O::WANTS_EVENTS {
            return ObservedSlots(0);
        }
        let memories = context.bindings.memories.iter().enumerate();
        ObservedSlots(memories.fold(0, |bits, (slot, bound)| {
            let is_heard = observer.wants_memory(locate_binding(bound).0);
            bits | u64::from(is_heard) << slot.min(63)
        }))
    }

    #[inline(always)]
    fn contains(self, slot: u16) -> bool {
        self.0 >> slot.min(63) & 1 == 1
    }
}

/// A warp, and its budget of steps.
struct FastPath<'w, 'c, const W: usize> {
    warp: &'w mut Warp<W>,
    assembly: &'w Assembly,
    context: &'w mut WarpContext<'c>,
    heard: ObservedSlots,
    budget: u64,
}

impl<const W: usize> Warp<W> {
    /// Runs until an instruction that must be observed, that pauses, or that is rare; returns the
    /// number of instructions run. If no lane is left, the warp has ended.
    pub(super) fn run_fast_path(
        &mut self,
        assembly: &Assembly,
        context: &mut WarpContext,
        heard: ObservedSlots,
        budget: u64,
    ) -> u64 {
        run_on_widest(FastPath { warp: self, assembly, context, heard, budget })
    }

    /// Runs an arithmetic instruction outside of the fast path, for observers of the instruction.
    pub(super) fn run_arithmetic<O: Observe>(&mut self, run: &mut Execution<O>, instruction: Instruction) {
        match (self.rounder, instruction) {
            (Some(rounder), Instruction::Unary { op, to, a }) => self.rounded_unary(rounder, op, to, a),
            (Some(rounder), Instruction::Binary { op, to, a, b }) => self.rounded_binary(rounder, op, to, a, b),
            (Some(rounder), Instruction::Ternary { op, to, a, b, c }) => {
                self.rounded_ternary(rounder, op, to, [a, b, c]);
            }
            _ => {
                self.pc = run.pc;
                self.run_fast_path(run.assembly, run.context, ObservedSlots(0), 1);
            }
        }
    }
}

#[inline(always)]
fn make_memory_operand(slot: u16, words: u8, address: Register, offset: u32) -> MemoryOperand {
    MemoryOperand { slot, words: words.into(), address, offset }
}

impl<const W: usize> SimdWork for FastPath<'_, '_, W> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let FastPath { warp, assembly, context, heard, budget } = self;
        for taken in 0..budget {
            let pc = warp.pc;
            let Some(instruction) = assembly.instructions.get(pc as usize) else { return taken };
            warp.pc += 1;
            match *instruction {
                Instruction::Unary { op, to, a } => warp.apply_unary(op, to, a),
                Instruction::Binary { op, to, a, b } => warp.apply_binary(op, to, a, b),
                Instruction::Ternary { op, to, a, b, c } => warp.apply_ternary(op, to, [a, b, c]),
                Instruction::Address { to, step } => {
                    if let Some(step) = assembly.steps.get(step as usize) {
                        let out = warp.step_address(step);
                        warp.write_register_inline(to, &out);
                    }
                }
                Instruction::Load { memory, words, to, address, offset } if !heard.contains(memory) => {
                    warp.load_words(context, make_memory_operand(memory, words, address, offset), to);
                }
                Instruction::Store { memory, words, list, address, offset } if !heard.contains(memory) => {
                    let registers = operand_list(assembly, list, words.into());
                    warp.store_words(context, make_memory_operand(memory, words, address, offset), registers);
                }
                Instruction::LoadLocal { variable, words, to, address, offset } => {
                    warp.load_variable(assembly, make_memory_operand(variable, words, address, offset), to);
                }
                Instruction::StoreLocal { variable, words, list, address, offset } => {
                    let registers = operand_list(assembly, list, words.into());
                    warp.store_variable(assembly, make_memory_operand(variable, words, address, offset), registers);
                }
                Instruction::If { condition, otherwise } => {
                    let holds = lanes_matching(warp.register(condition), |word| word != 0);
                    warp.frames.push(warp.frames.mask & holds);
                    warp.jump_if_inactive(otherwise);
                }
                Instruction::Else { end } => {
                    warp.frames.switch_branch();
                    warp.jump_if_inactive(end);
                }
                Instruction::Loop => warp.frames.push(warp.frames.mask),
                Instruction::Continue => {
                    warp.frames.rejoin_loop();
                    if warp.frames.mask == 0 {
                        warp.skip_to_join(assembly);
                    }
                }
                Instruction::Repeat { start } => {
                    if warp.frames.mask != 0 {
                        warp.pc = start;
                    }
                }
                Instruction::Call => warp.frames.enter_call(pc == 0 && warp.within_call),
                Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                    if !warp.frames.pop() {
                        warp.frames.end_all();
                    }
                    if warp.frames.mask == 0 {
                        if warp.frames.alive == 0 {
                            return taken + 1;
                        }
                        warp.skip_to_join(assembly);
                    }
                }
                Instruction::Leave { frames, again, join } => {
                    warp.frames.leave_frames(frames.into(), again);
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
