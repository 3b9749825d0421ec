//! How one group learns what another one did: by a memory barrier, then an atomic; there the same atomic's word, then a memory barrier.
//!
//! A group *publishes* its doings at a word when it uses an atomic there, and another one that uses an atomic there later has *seen* them. What
//! a lane wrote is out if that lane had a memory barrier of its own between the write and the publication.

use super::super::event::Key;
use super::groups::Stretch;
use std::collections::HashMap;

/// Entries of a list, at most; what is older than the list is taken for in order.
const MOST: usize = 256;

/// A word of a memory.
pub(super) type Word = (Key, u32);

/// A memory barrier of a lane.
#[derive(Debug, Clone, Copy)]
struct Fence {
    clock: u32,
    epoch: u32,
    time: u64,
    buffers: bool,
    images: bool,
}

/// An atomic of a group, after which others may know what it did.
#[derive(Debug, Clone, Copy)]
struct Publication {
    word: Word,
    time: u64,
    clock: u32,
    epoch: u32,
    lane: u32,
}

/// What a group did for others to see. It outlives the group.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// Of each lane.
    fences: Vec<Vec<Fence>>,
    publications: Vec<Publication>,
}

/// Adds to a list that forgets its older half when it is full.
fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == MOST {
        list.drain(..MOST / 2);
    }
    list.push(item);
}

impl Past {
    /// A lane's memory barrier.
    pub(super) fn fence(&mut self, lane: u32, now: Stretch, time: u64, (buffers, images): (bool, bool)) {
        let lane = lane as usize;
        if self.fences.len() <= lane {
            self.fences.resize_with(lane + 1, Vec::new);
        }
        if let Some(list) = self.fences.get_mut(lane) {
            push(list, Fence { clock: now.clock, epoch: now.epoch, time, buffers, images });
        }
    }

    /// An atomic of a lane at that word.
    pub(super) fn publish(&mut self, word: Word, lane: u32, now: Stretch, time: u64) {
        push(&mut self.publications, Publication { word, time, clock: now.clock, epoch: now.epoch, lane });
    }

    /// Whether a lane had a memory barrier of that kind after what it did in `then`, and `before` what came next.
    fn fenced(&self, lane: u32, then: Stretch, image: bool, before: impl Fn(&Fence) -> bool) -> bool {
        let Some(list) = self.fences.get(lane as usize) else { return false };
        let forgotten = list.len() >= MOST / 2 && list.first().is_some_and(|fence| fence.clock > then.clock);
        let kind = |fence: &Fence| if image { fence.images } else { fence.buffers };
        forgotten || list.iter().any(|fence| fence.clock > then.clock && kind(fence) && before(fence))
    }

    /// Whether a lane had a memory barrier between what it did in `then` and a barrier of its group before `now`.
    pub(super) fn settled(&self, lane: u32, then: Stretch, now: Stretch, image: bool) -> bool {
        self.fenced(lane, then, image, |fence| fence.epoch < now.epoch)
    }
}

/// When a group used an atomic at a word.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    last: u64,
    /// The last one that a memory barrier or barrier followed.
    settled: u64,
    /// The clock that it has last published there, plus 1.
    published: u32,
}

/// What a group knows of others.
#[derive(Debug, Default)]
pub(super) struct Known {
    words: HashMap<Word, Seen>,
    /// When it had its last memory barrier or barrier.
    fenced: u64,
}

impl Known {
    /// It had a memory barrier, or passed a barrier.
    pub(super) fn fence(&mut self, time: u64) {
        self.fenced = time;
    }

    /// It used an atomic. Gives whether it publishes something new there.
    pub(super) fn atomic(&mut self, word: Word, now: Stretch, time: u64) -> bool {
        let fenced = self.fenced;
        let seen = self.words.entry(word).or_default();
        if seen.last < fenced {
            seen.settled = seen.last;
        }
        seen.last = time;
        let new = seen.published <= now.clock;
        seen.published = now.clock + 1;
        new
    }
}

/// How two groups are ordered by atomics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Link {
    /// Not at all.
    None,
    /// But the one that wrote has no memory barrier before its atomic.
    WriterUnfenced,
    /// But the one that reads has none after its atomic.
    ReaderUnfenced,
    /// In full.
    Ordered,
}

/// A lane that did something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doer {
    /// Which.
    pub lane: u32,
    /// When.
    pub then: Stretch,
    /// Whether to an image.
    pub image: bool,
    /// Whether by an atomic, which needs no memory barrier to be seen.
    pub atomic: bool,
}

/// How what a lane did, in a group with that past, is ordered before what a group does now that knows so much.
pub(super) fn link(past: &Past, by: Doer, known: &Known) -> Link {
    let Doer { lane, then, image, atomic } = by;
    let publications = &past.publications;
    if publications.len() >= MOST / 2 && publications.first().is_some_and(|first| first.clock > then.clock) {
        return Link::Ordered;
    }
    let links = publications.iter().filter_map(|publication| {
        let later = publication.clock > then.clock || atomic && publication.clock == then.clock;
        if !later || publication.lane != lane && publication.epoch <= then.epoch {
            return None;
        }
        let seen = known.words.get(&publication.word).filter(|seen| seen.last > publication.time)?;
        if atomic {
            return Some(Link::Ordered);
        }
        let fenced = past.fenced(lane, then, image, |fence| {
            fence.time < publication.time && (publication.lane == lane || fence.epoch < publication.epoch)
        });
        let settled = seen.settled > publication.time || seen.last < known.fenced;
        Some(match (fenced, settled) {
            (false, _) => Link::WriterUnfenced,
            (true, false) => Link::ReaderUnfenced,
            (true, true) => Link::Ordered,
        })
    });
    links.max().unwrap_or(Link::None)
}
