//! Replays a recorded schedule turn by turn.

use super::group::{TurnOutcome, WorkGroup};
use super::launch::{Ending, GroupLaunch, STEPS_PER_TURN};
use super::recorder::WarpTurn;
use crate::event::Observe;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most groups in progress at once; beyond that, the lowest one is run to its end.
const MAX_RESIDENT_GROUPS: usize = 64;

/// Runs these turns, then the remaining work in order. Turns of warps that wait or have ended are ignored.
pub(super) fn replay_turns<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    numbers: Range<u32>,
    turns: &[WarpTurn],
    observer: &mut O,
) -> Ending {
    // `None` for a group that has ended.
    let mut begun: BTreeMap<u32, Option<WorkGroup<W>>> = BTreeMap::new();
    let mut under_way = 0;
    for turn in turns.iter().filter(|turn| numbers.contains(&turn.group)) {
        if !begun.contains_key(&turn.group) {
            if under_way == MAX_RESIDENT_GROUPS
                && let Some(lowest) = begun.values_mut().find(|group| group.is_some())
                && let Some(mut group) = lowest.take()
            {
                under_way -= 1;
                if let Some(ending) = finish_group(launch, &mut group, observer) {
                    return ending;
                }
            }
            let mut group = WorkGroup::new(launch);
            group.start_group(turn.group);
            begun.insert(turn.group, Some(group));
            under_way += 1;
        }
        let Some(place) = begun.get_mut(&turn.group) else { continue };
        let Some(group) = place.as_mut().filter(|group| group.can_run(turn.warp as usize)) else { continue };
        let mut end = TurnOutcome::Continues;
        match turn.steps {
            Some(steps) => end = group.run_turn(turn.warp as usize, steps, turn.swap, observer),
            None => {
                let barriers = group.barriers_passed();
                while end == TurnOutcome::Continues
                    && group.can_run(turn.warp as usize)
                    && group.barriers_passed() == barriers
                {
                    end = group.run_turn(turn.warp as usize, STEPS_PER_TURN, turn.swap, observer);
                    if launch.is_expired() {
                        return Ending::Late(group.warp_pc(turn.warp as usize));
                    }
                }
            }
        }
        match end {
            TurnOutcome::Continues => {}
            TurnOutcome::Ended => {
                *place = None;
                under_way -= 1;
            }
            TurnOutcome::Stopped(pc) => return Ending::Stopped(pc),
        }
    }
    let mut fresh: WorkGroup<W> = WorkGroup::new(launch);
    for number in numbers {
        let ending = match begun.remove(&number) {
            Some(None) => None,
            Some(Some(mut group)) => finish_group(launch, &mut group, observer),
            None => {
                fresh.start_group(number);
                finish_group(launch, &mut fresh, observer)
            }
        };
        if let Some(ending) = ending {
            return ending;
        }
    }
    Ending::Complete
}

/// Runs a group to its end, each warp as far as it can before the next. Returns the ending if it was stopped.
fn finish_group<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    group: &mut WorkGroup<W>,
    observer: &mut O,
) -> Option<Ending> {
    loop {
        let warp = (0..group.warp_count()).find(|&warp| group.can_run(warp))?;
        match group.run_turn(warp, STEPS_PER_TURN, 0, observer) {
            TurnOutcome::Continues => {}
            TurnOutcome::Ended => return None,
            TurnOutcome::Stopped(pc) => return Some(Ending::Stopped(pc)),
        }
        if launch.is_expired() {
            return Some(Ending::Late(group.warp_pc(warp)));
        }
    }
}
