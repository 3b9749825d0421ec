//! Vector clocks: for each lane the interval up to which its accesses are known.
//!
//! A launch has thousands of lanes, and most groups go through the same intervals. So the lanes of a group are stored
//! together, and consecutive groups with equal bounds are one run.

use std::rc::Rc;

/// For each lane of a group the first interval (by its clock) that is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LaneBounds {
    /// Minimum bound of every lane.
    floor: u32,
    lanes: Vec<u32>,
}

impl LaneBounds {
    /// Creates the same bound for every lane.
    pub(super) fn with_floor(floor: u32) -> LaneBounds {
        LaneBounds { floor, lanes: vec![] }
    }

    /// Returns the bound of a lane.
    #[inline]
    pub(super) fn lane_bound(&self, lane: u32) -> u32 {
        self.lanes.get(lane as usize).map_or(self.floor, |&bound| bound.max(self.floor))
    }

    /// Raises the bound of a lane.
    pub(super) fn raise_bound(&mut self, lane: u32, bound: u32) {
        let lane = lane as usize;
        if self.lanes.len() <= lane {
            self.lanes.resize(lane + 1, 0);
        }
        if let Some(known) = self.lanes.get_mut(lane) {
            *known = bound.max(*known);
        }
    }

    fn covers(&self, other: &LaneBounds) -> bool {
        let mut lanes = (0..).zip(&other.lanes);
        self.floor >= other.floor && lanes.all(|(lane, &bound)| self.lane_bound(lane) >= bound)
    }

    /// Raises each bound to that of another.
    pub(super) fn merge_from(&mut self, other: &LaneBounds) {
        self.floor = self.floor.max(other.floor);
        if self.lanes.len() < other.lanes.len() {
            self.lanes.resize(other.lanes.len(), 0);
        }
        let floor = self.floor;
        for (lane, &bound) in self.lanes.iter_mut().zip(&other.lanes) {
            *lane = bound.max(*lane);
        }
        if self.lanes.iter().all(|&bound| bound <= floor) {
            self.lanes.clear();
        }
    }
}

/// Consecutive groups with equal bounds.
#[derive(Debug, Clone)]
struct GroupRun {
    first: u32,
    last: u32,
    bounds: Rc<LaneBounds>,
}

/// A vector clock.
#[derive(Debug, Clone, Default)]
pub(super) struct VectorClock {
    /// In ascending order of groups.
    runs: Vec<GroupRun>,
}

impl VectorClock {
    /// Creates a clock that knows one group only.
    pub(super) fn of_group(group: u32, bounds: LaneBounds) -> VectorClock {
        VectorClock { runs: vec![GroupRun { first: group, last: group, bounds: Rc::new(bounds) }] }
    }

    /// True if it knows nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the first interval of a lane that is not known.
    pub(super) fn lane_bound(&self, group: u32, lane: u32) -> u32 {
        let at = self.runs.partition_point(|run| run.last < group);
        let run = self.runs.get(at).filter(|run| run.first <= group);
        run.map_or(0, |run| run.bounds.lane_bound(lane))
    }

    /// True if it knows everything that another clock knows.
    pub(super) fn covers(&self, other: &VectorClock) -> bool {
        let mut mine = self.runs.iter().peekable();
        other.runs.iter().all(|theirs| {
            let mut next = theirs.first;
            loop {
                while mine.next_if(|run| run.last < next).is_some() {}
                let Some(run) = mine.peek().filter(|run| run.first <= next) else { return false };
                if !Rc::ptr_eq(&run.bounds, &theirs.bounds) && !run.bounds.covers(&theirs.bounds) {
                    return false;
                }
                if run.last >= theirs.last {
                    return true;
                }
                next = run.last + 1;
            }
        })
    }

    /// Appends a run.
    fn push_run(&mut self, run: GroupRun) {
        match self.runs.last_mut() {
            Some(last) if last.last + 1 == run.first && are_alike(&last.bounds, &run.bounds) => last.last = run.last,
            _ => self.runs.push(run),
        }
    }

    /// Merges the knowledge of another clock.
    fn merge_from(&mut self, other: &VectorClock) {
        let mut all = VectorClock::default();
        let mut queues = [std::mem::take(&mut self.runs), other.runs.clone()].map(|runs| runs.into_iter().peekable());
        loop {
            let [mine, theirs] = &mut queues;
            let (Some(one), Some(two)) = (mine.peek_mut(), theirs.peek_mut()) else { break };
            // Groups before the other clock's next run are known by one clock only.
            let start = one.first.max(two.first);
            let early = if one.first < start {
                Some(&mut *one)
            } else if two.first < start {
                Some(&mut *two)
            } else {
                None
            };
            if let Some(early) = early {
                let last = early.last.min(start - 1);
                all.push_run(GroupRun { last, ..early.clone() });
                early.first = last + 1;
            } else {
                let last = one.last.min(two.last);
                all.push_run(GroupRun { first: start, last, bounds: merge_bounds(&one.bounds, &two.bounds) });
                (one.first, two.first) = (last + 1, last + 1);
            }
            mine.next_if(|run| run.first > run.last);
            theirs.next_if(|run| run.first > run.last);
        }
        queues.into_iter().flatten().for_each(|run| all.push_run(run));
        *self = all;
    }

    /// Adds the knowledge of a lane's intervals before `bound`.
    pub(super) fn raise_lane(clock: &mut Rc<VectorClock>, (group, lane): (u32, u32), bound: u32) {
        if clock.lane_bound(group, lane) >= bound {
            return;
        }
        let clock = Rc::make_mut(clock);
        let at = clock.runs.partition_point(|run| run.last < group);
        if let Some(run) = clock.runs.get_mut(at).filter(|run| run.first == group && run.last == group) {
            return Rc::make_mut(&mut run.bounds).raise_bound(lane, bound);
        }
        let mut bounds = LaneBounds::default();
        bounds.raise_bound(lane, bound);
        clock.merge_from(&VectorClock::of_group(group, bounds));
    }

    /// Merges the knowledge of another clock, shared where possible.
    pub(super) fn learn_from(clock: &mut Rc<VectorClock>, other: &Rc<VectorClock>) {
        if Rc::ptr_eq(clock, other) || clock.covers(other) {
            return;
        }
        if other.covers(clock) {
            *clock = Rc::clone(other);
        } else {
            Rc::make_mut(clock).merge_from(other);
        }
    }
}

fn are_alike(one: &Rc<LaneBounds>, other: &Rc<LaneBounds>) -> bool {
    Rc::ptr_eq(one, other) || one == other
}

/// Returns the higher bound of each lane.
fn merge_bounds(one: &Rc<LaneBounds>, other: &Rc<LaneBounds>) -> Rc<LaneBounds> {
    if Rc::ptr_eq(one, other) || one.covers(other) {
        return Rc::clone(one);
    }
    if other.covers(one) {
        return Rc::clone(other);
    }
    let mut all = LaneBounds::clone(one);
    all.merge_from(other);
    Rc::new(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns random bounds of groups 0 to 19 and lanes 0 to 2, and a clock with these bounds.
    fn random_clock(seed: &mut u64) -> ([[u32; 3]; 20], VectorClock) {
        let mut bounds = [[0; 3]; 20];
        let mut clock = Rc::new(VectorClock::default());
        for _ in 0..draw_below(30, seed) {
            let group = draw_below(20, seed) as usize;
            let lane = draw_below(3, seed) as usize;
            let bound = draw_below(3, seed) as u32 + 1;
            bounds[group][lane] = bounds[group][lane].max(bound);
            VectorClock::raise_lane(&mut clock, (group as u32, lane as u32), bound);
        }
        (bounds, Rc::unwrap_or_clone(clock))
    }

    fn draw_below(limit: u64, seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) % limit
    }

    #[test]
    fn clocks_are_joined_lane_by_lane() {
        let mut seed = 1;
        for _ in 0..2000 {
            let (one, left) = random_clock(&mut seed);
            let (two, right) = random_clock(&mut seed);
            let holds = |clock: &VectorClock, wanted: &dyn Fn(usize, usize) -> u32| {
                let mut places = (0..60).map(|at| (at / 3, at % 3));
                places.all(|(group, lane)| clock.lane_bound(group as u32, lane as u32) == wanted(group, lane))
            };
            assert!(holds(&left, &|group, lane| one[group][lane]));
            let covers = (0..60).all(|at| one[at / 3][at % 3] >= two[at / 3][at % 3]);
            assert_eq!(left.covers(&right), covers);
            let mut both = Rc::new(left);
            VectorClock::learn_from(&mut both, &Rc::new(right));
            assert!(holds(&both, &|group, lane| one[group][lane].max(two[group][lane])));
        }
    }

    #[test]
    fn groups_that_are_known_alike_are_one_run() {
        let mut all = Rc::new(VectorClock::default());
        for group in 0..1000 {
            let mut own = LaneBounds::with_floor(3);
            own.raise_bound(7, 5);
            VectorClock::learn_from(&mut all, &Rc::new(VectorClock::of_group(group, own)));
        }
        assert_eq!(
            (all.runs.len(), all.lane_bound(999, 7), all.lane_bound(500, 6), all.lane_bound(1000, 7)),
            (1, 5, 3, 0)
        );
    }
}
