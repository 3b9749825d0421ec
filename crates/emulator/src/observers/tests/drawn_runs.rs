//! Random runs of few lanes that exchange messages. Included by `tests/judge` as well.

use super::definition::{Act, Atomic, Barrier, Memory, Step};

const USED: Atomic = Atomic::Change { used: true };
const UNUSED: Atomic = Atomic::Change { used: false };

/// Atomics that mostly release something, and atomics that mostly see it.
const RELEASING: [Atomic; 6] = [USED, USED, UNUSED, UNUSED, Atomic::Store, Atomic::Fails];
const ACQUIRING: [Atomic; 6] = [USED, USED, USED, Atomic::Load, UNUSED, Atomic::Fails];

/// The random number generator Splitmix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % limit as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn random_barrier(&mut self) -> Barrier {
        if !self.one_in(3) {
            return Barrier { buffers: true, shared: true, wide: true, acquires: true, releases: true };
        }
        let (buffers, shared) = [(true, true), (true, false), (false, true)][self.below(3)];
        let (acquires, releases) = [(true, true), (true, true), (true, false), (false, true)][self.below(4)];
        Barrier { buffers, shared, wide: !self.one_in(4), acquires, releases }
    }

    fn random_atomic(&mut self, memory: Memory, word: u32, kinds: &[Atomic]) -> Act {
        let semantics = self.one_in(6).then(|| self.random_barrier());
        Act::Atomic(memory, word, kinds[self.below(kinds.len())], semantics)
    }

    /// Words 0 and 1 hold data; words 10 and 11 are flags, which only atomics use.
    fn random_act(&mut self) -> Act {
        let memory = [Memory::Shared, Memory::Plain, Memory::Coherent, Memory::Coherent][self.below(4)];
        let word = self.below(2) as u32;
        match self.below(12) {
            0..2 => Act::Read(memory, word),
            2..4 => Act::Write(memory, word),
            4 => Act::Atomic(memory, word, Atomic::Change { used: self.one_in(2) }, None),
            5..8 => self.random_atomic(memory, 10 + word, &RELEASING),
            8..10 => self.random_atomic(memory, 10 + word, &ACQUIRING),
            _ => Act::Fence(self.random_barrier()),
        }
    }

    /// Returns actions of a lane that sends a message, receives one, or both: data at the first
    /// place, with a flag at the second.
    fn random_message(&mut self, (data, word): (Memory, u32), (flags, flag): (Memory, u32)) -> Vec<Act> {
        let used = |dice: &mut Dice| match dice.below(4) {
            0 => Act::Write(data, word),
            1 if dice.one_in(3) => Act::Atomic(data, word, Atomic::Change { used: true }, None),
            _ => Act::Read(data, word),
        };
        let acts = match self.below(5) {
            0 | 1 => vec![
                Act::Write(data, word),
                Act::Fence(self.random_barrier()),
                self.random_atomic(flags, flag, &RELEASING),
            ],
            2 | 3 => vec![self.random_atomic(flags, flag, &ACQUIRING), Act::Fence(self.random_barrier()), used(self)],
            _ => vec![
                self.random_atomic(flags, flag, &ACQUIRING),
                Act::Fence(self.random_barrier()),
                used(self),
                Act::Fence(self.random_barrier()),
                self.random_atomic(flags, 21 - flag, &RELEASING),
            ],
        };
        // Sometimes an action is missing or replaced by another.
        acts.into_iter()
            .filter_map(|act| match self.below(20) {
                0 => None,
                1 => Some(self.random_act()),
                _ => Some(act),
            })
            .collect()
    }

    /// Returns the actions of all lanes of all groups, in order.
    pub fn run(&mut self) -> Vec<Step> {
        let groups = 1 + self.below(3);
        let mut lanes: Vec<(u32, u32, Vec<Act>)> = vec![];
        let barriers: Vec<usize> = (0..groups).map(|_| self.below(3)).collect();
        let data = draw_place(self, 0);
        let flag = draw_place(self, 10);
        for _ in 0..2 + self.below(3) {
            let group = self.below(groups) as u32;
            let lane = lanes.iter().filter(|(known, ..)| *known == group).count() as u32;
            let mut acts: Vec<Act> = (0..self.below(3)).map(|_| self.random_act()).collect();
            for _ in 0..1 + self.below(2) {
                acts.extend(self.random_message(data, flag));
            }
            for _ in 0..barriers[group as usize] {
                acts.insert(self.below(acts.len() + 1), Act::Wait);
            }
            acts.reverse();
            lanes.push((group, lane, acts));
        }
        let mut steps: Vec<Step> = vec![];
        let mut waiting: Vec<bool> = vec![false; lanes.len()];
        let mut at = 0;
        loop {
            let free: Vec<usize> = (0..lanes.len())
                .filter(|&lane| !waiting[lane] && !lanes[lane].2.is_empty())
                .collect();
            if free.is_empty() {
                return steps;
            }
            // A lane usually continues for a while.
            if !free.contains(&at) || self.one_in(3) {
                at = free[self.below(free.len())];
            }
            let Some(act) = lanes[at].2.pop() else { continue };
            let group = lanes[at].0;
            steps.push(Step { group, lane: lanes[at].1, act });
            waiting[at] = act == Act::Wait;
            let own = |lane: &usize| lanes[*lane].0 == group;
            if (0..lanes.len()).filter(own).all(|lane| waiting[lane]) {
                (0..lanes.len()).filter(own).for_each(|lane| waiting[lane] = false);
            }
        }
    }
}

fn draw_place(dice: &mut Dice, first: u32) -> (Memory, u32) {
    let memory = [Memory::Shared, Memory::Plain, Memory::Coherent, Memory::Coherent][dice.below(4)];
    (memory, first + dice.below(2) as u32)
}
