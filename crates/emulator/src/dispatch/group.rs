//! One work group: its warps, its shared memory, and its barriers.

use super::launch::{GroupLaunch, Policy};
use crate::assembly::{Pc, StageInput};
use crate::bindings::WarpContext;
use crate::event::{Event, LaneKind, Observe, WarpInfo};
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
pub(super) enum TurnEnd {
    /// The group continues.
    Goes,
    /// All its lanes have ended.
    Ended,
    /// A warp took too many steps; it stopped at this instruction.
    Stopped(Pc),
}

impl<'a, const W: usize> WorkGroup<'a, W> {
    /// Creates the warps of a group of this launch, without starting one.
    pub(super) fn new(launch: &'a GroupLaunch<'a>) -> WorkGroup<'a, W> {
        let width = launch.policy.width.clamp(1, W as u32);
        let warps = (0..launch.lanes().div_ceil(width)).map(|at| {
            let mut warp = Warp::new(launch.assembly, &launch.bindings.uniforms);
            set_local_inputs(&mut warp, launch, at * width);
            warp.set_subgroup(launch.assembly, width, (at, launch.lanes().div_ceil(width)));
            (warp, WarpState::Ended)
        });
        let shared = vec![0; launch.assembly.shared_words as usize];
        WorkGroup { launch, warps: warps.collect(), shared, number: 0, barriers: 0 }
    }

    /// Linear index of the current group.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Number of warps of the group.
    pub(super) fn warps(&self) -> usize {
        self.warps.len()
    }

    /// Returns true if this warp can take a turn.
    pub(super) fn runs(&self, warp: usize) -> bool {
        self.warps.get(warp).is_some_and(|(_, state)| *state == WarpState::Runs)
    }

    /// Number of barriers the group has passed.
    pub(super) fn barriers(&self) -> u64 {
        self.barriers
    }

    /// The instruction at which this warp is.
    pub(super) fn pc(&self, warp: usize) -> Pc {
        self.warps.get(warp).map_or(0, |(warp, _)| warp.pc())
    }

    /// Starts the group of this number.
    pub(super) fn start(&mut self, number: u32) {
        let launch = self.launch;
        (self.number, self.barriers) = (number, 0);
        let group = launch.place(number);
        self.shared.fill(0);
        let width = launch.policy.width.clamp(1, W as u32);
        for (at, (warp, state)) in self.warps.iter_mut().enumerate() {
            let first = at as u32 * width;
            let here = width.min(launch.lanes() - first);
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

    /// Runs this warp for at most `quantum` steps, its lanes in the order of `swap`. Once no warp of the group can run, the
    /// group passes its barrier.
    pub(super) fn turn<O: Observe>(&mut self, warp: usize, quantum: u64, swap: u32, observer: &mut O) -> TurnEnd {
        let Some((running, state)) = self.warps.get_mut(warp) else { return TurnEnd::Goes };
        let Policy { steps: limit, other, .. } = *self.launch.policy;
        let mut context = WarpContext { bindings: self.launch.bindings, shared: &mut self.shared, limit, other, swap };
        let before = running.steps();
        let pause = running.run(self.launch.assembly, &mut context, observer, quantum);
        let taken = running.steps() - before;
        self.launch.policy.took(taken);
        if let Some(recorder) = &self.launch.policy.recorder {
            recorder.took(self.number, warp as u32, taken, swap);
        }
        *state = match pause {
            Pause::Quantum => return TurnEnd::Goes,
            Pause::Stopped => return TurnEnd::Stopped(running.pc()),
            Pause::Barrier(pc) => WarpState::Waits(pc),
            Pause::Ended => WarpState::Ended,
        };
        if self.warps.iter().any(|(_, state)| *state == WarpState::Runs) {
            return TurnEnd::Goes;
        }
        if self.warps.iter().all(|(_, state)| *state == WarpState::Ended) {
            if O::LISTENS {
                observer.hear(&Event::GroupEnds { number: self.number });
            }
            return TurnEnd::Ended;
        }
        if O::LISTENS {
            self.tell(observer);
        }
        // As on a GPU, the barrier opens even if lanes are missing.
        for (_, state) in &mut self.warps {
            if matches!(state, WarpState::Waits(_)) {
                *state = WarpState::Runs;
            }
        }
        self.barriers += 1;
        TurnEnd::Goes
    }

    /// Reports the warps that came to the barrier.
    fn tell<O: Observe>(&self, observer: &mut O) {
        let mut waiting = self.warps.iter().filter_map(|(warp, state)| match state {
            WarpState::Waits(pc) => Some((*pc, warp.info.who(warp.alive().trailing_zeros()))),
            _ => None,
        });
        let Some(first) = waiting.next() else { return };
        if let Some(second) = waiting.find(|second| second.0 != first.0) {
            observer.hear(&Event::Apart { first, second });
        }
        let alive = self.warps.iter().map(|(warp, _)| warp.alive().count_ones()).sum::<u32>();
        let ended = self.launch.lanes().saturating_sub(alive);
        let example = if ended > 0 { self.ended() } else { None };
        observer.hear(&Event::Passed { number: self.number, pc: first.0, ended, example });
    }

    /// Returns an invocation that has ended.
    fn ended(&self) -> Option<Who> {
        self.warps.iter().find_map(|(warp, _)| {
            let first = warp.info.warp * warp.info.width;
            let here = warp.info.width.min(self.launch.lanes().saturating_sub(first)).max(1);
            let gone = !warp.alive() & (u64::MAX >> (64 - here));
            (gone != 0).then(|| warp.info.who(gone.trailing_zeros()))
        })
    }
}

/// Sets the inputs that are the same for every group.
fn set_local_inputs<const W: usize>(warp: &mut Warp<W>, launch: &GroupLaunch, first: u32) {
    for &(register, input) in &launch.assembly.inputs {
        let words = match input {
            StageInput::LocalIndex => std::array::from_fn(|lane| launch.invocation(first + lane as u32)),
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
        let index = launch.invocation(first + lane as u32);
        [index % x, (index / x) % y, index / x / y][axis]
    })
}
