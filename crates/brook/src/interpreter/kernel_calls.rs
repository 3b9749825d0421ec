//! Calls of kernels: streams to a kernel's parameters, as many passes as its outputs need.

use super::kernel_cache::CompiledText;
use super::memory::{Value, move_address};
use super::streams::BrookStream;
use super::transfers::{FieldStream, load_words};
use super::{Interpreter, Run, end_run};
use crate::fault::{Fault, Position};
use crate::glsl::{Access, Form, Variant, stored_kind};
use crate::lexer::shorten_name;
use crate::syntax::FunctionKind;
use crate::tree::{Function, Node, Role};
use crate::types::{Kind, Leaf, Type};
use gristmill::{Shape, Value as Uniform};
use std::rc::Rc;

/// The most outputs of one pass: cards of the time had no more.
const MOST_OUTPUTS: usize = 4;

/// An argument of a kernel's call.
#[derive(Debug, Clone, Copy)]
pub(super) enum Argument {
    Constant(Value),
    Stream(i64),
    /// A variable that a reduction writes.
    Place(u64),
}

/// A call that is being made: the kernel, its arguments, and the place of the call.
pub(super) struct KernelCall<'c> {
    pub kernel: usize,
    pub function: &'c Function,
    pub arguments: Vec<Argument>,
    pub at: Position,
}

/// A uniform with its name.
pub(super) type NamedUniform = (String, Uniform);

impl Interpreter<'_> {
    pub(super) fn call_kernel(&mut self, kernel: usize, arguments: &[Node], at: Position) -> Run<()> {
        self.count_step(at)?;
        let tree = self.tree;
        let Some(function) = tree.functions.get(kernel) else { return Ok(()) };
        let mut values = Vec::new();
        for (argument, (_, _, role)) in arguments.iter().zip(function.parameters()) {
            values.push(match (role, &argument.ty) {
                (Role::Constant, _) => Argument::Constant(self.evaluate_node(argument)?),
                (_, Type::Stream(_)) => Argument::Stream(self.stream_number(argument)?),
                _ => Argument::Place(self.find_address(argument)?),
            });
        }
        let call = KernelCall { kernel, function, arguments: values, at };
        self.check_elements(&call)?;
        if function.kind == FunctionKind::Reduction {
            return self.run_reduction(&call);
        }
        if !call.has_role(Role::Out) && !call.has_role(Role::Push) {
            let name = shorten_name(&function.name);
            return end_run(
                at,
                format!("the kernel {name} has no `out` stream, so a call computes nothing; give it one"),
            );
        }
        if call.has_role(Role::Out) {
            self.run_map(&call)?;
        }
        if call.has_role(Role::Push) {
            self.run_pushes(&call)?;
        }
        Ok(())
    }

    /// Checks that each stream has the elements of its parameter: a host function may have passed on others.
    fn check_elements(&self, call: &KernelCall) -> Run<()> {
        for (argument, (_, named, _)) in call.arguments.iter().zip(call.function.parameters()) {
            let Argument::Stream(number) = argument else { continue };
            let element = match &named.ty {
                Type::Gather(element, _) => element,
                other => other,
            };
            let stream = self.find_stream(*number, call.at)?;
            if *stream.element != *element {
                let (wanted, found) =
                    (self.tree.types.describe_type(element), self.tree.types.describe_type(&stream.element));
                let (name, kernel) = (shorten_name(&named.name), call.name());
                let sentence = format!(
                    "expected a stream of {wanted} for {name} of {kernel}, found one of {found}; declare it as {wanted}"
                );
                return end_run(call.at, sentence);
            }
        }
        Ok(())
    }

    /// Runs a kernel for each element of its outputs.
    fn run_map(&mut self, call: &KernelCall) -> Run<()> {
        let outputs: Vec<(usize, i64)> = call.streams_of_role(Role::Out).collect();
        let shape = self.output_shape(call, &outputs)?;
        if shape.is_empty() {
            return Ok(());
        }
        let access = self.choose_accesses(call, Some(shape))?;
        let leaves: usize = outputs
            .iter()
            .map(|(_, number)| self.streams.find_stream(*number).map_or(0, |stream| stream.leaves.len()))
            .sum();
        let group = self.outputs_of_pass(call, leaves);
        let mut first = 0;
        let mut written: Vec<FieldStream> = Vec::new();
        while first < leaves {
            let count = group.min(leaves - first);
            let compiled = self.compile_call(call, Form::Map, access.clone(), (first, count))?;
            let mut targets = self.new_targets(call, &compiled, shape)?;
            self.launch_kernel(call, &compiled, &mut targets, Vec::new(), &[])?;
            written.extend(targets);
            first += count;
        }
        self.place_outputs(&outputs, written, call.at)
    }

    /// Compiles the kernel of a call: in this form, with these reads, for some of its outputs from the first on.
    pub(super) fn compile_call(
        &mut self,
        call: &KernelCall,
        form: Form,
        access: Vec<Access>,
        outputs: (usize, usize),
    ) -> Run<Rc<CompiledText>> {
        let variant = Variant { is_compute: self.is_compute(), form, access, outputs };
        Ok(self
            .kernels
            .compile_kernel(self.tree, self.device, call.kernel, variant, call.at)?)
    }

    /// Returns the shape of a call's outputs, which is one.
    fn output_shape(&self, call: &KernelCall, outputs: &[(usize, i64)]) -> Run<Shape> {
        let mut shape: Option<(Shape, usize)> = None;
        for (parameter, number) in outputs {
            let own = self.find_stream(*number, call.at)?.shape;
            match shape {
                Some((known, first)) if known != own => {
                    let (one, other) = (call.name_of(first), call.name_of(*parameter));
                    return end_run(
                        call.at,
                        format!(
                            "the outputs of {} have one shape: {one} is {known}, {other} is {own} (the last extent first); make them equal",
                            call.name()
                        ),
                    );
                }
                None => shape = Some((own, *parameter)),
                _ => {}
            }
        }
        shape
            .map(|(shape, _)| shape)
            .ok_or_else(|| Fault::of_run(call.at, "expected an output of this kernel; give one").into())
    }

    /// Returns how a kernel reads each of its streams for outputs of a shape; without a shape, element by element of none.
    pub(super) fn choose_accesses(&self, call: &KernelCall, shape: Option<Shape>) -> Run<Vec<Access>> {
        let mut access = Vec::new();
        for (argument, (_, named, role)) in call.arguments.iter().zip(call.function.parameters()) {
            let Argument::Stream(number) = argument else {
                access.push(Access::Whole);
                continue;
            };
            let stream = self.find_stream(*number, call.at)?;
            if matches!(role, Role::Stream | Role::Gather) && stream.shape.is_empty() {
                let name = shorten_name(&named.name);
                return end_run(
                    call.at,
                    format!("{} reads {name}, which has no elements; give a stream with some", call.name()),
                );
            }
            access.push(match (role, &stream.window, shape) {
                (Role::Stream, None, Some(shape)) if stream.shape == shape => Access::Aligned,
                (Role::Stream, _, Some(shape)) if stream.shape.rank() != shape.rank() => {
                    let name = shorten_name(&named.name);
                    return end_run(
                        call.at,
                        format!("{} reads {name} of {} for outputs of {shape} (the last extent first); a stream is repeated or strided to outputs of as many dimensions, so give it {}", call.name(), stream.shape, shape.rank()),
                    );
                }
                (Role::Stream | Role::Gather, Some(_), _) => Access::Window,
                // A gather with one index counts all elements of a stream of several dimensions.
                (Role::Gather, None, _) if matches!(&named.ty, Type::Gather(_, 1)) && stream.shape.rank() > 1 => Access::Window,
                _ => Access::Whole,
            });
        }
        Ok(access)
    }

    /// Returns how many outputs one pass may write.
    fn outputs_of_pass(&self, call: &KernelCall, leaves: usize) -> usize {
        let limits = self.device.limits();
        match self.is_compute() {
            false => MOST_OUTPUTS.min(limits.outputs).max(1),
            true => {
                let read: usize = call
                    .arguments
                    .iter()
                    .zip(call.function.parameters())
                    .filter_map(|(argument, (_, _, role))| match argument {
                        Argument::Stream(number) if matches!(role, Role::Stream | Role::Gather) => {
                            self.streams.find_stream(*number)
                        }
                        _ => None,
                    })
                    .map(|stream| stream.leaves.len())
                    .sum();
                limits.buffers.saturating_sub(read).clamp(1, leaves.max(1))
            }
        }
    }

    /// Creates the streams that a pass writes. A kernel that leaves elements as they were gets their values.
    fn new_targets(&self, call: &KernelCall, compiled: &CompiledText, shape: Shape) -> Run<Vec<FieldStream>> {
        let mut targets = Vec::new();
        for binding in &compiled.text.outputs {
            let Some(Argument::Stream(number)) = call.arguments.get(binding.parameter) else { continue };
            let stream = self.find_stream(*number, call.at)?;
            let Some(leaf) = stream.leaves.get(binding.leaf) else { continue };
            let field = match compiled.text.discards {
                true => {
                    let words = self.read_leaf(*number, binding.leaf, call.at)?;
                    FieldStream::new(self.device, leaf.kind, leaf.lanes, shape, Some(&words))
                }
                false => FieldStream::reserve(self.device, leaf.kind, leaf.lanes, shape),
            };
            targets.push(field.map_err(|error| Fault::of_library(call.at, error))?);
        }
        Ok(targets)
    }

    /// Puts what was computed in the place of the outputs, or in their parts.
    fn place_outputs(&mut self, outputs: &[(usize, i64)], written: Vec<FieldStream>, at: Position) -> Run<()> {
        let mut written = written.into_iter();
        for (_, number) in outputs {
            let is_whole = self.find_stream(*number, at)?.window.is_none();
            self.place_fields(*number, is_whole, &mut written, at)?;
        }
        Ok(())
    }

    /// Puts new fields in the place of a stream's, or copies them to its part.
    pub(super) fn place_fields(
        &mut self,
        number: i64,
        is_whole: bool,
        fields: &mut dyn Iterator<Item = FieldStream>,
        at: Position,
    ) -> Run<()> {
        let rows = self.rows_of(number, at)?;
        let holder = self.streams.find_holder(number);
        let Some(stream) = self.streams.get_mut(holder) else { return Ok(()) };
        for (field, new) in stream.fields.iter_mut().zip(fields) {
            if is_whole {
                *field = new;
                continue;
            }
            for (start, inner, length) in &rows {
                let copied = field.copy_range(*start, &new, *inner, *length);
                copied.map_err(|error| Fault::of_library(at, error))?;
            }
        }
        Ok(())
    }

    /// Launches a compiled kernel: binds its streams and uniforms, and `extra` streams by their names.
    pub(super) fn launch_kernel(
        &self,
        call: &KernelCall,
        compiled: &CompiledText,
        targets: &mut [FieldStream],
        mut uniforms: Vec<NamedUniform>,
        extra: &[(&str, &FieldStream)],
    ) -> Run<()> {
        let fail = |error| Fault::of_library(call.at, error);
        for binding in &compiled.text.uniforms {
            let leaf = self.leaf_of(call.function, binding.parameter, binding.leaf);
            if let (Some(Argument::Constant(value)), Some(leaf)) = (call.arguments.get(binding.parameter), leaf) {
                uniforms.push((binding.name.clone(), self.build_uniform(*value, &leaf, call.at)?));
            }
        }
        for parameter in &compiled.text.windows {
            uniforms.extend(self.window_uniforms(call, *parameter)?);
        }
        let mut launched = compiled.kernel.call();
        for (name, value) in &uniforms {
            launched = launched.uniform(name, *value);
        }
        for binding in &compiled.text.inputs {
            let Some(Argument::Stream(number)) = call.arguments.get(binding.parameter) else { continue };
            let holder = self.find_stream(self.streams.find_holder(*number), call.at)?;
            if let Some(field) = holder.fields.get(binding.leaf) {
                launched = field.bind_read(launched, &binding.name);
            }
        }
        for (name, field) in extra {
            launched = field.bind_read(launched, name);
        }
        for (binding, target) in compiled.text.outputs.iter().zip(targets) {
            launched = target.bind_written(launched, &binding.name);
        }
        Ok(launched.run().map_err(fail)?)
    }

    fn leaf_of(&self, function: &Function, parameter: usize, leaf: usize) -> Option<Leaf> {
        let named = function.locals.get(parameter)?;
        self.tree.types.list_leaves(&named.ty).ok()?.get(leaf).cloned()
    }

    /// Returns the bounds of a stream's part as the uniforms of a parameter.
    fn window_uniforms(&self, call: &KernelCall, parameter: usize) -> Run<[NamedUniform; 2]> {
        let Some(Argument::Stream(number)) = call.arguments.get(parameter) else {
            return end_run(call.at, "expected a stream for this parameter; give one");
        };
        let stream = self.find_stream(*number, call.at)?;
        let from = stream.window.as_ref().map_or([0; 4], |window| window.from);
        let flat = matches!(call.function.locals.get(parameter).map(|named| &named.ty), Some(Type::Gather(_, 1)));
        let extents = match (flat, &stream.window) {
            (true, None) => [stream.shape.len(), 1, 1, 1],
            _ => stream.extents(),
        };
        let vector = |numbers: [usize; 4]| Uniform::IVec4(numbers.map(|number| number as i32));
        Ok([(format!("brook_from_{parameter}"), vector(from)), (format!("brook_extent_{parameter}"), vector(extents))])
    }

    /// Returns a number or vector of a constant argument as a uniform.
    fn build_uniform(&self, value: Value, leaf: &Leaf, at: Position) -> Run<Uniform> {
        let words = match value {
            Value::Address(address) => {
                let words = load_words(&self.memory, move_address(address, 0), leaf);
                words.ok_or_else(|| self.bad_address(address, leaf.offset + 1, at))?
            }
            Value::Vector(words) => words,
            Value::Real(real) if leaf.kind == Kind::Double => {
                let bits = real.to_bits();
                [bits as u32, (bits >> 32) as u32, 0, 0]
            }
            Value::Real(real) => [(real as f32).to_bits(), 0, 0, 0],
            Value::Whole(whole) => [whole as u32, 0, 0, 0],
            Value::Void => [0; 4],
        };
        Ok(uniform_of_words(words, leaf))
    }
}

fn uniform_of_words([x, y, z, w]: [u32; 4], leaf: &Leaf) -> Uniform {
    let float = f32::from_bits;
    let int = |word: u32| word as i32;
    if leaf.kind == Kind::Bool {
        return Uniform::Bool(x != 0);
    }
    match stored_kind(leaf.kind, leaf.lanes) {
        (Kind::Float, 1) => Uniform::Float(float(x)),
        (Kind::Float, 2) => Uniform::Vec2([x, y].map(float)),
        (Kind::Float, 3) => Uniform::Vec3([x, y, z].map(float)),
        (Kind::Float, _) => Uniform::Vec4([x, y, z, w].map(float)),
        (Kind::UInt, 1) => Uniform::UInt(x),
        (Kind::UInt, 2) => Uniform::UVec2([x, y]),
        (Kind::UInt, 3) => Uniform::UVec3([x, y, z]),
        (Kind::UInt, _) => Uniform::UVec4([x, y, z, w]),
        (_, 1) => Uniform::Int(int(x)),
        (_, 2) => Uniform::IVec2([x, y].map(int)),
        (_, 3) => Uniform::IVec3([x, y, z].map(int)),
        (_, _) => Uniform::IVec4([x, y, z, w].map(int)),
    }
}

impl KernelCall<'_> {
    fn has_role(&self, wanted: Role) -> bool {
        self.function.roles.contains(&wanted)
    }

    /// Returns the parameters of a role with their streams.
    pub fn streams_of_role(&self, wanted: Role) -> impl Iterator<Item = (usize, i64)> {
        self.arguments.iter().zip(self.function.parameters()).filter_map(
            move |(argument, (at, _, role))| match argument {
                Argument::Stream(number) if role == wanted => Some((at, *number)),
                _ => None,
            },
        )
    }

    pub fn name(&self) -> String {
        shorten_name(&self.function.name)
    }

    pub fn name_of(&self, parameter: usize) -> String {
        self.function
            .locals
            .get(parameter)
            .map_or(String::new(), |named| shorten_name(&named.name))
    }
}

/// Returns a stream of another shape with the same elements as one.
pub(super) fn build_stream_like(stream: &BrookStream, shape: Shape, fields: Vec<FieldStream>) -> BrookStream {
    BrookStream { element: stream.element.clone(), leaves: stream.leaves.clone(), shape, fields, window: None }
}
