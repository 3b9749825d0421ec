//! Messages by their definition: a run of few lanes as a small graph, whose order is the closure over its edges. It shares
//! no code with the emulator, and is included by `tests/judge` as well.

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
        let epoch = |at: usize| {
            let of_lane = |step: &&Step| (step.group, step.lane) == (steps[at].group, steps[at].lane);
            steps[..at].iter().filter(of_lane).filter(|step| step.act == Act::Wait).count() as u32
        };
        let epochs = (0..steps.len()).map(epoch).collect();
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
        let atomic = |at: usize| match self.steps[at].act {
            Act::Atomic(_, _, atomic, _) => Some(atomic),
            _ => None,
        };
        let same_word = |one: usize, other: usize| self.steps[one].accessed_word() == self.steps[other].accessed_word();
        let tells = matches!(atomic(told), Some(Atomic::Change { .. } | Atomic::Store));
        let looks = matches!(atomic(sees), Some(Atomic::Change { used: true } | Atomic::Load | Atomic::Fails));
        let ends = |at: usize| atomic(at) == Some(Atomic::Store) && same_word(at, told);
        told < sees && tells && looks && same_word(told, sees) && !(told + 1..sees).any(ends)
    }

    /// Returns the memory barriers for accesses of that kind.
    fn fence_nodes(&self, shared: bool, by_barrier: bool) -> Vec<FenceNode> {
        let mut nodes = vec![];
        for (step, done) in self.steps.iter().enumerate() {
            let mut add = |barrier: Barrier, of_atomic: bool| {
                if if shared { barrier.shared } else { barrier.buffers } {
                    nodes.push(FenceNode { step, barrier, of_atomic });
                }
            };
            match done.act {
                Act::Fence(barrier) => add(barrier, false),
                // One before the atomic, and one after it.
                Act::Atomic(_, _, _, Some(barrier)) => {
                    add(Barrier { acquires: false, ..barrier }, true);
                    add(Barrier { releases: false, ..barrier }, true);
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

    /// True if one memory barrier synchronises with another: an atomic after the first one writes, one before the second one
    /// sees it.
    fn synchronises_with(&self, one: FenceNode, other: FenceNode) -> bool {
        let reaches = one.barrier.wide && other.barrier.wide || self.is_same_group(one.step, other.step);
        let tells = |at: usize| if one.of_atomic { at == one.step } else { self.is_before(one.step, at) };
        let sees = |at: usize| if other.of_atomic { at == other.step } else { self.is_before(at, other.step) };
        let all = || 0..self.steps.len();
        reaches
            && one.barrier.releases
            && other.barrier.acquires
            && all().any(|told| tells(told) && all().any(|seen| sees(seen) && self.reads_from(told, seen)))
    }

    /// Returns true if a step is known to a later one of another lane.
    pub fn is_known(&self, one: usize, other: usize) -> bool {
        let (memory, ..) = self.steps[one].accessed_word().unwrap();
        let shared = memory == Memory::Shared;
        let nodes = self.fence_nodes(shared, shared || !self.steps[one].is_write());
        let begins = |node: &FenceNode| node.barrier.releases && self.is_same_lane(one, node.step) && one < node.step;
        let mut reached: Vec<bool> = nodes.iter().map(begins).collect();
        loop {
            let mut grew = false;
            for to in 0..nodes.len() {
                let edge = |from: usize| {
                    let follows = !nodes[from].releases_alone() && self.is_before(nodes[from].step, nodes[to].step);
                    reached[from] && (follows || self.synchronises_with(nodes[from], nodes[to]))
                };
                if !reached[to] && (0..nodes.len()).any(edge) {
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
