//! What a kernel computes with: numbers, what is made of them, and pointers.

use super::graph::{Lane, Lanes, Op, OperationGraph};
use rspirv::spirv::Word;
use std::collections::HashMap;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum KernelValue {
    /// A number or a vector.
    Lanes(Lanes),
    /// The columns of a matrix, the items of an array, the members of a structure.
    Parts(Vec<KernelValue>),
    /// A texture or an image, by its number.
    Texture(u32),
    /// Where a value lies.
    Pointer(Pointer),
}

/// A step from a value to its part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    Known(usize),
    Computed(Lane),
}

/// One number for a part's place in its whole: the steps to it, hashed (FNV-1a).
pub fn place_key(place: &[usize]) -> u64 {
    place
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, at| (hash ^ *at as u64).wrapping_mul(0x0100_0000_01b3))
}

/// Where a value lies.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointer {
    pub place: Place,
    /// The type of the whole variable.
    pub whole: Word,
    pub path: Vec<Step>,
}

/// Which variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// One of the kernel's own.
    Own(u32),
    /// An interpolant or what the rasteriser gives.
    Input(Word),
    /// A uniform, a texture.
    Uniform(Word),
    /// A buffer or a shared variable.
    Outside(Word),
}

/// What is kept on the way: variables, what blocks choose by where one comes from, what functions return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    Own(u32),
    Chosen(Word),
    Returned,
}

/// All that is kept, and when it is reached.
#[derive(Debug, Clone)]
pub struct State {
    pub memory: HashMap<Key, KernelValue>,
    /// The truth under which control is here.
    pub when: Lane,
}

impl KernelValue {
    /// Its components; none for what has parts.
    pub fn lanes(&self) -> Lanes {
        match self {
            KernelValue::Lanes(lanes) => lanes.clone(),
            _ => Lanes::new(),
        }
    }

    /// All components that it is made of.
    pub fn all(&self) -> Lanes {
        match self {
            KernelValue::Lanes(lanes) => lanes.clone(),
            KernelValue::Parts(parts) => parts.iter().flat_map(KernelValue::all).collect(),
            _ => Lanes::new(),
        }
    }

    /// Its number and its vectors made anew.
    pub fn map(&self, made: &mut impl FnMut(&Lanes) -> Lanes) -> KernelValue {
        match self {
            KernelValue::Lanes(lanes) => KernelValue::Lanes(made(lanes)),
            KernelValue::Parts(parts) => KernelValue::Parts(parts.iter().map(|part| part.map(made)).collect()),
            other => other.clone(),
        }
    }

    /// A part.
    pub fn part(&self, at: usize) -> Option<KernelValue> {
        match self {
            KernelValue::Lanes(lanes) => lanes.get(at).map(|lane| KernelValue::Lanes(vec![*lane])),
            KernelValue::Parts(parts) => parts.get(at).cloned(),
            _ => None,
        }
    }

    /// Puts a part in its place.
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
    /// One of two values, by a truth.
    pub fn choose(&mut self, op: Op, truth: &[Lane], yes: &KernelValue, no: &KernelValue) -> KernelValue {
        match (yes, no) {
            (KernelValue::Lanes(yes), KernelValue::Lanes(no)) => KernelValue::Lanes(self.select(op, truth, yes, no)),
            (KernelValue::Parts(yes), KernelValue::Parts(no)) => {
                KernelValue::Parts(yes.iter().zip(no).map(|(yes, no)| self.choose(op, truth, yes, no)).collect())
            }
            _ => yes.clone(),
        }
    }

    /// Several states in one: of those that differ, the one whose truth holds.
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

    /// Both truths as one.
    pub fn and(&mut self, one: Lane, other: Lane) -> Lane {
        self.both(&[one], &[other]).first().copied().unwrap_or(Lane::TRUE)
    }
}
