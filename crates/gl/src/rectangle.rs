//! Rectangle textures, which glium 0.36 does not know.
//!
//! glium adopts one as a 2D texture of that name, which suffices to attach it to a framebuffer: OpenGL asks no target for
//! that. To a kernel glium binds a stand-in of one texel. Between that and the launch we bind the rectangle to the same
//! unit, where a 2D texture and a rectangle do not disturb each other.

use super::internal_format::internal_format;
use super::memory::{GlMemory, RectangleWithStandIn, adopt_texture, create_plane, refuse_memory};
use super::transfer::client_format;
use glium::backend::Context;
use glow::{HasContext, NativeProgram, NativeTexture, PixelUnpackData};
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::Blueprint;
use std::num::NonZeroU32;
use std::rc::Rc;

/// The rectangle for one sampler name of a kernel.
#[derive(Debug, Clone)]
pub(super) struct BoundRectangle {
    pub name: String,
    pub texture: NativeTexture,
}

impl GlMemory {
    /// Creates a rectangle texture with undefined content.
    pub(super) fn new_rectangle(
        gl: &glow::Context,
        context: &Rc<Context>,
        format: Format,
        [width, height]: [usize; 2],
    ) -> Result<GlMemory> {
        let blueprint = Blueprint::Rectangle { format, width, height };
        let stand_in = create_plane(context, format, [1, 1], 1).map_err(|error| refuse_memory(&error, &blueprint))?;
        let (class, kind) = client_format(format);
        // SAFETY: the context is current on this thread; the binding of the active unit is restored.
        let id = unsafe {
            let id = gl
                .create_texture()
                .map_err(|message| Error::driver("making a texture", message))?;
            let before = gl.get_parameter_texture(glow::TEXTURE_BINDING_RECTANGLE);
            gl.bind_texture(glow::TEXTURE_RECTANGLE, Some(id));
            let sides = [width, height].map(|side| side as i32);
            let none = PixelUnpackData::Slice(None);
            let internal = internal_format(format);
            gl.tex_image_2d(glow::TEXTURE_RECTANGLE, 0, internal, sides[0], sides[1], 0, class, kind, none);
            gl.bind_texture(glow::TEXTURE_RECTANGLE, before);
            id
        };
        let texture = adopt_texture(context, id, format, [width, height], true);
        Ok(GlMemory::Rectangle { textures: Box::new(RectangleWithStandIn { texture, stand_in }), id, format })
    }
}

/// Returns the type of 2D sampler that glium shall believe a sampler of rectangles to be; other types as they are.
pub(super) fn as_plane_sampler(kind: u32) -> u32 {
    match kind {
        glow::SAMPLER_2D_RECT => glow::SAMPLER_2D,
        glow::INT_SAMPLER_2D_RECT => glow::INT_SAMPLER_2D,
        glow::UNSIGNED_INT_SAMPLER_2D_RECT => glow::UNSIGNED_INT_SAMPLER_2D,
        other => other,
    }
}

/// Runs `launch` with these rectangles bound to the units of their names.
pub(super) fn with_rectangles(gl: &glow::Context, rectangles: &[BoundRectangle], launch: impl FnOnce()) {
    if rectangles.is_empty() {
        return launch();
    }
    let mut before = Vec::with_capacity(rectangles.len());
    // SAFETY: glium has bound the program and given each sampler's name a unit; units that are asked about exist, and
    // each gets back the rectangle that was there.
    unsafe {
        let active = gl.get_parameter_i32(glow::ACTIVE_TEXTURE) as u32;
        let program = gl.get_parameter_i32(glow::CURRENT_PROGRAM) as u32;
        let Some(program) = NonZeroU32::new(program).map(NativeProgram) else { return launch() };
        for BoundRectangle { name, texture } in rectangles {
            // A name that the compiler found unused has no location.
            let Some(location) = gl.get_uniform_location(program, name) else { continue };
            let mut unit = [0];
            gl.get_uniform_i32(program, &location, &mut unit);
            let unit = glow::TEXTURE0 + unit[0] as u32;
            gl.active_texture(unit);
            before.push((unit, gl.get_parameter_texture(glow::TEXTURE_BINDING_RECTANGLE)));
            gl.bind_texture(glow::TEXTURE_RECTANGLE, Some(*texture));
        }
        gl.active_texture(active);
        launch();
        for (unit, texture) in before.into_iter().rev() {
            gl.active_texture(unit);
            gl.bind_texture(glow::TEXTURE_RECTANGLE, texture);
        }
        gl.active_texture(active);
    }
}
