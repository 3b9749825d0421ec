//! Binds a launch's arguments, and dispatches.

use super::WebGpu;
use super::memory::{GpuMemory, image_format};
use super::pipelines::{GpuPipeline, GpuProgram, MadePipeline, PipelineKey, view_dimension};
use crate::{StageResource, TranslatedStage, pack_uniforms};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Dispatch, Filter, GroupCounts, Memories, MemoryId, Sampling, Value, Wrap};
use gristmill_shader::Dimension;

/// The arguments of a launch, by name.
pub(super) struct LaunchArguments<'a> {
    pub(super) uniforms: &'a [(&'a str, Value)],
    pub(super) textures: &'a [(&'a str, MemoryId, Sampling)],
    pub(super) images: &'a [(&'a str, MemoryId)],
    pub(super) buffers: &'a [(&'a str, MemoryId)],
    /// The memories that are drawn into.
    pub(super) outputs: &'a [(&'a str, MemoryId, usize)],
    /// Width and height of the target, for points with a size.
    pub(super) target: [usize; 2],
}

/// A binding's object, kept until the bind group is made.
enum BoundObject<'m> {
    Owned(wgpu::Buffer),
    Buffer(&'m wgpu::Buffer),
    View(wgpu::TextureView),
    Sampler(wgpu::Sampler),
}

impl WebGpu {
    /// Makes one dispatch.
    pub(super) fn dispatch_groups(&self, program: &GpuProgram, dispatch: &Dispatch) -> Result<()> {
        let memories = self.memories.borrow();
        let mut key = PipelineKey::default();
        for (name, id) in dispatch.images {
            let format = memories.get(*id)?.expect_texture(name)?.format;
            key.images.push((name.to_string(), image_format(format)));
        }
        let pipeline = self.find_pipeline(program, key)?;
        let MadePipeline::Compute(compute) = &pipeline.made else {
            return Err(Error::driver("dispatching", "the kernel is none of the compute era"));
        };
        let arguments = LaunchArguments {
            uniforms: dispatch.uniforms,
            textures: dispatch.textures,
            images: dispatch.images,
            buffers: dispatch.buffers,
            outputs: &[],
            target: [1, 1],
        };
        let groups = self.bind_groups(&pipeline, &arguments, &memories)?;
        let indirect = match dispatch.groups {
            GroupCounts::Indirect(id, word) => {
                Some((memories.get(id)?.expect_buffer("the group counts")?, word as u64 * 4))
            }
            GroupCounts::Direct(_) => None,
        };
        self.record_commands(|encoder| {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(compute);
            for (at, group) in (0..).zip(&groups) {
                pass.set_bind_group(at, group, &[]);
            }
            match (indirect, dispatch.groups) {
                (Some((buffer, offset)), _) => pass.dispatch_workgroups_indirect(buffer, offset),
                (None, GroupCounts::Direct([x, y, z])) => pass.dispatch_workgroups(x, y, z),
                (None, GroupCounts::Indirect(..)) => {}
            }
            Ok(())
        })
    }

    /// Makes the bind groups of all stages.
    pub(super) fn bind_groups(
        &self,
        pipeline: &GpuPipeline,
        arguments: &LaunchArguments,
        memories: &Memories<GpuMemory>,
    ) -> Result<Vec<wgpu::BindGroup>> {
        let groups = (0..).zip(&pipeline.layouts).map(|(group, layout)| {
            let stage = pipeline.kernel.stages.iter().find(|stage| stage.group == group);
            let bound = match stage {
                Some(stage) => self.bind_stage(stage, arguments, memories)?,
                None => vec![],
            };
            let entries: Vec<wgpu::BindGroupEntry> = bound
                .iter()
                .map(|(binding, object)| wgpu::BindGroupEntry {
                    binding: *binding,
                    resource: match object {
                        BoundObject::Owned(buffer) => buffer.as_entire_binding(),
                        BoundObject::Buffer(buffer) => buffer.as_entire_binding(),
                        BoundObject::View(view) => wgpu::BindingResource::TextureView(view),
                        BoundObject::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
                    },
                })
                .collect();
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
            Ok(self.device.create_bind_group(&descriptor))
        });
        groups.collect()
    }

    /// Returns the objects of a stage's bindings.
    fn bind_stage<'m>(
        &self,
        stage: &TranslatedStage,
        arguments: &LaunchArguments,
        memories: &'m Memories<GpuMemory>,
    ) -> Result<Vec<(u32, BoundObject<'m>)>> {
        let mut bound = vec![];
        for resource in &stage.resources {
            match resource {
                StageResource::Uniforms { binding, bytes, members, .. } => {
                    let words = pack_uniforms(members, *bytes, arguments.uniforms);
                    bound.push((*binding, BoundObject::Owned(self.upload_words(&words))));
                }
                StageResource::TargetSize { binding } => {
                    let words = arguments.target.map(|side| (side as f32).to_bits());
                    bound.push((*binding, BoundObject::Owned(self.upload_words(&words))));
                }
                StageResource::Texture { name, binding, sampler, dimension, arrayed, shadow, .. } => {
                    let given = arguments.textures.iter().find(|(given, ..)| given == name);
                    let (_, id, sampling) = given.ok_or_else(|| refuse_binding(name))?;
                    let texture = memories.get(*id)?.expect_texture(name)?;
                    let view = if arguments.outputs.iter().any(|(_, output, _)| output == id) {
                        create_view(&self.copy_texture(texture)?, *dimension, *arrayed)
                    } else {
                        create_view(&texture.texture, *dimension, *arrayed)
                    };
                    bound.push((*binding, BoundObject::View(view)));
                    if let Some(sampler) = sampler {
                        bound.push((*sampler, BoundObject::Sampler(self.create_sampler(*sampling, *shadow)?)));
                    }
                }
                StageResource::Image { name, binding, dimension, arrayed, .. } => {
                    let given = arguments.images.iter().find(|(given, _)| given == name);
                    let (_, id) = given.ok_or_else(|| refuse_binding(name))?;
                    let texture = &memories.get(*id)?.expect_texture(name)?.texture;
                    bound.push((*binding, BoundObject::View(create_view(texture, *dimension, *arrayed))));
                }
                StageResource::Buffer { name, binding, .. } => {
                    let given = arguments.buffers.iter().find(|(given, _)| given == name);
                    let object = match given {
                        Some((_, id)) => BoundObject::Buffer(memories.get(*id)?.expect_buffer(name)?),
                        None => BoundObject::Owned(self.upload_words(&[0; 4])),
                    };
                    bound.push((*binding, object));
                }
            }
        }
        Ok(bound)
    }

    /// Creates a small buffer that a launch reads.
    fn upload_words(&self, words: &[u32]) -> wgpu::Buffer {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.len().max(16) as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, &bytes);
        buffer
    }

    fn create_sampler(&self, sampling: Sampling, shadow: bool) -> Result<wgpu::Sampler> {
        if sampling.has_border() {
            let sentence = "WebGPU has no border values; clamp, and compare the coordinate in the kernel";
            return Err(Error::card("sampling", sentence));
        }
        let [address_mode_u, address_mode_v, address_mode_w] = sampling.wraps.map(|wrap| match wrap {
            Wrap::Repeat => wgpu::AddressMode::Repeat,
            Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
            Wrap::Clamp | Wrap::Border => wgpu::AddressMode::ClampToEdge,
        });
        let (filter, between) = match sampling.filter {
            Filter::Nearest => (wgpu::FilterMode::Nearest, wgpu::MipmapFilterMode::Nearest),
            Filter::Linear => (wgpu::FilterMode::Linear, wgpu::MipmapFilterMode::Linear),
        };
        Ok(self.device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u,
            address_mode_v,
            address_mode_w,
            mag_filter: filter,
            min_filter: filter,
            mipmap_filter: if sampling.by_level { between } else { wgpu::MipmapFilterMode::Nearest },
            lod_max_clamp: if sampling.by_level { 32.0 } else { 0.0 },
            compare: shadow.then_some(wgpu::CompareFunction::LessEqual),
            ..wgpu::SamplerDescriptor::default()
        }))
    }
}

fn create_view(texture: &wgpu::Texture, dimension: Dimension, arrayed: bool) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(view_dimension(dimension, arrayed)),
        ..wgpu::TextureViewDescriptor::default()
    })
}

fn refuse_binding(name: &str) -> Error {
    Error::driver(format!("binding {name}"), "no argument is bound to it")
}
