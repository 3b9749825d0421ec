//! Knowledge of lanes about one another, and how it passes without a barrier: one lane executes a
//! memory barrier and then an atomic; the other one an atomic at the same word, and then a memory
//! barrier.
//!
//! The rules are those of GLSL 4.60, 8.17, and of the Vulkan memory model where that is more
//! precise. A memory barrier *releases*: its lane's earlier accesses are complete for all lanes,
//! and each later atomic of the lane publishes that at its word. An atomic whose result is used
//! *sees* everything published there since the word was last stored to (a release sequence), and
//! the next memory barrier *acquires* it: the lane's later accesses know it, and publish it in
//! turn. `barrier()` passes to the group everything that its lanes know, have released and have
//! seen.

use super::super::assembly::{Fence, MemoryScope};
use super::super::event::MemoryKey;
use super::quick_hash::QuickHasher;
use super::shadow::Action;
use super::vector_clock::{LaneBounds, VectorClock};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// A word of a memory.
pub(super) type MemoryWord = (MemoryKey, u32);

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
pub(super) enum AccessFamily {
    BufferStores,
    ImageStores,
    BufferUses,
    ImageUses,
    Shared,
}

impl AccessFamily {
    /// All families, each at its own index.
    pub(super) const ALL: [AccessFamily; 5] = [
        AccessFamily::BufferStores,
        AccessFamily::ImageStores,
        AccessFamily::BufferUses,
        AccessFamily::ImageUses,
        AccessFamily::Shared,
    ];

    /// Returns the family of a use.
    pub(super) fn of_use(kind: MemoryKind, action: Action) -> AccessFamily {
        match (kind, action) {
            (MemoryKind::Buffer, Action::Write) => AccessFamily::BufferStores,
            (MemoryKind::Image, Action::Write) => AccessFamily::ImageStores,
            (MemoryKind::Buffer, _) => AccessFamily::BufferUses,
            (MemoryKind::Image, _) => AccessFamily::ImageUses,
            (MemoryKind::Shared, _) => AccessFamily::Shared,
        }
    }

    /// True if a memory barrier covers the family.
    pub(super) fn is_fenced_by(self, fence: Fence) -> bool {
        match self {
            AccessFamily::BufferStores | AccessFamily::BufferUses => fence.buffers,
            AccessFamily::ImageStores | AccessFamily::ImageUses => fence.images,
            AccessFamily::Shared => fence.shared,
        }
    }

    /// True if `barrier()` orders the family without a memory barrier.
    pub(super) fn is_ordered_by_barrier(self) -> bool {
        !matches!(self, AccessFamily::BufferStores | AccessFamily::ImageStores)
    }
}

/// A clock for each family.
#[derive(Debug, Clone, Default)]
pub(super) struct FamilyClocks([Rc<VectorClock>; 5]);

impl FamilyClocks {
    /// Returns the clock of a family.
    pub(super) fn family_clock(&self, family: AccessFamily) -> &VectorClock {
        &self.0[family as usize]
    }

    fn learn_from(&mut self, other: &FamilyClocks) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(clock, other)| VectorClock::learn_from(clock, other));
    }

    fn learn_family(&mut self, family: AccessFamily, other: &FamilyClocks) {
        VectorClock::learn_from(&mut self.0[family as usize], &other.0[family as usize]);
    }

    fn raise_lane(&mut self, family: AccessFamily, lane: (u32, u32), bound: u32) {
        VectorClock::raise_lane(&mut self.0[family as usize], lane, bound);
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|clock| clock.is_empty())
    }
}

/// Clocks released at a word: to all lanes, and by a group to its own lanes.
#[derive(Debug, Clone)]
struct ReleasedClocks {
    all: Rc<FamilyClocks>,
    group: Option<Rc<FamilyClocks>>,
}

impl ReleasedClocks {
    fn is_same(&self, other: &ReleasedClocks) -> bool {
        Rc::ptr_eq(&self.all, &other.all) && get_group_pointer(self) == get_group_pointer(other)
    }
}

fn get_group_pointer(told: &ReleasedClocks) -> Option<*const FamilyClocks> {
    told.group.as_ref().map(Rc::as_ptr)
}

/// A word that atomics have used.
#[derive(Debug, Default)]
struct SyncWord {
    all: Rc<FamilyClocks>,
    groups: HashMap<u32, Rc<FamilyClocks>, BuildHasherDefault<QuickHasher>>,
    /// Number of stores to the word: a store discards everything released there.
    resets: u32,
    /// The versions of the knowledge released there.
    versions: HashSet<u64, BuildHasherDefault<QuickHasher>>,
    /// By group and lane the first interval after its last atomic, and the time of the atomic.
    users: HashMap<(u32, u32), (u32, u64), BuildHasherDefault<QuickHasher>>,
}

/// The clocks released at a word when a lane saw it.
#[derive(Debug, Clone)]
struct ObservedRelease {
    word: MemoryWord,
    resets: u32,
    scope: MemoryScope,
    time: u64,
    told: ReleasedClocks,
    /// By scope and family, true if the lane has acquired it.
    acquired: [[bool; 5]; 2],
}

/// Identity of a seen release: the word, the number of stores before, and the scope.
type ObservedReleaseKey = (MemoryWord, u32, MemoryScope);

impl ObservedRelease {
    fn release_key(&self) -> ObservedReleaseKey {
        (self.word, self.resets, self.scope)
    }

    /// True if a lane with that knowledge can learn nothing more from it.
    fn is_acquired(&self, family: AccessFamily, known: &FamilyClocks) -> bool {
        let known = known.family_clock(family);
        let mut all = [Some(&self.told.all), self.told.group.as_ref()].into_iter().flatten();
        all.all(|clocks| known.covers(clocks.family_clock(family)))
    }
}

/// Up to this many seen words, none is forgotten even if nothing is left to learn from it.
const MAX_OBSERVED: usize = 64;

/// Knowledge of one lane, and what it releases.
#[derive(Debug, Clone, Default)]
pub(super) struct LaneKnowledge {
    /// Everything ordered before the lane's current accesses.
    known: FamilyClocks,
    /// Released by its atomics to all lanes, and to those of its group.
    tells_all: FamilyClocks,
    tells_group: FamilyClocks,
    /// The same for its next atomic only, which is a release itself.
    tells_once: Option<(FamilyClocks, FamilyClocks)>,
    /// A number unique to this version of the released knowledge; 0 if nothing is released.
    version: u64,
    seen: Vec<ObservedRelease>,
    /// The release that its last atomic saw.
    latest: Option<ObservedReleaseKey>,
}

impl LaneKnowledge {
    /// True if it knows a lane's accesses in the interval of that clock.
    pub(super) fn is_known(&self, family: AccessFamily, (group, lane): (u32, u32), clock: u32) -> bool {
        self.known.family_clock(family).lane_bound(group, lane) > clock
    }

    /// Returns the connection by atomics to an access that is not known to be ordered before.
    pub(super) fn unfenced_link(
        &self,
        words: [&SyncWords; 2],
        family: AccessFamily,
        by: (u32, u32),
        clock: u32,
    ) -> SyncLink {
        let has = |clocks: &FamilyClocks| clocks.family_clock(family).lane_bound(by.0, by.1) > clock;
        if self
            .seen
            .iter()
            .any(|seen| has(&seen.told.all) || seen.told.group.as_ref().is_some_and(|clocks| has(clocks)))
        {
            return SyncLink::ReaderUnfenced;
        }
        let used_before = self.seen.iter().any(|seen| {
            let known = words.iter().find_map(|words| words.0.get(&seen.word));
            let used = known.and_then(|word| word.users.get(&by));
            used.is_some_and(|&(bound, time)| bound > clock && time < seen.time)
        });
        if used_before { SyncLink::WriterUnfenced } else { SyncLink::None }
    }

    /// Applies a memory barrier of the lane; its intervals before `bound` are complete.
    pub(super) fn apply_fence(&mut self, (group, lane): (u32, u32), fence: Fence, bound: u32, version: u64) {
        if fence.acquires {
            let latest = self.latest;
            let heard = self
                .seen
                .iter_mut()
                .filter(|seen| !fence.of_atomic || latest == Some(seen.release_key()));
            for seen in heard {
                for family in list_fenced_families(fence) {
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
        if self.seen.len() > MAX_OBSERVED {
            let known = &self.known;
            self.seen
                .retain(|seen| !AccessFamily::ALL.iter().all(|&family| seen.is_acquired(family, known)));
        }
        if fence.releases {
            let mut all = self.tells_all.clone();
            let mut own = self.tells_group.clone();
            for family in list_fenced_families(fence) {
                own.learn_family(family, &self.known);
                own.raise_lane(family, (group, lane), bound);
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

    fn observe_release(&mut self, used: AtomicUse, known: &SyncWord) {
        let AtomicUse { word, scope, time, .. } = used;
        let told = ReleasedClocks { all: Rc::clone(&known.all), group: known.groups.get(&used.by.0).cloned() };
        let resets = known.resets;
        let key = (word, resets, scope);
        self.latest = Some(key);
        match self.seen.iter_mut().find(|seen| seen.release_key() == key) {
            Some(seen) => {
                if !seen.told.is_same(&told) {
                    (seen.told, seen.acquired) = (told, [[false; 5]; 2]);
                }
                seen.time = time;
            }
            None => self
                .seen
                .push(ObservedRelease { word, resets, scope, time, told, acquired: [[false; 5]; 2] }),
        }
    }

    /// Merges the knowledge of a group's lanes at a barrier: each then knows everything that any of
    /// them knew or had released. `others` are the lanes that knew more than the group's base,
    /// which is `self`. Accesses before `bound` are complete.
    pub(super) fn merge_at_barrier(
        &mut self,
        group: u32,
        others: impl Iterator<Item = LaneKnowledge>,
        bound: u32,
        version: u64,
    ) {
        for other in others {
            self.known.learn_from(&other.known);
            self.known.learn_from(&other.tells_group);
            self.tells_all.learn_from(&other.tells_all);
            other.seen.into_iter().for_each(|seen| self.merge_observed(seen));
        }
        let over = Rc::new(VectorClock::of_group(group, LaneBounds::with_floor(bound)));
        for family in AccessFamily::ALL.into_iter().filter(|family| family.is_ordered_by_barrier()) {
            VectorClock::learn_from(&mut self.known.0[family as usize], &over);
            self.tells_all.learn_family(family, &self.known);
        }
        // The group already knows it.
        self.tells_group = FamilyClocks::default();
        (self.version, self.tells_once, self.latest) = (version, None, None);
    }

    /// Merges the knowledge of a subgroup's lanes at a barrier: each then knows everything that any
    /// of them knew or did.
    pub(super) fn merge_subgroup<'k>(group: u32, all: impl Iterator<Item = (u32, &'k mut LaneKnowledge)>, bound: u32) {
        let mut all: Vec<(u32, &mut LaneKnowledge)> = all.collect();
        let mut known = FamilyClocks::default();
        for (lane, knowledge) in &mut all {
            known.learn_from(&knowledge.known);
            AccessFamily::ALL
                .into_iter()
                .for_each(|family| known.raise_lane(family, (group, *lane), bound));
        }
        all.into_iter().for_each(|(_, knowledge)| knowledge.known = known.clone());
    }

    fn merge_observed(&mut self, seen: ObservedRelease) {
        match self.seen.iter_mut().find(|known| known.release_key() == seen.release_key()) {
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

#[inline]
fn list_fenced_families(fence: Fence) -> impl Iterator<Item = AccessFamily> {
    AccessFamily::ALL.into_iter().filter(move |family| family.is_fenced_by(fence))
}

/// The words that atomics have used.
#[derive(Debug, Default)]
pub(super) struct SyncWords(HashMap<MemoryWord, SyncWord, BuildHasherDefault<QuickHasher>>);

/// An atomic operation of one lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtomicUse {
    /// The word, and the group and lane.
    pub word: MemoryWord,
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

impl SyncWords {
    /// Forgets all words.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// True if an atomic could learn something at that word.
    pub(super) fn has_word(&self, word: MemoryWord) -> bool {
        self.0.contains_key(&word)
    }

    /// Records an atomic of a lane with separate knowledge.
    pub(super) fn record_atomic(&mut self, used: AtomicUse, lane: &mut LaneKnowledge) {
        let word = self.0.entry(used.word).or_default();
        lane.latest = None;
        if used.sees && used.scope > MemoryScope::Narrow {
            lane.observe_release(used, word);
        }
        word.record_release(used, lane);
        lane.tells_once = None;
    }

    /// Records an atomic of a lane that knows no more than its group, and sees nothing.
    pub(super) fn record_group_atomic(&mut self, used: AtomicUse, group: &LaneKnowledge) {
        self.0.entry(used.word).or_default().record_release(used, group);
    }
}

impl SyncWord {
    fn record_release(&mut self, used: AtomicUse, lane: &LaneKnowledge) {
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
            Rc::make_mut(&mut self.all).learn_from(all);
        }
        if !own.is_empty() {
            Rc::make_mut(self.groups.entry(group).or_default()).learn_from(own);
        }
    }
}

/// Order of two lanes by atomics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum SyncLink {
    /// No connection.
    None,
    /// Connected, but the earlier lane has no memory barrier before its atomic.
    WriterUnfenced,
    /// Connected, but the later lane has no memory barrier after its atomic.
    ReaderUnfenced,
    /// Properly ordered.
    Ordered,
}
