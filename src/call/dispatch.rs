//! A call in the compute era: checked, then dispatched.

use super::again::{self, Before};
use super::automatic::{usage, value};
use super::bound::{Bound, Extent, Role};
use super::builder::Call;
use super::checks::{check_sampler, name_error};
use super::dispatch_checks::{check_block, check_era, check_hazard, check_image, check_inputs, check_unsampled};
use crate::stream::RawStream;
use crate::trace::Launch;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Barriers, Dispatch, Groups, MemoryId, Sampling};
use smallvec::SmallVec;
use std::time::Duration;

/// Runs a call as one dispatch.
pub(super) fn run(call: &Call, before: &Before) -> Result<()> {
    let compiled = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    check_era(call)?;
    let mut buffers: SmallVec<[(&str, MemoryId); 8]> = SmallVec::new();
    let mut images: SmallVec<[(&str, MemoryId); 4]> = SmallVec::new();
    let mut textures: SmallVec<[(&str, MemoryId, Sampling); 4]> = SmallVec::new();
    let mut uses = SmallVec::new();
    for bound in &call.streams {
        let memory = bound.raw.memories[0];
        let interface = &compiled.interface;
        let used = if let Some(block) = interface.block(bound.name) {
            check_block(call, bound, block)?;
            check_unsampled(call, bound, "a storage buffer")?;
            buffers.push((&block.name, memory));
            Barriers::STORAGE
        } else if let Some(image) = interface.images.iter().find(|image| image.name == bound.name) {
            check_image(call, bound, image)?;
            check_unsampled(call, bound, "an image")?;
            images.push((bound.name, memory));
            Barriers::IMAGE
        } else {
            if bound.role.writes() {
                return Err(name_error(call, "output", bound.name, interface.stream_names()));
            }
            check_sampler(call, bound)?;
            textures.push((bound.name, memory, bound.sampling.unwrap_or_default()));
            Barriers::FETCH
        };
        check_hazard(call, bound)?;
        uses.push(used);
        machine.make_visible(bound.raw.stored.get(), used, || format!("{} uses {}", call.kernel.name(), bound.name));
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
    let mut uniforms = call.uniforms.clone();
    let raw = first.or(call.streams.first()).map(|bound| bound.raw);
    if let Some(raw) = raw {
        for (name, automatic) in &compiled.automatic {
            uniforms.push((name, value(call, raw, automatic, 0)));
        }
    }
    if let Extent::Elements(count) = call.extent
        && let Some((_, value)) = uniforms.iter_mut().find(|(name, _)| *name == "element_count")
    {
        *value = (count as i32).into();
    }
    let dispatch = Dispatch {
        program: &compiled.program,
        uniforms: &uniforms,
        given: call.uniforms.len(),
        remember: before.remembered(),
        textures: &textures,
        images: &images,
        buffers: &buffers,
        groups,
    };
    machine.launch(|| machine.backend.dispatch(&dispatch), |time| launch(call, first, groups, time))?;
    let now = machine.hazards.store();
    for bound in call.outputs() {
        bound.raw.stored.set(now);
    }
    again::note(call, before, uses);
    Ok(())
}

/// Returns the groups to launch; `None` if there is nothing to do.
fn groups(call: &Call, first: Option<&Bound>) -> Result<Option<Groups>> {
    let limits = call.kernel.machine.limits().groups;
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
            let shape = first.raw.plan.shape();
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

/// Returns the groups for `elements` elements: along x, and in rows along y if x has not enough. `element()` of
/// stream.glsl counts the same way.
fn linear(elements: usize, size: [usize; 3], limit: usize) -> [usize; 3] {
    let groups = elements.div_ceil(size.iter().product::<usize>().max(1));
    let rows = groups.div_ceil(limit.max(1)).max(1);
    [groups.div_ceil(rows), rows, 1]
}

fn indirect(call: &Call, counts: &RawStream, at: usize) -> Result<Groups> {
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
    if call.outputs().any(|output| output.raw.id == counts.id) {
        return Err(call.error("it writes the group counts that launch it; use another stream"));
    }
    let machine = &call.kernel.machine;
    machine.make_visible(counts.stored.get(), Barriers::COMMAND, || {
        format!("{} is launched by a stream", call.kernel.name())
    });
    Ok(Groups::Indirect(counts.memories[0], at))
}

fn launch(call: &Call, first: Option<&Bound>, groups: Groups, time: Duration) -> Launch {
    let groups = if let Groups::Direct(groups) = groups { Some(groups) } else { None };
    let size: u32 = call.kernel.group_size().iter().product();
    let elements = match call.extent {
        Extent::Elements(count) => count,
        _ => first.map_or(0, |bound| bound.raw.plan.shape().len()),
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
