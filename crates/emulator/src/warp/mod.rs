//! A warp: lanes in lockstep, executed by interpreting register code.
//!
//! An instruction computes all lanes in one loop over `W` words, which the compiler vectorises, and then keeps the
//! words of the active lanes. `frames` tracks which lanes are active.

mod atomic;
mod binary;
mod card_arithmetic;
mod doubles;
mod elementary;
mod exact_registers;
mod fast_path;
mod float;
mod frames;
mod image;
mod local_variables;
mod machine_choices;
mod memory;
mod narrow_memory;
mod operand;
mod pause;
mod registers;
mod sample;
mod subgroup;
mod ternary;
#[cfg(test)]
mod tests;
mod unary;
mod undefined;
mod wide;

use super::assembly::{Assembly, Instruction, Pc, Register};
use super::bindings::WarpContext;
use super::event::{ExecutionEvent, ExecutionPoint, LaneKind, Observe, WarpInfo};
use super::lanes::{full_mask, lanes_matching};
use super::rounding::Rounder;
use fast_path::ObservedSlots;
use frames::Frames;
use operand::MemoryOperand;
use pause::Break;

pub use pause::Pause;
pub use undefined::may_be_undefined;

/// Up to `W` lanes that run one instruction at a time, in lockstep. `W` is 32 or 64.
pub struct Warp<const W: usize> {
    /// Place of the warp, and the kind of its lanes.
    pub info: WarpInfo,
    /// The registers.
    registers: Vec<[u32; W]>,
    /// Stands in for a register that does not exist.
    spare: [u32; W],
    /// The next instruction.
    pc: Pc,
    /// The active and the waiting lanes.
    frames: Frames,
    /// Instructions executed since the start.
    steps: u64,
    /// True if all the code is within one call: of `main`. Lanes that leave it have ended.
    within_call: bool,
    /// Rounds results to the number format of a card, or `None` for 32-bit floats.
    rounder: Option<Rounder>,
    /// For each register, true if it only holds numbers of the rounder's format.
    in_format: Vec<bool>,
}

/// The code, memory and observer of a run.
struct Execution<'a, 'b, O> {
    assembly: &'a Assembly,
    context: &'a mut WarpContext<'b>,
    observer: &'a mut O,
    /// The current instruction.
    pc: Pc,
}

impl<O: Observe> Execution<'_, '_, O> {
    /// Reports an event of the instruction. Without an observer neither the event nor its construction costs anything.
    #[inline(always)]
    fn report<'e>(
        &mut self,
        info: &'e WarpInfo,
        mask: u64,
        event: impl FnOnce(ExecutionPoint<'e>) -> ExecutionEvent<'e>,
    ) {
        if O::WANTS_EVENTS {
            self.observer.observe(&event(ExecutionPoint { info, pc: self.pc, mask }));
        }
    }
}

impl<const W: usize> Warp<W> {
    /// Creates a warp for this code, with its constants and these uniforms in place. It can be started many times.
    pub fn new(assembly: &Assembly, uniforms: &[(Register, u32)]) -> Warp<W> {
        let info = WarpInfo {
            group: [0; 3],
            group_number: 0,
            warp: 0,
            width: W as u32,
            helpers: 0,
            lanes: LaneKind::Vertices(0),
        };
        let mut warp = Warp {
            info,
            registers: vec![[0; W]; assembly.registers as usize],
            spare: [0; W],
            pc: 0,
            frames: Frames::new(!assembly.outputs.is_empty()),
            steps: 0,
            within_call: frames::is_within_call(&assembly.instructions),
            rounder: None,
            in_format: Vec::new(),
        };
        for &(register, word) in assembly.constants.iter().chain(uniforms) {
            *warp.register_mut(register) = [word; W];
        }
        warp
    }

    /// Resets it to the start of the code with these lanes; inputs are set afterwards, by [`Warp::register_mut`].
    pub fn start(&mut self, info: WarpInfo, lanes: u64) {
        self.info = info;
        self.pc = 0;
        self.steps = 0;
        self.frames.start_lanes(lanes & full_mask(W));
    }

    /// Words of a register.
    #[inline]
    pub fn register(&self, register: Register) -> &[u32; W] {
        self.registers.get(register as usize).unwrap_or(&self.spare)
    }

    /// Words of a register, for writing.
    #[inline]
    pub fn register_mut(&mut self, register: Register) -> &mut [u32; W] {
        self.registers.get_mut(register as usize).unwrap_or(&mut self.spare)
    }

    /// Lanes that discarded their fragment.
    pub fn killed_lanes(&self) -> u64 {
        self.frames.killed | self.frames.demoted
    }

    /// Lanes that have not ended and so still come to a barrier.
    pub fn live_lanes(&self) -> u64 {
        self.frames.alive
    }

    /// The next instruction.
    pub fn pc(&self) -> Pc {
        self.pc
    }

    /// Instructions executed since its start.
    pub fn steps_taken(&self) -> u64 {
        self.steps
    }

    /// Runs until it ends, comes to a barrier, or has executed `quantum` steps.
    pub fn run<O: Observe>(
        &mut self,
        assembly: &Assembly,
        context: &mut WarpContext,
        observer: &mut O,
        quantum: u64,
    ) -> Pause {
        if self.frames.alive == 0 {
            return Pause::Ended;
        }
        let limit = context.limit;
        let left = limit.saturating_sub(self.steps);
        let budget = quantum.min(left);
        let heard = ObservedSlots::from_observer(context, observer);
        let mut run = Execution { assembly, context, observer, pc: self.pc };
        let mut taken = 0;
        while taken < budget {
            if !O::WANTS_STEPS && self.rounder.is_none() {
                taken += self.run_fast_path(assembly, run.context, heard, budget - taken);
                if taken == budget && self.frames.alive != 0 {
                    break;
                }
            }
            let next = assembly.instructions.get(self.pc as usize).filter(|_| self.frames.alive != 0);
            let Some(instruction) = next else {
                self.steps += taken;
                return self.end_warp(&mut run);
            };
            taken += 1;
            run.pc = self.pc;
            if O::WANTS_STEPS && run.observer.wants_step(assembly, run.pc) {
                let registers = self.registers.as_flattened();
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Step { at, code: assembly, registers });
            }
            self.pc += 1;
            match self.run_instruction(&mut run, instruction) {
                None => {}
                Some(Break::Clock(to)) => self.write_clock(to, taken),
                Some(Break::Pause(pause)) => {
                    self.steps += taken;
                    return pause;
                }
            }
        }
        self.steps += budget;
        if quantum <= left {
            return Pause::Quantum;
        }
        run.pc = self.pc;
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::StepLimitReached { at, limit });
        Pause::Stopped
    }

    /// Ends the remaining lanes.
    fn end_warp<O: Observe>(&mut self, run: &mut Execution<O>) -> Pause {
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::WarpEnds { at });
        self.frames.end_all();
        Pause::Ended
    }

    /// Runs one instruction.
    #[inline(always)]
    fn run_instruction<O: Observe>(&mut self, run: &mut Execution<O>, instruction: &Instruction) -> Option<Break> {
        let assembly = run.assembly;
        let pc = run.pc;
        match *instruction {
            Instruction::Unary { op, to, a } => {
                let doubt = self.find_undefined_unary::<O>(op, a);
                self.run_arithmetic(run, *instruction);
                self.settle_result(run, doubt, to);
                self.report_result(run, unary::has_float_result(op), to);
            }
            Instruction::Binary { op, to, a, b } => {
                let doubt = self.find_undefined_binary::<O>(op, a, b);
                self.report_compared_nan(run, op, [a, b]);
                self.run_arithmetic(run, *instruction);
                self.settle_result(run, doubt, to);
                self.report_result(run, binary::has_float_result(op), to);
            }
            Instruction::Ternary { op, to, a, b, c } => {
                let doubt = self.find_undefined_ternary::<O>(op, [a, b, c]);
                self.run_arithmetic(run, *instruction);
                self.settle_result(run, doubt, to);
                self.report_result(run, ternary::has_float_result(op), to);
            }
            Instruction::Wide { op, to, a, b, c } => self.run_wide(run, op, to, [a, b, c]),
            Instruction::Address { to, step } => self.run_address_step(run, to, step),
            Instruction::Load { memory, words, to, address, offset } => {
                self.load_memory(run, MemoryOperand { slot: memory, words: words.into(), address, offset }, to);
            }
            Instruction::Store { memory, words, list, address, offset } => {
                self.store_memory(run, MemoryOperand { slot: memory, words: words.into(), address, offset }, list);
            }
            Instruction::LoadNarrow { .. } | Instruction::StoreNarrow { .. } => {
                self.run_narrow_access(run, *instruction)
            }
            Instruction::Atomic { memory, op, used, words, to, address, offset, operands } => {
                let operand = MemoryOperand { slot: memory, words: words.into(), address, offset };
                let to = used.then_some(to);
                match words {
                    1 => self.run_atomic(run, operand, op, to, operands),
                    _ => self.run_wide_atomic(run, operand, op, to, operands),
                }
            }
            Instruction::Length { memory, to } => self.write_array_length(run, memory, to),
            Instruction::LoadLocal { variable, words, to, address, offset } => {
                self.load_local(run, MemoryOperand { slot: variable, words: words.into(), address, offset }, to);
            }
            Instruction::StoreLocal { variable, words, list, address, offset } => {
                self.store_local(run, MemoryOperand { slot: variable, words: words.into(), address, offset }, list);
            }
            Instruction::CheckUndefined(doubtful) => self.run_undefined_check(run, doubtful),
            Instruction::OutputRead { .. } => {} // the step event is all that is needed
            Instruction::Sample { sample, to } => self.run_sample(run, sample, to),
            Instruction::Image { image_use, to } => self.run_image(run, image_use, to),
            Instruction::Subgroup { number, to } => self.run_subgroup(run, number, to),
            Instruction::Clock { to } => return Some(Break::Clock(to)),
            Instruction::If { condition, otherwise } => {
                let holds = lanes_matching(self.register(condition), |word| word != 0);
                let taken = self.frames.mask & holds;
                let waiting = self.frames.mask & !holds;
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Branch { at, taken, waiting });
                self.frames.push(taken);
                self.jump_if_inactive(otherwise);
            }
            Instruction::Else { end } => {
                self.frames.switch_branch();
                self.jump_if_inactive(end);
            }
            Instruction::Loop => self.frames.push(self.frames.mask),
            Instruction::Continue => {
                self.frames.rejoin_loop();
                if self.frames.mask == 0 {
                    self.skip_to_join(assembly);
                }
            }
            Instruction::Repeat { start } => {
                let taken = self.frames.mask;
                let waiting = self.frames.waiting_lanes();
                run.report(&self.info, taken, |at| ExecutionEvent::Branch { at, taken, waiting });
                if taken != 0 {
                    self.pc = start;
                }
            }
            Instruction::Switch => self.frames.push(0),
            Instruction::Case { condition, otherwise } => {
                let holds = lanes_matching(self.register(condition), |word| word != 0);
                self.frames.admit_case(holds);
                self.jump_if_inactive(otherwise);
            }
            Instruction::Call => self.frames.enter_call(pc == 0 && self.within_call),
            Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                if !self.frames.pop() {
                    return Some(Break::Pause(self.end_warp(run)));
                }
                if self.frames.mask == 0 {
                    self.skip_to_join(assembly);
                }
            }
            Instruction::Leave { frames, again, join } => {
                self.frames.leave_frames(frames.into(), again);
                self.pc = join;
            }
            Instruction::Kill { join } => {
                self.kill_active_lanes(assembly.needs_quads);
                self.pc = join;
            }
            Instruction::Demote => {
                self.frames.demoted |= self.frames.mask;
                self.info.helpers |= self.frames.mask;
                if self.frames.alive & !self.info.helpers == 0 {
                    self.frames.end_all();
                }
            }
            Instruction::Barrier => {
                let missing = self.frames.alive & !self.frames.mask;
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Barrier { at, missing });
                return Some(Break::Pause(Pause::Barrier(pc)));
            }
            Instruction::SubgroupBarrier => {
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::SubgroupBarrier { at });
            }
            Instruction::MemoryBarrier(fence) => {
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::MemoryBarrier { at, fence });
            }
            Instruction::End => return Some(Break::Pause(self.end_warp(run))),
        }
        if self.frames.alive == 0 {
            return Some(Break::Pause(self.end_warp(run)));
        }
        None
    }

    /// Jumps if no lane is active.
    #[inline(always)]
    fn jump_if_inactive(&mut self, elsewhere: Pc) {
        if self.frames.mask == 0 {
            self.pc = elsewhere;
        }
    }

    /// Skips to the next place where a lane may wait, as no lane is active.
    fn skip_to_join(&mut self, assembly: &Assembly) {
        let mut depth = 0u32;
        while let Some(instruction) = assembly.instructions.get(self.pc as usize) {
            match instruction {
                Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call => depth += 1,
                Instruction::End => return,
                Instruction::Else { .. } | Instruction::Continue | Instruction::Case { .. } if depth == 0 => return,
                Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                }
                _ => {}
            }
            self.pc += 1;
        }
    }

    /// Discards the fragments of the active lanes. If quads are needed, they continue as helpers, but
    /// only until their next `Kill`: a loop may have no other exit.
    fn kill_active_lanes(&mut self, quads: bool) {
        let stay = if quads { !self.frames.killed } else { 0 };
        self.frames.kill_lanes(stay);
        if quads {
            self.info.helpers |= self.frames.killed;
            if self.frames.alive & !self.info.helpers == 0 {
                self.frames.end_all();
            }
        }
    }

    /// Writes the number of steps so far; those of this turn are not in `self.steps` yet.
    fn write_clock(&mut self, to: Register, taken: u64) {
        let [low, high] = super::number::split_words(self.steps + taken);
        self.write_register(to, &[low; W]);
        self.write_register(to.wrapping_add(1), &[high; W]);
    }

    fn report_result<O: Observe>(&self, run: &mut Execution<O>, float: bool, to: Register) {
        if O::WANTS_RESULTS && float {
            let values = self.register(to);
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Result { at, values });
        }
    }
}
