//! Calls of the functions that a program has without defining them.

use super::Typer;
use super::conversions::{convert_number, wrap_conversion};
use super::places::is_place;
use crate::builtins::{Builtin, BuiltinRow, Form, Plain, is_of_kernels};
use crate::fault::{Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{Expression, ExpressionKind, FunctionKind};
use crate::tree::{Node, Op, Role};
use crate::types::{Kind, Type};
use std::rc::Rc;

/// The operators of scatter and gather that have a name: their codes in the tree.
pub(crate) const STREAM_OPERATORS: [&str; 5] =
    ["STREAM_SCATTER_ASSIGN", "STREAM_SCATTER_ADD", "STREAM_SCATTER_MUL", "STREAM_GATHER_FETCH", "STREAM_GATHER_INC"];

impl Typer<'_> {
    pub(super) fn type_builtin(
        &mut self,
        row: &'static BuiltinRow,
        name: &str,
        arguments: &[Expression],
        at: Position,
    ) -> Outcome<Node> {
        if self.in_kernel() && !is_of_kernels(row.form) {
            return refuse_text(
                at,
                format!("{name} is a function of the host, which no kernel calls; call it where the kernel is called"),
            );
        }
        if row.form == Form::Stream {
            return self.type_stream_function(row, name, arguments, at);
        }
        let mut nodes = Vec::new();
        for argument in arguments {
            nodes.push(self.type_value(argument)?);
        }
        let expect = |wanted: usize| match nodes.len() == wanted {
            true => Ok(()),
            false => {
                let found = nodes.len();
                refuse_text(at, format!("{name} expects {wanted} arguments, found {found}; give {wanted}"))
            }
        };
        let made = |ty: Type, nodes: Vec<Node>| Ok(Node { at, ty, op: Op::Library(row, nodes) });
        match row.form {
            Form::Componentwise(count) => {
                expect(count)?;
                let is_single = gives_float(row, name, &nodes);
                let (kind, lanes) = self.joined_type(&nodes, true)?;
                let kind = match (kind, self.in_kernel() || lanes > 1 || is_single) {
                    (Kind::Double, true) if self.in_kernel() => Kind::Double,
                    (_, true) => Kind::Float,
                    _ => Kind::Double,
                };
                self.check_double(name, row.builtin, kind, at)?;
                made(Type::of_numbers(kind, lanes), convert_all(nodes, kind, lanes))
            }
            Form::SameKind(count) => {
                expect(count)?;
                let (kind, lanes) = self.joined_type(&nodes, false)?;
                made(Type::of_numbers(kind, lanes), convert_all(nodes, kind, lanes))
            }
            Form::Test => {
                expect(1)?;
                let (kind, lanes) = self.joined_type(&nodes, true)?;
                made(Type::of_numbers(Kind::Bool, lanes), convert_all(nodes, kind, lanes))
            }
            Form::VectorToNumber(count) | Form::VectorToVector(count) => {
                expect(count)?;
                let (_, mut lanes) = self.joined_type(&nodes, true)?;
                if row.builtin == Builtin::Cross {
                    if lanes < 3 {
                        return refuse_text(
                            at,
                            format!("cross expects vectors of 3 components, found {lanes}; give float3"),
                        );
                    }
                    lanes = 3;
                }
                let gives = if matches!(row.form, Form::VectorToNumber(_)) { 1 } else { lanes };
                made(Type::of_numbers(Kind::Float, gives), convert_all(nodes, Kind::Float, lanes))
            }
            Form::Condition => {
                expect(1)?;
                let (_, lanes) = self.joined_type(&nodes, false)?;
                made(Type::BOOL, convert_all(nodes, Kind::Bool, lanes))
            }
            Form::Formatted => {
                let nodes = nodes
                    .into_iter()
                    .map(|node| self.promote_argument(node))
                    .collect::<Outcome<Vec<_>>>()?;
                let needed = if row.builtin == Builtin::Printf { 1 } else { 2 };
                if nodes.len() < needed {
                    let found = nodes.len();
                    return refuse_text(
                        at,
                        format!("{name} expects at least {needed} arguments, found {found}; give a format"),
                    );
                }
                made(Type::INT, nodes)
            }
            Form::Host(parameters, result) => {
                if row.builtin == Builtin::Assert || row.builtin == Builtin::Exit {
                    return self.type_ending(row, name, nodes, at);
                }
                expect(parameters.len())?;
                let pairs = nodes.into_iter().zip(parameters);
                let nodes = pairs
                    .map(|(node, plain)| self.convert_node(node, &plain_type(*plain)))
                    .collect::<Outcome<Vec<_>>>()?;
                made(plain_type(result), nodes)
            }
            Form::Stream => refuse_text(at, "expected a function of streams"),
        }
    }

    /// Types `exit(..)`, `abort()` and `assert(..)`.
    fn type_ending(&self, row: &'static BuiltinRow, name: &str, nodes: Vec<Node>, at: Position) -> Outcome<Node> {
        let node = match (row.builtin, nodes.into_iter().next()) {
            (Builtin::Assert, Some(node)) => self.convert_condition(node)?,
            (_, Some(node)) => self.convert_node(node, &Type::INT)?,
            (Builtin::Exit, None) => Node { at, ty: Type::INT, op: Op::Whole(1) },
            (_, None) => return refuse_text(at, format!("{name} expects 1 argument, found 0; give 1")),
        };
        Ok(Node { at, ty: Type::Void, op: Op::Library(row, vec![node]) })
    }

    /// Returns the kind and components that all arguments are brought to.
    fn joined_type(&self, nodes: &[Node], is_real: bool) -> Outcome<(Kind, u8)> {
        let (mut kind, mut lanes, mut has_vector) = (None, 1_u8, false);
        for node in nodes {
            let (of, count) = self.number_of(node, "a number or vector")?;
            kind = Some(kind.map_or(of.promote_kind(), |known: Kind| known.join_kinds(of)));
            lanes = match (lanes, count) {
                (1, other) | (other, 1) => other,
                (one, other) => one.min(other),
            };
            has_vector |= count > 1 && of.promote_kind() == Kind::Float;
        }
        let kind = match kind.unwrap_or(Kind::Float) {
            Kind::Double if has_vector => Kind::Float,
            kind if is_real && !kind.is_real() => Kind::Float,
            kind => kind,
        };
        Ok((kind, lanes))
    }

    fn check_double(&self, name: &str, builtin: Builtin, kind: Kind, at: Position) -> Outcome<()> {
        use Builtin::{Abs, Ceil, Floor, Frac, Lerp, Mad, Round, Rsqrt, Saturate, Sqrt, Step, Trunc};
        let has = [Abs, Ceil, Floor, Frac, Lerp, Mad, Round, Rsqrt, Saturate, Sqrt, Step, Trunc].contains(&builtin);
        match self.in_kernel() && kind == Kind::Double && !has {
            true => refuse_text(at, format!("{name} of a double is not in GLSL; convert the argument to float")),
            false => Ok(()),
        }
    }

    /// Brings an argument of `printf` to what C passes.
    fn promote_argument(&self, node: Node) -> Outcome<Node> {
        match &node.ty {
            Type::Number { kind: Kind::Float | Kind::Fixed, lanes: 1 } => Ok(convert_number(node, Kind::Double, 1)),
            Type::Number { kind, lanes: 1 } => {
                let kind = kind.promote_kind();
                Ok(convert_number(node, kind, 1))
            }
            Type::Array(of, _) => {
                let ty = Type::Pointer(of.clone());
                Ok(wrap_conversion(node, &ty))
            }
            Type::Pointer(_) => Ok(node),
            other => {
                let found = self.describe_type(other);
                refuse_text(node.at, format!("expected a number or text to print, found {found}; print its components"))
            }
        }
    }

    fn type_stream_function(
        &mut self,
        row: &'static BuiltinRow,
        name: &str,
        arguments: &[Expression],
        at: Position,
    ) -> Outcome<Node> {
        let (fewest, most, streams) = match row.builtin {
            Builtin::StreamRead | Builtin::StreamWrite => (2, 2, 1),
            Builtin::StreamPrint => (1, 2, 1),
            Builtin::StreamSwap => (2, 2, 2),
            Builtin::StreamSize => (1, 1, 1),
            _ => (4, 4, 3),
        };
        if arguments.len() < fewest || arguments.len() > most {
            let found = arguments.len();
            return refuse_text(at, format!("{name} expects {fewest} arguments, found {found}; give {fewest}"));
        }
        let mut nodes = Vec::new();
        for argument in arguments.iter().take(streams) {
            let node = self.type_value(argument)?;
            if !matches!(node.ty, Type::Stream(_)) {
                let found = self.describe_type(&node.ty);
                return refuse_text(
                    node.at,
                    format!("{name} expects a stream, found {found}; declare it with extents, as float s<10>"),
                );
            }
            nodes.push(node);
        }
        match row.builtin {
            Builtin::StreamRead | Builtin::StreamWrite => {
                for argument in arguments.iter().skip(1) {
                    let node = self.type_value(argument)?;
                    if node.ty.pointer_target().is_none() {
                        let found = self.describe_type(&node.ty);
                        return refuse_text(
                            node.at,
                            format!("{name} expects an array or pointer, found {found}; give an array"),
                        );
                    }
                    nodes.push(self.convert_node(node, &Type::Pointer(Rc::new(Type::Void)))?);
                }
            }
            Builtin::StreamSwap => self.check_swap(&nodes, at)?,
            Builtin::StreamScatter | Builtin::StreamGather => {
                if let Some(operator) = arguments.last() {
                    let element = nodes.first().map_or(Type::Void, |node| node.ty.clone());
                    nodes.push(self.type_stream_operator(operator, &element)?);
                }
            }
            _ => {}
        }
        let ty = match row.builtin {
            Builtin::StreamSize => Type::of_numbers(Kind::Int, 4),
            _ => Type::Void,
        };
        Ok(Node { at, ty, op: Op::Library(row, nodes) })
    }

    fn check_swap(&self, nodes: &[Node], at: Position) -> Outcome<()> {
        match nodes {
            [left, right] if left.ty != right.ty => {
                Err(self.mismatch_fault(right.at, &left.ty, &right.ty, "swap streams of one type"))
            }
            _ if nodes.iter().all(is_place) => Ok(()),
            _ => refuse_text(
                at,
                "streamSwap expects two streams that are variables, found a part of one; name whole streams",
            ),
        }
    }

    /// Types the operator of a scatter or gather: a reduction, or one that has a name.
    fn type_stream_operator(&mut self, operator: &Expression, stream: &Type) -> Outcome<Node> {
        let at = operator.at;
        let ExpressionKind::Name(name) = &operator.kind else {
            return refuse_text(at, "expected the name of a reduction as the operator, found a value; name one");
        };
        if let Some(code) = STREAM_OPERATORS.iter().position(|known| known == name) {
            return Ok(Node { at, ty: Type::Void, op: Op::Whole(code as i64) });
        }
        let known = self.function_names.get(name).copied();
        let shown = shorten_name(name);
        match known.and_then(|function| Some((function, self.functions.get(function)?))) {
            Some((function, known)) if known.kind == FunctionKind::Reduction => {
                let element = known
                    .parameters()
                    .find(|(_, _, role)| *role == Role::Reduce)
                    .map(|(_, named, _)| named.ty.clone());
                let wanted = Type::Stream(Rc::new(element.unwrap_or(Type::Void)));
                if known.roles.len() != 2 {
                    return refuse_text(
                        at,
                        format!("{shown} has more than two parameters; as an operator it has a stream and a result"),
                    );
                }
                if wanted != *stream {
                    return Err(self.mismatch_fault(at, stream, &wanted, "use an operator of the streams' type"));
                }
                Ok(Node { at, ty: Type::Void, op: Op::Call { function, arguments: Vec::new() } })
            }
            _ => refuse_text(
                at,
                format!(
                    "expected a reduction as the operator, found {shown}; name a `reduce` function or STREAM_SCATTER_ADD"
                ),
            ),
        }
    }
}

/// Returns true if a function gives a float on the host: its name ends in f, or it is not one of C's.
fn gives_float(row: &BuiltinRow, name: &str, nodes: &[Node]) -> bool {
    use Builtin::{Frac, Lerp, Mad, Rsqrt, Saturate, Smoothstep, Step};
    let is_own = [Frac, Lerp, Mad, Rsqrt, Saturate, Smoothstep, Step].contains(&row.builtin);
    let has_double = nodes.iter().any(|node| matches!(node.ty.as_number(), Some((Kind::Double, _))));
    (is_own && !has_double)
        || row.names.first().is_some_and(|first| name.strip_suffix('f') == Some(*first))
        || name == "fabsf"
}

fn convert_all(nodes: Vec<Node>, kind: Kind, lanes: u8) -> Vec<Node> {
    nodes.into_iter().map(|node| convert_number(node, kind, lanes)).collect()
}

fn plain_type(plain: Plain) -> Type {
    match plain {
        Plain::Void => Type::Void,
        Plain::Int => Type::INT,
        Plain::Size => Type::ULONG,
        Plain::Double => Type::DOUBLE,
        Plain::Pointer => Type::Pointer(Rc::new(Type::Void)),
    }
}
