//! Looks up declarations by the names that a call uses.

use super::{Dimension, Interface, InterfaceBlock, UniformKind};
use gristmill_base::element::Scalar;
use std::fmt;

impl Interface {
    /// Returns the block of a stream, by its last member's name, which is the same in both eras, or
    /// by the block's own name.
    pub fn find_block(&self, stream: &str) -> Option<&InterfaceBlock> {
        self.blocks
            .iter()
            .find(|block| block.stream_name() == stream || block.name == stream)
    }

    /// Returns every stream to bind: samplers, images, blocks.
    pub fn stream_names(&self) -> Vec<String> {
        let samplers = self.samplers.iter().map(|sampler| sampler.name.clone());
        let images = self.images.iter().map(|image| image.name.clone());
        let blocks = self.blocks.iter().map(|block| block.stream_name().to_string());
        samplers.chain(images).chain(blocks).collect()
    }

    /// Returns true if it reads a rectangle texture, whose coordinates are texels.
    pub fn reads_rectangles(&self) -> bool {
        self.samplers.iter().any(|sampler| sampler.dimension == Dimension::TexelRect)
    }

    /// Returns true if a stream of that name is read or written, including a fragment's outputs.
    pub fn has_stream(&self, name: &str) -> bool {
        self.stream_names().iter().any(|known| known == name) || self.outputs.iter().any(|output| output.name == name)
    }
}

impl InterfaceBlock {
    /// Returns the stream's name in a call: that of its last member, `source` in `buffer Source { float source[]; }`.
    pub fn stream_name(&self) -> &str {
        self.members.last().map_or(&self.name, |member| &member.name)
    }
}

impl fmt::Display for UniformKind {
    /// Writes its GLSL name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UniformKind::Vector { scalar, lanes: 1 } => f.write_str(match scalar {
                Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => "float",
                Scalar::I32 => "int",
                Scalar::U32 => "uint",
            }),
            UniformKind::Vector { scalar, lanes } => match scalar {
                Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => write!(f, "vec{lanes}"),
                Scalar::I32 => write!(f, "ivec{lanes}"),
                Scalar::U32 => write!(f, "uvec{lanes}"),
            },
            UniformKind::Bool { lanes: 1 } => f.write_str("bool"),
            UniformKind::Bool { lanes } => write!(f, "bvec{lanes}"),
            UniformKind::Matrix { columns, rows } if columns == rows => write!(f, "mat{columns}"),
            UniformKind::Matrix { columns, rows } => write!(f, "mat{columns}x{rows}"),
        }
    }
}
