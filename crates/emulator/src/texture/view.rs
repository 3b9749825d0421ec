//! A texture: a view of words in a storage as levels, layers and texels.

use super::sampling::SamplerState;
use super::texel::TexelFormat;
use crate::storage::Storage;
use gristmill_base::element::Format;
use gristmill_shader::Dimension;
use std::sync::Arc;

/// One level of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MipLevel {
    /// Its first word in the storage.
    pub offset: usize,
    /// Texels in a row.
    pub width: usize,
    /// Rows in a slice.
    pub height: usize,
    /// Slices: of a volume, layers of an array, faces of a cube (six for each layer).
    pub depth: usize,
}

/// A view of words as a texture.
#[derive(Debug, Clone)]
pub struct TextureView {
    /// Its dimension.
    pub dimension: Dimension,
    /// True if it has layers: one- and two-dimensional textures and cubes may.
    pub arrayed: bool,
    /// Its levels, the finest first.
    pub levels: Vec<MipLevel>,
    /// Format of its texels.
    pub texel: TexelFormat,
    /// Its words.
    pub storage: Arc<Storage>,
    /// State of its sampler.
    pub sampling: SamplerState,
}

impl TextureView {
    /// Creates a texture whose levels are contiguous from the storage's first word, with the default sampler.
    ///
    /// The size is width, height (1 if one-dimensional) and depth: slices, layers, or six faces for each layer of
    /// cubes. Storage that is too short reads as 0; [`texture_words`] returns its required length.
    pub fn new(
        dimension: Dimension,
        arrayed: bool,
        size: [usize; 3],
        levels: usize,
        texel: TexelFormat,
        storage: Arc<Storage>,
    ) -> TextureView {
        let (levels, _) = level_chain(dimension, size, levels, texel);
        TextureView { dimension, arrayed, levels, texel, storage, sampling: SamplerState::default() }
    }

    /// Creates a two-dimensional texture of a stream's format with this number of levels, all 0.
    pub fn new_plane(format: Format, width: usize, height: usize, levels: usize) -> TextureView {
        TextureView::for_stream(Dimension::D2, format, [width, height, 1], levels)
    }

    /// Creates a three-dimensional texture of a stream's format, all 0.
    pub fn new_volume(format: Format, width: usize, height: usize, depth: usize) -> TextureView {
        TextureView::for_stream(Dimension::D3, format, [width, height, depth], 1)
    }

    /// Creates a rectangle texture of a stream's format, all 0.
    pub fn new_rectangle(format: Format, width: usize, height: usize) -> TextureView {
        TextureView::for_stream(Dimension::TexelRect, format, [width, height, 1], 1)
    }

    /// Creates a one-dimensional texture of a stream's format, all 0.
    pub fn new_row(format: Format, width: usize) -> TextureView {
        TextureView::for_stream(Dimension::D1, format, [width, 1, 1], 1)
    }

    /// Creates a cube of a stream's format, all 0.
    pub fn new_cube(format: Format, side: usize) -> TextureView {
        TextureView::for_stream(Dimension::Cube, format, [side, side, 6], 1)
    }

    fn for_stream(dimension: Dimension, format: Format, size: [usize; 3], levels: usize) -> TextureView {
        let texel = TexelFormat::from_format(format);
        let words = texture_words(dimension, size, levels, texel);
        TextureView::new(dimension, false, size, levels, texel, Arc::new(Storage::new(words)))
    }

    /// Texels in a row of the first level.
    pub fn width(&self) -> usize {
        self.level_at(0).width
    }

    /// The sampler's base level.
    #[inline]
    pub fn base_level(&self) -> usize {
        self.sampling.base_level.min(self.levels.len().saturating_sub(1))
    }

    /// The coarsest level that a sampler may use.
    #[inline]
    pub fn coarsest_level(&self) -> usize {
        self.sampling
            .max_level
            .min(self.levels.len().saturating_sub(1))
            .max(self.base_level())
    }

    /// The number of levels that a sampler may use, GLSL's `textureQueryLevels`.
    pub fn level_count(&self) -> usize {
        if self.levels.is_empty() { 0 } else { self.coarsest_level() - self.base_level() + 1 }
    }

    /// Size of a level counted from the base level, GLSL's `textureSize`: the layers (cubes, not faces)
    /// come after the position's axes.
    ///
    /// All 0 for a level that does not exist.
    pub fn level_size(&self, level: usize) -> [u32; 3] {
        self.image_size(self.base_level().saturating_add(level))
    }

    /// Size of a level counted from the first, GLSL's `imageSize`.
    pub fn image_size(&self, level: usize) -> [u32; 3] {
        let MipLevel { width, height, depth, .. } = self.level_at(level);
        let size = match (self.dimension, self.arrayed) {
            (Dimension::D1, true) => [width, depth, 0],
            (Dimension::D1 | Dimension::Buffer, _) => [width, 0, 0],
            (Dimension::Cube, true) => [width, height, depth / 6],
            (Dimension::D3, _) | (Dimension::D2, true) => [width, height, depth],
            _ => [width, height, 0],
        };
        size.map(|side| u32::try_from(side).unwrap_or(u32::MAX))
    }

    /// Returns a level counted from the first; an empty one if it does not exist.
    #[inline]
    pub(super) fn level_at(&self, level: usize) -> MipLevel {
        self.levels.get(level).copied().unwrap_or_default()
    }

    /// Returns the first word of a texel; `None` out of range. The sides of a level are far below 2^31, so a negative
    /// coordinate is out of range too.
    #[inline]
    pub(super) fn first_word(&self, level: &MipLevel, [x, y, z]: [i32; 3]) -> Option<usize> {
        let [x, y, z] = [x as u32 as usize, y as u32 as usize, z as u32 as usize];
        if x >= level.width || y >= level.height || z >= level.depth {
            return None;
        }
        let texels = z
            .wrapping_mul(level.height)
            .wrapping_add(y)
            .wrapping_mul(level.width)
            .wrapping_add(x);
        Some(texels.wrapping_mul(self.texel.word_count()).wrapping_add(level.offset))
    }

    /// Iterates over the words of the texel that begins at this word.
    pub fn texel_words(&self, first: u32) -> impl Iterator<Item = u32> + use<'_> {
        (0..self.texel.word_count()).map(move |at| self.storage.load((first as usize).wrapping_add(at)))
    }

    /// Converts integer coordinates in GLSL's order to column, row and slice.
    #[inline]
    pub(super) fn grid_coordinates(&self, [x, y, z]: [i32; 3]) -> [i32; 3] {
        match (self.dimension, self.arrayed) {
            (Dimension::D1, true) => [x, 0, y],
            (Dimension::D1 | Dimension::Buffer, _) => [x, 0, 0],
            (Dimension::D2 | Dimension::TexelRect, false) => [x, y, 0],
            _ => [x, y, z],
        }
    }
}

/// Number of words in a texture with this number of levels.
pub fn texture_words(dimension: Dimension, size: [usize; 3], levels: usize, texel: TexelFormat) -> usize {
    level_chain(dimension, size, levels, texel).1
}

/// Builds consecutive levels, each half the size of the one before in all directions except layers. Also returns the
/// total number of words.
fn level_chain(dimension: Dimension, size: [usize; 3], levels: usize, texel: TexelFormat) -> (Vec<MipLevel>, usize) {
    let [mut width, mut height, mut depth] = size;
    let mut offset = 0_usize;
    let mut all = Vec::new();
    // A level past the 32nd would be a second one of a single texel.
    for _ in 0..levels.clamp(1, 32) {
        all.push(MipLevel { offset, width, height, depth });
        let texels = width.saturating_mul(height).saturating_mul(depth);
        offset = offset.saturating_add(texels.saturating_mul(texel.word_count()));
        (width, height) = (halve_side(width), halve_side(height));
        if dimension == Dimension::D3 {
            depth = halve_side(depth);
        }
    }
    (all, offset)
}

fn halve_side(side: usize) -> usize {
    if side > 1 { side / 2 } else { side }
}
