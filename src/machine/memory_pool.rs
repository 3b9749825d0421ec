//! Pool of the memories of dropped streams, to be reused by new streams.
//!
//! Creating a memory is slow: the system maps it page by page when it is first touched, and the driver tracks it. So
//! an unused memory waits here for a stream of its size and format. Pooled and used memories together never exceed
//! 1.25 times the peak of the used ones, and a memory that has waited for 256 requests is evicted.

use super::AccessTimes;
use crate::trace::MemoryUse;
use gristmill_machine::{Blueprint, MemoryId};
use std::collections::VecDeque;

/// The most requests for memories before a waiting one is evicted.
const MAX_WAIT: u64 = 256;

/// A memory in the pool.
pub(crate) struct PooledMemory {
    blueprint: Blueprint,
    pub memory: MemoryId,
    /// The time when a dispatch last used it, by the hazard tracker.
    pub dispatched: u64,
    /// The time when a launch last read it.
    pub loaded: u64,
    /// The number of requests when it was pooled.
    since: u64,
}

/// The pooled memories, and the use of all memories.
#[derive(Default)]
pub(crate) struct MemoryPool {
    /// The one that has waited longest comes first.
    kept: VecDeque<PooledMemory>,
    count: MemoryUse,
    /// The most bytes that were in use.
    most: usize,
    asked: u64,
}

impl MemoryPool {
    /// Returns the use of memories.
    pub(crate) fn memory_use(&self) -> MemoryUse {
        self.count
    }

    /// Takes the most recently pooled memory of this blueprint.
    pub(crate) fn take_matching(&mut self, blueprint: &Blueprint) -> Option<PooledMemory> {
        self.asked += 1;
        let at = self.kept.iter().rposition(|kept| kept.blueprint == *blueprint)?;
        let kept = self.kept.remove(at)?;
        self.count.reused += 1;
        self.count.kept -= blueprint.byte_size();
        self.count_live_bytes(blueprint.byte_size());
        Some(kept)
    }

    /// Evicts memories to make room for a new one of this blueprint, and returns them.
    pub(crate) fn evict_for(&mut self, blueprint: &Blueprint) -> Vec<MemoryId> {
        let live = self.count.live + blueprint.byte_size();
        let most = self.most.max(live);
        let mut gone = Vec::new();
        while let Some(first) = self.kept.front() {
            let patient = first.since + MAX_WAIT >= self.asked;
            if patient && live + self.count.kept <= most + most / 4 {
                break;
            }
            gone.extend(self.evict_oldest());
        }
        gone
    }

    /// Counts a new memory of this blueprint.
    pub(crate) fn count_created(&mut self, blueprint: &Blueprint) {
        self.count.made += 1;
        self.count_live_bytes(blueprint.byte_size());
    }

    /// Puts an unused memory into the pool.
    pub(crate) fn put_back(&mut self, blueprint: Blueprint, memory: MemoryId, times: &AccessTimes) {
        self.count.live -= blueprint.byte_size();
        self.count.kept += blueprint.byte_size();
        let (dispatched, loaded) = (times.dispatched.get(), times.loaded.get());
        self.kept
            .push_back(PooledMemory { blueprint, memory, dispatched, loaded, since: self.asked });
    }

    /// Counts a used memory that was freed.
    pub(crate) fn count_discarded(&mut self, blueprint: &Blueprint) {
        self.count.live -= blueprint.byte_size();
    }

    /// Evicts all pooled memories, and returns them.
    pub(crate) fn evict_all(&mut self) -> Vec<MemoryId> {
        std::iter::from_fn(|| self.evict_oldest()).collect()
    }

    fn evict_oldest(&mut self) -> Option<MemoryId> {
        let kept = self.kept.pop_front()?;
        self.count.kept -= kept.blueprint.byte_size();
        Some(kept.memory)
    }

    fn count_live_bytes(&mut self, bytes: usize) {
        self.count.live += bytes;
        self.most = self.most.max(self.count.live);
        self.count.peak = self.count.peak.max(self.count.live + self.count.kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn buffer_of(words: usize) -> Blueprint {
        Blueprint::Buffer { words, each: 1 }
    }

    /// Requests a memory as the machine does; ids increase.
    fn request_memory(pool: &mut MemoryPool, blueprint: &Blueprint, next: &mut usize) -> MemoryId {
        pool.take_matching(blueprint).map_or_else(
            || {
                pool.evict_for(blueprint);
                pool.count_created(blueprint);
                *next += 1;
                MemoryId(*next)
            },
            |pooled| pooled.memory,
        )
    }

    #[test]
    fn a_memory_serves_again_for_the_same_blueprint_alone() {
        let mut pool = MemoryPool::default();
        let mut next = 0;
        let first = request_memory(&mut pool, &buffer_of(100), &mut next);
        let times = AccessTimes::default();
        times.dispatched.set(7);
        times.loaded.set(5);
        pool.put_back(buffer_of(100), first, &times);
        assert!(pool.take_matching(&buffer_of(104)).is_none());
        let pooled = pool.take_matching(&buffer_of(100)).unwrap();
        assert_eq!((pooled.memory, pooled.dispatched, pooled.loaded), (first, 7, 5));
        assert!(pool.take_matching(&buffer_of(100)).is_none());
    }

    #[test]
    fn what_waits_never_takes_more_than_a_quarter_of_the_most_in_use() {
        let mut pool = MemoryPool::default();
        let mut next = 0;
        let mut live = Vec::new();
        let mut state = 1_u32;
        for _ in 0..10_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let words = 1 << (state >> 27).min(20);
            if state & 1 << 20 != 0 || live.is_empty() {
                let blueprint = buffer_of(words);
                live.push((blueprint, request_memory(&mut pool, &blueprint, &mut next)));
            } else {
                let (blueprint, memory) = live.swap_remove(state as usize % live.len());
                pool.put_back(blueprint, memory, &AccessTimes::default());
            }
            let bytes: usize = live.iter().map(|(blueprint, _)| blueprint.byte_size()).sum();
            let waiting: usize = pool.kept.iter().map(|kept| kept.blueprint.byte_size()).sum();
            assert_eq!((pool.count.live, pool.count.kept), (bytes, waiting));
            assert!(bytes + waiting <= pool.most + pool.most / 4);
        }
        assert!(pool.count.reused > pool.count.made, "{:?}", pool.count);
    }

    #[test]
    fn what_nobody_asks_for_goes() {
        let mut pool = MemoryPool::default();
        let mut next = 0;
        let big = request_memory(&mut pool, &buffer_of(1 << 20), &mut next);
        pool.put_back(buffer_of(1 << 20), big, &AccessTimes::default());
        for _ in 0..=MAX_WAIT {
            let small = request_memory(&mut pool, &buffer_of(4), &mut next);
            pool.put_back(buffer_of(4), small, &AccessTimes::default());
        }
        assert!(pool.kept.iter().any(|kept| kept.memory == big), "nothing was made since");
        assert_eq!(pool.evict_for(&buffer_of(8)), [big]);
        pool.evict_all();
        assert_eq!((pool.count.kept, pool.kept.len()), (0, 0));
    }
}
