//! Streams of the host part: declared, read, written, printed, swapped.

use super::memory::{Value, move_address};
use super::streams::{BrookStream, Window, window_rows};
use super::transfers::{FieldStream, Words, load_words, store_words};
use super::{Interpreter, Run, end_run};
use crate::fault::{Fault, Position};
use crate::tree::Node;
use crate::types::{Kind, Type};
use gristmill::Shape;
use std::rc::Rc;

/// The most elements of a stream.
const MOST_ELEMENTS: usize = 1 << 27;

impl Interpreter<'_> {
    /// Evaluates a stream to its number.
    pub(super) fn stream_number(&mut self, node: &Node) -> Run<i64> {
        match self.evaluate_node(node)? {
            Value::Whole(number) if self.streams.find_stream(number).is_some() => Ok(number),
            _ => end_run(
                node.at,
                "this stream is not there any more, or was never declared; declare it where it is used",
            ),
        }
    }

    pub(super) fn find_stream(&self, number: i64, at: Position) -> Run<&BrookStream> {
        self.streams
            .find_stream(number)
            .ok_or_else(|| Fault::of_run(at, "this stream is not there any more; declare it again").into())
    }

    /// Evaluates extents, slowest first, to a shape.
    fn evaluate_shape(&mut self, extents: &[Node], at: Position) -> Run<Shape> {
        let mut sizes = Vec::new();
        for extent in extents {
            match self.evaluate_node(extent)? {
                Value::Whole(size) if (0..=i64::from(i32::MAX)).contains(&size) => sizes.push(size as usize),
                Value::Whole(size) => {
                    return end_run(extent.at, format!("expected an extent of 0 or more, found {size}; give another"));
                }
                _ => sizes.push(0),
            }
        }
        sizes.reverse();
        let shape = Shape::new(&sizes).map_err(|error| Fault::of_library(at, error))?;
        let elements = sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
        match elements.filter(|&elements| elements <= MOST_ELEMENTS) {
            Some(_) => Ok(shape),
            None => end_run(at, format!("a stream of {shape} has more than {MOST_ELEMENTS} elements; make it smaller")),
        }
    }

    fn element_of(&self, ty: &Type) -> Rc<Type> {
        match ty {
            Type::Stream(element) => element.clone(),
            other => Rc::new(other.clone()),
        }
    }

    /// Creates a stream of zeros.
    pub(super) fn create_stream(&mut self, ty: &Type, extents: &[Node], at: Position) -> Run<i64> {
        let shape = self.evaluate_shape(extents, at)?;
        let element = self.element_of(ty);
        let stream = self.new_stream(element, shape, at)?;
        Ok(self.streams.add_stream(stream))
    }

    pub(super) fn new_stream(&self, element: Rc<Type>, shape: Shape, at: Position) -> Run<BrookStream> {
        let leaves = self.tree.types.list_leaves(&element).unwrap_or_default();
        let mut fields = Vec::new();
        for leaf in &leaves {
            let field = FieldStream::new(self.device, leaf.kind, leaf.lanes, shape, None);
            fields.push(field.map_err(|error| Fault::of_library(at, error))?);
        }
        Ok(BrookStream { element, leaves: Rc::new(leaves), shape, fields, window: None })
    }

    /// Creates an iterator as the stream of its values: from the first, evenly, up to before the end. Each component of a
    /// vector counts along its own axis if there are as many axes.
    pub(super) fn create_iterator(
        &mut self,
        ty: &Type,
        extents: &[Node],
        from: &Node,
        to: &Node,
        at: Position,
    ) -> Run<i64> {
        let shape = self.evaluate_shape(extents, at)?;
        let element = self.element_of(ty);
        let lanes = usize::from(element.as_number().map_or(1, |(_, lanes)| lanes));
        let parts = |value: Value| match value {
            Value::Vector(words) => words.map(f32::from_bits),
            Value::Real(real) => [real as f32; 4],
            _ => [0.0; 4],
        };
        let (from, to) = (parts(self.evaluate_node(from)?), parts(self.evaluate_node(to)?));
        let mut words: Vec<Words> = Vec::with_capacity(shape.len());
        for index in 0..shape.len() {
            let place = shape.position(index);
            let mut element = [0; 4];
            for (lane, word) in element.iter_mut().enumerate().take(lanes) {
                let axis = if lanes == shape.rank() { lane } else { 0 };
                let (first, last) = (from.get(lane).copied().unwrap_or(0.0), to.get(lane).copied().unwrap_or(0.0));
                let number = place.get(axis).copied().unwrap_or(0) as f32;
                *word = (first + (last - first) * number / shape.extent(axis) as f32).to_bits();
            }
            words.push(element);
        }
        let leaves = self.tree.types.list_leaves(&element).unwrap_or_default();
        let field = FieldStream::new(self.device, Kind::Float, lanes as u8, shape, Some(&words));
        let fields = vec![field.map_err(|error| Fault::of_library(at, error))?];
        Ok(self
            .streams
            .add_stream(BrookStream { element, leaves: Rc::new(leaves), shape, fields, window: None }))
    }

    /// Opens a part of a stream.
    pub(super) fn open_domain(&mut self, stream: &Node, from: &Node, to: &Node, at: Position) -> Run<Value> {
        let parent = self.stream_number(stream)?;
        let bounds = |value: Value| match value {
            Value::Vector(words) => words.map(|word| i64::from(word as i32)),
            Value::Whole(whole) => [whole, 0, 0, 0],
            _ => [0; 4],
        };
        let (from, to) = (bounds(self.evaluate_node(from)?), bounds(self.evaluate_node(to)?));
        let known = self.find_stream(parent, at)?;
        if known.window.is_some() {
            return end_run(
                at,
                "expected a whole stream before .domain, found a part of one; name the bounds in the whole stream",
            );
        }
        let rank = known.shape.rank();
        let mut window = Window { parent, from: [0; 4], to: [1; 4] };
        let mut sizes = Vec::new();
        for axis in 0..rank {
            let (first, last) = (from.get(axis).copied().unwrap_or(0), to.get(axis).copied().unwrap_or(0));
            let extent = known.shape.extent(axis);
            let both = usize::try_from(first).ok().zip(usize::try_from(last).ok());
            let Some((first, last)) = both.filter(|(first, last)| first <= last && *last <= extent) else {
                return end_run(
                    at,
                    format!(
                        "expected a domain inside 0 to {extent} along axis {axis} (0 is the last extent), found {first} to {last}; stay inside the stream"
                    ),
                );
            };
            if let (Some(from), Some(to)) = (window.from.get_mut(axis), window.to.get_mut(axis)) {
                (*from, *to) = (first, last);
            }
            sizes.push(last - first);
        }
        let shape = Shape::new(&sizes).map_err(|error| Fault::of_library(at, error))?;
        let (element, leaves) = (known.element.clone(), known.leaves.clone());
        let part = BrookStream { element, leaves, shape, fields: Vec::new(), window: Some(window) };
        Ok(Value::Whole(self.streams.add_domain(part)))
    }

    /// Makes a stream a copy of another one.
    pub(super) fn copy_stream(&mut self, to: i64, from: i64, at: Position) -> Run<()> {
        let source = self.find_stream(from, at)?;
        if source.window.is_some() || self.find_stream(to, at)?.window.is_some() {
            return end_run(at, "a part of a stream is not assigned; copy it by a kernel");
        }
        let mut fields = Vec::new();
        for (leaf, field) in source.leaves.iter().zip(&source.fields) {
            let copied = FieldStream::reserve(self.device, leaf.kind, leaf.lanes, source.shape).and_then(|mut copy| {
                copy.copy_range(0, field, 0, source.shape.len())?;
                Ok(copy)
            });
            fields.push(copied.map_err(|error| Fault::of_library(at, error))?);
        }
        let copy = super::kernel_calls::build_stream_like(source, source.shape, fields);
        if let Some(place) = self.streams.get_mut(to) {
            *place = copy;
        }
        Ok(())
    }

    /// Fills a stream from the host's memory.
    pub(super) fn read_stream(&mut self, number: i64, address: u64, at: Position) -> Run<()> {
        let known = self.find_stream(number, at)?;
        let (leaves, size, count) = (known.leaves.clone(), self.tree.types.size(&known.element), known.shape.len());
        let rows = self.rows_of(number, at)?;
        if self.memory.read(address, size.saturating_mul(count)).is_none() {
            return Err(self.short_array(address, size, count, "streamRead reads", at));
        }
        let holder = self.streams.find_holder(number);
        for (place, leaf) in leaves.iter().enumerate() {
            for (start, inner, length) in &rows {
                let words: Option<Vec<Words>> = (*inner..inner + length)
                    .map(|element| load_words(&self.memory, move_address(address, (element * size) as i64), leaf))
                    .collect();
                let field = self.streams.get_mut(holder).and_then(|stream| stream.fields.get_mut(place));
                if let (Some(words), Some(field)) = (words, field) {
                    field.write(*start, &words).map_err(|error| Fault::of_library(at, error))?;
                }
            }
        }
        Ok(())
    }

    /// Copies a stream to the host's memory.
    pub(super) fn write_stream(&mut self, number: i64, address: u64, at: Position) -> Run<()> {
        let known = self.find_stream(number, at)?;
        let (leaves, size, count) = (known.leaves.clone(), self.tree.types.size(&known.element), known.shape.len());
        if self.memory.read(address, size.saturating_mul(count)).is_none() {
            return Err(self.short_array(address, size, count, "streamWrite writes", at));
        }
        for (place, leaf) in leaves.iter().enumerate() {
            let words = self.read_leaf(number, place, at)?;
            for (element, words) in words.iter().enumerate() {
                store_words(&mut self.memory, move_address(address, (element * size) as i64), leaf, words);
            }
        }
        Ok(())
    }

    fn short_array(&self, address: u64, size: usize, count: usize, what: &str, at: Position) -> super::Stop {
        match self.memory.read_rest(address) {
            Some(rest) => Fault::of_run(
                at,
                format!("{what} {count} elements of {size} bytes, the array has {} bytes from there; make it larger, or the stream smaller", rest.len()),
            )
            .into(),
            None => self.bad_address(address, size.saturating_mul(count), at),
        }
    }

    /// Returns the rows of a stream's elements in the stream that holds them.
    pub(super) fn rows_of(&self, number: i64, at: Position) -> Run<Vec<(usize, usize, usize)>> {
        let known = self.find_stream(number, at)?;
        match &known.window {
            None => Ok(vec![(0, 0, known.shape.len())]),
            Some(window) => Ok(window_rows(window, self.find_stream(window.parent, at)?.shape)),
        }
    }

    /// Reads a number or vector of all elements.
    pub(super) fn read_leaf(&self, number: i64, leaf: usize, at: Position) -> Run<Vec<Words>> {
        let rows = self.rows_of(number, at)?;
        let holder = self.find_stream(self.streams.find_holder(number), at)?;
        let mut words = Vec::new();
        if let Some(field) = holder.fields.get(leaf) {
            for (start, _, length) in rows {
                words.extend(field.read(start, length).map_err(|error| Fault::of_library(at, error))?);
            }
        }
        Ok(words)
    }

    /// Prints a stream as Brook does: a row to each line, numbers with two digits, vectors and structs in braces.
    pub(super) fn print_stream(&mut self, number: i64, at: Position) -> Run<()> {
        let known = self.find_stream(number, at)?;
        let (leaves, count, width) = (known.leaves.clone(), known.shape.len(), known.shape.extent(0));
        let mut columns = Vec::new();
        for (place, leaf) in leaves.iter().enumerate() {
            columns.push((leaf.clone(), self.read_leaf(number, place, at)?));
        }
        let several = columns.iter().map(|(leaf, _)| usize::from(leaf.lanes)).sum::<usize>() != 1;
        let mut text = String::new();
        for element in 0..count {
            let mut numbers = Vec::new();
            for (leaf, words) in &columns {
                for lane in 0..usize::from(leaf.lanes) {
                    let word = words.get(element).and_then(|words| words.get(lane)).copied().unwrap_or(0);
                    numbers.push(printed_number(word, leaf.kind));
                }
            }
            match several {
                true => text += &format!("{{{}}}", numbers.join(", ")),
                false => text += &format!("{} ", numbers.concat()),
            }
            if (element + 1) % width.max(1) == 0 {
                text.push('\n');
            }
        }
        self.print_bytes(text.as_bytes(), at)
    }
}

fn printed_number(word: u32, kind: Kind) -> String {
    let value = match kind {
        Kind::Float | Kind::Fixed => f32::from_bits(word),
        Kind::UInt => word as f32,
        _ => word as i32 as f32,
    };
    if value.is_nan() {
        "NaN".to_string()
    } else if value.is_infinite() || value == 36_893_206_672_442_393_000.0 || value == -18_446_321_861_244_485_632.0 {
        "inf".to_string()
    } else if value.abs() < 0.000_001 {
        "0.00".to_string()
    } else {
        format!("{value:.2}")
    }
}
