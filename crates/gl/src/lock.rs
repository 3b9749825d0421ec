//! One thread at a time in llvmpipe.
//!
//! The contexts of a display are in one list of llvmpipe's. Before a texture is written, all of them are asked whether they still need it
//! (`llvmpipe_flush_resource`), those of other threads too, and up to Mesa 22 their lists of work are read without a lock: a thread follows
//! a list that its owner frees at that moment, and the process dies of a segmentation fault. Later releases lock each list.
//!
//! llvmpipe divides each pass among all cores by itself, so that little is lost.

use parking_lot::{ReentrantMutex, ReentrantMutexGuard};

static LLVMPIPE: ReentrantMutex<()> = ReentrantMutex::new(());

/// While it lives no other thread is in llvmpipe; the thread that has it may take it again.
#[must_use]
pub(super) struct DriverLock(#[expect(dead_code, reason = "held, not read")] ReentrantMutexGuard<'static, ()>);

impl DriverLock {
    /// Waits until no other thread has it.
    pub(super) fn take() -> DriverLock {
        DriverLock(LLVMPIPE.lock())
    }
}
