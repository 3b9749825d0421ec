//! Checks of a call of the fragment era.

use super::bindings::{BoundStream, CallExtent, StreamRole};
use super::builder::Call;
use super::checks::{check_sampler, check_shape, name_error, shader_scalar};
use crate::stream::RawStream;
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::Layout;
use gristmill_machine::Topology;
use gristmill_shader::Output;

pub(super) fn check_extent(call: &Call) -> Result<()> {
    match call.extent {
        CallExtent::Elements(_) | CallExtent::Groups(_) | CallExtent::Indirect(..) => Err(call.call_error(
            "the fragment era draws: it has no elements, groups or indirect dispatch; use regions or points (see the chapter on work groups)",
        )),
        CallExtent::Vertices(_, count) if i32::try_from(count).is_err() => {
            let thing = format!("{}: vertices of a pass", call.kernel.name());
            Err(Error::limit(thing, count as u128, i32::MAX as u128, "draw them in several passes"))
        }
        CallExtent::Vertices(mode, _) if call.kernel.compiled.writes_vertices && mode != Topology::Points => Err(call.call_error(
            "its vertex kernel writes streams and draws nothing, so its vertices make no lines or triangles; use points",
        )),
        CallExtent::Regions(_) if call.kernel.compiled.writes_vertices => {
            Err(call.call_error("its vertex kernel writes streams, which have no regions; say how many elements with points"))
        }
        CallExtent::Vertices(..) if !call.kernel.compiled.places_vertices => {
            Err(call.call_error("points and vertices are placed by a vertex kernel, and it has no .vert (see the chapter on the stream model)"))
        }
        CallExtent::Whole if call.kernel.compiled.writes_vertices => Ok(()),
        CallExtent::Whole | CallExtent::Regions(_) if call.kernel.compiled.places_vertices => {
            Err(call.call_error("its vertex kernel places vertices; say how many with points or vertices"))
        }
        _ => Ok(()),
    }
}

/// Checks that every output of the kernel is bound, each to a texture of its class, all of one shape. Returns the
/// first.
pub(super) fn check_outputs<'c, 'a>(call: &'c Call<'a>) -> Result<&'c BoundStream<'a>> {
    for bound in call.output_streams() {
        let output = declared_output(call, bound)?;
        if bound.raw.is_linear() {
            return Err(call.call_error(format!(
                "the output {} is in a buffer, which a fragment cannot write; give it a texture layout and copy_from \
                 it",
                bound.name
            )));
        }
        check_scalar_type(call, bound, output.scalar, usize::from(output.lanes))?;
    }
    let first = first_output(call)?;
    for bound in call.output_streams() {
        if bound.raw.plan != first.raw.plan {
            let one = first.raw.plan.shape();
            let other = bound.raw.plan.shape();
            return Err(call.call_error(format!(
                "the outputs of one pass have one shape and layout; {} has {one}, {} has {other}",
                first.name, bound.name
            )));
        }
    }
    Ok(first)
}

/// Returns the kernel's declaration of a given output.
pub(super) fn declared_output<'c>(call: &'c Call, bound: &BoundStream) -> Result<&'c Output> {
    if bound.role == StreamRole::Update {
        return Err(feedback_loop_error(call, bound));
    }
    let outputs = &call.kernel.compiled.interface.outputs;
    outputs.iter().find(|output| output.name == bound.name).ok_or_else(|| {
        name_error(call, "output", bound.name, outputs.iter().map(|output| output.name.clone()).collect())
    })
}

/// Returns the first output, if every output of the kernel is given.
pub(super) fn first_output<'c, 'a>(call: &'c Call<'a>) -> Result<&'c BoundStream<'a>> {
    for output in &call.kernel.compiled.interface.outputs {
        if call.output_streams().all(|bound| bound.name != output.name) {
            return Err(
                call.call_error(format!("the output {} is not bound; add .output(\"{0}\", &mut ...)", output.name))
            );
        }
    }
    call.output_streams()
        .next()
        .ok_or_else(|| call.call_error("it writes no output, so it computes nothing; declare `out float result;`"))
}

fn feedback_loop_error(call: &Call, bound: &BoundStream) -> Error {
    call.call_error(format!(
        "the fragment era cannot read the stream it writes ({}); see the chapter on ping-pong",
        bound.name
    ))
}

/// Checks that the scalar class of an output fits the stream, and that no lane stays undefined.
fn check_scalar_type(call: &Call, bound: &BoundStream, scalar: Scalar, lanes: usize) -> Result<()> {
    let format = bound.raw.format;
    if shader_scalar(format) == scalar && lanes >= usize::from(format.lanes) {
        return Ok(());
    }
    let declared = glsl_type(scalar, lanes);
    Err(call.call_error(format!(
        "{} is declared {declared}, but its stream is {format}; they must be of one kind",
        bound.name
    )))
}

/// Returns the GLSL name of a type.
pub(super) fn glsl_type(scalar: Scalar, lanes: usize) -> &'static str {
    match (scalar, lanes) {
        (Scalar::F32 | Scalar::F16 | Scalar::Unorm8, 1) => "float",
        (Scalar::F32 | Scalar::F16 | Scalar::Unorm8, 2) => "vec2",
        (Scalar::F32 | Scalar::F16 | Scalar::Unorm8, 3) => "vec3",
        (Scalar::F32 | Scalar::F16 | Scalar::Unorm8, _) => "vec4",
        (Scalar::I32, 1) => "int",
        (Scalar::I32, 2) => "ivec2",
        (Scalar::I32, 3) => "ivec3",
        (Scalar::I32, _) => "ivec4",
        (Scalar::U32, 1) => "uint",
        (Scalar::U32, 2) => "uvec2",
        (Scalar::U32, 3) => "uvec3",
        (Scalar::U32, _) => "uvec4",
    }
}

/// Checks that every stream that the kernel reads is given and fits; `count` is the number of vertices, if it is
/// known.
pub(super) fn check_inputs(call: &Call, first: &BoundStream, count: Option<usize>) -> Result<()> {
    let interface = &call.kernel.compiled.interface;
    for bound in call.streams.iter().filter(|bound| !bound.role.is_written()) {
        if call.output_streams().any(|output| output.raw.id == bound.raw.id) {
            return Err(feedback_loop_error(call, bound));
        }
        if bound.role == StreamRole::Vertices {
            check_attribute(call, bound, count)?;
            continue;
        }
        check_sampler(call, bound)?;
        check_placement(call, bound, first)?;
    }
    for sampler in &interface.samplers {
        if call.find_stream(&sampler.name).is_none() {
            return Err(call.call_error(format!(
                "the stream {} is not given; add .input or .gather(\"{0}\", &...)",
                sampler.name
            )));
        }
    }
    for attribute in &interface.attributes {
        if call.find_stream(&attribute.name).is_none() {
            return Err(call.call_error(format!(
                "the vertex stream {} is not given; add .vertex_stream(\"{0}\", &...)",
                attribute.name
            )));
        }
    }
    Ok(())
}

/// Checks that an element-wise stream has the output's layout, and that a stack is read slice by slice.
fn check_placement(call: &Call, bound: &BoundStream, first: &BoundStream) -> Result<()> {
    let plan = &bound.raw.plan;
    let output = &first.raw.plan;
    if bound.role == StreamRole::Input {
        check_shape(call, bound, first)?;
        if plan != output {
            return Err(
                call.call_error(format!("input {} and the output have different layouts; use gather", bound.name))
            );
        }
    }
    let stack = plan.textures() > 1;
    match bound.role {
        StreamRole::Slice(_) if plan.layout() != Layout::Slices => {
            Err(call.call_error(format!("{} is not a stack of slices; read it with gather", bound.name)))
        }
        StreamRole::Gather if stack => Err(call.call_error(format!(
            "{} is a stack of slices, of which a pass reads those it names; use slice(name, stream, offset) (see the chapter on arrays in textures)",
            bound.name
        ))),
        StreamRole::Input | StreamRole::Slice(_) if stack && plan.textures() != slice_count(first.raw) => Err(call.call_error(format!(
            "{} has {} slices, the output has {}; make them equal, since a pass reads one slice and writes one",
            bound.name,
            plan.textures(),
            slice_count(first.raw)
        ))),
        _ => Ok(()),
    }
}

fn check_attribute(call: &Call, bound: &BoundStream, count: Option<usize>) -> Result<()> {
    let attributes = &call.kernel.compiled.interface.attributes;
    let Some(attribute) = attributes.iter().find(|attribute| attribute.name == bound.name) else {
        return Err(name_error(
            call,
            "vertex stream",
            bound.name,
            attributes.iter().map(|known| known.name.clone()).collect(),
        ));
    };
    if !bound.raw.is_linear() {
        return Err(call.call_error(format!(
            "the vertex stream {} is in a texture; copy it to one of Layout::Linear (render to vertex stream)",
            bound.name
        )));
    }
    // OpenGL would fill lanes that a stream lacks; glium aborts if the two types differ.
    let class = shader_scalar(bound.raw.format);
    if class != attribute.scalar || bound.raw.format.lanes != attribute.lanes {
        return Err(call.call_error(format!(
            "{} is declared {}, but its stream is {}",
            bound.name,
            glsl_type(attribute.scalar, attribute.lanes.into()),
            bound.raw.format
        )));
    }
    let Some(count) = count else {
        return Err(call.call_error(format!("{} is a vertex stream; say how many points with points", bound.name)));
    };
    let len = bound.raw.plan.shape().len();
    if count > len {
        return Err(
            call.call_error(format!("{count} vertices asked for, {} has {len}; draw {len} at most", bound.name))
        );
    }
    Ok(())
}

pub(super) fn check_depth_stencil_size(call: &Call, first: &BoundStream) -> Result<()> {
    let [width, height, _] = first.raw.plan.size();
    match call.depth_stencil {
        Some((depth_stencil, _)) if depth_stencil.size != [width, height] => {
            let [w, h] = depth_stencil.size;
            Err(call.call_error(format!(
                "the depth-stencil buffer is {w}x{h}, the output's texture {width}x{height}; make it of that size"
            )))
        }
        _ => Ok(()),
    }
}

/// Number of slices in which a stream is written: the textures of a stack, the depth of a volume, the faces of a
/// cube.
pub(super) fn slice_count(raw: &RawStream) -> usize {
    raw.plan.textures() * raw.plan.size()[2]
}
