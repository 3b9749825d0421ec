//! What the streams, kernels and calls of one machine share.

mod card;
mod hazard;

use crate::backend::{Backend, Barriers, Blueprint, Limits, MemoryId, Region};
use crate::data::element::Scalar;
use crate::data::error::Result;
use crate::data::layout::TextureLimits;
use crate::insight::finding::log::FindingsLog;
use crate::trace::{Event, Launch, Recorder};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

pub(crate) use card::PlayedCard;
pub(crate) use hazard::HazardTracker;

/// A machine and what was made on it.
pub(crate) struct Machine {
    pub backend: Box<dyn Backend>,
    pub hazards: HazardTracker,
    pub recorder: RefCell<Option<Recorder>>,
    /// Of a machine that watches its kernels.
    pub log: Option<Rc<FindingsLog>>,
    /// The lanes that the host has read, if they are asked for.
    pub reads: RefCell<Option<Vec<f64>>>,
    /// The card it plays, if it plays one.
    pub card: OnceCell<PlayedCard>,
    next_stream: Cell<u64>,
}

impl Machine {
    /// A machine without streams or kernels yet.
    pub(crate) fn new(backend: Box<dyn Backend>, log: Option<Rc<FindingsLog>>) -> Machine {
        Machine {
            backend,
            hazards: HazardTracker::default(),
            recorder: RefCell::new(None),
            log,
            reads: RefCell::new(None),
            card: OnceCell::new(),
            next_stream: Cell::new(0),
        }
    }

    /// A number that no other stream of this machine has.
    pub(crate) fn next_stream(&self) -> u64 {
        self.next_stream.set(self.next_stream.get() + 1);
        self.next_stream.get()
    }

    /// What it allows, or the card that it plays.
    pub(crate) fn limits(&self) -> &Limits {
        self.card.get().map_or(&self.backend.info().limits, |card| &card.limits)
    }

    /// The sizes that bound layouts.
    pub(crate) fn texture_limits(&self) -> TextureLimits {
        let limits = self.limits();
        TextureLimits { side: limits.texture_side, side_3d: limits.volume_side, buffer_bytes: limits.buffer_bytes }
    }

    /// Makes stores at that time visible to a use, if a barrier is missing.
    pub(crate) fn make_visible(&self, stored: u64, used: Barriers, because: impl FnOnce() -> String) {
        if stored == 0 {
            return;
        }
        let missing = self.hazards.missing(stored, used);
        if !missing.is_empty() {
            self.backend.barrier(missing);
            self.hazards.issue(missing);
            self.record(|| Event::Barrier { names: missing.names(), because: because() });
        }
    }

    /// Records an event, if anyone listens.
    pub(crate) fn record(&self, event: impl FnOnce() -> Event) {
        if let Some(recorder) = &mut *self.recorder.borrow_mut() {
            recorder.events.push(event());
        }
    }

    /// Notes what the host has read of a stream, if anyone judges it.
    pub(crate) fn note_read(&self, scalar: Scalar, words: &[u32]) {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.extend(scalar.values(words));
        }
    }

    /// Runs a launch; if anyone listens, takes its time and records it.
    pub(crate) fn launch(
        &self,
        mut run: impl FnMut() -> Result<()>,
        launched: impl FnOnce(Duration) -> Launch,
    ) -> Result<()> {
        if self.recorder.borrow().is_none() {
            return run();
        }
        let (time, _) = self.backend.timed(&mut run)?;
        self.record(|| Event::Launch(launched(time)));
        Ok(())
    }

    /// Makes a memory that is not a stream's.
    pub(crate) fn create(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        self.backend.create(blueprint)
    }

    /// Writes a whole depth-stencil buffer.
    pub(crate) fn clear_depth_stencil(&self, memory: MemoryId, depth: f32, stencil: u8) -> Result<()> {
        let nowhere = Region { x: 0, y: 0, z: 0, width: 0, height: 0 };
        self.backend.write(memory, &nowhere, &[depth.to_bits(), u32::from(stencil)])
    }
}
