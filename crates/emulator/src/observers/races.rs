//! Races: two lanes use one word (one byte, in a memory with numbers of 8 or 16 bits), at least one
//! of them writes it, at least one of the two accesses is not atomic, and nothing orders them.
//!
//! Lanes of a group are ordered by its barriers only, even those of one warp. All lanes, also those
//! of other groups, are ordered by atomics with memory barriers around them (see `sync`). Conflicts
//! that order alone does not decide are classified in `memory_model`.

use super::super::assembly::{Assembly, Instruction, MemoryScope, MemorySlot, Pc, SlotRef};
use super::super::event::{AccessKind, ExecutionEvent, ExecutionPoint, LaneKind, LaunchInfo, MemoryKey, WarpAccess};
use super::super::lanes::lane_numbers;
use super::super::storage::AtomicOp;
use super::barrier_interval::LaneAccess;
use super::groups::{AtomicStep, GroupTracker, SyncOrder};
use super::memory_model::{Conflict, is_across_turns, judge_conflict};
use super::observer::{Observer, RawFinding};
use super::shadow::{Action, ExtraAccesses, GlobalView, ShadowCell, ShadowPages, SharedView};
use super::sync::{AccessFamily, MemoryKind, SyncLink};
use super::usage::{UsedMemories, is_linked};
use gristmill_base::finding::Who;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Observer of memory accesses that finds conflicts.
#[derive(Debug, Default)]
pub(super) struct RaceObserver {
    same_value: bool,
    groups: GroupTracker<ShadowCell>,
    /// The shadows of the memories that some lane may write while another one uses them.
    shadows: Vec<(usize, ShadowPages)>,
    /// Memories that a kernel addresses in bytes, with a cell for each byte: neighbours in one word
    /// do not conflict, and two accesses to one byte are compared whether they use it as a byte, as
    /// part of a word, or through another block as a word.
    by_bytes: Vec<usize>,
    /// True for slots that are addressed in bytes.
    in_bytes: Vec<bool>,
    /// Words of a texel, by texture slot.
    texels: Vec<u32>,
    /// Atomics whose results are not used.
    untaken: HashSet<Pc>,
    /// Atomics with a narrower scope than the device.
    narrow: BTreeMap<Pc, MemoryScope>,
    /// Further accesses by memory and word, in launches where lanes learn from one another without a barrier.
    crowds: ExtraAccesses<(usize, u32)>,
    found: Vec<ConflictCandidate>,
    met: HashMap<Conflict, ConflictRecord>,
}

/// The first occurrence of a conflict, and the number of occurrences.
#[derive(Debug)]
struct ConflictRecord {
    /// Number of conflicts that were known before it.
    number: usize,
    times: u64,
    /// The word and the two lanes of the first occurrence.
    word: u32,
    who: [Option<Who>; 2],
}

/// A possible conflict, before its order is known.
#[derive(Debug)]
struct ConflictCandidate {
    earlier: LaneAccess,
    did: Action,
    now: LaneAccess,
    word: u32,
    same: bool,
}

/// An access to words.
#[derive(Debug, Clone, Copy)]
struct WordUse {
    place: SlotRef,
    memory: MemoryKey,
    action: Action,
    /// The first word of the place.
    base: u32,
}

impl RaceObserver {
    /// Creates the observer; writes of the same value are races if `same_value`, else notes.
    pub(super) fn new(same_value: bool) -> RaceObserver {
        RaceObserver { same_value, ..RaceObserver::default() }
    }

    fn begin_launch(&mut self, launched: &LaunchInfo) {
        let uses = UsedMemories::of_launch(launched);
        if self.groups.begin_launch(launched, is_linked(launched.assembly)) {
            self.shadows.clear();
        }
        self.crowds.clear();
        let in_bytes: Vec<bool> = launched.assembly.memories.iter().map(MemorySlot::is_byte_addressed).collect();
        let by_bytes = in_bytes
            .iter()
            .zip(launched.memories)
            .filter_map(|(in_bytes, (memory, _))| match memory {
                MemoryKey::Global(memory) if *in_bytes => Some(*memory),
                _ => None,
            });
        let before = std::mem::replace(&mut self.by_bytes, by_bytes.collect());
        self.in_bytes = in_bytes;
        // A shadow of words is not valid for bytes.
        self.shadows
            .retain(|(memory, _)| before.contains(memory) == self.by_bytes.contains(memory));
        self.shadows.retain(|(memory, _)| uses.may_race(*memory));
        for memory in uses.racing_memories() {
            if !self.shadows.iter().any(|(known, _)| *known == memory) {
                self.shadows.push((memory, ShadowPages::default()));
            }
        }
        let code = (0..).zip(&launched.assembly.instructions);
        self.narrow.clone_from(&launched.assembly.narrow_atomics);
        self.untaken = code
            .filter(|(_, made)| matches!(made, Instruction::Atomic { used: false, .. }))
            .map(|(pc, _)| pc)
            .collect();
        self.texels = launched.textures.iter().map(|texture| texture.2.max(1)).collect();
    }

    fn check_access(&mut self, at: ExecutionPoint, access: &WarpAccess) {
        let action = match access.kind {
            AccessKind::Load => Action::Read,
            AccessKind::Store => Action::Write,
            // An atomic load changes nothing, and takes part in no race with atomics.
            AccessKind::Atomic(AtomicOp::Load) => return self.record_atomic_sync(at, access, AtomicOp::Load),
            AccessKind::Atomic(_) => Action::Atomic,
        };
        let inside = access.inside & at.mask & !at.info.helpers;
        let each = lane_numbers(inside).filter_map(|lane| Some((lane, *access.addresses.get(lane as usize)?)));
        let word_use = WordUse { place: access.place, memory: access.memory, action, base: access.base };
        if self.has_byte_shadow(access.memory) {
            let (skip, count) = access.part.map_or((&[][..], access.words * 4), |part| (part.first, part.bytes));
            let bytes = each.flat_map(|(lane, first)| {
                let start = first
                    .wrapping_mul(4)
                    .wrapping_add(skip.get(lane as usize).copied().unwrap_or(0));
                (0..count).map(move |byte| {
                    let value = find_written_value(access, lane, byte / 4) >> (8 * (byte % 4)) & 0xff;
                    (lane, start.wrapping_add(byte), value)
                })
            });
            self.check_words(at, word_use, bytes);
        } else if access.words == 1 {
            let values = access.values.first().copied().unwrap_or_default();
            self.check_words(
                at,
                word_use,
                each.map(|(lane, first)| (lane, first, values.get(lane as usize).copied().unwrap_or(0))),
            );
        } else {
            let words = each.flat_map(|(lane, first)| {
                (0..access.words)
                    .map(move |word| (lane, first.wrapping_add(word), find_written_value(access, lane, word)))
            });
            self.check_words(at, word_use, words);
        }
        if let AccessKind::Atomic(op) = access.kind {
            self.record_atomic_sync(at, access, op);
        }
    }

    /// Records an atomic, by which lanes may learn from one another.
    fn record_atomic_sync(&mut self, at: ExecutionPoint, access: &WarpAccess, op: AtomicOp) {
        let inside = access.inside & at.mask & !at.info.helpers;
        let step = AtomicStep {
            memory: access.memory,
            addresses: access.addresses,
            inside,
            swap: access.turns.swap,
            sees: op != AtomicOp::Store && !self.untaken.contains(&at.pc),
            writes: if op == AtomicOp::Load { 0 } else { inside & !access.turns.unchanged },
            stores: op == AtomicOp::Store,
            scope: self.narrow.get(&at.pc).copied().unwrap_or(MemoryScope::Device),
        };
        self.groups.record_atomic(at, step);
    }

    /// True if a memory has a cell for each byte.
    fn has_byte_shadow(&self, memory: MemoryKey) -> bool {
        matches!(memory, MemoryKey::Global(memory) if !self.by_bytes.is_empty() && self.by_bytes.contains(&memory))
    }

    /// Checks all words that lanes use at one instruction: each lane with its word and the value
    /// that it writes. In a memory with byte cells the words are bytes.
    fn check_words(&mut self, at: ExecutionPoint, word_use: WordUse, words: impl Iterator<Item = (u32, u32, u32)>) {
        match self.groups.is_linked() {
            true => self.check_each_word::<true>(at, word_use, words),
            false => self.check_each_word::<false>(at, word_use, words),
        }
    }

    /// The same, compiled once for launches where lanes learn from one another without a barrier
    /// (`LINKED`) and once for all others, which keep no further accesses: this loop is where a
    /// watched run spends most of its time.
    fn check_each_word<const LINKED: bool>(
        &mut self,
        at: ExecutionPoint,
        word_use: WordUse,
        words: impl Iterator<Item = (u32, u32, u32)>,
    ) {
        let WordUse { memory, action, .. } = word_use;
        let RaceObserver { groups, shadows, found, crowds, .. } = self;
        let pages = match memory {
            MemoryKey::Local => return,
            MemoryKey::Shared => None,
            MemoryKey::Global(memory) => match shadows.iter_mut().find(|(known, _)| *known == memory) {
                Some((_, pages)) => Some((memory, pages)),
                None => return,
            },
        };
        let first_lane = groups.enter_group(at.info);
        let first = groups.first_stamp();
        let Some((live, intervals)) = groups.current_group_mut() else { return };
        live.busy = true;
        let stamp = live.stamp;
        // Accesses for which a cell has no room.
        let mut crowd = vec![];
        if let Some((memory, pages)) = pages {
            let view = GlobalView { now: live.now, stamp, first, intervals };
            for (lane, word, value) in words {
                let Some(cell) = pages.cell_at(word as usize) else { continue };
                let now = LaneAccess::new(stamp, first_lane + lane, at.pc);
                let mut meets = |earlier, did, same| found.push(ConflictCandidate { earlier, did, now, word, same });
                let left = cell.record_access(view, now, action, value, &mut meets);
                if LINKED {
                    crowds.find_conflicts(&(memory, word), (view, now, action), &mut meets);
                    crowd.push((word, left));
                }
            }
            let doers = crowd
                .into_iter()
                .filter_map(|(word, left)| Some((word, left, groups.group_and_lane(left)?)));
            doers.for_each(|(word, left, by)| crowds.keep_access((memory, word), by, left, action == Action::Read));
        } else {
            let view = SharedView { since: live.since };
            for (lane, word, value) in words {
                if word as usize >= live.cells.len() {
                    live.cells.resize(word as usize + 1, ShadowCell::default());
                }
                let Some(cell) = live.cells.get_mut(word as usize) else { continue };
                let now = LaneAccess::new(stamp, first_lane + lane, at.pc);
                let mut meets = |earlier, did, same| found.push(ConflictCandidate { earlier, did, now, word, same });
                let left = cell.record_access(view, now, action, value, &mut meets);
                if LINKED {
                    live.crowds.find_conflicts(&word, (view, now, action), &mut meets);
                    if left.stamp >= live.since {
                        live.crowds.keep_access(word, (0, left.lane()), left, action == Action::Read);
                    }
                }
            }
        }
        if !self.found.is_empty() {
            self.record_conflicts(word_use);
        }
    }

    /// Keeps the conflicts that nothing orders.
    fn record_conflicts(&mut self, WordUse { place, memory, action: does, base }: WordUse) {
        let kind = match (memory, place) {
            (MemoryKey::Shared, _) => MemoryKind::Shared,
            (_, SlotRef::Image(_) | SlotRef::Texture(_)) => MemoryKind::Image,
            _ => MemoryKind::Buffer,
        };
        let each = if self.has_byte_shadow(memory) { 4 } else { 1 };
        let finer = matches!(place, SlotRef::Memory(slot) if self.in_bytes.get(usize::from(slot)) == Some(&true));
        // Two lanes that conflict in four bytes of a word conflict once.
        self.found.dedup_by(|one, other| {
            one.earlier == other.earlier
                && one.did == other.did
                && one.now == other.now
                && one.word / each == other.word / each
                && one.same == other.same
        });
        for ConflictCandidate { earlier, did, now, word: cell, same } in self.found.drain(..) {
            let word = cell / each;
            let order = self.groups.access_order(earlier, now.lane(), AccessFamily::of_use(kind, did));
            let settled = match order {
                SyncOrder::Done => true,
                // Only a write followed by a read needs more than order.
                SyncOrder::Between(SyncLink::Ordered) => did != Action::Write || does != Action::Read,
                SyncOrder::Between(_) | SyncOrder::None | SyncOrder::Hidden => false,
            };
            if settled {
                continue;
            }
            let meeting = Conflict { place, order, did, first: earlier.pc(), does, second: now.pc(), same };
            let groups = &self.groups;
            let number = self.met.len();
            let word = if finer { cell } else { word.saturating_sub(base) };
            self.met
                .entry(meeting)
                .or_insert_with(|| ConflictRecord {
                    number,
                    times: 0,
                    word,
                    who: [groups.find_invocation(earlier), groups.find_invocation(now)],
                })
                .times += 1;
        }
    }
}

/// Returns the value that a lane writes to a word, 0 if it writes none.
#[inline]
fn find_written_value(access: &WarpAccess, lane: u32, word: u32) -> u32 {
    access
        .values
        .get(word as usize)
        .and_then(|values| values.get(lane as usize))
        .copied()
        .unwrap_or(0)
}

impl Observer for RaceObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        match event {
            ExecutionEvent::LaunchBegins(launched) => self.begin_launch(launched),
            ExecutionEvent::Access { at, access } => self.check_access(*at, access),
            ExecutionEvent::Texels { at, texture, memory, texels } => {
                let place = SlotRef::Texture(*texture);
                let count = self.texels.get(usize::from(*texture)).copied();
                let count = count.unwrap_or(1);
                let texels = texels
                    .iter()
                    .filter(|(lane, _)| at.mask & !at.info.helpers & (1 << (lane % 64)) != 0);
                let words = texels.flat_map(|&(lane, word)| {
                    (0..count).map(move |next| (u32::from(lane), word.wrapping_add(next), 0))
                });
                let word_use = WordUse { place, memory: *memory, action: Action::Read, base: 0 };
                match self.has_byte_shadow(*memory) {
                    true => {
                        self.check_words(
                            *at,
                            word_use,
                            words.flat_map(|(lane, word, _)| (0..4).map(move |byte| (lane, word * 4 + byte, 0))),
                        );
                    }
                    false => self.check_words(*at, word_use, words),
                }
            }
            ExecutionEvent::MemoryBarrier { at, fence } => self.groups.record_fence(*at, *fence),
            ExecutionEvent::SubgroupBarrier { at } => self.groups.synchronise_subgroup(*at),
            ExecutionEvent::BarrierPassed { number, .. } => self.groups.pass_barrier(*number),
            ExecutionEvent::GroupEnds { number } => self.groups.end_group(*number, None),
            ExecutionEvent::WarpEnds { at } if !matches!(at.info.lanes, LaneKind::Invocations(_)) => {
                self.groups.end_group(at.info.group_number, Some(at.info.warp));
            }
            _ => {}
        }
    }

    fn take_findings(&mut self, assembly: &Assembly) -> Vec<RawFinding> {
        let mut met: Vec<_> = self.met.drain().collect();
        met.sort_unstable_by_key(|(_, met)| met.number);
        met.into_iter()
            .filter_map(|(meeting, met)| {
                let (kind, mend) = judge_conflict(&meeting, assembly, self.same_value)?;
                let [one, other] = met.who;
                let is_next_turn =
                    meeting.order == SyncOrder::None && is_across_turns(assembly, meeting.first, meeting.second);
                let does = describe_action(meeting.does);
                let does = if is_next_turn { format!("{does} in the next turn").into() } else { does.into() };
                let acts =
                    vec![(one, describe_action(meeting.did).into(), meeting.first), (other, does, meeting.second)];
                let place = Some((meeting.place, Some(met.word)));
                Some(RawFinding { kind, place, path: None, acts, mend, times: met.times })
            })
            .collect()
    }
}

fn describe_action(action: Action) -> &'static str {
    match action {
        Action::Read => "read it",
        Action::Write => "wrote it",
        Action::Atomic => "changed it atomically",
    }
}
