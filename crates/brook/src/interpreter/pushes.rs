//! Streams that grow: `vout`. A first pass counts what each element pushes, a second computes each pushed element by the
//! element that pushes it.

use super::kernel_calls::{KernelCall, build_stream_like};
use super::transfers::{FieldStream, Words};
use super::{Interpreter, Run, end_run};
use crate::fault::Fault;
use crate::glsl::{Access, Form};
use crate::tree::Role;
use crate::types::Kind;
use gristmill::{Shape, Value as Uniform};

/// The most elements that one call pushes.
const MOST_PUSHED: usize = 1 << 24;

impl Interpreter<'_> {
    /// Computes each `vout` parameter of a call.
    pub(super) fn run_pushes(&mut self, call: &KernelCall) -> Run<()> {
        let pushed: Vec<(usize, i64)> = call.streams_of_role(Role::Push).collect();
        let shape = match call.streams_of_role(Role::Stream).next() {
            Some((_, number)) => self.find_stream(number, call.at)?.shape,
            None => match pushed.first() {
                Some((_, number)) => self.find_stream(*number, call.at)?.shape,
                None => return Ok(()),
            },
        };
        let mut results = Vec::new();
        for (parameter, number) in &pushed {
            let counts = match shape.is_empty() {
                true => Vec::new(),
                false => self.count_pushes(call, *parameter, shape)?,
            };
            results.push((*number, self.collect_pushes(call, *parameter, *number, shape, &counts)?));
        }
        for (number, (shape, fields)) in results {
            if self.find_stream(number, call.at)?.window.is_some() {
                return end_run(call.at, "a `vout` stream grows, so it is no part of a stream; give a whole one");
            }
            let known = self.find_stream(number, call.at)?;
            let grown = build_stream_like(known, shape, fields);
            if let Some(stream) = self.streams.get_mut(number) {
                *stream = grown;
            }
        }
        Ok(())
    }

    /// Counts what each element pushes on a parameter.
    fn count_pushes(&mut self, call: &KernelCall, parameter: usize, shape: Shape) -> Run<Vec<i32>> {
        let access = self.choose_accesses(call, Some(shape))?;
        let compiled = self.compile_call(call, Form::Count(parameter), access, (0, 0))?;
        let mut counts = FieldStream::reserve(self.device, Kind::Int, 1, shape)
            .map_err(|error| Fault::of_library(call.at, error))?;
        self.launch_kernel(call, &compiled, std::slice::from_mut(&mut counts), Vec::new(), &[])?;
        let words = counts.read(0, shape.len()).map_err(|error| Fault::of_library(call.at, error))?;
        Ok(words.iter().map(|[count, ..]| *count as i32).collect())
    }

    /// Computes the pushed elements, in the order of those that push them. Returns their stream.
    fn collect_pushes(
        &mut self,
        call: &KernelCall,
        parameter: usize,
        number: i64,
        domain: Shape,
        counts: &[i32],
    ) -> Run<(Shape, Vec<FieldStream>)> {
        let fail = |error| Fault::of_library(call.at, error);
        let mut sources: Vec<Words> = Vec::new();
        let mut ordinals: Vec<Words> = Vec::new();
        for (element, &count) in counts.iter().enumerate() {
            for ordinal in 0..count.max(0) as u32 {
                sources.push([element as u32, 0, 0, 0]);
                ordinals.push([ordinal, 0, 0, 0]);
            }
            if sources.len() > MOST_PUSHED {
                return end_run(
                    call.at,
                    format!("{} pushes more than {MOST_PUSHED} elements; push fewer", call.name()),
                );
            }
        }
        let known = self.find_stream(number, call.at)?;
        let shape = grown_shape(known.shape, sources.len()).map_err(fail)?;
        let leaves = known.leaves.clone();
        let mut targets = Vec::new();
        for leaf in leaves.iter() {
            targets.push(FieldStream::new(self.device, leaf.kind, leaf.lanes, shape, None).map_err(fail)?);
        }
        if shape.is_empty() {
            return Ok((shape, targets));
        }
        // The rest of the last row pushes nothing: it reads the last element, and is marked afterwards.
        let pushed = sources.len();
        let last = sources.last().copied().unwrap_or_default();
        sources.resize(shape.len(), last);
        ordinals.resize(shape.len(), [0; 4]);
        let mut access = self.choose_accesses(call, Some(domain))?;
        for own in access.iter_mut().filter(|own| **own == Access::Aligned) {
            *own = Access::Whole;
        }
        let compiled = self.compile_call(call, Form::Push(parameter), access, (0, leaves.len()))?;
        let source = FieldStream::new(self.device, Kind::Int, 1, shape, Some(&sources)).map_err(fail)?;
        let ordinal = FieldStream::new(self.device, Kind::Int, 1, shape, Some(&ordinals)).map_err(fail)?;
        let extents = [0, 1, 2, 3].map(|axis| domain.extent(axis) as i32);
        let uniforms = vec![("brook_shape".to_string(), Uniform::IVec4(extents))];
        self.launch_kernel(
            call,
            &compiled,
            &mut targets,
            uniforms,
            &[("brook_source", &source), ("brook_ordinal", &ordinal)],
        )?;
        let rest = shape.len() - pushed;
        for (leaf, target) in leaves.iter().zip(&mut targets).filter(|_| rest > 0) {
            let mark = if leaf.kind.is_real() { f32::INFINITY.to_bits() } else { 0 };
            target.write(pushed, &vec![[mark; 4]; rest]).map_err(fail)?;
        }
        Ok((shape, targets))
    }
}

/// Returns the shape of a stream that grew to so many elements: rows of the same length as before.
fn grown_shape(before: Shape, elements: usize) -> gristmill::Result<Shape> {
    match before.rank() {
        1 => Ok(Shape::from(elements)),
        _ => {
            let width = before.extent(0).max(1);
            Shape::new(&[width, elements.div_ceil(width)])
        }
    }
}
