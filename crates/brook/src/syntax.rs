//! The syntax tree of a Brook text, kernels and host functions alike.

use crate::fault::Position;
use crate::lexer::Number;

/// An operator of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

/// Each operator's sign in C and GLSL, and how tightly it binds: more is tighter.
const OPERATORS: [(BinaryOperator, &str, u8); 18] = [
    (BinaryOperator::Or, "||", 1),
    (BinaryOperator::And, "&&", 2),
    (BinaryOperator::BitOr, "|", 3),
    (BinaryOperator::BitXor, "^", 4),
    (BinaryOperator::BitAnd, "&", 5),
    (BinaryOperator::Equal, "==", 6),
    (BinaryOperator::NotEqual, "!=", 6),
    (BinaryOperator::Less, "<", 7),
    (BinaryOperator::Greater, ">", 7),
    (BinaryOperator::LessEqual, "<=", 7),
    (BinaryOperator::GreaterEqual, ">=", 7),
    (BinaryOperator::ShiftLeft, "<<", 8),
    (BinaryOperator::ShiftRight, ">>", 8),
    (BinaryOperator::Add, "+", 9),
    (BinaryOperator::Subtract, "-", 9),
    (BinaryOperator::Multiply, "*", 10),
    (BinaryOperator::Divide, "/", 10),
    (BinaryOperator::Remainder, "%", 10),
];

impl BinaryOperator {
    /// Returns the operator of a sign.
    pub fn of_sign(sign: &str) -> Option<BinaryOperator> {
        OPERATORS
            .iter()
            .find(|(_, known, _)| *known == sign)
            .map(|(operator, ..)| *operator)
    }

    /// Returns its sign in C and GLSL.
    pub fn operator_sign(self) -> &'static str {
        OPERATORS
            .iter()
            .find(|(known, ..)| *known == self)
            .map_or("", |(_, sign, _)| sign)
    }

    /// Returns how tightly it binds: more is tighter.
    pub fn binding_level(self) -> u8 {
        OPERATORS
            .iter()
            .find(|(known, ..)| *known == self)
            .map_or(0, |(_, _, level)| *level)
    }

    pub fn is_comparison(self) -> bool {
        use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual)
    }

    pub fn is_logical(self) -> bool {
        matches!(self, BinaryOperator::And | BinaryOperator::Or)
    }

    /// Returns true if it is for whole numbers only.
    pub fn is_bitwise(self) -> bool {
        matches!(
            self,
            BinaryOperator::BitAnd
                | BinaryOperator::BitOr
                | BinaryOperator::BitXor
                | BinaryOperator::ShiftLeft
                | BinaryOperator::ShiftRight
        )
    }
}

/// An operator of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnaryOperator {
    Plus,
    Minus,
    Not,
    Complement,
    AddressOf,
    Dereference,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expression {
    pub at: Position,
    pub kind: ExpressionKind,
    /// The most expressions that stand in each other below it, for the limit of the parser.
    pub depth: u16,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ExpressionKind {
    Number(Number),
    Text(Vec<u8>),
    Name(String),
    Unary(UnaryOperator, Box<Expression>),
    /// `++` and `--`: the step, and true if the value is the one before it.
    Step {
        step: i8,
        is_postfix: bool,
        place: Box<Expression>,
    },
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    Assign(Option<BinaryOperator>, Box<Expression>, Box<Expression>),
    Select(Box<Expression>, Box<Expression>, Box<Expression>),
    Comma(Box<Expression>, Box<Expression>),
    Call(Box<Expression>, Vec<Expression>),
    Member(Box<Expression>, String),
    Index(Box<Expression>, Box<Expression>),
    Cast(TypeName, Box<Expression>),
    SizeOfType(TypeName),
    SizeOf(Box<Expression>),
    IndexOf(String),
    /// An initialiser in braces.
    List(Vec<Expression>),
}

/// The words before a declarator.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Specifier {
    pub at: Position,
    pub base: BaseType,
    pub is_extern: bool,
    pub is_static: bool,
    pub is_iterator: bool,
    pub flow: Flow,
}

/// The direction of a kernel's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    In,
    Out,
    Reduce,
    Push,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BaseType {
    /// A number or vector, `void`, or the name of a `typedef`.
    Named(String),
    /// A struct by its place in [`Program::structs`].
    Struct(usize),
}

/// A step from the base type outwards.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Derivation {
    Pointer,
    Array(Option<Expression>),
    Stream(Vec<Expression>),
}

/// A type without a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TypeName {
    pub specifier: Specifier,
    pub derivations: Vec<Derivation>,
}

/// A name with its type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Declaration {
    pub name: String,
    pub at: Position,
    pub type_name: TypeName,
    pub initial: Option<Expression>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Statement {
    pub at: Position,
    pub kind: StatementKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum StatementKind {
    Empty,
    Block(Vec<Statement>, Position),
    Declare(Vec<Declaration>),
    Evaluate(Expression),
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    While(Expression, Box<Statement>),
    DoWhile(Box<Statement>, Expression),
    For(Box<Statement>, Option<Expression>, Option<Expression>, Box<Statement>),
    Switch(Expression, Box<Statement>),
    Case(Expression),
    Default,
    Break,
    Continue,
    Return(Option<Expression>),
    Discard,
    Label(String),
    Goto(String),
}

/// A member of a struct or a named number of an `enum`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StructSyntax {
    pub name: String,
    pub at: Position,
    pub members: Vec<Declaration>,
}

/// The kind of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FunctionKind {
    Host,
    Kernel,
    Reduction,
}

/// A function; without a body it is a prototype.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FunctionSyntax {
    pub kind: FunctionKind,
    pub name: String,
    pub at: Position,
    /// The place of its first word.
    pub start: Position,
    pub result: TypeName,
    pub parameters: Vec<Declaration>,
    pub body: Option<Statement>,
}

/// A program as it is written.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ProgramSyntax {
    pub structs: Vec<StructSyntax>,
    /// Names of types, each with what it stands for, in order.
    pub type_names: Vec<(String, TypeName)>,
    /// The numbers of `enum`, each with its value or the step from the one before.
    pub constants: Vec<(String, Position, Option<Expression>)>,
    pub globals: Vec<Declaration>,
    pub functions: Vec<FunctionSyntax>,
}
