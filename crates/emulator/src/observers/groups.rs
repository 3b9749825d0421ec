//! The groups that run, and how what their lanes do is ordered.

use super::super::assembly::{Fence, MemoryScope};
use super::super::event::{At, LaneKind, Launched, MemoryKey, WarpInfo};
use super::super::lanes::{each_by, lanes};
use super::clock::LaneBounds;
use super::interval::{Interval, Touch};
use super::shadow::Crowds;
use super::sync::{AtomicUse, Family, Knowledge, Link, Words};
use gristmill_base::finding::Who;

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
    /// Who else used a word of it since the last barrier.
    pub crowds: Crowds<u32>,
    /// Which stores to buffers and to images the lanes' memory barriers are behind, and what of that was before the
    /// last barrier.
    fenced: [LaneBounds; 2],
    handed: [LaneBounds; 2],
    /// What all lanes have known since the last barrier, and what those know that have learnt or released more.
    base: Knowledge,
    lanes: Vec<Option<Box<Knowledge>>>,
    /// Words of shared memory that atomics have used.
    words: Words,
}

/// The families that need a memory barrier before a barrier of the group, in the order of `fenced`.
const STORES: [Family; 2] = [Family::BufferStores, Family::ImageStores];

impl<C> LiveGroup<C> {
    /// Returns what a lane knows.
    fn knowledge(&self, lane: u32) -> &Knowledge {
        let own = self.lanes.get(lane as usize).and_then(Option::as_deref);
        own.unwrap_or(&self.base)
    }

    /// Gives lanes knowledge of their own.
    fn part_lanes(&mut self, first: u32, mask: u64) {
        for lane in lanes(mask) {
            let lane = (first + lane) as usize;
            if self.lanes.len() <= lane {
                self.lanes.resize_with(lane + 1, || None);
            }
            if let Some(own) = self.lanes.get_mut(lane) {
                own.get_or_insert_with(|| Box::new(self.base.clone()));
            }
        }
    }
}

/// How lanes use an atomic.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtomicStep<'a> {
    pub memory: MemoryKey,
    /// The word of each lane.
    pub addresses: &'a [u32],
    /// The lanes that do, in the order of `each_by` with these bits.
    pub inside: u64,
    pub swap: u32,
    /// True if they use the result.
    pub sees: bool,
    /// The lanes that write something, and whether that is without reading.
    pub writes: u64,
    pub stores: bool,
    /// Who agrees on their order.
    pub scope: MemoryScope,
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
    /// True if lanes may learn from one another without a barrier of their group.
    linked: bool,
    /// Words of memory that all groups can reach which atomics have used.
    words: Words,
    /// Counts atomics, and versions of what lanes tell.
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
            words: Words::default(),
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
        self.words.clear();
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
        self.live.push(LiveGroup {
            name,
            now,
            stamp,
            since: stamp,
            busy: false,
            cells,
            crowds: Crowds::default(),
            fenced: Default::default(),
            handed: Default::default(),
            base: Knowledge::default(),
            lanes: vec![],
            words: Words::default(),
        });
        self.live.len() - 1
    }

    /// Returns whether lanes may learn from one another without a barrier of their group.
    #[inline]
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
    pub(super) fn fence(&mut self, at: At, fence: Fence) {
        let handed_on = fence.releases && !fence.of_atomic;
        if !self.linked && (!handed_on || !fence.buffers && !fence.images) {
            return;
        }
        let first = self.enter(at.info);
        self.tick();
        let Some(live) = self.live.get_mut(self.current) else { return };
        let (group, bound) = (live.now.group, live.now.clock);
        for (family, fenced) in STORES.into_iter().zip(&mut live.fenced) {
            if handed_on && family.is_fenced_by(fence) {
                lanes(at.mask).for_each(|lane| fenced.raise(first + lane, bound));
            }
        }
        if !self.linked {
            return;
        }
        live.part_lanes(first, at.mask);
        for lane in lanes(at.mask).map(|lane| first + lane) {
            self.time += 1;
            if let Some(Some(own)) = live.lanes.get_mut(lane as usize) {
                own.fence((group, lane), fence, bound, self.time);
            }
        }
    }

    /// Lanes used an atomic.
    pub(super) fn atomic(&mut self, at: At, step: AtomicStep) {
        if !self.linked {
            return;
        }
        let first = self.enter(at.info);
        self.tick();
        let Some(live) = self.live.get_mut(self.current) else { return };
        let AtomicStep { memory, sees, stores, scope, .. } = step;
        for lane in each_by(step.inside, step.swap) {
            let Some(&word) = step.addresses.get(lane) else { continue };
            let (word, number) = ((memory, word), first + lane as u32);
            let (by, tells) = ((live.now.group, number), step.writes >> lane & 1 == 1);
            self.time += 1;
            let used = AtomicUse { word, by, sees, tells, stores, scope, bound: live.now.clock, time: self.time };
            let knows_more = live.lanes.get(number as usize).is_some_and(Option::is_some);
            let words = if memory == MemoryKey::Shared { &live.words } else { &self.words };
            if sees && !knows_more && words.has(word) {
                live.part_lanes(first, 1 << lane);
            }
            let LiveGroup { lanes, base, words, .. } = live;
            let words = if memory == MemoryKey::Shared { words } else { &mut self.words };
            match lanes.get_mut(number as usize) {
                Some(Some(own)) => words.atomic(used, own),
                _ => words.atomic_of_group(used, base),
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
        for (handed, fenced) in live.handed.iter_mut().zip(&live.fenced) {
            if handed != fenced {
                handed.clone_from(fenced);
            }
        }
        if self.linked {
            let others = live.lanes.drain(..).flatten().map(|own| *own);
            live.base.pass(group, others, now.clock, self.time);
            live.crowds.clear();
        }
    }

    /// Lanes of a subgroup have waited for one another: what each did before comes before what they do now.
    pub(super) fn meet(&mut self, at: At) {
        let first = self.enter(at.info);
        self.tick();
        let Some(live) = self.live.get_mut(self.current) else { return };
        live.part_lanes(first, at.mask);
        let (group, bound) = (live.now.group, live.now.clock);
        let here = |lane: u32| {
            lane.checked_sub(first)
                .is_some_and(|lane| lane < 64 && at.mask >> lane & 1 == 1)
        };
        let all = (0..).zip(&mut live.lanes).filter(|(lane, _)| here(*lane));
        Knowledge::meet(group, all.filter_map(|(lane, own)| Some((lane, own.as_deref_mut()?))), bound);
    }

    /// A group has ended, or a warp of fragments or vertices.
    pub(super) fn end(&mut self, number: u32, warp: Option<u32>) {
        let name = (number, warp.map_or(0, |warp| warp + 1));
        if let Some(at) = self.live.iter().position(|live| live.name == name) {
            let ended = self.live.swap_remove(at);
            self.spare.push(ended.cells);
        }
    }

    /// Returns the group and the lane of a touch of this launch.
    pub(super) fn doer(&self, touch: Touch) -> Option<(u32, u32)> {
        Some((self.interval(touch.stamp)?.group, touch.lane()))
    }

    /// How an earlier touch is ordered before what that lane of the current group does now.
    pub(super) fn order(&self, touch: Touch, lane: u32, family: Family) -> SyncOrder {
        let (Some(live), Some(then)) = (self.current(), self.interval(touch.stamp)) else { return SyncOrder::Done };
        let (by, own) = ((then.group, touch.lane()), then.group == live.now.group);
        let waited = own && then.epoch < live.now.epoch;
        let mut handed = STORES.into_iter().zip(&live.handed).filter(|(stores, _)| *stores == family);
        if waited && (family.is_ordered_by_barrier() || handed.any(|(_, bounds)| bounds.bound(by.1) > then.clock)) {
            return SyncOrder::Done;
        }
        let mut link = Link::None;
        if self.linked {
            let knowledge = live.knowledge(lane);
            if knowledge.has(family, by, then.clock) {
                return if own { SyncOrder::Done } else { SyncOrder::Between(Link::Ordered) };
            }
            link = knowledge.loose_link([&self.words, &live.words], family, by, then.clock);
        }
        match link {
            _ if waited => SyncOrder::Hidden,
            Link::None if own => SyncOrder::None,
            link => SyncOrder::Between(link),
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
    /// They are of different groups, or connected by atomics.
    Between(Link),
}
