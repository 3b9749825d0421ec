//! Values: literals, names, operators.

use super::Typer;
use super::conversions::{convert_number, wrap_conversion};
use crate::builtins::find_builtin;
use crate::fault::{Fault, NO_FILES, Outcome, Position, refuse_text};
use crate::lexer::{Number, shorten_name};
use crate::syntax::{BinaryOperator, Expression, ExpressionKind, UnaryOperator};
use crate::tree::{Node, Op, Role, Variable};
use crate::types::{Kind, Type, named_number};
use gristmill::nearest;
use std::rc::Rc;

/// Numbers that C's headers name.
const HEADER_NUMBERS: [(&str, i64); 12] = [
    ("NULL", 0),
    ("stdin", 0),
    ("stdout", 1),
    ("stderr", 2),
    ("RAND_MAX", i32::MAX as i64),
    ("INT_MAX", i32::MAX as i64),
    ("INT_MIN", i32::MIN as i64),
    ("EXIT_SUCCESS", 0),
    ("EXIT_FAILURE", 1),
    ("CLOCKS_PER_SEC", 1_000_000),
    ("true", 1),
    ("false", 0),
];

/// Real numbers that C's headers name.
const HEADER_REALS: [(&str, f64); 4] = [
    ("M_PI", std::f64::consts::PI),
    ("FLT_MAX", f32::MAX as f64),
    ("FLT_MIN", f32::MIN_POSITIVE as f64),
    ("FLT_EPSILON", f32::EPSILON as f64),
];

impl Typer<'_> {
    /// Types an expression.
    pub(super) fn type_value(&mut self, expression: &Expression) -> Outcome<Node> {
        let at = expression.at;
        let node = |ty: Type, op: Op| Ok(Node { at, ty, op });
        match &expression.kind {
            ExpressionKind::Number(Number::Whole { value, is_unsigned, is_long }) => {
                node(Type::of_numbers(literal_kind(*is_unsigned, *is_long), 1), Op::Whole(*value as i64))
            }
            ExpressionKind::Number(Number::Real { value, is_single }) => match *is_single || self.in_kernel() {
                true => node(Type::FLOAT, Op::Real(f64::from(*value as f32))),
                false => node(Type::DOUBLE, Op::Real(*value)),
            },
            ExpressionKind::Text(bytes) => {
                if self.in_kernel() {
                    return refuse_text(at, "expected a number, found a text; texts are the host's");
                }
                self.texts.push(bytes.clone());
                node(Type::Pointer(Rc::new(Type::of_numbers(Kind::Char, 1))), Op::Text(self.texts.len() - 1))
            }
            ExpressionKind::Name(name) => self.type_name(name, at),
            ExpressionKind::Unary(operator, operand) => self.type_unary(*operator, operand, at),
            ExpressionKind::Step { step, is_postfix, place } => self.type_step(*step, *is_postfix, place, at),
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.type_value(left)?;
                let right = self.type_value(right)?;
                self.type_binary(*operator, left, right, at)
            }
            ExpressionKind::Assign(operator, place, value) => self.type_assignment(*operator, place, value, at),
            ExpressionKind::Select(condition, yes, no) => self.type_select(condition, yes, no, at),
            ExpressionKind::Comma(left, right) => {
                let left = self.type_value(left)?;
                let right = self.type_value(right)?;
                node(right.ty.clone(), Op::Comma(Box::new(left), Box::new(right)))
            }
            ExpressionKind::Call(callee, arguments) => self.type_call(callee, arguments, at),
            ExpressionKind::Member(base, name) => self.type_member(base, name, at),
            ExpressionKind::Index(base, index) => self.type_index(base, index, at),
            ExpressionKind::Cast(name, value) => {
                let to = match self.in_kernel() {
                    true => self.resolve_type(name)?,
                    false => super::declared::host_type(self.resolve_type(name)?),
                };
                let value = self.type_value(value)?;
                if to == Type::Void {
                    return node(Type::Void, Op::Convert(Box::new(value)));
                }
                Ok(Node { at, ..self.convert_node(value, &to)? })
            }
            ExpressionKind::SizeOfType(name) => {
                let ty = self.resolve_type(name)?;
                node(Type::ULONG, Op::Whole(self.types.size(&ty) as i64))
            }
            ExpressionKind::SizeOf(operand) => {
                let operand = self.type_value(operand)?;
                node(Type::ULONG, Op::Whole(self.types.size(&operand.ty) as i64))
            }
            ExpressionKind::IndexOf(name) => self.type_index_of(name, at),
            ExpressionKind::List(_) => {
                refuse_text(at, "expected a value, found values in braces; they are for the first value of a variable")
            }
        }
    }

    /// Types an expression that is known before the run: it names no variables.
    pub(super) fn type_constant(&self, expression: &Expression) -> Outcome<Node> {
        let mut plain = Typer {
            syntax: self.syntax,
            types: self.types.clone(),
            constants: self.constants.clone(),
            globals: Vec::new(),
            global_names: Default::default(),
            functions: Vec::new(),
            function_names: Default::default(),
            texts: Vec::new(),
            current: super::Current::new(crate::syntax::FunctionKind::Host),
        };
        plain.type_value(expression)
    }

    fn type_name(&mut self, name: &str, at: Position) -> Outcome<Node> {
        match self.find_variable(name) {
            Some(Variable::Local(local)) => {
                let ty = self.current.locals.get(local).map_or(Type::Void, |named| named.ty.clone());
                return Ok(Node { at, ty, op: Op::Local(local) });
            }
            Some(Variable::Global(global)) => {
                if self.in_kernel() {
                    let name = shorten_name(name);
                    return refuse_text(
                        at,
                        format!("{name} is a variable of the host, which kernels do not see; give it as a parameter"),
                    );
                }
                let ty = self.globals.get(global).map_or(Type::Void, |named| named.ty.clone());
                return Ok(Node { at, ty, op: Op::Global(global) });
            }
            None => {}
        }
        let header = HEADER_NUMBERS.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        if let Some(value) = self.constants.get(name).copied().or(header) {
            return Ok(Node { at, ty: Type::INT, op: Op::Whole(value) });
        }
        if let Some((_, value)) = HEADER_REALS.iter().find(|(known, _)| *known == name) {
            let ty = if self.in_kernel() { Type::FLOAT } else { Type::DOUBLE };
            return Ok(Node { at, ty, op: Op::Real(*value) });
        }
        Err(self.undeclared_fault(name, at))
    }

    /// Builds the error for a name that nothing declares.
    fn undeclared_fault(&self, name: &str, at: Position) -> Fault {
        let shown = shorten_name(name);
        if name == "FILE" {
            return Fault::new(at, NO_FILES);
        }
        if self.function_names.contains_key(name) || find_builtin(name).is_some() || named_number(name).is_some() {
            return Fault::new(at, format!("expected a value, found the function {shown}; call it as {shown}(..)"));
        }
        let mut known: Vec<String> = self.current.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect();
        known.sort();
        if let Some(near) = nearest(name, &known) {
            return Fault::new(at, format!("{shown} is not declared; did you mean {near}?"));
        }
        let parameters: Vec<&str> = self
            .current
            .locals
            .iter()
            .take(self.current.roles.len())
            .map(|named| named.name.as_str())
            .collect();
        match parameters.is_empty() || parameters.len() > 12 {
            true => Fault::new(at, format!("{shown} is not declared; declare it")),
            false => Fault::new(
                at,
                format!("{shown} is not declared; declare it, or use one of the parameters {}", parameters.join(", ")),
            ),
        }
    }

    fn type_index_of(&mut self, name: &str, at: Position) -> Outcome<Node> {
        let local = self.find_local(name);
        let role = local.and_then(|local| self.current.roles.get(local));
        match (local, role) {
            (Some(local), Some(Role::Stream | Role::Out | Role::Push | Role::Reduce)) if self.in_kernel() => {
                Ok(Node { at, ty: Type::of_numbers(Kind::Float, 4), op: Op::IndexOf(local) })
            }
            _ => refuse_text(
                at,
                format!(
                    "expected a stream that is a parameter of this kernel after indexof, found {}; name one",
                    shorten_name(name)
                ),
            ),
        }
    }

    fn type_unary(&mut self, operator: UnaryOperator, operand: &Expression, at: Position) -> Outcome<Node> {
        let operand = self.type_value(operand)?;
        match operator {
            UnaryOperator::AddressOf => return self.type_address(operand, at),
            UnaryOperator::Dereference => return self.type_dereference(operand, at),
            UnaryOperator::Not => {
                let ty = match self.number_of(&operand, "a number after `!`") {
                    Ok((_, lanes)) if lanes > 1 => Type::of_numbers(Kind::Bool, lanes),
                    _ => Type::BOOL,
                };
                let operand = match ty.as_number() {
                    Some((_, lanes)) if lanes > 1 => convert_number(operand, Kind::Bool, lanes),
                    _ => self.convert_condition(operand)?,
                };
                return Ok(Node { at, ty, op: Op::Not(Box::new(operand)) });
            }
            _ => {}
        }
        let (kind, lanes) = self.number_of(&operand, "a number after this sign")?;
        let operand = convert_number(operand, kind.promote_kind(), lanes);
        let ty = operand.ty.clone();
        match operator {
            UnaryOperator::Minus => match operand.op {
                Op::Whole(value) => Ok(Node {
                    at,
                    ty,
                    op: Op::Whole(crate::numbers::wrap_integer(kind.promote_kind(), value.wrapping_neg())),
                }),
                Op::Real(value) => Ok(Node { at, ty, op: Op::Real(-value) }),
                _ => Ok(Node { at, ty, op: Op::Negate(Box::new(operand)) }),
            },
            UnaryOperator::Complement if kind.promote_kind().is_real() => {
                refuse_text(at, "expected a whole number after `~`, found a real one; convert it to int")
            }
            UnaryOperator::Complement => Ok(Node { at, ty, op: Op::Complement(Box::new(operand)) }),
            _ => Ok(operand),
        }
    }

    /// Types an operation of two values.
    pub(super) fn type_binary(&self, operator: BinaryOperator, left: Node, right: Node, at: Position) -> Outcome<Node> {
        if operator.is_logical() {
            let lanes = |node: &Node| node.ty.as_number().map_or(1, |(_, lanes)| lanes);
            if lanes(&left).max(lanes(&right)) > 1 {
                let (left, right) = self.join_numbers(left, right)?;
                let of = lanes(&left);
                let (left, right) = (convert_number(left, Kind::Bool, of), convert_number(right, Kind::Bool, of));
                return Ok(Node {
                    at,
                    ty: Type::of_numbers(Kind::Bool, of),
                    op: Op::Binary(operator, Box::new(left), Box::new(right)),
                });
            }
            let (left, right) = (self.convert_condition(left)?, self.convert_condition(right)?);
            return Ok(Node { at, ty: Type::BOOL, op: Op::Binary(operator, Box::new(left), Box::new(right)) });
        }
        if left.ty.pointer_target().is_some() || right.ty.pointer_target().is_some() {
            return self.type_pointer_operation(operator, left, right, at);
        }
        let (left, right) = self.join_numbers(left, right)?;
        let (kind, lanes) = self.number_of(&left, "a number")?;
        if kind.is_real() && operator.is_bitwise() {
            let sign = operator.operator_sign();
            return refuse_text(
                at,
                format!("expected whole numbers around `{sign}`, found {}; convert them to int", kind.name()),
            );
        }
        let ty = match operator.is_comparison() {
            true => Type::of_numbers(Kind::Bool, lanes),
            false => left.ty.clone(),
        };
        Ok(Node { at, ty, op: Op::Binary(operator, Box::new(left), Box::new(right)) })
    }

    /// Types a sum, difference or comparison of pointers.
    fn type_pointer_operation(&self, operator: BinaryOperator, left: Node, right: Node, at: Position) -> Outcome<Node> {
        let decay = |node: Node| match node.ty.pointer_target() {
            Some(target) => {
                let ty = Type::Pointer(target.clone());
                if node.ty == ty { node } else { wrap_conversion(node, &ty) }
            }
            None => node,
        };
        let (left, right) = (decay(left), decay(right));
        let size = |node: &Node| node.ty.pointer_target().map_or(1, |of| self.types.size(of).max(1));
        let whole = |node: Node| match node.ty.as_number() {
            Some((kind, 1)) if !kind.is_real() => Ok(convert_number(node, Kind::Long, 1)),
            _ => Err(self.mismatch_fault(node.at, &Type::INT, &node.ty, "convert it to int")),
        };
        let moved = |pointer: Node, by: Node, is_back: bool| {
            let (size, ty) = (size(&pointer), pointer.ty.clone());
            Ok(Node { at, ty, op: Op::Move { pointer: Box::new(pointer), by: Box::new(whole(by)?), size, is_back } })
        };
        match (operator, left.ty.pointer_target().is_some(), right.ty.pointer_target().is_some()) {
            (BinaryOperator::Add, true, false) => moved(left, right, false),
            (BinaryOperator::Add, false, true) => moved(right, left, false),
            (BinaryOperator::Subtract, true, false) => moved(left, right, true),
            (BinaryOperator::Subtract, true, true) => {
                let size = size(&left);
                let op = Op::Between { from: Box::new(right), to: Box::new(left), size };
                Ok(Node { at, ty: Type::of_numbers(Kind::Long, 1), op })
            }
            (_, true, _) if operator.is_comparison() => {
                let right = self.convert_node(right, &left.ty)?;
                Ok(Node { at, ty: Type::BOOL, op: Op::Binary(operator, Box::new(left), Box::new(right)) })
            }
            (_, _, true) if operator.is_comparison() => {
                let left = self.convert_node(left, &right.ty)?;
                Ok(Node { at, ty: Type::BOOL, op: Op::Binary(operator, Box::new(left), Box::new(right)) })
            }
            _ => {
                let sign = operator.operator_sign();
                refuse_text(
                    at,
                    format!("expected numbers around `{sign}`, found a pointer; read what it points to by `*`"),
                )
            }
        }
    }

    fn type_select(
        &mut self,
        condition: &Expression,
        yes: &Expression,
        no: &Expression,
        at: Position,
    ) -> Outcome<Node> {
        let condition = self.type_value(condition)?;
        let (yes, no) = (self.type_value(yes)?, self.type_value(no)?);
        let (yes, no) = match (yes.ty.as_number(), no.ty.as_number()) {
            (Some(_), Some(_)) if yes.ty != no.ty => self.join_numbers(yes, no)?,
            _ if yes.ty == no.ty => (yes, no),
            _ => {
                let to = match yes.ty.pointer_target() {
                    Some(target) => Type::Pointer(target.clone()),
                    None => no.ty.clone(),
                };
                (self.convert_node(yes, &to)?, self.convert_node(no, &to)?)
            }
        };
        let condition = match (condition.ty.as_number(), yes.ty.as_number()) {
            (Some((_, of)), Some((_, lanes))) if of > 1 => {
                if lanes != of {
                    return refuse_text(
                        at,
                        format!(
                            "expected values of {of} components after this condition of {of}, found {lanes}; make them equal"
                        ),
                    );
                }
                convert_number(condition, Kind::Bool, of)
            }
            _ => self.convert_condition(condition)?,
        };
        let ty = yes.ty.clone();
        Ok(Node { at, ty, op: Op::Select(Box::new(condition), Box::new(yes), Box::new(no)) })
    }
}

fn literal_kind(is_unsigned: bool, is_long: bool) -> Kind {
    match (is_unsigned, is_long) {
        (false, false) => Kind::Int,
        (true, false) => Kind::UInt,
        (false, true) => Kind::Long,
        (true, true) => Kind::ULong,
    }
}
