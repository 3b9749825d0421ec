//! Counts a straightened kernel as one card's compiler would.
//!
//! A product whose one user is a sum is one multiply-add. An operand whose components come from several places is
//! put together by moves, unless each of them is computed for it alone and can be written in place. A texture read
//! takes its coordinate from the first components of an interpolant or of another read as they are; any other
//! coordinate is computed first, which makes it a level deeper. What a card's instructions cannot read at once,
//! and the orders of components that it has not, cost a move each.

use super::counts::Count;
use super::profile::{IndirectionRule, Profile, SwizzleSet};
use super::straight::{Lane, Lanes, Node, NodeId, Op, Source, Straight, Whole};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A count in the making.
pub(super) struct Tally<'k> {
    pub kernel: &'k Straight,
    pub profile: &'k Profile,
    /// Operations that something depends on, in order.
    pub live: Vec<NodeId>,
    /// Who uses each operation: others, and the outputs behind the last of them.
    pub users: Vec<Vec<NodeId>>,
    /// Products that are part of a sum.
    fused: HashSet<NodeId>,
    /// Whether branches are left: then to join their sides costs nothing.
    pub branching: bool,
}

impl<'k> Tally<'k> {
    /// Finds out who uses what.
    pub fn new(kernel: &'k Straight, profile: &'k Profile, branching: bool) -> Tally<'k> {
        let count = kernel.graph.nodes.len();
        let mut users: Vec<Vec<NodeId>> = vec![vec![]; count];
        let mut seen = vec![false; count];
        let mut waiting: Vec<NodeId> = kernel.effects.clone();
        let mut use_lanes = |lanes: &[Lane], by: NodeId, waiting: &mut Vec<NodeId>| {
            for id in lanes.iter().filter_map(|lane| lane.node()) {
                if let Some(list) = users.get_mut(id as usize)
                    // Each uses all its operands at once.
                    && list.last() != Some(&by)
                {
                    list.push(by);
                }
                waiting.push(id);
            }
        };
        for ((_, lanes), output) in kernel.outputs.iter().zip(count as NodeId..) {
            use_lanes(lanes, output, &mut waiting);
        }
        for test in kernel.loops.iter().filter_map(|(turning, _)| turning.test) {
            use_lanes(&[test], NodeId::MAX, &mut waiting);
        }
        while let Some(id) = waiting.pop() {
            if let Some(seen) = seen.get_mut(id as usize).filter(|seen| !**seen) {
                *seen = true;
                for lanes in kernel.graph.node(id).iter().flat_map(|node| &node.inputs) {
                    use_lanes(lanes, id, &mut waiting);
                }
            }
        }
        let live = (0..count as NodeId)
            .filter(|id| seen.get(*id as usize) == Some(&true))
            .collect();
        let mut tally = Tally { kernel, profile, live, users, fused: HashSet::new(), branching };
        tally.fuse();
        tally
    }

    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &'k Node)> {
        self.live.iter().filter_map(|&id| Some((id, self.kernel.graph.node(id)?)))
    }

    fn node(&self, id: NodeId) -> Option<&'k Node> {
        self.kernel.graph.node(id)
    }

    /// Whether this is the only one that uses it.
    fn is_only_user(&self, of: NodeId, by: NodeId) -> bool {
        self.users
            .get(of as usize)
            .is_some_and(|users| users.iter().all(|user| *user == by))
    }

    /// The operation that all components come from.
    fn single(lanes: &[Lane]) -> Option<NodeId> {
        let first = lanes.first()?.node()?;
        lanes.iter().all(|lane| lane.node() == Some(first)).then_some(first)
    }

    fn fuse(&mut self) {
        let mut fused = HashSet::new();
        for (id, node) in self.nodes().filter(|(_, node)| node.op == Op::Add) {
            let product = node.inputs.iter().find_map(|lanes| {
                let product = Self::single(lanes)?;
                let is_product = self.node(product)?.op == Op::Multiply;
                let plain = lanes.iter().all(|lane| !lane.absolute);
                (is_product && plain && self.is_only_user(product, id)).then_some(product)
            });
            fused.extend(product);
        }
        self.fused = fused;
    }

    /// Arithmetic slots of an operation itself.
    fn cost(&self, id: NodeId, node: &Node) -> u64 {
        let costs = &self.profile.costs.value;
        let is_integer = self.profile.integers.value;
        u64::from(match node.op {
            op if op.is_given() || op.is_texture() => 0,
            Op::Multiply if self.fused.contains(&id) => 0,
            Op::Join if self.branching => 0,
            Op::Floor => costs.floor,
            Op::Lerp => costs.lerp,
            Op::Cross => costs.cross,
            Op::Power => costs.power,
            Op::Sine | Op::Cosine => costs.sine,
            Op::Dot(2) => costs.dot2,
            Op::Compare(_) | Op::Integer(Whole::Compare(_)) if self.is_condition(id) => 1,
            Op::Compare(_) | Op::Integer(Whole::Compare(_)) => costs.set,
            Op::Saturate => u32::from(!self.is_modifier(id, node)),
            // Without integers: a floor, with the sign taken off and put back; nothing; a reciprocal and its product.
            Op::Integer(Whole::Truncate) if !is_integer => costs.floor + 1,
            Op::Integer(Whole::Float) if !is_integer => 0,
            Op::Integer(Whole::Divide) if !is_integer => costs.floor + 3,
            Op::Integer(Whole::Remainder) if !is_integer => costs.floor + 4,
            _ => 1,
        })
    }

    /// Whether a truth only chooses, joins, or ends something.
    fn is_condition(&self, id: NodeId) -> bool {
        let users = self.users.get(id as usize);
        users.is_none_or(|users| {
            users.iter().all(|user| {
                let op = self.node(*user).map(|node| node.op);
                matches!(op, None | Some(Op::Select | Op::Join | Op::Discard | Op::And | Op::Or))
            })
        })
    }

    /// Whether a limit to 0 and 1 is part of the operation before.
    fn is_modifier(&self, id: NodeId, node: &Node) -> bool {
        let operand = node.inputs.first().and_then(|lanes| Self::single(lanes));
        operand.is_some_and(|before| {
            let is_computed = self
                .node(before)
                .is_some_and(|node| !node.op.is_given() && !node.op.is_texture());
            is_computed && self.is_only_user(before, id)
        })
    }

    /// Moves that put an operand together for `user`; `placed` where each component must lie in its place.
    fn moves(&self, lanes: &[Lane], user: NodeId, placed: bool) -> u64 {
        if let Some(id) = Self::single(lanes) {
            let Some(node) = self.node(id) else { return 0 };
            if !placed {
                return u64::from(!self.is_native(lanes, node));
            }
            let in_order = lanes.iter().zip(0..).all(|(lane, at)| *lane == Lane::of(id, at));
            let is_computed = !node.op.is_given() && !node.op.is_texture();
            let plain = lanes.iter().all(|lane| !lane.negate && !lane.absolute);
            return u64::from(!(is_computed && plain && (in_order || self.is_only_user(id, user))));
        }
        let mut moves = 0;
        let mut sources: BTreeMap<NodeId, bool> = BTreeMap::new();
        for lane in lanes {
            if let Some(id) = lane.node() {
                let plain = !lane.negate && !lane.absolute;
                *sources.entry(id).or_insert(true) &= plain;
            }
        }
        if sources.is_empty() && !placed {
            return 0;
        }
        for (id, plain) in sources {
            let is_given = self.node(id).is_none_or(|node| node.op.is_given() || node.op.is_texture());
            moves += u64::from(is_given || !plain || !self.is_only_user(id, user));
        }
        let literal = lanes
            .iter()
            .any(|lane| matches!(lane.source, Source::Word(word) if !self.is_inline(word)));
        let inline = lanes.iter().any(|lane| matches!(lane.source, Source::Word(_)));
        moves + u64::from(literal || inline && (placed || !self.profile.costs.value.inline))
    }

    fn is_inline(&self, word: u32) -> bool {
        let number = f32::from_bits(word).abs();
        self.profile.costs.value.inline && [0.0, 0.5, 1.0].contains(&number)
    }

    /// Whether the components may be taken in this order at once. What is computed can be written in any order.
    fn is_native(&self, lanes: &[Lane], node: &Node) -> bool {
        if self.profile.swizzles.value == SwizzleSet::Any || !(node.op.is_given() || node.op.is_texture()) {
            return true;
        }
        let order: Vec<u8> = lanes
            .iter()
            .take(3)
            .filter_map(|lane| match lane.source {
                Source::Of(_, component) => Some(component),
                _ => None,
            })
            .collect();
        let all_alike = order.iter().all(|component| order.first() == Some(component));
        all_alike
            || [[0, 1, 2], [1, 2, 0], [2, 0, 1], [3, 2, 1]]
                .iter()
                .any(|known| known.starts_with(&order))
    }

    /// Moves because an instruction reads too many constants or interpolants.
    fn crowded(&self, id: NodeId, node: &Node) -> u64 {
        if self.fused.contains(&id) {
            return 0;
        }
        let (mut constants, mut inputs, mut literal) = (BTreeSet::new(), BTreeSet::new(), false);
        let fused = node.inputs.iter().filter_map(|lanes| Self::single(lanes));
        let fused = fused.filter(|id| self.fused.contains(id)).filter_map(|id| self.node(id));
        for lane in fused.flat_map(|node| &node.inputs).chain(&node.inputs).flatten() {
            match lane.source {
                Source::Word(word) => literal |= !self.is_inline(word),
                Source::Of(of, _) => match self.node(of).map(|node| node.op) {
                    Some(Op::Uniform(..)) => drop(constants.insert(of)),
                    Some(Op::Input(..)) => drop(inputs.insert(of)),
                    _ => {}
                },
                Source::Nothing => {}
            }
        }
        let over =
            |count: usize, limit: Option<u32>| limit.map_or(0, |limit| (count as u64).saturating_sub(u64::from(limit)));
        let constants = constants.len() + usize::from(literal);
        over(constants, self.profile.constants_per_instruction.value)
            + over(inputs.len(), self.profile.interpolants_per_instruction.value)
    }

    /// Slots, each at its line: arithmetic and texture, and the name of what takes them.
    pub fn slots(&self) -> Vec<(&'k Node, u64, u64)> {
        let mut put_together: HashSet<&Lanes> = HashSet::new();
        let mut slots = vec![];
        for (id, node) in self.nodes() {
            let mut moves = 0;
            if !node.op.is_given() && node.op != Op::Discard {
                let is_read = node.op.is_texture();
                for lanes in node.inputs.iter().filter(|lanes| lanes.len() > 1 || is_read) {
                    if (is_read && self.is_as_it_is(lanes)) || put_together.contains(lanes) {
                        continue;
                    }
                    moves += self.moves(lanes, id, is_read);
                    put_together.insert(lanes);
                }
                moves += if is_read { 0 } else { self.crowded(id, node) };
            }
            slots.push((node, self.cost(id, node) + moves, u64::from(node.op.is_texture())));
        }
        slots
    }

    /// Moves into the outputs.
    pub fn output_moves(&self) -> u64 {
        let count = self.kernel.graph.nodes.len() as NodeId;
        let outputs = self.kernel.outputs.iter().zip(count..);
        let moves = outputs.map(|((_, lanes), output)| match Self::single(lanes) {
            Some(id) if !self.is_only_user(id, output) => 1,
            _ => self.moves(lanes, output, true),
        });
        moves.sum()
    }

    /// Whether a texture read takes this coordinate without a move.
    fn is_as_it_is(&self, lanes: &[Lane]) -> bool {
        let Some(id) = Self::single(lanes) else { return false };
        let there = self
            .node(id)
            .is_some_and(|node| matches!(node.op, Op::Input(..)) || node.op.is_texture());
        there && lanes.iter().zip(0..).all(|(lane, at)| *lane == Lane::of(id, at))
    }

    /// Levels of reads, and the deepest read's line. The order of operations is the best there is.
    pub fn indirections(&self, limit: Option<u32>) -> Count {
        let mut deepest = Count { count: 1, line: 0 };
        if self.profile.indirection_rule.value == IndirectionRule::Uncounted {
            return deepest;
        }
        let depths = self.depths();
        for (id, node) in self.nodes().filter(|(_, node)| node.op.is_texture()) {
            let depth = depths.get(id as usize).copied().unwrap_or(0);
            let over = limit.is_some_and(|limit| deepest.count <= u64::from(limit));
            if depth > deepest.count {
                deepest =
                    Count { count: depth, line: if over || deepest.line == 0 { node.line } else { deepest.line } };
            }
        }
        deepest
    }

    /// For each operation the level of the deepest read that it depends on, or is.
    pub fn depths(&self) -> Vec<u64> {
        let mut depths: Vec<u64> = vec![0; self.kernel.graph.nodes.len()];
        for (id, node) in self.nodes() {
            let below = node.inputs.iter().flatten().filter_map(|lane| lane.node());
            let below = below.filter_map(|id| depths.get(id as usize).copied()).max().unwrap_or(0);
            let direct = node.inputs.iter().all(|lanes| self.is_as_it_is(lanes));
            let ends_all = node.op == Op::Discard && node.inputs.iter().flatten().all(|lane| lane.node().is_none());
            let depth = match node.op {
                op if !op.is_texture() => below,
                // Direct3D counts reads alone.
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
