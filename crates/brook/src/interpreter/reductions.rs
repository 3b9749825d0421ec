//! Reductions: passes of the kernel, each of which makes one of up to eight neighbours along an axis, until the result has
//! its shape.

use super::kernel_calls::{Argument, KernelCall, build_stream_like};
use super::memory::move_address;
use super::transfers::{FieldStream, store_words};
use super::{Interpreter, Run, end_run};
use crate::fault::Fault;
use crate::glsl::{ELEMENTS_OF_PASS, Form};
use crate::tree::Role;
use gristmill::{Shape, Value as Uniform};

impl Interpreter<'_> {
    /// Reduces a stream to a variable or to a smaller stream.
    pub(super) fn run_reduction(&mut self, call: &KernelCall) -> Run<()> {
        let at = call.at;
        let Some((parameter, source)) = call.streams_of_role(Role::Stream).next() else {
            return end_run(at, "a reduction expects a stream; give one");
        };
        let input = self.find_stream(source, at)?;
        if input.shape.is_empty() {
            return end_run(
                at,
                format!(
                    "{} has no elements, and a reduction of none has no value; give it some",
                    call.name_of(parameter)
                ),
            );
        }
        let target = call.streams_of_role(Role::Reduce).next().map(|(_, number)| number);
        let wanted = match target {
            Some(number) => self.find_stream(number, at)?.shape,
            None => Shape::new(&vec![1; input.shape.rank()]).map_err(|error| Fault::of_library(at, error))?,
        };
        let wanted = pad_shape(wanted, input.shape.rank(), call)?;
        check_shapes(call, input.shape, wanted)?;
        let fields = self.reduce_axes(call, parameter, source, wanted)?;
        match target {
            Some(number) => self.place_reduced(number, fields, wanted.rank(), call),
            None => self.store_reduced(source, fields, call),
        }
    }

    /// Reduces one axis after the other. Returns the fields of the result.
    fn reduce_axes(
        &mut self,
        call: &KernelCall,
        parameter: usize,
        source: i64,
        wanted: Shape,
    ) -> Run<Vec<FieldStream>> {
        let mut current = source;
        let mut extents: Vec<usize> = self.find_stream(source, call.at)?.shape.extents().to_vec();
        let mut last = None;
        for axis in 0..extents.len() {
            let blocks = wanted.extent(axis);
            let mut ratio = extents.get(axis).copied().unwrap_or(1) / blocks.max(1);
            while ratio > 1 {
                let parts = ratio.div_ceil(ELEMENTS_OF_PASS);
                if let Some(extent) = extents.get_mut(axis) {
                    *extent = blocks * parts;
                }
                let fields = self.reduce_once(call, parameter, current, axis, [ratio, parts], &extents)?;
                current = self.keep_partial(source, current, &extents, fields, call)?;
                last = Some(current);
                ratio = parts;
            }
        }
        if last.is_none() {
            let fields = self.reduce_once(call, parameter, current, 0, [1, 1], &extents)?;
            current = self.keep_partial(source, current, &extents, fields, call)?;
        }
        let fields = self
            .streams
            .get_mut(current)
            .map(|stream| std::mem::take(&mut stream.fields))
            .unwrap_or_default();
        self.streams.release_stream(current);
        Ok(fields)
    }

    /// Keeps a partial result as a stream, and frees the one before.
    fn keep_partial(
        &mut self,
        source: i64,
        before: i64,
        extents: &[usize],
        fields: Vec<FieldStream>,
        call: &KernelCall,
    ) -> Run<i64> {
        let shape = Shape::new(extents).map_err(|error| Fault::of_library(call.at, error))?;
        let stream = build_stream_like(self.find_stream(source, call.at)?, shape, fields);
        if before != source {
            self.streams.release_stream(before);
        }
        Ok(self.streams.add_stream(stream))
    }

    /// Runs one pass along an axis.
    fn reduce_once(
        &mut self,
        call: &KernelCall,
        parameter: usize,
        source: i64,
        axis: usize,
        [ratio, parts]: [usize; 2],
        extents: &[usize],
    ) -> Run<Vec<FieldStream>> {
        let mut arguments = call.arguments.clone();
        if let Some(argument) = arguments.get_mut(parameter) {
            *argument = Argument::Stream(source);
        }
        let pass = KernelCall { kernel: call.kernel, function: call.function, arguments, at: call.at };
        let mut access = self.choose_accesses(&pass, None)?;
        if let Some(own) = access.get_mut(parameter)
            && self.find_stream(source, call.at)?.window.is_none()
        {
            *own = crate::glsl::Access::Whole;
        }
        let leaves = self.find_stream(source, call.at)?.leaves.clone();
        let compiled = self.compile_call(call, Form::Reduce, access, (0, leaves.len()))?;
        let shape = Shape::new(extents).map_err(|error| Fault::of_library(call.at, error))?;
        let mut targets = Vec::new();
        for leaf in leaves.iter() {
            let field = FieldStream::reserve(self.device, leaf.kind, leaf.lanes, shape);
            targets.push(field.map_err(|error| Fault::of_library(call.at, error))?);
        }
        let number = |name: &str, value: usize| (name.to_string(), Uniform::Int(value as i32));
        let uniforms =
            vec![number("brook_direction", axis), number("brook_ratio", ratio), number("brook_parts", parts)];
        self.launch_kernel(&pass, &compiled, &mut targets, uniforms, &[])?;
        Ok(targets)
    }

    fn place_reduced(&mut self, number: i64, fields: Vec<FieldStream>, rank: usize, call: &KernelCall) -> Run<()> {
        let target = self.find_stream(number, call.at)?;
        // A result of fewer dimensions keeps its own shape.
        let is_whole = target.window.is_none() && target.shape.rank() == rank;
        self.place_fields(number, is_whole, &mut fields.into_iter(), call.at)
    }

    /// Stores the result in a variable.
    fn store_reduced(&mut self, source: i64, fields: Vec<FieldStream>, call: &KernelCall) -> Run<()> {
        let leaves = self.find_stream(source, call.at)?.leaves.clone();
        let place = call.arguments.iter().find_map(|argument| match argument {
            Argument::Place(address) => Some(*address),
            _ => None,
        });
        let Some(address) = place else { return Ok(()) };
        for (leaf, field) in leaves.iter().zip(fields) {
            let words = field.read(0, 1).map_err(|error| Fault::of_library(call.at, error))?;
            if let Some(words) = words.first() {
                let stored = store_words(&mut self.memory, move_address(address, 0), leaf, words);
                stored.ok_or_else(|| self.bad_address(address, leaf.offset + 1, call.at))?;
            }
        }
        Ok(())
    }
}

/// Returns a result's shape with as many extents as the input has: those in front that it lacks are 1.
fn pad_shape(wanted: Shape, rank: usize, call: &KernelCall) -> Run<Shape> {
    let missing = rank.saturating_sub(wanted.rank());
    let extents: Vec<usize> = std::iter::repeat_n(1, missing)
        .chain(wanted.extents().iter().copied())
        .collect();
    Ok(Shape::new(&extents).map_err(|error| Fault::of_library(call.at, error))?)
}

/// Checks that each extent of the input is a multiple of the result's.
fn check_shapes(call: &KernelCall, input: Shape, wanted: Shape) -> Run<()> {
    let fits = input.rank() == wanted.rank()
        && (0..input.rank())
            .all(|axis| wanted.extent(axis) > 0 && input.extent(axis).is_multiple_of(wanted.extent(axis)));
    match fits {
        true => Ok(()),
        false => end_run(
            call.at,
            format!(
                "{} reduces {input} to {wanted} (the last extent first); each extent of the stream is a multiple of the result's, so give the result a divisor",
                call.name()
            ),
        ),
    }
}
