//! Places: what can be assigned, members, indices, pointers.

use super::Typer;
use super::conversions::{convert_number, wrap_conversion};
use crate::fault::{Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{BinaryOperator, Expression};
use crate::tree::{Node, Op};
use crate::types::{Kind, Type};
use gristmill::nearest;
use std::rc::Rc;

/// Returns true if a node is a place in memory.
pub(super) fn is_place(node: &Node) -> bool {
    match &node.op {
        Op::Local(_) | Op::Global(_) | Op::Dereference(_) | Op::Element { .. } => true,
        Op::Member { base, .. } => is_place(base),
        Op::Swizzle { base, lanes } => {
            let distinct = lanes
                .iter()
                .enumerate()
                .all(|(i, lane)| !lanes.iter().skip(i + 1).any(|other| other == lane));
            is_place(base) && distinct
        }
        _ => false,
    }
}

impl Typer<'_> {
    fn check_place(&self, node: &Node) -> Outcome<()> {
        if matches!(node.ty, Type::Gather(..) | Type::Array(..)) {
            let found = self.describe_type(&node.ty);
            return refuse_text(
                node.at,
                format!("expected a variable that can be assigned, found {found}; assign its elements"),
            );
        }
        match is_place(node) {
            true => Ok(()),
            false => refuse_text(node.at, "expected a variable on the left, found a value; assign to a variable"),
        }
    }

    pub(super) fn type_assignment(
        &mut self,
        operator: Option<BinaryOperator>,
        place: &Expression,
        value: &Expression,
        at: Position,
    ) -> Outcome<Node> {
        let place = self.type_value(place)?;
        let value = self.type_value(value)?;
        self.check_place(&place)?;
        let ty = place.ty.clone();
        let Some(operator) = operator else {
            let value = self.convert_node(value, &ty)?;
            return Ok(Node { at, ty, op: Op::Assign(Box::new(place), Box::new(value)) });
        };
        if ty.pointer_target().is_some() {
            let moved = self.type_binary(operator, place.clone(), value, at)?;
            return Ok(Node { at, ty, op: Op::Assign(Box::new(place), Box::new(moved)) });
        }
        // Types the operation as if it were written out, and keeps its right side.
        let whole = self.type_binary(operator, place.clone(), value, at)?;
        let Op::Binary(operator, _, operand) = whole.op else {
            return refuse_text(at, "expected an operation of two numbers; write it out");
        };
        Ok(Node { at, ty, op: Op::Update { place: Box::new(place), operator, operand } })
    }

    pub(super) fn type_step(&mut self, step: i8, is_postfix: bool, place: &Expression, at: Position) -> Outcome<Node> {
        let place = self.type_value(place)?;
        self.check_place(&place)?;
        let ty = place.ty.clone();
        let by = match &ty {
            Type::Pointer(of) => i64::from(step) * self.types.size(of).max(1) as i64,
            Type::Number { .. } => i64::from(step),
            other => {
                let found = self.describe_type(other);
                return refuse_text(at, format!("expected a number to count, found {found}; count a number"));
            }
        };
        Ok(Node { at, ty, op: Op::Step { place: Box::new(place), by, is_postfix } })
    }

    pub(super) fn type_address(&self, operand: Node, at: Position) -> Outcome<Node> {
        if self.in_kernel() {
            return refuse_text(at, "expected a value, found an address; kernels have no pointers");
        }
        if !is_place(&operand)
            || matches!(operand.op, Op::Swizzle { .. } if !matches!(&operand.op, Op::Swizzle { lanes, .. } if lanes.len() == 1))
        {
            return refuse_text(at, "expected a variable after `&`, found a value; store it in a variable");
        }
        let ty = Type::Pointer(Rc::new(operand.ty.clone()));
        Ok(Node { at, ty, op: Op::AddressOf(Box::new(operand)) })
    }

    pub(super) fn type_dereference(&self, operand: Node, at: Position) -> Outcome<Node> {
        let target = operand.ty.pointer_target().cloned();
        match target {
            Some(target) if *target != Type::Void => {
                let ty = (*target).clone();
                let pointer = decay_array(operand);
                Ok(Node { at, ty, op: Op::Dereference(Box::new(pointer)) })
            }
            _ => {
                let found = self.describe_type(&operand.ty);
                refuse_text(
                    at,
                    format!("expected a pointer after `*` or before `->`, found {found}; use the value itself"),
                )
            }
        }
    }

    pub(super) fn type_member(&mut self, base: &Expression, name: &str, at: Position) -> Outcome<Node> {
        let base = self.type_value(base)?;
        match &base.ty {
            Type::Number { kind, lanes } => {
                let (kind, lanes) = (*kind, *lanes);
                let picked = self.read_swizzle(name, lanes, at)?;
                let ty = Type::of_numbers(kind, picked.len() as u8);
                if ty == base.ty && picked.iter().enumerate().all(|(i, lane)| i == usize::from(*lane)) {
                    return Ok(base);
                }
                Ok(Node { at, ty, op: Op::Swizzle { base: Box::new(base), lanes: picked } })
            }
            Type::Struct(index) => {
                let members = self
                    .types
                    .structs
                    .get(*index)
                    .map(|known| known.members.as_slice())
                    .unwrap_or_default();
                match members.iter().find(|member| member.name == name) {
                    Some(member) => {
                        let (ty, offset) = (member.ty.clone(), member.offset);
                        Ok(Node { at, ty, op: Op::Member { base: Box::new(base), name: name.to_string(), offset } })
                    }
                    None => {
                        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
                        let near = nearest(name, &names);
                        let next =
                            near.map_or("use one of its members".to_string(), |near| format!("did you mean {near}?"));
                        let (of, name) = (self.describe_type(&base.ty), shorten_name(name));
                        refuse_text(at, format!("{of} has no member {name}; {next}"))
                    }
                }
            }
            other => {
                let found = self.describe_type(other);
                let next = if matches!(other, Type::Pointer(_)) { "use `->`" } else { "use a struct or vector" };
                refuse_text(
                    at,
                    format!("expected a struct or vector before .{}, found {found}; {next}", shorten_name(name)),
                )
            }
        }
    }

    /// Reads components such as `xyz`.
    fn read_swizzle(&self, name: &str, lanes: u8, at: Position) -> Outcome<Vec<u8>> {
        let names = if name.starts_with(['r', 'g', 'b', 'a']) { "rgba" } else { "xyzw" };
        let picked: Option<Vec<u8>> = name.chars().map(|c| names.find(c).map(|lane| lane as u8)).collect();
        match picked {
            Some(picked) if (1..=4).contains(&picked.len()) && picked.iter().all(|&lane| lane < lanes) => Ok(picked),
            _ => {
                let has = names.get(..usize::from(lanes)).unwrap_or(names);
                let found = shorten_name(name);
                refuse_text(at, format!("expected 1 to 4 of the components {has}, found .{found}; write as .x"))
            }
        }
    }

    pub(super) fn type_index(&mut self, base: &Expression, index: &Expression, at: Position) -> Outcome<Node> {
        if let Some(node) = self.type_gather(base, index, at)? {
            return Ok(node);
        }
        let base = self.type_value(base)?;
        let index = self.type_value(index)?;
        if let Some((kind, lanes)) = base.ty.as_number().filter(|(_, lanes)| *lanes > 1) {
            return self.type_lane(base, &index, kind, lanes, at);
        }
        let Some(target) = base.ty.pointer_target().cloned() else {
            let found = self.describe_type(&base.ty);
            let next = if matches!(base.ty, Type::Stream(_)) {
                "read it to an array by streamWrite"
            } else {
                "index an array"
            };
            return refuse_text(at, format!("expected an array before `[`, found {found}; {next}"));
        };
        let index = match index.ty.as_number() {
            Some((kind, 1)) if !kind.is_real() => convert_number(index, Kind::Long, 1),
            Some((_, 1)) if self.in_kernel() => convert_number(index, Kind::Long, 1),
            _ => return Err(self.mismatch_fault(index.at, &Type::INT, &index.ty, "convert it to int")),
        };
        let size = self.types.size(&target);
        let base = if self.in_kernel() { base } else { decay_array(base) };
        Ok(Node { at, ty: (*target).clone(), op: Op::Element { base: Box::new(base), index: Box::new(index), size } })
    }

    /// Types the component of a vector by a constant index.
    fn type_lane(&self, base: Node, index: &Node, kind: Kind, lanes: u8, at: Position) -> Outcome<Node> {
        let lane = super::declared::fold_constant(index)
            .and_then(|lane| u8::try_from(lane).ok())
            .filter(|lane| *lane < lanes);
        match lane {
            Some(lane) => Ok(Node {
                at,
                ty: Type::of_numbers(kind, 1),
                op: Op::Swizzle { base: Box::new(base), lanes: vec![lane] },
            }),
            None => {
                let last = lanes - 1;
                refuse_text(
                    at,
                    format!(
                        "expected a constant of 0 to {last} as a vector's component, found another value; write as .x"
                    ),
                )
            }
        }
    }

    /// Types an element of a gather: `g[index]` with a number or vector, or `g[y][x]`.
    fn type_gather(&mut self, base: &Expression, index: &Expression, at: Position) -> Outcome<Option<Node>> {
        use crate::syntax::ExpressionKind as Kind;
        if !self.in_kernel() {
            return Ok(None);
        }
        let mut indices = vec![index];
        let mut inner = base;
        while let Kind::Index(deeper, index) = &inner.kind {
            indices.push(index);
            inner = deeper;
        }
        let Kind::Name(name) = &inner.kind else { return Ok(None) };
        let Some(parameter) = self.find_local(name) else { return Ok(None) };
        let Some(Type::Gather(element, rank)) = self.current.locals.get(parameter).map(|local| local.ty.clone()) else {
            return Ok(None);
        };
        let index = match indices.as_slice() {
            [only] => {
                let index = self.type_value(only)?;
                let (_, lanes) = self.number_of(&index, "a number or vector as the index of a gather")?;
                if rank > 1 && lanes == 1 {
                    let name = shorten_name(name);
                    return refuse_text(
                        at,
                        format!(
                            "{name} has {rank} dimensions, found one index; give float{rank}(x, y ..), or an index in brackets for each"
                        ),
                    );
                }
                let lanes = lanes.min(rank as u8);
                self.index_kind(index, lanes)?
            }
            several if several.len() == rank => {
                let mut parts = Vec::new();
                for index in several {
                    let index = self.type_value(index)?;
                    self.number_of(&index, "a number as the index of a gather")?;
                    parts.push(convert_number(index, crate::types::Kind::Float, 1));
                }
                let lanes = parts.len() as u8;
                Node { at, ty: Type::of_numbers(crate::types::Kind::Float, lanes), op: Op::Construct(parts) }
            }
            several => {
                let (name, found) = (shorten_name(name), several.len());
                return refuse_text(at, format!("{name} has {rank} dimensions, found {found} indices; give {rank}"));
            }
        };
        Ok(Some(Node { at, ty: (*element).clone(), op: Op::Gather { parameter, index: Box::new(index) } }))
    }

    /// Brings an index to numbers that a gather takes: whole ones stay whole.
    fn index_kind(&self, index: Node, lanes: u8) -> Outcome<Node> {
        let (kind, _) = self.number_of(&index, "an index")?;
        let kind = if kind.is_real() { Kind::Float } else { Kind::Int };
        Ok(convert_number(index, kind, lanes))
    }
}

/// Returns an array as a pointer to its first element.
fn decay_array(node: Node) -> Node {
    match &node.ty {
        Type::Array(of, _) => {
            let ty = Type::Pointer(of.clone());
            wrap_conversion(node, &ty)
        }
        _ => node,
    }
}
