//! Checks of a call that both eras share: names, the machine, samplers, shapes.

use super::bindings::{BoundStream, CallExtent, StreamRole};
use super::builder::Call;
use crate::machine::Machine;
use crate::stream::RawStream;
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::Layout;
use gristmill_machine::{Filter, Sampling, Wrap};
use gristmill_shader::Dimension;
use std::rc::Rc;

/// Checks that everything bound belongs to the kernel's machine: another machine cannot read its memory.
pub(super) fn check_machine(call: &Call) -> Result<()> {
    let stream = call
        .streams
        .iter()
        .find(|bound| is_foreign(call, &bound.raw.machine))
        .map(|bound| bound.name);
    let depth_stencil = call
        .depth_stencil
        .filter(|(depth_stencil, _)| is_foreign(call, &depth_stencil.machine))
        .map(|_| "the depth-stencil buffer");
    let queries = [call.query, call.condition];
    let query = queries
        .into_iter()
        .flatten()
        .find(|query| is_foreign(call, &query.machine))
        .map(|_| "the query");
    let counts = matches!(call.extent, CallExtent::Indirect(counts, _) if is_foreign(call, &counts.machine))
        .then_some("the stream of counts");
    match stream.or(depth_stencil).or(query).or(counts) {
        Some(what) => Err(call
            .call_error(format!("{what} belongs to another device than the kernel; read it there and write it here"))),
        None => Ok(()),
    }
}

fn is_foreign(call: &Call, machine: &Rc<Machine>) -> bool {
    !Rc::ptr_eq(machine, &call.kernel.machine)
}

/// Checks that every uniform is one of the kernel's, of its type, and that none is missing.
pub(super) fn check_names(call: &Call) -> Result<()> {
    let compiled = &call.kernel.compiled;
    check_arrays(call)?;
    for (name, value) in &call.uniforms {
        let Some((_, kind)) = compiled.uniforms.iter().find(|(known, _)| known == name) else {
            if compiled.automatic.iter().any(|(known, _)| known == name) {
                return Err(call.call_error(format!("the library sets the uniform {name} itself; leave it out")));
            }
            return Err(Error::Name {
                kernel: call.kernel.name().to_string(),
                kind: "uniform",
                given: (*name).to_string(),
                known: compiled.uniforms.iter().map(|(known, _)| known.clone()).collect(),
            });
        };
        if kind != value.glsl() {
            return Err(call.call_error(format!("the uniform {name} is {kind}, {} given", value.glsl())));
        }
    }
    for (at, (name, _)) in call.uniforms.iter().enumerate() {
        if call.uniforms[..at].iter().any(|(other, _)| other == name) {
            return Err(call.call_error(format!("the uniform {name} is set twice; leave one out")));
        }
    }
    for (name, kind) in &compiled.uniforms {
        if !call.uniforms.iter().any(|(given, _)| given == name) {
            return Err(call.call_error(format!("the uniform {kind} {name} is not set; add .uniform(\"{name}\", ...)")));
        }
    }
    for (at, bound) in call.streams.iter().enumerate() {
        if call.streams[..at].iter().any(|other| other.name == bound.name) {
            return Err(call.call_error(format!("the stream {} is given twice; leave one out", bound.name)));
        }
    }
    Ok(())
}

/// Checks that an array set at once has the declared number of items.
fn check_arrays(call: &Call) -> Result<()> {
    let uniforms = &call.kernel.compiled.interface.uniforms;
    for (name, given) in &call.arrays {
        let Some(uniform) = uniforms.iter().find(|uniform| uniform.name == *name) else {
            return Err(name_error(
                call,
                "uniform",
                name,
                uniforms.iter().map(|uniform| uniform.name.clone()).collect(),
            ));
        };
        match uniform.array {
            Some(items) if items == *given => (),
            Some(items) => {
                return Err(
                    call.call_error(format!("the uniform {name} has {items} items, {given} given; give {items}"))
                );
            }
            None => {
                return Err(
                    call.call_error(format!("the uniform {name} is not an array; use .uniform(\"{name}\", ...)"))
                );
            }
        }
    }
    Ok(())
}

/// Builds the error for a name that the kernel does not have.
pub(super) fn name_error(call: &Call, kind: &'static str, given: &str, known: Vec<String>) -> Error {
    Error::Name { kernel: call.kernel.name().to_string(), kind, given: given.to_string(), known }
}

/// Checks that the stream is a texture of the class and dimension that the sampler declares.
pub(super) fn check_sampler(call: &Call, bound: &BoundStream) -> Result<()> {
    let interface = &call.kernel.compiled.interface;
    let Some(sampler) = interface.samplers.iter().find(|sampler| sampler.name == bound.name) else {
        return Err(name_error(call, "stream", bound.name, interface.stream_names()));
    };
    if bound.raw.is_linear() {
        return Err(call.call_error(format!(
            "{} is a sampler, but its stream is in a buffer; make it with device.stream_in(Layout::Packed, ...) or \
             copy it",
            bound.name
        )));
    }
    let format = bound.raw.format;
    let class = shader_scalar(format);
    if class != sampler.scalar {
        let declared = match sampler.scalar {
            Scalar::I32 => "an isampler",
            Scalar::U32 => "a usampler",
            _ => "a sampler of floats",
        };
        return Err(call.call_error(format!("{} is declared {declared}, but its stream is {format}", bound.name)));
    }
    let layout = bound.raw.plan.layout();
    if sampler.dimension != sampler_dimension(bound.raw) || sampler.arrayed {
        let kind = match sampler.dimension {
            Dimension::D1 => "1D",
            Dimension::D2 => "2D",
            Dimension::D3 => "3D",
            Dimension::Cube => "cube",
            Dimension::TexelRect => "rectangle",
            Dimension::Buffer => "buffer",
        };
        let array = if sampler.arrayed { " array" } else { "" };
        let is = match layout {
            Layout::Row => "a 1D texture",
            Layout::Volume => "a volume",
            Layout::Cube => "a cube",
            _ if bound.raw.is_rectangle => "a rectangle texture",
            _ => "a 2D texture",
        };
        let next = match (sampler.dimension, bound.raw.is_rectangle) {
            _ if sampler.arrayed => "",
            (Dimension::D2, true) => {
                "; declare it sampler2DRect and read it at texels, as rectangles_2005.glsl does, or make the stream on a \
                 device without rectangles (Device::with_rectangles)"
            }
            (Dimension::TexelRect, false) => "; make it with Layout::Rectangle, or declare another sampler",
            _ => "",
        };
        return Err(call
            .call_error(format!("{} is declared a {kind}{array} sampler, but its stream is {is}{next}", bound.name)));
    }
    if layout == Layout::Cube && bound.role == StreamRole::Input {
        return Err(call.call_error(format!(
            "{} is a cube, which is read by a direction and has no element at a place; use sampled or gather, and texture({0}, direction)",
            bound.name
        )));
    }
    check_sampling(call, bound)
}

/// Returns the sampler dimension by which a kernel reads a stream.
pub(super) fn sampler_dimension(raw: &RawStream) -> Dimension {
    match raw.plan.layout() {
        _ if raw.is_rectangle => Dimension::TexelRect,
        Layout::Row => Dimension::D1,
        Layout::Volume => Dimension::D3,
        Layout::Cube => Dimension::Cube,
        _ => Dimension::D2,
    }
}

/// Checks that blending and borders are used with floats only.
fn check_sampling(call: &Call, bound: &BoundStream) -> Result<()> {
    let Some(sampling) = bound.sampling else { return Ok(()) };
    if bound.raw.is_rectangle {
        check_rectangle_sampling(call, bound, sampling)?;
    }
    let name = bound.name;
    let format = bound.raw.format;
    let integers = matches!(format.scalar, Scalar::I32 | Scalar::U32);
    if integers && sampling.filter == Filter::Linear {
        return Err(call.call_error(format!(
            "{name} is sampled with linear weights, but its stream is {format}, and integers are never blended; use Sampling::nearest() or a stream of floats"
        )));
    }
    if integers && sampling.has_border() {
        return Err(call.call_error(format!(
            "{name} is sampled with a border of floats, but its stream is {format}; use clamp, repeat or mirror, or a stream of floats"
        )));
    }
    let bytes = format.scalar == Scalar::Unorm8 && sampling.has_border();
    match sampling.border.iter().find(|lane| bytes && !(0.0..=1.0).contains(*lane)) {
        Some(lane) => Err(call.call_error(format!(
            "{name} is sampled with a border of {lane}, but its stream is of bytes, which kernels see as 0 to 1; give a border in that range"
        ))),
        None => Ok(()),
    }
}

/// Checks that a rectangle texture does not repeat, which OpenGL has never had, and that its floats are not filtered,
/// which the cards with floats in rectangles alone could not.
fn check_rectangle_sampling(call: &Call, bound: &BoundStream, sampling: Sampling) -> Result<()> {
    let name = bound.name;
    if sampling.wraps.iter().any(|wrap| matches!(wrap, Wrap::Repeat | Wrap::Mirror)) {
        return Err(call.call_error(format!(
            "{name} is a rectangle texture, which does not repeat; clamp it, and wrap its coordinates in the kernel, by mod"
        )));
    }
    let floats = matches!(bound.raw.format.scalar, Scalar::F32 | Scalar::F16);
    if floats && sampling.filter == Filter::Linear {
        return Err(call.call_error(format!(
            "{name} is a rectangle texture, whose floats are not filtered; use Sampling::nearest() and weigh four reads in the kernel (see the chapter on convolve)"
        )));
    }
    Ok(())
}

/// Checks that an element-wise input has the output's shape.
pub(super) fn check_shape(call: &Call, bound: &BoundStream, output: &BoundStream) -> Result<()> {
    let given = bound.raw.plan.shape();
    let wanted = output.raw.plan.shape();
    if given == wanted {
        return Ok(());
    }
    Err(call.call_error(if given.rank() == 1 && wanted.rank() == 1 {
        format!("input {} has {given} elements, the output has {wanted}; use gather", bound.name)
    } else {
        format!("input {} is {given}, the output is {wanted}; use gather", bound.name)
    }))
}

/// Returns the scalar that a kernel sees: halves, and bytes of 0 to 1, are floats.
pub(super) fn shader_scalar(format: Format) -> Scalar {
    if format.scalar.is_word() { format.scalar } else { Scalar::F32 }
}
