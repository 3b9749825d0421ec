//! A call in the compute era: checked, then dispatched.

use super::automatic_uniforms::{automatic_value, use_of_stream};
use super::bindings::{BoundStream, CallExtent, StreamRole};
use super::builder::Call;
use super::cached_launch::{self, CacheLookup};
use super::checks::{check_sampler, name_error};
use super::dispatch_checks::{check_block, check_era, check_hazard, check_image, check_inputs, check_no_sampling};
use crate::stream::RawStream;
use crate::trace::Launch;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Barriers, Dispatch, GroupCounts, MemoryId, Sampling};
use smallvec::SmallVec;
use std::time::Duration;

/// Runs a call as one dispatch.
pub(super) fn run_dispatch(call: &Call, before: &CacheLookup) -> Result<()> {
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
        let used = if let Some(block) = interface.find_block(bound.name) {
            check_block(call, bound, block)?;
            check_no_sampling(call, bound, "a storage buffer")?;
            buffers.push((&block.name, memory));
            Barriers::STORAGE
        } else if let Some(image) = interface.images.iter().find(|image| image.name == bound.name) {
            check_image(call, bound, image)?;
            check_no_sampling(call, bound, "an image")?;
            images.push((bound.name, memory));
            Barriers::IMAGE
        } else {
            if bound.role.is_written() {
                return Err(name_error(call, "output", bound.name, interface.stream_names()));
            }
            check_sampler(call, bound)?;
            textures.push((bound.name, memory, bound.sampling.unwrap_or_default()));
            Barriers::FETCH
        };
        check_hazard(call, bound)?;
        uses.push(used);
    }
    issue_barriers(call, &uses);
    for name in &compiled.streams {
        if call.find_stream(name).is_none() {
            return Err(call.call_error(format!(
                "the stream {name} is not given; add .input, .gather or .output(\"{name}\", ...)"
            )));
        }
    }

    let first = call.output_streams().next();
    check_inputs(call, first)?;
    let Some(groups) = count_groups(call, first)? else {
        return Ok(()); // no element, no work
    };
    let mut uniforms = call.uniforms.clone();
    let raw = first.or(call.streams.first()).map(|bound| bound.raw);
    if let Some(raw) = raw {
        for (name, automatic) in &compiled.automatic {
            uniforms.push((name, automatic_value(call, raw, automatic, 0)));
        }
    }
    if let CallExtent::Elements(count) = call.extent
        && let Some((_, value)) = uniforms.iter_mut().find(|(name, _)| *name == "element_count")
    {
        *value = (count as i32).into();
    }
    let dispatch = Dispatch {
        program: &compiled.program,
        uniforms: &uniforms,
        given: call.uniforms.len(),
        remember: before.resolved_launch(),
        textures: &textures,
        images: &images,
        buffers: &buffers,
        groups,
    };
    machine
        .run_launch(|| machine.backend.dispatch(&dispatch), |time| build_dispatch_record(call, first, groups, time))?;
    cached_launch::record_accesses(call);
    cached_launch::note_launch(call, before, uses);
    Ok(())
}

/// Issues the barriers that the uses of a dispatch need: those of its loads first, which serve its stores as well.
fn issue_barriers(call: &Call, uses: &[Barriers]) {
    let machine = &call.kernel.machine;
    for (bound, used) in call.streams.iter().zip(uses) {
        machine.make_visible(bound.raw.times.stored.get(), *used, || {
            format!("{} uses {}", call.kernel.name(), bound.name)
        });
    }
    for (bound, used) in call.streams.iter().zip(uses) {
        machine.make_visible(cached_launch::time_to_wait_for(call, bound), *used, || {
            format!("{} writes {}, which an earlier launch reads", call.kernel.name(), bound.name)
        });
    }
}

/// Returns the groups to launch; `None` if there is nothing to do.
fn count_groups(call: &Call, first: Option<&BoundStream>) -> Result<Option<GroupCounts>> {
    let limits = call.kernel.machine.limits().groups;
    let size = call.kernel.group_size().map(|size| size as usize);
    let groups = match call.extent {
        CallExtent::Indirect(counts, at) => return indirect_groups(call, counts, at).map(Some),
        CallExtent::Groups(groups) => groups.map(|count| count as usize),
        CallExtent::Elements(count) if i32::try_from(count).is_err() => {
            let thing = format!("{}: elements of a dispatch", call.kernel.name());
            return Err(Error::limit(
                thing,
                count as u128,
                i32::MAX as u128,
                "split it into several, kernels count in int",
            ));
        }
        CallExtent::Elements(count) => linear_groups(count, size, limits[0]),
        _ => {
            let Some(first) = first else {
                return Err(call.call_error("it writes no stream; set the size of the launch with elements or groups"));
            };
            let shape = first.raw.plan.shape();
            if shape.is_empty() {
                return Ok(None);
            }
            if size[1] == 1 && size[2] == 1 {
                linear_groups(shape.len(), size, limits[0])
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
    Ok(Some(GroupCounts::Direct(groups.map(|count| count as u32))))
}

/// Returns the groups for `elements` elements: along x, and in rows along y if x has not enough. `element()` of
/// stream.glsl counts the same way.
fn linear_groups(elements: usize, size: [usize; 3], limit: usize) -> [usize; 3] {
    let groups = elements.div_ceil(size.iter().product::<usize>().max(1));
    let rows = groups.div_ceil(limit.max(1)).max(1);
    [groups.div_ceil(rows), rows, 1]
}

fn indirect_groups(call: &Call, counts: &RawStream, at: usize) -> Result<GroupCounts> {
    if !counts.is_linear() {
        return Err(call.call_error("the group counts are in a texture; they must be a stream of Layout::Linear"));
    }
    let len = counts.plan.shape().len();
    if at.checked_add(3).is_none_or(|end| end > len) {
        return Err(call.call_error(format!(
            "the three group counts begin at element {at}, but the stream has {len} elements; begin at {} at most",
            len.saturating_sub(3)
        )));
    }
    if call.output_streams().any(|output| output.raw.id == counts.id) {
        return Err(call.call_error("it writes the group counts that launch it; use another stream"));
    }
    let machine = &call.kernel.machine;
    machine.make_visible(counts.times.stored.get(), Barriers::COMMAND, || {
        format!("{} is launched by a stream", call.kernel.name())
    });
    Ok(GroupCounts::Indirect(counts.memories[0], at))
}

fn build_dispatch_record(call: &Call, first: Option<&BoundStream>, groups: GroupCounts, time: Duration) -> Launch {
    let groups = if let GroupCounts::Direct(groups) = groups { Some(groups) } else { None };
    let size: u32 = call.kernel.group_size().iter().product();
    let elements = match call.extent {
        CallExtent::Elements(count) => count,
        _ => first.map_or(0, |bound| bound.raw.plan.shape().len()),
    };
    Launch {
        kernel: call.kernel.name().to_string(),
        era: Era::Compute,
        inputs: call
            .streams
            .iter()
            .filter(|bound| bound.role != StreamRole::Output)
            .map(|bound| use_of_stream(bound, 1))
            .collect(),
        outputs: call.output_streams().map(|bound| use_of_stream(bound, 1)).collect(),
        elements,
        invocations: groups.map_or(0, |groups| groups.iter().product::<u32>() as usize * size as usize),
        groups,
        time,
    }
}
