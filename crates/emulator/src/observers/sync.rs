//! Knowledge of lanes about one another, and how it passes without a barrier: one lane executes a memory barrier and then
//! an atomic; the other one an atomic at the same word, and then a memory barrier.
//!
//! The rules are those of GLSL 4.60, 8.17, and of the Vulkan memory model where that is more precise. A memory barrier
//! *releases*: its lane's earlier accesses are complete for all lanes, and each later atomic of the lane publishes that at
//! its word. An atomic whose result is used *sees* everything published there since the word was last stored to (a release
//! sequence), and the next memory barrier *acquires* it: the lane's later accesses know it, and publish it in turn.
//! `barrier()` passes to the group everything that its lanes know, have released and have seen.

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

/// Kinds of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemoryKind {
    Buffer,
    Image,
    Shared,
}

/// Accesses that are ordered by the same rules. A barrier of the group is enough for reads, atomics and shared memory;
/// other writes need a memory barrier before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    BufferStores,
    ImageStores,
    BufferUses,
    ImageUses,
    Shared,
}

impl Family {
    /// All families, each at its own index.
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

    /// True if a memory barrier covers the family.
    pub(super) fn is_fenced_by(self, fence: Fence) -> bool {
        match self {
            Family::BufferStores | Family::BufferUses => fence.buffers,
            Family::ImageStores | Family::ImageUses => fence.images,
            Family::Shared => fence.shared,
        }
    }

    /// True if `barrier()` orders the family without a memory barrier.
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

/// Clocks released at a word: to all lanes, and by a group to its own lanes.
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
    /// Number of stores to the word: a store discards everything released there.
    resets: u32,
    /// The versions of the knowledge released there.
    versions: HashSet<u64, BuildHasherDefault<Quick>>,
    /// By group and lane the first interval after its last atomic, and the time of the atomic.
    users: HashMap<(u32, u32), (u32, u64), BuildHasherDefault<Quick>>,
}

/// The clocks released at a word when a lane saw it.
#[derive(Debug, Clone)]
struct Seen {
    word: Word,
    resets: u32,
    scope: MemoryScope,
    time: u64,
    told: Told,
    /// By scope and family, true if the lane has acquired it.
    acquired: [[bool; 5]; 2],
}

/// Identity of a seen release: the word, the number of stores before, and the scope.
type SeenKey = (Word, u32, MemoryScope);

impl Seen {
    fn key(&self) -> SeenKey {
        (self.word, self.resets, self.scope)
    }

    /// True if a lane with that knowledge can learn nothing more from it.
    fn is_acquired(&self, family: Family, known: &Clocks) -> bool {
        let known = known.of(family);
        let mut all = [Some(&self.told.all), self.told.group.as_ref()].into_iter().flatten();
        all.all(|clocks| known.covers(clocks.of(family)))
    }
}

/// Up to this many seen words, none is forgotten even if nothing is left to learn from it.
const MANY: usize = 64;

/// Knowledge of one lane, and what it releases.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    /// Everything ordered before the lane's current accesses.
    known: Clocks,
    /// Released by its atomics to all lanes, and to those of its group.
    tells_all: Clocks,
    tells_group: Clocks,
    /// The same for its next atomic only, which is a release itself.
    tells_once: Option<(Clocks, Clocks)>,
    /// A number unique to this version of the released knowledge; 0 if nothing is released.
    version: u64,
    seen: Vec<Seen>,
    /// The release that its last atomic saw.
    latest: Option<SeenKey>,
}

impl Knowledge {
    /// True if it knows a lane's accesses in the interval of that clock.
    pub(super) fn has(&self, family: Family, (group, lane): (u32, u32), clock: u32) -> bool {
        self.known.of(family).bound(group, lane) > clock
    }

    /// Returns the connection by atomics to an access that is not known to be ordered before.
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

    /// Applies a memory barrier of the lane; its intervals before `bound` are complete.
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

    /// Merges the knowledge of a group's lanes at a barrier: each then knows everything that any of them knew or had released.
    /// `others` are the lanes that knew more than the group's base, which is `self`. Accesses before `bound` are complete.
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
        // The group already knows it.
        self.tells_group = Clocks::default();
        (self.version, self.tells_once, self.latest) = (version, None, None);
    }

    /// Merges the knowledge of a subgroup's lanes at a barrier: each then knows everything that any of them knew or did.
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

/// An atomic operation of one lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtomicUse {
    /// The word, and the group and lane.
    pub word: Word,
    pub by: (u32, u32),
    /// True if it sees the knowledge released there, because its result is used.
    pub sees: bool,
    /// `tells` if it releases knowledge there, `stores` if it discards what was released before.
    pub tells: bool,
    pub stores: bool,
    /// The scope in which its order among other atomics is agreed.
    pub scope: MemoryScope,
    /// The first interval after it, and its time.
    pub bound: u32,
    pub time: u64,
}

impl Words {
    /// Forgets all words.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// True if an atomic could learn something at that word.
    pub(super) fn has(&self, word: Word) -> bool {
        self.0.contains_key(&word)
    }

    /// Records an atomic of a lane with separate knowledge.
    pub(super) fn atomic(&mut self, used: AtomicUse, lane: &mut Knowledge) {
        let word = self.0.entry(used.word).or_default();
        lane.latest = None;
        if used.sees && used.scope > MemoryScope::Narrow {
            lane.see(used, word);
        }
        word.tell(used, lane);
        lane.tells_once = None;
    }

    /// Records an atomic of a lane that knows no more than its group, and sees nothing.
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

/// Order of two lanes by atomics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Link {
    /// No connection.
    None,
    /// Connected, but the earlier lane has no memory barrier before its atomic.
    WriterUnfenced,
    /// Connected, but the later lane has no memory barrier after its atomic.
    ReaderUnfenced,
    /// Properly ordered.
    Ordered,
}
