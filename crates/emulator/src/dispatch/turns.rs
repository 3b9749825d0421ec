//! Replays a recorded schedule turn by turn.

use super::group::{TurnEnd, WorkGroup};
use super::launch::{Ending, GroupLaunch, TURN};
use super::recorder::Turn;
use crate::event::Observe;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most groups in progress at once; beyond that, the lowest one is run to its end.
const RESIDENT: usize = 64;

/// Runs these turns, then the remaining work in order. Turns of warps that wait or have ended are ignored.
pub(super) fn run<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    numbers: Range<u32>,
    turns: &[Turn],
    observer: &mut O,
) -> Ending {
    // `None` for a group that has ended.
    let mut begun: BTreeMap<u32, Option<WorkGroup<W>>> = BTreeMap::new();
    let mut under_way = 0;
    for turn in turns.iter().filter(|turn| numbers.contains(&turn.group)) {
        if !begun.contains_key(&turn.group) {
            if under_way == RESIDENT
                && let Some(lowest) = begun.values_mut().find(|group| group.is_some())
                && let Some(mut group) = lowest.take()
            {
                under_way -= 1;
                if let Some(ending) = finish(launch, &mut group, observer) {
                    return ending;
                }
            }
            let mut group = WorkGroup::new(launch);
            group.start(turn.group);
            begun.insert(turn.group, Some(group));
            under_way += 1;
        }
        let Some(place) = begun.get_mut(&turn.group) else { continue };
        let Some(group) = place.as_mut().filter(|group| group.runs(turn.warp as usize)) else { continue };
        let mut end = TurnEnd::Goes;
        match turn.steps {
            Some(steps) => end = group.turn(turn.warp as usize, steps, turn.swap, observer),
            None => {
                let barriers = group.barriers();
                while end == TurnEnd::Goes && group.runs(turn.warp as usize) && group.barriers() == barriers {
                    end = group.turn(turn.warp as usize, TURN, turn.swap, observer);
                    if launch.late() {
                        return Ending::Late(group.pc(turn.warp as usize));
                    }
                }
            }
        }
        match end {
            TurnEnd::Goes => {}
            TurnEnd::Ended => {
                *place = None;
                under_way -= 1;
            }
            TurnEnd::Stopped(pc) => return Ending::Stopped(pc),
        }
    }
    let mut fresh: WorkGroup<W> = WorkGroup::new(launch);
    for number in numbers {
        let ending = match begun.remove(&number) {
            Some(None) => None,
            Some(Some(mut group)) => finish(launch, &mut group, observer),
            None => {
                fresh.start(number);
                finish(launch, &mut fresh, observer)
            }
        };
        if let Some(ending) = ending {
            return ending;
        }
    }
    Ending::Complete
}

/// Runs a group to its end, each warp as far as it can before the next. Returns the ending if it was stopped.
fn finish<const W: usize, O: Observe>(
    launch: &GroupLaunch,
    group: &mut WorkGroup<W>,
    observer: &mut O,
) -> Option<Ending> {
    loop {
        let warp = (0..group.warps()).find(|&warp| group.runs(warp))?;
        match group.turn(warp, TURN, 0, observer) {
            TurnEnd::Goes => {}
            TurnEnd::Ended => return None,
            TurnEnd::Stopped(pc) => return Some(Ending::Stopped(pc)),
        }
        if launch.late() {
            return Some(Ending::Late(group.pc(warp)));
        }
    }
}
