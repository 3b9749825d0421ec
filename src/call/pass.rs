//! A call in the fragment era: checked, then drawn.

use super::automatic_uniforms::{automatic_value, use_of_elements};
use super::bindings::{BoundStream, CallExtent, StreamRole, TexelRect};
use super::builder::Call;
use super::cached_launch::{self, CacheLookup};
use super::card_checks::check_card;
use super::pass_checks::{check_depth_stencil_size, check_extent, check_inputs, check_outputs, slice_count};
use crate::stream::RawStream;
use crate::trace::Launch;
use gristmill_base::element::Format;
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use gristmill_machine::{Barriers, Draw, Geometry, MemoryId, Region, Sampling};
use smallvec::SmallVec;
use std::time::Duration;

pub(super) type BoundTextures<'a> = SmallVec<[(&'a str, MemoryId, Sampling); 8]>;

/// Runs a call as one pass, or as one pass per slice if the output is a stack of slices, a volume or a cube.
pub(super) fn run_pass(call: &Call, before: &CacheLookup) -> Result<()> {
    let compiled = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    check_extent(call)?;
    check_card(call)?;
    let first = check_outputs(call)?;
    let count = if let CallExtent::Vertices(_, count) = call.extent { Some(count) } else { None };
    check_inputs(call, first, count)?;
    check_depth_stencil_size(call, first)?;

    let mut uses = SmallVec::new();
    for bound in &call.streams {
        let stored = bound.raw.times.stored.get();
        let used = match bound.role {
            StreamRole::Vertices => Barriers::VERTEX,
            StreamRole::Output | StreamRole::Update => Barriers::FRAMEBUFFER,
            _ => Barriers::FETCH,
        };
        uses.push(used);
        machine.make_visible(stored, used, || format!("{} uses {}", call.kernel.name(), bound.name));
    }

    let regions = draw_regions(call, first)?;
    if let (CallExtent::Whole, true) = (&call.extent, regions.is_empty()) {
        return Ok(()); // an empty stream
    }
    let attributes = bound_attributes(call);
    let geometry = match call.extent {
        CallExtent::Vertices(mode, count) => {
            let [width, height, _] = first.raw.plan.size();
            Geometry::Vertices { mode, count, attributes: &attributes, size: [width, height] }
        }
        _ => Geometry::Regions(&regions),
    };
    let draw = Draw {
        program: &compiled.program,
        uniforms: &[],
        given: call.uniforms.len(),
        remember: before.resolved_launch(),
        textures: &[],
        targets: &[],
        depth_stencil: call.depth_stencil.map(|(depth_stencil, state)| (depth_stencil.memory, state)),
        geometry,
        blend: call.blend,
        query: call.query.map(|query| query.memory),
        // A query without a count counts as zero.
        condition: call.condition.map(|query| query.memory),
        arithmetic: machine.card.get().map(|card| card.arithmetic),
    };

    let slices = slice_count(first.raw);
    for slice in 0..slices {
        let mut uniforms = call.uniforms.clone();
        for (name, automatic) in &compiled.automatic {
            uniforms.push((name, automatic_value(call, first.raw, automatic, slice)));
        }
        let textures = bound_textures(call, slice, slices);
        let targets: SmallVec<[(&str, MemoryId, usize); 4]> = call
            .output_streams()
            .map(|bound| {
                let (memory, z) = target_slice(bound.raw, slice);
                (bound.name, memory, z)
            })
            .collect();
        let draw = Draw { uniforms: &uniforms, textures: &textures, targets: &targets, ..draw };
        machine.run_launch(
            || machine.backend.draw_pass(&draw),
            |time| build_pass_record(call, count_pass_work(call, first.raw, &regions, slices), slices, time),
        )?;
    }
    cached_launch::record_accesses(call);
    cached_launch::note_launch(call, before, uses);
    Ok(())
}

fn target_slice(raw: &RawStream, slice: usize) -> (MemoryId, usize) {
    if raw.plan.size()[2] > 1 { (raw.memories[0], slice) } else { (raw.memories[slice], 0) }
}

/// Returns the rectangles to draw: the requested ones, or the output's. Padding is drawn too if nothing observes it.
fn draw_regions(call: &Call, first: &BoundStream) -> Result<SmallVec<[Region; 4]>> {
    let plan = &first.raw.plan;
    let [width, height, _] = plan.size();
    match call.extent {
        CallExtent::Regions(regions) => {
            let within = |rect: &TexelRect| {
                rect.x.checked_add(rect.width).is_some_and(|end| end <= width)
                    && rect.y.checked_add(rect.height).is_some_and(|end| end <= height)
            };
            if let Some(rect) = regions.iter().find(|rect| !within(rect)) {
                return Err(call.call_error(format!(
                    "the region {}x{} at ({}, {}) leaves the output's texture of {width}x{height}",
                    rect.width, rect.height, rect.x, rect.y
                )));
            }
            let filled = regions.iter().filter(|rect| rect.width > 0 && rect.height > 0);
            Ok(filled
                .map(|rect| Region { x: rect.x, y: rect.y, z: 0, width: rect.width, height: rect.height })
                .collect())
        }
        CallExtent::Vertices(..) => Ok(SmallVec::new()),
        _ if plan.shape().is_empty() => Ok(SmallVec::new()),
        // A query and a depth-stencil buffer must see elements only.
        _ if call.query.is_some() || call.depth_stencil.is_some() => {
            let elements = plan
                .rectangles(0..plan.shape().len())
                .into_iter()
                .filter(|rect| rect.texture == 0 && rect.z == 0);
            Ok(elements
                .map(|rect| Region { x: rect.x, y: rect.y, z: 0, width: rect.width, height: rect.height })
                .collect())
        }
        _ => Ok(SmallVec::from_slice(&[Region { x: 0, y: 0, z: 0, width, height }])),
    }
}

/// Returns the vertex streams that are read, by the kernel's names.
pub(super) fn bound_attributes<'a>(call: &Call<'a>) -> SmallVec<[(&'a str, MemoryId, Format); 4]> {
    // In the kernel's order: glium caches vertex arrays by the order of their buffers.
    let known = call.kernel.compiled.interface.attributes.iter();
    known
        .filter_map(|attribute| call.find_stream(&attribute.name))
        .map(|bound| (bound.name, bound.raw.memories[0], bound.raw.format))
        .collect()
}

/// Returns the textures that are read; of a stack the one for this slice.
pub(super) fn bound_textures<'a>(call: &Call<'a>, slice: usize, slices: usize) -> BoundTextures<'a> {
    let reads = call
        .streams
        .iter()
        .filter(|bound| matches!(bound.role, StreamRole::Input | StreamRole::Gather | StreamRole::Slice(_)));
    reads
        .map(|bound| {
            let offset = if let StreamRole::Slice(offset) = bound.role { offset as isize } else { 0 };
            let wanted = slice.saturating_add_signed(offset).min(slices - 1);
            let memory = if bound.raw.memories.len() > 1 { bound.raw.memories[wanted] } else { bound.raw.memories[0] };
            (bound.name, memory, bound.sampling.unwrap_or_default())
        })
        .collect()
}

/// Returns the number of elements and of invocations of a pass.
fn count_pass_work(call: &Call, output: &RawStream, regions: &[Region], slices: usize) -> [usize; 2] {
    let drawn = regions.iter().map(|region| region.width * region.height).sum::<usize>();
    match call.extent {
        CallExtent::Vertices(_, count) => [count; 2],
        CallExtent::Regions(_) => [drawn; 2],
        _ => [output.plan.shape().len() / slices.max(1), drawn],
    }
}

/// Builds the trace's record of a pass.
pub(super) fn build_pass_record(
    call: &Call,
    [elements, invocations]: [usize; 2],
    slices: usize,
    time: Duration,
) -> Launch {
    let each = |bound: &BoundStream| match bound.role {
        StreamRole::Vertices => elements,
        // Inputs read at the position that is written, and outputs, touch one element per texel of the rectangles.
        // The host does not know the positions of vertices.
        StreamRole::Input | StreamRole::Output if !matches!(call.extent, CallExtent::Vertices(..)) => elements,
        StreamRole::Output if call.kernel.compiled.writes_vertices => elements,
        _ => usize::MAX,
    };
    Launch {
        kernel: call.kernel.name().to_string(),
        era: Era::Fragment,
        inputs: call
            .streams
            .iter()
            .filter(|bound| !bound.role.is_written())
            .map(|bound| use_of_elements(bound, bound.raw.plan.textures(), each(bound)))
            .collect(),
        outputs: call
            .output_streams()
            .map(|bound| use_of_elements(bound, slices, each(bound)))
            .collect(),
        elements,
        invocations,
        groups: None,
        time,
    }
}
