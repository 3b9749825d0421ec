//! A backend for tests that checks, from OpenGL's own rules, that a barrier stands between any two launches that need
//! one. A software driver runs launches one after the other, so on it a missing barrier is never seen; a graphics card
//! lets the next dispatch begin before the last one has ended.
//!
//! Source: OpenGL 4.6 core, section 7.13.2. It knows only what reaches the backend, nothing of the hazard tracker.

use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    Backend, BackendProgram, Barriers, Blueprint, DeviceInfo, Dispatch, Draw, Geometry, GlName, GroupCounts,
    InitialContents, KernelStages, MemoryId, PendingRead, Region, ResolvedLaunch, Sampling, Value,
};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// The times at which launches last used a memory; 0 for never.
#[derive(Default, Clone, Copy)]
struct MemoryAccesses {
    is_buffer: bool,
    /// A dispatch stored into it.
    stored: u64,
    /// A launch of either era loaded from it.
    loaded: u64,
    /// A dispatch loaded from it.
    loaded_by_dispatch: u64,
}

/// The launches and barriers so far.
#[derive(Default)]
pub(crate) struct BarrierAudit {
    now: Cell<u64>,
    issued: RefCell<HashMap<u32, u64>>,
    memories: RefCell<HashMap<usize, MemoryAccesses>>,
    /// Accesses that a barrier was checked for.
    pub checked: Cell<usize>,
    /// One sentence for each missing barrier.
    pub missing: RefCell<Vec<String>>,
}

impl BarrierAudit {
    /// Returns the times of a memory's accesses.
    fn find_accesses(&self, memory: MemoryId) -> MemoryAccesses {
        self.memories.borrow().get(&memory.0).copied().unwrap_or_default()
    }

    fn update_accesses(&self, memory: MemoryId, change: impl FnOnce(&mut MemoryAccesses)) {
        change(self.memories.borrow_mut().entry(memory.0).or_default());
    }

    /// Checks that one of the barriers was issued since the launch at `time`.
    fn require_barrier(&self, barriers: Barriers, time: u64, sentence: &str) {
        if time == 0 {
            return;
        }
        self.checked.set(self.checked.get() + 1);
        let issued = self.issued.borrow();
        let is_issued = (0..32)
            .any(|bit| barriers.0 & (1 << bit) != 0 && issued.get(&(1 << bit)).is_some_and(|issued| *issued >= time));
        if !is_issued {
            self.missing
                .borrow_mut()
                .push(format!("{sentence} after launch {time}, without {:?}", barriers.names()));
        }
    }

    fn host_barriers(&self, memory: MemoryId) -> Barriers {
        if self.find_accesses(memory).is_buffer {
            Barriers::BUFFER_UPDATE
        } else {
            Barriers::TEXTURE_UPDATE.union(Barriers::FRAMEBUFFER)
        }
    }

    fn check_host_read(&self, memory: MemoryId) {
        self.require_barrier(self.host_barriers(memory), self.find_accesses(memory).stored, "the host reads");
    }

    /// Checks a write of the host, which must also wait for the loads of a dispatch: nothing else orders them.
    fn check_host_write(&self, memory: MemoryId) {
        let before = self.find_accesses(memory);
        self.require_barrier(self.host_barriers(memory), before.stored, "the host writes");
        self.require_barrier(self.host_barriers(memory), before.loaded_by_dispatch, "the host writes what was read");
    }

    fn check_dispatch(&self, accesses: &[DispatchAccess]) {
        for access in accesses {
            let before = self.find_accesses(access.memory);
            let name = &access.name;
            self.require_barrier(access.barriers, before.stored, &format!("{name} is used"));
            if access.writes {
                self.require_barrier(access.barriers, before.loaded, &format!("{name} is written over what was read"));
            }
        }
        let now = self.advance_time();
        for access in accesses {
            self.update_accesses(access.memory, |times| {
                if access.writes {
                    times.stored = now;
                }
                times.loaded = now;
                times.loaded_by_dispatch = now;
            });
        }
    }

    fn check_draw(&self, draw: &Draw) {
        let mut reads: Vec<(&str, MemoryId, Barriers)> = draw
            .textures
            .iter()
            .map(|(name, memory, _)| (*name, *memory, Barriers::FETCH))
            .collect();
        if let Geometry::Vertices { attributes, .. } = draw.geometry {
            reads.extend(attributes.iter().map(|(name, memory, _)| (*name, *memory, Barriers::VERTEX)));
        }
        for (name, memory, barriers) in &reads {
            self.require_barrier(*barriers, self.find_accesses(*memory).stored, &format!("a pass reads {name}"));
        }
        for (name, memory, _) in draw.targets {
            let before = self.find_accesses(*memory);
            let barriers = if before.is_buffer { Barriers::FEEDBACK } else { Barriers::FRAMEBUFFER };
            self.require_barrier(barriers, before.stored, &format!("a pass writes {name}"));
        }
        let now = self.advance_time();
        for (_, memory, _) in &reads {
            self.update_accesses(*memory, |times| times.loaded = now);
        }
    }

    fn record_barriers(&self, barriers: Barriers) {
        let mut issued = self.issued.borrow_mut();
        for bit in (0..32).map(|bit| 1 << bit).filter(|bit| barriers.0 & bit != 0) {
            issued.insert(bit, self.now.get());
        }
    }

    fn advance_time(&self) -> u64 {
        self.now.set(self.now.get() + 1);
        self.now.get()
    }
}

/// One memory of a dispatch.
#[derive(Clone)]
struct DispatchAccess {
    name: String,
    memory: MemoryId,
    barriers: Barriers,
    writes: bool,
}

/// A program of the inner backend, with the names that it writes.
struct AuditedProgram {
    inner: BackendProgram,
    written: Vec<String>,
}

/// A dispatch that can be replayed, as OpenGL's backend does it.
struct RecordedDispatch {
    uniforms: Vec<(String, Value)>,
    given: usize,
    textures: Vec<(String, MemoryId, Sampling)>,
    buffers: Vec<(String, MemoryId)>,
    groups: GroupCounts,
    accesses: Vec<DispatchAccess>,
}

/// A backend around another one whose barriers are checked.
pub(crate) struct AuditingBackend {
    pub inner: Box<dyn Backend>,
    pub info: DeviceInfo,
    pub audit: Rc<BarrierAudit>,
}

fn unwrap_program(program: &BackendProgram) -> Result<Rc<AuditedProgram>> {
    program
        .0
        .clone()
        .downcast()
        .map_err(|_| Error::driver("launching", "the kernel was compiled for another device"))
}

fn list_accesses(program: &AuditedProgram, dispatch: &Dispatch) -> Vec<DispatchAccess> {
    let access = |name: &str, memory: MemoryId, barriers: Barriers| DispatchAccess {
        name: name.to_string(),
        memory,
        barriers,
        writes: program.written.iter().any(|written| written == name),
    };
    let textures = dispatch
        .textures
        .iter()
        .map(|(name, memory, _)| access(name, *memory, Barriers::FETCH));
    let images = dispatch
        .images
        .iter()
        .map(|(name, memory)| access(name, *memory, Barriers::IMAGE));
    let buffers = dispatch
        .buffers
        .iter()
        .map(|(name, memory)| access(name, *memory, Barriers::STORAGE));
    let counts = match dispatch.groups {
        GroupCounts::Indirect(memory, _) => Some(access("the group counts", memory, Barriers::COMMAND)),
        GroupCounts::Direct(_) => None,
    };
    textures.chain(images).chain(buffers).chain(counts).collect()
}

impl Backend for AuditingBackend {
    fn device_info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let memory = self.inner.create_memory(blueprint)?;
        let is_buffer = matches!(blueprint, Blueprint::Buffer { .. });
        self.audit
            .update_accesses(memory, |times| *times = MemoryAccesses { is_buffer, ..MemoryAccesses::default() });
        Ok(memory)
    }

    fn reset_memory(&self, memory: MemoryId, blueprint: &Blueprint, contents: InitialContents) -> Result<()> {
        if contents == InitialContents::Zero {
            self.audit.check_host_write(memory);
        }
        self.inner.reset_memory(memory, blueprint, contents)
    }

    fn destroy_memory(&self, memory: MemoryId) {
        self.inner.destroy_memory(memory);
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.audit.check_host_write(memory);
        self.inner.write(memory, region, words)
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        self.audit.check_host_read(memory);
        self.inner.read(memory, regions, words)
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn PendingRead>> {
        self.audit.check_host_read(memory);
        self.inner.read_later(memory, regions)
    }

    fn copy_region(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()> {
        self.audit.check_host_read(from.0);
        self.audit.check_host_write(to.0);
        self.inner.copy_region(from, to)
    }

    fn compile_program(&self, code: &KernelStages) -> Result<BackendProgram> {
        let inner = self.inner.compile_program(code)?;
        let interface = &code.module.interface;
        let blocks = interface
            .blocks
            .iter()
            .filter(|block| block.storage && block.writable)
            .map(|block| &block.name);
        let images = interface.images.iter().filter(|image| image.writable).map(|image| &image.name);
        let written = blocks.chain(images).cloned().collect();
        Ok(BackendProgram(Rc::new(AuditedProgram { inner, written })))
    }

    fn draw_pass(&self, draw: &Draw) -> Result<()> {
        self.audit.check_draw(draw);
        let program = unwrap_program(draw.program)?;
        self.inner.draw_pass(&Draw { program: &program.inner, remember: None, ..*draw })
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let program = unwrap_program(dispatch.program)?;
        let accesses = list_accesses(&program, dispatch);
        self.audit.check_dispatch(&accesses);
        self.inner
            .dispatch(&Dispatch { program: &program.inner, remember: None, ..*dispatch })?;
        if let (Some(remembered), GroupCounts::Direct(_), []) = (dispatch.remember, dispatch.groups, dispatch.images) {
            let own = |name: &&str| (*name).to_string();
            remembered.store_state(RecordedDispatch {
                uniforms: dispatch.uniforms.iter().map(|(name, value)| (own(name), *value)).collect(),
                given: dispatch.given,
                textures: dispatch
                    .textures
                    .iter()
                    .map(|(name, id, sampling)| (own(name), *id, *sampling))
                    .collect(),
                buffers: dispatch.buffers.iter().map(|(name, id)| (own(name), *id)).collect(),
                groups: dispatch.groups,
                accesses,
            });
        }
        Ok(())
    }

    fn replay_launch(
        &self,
        program: &BackendProgram,
        launch: &ResolvedLaunch,
        uniforms: &[(&str, Value)],
        barriers: Barriers,
    ) -> Result<bool> {
        let Some(recorded) = launch.load_state::<RecordedDispatch>() else { return Ok(false) };
        let known = unwrap_program(program)?;
        self.issue_barrier(barriers);
        self.audit.check_dispatch(&recorded.accesses);
        let set = recorded.uniforms[recorded.given..]
            .iter()
            .map(|(name, value)| (name.as_str(), *value));
        let uniforms: Vec<_> = uniforms.iter().copied().chain(set).collect();
        let textures: Vec<_> = recorded
            .textures
            .iter()
            .map(|(name, id, sampling)| (name.as_str(), *id, *sampling))
            .collect();
        let buffers: Vec<_> = recorded.buffers.iter().map(|(name, id)| (name.as_str(), *id)).collect();
        self.inner.dispatch(&Dispatch {
            program: &known.inner,
            uniforms: &uniforms,
            given: recorded.given,
            remember: None,
            textures: &textures,
            images: &[],
            buffers: &buffers,
            groups: recorded.groups,
        })?;
        Ok(true)
    }

    fn issue_barrier(&self, barriers: Barriers) {
        self.audit.record_barriers(barriers);
        self.inner.issue_barrier(barriers);
    }

    fn wait_idle(&self) -> Result<()> {
        self.inner.wait_idle()
    }

    fn gl_name(&self, memory: MemoryId) -> Option<GlName> {
        self.inner.gl_name(memory)
    }

    fn adopt_memory(&self, name: GlName, format: Format) -> Result<(MemoryId, [usize; 3])> {
        self.inner.adopt_memory(name, format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{TABLE, Workload};
    use crate::machine::Machine;
    use crate::{Device, Era};
    use gristmill_base::log::FindingsLog;
    use gristmill_machine::DeviceKind;

    /// Opens the emulator as a device of that kind: the kernels of a GPU differ from those of a CPU.
    fn audited_device(kind: DeviceKind) -> (Device, Rc<BarrierAudit>) {
        let log = Rc::new(FindingsLog::default());
        let inner = Box::new(gristmill_emulator::machine::Emulator::open(log.clone()));
        let audit = Rc::new(BarrierAudit::default());
        let info = DeviceInfo { kind, ..inner.device_info().clone() };
        let backend = Box::new(AuditingBackend { inner, info, audit: audit.clone() });
        (
            Device::from_machine(Machine::new(backend, Some(log)))
                .with_era(Era::Compute)
                .unwrap(),
            audit,
        )
    }

    #[test]
    fn a_store_must_wait_for_stores_and_for_loads() {
        let memory = MemoryId(0);
        let access = |writes| DispatchAccess { name: "x".to_string(), memory, barriers: Barriers::STORAGE, writes };
        for (first, second, missing) in [(false, false, 0), (true, false, 1), (false, true, 1), (true, true, 2)] {
            let audit = BarrierAudit::default();
            audit.check_dispatch(&[access(first)]);
            audit.check_dispatch(&[access(second)]);
            assert_eq!(audit.missing.take().len(), missing, "{first} {second}");
            audit.record_barriers(Barriers::STORAGE);
            audit.check_dispatch(&[access(true)]);
            assert!(audit.missing.take().is_empty());
            audit.check_host_write(memory);
            assert!(!audit.missing.take().is_empty());
        }
    }

    #[test]
    fn a_graphics_card_gets_new_buffers_and_keeps_its_textures() {
        for (kind, reused) in [(DeviceKind::Emulator, [1, 2]), (DeviceKind::Cpu, [1, 2]), (DeviceKind::Gpu, [0, 1])] {
            let (device, _) = audited_device(kind);
            for (era, reused) in [(Era::Compute, reused[0]), (Era::Fragment, reused[1])] {
                let device = device.with_era(era).unwrap();
                drop(device.stream(&[1.0_f32; 100]).unwrap());
                drop(device.stream(&[1.0_f32; 100]).unwrap());
                assert_eq!(device.memory().reused, reused, "{kind:?} {era}");
            }
        }
    }

    #[test]
    fn no_launch_of_an_algorithm_lacks_a_barrier() {
        check_all_launches(DeviceKind::Emulator);
    }

    #[test]
    fn no_launch_of_an_algorithm_lacks_a_barrier_on_a_graphics_card() {
        check_all_launches(DeviceKind::Gpu);
    }

    /// Runs all rungs of an algorithm on one device, one after the other, so that they get each other's memories.
    fn check_all_launches(kind: DeviceKind) {
        let mut lacking = vec![];
        let mut checked = 0;
        for algorithm in TABLE {
            let (device, audit) = audited_device(kind);
            for (seed, size) in [1_000, 4_097].into_iter().enumerate() {
                for rung in algorithm.rungs {
                    let workload = Workload::new(size.min(algorithm.size), 1 + seed as u32);
                    let device = device.with_era(rung.era).unwrap();
                    let checked = (rung.prepare)(&device, &workload).and_then(|mut trial| trial.check());
                    checked.unwrap_or_else(|error| panic!("{}::{}: {error}", algorithm.name, rung.name));
                    for sentence in audit.missing.take().into_iter().take(2) {
                        lacking.push(format!("{}::{} of {size}: {sentence}", algorithm.name, rung.name));
                    }
                }
            }
            checked += audit.checked.get();
        }
        assert!(lacking.is_empty(), "{} launches lack a barrier:\n{}", lacking.len(), lacking.join("\n"));
        assert!(checked > 10_000, "only {checked} accesses were checked");
    }
}
