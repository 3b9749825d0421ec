//! `cargo bench -p gristmill-webgpu --features machine`: what a pass and a dispatch of 64 x 64 elements cost through the
//! backend, beside the same launches written by hand with wgpu. Both sides take turns in one process; the least time of
//! each counts.

use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::Result;
use gristmill_machine::{
    Backend, BackendProgram, Blueprint, Dispatch, Draw, Geometry, GroupCounts, KernelStages, MemoryId, Region,
    Sampling, Value,
};
use gristmill_shader::{CompiledModule, ExpandedKernel, SourceFile, Stage, compile, expand};
use gristmill_webgpu::WebGpu;
use std::time::{Duration, Instant};

/// Elements of a side, launches of a round, and rounds.
const SIDE: usize = 64;
const LAUNCHES: usize = 1000;
const ROUNDS: usize = 9;

const FRAGMENT: &str = "#version 330 core
uniform float alpha;
uniform sampler2D x;
out float result;
void main() { result = alpha * texelFetch(x, ivec2(gl_FragCoord.xy), 0).r; }
";
const COMPUTE: &str = "#version 430 core
layout(local_size_x = 64) in;
uniform float alpha;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { result[gl_GlobalInvocationID.x] = alpha * x[gl_GlobalInvocationID.x]; }
";
const COVER: &str = include_str!("../../../fragment_kernels/include/cover.vert");

/// The same kernels as one would write them for wgpu.
const BY_HAND: &str = "
@group(0) @binding(0) var<uniform> alpha: vec4f;
@group(0) @binding(1) var x: texture_2d<f32>;
@vertex fn cover(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0, 0.5, 1.0);
}
@fragment fn scale_element(@builtin(position) place: vec4f) -> @location(0) vec4f {
    return vec4f(alpha.x * textureLoad(x, vec2i(place.xy), 0).r);
}
";
const DISPATCH_BY_HAND: &str = "
@group(0) @binding(0) var<uniform> alpha: vec4f;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(64) fn scale_element(@builtin(global_invocation_id) i: vec3u) { result[i.x] = alpha.x * x[i.x]; }
";

fn main() -> Result<()> {
    let ours = WebGpu::open()?;
    let by_hand = HandWritten::new();
    println!("{}: {LAUNCHES} launches of {SIDE} x {SIDE}, the least of {ROUNDS} rounds", ours.device_info().name);
    let pass = Launched::new(&ours, FRAGMENT, Stage::Fragment)?;
    let dispatch = Launched::new(&ours, COMPUTE, Stage::Compute)?;
    for (name, launched, hand) in [("pass", &pass, Work::Pass), ("dispatch", &dispatch, Work::Dispatch)] {
        let mut least = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            launched.run_launches(&ours)?;
            least[0] = least[0].min(start.elapsed());
            let start = Instant::now();
            by_hand.run_launches(hand);
            least[1] = least[1].min(start.elapsed());
        }
        let [own, other] = least.map(|time| time.as_secs_f64() * 1e6 / LAUNCHES as f64);
        println!("{name}: {own:.1} us, by hand {other:.1} us: {:.2}", own / other);
    }
    Ok(())
}

/// A kernel with its memories on the backend.
struct Launched {
    stage: Stage,
    program: BackendProgram,
    memories: [MemoryId; 2],
}

impl Launched {
    fn new(backend: &WebGpu, text: &str, stage: Stage) -> Result<Launched> {
        let expand_text = |name: &str, text: &str, stage| {
            let file = SourceFile { name: name.to_string(), text: text.to_string().into() };
            expand(&file, stage, &|_| None, &[])
        };
        let main: ExpandedKernel = expand_text("scale", text, stage)?;
        let cover = expand_text("cover.vert", COVER, Stage::Vertex)?;
        let module: CompiledModule = compile(&[&main])?;
        let program = backend.compile_program(&KernelStages {
            vertex: None,
            fragment: Some(&main).filter(|_| stage == Stage::Fragment),
            compute: Some(&main).filter(|_| stage == Stage::Compute),
            cover: Some(&cover),
            module: &module,
        })?;
        let format = Format { scalar: Scalar::F32, lanes: 1 };
        let blueprint = match stage {
            Stage::Fragment => Blueprint::Texture { format, width: SIDE, height: SIDE, levels: 1 },
            _ => Blueprint::Buffer { words: SIDE * SIDE, each: 1 },
        };
        let memories = [backend.create_memory(&blueprint)?, backend.create_memory(&blueprint)?];
        Ok(Launched { stage, program, memories })
    }

    fn run_launches(&self, backend: &WebGpu) -> Result<()> {
        let uniforms = [("alpha", Value::Float(2.0))];
        let [source, result] = self.memories;
        for _ in 0..LAUNCHES {
            if self.stage == Stage::Compute {
                backend.dispatch(&Dispatch {
                    program: &self.program,
                    uniforms: &uniforms,
                    given: 1,
                    remember: None,
                    textures: &[],
                    images: &[],
                    buffers: &[("X", source), ("Result", result)],
                    groups: GroupCounts::Direct([SIDE as u32, 1, 1]),
                })?;
                continue;
            }
            backend.draw_pass(&Draw {
                program: &self.program,
                uniforms: &uniforms,
                given: 1,
                remember: None,
                textures: &[("x", source, Sampling::nearest())],
                targets: &[("result", result, 0)],
                depth_stencil: None,
                geometry: Geometry::Regions(&[Region { x: 0, y: 0, z: 0, width: SIDE, height: SIDE }]),
                blend: None,
                query: None,
                condition: None,
                arithmetic: None,
            })?;
        }
        backend.wait_idle()
    }
}

#[derive(Clone, Copy)]
enum Work {
    Pass,
    Dispatch,
}

/// The same launches with wgpu alone: everything that can be made once is.
struct HandWritten {
    device: wgpu::Device,
    queue: wgpu::Queue,
    alpha: wgpu::Buffer,
    target: wgpu::TextureView,
    pass: (wgpu::RenderPipeline, wgpu::BindGroup),
    dispatch: (wgpu::ComputePipeline, wgpu::BindGroup),
}

impl HandWritten {
    fn new() -> HandWritten {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).unwrap();
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default())).unwrap();
        let buffer = |usage| {
            let size = (SIDE * SIDE * 4) as u64;
            device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
        };
        let alpha = buffer(wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        let texture = || {
            let side = SIDE as u32;
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::R32Float,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let pass = make_pass(&device, &alpha, &texture());
        let dispatch =
            make_dispatch(&device, &alpha, [buffer(wgpu::BufferUsages::STORAGE), buffer(wgpu::BufferUsages::STORAGE)]);
        HandWritten { target: texture(), device, queue, alpha, pass, dispatch }
    }

    fn run_launches(&self, work: Work) {
        self.queue.write_buffer(&self.alpha, 0, &2.0_f32.to_le_bytes());
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for _ in 0..LAUNCHES {
            match work {
                Work::Pass => {
                    let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
                    let view = &self.target;
                    let target = wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops };
                    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                        color_attachments: &[Some(target)],
                        ..wgpu::RenderPassDescriptor::default()
                    });
                    pass.set_pipeline(&self.pass.0);
                    pass.set_bind_group(0, &self.pass.1, &[]);
                    pass.draw(0..3, 0..1);
                }
                Work::Dispatch => {
                    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                    pass.set_pipeline(&self.dispatch.0);
                    pass.set_bind_group(0, &self.dispatch.1, &[]);
                    pass.dispatch_workgroups(SIDE as u32, 1, 1);
                }
            }
        }
        self.queue.submit([encoder.finish()]);
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    }
}

fn make_module(device: &wgpu::Device, text: &str) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(text.into());
    device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source })
}

fn make_group(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, all: &[wgpu::BindingResource]) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry> = (0..)
        .zip(all)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}

fn make_pass(
    device: &wgpu::Device,
    alpha: &wgpu::Buffer,
    source: &wgpu::TextureView,
) -> (wgpu::RenderPipeline, wgpu::BindGroup) {
    let module = make_module(device, BY_HAND);
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("cover"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("scale_element"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::TextureFormat::R32Float.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    let resources = [alpha.as_entire_binding(), wgpu::BindingResource::TextureView(source)];
    let group = make_group(device, &pipeline.get_bind_group_layout(0), &resources);
    (pipeline, group)
}

fn make_dispatch(
    device: &wgpu::Device,
    alpha: &wgpu::Buffer,
    [source, result]: [wgpu::Buffer; 2],
) -> (wgpu::ComputePipeline, wgpu::BindGroup) {
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &make_module(device, DISPATCH_BY_HAND),
        entry_point: Some("scale_element"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let resources = [alpha.as_entire_binding(), source.as_entire_binding(), result.as_entire_binding()];
    let group = make_group(device, &pipeline.get_bind_group_layout(0), &resources);
    (pipeline, group)
}
