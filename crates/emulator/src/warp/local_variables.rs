//! Indexed variables of a lane: registers selected per lane.

use super::super::assembly::{Assembly, Register, SlotRef};
use super::super::event::{AccessKind, AtomicTurns, ExecutionEvent, MemoryKey, Observe, WarpAccess};
use super::super::lanes::{blend_lanes, lane_indices, lanes_matching};
use super::memory::{LaneAddresses, operand_list};
use super::operand::MemoryOperand;
use super::{Execution, Warp};
use smallvec::SmallVec;

impl<const W: usize> Warp<W> {
    /// Loads registers of an indexed variable; returns their addresses, if there is such a variable.
    #[inline(always)]
    pub(super) fn load_variable(
        &mut self,
        assembly: &Assembly,
        operand: MemoryOperand,
        to: Register,
    ) -> Option<LaneAddresses<W>> {
        let variable = assembly.variables.get(usize::from(operand.slot))?;
        let first = variable.first;
        let located = self.locate_words(operand, variable.words, 0);
        let same = same_address(&located);
        if operand.words == 1 {
            let out = self.pick_words(first, same, &located);
            self.write_register_inline(to, &out);
        } else {
            // All are read before any is written: they may be the same registers.
            let picked = (0..operand.words).map(|word| self.pick_words(first.wrapping_add(word), same, &located));
            let picked: SmallVec<[[u32; W]; 4]> = picked.collect();
            for (word, out) in picked.iter().enumerate() {
                self.write_register_inline(to.wrapping_add(word as u32), out);
            }
        }
        Some(located)
    }

    /// Loads registers of an indexed variable.
    pub(super) fn load_local<O: Observe>(&mut self, run: &mut Execution<O>, operand: MemoryOperand, to: Register) {
        if let Some(located) = self.load_variable(run.assembly, operand, to) {
            self.report_local(run, operand, AccessKind::Load, &located, &[]);
        }
    }

    /// Returns for each lane the word of the register that it selects, counted from `first`; zeros out of range.
    #[inline(always)]
    fn pick_words(&self, first: Register, same: Option<u32>, located: &LaneAddresses<W>) -> [u32; W] {
        let mut out = [0; W];
        match same {
            // An inactive lane keeps its word anyway.
            Some(address) if located.inside == self.frames.mask => out = *self.register(first.wrapping_add(address)),
            Some(address) => blend_lanes(&mut out, self.register(first.wrapping_add(address)), located.inside),
            None => {
                for lane in lane_indices(located.inside) {
                    out[lane] = self.register(first.wrapping_add(located.addresses[lane]))[lane];
                }
            }
        }
        out
    }

    /// Stores registers in an indexed variable; returns addresses and values, if there is such a variable.
    #[inline(always)]
    pub(super) fn store_variable(
        &mut self,
        assembly: &Assembly,
        operand: MemoryOperand,
        registers: &[Register],
    ) -> Option<(LaneAddresses<W>, SmallVec<[[u32; W]; 4]>)> {
        let variable = assembly.variables.get(usize::from(operand.slot))?;
        let first = variable.first;
        let located = self.locate_words(operand, variable.words, 0);
        // Copied, because they may be registers of the variable.
        let values: SmallVec<[[u32; W]; 4]> = registers.iter().map(|&register| *self.register(register)).collect();
        let same = same_address(&located);
        for (word, value) in values.iter().enumerate() {
            let place = |address: u32| first.wrapping_add(address).wrapping_add(word as u32);
            if let Some(address) = same {
                blend_lanes(self.register_mut(place(address)), value, located.inside);
                continue;
            }
            for lane in lane_indices(located.inside) {
                self.register_mut(place(located.addresses[lane]))[lane] = value[lane];
            }
        }
        Some((located, values))
    }

    /// Stores registers in an indexed variable.
    pub(super) fn store_local<O: Observe>(&mut self, run: &mut Execution<O>, operand: MemoryOperand, list: u32) {
        let registers = operand_list(run.assembly, list, operand.words);
        if let Some((located, values)) = self.store_variable(run.assembly, operand, registers) {
            let values: SmallVec<[&[u32]; 4]> = values.iter().map(|value| value.as_slice()).collect();
            self.report_local(run, operand, AccessKind::Store, &located, &values);
        }
    }

    fn report_local<O: Observe>(
        &self,
        run: &mut Execution<O>,
        operand: MemoryOperand,
        kind: AccessKind,
        located: &LaneAddresses<W>,
        values: &[&[u32]],
    ) {
        if !O::WANTS_STEPS {
            return;
        }
        let size = run
            .assembly
            .variables
            .get(usize::from(operand.slot))
            .map_or(0, |variable| variable.words);
        let place = SlotRef::Variable(operand.slot);
        self.report_out_of_range(run, place, located, 0, size);
        let LaneAddresses { addresses, inside, .. } = located;
        let memory = MemoryKey::Local;
        let words = operand.words;
        let inside = *inside;
        let turns = AtomicTurns::default();
        let access = WarpAccess { place, memory, kind, words, addresses, base: 0, inside, values, part: None, turns };
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Access { at, access });
    }
}

/// Returns the address if all lanes have the same one, as with a loop counter.
#[inline(always)]
fn same_address<const W: usize>(located: &LaneAddresses<W>) -> Option<u32> {
    let first = *located.addresses.get(located.inside.trailing_zeros() as usize)?;
    let same = lanes_matching(&located.addresses, |address| address == first);
    (located.inside & !same == 0).then_some(first)
}
