//! What lanes know of one another, and how they learn it without a barrier: by a memory barrier and then an atomic;
//! there an atomic at the same word, and then a memory barrier.
//!
//! The rules are those of GLSL 4.60, 8.17, and of the Vulkan memory model where that says more. A memory barrier
//! *releases*: what its lane did before it is done for all, and each later atomic of the lane tells so at its word. An
//! atomic whose result is used *sees* what was told there since the word was last stored to (a release sequence), and
//! the next memory barrier *acquires* it: it is known to what the lane does then, and is told on. `barrier()` hands
//! on to the group what its lanes know, have released and have seen.

use super::super::assembly::{Fence, MemoryScope};
use super::super::event::MemoryKey;
use super::clock::{Clock, LaneBounds};
use super::quick_hash::Quick;
use super::shadow::Action;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// A word of a memory.
pub(super) type Word = (MemoryKey, u32);

/// Which kind of memory one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemoryKind {
    Buffer,
    Image,
    Shared,
}

/// Uses of memory that are ordered alike. A barrier of the group is enough for what was read, for atomics, and for shared
/// memory; what is written elsewhere needs a memory barrier before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    BufferStores,
    ImageStores,
    BufferUses,
    ImageUses,
    Shared,
}

impl Family {
    /// All of them, each at its own number.
    pub(super) const ALL: [Family; 5] =
        [Family::BufferStores, Family::ImageStores, Family::BufferUses, Family::ImageUses, Family::Shared];

    /// Returns the family of a use.
    pub(super) fn of_use(kind: MemoryKind, action: Action) -> Family {
        match (kind, action) {
            (MemoryKind::Buffer, Action::Write) => Family::BufferStores,
            (MemoryKind::Image, Action::Write) => Family::ImageStores,
            (MemoryKind::Buffer, _) => Family::BufferUses,
            (MemoryKind::Image, _) => Family::ImageUses,
            (MemoryKind::Shared, _) => Family::Shared,
        }
    }

    /// Returns whether a memory barrier is for it.
    pub(super) fn is_fenced_by(self, fence: Fence) -> bool {
        match self {
            Family::BufferStores | Family::BufferUses => fence.buffers,
            Family::ImageStores | Family::ImageUses => fence.images,
            Family::Shared => fence.shared,
        }
    }

    /// Returns whether `barrier()` orders it without a memory barrier.
    pub(super) fn is_ordered_by_barrier(self) -> bool {
        !matches!(self, Family::BufferStores | Family::ImageStores)
    }
}

/// A clock for each family.
#[derive(Debug, Clone, Default)]
pub(super) struct Clocks([Rc<Clock>; 5]);

impl Clocks {
    /// Returns the clock of a family.
    pub(super) fn of(&self, family: Family) -> &Clock {
        &self.0[family as usize]
    }

    fn learn(&mut self, other: &Clocks) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(clock, other)| Clock::learn(clock, other));
    }

    fn learn_family(&mut self, family: Family, other: &Clocks) {
        Clock::learn(&mut self.0[family as usize], &other.0[family as usize]);
    }

    fn raise(&mut self, family: Family, lane: (u32, u32), bound: u32) {
        Clock::raise(&mut self.0[family as usize], lane, bound);
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|clock| clock.is_empty())
    }
}

/// What was told at a word: to all lanes, and by a group to its own.
#[derive(Debug, Clone)]
struct Told {
    all: Rc<Clocks>,
    group: Option<Rc<Clocks>>,
}

impl Told {
    fn is_same(&self, other: &Told) -> bool {
        let pointer = |told: &Told| told.group.as_ref().map(Rc::as_ptr);
        Rc::ptr_eq(&self.all, &other.all) && pointer(self) == pointer(other)
    }
}

/// A word that atomics have used.
#[derive(Debug, Default)]
struct SyncWord {
    all: Rc<Clocks>,
    groups: HashMap<u32, Rc<Clocks>, BuildHasherDefault<Quick>>,
    /// How often the word was stored to: that forgets what was told.
    resets: u32,
    /// The versions of what was told.
    versions: HashSet<u64, BuildHasherDefault<Quick>>,
    /// By group and lane the first interval after its last atomic, and when that was.
    users: HashMap<(u32, u32), (u32, u64), BuildHasherDefault<Quick>>,
}

/// What was told at a word when a lane looked there.
#[derive(Debug, Clone)]
struct Seen {
    word: Word,
    resets: u32,
    scope: MemoryScope,
    time: u64,
    told: Told,
    /// By scope and family what the lane has acquired of it.
    acquired: [[bool; 5]; 2],
}

/// What tells what was seen apart: the word, since when it was told there, and to whom.
type SeenKey = (Word, u32, MemoryScope);

impl Seen {
    fn key(&self) -> SeenKey {
        (self.word, self.resets, self.scope)
    }

    /// Returns whether nothing is left of it that somebody who knows that could learn.
    fn is_acquired(&self, family: Family, known: &Clocks) -> bool {
        let known = known.of(family);
        let mut all = [Some(&self.told.all), self.told.group.as_ref()].into_iter().flatten();
        all.all(|clocks| known.covers(clocks.of(family)))
    }
}

/// Words that a lane has seen of which none is forgotten, though it knows all that was told there.
const MANY: usize = 64;

/// What one lane knows, and what it tells.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    /// What comes before all that it does now.
    known: Clocks,
    /// What its atomics tell all lanes, and those of its group.
    tells_all: Clocks,
    tells_group: Clocks,
    /// The same of its next atomic alone, which releases itself.
    tells_once: Option<(Clocks, Clocks)>,
    /// A number that no other version of what is told has; 0 where it tells nothing.
    version: u64,
    seen: Vec<Seen>,
    /// Which of them its last atomic saw.
    latest: Option<SeenKey>,
}

impl Knowledge {
    /// Returns whether it knows what a lane did in the interval of that clock.
    pub(super) fn has(&self, family: Family, (group, lane): (u32, u32), clock: u32) -> bool {
        self.known.of(family).bound(group, lane) > clock
    }

    /// How a lane that is not known to have been before is connected by atomics.
    pub(super) fn loose_link(&self, words: [&Words; 2], family: Family, by: (u32, u32), clock: u32) -> Link {
        let has = |clocks: &Clocks| clocks.of(family).bound(by.0, by.1) > clock;
        let in_group = |seen: &Seen| seen.told.group.as_ref().is_some_and(|clocks| has(clocks));
        if self.seen.iter().any(|seen| has(&seen.told.all) || in_group(seen)) {
            return Link::ReaderUnfenced;
        }
        let used_before = |seen: &Seen| {
            let known = words.iter().find_map(|words| words.0.get(&seen.word));
            let used = known.and_then(|word| word.users.get(&by));
            used.is_some_and(|&(bound, time)| bound > clock && time < seen.time)
        };
        if self.seen.iter().any(used_before) { Link::WriterUnfenced } else { Link::None }
    }

    /// A memory barrier of the lane; its intervals before `bound` are over.
    pub(super) fn fence(&mut self, (group, lane): (u32, u32), fence: Fence, bound: u32, version: u64) {
        let families = || Family::ALL.into_iter().filter(move |family| family.is_fenced_by(fence));
        if fence.acquires {
            let latest = self.latest;
            let heard = self
                .seen
                .iter_mut()
                .filter(|seen| !fence.of_atomic || latest == Some(seen.key()));
            for seen in heard {
                for family in families() {
                    let done = &mut seen.acquired;
                    if let (Some(clocks), false) = (&seen.told.group, done[0][family as usize]) {
                        self.known.learn_family(family, clocks);
                    }
                    done[0][family as usize] = true;
                    let wide = fence.scope == MemoryScope::Device && seen.scope == MemoryScope::Device;
                    if wide && !done[1][family as usize] {
                        self.known.learn_family(family, &seen.told.all);
                        done[1][family as usize] = true;
                    }
                }
            }
        }
        if self.seen.len() > MANY {
            let known = &self.known;
            self.seen
                .retain(|seen| !Family::ALL.iter().all(|&family| seen.is_acquired(family, known)));
        }
        if fence.releases {
            let (mut all, mut own) = (self.tells_all.clone(), self.tells_group.clone());
            for family in families() {
                own.learn_family(family, &self.known);
                own.raise(family, (group, lane), bound);
                if fence.scope == MemoryScope::Device {
                    all.learn_family(family, &own);
                }
            }
            if fence.of_atomic {
                self.tells_once = Some((all, own));
            } else {
                (self.tells_all, self.tells_group, self.version) = (all, own, version);
            }
        }
    }

    fn see(&mut self, used: AtomicUse, known: &SyncWord) {
        let AtomicUse { word, scope, time, .. } = used;
        let told = Told { all: Rc::clone(&known.all), group: known.groups.get(&used.by.0).cloned() };
        let resets = known.resets;
        let key = (word, resets, scope);
        self.latest = Some(key);
        match self.seen.iter_mut().find(|seen| seen.key() == key) {
            Some(seen) => {
                if !seen.told.is_same(&told) {
                    (seen.told, seen.acquired) = (told, [[false; 5]; 2]);
                }
                seen.time = time;
            }
            None => self
                .seen
                .push(Seen { word, resets, scope, time, told, acquired: [[false; 5]; 2] }),
        }
    }

    /// What lanes of a group know once they have waited for one another: each what any of them knew or had released.
    /// `others` are those that knew more than this one, which stands for all. What they did before `bound` is over.
    pub(super) fn pass(&mut self, group: u32, others: impl Iterator<Item = Knowledge>, bound: u32, version: u64) {
        for other in others {
            self.known.learn(&other.known);
            self.known.learn(&other.tells_group);
            self.tells_all.learn(&other.tells_all);
            other.seen.into_iter().for_each(|seen| self.hand_on(seen));
        }
        let over = Rc::new(Clock::of_group(group, LaneBounds::uniform(bound)));
        for family in Family::ALL.into_iter().filter(|family| family.is_ordered_by_barrier()) {
            Clock::learn(&mut self.known.0[family as usize], &over);
            self.tells_all.learn_family(family, &self.known);
        }
        // The group knows it already.
        self.tells_group = Clocks::default();
        (self.version, self.tells_once, self.latest) = (version, None, None);
    }

    /// Lanes of a subgroup have waited for one another: each knows all that any of them knew or did.
    pub(super) fn meet<'k>(group: u32, all: impl Iterator<Item = (u32, &'k mut Knowledge)>, bound: u32) {
        let mut all: Vec<(u32, &mut Knowledge)> = all.collect();
        let mut known = Clocks::default();
        for (lane, knowledge) in &mut all {
            known.learn(&knowledge.known);
            Family::ALL
                .into_iter()
                .for_each(|family| known.raise(family, (group, *lane), bound));
        }
        all.into_iter().for_each(|(_, knowledge)| knowledge.known = known.clone());
    }

    fn hand_on(&mut self, seen: Seen) {
        match self.seen.iter_mut().find(|known| known.key() == seen.key()) {
            Some(known) if known.told.is_same(&seen.told) => {
                let both = known.acquired.iter_mut().flatten().zip(seen.acquired.iter().flatten());
                both.for_each(|(known, &acquired)| *known |= acquired);
                known.time = known.time.max(seen.time);
            }
            Some(known) if known.time < seen.time => *known = seen,
            Some(_) => {}
            None => self.seen.push(seen),
        }
    }
}

/// The words that atomics have used.
#[derive(Debug, Default)]
pub(super) struct Words(HashMap<Word, SyncWord, BuildHasherDefault<Quick>>);

/// What an atomic does, of a lane of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtomicUse {
    /// Its word, and who does it.
    pub word: Word,
    pub by: (u32, u32),
    /// True if it sees what was told there, for its result is used.
    pub sees: bool,
    /// True if it tells something there, and whether that is all that is told there then.
    pub tells: bool,
    pub stores: bool,
    /// Who agrees on its place among the others.
    pub scope: MemoryScope,
    /// The first interval after it, and when it was.
    pub bound: u32,
    pub time: u64,
}

impl Words {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether an atomic could learn something at that word.
    pub(super) fn has(&self, word: Word) -> bool {
        self.0.contains_key(&word)
    }

    /// An atomic of a lane that knows that.
    pub(super) fn atomic(&mut self, used: AtomicUse, lane: &mut Knowledge) {
        let word = self.0.entry(used.word).or_default();
        lane.latest = None;
        if used.sees && used.scope > MemoryScope::Narrow {
            lane.see(used, word);
        }
        word.tell(used, lane);
        lane.tells_once = None;
    }

    /// An atomic of a lane that knows no more than its group, and sees nothing.
    pub(super) fn atomic_of_group(&mut self, used: AtomicUse, group: &Knowledge) {
        self.0.entry(used.word).or_default().tell(used, group);
    }
}

impl SyncWord {
    fn tell(&mut self, used: AtomicUse, lane: &Knowledge) {
        let (group, _) = used.by;
        if !used.tells || used.scope == MemoryScope::Narrow {
            return;
        }
        self.users.insert(used.by, (used.bound, used.time));
        if used.stores {
            (self.all, self.resets) = (Rc::default(), self.resets + 1);
            self.groups.clear();
            self.versions.clear();
        }
        let (all, own) = match &lane.tells_once {
            Some((all, own)) => (all, own),
            None if lane.version == 0 => return,
            None if used.scope == MemoryScope::Device && !self.versions.insert(lane.version) => return,
            None => (&lane.tells_all, &lane.tells_group),
        };
        if used.scope == MemoryScope::Device && !all.is_empty() {
            Rc::make_mut(&mut self.all).learn(all);
        }
        if !own.is_empty() {
            Rc::make_mut(self.groups.entry(group).or_default()).learn(own);
        }
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
