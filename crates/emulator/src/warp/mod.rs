//! A warp: lanes in lockstep, executed by interpreting register code.
//!
//! An instruction computes all lanes in one loop over `W` words, which the compiler vectorises, and then keeps the
//! words of the active lanes. [`frames`] tracks which lanes are active.

mod atomic;
mod binary;
mod doubles;
mod elementary;
mod float;
mod frames;
mod image;
mod in_format;
mod local;
mod memory;
mod operand;
mod part;
mod pause;
mod registers;
mod rounded;
mod sample;
mod straight;
mod subgroup;
mod ternary;
#[cfg(test)]
mod tests;
mod unary;
mod undefined;
mod wide;

use super::assembly::{Assembly, Instruction, Pc, Register};
use super::bindings::WarpContext;
use super::event::{At, Event, LaneKind, Observe, WarpInfo};
use super::lanes::{all, lanes_where};
use super::rounding::Rounder;
use frames::Frames;
use operand::MemoryOperand;
use pause::Break;
use straight::Heard;

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
    fn say<'e>(&mut self, info: &'e WarpInfo, mask: u64, event: impl FnOnce(At<'e>) -> Event<'e>) {
        if O::LISTENS {
            self.observer.hear(&event(At { info, pc: self.pc, mask }));
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
            within_call: frames::within_call(&assembly.instructions),
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
        self.frames.start(lanes & all(W));
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
    pub fn killed(&self) -> u64 {
        self.frames.killed | self.frames.demoted
    }

    /// Lanes that have not ended and so still come to a barrier.
    pub fn alive(&self) -> u64 {
        self.frames.alive
    }

    /// The next instruction.
    pub fn pc(&self) -> Pc {
        self.pc
    }

    /// Instructions executed since its start.
    pub fn steps(&self) -> u64 {
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
        let heard = Heard::by(context, observer);
        let mut run = Execution { assembly, context, observer, pc: self.pc };
        let mut taken = 0;
        while taken < budget {
            if !O::HEARS_STEPS && self.rounder.is_none() {
                taken += self.straight(assembly, run.context, heard, budget - taken);
                if taken == budget && self.frames.alive != 0 {
                    break;
                }
            }
            let next = assembly.instructions.get(self.pc as usize).filter(|_| self.frames.alive != 0);
            let Some(instruction) = next else {
                self.steps += taken;
                return self.end(&mut run);
            };
            taken += 1;
            run.pc = self.pc;
            if O::HEARS_STEPS && run.observer.hears_step(assembly, run.pc) {
                let registers = self.registers.as_flattened();
                run.say(&self.info, self.frames.mask, |at| Event::Step { at, code: assembly, registers });
            }
            self.pc += 1;
            match self.step(&mut run, instruction) {
                None => {}
                Some(Break::Clock(to)) => self.clock(to, taken),
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
        run.say(&self.info, self.frames.mask, |at| Event::Stopped { at, limit });
        Pause::Stopped
    }

    /// Ends the remaining lanes.
    fn end<O: Observe>(&mut self, run: &mut Execution<O>) -> Pause {
        run.say(&self.info, self.frames.mask, |at| Event::WarpEnds { at });
        self.frames.end();
        Pause::Ended
    }

    /// Runs one instruction.
    #[inline(always)]
    fn step<O: Observe>(&mut self, run: &mut Execution<O>, instruction: &Instruction) -> Option<Break> {
        let (assembly, pc) = (run.assembly, run.pc);
        match *instruction {
            Instruction::Unary { op, to, a } => {
                let doubt = self.doubt::<O>(op, a);
                self.calculate(run, *instruction);
                self.settle(run, doubt, to);
                self.say_result(run, unary::gives_float(op), to);
            }
            Instruction::Binary { op, to, a, b } => {
                let doubt = self.doubt_two::<O>(op, a, b);
                self.calculate(run, *instruction);
                self.settle(run, doubt, to);
                self.say_result(run, binary::gives_float(op), to);
            }
            Instruction::Ternary { op, to, a, b, c } => {
                let doubt = self.doubt_three::<O>(op, [a, b, c]);
                self.calculate(run, *instruction);
                self.settle(run, doubt, to);
                self.say_result(run, ternary::gives_float(op), to);
            }
            Instruction::Wide { op, to, a, b, c } => self.wide(run, op, to, [a, b, c]),
            Instruction::Address { to, step } => self.address(run, to, step),
            Instruction::Load { memory, words, to, address, offset } => {
                self.load(run, MemoryOperand { slot: memory, words: words.into(), address, offset }, to);
            }
            Instruction::Store { memory, words, list, address, offset } => {
                self.store(run, MemoryOperand { slot: memory, words: words.into(), address, offset }, list);
            }
            Instruction::LoadPart { .. } | Instruction::StorePart { .. } => self.part(run, *instruction),
            Instruction::Atomic { memory, op, used, words, to, address, offset, operands } => {
                let operand = MemoryOperand { slot: memory, words: words.into(), address, offset };
                let to = used.then_some(to);
                match words {
                    1 => self.atomic(run, operand, op, to, operands),
                    _ => self.wide_atomic(run, operand, op, to, operands),
                }
            }
            Instruction::Length { memory, to } => self.length(run, memory, to),
            Instruction::LoadLocal { variable, words, to, address, offset } => {
                self.load_local(run, MemoryOperand { slot: variable, words: words.into(), address, offset }, to);
            }
            Instruction::StoreLocal { variable, words, list, address, offset } => {
                self.store_local(run, MemoryOperand { slot: variable, words: words.into(), address, offset }, list);
            }
            Instruction::Doubt(doubtful) => self.question(run, doubtful),
            Instruction::Demand { .. } => {} // the step event is all that is needed
            Instruction::Sample { sample, to } => self.sample(run, sample, to),
            Instruction::Image { image_use, to } => self.image(run, image_use, to),
            Instruction::Subgroup { number, to } => self.subgroup(run, number, to),
            Instruction::Clock { to } => return Some(Break::Clock(to)),
            Instruction::If { condition, otherwise } => {
                let holds = lanes_where(self.register(condition), |word| word != 0);
                let (taken, waiting) = (self.frames.mask & holds, self.frames.mask & !holds);
                run.say(&self.info, self.frames.mask, |at| Event::Branch { at, taken, waiting });
                self.frames.push(taken);
                self.go_if_none(otherwise);
            }
            Instruction::Else { end } => {
                self.frames.turn();
                self.go_if_none(end);
            }
            Instruction::Loop => self.frames.push(self.frames.mask),
            Instruction::Continue => {
                self.frames.gather();
                if self.frames.mask == 0 {
                    self.skip(assembly);
                }
            }
            Instruction::Repeat { start } => {
                let (taken, waiting) = (self.frames.mask, self.frames.waiting());
                run.say(&self.info, taken, |at| Event::Branch { at, taken, waiting });
                if taken != 0 {
                    self.pc = start;
                }
            }
            Instruction::Switch => self.frames.push(0),
            Instruction::Case { condition, otherwise } => {
                let holds = lanes_where(self.register(condition), |word| word != 0);
                self.frames.admit(holds);
                self.go_if_none(otherwise);
            }
            Instruction::Call => self.frames.call(pc == 0 && self.within_call),
            Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                if !self.frames.pop() {
                    return Some(Break::Pause(self.end(run)));
                }
                if self.frames.mask == 0 {
                    self.skip(assembly);
                }
            }
            Instruction::Leave { frames, again, join } => {
                self.frames.leave(frames.into(), again);
                self.pc = join;
            }
            Instruction::Kill { join } => {
                self.kill(assembly.needs_quads);
                self.pc = join;
            }
            Instruction::Demote => {
                self.frames.demoted |= self.frames.mask;
                self.info.helpers |= self.frames.mask;
                if self.frames.alive & !self.info.helpers == 0 {
                    self.frames.end();
                }
            }
            Instruction::Barrier => {
                let missing = self.frames.alive & !self.frames.mask;
                run.say(&self.info, self.frames.mask, |at| Event::Barrier { at, missing });
                return Some(Break::Pause(Pause::Barrier(pc)));
            }
            Instruction::SubgroupBarrier => {
                run.say(&self.info, self.frames.mask, |at| Event::SubgroupBarrier { at });
            }
            Instruction::MemoryBarrier(fence) => {
                run.say(&self.info, self.frames.mask, |at| Event::MemoryBarrier { at, fence });
            }
            Instruction::End => return Some(Break::Pause(self.end(run))),
        }
        if self.frames.alive == 0 {
            return Some(Break::Pause(self.end(run)));
        }
        None
    }

    /// Jumps if no lane is active.
    #[inline(always)]
    fn go_if_none(&mut self, elsewhere: Pc) {
        if self.frames.mask == 0 {
            self.pc = elsewhere;
        }
    }

    /// Skips to the next place where a lane may wait, as no lane is active.
    fn skip(&mut self, assembly: &Assembly) {
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
    fn kill(&mut self, quads: bool) {
        let stay = if quads { !self.frames.killed } else { 0 };
        self.frames.kill(stay);
        if quads {
            self.info.helpers |= self.frames.killed;
            if self.frames.alive & !self.info.helpers == 0 {
                self.frames.end();
            }
        }
    }

    /// Writes the number of steps so far; those of this turn are not in `self.steps` yet.
    fn clock(&mut self, to: Register, taken: u64) {
        let [low, high] = super::number::split(self.steps + taken);
        self.write(to, &[low; W]);
        self.write(to.wrapping_add(1), &[high; W]);
    }

    fn say_result<O: Observe>(&self, run: &mut Execution<O>, float: bool, to: Register) {
        if O::HEARS_RESULTS && float {
            let values = self.register(to);
            run.say(&self.info, self.frames.mask, |at| Event::Result { at, values });
        }
    }
}
