//! Uniforms that the library sets, and a stream's entry in a trace: alike in both eras.

use super::bindings::BoundStream;
use super::builder::Call;
use crate::kernel::AutomaticUniform;
use crate::stream::RawStream;
use crate::trace::Use;
use gristmill_machine::Value;

/// Returns the value of a uniform that the library sets.
pub(crate) fn automatic_value(call: &Call, output: &RawStream, automatic: &AutomaticUniform, slice: usize) -> Value {
    let known = |name: &str| call.known.iter().find(|bound| bound.name == name);
    let raw = |name: &str| call.find_stream(name).or_else(|| known(name)).map_or(output, |bound| bound.raw);
    let named = |name: &Option<String>| name.as_deref().map_or(output, raw);
    match automatic {
        AutomaticUniform::ElementCount => Value::Int(output.plan.shape().len() as i32),
        AutomaticUniform::OutputWidth => Value::Int(output.plan.size()[0] as i32),
        AutomaticUniform::OutputShape => read_shape(output),
        AutomaticUniform::OutputColumns => Value::Int(output.plan.columns() as i32),
        AutomaticUniform::Slice => Value::Int(slice as i32),
        AutomaticUniform::Count(name) => Value::Int(raw(name).plan.shape().len() as i32),
        AutomaticUniform::Shape(name) => read_shape(raw(name)),
        AutomaticUniform::Columns(name) => Value::Int(raw(name).plan.columns() as i32),
        AutomaticUniform::Size(name) => Value::Vec2(read_sides(named(name))),
        AutomaticUniform::Floats(known) => match automatic_value(call, output, known, slice) {
            Value::Int(whole) => Value::Float(whole as f32),
            Value::IVec4(whole) => Value::Vec4(whole.map(|extent| extent as f32)),
            other => other,
        },
        AutomaticUniform::Texel(Some(name)) => Value::Vec2(raw(name).texel()),
        // Nobody reads the output by a coordinate; vertex kernels place points by this.
        AutomaticUniform::Texel(None) => Value::Vec2(read_sides(output).map(|side| 1.0 / side.max(1.0))),
    }
}

fn read_sides(raw: &RawStream) -> [f32; 2] {
    [0, 1].map(|axis| raw.plan.size()[axis] as f32)
}

fn read_shape(raw: &RawStream) -> Value {
    let shape = raw.plan.shape();
    Value::IVec4([0, 1, 2, 3].map(|axis| shape.extent(axis) as i32))
}

/// Returns a stream's entry in a trace, for a launch that touches at most `elements` elements of one part.
pub(super) fn use_of_elements(bound: &BoundStream, parts: usize, elements: usize) -> Use {
    let whole = use_of_stream(bound, parts);
    Use { bytes: whole.bytes.min(elements.saturating_mul(bound.raw.format.bytes())), ..whole }
}

/// Returns a stream's entry in a trace.
pub(super) fn use_of_stream(bound: &BoundStream, parts: usize) -> Use {
    Use { name: bound.name.to_string(), stream: bound.raw.id, bytes: bound.raw.byte_size() / parts.max(1) }
}
