//! Replay of a call: the checks of an equal earlier call hold, and the backend repeats its launch.
//!
//! The first call of its kind is checked and noted; in the second the backend is asked to store the resolved launch;
//! from the third on the launch is replayed from there. So a kernel that is called once pays next to nothing for the
//! cache.

use super::bindings::{BoundStream, CallExtent, StreamRole};
use super::builder::Call;
use crate::kernel::{CheckedLaunch, CheckedStream, LaunchExtent};
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use gristmill_machine::{Barriers, ResolvedLaunch};
use smallvec::SmallVec;
use std::rc::Rc;

/// Result of looking a call up among earlier ones.
pub(super) enum CacheLookup {
    /// It was replayed and is done.
    Replayed,
    /// An equal call was checked before: the backend is to store this launch.
    Checked(Rc<CheckedLaunch>),
    /// There was no equal call.
    Unseen(LaunchExtent),
    /// Its launch cannot be cached.
    Uncacheable,
}

impl CacheLookup {
    /// Returns the slot in which the backend stores the resolved launch.
    pub(super) fn resolved_launch(&self) -> Option<&ResolvedLaunch> {
        if let CacheLookup::Checked(launch) = self { Some(&launch.remembered) } else { None }
    }
}

/// Returns the call's extent, if the launch of such a call can be cached.
fn cacheable_extent(call: &Call) -> Option<LaunchExtent> {
    let machine = &call.kernel.machine;
    let plain =
        call.blend.is_none() && call.depth_stencil.is_none() && call.query.is_none() && call.condition.is_none();
    // A backend with a findings log, and a trace that is being recorded, must see each launch.
    let watched = machine.log.is_some() || machine.recorder.borrow().is_some();
    if !plain || watched || !call.arrays.is_empty() || !call.known.is_empty() {
        return None;
    }
    let streams = call.streams.iter().all(|bound| is_single(bound.role, bound.raw.memories.len()));
    let one_slice = call
        .output_streams()
        .all(|bound| bound.raw.is_linear() || bound.raw.plan.size()[2] == 1);
    let here = call.streams.iter().all(|bound| Rc::ptr_eq(&bound.raw.machine, machine));
    match call.extent {
        _ if !streams || !one_slice || !here || call.kernel.compiled.writes_vertices => None,
        CallExtent::Whole => Some(LaunchExtent::Whole),
        CallExtent::Elements(count) => Some(LaunchExtent::Elements(count)),
        CallExtent::Groups(groups) => Some(LaunchExtent::Groups(groups)),
        _ => None,
    }
}

fn is_single(role: StreamRole, memories: usize) -> bool {
    memories == 1 && !matches!(role, StreamRole::Slice(_) | StreamRole::Vertices)
}

/// Returns the streams in the form in which they are compared with checked ones.
fn checked_streams<'c>(call: &'c Call) -> impl ExactSizeIterator<Item = (&'c str, CheckedStream)> + Clone {
    call.streams.iter().map(|bound| {
        let raw = bound.raw;
        let plan = &bound.raw.plan;
        let place = CheckedStream {
            memory: raw.memories[0],
            shape: plan.shape(),
            layout: plan.layout(),
            is_rectangle: raw.is_rectangle,
            format: raw.format,
            role: bound.role,
            sampling: bound.sampling,
        };
        (bound.name, place)
    })
}

/// Replays an earlier equal call, if it can.
pub(super) fn replay_call(call: &Call) -> Result<CacheLookup> {
    let Some(covered) = cacheable_extent(call) else { return Ok(CacheLookup::Uncacheable) };
    let kernel = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    let found = kernel
        .launches
        .find_launch(machine.freed_count(), &call.uniforms, checked_streams(call), covered);
    let Some(launch) = found else { return Ok(CacheLookup::Unseen(covered)) };
    let uses = call.streams.iter().zip(&launch.uses);
    let missing = uses.fold(Barriers::default(), |all, (bound, used)| {
        all.union(machine.hazards.missing_barriers(time_to_wait_for(call, bound), *used))
    });
    if !machine
        .backend
        .replay_launch(&kernel.program, &launch.remembered, &call.uniforms, missing)?
    {
        return Ok(CacheLookup::Checked(launch));
    }
    machine.hazards.record_barriers(missing);
    record_accesses(call);
    Ok(CacheLookup::Replayed)
}

/// Returns the time of the launch that a use of a stream waits for. Only a store of a dispatch waits for loads: GL lets
/// a draw wait for them itself.
pub(super) fn time_to_wait_for(call: &Call, bound: &BoundStream) -> u64 {
    if bound.role.is_written() && call.kernel.era() == Era::Compute {
        bound.raw.times.stored.get().max(bound.raw.times.loaded.get())
    } else {
        bound.raw.times.stored.get()
    }
}

/// Records that a launch has used the streams of its call.
pub(super) fn record_accesses(call: &Call) {
    let is_dispatch = call.kernel.era() == Era::Compute;
    let now = call.kernel.machine.hazards.record_launch();
    for bound in &call.streams {
        let times = &bound.raw.times;
        if !bound.role.is_written() {
            times.loaded.set(now);
        } else if is_dispatch {
            times.stored.set(now);
        }
        if is_dispatch {
            times.dispatched.set(now);
        }
    }
    if let CallExtent::Indirect(counts, _) = call.extent {
        counts.times.loaded.set(now);
        counts.times.dispatched.set(now);
    }
}

/// Notes a call that was checked and run. `uses` are the barriers that each stream's stores had to be visible to.
pub(super) fn note_launch(call: &Call, before: &CacheLookup, uses: SmallVec<[Barriers; 4]>) {
    if let CacheLookup::Unseen(covered) = before {
        let launch = CheckedLaunch::new(&call.uniforms, checked_streams(call), *covered, uses);
        call.kernel.compiled.launches.insert_launch(launch);
    }
}
