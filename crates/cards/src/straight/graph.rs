//! A kernel as operations that depend on each other; equal ones are one.

use std::collections::HashMap;

/// An operation's place in its graph.
pub type NodeId = u32;

/// Where a component comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// Nothing gave it.
    Nothing,
    /// A literal, by its bits.
    Word(u32),
    /// A component of an operation's result.
    Of(NodeId, u8),
}

/// One component of a value, as an operand takes it: the sign and the absolute value are free on every card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lane {
    /// Where it comes from.
    pub source: Source,
    /// Negated; of a truth, the opposite.
    pub negate: bool,
    /// Its absolute value, before it is negated.
    pub absolute: bool,
}

impl Lane {
    pub const NOTHING: Lane = Lane { source: Source::Nothing, negate: false, absolute: false };
    pub const TRUE: Lane = Lane::word(1);
    pub const FALSE: Lane = Lane::word(0);

    pub const fn word(word: u32) -> Lane {
        Lane { source: Source::Word(word), negate: false, absolute: false }
    }

    pub fn float(number: f32) -> Lane {
        Lane::word(number.to_bits())
    }

    pub fn of(node: NodeId, component: u8) -> Lane {
        Lane { source: Source::Of(node, component), negate: false, absolute: false }
    }

    /// Its bits, if it is a literal. What nothing gave is taken for zero.
    pub fn literal(self) -> Option<u32> {
        match self.source {
            Source::Word(word) => Some(word),
            Source::Nothing => Some(0),
            Source::Of(..) => None,
        }
    }

    /// The operation it comes from.
    pub fn node(self) -> Option<NodeId> {
        match self.source {
            Source::Of(node, _) => Some(node),
            _ => None,
        }
    }

    /// Its opposite, as a float.
    pub fn negated(self) -> Lane {
        match self.literal() {
            Some(word) => Lane::word(word ^ 0x8000_0000),
            None => Lane { negate: !self.negate, ..self },
        }
    }

    /// Its absolute value, as a float.
    pub fn magnitude(self) -> Lane {
        match self.literal() {
            Some(word) => Lane::word(word & 0x7fff_ffff),
            None => Lane { negate: false, absolute: true, ..self },
        }
    }

    /// The opposite of a truth.
    pub fn opposite(self) -> Lane {
        match self.literal() {
            Some(word) => Lane::word(u32::from(word == 0)),
            None => Lane { negate: !self.negate, ..self },
        }
    }
}

/// Up to four components.
pub type Lanes = Vec<Lane>;

/// What an integer operation does; units without integers calculate it in floats where the language lets them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Whole {
    Add,
    Multiply,
    Divide,
    Remainder,
    /// As of floats.
    Compare(u8),
    /// A float without its fraction.
    Truncate,
    /// An integer as a float.
    Float,
    /// Shifts, masks, counts, and words taken for floats.
    Bits,
}

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// An interpolant: which, and which four of its components.
    Input(u32, u64),
    /// What the rasteriser knows: the place of the fragment, its side.
    Given(u32, u64),
    /// A uniform.
    Uniform(u32, u64),
    /// What a turn of a loop hands to the next.
    Carried(u32),
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
    /// 0: less, 1: less or equal, 2: equal, 3: is no number or infinite.
    Compare(u8),
    /// A truth of two.
    And,
    Or,
    /// By a truth, one of two.
    Select,
    /// The same where two sides of a branch meet.
    Join,
    Derivative,
    Integer(Whole),
    /// A read of this texture; how, in a letter: `s` as it is, `l` at a level, `b` with a bias.
    Texture(u32, char),
    /// A read at whole numbers.
    Fetch(u32),
    /// A texture's size or its levels.
    Size(u32),
    /// A component or an item at an index that is computed.
    Indexed,
    /// A store to an image or a buffer.
    Store,
    /// A load from an image or a buffer.
    Load(u32),
    /// The end of a fragment.
    Discard,
    /// What no card of the time has, named where it is told.
    Other,
}

impl Op {
    /// Whether it computes nothing: its value is there before.
    pub fn is_given(self) -> bool {
        matches!(self, Op::Input(..) | Op::Given(..) | Op::Uniform(..) | Op::Carried(_))
    }

    /// Whether the texture unit does it.
    pub fn is_texture(self) -> bool {
        matches!(self, Op::Texture(..) | Op::Fetch(_) | Op::Size(_) | Op::Discard)
    }

    /// Whether the order of its first two operands is no matter.
    fn commutes(self) -> bool {
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
                | Op::Integer(Whole::Add | Whole::Multiply)
        )
    }
}

/// An operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub op: Op,
    /// Its operands.
    pub inputs: Vec<Lanes>,
    /// Components of its result.
    pub width: u8,
    /// Its line in the expanded text.
    pub line: usize,
    /// The loop that it stands in, if that is left one.
    pub turn: Option<usize>,
}

/// All operations, each behind those it depends on but for what loops carry.
#[derive(Debug, Default)]
pub struct OperationGraph {
    pub nodes: Vec<Node>,
    known: HashMap<(Op, Vec<Lanes>, u8), NodeId>,
    /// The line that is being read.
    pub line: usize,
    /// The loop that is being read.
    pub turn: Option<usize>,
}

impl OperationGraph {
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    /// An operation that no other one is equal to.
    pub fn alone(&mut self, op: Op, inputs: Vec<Lanes>, width: u8) -> Lanes {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { op, inputs, width, line: self.line, turn: self.turn });
        (0..width).map(|component| Lane::of(id, component)).collect()
    }

    /// The components of an operation's result, made unless an equal one is there.
    pub fn make(&mut self, op: Op, mut inputs: Vec<Lanes>, width: u8) -> Lanes {
        if op.commutes()
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
                    .push(Node { op, inputs: key.1.clone(), width, line: self.line, turn: self.turn });
                self.known.insert(key, id);
                id
            }
        };
        (0..width).map(|component| Lane::of(id, component)).collect()
    }
}
