//! Loads and stores of 8- and 16-bit numbers, and of all numbers in memories that are
//! byte-addressed because of them.
//!
//! A store changes its own bytes of a word atomically. So lanes, and groups on other threads, that write
//! neighbouring bytes of a word do not overwrite each other, in any order.

use super::super::assembly::{Instruction, Register, SlotRef};
use super::super::bindings::BoundMemory;
use super::super::event::{AccessKind, AtomicTurns, Observe, PartialWord, WarpAccess};
use super::super::lanes::{lane_indices, swapped_lane_indices};
use super::super::number::NumberType;
use super::memory::{LaneAddresses, locate_binding};
use super::operand::MemoryOperand;
use super::{Execution, Warp};

/// Addresses of each lane's number.
struct NarrowAddresses<const W: usize> {
    /// The byte of each lane, and the lanes in range.
    located: LaneAddresses<W>,
    /// Its word.
    words: [u32; W],
    /// Its first byte in that word.
    first: [u32; W],
}

impl<const W: usize> Warp<W> {
    /// Runs a load or store of a narrow number.
    pub(super) fn run_narrow_access<O: Observe>(&mut self, run: &mut Execution<O>, instruction: Instruction) {
        match instruction {
            Instruction::LoadNarrow { memory, number, to, address, offset } => {
                self.load_narrow(run, make_narrow_operand(memory, number, address, offset), to);
            }
            Instruction::StoreNarrow { memory, number, from, address, offset } => {
                self.store_narrow(run, make_narrow_operand(memory, number, address, offset), from);
            }
            _ => {}
        }
    }

    fn locate_narrow(&self, operand: MemoryOperand, bound: &BoundMemory) -> NarrowAddresses<W> {
        let (_, base) = locate_binding(bound);
        let located = self.locate_words(operand, bound.word_count().saturating_mul(4), base.wrapping_mul(4));
        let words = located.addresses.map(|byte| byte / 4);
        let first = located.addresses.map(|byte| byte % 4);
        NarrowAddresses { located, words, first }
    }

    fn load_narrow<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        (number, operand): (NumberType, MemoryOperand),
        to: Register,
    ) {
        let Some(bound) = run.context.bindings.memories.get(usize::from(operand.slot)) else {
            self.write_register(to, &[0; W]);
            return;
        };
        let parts = self.locate_narrow(operand, bound);
        let mut out = [0; W];
        for lane in lane_indices(parts.located.inside) {
            let at = parts.words[lane] as usize;
            let word = match bound {
                BoundMemory::Global { storage, .. } => storage.load(at),
                BoundMemory::Shared { .. } => run.context.shared.get(at).copied().unwrap_or(0),
            };
            out[lane] = number.widen(word >> (8 * parts.first[lane]));
        }
        self.report_narrow(run, (operand, bound), AccessKind::Load, &parts, &[]);
        self.write_register(to, &out);
    }

    fn store_narrow<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        (number, operand): (NumberType, MemoryOperand),
        from: Register,
    ) {
        let Some(bound) = run.context.bindings.memories.get(usize::from(operand.slot)) else { return };
        let mut parts = self.locate_narrow(operand, bound);
        parts.located.inside &= !self.info.helpers;
        let bits = self.register(from).map(|word| number.narrow(word));
        for lane in swapped_lane_indices(parts.located.inside, run.context.swap) {
            let at = parts.words[lane] as usize;
            let shift = 8 * parts.first[lane];
            let mask = number.value_mask() << shift;
            let bits = bits[lane] << shift;
            match bound {
                BoundMemory::Global { storage, .. } => storage.store_bits(at, mask, bits),
                BoundMemory::Shared { .. } => {
                    if let Some(place) = run.context.shared.get_mut(at) {
                        *place = *place & !mask | bits;
                    }
                }
            }
        }
        self.report_narrow(run, (operand, bound), AccessKind::Store, &parts, &[&bits]);
    }

    fn report_narrow<O: Observe>(
        &self,
        run: &mut Execution<O>,
        (operand, bound): (MemoryOperand, &BoundMemory),
        kind: AccessKind,
        NarrowAddresses { located, words, first }: &NarrowAddresses<W>,
        values: &[&[u32]],
    ) {
        if !O::WANTS_EVENTS {
            return;
        }
        let place = SlotRef::Memory(operand.slot);
        let (memory, base) = locate_binding(bound);
        let bytes = bound.word_count().saturating_mul(4);
        self.report_out_of_range(run, place, located, base.wrapping_mul(4), bytes);
        let part = (operand.words < 4).then_some(PartialWord { first, bytes: operand.words });
        let inside = located.inside;
        let turns = AtomicTurns::default();
        let access = WarpAccess { place, memory, kind, words: 1, addresses: words, base, inside, values, part, turns };
        self.report_use(run, access, bound);
    }
}

#[inline(always)]
fn make_narrow_operand(slot: u16, number: NumberType, address: Register, offset: u32) -> (NumberType, MemoryOperand) {
    (number, MemoryOperand { slot, words: u32::from(number.bit_width()) / 8, address, offset })
}
