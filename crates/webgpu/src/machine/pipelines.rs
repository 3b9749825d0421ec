//! Kernels as shader modules and pipelines, made at the first launch that needs them.

use super::WebGpu;
use crate::{PointShape, StageResource, TranslatedKernel, TranslatedStage, TranslationOptions, translate_kernel};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Blend, KernelStages};
use gristmill_shader::{Dimension, ExpandedKernel, Interface, Stage, compile_stage, covering_stage};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A kernel, with the pipelines made of it so far.
pub(super) struct GpuProgram {
    texts: Vec<ExpandedKernel>,
    spirv: Vec<(Stage, Vec<u32>)>,
    /// Interface of the kernel's own stages, without the stage that covers the target.
    pub(super) interface: Interface,
    /// True if the kernel is a vertex stage alone.
    pub(super) is_feedback: bool,
    /// True if the kernel stores sizes of points.
    pub(super) has_point_size: bool,
    pipelines: RefCell<HashMap<PipelineKey, Rc<GpuPipeline>>>,
}

/// The key of a pipeline: all that it depends on besides the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct PipelineKey {
    /// The format of each image, in GLSL's words.
    pub(super) images: Vec<(String, String)>,
    /// The format of each target, by location.
    pub(super) targets: Vec<Option<wgpu::TextureFormat>>,
    pub(super) topology: Option<wgpu::PrimitiveTopology>,
    /// True if points have a size.
    pub(super) squares: bool,
    pub(super) blend: Option<u8>,
    pub(super) depth_stencil: Option<wgpu::DepthStencilState>,
    /// Location, format and bytes of an element of each vertex stream.
    pub(super) streams: Vec<(u32, wgpu::VertexFormat, u64)>,
}

/// A pipeline, with the layouts of its bind groups.
pub(super) struct GpuPipeline {
    pub(super) kernel: TranslatedKernel,
    /// By group.
    pub(super) layouts: Vec<wgpu::BindGroupLayout>,
    pub(super) made: MadePipeline,
}

pub(super) enum MadePipeline {
    Compute(wgpu::ComputePipeline),
    Render(wgpu::RenderPipeline),
}

impl PipelineKey {
    /// Keeps how fragments are combined.
    pub(super) fn set_blend(&mut self, blend: Option<Blend>) {
        self.blend = blend.map(|blend| match blend {
            Blend::Add => 0,
            Blend::Min => 1,
            Blend::Max => 2,
        });
    }

    fn blend_state(&self) -> Option<wgpu::BlendState> {
        let operation = match self.blend? {
            0 => wgpu::BlendOperation::Add,
            1 => wgpu::BlendOperation::Min,
            _ => wgpu::BlendOperation::Max,
        };
        let component =
            wgpu::BlendComponent { src_factor: wgpu::BlendFactor::One, dst_factor: wgpu::BlendFactor::One, operation };
        Some(wgpu::BlendState { color: component, alpha: component })
    }
}

impl GpuProgram {
    /// Keeps a kernel. A fragment kernel alone gets the stage that covers the target.
    pub(super) fn new(code: &KernelStages) -> Result<GpuProgram> {
        let drawn = code.compute.or(code.fragment);
        let cover = code.cover.filter(|_| code.fragment.is_some() && code.vertex.is_none());
        let mut spirv = code.module.spirv.clone();
        let mut texts: Vec<ExpandedKernel> = code.vertex.into_iter().chain(drawn).cloned().collect();
        if let Some(cover) = cover {
            let cover = covering_stage(cover, code.module)?;
            spirv.insert(0, (Stage::Vertex, compile_stage(&cover)?));
            texts.insert(0, cover);
        }
        let mut program = GpuProgram {
            texts,
            spirv,
            interface: code.module.interface.clone(),
            is_feedback: drawn.is_none(),
            has_point_size: false,
            pipelines: RefCell::default(),
        };
        let kernel = program.translate_stages(&PipelineKey::default())?;
        program.has_point_size = kernel.stages.iter().any(|stage| stage.has_point_size);
        Ok(program)
    }

    /// Returns the kernel in WGSL.
    pub(super) fn translate_stages(&self, key: &PipelineKey) -> Result<TranslatedKernel> {
        let texts: Vec<&ExpandedKernel> = self.texts.iter().collect();
        let formats: Vec<(&str, &str)> = key
            .images
            .iter()
            .map(|(name, format)| (name.as_str(), format.as_str()))
            .collect();
        let points = if key.squares { PointShape::Square } else { PointShape::Vertex };
        let options = TranslationOptions { image_formats: &formats, points, ..TranslationOptions::default() };
        translate_kernel(&self.spirv, &texts, &options)
    }
}

impl WebGpu {
    /// Returns the pipeline for a launch, made at most once.
    pub(super) fn find_pipeline(&self, program: &GpuProgram, key: PipelineKey) -> Result<Rc<GpuPipeline>> {
        if let Some(known) = program.pipelines.borrow().get(&key) {
            return Ok(known.clone());
        }
        let pipeline = Rc::new(self.run_validated("compiling", || self.make_pipeline(program, &key))?);
        program.pipelines.borrow_mut().insert(key, pipeline.clone());
        Ok(pipeline)
    }

    fn make_pipeline(&self, program: &GpuProgram, key: &PipelineKey) -> Result<GpuPipeline> {
        let kernel = program.translate_stages(key)?;
        let last = kernel.stages.iter().map(|stage| stage.group).max().unwrap_or(0);
        let layouts: Vec<wgpu::BindGroupLayout> = (0..=last)
            .map(|group| {
                let stage = kernel.stages.iter().find(|stage| stage.group == group);
                self.group_layout(stage)
            })
            .collect::<Result<_>>()?;
        let groups: Vec<Option<&wgpu::BindGroupLayout>> = layouts.iter().map(Some).collect();
        let layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let made = match kernel.stages.as_slice() {
            [stage] if stage.stage == Stage::Compute => MadePipeline::Compute(self.make_compute(stage, &layout)),
            [vertex, fragment] => MadePipeline::Render(self.make_render([vertex, fragment], &layout, key)),
            _ => {
                let sentence = "WebGPU draws with a vertex and a fragment stage; write the result in a compute kernel";
                return Err(Error::card("compiling", sentence));
            }
        };
        Ok(GpuPipeline { kernel, layouts, made })
    }

    fn make_module(&self, stage: &TranslatedStage) -> wgpu::ShaderModule {
        self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(stage.wgsl.as_str().into()),
        })
    }

    fn make_compute(&self, stage: &TranslatedStage, layout: &wgpu::PipelineLayout) -> wgpu::ComputePipeline {
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(layout),
            module: &self.make_module(stage),
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        })
    }

    fn make_render(
        &self,
        [vertex, fragment]: [&TranslatedStage; 2],
        layout: &wgpu::PipelineLayout,
        key: &PipelineKey,
    ) -> wgpu::RenderPipeline {
        let modules = [vertex, fragment].map(|stage| self.make_module(stage));
        let attributes: Vec<[wgpu::VertexAttribute; 1]> = key
            .streams
            .iter()
            .map(|(location, format, _)| {
                [wgpu::VertexAttribute { format: *format, offset: 0, shader_location: *location }]
            })
            .collect();
        let step_mode = if key.squares { wgpu::VertexStepMode::Instance } else { wgpu::VertexStepMode::Vertex };
        let streams: Vec<Option<wgpu::VertexBufferLayout>> = key
            .streams
            .iter()
            .zip(&attributes)
            .map(|((_, _, bytes), attributes)| {
                Some(wgpu::VertexBufferLayout { array_stride: *bytes, step_mode, attributes })
            })
            .collect();
        let blend = key.blend_state();
        let targets: Vec<Option<wgpu::ColorTargetState>> = key
            .targets
            .iter()
            .map(|format| {
                Some(wgpu::ColorTargetState { format: (*format)?, blend, write_mask: wgpu::ColorWrites::ALL })
            })
            .collect();
        self.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module: &modules[0],
                entry_point: Some("main"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &streams,
            },
            primitive: wgpu::PrimitiveState {
                topology: key.topology.unwrap_or(wgpu::PrimitiveTopology::TriangleList),
                // Rows run down in WebGPU and up in OpenGL: what turns left there turns right here.
                front_face: wgpu::FrontFace::Cw,
                ..wgpu::PrimitiveState::default()
            },
            depth_stencil: key.depth_stencil.clone(),
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &modules[1],
                entry_point: Some("main"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }

    /// Returns the layout of a stage's bind group; an empty one if there is no such stage.
    fn group_layout(&self, stage: Option<&TranslatedStage>) -> Result<wgpu::BindGroupLayout> {
        let mut entries = vec![];
        if let Some(stage) = stage {
            let visibility = match stage.stage {
                Stage::Vertex => wgpu::ShaderStages::VERTEX,
                Stage::Fragment => wgpu::ShaderStages::FRAGMENT,
                Stage::Compute => wgpu::ShaderStages::COMPUTE,
            };
            for resource in &stage.resources {
                for (binding, ty) in self.binding_types(resource)? {
                    entries.push(wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None });
                }
            }
        }
        Ok(self
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries }))
    }

    /// Returns the types of a resource's bindings: a texture may have a sampler.
    fn binding_types(&self, resource: &StageResource) -> Result<Vec<(u32, wgpu::BindingType)>> {
        let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
        let storage = |read_only| buffer(wgpu::BufferBindingType::Storage { read_only });
        let uniform = buffer(wgpu::BufferBindingType::Uniform);
        let filters = self.device.features().contains(wgpu::Features::FLOAT32_FILTERABLE);
        Ok(match resource {
            StageResource::Uniforms { binding, storage: true, .. } => vec![(*binding, storage(true))],
            StageResource::Uniforms { binding, .. } | StageResource::TargetSize { binding } => {
                vec![(*binding, uniform)]
            }
            StageResource::Buffer { binding, storage: true, writable, .. } => vec![(*binding, storage(!writable))],
            StageResource::Buffer { binding, .. } => vec![(*binding, uniform)],
            StageResource::Texture { binding, sampler, dimension, arrayed, scalar, shadow, .. } => {
                let sample_type = match scalar {
                    Scalar::I32 => wgpu::TextureSampleType::Sint,
                    Scalar::U32 => wgpu::TextureSampleType::Uint,
                    _ if *shadow => wgpu::TextureSampleType::Depth,
                    _ => wgpu::TextureSampleType::Float { filterable: filters },
                };
                let view_dimension = view_dimension(*dimension, *arrayed);
                let texture = wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false };
                let kind = match (shadow, filters) {
                    (true, _) => wgpu::SamplerBindingType::Comparison,
                    (_, true) => wgpu::SamplerBindingType::Filtering,
                    _ => wgpu::SamplerBindingType::NonFiltering,
                };
                let sampler = sampler.map(|sampler| (sampler, wgpu::BindingType::Sampler(kind)));
                std::iter::once((*binding, texture)).chain(sampler).collect()
            }
            StageResource::Image { name, binding, dimension, arrayed, format, readable, writable } => {
                let access = match (readable, writable) {
                    (true, true) => wgpu::StorageTextureAccess::ReadWrite,
                    (true, false) => wgpu::StorageTextureAccess::ReadOnly,
                    _ => wgpu::StorageTextureAccess::WriteOnly,
                };
                let format = storage_format(name, format)?;
                let view_dimension = view_dimension(*dimension, *arrayed);
                vec![(*binding, wgpu::BindingType::StorageTexture { access, format, view_dimension })]
            }
        })
    }
}

/// Returns the dimension of a view.
pub(super) fn view_dimension(dimension: Dimension, arrayed: bool) -> wgpu::TextureViewDimension {
    match (dimension, arrayed) {
        (Dimension::D3, _) => wgpu::TextureViewDimension::D3,
        (Dimension::Cube, false) => wgpu::TextureViewDimension::Cube,
        (Dimension::Cube, true) => wgpu::TextureViewDimension::CubeArray,
        (_, true) => wgpu::TextureViewDimension::D2Array,
        _ => wgpu::TextureViewDimension::D2,
    }
}

/// Returns WebGPU's format of an image.
fn storage_format(name: &str, format: &str) -> Result<wgpu::TextureFormat> {
    use wgpu::TextureFormat as T;
    Ok(match format {
        "r32f" => T::R32Float,
        "r32i" => T::R32Sint,
        "r32ui" => T::R32Uint,
        "rg32f" => T::Rg32Float,
        "rg32i" => T::Rg32Sint,
        "rg32ui" => T::Rg32Uint,
        "rgba32f" => T::Rgba32Float,
        "rgba32i" => T::Rgba32Sint,
        "rgba32ui" => T::Rgba32Uint,
        "rg16f" => T::Rg16Float,
        "rgba16f" => T::Rgba16Float,
        "rgba8" => T::Rgba8Unorm,
        other => {
            let sentence = format!("WebGPU has no images of {other}; use rgba32f or rgba8");
            return Err(Error::card(format!("binding {name}"), sentence));
        }
    })
}
