//! wgpu without a window, on one of its backends.

use crate::race::Outcome;
use std::rc::Rc;
use wgpu::{
    Backends, BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, BufferDescriptor, BufferUsages,
    CommandEncoderDescriptor, ComputePipeline, ComputePipelineDescriptor, Device, DeviceDescriptor, Extent3d,
    InstanceDescriptor, MapMode, PipelineCompilationOptions, PollType, Queue, RequestAdapterOptions,
    ShaderModuleDescriptor, ShaderSource, TexelCopyBufferInfo, TexelCopyBufferLayout, Texture, TextureDescriptor,
    TextureDimension, TextureFormat, TextureUsages, TextureView,
};

pub struct WebGpu {
    device: Device,
    queue: Queue,
    /// The machine and its driver.
    pub name: String,
}

/// A step that is submitted.
pub enum Step {
    /// A kernel with what it reads and writes, and how many work groups it has.
    Dispatch { pipeline: ComputePipeline, bound: BindGroup, groups: [u32; 2] },
    /// Fours of a buffer become the texels of a texture.
    Copy { from: Buffer, to: Texture },
}

/// A resource that a kernel reads or writes.
pub enum Bound<'a> {
    Buffer(&'a Buffer),
    Texture(&'a TextureView),
}

fn layout_of(columns: u32) -> TexelCopyBufferLayout {
    TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(16 * columns), rows_per_image: None }
}

impl WebGpu {
    pub fn open(backends: Backends) -> Result<Rc<WebGpu>, String> {
        let mut description = InstanceDescriptor::new_without_display_handle();
        description.backends = backends;
        let instance = wgpu::Instance::new(description);
        let adapter = pollster::block_on(instance.request_adapter(&RequestAdapterOptions::default()))
            .map_err(|_| "no adapter".to_string())?;
        let info = adapter.get_info();
        let limits = adapter.limits();
        let description = DeviceDescriptor { required_limits: limits, ..Default::default() };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&description)).map_err(|error| error.to_string())?;
        let name = format!("{}, {}", info.name, info.driver_info.trim());
        Ok(Rc::new(WebGpu { device, queue, name }))
    }

    pub fn empty(&self, bytes: usize) -> Buffer {
        self.device.create_buffer(&BufferDescriptor {
            label: None,
            size: bytes as u64,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    }

    pub fn buffer<T: bytemuck::NoUninit>(&self, data: &[T]) -> Buffer {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        let buffer = self.empty(bytes.len());
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    /// Fours in a texture of so many columns.
    pub fn texture(&self, columns: usize, fours: &[f32]) -> TextureView {
        let size =
            Extent3d { width: columns as u32, height: (fours.len() / 4 / columns) as u32, depth_or_array_layers: 1 };
        let texture = self.device.create_texture(&TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format: TextureFormat::Rgba32Float,
            usage: TextureUsages::STORAGE_BINDING | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let layout = layout_of(size.width);
        self.queue
            .write_texture(texture.as_image_copy(), bytemuck::cast_slice(fours), layout, size);
        texture.create_view(&Default::default())
    }

    /// One entry point of a text of WGSL with its constants, on what it reads and writes, in the order of
    /// their bindings.
    pub fn dispatch(
        &self,
        text: &str,
        entry: &str,
        constants: &[(&str, f64)],
        bound: &[Bound],
        groups: [usize; 2],
    ) -> Step {
        let source = ShaderSource::Wgsl(text.into());
        let description = ShaderModuleDescriptor { label: None, source };
        let module = self.device.create_shader_module(description);
        let pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some(entry),
            compilation_options: PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        });
        let entries: Vec<BindGroupEntry> = (0..)
            .zip(bound)
            .map(|(binding, bound)| BindGroupEntry {
                binding,
                resource: match bound {
                    Bound::Buffer(buffer) => buffer.as_entire_binding(),
                    Bound::Texture(texture) => wgpu::BindingResource::TextureView(texture),
                },
            })
            .collect();
        let layout = pipeline.get_bind_group_layout(0);
        let bound =
            self.device
                .create_bind_group(&BindGroupDescriptor { label: None, layout: &layout, entries: &entries });
        Step::Dispatch { pipeline, bound, groups: groups.map(|count| count as u32) }
    }

    /// The fours of a buffer become the texels of a texture.
    pub fn copy(&self, from: &Buffer, to: &TextureView) -> Step {
        Step::Copy { from: from.clone(), to: to.texture().clone() }
    }

    /// All of these, one after another.
    pub fn run(&self, steps: &[Step]) -> Outcome {
        self.submit(steps, None)?;
        Ok(())
    }

    fn submit(&self, steps: &[Step], copied: Option<(&Buffer, &Buffer)>) -> Outcome {
        let mut encoder = self.device.create_command_encoder(&CommandEncoderDescriptor::default());
        for step in steps {
            match step {
                Step::Dispatch { pipeline, bound, groups: [x, y] } => {
                    let mut pass = encoder.begin_compute_pass(&Default::default());
                    pass.set_pipeline(pipeline);
                    pass.set_bind_group(0, bound, &[]);
                    pass.dispatch_workgroups(*x, *y, 1);
                }
                Step::Copy { from, to } => {
                    let from = TexelCopyBufferInfo { buffer: from, layout: layout_of(to.width()) };
                    encoder.copy_buffer_to_texture(from, to.as_image_copy(), to.size());
                }
            }
        }
        if let Some((from, to)) = copied {
            encoder.copy_buffer_to_buffer(from, 0, to, 0, to.size());
            encoder.map_buffer_on_submit(to, MapMode::Read, .., |_| {});
        }
        self.queue.submit([encoder.finish()]);
        self.device.poll(PollType::wait_indefinitely())?;
        Ok(())
    }

    /// A buffer of so many bytes in which the host reads what [`WebGpu::run_and_read`] brings.
    pub fn for_the_host(&self, bytes: u64) -> Buffer {
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        self.device
            .create_buffer(&BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false })
    }

    /// All of these, then the beginning of a buffer by way of another one.
    pub fn run_and_read(&self, steps: &[Step], from: &Buffer, by: &Buffer) -> Outcome<Vec<u8>> {
        self.submit(steps, Some((from, by)))?;
        let bytes = by.get_mapped_range(..)?.to_vec();
        by.unmap();
        Ok(bytes)
    }

    pub fn read(&self, buffer: &Buffer) -> Outcome<Vec<f64>> {
        let bytes = self.run_and_read(&[], buffer, &self.for_the_host(buffer.size()))?;
        Ok(bytemuck::pod_collect_to_vec::<u8, f32>(&bytes)
            .into_iter()
            .map(f64::from)
            .collect())
    }
}
