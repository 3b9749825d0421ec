//! Replay of a call: the checks of an equal earlier call hold, and the backend repeats its launch.
//!
//! The first call of its kind is checked and noted; in the second the backend is asked to store the resolved launch;
//! from the third on the launch is replayed from there. So a kernel that is called once pays next to nothing for the
//! cache.

use super::bound::{Extent, Role};
use super::builder::Call;
use crate::kernel::{CheckedLaunch, Covered, Place};
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use gristmill_machine::{Barriers, Remembered};
use smallvec::SmallVec;
use std::rc::Rc;

/// Result of looking a call up among earlier ones.
pub(super) enum Before {
    /// It was replayed and is done.
    Done,
    /// An equal call was checked before: the backend is to store this launch.
    Checked(Rc<CheckedLaunch>),
    /// There was no equal call.
    New(Covered),
    /// Its launch cannot be cached.
    Never,
}

impl Before {
    /// Returns the slot in which the backend stores the resolved launch.
    pub(super) fn remembered(&self) -> Option<&Remembered> {
        if let Before::Checked(launch) = self { Some(&launch.remembered) } else { None }
    }
}

/// Returns the call's extent, if the launch of such a call can be cached.
fn covered(call: &Call) -> Option<Covered> {
    let machine = &call.kernel.machine;
    let plain =
        call.blend.is_none() && call.depth_stencil.is_none() && call.query.is_none() && call.condition.is_none();
    // A backend with a findings log, and a trace that is being recorded, must see each launch.
    let watched = machine.log.is_some() || machine.recorder.borrow().is_some();
    if !plain || watched || !call.arrays.is_empty() || !call.known.is_empty() {
        return None;
    }
    let single = |role, memories: usize| memories == 1 && !matches!(role, Role::Slice(_) | Role::Vertices);
    let streams = call.streams.iter().all(|bound| single(bound.role, bound.raw.memories.len()));
    let one_slice = call
        .outputs()
        .all(|bound| bound.raw.is_linear() || bound.raw.plan.size()[2] == 1);
    let here = call.streams.iter().all(|bound| Rc::ptr_eq(&bound.raw.machine, machine));
    match call.extent {
        _ if !streams || !one_slice || !here || call.kernel.compiled.writes_vertices => None,
        Extent::Whole => Some(Covered::Whole),
        Extent::Elements(count) => Some(Covered::Elements(count)),
        Extent::Groups(groups) => Some(Covered::Groups(groups)),
        _ => None,
    }
}

/// Returns the streams in the form in which they are compared with checked ones.
fn places<'c>(call: &'c Call) -> impl ExactSizeIterator<Item = (&'c str, Place)> + Clone {
    call.streams.iter().map(|bound| {
        let (raw, plan) = (bound.raw, &bound.raw.plan);
        let place = Place {
            memory: raw.memories[0],
            shape: plan.shape(),
            layout: plan.layout(),
            format: raw.format,
            role: bound.role,
            sampling: bound.sampling,
        };
        (bound.name, place)
    })
}

/// Replays an earlier equal call, if it can.
pub(super) fn again(call: &Call) -> Result<Before> {
    let Some(covered) = covered(call) else { return Ok(Before::Never) };
    let (kernel, machine) = (&call.kernel.compiled, &call.kernel.machine);
    let found = kernel.launches.find(machine.freed(), &call.uniforms, places(call), covered);
    let Some(launch) = found else { return Ok(Before::New(covered)) };
    let uses = call.streams.iter().zip(&launch.uses);
    let missing = uses.fold(Barriers::default(), |all, (bound, used)| {
        all.with(machine.hazards.missing(bound.raw.stored.get(), *used))
    });
    if !machine
        .backend
        .again(&kernel.program, &launch.remembered, &call.uniforms, missing)?
    {
        return Ok(Before::Checked(launch));
    }
    machine.hazards.issue(missing);
    if call.kernel.era() == Era::Compute {
        let now = machine.hazards.store();
        call.outputs().for_each(|bound| bound.raw.stored.set(now));
    }
    Ok(Before::Done)
}

/// Notes a call that was checked and run. `uses` are the barriers that each stream's stores had to be visible to.
pub(super) fn note(call: &Call, before: &Before, uses: SmallVec<[Barriers; 4]>) {
    if let Before::New(covered) = before {
        let launch = CheckedLaunch::new(&call.uniforms, places(call), *covered, uses);
        call.kernel.compiled.launches.keep(launch);
    }
}
