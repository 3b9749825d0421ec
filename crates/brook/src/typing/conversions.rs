//! Conversions between types.

use super::Typer;
use crate::fault::{Fault, Outcome, Position, refuse_text};
use crate::tree::{Node, Op};
use crate::types::{Kind, Type};

impl Typer<'_> {
    /// Converts a value to a type, as an assignment does: numbers to numbers, a number to all components of a vector, a
    /// vector to its first components.
    pub(super) fn convert_node(&self, node: Node, to: &Type) -> Outcome<Node> {
        if node.ty == *to {
            return Ok(node);
        }
        let at = node.at;
        match (&node.ty, to) {
            (Type::Number { lanes: from, .. }, Type::Number { kind, lanes }) => {
                if *from > 1 && *from < *lanes {
                    return Err(self.mismatch_fault(
                        at,
                        to,
                        &node.ty,
                        &format!("write {}{lanes}(..) with all its components", kind.name()),
                    ));
                }
                Ok(convert_number(node, *kind, *lanes))
            }
            (Type::Array(..) | Type::Pointer(_), Type::Pointer(_)) => Ok(wrap_conversion(node, to)),
            (Type::Number { lanes: 1, kind }, Type::Pointer(_)) if !kind.is_real() => Ok(wrap_conversion(node, to)),
            (Type::Pointer(_) | Type::Array(..), Type::Number { lanes: 1, kind }) if !kind.is_real() => {
                Ok(wrap_conversion(node, to))
            }
            // As in Brook, a host function takes a stream of any elements; the kernel that it calls checks them.
            (Type::Stream(_), Type::Stream(_)) => Ok(Node { ty: to.clone(), ..node }),
            _ => Err(self.mismatch_fault(at, to, &node.ty, "give a value of that type")),
        }
    }

    pub(super) fn mismatch_fault(&self, at: Position, wanted: &Type, found: &Type, next: &str) -> Fault {
        let (wanted, found) = (self.describe_type(wanted), self.describe_type(found));
        Fault::new(at, format!("expected a value of type {wanted}, found {found}; {next}"))
    }

    /// Converts a value to yes or no. Of a vector its first component counts, as everywhere where a number belongs.
    pub(super) fn convert_condition(&self, node: Node) -> Outcome<Node> {
        match &node.ty {
            Type::Number { kind: Kind::Bool, lanes: 1 } => Ok(node),
            Type::Number { .. } => Ok(convert_number(node, Kind::Bool, 1)),
            Type::Pointer(_) | Type::Array(..) => Ok(wrap_conversion(node, &Type::BOOL)),
            other => {
                let found = self.describe_type(other);
                refuse_text(node.at, format!("expected a number as a condition, found {found}; compare it with one"))
            }
        }
    }

    /// Returns a number's kind and components, or an error that says what belongs there.
    pub(super) fn number_of(&self, node: &Node, what: &str) -> Outcome<(Kind, u8)> {
        node.ty.as_number().ok_or_else(|| {
            let found = self.describe_type(&node.ty);
            Fault::new(node.at, format!("expected {what}, found {found}; give a number or vector"))
        })
    }

    /// Brings two numbers to the type of an operation of both.
    pub(super) fn join_numbers(&self, left: Node, right: Node) -> Outcome<(Node, Node)> {
        let (left_kind, left_lanes) = self.number_of(&left, "a number")?;
        let (right_kind, right_lanes) = self.number_of(&right, "a number")?;
        let lanes = match (left_lanes, right_lanes) {
            (1, other) | (other, 1) => other,
            (left, right) => left.min(right),
        };
        let mut kind = left_kind.join_kinds(right_kind);
        // A double number does not make a vector of floats one of doubles.
        let is_float = |kind: Kind, lanes: u8| lanes > 1 && kind.promote_kind() == Kind::Float;
        if kind == Kind::Double && (is_float(left_kind, left_lanes) || is_float(right_kind, right_lanes)) {
            kind = Kind::Float;
        }
        Ok((convert_number(left, kind, lanes), convert_number(right, kind, lanes)))
    }
}

/// Converts a number or vector; a longer vector loses its last components.
pub(crate) fn convert_number(node: Node, kind: Kind, lanes: u8) -> Node {
    let ty = Type::of_numbers(kind, lanes);
    if node.ty == ty {
        return node;
    }
    let at = node.at;
    let node = match node.ty.as_number() {
        Some((of, from)) if from > lanes && from > 1 => Node {
            at,
            ty: Type::of_numbers(of, lanes),
            op: Op::Swizzle { base: Box::new(node), lanes: (0..lanes).collect() },
        },
        _ => node,
    };
    if node.ty == ty {
        return node;
    }
    match (&node.op, kind, lanes) {
        (Op::Whole(value), Kind::Float | Kind::Double, 1) => Node { at, ty, op: Op::Real(*value as f64) },
        (Op::Real(value), Kind::Float, 1) => Node { at, ty, op: Op::Real(f64::from(*value as f32)) },
        (Op::Real(value), Kind::Double, 1) => Node { at, ty, op: Op::Real(*value) },
        (Op::Whole(value), Kind::UInt | Kind::Int | Kind::Long | Kind::ULong, 1) => {
            Node { at, ty, op: Op::Whole(crate::numbers::wrap_integer(kind, *value)) }
        }
        _ => Node { at, ty, op: Op::Convert(Box::new(node)) },
    }
}

pub(super) fn wrap_conversion(node: Node, to: &Type) -> Node {
    Node { at: node.at, ty: to.clone(), op: Op::Convert(Box::new(node)) }
}
