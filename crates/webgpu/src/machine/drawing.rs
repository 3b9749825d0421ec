//! Passes of the fragment era.

use super::WebGpu;
use super::launching::LaunchArguments;
use super::memory::{DEPTH_STENCIL, GpuMemory, GpuTexture, TextureForm, vertex_format};
use super::pipelines::{GpuProgram, MadePipeline, PipelineKey};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Compare, DepthStencilState, Draw, Geometry, Memories, Region, StencilUpdate, Topology, Value};
use gristmill_shader::COVER_SIZE;

/// Corners of the two triangles of a point with a size, and of the triangle that covers a target.
const SQUARE_CORNERS: u32 = 6;
const COVER_CORNERS: u32 = 3;

/// A view of each target, with its size.
struct PassTargets {
    /// By location.
    views: Vec<Option<(wgpu::TextureView, Option<u32>)>>,
    size: [usize; 2],
}

impl WebGpu {
    /// Makes one draw call per region, or one for all vertices.
    pub(super) fn encode_pass(&self, program: &GpuProgram, draw: &Draw) -> Result<()> {
        if program.is_feedback {
            let sentence = "WebGPU has no transform feedback; write the stream in a compute kernel";
            return Err(Error::card("drawing", sentence));
        }
        let memories = self.memories.borrow();
        if let Some(GpuMemory::Query(count)) = draw.condition.map(|id| memories.get(id)).transpose()?
            && count.get() == 0
        {
            return Ok(());
        }
        let mut key = PipelineKey::default();
        key.set_blend(draw.blend);
        key.depth_stencil = draw.depth_stencil.map(|(_, state)| depth_stencil_state(&state));
        let targets = find_targets(program, draw, &memories, &mut key)?;
        add_geometry(program, draw, &mut key)?;
        let size = match draw.geometry {
            Geometry::Vertices { size, .. } => size,
            Geometry::Regions(_) => targets.size,
        };
        let pipeline = self.find_pipeline(program, key.clone())?;
        let MadePipeline::Render(render) = &pipeline.made else {
            return Err(Error::driver("drawing", "the kernel is none of the fragment era"));
        };
        let mut uniforms = draw.uniforms.to_vec();
        uniforms.push((COVER_SIZE, Value::Vec2(size.map(|side| side as f32))));
        let arguments = LaunchArguments {
            uniforms: &uniforms,
            textures: draw.textures,
            images: &[],
            buffers: &[],
            outputs: draw.targets,
            target: size,
        };
        let groups = self.bind_groups(&pipeline, &arguments, &memories)?;
        let queries = draw.query.map(|_| self.create_queries());
        let planes = match draw.depth_stencil {
            None => None,
            Some((id, state)) => match memories.get(id)? {
                GpuMemory::DepthStencil(texture) => {
                    Some((texture.create_view(&wgpu::TextureViewDescriptor::default()), state.reference))
                }
                _ => return Err(Error::driver("drawing", "the mask is not a depth-stencil memory")),
            },
        };
        let streams = match draw.geometry {
            Geometry::Vertices { attributes, .. } => attributes
                .iter()
                .map(|(name, id, _)| memories.get(*id)?.expect_buffer(name))
                .collect::<Result<Vec<_>>>()?,
            Geometry::Regions(_) => vec![],
        };
        self.record_commands(|encoder| {
            let attachments: Vec<Option<wgpu::RenderPassColorAttachment>> = targets
                .views
                .iter()
                .map(|target| {
                    let (view, depth_slice) = target.as_ref()?;
                    let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
                    let depth_slice = *depth_slice;
                    Some(wgpu::RenderPassColorAttachment { view, depth_slice, resolve_target: None, ops })
                })
                .collect();
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: None,
                color_attachments: &attachments,
                depth_stencil_attachment: planes.as_ref().map(|(view, _)| keep_planes(view)),
                occlusion_query_set: queries.as_ref().map(|(queries, _)| queries),
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(render);
            for (at, group) in (0..).zip(&groups) {
                pass.set_bind_group(at, group, &[]);
            }
            for (at, stream) in (0..).zip(&streams) {
                pass.set_vertex_buffer(at, stream.slice(..));
            }
            if let Some((_, reference)) = &planes {
                pass.set_stencil_reference((*reference).into());
            }
            if queries.is_some() {
                pass.begin_occlusion_query(0);
            }
            pass.set_viewport(0.0, 0.0, size[0] as f32, size[1] as f32, 0.0, 1.0);
            draw_geometry(&mut pass, draw, key.squares);
            if queries.is_some() {
                pass.end_occlusion_query();
            }
            drop(pass);
            if let Some((queries, held)) = &queries {
                encoder.resolve_query_set(queries, 0..1, held, 0);
            }
            Ok(())
        })?;
        if let (Some(id), Some((_, held))) = (draw.query, &queries)
            && let GpuMemory::Query(count) = memories.get(id)?
        {
            let mut words = [0; 2];
            self.read_buffer(held, 0, &mut words)?;
            count.set(if words[1] > 0 { u32::MAX } else { words[0] });
        }
        Ok(())
    }

    /// Creates a query of one entry, and the buffer that it is resolved to.
    fn create_queries(&self) -> (wgpu::QuerySet, wgpu::Buffer) {
        let queries = self.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Occlusion,
            count: 1,
        });
        let held = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 8,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        (queries, held)
    }
}

/// Adds primitives and vertex streams to a pipeline's key.
fn add_geometry(program: &GpuProgram, draw: &Draw, key: &mut PipelineKey) -> Result<()> {
    let Geometry::Vertices { mode, attributes, .. } = draw.geometry else { return Ok(()) };
    key.squares = mode == Topology::Points && program.has_point_size;
    key.topology = Some(match mode {
        Topology::Points if key.squares => wgpu::PrimitiveTopology::TriangleList,
        Topology::Points => wgpu::PrimitiveTopology::PointList,
        Topology::Lines => wgpu::PrimitiveTopology::LineList,
        Topology::Triangles => wgpu::PrimitiveTopology::TriangleList,
    });
    for (name, _, format) in attributes {
        let declared = program.interface.attributes.iter().find(|attribute| attribute.name == *name);
        let location = declared.map_or(0, |attribute| attribute.location);
        key.streams.push((location, vertex_format(*format)?, format.bytes() as u64));
    }
    Ok(())
}

/// Finds the targets' views, by location.
fn find_targets(
    program: &GpuProgram,
    draw: &Draw,
    memories: &Memories<GpuMemory>,
    key: &mut PipelineKey,
) -> Result<PassTargets> {
    let mut targets = PassTargets { views: vec![], size: [1, 1] };
    for (name, id, slice) in draw.targets {
        let GpuTexture { texture, form, .. } = memories.get(*id)?.expect_texture(name)?;
        let output = program.interface.outputs.iter().find(|output| output.name == *name);
        let location = output.map_or(0, |output| output.location) as usize;
        let slice = *slice as u32;
        let level = if *form == TextureForm::Plane { slice } else { 0 };
        let view = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(match form {
                TextureForm::Volume => wgpu::TextureViewDimension::D3,
                _ => wgpu::TextureViewDimension::D2,
            }),
            base_mip_level: level,
            mip_level_count: Some(1),
            base_array_layer: if *form == TextureForm::Cube { slice } else { 0 },
            array_layer_count: (*form == TextureForm::Cube).then_some(1),
            ..wgpu::TextureViewDescriptor::default()
        });
        while targets.views.len() <= location {
            targets.views.push(None);
            key.targets.push(None);
        }
        targets.views[location] = Some((view, (*form == TextureForm::Volume).then_some(slice)));
        key.targets[location] = Some(texture.format());
        targets.size = [texture.width(), texture.height()].map(|side| (side >> level).max(1) as usize);
    }
    Ok(targets)
}

fn draw_geometry(pass: &mut wgpu::RenderPass, draw: &Draw, squares: bool) {
    match draw.geometry {
        Geometry::Regions(regions) => {
            for Region { x, y, width, height, .. } in regions.iter().filter(|region| region.width * region.height > 0) {
                let [x, y, width, height] = [*x, *y, *width, *height].map(|side| side as u32);
                pass.set_scissor_rect(x, y, width, height);
                pass.draw(0..COVER_CORNERS, 0..1);
            }
        }
        Geometry::Vertices { count, .. } if squares => pass.draw(0..SQUARE_CORNERS, 0..count as u32),
        Geometry::Vertices { count, .. } => pass.draw(0..count as u32, 0..1),
    }
}

fn keep_planes(view: &wgpu::TextureView) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store }),
        stencil_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store }),
    }
}

fn compare_function(compare: Compare) -> wgpu::CompareFunction {
    match compare {
        Compare::Always => wgpu::CompareFunction::Always,
        Compare::Never => wgpu::CompareFunction::Never,
        Compare::Less => wgpu::CompareFunction::Less,
        Compare::LessOrEqual => wgpu::CompareFunction::LessEqual,
        Compare::Equal => wgpu::CompareFunction::Equal,
        Compare::NotEqual => wgpu::CompareFunction::NotEqual,
        Compare::GreaterOrEqual => wgpu::CompareFunction::GreaterEqual,
        Compare::Greater => wgpu::CompareFunction::Greater,
    }
}

fn stencil_operation(update: StencilUpdate) -> wgpu::StencilOperation {
    match update {
        StencilUpdate::Keep => wgpu::StencilOperation::Keep,
        StencilUpdate::Replace => wgpu::StencilOperation::Replace,
        StencilUpdate::Increment => wgpu::StencilOperation::IncrementClamp,
        StencilUpdate::Decrement => wgpu::StencilOperation::DecrementClamp,
    }
}

fn depth_stencil_state(state: &DepthStencilState) -> wgpu::DepthStencilState {
    let face = wgpu::StencilFaceState {
        compare: compare_function(state.stencil),
        fail_op: stencil_operation(state.on_fail),
        depth_fail_op: wgpu::StencilOperation::Keep,
        pass_op: stencil_operation(state.on_pass),
    };
    wgpu::DepthStencilState {
        format: DEPTH_STENCIL,
        depth_write_enabled: Some(state.write_depth),
        depth_compare: Some(compare_function(state.depth)),
        stencil: wgpu::StencilState { front: face, back: face, read_mask: 0xff, write_mask: 0xff },
        bias: wgpu::DepthBiasState::default(),
    }
}
