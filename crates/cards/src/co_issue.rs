//! Slots on units that issue an operation on three components together with one on a scalar (co-issue).
//!
//! An operation goes, as in Mesa's compiler for R300, into the first slot whose half it needs is
//! free, after the operations it depends on. Reads cut a kernel into blocks, one for each level of
//! dependent reads; a slot belongs to one block.

use super::cost_model::CostModel;
use super::flat_ir::{NodeId, Op};
use super::slots::SlotCounts;
use std::collections::HashMap;

/// The halves of a slot that an operation needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SlotHalf {
    /// The three components.
    Vector,
    /// The scalar.
    Scalar,
    /// Either one.
    Either,
    Both,
}

/// A slot, with the line of the first operation in it.
#[derive(Debug, Clone, Copy, Default)]
struct CoIssueSlot {
    vector: bool,
    scalar: bool,
    line: usize,
}

impl CoIssueSlot {
    /// Places an operation in the slot; returns false if there is no room.
    fn try_fill(&mut self, half: SlotHalf, line: usize) -> bool {
        let (vector, scalar) = match half {
            SlotHalf::Vector => (true, false),
            SlotHalf::Scalar => (false, true),
            SlotHalf::Either => (self.scalar, !self.scalar),
            SlotHalf::Both => (true, true),
        };
        if self.vector && vector || self.scalar && scalar {
            return false;
        }
        if !self.vector && !self.scalar {
            self.line = line;
        }
        (self.vector, self.scalar) = (self.vector || vector, self.scalar || scalar);
        true
    }
}

fn needed_half(op: Op, width: u8) -> SlotHalf {
    match (op, width) {
        (Op::Reciprocal | Op::InverseRoot | Op::Exponential | Op::Logarithm | Op::Power, _) => SlotHalf::Scalar,
        (Op::Dot(4), _) => SlotHalf::Both,
        (Op::Dot(_), _) => SlotHalf::Vector,
        (_, 0 | 1) => SlotHalf::Either,
        (_, 2 | 3) => SlotHalf::Vector,
        _ => SlotHalf::Both,
    }
}

/// Packs all operations into slots and returns the line of each slot.
pub(super) fn pack_slots(tally: &CostModel, counted: &SlotCounts) -> Vec<usize> {
    let depths = tally.read_depths();
    let mut blocks: Vec<Vec<CoIssueSlot>> = vec![];
    // The block of each operation, and the slot after its last.
    let mut ends: HashMap<NodeId, (usize, usize)> = HashMap::new();
    for ((id, node), &(_, slots, _)) in tally.live_nodes().zip(&counted.operations) {
        let block = depths.get(id as usize).map_or(0, |depth| *depth as usize);
        let before = node.inputs.iter().flatten().filter_map(|lane| ends.get(&lane.source_node()?));
        let mut next = before
            .filter(|(known, _)| *known == block)
            .map(|(_, end)| *end)
            .max()
            .unwrap_or(0);
        if blocks.len() <= block {
            blocks.resize(block + 1, vec![]);
        }
        if let Some(block) = blocks.get_mut(block) {
            for _ in 0..slots {
                while !block
                    .get_mut(next)
                    .is_some_and(|slot| slot.try_fill(needed_half(node.op, node.width), node.line))
                {
                    if next >= block.len() {
                        block.push(CoIssueSlot::default());
                    } else {
                        next += 1;
                    }
                }
                next += 1;
            }
        }
        ends.insert(id, (block, next));
    }
    blocks.iter().flatten().map(|slot| slot.line).collect()
}
