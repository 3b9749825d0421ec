//! The emulator as a backend: memories, programs, and launches with or without observers.

mod other_outcomes;
mod vertex_streams;

use super::assembly::Assembly;
use super::bindings::SlotBindings;
use super::dispatch::{self, Ending, Policy, ScheduleOrder};
use super::event::MemoryKey;
use super::lowered::LoweredStage;
use super::memory::{DeviceMemory, TextureMemory};
use super::name_binding::{NamedBindings, bind_by_name};
use super::raster::{self, DepthStencilPlanes, PassGeometry, PassOutcome, RasterPass, RenderTarget};
use super::rounding::Rounder;
use gristmill_base::error::{Error, Result};
use gristmill_base::finding::LaunchOrder;
use gristmill_base::log::FindingsLog;
use gristmill_machine::{
    self as backend, Backend, Barriers, Blueprint, DeviceInfo, DeviceKind, Dispatch, Draw, Geometry, GroupCounts,
    InitialContents, KernelStages, Limits, Memories, MemoryId, PendingRead, Region,
};
use gristmill_shader::{ExpandedKernel, Interface, Stage};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use other_outcomes::{LaunchObserver, WatchedLaunch};

/// Limits of the emulator: those that every driver of OpenGL 4.3 supports.
const LIMITS: Limits = Limits {
    texture_side: 16_384,
    rectangle_side: 16_384,
    volume_side: 2048,
    cube_side: 16_384,
    outputs: 8,
    vertex_outputs: 4,
    textures: 32,
    buffer_bytes: 1 << 30,
    buffers: 16,
    images: 8,
    groups: [65_535; 3],
    group_size: [1024, 1024, 64],
    group_invocations: 1024,
    shared_bytes: 32_768,
    turns: 1 << 20,
};

/// Step limit after which a warp's loop counts as endless: enough for the allowed number of turns, of
/// 90 instructions each.
const DEFAULT_STEP_LIMIT: u64 = 100_000_000;

/// The emulator.
pub struct Emulator {
    info: DeviceInfo,
    log: Rc<FindingsLog>,
    memories: RefCell<Memories<DeviceMemory>>,
}

/// A kernel's stages.
struct EmulatedKernel {
    vertex: Option<LoweredStage>,
    main: LoweredStage,
    interface: Interface,
    /// True if its groups were seen to access each other's words.
    conflicts: AtomicBool,
}

impl LoweredStage {
    /// Returns the register code and the bindings of a launch.
    fn bind_assembly(
        &self,
        given: &NamedBindings,
        memories: &Memories<DeviceMemory>,
        watched: bool,
    ) -> Result<(&Assembly, SlotBindings)> {
        let assembly = self.assembly_for(watched)?;
        Ok((assembly, bind_by_name(assembly, given, memories)?))
    }
}

impl Emulator {
    /// Opens an emulator that adds its findings to this log.
    pub fn open(log: Rc<FindingsLog>) -> Emulator {
        let start = Instant::now();
        let threads = super::thread_count();
        let info = DeviceInfo {
            kind: DeviceKind::Emulator,
            name: format!("Gristmill's emulator ({threads} threads)"),
            version: format!("Gristmill {}", env!("CARGO_PKG_VERSION")),
            opengl: Some((4, 3)),
            opened_in: start.elapsed(),
            limits: LIMITS,
        };
        Emulator { info, log, memories: RefCell::default() }
    }

    fn with_memory<T>(&self, id: MemoryId, call: impl FnOnce(&DeviceMemory) -> Result<T>) -> Result<T> {
        call(self.memories.borrow().get(id)?)
    }

    fn downcast_program(&self, program: &backend::BackendProgram) -> Result<Rc<EmulatedKernel>> {
        program
            .0
            .clone()
            .downcast()
            .map_err(|_| Error::driver("launching", "the kernel was compiled for another device"))
    }

    /// Schedule and limits of launches, from the settings of the log.
    fn launch_policy(&self) -> Policy {
        let order = match self.log.order.get() {
            LaunchOrder::InOrder => ScheduleOrder::Forward,
            LaunchOrder::Reversed => ScheduleOrder::Reversed,
            LaunchOrder::RoundRobin => ScheduleOrder::RoundRobin,
            LaunchOrder::Random(seed) => ScheduleOrder::Random(seed),
        };
        Policy {
            width: self.log.lanes.get(),
            steps: self.log.take_step_limit(DEFAULT_STEP_LIMIT),
            order,
            ..Policy::default()
        }
    }
}

/// Returns an error for a launch that did not complete, watched or not.
fn check_ending(ending: Ending, steps: u64, lowered: &LoweredStage, assembly: &Assembly) -> Result<()> {
    let (what, pc) = match ending {
        Ending::Complete => return Ok(()),
        Ending::Stopped(pc) if steps == 0 => ("the limit of launches was reached".to_string(), pc),
        Ending::Stopped(pc) => (format!("a warp was stopped after {steps} steps"), pc),
        Ending::Late(pc) => ("its time limit was reached".to_string(), pc),
    };
    let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
    let place = lowered
        .expanded
        .locate_line(line as usize)
        .map_or(String::new(), |(file, line)| format!(" at {}:{line}", file.name));
    Err(Error::call(
        &lowered.expanded.name,
        format!("{what}{place}; check for an endless loop (see the chapter How the emulator works)"),
    ))
}

impl Backend for Emulator {
    fn device_info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let memory = DeviceMemory::new(blueprint);
        Ok(self.memories.borrow_mut().add(memory))
    }

    fn reset_memory(&self, memory: MemoryId, _: &Blueprint, contents: InitialContents) -> Result<()> {
        self.with_memory(memory, |memory| {
            memory.reset(contents);
            Ok(())
        })
    }

    fn destroy_memory(&self, memory: MemoryId) {
        self.memories.borrow_mut().remove(memory);
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.with_memory(memory, |memory| {
            memory.write(region, words);
            Ok(())
        })
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        self.with_memory(memory, |memory| {
            let mut rest = words;
            for region in regions {
                let count = memory.region_words(region).min(rest.len());
                let (now, later) = rest.split_at_mut(count);
                memory.read(region, now);
                rest = later;
            }
            Ok(())
        })
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn PendingRead>> {
        let count =
            self.with_memory(memory, |memory| Ok(regions.iter().map(|region| memory.region_words(region)).sum()))?;
        let mut words = vec![0; count];
        self.read(memory, regions, &mut words)?;
        Ok(Box::new(ReadyWords(words)))
    }

    fn copy_region(&self, (from, at): (MemoryId, &Region), (to, there): (MemoryId, &Region)) -> Result<()> {
        let mut words = Vec::new();
        self.with_memory(from, |memory| {
            words.resize(memory.region_words(at), 0);
            memory.read(at, &mut words);
            Ok(())
        })?;
        self.write(to, there, &words)
    }

    fn compile_program(&self, code: &KernelStages) -> Result<backend::BackendProgram> {
        let lowered = |expanded: &ExpandedKernel| {
            let spirv = code.module.spirv.iter().find(|(stage, _)| *stage == expanded.stage);
            let spirv = spirv.map(|(_, words)| words.clone()).unwrap_or_default();
            LoweredStage::new(expanded.clone(), spirv)
        };
        let drawn = code.compute.or(code.fragment);
        let Some(main) = drawn.or(code.vertex) else {
            return Err(Error::driver("compiling", "a kernel needs a vertex, a fragment or a compute stage"));
        };
        let program = EmulatedKernel {
            vertex: code.vertex.filter(|_| drawn.is_some()).map(lowered),
            main: lowered(main),
            interface: code.module.interface.clone(),
            conflicts: AtomicBool::new(false),
        };
        program.main.assembly_for(false)?;
        Ok(backend::BackendProgram(Rc::new(program)))
    }

    fn draw_pass(&self, draw: &Draw) -> Result<()> {
        let program = self.downcast_program(draw.program)?;
        let memories = self.memories.borrow();
        if let Some(DeviceMemory::Query(count)) = draw.condition.map(|id| memories.get(id)).transpose()?
            && count.get() == 0
        {
            return Ok(());
        }
        let listening = self.log.listening.get();
        let given = NamedBindings { uniforms: draw.uniforms, textures: draw.textures, images: &[], buffers: &[] };
        if program.main.expanded.stage == Stage::Vertex {
            return self.write_streams(&program, draw, &given, &memories);
        }
        let mut fragment = program.main.bind_assembly(&given, &memories, listening.is_some())?;
        fragment.1.rounder = draw.arithmetic.and_then(Rounder::for_arithmetic);
        let interface = &program.interface;
        let mut targets = Vec::with_capacity(draw.targets.len());
        for (name, id, slice) in draw.targets {
            let DeviceMemory::Texture(TextureMemory { texture, format, width, height }) = memories.get(*id)? else {
                return Err(Error::driver(format!("drawing to {name}"), "an output must be a texture"));
            };
            let output = interface.outputs.iter().find(|output| output.name == *name);
            let location = output.map_or(0, |output| output.location);
            let storage = &*texture.storage;
            let format = *format;
            let width = *width;
            let height = *height;
            targets.push(RenderTarget {
                key: MemoryKey::Global(id.0),
                location,
                storage,
                format,
                kept: format.lanes,
                width,
                height,
                slice: *slice,
            });
        }
        let mask = match draw.depth_stencil {
            None => None,
            Some((id, masking)) => match memories.get(id)? {
                DeviceMemory::DepthStencil { depth, stencil, width } => {
                    Some((DepthStencilPlanes { depth, stencil, width: *width }, masking))
                }
                _ => return Err(Error::driver("drawing", "the mask is not a depth-stencil memory")),
            },
        };
        let mut attributes = vec![];
        let mut vertex = None;
        let geometry = match &draw.geometry {
            // Regions that cover the viewport need no vertices: see `fragment_kernels/include/cover.vert`.
            Geometry::Regions(regions) => PassGeometry::Regions(regions),
            Geometry::Vertices { mode, count, attributes: streams, size } => {
                let stage = program.vertex.as_ref();
                vertex = stage
                    .map(|stage| stage.bind_assembly(&given, &memories, listening.is_some()))
                    .transpose()?;
                attributes = vertex_streams::find_vertex_streams(interface, streams, &memories)?;
                PassGeometry::Vertices { mode: *mode, count: *count, attributes: &attributes, size: *size }
            }
        };
        let policy = self.launch_policy();
        let pass = RasterPass {
            vertex: vertex.as_ref().map(|(assembly, bindings)| (*assembly, bindings)),
            fragment: (fragment.0, &fragment.1),
            targets: &targets,
            mask,
            geometry,
            blend: draw.blend,
            policy: &policy,
        };
        let placing = vertex
            .as_ref()
            .and_then(|(assembly, _)| Some((*assembly, program.vertex.as_ref()?)));
        let stages: Vec<_> = [(fragment.0, &program.main)].into_iter().chain(placing).collect();
        let drawn = match listening {
            None => raster::draw_pass_parallel(&pass)?,
            Some(listening) => {
                let planes = mask.iter().flat_map(|(planes, _)| [planes.depth, planes.stencil]);
                let written = targets.iter().map(|target| target.storage).chain(planes).collect();
                self.run_watched(WatchedLaunch { listening, stages: &stages, written }, |hears, other| {
                    let policy = &Policy { other, ..policy.clone() };
                    let pass = RasterPass { policy, ..pass };
                    match hears {
                        LaunchObserver::Events(watch) => raster::draw_pass(&pass, watch),
                        LaunchObserver::Results(watch) => raster::draw_pass(&pass, watch),
                    }
                })?
            }
        };
        if listening.is_some_and(|listening| listening.counters) {
            let vertices = if let PassGeometry::Vertices { count, .. } = geometry { count as u64 } else { 0 };
            let read = vertices * attributes.iter().map(|stream| stream.format.bytes() as u64).sum::<u64>();
            let written = drawn.pixels * targets.iter().map(|target| target.format.bytes() as u64).sum::<u64>();
            // Blending reads the pixels that it changes.
            let blended = if draw.blend.is_some() { written } else { 0 };
            self.log.counters.borrow_mut().add_bytes(read + blended, written);
        }
        if let Some(DeviceMemory::Query(count)) = draw.query.map(|id| memories.get(id)).transpose()? {
            count.set(u32::try_from(drawn.passed).unwrap_or(u32::MAX));
        }
        let ended = stages.iter().find(|(assembly, _)| assembly.stage == drawn.stage);
        ended.map_or(Ok(()), |(assembly, lowered)| check_ending(drawn.ending, policy.steps, lowered, assembly))
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let program = self.downcast_program(dispatch.program)?;
        let memories = self.memories.borrow();
        let groups = match dispatch.groups {
            GroupCounts::Direct(groups) => groups,
            GroupCounts::Indirect(id, word) => match memories.get(id)? {
                DeviceMemory::Buffer(storage) => [0, 1, 2].map(|axis| storage.load(word + axis)),
                _ => return Err(Error::driver("dispatching", "the group counts must be in a buffer")),
            },
        };
        let Dispatch { uniforms, textures, images, buffers, .. } = dispatch;
        let given = NamedBindings { uniforms, textures, images, buffers };
        let listening = self.log.listening.get();
        let assembly = program.main.assembly_for(listening.is_some())?;
        let bindings = bind_by_name(assembly, &given, &memories)?;
        let policy = self.launch_policy();
        let ending = match listening {
            None => dispatch::run_parallel(assembly, &bindings, groups, &policy, &program.conflicts)?,
            Some(listening) => {
                let stages = &[(assembly, &program.main)];
                let written = other_outcomes::written_storages(assembly, &bindings);
                self.run_watched(WatchedLaunch { listening, stages, written }, |hears, other| {
                    let policy = &Policy { other, ..policy.clone() };
                    let ending = match hears {
                        LaunchObserver::Events(watch) => {
                            dispatch::run_watched(assembly, &bindings, groups, policy, watch)?
                        }
                        LaunchObserver::Results(watch) => {
                            dispatch::run_watched(assembly, &bindings, groups, policy, watch)?
                        }
                    };
                    Ok(PassOutcome { ending, stage: Stage::Compute, ..PassOutcome::NOTHING })
                })?
                .ending
            }
        };
        check_ending(ending, policy.steps, &program.main, assembly)
    }

    fn issue_barrier(&self, _: Barriers) {
        // Every launch ends before the next one begins.
    }

    fn wait_idle(&self) -> Result<()> {
        Ok(())
    }
}

/// Words that are available at once.
struct ReadyWords(Vec<u32>);

impl PendingRead for ReadyWords {
    fn is_ready(&self) -> bool {
        true
    }

    fn finish_read(self: Box<Self>) -> Result<Vec<u32>> {
        Ok(self.0)
    }
}
