//! A call that was made before: what was checked then is not checked again, and the machine makes the launch anew.
//!
//! The first call of its kind is checked and only noted; the second one the machine is asked to remember; from the
//! third on it is made from there. So what is called once pays next to nothing for it.

use super::bound::{Extent, Role};
use super::builder::Call;
use crate::kernel::{CheckedLaunch, Covered, Place};
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use gristmill_machine::{Barriers, Remembered};
use smallvec::SmallVec;
use std::rc::Rc;

/// What a call is to the calls before it.
pub(super) enum Before {
    /// It was made again, and is done.
    Done,
    /// It was checked before: the machine is to remember this one.
    Checked(Rc<CheckedLaunch>),
    /// There was none like it.
    New(Covered),
    /// One that is always made from the start.
    Never,
}

impl Before {
    /// Where the machine keeps what it knows of this launch.
    pub(super) fn remembered(&self) -> Option<&Remembered> {
        if let Before::Checked(launch) = self { Some(&launch.remembered) } else { None }
    }
}

/// What the call covers, if the launch of such a call may be made again.
fn covered(call: &Call) -> Option<Covered> {
    let machine = &call.kernel.machine;
    let plain =
        call.blend.is_none() && call.depth_stencil.is_none() && call.query.is_none() && call.condition.is_none();
    // A machine that watches sees each launch; so does whoever records it.
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

/// The streams as they were checked.
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

/// Makes the call as one before it was made, if it can.
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

/// Notes a call that was checked and made; `uses` are what each stream's stores had to be visible to.
pub(super) fn note(call: &Call, before: &Before, uses: SmallVec<[Barriers; 4]>) {
    if let Before::New(covered) = before {
        let launch = CheckedLaunch::new(&call.uniforms, places(call), *covered, uses);
        call.kernel.compiled.launches.keep(launch);
    }
}
