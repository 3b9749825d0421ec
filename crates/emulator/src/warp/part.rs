//! Loads and stores of 8- and 16-bit numbers, and of all numbers in memories that are
//! byte-addressed because of them.
//!
//! A store changes its own bytes of a word atomically. So lanes, and groups on other threads, that write
//! neighbouring bytes of a word do not overwrite each other, in any order.

use super::super::assembly::{Instruction, Register, SlotRef};
use super::super::bindings::BoundMemory;
use super::super::event::{Access, AccessKind, AtomicTurns, Observe, Part};
use super::super::lanes::{each, each_by};
use super::super::number::Number;
use super::memory::{LaneAddresses, whereabouts};
use super::operand::MemoryOperand;
use super::{Execution, Warp};

/// Addresses of each lane's number.
struct LaneParts<const W: usize> {
    /// The byte of each lane, and the lanes in range.
    located: LaneAddresses<W>,
    /// Its word.
    words: [u32; W],
    /// Its first byte in that word.
    first: [u32; W],
}

impl<const W: usize> Warp<W> {
    /// Runs a load or store of a narrow number.
    pub(super) fn part<O: Observe>(&mut self, run: &mut Execution<O>, instruction: Instruction) {
        let operand = |slot: u16, number: Number, address: Register, offset: u32| {
            (number, MemoryOperand { slot, words: u32::from(number.bits()) / 8, address, offset })
        };
        match instruction {
            Instruction::LoadPart { memory, number, to, address, offset } => {
                self.load_part(run, operand(memory, number, address, offset), to);
            }
            Instruction::StorePart { memory, number, from, address, offset } => {
                self.store_part(run, operand(memory, number, address, offset), from);
            }
            _ => {}
        }
    }

    fn locate_part(&self, operand: MemoryOperand, bound: &BoundMemory) -> LaneParts<W> {
        let (_, base) = whereabouts(bound);
        let located = self.locate(operand, bound.words().saturating_mul(4), base.wrapping_mul(4));
        let (words, first) = (located.addresses.map(|byte| byte / 4), located.addresses.map(|byte| byte % 4));
        LaneParts { located, words, first }
    }

    fn load_part<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        (number, operand): (Number, MemoryOperand),
        to: Register,
    ) {
        let Some(bound) = run.context.bindings.memories.get(usize::from(operand.slot)) else {
            self.write(to, &[0; W]);
            return;
        };
        let parts = self.locate_part(operand, bound);
        let mut out = [0; W];
        for lane in each(parts.located.inside) {
            let at = parts.words[lane] as usize;
            let word = match bound {
                BoundMemory::Global { storage, .. } => storage.load(at),
                BoundMemory::Shared { .. } => run.context.shared.get(at).copied().unwrap_or(0),
            };
            out[lane] = number.widened(word >> (8 * parts.first[lane]));
        }
        self.say_part(run, (operand, bound), AccessKind::Load, &parts, &[]);
        self.write(to, &out);
    }

    fn store_part<O: Observe>(
        &mut self,
        run: &mut Execution<O>,
        (number, operand): (Number, MemoryOperand),
        from: Register,
    ) {
        let Some(bound) = run.context.bindings.memories.get(usize::from(operand.slot)) else { return };
        let mut parts = self.locate_part(operand, bound);
        parts.located.inside &= !self.info.helpers;
        let bits = self.register(from).map(|word| number.narrowed(word));
        for lane in each_by(parts.located.inside, run.context.swap) {
            let (at, shift) = (parts.words[lane] as usize, 8 * parts.first[lane]);
            let (mask, bits) = (number.mask() << shift, bits[lane] << shift);
            match bound {
                BoundMemory::Global { storage, .. } => storage.store_bits(at, mask, bits),
                BoundMemory::Shared { .. } => {
                    if let Some(place) = run.context.shared.get_mut(at) {
                        *place = *place & !mask | bits;
                    }
                }
            }
        }
        self.say_part(run, (operand, bound), AccessKind::Store, &parts, &[&bits]);
    }

    fn say_part<O: Observe>(
        &self,
        run: &mut Execution<O>,
        (operand, bound): (MemoryOperand, &BoundMemory),
        kind: AccessKind,
        LaneParts { located, words, first }: &LaneParts<W>,
        values: &[&[u32]],
    ) {
        if !O::LISTENS {
            return;
        }
        let (place, (memory, base)) = (SlotRef::Memory(operand.slot), whereabouts(bound));
        let bytes = bound.words().saturating_mul(4);
        self.say_beyond(run, place, located, base.wrapping_mul(4), bytes);
        let part = (operand.words < 4).then_some(Part { first, bytes: operand.words });
        let (inside, turns) = (located.inside, AtomicTurns::default());
        let access = Access { place, memory, kind, words: 1, addresses: words, base, inside, values, part, turns };
        self.say_used(run, access, bound);
    }
}
