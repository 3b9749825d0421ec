//! WebGPU as a backend, by wgpu: Vulkan, Metal, Direct3D 12, or a browser's own.

mod clock;
mod drawing;
mod launching;
mod memory;
mod pipelines;
mod transfer;

use clock::{TIMER_FEATURES, TimestampTimer};
use gristmill_base::error::{Error, Missing, Result};
use gristmill_machine::{
    Backend, BackendProgram, Barriers, Blueprint, DeviceInfo, DeviceKind, Dispatch, Draw, InitialContents,
    KernelStages, LaunchClock, Limits, Memories, MemoryId, PendingRead, Region,
};
use memory::GpuMemory;
use pipelines::GpuProgram;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The error of a device that cannot be had.
const NO_ADAPTER: &str =
    "WebGPU found no adapter; install a driver for Vulkan, or use the emulator (--device emulator)";

/// A device of WebGPU.
pub struct WebGpu {
    info: DeviceInfo,
    device: wgpu::Device,
    queue: wgpu::Queue,
    memories: RefCell<Memories<GpuMemory>>,
    /// Commands that are recorded and validated, and go to the device together: each hand-over costs more than a small launch.
    recorded: RefCell<Vec<wgpu::CommandBuffer>>,
    /// The device's own clock, if it has one.
    timer: Option<TimestampTimer>,
}

/// The number of recorded launches that are handed over without anything that waits for them.
const MOST_RECORDED: usize = 256;

/// Returns the instance of the process, which is never dropped: with the last one NVIDIA's driver takes the thread's
/// OpenGL context away, and makes none current again (`DRIVERS.md`).
fn open_instance() -> &'static wgpu::Instance {
    static INSTANCE: OnceLock<wgpu::Instance> = OnceLock::new();
    INSTANCE.get_or_init(|| wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle()))
}

/// Returns the adapters of this machine, each in a line: name, driver, interface.
pub fn list_adapters() -> Vec<String> {
    let instance = open_instance();
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let infos = adapters.iter().map(wgpu::Adapter::get_info);
    infos
        .map(|info| format!("{} ({:?}, {} {})", info.name, info.backend, info.driver, info.driver_info))
        .collect()
}

impl WebGpu {
    /// Opens the best adapter, with its own limits and what it has of filtering and blending floats.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if there is none.
    pub fn open() -> Result<WebGpu> {
        let start = Instant::now();
        let instance = open_instance();
        let wanted = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let no_adapter = |_| Error::no_device(Missing::Driver, NO_ADAPTER);
        let adapter = pollster::block_on(instance.request_adapter(&wanted)).map_err(no_adapter)?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: adapter.features() & WANTED.union(TIMER_FEATURES),
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| {
            Error::no_device(Missing::Driver, format!("WebGPU opens no device, {error}; use the emulator"))
        })?;
        let found = adapter.get_info();
        let info = DeviceInfo {
            kind: match found.device_type {
                wgpu::DeviceType::Cpu => DeviceKind::Cpu,
                _ => DeviceKind::Gpu,
            },
            name: format!("{} (WebGPU by {:?})", found.name, found.backend),
            version: format!("{} {}", found.driver, found.driver_info),
            opengl: None,
            opened_in: start.elapsed(),
            limits: device_limits(&device.limits()),
        };
        // Each call asks for its own errors; one beside a call must not end the program.
        device.on_uncaptured_error(std::sync::Arc::new(|error| eprintln!("WebGPU: {error}")));
        let timer = TimestampTimer::new(&device, &queue);
        Ok(WebGpu { info, device, queue, memories: RefCell::default(), recorded: RefCell::default(), timer })
    }

    /// Runs work, and returns the error that WebGPU's validation finds in it. Commands of work that fails are dropped: the
    /// device would refuse all that go with them.
    fn run_validated<T>(&self, during: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.recorded.borrow().len() >= MOST_RECORDED {
            self.submit_recorded();
        }
        let before = self.recorded.borrow().len();
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let done = work();
        let done = match pollster::block_on(scope.pop()) {
            Some(error) => done.and(Err(Error::driver(during, explain_refusal(&error.to_string())))),
            None => done,
        };
        if done.is_err() {
            self.recorded.borrow_mut().truncate(before);
        }
        done
    }

    /// Records commands, which run after all that were recorded before.
    fn record_commands(&self, record: impl FnOnce(&mut wgpu::CommandEncoder) -> Result<()>) -> Result<()> {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        record(&mut encoder)?;
        self.recorded.borrow_mut().push(encoder.finish());
        Ok(())
    }

    /// Hands what is recorded to the device: before the host writes, which would overtake it, and before it waits.
    fn submit_recorded(&self) {
        let recorded = self.recorded.take();
        if !recorded.is_empty() {
            self.queue.submit(recorded);
        }
    }

    fn find_program(&self, program: &BackendProgram) -> Result<Rc<GpuProgram>> {
        let other = |_| Error::driver("launching", "the kernel was compiled for another device");
        program.0.clone().downcast().map_err(other)
    }
}

/// The features that kernels use where an adapter has them.
const WANTED: wgpu::Features = wgpu::Features::FLOAT32_FILTERABLE
    .union(wgpu::Features::FLOAT32_BLENDABLE)
    .union(wgpu::Features::SUBGROUP)
    .union(wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES)
    .union(wgpu::Features::TEXTURE_FORMAT_16BIT_NORM);

/// Adds to a message of validation the way round what WebGPU forbids.
fn explain_refusal(message: &str) -> String {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let way = if message.contains("conflicting usages") || message.contains("usage conflict") {
        "; WebGPU does not read what the same launch writes: copy the stream, or write to another one"
    } else if message.contains("blend") {
        "; this adapter does not blend floats of 32 bits: add in the kernel, or use halves"
    } else if message.contains("filterable") {
        "; this adapter does not filter floats of 32 bits: blend texels in the kernel, or use halves"
    } else {
        ""
    };
    format!("{message}{way}")
}

/// Returns a device's limits in the library's terms.
fn device_limits(limits: &wgpu::Limits) -> Limits {
    Limits {
        texture_side: limits.max_texture_dimension_2d as usize,
        rectangle_side: limits.max_texture_dimension_2d as usize,
        volume_side: limits.max_texture_dimension_3d as usize,
        cube_side: limits.max_texture_dimension_2d as usize,
        outputs: limits.max_color_attachments as usize,
        vertex_outputs: 0,
        textures: limits.max_sampled_textures_per_shader_stage as usize,
        buffer_bytes: (limits.max_storage_buffer_binding_size as usize).min(limits.max_buffer_size as usize),
        // One is kept for the block of uniforms, which may be a storage buffer.
        buffers: (limits.max_storage_buffers_per_shader_stage as usize).saturating_sub(1),
        images: limits.max_storage_textures_per_shader_stage as usize,
        groups: [limits.max_compute_workgroups_per_dimension as usize; 3],
        group_size: [
            limits.max_compute_workgroup_size_x as usize,
            limits.max_compute_workgroup_size_y as usize,
            limits.max_compute_workgroup_size_z as usize,
        ],
        group_invocations: limits.max_compute_invocations_per_workgroup as usize,
        shared_bytes: limits.max_compute_workgroup_storage_size as usize,
        turns: 1 << 20,
    }
}

impl Backend for WebGpu {
    fn device_info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let memory = self.run_validated("creating a memory", || GpuMemory::new(&self.device, blueprint))?;
        Ok(self.memories.borrow_mut().add(memory))
    }

    fn reset_memory(&self, memory: MemoryId, blueprint: &Blueprint, contents: InitialContents) -> Result<()> {
        match contents {
            InitialContents::Zero => self.write_zeros(memory, blueprint),
            InitialContents::Unset => Ok(()),
        }
    }

    fn destroy_memory(&self, memory: MemoryId) {
        self.memories.borrow_mut().remove(memory);
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.run_validated("writing a memory", || self.write_region(memory, region, words))
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        self.run_validated("reading a memory", || self.read_regions(memory, regions, words))
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn PendingRead>> {
        let count = {
            let memories = self.memories.borrow();
            let memory = memories.get(memory)?;
            regions.iter().map(|region| memory.region_words(region)).sum()
        };
        let mut words = vec![0; count];
        self.read(memory, regions, &mut words)?;
        Ok(Box::new(ReadyWords(words)))
    }

    fn copy_region(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()> {
        self.run_validated("copying", || self.copy_between(from, to))
    }

    fn compile_program(&self, code: &KernelStages) -> Result<BackendProgram> {
        Ok(BackendProgram(Rc::new(GpuProgram::new(code)?)))
    }

    fn draw_pass(&self, draw: &Draw) -> Result<()> {
        let program = self.find_program(draw.program)?;
        self.run_validated("drawing", || self.encode_pass(&program, draw))
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let program = self.find_program(dispatch.program)?;
        self.run_validated("dispatching", || self.dispatch_groups(&program, dispatch))
    }

    fn issue_barrier(&self, _: Barriers) {
        // WebGPU orders launches by what they use.
    }

    fn time_launch(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        self.measure_launch(launch)
    }

    fn wait_idle(&self) -> Result<()> {
        self.submit_recorded();
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled
            .map(|_| ())
            .map_err(|error| Error::driver("waiting for the device", error.to_string()))
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
