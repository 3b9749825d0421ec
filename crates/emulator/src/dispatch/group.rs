//! One work group: its warps, its shared memory, and its barriers.

use super::launch::{GroupLaunch, Policy};
use crate::assembly::{Pc, StageInput};
use crate::bindings::WarpContext;
use crate::event::{ExecutionEvent, LaneKind, Observe, WarpInfo};
use crate::warp::{Pause, Warp};
use gristmill_base::finding::Who;

/// Runs work groups one after another in the same registers.
pub(super) struct WorkGroup<'a, const W: usize> {
    launch: &'a GroupLaunch<'a>,
    warps: Vec<(Warp<W>, WarpState)>,
    shared: Vec<u32>,
    number: u32,
    barriers: u64,
}

/// State of a warp of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WarpState {
    Runs,
    Waits(Pc),
    Ended,
}

/// Outcome of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnOutcome {
    /// The group continues.
    Continues,
    /// All its lanes have ended.
    Ended,
    /// A warp took too many steps; it stopped at this instruction.
    Stopped(Pc),
}

impl<'a, const W: usize> WorkGroup<'a, W> {
    /// Creates the warps of a group of this launch, without starting one.
    pub(super) fn new(launch: &'a GroupLaunch<'a>) -> WorkGroup<'a, W> {
        let width = launch.policy.width.clamp(1, W as u32);
        let warps = (0..launch.lanes_per_group().div_ceil(width)).map(|at| {
            let mut warp = Warp::new(launch.assembly, &launch.bindings.uniforms);
            set_local_inputs(&mut warp, launch, at * width);
            warp.set_subgroup_inputs(launch.assembly, width, (at, launch.lanes_per_group().div_ceil(width)));
            (warp, WarpState::Ended)
        });
        let shared = vec![0; launch.assembly.shared_words as usize];
        WorkGroup { launch, warps: warps.collect(), shared, number: 0, barriers: 0 }
    }

    /// Linear index of the current group.
    pub(super) fn group_number(&self) -> u32 {
        self.number
    }

    /// Number of warps of the group.
    pub(super) fn warp_count(&self) -> usize {
        self.warps.len()
    }

    /// Returns true if this warp can take a turn.
    pub(super) fn can_run(&self, warp: usize) -> bool {
        self.warps.get(warp).is_some_and(|(_, state)| *state == WarpState::Runs)
    }

    /// Number of barriers the group has passed.
    pub(super) fn barriers_passed(&self) -> u64 {
        self.barriers
    }

    /// The instruction at which this warp is.
    pub(super) fn warp_pc(&self, warp: usize) -> Pc {
        self.warps.get(warp).map_or(0, |(warp, _)| warp.pc())
    }

    /// Starts the group of this number.
    pub(super) fn start_group(&mut self, number: u32) {
        let launch = self.launch;
        (self.number, self.barriers) = (number, 0);
        let group = launch.group_id(number);
        self.shared.fill(0);
        let width = launch.policy.width.clamp(1, W as u32);
        for (at, (warp, state)) in self.warps.iter_mut().enumerate() {
            let first = at as u32 * width;
            let here = width.min(launch.lanes_per_group() - first);
            let lanes = LaneKind::Invocations(first);
            let info = WarpInfo { group, group_number: number, warp: at as u32, width, helpers: 0, lanes };
            warp.start(info, u64::MAX >> (64 - here));
            for &(register, input) in &launch.assembly.inputs {
                let words = match input {
                    StageInput::Group(axis) => [group[usize::from(axis.min(2))]; W],
                    StageInput::GlobalId(axis) => {
                        let axis = usize::from(axis.min(2));
                        let start = group[axis].wrapping_mul(launch.assembly.local_size[axis]);
                        local_ids(launch, first, axis).map(|id: u32| id.wrapping_add(start))
                    }
                    _ => continue,
                };
                *warp.register_mut(register) = words;
            }
            *state = WarpState::Runs;
        }
    }

    /// Runs this warp for at most `quantum` steps, its lanes in the order of `swap`. Once no warp
    /// of the group can run, the group passes its barrier.
    pub(super) fn run_turn<O: Observe>(
        &mut self,
        warp: usize,
        quantum: u64,
        swap: u32,
        observer: &mut O,
    ) -> TurnOutcome {
        let Some((running, state)) = self.warps.get_mut(warp) else { return TurnOutcome::Continues };
        let Policy { steps: limit, other, .. } = *self.launch.policy;
        let mut context = WarpContext { bindings: self.launch.bindings, shared: &mut self.shared, limit, other, swap };
        let before = running.steps_taken();
        let pause = running.run(self.launch.assembly, &mut context, observer, quantum);
        let taken = running.steps_taken() - before;
        self.launch.policy.count_steps(taken);
        if let Some(recorder) = &self.launch.policy.recorder {
            recorder.record_turn(self.number, warp as u32, taken, swap);
        }
        *state = match pause {
            Pause::Quantum => return TurnOutcome::Continues,
            Pause::Stopped => return TurnOutcome::Stopped(running.pc()),
            Pause::Barrier(pc) => WarpState::Waits(pc),
            Pause::Ended => WarpState::Ended,
        };
        if self.warps.iter().any(|(_, state)| *state == WarpState::Runs) {
            return TurnOutcome::Continues;
        }
        if self.warps.iter().all(|(_, state)| *state == WarpState::Ended) {
            if O::WANTS_EVENTS {
                observer.observe(&ExecutionEvent::GroupEnds { number: self.number });
            }
            return TurnOutcome::Ended;
        }
        if O::WANTS_EVENTS {
            self.report_barrier(observer);
        }
        // As on a GPU, the barrier opens even if lanes are missing.
        for (_, state) in &mut self.warps {
            if matches!(state, WarpState::Waits(_)) {
                *state = WarpState::Runs;
            }
        }
        self.barriers += 1;
        TurnOutcome::Continues
    }

    /// Reports the warps that came to the barrier.
    fn report_barrier<O: Observe>(&self, observer: &mut O) {
        let mut waiting = self.warps.iter().filter_map(|(warp, state)| match state {
            WarpState::Waits(pc) => Some((*pc, warp.info.identify_lane(warp.live_lanes().trailing_zeros()))),
            _ => None,
        });
        let Some(first) = waiting.next() else { return };
        if let Some(second) = waiting.find(|second| second.0 != first.0) {
            observer.observe(&ExecutionEvent::BarriersDiffer { first, second });
        }
        let alive = self.warps.iter().map(|(warp, _)| warp.live_lanes().count_ones()).sum::<u32>();
        let ended = self.launch.lanes_per_group().saturating_sub(alive);
        let example = if ended > 0 { self.find_ended_lane() } else { None };
        observer.observe(&ExecutionEvent::BarrierPassed { number: self.number, pc: first.0, ended, example });
    }

    /// Returns an invocation that has ended.
    fn find_ended_lane(&self) -> Option<Who> {
        self.warps.iter().find_map(|(warp, _)| {
            let first = warp.info.warp * warp.info.width;
            let here = warp.info.width.min(self.launch.lanes_per_group().saturating_sub(first)).max(1);
            let gone = !warp.live_lanes() & (u64::MAX >> (64 - here));
            (gone != 0).then(|| warp.info.identify_lane(gone.trailing_zeros()))
        })
    }
}

/// Sets the inputs that are the same for every group.
fn set_local_inputs<const W: usize>(warp: &mut Warp<W>, launch: &GroupLaunch, first: u32) {
    for &(register, input) in &launch.assembly.inputs {
        let words = match input {
            StageInput::LocalIndex => std::array::from_fn(|lane| launch.invocation_at(first + lane as u32)),
            StageInput::LocalId(axis) => local_ids(launch, first, usize::from(axis.min(2))),
            StageInput::Groups(axis) => [launch.groups[usize::from(axis.min(2))]; W],
            _ => continue,
        };
        *warp.register_mut(register) = words;
    }
}

/// `gl_LocalInvocationID` along an axis, of the lanes from invocation `first` on.
fn local_ids<const W: usize>(launch: &GroupLaunch, first: u32, axis: usize) -> [u32; W] {
    let [x, y, _] = launch.assembly.local_size.map(|size| size.max(1));
    std::array::from_fn(|lane| {
        let index = launch.invocation_at(first + lane as u32);
        [index % x, (index / x) % y, index / x / y][axis]
    })
}
