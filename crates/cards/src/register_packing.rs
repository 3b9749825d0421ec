//! Packs values into registers.
//!
//! An instruction writes the components in its write mask. So values that one operand combines are
//! written into one register from the start, and a component whose value is no longer needed is
//! overwritten. A value that cannot be placed this way costs a move.

use super::cost_model::CostModel;
use super::flat_ir::{LaneSource, NodeId, Op, VectorLane};
use std::collections::{BTreeSet, HashMap};

/// Values remembered per register. Beyond that the oldest is forgotten, and nothing is placed before its end.
const MAX_REGISTER_VALUES: usize = 64;

/// A value in one component of a register, with its lifetime.
#[derive(Debug, Clone, Copy)]
struct RegisterValue {
    lane: VectorLane,
    place: u8,
    /// The operation that writes it.
    from: NodeId,
    /// The last operation that reads it, which may overwrite it.
    to: NodeId,
    /// True if it cannot be in another component.
    fixed: bool,
}

/// A register and the values it holds over time.
#[derive(Debug, Clone, Default)]
struct CardRegister {
    held: Vec<RegisterValue>,
    /// The end of the last forgotten value.
    since: NodeId,
}

impl CardRegister {
    fn is_free(&self, place: u8, from: NodeId, to: NodeId) -> bool {
        from >= self.since
            && self
                .held
                .iter()
                .all(|held| held.place != place || held.to <= from || to <= held.from)
    }

    /// Returns a free component: `wanted` if given, else `preferred` or any other.
    fn find_place(&self, wanted: Option<u8>, preferred: u8, from: NodeId, to: NodeId) -> Option<u8> {
        match wanted {
            Some(place) => self.is_free(place, from, to).then_some(place),
            None => [preferred, 0, 1, 2, 3].into_iter().find(|place| self.is_free(*place, from, to)),
        }
    }

    fn hold_value(&mut self, held: RegisterValue) {
        if self.held.len() >= MAX_REGISTER_VALUES
            && let Some(oldest) = (0..self.held.len()).min_by_key(|at| self.held.get(*at).map(|held| held.to))
        {
            self.since = self.since.max(self.held.swap_remove(oldest).to);
        }
        self.held.push(held);
    }
}

/// An operand assembled in one register.
struct AssembledOperand {
    moves: u64,
    register: CardRegister,
    /// The register it started from.
    host: Option<usize>,
    /// Operations that now write into it.
    joined: Vec<NodeId>,
    /// Registers that became part of it.
    absorbed: Vec<usize>,
}

/// The registers of a kernel and the values in them.
pub(super) struct RegisterPacking<'t, 'k> {
    tally: &'t CostModel<'k>,
    /// The last operation that reads a component.
    last_use: HashMap<(NodeId, u8), NodeId>,
    homes: HashMap<NodeId, usize>,
    registers: Vec<CardRegister>,
    /// The register that each was merged into, or itself.
    merged: Vec<usize>,
}

impl<'t, 'k> RegisterPacking<'t, 'k> {
    pub fn new(tally: &'t CostModel<'k>) -> RegisterPacking<'t, 'k> {
        let mut last_use = HashMap::new();
        let mut note = |lanes: &[VectorLane], at: NodeId| {
            for lane in lanes {
                if let LaneSource::Node(id, component) = lane.source {
                    let last = last_use.entry((id, component)).or_insert(at);
                    *last = at.max(*last);
                }
            }
        };
        for (id, node) in tally.live_nodes() {
            // A product fused into a sum reads its operands when the sum does.
            let at = if tally.is_fused(id) { tally.first_user(id).unwrap_or(id) } else { id };
            node.inputs.iter().for_each(|lanes| note(lanes, at));
        }
        let end = tally.kernel.graph.nodes.len() as NodeId;
        for ((_, lanes), output) in tally.kernel.outputs.iter().zip(end..) {
            note(lanes, output);
        }
        RegisterPacking { tally, last_use, homes: HashMap::new(), registers: vec![], merged: vec![] }
    }

    /// Returns the register that an operation writes, if it has been placed.
    pub fn home_register(&self, id: NodeId) -> Option<usize> {
        let mut at = *self.homes.get(&id)?;
        while let Some(next) = self.merged.get(at).filter(|next| **next != at) {
            at = *next;
        }
        Some(at)
    }

    /// Counts the moves that assemble an operand for `user`. With `ordered` each component must be in its own place.
    pub fn count_moves(&self, lanes: &[VectorLane], user: NodeId, ordered: bool) -> u64 {
        self.assemble_operand(lanes, user, ordered).moves
    }

    /// Assembles an operand and returns the number of moves.
    pub fn place_operand(&mut self, lanes: &[VectorLane], user: NodeId, ordered: bool) -> u64 {
        let AssembledOperand { moves, register, host, joined, absorbed } = self.assemble_operand(lanes, user, ordered);
        let at = match host {
            Some(host) => host,
            None => {
                self.registers.push(CardRegister::default());
                self.merged.push(self.merged.len());
                self.registers.len() - 1
            }
        };
        if let Some(place) = self.registers.get_mut(at) {
            *place = register;
        }
        self.homes.extend(joined.into_iter().map(|id| (id, at)));
        for other in absorbed {
            if let Some(merged) = self.merged.get_mut(other) {
                *merged = at;
            }
        }
        moves
    }

    /// Finds the assembly with the fewest moves: in a register that already holds a part, or in a new one.
    fn assemble_operand(&self, lanes: &[VectorLane], user: NodeId, ordered: bool) -> AssembledOperand {
        let lanes = strip_shared_sign(lanes);
        let mut hosts: Vec<Option<usize>> = vec![];
        for id in lanes.iter().filter_map(|lane| self.placeable_node(*lane)) {
            let home = self.home_register(id);
            if home.is_some() && !hosts.contains(&home) {
                hosts.push(home);
            }
        }
        hosts.push(None);
        let ways = hosts
            .into_iter()
            .filter_map(|host| self.assemble_in_register(host, &lanes, user, ordered));
        ways.min_by_key(|way| way.moves).unwrap_or(AssembledOperand {
            moves: self.count_sources(&lanes, &BTreeSet::new()),
            register: CardRegister::default(),
            host: None,
            joined: vec![],
            absorbed: vec![],
        })
    }

    fn assemble_in_register(
        &self,
        host: Option<usize>,
        lanes: &[VectorLane],
        user: NodeId,
        ordered: bool,
    ) -> Option<AssembledOperand> {
        let register = host.and_then(|host| self.registers.get(host)).cloned().unwrap_or_default();
        let mut made = AssembledOperand { moves: 0, register, host, joined: vec![], absorbed: vec![] };
        let nodes: BTreeSet<NodeId> = lanes.iter().filter_map(|lane| self.placeable_node(*lane)).collect();
        let mut moved = BTreeSet::new();
        for id in nodes {
            let is_there = match self.home_register(id) {
                Some(home) if Some(home) == host || made.absorbed.contains(&home) => true,
                Some(home) => self.absorb_register(&mut made, home),
                None => self.place_result(&mut made, id, lanes, ordered),
            };
            if !is_there {
                moved.insert(id);
            }
        }
        let mut copied = vec![];
        for (lane, place) in lanes.iter().zip(0_u8..) {
            let wanted = ordered.then_some(place);
            let is_written = self.placeable_node(*lane).is_some_and(|id| !moved.contains(&id));
            let there = made
                .register
                .held
                .iter()
                .position(|held| held.lane == *lane && wanted.is_none_or(|wanted| held.place == wanted));
            if is_written && there.is_some() || there.is_some_and(|at| prolong_value(&mut made.register, at, user)) {
                continue;
            }
            let from = user.saturating_sub(1);
            let place = made.register.find_place(wanted, place, from, user)?;
            made.register
                .hold_value(RegisterValue { lane: *lane, place, from, to: user, fixed: ordered });
            copied.push(*lane);
        }
        made.moves = self.count_sources(&copied, &made.absorbed.iter().copied().collect());
        Some(made)
    }

    /// Lets an operation write its result into the register; returns false if there is no room.
    fn place_result(&self, made: &mut AssembledOperand, id: NodeId, lanes: &[VectorLane], ordered: bool) -> bool {
        let Some(node) = self.tally.kernel.graph.find_node(id) else { return false };
        let is_read = node.op.is_texture();
        let mut register = made.register.clone();
        // Without a write mask a read writes all components.
        let writes_all = is_read && !self.tally.profile.costs.value.free_coordinates;
        if writes_all && !(0..4).all(|place| register.is_free(place, id, id + 1)) {
            return false;
        }
        for component in 0..node.width {
            let Some(&to) = self.last_use.get(&(id, component)) else { continue };
            let own = VectorLane::from_node(id, component);
            let places = lanes
                .iter()
                .zip(0_u8..)
                .filter(|(lane, _)| **lane == own)
                .map(|(_, place)| place);
            let places: Vec<u8> = places.collect();
            let preferred = places.first().copied().unwrap_or(component);
            let wanted: Vec<Option<u8>> = match (is_read, ordered, places.as_slice()) {
                (true, ..) => vec![Some(component)],
                (_, true, [_, ..]) => places.iter().map(|place| Some(*place)).collect(),
                _ => vec![None],
            };
            for wanted in wanted {
                let Some(place) = register.find_place(wanted, preferred, id, to.max(id + 1)) else { return false };
                let fixed = wanted.is_some();
                register.hold_value(RegisterValue { lane: own, place, from: id, to: to.max(id + 1), fixed });
            }
        }
        made.register = register;
        made.joined.push(id);
        true
    }

    /// Merges another register into this one; returns false if their values conflict.
    fn absorb_register(&self, made: &mut AssembledOperand, other: usize) -> bool {
        let Some(absorbed) = self.registers.get(other) else { return false };
        let mut register = made.register.clone();
        if absorbed.held.iter().any(|held| held.from < register.since)
            || register.held.iter().any(|held| held.from < absorbed.since)
        {
            return false;
        }
        register.since = register.since.max(absorbed.since);
        for held in &absorbed.held {
            let wanted = held.fixed.then_some(held.place);
            let Some(place) = register.find_place(wanted, held.place, held.from, held.to) else { return false };
            register.hold_value(RegisterValue { place, ..*held });
        }
        made.register = register;
        made.absorbed.push(other);
        true
    }

    /// Returns the operation of a component that can be written in place: a computed value or a read.
    fn placeable_node(&self, lane: VectorLane) -> Option<NodeId> {
        let id = lane.source_node().filter(|_| !lane.negate && !lane.absolute)?;
        let op = self.tally.kernel.graph.find_node(id)?.op;
        (!op.is_preset() || matches!(op, Op::LoopCarried(_))).then_some(id)
    }

    /// Counts the registers that components come from, with their signs. One move copies all
    /// components of one register. Literals count as one register.
    fn count_sources(&self, lanes: &[VectorLane], absorbed: &BTreeSet<usize>) -> u64 {
        let mut sources = BTreeSet::new();
        for lane in lanes {
            let from =
                lane.source_node()
                    .map(|id| match self.home_register(id).filter(|home| !absorbed.contains(home)) {
                        Some(home) => (1, home as NodeId),
                        None => (0, id),
                    });
            sources.insert((from, lane.negate, lane.absolute));
        }
        sources.len() as u64
    }
}

/// Extends a value's lifetime to a later user; returns false if another value has taken its place.
fn prolong_value(register: &mut CardRegister, at: usize, user: NodeId) -> bool {
    let Some(held) = register.held.get(at).copied() else { return false };
    let is_free = user <= held.to
        || register.held.iter().enumerate().all(|(other, known)| {
            other == at || known.place != held.place || known.to <= held.to || user <= known.from
        });
    if let Some(held) = register.held.get_mut(at).filter(|_| is_free) {
        held.to = held.to.max(user);
    }
    is_free
}

/// Removes the sign and the absolute value shared by all components: an operand has these as a whole.
fn strip_shared_sign(lanes: &[VectorLane]) -> Vec<VectorLane> {
    let mut signs = lanes.iter().filter(|lane| lane.source_node().is_some());
    let Some(first) = signs.next().map(|lane| (lane.negate, lane.absolute)) else { return lanes.to_vec() };
    if !signs.all(|lane| (lane.negate, lane.absolute) == first) {
        return lanes.to_vec();
    }
    lanes
        .iter()
        .map(|lane| VectorLane { negate: false, absolute: false, ..*lane })
        .collect()
}
