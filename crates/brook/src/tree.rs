//! The typed tree: every name resolved, every conversion written out. The kernel compiler prints it, the interpreter
//! runs it.

use crate::builtins::BuiltinRow;
use crate::fault::Position;
use crate::syntax::{BinaryOperator, FunctionKind};
use crate::types::{Type, TypeTable};

/// An expression with its type.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub at: Position,
    pub ty: Type,
    pub op: Op,
}

#[derive(Debug, Clone)]
pub(crate) enum Op {
    Whole(i64),
    Real(f64),
    Text(usize),
    Local(usize),
    Global(usize),
    /// The index of a stream that is a kernel's parameter.
    IndexOf(usize),
    Dereference(Box<Node>),
    /// An element behind a pointer or of an array; the elements have `size` bytes.
    Element {
        base: Box<Node>,
        index: Box<Node>,
        size: usize,
    },
    Member {
        base: Box<Node>,
        name: String,
        offset: usize,
    },
    Swizzle {
        base: Box<Node>,
        lanes: Vec<u8>,
    },
    Convert(Box<Node>),
    Negate(Box<Node>),
    Not(Box<Node>),
    Complement(Box<Node>),
    Binary(BinaryOperator, Box<Node>, Box<Node>),
    Select(Box<Node>, Box<Node>, Box<Node>),
    Comma(Box<Node>, Box<Node>),
    Assign(Box<Node>, Box<Node>),
    /// `place op= operand`, computed in the operand's type.
    Update {
        place: Box<Node>,
        operator: BinaryOperator,
        operand: Box<Node>,
    },
    /// `++` and `--`; a pointer moves by `size` bytes.
    Step {
        place: Box<Node>,
        by: i64,
        is_postfix: bool,
    },
    /// A pointer moved by a number of elements of `size` bytes.
    Move {
        pointer: Box<Node>,
        by: Box<Node>,
        size: usize,
        is_back: bool,
    },
    /// The elements between two pointers.
    Between {
        from: Box<Node>,
        to: Box<Node>,
        size: usize,
    },
    AddressOf(Box<Node>),
    Construct(Vec<Node>),
    Call {
        function: usize,
        arguments: Vec<Node>,
    },
    Library(&'static BuiltinRow, Vec<Node>),
    /// An element of a gather, by a number or vector of indices, x first.
    Gather {
        parameter: usize,
        index: Box<Node>,
    },
    Push(usize),
    /// A part of a stream, from an index up to before another.
    Domain {
        stream: Box<Node>,
        from: Box<Node>,
        to: Box<Node>,
    },
}

/// A statement.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub at: Position,
    pub kind: LineKind,
}

#[derive(Debug, Clone)]
pub(crate) enum LineKind {
    Empty,
    Block(Vec<Line>, Position),
    Declare(Variable, Option<Initial>),
    Several(Vec<Line>),
    Evaluate(Node),
    If(Node, Box<Line>, Option<Box<Line>>),
    While(Node, Box<Line>),
    DoWhile(Box<Line>, Node),
    For(Box<Line>, Option<Node>, Option<Node>, Box<Line>),
    /// The value, the lines, and for each case its number and its first line; `None` is the default.
    Switch(Node, Vec<Line>, Vec<(Option<i64>, usize)>),
    Break,
    Continue,
    Return(Option<Node>),
    Discard,
    /// A place to go to, by its number in the function.
    Label(usize),
    Goto(usize),
}

/// A variable: of a function or of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variable {
    Local(usize),
    Global(usize),
}

/// The first value of a variable.
#[derive(Debug, Clone)]
pub(crate) enum Initial {
    Value(Node),
    /// Numbers at their bytes; the rest is zero.
    Fill(Vec<(usize, Node)>),
    Bytes(Vec<u8>),
    Stream(Vec<Node>),
    /// Extents, first value, and the value that would follow the last.
    Iterator(Vec<Node>, Box<(Node, Node)>),
}

/// The use of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A value, the same for all elements; of a host function, any argument.
    Constant,
    Stream,
    Gather,
    Out,
    Reduce,
    /// A stream that grows: `vout`.
    Push,
}

/// A named place.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub name: String,
    pub ty: Type,
    pub at: Position,
}

/// A function: its first locals are its parameters.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub kind: FunctionKind,
    pub name: String,
    pub at: Position,
    pub roles: Vec<Role>,
    pub result: Type,
    pub locals: Vec<Named>,
    /// Absent for a prototype without its function.
    pub body: Option<Line>,
}

impl Function {
    /// Returns its parameters with their roles, in order.
    pub fn parameters(&self) -> impl Iterator<Item = (usize, &Named, Role)> {
        self.locals
            .iter()
            .enumerate()
            .zip(&self.roles)
            .map(|((at, named), role)| (at, named, *role))
    }

    pub fn is_kernel(&self) -> bool {
        self.kind != FunctionKind::Host
    }
}

/// A typed program.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub types: TypeTable,
    pub functions: Vec<Function>,
    pub globals: Vec<Named>,
    /// The declarations of the globals, in order.
    pub initials: Vec<Line>,
    pub texts: Vec<Vec<u8>>,
}
