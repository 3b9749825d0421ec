//! Counts the slots of each operation: its own, and the moves for operands that an instruction cannot read directly.

use super::cost_model::CostModel;
use super::flat_ir::{NodeId, Op, OperationNode, VectorLane, VectorLanes};
use super::register_packing::RegisterPacking;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The slots of a kernel.
pub(super) struct SlotCounts<'k> {
    /// Each operation, with its arithmetic slots and its texture slots.
    pub operations: Vec<(&'k OperationNode, u64, u64)>,
    /// Moves into the outputs.
    pub outputs: u64,
}

/// Counts the slots of a kernel, one operation after another.
pub(super) fn count_slots<'k>(tally: &CostModel<'k>) -> SlotCounts<'k> {
    let mut uses: HashMap<&VectorLanes, u64> = HashMap::new();
    for (_, node) in tally.live_nodes() {
        for lanes in node.inputs.iter().filter(|lanes| !CostModel::is_one_operand(lanes)) {
            *uses.entry(lanes).or_default() += 1;
        }
    }
    let (known, absolutes) = (HashSet::new(), HashSet::new());
    let mut placing = SlotCounter { tally, registers: RegisterPacking::new(tally), known, absolutes, uses };
    let mut operations = vec![];
    for (id, node) in tally.live_nodes() {
        let moves = match node.op {
            op if op.is_preset() || op == Op::Discard || tally.is_fused(id) => 0,
            op if op.is_texture() => node.inputs.iter().map(|lanes| placing.count_coordinate_moves(lanes, id)).sum(),
            _ => placing.count_operand_moves(id, node) + tally.count_crowding_moves(id, node),
        };
        let reads = if node.op.is_texture() { u64::from(tally.profile.costs.value.read) } else { 0 };
        operations.push((node, tally.operation_cost(id, node) + moves, reads));
    }
    let end = tally.kernel.graph.nodes.len() as NodeId;
    let outputs = tally.kernel.outputs.iter().zip(end..);
    let outputs = outputs
        .map(|((_, lanes), output)| placing.count_output_moves(lanes, output))
        .sum();
    SlotCounts { operations, outputs }
}

/// A running count of the slots of one kernel.
struct SlotCounter<'t, 'k> {
    tally: &'t CostModel<'k>,
    registers: RegisterPacking<'t, 'k>,
    /// Operands that an earlier use has already assembled.
    known: HashSet<&'k VectorLanes>,
    /// Operands whose absolute value an earlier use has computed.
    absolutes: HashSet<&'k VectorLanes>,
    /// Number of uses of each operand that combines several values.
    uses: HashMap<&'k VectorLanes, u64>,
}

impl<'k> SlotCounter<'_, 'k> {
    /// Counts the moves for operands that combine several values or need an unsupported swizzle.
    fn count_operand_moves(&mut self, id: NodeId, node: &'k OperationNode) -> u64 {
        let mut moves = 0;
        let mut mixed: Vec<&'k VectorLanes> = vec![];
        let operands = self.tally.all_operands(id, node);
        for lanes in operands.iter().copied() {
            if lanes.len() < 2 {
                moves += self.count_absolutes(lanes);
                continue;
            }
            let read = self.read_at_once(lanes);
            if self.known.contains(lanes) || read.iter().all(|lane| lane.source_node().is_none()) {
                continue;
            }
            moves += self.count_absolutes(lanes);
            if !CostModel::is_one_operand(read) {
                mixed.push(lanes);
            } else if !self.tally.has_order(read) {
                self.known.insert(lanes);
                moves += 1;
            }
        }
        if mixed.is_empty() {
            return moves;
        }
        let ordered = !self.tally.has_any_order();
        let together: u64 = mixed
            .iter()
            .map(|lanes| self.registers.count_moves(self.read_at_once(lanes), id, ordered))
            .sum();
        let uses = mixed
            .iter()
            .filter_map(|lanes| self.uses.get(lanes))
            .min()
            .copied()
            .unwrap_or(1);
        if is_by_component(node.op) {
            // Alternatively one instruction for each part of the result, each with its write mask.
            let parts = self.count_parts(&operands) - 1;
            if parts.saturating_mul(uses) < together {
                return moves + parts;
            }
        }
        for lanes in mixed {
            moves += self.registers.place_operand(self.read_at_once(lanes), id, ordered);
            self.known.insert(lanes);
        }
        moves
    }

    /// Counts the operation for an absolute value on a unit that reads none; other uses find the result.
    fn count_absolutes(&mut self, lanes: &'k VectorLanes) -> u64 {
        let is_free = self.tally.profile.costs.value.reads_absolutes;
        let is_absolute = lanes.iter().any(|lane| lane.absolute);
        u64::from(!is_free && is_absolute && self.absolutes.insert(lanes))
    }

    /// Returns the components that one instruction must read from one register. A unit that
    /// co-issues a vector and a scalar reads the scalar from another.
    fn read_at_once<'l>(&self, lanes: &'l [VectorLane]) -> &'l [VectorLane] {
        let pairs = self.tally.profile.costs.value.pairs;
        if pairs { lanes.get(..3).unwrap_or(lanes) } else { lanes }
    }

    /// Counts the instructions for a result if each computes the components whose operands come
    /// from the same registers.
    fn count_parts(&self, operands: &[&'k VectorLanes]) -> u64 {
        let width = operands.iter().map(|lanes| self.read_at_once(lanes).len()).max().unwrap_or(1);
        let parts: BTreeSet<Vec<_>> = (0..width)
            .map(|at| operands.iter().map(|lanes| find_source(lanes, at)).collect())
            .collect();
        parts.len() as u64
    }

    /// Counts the moves before a read.
    fn count_coordinate_moves(&mut self, lanes: &'k VectorLanes, id: NodeId) -> u64 {
        let tally = self.tally;
        if tally.is_direct(lanes) || self.known.contains(lanes) {
            return 0;
        }
        let is_free = tally.profile.costs.value.free_coordinates;
        let one = CostModel::single_node(lanes).filter(|_| CostModel::is_one_operand(lanes));
        let moves = match one {
            Some(_) if is_free => 0,
            Some(node) => u64::from(!tally.is_written_in_place(node, lanes, id)),
            None if lanes.iter().all(|lane| lane.source_node().is_none()) => 1,
            None => self.registers.place_operand(lanes, id, !is_free),
        };
        self.known.insert(lanes);
        moves
    }

    /// Counts the moves into an output.
    fn count_output_moves(&mut self, lanes: &'k VectorLanes, output: NodeId) -> u64 {
        let tally = self.tally;
        let costs = &tally.profile.costs.value;
        let ordered = !tally.has_any_order();
        let at_once = self.read_at_once(lanes);
        let is_one = CostModel::is_one_operand(at_once) || at_once.iter().all(|lane| lane.source_node().is_none());
        let together = if is_one { 0 } else { self.registers.count_moves(at_once, output, ordered) };
        let mut moved = BTreeSet::new();
        for lane in at_once {
            let id = lane.source_node();
            let from = id.map(|id| self.registers.home_register(id).map_or((0, id), |home| (1, home as NodeId)));
            if !id.is_some_and(|id| tally.is_written_to_output(id, lanes, output)) {
                moved.insert((from, lane.negate, lane.absolute));
            }
        }
        if costs.moved_outputs { together + 1 } else { (moved.len() as u64).min(together + 1) }
    }
}

/// Returns the node of a lane, and its signs.
fn find_source(lanes: &[VectorLane], at: usize) -> (Option<NodeId>, bool, bool) {
    let lane = lanes.get(at).or(lanes.first()).copied().unwrap_or(VectorLane::UNDEFINED);
    (lane.source_node(), lane.negate, lane.absolute)
}

/// Returns true if each component of the result depends only on the same components of the operands.
fn is_by_component(op: Op) -> bool {
    !matches!(op, Op::Dot(_) | Op::Cross | Op::Indexed | Op::Store | Op::Load(_) | Op::Other)
}
