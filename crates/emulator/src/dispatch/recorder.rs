//! Recording of a schedule: the warp of each turn, and its length.

use std::sync::{Arc, Mutex, PoisonError};

/// Recording limit, in turns.
const MAX_TURNS: usize = 1 << 16;
/// Mask of the bits of `swap` that affect a warp of 64 lanes.
const SWAP_MASK: u32 = 63;

/// A turn: a warp of a group runs for some steps, or as far as it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarpTurn {
    /// Linear index of the group, x fastest.
    pub group: u32,
    /// Index of the warp in its group.
    pub warp: u32,
    /// `None`: up to its end or a barrier.
    pub steps: Option<u64>,
    /// Lanes are ordered by their number XOR these bits where order matters: 0 for ascending.
    pub swap: u32,
}

/// Records the turns of a run.
#[derive(Debug, Default)]
pub struct TurnRecorder {
    /// `None` after more turns than the limit.
    turns: Mutex<Option<Vec<WarpTurn>>>,
}

impl TurnRecorder {
    /// Creates an empty recorder.
    pub fn new() -> Arc<TurnRecorder> {
        Arc::new(TurnRecorder { turns: Mutex::new(Some(vec![])) })
    }

    /// Returns the turns of the run, or `None` if there were too many.
    pub fn recorded_turns(&self) -> Option<Vec<WarpTurn>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records a turn of a warp, merged with its previous one if that came last.
    pub(super) fn record_turn(&self, group: u32, warp: u32, steps: u64, swap: u32) {
        let swap = swap & SWAP_MASK;
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = turns.as_mut() else { return };
        let last = known
            .last_mut()
            .filter(|last| (last.group, last.warp, last.swap) == (group, warp, swap));
        if let Some(WarpTurn { steps: Some(before), .. }) = last {
            *before += steps;
        } else if known.len() < MAX_TURNS {
            known.push(WarpTurn { group, warp, steps: Some(steps), swap });
        } else {
            *turns = None;
        }
    }
}
