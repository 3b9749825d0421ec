//! Loops: unrolled if the end of each turn is known, else walked once with unknown loop-carried values.

use super::graph::{Lane, Lanes, Op, Source, Whole};
use super::value::{KernelValue, Key, State};
use super::walk::{Arrivals, Exits, Turning, Walk, Walked};
use rspirv::spirv::Word;
use std::collections::BTreeSet;

/// Limits for unrolling a loop: operations added, and instructions walked.
const MOST_MADE: usize = 1 << 16;
const MOST_WALKED: usize = 1 << 20;

/// Limit of turns counted for a loop that is not unrolled.
const MOST_TURNS: u64 = 1 << 20;

/// A state of the walk, to which it can roll back.
struct Mark {
    effects: usize,
    loops: usize,
    branches: usize,
}

impl Walk<'_> {
    /// Walks a loop, given its header, its merge block and its continue block.
    pub fn turns(&mut self, blocks: [Word; 3], state: State, stops: &[Word]) -> Walked<Arrivals> {
        let mark = self.mark();
        if let Some(arrivals) = self.unrolled(blocks, state.clone(), stops)? {
            return Ok(arrivals);
        }
        self.back(&mark);
        self.kept(blocks, state, stops)
    }

    fn mark(&self) -> Mark {
        Mark { effects: self.effects.len(), loops: self.loops.len(), branches: self.branches.len() }
    }

    fn back(&mut self, mark: &Mark) {
        self.effects.truncate(mark.effects);
        self.loops.truncate(mark.loops);
        self.branches.truncate(mark.branches);
    }

    /// Walks one turn. Returns the state that returns to the header, the states that leave, and the loop's exits.
    fn turn(
        &mut self,
        [header, end, next]: [Word; 3],
        state: State,
        stops: &[Word],
    ) -> Walked<(Option<State>, Arrivals, Exits)> {
        self.exits.push(Exits { merge: end, ..Exits::default() });
        let inner = [stops, &[end, next]].concat();
        let (on, mut out): (Arrivals, Arrivals) = self
            .region(header, state, &inner, true)?
            .into_iter()
            .partition(|(to, _)| *to == next);
        let mut on = self.graph.joined(on.into_iter().map(|(_, state)| state).collect());
        if let Some(state) = on.take_if(|_| next != header) {
            let inner = [stops, &[end, header]].concat();
            let (backs, rest): (Arrivals, Arrivals) = self
                .region(next, state, &inner, false)?
                .into_iter()
                .partition(|(to, _)| *to == header);
            out.extend(rest);
            on = self.graph.joined(backs.into_iter().map(|(_, state)| state).collect());
        }
        Ok((on, out, self.exits.pop().unwrap_or_default()))
    }

    /// Unrolls a loop turn by turn; returns `None` if the last turn is unknown or a limit is exceeded.
    fn unrolled(&mut self, blocks: [Word; 3], state: State, stops: &[Word]) -> Walked<Option<Arrivals>> {
        if self.keep {
            return Ok(None);
        }
        let (made, walked) = (self.graph.nodes.len() + MOST_MADE, self.steps + MOST_WALKED);
        let mut all = Arrivals::new();
        let mut state = state;
        loop {
            let (on, out, exits) = self.turn(blocks, state, stops)?;
            all.extend(out);
            let Some(next) = on else { return Ok(Some(all)) };
            if exits.known == 0 || self.graph.nodes.len() > made || self.steps > walked {
                return Ok(None);
            }
            state = next;
        }
    }

    /// Walks one turn that represents all of them: the values it changes are unknown at its beginning.
    fn kept(&mut self, blocks: [Word; 3], state: State, stops: &[Word]) -> Walked<Arrivals> {
        let number = self.loops.len();
        let around = self.graph.turn.replace(number);
        self.loops.push(Turning { line: self.graph.line, around, test: None });
        let mark = self.mark();
        let mut carried: BTreeSet<Key> = BTreeSet::new();
        loop {
            self.back(&mark);
            self.check_steps()?;
            let mut start = state.clone();
            let mut unknown: Vec<(Key, KernelValue)> = vec![];
            for key in &carried {
                if let Some(value) = start.memory.get_mut(key) {
                    *value = value.map(&mut |lanes: &Lanes| {
                        let number = self.graph.nodes.len() as u32;
                        self.graph.alone(Op::Carried(number), vec![lanes.clone()], lanes.len() as u8)
                    });
                    unknown.push((*key, value.clone()));
                }
            }
            let (on, out, exits) = self.turn(blocks, start.clone(), stops)?;
            let changed = |on: &State| -> Vec<Key> {
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
                    self.hand_on(&value, next);
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
    fn hand_on(&mut self, unknown: &KernelValue, next: &KernelValue) {
        match (unknown, next) {
            (KernelValue::Lanes(unknown), KernelValue::Lanes(next)) => {
                let node = unknown.first().and_then(|lane| lane.node());
                if let Some(node) = node.and_then(|id| self.graph.nodes.get_mut(id as usize)) {
                    node.inputs.push(next.clone());
                }
            }
            (KernelValue::Parts(unknown), KernelValue::Parts(next)) => {
                unknown.iter().zip(next).for_each(|(unknown, next)| self.hand_on(unknown, next));
            }
            _ => {}
        }
    }

    /// Counts the turns of a loop, if a counter with literal start, step and limit controls it.
    pub fn count(&self, test: Lane) -> Option<u64> {
        let node = self.graph.node(test.node()?)?;
        let (how, is_float) = match node.op {
            Op::Compare(how) => (how, true),
            Op::Integer(Whole::Compare(how)) => (how, false),
            _ => return None,
        };
        let [one, other] = node.inputs.as_slice() else { return None };
        let (one, other) = (*one.first()?, *other.first()?);
        let read = |word: u32| if is_float { f64::from(f32::from_bits(word)) } else { f64::from(word as i32) };
        let (counter, limit, first) = match (one.literal(), other.literal()) {
            (None, Some(limit)) => (one, read(limit), true),
            (Some(limit), None) => (other, read(limit), false),
            _ => return None,
        };
        let sign = if counter.negate { -1.0 } else { 1.0 };
        let carried = self.graph.node(counter.node()?)?;
        let (Op::Carried(_), [begin, next], Source::Of(id, component)) =
            (carried.op, carried.inputs.as_slice(), counter.source)
        else {
            return None;
        };
        let begin = read(begin.get(usize::from(component))?.literal()?);
        let Source::Of(sum, at) = next.get(usize::from(component))?.source else { return None };
        let sum = self
            .graph
            .node(sum)
            .filter(|node| matches!(node.op, Op::Add | Op::Integer(Whole::Add)))?;
        let steps: Vec<Lane> = sum
            .inputs
            .iter()
            .filter_map(|lanes| lanes.get(usize::from(at)).copied())
            .collect();
        let step = steps.iter().find_map(|lane| lane.literal())?;
        steps.iter().find(|lane| lane.source == Source::Of(id, component))?;
        let (mut now, step, mut turns) = (begin, read(step), 0);
        loop {
            let (one, other) = if first { (now * sign, limit) } else { (limit, now * sign) };
            let holds = match how {
                0 => one < other,
                1 => one <= other,
                _ => one == other,
            };
            if holds == test.negate || turns >= MOST_TURNS {
                return Some(turns);
            }
            turns += 1;
            now += step;
        }
    }
}
