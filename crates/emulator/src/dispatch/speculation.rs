//! Runs groups on all threads, with the same result as on one thread.
//!
//! The groups are cut into chunks. Each chunk runs in order and records the words that it wrote and read. If no chunk
//! accessed a word that another wrote, the order of the chunks made no difference. Otherwise the memories are restored
//! and the groups run in order.

use super::launch::{Ending, GroupLaunch, NARROW_WARP_LANES, Policy, WIDE_WARP_LANES, count_groups};
use super::schedule;
use crate::assembly::{Assembly, ImageOperation, Instruction, SlotRef};
use crate::bindings::{BoundMemory, SlotBindings};
use crate::event::{AccessKind, ExecutionEvent, MemoryKey, Observe};
use crate::lanes::lane_indices;
use crate::storage::{AtomicOp, Storage};
use crate::thread_count;
use gristmill_base::error::Result;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Chunks for each thread: enough that uneven groups balance out.
const CHUNKS_PER_THREAD: u32 = 4;

/// Runs all groups of a compute kernel, on all threads if possible; the result is the same as in order.
/// `conflicts` remembers that groups of this kernel access each other's words.
///
/// # Errors
/// [`Error::Limit`](gristmill_base::error::Error::Limit) if there are more groups than fit into 32 bits.
pub fn run_parallel(
    assembly: &Assembly,
    bindings: &SlotBindings,
    groups: [u32; 3],
    policy: &Policy,
    conflicts: &AtomicBool,
) -> Result<Ending> {
    let launch = GroupLaunch { assembly, bindings, groups, policy };
    let count = count_groups(groups)?;
    let threads = thread_count() as u32;
    if threads > 1 && count > 1 && !conflicts.load(Relaxed) {
        let ending = WrittenMemories::from_kernel(assembly, bindings)
            .and_then(|written| run_speculatively(&launch, count, threads.saturating_mul(CHUNKS_PER_THREAD), &written));
        match ending {
            Some(ending) => return Ok(ending),
            None => conflicts.store(true, Relaxed),
        }
    }
    Ok(run_at_width(&launch, 0..count, &mut ()))
}

fn run_at_width<O: Observe>(launch: &GroupLaunch, numbers: Range<u32>, observer: &mut O) -> Ending {
    match launch.policy.width as usize {
        ..=NARROW_WARP_LANES => schedule::run_groups::<NARROW_WARP_LANES, O>(launch, numbers, observer),
        _ => schedule::run_groups::<WIDE_WARP_LANES, O>(launch, numbers, observer),
    }
}

/// Runs the chunks. Returns `None`, with all memories restored, if the order of chunks could have made a difference.
fn run_speculatively(launch: &GroupLaunch, count: u32, chunks: u32, written: &WrittenMemories) -> Option<Ending> {
    let before: Vec<(Arc<Storage>, Vec<u32>)> = written
        .all
        .values()
        .map(|storage| (storage.clone(), storage.to_vec()))
        .collect();
    let chunks = chunks.min(count);
    let ran: Vec<(Ending, Footprint)> = (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut footprint = written.empty_footprint();
            let ending = run_at_width(
                launch,
                find_chunk_start(chunk, count, chunks)..find_chunk_start(chunk + 1, count, chunks),
                &mut footprint,
            );
            (ending, footprint)
        })
        .collect();
    if ran.iter().all(|(ending, _)| *ending == Ending::Complete) && are_independent(&ran) {
        return Some(Ending::Complete);
    }
    for (storage, words) in before {
        storage.write_words(&words);
    }
    None
}

fn find_chunk_start(chunk: u32, count: u32, chunks: u32) -> u32 {
    (u64::from(count) * u64::from(chunk) / u64::from(chunks)) as u32
}

/// Returns true if no chunk accessed a word that another wrote.
fn are_independent(ran: &[(Ending, Footprint)]) -> bool {
    let Some((_, first)) = ran.first() else { return true };
    (0..first.0.len()).all(|memory| {
        let mut written = vec![0_u64; first.0[memory].writes.len()];
        let mut read = vec![0_u64; first.0[memory].reads.len()];
        ran.iter().all(|(_, footprint)| {
            let Some(TouchedWords { writes, reads, .. }) = footprint.0.get(memory) else { return true };
            let apart = !share_a_bit(writes, &written) && !share_a_bit(writes, &read) && !share_a_bit(reads, &written);
            written.iter_mut().zip(writes).for_each(|(all, mine)| *all |= mine);
            read.iter_mut().zip(reads).for_each(|(all, mine)| *all |= mine);
            apart
        })
    })
}

fn share_a_bit(mine: &[u64], others: &[u64]) -> bool {
    mine.iter().zip(others).any(|(mine, others)| mine & others != 0)
}

/// The memories that a kernel writes.
struct WrittenMemories {
    /// All written memories.
    all: BTreeMap<MemoryKey, Arc<Storage>>,
    /// Memories changed only by commutative operations whose results are unused.
    commuting: BTreeSet<MemoryKey>,
    /// Memories that are read as well.
    read: BTreeSet<MemoryKey>,
}

/// Uses of one memory by a kernel.
#[derive(Default)]
struct MemoryUses {
    loads: bool,
    stores: bool,
    ops: Vec<AtomicOp>,
    /// True if a lane can observe the work of another lane.
    asks: bool,
    /// True if it is read through a sampler; such reads are not recorded.
    samples: bool,
    storage: Option<Arc<Storage>>,
}

impl MemoryUses {
    /// Returns true if it is changed by atomic operations alone, and their order makes no difference.
    fn is_commutative(&self) -> bool {
        !self.loads && !self.stores && self.ops.iter().all(|op| is_order_free(op) && Some(op) == self.ops.first())
    }
}

fn is_order_free(op: &AtomicOp) -> bool {
    // The sum of floats depends on their order.
    use AtomicOp::{AddFloat, CompareExchange, Exchange, Load, Store};
    !matches!(op, Load | Store | Exchange | CompareExchange | AddFloat)
}

impl WrittenMemories {
    /// Collects the written memories. Returns `None` if the groups must run in order because an
    /// atomic operation lets one group observe another.
    fn from_kernel(assembly: &Assembly, bindings: &SlotBindings) -> Option<WrittenMemories> {
        let mut written = WrittenMemories { all: BTreeMap::new(), commuting: BTreeSet::new(), read: BTreeSet::new() };
        for (key, uses) in collect_memory_uses(assembly, bindings) {
            let Some(storage) = uses
                .storage
                .clone()
                .filter(|_| uses.stores || uses.asks || !uses.ops.is_empty())
            else {
                continue;
            };
            if uses.asks || uses.samples || (!uses.ops.is_empty() && !uses.is_commutative()) {
                return None;
            }
            if !uses.ops.is_empty() {
                written.commuting.insert(key);
            }
            if uses.loads {
                written.read.insert(key);
            }
            written.all.insert(key, storage);
        }
        Some(written)
    }

    /// Creates an empty footprint.
    fn empty_footprint(&self) -> Footprint {
        let tracked = self.all.iter().filter(|(key, _)| !self.commuting.contains(key));
        let touched = tracked.map(|(key, storage)| {
            let words = storage.len().div_ceil(64);
            let reads = if self.read.contains(key) { words } else { 0 };
            TouchedWords { key: *key, writes: vec![0; words], reads: vec![0; reads] }
        });
        Footprint(touched.collect())
    }
}

/// Collects how a kernel uses the memories bound to it.
fn collect_memory_uses(assembly: &Assembly, bindings: &SlotBindings) -> BTreeMap<MemoryKey, MemoryUses> {
    let mut all: BTreeMap<MemoryKey, MemoryUses> = BTreeMap::new();
    let mut note = |place: SlotRef, note: &dyn Fn(&mut MemoryUses)| {
        let (key, storage) = match place {
            SlotRef::Memory(slot) => match bindings.memories.get(usize::from(slot)) {
                Some(BoundMemory::Global { key, storage }) => (*key, storage),
                _ => return,
            },
            SlotRef::Image(slot) => match bindings.images.get(usize::from(slot)) {
                Some((key, texture)) => (*key, &texture.storage),
                None => return,
            },
            SlotRef::Texture(slot) => match bindings.textures.get(usize::from(slot)) {
                Some((key, texture)) => (*key, &texture.storage),
                None => return,
            },
            SlotRef::Variable(_) => return,
        };
        let uses = all.entry(key).or_default();
        note(uses);
        uses.storage = Some(storage.clone());
    };
    for instruction in &assembly.instructions {
        match *instruction {
            Instruction::Load { memory, .. } | Instruction::LoadNarrow { memory, .. } => {
                note(SlotRef::Memory(memory), &|uses| uses.loads = true);
            }
            // For a part of a word the whole word is recorded: groups that share words run in order.
            Instruction::Store { memory, .. } | Instruction::StoreNarrow { memory, .. } => {
                note(SlotRef::Memory(memory), &|uses| uses.stores = true);
            }
            Instruction::Atomic { memory, op, used, words, .. } => note(SlotRef::Memory(memory), &|uses| {
                // An atomic on two words is atomic only on one thread.
                uses.asks |= used || words > 1;
                uses.ops.push(op);
            }),
            Instruction::Image { image_use, .. } => {
                let Some(image_use) = assembly.image_uses.get(image_use as usize) else { continue };
                for slot in list_slots(image_use.image, image_use.item) {
                    note(SlotRef::Image(slot), &|uses| match &image_use.work {
                        ImageOperation::Load => uses.loads = true,
                        ImageOperation::Store(_) => uses.stores = true,
                        // The code does not record whether the result is used.
                        ImageOperation::Atomic { .. } => uses.asks = true,
                        ImageOperation::Size => {}
                    });
                }
            }
            Instruction::Sample { sample, .. } => {
                let Some(sample) = assembly.samples.get(sample as usize) else { continue };
                for slot in list_slots(sample.texture, sample.item) {
                    note(SlotRef::Texture(slot), &|uses| uses.samples = true);
                }
            }
            _ => {}
        }
    }
    all
}

fn list_slots(first: u16, item: Option<(u32, u16)>) -> std::ops::Range<u16> {
    first..first.saturating_add(item.map_or(1, |(_, items)| items))
}

/// Words that a chunk wrote and read, in the memories that the kernel writes.
struct Footprint(Vec<TouchedWords>);

/// Accessed words of one memory, a bit each.
struct TouchedWords {
    key: MemoryKey,
    writes: Vec<u64>,
    /// Empty if the kernel never reads it.
    reads: Vec<u64>,
}

impl Observe for Footprint {
    const WANTS_STEPS: bool = false;

    fn wants_memory(&self, memory: MemoryKey) -> bool {
        self.0.iter().any(|touched| touched.key == memory)
    }

    #[inline]
    fn observe(&mut self, event: &ExecutionEvent) {
        let ExecutionEvent::Access { access, .. } = event else { return };
        let Some(touched) = self.0.iter_mut().find(|touched| touched.key == access.memory) else { return };
        let bits = if access.kind == AccessKind::Load { &mut touched.reads } else { &mut touched.writes };
        if bits.is_empty() {
            return;
        }
        // Neighbouring lanes mostly access neighbouring words: runs of words are recorded at once.
        let mut row = 0..0;
        for lane in lane_indices(access.inside) {
            let first = access.addresses.get(lane).copied().unwrap_or(0) as usize;
            if first != row.end {
                set_bits(bits, row);
                row = first..first;
            }
            row.end = first + access.words as usize;
        }
        set_bits(bits, row);
    }
}

/// Sets the bits of a range of words.
fn set_bits(bits: &mut [u64], words: Range<usize>) {
    for at in words.start / 64..words.end.div_ceil(64) {
        let from = words.start.saturating_sub(64 * at);
        let to = (words.end - 64 * at).min(64);
        if let Some(bits) = bits.get_mut(at) {
            *bits |= (u64::MAX << from) & (u64::MAX >> (64 - to));
        }
    }
}
