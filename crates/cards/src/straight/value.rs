//! The values of a kernel: numbers, aggregates of numbers, and pointers.

use super::graph::{Lane, Lanes, Op, OperationGraph};
use rspirv::spirv::Word;
use std::collections::HashMap;

/// A value that a kernel computes with.
#[derive(Debug, Clone, PartialEq)]
pub enum KernelValue {
    /// A number or a vector.
    Lanes(Lanes),
    /// The columns of a matrix, the items of an array, the members of a structure.
    Parts(Vec<KernelValue>),
    /// A texture or an image, by its number.
    Texture(u32),
    /// A pointer to a variable or its part.
    Pointer(Pointer),
}

/// A step of an access path, from a value to its part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    Known(usize),
    Computed(Lane),
}

/// Hashes the path from a value to its part (FNV-1a).
pub fn place_key(place: &[usize]) -> u64 {
    place
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, at| (hash ^ *at as u64).wrapping_mul(0x0100_0000_01b3))
}

/// A pointer to a variable or its part.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointer {
    pub place: Place,
    /// The type of the whole variable.
    pub whole: Word,
    pub path: Vec<Step>,
}

/// A variable, by its kind and id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A variable of the kernel itself.
    Own(u32),
    /// An interpolant or a built-in input.
    Input(Word),
    /// A uniform, a texture.
    Uniform(Word),
    /// A buffer or a shared variable.
    Outside(Word),
}

/// A key of the state: a variable, a phi value of a block, or the return value of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    Own(u32),
    Chosen(Word),
    Returned,
}

/// The state at a point of the walk, and the condition under which it is reached.
#[derive(Debug, Clone)]
pub struct State {
    pub memory: HashMap<Key, KernelValue>,
    /// The condition under which control is here.
    pub when: Lane,
}

impl KernelValue {
    /// Returns the components of a scalar or vector; empty for other values.
    pub fn lanes(&self) -> Lanes {
        match self {
            KernelValue::Lanes(lanes) => lanes.clone(),
            _ => Lanes::new(),
        }
    }

    /// Returns all components, including those of its parts.
    pub fn all(&self) -> Lanes {
        match self {
            KernelValue::Lanes(lanes) => lanes.clone(),
            KernelValue::Parts(parts) => parts.iter().flat_map(KernelValue::all).collect(),
            _ => Lanes::new(),
        }
    }

    /// Applies a function to each scalar and vector in it.
    pub fn map(&self, made: &mut impl FnMut(&Lanes) -> Lanes) -> KernelValue {
        match self {
            KernelValue::Lanes(lanes) => KernelValue::Lanes(made(lanes)),
            KernelValue::Parts(parts) => KernelValue::Parts(parts.iter().map(|part| part.map(made)).collect()),
            other => other.clone(),
        }
    }

    /// Returns the part at an index.
    pub fn part(&self, at: usize) -> Option<KernelValue> {
        match self {
            KernelValue::Lanes(lanes) => lanes.get(at).map(|lane| KernelValue::Lanes(vec![*lane])),
            KernelValue::Parts(parts) => parts.get(at).cloned(),
            _ => None,
        }
    }

    /// Replaces the part at a path.
    pub fn put(&mut self, path: &[usize], value: KernelValue) {
        let [at, rest @ ..] = path else {
            *self = value;
            return;
        };
        match self {
            KernelValue::Lanes(lanes) => {
                if let (Some(lane), KernelValue::Lanes(new)) = (lanes.get_mut(*at), value)
                    && let [one, ..] = new.as_slice()
                {
                    *lane = *one;
                }
            }
            KernelValue::Parts(parts) => {
                if let Some(part) = parts.get_mut(*at) {
                    part.put(rest, value);
                }
            }
            _ => {}
        }
    }
}

impl OperationGraph {
    /// Selects one of two values by a boolean.
    pub fn choose(&mut self, op: Op, truth: &[Lane], yes: &KernelValue, no: &KernelValue) -> KernelValue {
        match (yes, no) {
            (KernelValue::Lanes(yes), KernelValue::Lanes(no)) => KernelValue::Lanes(self.select(op, truth, yes, no)),
            (KernelValue::Parts(yes), KernelValue::Parts(no)) => {
                KernelValue::Parts(yes.iter().zip(no).map(|(yes, no)| self.choose(op, truth, yes, no)).collect())
            }
            _ => yes.clone(),
        }
    }

    /// Joins several states into one: values that differ are chosen by the condition of their state.
    pub fn joined(&mut self, mut states: Vec<State>) -> Option<State> {
        let mut all = states.pop()?;
        while let Some(state) = states.pop() {
            let mut keys: Vec<Key> = all.memory.keys().copied().collect();
            keys.sort_unstable();
            for key in keys {
                let (Some(one), Some(other)) = (state.memory.get(&key), all.memory.get(&key)) else { continue };
                if one != other {
                    let chosen = self.choose(Op::Join, &[state.when], one, other);
                    all.memory.insert(key, chosen);
                }
            }
            let when = self.either(&[state.when], &[all.when]);
            all.when = when.first().copied().unwrap_or(Lane::TRUE);
        }
        Some(all)
    }

    /// Computes the conjunction of two booleans.
    pub fn and(&mut self, one: Lane, other: Lane) -> Lane {
        self.both(&[one], &[other]).first().copied().unwrap_or(Lane::TRUE)
    }
}
