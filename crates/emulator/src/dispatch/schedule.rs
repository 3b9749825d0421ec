//! Runs warps and groups in each of the schedule orders.

use super::group::{TurnOutcome, WorkGroup};
use super::launch::{Ending, GroupLaunch, STEPS_PER_TURN, ScheduleOrder};
use super::replay;
use super::rng::SplitMix64;
use crate::event::Observe;
use std::ops::Range;

/// Groups that are interleaved at once.
const MAX_RESIDENT_GROUPS: usize = 4;
/// Longest turn of a random schedule, in instructions.
const MAX_TURN_STEPS: u64 = 24;
/// Turns between points at which a random schedule may delay a group.
const DELAY_INTERVAL: u64 = 512;
/// Longest delay in turns: enough for other groups to give up spinning on it.
const MAX_DELAY_TURNS: u64 = 8192;

/// Runs the groups of these numbers.
pub(super) fn run_groups<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    numbers: Range<u32>,
    observer: &mut O,
) -> Ending {
    match &launch.policy.order {
        ScheduleOrder::Forward => run_one_by_one::<W, O>(launch, numbers, false, observer),
        ScheduleOrder::Reversed => run_one_by_one::<W, O>(launch, numbers.rev(), true, observer),
        ScheduleOrder::RoundRobin => InterleavedGroups::<W>::new(launch, None).run(numbers, observer),
        ScheduleOrder::Turns(turns) => replay::replay_turns::<W, O>(launch, numbers, turns, observer),
        &ScheduleOrder::Random(seed) => {
            let order = launch.policy.order.order_numbers(numbers.start.into()..numbers.end.into());
            InterleavedGroups::<W>::new(launch, Some(SplitMix64(seed))).run(order.map(|number| number as u32), observer)
        }
    }
}

/// Runs each group to its end before the next, and each warp as far as it can go before the next.
fn run_one_by_one<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    numbers: impl Iterator<Item = u32>,
    reversed: bool,
    observer: &mut O,
) -> Ending {
    let mut group = WorkGroup::<W>::new(launch);
    let warps = group.warp_count();
    let mut turns = 0;
    for number in numbers {
        group.start_group(number);
        let mut turn = TurnOutcome::Continues;
        let mut at = 0;
        while turn == TurnOutcome::Continues {
            let warp = if reversed { warps - 1 - at % warps } else { at % warps };
            if !group.can_run(warp) {
                at += 1;
                continue;
            }
            let before = group.barriers_passed();
            turn = group.run_turn(warp, STEPS_PER_TURN, if reversed { u32::MAX } else { 0 }, observer);
            if group.barriers_passed() != before {
                at = 0; // after a barrier, start again from the first warp
            }
            turns += 1;
            if launch.is_expired_at(turns) {
                return Ending::Late(group.warp_pc(warp));
            }
        }
        if let TurnOutcome::Stopped(pc) = turn {
            return Ending::Stopped(pc);
        }
    }
    Ending::Complete
}

/// Groups that run interleaved.
struct InterleavedGroups<'l, const W: usize> {
    launch: &'l GroupLaunch<'l>,
    /// `None`: round-robin, one instruction per turn.
    dice: Option<SplitMix64>,
    resident: Vec<WorkGroup<'l, W>>,
    /// The delayed group, and the turn at which it continues.
    aside: Option<(u32, u64)>,
}

impl<'l, const W: usize> InterleavedGroups<'l, W> {
    fn new(launch: &'l GroupLaunch<'l>, dice: Option<SplitMix64>) -> InterleavedGroups<'l, W> {
        InterleavedGroups { launch, dice, resident: vec![], aside: None }
    }

    fn run<O: Observe>(mut self, mut numbers: impl Iterator<Item = u32>, observer: &mut O) -> Ending {
        let mut idle: Vec<WorkGroup<'l, W>> = vec![];
        let mut next = 0;
        let mut turns = 0_u64;
        // A generator of its own, so that delays leave the schedule of short launches unchanged.
        let mut others = self.dice.as_ref().map(|dice| SplitMix64(!dice.0));
        loop {
            while self.resident.len() < MAX_RESIDENT_GROUPS {
                let Some(number) = numbers.next() else { break };
                let mut group = idle.pop().unwrap_or_else(|| WorkGroup::new(self.launch));
                group.start_group(number);
                self.resident.push(group);
            }
            if let Some(dice) = others.as_mut().filter(|_| turns % DELAY_INTERVAL == DELAY_INTERVAL - 1) {
                self.delay_group(dice, turns);
            }
            if self.aside.is_some_and(|(_, until)| turns >= until) || self.runnable_at(0).is_none() {
                self.aside = None;
            }
            let ready = self.runnable_warps().count();
            let (pick, quantum, swap) = match &mut self.dice {
                Some(dice) => {
                    (dice.draw_below(ready as u64) as usize, 1 + dice.draw_below(MAX_TURN_STEPS), dice.draw_lane_swap())
                }
                None => (next % ready.max(1), 1, 0),
            };
            next = if pick + 1 >= ready { 0 } else { pick + 1 };
            let Some((at, warp)) = self.runnable_at(pick) else { return Ending::Complete };
            match self.resident[at].run_turn(warp, quantum, swap, observer) {
                TurnOutcome::Continues => {}
                TurnOutcome::Ended => idle.push(self.resident.remove(at)),
                TurnOutcome::Stopped(pc) => return Ending::Stopped(pc),
            }
            turns += 1;
            if turns.is_multiple_of(4096) && self.launch.is_expired() {
                return Ending::Late(self.resident.get(at).map_or(0, |group| group.warp_pc(warp)));
            }
        }
    }

    /// Returns the group and warp in place `pick` among those that can run.
    fn runnable_at(&self, pick: usize) -> Option<(usize, usize)> {
        self.runnable_warps().nth(pick)
    }

    /// Iterates over the groups and warps that can run and are not delayed.
    fn runnable_warps(&self) -> impl Iterator<Item = (usize, usize)> {
        let aside = self.aside.map(|(number, _)| number);
        let all = self.resident.iter().enumerate();
        let there = all.filter(move |(_, group)| aside != Some(group.group_number()));
        there.flat_map(|(at, group)| runnable_in_group(group).map(move |warp| (at, warp)))
    }

    /// Delays one of the groups at random, as a busy GPU does.
    fn delay_group(&mut self, dice: &mut SplitMix64, turns: u64) {
        let pick = dice.draw_below(self.resident.len() as u64) as usize;
        let length = dice.draw_below(MAX_DELAY_TURNS);
        if self.aside.is_none()
            && dice.draw_below(2) == 0
            && let Some(group) = self.resident.get(pick)
        {
            self.aside = Some((group.group_number(), turns + length));
        }
    }
}

/// Iterates over the warps of a group that can take a turn.
fn runnable_in_group<'g, const W: usize>(group: &'g WorkGroup<W>) -> impl Iterator<Item = usize> + 'g {
    (0..group.warp_count()).filter(|&warp| group.can_run(warp))
}
