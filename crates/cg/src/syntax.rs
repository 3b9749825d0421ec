//! The tree of a text.

use crate::token::Place;
use crate::types::{Base, Type};
use std::rc::Rc;

/// Operators of two sides in the order of their binding, the weakest first; conditions of `#if` have the same.
pub(crate) const BINARY_LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// A name.
pub(crate) type Name = Rc<str>;

/// The origin of a value, and the writes that it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Qualifiers {
    pub is_in: bool,
    pub is_out: bool,
    pub is_uniform: bool,
    pub is_varying: bool,
    pub is_const: bool,
    pub is_static: bool,
}

/// The place of a value outside the program, as `TEXCOORD0` or `register(s1)`.
#[derive(Debug, Clone)]
pub(crate) struct Semantic {
    pub name: Name,
    pub place: Place,
}

/// The length of an array; `None` for one without it.
pub(crate) type Length = Option<Expression>;

/// A variable, a parameter or a member.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub name: Name,
    pub place: Place,
    pub kind: Type,
    pub lengths: Vec<Length>,
    pub qualifiers: Qualifiers,
    pub semantic: Option<Semantic>,
    pub value: Option<Expression>,
}

/// A struct.
#[derive(Debug, Clone)]
pub(crate) struct Structure {
    pub name: Name,
    pub members: Vec<Variable>,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    pub name: Name,
    pub place: Place,
    pub result: Type,
    pub semantic: Option<Semantic>,
    pub parameters: Vec<Variable>,
    /// Its statements; `None` for one that is only announced.
    pub body: Option<Block>,
}

/// Statements in braces.
#[derive(Debug)]
pub(crate) struct Block {
    pub statements: Vec<Statement>,
    /// The place of its closing brace.
    pub end: Place,
}

/// A pass of a technique: the functions that it compiles.
#[derive(Debug, Clone)]
pub(crate) struct Pass {
    pub technique: Name,
    pub name: Name,
    pub vertex: Option<CompiledEntry>,
    pub fragment: Option<CompiledEntry>,
}

/// A function that a pass compiles, with the values of its uniform parameters.
#[derive(Debug, Clone)]
pub(crate) struct CompiledEntry {
    pub name: Name,
    pub place: Place,
    pub values: Vec<Expression>,
}

/// A text.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub structures: Vec<Structure>,
    pub globals: Vec<Variable>,
    pub functions: Vec<Function>,
    pub passes: Vec<Pass>,
}

/// A statement.
#[derive(Debug)]
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub place: Place,
}

#[derive(Debug)]
pub(crate) enum StatementKind {
    Empty,
    Block(Block),
    Declare(Vec<Variable>),
    Evaluate(Expression),
    If { condition: Expression, yes: Box<Statement>, no: Option<Box<Statement>> },
    While { condition: Expression, body: Box<Statement> },
    DoWhile { body: Box<Statement>, condition: Expression },
    For { first: Box<Statement>, condition: Option<Expression>, step: Option<Expression>, body: Box<Statement> },
    Switch { value: Expression, parts: Vec<SwitchPart>, end: Place },
    Return(Option<Expression>),
    Break,
    Continue,
    Discard(Option<Expression>),
}

/// The statements after the labels of a `switch`; `None` is `default`.
#[derive(Debug)]
pub(crate) struct SwitchPart {
    pub labels: Vec<Option<Expression>>,
    pub statements: Vec<Statement>,
    pub place: Place,
}

/// An expression.
#[derive(Debug, Clone)]
pub(crate) struct Expression {
    pub kind: ExpressionKind,
    pub place: Place,
    /// The nesting of it, at least 1.
    pub depth: u16,
}

#[derive(Debug, Clone)]
pub(crate) enum ExpressionKind {
    Number {
        value: f64,
        base: Base,
    },
    Name(Name),
    Text,
    Member {
        of: Box<Expression>,
        name: Name,
    },
    Index {
        of: Box<Expression>,
        index: Box<Expression>,
    },
    Call {
        name: Name,
        arguments: Vec<Expression>,
    },
    Construct {
        kind: Type,
        arguments: Vec<Expression>,
    },
    Cast {
        kind: Type,
        lengths: Vec<Length>,
        value: Box<Expression>,
    },
    Unary {
        operator: &'static str,
        value: Box<Expression>,
    },
    Step {
        operator: &'static str,
        value: Box<Expression>,
        is_prefix: bool,
    },
    Binary {
        operator: &'static str,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    Assign {
        operator: &'static str,
        target: Box<Expression>,
        value: Box<Expression>,
    },
    Choose {
        condition: Box<Expression>,
        yes: Box<Expression>,
        no: Box<Expression>,
    },
    Sequence {
        first: Box<Expression>,
        second: Box<Expression>,
    },
    List(Vec<Expression>),
    /// `sampler_state { .. }`, which the host reads.
    SamplerState,
}
