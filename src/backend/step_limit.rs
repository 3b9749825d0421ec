//! For tests: an end to what a wrong kernel may do, on this thread.

use std::cell::Cell;

thread_local! {
    static NOW: Cell<Option<(Bounds, u64)>> = const { Cell::new(None) };
}

/// What a run may do before a machine that counts steps stops it.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Passes and dispatches.
    pub launches: u64,
    /// Instructions of a warp.
    pub steps: u64,
}

/// Puts other bounds in force, with the launches made under them so far, or none; gives those before.
pub(crate) fn replace(bounds: Option<(Bounds, u64)>) -> Option<(Bounds, u64)> {
    NOW.replace(bounds)
}

/// The instructions that a warp of this launch may take, where `most` are allowed without bounds.
pub(crate) fn steps(most: u64) -> u64 {
    let Some((bounds, launches)) = NOW.get() else { return most };
    NOW.set(Some((bounds, launches + 1)));
    if launches >= bounds.launches { 0 } else { most.min(bounds.steps) }
}
