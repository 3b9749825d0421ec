//! A backend around another one that records its launches.

use super::launch_record::{describe_dispatch, describe_pass, list_written};
use super::recording::{CaptureState, CapturedEvent, CapturedLaunch, CapturedOutput, CapturedProgram, CapturedRun};
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    Backend, BackendProgram, Barriers, Blueprint, DeviceInfo, Dispatch, Draw, GlName, InitialContents, KernelStages,
    LaunchClock, MemoryId, PendingRead, Region,
};
use std::rc::Rc;
use std::time::Duration;

/// A backend whose launches are recorded during a capture.
pub(crate) struct CapturingBackend {
    inner: Box<dyn Backend>,
    kept: Rc<CaptureState>,
}

/// A kernel of the inner backend, and its texts.
struct WrappedProgram {
    inner: BackendProgram,
    texts: Rc<CapturedProgram>,
}

impl CapturingBackend {
    pub(crate) fn new(inner: Box<dyn Backend>, kept: Rc<CaptureState>) -> CapturingBackend {
        CapturingBackend { inner, kept }
    }

    fn unwrap_program(program: &BackendProgram) -> Result<Rc<WrappedProgram>> {
        program
            .0
            .clone()
            .downcast()
            .map_err(|_| Error::driver("launching", "the kernel was compiled for another device"))
    }

    /// Reads a slice of a memory.
    fn read_slice(&self, id: MemoryId, blueprint: &Blueprint, slice: usize) -> Result<Vec<u32>> {
        let (region, words) = slice_region(blueprint, slice);
        let mut held = vec![0; words];
        if words > 0 {
            self.inner.read(id, &[region], &mut held)?;
        }
        Ok(held)
    }

    /// Records an action of the host, if a capture is running.
    fn note_event(&self, event: impl FnOnce(&CaptureState) -> CapturedEvent) {
        if self.kept.on.get() {
            let event = event(&self.kept);
            self.kept.run.borrow_mut().push_event(event);
        }
    }

    /// Records a launch with the content of its outputs.
    fn note_launch(
        &self,
        texts: &Rc<CapturedProgram>,
        launch: CapturedLaunch,
        outputs: &[(&str, MemoryId, usize)],
    ) -> Result<()> {
        let mut launch = launch;
        let mut run = self.kept.run.borrow_mut();
        launch.program = run.intern_program(texts);
        for (name, id, slice) in outputs {
            let found = self.kept.alive.borrow().get(&id.0).copied();
            let Some((memory, blueprint)) = found else { continue };
            let takes = run.reserve_output(slice_region(&blueprint, *slice).1);
            let words = takes.then(|| self.read_slice(*id, &blueprint, *slice)).transpose()?;
            launch
                .outputs
                .push(CapturedOutput { name: name.to_string(), memory, slice: *slice, words });
        }
        run.push_launch(launch);
        Ok(())
    }
}

/// Returns the region of a whole slice, and its number of words.
fn slice_region(blueprint: &Blueprint, slice: usize) -> (Region, usize) {
    let [width, height] = match blueprint {
        Blueprint::Buffer { words, .. } => [*words, 1],
        Blueprint::Query => [1, 1],
        other => other.slice_size(slice),
    };
    (Region { x: 0, y: 0, z: slice, width, height }, width * height * element_words(blueprint))
}

/// Returns the words of one element of its regions; 0 for memories that cannot be read.
fn element_words(blueprint: &Blueprint) -> usize {
    match blueprint {
        Blueprint::Texture { format, .. }
        | Blueprint::Rectangle { format, .. }
        | Blueprint::Row { format, .. }
        | Blueprint::Volume { format, .. }
        | Blueprint::Cube { format, .. } => format.words(),
        Blueprint::Buffer { .. } | Blueprint::Query => 1,
        Blueprint::DepthStencil { .. } => 0,
    }
}

/// Beginning and end of a capture.
impl CapturingBackend {
    /// Begins a capture, with the present content of all live memories.
    pub(crate) fn begin_capture(kept: &CaptureState, backend: &dyn Backend) -> Result<()> {
        kept.on.set(false);
        for (id, blueprint) in kept.renumber_memories() {
            for slice in 0..blueprint.slice_count() {
                let (region, count) = slice_region(&blueprint, slice);
                let mut words = vec![0; count];
                if count > 0 {
                    backend.read(id, &[region], &mut words)?;
                    let number = kept.memory_number(id);
                    kept.run.borrow_mut().push_event(CapturedEvent::Write(number, region, words));
                }
            }
        }
        kept.on.set(true);
        Ok(())
    }

    /// Ends the capture and returns the run.
    pub(crate) fn end_capture(kept: &CaptureState) -> CapturedRun {
        kept.on.set(false);
        kept.run.take()
    }
}

impl Backend for CapturingBackend {
    fn device_info(&self) -> &DeviceInfo {
        self.inner.device_info()
    }

    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let id = self.inner.create_memory(blueprint)?;
        self.kept.note_memory(id, *blueprint);
        Ok(id)
    }

    fn reset_memory(&self, memory: MemoryId, blueprint: &Blueprint, contents: InitialContents) -> Result<()> {
        self.note_event(|kept| CapturedEvent::Reset(kept.memory_number(memory), contents));
        self.inner.reset_memory(memory, blueprint, contents)
    }

    fn destroy_memory(&self, memory: MemoryId) {
        self.kept.alive.borrow_mut().remove(&memory.0);
        self.inner.destroy_memory(memory);
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.note_event(|kept| CapturedEvent::Write(kept.memory_number(memory), *region, words.to_vec()));
        self.inner.write(memory, region, words)
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        self.inner.read(memory, regions, words)?;
        self.note_event(|kept| CapturedEvent::Read(kept.memory_number(memory), regions.to_vec(), words.to_vec()));
        Ok(())
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn PendingRead>> {
        if self.kept.on.get() {
            let blueprint = self.kept.alive.borrow().get(&memory.0).map(|(_, blueprint)| *blueprint);
            let each = blueprint.map_or(0, |blueprint| element_words(&blueprint));
            let mut words = vec![0; regions.iter().map(|region| region.width * region.height * each).sum()];
            self.read(memory, regions, &mut words)?;
        }
        self.inner.read_later(memory, regions)
    }

    fn copy_region(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()> {
        self.note_event(|kept| {
            CapturedEvent::Copy((kept.memory_number(from.0), *from.1), (kept.memory_number(to.0), *to.1))
        });
        self.inner.copy_region(from, to)
    }

    fn compile_program(&self, code: &KernelStages) -> Result<BackendProgram> {
        let inner = self.inner.compile_program(code)?;
        let texts = CapturedProgram::of_stages(code);
        Ok(BackendProgram(Rc::new(WrappedProgram { inner, texts: Rc::new(texts) })))
    }

    fn draw_pass(&self, draw: &Draw) -> Result<()> {
        let known = CapturingBackend::unwrap_program(draw.program)?;
        self.inner.draw_pass(&Draw { program: &known.inner, remember: None, ..*draw })?;
        if !self.kept.on.get() {
            return Ok(());
        }
        let launch = describe_pass(draw, &|id| self.kept.memory_number(id));
        self.note_launch(&known.texts, launch, draw.targets)
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let known = CapturingBackend::unwrap_program(dispatch.program)?;
        self.inner
            .dispatch(&Dispatch { program: &known.inner, remember: None, ..*dispatch })?;
        if !self.kept.on.get() {
            return Ok(());
        }
        let launch = describe_dispatch(dispatch, &|id| self.kept.memory_number(id));
        let outputs = list_written(dispatch, &known.texts);
        self.note_launch(&known.texts, launch, &outputs)
    }

    // Every launch is captured, so none is replayed: `replay_launch` keeps the trait's default.

    fn issue_barrier(&self, barriers: Barriers) {
        self.inner.issue_barrier(barriers);
    }

    fn wait_idle(&self) -> Result<()> {
        self.inner.wait_idle()
    }

    fn time_launch(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        self.inner.time_launch(launch)
    }

    fn gl_name(&self, memory: MemoryId) -> Option<GlName> {
        self.inner.gl_name(memory)
    }

    fn adopt_memory(&self, name: GlName, format: Format) -> Result<(MemoryId, [usize; 3])> {
        self.inner.adopt_memory(name, format)
    }
}
