//! Scatter and gather with an operator. Two elements may meet in one place, so the host computes them in order, as
//! Brook's own runtime does on every card.

use super::kernel_calls::build_stream_like;
use super::memory::{Value, move_address};
use super::transfers::{FieldStream, Words, load_words, store_words};
use super::{Flow, Interpreter, Run, end_run};
use crate::fault::{Fault, Position};
use crate::syntax::FunctionKind;
use crate::tree::{Node, Op, Role};
use crate::types::{Kind, Leaf, Type};
use std::collections::HashMap;

/// An operator: a reduction of the program, or one with a name.
#[derive(Debug, Clone, Copy)]
enum Operator {
    Assign,
    Add,
    Multiply,
    Fetch,
    Increment,
    Kernel(usize),
}

/// Elements of a stream in the host's memory.
struct HeldElements {
    address: u64,
    size: usize,
    count: usize,
}

impl Interpreter<'_> {
    /// Runs `streamScatterOp(to, index, from, operator)`, or `streamGatherOp` with the same order.
    pub(super) fn run_operator(&mut self, arguments: &[Node], is_gather: bool, at: Position) -> Run<()> {
        let [to, index, from, operator] = arguments else { return Ok(()) };
        let (to, index, from) = (self.stream_number(to)?, self.stream_number(index)?, self.stream_number(from)?);
        let operator = match operator.op {
            Op::Whole(0) => Operator::Assign,
            Op::Whole(1) => Operator::Add,
            Op::Whole(2) => Operator::Multiply,
            Op::Whole(3) => Operator::Fetch,
            Op::Call { function, .. } => Operator::Kernel(function),
            _ => Operator::Increment,
        };
        let table = if is_gather { from } else { to };
        let list = if is_gather { to } else { from };
        let places = self.operator_places(index, table, at)?;
        let count = self.find_stream(list, at)?.shape.len();
        if places.len() < count {
            return end_run(
                at,
                format!(
                    "expected an index for each of {count} elements, found {}; give streams of one size",
                    places.len()
                ),
            );
        }
        let held_table = self.hold_elements(table, at)?;
        let held_list = self.hold_elements(list, at)?;
        for (i, place) in places.iter().enumerate().take(count) {
            self.count_step(at)?;
            let element = move_address(held_list.address, (i * held_list.size) as i64);
            let target = move_address(held_table.address, (place * held_table.size) as i64);
            if is_gather {
                self.copy_element(element, target, held_table.size, at)?;
                // The fetched value is the second argument, the place in the table changes.
                self.apply_operator(operator, table, target, element, target, at)?;
            } else {
                self.apply_operator(operator, table, element, target, target, at)?;
            }
        }
        self.put_elements(table, &held_table, at)?;
        if is_gather {
            self.put_elements(list, &held_list, at)?;
        }
        self.memory.release_block(held_table.address);
        self.memory.release_block(held_list.address);
        Ok(())
    }

    fn copy_element(&mut self, to: u64, from: u64, size: usize, at: Position) -> Run<()> {
        self.memory
            .copy_bytes(to, from, size)
            .ok_or_else(|| self.bad_address(to, size, at))
    }

    /// Returns, for each index, its place in a table. An index with a component for each dimension is
    /// a coordinate; any other is a position in the flat table.
    fn operator_places(&mut self, index: i64, table: i64, at: Position) -> Run<Vec<usize>> {
        let known = self.find_stream(index, at)?;
        let leaf = known.leaves.first().cloned();
        let shape = self.find_stream(table, at)?.shape;
        let Some(leaf) = leaf.filter(|leaf| matches!(leaf.kind, Kind::Float | Kind::Int | Kind::UInt)) else {
            return end_run(at, "expected a stream of float to float4 as the index; give one");
        };
        let words = self.read_leaf(index, 0, at)?;
        let lanes = usize::from(leaf.lanes);
        let component = |words: &Words, lane: usize, extent: usize| {
            let word = words.get(lane).copied().unwrap_or(0);
            let number =
                if leaf.kind == Kind::Float { f64::from(f32::from_bits(word)) } else { f64::from(word as i32) };
            let nearest = (number + 0.25).floor().clamp(0.0, extent.saturating_sub(1) as f64);
            if number.is_nan() { 0 } else { nearest as usize }
        };
        let place = |words: &Words| match lanes == shape.rank() && lanes > 1 {
            true => shape.index(
                [0, 1, 2, 3].map(|axis| if axis < lanes { component(words, axis, shape.extent(axis)) } else { 0 }),
            ),
            false => component(words, 0, shape.len()),
        };
        if shape.is_empty() && !words.is_empty() {
            return end_run(at, "the stream that the indices name has no elements; give it some");
        }
        Ok(words.iter().map(place).collect())
    }

    /// Copies a stream to the host's memory.
    fn hold_elements(&mut self, number: i64, at: Position) -> Run<HeldElements> {
        let known = self.find_stream(number, at)?;
        let (size, count) = (self.tree.types.size(&known.element), known.shape.len());
        let address = self.allocate_block((size * count).max(1), at)?;
        self.write_stream(number, address, at)?;
        Ok(HeldElements { address, size, count })
    }

    /// Copies elements back to their stream.
    fn put_elements(&mut self, number: i64, held: &HeldElements, at: Position) -> Run<()> {
        let known = self.find_stream(number, at)?;
        if known.window.is_some() {
            return self.read_stream(number, held.address, at);
        }
        let (leaves, shape) = (known.leaves.clone(), known.shape);
        let mut fields = Vec::new();
        for leaf in leaves.iter() {
            let words: Vec<Words> = (0..held.count)
                .filter_map(|i| load_words(&self.memory, move_address(held.address, (i * held.size) as i64), leaf))
                .collect();
            let field = FieldStream::new(self.device, leaf.kind, leaf.lanes, shape, Some(&words));
            fields.push(field.map_err(|error| Fault::of_library(at, error))?);
        }
        let new = build_stream_like(self.find_stream(number, at)?, shape, fields);
        if let Some(stream) = self.streams.get_mut(number) {
            *stream = new;
        }
        Ok(())
    }

    /// Computes `operator(from, with)` and stores the result.
    fn apply_operator(
        &mut self,
        operator: Operator,
        stream: i64,
        from: u64,
        with: u64,
        to: u64,
        at: Position,
    ) -> Run<()> {
        let known = self.find_stream(stream, at)?;
        let (leaves, element) = (known.leaves.clone(), known.element.clone());
        if let Operator::Kernel(function) = operator {
            return self.apply_kernel(function, &element, [from, with, to], at);
        }
        for leaf in leaves.iter() {
            let pair = (load_words(&self.memory, from, leaf), load_words(&self.memory, with, leaf));
            let (Some(from), Some(with)) = pair else { continue };
            let words = combine_words(operator, leaf, &from, &with);
            store_words(&mut self.memory, to, leaf, &words);
        }
        Ok(())
    }

    fn apply_kernel(&mut self, function: usize, element: &Type, [from, with, to]: [u64; 3], at: Position) -> Run<()> {
        let tree = self.tree;
        let Some(kernel) = tree.functions.get(function) else { return Ok(()) };
        let (from, with) = (self.load_value(from, element, at)?, self.load_value(with, element, at)?);
        let values: Vec<Value> = kernel
            .roles
            .iter()
            .map(|role| if *role == Role::Reduce { with } else { from })
            .collect();
        let (_, written) = self.call_inner_kernel(function, &values, at)?;
        let result = kernel.parameters().find(|(_, _, role)| *role == Role::Reduce);
        match result.and_then(|(local, ..)| written.local_value(local).copied()) {
            Some(value) => self.store_value(to, element, value, at),
            None => Ok(()),
        }
    }

    /// Calls a kernel on the host, with values. Returns what it returns, and the last values of what it writes.
    pub(super) fn call_inner_kernel(
        &mut self,
        number: usize,
        values: &[Value],
        at: Position,
    ) -> Run<(Value, WrittenLocals)> {
        self.count_step(at)?;
        let tree = self.tree;
        let Some(function) = tree.functions.get(number) else { return Ok((Value::Void, WrittenLocals::default())) };
        let Some(body) = function.body.as_ref().filter(|_| function.kind != FunctionKind::Host) else {
            return Ok((Value::Void, WrittenLocals::default()));
        };
        self.run_in_frame(number, values, at, |run| {
            let flow = run.run_line(body)?;
            let mut written = WrittenLocals::default();
            for (local, named, role) in function.parameters() {
                if matches!(role, Role::Out | Role::Reduce) {
                    let value = run.load_value(run.local_address(local), &named.ty, at)?;
                    let kept = match (value, &named.ty) {
                        (Value::Address(address), Type::Struct(_)) => run.keep_struct(address, &named.ty, at)?,
                        (other, _) => other,
                    };
                    written.values.insert(local, kept);
                }
            }
            Ok((if let Flow::Return(value) = flow { value } else { Value::Void }, written))
        })
    }
}

/// The values of the parameters that a kernel wrote.
#[derive(Debug, Default)]
pub(super) struct WrittenLocals {
    values: HashMap<usize, Value>,
}

impl WrittenLocals {
    pub fn local_value(&self, local: usize) -> Option<&Value> {
        self.values.get(&local)
    }
}

/// Combines the words of a leaf.
fn combine_words(operator: Operator, leaf: &Leaf, from: &Words, with: &Words) -> Words {
    let mut words = [0; 4];
    for ((word, &from), &with) in words.iter_mut().zip(from).zip(with) {
        let reals = leaf.kind.is_real();
        let (a, b) = (f32::from_bits(from), f32::from_bits(with));
        *word = match operator {
            Operator::Assign | Operator::Fetch | Operator::Kernel(_) => from,
            Operator::Add if reals => (b + a).to_bits(),
            Operator::Add => with.wrapping_add(from),
            Operator::Multiply if reals => (b * a).to_bits(),
            Operator::Multiply => with.wrapping_mul(from),
            Operator::Increment if reals => (a + 1.0).to_bits(),
            Operator::Increment => from.wrapping_add(1),
        };
    }
    words
}
