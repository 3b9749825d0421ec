//! The values of a kernel: numbers, aggregates of numbers, and pointers.

use super::graph::{Op, OperationGraph, VectorLane, VectorLanes};
use rspirv::spirv::Word;
use std::collections::HashMap;

/// A value that a kernel computes with.
#[derive(Debug, Clone, PartialEq)]
pub enum KernelValue {
    /// A number or a vector.
    Lanes(VectorLanes),
    /// The columns of a matrix, the items of an array, the members of a structure.
    Parts(Vec<KernelValue>),
    /// A texture or an image, by its number.
    Texture(u32),
    /// A pointer to a variable or its part.
    Pointer(KernelPointer),
}

/// A step of an access path, from a value to its part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathStep {
    Known(usize),
    Computed(VectorLane),
}

/// Hashes the path from a value to its part (FNV-1a).
pub fn place_key(place: &[usize]) -> u64 {
    place
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, at| (hash ^ *at as u64).wrapping_mul(0x0100_0000_01b3))
}

/// A pointer to a variable or its part.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelPointer {
    pub place: VariableRef,
    /// The type of the whole variable.
    pub whole: Word,
    pub path: Vec<PathStep>,
}

/// A variable, by its kind and id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariableRef {
    /// A variable of the kernel itself.
    Local(u32),
    /// An interpolant or a built-in input.
    Input(Word),
    /// A uniform, a texture.
    Uniform(Word),
    /// A buffer or a shared variable.
    External(Word),
}

/// A key of the state: a variable, a phi value of a block, or the return value of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StateKey {
    Local(u32),
    Phi(Word),
    ReturnValue,
}

/// The state at a point of the walk, and the condition under which it is reached.
#[derive(Debug, Clone)]
pub struct WalkState {
    pub memory: HashMap<StateKey, KernelValue>,
    /// The condition under which control is here.
    pub when: VectorLane,
}

impl KernelValue {
    /// Returns the components of a scalar or vector; empty for other values.
    pub fn own_lanes(&self) -> VectorLanes {
        match self {
            KernelValue::Lanes(lanes) => lanes.clone(),
            _ => VectorLanes::new(),
        }
    }

    /// Returns all components, including those of its parts.
    pub fn flatten_lanes(&self) -> VectorLanes {
        match self {
            KernelValue::Lanes(lanes) => lanes.clone(),
            KernelValue::Parts(parts) => parts.iter().flat_map(KernelValue::flatten_lanes).collect(),
            _ => VectorLanes::new(),
        }
    }

    /// Applies a function to each scalar and vector in it.
    pub fn map_lanes(&self, made: &mut impl FnMut(&VectorLanes) -> VectorLanes) -> KernelValue {
        match self {
            KernelValue::Lanes(lanes) => KernelValue::Lanes(made(lanes)),
            KernelValue::Parts(parts) => KernelValue::Parts(parts.iter().map(|part| part.map_lanes(made)).collect()),
            other => other.clone(),
        }
    }

    /// Returns the part at an index.
    pub fn part_at(&self, at: usize) -> Option<KernelValue> {
        match self {
            KernelValue::Lanes(lanes) => lanes.get(at).map(|lane| KernelValue::Lanes(vec![*lane])),
            KernelValue::Parts(parts) => parts.get(at).cloned(),
            _ => None,
        }
    }

    /// Replaces the part at a path.
    pub fn replace_part(&mut self, path: &[usize], value: KernelValue) {
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
                    part.replace_part(rest, value);
                }
            }
            _ => {}
        }
    }
}

impl OperationGraph {
    /// Selects one of two values by a boolean.
    pub fn choose_value(&mut self, op: Op, truth: &[VectorLane], yes: &KernelValue, no: &KernelValue) -> KernelValue {
        match (yes, no) {
            (KernelValue::Lanes(yes), KernelValue::Lanes(no)) => KernelValue::Lanes(self.select(op, truth, yes, no)),
            (KernelValue::Parts(yes), KernelValue::Parts(no)) => KernelValue::Parts(
                yes.iter()
                    .zip(no)
                    .map(|(yes, no)| self.choose_value(op, truth, yes, no))
                    .collect(),
            ),
            _ => yes.clone(),
        }
    }

    /// Joins several states into one: values that differ are chosen by the condition of their state.
    pub fn join_states(&mut self, mut states: Vec<WalkState>) -> Option<WalkState> {
        let mut all = states.pop()?;
        while let Some(state) = states.pop() {
            let mut keys: Vec<StateKey> = all.memory.keys().copied().collect();
            keys.sort_unstable();
            for key in keys {
                let (Some(one), Some(other)) = (state.memory.get(&key), all.memory.get(&key)) else { continue };
                if one != other {
                    let chosen = self.choose_value(Op::Join, &[state.when], one, other);
                    all.memory.insert(key, chosen);
                }
            }
            let when = self.logical_or(&[state.when], &[all.when]);
            all.when = when.first().copied().unwrap_or(VectorLane::TRUE);
        }
        Some(all)
    }

    /// Computes the conjunction of two booleans.
    pub fn and_lanes(&mut self, one: VectorLane, other: VectorLane) -> VectorLane {
        self.logical_and(&[one], &[other]).first().copied().unwrap_or(VectorLane::TRUE)
    }
}
