//! The cost model: counts a flattened kernel as one card's compiler would.
//!
//! A product whose only user is a sum becomes a multiply-add. An operand whose components come from
//! several values is in one register if [its parts can be written there](super::register_packing).
//! Otherwise it is assembled by moves, or the operation is repeated, each time with a write mask,
//! whichever is less. A texture read uses an interpolant or the result of another read directly as
//! its coordinate. Any other coordinate is computed first, which makes the read one level deeper.
//! Operands beyond what an instruction can read, and unsupported swizzles, cost a move each.

use super::counts::LimitedCount;
use super::flat_ir::{FlatIr, IntegerOp, LaneSource, NodeId, Op, OperationNode, VectorLane, VectorLanes};
use super::profile::{IndirectionRule, Profile, SwizzleSet};
use std::collections::{BTreeSet, HashSet};

/// A kernel with everything that its cost on one card depends on.
pub(super) struct CostModel<'k> {
    pub kernel: &'k FlatIr,
    pub profile: &'k Profile,
    /// Operations that affect an output, in order.
    pub live: Vec<NodeId>,
    /// The users of each operation: other operations, and outputs, which are numbered after the last operation.
    pub users: Vec<Vec<NodeId>>,
    /// Products fused into a sum.
    fused: HashSet<NodeId>,
    /// Reads of arrays whose index an earlier read has loaded.
    shared_addresses: HashSet<NodeId>,
    /// True if branches are kept: then joining their sides costs nothing.
    pub branching: bool,
}

impl<'k> CostModel<'k> {
    /// Finds the live operations and their users.
    pub fn new(kernel: &'k FlatIr, profile: &'k Profile, branching: bool) -> CostModel<'k> {
        let count = kernel.graph.nodes.len();
        let mut users: Vec<Vec<NodeId>> = vec![vec![]; count];
        let mut seen = vec![false; count];
        let mut waiting: Vec<NodeId> = kernel.effects.clone();
        for ((_, lanes), output) in kernel.outputs.iter().zip(count as NodeId..) {
            note_users(&mut users, lanes, output, &mut waiting);
        }
        for test in kernel.loops.iter().filter_map(|(turning, _)| turning.test) {
            note_users(&mut users, &[test], NodeId::MAX, &mut waiting);
        }
        while let Some(id) = waiting.pop() {
            if let Some(seen) = seen.get_mut(id as usize).filter(|seen| !**seen) {
                *seen = true;
                for lanes in kernel.graph.find_node(id).iter().flat_map(|node| &node.inputs) {
                    note_users(&mut users, lanes, id, &mut waiting);
                }
            }
        }
        let live = (0..count as NodeId)
            .filter(|id| seen.get(*id as usize) == Some(&true))
            .collect();
        let (fused, shared_addresses) = (HashSet::new(), HashSet::new());
        let mut tally = CostModel { kernel, profile, live, users, fused, shared_addresses, branching };
        tally.fuse_products();
        if profile.costs.value.loads_addresses {
            tally.share_addresses();
        }
        tally
    }

    pub fn live_nodes(&self) -> impl Iterator<Item = (NodeId, &'k OperationNode)> {
        self.live.iter().filter_map(|&id| Some((id, self.kernel.graph.find_node(id)?)))
    }

    fn find_node(&self, id: NodeId) -> Option<&'k OperationNode> {
        self.kernel.graph.find_node(id)
    }

    /// Returns true if `by` is the only user of `of`.
    fn is_only_user(&self, of: NodeId, by: NodeId) -> bool {
        self.users
            .get(of as usize)
            .is_some_and(|users| users.iter().all(|user| *user == by))
    }

    /// Returns the operation that all components come from, if it is a single one.
    pub fn single_node(lanes: &[VectorLane]) -> Option<NodeId> {
        let first = lanes.first()?.source_node()?;
        lanes.iter().all(|lane| lane.source_node() == Some(first)).then_some(first)
    }

    fn fuse_products(&mut self) {
        let mut fused = HashSet::new();
        for (id, node) in self.live_nodes().filter(|(_, node)| node.op == Op::Add) {
            let product = node.inputs.iter().find_map(|lanes| {
                let product = Self::single_node(lanes)?;
                let is_product = self.find_node(product)?.op == Op::Multiply;
                let plain = lanes.iter().all(|lane| !lane.absolute);
                (is_product && plain && self.is_only_user(product, id)).then_some(product)
            });
            fused.extend(product);
        }
        self.fused = fused;
    }

    /// Finds the reads of arrays whose index is in an address register already.
    fn share_addresses(&mut self) {
        let mut loaded = HashSet::new();
        let indexed = self.live_nodes().filter(|(_, node)| node.op == Op::Indexed);
        let shared: Vec<NodeId> = indexed
            .filter(|(_, node)| node.inputs.first().is_some_and(|index| !loaded.insert(index)))
            .map(|(id, _)| id)
            .collect();
        self.shared_addresses.extend(shared);
    }

    /// Returns true if only address registers take a value: they drop the fraction by themselves.
    fn is_address(&self, id: NodeId) -> bool {
        let mut users = self.users.get(id as usize).into_iter().flatten();
        self.profile.costs.value.loads_addresses
            && users.all(|user| self.find_node(*user).is_some_and(|node| node.op == Op::Indexed))
    }

    /// Returns the arithmetic slots of an operation, without moves.
    pub fn operation_cost(&self, id: NodeId, node: &OperationNode) -> u64 {
        let costs = &self.profile.costs.value;
        let is_integer = self.profile.integers.value;
        u64::from(match node.op {
            op if op.is_preset() || op.is_texture() => 0,
            Op::Multiply if self.fused.contains(&id) => 0,
            Op::Join if self.branching => 0,
            Op::Floor => costs.floor,
            Op::Lerp => costs.lerp,
            Op::Cross => costs.cross,
            Op::Power => costs.power,
            Op::Sine | Op::Cosine => costs.sine,
            Op::Dot(2) => costs.dot2,
            Op::Compare(_) | Op::Integer(IntegerOp::Compare(_)) if self.is_condition(id) => 1,
            Op::Compare(_) | Op::Integer(IntegerOp::Compare(_)) => costs.set,
            Op::Saturate if !costs.clamps_results => 2,
            Op::Saturate => u32::from(!self.is_modifier(id, node)),
            Op::Select | Op::Join => costs.select,
            Op::Indexed if self.shared_addresses.contains(&id) => 0,
            Op::Integer(IntegerOp::Truncate) if !is_integer && self.is_address(id) => 0,
            // Without integers truncation is a floor plus moving the sign, conversion is free, and division needs a reciprocal and a product.
            Op::Integer(IntegerOp::Truncate) if !is_integer => costs.floor + 1,
            Op::Integer(IntegerOp::Float) if !is_integer => 0,
            Op::Integer(IntegerOp::Divide) if !is_integer => costs.floor + 3,
            Op::Integer(IntegerOp::Remainder) if !is_integer => costs.floor + 4,
            _ => 1,
        })
    }

    /// Returns true if a boolean is used only by selects, joins, logic and discards.
    fn is_condition(&self, id: NodeId) -> bool {
        let users = self.users.get(id as usize);
        users.is_none_or(|users| {
            users.iter().all(|user| {
                let op = self.find_node(*user).map(|node| node.op);
                matches!(op, None | Some(Op::Select | Op::Join | Op::Discard | Op::And | Op::Or))
            })
        })
    }

    /// Returns true if a clamp to 0..1 is a modifier of the operation before it.
    fn is_modifier(&self, id: NodeId, node: &OperationNode) -> bool {
        let operand = node.inputs.first().and_then(|lanes| Self::single_node(lanes));
        operand.is_some_and(|before| {
            let is_computed = self
                .find_node(before)
                .is_some_and(|node| !node.op.is_preset() && !node.op.is_texture());
            is_computed && self.is_only_user(before, id)
        })
    }

    /// Returns true if all components come from one value with one sign, so that an instruction can
    /// read them as one operand.
    pub fn is_one_operand(lanes: &[VectorLane]) -> bool {
        let Some(first) = lanes.first() else { return true };
        Self::single_node(lanes).is_some() && lanes.iter().all(|lane| read_signs(lane) == read_signs(first))
    }

    /// Returns true if the operation that computes a read's coordinate can write it in place.
    pub fn is_written_in_place(&self, id: NodeId, lanes: &[VectorLane], user: NodeId) -> bool {
        let Some(node) = self.find_node(id) else { return true };
        let in_order = lanes.iter().zip(0..).all(|(lane, at)| *lane == VectorLane::from_node(id, at));
        let plain = lanes.iter().all(|lane| !lane.negate && !lane.absolute);
        let is_computed = !node.op.is_preset() && !node.op.is_texture();
        is_computed && plain && (in_order || self.is_only_user(id, user))
    }

    /// Returns true if an operation writes its part of an output directly.
    pub fn is_written_to_output(&self, id: NodeId, lanes: &[VectorLane], output: NodeId) -> bool {
        let Some(node) = self.find_node(id).filter(|node| !node.op.is_preset()) else { return false };
        let mut own = lanes.iter().zip(0..).filter(|(lane, _)| lane.source_node() == Some(id));
        let fits = own.all(|(lane, at)| match node.op.is_texture() {
            true => *lane == VectorLane::from_node(id, at) && self.profile.costs.value.reads_to_outputs,
            false => !lane.negate && !lane.absolute,
        });
        fits && self.is_only_user(id, output)
    }

    /// Returns the operands of an operation, including those of a product fused into it.
    pub fn all_operands(&self, id: NodeId, node: &'k OperationNode) -> Vec<&'k VectorLanes> {
        let mut operands = vec![];
        for lanes in &node.inputs {
            let product = Self::single_node(lanes).filter(|product| self.fused.contains(product) && *product != id);
            match product.and_then(|product| self.find_node(product)) {
                Some(product) => operands.extend(&product.inputs),
                None => operands.push(lanes),
            }
        }
        operands
    }

    /// Returns true if an operation is fused into its user.
    pub fn is_fused(&self, id: NodeId) -> bool {
        self.fused.contains(&id)
    }

    pub fn first_user(&self, id: NodeId) -> Option<NodeId> {
        self.users.get(id as usize)?.first().copied()
    }

    fn is_inline(&self, word: u32) -> bool {
        let number = f32::from_bits(word).abs();
        self.profile.costs.value.inline && [0.0, 0.5, 1.0].contains(&number)
    }

    /// Returns true if the unit supports any swizzle.
    pub fn has_any_order(&self) -> bool {
        self.profile.swizzles.value == SwizzleSet::Any
    }

    /// Returns true if this swizzle costs nothing. A computed value can be written in any order.
    pub fn has_order(&self, lanes: &[VectorLane]) -> bool {
        let node = Self::single_node(lanes).and_then(|id| self.find_node(id));
        if self.has_any_order() || !node.is_some_and(|node| node.op.is_preset() || node.op.is_texture()) {
            return true;
        }
        let order: Vec<u8> = lanes
            .iter()
            .take(3)
            .filter_map(|lane| match lane.source {
                LaneSource::Node(_, component) => Some(component),
                _ => None,
            })
            .collect();
        let all_alike = order.iter().all(|component| order.first() == Some(component));
        all_alike
            || [[0, 1, 2], [1, 2, 0], [2, 0, 1], [3, 2, 1]]
                .iter()
                .any(|known| known.starts_with(&order))
    }

    /// Counts the moves needed because an instruction reads too many constants or interpolants.
    pub fn count_crowding_moves(&self, id: NodeId, node: &'k OperationNode) -> u64 {
        let mut constants = BTreeSet::new();
        let mut inputs = BTreeSet::new();
        let mut literal = false;
        let operands = self.all_operands(id, node);
        // An assembled operand is in a register.
        let is_read = |lanes: &&&VectorLanes| {
            Self::is_one_operand(lanes) || lanes.iter().all(|lane| lane.source_node().is_none())
        };
        for lane in operands.iter().filter(is_read).flat_map(|lanes| lanes.iter()) {
            match lane.source {
                LaneSource::Word(word) => literal |= !self.is_inline(word),
                LaneSource::Node(of, _) => match self.find_node(of).map(|node| node.op) {
                    Some(Op::Uniform(..)) => drop(constants.insert(of)),
                    Some(Op::Input(..)) => drop(inputs.insert(of)),
                    _ => {}
                },
                LaneSource::Undefined => {}
            }
        }
        let constants = constants.len() + usize::from(literal);
        count_excess(constants, self.profile.constants_per_instruction.value)
            + count_excess(inputs.len(), self.profile.interpolants_per_instruction.value)
    }

    /// Returns true if a read can use this coordinate directly, without arithmetic before it.
    pub fn is_direct(&self, lanes: &[VectorLane]) -> bool {
        let is_free = self.profile.costs.value.free_coordinates;
        let Some(id) = Self::single_node(lanes) else {
            return is_free && lanes.iter().all(|lane| lane.source_node().is_none());
        };
        let op = self.find_node(id).map(|node| node.op);
        let there = op.is_some_and(|op| matches!(op, Op::Input(..)) || op.is_texture());
        if is_free {
            return Self::is_one_operand(lanes) && (there || matches!(op, Some(Op::Uniform(..))));
        }
        there && lanes.iter().zip(0..).all(|(lane, at)| *lane == VectorLane::from_node(id, at))
    }

    /// Returns the number of levels of dependent reads, and the line of the deepest. Assumes the
    /// best order of operations.
    pub fn count_indirections(&self, limit: Option<u32>) -> LimitedCount {
        let mut deepest = LimitedCount { count: 1, line: 0 };
        if self.profile.indirection_rule.value == IndirectionRule::Uncounted {
            return deepest;
        }
        let depths = self.read_depths();
        for (id, node) in self.live_nodes().filter(|(_, node)| node.op.is_texture()) {
            let depth = depths.get(id as usize).copied().unwrap_or(0);
            let over = limit.is_some_and(|limit| deepest.count <= u64::from(limit));
            if depth > deepest.count {
                deepest = LimitedCount {
                    count: depth,
                    line: if over || deepest.line == 0 { node.line } else { deepest.line },
                };
            }
        }
        deepest
    }

    /// Returns for each operation the level of the deepest read that it depends on; for a read, its own level.
    pub fn read_depths(&self) -> Vec<u64> {
        let mut depths: Vec<u64> = vec![0; self.kernel.graph.nodes.len()];
        for (id, node) in self.live_nodes() {
            let below = node.inputs.iter().flatten().filter_map(|lane| lane.source_node());
            let below = below.filter_map(|id| depths.get(id as usize).copied()).max().unwrap_or(0);
            let direct = node.inputs.iter().all(|lanes| self.is_direct(lanes));
            let ends_all =
                node.op == Op::Discard && node.inputs.iter().flatten().all(|lane| lane.source_node().is_none());
            let depth = match node.op {
                op if !op.is_texture() => below,
                // Direct3D counts only reads.
                Op::Discard if self.profile.indirection_rule.value == IndirectionRule::Orders => below,
                _ if direct || ends_all => below + 1,
                _ => below.max(1) + 1,
            };
            if let Some(place) = depths.get_mut(id as usize) {
                *place = depth;
            }
        }
        depths
    }
}

fn note_users(users: &mut [Vec<NodeId>], lanes: &[VectorLane], by: NodeId, waiting: &mut Vec<NodeId>) {
    for id in lanes.iter().filter_map(|lane| lane.source_node()) {
        if let Some(list) = users.get_mut(id as usize)
                    // A user adds all its operands in a row, so comparing with the last suffices.
                    && list.last() != Some(&by)
        {
            list.push(by);
        }
        waiting.push(id);
    }
}

fn count_excess(count: usize, limit: Option<u32>) -> u64 {
    limit.map_or(0, |limit| (count as u64).saturating_sub(u64::from(limit)))
}

fn read_signs(lane: &VectorLane) -> (bool, bool) {
    (lane.negate, lane.absolute)
}
