//! A call of a kernel that is only a vertex kernel: checked, then run, one element of each output per vertex.

use super::automatic_uniforms::automatic_value;
use super::bindings::{BoundStream, CallExtent, StreamRole};
use super::builder::Call;
use super::cached_launch;
use super::pass::{bound_attributes, bound_textures, build_pass_record};
use super::pass_checks::{check_extent, check_inputs, declared_output, first_output, glsl_type};
use gristmill_base::error::Result;
use gristmill_machine::{Barriers, Draw, Geometry, MemoryId, Topology};
use smallvec::SmallVec;

/// Runs a call that writes vertex streams; nothing is drawn.
pub(super) fn run_vertex_kernel(call: &Call) -> Result<()> {
    let compiled = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    check_extent(call)?;
    check_no_drawing(call)?;
    for bound in call.output_streams() {
        check_output(call, bound)?;
    }
    let first = first_output(call)?;
    let count = count_vertices(call, first)?;
    check_inputs(call, first, Some(count))?;
    if count == 0 {
        return Ok(()); // no element, no work
    }

    for bound in &call.streams {
        let used = match bound.role {
            StreamRole::Vertices => Barriers::VERTEX,
            StreamRole::Output | StreamRole::Update => Barriers::FEEDBACK,
            _ => Barriers::FETCH,
        };
        machine
            .make_visible(bound.raw.times.stored.get(), used, || format!("{} uses {}", call.kernel.name(), bound.name));
    }
    let mut uniforms = call.uniforms.clone();
    for (name, automatic) in &compiled.automatic {
        uniforms.push((name, automatic_value(call, first.raw, automatic, 0)));
    }
    let textures = bound_textures(call, 0, 1);
    let attributes = bound_attributes(call);
    // In the kernel's order, in which a backend knows them.
    let targets: SmallVec<[(&str, MemoryId, usize); 4]> = compiled
        .interface
        .outputs
        .iter()
        .filter_map(|output| call.find_stream(&output.name))
        .map(|bound| (bound.name, bound.raw.memories[0], 0))
        .collect();
    call.output_streams().for_each(|bound| bound.raw.fed_back.set(true));
    let draw = Draw {
        program: &compiled.program,
        uniforms: &uniforms,
        given: 0,
        remember: None,
        textures: &textures,
        targets: &targets,
        depth_stencil: None,
        geometry: Geometry::Vertices { mode: Topology::Points, count, attributes: &attributes, size: [1; 2] },
        blend: None,
        query: None,
        condition: call.condition.map(|query| query.memory),
        arithmetic: None,
    };
    machine.run_launch(|| machine.backend.draw_pass(&draw), |time| build_pass_record(call, [count; 2], 1, time))?;
    cached_launch::record_accesses(call);
    Ok(())
}

/// Checks that nothing is set that only fragments have.
fn check_no_drawing(call: &Call) -> Result<()> {
    let drawing = [
        (call.blend.is_some(), "blending"),
        (call.depth_stencil.is_some(), "depth and stencil tests"),
        (call.query.is_some(), "fragments to count"),
    ];
    match drawing.iter().find(|(used, _)| *used) {
        Some((_, what)) => Err(call.call_error(format!(
            "its vertex kernel writes streams and draws nothing, so it cannot use {what}; add a .frag (see the chapter \
             on the stream model)"
        ))),
        None => Ok(()),
    }
}

/// Checks that an output is a buffer of exactly the declared elements: the words are stored unconverted.
fn check_output(call: &Call, bound: &BoundStream) -> Result<()> {
    let output = declared_output(call, bound)?;
    let format = bound.raw.format;
    if !bound.raw.is_linear() {
        return Err(call.call_error(format!(
            "the output {} is in a texture, which a vertex kernel cannot write; give it Layout::Linear, or the kernel \
             a .frag (see the chapter on the stream model)",
            bound.name
        )));
    }
    if output.scalar == format.scalar && output.lanes == format.lanes {
        return Ok(());
    }
    let given = glsl_type(output.scalar, usize::from(output.lanes));
    let wanted = glsl_type(format.scalar, usize::from(format.lanes));
    Err(call.call_error(if format.scalar.is_word() {
        format!("{} is declared {given}, but its stream is {format}; declare it {wanted}", bound.name)
    } else {
        format!(
            "{} is declared {given}, but its stream is {format}, and a vertex kernel writes whole words; give it a stream of them",
            bound.name
        )
    }))
}

/// Returns the number of vertices: the call's own number, or one for each element of the outputs.
fn count_vertices(call: &Call, first: &BoundStream) -> Result<usize> {
    let CallExtent::Vertices(_, count) = call.extent else {
        return match call
            .output_streams()
            .find(|bound| bound.raw.plan.shape().len() != first.raw.plan.shape().len())
        {
            Some(other) => Err(call.call_error(format!(
                "the output {} has {} elements, {} has {}; say how many to write with points",
                first.name,
                first.raw.plan.shape().len(),
                other.name,
                other.raw.plan.shape().len()
            ))),
            None => Ok(first.raw.plan.shape().len()),
        };
    };
    match call.output_streams().find(|bound| bound.raw.plan.shape().len() < count) {
        Some(short) => Err(call.call_error(format!(
            "{count} points asked for, the output {} has {} elements; write {1} at most",
            short.name,
            short.raw.plan.shape().len()
        ))),
        None => Ok(count),
    }
}
