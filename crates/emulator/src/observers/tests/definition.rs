//! Messages by their definition: a run of few lanes as a small graph, whose order is the closure
//! over its edges. It shares no code with the emulator, and is included by `tests/judge` as well.

/// The memory of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    Shared,
    Plain,
    Coherent,
}

/// A memory barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barrier {
    pub buffers: bool,
    pub shared: bool,
    /// True for all lanes, false for those of the group only.
    pub wide: bool,
    pub acquires: bool,
    pub releases: bool,
}

impl Barrier {
    /// True if it orders accesses to shared memory, or to buffers.
    fn has_memory(&self, shared: bool) -> bool {
        if shared { self.shared } else { self.buffers }
    }
}

/// Kinds of atomic operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Atomic {
    /// Reads and writes; the result is used or not.
    Change {
        used: bool,
    },
    Store,
    Load,
    /// A compare-exchange that finds another value.
    Fails,
}

/// An action of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Read(Memory, u32),
    Write(Memory, u32),
    /// An atomic, with semantics of its own or none.
    Atomic(Memory, u32, Atomic, Option<Barrier>),
    Fence(Barrier),
    /// `barrier()`: each lane of the group executes one.
    Wait,
}

/// An action of a lane, in the order of the run.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub group: u32,
    pub lane: u32,
    pub act: Act,
}

impl Step {
    fn accessed_word(&self) -> Option<(Memory, u32, u32)> {
        let (memory, word) = match self.act {
            Act::Read(memory, word) | Act::Write(memory, word) | Act::Atomic(memory, word, ..) => (memory, word),
            Act::Fence(_) | Act::Wait => return None,
        };
        // Each group has its own shared memory.
        Some((memory, word, if memory == Memory::Shared { self.group } else { 0 }))
    }

    fn is_write(&self) -> bool {
        matches!(self.act, Act::Write(..))
    }

    fn is_read(&self) -> bool {
        matches!(self.act, Act::Read(..))
    }

    fn is_atomic(&self) -> bool {
        matches!(self.act, Act::Atomic(..))
    }
}

/// A memory barrier in the graph: a step, or part of one.
#[derive(Clone, Copy)]
struct FenceNode {
    step: usize,
    barrier: Barrier,
    /// True if it is part of an atomic, and releases or acquires by that atomic only.
    of_atomic: bool,
}

/// A run, with the order of its steps.
pub struct History {
    steps: Vec<Step>,
    /// For each step the number of barriers that its lane had passed.
    epochs: Vec<u32>,
}

impl History {
    pub fn new(steps: Vec<Step>) -> History {
        let epochs = (0..steps.len())
            .map(|at: usize| {
                steps[..at]
                    .iter()
                    .filter(|step| (step.group, step.lane) == (steps[at].group, steps[at].lane))
                    .filter(|step| step.act == Act::Wait)
                    .count() as u32
            })
            .collect();
        History { steps, epochs }
    }

    fn is_same_lane(&self, one: usize, other: usize) -> bool {
        (self.steps[one].group, self.steps[one].lane) == (self.steps[other].group, self.steps[other].lane)
    }

    fn is_same_group(&self, one: usize, other: usize) -> bool {
        self.steps[one].group == self.steps[other].group
    }

    /// True if the first is before the second by program order, or by a barrier of the group.
    fn is_before(&self, one: usize, other: usize) -> bool {
        one < other && self.is_same_lane(one, other)
            || self.is_same_group(one, other) && self.epochs[one] < self.epochs[other]
    }

    /// True if an atomic sees the value that another one wrote.
    fn reads_from(&self, told: usize, sees: usize) -> bool {
        let tells = matches!(self.get_atomic(told), Some(Atomic::Change { .. } | Atomic::Store));
        let looks = matches!(self.get_atomic(sees), Some(Atomic::Change { used: true } | Atomic::Load | Atomic::Fails));
        told < sees
            && tells
            && looks
            && self.is_same_word(told, sees)
            && !(told + 1..sees)
                .any(|at: usize| self.get_atomic(at) == Some(Atomic::Store) && self.is_same_word(at, told))
    }

    fn is_same_word(&self, one: usize, other: usize) -> bool {
        self.steps[one].accessed_word() == self.steps[other].accessed_word()
    }

    fn get_atomic(&self, at: usize) -> Option<Atomic> {
        match self.steps[at].act {
            Act::Atomic(_, _, atomic, _) => Some(atomic),
            _ => None,
        }
    }

    /// Returns the memory barriers for accesses of that kind.
    fn fence_nodes(&self, shared: bool, by_barrier: bool) -> Vec<FenceNode> {
        let mut nodes = vec![];
        for (step, done) in self.steps.iter().enumerate() {
            match done.act {
                Act::Fence(barrier) if barrier.has_memory(shared) => {
                    nodes.push(FenceNode { step, barrier, of_atomic: false });
                }
                // One before the atomic, and one after it.
                Act::Atomic(_, _, _, Some(barrier)) if barrier.has_memory(shared) => {
                    let before = Barrier { acquires: false, ..barrier };
                    let after = Barrier { releases: false, ..barrier };
                    nodes.push(FenceNode { step, barrier: before, of_atomic: true });
                    nodes.push(FenceNode { step, barrier: after, of_atomic: true });
                }
                Act::Wait if by_barrier => {
                    let barrier = Barrier { buffers: true, shared: true, wide: true, acquires: false, releases: true };
                    nodes.push(FenceNode { step, barrier, of_atomic: false });
                }
                _ => {}
            }
        }
        nodes
    }

    /// True if one memory barrier synchronises with another: an atomic after the first one writes,
    /// one before the second one sees it.
    fn synchronises_with(&self, one: FenceNode, other: FenceNode) -> bool {
        let reaches = one.barrier.wide && other.barrier.wide || self.is_same_group(one.step, other.step);
        if !reaches || !one.barrier.releases || !other.barrier.acquires {
            return false;
        }
        (0..self.steps.len()).any(|told| {
            let tells = if one.of_atomic { told == one.step } else { self.is_before(one.step, told) };
            tells && self.is_seen_before(told, other)
        })
    }

    /// True if a step at or before a memory barrier sees the value that an atomic wrote.
    fn is_seen_before(&self, told: usize, barrier: FenceNode) -> bool {
        (0..self.steps.len()).any(|seen| {
            let sees = if barrier.of_atomic { seen == barrier.step } else { self.is_before(seen, barrier.step) };
            sees && self.reads_from(told, seen)
        })
    }

    /// Returns true if a step is known to a later one of another lane.
    pub fn is_known(&self, one: usize, other: usize) -> bool {
        let (memory, ..) = self.steps[one].accessed_word().unwrap();
        let shared = memory == Memory::Shared;
        let nodes = self.fence_nodes(shared, shared || !self.steps[one].is_write());
        let mut reached: Vec<bool> = nodes
            .iter()
            .map(|node| node.barrier.releases && self.is_same_lane(one, node.step) && one < node.step)
            .collect();
        loop {
            let mut grew = false;
            for to in 0..nodes.len() {
                if !reached[to]
                    && (0..nodes.len()).any(|from: usize| {
                        let follows = !nodes[from].releases_alone() && self.is_before(nodes[from].step, nodes[to].step);
                        reached[from] && (follows || self.synchronises_with(nodes[from], nodes[to]))
                    })
                {
                    reached[to] = true;
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        let mut ends = nodes
            .iter()
            .zip(&reached)
            .filter(|(node, reached)| **reached && !node.releases_alone());
        ends.any(|(node, _)| self.is_before(node.step, other))
    }

    /// True if two steps are a fault: they conflict, and nothing makes the earlier one visible to the later one.
    pub fn is_fault(&self, one: usize, other: usize) -> bool {
        let first = &self.steps[one];
        let second = &self.steps[other];
        let conflict = first.accessed_word().is_some()
            && first.accessed_word() == second.accessed_word()
            && !self.is_same_lane(one, other)
            && !(first.is_atomic() && second.is_atomic())
            && !(first.is_read() && second.is_read());
        if !conflict {
            return false;
        }
        let in_group = self.is_same_group(one, other);
        let stored_and_read = first.is_write() && second.is_read();
        if in_group && self.epochs[one] < self.epochs[other] {
            return stored_and_read && !self.is_known(one, other);
        }
        let coherent = in_group || !matches!(first.accessed_word(), Some((Memory::Plain, ..)));
        !self.is_known(one, other) || stored_and_read && !coherent
    }

    /// Returns the pairs of steps that are faults, the earlier one first.
    pub fn faults(&self) -> Vec<(usize, usize)> {
        let pairs = (0..self.steps.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        pairs.filter(|&(one, other)| self.is_fault(one, other)).collect()
    }

    /// Returns true if two steps use one word.
    pub fn are_of_one_word(&self, one: usize, other: usize) -> bool {
        self.steps[one].accessed_word() == self.steps[other].accessed_word()
    }

    /// Returns true if some conflict of lanes of one interval or of two groups is ordered by a message.
    pub fn has_messages(&self) -> bool {
        let pairs = (0..self.steps.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        let mut by_message = pairs.filter(|&(one, other)| {
            let used = self.steps[one].accessed_word().is_some() && self.are_of_one_word(one, other);
            let plain = !self.steps[one].is_atomic() && !self.steps[other].is_atomic();
            let waited = self.is_same_group(one, other) && self.epochs[one] < self.epochs[other];
            used && plain && !waited && !self.is_same_lane(one, other) && self.is_known(one, other)
        });
        by_message.next().is_some()
    }

    /// Returns true if a write of the word is between the two: then the later one conflicts with that write.
    pub fn is_overwritten(&self, one: usize, other: usize) -> bool {
        let word = self.steps[one].accessed_word();
        self.steps[one + 1..other]
            .iter()
            .any(|step| step.is_write() && step.accessed_word() == word)
    }
}

impl FenceNode {
    /// Returns true if it releases by its own atomic only.
    fn releases_alone(&self) -> bool {
        self.of_atomic && self.barrier.releases
    }
}
