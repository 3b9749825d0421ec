//! Atomic operations on 64-bit numbers.

use super::super::assembly::Register;
use super::super::bindings::BoundMemory;
use super::super::event::{AccessKind, AtomicTurns, Observe};
use super::super::lanes::swapped_lane_indices;
use super::super::number::{join_words, split_words};
use super::super::storage::AtomicOp;
use super::memory::locate_binding;
use super::operand::MemoryOperand;
use super::{Execution, Warp};

impl<const W: usize> Warp<W> {
    /// Runs an atomic operation on two words, lane by lane. No other thread accesses them meanwhile: see `dispatch`.
    pub(super) fn run_wide_atomic<O: Observe>(
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
        let given: [[u32; W]; 4] = std::array::from_fn(|at| {
            let register = run.assembly.lists.get(operands as usize + at).copied();
            *self.register(register.unwrap_or(Register::MAX))
        });
        let mut out = [[0; W]; 2];
        let mut turns = AtomicTurns { swap: run.context.swap, unchanged: 0 };
        for lane in swapped_lane_indices(located.inside, run.context.swap) {
            let at = located.addresses[lane] as usize;
            let before = match bound {
                BoundMemory::Global { storage, .. } => [storage.load(at), storage.load(at + 1)],
                BoundMemory::Shared { .. } => {
                    [0, 1].map(|word| run.context.shared.get(at + word).copied().unwrap_or(0))
                }
            };
            let value = join_words(given[0][lane], given[1][lane]);
            let compare = join_words(given[2][lane], given[3][lane]);
            let differs = op == AtomicOp::CompareExchange && before != split_words(compare);
            turns.unchanged |= u64::from(differs) << lane;
            let after = split_words(op.apply_wide(join_words(before[0], before[1]), value, compare));
            for (word, &new) in after.iter().enumerate() {
                out[word][lane] = before[word];
                match bound {
                    BoundMemory::Global { storage, .. } => storage.store(at + word, new),
                    BoundMemory::Shared { .. } => {
                        if let Some(place) = run.context.shared.get_mut(at + word) {
                            *place = new;
                        }
                    }
                }
            }
        }
        let values = [given[0].as_slice(), &given[1]];
        self.report_access(run, operand, (AccessKind::Atomic(op), turns), &located, &values);
        if let Some(to) = to {
            self.write_register(to, &out[0]);
            self.write_register(to.wrapping_add(1), &out[1]);
        }
    }
}
