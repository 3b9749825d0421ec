//! What lies over each word of a memory: who wrote it last, and two of those who read it or changed it
//! atomically.
//!
//! Two are enough where barriers alone order lanes: whoever writes later is in conflict with one of the two, if it is
//! with any, for they are of different lanes, and of different groups where there are some.

use super::interval::{Interval, Touch};
use std::collections::HashMap;
use std::hash::Hash;

/// What a lane does to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Action {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Changes it in one piece.
    Atomic,
}

/// What lies over a word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ShadowCell {
    write: Touch,
    /// What was written.
    value: u32,
    /// Of one lane the last time, of another one the first.
    reads: [Touch; 2],
    atomics: [Touch; 2],
}

/// How an earlier touch stands to the lane's group now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kin {
    /// It means nothing any more.
    Stale,
    /// Of the same group, since its last barrier.
    Now,
    /// Of the same group, before its last barrier.
    Before,
    /// Of another group.
    Other,
}

/// From where touches are looked at.
pub(super) trait Viewpoint: Copy {
    /// How an earlier touch stands to the lane's group now.
    fn kin(self, touch: Touch) -> Kin;
}

/// Shared memory is the group's own.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    /// The stamp that the group's epoch began with.
    pub since: u32,
}

impl Viewpoint for Shared {
    #[inline(always)]
    fn kin(self, touch: Touch) -> Kin {
        if touch.stamp < self.since { Kin::Stale } else { Kin::Now }
    }
}

/// A memory that all groups can reach.
#[derive(Clone, Copy)]
pub(super) struct Global<'a> {
    /// The interval that the group is in, and its stamp.
    pub now: Interval,
    pub stamp: u32,
    /// All intervals, from this stamp on.
    pub first: u32,
    pub intervals: &'a [Interval],
}

impl Viewpoint for Global<'_> {
    #[inline(always)]
    fn kin(self, touch: Touch) -> Kin {
        if touch.stamp < self.first {
            return Kin::Stale;
        }
        if touch.stamp == self.stamp {
            return Kin::Now;
        }
        match self.intervals.get((touch.stamp - self.first) as usize) {
            None => Kin::Stale,
            Some(then) if then.group != self.now.group => Kin::Other,
            Some(then) if then.epoch == self.now.epoch => Kin::Now,
            Some(_) => Kin::Before,
        }
    }
}

/// Keeps a touch among the two; returns the one for which there is no room.
#[inline(always)]
fn keep(kept: &mut [Touch; 2], now: Touch, view: impl Viewpoint) -> Touch {
    let [one, other] = kept;
    match view.kin(*one) {
        Kin::Stale | Kin::Before => *one = now,
        Kin::Now if one.lane() == now.lane() => *one = now,
        Kin::Now => {
            if !matches!(view.kin(*other), Kin::Stale | Kin::Before) {
                return now;
            }
            *other = now;
        }
        Kin::Other => {
            if view.kin(*other) == Kin::Now {
                return now;
            }
            return std::mem::replace(other, now);
        }
    }
    Touch::default()
}

/// Who used words besides the two that a cell has room for, by what tells words apart. Where lanes learn from one
/// another without a barrier, one of many may be in conflict alone.
#[derive(Debug)]
pub(super) struct Crowds<K>(HashMap<K, Crowd>);

/// By group and lane the last touch of a word, and whether that was a read.
type Crowd = HashMap<(u32, u32), [Touch; 2]>;

impl<K> Default for Crowds<K> {
    fn default() -> Crowds<K> {
        Crowds(HashMap::new())
    }
}

impl<K: Eq + Hash> Crowds<K> {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps a touch: a read, or an atomic.
    pub(super) fn keep(&mut self, word: K, by: (u32, u32), touch: Touch, is_read: bool) {
        self.0.entry(word).or_default().entry(by).or_default()[usize::from(is_read)] = touch;
    }

    /// Finds those of a word that may be in conflict with what a lane does there now. After a write there are none.
    pub(super) fn meet(
        &mut self,
        word: &K,
        (view, now, action): (impl Viewpoint, Touch, Action),
        found: &mut impl FnMut(Touch, Action, bool),
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
                    .filter(|&(touch, did)| did != action && is_rival(view, touch, now)),
            );
        }
        // A map has no order of its own.
        conflicts.sort_unstable_by_key(|(touch, did)| (touch.stamp, touch.lane(), touch.pc(), *did));
        conflicts.into_iter().for_each(|(touch, did)| found(touch, did, false));
        if action == Action::Write {
            self.0.remove(word);
        }
    }
}

/// Returns whether an earlier touch may be in conflict with one of now.
#[inline(always)]
fn is_rival(view: impl Viewpoint, touch: Touch, now: Touch) -> bool {
    match view.kin(touch) {
        Kin::Stale | Kin::Before => false,
        Kin::Now => touch.lane() != now.lane(),
        Kin::Other => true,
    }
}

impl ShadowCell {
    /// A lane does something to the word. `found` hears of each earlier touch that may be in conflict with
    /// it, and whether both wrote the same value. Returns the touch for which there is no room, or none of a stamp.
    #[inline(always)]
    pub(super) fn touch(
        &mut self,
        view: impl Viewpoint,
        now: Touch,
        action: Action,
        value: u32,
        found: &mut impl FnMut(Touch, Action, bool),
    ) -> Touch {
        let rival = |touch: Touch| is_rival(view, touch, now);
        match action {
            Action::Read => {
                // Behind a barrier a value may still not be visible.
                let hidden = |touch: Touch| view.kin(touch) == Kin::Before && touch.lane() != now.lane();
                if rival(self.write) || hidden(self.write) {
                    found(self.write, Action::Write, false);
                }
                self.atomics
                    .into_iter()
                    .filter(|&touch| rival(touch))
                    .for_each(|touch| found(touch, Action::Atomic, false));
                keep(&mut self.reads, now, view)
            }
            Action::Write | Action::Atomic => {
                self.reads
                    .into_iter()
                    .filter(|&touch| rival(touch))
                    .for_each(|touch| found(touch, Action::Read, false));
                if rival(self.write) {
                    found(self.write, Action::Write, action == Action::Write && self.value == value);
                }
                if action == Action::Atomic {
                    keep(&mut self.atomics, now, view)
                } else {
                    let rivals = self.atomics.into_iter().filter(|&touch| rival(touch));
                    rivals.for_each(|touch| found(touch, Action::Atomic, false));
                    (self.write, self.value) = (now, value);
                    Touch::default()
                }
            }
        }
    }
}

/// Cells of a page.
const PAGE: usize = 256;

/// What lies over a memory of all groups, where it was used.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pages: Vec<Option<Box<[ShadowCell]>>>,
}

impl Pages {
    /// What lies over that word.
    #[inline]
    pub(super) fn cell(&mut self, word: usize) -> Option<&mut ShadowCell> {
        let page = word / PAGE;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages.get_mut(page)?;
        page.get_or_insert_with(|| vec![ShadowCell::default(); PAGE].into())
            .get_mut(word % PAGE)
    }
}
