//! A kernel as a graph of operations; equal operations are merged.

use std::collections::HashMap;

/// The index of an operation in its graph.
pub type NodeId = u32;

/// The source of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LaneSource {
    /// Undefined: nothing has set it.
    Undefined,
    /// A literal, by its bits.
    Word(u32),
    /// A component of an operation's result.
    Node(NodeId, u8),
}

/// One component of an operand. Negation and absolute value are free on every card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorLane {
    /// Its source.
    pub source: LaneSource,
    /// True if it is negated; for a boolean, inverted.
    pub negate: bool,
    /// True if its absolute value is used, before it is negated.
    pub absolute: bool,
}

impl VectorLane {
    pub const UNDEFINED: VectorLane = VectorLane { source: LaneSource::Undefined, negate: false, absolute: false };
    pub const TRUE: VectorLane = VectorLane::from_word(1);
    pub const FALSE: VectorLane = VectorLane::from_word(0);

    pub const fn from_word(word: u32) -> VectorLane {
        VectorLane { source: LaneSource::Word(word), negate: false, absolute: false }
    }

    pub fn from_float(number: f32) -> VectorLane {
        VectorLane::from_word(number.to_bits())
    }

    pub fn from_node(node: NodeId, component: u8) -> VectorLane {
        VectorLane { source: LaneSource::Node(node, component), negate: false, absolute: false }
    }

    /// Returns its bits if it is a literal. Undefined components count as zero.
    pub fn literal_word(self) -> Option<u32> {
        match self.source {
            LaneSource::Word(word) => Some(word),
            LaneSource::Undefined => Some(0),
            LaneSource::Node(..) => None,
        }
    }

    /// Returns the operation it comes from.
    pub fn source_node(self) -> Option<NodeId> {
        match self.source {
            LaneSource::Node(node, _) => Some(node),
            _ => None,
        }
    }

    /// Returns it negated, as a float.
    pub fn to_negated(self) -> VectorLane {
        match self.literal_word() {
            Some(word) => VectorLane::from_word(word ^ 0x8000_0000),
            None => VectorLane { negate: !self.negate, ..self },
        }
    }

    /// Returns its absolute value, as a float.
    pub fn to_magnitude(self) -> VectorLane {
        match self.literal_word() {
            Some(word) => VectorLane::from_word(word & 0x7fff_ffff),
            None => VectorLane { negate: false, absolute: true, ..self },
        }
    }

    /// Returns the inverted boolean.
    pub fn to_opposite(self) -> VectorLane {
        match self.literal_word() {
            Some(word) => VectorLane::from_word(u32::from(word == 0)),
            None => VectorLane { negate: !self.negate, ..self },
        }
    }
}

/// Up to four components.
pub type VectorLanes = Vec<VectorLane>;

/// The operation of an integer instruction. Units without integers compute it in floats if the language allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntegerOp {
    Add,
    Multiply,
    Divide,
    Remainder,
    /// Compared as in [`Op::Compare`].
    Compare(u8),
    /// Converts a float to an integer by dropping its fraction.
    Truncate,
    /// Converts an integer to a float.
    Float,
    /// Shifts, masks, bit counts, and bits reinterpreted as floats.
    Bits,
}

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// An interpolant: its id, and the key of its part.
    Input(u32, u64),
    /// A built-in input from the rasteriser: the place of the fragment, its side.
    BuiltIn(u32, u64),
    /// A uniform.
    Uniform(u32, u64),
    /// A value that one turn of a loop hands to the next.
    LoopCarried(u32),
    Add,
    Multiply,
    Minimum,
    Maximum,
    Fraction,
    Floor,
    Dot(u8),
    Lerp,
    Cross,
    Power,
    Reciprocal,
    InverseRoot,
    Exponential,
    Logarithm,
    Sine,
    Cosine,
    Saturate,
    /// A comparison: 0 less, 1 less or equal, 2 equal, 3 NaN or infinite.
    Compare(u8),
    /// Logic on two booleans.
    And,
    Or,
    /// One of two values, chosen by a boolean.
    Select,
    /// The same choice at the point where two sides of a branch meet.
    Join,
    Derivative,
    Integer(IntegerOp),
    /// A read of this texture, with its mode: `s` plain, `l` at an explicit level, `b` with a bias.
    Texture(u32, char),
    /// A read at integer coordinates.
    Fetch(u32),
    /// A query of a texture's size or its number of levels.
    Size(u32),
    /// A component or item at a computed index.
    Indexed,
    /// A store to an image or a buffer.
    Store,
    /// A load from an image or a buffer.
    Load(u32),
    /// Ends the fragment without output.
    Discard,
    /// An operation that no card of the time has.
    Other,
}

impl Op {
    /// Returns true if it computes nothing: its value exists before, as an input, a uniform or a loop-carried value.
    pub fn is_preset(self) -> bool {
        matches!(self, Op::Input(..) | Op::BuiltIn(..) | Op::Uniform(..) | Op::LoopCarried(_))
    }

    /// Returns true if the texture unit runs it.
    pub fn is_texture(self) -> bool {
        matches!(self, Op::Texture(..) | Op::Fetch(_) | Op::Size(_) | Op::Discard)
    }

    /// Returns true if its first two operands can be exchanged.
    fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::Add
                | Op::Multiply
                | Op::Minimum
                | Op::Maximum
                | Op::Dot(_)
                | Op::Compare(2)
                | Op::And
                | Op::Or
                | Op::Integer(IntegerOp::Add | IntegerOp::Multiply)
        )
    }
}

/// An operation.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationNode {
    pub op: Op,
    /// Its operands.
    pub inputs: Vec<VectorLanes>,
    /// Components of its result.
    pub width: u8,
    /// Its line in the expanded text.
    pub line: usize,
    /// The loop around it, if that was not unrolled.
    pub turn: Option<usize>,
}

/// All operations, each after its operands, except for loop-carried values.
#[derive(Debug, Default)]
pub struct OperationGraph {
    pub nodes: Vec<OperationNode>,
    known: HashMap<(Op, Vec<VectorLanes>, u8), NodeId>,
    /// The current line of the text.
    pub line: usize,
    /// The current loop.
    pub turn: Option<usize>,
}

impl OperationGraph {
    pub fn find_node(&self, id: NodeId) -> Option<&OperationNode> {
        self.nodes.get(id as usize)
    }

    /// Adds an operation without merging it with an equal one.
    pub fn add_unique(&mut self, op: Op, inputs: Vec<VectorLanes>, width: u8) -> VectorLanes {
        let id = self.nodes.len() as NodeId;
        self.nodes
            .push(OperationNode { op, inputs, width, line: self.line, turn: self.turn });
        (0..width).map(|component| VectorLane::from_node(id, component)).collect()
    }

    /// Adds an operation unless an equal one exists, and returns the components of its result.
    pub fn add_operation(&mut self, op: Op, mut inputs: Vec<VectorLanes>, width: u8) -> VectorLanes {
        if op.is_commutative()
            && let [one, other, ..] = inputs.as_mut_slice()
            && other < one
        {
            std::mem::swap(one, other);
        }
        let key = (op, inputs, width);
        let id = match self.known.get(&key) {
            Some(&id) => id,
            None => {
                let id = self.nodes.len() as NodeId;
                self.nodes
                    .push(OperationNode { op, inputs: key.1.clone(), width, line: self.line, turn: self.turn });
                self.known.insert(key, id);
                id
            }
        };
        (0..width).map(|component| VectorLane::from_node(id, component)).collect()
    }
}
