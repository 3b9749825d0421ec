//! The groups that run, and how what their lanes do is ordered.

use super::super::event::{At, LaneKind, Launched, MemoryKey, WarpInfo};
use super::super::lanes::lanes;
use super::interval::{Interval, Touch};
use super::sync::{self, Doer, GroupKnowledge, Link, MemoryKind, MemoryKinds, Past, Word};
use crate::insight::finding::Who;
use std::collections::HashMap;

/// A group that runs. `C` is what lies over a word of its shared memory.
#[derive(Debug)]
pub(super) struct LiveGroup<C> {
    /// The group's number and 0; of fragments and vertices also the warp's, from 1.
    name: (u32, u32),
    /// Its interval.
    pub now: Interval,
    /// The interval's stamp.
    pub stamp: u32,
    /// The stamp that its epoch began with.
    pub since: u32,
    /// Whether it used, in this interval, what others may use.
    pub busy: bool,
    /// What lies over its shared memory.
    pub cells: Vec<C>,
    /// Barriers of subgroups since the last one of the group, the last of each subgroup.
    meets: Vec<SubgroupMeet>,
    past: Past,
    known: GroupKnowledge,
}

/// Lanes of a subgroup that waited for one another.
#[derive(Debug, Clone, Copy)]
struct SubgroupMeet {
    /// The warp's first lane in the group, and which of its lanes.
    first: u32,
    mask: u64,
    /// The clock of the interval that began with it.
    clock: u32,
}

impl SubgroupMeet {
    fn has(self, lane: u32) -> bool {
        lane.checked_sub(self.first)
            .is_some_and(|lane| lane < 64 && self.mask >> lane & 1 == 1)
    }
}

/// All groups of a launch.
#[derive(Debug)]
pub(super) struct GroupTracker<C> {
    /// The stamp of the first of `intervals`.
    first: u32,
    intervals: Vec<Interval>,
    live: Vec<LiveGroup<C>>,
    current: usize,
    /// What lay over the shared memory of groups that have ended.
    spare: Vec<Vec<C>>,
    /// Groups along x and y.
    along: [u32; 2],
    /// The lanes of each warp of fragments or vertices.
    infos: Vec<LaneKind>,
    /// Whether lanes may learn from one another by atomics.
    linked: bool,
    /// What groups did that have ended, where they are linked.
    pasts: HashMap<u32, Past>,
    /// Counts memory barriers and atomics.
    time: u64,
}

impl<C> Default for GroupTracker<C> {
    fn default() -> GroupTracker<C> {
        GroupTracker {
            first: 1,
            intervals: vec![],
            live: vec![],
            current: 0,
            spare: vec![],
            along: [1; 2],
            infos: vec![],
            linked: false,
            pasts: HashMap::new(),
            time: 0,
        }
    }
}

impl<C> GroupTracker<C> {
    /// A launch begins: whatever was before is over. Gives whether the stamps start anew, so that no shadow
    /// may stay.
    pub(super) fn begin(&mut self, launched: &Launched, linked: bool) -> bool {
        self.along = [launched.groups[0].max(1), launched.groups[1].max(1)];
        self.first = self.first.saturating_add(self.intervals.len() as u32);
        self.intervals.clear();
        self.infos.clear();
        self.pasts.clear();
        self.spare.extend(self.live.drain(..).map(|live| live.cells));
        self.linked = linked;
        // One launch does not use up the other half: it would run for days.
        let anew = self.first > u32::MAX / 2;
        if anew {
            self.first = 1;
            self.spare.clear();
        }
        anew
    }

    /// Goes on with stamps from that one on, as after many launches.
    #[cfg(test)]
    pub(super) fn age(&mut self, first: u32) {
        self.first = first;
    }

    /// The stamp that this launch began with: older ones mean nothing.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    fn interval(&self, stamp: u32) -> Option<Interval> {
        self.intervals.get(stamp.checked_sub(self.first)? as usize).copied()
    }

    /// Makes the group of a warp the current one, and gives the number of the warp's first lane in it. It
    /// begins now if it is not known yet.
    pub(super) fn enter(&mut self, info: &WarpInfo) -> u32 {
        let (name, first) = match info.lanes {
            LaneKind::Invocations(first) => ((info.group_number, 0), first),
            LaneKind::Fragments(_) | LaneKind::Vertices(_) => ((info.group_number, info.warp + 1), 0),
        };
        if self.live.get(self.current).is_none_or(|live| live.name != name) {
            self.current = match self.live.iter().position(|live| live.name == name) {
                Some(at) => at,
                None => self.start(name, info),
            };
        }
        first
    }

    fn start(&mut self, name: (u32, u32), info: &WarpInfo) -> usize {
        let mut group = info.group_number;
        if name.1 > 0 {
            group = self.infos.len() as u32;
            self.infos.push(info.lanes.clone());
        }
        let now = Interval { group, epoch: 0, clock: 0 };
        let stamp = self.push(now);
        let cells = self.spare.pop().unwrap_or_default();
        let (past, known) = Default::default();
        self.live
            .push(LiveGroup { name, now, stamp, since: stamp, busy: false, cells, meets: vec![], past, known });
        self.live.len() - 1
    }

    /// Whether lanes may learn from one another by atomics.
    pub(super) fn linked(&self) -> bool {
        self.linked
    }

    /// The group that was entered.
    #[inline]
    fn current(&self) -> Option<&LiveGroup<C>> {
        self.live.get(self.current)
    }

    /// The group that was entered, and all intervals.
    #[inline]
    pub(super) fn current_mut(&mut self) -> Option<(&mut LiveGroup<C>, &[Interval])> {
        Some((self.live.get_mut(self.current)?, &self.intervals))
    }

    fn push(&mut self, interval: Interval) -> u32 {
        self.intervals.push(interval);
        self.first.saturating_add(self.intervals.len() as u32 - 1)
    }

    /// Begins a new interval of the current group, if it did anything in this one.
    fn tick(&mut self) {
        let Some(LiveGroup { now, busy: true, .. }) = self.live.get(self.current) else { return };
        let now = Interval { clock: now.clock + 1, ..*now };
        let stamp = self.push(now);
        if let Some(live) = self.live.get_mut(self.current) {
            (live.stamp, live.now, live.busy) = (stamp, now, false);
        }
    }

    /// Lanes had a memory barrier.
    pub(super) fn fence(&mut self, at: At, kinds: MemoryKinds) {
        let first = self.enter(at.info);
        self.tick();
        self.time += 1;
        let Some(live) = self.live.get_mut(self.current) else { return };
        for lane in lanes(at.mask) {
            live.past.fence(first + lane, live.now, self.time, kinds);
        }
        live.known.fence(self.time);
    }

    /// Lanes used an atomic at words of a memory that other groups can reach; its result is taken or not, and what it
    /// does there others can see or not.
    pub(super) fn atomic(
        &mut self,
        at: At,
        memory: MemoryKey,
        (taken, seen): (bool, bool),
        inside: u64,
        addresses: &[u32],
    ) {
        if !self.linked {
            return;
        }
        let first = self.enter(at.info);
        self.tick();
        self.time += 1;
        let Some(live) = self.live.get_mut(self.current) else { return };
        for (lane, &word) in lanes(inside).filter_map(|lane| Some((lane, addresses.get(lane as usize)?))) {
            let (word, lane) = ((memory, word), first + lane);
            if live.known.atomic(word, lane, taken, (live.now, self.time), &live.past) && seen {
                live.past.publish(word, lane, live.now, self.time);
            }
        }
    }

    /// A group has passed a barrier.
    pub(super) fn pass(&mut self, number: u32) {
        self.time += 1;
        let Some(at) = self.live.iter().position(|live| live.name == (number, 0)) else { return };
        let Interval { group, epoch, clock } = self.live[at].now;
        let now = Interval { group, epoch: epoch + 1, clock: clock + 1 };
        let stamp = self.push(now);
        let live = &mut self.live[at];
        (live.stamp, live.since, live.now, live.busy) = (stamp, stamp, now, false);
        live.known.pass(self.time);
        live.meets.clear();
    }

    /// Lanes of a subgroup have waited for one another: what each did before comes before what they do now.
    pub(super) fn meet(&mut self, at: At) {
        let first = self.enter(at.info);
        self.tick();
        let Some(live) = self.live.get_mut(self.current) else { return };
        let meet = SubgroupMeet { first, mask: at.mask, clock: live.now.clock };
        live.meets.retain(|known| (known.first, known.mask) != (first, at.mask));
        live.meets.push(meet);
    }

    /// A group has ended, or a warp of fragments or vertices.
    pub(super) fn end(&mut self, number: u32, warp: Option<u32>) {
        let name = (number, warp.map_or(0, |warp| warp + 1));
        if let Some(at) = self.live.iter().position(|live| live.name == name) {
            let ended = self.live.swap_remove(at);
            self.spare.push(ended.cells);
            if self.linked {
                self.pasts.insert(ended.now.group, ended.past);
            }
        }
    }

    /// How an earlier touch is ordered before what that lane of the current group does now. An atomic needs
    /// no memory barrier of its own.
    pub(super) fn order(&self, touch: Touch, lane: u32, word: Word, (kind, atomic): (MemoryKind, bool)) -> SyncOrder {
        let (Some(live), Some(then)) = (self.current(), self.interval(touch.stamp)) else { return SyncOrder::Done };
        let by = Doer { lane: touch.lane(), then, kind, atomic, word };
        if then.group != live.now.group {
            let running = self
                .live
                .iter()
                .find(|other| other.now.group == then.group)
                .map(|other| &other.past);
            let past = running.or_else(|| self.pasts.get(&then.group));
            return SyncOrder::Between(past.map_or(Link::None, |past| sync::link(past, by, &live.known, None)));
        }
        let met = |meet: &SubgroupMeet| then.clock < meet.clock && meet.has(touch.lane()) && meet.has(lane);
        let done = if then.epoch == live.now.epoch {
            live.meets.iter().any(met) || sync::link(&live.past, by, &live.known, Some(lane)) == Link::Ordered
        } else {
            live.past.settled(touch.lane(), then, live.now, kind)
        };
        match done {
            true => SyncOrder::Done,
            false if then.epoch == live.now.epoch => SyncOrder::None,
            false => SyncOrder::Hidden,
        }
    }

    /// The lane that left a touch.
    pub(super) fn who(&self, touch: Touch) -> Option<Who> {
        let group = self.interval(touch.stamp)?.group;
        let lane = touch.lane();
        match self.infos.get(group as usize) {
            Some(LaneKind::Fragments(pixels)) => {
                let [x, y] = pixels.get(lane as usize).copied()?;
                Some(Who::Fragment { x, y })
            }
            Some(LaneKind::Vertices(first)) => Some(Who::Vertex(first + lane)),
            _ => {
                let [along_x, along_y] = self.along;
                let group = [group % along_x, (group / along_x) % along_y, group / along_x / along_y];
                Some(Who::Lane { lane, group })
            }
        }
    }
}

/// How two touches of one word by different lanes are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SyncOrder {
    /// They are lanes of one group with no barrier between them.
    None,
    /// They are lanes of one group, and all is well.
    Done,
    /// By a barrier of their group, but without a memory barrier before it.
    Hidden,
    /// They are of different groups.
    Between(Link),
}
