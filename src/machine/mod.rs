//! What the streams, kernels and calls of one machine share.

mod card;
mod hazard;
mod pool;
mod uniforms;

use crate::capture::{Capturing, Kept};
use crate::trace::{Event, Launch, MemoryUse, Recorder};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::TextureLimits;
use gristmill_base::log::FindingsLog;
use gristmill_machine::{Backend, Barriers, Blueprint, Contents, DeviceKind, LaunchClock, Limits, MemoryId, Region};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

pub(crate) use card::PlayedCard;
pub(crate) use hazard::HazardTracker;
use pool::Pool;
pub use uniforms::HostUniform;
pub(crate) use uniforms::Uniforms;

/// A machine and what was made on it.
pub(crate) struct Machine {
    pub backend: Box<dyn Backend>,
    pub hazards: HazardTracker,
    pub recorder: RefCell<Option<Recorder>>,
    /// Whether work is being timed: there is one timer, and whoever takes it meanwhile spoils that time.
    timing: Cell<bool>,
    /// Of a machine that watches its kernels.
    pub log: Option<Rc<FindingsLog>>,
    /// The lanes that the host has read, if they are asked for.
    pub reads: RefCell<Option<Vec<f64>>>,
    /// What the host's code sets, and what is pinned in its place.
    pub uniforms: Uniforms,
    /// What its launches do, if they are kept.
    pub captured: Option<Rc<Kept>>,
    /// The card it plays, if it plays one.
    pub card: OnceCell<PlayedCard>,
    /// The kind of machine whose shapes of kernels suit it, once it was tried.
    pub suited: OnceCell<DeviceKind>,
    pool: RefCell<Pool>,
    /// Whether memories that nobody needs any more wait for others to need them.
    keeps: bool,
    next_stream: Cell<u64>,
    freed: Cell<u64>,
}

/// Gives the timer back, however the work ends.
struct EndOfTiming<'m>(&'m Cell<bool>);

impl Drop for EndOfTiming<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl Machine {
    /// A machine without streams or kernels yet.
    pub(crate) fn new(backend: Box<dyn Backend>, log: Option<Rc<FindingsLog>>) -> Machine {
        Machine {
            backend,
            hazards: HazardTracker::default(),
            recorder: RefCell::new(None),
            timing: Cell::new(false),
            log,
            reads: RefCell::new(None),
            uniforms: Uniforms::default(),
            captured: None,
            card: OnceCell::new(),
            suited: OnceCell::new(),
            pool: RefCell::default(),
            keeps: true,
            next_stream: Cell::new(0),
            freed: Cell::new(0),
        }
    }

    /// The same machine, but each memory is freed when nobody needs it: in another program's context, where that program
    /// looks at them too.
    #[cfg(feature = "gl")]
    pub(crate) fn frugal(self) -> Machine {
        Machine { keeps: false, ..self }
    }

    /// The same machine, behind one that keeps what its launches do.
    pub(crate) fn capturing(self) -> Machine {
        let kept = Rc::new(Kept::default());
        let backend = Box::new(Capturing::new(self.backend, kept.clone()));
        Machine { backend, captured: Some(kept), ..self }
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

    /// Runs work until the machine is done with it, and gives how long that took, by which clock.
    ///
    /// # Errors
    /// Those of the work; [`Error::Call`] where its launches are timed already.
    pub(crate) fn timed(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        self.not_timed("Device::timed")?;
        if self.recorder.borrow().is_some() {
            let sentence = "the timer is the trace's, which times every launch; read the times of the trace";
            return Err(Error::call("Device::timed", sentence));
        }
        let _end = EndOfTiming(&self.timing);
        self.timing.set(true);
        self.backend.timed(work)
    }

    /// # Errors
    /// [`Error::Call`] while work is being timed.
    pub(crate) fn not_timed(&self, call: &str) -> Result<()> {
        if self.timing.get() {
            let sentence =
                "the timer is taken by Device::timed, which this call stands in; make the one after the other";
            return Err(Error::call(call, sentence));
        }
        Ok(())
    }

    /// A memory: one of its blueprint that nobody needs any more, else a new one.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] where the driver has none, even after all that waits is given up.
    pub(crate) fn create(&self, blueprint: &Blueprint, contents: Contents) -> Result<MemoryId> {
        let waiting = self.pool.borrow_mut().take(blueprint);
        let memory = match waiting {
            Some((memory, stored)) => {
                self.settle(blueprint, stored);
                memory
            }
            None => {
                let gone = self.pool.borrow_mut().make_room(blueprint);
                self.destroy_all(gone);
                let made = self.backend.create(blueprint).or_else(|refused| {
                    if self.memory().kept == 0 {
                        return Err(refused);
                    }
                    self.trim();
                    self.backend.create(blueprint)
                })?;
                self.pool.borrow_mut().made(blueprint);
                made
            }
        };
        // What a machine has just made is not known to be of zeros either.
        self.backend.reset(memory, blueprint, contents)?;
        Ok(memory)
    }

    /// What a kernel stored into a memory before is done before it serves again. This is the library's own, so it is
    /// not recorded, and no barrier that a stream needs is left out for it.
    fn settle(&self, blueprint: &Blueprint, stored: u64) {
        let used = match blueprint {
            Blueprint::Buffer { .. } => [Barriers::STORAGE, Barriers::BUFFER_UPDATE, Barriers::PIXEL, Barriers::VERTEX],
            _ => [Barriers::FETCH, Barriers::IMAGE, Barriers::TEXTURE_UPDATE, Barriers::FRAMEBUFFER],
        };
        let used = used.into_iter().fold(Barriers::default(), Barriers::with);
        if stored > 0 && !self.hazards.missing(stored, used).is_empty() {
            self.backend.barrier(used);
        }
    }

    /// Nobody needs that memory any more: it waits, or is freed. A kernel stored into it last at `stored`.
    pub(crate) fn give_back(&self, blueprint: Blueprint, memory: MemoryId, stored: u64) {
        self.pool.borrow_mut().keep(blueprint, memory, stored);
        if !self.keeps {
            self.trim();
        }
    }

    /// Nobody needs that memory any more, and nobody is to have it.
    pub(crate) fn discard(&self, blueprint: Blueprint, memory: MemoryId) {
        self.pool.borrow_mut().discard(&blueprint);
        self.destroy(memory);
    }

    /// The memories there are.
    pub(crate) fn memory(&self) -> MemoryUse {
        self.pool.borrow().count()
    }

    /// Gives up all memories that wait.
    pub(crate) fn trim(&self) {
        let gone = self.pool.borrow_mut().empty();
        self.destroy_all(gone);
    }

    fn destroy_all(&self, gone: Vec<MemoryId>) {
        gone.into_iter().for_each(|memory| self.destroy(memory));
    }

    /// Frees a memory; its id may become another one's.
    pub(crate) fn destroy(&self, memory: MemoryId) {
        self.freed.set(self.freed.get() + 1);
        self.backend.destroy(memory);
    }

    /// What was checked before is checked again.
    pub(crate) fn forget_launches(&self) {
        self.freed.set(self.freed.get() + 1);
    }

    /// How many memories were freed, and how often what was checked was forgotten.
    pub(crate) fn freed(&self) -> u64 {
        self.freed.get()
    }

    /// Writes a whole depth-stencil buffer.
    pub(crate) fn clear_depth_stencil(&self, memory: MemoryId, depth: f32, stencil: u8) -> Result<()> {
        let nowhere = Region { x: 0, y: 0, z: 0, width: 0, height: 0 };
        self.backend.write(memory, &nowhere, &[depth.to_bits(), u32::from(stencil)])
    }
}
