//! How lanes learn what others did, without a barrier: by a memory barrier and then an atomic; there an
//! atomic at the same word, and then a memory barrier.
//!
//! A lane *publishes* what it did at a word when it uses an atomic there, and one that uses an atomic there
//! later has *seen* it. With it go the doings of its group up to the last barrier. What a lane wrote is out
//! if that lane had a memory barrier of its own between the write and the publication. A group knows what one
//! of its lanes has seen, unless it is about the group itself.

use super::super::event::MemoryKey;
use super::interval::Interval;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Entries of a list, at most; what is older than the list is taken for in order.
const MOST: usize = 256;

/// A word of a memory.
pub(super) type Word = (MemoryKey, u32);

/// A memory barrier of a lane.
#[derive(Debug, Clone, Copy)]
struct Fence {
    clock: u32,
    epoch: u32,
    time: u64,
    kinds: MemoryKinds,
}

/// Which memories a memory barrier is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryKinds {
    pub buffers: bool,
    pub images: bool,
    pub shared: bool,
}

/// Which of them a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemoryKind {
    Buffer,
    Image,
    Shared,
}

/// An atomic of a lane, after which others may know what it did.
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
    pub(super) fn fence(&mut self, lane: u32, now: Interval, time: u64, kinds: MemoryKinds) {
        let lane = lane as usize;
        if self.fences.len() <= lane {
            self.fences.resize_with(lane + 1, Vec::new);
        }
        if let Some(list) = self.fences.get_mut(lane) {
            push(list, Fence { clock: now.clock, epoch: now.epoch, time, kinds });
        }
    }

    /// An atomic of a lane at that word.
    pub(super) fn publish(&mut self, word: Word, lane: u32, now: Interval, time: u64) {
        push(&mut self.publications, Publication { word, time, clock: now.clock, epoch: now.epoch, lane });
    }

    /// Whether a lane had a memory barrier of that kind after what it did in `then`, and `before` what came
    /// next.
    fn fenced(&self, lane: u32, then: Interval, kind: MemoryKind, before: impl Fn(&Fence) -> bool) -> bool {
        let Some(list) = self.fences.get(lane as usize) else { return false };
        let forgotten = list.len() >= MOST / 2 && list.first().is_some_and(|fence| fence.clock > then.clock);
        let kind = |fence: &Fence| match kind {
            MemoryKind::Buffer => fence.kinds.buffers,
            MemoryKind::Image => fence.kinds.images,
            MemoryKind::Shared => fence.kinds.shared,
        };
        forgotten
            || list
                .iter()
                .any(|fence| fence.clock > then.clock && kind(fence) && before(fence))
    }

    /// When a lane had its last memory barrier.
    pub(super) fn last_fence(&self, lane: u32) -> u64 {
        self.fences
            .get(lane as usize)
            .and_then(|list| list.last())
            .map_or(0, |fence| fence.time)
    }

    /// Whether a lane had a memory barrier between what it did in `then` and a barrier of its group before
    /// `now`.
    pub(super) fn settled(&self, lane: u32, then: Interval, now: Interval, kind: MemoryKind) -> bool {
        self.fenced(lane, then, kind, |fence| fence.epoch < now.epoch)
    }
}

/// When a lane, or any lane of a group, used an atomic at a word.
#[derive(Debug, Clone, Copy, Default)]
struct LastAtomic {
    last: u64,
    /// The last one that a memory barrier followed, or, of a lane, a barrier.
    settled: u64,
    /// The clock that was last published there, plus 1.
    published: u32,
}

impl LastAtomic {
    fn again(&mut self, fenced: u64, time: u64) {
        if self.last < fenced {
            self.settled = self.last;
        }
        self.last = time;
    }
}

/// In place of a lane: any of the group.
const ANY: u32 = u32::MAX;

/// What the lanes of a group know of others.
#[derive(Debug, Default)]
pub(super) struct GroupKnowledge {
    words: HashMap<(Word, u32), LastAtomic, BuildHasherDefault<Quick>>,
    /// When any lane had its last memory barrier. A barrier() orders shared memory alone: behind it what other
    /// groups wrote need not be visible.
    fenced: u64,
    /// When the group passed its last barrier.
    passed: u64,
}

impl GroupKnowledge {
    /// A lane had a memory barrier.
    pub(super) fn fence(&mut self, time: u64) {
        self.fenced = time;
    }

    /// The group passed a barrier.
    pub(super) fn pass(&mut self, time: u64) {
        self.passed = time;
    }

    /// A lane used an atomic; it learns something only if it takes the result. Gives whether it publishes
    /// something new there.
    pub(super) fn atomic(
        &mut self,
        word: Word,
        lane: u32,
        taken: bool,
        (now, time): (Interval, u64),
        past: &Past,
    ) -> bool {
        if taken {
            self.words.entry((word, ANY)).or_default().again(self.fenced, time);
        }
        let seen = self.words.entry((word, lane)).or_default();
        if taken {
            seen.again(self.passed.max(past.last_fence(lane)), time);
        }
        let new = seen.published <= now.clock;
        seen.published = now.clock + 1;
        new
    }
}

/// A quick hash, which need not withstand words that are chosen to make it slow.
#[derive(Debug, Default)]
pub(super) struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// How two lanes are ordered by atomics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Link {
    /// Not at all.
    None,
    /// But the earlier one has no memory barrier before its atomic.
    WriterUnfenced,
    /// But the later one has none after its atomic.
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
    pub then: Interval,
    /// To which kind of memory.
    pub kind: MemoryKind,
    /// Whether by an atomic, which needs no memory barrier to be seen.
    pub atomic: bool,
    /// The word. To use an atomic at the very word that is read says nothing of those who come later.
    pub word: Word,
}

/// How what a lane did, in a group with that past, is ordered before what is done now: by a group that knows
/// so much, or, if it is its own group, by that lane.
pub(super) fn link(past: &Past, by: Doer, known: &GroupKnowledge, own: Option<u32>) -> Link {
    let Doer { lane, then, kind, atomic, word } = by;
    let publications = &past.publications;
    if publications.len() >= MOST / 2 && publications.first().is_some_and(|first| first.clock > then.clock) {
        return Link::Ordered;
    }
    let fence = own.map_or(known.fenced, |lane| known.passed.max(past.last_fence(lane)));
    let links = publications.iter().filter_map(|publication| {
        let later = publication.clock > then.clock || atomic && publication.clock == then.clock;
        if !later || publication.lane != lane && publication.epoch <= then.epoch {
            return None;
        }
        if own.is_some() && atomic && publication.word == word {
            return None;
        }
        let seen = known.words.get(&(publication.word, own.unwrap_or(ANY)))?;
        if seen.last <= publication.time {
            return None;
        }
        if atomic {
            return Some(Link::Ordered);
        }
        let fenced = past.fenced(lane, then, kind, |fence| {
            fence.time < publication.time && (publication.lane == lane || fence.epoch < publication.epoch)
        });
        let settled = seen.settled > publication.time || seen.last < fence;
        Some(match (fenced, settled) {
            (false, _) => Link::WriterUnfenced,
            (true, false) => Link::ReaderUnfenced,
            (true, true) => Link::Ordered,
        })
    });
    links.max().unwrap_or(Link::None)
}
