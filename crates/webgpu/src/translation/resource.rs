//! The resources that a launch binds to a translated stage.

use gristmill_base::element::Scalar;
use gristmill_shader::{Dimension, UniformKind};

/// A binding of a stage, in the bind group of the stage.
#[derive(Debug, Clone, PartialEq)]
pub enum StageResource {
    /// The block of all uniforms that a kernel declares outside of blocks.
    Uniforms {
        /// Its binding.
        binding: u32,
        /// Bytes of the block.
        bytes: u32,
        /// True for a storage buffer, which is read only: arrays of scalars are dense there.
        storage: bool,
        /// The uniforms, by offset.
        members: Vec<UniformMember>,
    },
    /// The size of the target in pixels, two floats, if points become squares.
    TargetSize {
        /// Its binding.
        binding: u32,
    },
    /// A texture.
    Texture {
        /// The name of the author's sampler.
        name: String,
        /// Its binding.
        binding: u32,
        /// The binding of the sampler that reads it; `None` if it is only read by texels.
        sampler: Option<u32>,
        /// Its dimension in WGSL: never one, nor a rectangle.
        dimension: Dimension,
        /// True if it has layers.
        arrayed: bool,
        /// Type of a value: `F32`, `I32` or `U32`.
        scalar: Scalar,
        /// True if depths are compared.
        shadow: bool,
    },
    /// An image.
    Image {
        /// Its name.
        name: String,
        /// Its binding.
        binding: u32,
        /// Its dimension in WGSL.
        dimension: Dimension,
        /// True if it has layers.
        arrayed: bool,
        /// Its format in GLSL's words, such as `rgba32f`.
        format: String,
        /// True if the kernel loads from it.
        readable: bool,
        /// True if the kernel stores to it.
        writable: bool,
    },
    /// A block of the author's.
    Buffer {
        /// The block's name.
        name: String,
        /// Its binding.
        binding: u32,
        /// True for a storage buffer, false for a uniform block.
        storage: bool,
        /// True if the kernel may write it.
        writable: bool,
    },
}

impl StageResource {
    /// Returns the binding; a texture's sampler has another one.
    pub fn binding(&self) -> u32 {
        match self {
            StageResource::Uniforms { binding, .. }
            | StageResource::TargetSize { binding }
            | StageResource::Texture { binding, .. }
            | StageResource::Image { binding, .. }
            | StageResource::Buffer { binding, .. } => *binding,
        }
    }
}

/// A uniform in the block of uniforms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniformMember {
    /// The author's name.
    pub name: String,
    /// Its type, or the type of its items.
    pub kind: UniformKind,
    /// The number of items, if it is an array.
    pub items: Option<u32>,
    /// Bytes from the start of the block.
    pub offset: u32,
    /// Bytes from one item of an array to the next.
    pub stride: u32,
}

impl UniformMember {
    /// Returns the byte at which a column of an item begins. Columns of two rows lie 8 bytes apart, others 16.
    pub fn column_offset(&self, item: u32, column: u32) -> u32 {
        let apart = match self.kind {
            UniformKind::Matrix { rows: 2, .. } => 8,
            _ => 16,
        };
        self.offset + item * self.stride + column * apart
    }
}
