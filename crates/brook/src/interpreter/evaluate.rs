//! Values of expressions.

use super::arithmetic::{combine_numbers, combine_vectors, convert_number, round_to_kind};
use super::memory::{Value, lane_word, move_address, word_value};
use super::{Interpreter, Run, end_run};
use crate::fault::{Fault, Position};
use crate::numbers::wrap_integer;
use crate::syntax::BinaryOperator;
use crate::tree::{Node, Op, Role};
use crate::types::{Kind, Type};

impl Interpreter<'_> {
    /// Evaluates an expression.
    pub(super) fn evaluate_node(&mut self, node: &Node) -> Run<Value> {
        match &node.op {
            Op::Whole(value) => Ok(match &node.ty {
                Type::Number { kind, .. } if kind.is_real() => Value::Real(*value as f64),
                Type::Pointer(_) => Value::Address(*value as u64),
                _ => Value::Whole(*value),
            }),
            Op::Real(value) => Ok(Value::Real(*value)),
            Op::Local(local) => {
                let address = self.local_address(*local);
                self.load_value(address, &node.ty, node.at)
            }
            Op::Binary(operator, left, right) => {
                self.run_nested(node.at, |run| run.evaluate_binary(*operator, left, right))
            }
            Op::Convert(of) => {
                let value = self.run_nested(node.at, |run| run.evaluate_node(of))?;
                Ok(convert_value(value, &of.ty, &node.ty))
            }
            Op::Text(text) => Ok(Value::Address(self.texts.get(*text).copied().unwrap_or(0))),
            Op::Global(_) | Op::Dereference(_) | Op::Element { .. } => {
                let address = self.run_nested(node.at, |run| run.find_address(node))?;
                self.load_value(address, &node.ty, node.at)
            }
            Op::Assign(place, value) => self.run_nested(node.at, |run| run.assign_value(place, value)),
            Op::Step { place, by, is_postfix } => {
                self.run_nested(node.at, |run| run.step_value(place, *by, *is_postfix))
            }
            Op::Update { place, operator, operand } => {
                self.run_nested(node.at, |run| run.update_value(place, *operator, operand))
            }
            Op::Call { function, arguments } => {
                self.run_nested(node.at, |run| run.evaluate_call(*function, arguments, node.at))
            }
            _ => self.run_nested(node.at, |run| run.evaluate_other(node)),
        }
    }

    /// Evaluates the expressions that are less frequent.
    fn evaluate_other(&mut self, node: &Node) -> Run<Value> {
        let at = node.at;
        match &node.op {
            Op::Member { base, offset, .. } => {
                let Value::Address(address) = self.evaluate_node(base)? else { return Ok(Value::Void) };
                self.load_value(move_address(address, *offset as i64), &node.ty, at)
            }
            Op::Swizzle { base, lanes } => {
                let value = self.evaluate_node(base)?;
                Ok(pick_lanes(value, &base.ty, lanes))
            }
            Op::Negate(of) => {
                let value = self.evaluate_node(of)?;
                let (kind, lanes) = of.ty.as_number().unwrap_or((Kind::Int, 1));
                Ok(map_lanes(value, kind, lanes, |value| match value {
                    Value::Whole(whole) => Value::Whole(wrap_integer(kind, whole.wrapping_neg())),
                    Value::Real(real) => Value::Real(-real),
                    other => other,
                }))
            }
            Op::Complement(of) => {
                let value = self.evaluate_node(of)?;
                let (kind, lanes) = of.ty.as_number().unwrap_or((Kind::Int, 1));
                Ok(map_lanes(value, kind, lanes, |value| match value {
                    Value::Whole(whole) => Value::Whole(wrap_integer(kind, !whole)),
                    other => other,
                }))
            }
            Op::Not(of) => {
                let value = self.evaluate_node(of)?;
                let (_, lanes) = of.ty.as_number().unwrap_or((Kind::Bool, 1));
                Ok(map_lanes(value, Kind::Bool, lanes, |value| Value::Whole(i64::from(value == Value::Whole(0)))))
            }
            Op::Select(condition, yes, no) => self.select_value(condition, yes, no),
            Op::Comma(left, right) => {
                self.evaluate_node(left)?;
                self.evaluate_node(right)
            }
            Op::Move { pointer, by, size, is_back } => {
                let (Value::Address(address), Value::Whole(by)) =
                    (self.evaluate_node(pointer)?, self.evaluate_node(by)?)
                else {
                    return Ok(Value::Address(0));
                };
                let by = by.wrapping_mul(*size as i64);
                Ok(Value::Address(move_address(address, if *is_back { by.wrapping_neg() } else { by })))
            }
            Op::Between { from, to, size } => {
                let (Value::Address(from), Value::Address(to)) = (self.evaluate_node(from)?, self.evaluate_node(to)?)
                else {
                    return Ok(Value::Whole(0));
                };
                let bytes = i64::from(to as u32 as i32) - i64::from(from as u32 as i32);
                Ok(Value::Whole(bytes / (*size).max(1) as i64))
            }
            Op::AddressOf(place) => Ok(Value::Address(self.find_address(place)?)),
            Op::Construct(parts) => self.construct_vector(parts, node),
            Op::Library(row, arguments) => self.call_builtin(row, arguments, node),
            Op::Domain { stream, from, to } => self.open_domain(stream, from, to, at),
            Op::IndexOf(_) | Op::Gather { .. } | Op::Push(_) => end_run(
                at,
                "an operator of scatter and gather runs on the host, where it has no index and no gathers; use its two values alone",
            ),
            _ => Ok(Value::Void),
        }
    }

    fn evaluate_binary(&mut self, operator: BinaryOperator, left: &Node, right: &Node) -> Run<Value> {
        if operator.is_logical() && left.ty == Type::BOOL {
            let is_true = self.evaluate_node(left)? != Value::Whole(0);
            if is_true == (operator == BinaryOperator::Or) {
                return Ok(Value::Whole(i64::from(is_true)));
            }
            return Ok(Value::Whole(i64::from(self.evaluate_node(right)? != Value::Whole(0))));
        }
        let (kind, lanes) = left.ty.as_number().unwrap_or((Kind::ULong, 1));
        let (a, b) = (self.evaluate_node(left)?, self.evaluate_node(right)?);
        self.combine_values(operator, kind, lanes, a, b, right.at)
    }

    fn combine_values(
        &self,
        operator: BinaryOperator,
        kind: Kind,
        lanes: u8,
        left: Value,
        right: Value,
        at: Position,
    ) -> Run<Value> {
        let result = match (left, right) {
            (Value::Vector(left), Value::Vector(right)) => combine_vectors(operator, kind, lanes, left, right),
            _ => combine_numbers(operator, kind, left, right),
        };
        result
            .ok_or_else(|| Fault::of_run(at, "the program divides a whole number by 0; test the divisor before").into())
    }

    fn select_value(&mut self, condition: &Node, yes: &Node, no: &Node) -> Run<Value> {
        let chosen = self.evaluate_node(condition)?;
        let Value::Vector(chosen) = chosen else {
            return self.evaluate_node(if chosen != Value::Whole(0) { yes } else { no });
        };
        let (Value::Vector(mut words), Value::Vector(other)) = (self.evaluate_node(yes)?, self.evaluate_node(no)?)
        else {
            return Ok(Value::Void);
        };
        for ((word, other), chosen) in words.iter_mut().zip(other).zip(chosen) {
            if chosen == 0 {
                *word = other;
            }
        }
        Ok(Value::Vector(words))
    }

    fn construct_vector(&mut self, parts: &[Node], node: &Node) -> Run<Value> {
        let mut words = [0; 4];
        let mut at = 0;
        for part in parts {
            let (_, lanes) = part.ty.as_number().unwrap_or((Kind::Int, 1));
            let value = self.evaluate_node(part)?;
            for lane in 0..usize::from(lanes) {
                let word = match value {
                    Value::Vector(of) => of.get(lane).copied().unwrap_or(0),
                    other => lane_word(other),
                };
                if let Some(place) = words.get_mut(at) {
                    *place = word;
                }
                at += 1;
            }
        }
        match node.ty.as_number() {
            Some((kind, 1)) => Ok(word_value(words.first().copied().unwrap_or(0), kind)),
            _ => Ok(Value::Vector(words)),
        }
    }

    fn assign_value(&mut self, place: &Node, value: &Node) -> Run<Value> {
        let value = self.evaluate_node(value)?;
        if let (Type::Stream(_), Value::Whole(from)) = (&place.ty, value) {
            let Value::Whole(to) = self.evaluate_node(place)? else { return Ok(value) };
            self.copy_stream(to, from, place.at)?;
            return Ok(Value::Whole(to));
        }
        self.store_place(place, value)?;
        Ok(value)
    }

    /// Stores a value in a place; in some components of a vector, if the place names them.
    fn store_place(&mut self, place: &Node, value: Value) -> Run<()> {
        let Op::Swizzle { base, lanes } = &place.op else {
            let address = self.find_address(place)?;
            return self.store_value(address, &place.ty, value, place.at);
        };
        let address = self.find_address(base)?;
        let kind = base.ty.as_number().map_or(Kind::Int, |(kind, _)| kind);
        for (i, lane) in lanes.iter().enumerate() {
            let part = match value {
                Value::Vector(words) => word_value(words.get(i).copied().unwrap_or(0), kind),
                other => other,
            };
            let place_of_lane = move_address(address, (usize::from(*lane) * kind.size()) as i64);
            self.store_value(place_of_lane, &Type::of_numbers(kind, 1), part, place.at)?;
        }
        Ok(())
    }

    fn step_value(&mut self, place: &Node, by: i64, is_postfix: bool) -> Run<Value> {
        let before = self.evaluate_node(place)?;
        let after = match (before, place.ty.as_number()) {
            (Value::Whole(whole), Some((kind, _))) => Value::Whole(wrap_integer(kind, whole.wrapping_add(by))),
            (Value::Real(real), Some((kind, _))) => Value::Real(round_to_kind(kind, real + by as f64)),
            (Value::Address(address), _) => Value::Address(move_address(address, by)),
            (Value::Vector(_), Some((kind, lanes))) => map_lanes(before, kind, lanes, |value| match value {
                Value::Whole(whole) => Value::Whole(wrap_integer(kind, whole.wrapping_add(by))),
                Value::Real(real) => Value::Real(real + by as f64),
                other => other,
            }),
            (other, _) => other,
        };
        self.store_place(place, after)?;
        Ok(if is_postfix { before } else { after })
    }

    fn update_value(&mut self, place: &Node, operator: BinaryOperator, operand: &Node) -> Run<Value> {
        let operand_value = self.evaluate_node(operand)?;
        let before = convert_value(self.evaluate_node(place)?, &place.ty, &operand.ty);
        let (kind, lanes) = operand.ty.as_number().unwrap_or((Kind::Int, 1));
        let after = self.combine_values(operator, kind, lanes, before, operand_value, operand.at)?;
        let after = convert_value(after, &operand.ty, &place.ty);
        self.store_place(place, after)?;
        Ok(after)
    }

    fn evaluate_call(&mut self, number: usize, arguments: &[Node], at: Position) -> Run<Value> {
        let tree = self.tree;
        let Some(function) = tree.functions.get(number) else { return Ok(Value::Void) };
        if function.is_kernel() && self.is_in_host() {
            return self.call_kernel(number, arguments, at).map(|()| Value::Void);
        }
        let mut values = Vec::with_capacity(arguments.len());
        let mut places = Vec::new();
        for (argument, (local, _, role)) in arguments.iter().zip(function.parameters()) {
            if matches!(role, Role::Out | Role::Reduce) {
                places.push((local, argument));
            }
            values.push(self.evaluate_node(argument)?);
        }
        if places.is_empty() {
            return self.call_function(number, &values, at);
        }
        let (result, written) = self.call_inner_kernel(number, &values, at)?;
        for (local, place) in places {
            if let Some(value) = written.local_value(local).copied() {
                self.store_place(place, value)?;
            }
        }
        Ok(result)
    }

    /// Returns true if the function that runs is one of the host, not an operator of scatter and gather.
    fn is_in_host(&self) -> bool {
        self.tree
            .functions
            .get(self.function)
            .is_none_or(|function| !function.is_kernel())
    }
}

/// Converts a value between types.
pub(super) fn convert_value(value: Value, from: &Type, to: &Type) -> Value {
    match (from, to) {
        (Type::Number { kind: from, lanes: of }, Type::Number { kind, lanes }) => match (value, of, lanes) {
            (Value::Vector(words), of, lanes) if *of > 1 && *lanes > 1 => {
                let mut converted = [0; 4];
                for (place, word) in converted.iter_mut().zip(words).take(usize::from(*lanes)) {
                    *place = lane_word(convert_number(word_value(word, *from), *from, *kind));
                }
                Value::Vector(converted)
            }
            (value, 1, lanes) if *lanes > 1 => {
                let word = lane_word(convert_number(value, *from, *kind));
                Value::Vector([word; 4])
            }
            (value, ..) => convert_number(value, *from, *kind),
        },
        (_, Type::Number { kind, .. }) => convert_number(value, Kind::ULong, *kind),
        (Type::Number { .. }, Type::Pointer(_)) => match value {
            Value::Whole(whole) => Value::Address(whole as u64),
            other => other,
        },
        (_, Type::Void) => Value::Void,
        _ => value,
    }
}

fn pick_lanes(value: Value, ty: &Type, lanes: &[u8]) -> Value {
    let (kind, of) = ty.as_number().unwrap_or((Kind::Int, 1));
    let words = match value {
        Value::Vector(words) if of > 1 => words,
        other => [lane_word(other); 4],
    };
    if let (1, [_], other) = (of, lanes, value) {
        return other;
    }
    let pick = |lane: &u8| words.get(usize::from(*lane)).copied().unwrap_or(0);
    match lanes {
        [lane] => word_value(pick(lane), kind),
        _ => {
            let mut picked = [0; 4];
            for (place, lane) in picked.iter_mut().zip(lanes) {
                *place = pick(lane);
            }
            Value::Vector(picked)
        }
    }
}

/// Computes each component of a value.
pub(super) fn map_lanes(value: Value, kind: Kind, lanes: u8, compute: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Vector(mut words) if lanes > 1 => {
            for word in words.iter_mut().take(usize::from(lanes)) {
                *word = lane_word(compute(word_value(*word, kind)));
            }
            Value::Vector(words)
        }
        other => compute(other),
    }
}
