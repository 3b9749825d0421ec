//! Checks of a call of the compute era.

use super::bindings::{BoundStream, CallExtent, StreamRole};
use super::builder::Call;
use super::checks::{check_shape, sampler_dimension, shader_scalar};
use gristmill_base::element::Scalar;
use gristmill_base::error::Result;
use gristmill_shader::{Image, InterfaceBlock, Member};

pub(super) fn check_era(call: &Call) -> Result<()> {
    let fragment_only = [
        (matches!(call.extent, CallExtent::Regions(_)), "regions"),
        (matches!(call.extent, CallExtent::Vertices(..)), "points and vertices"),
        (call.blend.is_some(), "blending"),
        (call.depth_stencil.is_some(), "depth and stencil tests"),
        (call.query.is_some() || call.condition.is_some(), "occlusion queries"),
    ];
    match fragment_only.iter().find(|(used, _)| *used) {
        Some((_, what)) => Err(call.call_error(format!(
            "the compute era does not draw, so it has no {what}; write to any position and count with atomics (see the \
             chapter on work groups)"
        ))),
        None => Ok(()),
    }
}

pub(super) fn check_block(call: &Call, bound: &BoundStream, block: &InterfaceBlock) -> Result<()> {
    if !bound.raw.is_linear() {
        return Err(call.call_error(format!(
            "{} is a storage buffer, but its stream is in a texture; make it with Layout::Linear or copy it",
            bound.name
        )));
    }
    if !block.storage {
        return Err(call.call_error(format!("{} is a uniform block; declare it a readonly buffer", bound.name)));
    }
    check_direction(call, bound, block.readable, block.writable)?;
    if bound.role == StreamRole::Vertices {
        return Err(
            call.call_error(format!("the compute era has no vertex streams; give {} as input or gather", bound.name))
        );
    }
    let format = bound.raw.format;
    let Some(Member { scalar: Some(scalar), .. }) = block.members.last() else {
        return Ok(()); // a struct: its layout is the author's
    };
    // A photograph's pixels and halves are words, which the kernel unpacks. Any stream of scalars may be read as
    // vectors of them.
    let packed = !format.scalar.is_word();
    let fits = *scalar == format.scalar || (packed && *scalar == Scalar::U32);
    if fits {
        Ok(())
    } else if packed {
        let (kind, unpacked) = match (format.scalar, format.lanes) {
            (Scalar::F16, 4) => ("uvec2", "unpackHalf2x16"),
            (Scalar::F16, _) => ("uint", "unpackHalf2x16"),
            _ => ("uint", "unpackUnorm4x8"),
        };
        Err(call.call_error(format!(
            "{} is declared of {scalar:?}, but its stream is {format}, which a buffer holds as words; declare it {kind} and read it by {unpacked}",
            bound.name
        )))
    } else {
        Err(call.call_error(format!(
            "{} is declared of {scalar:?}, but its stream is {format}; they must be of one kind",
            bound.name
        )))
    }
}

pub(super) fn check_image(call: &Call, bound: &BoundStream, image: &Image) -> Result<()> {
    if bound.raw.is_linear() || bound.raw.plan.textures() > 1 {
        return Err(call.call_error(format!(
            "{} is an image, but its stream is not a single texture; make it with device.stream_in(Layout::Packed, \
             ...)",
            bound.name
        )));
    }
    if bound.raw.is_rectangle {
        return Err(call.call_error(format!(
            "{} is an image, but its stream is a rectangle texture, which a kernel reads by sampler2DRect alone; make \
             it with Layout::Packed",
            bound.name
        )));
    }
    if image.dimension != sampler_dimension(bound.raw) || image.arrayed {
        return Err(call.call_error(format!(
            "{} is declared an image of another dimension than its stream's texture",
            bound.name
        )));
    }
    check_direction(call, bound, image.readable, image.writable)?;
    let format = bound.raw.format;
    let class = shader_scalar(format);
    let declared = image.format.as_deref().unwrap_or_default();
    if class != image.scalar || (!declared.is_empty() && !declared.eq_ignore_ascii_case(&format.to_string())) {
        return Err(
            call.call_error(format!("{} is declared layout({declared}), but its stream is {format}", bound.name))
        );
    }
    Ok(())
}

/// Checks that nothing but a sampler has a sampling.
pub(super) fn check_no_sampling(call: &Call, bound: &BoundStream, what: &str) -> Result<()> {
    match bound.sampling {
        Some(_) => Err(call.call_error(format!(
            "{} is {what}, which is read without a sampler; declare it `uniform sampler2D {0}`, or use gather",
            bound.name
        ))),
        None => Ok(()),
    }
}

/// Checks that a stream to be read is not declared `writeonly`, nor one to be written `readonly`.
pub(super) fn check_direction(call: &Call, bound: &BoundStream, readable: bool, writable: bool) -> Result<()> {
    let reads = bound.role != StreamRole::Output;
    if bound.role.is_written() && !writable {
        return Err(call.call_error(format!(
            "{} is declared readonly, so it cannot be an output; pass it with input or gather",
            bound.name
        )));
    }
    if reads && !readable {
        return Err(call.call_error(format!(
            "{} is declared writeonly, so it cannot be an input; pass it with output",
            bound.name
        )));
    }
    if !bound.role.is_written() && writable {
        return Err(call.call_error(format!(
            "{} may be written by the kernel; declare it readonly, or give it as output or update",
            bound.name
        )));
    }
    Ok(())
}

/// Checks that no stream is read under one name and written under another.
pub(super) fn check_hazard(call: &Call, bound: &BoundStream) -> Result<()> {
    match call
        .streams
        .iter()
        .find(|other| other.raw.id == bound.raw.id && other.name != bound.name)
    {
        Some(other) if other.role.is_written() || bound.role.is_written() => Err(call.call_error(format!(
            "{} and {} are one stream, read and written in one dispatch; use update, or two streams",
            bound.name, other.name
        ))),
        _ => Ok(()),
    }
}

pub(super) fn check_inputs(call: &Call, first: Option<&BoundStream>) -> Result<()> {
    let Some(first) = first else { return Ok(()) };
    let mut inputs = call.streams.iter().filter(|bound| bound.role == StreamRole::Input);
    inputs.try_for_each(|bound| check_shape(call, bound, first))
}
