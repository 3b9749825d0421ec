//! A call of a kernel that is only a vertex kernel: checked, then run, one element of each output per vertex.

use super::automatic::value;
use super::bound::{Bound, Extent, Role};
use super::builder::Call;
use super::pass::{attributes, launch, textures};
use super::pass_checks::{check_extent, check_inputs, declared, first, glsl};
use gristmill_base::error::Result;
use gristmill_machine::{Barriers, Draw, Geometry, MemoryId, Topology};
use smallvec::SmallVec;

/// Runs a call that writes vertex streams; nothing is drawn.
pub(super) fn run(call: &Call) -> Result<()> {
    let compiled = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    check_extent(call)?;
    check_drawing(call)?;
    for bound in call.outputs() {
        check_output(call, bound)?;
    }
    let first = first(call)?;
    let count = count(call, first)?;
    check_inputs(call, first, Some(count))?;
    if count == 0 {
        return Ok(()); // no element, no work
    }

    for bound in &call.streams {
        let used = match bound.role {
            Role::Vertices => Barriers::VERTEX,
            Role::Output | Role::Update => Barriers::FEEDBACK,
            _ => Barriers::FETCH,
        };
        machine.make_visible(bound.raw.stored.get(), used, || format!("{} uses {}", call.kernel.name(), bound.name));
    }
    let mut uniforms = call.uniforms.clone();
    for (name, automatic) in &compiled.automatic {
        uniforms.push((name, value(call, first.raw, automatic, 0)));
    }
    let (textures, attributes) = (textures(call, 0, 1), attributes(call));
    // In the kernel's order, in which a backend knows them.
    let targets: SmallVec<[(&str, MemoryId, usize); 4]> = compiled
        .interface
        .outputs
        .iter()
        .filter_map(|output| call.stream(&output.name))
        .map(|bound| (bound.name, bound.raw.memories[0], 0))
        .collect();
    call.outputs().for_each(|bound| bound.raw.fed_back.set(true));
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
    machine.launch(|| machine.backend.draw(&draw), |time| launch(call, [count; 2], 1, time))
}

/// Checks that nothing is set that only fragments have.
fn check_drawing(call: &Call) -> Result<()> {
    let drawing = [
        (call.blend.is_some(), "blending"),
        (call.depth_stencil.is_some(), "depth and stencil tests"),
        (call.query.is_some(), "fragments to count"),
    ];
    match drawing.iter().find(|(used, _)| *used) {
        Some((_, what)) => Err(call.error(format!(
            "its vertex kernel writes streams and draws nothing, so it has no {what}; give it a .frag (see the chapter on the stream model)"
        ))),
        None => Ok(()),
    }
}

/// Checks that an output is a buffer of exactly the declared elements: the words are stored unconverted.
fn check_output(call: &Call, bound: &Bound) -> Result<()> {
    let output = declared(call, bound)?;
    let format = bound.raw.format;
    if !bound.raw.is_linear() {
        return Err(call.error(format!(
            "the output {} lies in a texture, which a vertex kernel cannot write; give it Layout::Linear, or the kernel a .frag (see the chapter on the stream model)",
            bound.name
        )));
    }
    if output.scalar == format.scalar && output.lanes == format.lanes {
        return Ok(());
    }
    let given = glsl(output.scalar, usize::from(output.lanes));
    let wanted = glsl(format.scalar, usize::from(format.lanes));
    Err(call.error(if format.scalar.is_word() {
        format!("{} is declared {given}, but its stream is {format}; declare it {wanted}, lane for lane", bound.name)
    } else {
        format!(
            "{} is declared {given}, but its stream is {format}, and a vertex kernel writes whole words; give it a stream of them",
            bound.name
        )
    }))
}

/// Returns the number of vertices: the call's own number, or one for each element of the outputs.
fn count(call: &Call, first: &Bound) -> Result<usize> {
    let len = |bound: &Bound| bound.raw.plan.shape().len();
    let Extent::Vertices(_, count) = call.extent else {
        return match call.outputs().find(|bound| len(bound) != len(first)) {
            Some(other) => Err(call.error(format!(
                "the output {} has {} elements, {} has {}; say how many to write with points",
                first.name,
                len(first),
                other.name,
                len(other)
            ))),
            None => Ok(len(first)),
        };
    };
    match call.outputs().find(|bound| len(bound) < count) {
        Some(short) => Err(call.error(format!(
            "{count} points asked for, the output {} has {} elements; write {1} at most",
            short.name,
            len(short)
        ))),
        None => Ok(count),
    }
}
