//! Lets one thread at a time into llvmpipe.
//!
//! llvmpipe keeps the contexts of a display in one list. Before a texture is written it asks all of
//! them whether they still need the texture (`llvmpipe_flush_resource`), including those of other
//! threads. Up to Mesa 22 it reads their work lists without a lock: a thread follows a list that
//! its owner is just freeing, and the process dies of a segmentation fault. Later releases lock
//! each list.
//!
//! llvmpipe itself divides each pass among all cores, so little speed is lost.

use parking_lot::{ReentrantMutex, ReentrantMutexGuard};

static LLVMPIPE: ReentrantMutex<()> = ReentrantMutex::new(());

/// A guard: while it lives, no other thread is in llvmpipe. The thread that holds it may acquire it again.
#[must_use]
pub(super) struct DriverLock(#[expect(dead_code, reason = "held, not read")] ReentrantMutexGuard<'static, ()>);

impl DriverLock {
    /// Waits until no other thread holds the lock.
    pub(super) fn acquire() -> DriverLock {
        DriverLock(LLVMPIPE.lock())
    }
}
