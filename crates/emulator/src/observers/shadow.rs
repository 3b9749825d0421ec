//! The shadow of each word of a memory: its last write, and two of the lanes that read it or changed it atomically.
//!
//! Two are enough where barriers alone order lanes: if a later write conflicts with any access, it
//! conflicts with one of the two, because these are of different lanes, and of different groups if
//! there are several.

use super::barrier_interval::{Interval, LaneAccess};
use std::collections::HashMap;
use std::hash::Hash;

/// An access to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Action {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Changes it atomically.
    Atomic,
}

/// The shadow of a word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ShadowCell {
    write: LaneAccess,
    /// The value of the last write.
    value: u32,
    /// One is the latest access of its lane, the other the first of another lane.
    reads: [LaneAccess; 2],
    atomics: [LaneAccess; 2],
}

/// Relation of an earlier access to the group of the current one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessRelation {
    /// The access is no longer valid.
    Stale,
    /// Of the same group, since its last barrier.
    Now,
    /// Of the same group, before its last barrier.
    Before,
    /// Of another group.
    Other,
}

/// The position from which earlier accesses are judged.
pub(super) trait Viewpoint: Copy {
    /// Returns the relation of an earlier access to the current group.
    fn relate_access(self, touch: LaneAccess) -> AccessRelation;
}

/// View of shared memory, which belongs to one group.
#[derive(Clone, Copy)]
pub(super) struct SharedView {
    /// The first stamp of the group's epoch.
    pub since: u32,
}

impl Viewpoint for SharedView {
    #[inline(always)]
    fn relate_access(self, touch: LaneAccess) -> AccessRelation {
        if touch.stamp < self.since { AccessRelation::Stale } else { AccessRelation::Now }
    }
}

/// View of a memory that all groups can reach.
#[derive(Clone, Copy)]
pub(super) struct GlobalView<'a> {
    /// The current interval of the group, and its stamp.
    pub now: Interval,
    pub stamp: u32,
    /// All intervals, from this stamp on.
    pub first: u32,
    pub intervals: &'a [Interval],
}

impl Viewpoint for GlobalView<'_> {
    #[inline(always)]
    fn relate_access(self, touch: LaneAccess) -> AccessRelation {
        if touch.stamp < self.first {
            return AccessRelation::Stale;
        }
        if touch.stamp == self.stamp {
            return AccessRelation::Now;
        }
        match self.intervals.get((touch.stamp - self.first) as usize) {
            None => AccessRelation::Stale,
            Some(then) if then.group != self.now.group => AccessRelation::Other,
            Some(then) if then.epoch == self.now.epoch => AccessRelation::Now,
            Some(_) => AccessRelation::Before,
        }
    }
}

/// Keeps an access among the two; returns the access for which there is no room.
#[inline(always)]
fn keep_access(kept: &mut [LaneAccess; 2], now: LaneAccess, view: impl Viewpoint) -> LaneAccess {
    let [one, other] = kept;
    match view.relate_access(*one) {
        AccessRelation::Stale | AccessRelation::Before => *one = now,
        AccessRelation::Now if one.lane() == now.lane() => *one = now,
        AccessRelation::Now => {
            if !matches!(view.relate_access(*other), AccessRelation::Stale | AccessRelation::Before) {
                return now;
            }
            *other = now;
        }
        AccessRelation::Other => {
            if view.relate_access(*other) == AccessRelation::Now {
                return now;
            }
            return std::mem::replace(other, now);
        }
    }
    LaneAccess::default()
}

/// Further accesses of words, for which a cell has no room. In launches where lanes learn from one another without a
/// barrier, a single one of many accesses may be in conflict.
#[derive(Debug)]
pub(super) struct ExtraAccesses<K>(HashMap<K, AccessesByLane>);

/// By group and lane the last atomic and the last read of a word.
type AccessesByLane = HashMap<(u32, u32), [LaneAccess; 2]>;

impl<K> Default for ExtraAccesses<K> {
    fn default() -> ExtraAccesses<K> {
        ExtraAccesses(HashMap::new())
    }
}

impl<K: Eq + Hash> ExtraAccesses<K> {
    /// Forgets all accesses.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps an access: a read, or an atomic.
    pub(super) fn keep_access(&mut self, word: K, by: (u32, u32), touch: LaneAccess, is_read: bool) {
        self.0.entry(word).or_default().entry(by).or_default()[usize::from(is_read)] = touch;
    }

    /// Reports the accesses of a word that may conflict with the current one. A write removes them.
    pub(super) fn find_conflicts(
        &mut self,
        word: &K,
        (view, now, action): (impl Viewpoint, LaneAccess, Action),
        found: &mut impl FnMut(LaneAccess, Action, bool),
    ) {
        if self.0.is_empty() {
            return;
        }
        let mut conflicts = vec![];
        for &[atomic, read] in self.0.get(word).iter().flat_map(|crowd| crowd.values()) {
            let pairs = [(atomic, Action::Atomic), (read, Action::Read)];
            conflicts.extend(
                pairs
                    .into_iter()
                    .filter(|&(touch, did)| did != action && may_conflict(view, touch, now)),
            );
        }
        // A map has no defined order.
        conflicts.sort_unstable_by_key(|(touch, did)| (touch.stamp, touch.lane(), touch.pc(), *did));
        conflicts.into_iter().for_each(|(touch, did)| found(touch, did, false));
        if action == Action::Write {
            self.0.remove(word);
        }
    }
}

/// True if an earlier access may conflict with the current one.
#[inline(always)]
fn may_conflict(view: impl Viewpoint, touch: LaneAccess, now: LaneAccess) -> bool {
    match view.relate_access(touch) {
        AccessRelation::Stale | AccessRelation::Before => false,
        AccessRelation::Now => touch.lane() != now.lane(),
        AccessRelation::Other => true,
    }
}

impl ShadowCell {
    /// Records an access. Calls `found` with each earlier access that may conflict with it, and
    /// true if both wrote the same value. Returns the access for which there is no room, or one
    /// with stamp 0.
    #[inline(always)]
    pub(super) fn record_access(
        &mut self,
        view: impl Viewpoint,
        now: LaneAccess,
        action: Action,
        value: u32,
        found: &mut impl FnMut(LaneAccess, Action, bool),
    ) -> LaneAccess {
        match action {
            Action::Read => {
                // After a barrier a value may still not be visible.
                let hidden = |touch: LaneAccess| {
                    view.relate_access(touch) == AccessRelation::Before && touch.lane() != now.lane()
                };
                if may_conflict(view, self.write, now) || hidden(self.write) {
                    found(self.write, Action::Write, false);
                }
                self.atomics
                    .into_iter()
                    .filter(|&touch| may_conflict(view, touch, now))
                    .for_each(|touch| found(touch, Action::Atomic, false));
                keep_access(&mut self.reads, now, view)
            }
            Action::Write | Action::Atomic => {
                self.reads
                    .into_iter()
                    .filter(|&touch| may_conflict(view, touch, now))
                    .for_each(|touch| found(touch, Action::Read, false));
                if may_conflict(view, self.write, now) {
                    found(self.write, Action::Write, action == Action::Write && self.value == value);
                }
                if action == Action::Atomic {
                    keep_access(&mut self.atomics, now, view)
                } else {
                    let rivals = self.atomics.into_iter().filter(|&touch| may_conflict(view, touch, now));
                    rivals.for_each(|touch| found(touch, Action::Atomic, false));
                    (self.write, self.value) = (now, value);
                    LaneAccess::default()
                }
            }
        }
    }
}

/// Cells of a page.
const PAGE_CELLS: usize = 256;

/// The shadow of a memory of all groups, allocated by pages at their first use.
#[derive(Debug, Default)]
pub(super) struct ShadowPages {
    pages: Vec<Option<Box<[ShadowCell]>>>,
}

impl ShadowPages {
    /// Returns the cell of that word.
    #[inline]
    pub(super) fn cell_at(&mut self, word: usize) -> Option<&mut ShadowCell> {
        let page = word / PAGE_CELLS;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages.get_mut(page)?;
        page.get_or_insert_with(|| vec![ShadowCell::default(); PAGE_CELLS].into())
            .get_mut(word % PAGE_CELLS)
    }
}
