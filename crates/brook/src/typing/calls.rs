//! Calls: of the program's functions and kernels, and values made by the name of a type.

use super::Typer;
use super::conversions::convert_number;
use super::places::is_place;
use crate::builtins::find_builtin;
use crate::fault::{Fault, NO_FILES, Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{Expression, ExpressionKind, FunctionKind};
use crate::tree::{Function, Node, Op, Role};
use crate::types::{Kind, Type, named_number};
use gristmill::nearest;
use std::rc::Rc;

/// Functions of C that read or write files.
const FILE_FUNCTIONS: [&str; 12] =
    ["fopen", "fclose", "fread", "fwrite", "fgets", "fgetc", "fputc", "fscanf", "feof", "fseek", "ftell", "rewind"];

impl Typer<'_> {
    pub(super) fn type_call(&mut self, callee: &Expression, arguments: &[Expression], at: Position) -> Outcome<Node> {
        let name = match &callee.kind {
            ExpressionKind::Name(name) => name,
            ExpressionKind::Member(base, name) => return self.type_method(base, name, arguments, callee.at),
            _ => return refuse_text(at, "expected the name of a function before `(`, found a value; call by name"),
        };
        if let Some(&function) = self.function_names.get(name) {
            let has_body = self.functions.get(function).is_some_and(|known| known.body.is_some());
            if has_body || find_builtin(name).is_none() {
                return self.type_function_call(function, arguments, callee.at);
            }
        }
        if name == "instance" && self.in_kernel() && arguments.is_empty() {
            let index = Node { at, ty: Type::of_numbers(Kind::Float, 4), op: Op::IndexOf(usize::MAX) };
            return Ok(convert_number(index, Kind::Int, 4));
        }
        if name == "push" && self.in_kernel() {
            return self.type_push(arguments, callee.at);
        }
        if let Some((kind, lanes)) = named_number(name) {
            return self.type_construction(kind, lanes, arguments, callee.at);
        }
        if let Some(row) = find_builtin(name) {
            return self.type_builtin(row, name, arguments, callee.at);
        }
        if FILE_FUNCTIONS.contains(&name.as_str()) {
            return refuse_text(callee.at, NO_FILES);
        }
        let mut known: Vec<&str> = self.functions.iter().map(|function| function.name.as_str()).collect();
        known.extend(crate::builtins::BUILTINS.iter().flat_map(|row| row.names.iter().copied()));
        let next = match nearest(name, &known) {
            Some(near) => format!("did you mean {near}?"),
            None => "define it in this program".to_string(),
        };
        refuse_text(callee.at, format!("there is no function {}; {next}", shorten_name(name)))
    }

    /// Types `s.domain(from, to)`.
    fn type_method(&mut self, base: &Expression, name: &str, arguments: &[Expression], at: Position) -> Outcome<Node> {
        let stream = self.type_value(base)?;
        if name != "domain" || !matches!(stream.ty, Type::Stream(_)) {
            let found = self.describe_type(&stream.ty);
            return refuse_text(
                at,
                format!("{found} has no function {}; a stream has domain(from, to)", shorten_name(name)),
            );
        }
        let [from, to] = arguments else {
            let found = arguments.len();
            return refuse_text(
                at,
                format!("domain expects two arguments, found {found}; give the first index and the one after the last"),
            );
        };
        let mut bound = |expression: &Expression| {
            let node = self.type_value(expression)?;
            let (_, lanes) = self.number_of(&node, "an index of a stream")?;
            Ok(convert_number(node, Kind::Int, lanes))
        };
        let (from, to) = (bound(from)?, bound(to)?);
        let op = Op::Domain { stream: Box::new(stream.clone()), from: Box::new(from), to: Box::new(to) };
        Ok(Node { at, ty: stream.ty, op })
    }

    /// Types `float4(..)`: components in order, one number for all, or a longer vector cut.
    fn type_construction(&mut self, kind: Kind, lanes: u8, arguments: &[Expression], at: Position) -> Outcome<Node> {
        let kind = if kind == Kind::Fixed && !self.in_kernel() { Kind::Byte } else { kind };
        let mut parts = Vec::new();
        let mut count = 0_usize;
        for argument in arguments {
            let part = self.type_value(argument)?;
            let (_, of) = self.number_of(&part, "a number or vector")?;
            count += usize::from(of);
            parts.push(convert_number(part, kind, of));
        }
        let wanted = usize::from(lanes);
        let ty = Type::of_numbers(kind, lanes);
        if parts.len() == 1 && (count == 1 || count >= wanted) {
            let only = parts.into_iter().next();
            return only
                .map(|part| convert_number(part, kind, lanes))
                .ok_or_else(|| Fault::new(at, "expected a value"));
        }
        if count != wanted {
            let name = self.describe_type(&ty);
            return refuse_text(
                at,
                format!("{name} expects {wanted} components, found {count}; give {wanted}, or one for all"),
            );
        }
        Ok(Node { at, ty, op: Op::Construct(parts) })
    }

    fn type_push(&mut self, arguments: &[Expression], at: Position) -> Outcome<Node> {
        let local = match arguments {
            [Expression { kind: ExpressionKind::Name(name), .. }] => self.find_local(name),
            _ => None,
        };
        match local.filter(|local| self.current.roles.get(*local) == Some(&Role::Push)) {
            Some(local) => Ok(Node { at, ty: Type::Void, op: Op::Push(local) }),
            None => refuse_text(at, "push expects the name of a `vout` parameter of this kernel; write as push(x)"),
        }
    }

    fn type_function_call(&mut self, function: usize, arguments: &[Expression], at: Position) -> Outcome<Node> {
        let Some(callee) = self.functions.get(function).cloned() else {
            return refuse_text(at, "there is no such function; define it");
        };
        let name = shorten_name(&callee.name);
        if self.in_kernel() && callee.kind == FunctionKind::Host {
            return refuse_text(
                at,
                format!("{name} is a function of the host, which no kernel calls; write `kernel` before it"),
            );
        }
        let unspecified = callee.roles.is_empty() && callee.body.is_none();
        if callee.roles.len() != arguments.len() && !unspecified {
            let (wanted, found) = (callee.roles.len(), arguments.len());
            return refuse_text(at, format!("{name} expects {wanted} arguments, found {found}; give {wanted}"));
        }
        let mut typed = Vec::new();
        for (argument, (_, parameter, role)) in arguments.iter().zip(callee.parameters()) {
            let (ty, parameter) = (parameter.ty.clone(), shorten_name(&parameter.name));
            let node = match (callee.is_kernel(), self.in_kernel()) {
                (false, _) => {
                    let node = self.type_value(argument)?;
                    self.convert_node(node, &ty)?
                }
                (true, true) => self.type_inner_argument(argument, &callee, &parameter, &ty, role)?,
                (true, false) => self.type_stream_argument(argument, &callee, &parameter, &ty, role)?,
            };
            typed.push(node);
        }
        Ok(Node { at, ty: callee.result.clone(), op: Op::Call { function, arguments: typed } })
    }

    /// Types an argument of a kernel that a kernel calls: a value, a place, or a gather of its own.
    fn type_inner_argument(
        &mut self,
        argument: &Expression,
        callee: &Function,
        parameter: &str,
        ty: &Type,
        role: Role,
    ) -> Outcome<Node> {
        let name = shorten_name(&callee.name);
        if role == Role::Push {
            return refuse_text(
                argument.at,
                format!("{name} has the `vout` parameter {parameter}, so only the host calls it; push here instead"),
            );
        }
        let node = self.type_value(argument)?;
        match role {
            Role::Gather => match (&node.op, node.ty == *ty) {
                (Op::Local(_), true) => Ok(node),
                _ => {
                    let (wanted, found) = (self.describe_type(ty), self.describe_type(&node.ty));
                    refuse_text(
                        node.at,
                        format!(
                            "expected a gather of this kernel of type {wanted} for {parameter}, found {found}; name a gather"
                        ),
                    )
                }
            },
            Role::Out | Role::Reduce => match is_place(&node) && node.ty == *ty {
                true => Ok(node),
                false => {
                    let (wanted, found) = (self.describe_type(ty), self.describe_type(&node.ty));
                    refuse_text(
                        node.at,
                        format!(
                            "expected a variable of type {wanted} for {parameter}, which {name} writes, found {found}; give a variable"
                        ),
                    )
                }
            },
            _ => self.convert_node(node, ty),
        }
    }

    /// Types an argument of a kernel that the host calls.
    fn type_stream_argument(
        &mut self,
        argument: &Expression,
        callee: &Function,
        parameter: &str,
        ty: &Type,
        role: Role,
    ) -> Outcome<Node> {
        let node = self.type_value(argument)?;
        let name = shorten_name(&callee.name);
        let element = match (role, ty) {
            (Role::Constant, _) => return self.convert_node(node, ty),
            (Role::Gather, Type::Gather(element, _)) => (**element).clone(),
            _ => ty.clone(),
        };
        if role == Role::Reduce && !matches!(node.ty, Type::Stream(_)) {
            return match is_place(&node) && node.ty == super::declared::host_type(element) {
                true => Ok(node),
                false => {
                    let (wanted, found) = (self.describe_type(ty), self.describe_type(&node.ty));
                    refuse_text(
                        node.at,
                        format!(
                            "expected a stream or a variable of type {wanted} for {parameter}, which {name} writes, found {found}; give one"
                        ),
                    )
                }
            };
        }
        let wanted = Type::Stream(Rc::new(element));
        match node.ty == wanted {
            true => Ok(node),
            false => {
                let (wanted, found) = (self.describe_type(&wanted), self.describe_type(&node.ty));
                let next = match node.ty {
                    Type::Stream(_) => "declare one of them with the type of the other",
                    _ => "give a stream; an array is read into one by streamRead",
                };
                refuse_text(
                    node.at,
                    format!("expected a stream of type {wanted} for {parameter} of {name}, found {found}; {next}"),
                )
            }
        }
    }
}
