//! The running groups, and the order of their lanes' accesses.

use super::super::assembly::{Fence, MemoryScope};
use super::super::event::{ExecutionPoint, LaneKind, LaunchInfo, MemoryKey, WarpInfo};
use super::super::lanes::{lane_numbers, swapped_lane_indices};
use super::barrier_interval::{Interval, LaneAccess};
use super::shadow::ExtraAccesses;
use super::sync::{AccessFamily, AtomicUse, LaneKnowledge, SyncLink, SyncWords};
use super::vector_clock::LaneBounds;
use gristmill_base::finding::Who;

/// A running group. `C` is the shadow of a word of its shared memory.
#[derive(Debug)]
pub(super) struct LiveGroup<C> {
    /// The group's number and 0; for fragments and vertices the second is the warp's number plus 1.
    name: (u32, u32),
    /// The current interval.
    pub now: Interval,
    /// The stamp of the current interval.
    pub stamp: u32,
    /// The first stamp of the current epoch.
    pub since: u32,
    /// True if it used, in this interval, memory that others may use.
    pub busy: bool,
    /// The shadow of its shared memory.
    pub cells: Vec<C>,
    /// Further lanes that used a word of it since the last barrier.
    pub crowds: ExtraAccesses<u32>,
    /// For each lane the interval up to which its memory barriers cover its stores to buffers and
    /// to images (`fenced`), and the same at the last barrier (`handed`).
    fenced: [LaneBounds; 2],
    handed: [LaneBounds; 2],
    /// Knowledge of all lanes at the last barrier; `lanes` has that of the lanes that have learnt or released more.
    base: LaneKnowledge,
    lanes: Vec<Option<Box<LaneKnowledge>>>,
    /// Words of shared memory that atomics have used.
    words: SyncWords,
}

/// The families that need a memory barrier before a barrier of the group, in the order of `fenced`.
const STORE_FAMILIES: [AccessFamily; 2] = [AccessFamily::BufferStores, AccessFamily::ImageStores];

impl<C> LiveGroup<C> {
    /// Returns the knowledge of a lane.
    fn lane_knowledge(&self, lane: u32) -> &LaneKnowledge {
        let own = self.lanes.get(lane as usize).and_then(Option::as_deref);
        own.unwrap_or(&self.base)
    }

    /// Gives lanes separate knowledge.
    fn split_lanes(&mut self, first: u32, mask: u64) {
        for lane in lane_numbers(mask) {
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

/// An atomic operation of several lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtomicStep<'a> {
    pub memory: MemoryKey,
    /// The word of each lane.
    pub addresses: &'a [u32],
    /// The lanes that take part, in the order of `swapped_lane_indices` with the bits `swap`.
    pub inside: u64,
    pub swap: u32,
    /// True if they use the result.
    pub sees: bool,
    /// The lanes that write, and true if they write without reading.
    pub writes: u64,
    pub stores: bool,
    /// The scope in which their order is agreed.
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
    /// The shadows of groups that have ended, for reuse.
    spare: Vec<Vec<C>>,
    /// Number of groups along x and y.
    along: [u32; 2],
    /// The lanes of each warp of fragments or vertices.
    infos: Vec<LaneKind>,
    /// True if lanes may learn from one another without a barrier of their group.
    linked: bool,
    /// Words of global memory that atomics have used.
    words: SyncWords,
    /// Counts atomics, and versions of released knowledge.
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
            words: SyncWords::default(),
            time: 0,
        }
    }
}

impl<C> GroupTracker<C> {
    /// Begins a launch and forgets the previous one. Returns true if the stamps start over, so that all shadows must be
    /// cleared.
    pub(super) fn begin_launch(&mut self, launched: &LaunchInfo, linked: bool) -> bool {
        self.along = [launched.groups[0].max(1), launched.groups[1].max(1)];
        self.first = self.first.saturating_add(self.intervals.len() as u32);
        self.intervals.clear();
        self.infos.clear();
        self.words.clear();
        self.spare.extend(self.live.drain(..).map(|live| live.cells));
        self.linked = linked;
        // One launch does not use up the other half of the stamps: it would run for days.
        let anew = self.first > u32::MAX / 2;
        if anew {
            self.first = 1;
            self.spare.clear();
        }
        anew
    }

    /// Sets the first stamp, as after many launches.
    #[cfg(test)]
    pub(super) fn set_first_stamp(&mut self, first: u32) {
        self.first = first;
    }

    /// Returns the first stamp of this launch: older ones are void.
    #[inline]
    pub(super) fn first_stamp(&self) -> u32 {
        self.first
    }

    fn interval_of(&self, stamp: u32) -> Option<Interval> {
        self.intervals.get(stamp.checked_sub(self.first)? as usize).copied()
    }

    /// Makes the group of a warp the current one, and begins it at its first use. Returns the
    /// number of the warp's first lane in it.
    pub(super) fn enter_group(&mut self, info: &WarpInfo) -> u32 {
        let (name, first) = match info.lanes {
            LaneKind::Invocations(first) => ((info.group_number, 0), first),
            LaneKind::Fragments(_) | LaneKind::Vertices(_) => ((info.group_number, info.warp + 1), 0),
        };
        if self.live.get(self.current).is_none_or(|live| live.name != name) {
            self.current = match self.live.iter().position(|live| live.name == name) {
                Some(at) => at,
                None => self.start_group(name, info),
            };
        }
        first
    }

    fn start_group(&mut self, name: (u32, u32), info: &WarpInfo) -> usize {
        let mut group = info.group_number;
        if name.1 > 0 {
            group = self.infos.len() as u32;
            self.infos.push(info.lanes.clone());
        }
        let now = Interval { group, epoch: 0, clock: 0 };
        let stamp = self.push_interval(now);
        let cells = self.spare.pop().unwrap_or_default();
        self.live.push(LiveGroup {
            name,
            now,
            stamp,
            since: stamp,
            busy: false,
            cells,
            crowds: ExtraAccesses::default(),
            fenced: Default::default(),
            handed: Default::default(),
            base: LaneKnowledge::default(),
            lanes: vec![],
            words: SyncWords::default(),
        });
        self.live.len() - 1
    }

    /// True if lanes may learn from one another without a barrier of their group.
    #[inline]
    pub(super) fn is_linked(&self) -> bool {
        self.linked
    }

    /// Returns the current group.
    #[inline]
    fn current_group(&self) -> Option<&LiveGroup<C>> {
        self.live.get(self.current)
    }

    /// Returns the current group, and all intervals.
    #[inline]
    pub(super) fn current_group_mut(&mut self) -> Option<(&mut LiveGroup<C>, &[Interval])> {
        Some((self.live.get_mut(self.current)?, &self.intervals))
    }

    fn push_interval(&mut self, interval: Interval) -> u32 {
        self.intervals.push(interval);
        self.first.saturating_add(self.intervals.len() as u32 - 1)
    }

    /// Begins a new interval of the current group, unless the current one is unused.
    fn begin_interval(&mut self) {
        let Some(LiveGroup { now, busy: true, .. }) = self.live.get(self.current) else { return };
        let now = Interval { clock: now.clock + 1, ..*now };
        let stamp = self.push_interval(now);
        if let Some(live) = self.live.get_mut(self.current) {
            (live.stamp, live.now, live.busy) = (stamp, now, false);
        }
    }

    /// Records a memory barrier of lanes.
    pub(super) fn record_fence(&mut self, at: ExecutionPoint, fence: Fence) {
        let handed_on = fence.releases && !fence.of_atomic;
        if !self.linked && (!handed_on || !fence.buffers && !fence.images) {
            return;
        }
        let first = self.enter_group(at.info);
        self.begin_interval();
        let Some(live) = self.live.get_mut(self.current) else { return };
        let group = live.now.group;
        let bound = live.now.clock;
        for (family, fenced) in STORE_FAMILIES.into_iter().zip(&mut live.fenced) {
            if handed_on && family.is_fenced_by(fence) {
                lane_numbers(at.mask).for_each(|lane| fenced.raise_bound(first + lane, bound));
            }
        }
        if !self.linked {
            return;
        }
        live.split_lanes(first, at.mask);
        for lane in lane_numbers(at.mask).map(|lane| first + lane) {
            self.time += 1;
            if let Some(Some(own)) = live.lanes.get_mut(lane as usize) {
                own.apply_fence((group, lane), fence, bound, self.time);
            }
        }
    }

    /// Records an atomic operation of lanes.
    pub(super) fn record_atomic(&mut self, at: ExecutionPoint, step: AtomicStep) {
        if !self.linked {
            return;
        }
        let first = self.enter_group(at.info);
        self.begin_interval();
        let Some(live) = self.live.get_mut(self.current) else { return };
        let AtomicStep { memory, sees, stores, scope, .. } = step;
        for lane in swapped_lane_indices(step.inside, step.swap) {
            let Some(&word) = step.addresses.get(lane) else { continue };
            let word = (memory, word);
            let number = first + lane as u32;
            let by = (live.now.group, number);
            let tells = step.writes >> lane & 1 == 1;
            self.time += 1;
            let used = AtomicUse { word, by, sees, tells, stores, scope, bound: live.now.clock, time: self.time };
            let knows_more = live.lanes.get(number as usize).is_some_and(Option::is_some);
            let words = if memory == MemoryKey::Shared { &live.words } else { &self.words };
            if sees && !knows_more && words.has_word(word) {
                live.split_lanes(first, 1 << lane);
            }
            let LiveGroup { lanes, base, words, .. } = live;
            let words = if memory == MemoryKey::Shared { words } else { &mut self.words };
            match lanes.get_mut(number as usize) {
                Some(Some(own)) => words.record_atomic(used, own),
                _ => words.record_group_atomic(used, base),
            }
        }
    }

    /// Records that a group has passed a barrier.
    pub(super) fn pass_barrier(&mut self, number: u32) {
        self.time += 1;
        let Some(at) = self.live.iter().position(|live| live.name == (number, 0)) else { return };
        let Interval { group, epoch, clock } = self.live[at].now;
        let now = Interval { group, epoch: epoch + 1, clock: clock + 1 };
        let stamp = self.push_interval(now);
        let live = &mut self.live[at];
        (live.stamp, live.since, live.now, live.busy) = (stamp, stamp, now, false);
        for (handed, fenced) in live.handed.iter_mut().zip(&live.fenced) {
            if handed != fenced {
                handed.clone_from(fenced);
            }
        }
        if self.linked {
            let others = live.lanes.drain(..).flatten().map(|own| *own);
            live.base.merge_at_barrier(group, others, now.clock, self.time);
            live.crowds.clear();
        }
    }

    /// Records a barrier of a subgroup: accesses of its lanes before it are ordered before their accesses after it.
    pub(super) fn synchronise_subgroup(&mut self, at: ExecutionPoint) {
        let first = self.enter_group(at.info);
        self.begin_interval();
        let Some(live) = self.live.get_mut(self.current) else { return };
        live.split_lanes(first, at.mask);
        let group = live.now.group;
        let bound = live.now.clock;
        let here = |lane: u32| {
            lane.checked_sub(first)
                .is_some_and(|lane| lane < 64 && at.mask >> lane & 1 == 1)
        };
        let all = (0..).zip(&mut live.lanes).filter(|(lane, _)| here(*lane));
        LaneKnowledge::merge_subgroup(group, all.filter_map(|(lane, own)| Some((lane, own.as_deref_mut()?))), bound);
    }

    /// Ends a group, or a warp of fragments or vertices.
    pub(super) fn end_group(&mut self, number: u32, warp: Option<u32>) {
        let name = (number, warp.map_or(0, |warp| warp + 1));
        if let Some(at) = self.live.iter().position(|live| live.name == name) {
            let ended = self.live.swap_remove(at);
            self.spare.push(ended.cells);
        }
    }

    /// Returns the group and the lane of an access of this launch.
    pub(super) fn group_and_lane(&self, touch: LaneAccess) -> Option<(u32, u32)> {
        Some((self.interval_of(touch.stamp)?.group, touch.lane()))
    }

    /// Returns the order of an earlier access and the next one of that lane of the current group.
    pub(super) fn access_order(&self, touch: LaneAccess, lane: u32, family: AccessFamily) -> SyncOrder {
        let (Some(live), Some(then)) = (self.current_group(), self.interval_of(touch.stamp)) else {
            return SyncOrder::Done;
        };
        let by = (then.group, touch.lane());
        let own = then.group == live.now.group;
        let waited = own && then.epoch < live.now.epoch;
        let mut handed = STORE_FAMILIES
            .into_iter()
            .zip(&live.handed)
            .filter(|(stores, _)| *stores == family);
        if waited && (family.is_ordered_by_barrier() || handed.any(|(_, bounds)| bounds.lane_bound(by.1) > then.clock))
        {
            return SyncOrder::Done;
        }
        let mut link = SyncLink::None;
        if self.linked {
            let knowledge = live.lane_knowledge(lane);
            if knowledge.is_known(family, by, then.clock) {
                return if own { SyncOrder::Done } else { SyncOrder::Between(SyncLink::Ordered) };
            }
            link = knowledge.unfenced_link([&self.words, &live.words], family, by, then.clock);
        }
        match link {
            _ if waited => SyncOrder::Hidden,
            SyncLink::None if own => SyncOrder::None,
            link => SyncOrder::Between(link),
        }
    }

    /// Returns the invocation of an access.
    pub(super) fn find_invocation(&self, touch: LaneAccess) -> Option<Who> {
        let group = self.interval_of(touch.stamp)?.group;
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

/// Order of two accesses to one word by different lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SyncOrder {
    /// Lanes of one group without a barrier between them.
    None,
    /// Lanes of one group, properly ordered.
    Done,
    /// Ordered by a barrier of their group, but without a memory barrier before it.
    Hidden,
    /// Lanes of different groups, or connected by atomics.
    Between(SyncLink),
}
