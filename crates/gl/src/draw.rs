//! Draws one pass of the fragment era through glium.

use super::bindings::Bindings;
use super::draw_parameters::{set_masking, to_glium_blend};
use super::feedback;
use super::hooks::{self, HookedLaunch, ReplacedBindings};
use super::memory::{GlMemory, each};
use super::{Gl, GlProgram, LinkedProgram};
use glium::draw_parameters::{ConditionalRendering, SamplesPassedQuery};
use glium::framebuffer::{ColorAttachment, MultiOutputFrameBuffer, SimpleFrameBuffer, ToColorAttachment};
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::CubeLayer;
use glium::vertex::{AttributeType, MultiVerticesSource, VertexFormat, VerticesSource};
use glium::{DrawParameters, Rect, Surface};
use glow::HasContext;
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Draw, Geometry, Memories, MemoryId, Region, Topology, Value};
use std::borrow::Cow;
use std::collections::HashMap;

impl Gl {
    /// Draws a pass, and records it if requested.
    pub(super) fn draw_with_glium(&self, draw: &Draw) -> Result<()> {
        let linked: &LinkedProgram = draw.program.0.downcast_ref().ok_or_else(wrong_program)?;
        self.plain.set(false);
        linked.settle_uniforms(&self.glow)?;
        self.draw_linked(linked, draw)?;
        linked.note_uniforms(draw.uniforms.iter().copied());
        let special = draw.depth_stencil.is_some() || draw.blend.is_some() || draw.query.is_some();
        self.plain
            .set(!special && draw.condition.is_none() && matches!(draw.geometry, Geometry::Regions(_)));
        if self.plain.get() { self.record_pass(linked, draw, &self.memories.borrow()) } else { Ok(()) }
    }

    fn draw_linked(&self, linked: &LinkedProgram, draw: &Draw) -> Result<()> {
        let memories = self.memories.borrow();
        let (program, nowhere) = match &linked.program {
            Some(GlProgram::Fragment(program)) => (program, None),
            Some(GlProgram::Vertex(program, nowhere)) => (program, Some(nowhere)),
            _ => return Err(wrong_program()),
        };

        let mut bindings = Bindings::new();
        bindings.add_uniforms(draw.uniforms.iter().map(|(name, value)| (linked.driver_name(name), *value)));
        for (name, memory, sampling) in draw.textures {
            bindings.add_texture(linked.driver_name(name), memories.get(*memory)?, *sampling)?;
        }
        if linked.reads_rectangles() {
            let size = target_size(draw, &memories)?;
            bindings.add_uniforms(std::iter::once((gristmill_shader::COVER_SIZE, Value::Vec2(size))));
        }
        let borders = self.borders.prepare_samplers(&self.glow, &bindings.borders)?;
        let replaced = &ReplacedBindings { borders, rectangles: bindings.rectangles.clone() };

        if let Some(query) = draw.query {
            self.renew_query(memories.get(query)?)?;
        }
        let query = draw.query.map(|query| running_query(memories.get(query)?)).transpose()?;
        let condition = draw.condition.map(|query| running_query(memories.get(query)?)).transpose()?;
        if let (Some(None), Some(id)) = (&condition.as_ref().map(|query| query.as_ref()), draw.condition)
            && query_count(memories.get(id)?) == 0
        {
            return Ok(()); // the host has already read this query, and its count is zero
        }

        let mut parameters = DrawParameters {
            blend: draw.blend.map_or_else(Default::default, to_glium_blend),
            condition: condition
                .as_ref()
                .and_then(|query| query.as_ref())
                .map(|query| ConditionalRendering { query: query.into(), wait: true, per_region: false }),
            samples_passed_query: query.as_ref().and_then(|query| query.as_ref()).map(Into::into),
            ..Default::default()
        };
        let mask = match draw.depth_stencil {
            None => None,
            Some((id, masking)) => {
                set_masking(&mut parameters, masking);
                let GlMemory::DepthStencil { texture } = memories.get(id)? else {
                    return Err(Error::driver("drawing", "the mask is not a depth-stencil memory"));
                };
                Some(texture)
            }
        };

        let gl = self;
        let bindings = &bindings;
        if let Some(nowhere) = nowhere {
            parameters.draw_primitives = false;
            let written = feedback::written_buffers(draw, &memories)?;
            let mut surface = SimpleFrameBuffer::new(&self.current.glium, nowhere).map_err(refuse_outputs)?;
            let how = PassDraw { gl, linked, program, bindings, replaced, parameters, targets: &[], written };
            return how.draw_geometry(&mut surface, &draw.geometry, &memories);
        }

        let mut targets = Vec::with_capacity(draw.targets.len());
        for (name, id, slice) in draw.targets {
            let memory = memories.get(*id)?;
            targets.push((linked.driver_name(name), memory, *slice));
        }
        let how =
            PassDraw { gl, linked, program, bindings, replaced, parameters, targets: &targets, written: Vec::new() };
        match (targets.as_slice(), mask) {
            // The common pass uses glium's lighter framebuffer.
            ([(_, memory, slice)], None) => {
                let colour = colour_attachment(memory, *slice)?;
                let mut surface = SimpleFrameBuffer::new(&self.current.glium, colour).map_err(refuse_outputs)?;
                how.draw_geometry(&mut surface, &draw.geometry, &memories)
            }
            (_, None) => {
                let colours = colour_attachments(&targets)?;
                let mut surface = MultiOutputFrameBuffer::new(&self.current.glium, colours).map_err(refuse_outputs)?;
                how.draw_geometry(&mut surface, &draw.geometry, &memories)
            }
            (_, Some(mask)) => {
                let colours = colour_attachments(&targets)?;
                let attached = mask
                    .main_level()
                    .first_layer()
                    .into_image(None)
                    .map(glium::framebuffer::DepthStencilAttachment::Texture);
                let attached = attached.ok_or_else(|| Error::driver("attaching the mask", "it has no level"))?;
                let surface = MultiOutputFrameBuffer::with_depth_stencil_buffer(&self.current.glium, colours, attached);
                how.draw_geometry(&mut surface.map_err(refuse_outputs)?, &draw.geometry, &memories)
            }
        }
    }

    /// Gives the query a new query object of glium.
    fn renew_query(&self, memory: &GlMemory) -> Result<()> {
        let GlMemory::Query(query) = memory else { return Err(Error::driver("drawing", "the memory is not a query")) };
        let mut running = query.running.borrow_mut();
        // glium never restarts a query object, so one that another pass has ended must be replaced.
        let fresh = SamplesPassedQuery::new(&self.current.glium);
        *running = Some(fresh.map_err(|error| Error::driver("making an occlusion query", error.to_string()))?);
        query.count.set(0);
        Ok(())
    }
}

fn refuse_outputs(error: glium::framebuffer::ValidationError) -> Error {
    Error::driver("attaching the outputs", error.to_string())
}

/// Returns the columns and rows of the first target of a pass.
fn target_size(draw: &Draw, memories: &Memories<GlMemory>) -> Result<[f32; 2]> {
    let Some((_, id, _)) = draw.targets.first() else { return Ok([1.0; 2]) };
    let [width, height] = match memories.get(*id)? {
        GlMemory::Row { texture, .. } => [each!(texture, texture => texture.width()), 1],
        GlMemory::Plane { texture, .. } => each!(texture, texture => [texture.width(), texture.height()]),
        GlMemory::Rectangle { textures, .. } => {
            each!(&textures.texture, texture => [texture.width(), texture.height()])
        }
        GlMemory::Volume { textures, .. } => {
            each!(&textures.stand_in, texture => [texture.width(), texture.height()])
        }
        GlMemory::Cube { texture, .. } => [each!(texture, texture => texture.width()); 2],
        _ => [1; 2],
    };
    Ok([width as f32, height as f32])
}

fn running_query(memory: &GlMemory) -> Result<std::cell::Ref<'_, Option<SamplesPassedQuery>>> {
    match memory {
        GlMemory::Query(query) => Ok(query.running.borrow()),
        _ => Err(Error::driver("drawing", "the memory is not a query")),
    }
}

fn query_count(memory: &GlMemory) -> u32 {
    if let GlMemory::Query(query) = memory { query.count.get() } else { 0 }
}

/// Everything that the draws of one pass share.
struct PassDraw<'a, 'b, 'q> {
    gl: &'a Gl,
    linked: &'a LinkedProgram,
    program: &'a glium::Program,
    bindings: &'a Bindings<'b>,
    replaced: &'a ReplacedBindings,
    parameters: DrawParameters<'q>,
    targets: &'a [(&'a str, &'a GlMemory, usize)],
    /// Buffers that the vertices write, for a program that draws nothing.
    written: Vec<glow::NativeBuffer>,
}

impl PassDraw<'_, '_, '_> {
    fn draw_geometry(
        mut self,
        surface: &mut impl Surface,
        geometry: &Geometry,
        memories: &Memories<GlMemory>,
    ) -> Result<()> {
        self.attach_slices(surface)?;
        match geometry {
            Geometry::Regions(regions) => {
                // The triangle covers the target, so that its interpolants are places in the target.
                for region in *regions {
                    self.parameters.scissor = Some(to_rect(region));
                    self.draw_vertices(
                        surface,
                        PrimitiveType::TrianglesList,
                        VerticesSource::Marker { len: 3, per_instance: false },
                        3,
                    )?;
                }
            }
            Geometry::Vertices { mode, count, attributes, size } => {
                let [width, height] = *size;
                self.parameters.viewport = Some(to_rect(&Region { x: 0, y: 0, z: 0, width, height }));
                let primitive = match mode {
                    Topology::Points => PrimitiveType::Points,
                    Topology::Lines => PrimitiveType::LinesList,
                    Topology::Triangles => PrimitiveType::TrianglesList,
                };
                self.draw_attributes(surface, primitive, *count, attributes, memories)?;
            }
        }
        self.detach_slices();
        Ok(())
    }

    fn draw_vertices<'v>(
        &self,
        surface: &mut impl Surface,
        primitive: PrimitiveType,
        vertices: impl MultiVerticesSource<'v>,
        count: usize,
    ) -> Result<()> {
        let launch = HookedLaunch::Vertices(count as i32, self.written.clone());
        hooks::with_launch(&self.gl.glow, launch, self.replaced, || {
            surface.draw(vertices, NoIndices(primitive), self.program, &self.bindings, &self.parameters)
        })
        .map_err(|error| Error::driver("drawing", error.to_string()))
    }

    fn draw_attributes(
        &self,
        surface: &mut impl Surface,
        primitive: PrimitiveType,
        count: usize,
        attributes: &[(&str, MemoryId, Format)],
        memories: &Memories<GlMemory>,
    ) -> Result<()> {
        if attributes.is_empty() {
            return self.draw_vertices(
                surface,
                primitive,
                VerticesSource::Marker { len: count, per_instance: false },
                count,
            );
        }
        let mut sources = Vec::with_capacity(attributes.len());
        for (at, (name, id, format)) in attributes.iter().enumerate() {
            let GlMemory::Buffer { buffer, .. } = memories.get(*id)? else {
                return Err(Error::driver(format!("binding {name}"), "a vertex stream must be a buffer"));
            };
            sources.push(VerticesSource::VertexBuffer(
                buffer.as_slice_any(),
                self.gl.vertex_format(self.linked.driver_name(name), *format),
                false,
            ));
            // glium 0.36 identifies a vertex array by its buffers in order of their names, not by their attributes, so
            // it would miss two streams that exchange places. So the second buffer is added once more without
            // attributes, the third twice, and so on, which makes all orders different.
            for _ in 0..at {
                sources.push(VerticesSource::VertexBuffer(buffer.as_slice_any(), &[], false));
            }
        }
        // glium requires equal lengths; the launch below draws `count` whatever the padding.
        self.draw_vertices(surface, primitive, VertexSources(sources), count)
    }

    /// Attaches slices of 3D textures for the pass. glium cannot do this: it binds a stand-in,
    /// which we replace by the slice.
    fn attach_slices(&self, surface: &mut impl Surface) -> Result<()> {
        if !self
            .targets
            .iter()
            .any(|(_, memory, _)| matches!(memory, GlMemory::Volume { .. }))
        {
            return Ok(());
        }
        // Drawing nothing makes glium bind its framebuffer.
        self.draw_vertices(surface, PrimitiveType::Points, VerticesSource::Marker { len: 0, per_instance: false }, 0)?;
        for (at, (_, memory, slice)) in self.targets.iter().enumerate() {
            if let GlMemory::Volume { id, .. } = memory {
                let attachment = glow::COLOR_ATTACHMENT0 + self.attachment_number(at);
                // SAFETY: glium has just bound the framebuffer of this pass, and the slice is within the
                // volume.
                unsafe {
                    let gl = &self.gl.glow;
                    gl.framebuffer_texture_layer(glow::DRAW_FRAMEBUFFER, attachment, Some(*id), 0, *slice as i32);
                }
            }
        }
        Ok(())
    }

    fn detach_slices(&self) {
        for (at, (_, memory, _)) in self.targets.iter().enumerate() {
            if let GlMemory::Volume { textures, .. } = memory {
                let attachment = glow::COLOR_ATTACHMENT0 + self.attachment_number(at);
                let id = each!(&textures.stand_in, texture => glium::GlObject::get_id(texture));
                let id = std::num::NonZeroU32::new(id).map(glow::NativeTexture);
                // SAFETY: the framebuffer of this pass is still bound; it gets back the attachment that glium believes it
                // has.
                unsafe {
                    let gl = &self.gl.glow;
                    gl.framebuffer_texture_2d(glow::DRAW_FRAMEBUFFER, attachment, glow::TEXTURE_2D, id, 0);
                }
            }
        }
    }

    /// Returns the attachment of an output. glium attaches outputs by location, a single output at 0.
    fn attachment_number(&self, at: usize) -> u32 {
        if self.targets.len() == 1 {
            0
        } else {
            self.program.get_frag_data_location(self.targets[at].0).unwrap_or(at as u32)
        }
    }
}

impl Gl {
    /// Returns the vertex format of one attribute. glium requires a `'static` format, so each
    /// distinct one is leaked once.
    fn vertex_format(&self, name: &str, format: Format) -> VertexFormat {
        let mut formats = self.vertex_formats.borrow_mut();
        if let Some(known) = formats.get(&(name.to_string(), format)) {
            return known;
        }
        let kind = match (format.scalar, format.lanes) {
            (Scalar::Unorm8, _) => AttributeType::U8U8U8U8,
            (Scalar::F16, 2) => AttributeType::F16F16,
            (Scalar::F16, _) => AttributeType::F16F16F16F16,
            (Scalar::F32, 1) => AttributeType::F32,
            (Scalar::F32, 2) => AttributeType::F32F32,
            (Scalar::F32, _) => AttributeType::F32F32F32F32,
            (Scalar::I32, 1) => AttributeType::I32,
            (Scalar::I32, 2) => AttributeType::I32I32,
            (Scalar::I32, _) => AttributeType::I32I32I32I32,
            (Scalar::U32, 1) => AttributeType::U32,
            (Scalar::U32, 2) => AttributeType::U32U32,
            (Scalar::U32, _) => AttributeType::U32U32U32U32,
        };
        let normalised = format.scalar == Scalar::Unorm8;
        let kept: VertexFormat = vec![(Cow::Owned(name.to_string()), 0, -1, kind, normalised)].leak();
        formats.insert((name.to_string(), format), kept);
        kept
    }
}

/// The vertex streams of a pass, in the form that glium expects.
struct VertexSources<'a>(Vec<VerticesSource<'a>>);

impl<'a> MultiVerticesSource<'a> for VertexSources<'a> {
    type Iterator = std::vec::IntoIter<VerticesSource<'a>>;

    fn iter(self) -> Self::Iterator {
        self.0.into_iter()
    }
}

/// Vertex formats kept for glium.
pub(super) type VertexFormats = HashMap<(String, Format), VertexFormat>;

fn colour_attachment(memory: &GlMemory, slice: usize) -> Result<ColorAttachment<'_>> {
    Ok(match memory {
        GlMemory::Row { texture, .. } => each!(texture, texture => texture.to_color_attachment()),
        GlMemory::Plane { texture, .. } => each!(texture, texture => texture.to_color_attachment()),
        GlMemory::Rectangle { textures, .. } => each!(&textures.texture, texture => texture.to_color_attachment()),
        GlMemory::Volume { textures, .. } => each!(&textures.stand_in, texture => texture.to_color_attachment()),
        GlMemory::Cube { texture, .. } => {
            let face = FACES[slice];
            each!(texture, texture => texture.main_level().image(face).to_color_attachment())
        }
        _ => return Err(Error::driver("attaching the outputs", "an output must be a texture")),
    })
}

fn wrong_program() -> Error {
    Error::driver("drawing", "the program is of another kind")
}

/// The faces of a cube, in GL's order.
const FACES: [CubeLayer; 6] = [
    CubeLayer::PositiveX,
    CubeLayer::NegativeX,
    CubeLayer::PositiveY,
    CubeLayer::NegativeY,
    CubeLayer::PositiveZ,
    CubeLayer::NegativeZ,
];

fn colour_attachments<'a>(targets: &[(&'a str, &'a GlMemory, usize)]) -> Result<Vec<(&'a str, ColorAttachment<'a>)>> {
    targets
        .iter()
        .map(|(name, memory, slice)| Ok((*name, colour_attachment(memory, *slice)?)))
        .collect()
}

fn to_rect(region: &Region) -> Rect {
    Rect { left: region.x as u32, bottom: region.y as u32, width: region.width as u32, height: region.height as u32 }
}
