//! What is remembered of a run: whose turn it was, and for how long.

use std::sync::{Arc, Mutex, PoisonError};

/// The most turns that are remembered.
const MOST: usize = 1 << 16;
/// The bits of `swap` that a warp of 64 lanes has.
const SWAPS: u32 = 63;

/// A warp of a group runs for so many steps, or as far as it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The number of the group in the order x, y, z.
    pub group: u32,
    /// The number of the warp in its group.
    pub warp: u32,
    /// None: to its end, or to a barrier.
    pub steps: Option<u64>,
    /// The bits of their numbers by which its lanes come in another order where it matters: 0 for ascending.
    pub swap: u32,
}

/// Remembers the turns of a run.
#[derive(Debug, Default)]
pub struct TurnRecorder {
    /// None: there were too many.
    turns: Mutex<Option<Vec<Turn>>>,
}

impl TurnRecorder {
    /// Nothing yet.
    pub fn new() -> Arc<TurnRecorder> {
        Arc::new(TurnRecorder { turns: Mutex::new(Some(vec![])) })
    }

    /// The turns of the run, if they are not too many.
    pub fn turns(&self) -> Option<Vec<Turn>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A warp took so many steps.
    pub(super) fn took(&self, group: u32, warp: u32, steps: u64, swap: u32) {
        let swap = swap & SWAPS;
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = turns.as_mut() else { return };
        let last = known
            .last_mut()
            .filter(|last| (last.group, last.warp, last.swap) == (group, warp, swap));
        if let Some(Turn { steps: Some(before), .. }) = last {
            *before += steps;
        } else if known.len() < MOST {
            known.push(Turn { group, warp, steps: Some(steps), swap });
        } else {
            *turns = None;
        }
    }
}
