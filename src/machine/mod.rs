//! The state that the streams, kernels and calls of one device share.

#[cfg(all(test, feature = "emulator"))]
mod barrier_audit;
mod hazard_tracker;
mod host_uniforms;
mod memory_pool;
mod played_card;

use crate::capture::{CaptureState, CapturingBackend};
use crate::trace::{Event, Launch, MemoryUse, Recorder};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::TextureLimits;
use gristmill_base::log::FindingsLog;
use gristmill_machine::{
    Backend, Barriers, Blueprint, DeviceKind, InitialContents, LaunchClock, Limits, MemoryId, Region,
};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

pub(crate) use hazard_tracker::{AccessTimes, HazardTracker};
pub use host_uniforms::HostUniform;
pub(crate) use host_uniforms::HostUniforms;
use memory_pool::MemoryPool;
pub(crate) use played_card::PlayedCard;

/// A backend, with everything created on it.
pub(crate) struct Machine {
    pub backend: Box<dyn Backend>,
    pub hazards: HazardTracker,
    pub recorder: RefCell<Option<Recorder>>,
    /// True while work is being timed: there is only one timer, so no other measurement may begin.
    timing: Cell<bool>,
    /// The findings log of a backend that observes its kernels.
    pub log: Option<Rc<FindingsLog>>,
    /// The values that the host has read, if they are being recorded.
    pub reads: RefCell<Option<Vec<f64>>>,
    /// The host's uniforms and the pinned ones.
    pub uniforms: HostUniforms,
    /// The recording of its launches, if it can be captured.
    pub captured: Option<Rc<CaptureState>>,
    /// The played card, if there is one.
    pub card: OnceCell<PlayedCard>,
    /// The kind of device whose kernel shapes are faster, once it was tried.
    pub suited: OnceCell<DeviceKind>,
    pool: RefCell<MemoryPool>,
    /// True if unused memories are pooled for later streams.
    keeps: bool,
    next_stream: Cell<u64>,
    freed: Cell<u64>,
}

/// Marks the timer as free, however the work ends.
struct TimingGuard<'m>(&'m Cell<bool>);

impl Drop for TimingGuard<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl Machine {
    /// Creates a machine without streams or kernels.
    pub(crate) fn new(backend: Box<dyn Backend>, log: Option<Rc<FindingsLog>>) -> Machine {
        Machine {
            backend,
            hazards: HazardTracker::default(),
            recorder: RefCell::new(None),
            timing: Cell::new(false),
            log,
            reads: RefCell::new(None),
            uniforms: HostUniforms::default(),
            captured: None,
            card: OnceCell::new(),
            suited: OnceCell::new(),
            pool: RefCell::default(),
            keeps: true,
            next_stream: Cell::new(0),
            freed: Cell::new(0),
        }
    }

    /// Disables the pool: each memory is freed as soon as it is unused. For another program's context, in which that
    /// program sees them too.
    #[cfg(feature = "gl")]
    pub(crate) fn without_pooling(self) -> Machine {
        Machine { keeps: false, ..self }
    }

    /// Wraps the backend in one that records its launches.
    pub(crate) fn with_capture(self) -> Machine {
        let kept = Rc::new(CaptureState::default());
        let backend = Box::new(CapturingBackend::new(self.backend, kept.clone()));
        Machine { backend, captured: Some(kept), ..self }
    }

    /// Returns a number that no other stream of this machine has.
    pub(crate) fn next_stream_id(&self) -> u64 {
        self.next_stream.set(self.next_stream.get() + 1);
        self.next_stream.get()
    }

    /// Returns the limits of the backend, or of the card that it plays.
    pub(crate) fn limits(&self) -> &Limits {
        self.card.get().map_or(&self.backend.device_info().limits, |card| &card.limits)
    }

    /// Returns the limits for layouts.
    pub(crate) fn texture_limits(&self) -> TextureLimits {
        let limits = self.limits();
        TextureLimits { side: limits.texture_side, side_3d: limits.volume_side, buffer_bytes: limits.buffer_bytes }
    }

    /// Lets a use wait for a launch of this time, if a barrier is missing: for its stores where the use reads, for its
    /// loads too where the use writes.
    pub(crate) fn make_visible(&self, accessed: u64, used: Barriers, because: impl FnOnce() -> String) {
        let missing = self.hazards.missing_barriers(accessed, used);
        if !missing.is_empty() {
            self.backend.issue_barrier(missing);
            self.hazards.record_barriers(missing);
            self.record_event(|| Event::Barrier { names: missing.names(), because: because() });
        }
    }

    /// Records an event, if a trace is being recorded.
    pub(crate) fn record_event(&self, event: impl FnOnce() -> Event) {
        if let Some(recorder) = &mut *self.recorder.borrow_mut() {
            recorder.events.push(event());
        }
    }

    /// Records values that the host has read, if they are being recorded.
    pub(crate) fn note_read(&self, scalar: Scalar, words: &[u32]) {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.extend(scalar.decode_words(words));
        }
    }

    /// Runs a launch; during a trace also times and records it.
    pub(crate) fn run_launch(
        &self,
        mut run: impl FnMut() -> Result<()>,
        launched: impl FnOnce(Duration) -> Launch,
    ) -> Result<()> {
        if self.recorder.borrow().is_none() {
            return run();
        }
        let (time, _) = self.backend.time_launch(&mut run)?;
        self.record_event(|| Event::Launch(launched(time)));
        Ok(())
    }

    /// Runs work until the device has finished it, and returns its duration, with the clock that measured it.
    ///
    /// # Errors
    /// Errors of the work; [`Error::Call`] if its launches are timed already.
    pub(crate) fn time_work(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        self.check_not_timed("Device::timed")?;
        if self.recorder.borrow().is_some() {
            let sentence = "the timer is the trace's, which times every launch; read the times of the trace";
            return Err(Error::call("Device::timed", sentence));
        }
        let _end = TimingGuard(&self.timing);
        self.timing.set(true);
        self.backend.time_launch(work)
    }

    /// # Errors
    /// [`Error::Call`] while work is being timed.
    pub(crate) fn check_not_timed(&self, call: &str) -> Result<()> {
        if self.timing.get() {
            let sentence = "the timer is in use by Device::timed around this call; make one call after the other";
            return Err(Error::call(call, sentence));
        }
        Ok(())
    }

    /// Returns a memory: an unused one of this blueprint from the pool, else a new one. With it
    /// comes the time of the last launch that read it, for which a dispatch that stores into it
    /// must wait.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] if the driver has none, even after the pool is emptied.
    pub(crate) fn create_memory(&self, blueprint: &Blueprint, contents: InitialContents) -> Result<(MemoryId, u64)> {
        let waiting = self.pool.borrow_mut().take_matching(blueprint);
        let (memory, loaded) = match waiting {
            Some(pooled) => {
                self.settle_accesses(blueprint, pooled.dispatched);
                (pooled.memory, pooled.loaded)
            }
            None => {
                let gone = self.pool.borrow_mut().evict_for(blueprint);
                self.destroy_all(gone);
                let made = self.backend.create_memory(blueprint).or_else(|refused| {
                    if self.memory_use().kept == 0 {
                        return Err(refused);
                    }
                    self.trim_pool();
                    self.backend.create_memory(blueprint)
                })?;
                self.pool.borrow_mut().count_created(blueprint);
                (made, 0)
            }
        };
        // A newly created memory may not be zero either.
        self.backend.reset_memory(memory, blueprint, contents)?;
        Ok((memory, loaded))
    }

    /// Waits for the last dispatch that used a pooled memory before it is reused: the new owner's zeros must not reach
    /// its loads. The barrier is internal, so it is not recorded, and a stream's own barriers are still issued.
    fn settle_accesses(&self, blueprint: &Blueprint, dispatched: u64) {
        let used = match blueprint {
            Blueprint::Buffer { .. } => [Barriers::STORAGE, Barriers::BUFFER_UPDATE, Barriers::PIXEL, Barriers::VERTEX],
            _ => [Barriers::FETCH, Barriers::IMAGE, Barriers::TEXTURE_UPDATE, Barriers::FRAMEBUFFER],
        };
        let used = used.into_iter().fold(Barriers::default(), Barriers::union);
        if !self.hazards.missing_barriers(dispatched, used).is_empty() {
            self.backend.issue_barrier(used);
        }
    }

    /// Returns true if memories of this blueprint are reused. A graphics card's buffers are not: on an H200 (NVIDIA
    /// 580.159) results were wrong where they were, although all barriers were issued. The cause is not known
    /// (`DRIVERS.md`).
    fn pools_memory(&self, blueprint: &Blueprint) -> bool {
        self.keeps
            && !(self.backend.device_info().kind == DeviceKind::Gpu && matches!(blueprint, Blueprint::Buffer { .. }))
    }

    /// Takes an unused memory back: it is pooled, or freed.
    pub(crate) fn release_memory(&self, blueprint: Blueprint, memory: MemoryId, times: &AccessTimes) {
        if !self.pools_memory(&blueprint) {
            return self.discard_memory(blueprint, memory);
        }
        self.pool.borrow_mut().put_back(blueprint, memory, times);
    }

    /// Frees an unused memory that must not be reused.
    pub(crate) fn discard_memory(&self, blueprint: Blueprint, memory: MemoryId) {
        self.pool.borrow_mut().count_discarded(&blueprint);
        self.destroy_memory(memory);
    }

    /// Returns the use of memories.
    pub(crate) fn memory_use(&self) -> MemoryUse {
        self.pool.borrow().memory_use()
    }

    /// Frees all pooled memories.
    pub(crate) fn trim_pool(&self) {
        let gone = self.pool.borrow_mut().evict_all();
        self.destroy_all(gone);
    }

    fn destroy_all(&self, gone: Vec<MemoryId>) {
        gone.into_iter().for_each(|memory| self.destroy_memory(memory));
    }

    /// Frees a memory; its id may be used for another one.
    pub(crate) fn destroy_memory(&self, memory: MemoryId) {
        self.freed.set(self.freed.get() + 1);
        self.backend.destroy_memory(memory);
    }

    /// Invalidates all cached launches.
    pub(crate) fn forget_launches(&self) {
        self.freed.set(self.freed.get() + 1);
    }

    /// Returns the number of freed memories, plus the number of invalidations of the launch caches.
    pub(crate) fn freed_count(&self) -> u64 {
        self.freed.get()
    }

    /// Writes a whole depth-stencil buffer.
    pub(crate) fn clear_depth_stencil(&self, memory: MemoryId, depth: f32, stencil: u8) -> Result<()> {
        let nowhere = Region { x: 0, y: 0, z: 0, width: 0, height: 0 };
        self.backend.write(memory, &nowhere, &[depth.to_bits(), u32::from(stencil)])
    }
}
