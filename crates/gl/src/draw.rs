//! Draws one pass of the fragment era through glium.

use super::bindings::Bindings;
use super::border::Border;
use super::feedback;
use super::hooks::{self, Launch};
use super::memory::{Memory, each};
use super::parameters::{blending, set_masking};
use super::{Gl, Linked, Program};
use glium::draw_parameters::{ConditionalRendering, SamplesPassedQuery};
use glium::framebuffer::{ColorAttachment, MultiOutputFrameBuffer, SimpleFrameBuffer, ToColorAttachment};
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::CubeLayer;
use glium::vertex::{AttributeType, MultiVerticesSource, VertexFormat, VerticesSource};
use glium::{DrawParameters, Rect, Surface};
use glow::HasContext;
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Draw, Geometry, Memories, MemoryId, Region, Topology};
use std::borrow::Cow;
use std::collections::HashMap;

impl Gl {
    /// Draws a pass, and records it if requested.
    pub(super) fn draw_pass(&self, draw: &Draw) -> Result<()> {
        let linked: &Linked = draw.program.0.downcast_ref().ok_or_else(another)?;
        self.plain.set(false);
        linked.settle(&self.glow)?;
        self.draw_linked(linked, draw)?;
        linked.believed(draw.uniforms.iter().copied());
        let special = draw.depth_stencil.is_some() || draw.blend.is_some() || draw.query.is_some();
        self.plain
            .set(!special && draw.condition.is_none() && matches!(draw.geometry, Geometry::Regions(_)));
        if self.plain.get() { self.record_pass(linked, draw, &self.memories.borrow()) } else { Ok(()) }
    }

    fn draw_linked(&self, linked: &Linked, draw: &Draw) -> Result<()> {
        let memories = self.memories.borrow();
        let (program, nowhere) = match &linked.program {
            Some(Program::Fragment(program)) => (program, None),
            Some(Program::Vertex(program, nowhere)) => (program, Some(nowhere)),
            _ => return Err(another()),
        };

        let mut bindings = Bindings::new();
        bindings.uniforms(draw.uniforms.iter().map(|(name, value)| (linked.name(name), *value)));
        for (name, memory, sampling) in draw.textures {
            bindings.texture(linked.name(name), memories.get(*memory)?, *sampling)?;
        }
        let borders = self.borders.samplers(&self.glow, &bindings.borders)?;

        if let Some(query) = draw.query {
            self.arm(memories.get(query)?)?;
        }
        let query = draw.query.map(|query| running(memories.get(query)?)).transpose()?;
        let condition = draw.condition.map(|query| running(memories.get(query)?)).transpose()?;
        if let (Some(None), Some(id)) = (&condition.as_ref().map(|query| query.as_ref()), draw.condition)
            && counted(memories.get(id)?) == 0
        {
            return Ok(()); // the host has already read this query, and its count is zero
        }

        let mut parameters = DrawParameters {
            blend: draw.blend.map_or_else(Default::default, blending),
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
                let Memory::DepthStencil { texture } = memories.get(id)? else {
                    return Err(Error::driver("drawing", "the mask is no mask"));
                };
                Some(texture)
            }
        };

        let invalid =
            |error: glium::framebuffer::ValidationError| Error::driver("attaching the outputs", error.to_string());
        let (gl, bindings, borders) = (self, &bindings, &borders[..]);
        if let Some(nowhere) = nowhere {
            parameters.draw_primitives = false;
            let written = feedback::written(draw, &memories)?;
            let mut surface = SimpleFrameBuffer::new(&self.current.glium, nowhere).map_err(invalid)?;
            let how = How { gl, linked, program, bindings, borders, parameters, targets: &[], written };
            return how.cover(&mut surface, &draw.geometry, &memories);
        }

        let mut targets = Vec::with_capacity(draw.targets.len());
        for (name, id, slice) in draw.targets {
            let memory = memories.get(*id)?;
            targets.push((linked.name(name), memory, *slice));
        }
        let how = How { gl, linked, program, bindings, borders, parameters, targets: &targets, written: Vec::new() };
        match (targets.as_slice(), mask) {
            // The common pass uses glium's lighter framebuffer.
            ([(_, memory, slice)], None) => {
                let colour = attachment(memory, *slice)?;
                let mut surface = SimpleFrameBuffer::new(&self.current.glium, colour).map_err(invalid)?;
                how.cover(&mut surface, &draw.geometry, &memories)
            }
            (_, None) => {
                let colours = colours(&targets)?;
                let mut surface = MultiOutputFrameBuffer::new(&self.current.glium, colours).map_err(invalid)?;
                how.cover(&mut surface, &draw.geometry, &memories)
            }
            (_, Some(mask)) => {
                let colours = colours(&targets)?;
                let attached = mask
                    .main_level()
                    .first_layer()
                    .into_image(None)
                    .map(glium::framebuffer::DepthStencilAttachment::Texture);
                let attached = attached.ok_or_else(|| Error::driver("attaching the mask", "it has no level"))?;
                let surface = MultiOutputFrameBuffer::with_depth_stencil_buffer(&self.current.glium, colours, attached);
                how.cover(&mut surface.map_err(invalid)?, &draw.geometry, &memories)
            }
        }
    }

    /// Gives the query a new query object of glium.
    fn arm(&self, memory: &Memory) -> Result<()> {
        let Memory::Query(query) = memory else { return Err(Error::driver("drawing", "the query is no query")) };
        let mut running = query.running.borrow_mut();
        // glium never restarts a query object, so one that another pass has ended must be replaced.
        let fresh = SamplesPassedQuery::new(&self.current.glium);
        *running = Some(fresh.map_err(|error| Error::driver("making an occlusion query", error.to_string()))?);
        query.count.set(0);
        Ok(())
    }
}

fn running(memory: &Memory) -> Result<std::cell::Ref<'_, Option<SamplesPassedQuery>>> {
    match memory {
        Memory::Query(query) => Ok(query.running.borrow()),
        _ => Err(Error::driver("drawing", "the query is no query")),
    }
}

fn counted(memory: &Memory) -> u32 {
    if let Memory::Query(query) = memory { query.count.get() } else { 0 }
}

/// Everything that the draws of one pass share.
struct How<'a, 'b, 'q> {
    gl: &'a Gl,
    linked: &'a Linked,
    program: &'a glium::Program,
    bindings: &'a Bindings<'b>,
    borders: &'a [Border],
    parameters: DrawParameters<'q>,
    targets: &'a [(&'a str, &'a Memory, usize)],
    /// Buffers that the vertices write, for a program that draws nothing.
    written: Vec<glow::NativeBuffer>,
}

impl How<'_, '_, '_> {
    fn cover(mut self, surface: &mut impl Surface, geometry: &Geometry, memories: &Memories<Memory>) -> Result<()> {
        self.enter_slices(surface)?;
        match geometry {
            Geometry::Regions(regions) => {
                // The triangle covers the target, so that its interpolants are places in the target.
                for region in *regions {
                    self.parameters.scissor = Some(rectangle(region));
                    self.draw(
                        surface,
                        PrimitiveType::TrianglesList,
                        VerticesSource::Marker { len: 3, per_instance: false },
                        3,
                    )?;
                }
            }
            Geometry::Vertices { mode, count, attributes, size } => {
                let [width, height] = *size;
                self.parameters.viewport = Some(rectangle(&Region { x: 0, y: 0, z: 0, width, height }));
                let primitive = match mode {
                    Topology::Points => PrimitiveType::Points,
                    Topology::Lines => PrimitiveType::LinesList,
                    Topology::Triangles => PrimitiveType::TrianglesList,
                };
                self.draw_attributes(surface, primitive, *count, attributes, memories)?;
            }
        }
        self.leave_slices();
        Ok(())
    }

    fn draw<'v>(
        &self,
        surface: &mut impl Surface,
        primitive: PrimitiveType,
        vertices: impl MultiVerticesSource<'v>,
        count: usize,
    ) -> Result<()> {
        let launch = Launch::Vertices(count as i32, self.written.clone());
        hooks::with(&self.gl.glow, launch, self.borders, || {
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
        memories: &Memories<Memory>,
    ) -> Result<()> {
        if attributes.is_empty() {
            return self.draw(surface, primitive, VerticesSource::Marker { len: count, per_instance: false }, count);
        }
        let mut sources = Vec::with_capacity(attributes.len());
        for (at, (name, id, format)) in attributes.iter().enumerate() {
            let Memory::Buffer { buffer, .. } = memories.get(*id)? else {
                return Err(Error::driver(format!("binding {name}"), "a vertex stream must be a buffer"));
            };
            sources.push(VerticesSource::VertexBuffer(
                buffer.as_slice_any(),
                self.gl.vertex_format(self.linked.name(name), *format),
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
        self.draw(surface, primitive, Sources(sources), count)
    }

    /// Attaches slices of 3D textures for the pass. glium cannot do this: it binds a stand-in, which we replace by the slice.
    fn enter_slices(&self, surface: &mut impl Surface) -> Result<()> {
        if !self
            .targets
            .iter()
            .any(|(_, memory, _)| matches!(memory, Memory::Volume { .. }))
        {
            return Ok(());
        }
        // Drawing nothing makes glium bind its framebuffer.
        self.draw(surface, PrimitiveType::Points, VerticesSource::Marker { len: 0, per_instance: false }, 0)?;
        for (at, (_, memory, slice)) in self.targets.iter().enumerate() {
            if let Memory::Volume { id, .. } = memory {
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

    fn leave_slices(&self) {
        for (at, (_, memory, _)) in self.targets.iter().enumerate() {
            if let Memory::Volume { textures, .. } = memory {
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
    /// Returns the vertex format of one attribute. glium requires a `'static` format, so each distinct one is leaked once.
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
struct Sources<'a>(Vec<VerticesSource<'a>>);

impl<'a> MultiVerticesSource<'a> for Sources<'a> {
    type Iterator = std::vec::IntoIter<VerticesSource<'a>>;

    fn iter(self) -> Self::Iterator {
        self.0.into_iter()
    }
}

/// Vertex formats kept for glium.
pub(super) type VertexFormats = HashMap<(String, Format), VertexFormat>;

fn attachment(memory: &Memory, slice: usize) -> Result<ColorAttachment<'_>> {
    Ok(match memory {
        Memory::Row { texture, .. } => each!(texture, texture => texture.to_color_attachment()),
        Memory::Plane { texture, .. } => each!(texture, texture => texture.to_color_attachment()),
        Memory::Volume { textures, .. } => each!(&textures.stand_in, texture => texture.to_color_attachment()),
        Memory::Cube { texture, .. } => {
            let face = FACES[slice];
            each!(texture, texture => texture.main_level().image(face).to_color_attachment())
        }
        _ => return Err(Error::driver("attaching the outputs", "an output must be a texture")),
    })
}

fn another() -> Error {
    Error::driver("drawing", "the program is one of another kind")
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

fn colours<'a>(targets: &[(&'a str, &'a Memory, usize)]) -> Result<Vec<(&'a str, ColorAttachment<'a>)>> {
    targets
        .iter()
        .map(|(name, memory, slice)| Ok((*name, attachment(memory, *slice)?)))
        .collect()
}

fn rectangle(region: &Region) -> Rect {
    Rect { left: region.x as u32, bottom: region.y as u32, width: region.width as u32, height: region.height as u32 }
}
