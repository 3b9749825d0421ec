//! A call in the compute era: checked, then dispatched.

use crate::backend::{Barriers, Dispatch, Groups, MemoryId};
use crate::call::{Bound, Call, Extent, Role};
use crate::pass::{check_sampler, name_error, usage, value};
use crate::shader::{Block, Dimension, Image, Member};
use crate::stream::Body;
use crate::trace::{Event, Launch};
use crate::{Era, Error, Layout, Result, Scalar};
use smallvec::SmallVec;
use std::time::Instant;

/// Runs a call as one dispatch.
pub(crate) fn run(call: &Call) -> Result<()> {
    let compiled = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    check_era(call)?;
    let mut buffers: SmallVec<[(&str, MemoryId); 8]> = SmallVec::new();
    let mut images: SmallVec<[(&str, MemoryId); 4]> = SmallVec::new();
    let mut textures: SmallVec<[(&str, MemoryId); 4]> = SmallVec::new();
    for bound in &call.streams {
        let memory = bound.body.memories[0];
        let interface = &compiled.interface;
        let used = if let Some(block) = interface.block(bound.name) {
            check_block(call, bound, block)?;
            buffers.push((&block.name, memory));
            Barriers::STORAGE
        } else if let Some(image) = interface.images.iter().find(|image| image.name == bound.name) {
            check_image(call, bound, image)?;
            images.push((bound.name, memory));
            Barriers::IMAGE
        } else {
            if bound.role.writes() {
                return Err(name_error(call, "output", bound.name, interface.stream_names()));
            }
            check_sampler(call, bound)?;
            textures.push((bound.name, memory));
            Barriers::FETCH
        };
        check_hazard(call, bound)?;
        machine.make_visible(bound.body.stored.get(), used, || format!("{} uses {}", call.kernel.name(), bound.name));
    }
    for name in &compiled.streams {
        if call.stream(name).is_none() {
            return Err(
                call.error(format!("the stream {name} is not given; add .input, .gather or .output(\"{name}\", ...)"))
            );
        }
    }

    let first = call.outputs().next();
    check_inputs(call, first)?;
    let Some(groups) = groups(call, first)? else {
        return Ok(()); // no element, no work
    };
    let start = machine.recorder.borrow().is_some().then(Instant::now);
    let mut uniforms = call.uniforms.clone();
    let body = first.or(call.streams.first()).map(|bound| bound.body);
    if let Some(body) = body {
        for (name, automatic) in &compiled.automatic {
            uniforms.push((name, value(call, body, automatic, 0)));
        }
    }
    if let Extent::Elements(count) = call.extent
        && let Some((_, value)) = uniforms.iter_mut().find(|(name, _)| *name == "element_count")
    {
        *value = (count as i32).into();
    }
    machine.backend.dispatch(&Dispatch {
        program: compiled.program,
        uniforms: &uniforms,
        textures: &textures,
        images: &images,
        buffers: &buffers,
        groups,
    })?;
    let now = machine.ledger.store();
    for bound in call.outputs() {
        bound.body.stored.set(now);
    }
    if let Some(start) = start {
        machine.backend.wait()?;
        let time = start.elapsed();
        machine.record(|| Event::Launch(launch(call, first, groups, time)));
    }
    Ok(())
}

fn check_era(call: &Call) -> Result<()> {
    let fragment_only = [
        (matches!(call.extent, Extent::Regions(_)), "regions"),
        (matches!(call.extent, Extent::Vertices(..)), "points and vertices"),
        (call.blend.is_some(), "blending"),
        (call.mask.is_some(), "masks"),
        (call.query.is_some() || call.condition.is_some(), "occlusion queries"),
    ];
    match fragment_only.iter().find(|(used, _)| *used) {
        Some((_, what)) => Err(call.error(format!(
            "the compute era does not draw, so it has no {what}; write where you want and count with atomics (see the chapter on work groups)"
        ))),
        None => Ok(()),
    }
}

fn check_block(call: &Call, bound: &Bound, block: &Block) -> Result<()> {
    if !bound.body.is_linear() {
        return Err(call.error(format!(
            "{} is a storage buffer, but its stream lies in a texture; make it with Layout::Linear or copy it",
            bound.name
        )));
    }
    if !block.storage {
        return Err(call.error(format!("{} is a uniform block; declare it a readonly buffer", bound.name)));
    }
    check_direction(call, bound, block.readable, block.writable)?;
    if bound.role == Role::Vertices {
        return Err(
            call.error(format!("the compute era has no vertex streams; give {} as input or gather", bound.name))
        );
    }
    let format = bound.body.format;
    let Some(Member { scalar: Some(scalar), .. }) = block.members.last() else {
        return Ok(()); // a struct: its layout is the author's
    };
    // A photograph's pixels are words, unpacked by the kernel; any scalar stream may be read as vectors of it.
    let fits = *scalar == format.scalar || (format.scalar == Scalar::Unorm8 && *scalar == Scalar::U32);
    if fits {
        Ok(())
    } else {
        Err(call.error(format!(
            "{} is declared of {scalar:?}, but its stream is {format}; they must be of one kind",
            bound.name
        )))
    }
}

fn check_image(call: &Call, bound: &Bound, image: &Image) -> Result<()> {
    let layout = bound.body.plan.layout();
    if bound.body.is_linear() || bound.body.plan.textures() > 1 {
        return Err(call.error(format!(
            "{} is an image, but its stream is no single texture; make it with device.stream_in(Layout::Packed, ...)",
            bound.name
        )));
    }
    if (layout == Layout::Volume) != (image.dimension == Dimension::D3) {
        return Err(
            call.error(format!("{} is declared an image of another dimension than its stream's texture", bound.name))
        );
    }
    check_direction(call, bound, image.readable, image.writable)?;
    let format = bound.body.format;
    let class = if format.scalar == Scalar::Unorm8 { Scalar::F32 } else { format.scalar };
    let declared = image.format.as_deref().unwrap_or_default();
    if class != image.scalar || (!declared.is_empty() && !declared.eq_ignore_ascii_case(&format.to_string())) {
        return Err(call.error(format!("{} is declared layout({declared}), but its stream is {format}", bound.name)));
    }
    Ok(())
}

/// A stream to be read is not declared `writeonly`, nor one to be written `readonly`.
fn check_direction(call: &Call, bound: &Bound, readable: bool, writable: bool) -> Result<()> {
    let reads = bound.role != Role::Output;
    if bound.role.writes() && !writable {
        return Err(
            call.error(format!("{} is declared readonly, so it is no output; give it as input or gather", bound.name))
        );
    }
    if reads && !readable {
        return Err(call.error(format!("{} is declared writeonly, so it is no input; give it as output", bound.name)));
    }
    if !bound.role.writes() && writable {
        return Err(call.error(format!(
            "{} may be written by the kernel; declare it readonly, or give it as output or update",
            bound.name
        )));
    }
    Ok(())
}

/// No stream is read under one name and written under another.
fn check_hazard(call: &Call, bound: &Bound) -> Result<()> {
    let same = |other: &&Bound| other.body.id == bound.body.id && other.name != bound.name;
    match call.streams.iter().find(same) {
        Some(other) if other.role.writes() || bound.role.writes() => Err(call.error(format!(
            "{} and {} are one stream, read and written in one dispatch; use update, or two streams",
            bound.name, other.name
        ))),
        _ => Ok(()),
    }
}

fn check_inputs(call: &Call, first: Option<&Bound>) -> Result<()> {
    let Some(first) = first else { return Ok(()) };
    let wanted = first.body.plan.shape();
    for bound in call.streams.iter().filter(|bound| bound.role == Role::Input) {
        let given = bound.body.plan.shape();
        if given != wanted {
            return Err(call.error(if given.rank() == 1 && wanted.rank() == 1 {
                format!("input {} has {given} elements, the output has {wanted}; use gather", bound.name)
            } else {
                format!("input {} is {given}, the output is {wanted}; use gather", bound.name)
            }));
        }
    }
    Ok(())
}

/// The groups to launch; none where there is nothing to do.
fn groups(call: &Call, first: Option<&Bound>) -> Result<Option<Groups>> {
    let limits = call.kernel.machine.backend.info().limits.groups;
    let size = call.kernel.group_size().map(|size| size as usize);
    let groups = match call.extent {
        Extent::Indirect(counts, at) => return indirect(call, counts, at).map(Some),
        Extent::Groups(groups) => groups.map(|count| count as usize),
        Extent::Elements(count) if i32::try_from(count).is_err() => {
            let thing = format!("{}: elements of a dispatch", call.kernel.name());
            return Err(Error::limit(
                thing,
                count as u128,
                i32::MAX as u128,
                "split it into several, kernels count in int",
            ));
        }
        Extent::Elements(count) => linear(count, size, limits[0]),
        _ => {
            let Some(first) = first else {
                return Err(call.error("it writes no stream, so say how much to launch with elements or groups"));
            };
            let shape = first.body.plan.shape();
            if shape.is_empty() {
                return Ok(None);
            }
            if size[1] == 1 && size[2] == 1 {
                linear(shape.len(), size, limits[0])
            } else {
                [0, 1, 2].map(|axis| {
                    let extent = if axis == 2 { shape.extent(2) * shape.extent(3) } else { shape.extent(axis) };
                    extent.div_ceil(size[axis])
                })
            }
        }
    };
    if groups.contains(&0) {
        return Ok(None);
    }
    for (axis, (count, limit)) in ["x", "y", "z"].iter().zip(groups.into_iter().zip(limits)) {
        if count > limit {
            let thing = format!("{}: work groups along {axis}", call.kernel.name());
            return Err(Error::limit(thing, count as u128, limit as u128, "give each group more elements"));
        }
    }
    Ok(Some(Groups::Direct(groups.map(|count| count as u32))))
}

/// Groups for so many elements: along x, and in rows along y where x has not enough. `element()` of stream.glsl counts the same way.
fn linear(elements: usize, size: [usize; 3], limit: usize) -> [usize; 3] {
    let groups = elements.div_ceil(size.iter().product::<usize>().max(1));
    let rows = groups.div_ceil(limit.max(1)).max(1);
    [groups.div_ceil(rows), rows, 1]
}

fn indirect(call: &Call, counts: &Body, at: usize) -> Result<Groups> {
    if !counts.is_linear() {
        return Err(call.error("the group counts lie in a texture; they must be a stream of Layout::Linear"));
    }
    let len = counts.plan.shape().len();
    if at.checked_add(3).is_none_or(|end| end > len) {
        return Err(call.error(format!(
            "three group counts from element {at} of a stream of {len} elements; begin at {} at most",
            len.saturating_sub(3)
        )));
    }
    if call.outputs().any(|output| output.body.id == counts.id) {
        return Err(call.error("it writes the group counts that launch it; use another stream"));
    }
    let machine = &call.kernel.machine;
    machine.make_visible(counts.stored.get(), Barriers::COMMAND, || {
        format!("{} is launched by a stream", call.kernel.name())
    });
    Ok(Groups::Indirect(counts.memories[0], at))
}

fn launch(call: &Call, first: Option<&Bound>, groups: Groups, time: std::time::Duration) -> Launch {
    let groups = if let Groups::Direct(groups) = groups { Some(groups) } else { None };
    let size: u32 = call.kernel.group_size().iter().product();
    let elements = match call.extent {
        Extent::Elements(count) => count,
        _ => first.map_or(0, |bound| bound.body.plan.shape().len()),
    };
    Launch {
        kernel: call.kernel.name().to_string(),
        era: Era::Compute,
        inputs: call
            .streams
            .iter()
            .filter(|bound| bound.role != Role::Output)
            .map(|bound| usage(bound, 1))
            .collect(),
        outputs: call.outputs().map(|bound| usage(bound, 1)).collect(),
        elements,
        invocations: groups.map_or(0, |groups| groups.iter().product::<u32>() as usize * size as usize),
        groups,
        time,
    }
}
