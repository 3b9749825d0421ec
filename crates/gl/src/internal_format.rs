//! OpenGL's names of the formats of textures.

use gristmill_base::element::{Format, Scalar};

/// Returns the internal format of a texture with these elements.
pub(super) fn internal_format(format: Format) -> i32 {
    let lanes = [0, 0, 1, 1, 2][usize::from(format.lanes)];
    let internal = match format.scalar {
        Scalar::F32 => [glow::R32F, glow::RG32F, glow::RGBA32F][lanes],
        Scalar::I32 => [glow::R32I, glow::RG32I, glow::RGBA32I][lanes],
        Scalar::U32 => [glow::R32UI, glow::RG32UI, glow::RGBA32UI][lanes],
        Scalar::F16 => [glow::R16F, glow::RG16F, glow::RGBA16F][lanes],
        Scalar::Unorm8 => glow::RGBA8,
    };
    internal as i32
}
