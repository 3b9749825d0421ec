//! Runs warps and groups in each of the schedule orders.

use super::dice::Dice;
use super::group::{TurnEnd, WorkGroup};
use super::launch::{Ending, GroupLaunch, ScheduleOrder, TURN};
use super::turns;
use crate::event::Observe;
use std::ops::Range;

/// Groups that are interleaved at once.
const RESIDENT: usize = 4;
/// Longest turn of a random schedule, in instructions.
const LONGEST: u64 = 24;
/// Turns between points at which a random schedule may delay a group.
const PAUSE: u64 = 512;
/// Longest delay in turns: enough for other groups to give up spinning on it.
const ASIDE: u64 = 8192;

/// Runs the groups of these numbers.
pub(super) fn run<const W: usize, O: Observe>(launch: &GroupLaunch, numbers: Range<u32>, observer: &mut O) -> Ending {
    match &launch.policy.order {
        ScheduleOrder::Forward => one_by_one::<W, O>(launch, numbers, false, observer),
        ScheduleOrder::Reversed => one_by_one::<W, O>(launch, numbers.rev(), true, observer),
        ScheduleOrder::RoundRobin => Taking::<W>::new(launch, None).run(numbers, observer),
        ScheduleOrder::Turns(turns) => turns::run::<W, O>(launch, numbers, turns, observer),
        &ScheduleOrder::Random(seed) => {
            let order = launch.policy.order.ordered(numbers.start.into()..numbers.end.into());
            Taking::<W>::new(launch, Some(Dice(seed))).run(order.map(|number| number as u32), observer)
        }
    }
}

/// Runs each group to its end before the next, and each warp as far as it can go before the next.
fn one_by_one<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    numbers: impl Iterator<Item = u32>,
    reversed: bool,
    observer: &mut O,
) -> Ending {
    let mut group = WorkGroup::<W>::new(launch);
    let warps = group.warps();
    let mut turns = 0;
    for number in numbers {
        group.start(number);
        let mut turn = TurnEnd::Goes;
        let mut at = 0;
        while turn == TurnEnd::Goes {
            let warp = if reversed { warps - 1 - at % warps } else { at % warps };
            if !group.runs(warp) {
                at += 1;
                continue;
            }
            let before = group.barriers();
            turn = group.turn(warp, TURN, if reversed { u32::MAX } else { 0 }, observer);
            if group.barriers() != before {
                at = 0; // after a barrier, start again from the first warp
            }
            turns += 1;
            if launch.late_at(turns) {
                return Ending::Late(group.pc(warp));
            }
        }
        if let TurnEnd::Stopped(pc) = turn {
            return Ending::Stopped(pc);
        }
    }
    Ending::Complete
}

/// Groups that run interleaved.
struct Taking<'l, const W: usize> {
    launch: &'l GroupLaunch<'l>,
    /// `None`: round-robin, one instruction per turn.
    dice: Option<Dice>,
    resident: Vec<WorkGroup<'l, W>>,
    /// The delayed group, and the turn at which it continues.
    aside: Option<(u32, u64)>,
}

impl<'l, const W: usize> Taking<'l, W> {
    fn new(launch: &'l GroupLaunch<'l>, dice: Option<Dice>) -> Taking<'l, W> {
        Taking { launch, dice, resident: vec![], aside: None }
    }

    fn run<O: Observe>(mut self, mut numbers: impl Iterator<Item = u32>, observer: &mut O) -> Ending {
        let mut idle: Vec<WorkGroup<'l, W>> = vec![];
        let mut next = 0;
        let mut turns = 0_u64;
        // A generator of its own, so that delays leave the schedule of short launches unchanged.
        let mut others = self.dice.as_ref().map(|dice| Dice(!dice.0));
        loop {
            while self.resident.len() < RESIDENT {
                let Some(number) = numbers.next() else { break };
                let mut group = idle.pop().unwrap_or_else(|| WorkGroup::new(self.launch));
                group.start(number);
                self.resident.push(group);
            }
            if let Some(dice) = others.as_mut().filter(|_| turns % PAUSE == PAUSE - 1) {
                self.put_aside(dice, turns);
            }
            if self.aside.is_some_and(|(_, until)| turns >= until) || self.ready(0).is_none() {
                self.aside = None;
            }
            let ready = self.taking().count();
            let (pick, quantum, swap) = match &mut self.dice {
                Some(dice) => (dice.below(ready as u64) as usize, 1 + dice.below(LONGEST), dice.swap()),
                None => (next % ready.max(1), 1, 0),
            };
            next = if pick + 1 >= ready { 0 } else { pick + 1 };
            let Some((at, warp)) = self.ready(pick) else { return Ending::Complete };
            match self.resident[at].turn(warp, quantum, swap, observer) {
                TurnEnd::Goes => {}
                TurnEnd::Ended => idle.push(self.resident.remove(at)),
                TurnEnd::Stopped(pc) => return Ending::Stopped(pc),
            }
            turns += 1;
            if turns.is_multiple_of(4096) && self.launch.late() {
                return Ending::Late(self.resident.get(at).map_or(0, |group| group.pc(warp)));
            }
        }
    }

    /// Returns the group and warp in place `pick` among those that can run.
    fn ready(&self, pick: usize) -> Option<(usize, usize)> {
        self.taking().nth(pick)
    }

    /// Iterates over the groups and warps that can run and are not delayed.
    fn taking(&self) -> impl Iterator<Item = (usize, usize)> {
        let aside = self.aside.map(|(number, _)| number);
        let all = self.resident.iter().enumerate();
        let there = all.filter(move |(_, group)| aside != Some(group.number()));
        there.flat_map(|(at, group)| running(group).map(move |warp| (at, warp)))
    }

    /// Delays one of the groups at random, as a busy GPU does.
    fn put_aside(&mut self, dice: &mut Dice, turns: u64) {
        let pick = dice.below(self.resident.len() as u64) as usize;
        let length = dice.below(ASIDE);
        if self.aside.is_none()
            && dice.below(2) == 0
            && let Some(group) = self.resident.get(pick)
        {
            self.aside = Some((group.number(), turns + length));
        }
    }
}

/// Iterates over the warps of a group that can take a turn.
fn running<'g, const W: usize>(group: &'g WorkGroup<W>) -> impl Iterator<Item = usize> + 'g {
    (0..group.warps()).filter(|&warp| group.runs(warp))
}
