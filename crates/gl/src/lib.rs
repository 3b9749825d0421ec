//! The OpenGL backend: glium on a context without a window, and glow on the same context for features that glium lacks.
//!
//! glium creates and owns every object and draws every pass. `transfer` and `hooks` bypass it, each
//! for a stated reason. Nothing here checks shapes, names or hazards: that is done above the
//! backend trait, once for all backends.

mod bindings;
mod border;
#[cfg(cgl)]
mod cgl;
mod clock;
mod context;
mod context_probe;
mod cover;
mod dispatch;
mod draw;
mod draw_parameters;
mod driver_lock;
#[cfg(egl)]
mod egl;
#[cfg(egl)]
mod egl_devices;
mod embedded_context;
mod embedding;
mod feedback;
mod gl_names;
#[cfg(any(egl, wgl))]
mod glutin_context;
mod hooks;
mod internal_format;
mod memory;
#[cfg(egl)]
pub mod pbuffers;
mod program;
mod rectangle;
mod repeat_state;
mod replay;
mod state;
mod transfer;
mod uniforms;
#[cfg(wgl)]
mod wgl;
#[cfg(opengl_window)]
pub mod window;

#[cfg(cgl)]
use cgl as headless;
#[cfg(egl)]
use egl_devices as headless;
#[cfg(wgl)]
use wgl as headless;

use context::ContextGuard;
pub use context_probe::run_uninterrupted;
pub use embedding::HostContext;
use glow::HasContext;
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    self as backend, Backend, Barriers, Blueprint, DeviceInfo, DeviceKind, Dispatch, Draw, GlName, InitialContents,
    KernelStages, LaunchClock, Limits, Memories, MemoryId, PendingRead, Region, ResolvedLaunch,
};
use memory::{GlMemory, OcclusionQuery};
use program::{GlProgram, LinkedProgram};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use transfer::MemoryTransfer;

/// Returns the number of devices that can be chosen: EGL's, or one by WGL or CGL.
#[cfg(opengl)]
pub fn device_count() -> Result<usize> {
    headless::device_count()
}

/// An OpenGL driver as a backend.
pub struct Gl {
    current: Rc<context::DeviceContext>,
    glow: Rc<glow::Context>,
    info: DeviceInfo,
    transfer: MemoryTransfer,
    memories: Rc<RefCell<Memories<GlMemory>>>,
    vertex_formats: RefCell<draw::VertexFormats>,
    borders: border::BorderSamplers,
    clock: clock::DriverTimer,
    /// True if glium's last pass was a plain one, so that another may follow without glium.
    plain: Cell<bool>,
}

impl Gl {
    /// Opens the device with this number, or the first that works.
    #[cfg(opengl)]
    pub fn open(number: Option<usize>) -> Result<Gl> {
        let start = Instant::now();
        Gl::from_context(headless::open(number)?, start)
    }

    /// Opens the backend in the current context of another program.
    pub fn open_embedded(host: HostContext) -> Result<Gl> {
        let start = Instant::now();
        Gl::from_context(embedding::open(host)?, start)
    }

    /// Builds the backend on a context whose opening began at `start`.
    fn from_context(context::ContextHandles { current, glow }: context::ContextHandles, start: Instant) -> Result<Gl> {
        let entered = current.enter()?;
        let glium = &current.glium;
        let version = glium.get_opengl_version();
        let opengl = (version.1, version.2);
        let name = glium.get_opengl_renderer_string().to_string();
        let info = DeviceInfo {
            kind: device_kind(&name),
            limits: read_limits(&glow, opengl, &name),
            name,
            version: glium.get_opengl_version_string().to_string(),
            opengl: Some(opengl),
            opened_in: start.elapsed(),
        };
        // SAFETY: the context is current, and of OpenGL 3.2 or later, which has it.
        unsafe { glow.enable(glow::TEXTURE_CUBE_MAP_SEAMLESS) }
        let transfer = MemoryTransfer::new(glow.clone(), opengl >= (4, 3))?;
        let (vertex_formats, borders, plain) = Default::default();
        let clock = clock::DriverTimer::new(&glow)?;
        drop(entered);
        Ok(Gl { current, glow, info, transfer, memories: Rc::default(), vertex_formats, borders, clock, plain })
    }

    fn with_memory<T>(&self, id: MemoryId, call: impl FnOnce(&GlMemory) -> Result<T>) -> Result<T> {
        call(self.memories.borrow().get(id)?)
    }

    /// Makes the context current for transfers. Only masks and counts involve glium.
    fn enter_for(&self, memory: MemoryId) -> Result<ContextGuard<'_>> {
        match self.memories.borrow().get(memory)? {
            GlMemory::DepthStencil { .. } | GlMemory::Query(_) => self.current.enter(),
            _ => self.current.enter_without_glium(),
        }
    }

    /// Returns GL's pending error, if any. The query costs a round trip on a real GPU, so it is
    /// made only after rare or large work.
    fn check_error(&self, during: &str) -> Result<()> {
        // SAFETY: the context is current on this thread.
        match unsafe { self.glow.get_error() } {
            glow::NO_ERROR => Ok(()),
            glow::INVALID_ENUM => Err(Error::driver(during, "GL_INVALID_ENUM")),
            glow::INVALID_VALUE => Err(Error::driver(during, "GL_INVALID_VALUE")),
            glow::INVALID_OPERATION => Err(Error::driver(during, "GL_INVALID_OPERATION")),
            glow::INVALID_FRAMEBUFFER_OPERATION => Err(Error::driver(during, "GL_INVALID_FRAMEBUFFER_OPERATION")),
            glow::OUT_OF_MEMORY => Err(Error::driver(during, "GL_OUT_OF_MEMORY; use smaller streams")),
            other => Err(Error::driver(during, format!("error {other:#x}"))),
        }
    }
}

impl Drop for Gl {
    fn drop(&mut self) {
        // Pending reads own their objects and the context; the memories left here have no other user.
        self.current.free_object(self.memories.take());
        let current = self.current.clone();
        if let Ok(_entered) = current.enter() {
            self.transfer.free_framebuffer();
            self.borders.free_samplers(&self.glow);
            self.clock.free_queries(&self.glow);
        }
    }
}

impl Backend for Gl {
    fn device_info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let _entered = self.current.enter()?;
        let memory = GlMemory::new(&self.glow, &self.current.glium, blueprint)?;
        self.check_error(&format!("making {blueprint:?}"))?;
        Ok(self.memories.borrow_mut().add(memory))
    }

    fn reset_memory(&self, memory: MemoryId, blueprint: &Blueprint, contents: InitialContents) -> Result<()> {
        if contents == InitialContents::Unset {
            return Ok(());
        }
        let _entered = self.current.enter_without_glium()?;
        self.with_memory(memory, |memory| {
            self.transfer.clear_memory(memory, blueprint);
            self.check_error(&format!("clearing {blueprint:?}"))
        })
    }

    fn destroy_memory(&self, memory: MemoryId) {
        let gone = self.memories.borrow_mut().remove(memory);
        self.current.free_object(gone); // after the borrow, because glium makes its context current when it deletes
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        let _entered = self.enter_for(memory)?;
        self.with_memory(memory, |memory| {
            if let (GlMemory::DepthStencil { texture }, [depth, stencil]) = (memory, words) {
                use glium::Surface;
                let surface = glium::framebuffer::SimpleFrameBuffer::depth_stencil_only(&self.current.glium, texture);
                let mut surface = surface.map_err(|error| Error::driver("clearing a mask", error.to_string()))?;
                surface.clear_depth_and_stencil(f32::from_bits(*depth), *stencil as i32);
                return Ok(());
            }
            self.transfer.write(memory, region, words);
            Ok(())
        })
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        let _entered = self.enter_for(memory)?;
        self.with_memory(memory, |memory| {
            match memory {
                GlMemory::Query(query) => words[0] = take_count(query),
                _ => self.transfer.read(memory, regions, words),
            }
            self.check_error("reading a stream")
        })
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn PendingRead>> {
        let _entered = self.current.enter_without_glium()?;
        self.with_memory(memory, |memory| self.transfer.read_later(&self.current, memory, regions))
    }

    fn copy_region(&self, (from, at): (MemoryId, &Region), (to, there): (MemoryId, &Region)) -> Result<()> {
        let _entered = self.current.enter_without_glium()?;
        let memories = self.memories.borrow();
        self.transfer.copy_region(memories.get(from)?, at, memories.get(to)?, there);
        Ok(())
    }

    fn compile_program(&self, code: &KernelStages) -> Result<backend::BackendProgram> {
        let _entered = self.current.enter()?;
        let (program, names) = GlProgram::new(&self.current.glium, code)?;
        Ok(backend::BackendProgram(Rc::new(LinkedProgram {
            current: self.current.clone(),
            program: Some(program),
            interface: code.module.interface.clone(),
            names,
            uniforms: RefCell::default(),
            launches: Cell::new(0),
        })))
    }

    fn draw_pass(&self, draw: &Draw) -> Result<()> {
        let _entered = self.current.enter()?;
        self.draw_with_glium(draw)
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let _entered = self.current.enter()?;
        self.current.note_stores();
        self.dispatch_groups(dispatch)
    }

    fn replay_launch(
        &self,
        program: &backend::BackendProgram,
        launch: &ResolvedLaunch,
        uniforms: &[(&str, backend::Value)],
        barriers: Barriers,
    ) -> Result<bool> {
        self.repeat_launch(program, launch, uniforms, barriers)
    }

    fn issue_barrier(&self, barriers: Barriers) {
        let Ok(_entered) = self.current.enter_without_glium() else { return }; // the next dispatch reports the error
        // SAFETY: barriers arise only from stores of compute kernels, so this is OpenGL 4.3.
        unsafe { self.glow.memory_barrier(barriers.0) }
    }

    fn gl_name(&self, memory: MemoryId) -> Option<GlName> {
        self.memories.borrow().get(memory).ok()?.gl_name()
    }

    fn adopt_memory(&self, name: GlName, format: Format) -> Result<(MemoryId, [usize; 3])> {
        let _entered = self.current.enter()?;
        let (memory, size) = self.adopt_object(name, format)?;
        Ok((self.memories.borrow_mut().add(memory), size))
    }

    fn wait_idle(&self) -> Result<()> {
        let _entered = self.current.enter_without_glium()?;
        // SAFETY: the context is current on this thread.
        unsafe { self.glow.finish() }
        self.check_error("finishing")
    }

    fn time_launch(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        self.measure_launch(launch)
    }
}

/// Returns the number of fragments counted. This consumes glium's query object.
fn take_count(query: &OcclusionQuery) -> u32 {
    if let Some(running) = query.running.take() {
        query.count.set(running.get());
    }
    query.count.get()
}

/// Returns the kind of a renderer. OpenGL does not report whether a renderer runs on a CPU; these
/// are the names of those that do.
fn device_kind(renderer: &str) -> DeviceKind {
    const CPU_RENDERERS: [&str; 6] =
        ["llvmpipe", "softpipe", "SWR", "SwiftShader", "Apple Software Renderer", "GDI Generic"];
    if CPU_RENDERERS.iter().any(|name| renderer.contains(name)) { DeviceKind::Cpu } else { DeviceKind::Gpu }
}

fn read_limits(gl: &glow::Context, opengl: (u8, u8), renderer: &str) -> Limits {
    // SAFETY: each limit is queried only if the version has it.
    unsafe {
        let get = |name| gl.get_parameter_i32(name).max(0) as usize;
        let mut limits = Limits {
            texture_side: get(glow::MAX_TEXTURE_SIZE),
            rectangle_side: get(glow::MAX_RECTANGLE_TEXTURE_SIZE),
            volume_side: get(glow::MAX_3D_TEXTURE_SIZE),
            cube_side: get(glow::MAX_CUBE_MAP_TEXTURE_SIZE),
            outputs: get(glow::MAX_DRAW_BUFFERS).min(get(glow::MAX_COLOR_ATTACHMENTS)),
            vertex_outputs: get(glow::MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS),
            textures: get(glow::MAX_TEXTURE_IMAGE_UNITS),
            // LP_MAX_TGSI_LOOP_ITERATIONS of Mesa's gallivm: a loop ends there without an error.
            turns: if renderer.contains("llvmpipe") { 65_535 } else { usize::MAX },
            ..Limits::default()
        };
        if opengl >= (4, 3) {
            let axis = |name, axis| gl.get_parameter_indexed_i32(name, axis).max(0) as usize;
            // Offsets are passed as i32.
            limits.buffer_bytes = get(glow::MAX_SHADER_STORAGE_BLOCK_SIZE).min(i32::MAX as usize);
            limits.buffers = get(glow::MAX_COMPUTE_SHADER_STORAGE_BLOCKS);
            limits.images = get(glow::MAX_COMPUTE_IMAGE_UNIFORMS).min(get(glow::MAX_IMAGE_UNITS).saturating_sub(1));
            limits.groups = [0, 1, 2].map(|at| axis(glow::MAX_COMPUTE_WORK_GROUP_COUNT, at));
            limits.group_size = [0, 1, 2].map(|at| axis(glow::MAX_COMPUTE_WORK_GROUP_SIZE, at));
            limits.group_invocations = get(glow::MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
            limits.shared_bytes = get(glow::MAX_COMPUTE_SHARED_MEMORY_SIZE);
        } else {
            limits.buffer_bytes = i32::MAX as usize; // vertex streams and staging
        }
        limits
    }
}
