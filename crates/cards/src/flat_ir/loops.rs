//! Loops: unrolled if the end of each turn is known, else walked once with unknown loop-carried values.

use super::graph::{IntegerOp, LaneSource, Op, VectorLane, VectorLanes};
use super::value::{KernelValue, StateKey, WalkState};
use super::walk::{Arrivals, KernelWalk, LoopExits, RolledLoop, WalkResult};
use rspirv::spirv::Word;
use std::collections::BTreeSet;

/// Limits for unrolling a loop: operations added, and instructions walked.
const MAX_UNROLLED_NODES: usize = 1 << 16;
const MAX_UNROLLED_STEPS: usize = 1 << 20;

/// Limit of turns counted for a loop that is not unrolled.
const MAX_COUNTED_TURNS: u64 = 1 << 20;

/// A state of the walk, to which it can roll back.
struct WalkCheckpoint {
    effects: usize,
    loops: usize,
    branches: usize,
}

impl KernelWalk<'_> {
    /// Walks a loop, given its header, its merge block and its continue block.
    pub fn walk_loop(&mut self, blocks: [Word; 3], state: WalkState, stops: &[Word]) -> WalkResult<Arrivals> {
        let mark = self.take_checkpoint();
        if let Some(arrivals) = self.unroll_loop(blocks, state.clone(), stops)? {
            return Ok(arrivals);
        }
        self.roll_back(&mark);
        self.keep_loop(blocks, state, stops)
    }

    fn take_checkpoint(&self) -> WalkCheckpoint {
        WalkCheckpoint { effects: self.effects.len(), loops: self.loops.len(), branches: self.branches.len() }
    }

    fn roll_back(&mut self, mark: &WalkCheckpoint) {
        self.effects.truncate(mark.effects);
        self.loops.truncate(mark.loops);
        self.branches.truncate(mark.branches);
    }

    /// Walks one turn. Returns the state that returns to the header, the states that leave, and the loop's exits.
    fn walk_turn(
        &mut self,
        [header, end, next]: [Word; 3],
        state: WalkState,
        stops: &[Word],
    ) -> WalkResult<(Option<WalkState>, Arrivals, LoopExits)> {
        self.exits.push(LoopExits { merge: end, ..LoopExits::default() });
        let inner = [stops, &[end, next]].concat();
        let (on, mut out): (Arrivals, Arrivals) = self
            .walk_region(header, state, &inner, true)?
            .into_iter()
            .partition(|(to, _)| *to == next);
        let mut on = self.graph.join_states(on.into_iter().map(|(_, state)| state).collect());
        if let Some(state) = on.take_if(|_| next != header) {
            let inner = [stops, &[end, header]].concat();
            let (backs, rest): (Arrivals, Arrivals) = self
                .walk_region(next, state, &inner, false)?
                .into_iter()
                .partition(|(to, _)| *to == header);
            out.extend(rest);
            on = self.graph.join_states(backs.into_iter().map(|(_, state)| state).collect());
        }
        Ok((on, out, self.exits.pop().unwrap_or_default()))
    }

    /// Unrolls a loop turn by turn; returns `None` if the last turn is unknown or a limit is exceeded.
    fn unroll_loop(&mut self, blocks: [Word; 3], state: WalkState, stops: &[Word]) -> WalkResult<Option<Arrivals>> {
        if self.keep {
            return Ok(None);
        }
        let made = self.graph.nodes.len() + MAX_UNROLLED_NODES;
        let walked = self.steps + MAX_UNROLLED_STEPS;
        let mut all = Arrivals::new();
        let mut state = state;
        loop {
            let (on, out, exits) = self.walk_turn(blocks, state, stops)?;
            all.extend(out);
            let Some(next) = on else { return Ok(Some(all)) };
            if exits.known == 0 || self.graph.nodes.len() > made || self.steps > walked {
                return Ok(None);
            }
            state = next;
        }
    }

    /// Walks one turn that represents all of them: the values it changes are unknown at its beginning.
    fn keep_loop(&mut self, blocks: [Word; 3], state: WalkState, stops: &[Word]) -> WalkResult<Arrivals> {
        let number = self.loops.len();
        let around = self.graph.turn.replace(number);
        self.loops.push(RolledLoop { line: self.graph.line, around, test: None });
        let mark = self.take_checkpoint();
        let mut carried: BTreeSet<StateKey> = BTreeSet::new();
        loop {
            self.roll_back(&mark);
            self.check_steps()?;
            let mut start = state.clone();
            let mut unknown: Vec<(StateKey, KernelValue)> = vec![];
            for key in &carried {
                if let Some(value) = start.memory.get_mut(key) {
                    *value = value.map_lanes(&mut |lanes: &VectorLanes| {
                        let number = self.graph.nodes.len() as u32;
                        self.graph
                            .add_unique(Op::LoopCarried(number), vec![lanes.clone()], lanes.len() as u8)
                    });
                    unknown.push((*key, value.clone()));
                }
            }
            let (on, out, exits) = self.walk_turn(blocks, start.clone(), stops)?;
            let changed = |on: &WalkState| -> Vec<StateKey> {
                let keys = start.memory.iter().filter(|(key, value)| on.memory.get(key) != Some(value));
                keys.map(|(key, _)| *key).filter(|key| !carried.contains(key)).collect()
            };
            let changed = on.as_ref().map_or(vec![], changed);
            if !changed.is_empty() {
                carried.extend(changed);
                continue;
            }
            for (key, value) in unknown {
                if let Some(next) = on.as_ref().and_then(|on| on.memory.get(&key)) {
                    self.hand_to_next_turn(&value, next);
                }
            }
            if let Some(turning) = self.loops.get_mut(number) {
                turning.test = exits.tests.first().copied();
            }
            self.graph.turn = around;
            return Ok(out);
        }
    }

    /// Records the values that a turn hands to the next.
    fn hand_to_next_turn(&mut self, unknown: &KernelValue, next: &KernelValue) {
        match (unknown, next) {
            (KernelValue::Lanes(unknown), KernelValue::Lanes(next)) => {
                let node = unknown.first().and_then(|lane| lane.source_node());
                if let Some(node) = node.and_then(|id| self.graph.nodes.get_mut(id as usize)) {
                    node.inputs.push(next.clone());
                }
            }
            (KernelValue::Parts(unknown), KernelValue::Parts(next)) => {
                unknown
                    .iter()
                    .zip(next)
                    .for_each(|(unknown, next)| self.hand_to_next_turn(unknown, next));
            }
            _ => {}
        }
    }

    /// Counts the turns of a loop, if a counter with literal start, step and limit controls it.
    pub fn count_turns(&self, test: VectorLane) -> Option<u64> {
        let node = self.graph.find_node(test.source_node()?)?;
        let (how, is_float) = match node.op {
            Op::Compare(how) => (how, true),
            Op::Integer(IntegerOp::Compare(how)) => (how, false),
            _ => return None,
        };
        let [one, other] = node.inputs.as_slice() else { return None };
        let one = *one.first()?;
        let other = *other.first()?;
        let (counter, limit, first) = match (one.literal_word(), other.literal_word()) {
            (None, Some(limit)) => (one, read_number(limit, is_float), true),
            (Some(limit), None) => (other, read_number(limit, is_float), false),
            _ => return None,
        };
        let sign = if counter.negate { -1.0 } else { 1.0 };
        let carried = self.graph.find_node(counter.source_node()?)?;
        let (Op::LoopCarried(_), [begin, next], LaneSource::Node(id, component)) =
            (carried.op, carried.inputs.as_slice(), counter.source)
        else {
            return None;
        };
        let begin = read_number(begin.get(usize::from(component))?.literal_word()?, is_float);
        let LaneSource::Node(sum, at) = next.get(usize::from(component))?.source else { return None };
        let sum = self
            .graph
            .find_node(sum)
            .filter(|node| matches!(node.op, Op::Add | Op::Integer(IntegerOp::Add)))?;
        let steps: Vec<VectorLane> = sum
            .inputs
            .iter()
            .filter_map(|lanes| lanes.get(usize::from(at)).copied())
            .collect();
        let step = steps.iter().find_map(|lane| lane.literal_word())?;
        steps.iter().find(|lane| lane.source == LaneSource::Node(id, component))?;
        let mut now = begin;
        let step = read_number(step, is_float);
        let mut turns = 0;
        loop {
            let (one, other) = if first { (now * sign, limit) } else { (limit, now * sign) };
            let holds = match how {
                0 => one < other,
                1 => one <= other,
                _ => one == other,
            };
            if holds == test.negate || turns >= MAX_COUNTED_TURNS {
                return Some(turns);
            }
            turns += 1;
            now += step;
        }
    }
}

fn read_number(word: u32, is_float: bool) -> f64 {
    if is_float { f64::from(f32::from_bits(word)) } else { f64::from(word as i32) }
}
