//! Loads, stores and atomics of buffers and shared memory.

use super::super::assembly::{AddressStep, Assembly, OUT_OF_RANGE, Register, SlotRef};
use super::super::bindings::{BoundMemory, WarpContext};
use super::super::event::{AccessKind, AtomicTurns, ExecutionEvent, MemoryKey, Observe, WarpAccess};
use super::super::lanes::{lane_indices, lanes_matching, swapped_lane_indices};
use super::super::storage::AtomicOp;
use super::operand::MemoryOperand;
use super::{Execution, Warp};
use smallvec::SmallVec;
use std::sync::atomic::Ordering::Relaxed;

/// Addresses of each lane's words.
pub(super) struct LaneAddresses<const W: usize> {
    /// First word of each lane, in the whole memory.
    pub addresses: [u32; W],
    /// The active lanes whose words are all in range.
    pub inside: u64,
    /// The active lanes with a valid address so far whose words are not all in range.
    pub beyond: u64,
}

/// Pattern of a warp's addresses; some have faster paths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AddressPattern {
    /// All lanes have the same address.
    Same,
    /// Each lane has the address after the previous lane's.
    Row,
    Any,
}

impl<const W: usize> Warp<W> {
    /// Locates the words of each lane in a slot with this number of words, starting at `base`.
    #[inline(always)]
    pub(super) fn locate_words(&self, operand: MemoryOperand, words: u32, base: u32) -> LaneAddresses<W> {
        let starts = self.register(operand.address);
        let inside = match words
            .checked_sub(operand.offset)
            .and_then(|words| words.checked_sub(operand.words))
        {
            Some(last) => lanes_matching(starts, |start| start <= last) & self.frames.mask,
            None => 0,
        };
        let beyond = match inside == self.frames.mask {
            true => 0,
            false => self.frames.mask & !inside & lanes_matching(starts, |start| start != OUT_OF_RANGE),
        };
        let shift = base.wrapping_add(operand.offset);
        LaneAddresses { addresses: starts.map(|start| start.wrapping_add(shift)), inside, beyond }
    }

    /// Computes one step of an address.
    #[inline(always)]
    pub(super) fn step_address(&self, step: &AddressStep) -> [u32; W] {
        let base = self.register(step.base);
        let index = self.register(step.index);
        let limit = self.register(step.limit);
        let mut out = [0; W];
        if step.stride == 1 {
            for lane in 0..W {
                let (sum, over) = base[lane].overflowing_add(index[lane]);
                out[lane] =
                    if index[lane] < limit[lane] && !over && base[lane] != OUT_OF_RANGE { sum } else { OUT_OF_RANGE };
            }
        } else {
            for lane in 0..W {
                let sum = u64::from(index[lane]) * u64::from(step.stride) + u64::from(base[lane]);
                let within = index[lane] < limit[lane] && sum < u64::from(OUT_OF_RANGE) && base[lane] != OUT_OF_RANGE;
                out[lane] = if within { sum as u32 } else { OUT_OF_RANGE };
            }
        }
        out
    }

    /// Runs one step of an address, and reports lanes that leave the range.
    pub(super) fn run_address_step<O: Observe>(&mut self, run: &mut Execution<O>, to: Register, step: u32) {
        let Some(step) = run.assembly.steps.get(step as usize) else { return };
        let out = self.step_address(step);
        if O::WANTS_STEPS {
            let base = self.register(step.base);
            let index = self.register(step.index);
            let limit = self.register(step.limit);
            let outside = lanes_matching(&out, |address| address == OUT_OF_RANGE)
                & lanes_matching(base, |base| base != OUT_OF_RANGE);
            let lanes = outside & self.frames.mask;
            if lanes != 0 {
                let of = step.of;
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::IndexOutOfRange {
                    at,
                    of,
                    lanes,
                    index,
                    limit,
                });
            }
        }
        self.write_register(to, &out);
    }

    /// Loads words of a memory; returns their addresses, if it is bound.
    #[inline(always)]
    pub(super) fn load_words(
        &mut self,
        context: &WarpContext,
        operand: MemoryOperand,
        to: Register,
    ) -> Option<LaneAddresses<W>> {
        let Some(bound) = context.bindings.memories.get(usize::from(operand.slot)) else {
            (0..operand.words).for_each(|word| self.write_register(to.wrapping_add(word), &[0; W]));
            return None;
        };
        let (_, base) = locate_binding(bound);
        let located = self.locate_words(operand, bound.word_count(), base);
        match bound {
            BoundMemory::Global { storage, .. } => {
                self.gather_words(operand, to, &located, storage.words(), |word| word.load(Relaxed))
            }
            BoundMemory::Shared { .. } => self.gather_words(operand, to, &located, context.shared, |word| *word),
        }
        Some(located)
    }

    /// Loads words of a memory.
    pub(super) fn load_memory<O: Observe>(&mut self, run: &mut Execution<O>, operand: MemoryOperand, to: Register) {
        if let Some(located) = self.load_words(run.context, operand, to) {
            self.report_access(run, operand, (AccessKind::Load, AtomicTurns::default()), &located, &[]);
        }
    }

    /// Reads words into registers; zeros out of range.
    #[inline(always)]
    fn gather_words<T>(
        &mut self,
        operand: MemoryOperand,
        to: Register,
        located: &LaneAddresses<W>,
        words: &[T],
        read: impl Fn(&T) -> u32,
    ) {
        // An inactive lane whose registers are no longer needed may read anything.
        let whole = self.frames.can_overwrite_all() && located.inside == self.frames.mask;
        let pattern = if whole { located.find_pattern() } else { AddressPattern::Any };
        for word in 0..operand.words {
            let to = to.wrapping_add(word);
            let at = |lane: usize| located.addresses[lane] as usize + word as usize;
            let get = |lane: usize| words.get(at(lane)).map_or(0, &read);
            if !whole {
                let mut out = [0; W];
                lane_indices(located.inside).for_each(|lane| out[lane] = get(lane));
                self.write_register_inline(to, &out);
                continue;
            }
            let out = self.register_mut(to);
            match (pattern, words.get(at(0)..at(0) + W)) {
                (AddressPattern::Same, _) => *out = [get(0); W],
                (AddressPattern::Row, Some(row)) => out.iter_mut().zip(row).for_each(|(out, word)| *out = read(word)),
                _ => (0..W).for_each(|lane| out[lane] = get(lane)),
            }
        }
    }

    /// Stores registers in a memory; returns their addresses, if it is bound.
    #[inline(always)]
    pub(super) fn store_words(
        &self,
        context: &mut WarpContext,
        operand: MemoryOperand,
        registers: &[Register],
    ) -> Option<LaneAddresses<W>> {
        let bound = context.bindings.memories.get(usize::from(operand.slot))?;
        let (_, base) = locate_binding(bound);
        let mut located = self.locate_words(operand, bound.word_count(), base);
        located.inside &= !self.info.helpers;
        let values = registers.iter().map(|&register| self.register(register));
        match bound {
            BoundMemory::Global { storage, .. } => {
                scatter_words(&located, values, context.swap, |at, word| storage.store(at, word));
            }
            BoundMemory::Shared { .. } => {
                let shared = &mut *context.shared;
                scatter_words(&located, values, context.swap, |at, word| {
                    if let Some(place) = shared.get_mut(at) {
                        *place = word;
                    }
                });
            }
        }
        Some(located)
    }

    /// Stores registers in a memory.
    pub(super) fn store_memory<O: Observe>(&mut self, run: &mut Execution<O>, operand: MemoryOperand, list: u32) {
        let registers = operand_list(run.assembly, list, operand.words);
        let Some(located) = self.store_words(run.context, operand, registers) else { return };
        if O::WANTS_EVENTS {
            let values: SmallVec<[&[u32]; 4]> =
                registers.iter().map(|&register| self.register(register).as_slice()).collect();
            self.report_access(run, operand, (AccessKind::Store, AtomicTurns::default()), &located, &values);
        }
    }

    /// Runs an atomic operation, lane by lane: each sees the effects of those before it.
    pub(super) fn run_atomic<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        operand: MemoryOperand,
        op: AtomicOp,
        to: Option<Register>,
        operands: u32,
    ) {
        let Some(bound) = run.context.bindings.memories.get(usize::from(operand.slot)) else { return };
        let (_, base) = locate_binding(bound);
        let mut located = self.locate_words(operand, bound.word_count(), base);
        located.inside &= !self.info.helpers;
        let given = |at: u32| run.assembly.lists.get(operands as usize + at as usize).copied();
        let value = self.register(given(0).unwrap_or(Register::MAX));
        // Only a compare-exchange has a second operand.
        let compare = self.register(match op {
            AtomicOp::CompareExchange => given(1).unwrap_or(Register::MAX),
            _ => Register::MAX,
        });
        let mut out = [0; W];
        let mut turns = AtomicTurns { swap: run.context.swap, unchanged: 0 };
        for lane in swapped_lane_indices(located.inside, run.context.swap) {
            let at = located.addresses[lane] as usize;
            out[lane] = match bound {
                BoundMemory::Global { storage, .. } => storage.apply_atomic(at, op, value[lane], compare[lane]),
                BoundMemory::Shared { .. } => run.context.shared.get_mut(at).map_or(0, |place| {
                    let before = *place;
                    *place = op.apply(before, value[lane], compare[lane]);
                    before
                }),
            };
            let differs = O::WANTS_EVENTS && op == AtomicOp::CompareExchange && out[lane] != compare[lane];
            turns.unchanged |= u64::from(differs) << lane;
        }
        self.report_access(run, operand, (AccessKind::Atomic(op), turns), &located, &[value]);
        if let Some(to) = to {
            self.write_register(to, &out);
        }
    }

    /// Writes the number of items of the unsized array at the end of a buffer.
    pub(super) fn write_array_length<O: Observe>(&mut self, run: &mut Execution<O>, memory: u16, to: Register) {
        let memory = usize::from(memory);
        let words = run.context.bindings.memories.get(memory).map_or(0, BoundMemory::word_count);
        let bytes = u64::from(words) * 4;
        let (item, start) = run
            .assembly
            .memories
            .get(memory)
            .and_then(|slot| slot.open_end)
            .unwrap_or((0, 0));
        let length = bytes.saturating_sub(start.into()).checked_div(item.into()).unwrap_or(0);
        self.write_register(to, &[u32::try_from(length).unwrap_or(u32::MAX); W]);
    }

    /// Reports an access to a memory, and lanes out of range.
    pub(super) fn report_access<O: Observe>(
        &self,
        run: &mut Execution<O>,
        operand: MemoryOperand,
        (kind, turns): (AccessKind, AtomicTurns),
        located: &LaneAddresses<W>,
        values: &[&[u32]],
    ) {
        if !O::WANTS_EVENTS {
            return;
        }
        let Some(bound) = run.context.bindings.memories.get(usize::from(operand.slot)) else { return };
        let (memory, base) = locate_binding(bound);
        let place = SlotRef::Memory(operand.slot);
        self.report_out_of_range(run, place, located, base, bound.word_count());
        let LaneAddresses { addresses, inside, .. } = located;
        let words = operand.words;
        let inside = *inside;
        let access = WarpAccess { place, memory, kind, words, addresses, base, inside, values, part: None, turns };
        self.report_use(run, access, bound);
    }

    /// Reports an access, and the words after it if the observer wants them.
    pub(super) fn report_use<O: Observe>(&self, run: &mut Execution<O>, access: WarpAccess, bound: &BoundMemory) {
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Access { at, access });
        if !run.observer.wants_words() {
            return;
        }
        let mut holds = vec![];
        for lane in lane_indices(access.inside) {
            let first = access.addresses.get(lane).copied().unwrap_or_default();
            holds.extend((0..access.words).map(|word| {
                let at = first.wrapping_add(word) as usize;
                match bound {
                    BoundMemory::Global { storage, .. } => storage.load(at),
                    BoundMemory::Shared { .. } => run.context.shared.get(at).copied().unwrap_or(0),
                }
            }));
        }
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::WordsAfter { at, access, holds: &holds });
    }

    /// Reports the lanes past the end of a memory or variable with `words` words; the index is in words.
    pub(super) fn report_out_of_range<O: Observe>(
        &self,
        run: &mut Execution<O>,
        of: SlotRef,
        located: &LaneAddresses<W>,
        base: u32,
        words: u32,
    ) {
        let lanes = located.beyond;
        if O::WANTS_STEPS && lanes != 0 {
            let index = &located.addresses.map(|address| address.wrapping_sub(base));
            let limit = &[words; W];
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::IndexOutOfRange {
                at,
                of,
                lanes,
                index,
                limit,
            });
        }
    }
}

/// Returns the memory of a binding, and its first word there.
#[inline]
pub(super) fn locate_binding(bound: &BoundMemory) -> (MemoryKey, u32) {
    match bound {
        BoundMemory::Global { key, .. } => (*key, 0),
        BoundMemory::Shared { base, .. } => (MemoryKey::Shared, *base),
    }
}

impl<const W: usize> LaneAddresses<W> {
    #[inline(always)]
    fn find_pattern(&self) -> AddressPattern {
        let step = self.addresses[1].wrapping_sub(self.addresses[0]);
        let steady = |step: u32| {
            let offs = (0..W).map(|lane| self.addresses[lane].wrapping_sub(lane as u32 * step) ^ self.addresses[0]);
            offs.fold(0, |all, off| all | off) == 0
        };
        match step {
            0 if steady(0) => AddressPattern::Same,
            1 if steady(1) => AddressPattern::Row,
            _ => AddressPattern::Any,
        }
    }
}

/// Returns the registers of an instruction's list.
#[inline(always)]
pub(super) fn operand_list(assembly: &Assembly, list: u32, count: u32) -> &[Register] {
    let lists = assembly.lists.get(list as usize..).unwrap_or_default();
    lists.get(..count as usize).unwrap_or(lists)
}

/// Writes the values of each lane in range, lane by lane: of two lanes that write a word, the last one wins.
#[inline(always)]
fn scatter_words<'v, const W: usize>(
    located: &LaneAddresses<W>,
    values: impl ExactSizeIterator<Item = &'v [u32; W]>,
    swap: u32,
    mut write: impl FnMut(usize, u32),
) {
    if values.len() == 1 && swap == 0 {
        for value in values {
            if located.inside.count_ones() as usize == W {
                (0..W).for_each(|lane| write(located.addresses[lane] as usize, value[lane]));
            } else {
                lane_indices(located.inside).for_each(|lane| write(located.addresses[lane] as usize, value[lane]));
            }
        }
        return;
    }
    let values: SmallVec<[&[u32; W]; 4]> = values.collect();
    for lane in swapped_lane_indices(located.inside, swap) {
        let first = located.addresses[lane] as usize;
        for (word, value) in values.iter().enumerate() {
            write(first + word, value[lane]);
        }
    }
}
