//! For tests: what the host reads from streams, on this thread.

use std::cell::RefCell;

thread_local! {
    static READS: RefCell<Option<Vec<f64>>> = const { RefCell::new(None) };
}

/// Begins to record the lanes that are read, or ends it; gives those read since.
pub(crate) fn record(from_now: bool) -> Vec<f64> {
    READS.replace(from_now.then(Vec::new)).unwrap_or_default()
}

/// Records lanes, if somebody asked for them.
pub(crate) fn add(lanes: impl Iterator<Item = f64>) {
    READS.with_borrow_mut(|reads| {
        if let Some(reads) = reads {
            reads.extend(lanes);
        }
    });
}
