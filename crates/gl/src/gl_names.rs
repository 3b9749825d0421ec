//! Textures and buffers by their GL names: names of streams for another program, and adoption of another program's
//! objects as streams.

use super::Gl;
use super::hooks;
use super::internal_format::internal_format;
use super::memory::GlMemory;
use glow::{HasContext, NativeBuffer, NativeTexture};
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Blueprint, GlName};
use std::num::NonZeroU32;

impl GlMemory {
    /// Returns the GL name of a stream's memory; `None` for masks and queries.
    pub(super) fn gl_name(&self) -> Option<GlName> {
        match self {
            GlMemory::Buffer { id, .. } => Some(GlName::Buffer(id.0)),
            GlMemory::Row { id, .. } => Some(GlName::Texture1d(id.0)),
            GlMemory::Plane { id, .. } => Some(GlName::Texture2d(id.0)),
            GlMemory::Rectangle { id, .. } => Some(GlName::TextureRectangle(id.0)),
            GlMemory::Volume { id, .. } => Some(GlName::Texture3d(id.0)),
            GlMemory::Cube { id, .. } => Some(GlName::TextureCube(id.0)),
            GlMemory::DepthStencil { .. } | GlMemory::Query(_) => None,
        }
    }
}

/// Returns the width, the height and the internal format of the bound texture.
fn measure_bound_texture(gl: &glow::Context) -> [i32; 3] {
    let parts = [glow::TEXTURE_WIDTH, glow::TEXTURE_HEIGHT, glow::TEXTURE_INTERNAL_FORMAT];
    // SAFETY: the context is current on this thread.
    parts.map(|part| unsafe { gl.get_tex_level_parameter_i32(glow::TEXTURE_2D, 0, part) })
}

impl Gl {
    /// Adopts an object of another program; returns it with its width and height, or with its number of elements.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such object, or if its texels or bytes do not match the elements.
    pub(super) fn adopt_object(&self, name: GlName, format: Format) -> Result<(GlMemory, [usize; 3])> {
        match name {
            GlName::Buffer(name) => self.adopt_buffer(name, format),
            GlName::Texture2d(name) => self.adopt_texture(name, format),
            GlName::TextureRectangle(name) => Err(Error::data(format!(
                "texture {name} is a rectangle, which cannot be adopted; make it a 2D texture, or give streams' names to \
                 the program"
            ))),
            GlName::Texture1d(name) => Err(Error::data(format!(
                "texture {name} is a row, which cannot be adopted; make it a 2D texture one texel high, or give \
                 streams' names to the program"
            ))),
            GlName::TextureCube(name) => Err(Error::data(format!(
                "texture {name} is a cube, which cannot be adopted; copy its faces, or give streams' names to the \
                 program"
            ))),
            GlName::Texture3d(name) => Err(Error::data(format!(
                "texture {name} is a volume, which cannot be adopted; copy its slices, or give streams' names to the \
                 program"
            ))),
        }
    }

    fn adopt_texture(&self, name: NonZeroU32, format: Format) -> Result<(GlMemory, [usize; 3])> {
        let id = NativeTexture(name);
        let gl = &self.glow;
        // SAFETY: this query is allowed for any number.
        if !unsafe { gl.is_texture(id) } {
            return Err(Error::data(format!("{name} is not a texture of this context; give the name of one")));
        }
        let measured = self.transfer.with_texture(id, glow::TEXTURE_2D, || measure_bound_texture(gl));
        // SAFETY: the context is current on this thread. A name of another kind raises a GL error.
        if unsafe { gl.get_error() } != glow::NO_ERROR {
            return Err(Error::data(format!("texture {name} is not a 2D texture; give the name of one")));
        }
        let [width, height, given] = measured;
        if given != internal_format(format) {
            return Err(Error::data(format!(
                "the texels of texture {name} are of the internal format {given:#x}, the element's are of {:#x}; give the texture that format",
                internal_format(format)
            )));
        }
        let size = [width, height].map(|side| side.max(0) as usize);
        Ok((GlMemory::adopt_plane(&self.current.glium, id, format, size), [size[0], size[1], 1]))
    }

    fn adopt_buffer(&self, name: NonZeroU32, format: Format) -> Result<(GlMemory, [usize; 3])> {
        let id = NativeBuffer(name);
        let gl = &self.glow;
        // SAFETY: this query is allowed for any number.
        if !unsafe { gl.is_buffer(id) } {
            return Err(Error::data(format!("{name} is not a buffer of this context; give the name of one")));
        }
        let bytes = self.transfer.with_buffer(glow::COPY_READ_BUFFER, id, || {
            // SAFETY: the buffer is bound.
            unsafe { gl.get_buffer_parameter_i32(glow::COPY_READ_BUFFER, glow::BUFFER_SIZE) as usize }
        });
        // A kernel may read a stream of scalars four at a time.
        let four = 4 * format.bytes();
        if bytes == 0 || !bytes.is_multiple_of(four) {
            return Err(Error::data(format!(
                "buffer {name} has {bytes} bytes; give it a multiple of {four}, which are four elements"
            )));
        }
        let memory = hooks::with_adopted_name(name, || {
            GlMemory::new(
                gl,
                &self.current.glium,
                &Blueprint::Buffer { words: bytes / 4, each: format.words() }.with_padding(),
            )
        });
        Ok((memory?, [bytes / format.bytes(), 1, 1]))
    }
}
