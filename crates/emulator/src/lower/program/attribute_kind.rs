//! The attributes of a vertex that an address register indexes.

use gristmill_shader::program::ProgramAttribute;

/// Texture coordinates of a fragment or a vertex.
pub(super) const TEXTURE_COORDS: u32 = 8;

/// Generic attributes of a vertex.
const VERTEX_ATTRIBUTES: u32 = 16;

/// The attributes that an address register indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum AttributeKind {
    Generic,
    Texcoord,
}

impl AttributeKind {
    /// Returns the number of them.
    pub(super) fn count(self) -> u32 {
        match self {
            AttributeKind::Generic => VERTEX_ATTRIBUTES,
            AttributeKind::Texcoord => TEXTURE_COORDS,
        }
    }

    pub(super) fn attribute(self, n: u32) -> ProgramAttribute {
        match self {
            AttributeKind::Generic => ProgramAttribute::Generic(n),
            AttributeKind::Texcoord => ProgramAttribute::Texcoord(n),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            AttributeKind::Generic => "vertex.attrib",
            AttributeKind::Texcoord => "vertex.texcoord",
        }
    }
}
