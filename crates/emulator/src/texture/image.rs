//! Images: texels at integer coordinates, read, written and changed in place.
//!
//! Coordinates are in GLSL's order (a cube's third is its face, six for each layer); levels count from the
//! first, because an image unit holds one level, whatever a sampler's base level is.

use super::view::TextureView;
use crate::storage::AtomicOp;

/// The texel read at integer coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchedTexel {
    /// Its value for the kernel, floats or integers as bits; all 0 out of range.
    pub texel: [u32; 4],
    /// True if there is such a texel.
    pub inside: bool,
    /// Its first word in the storage; 0 out of range.
    pub word: usize,
}

/// The address of a texel at integer coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexelAddress {
    /// True if there is such a texel.
    pub inside: bool,
    /// Its first word in the storage; 0 out of range.
    pub word: usize,
}

impl TextureView {
    /// Returns the address of a texel of a level, counted from the first level.
    #[inline]
    pub fn locate_texel(&self, coords: [i32; 3], level: usize) -> TexelAddress {
        match self.first_word(&self.level_at(level), self.grid_coordinates(coords)) {
            Some(word) => TexelAddress { inside: true, word },
            None => TexelAddress { inside: false, word: 0 },
        }
    }

    /// GLSL's `imageLoad`: all 0 out of range.
    #[inline]
    pub fn load_texel(&self, coords: [i32; 3], level: usize) -> FetchedTexel {
        let TexelAddress { inside, word } = self.locate_texel(coords, level);
        let texel = if inside { self.texel.read(&self.storage, word) } else { [0; 4] };
        FetchedTexel { texel, inside, word }
    }

    /// GLSL's `texelFetch`: reads a texel of a level counted from the base level. All 0 out of range.
    #[inline]
    pub fn fetch_texel(&self, coords: [i32; 3], level: usize) -> FetchedTexel {
        self.load_texel(coords, self.base_level().saturating_add(level))
    }

    /// GLSL's `imageStore`: rounds the texel to the format. Dropped out of range.
    pub fn store_texel(&self, coords: [i32; 3], level: usize, texel: [u32; 4]) -> TexelAddress {
        let target = self.locate_texel(coords, level);
        if target.inside {
            self.texel.write(&self.storage, target.word, texel);
        }
        target
    }

    /// GLSL's `imageAtomic` functions: changes the texel's first word and returns its old value, in the first
    /// component. 0 out of range.
    ///
    /// GLSL allows it for `r32i` and `r32ui` (and an exchange for `r32f`), whose texel is that word.
    pub fn apply_atomic(
        &self,
        coords: [i32; 3],
        level: usize,
        operation: AtomicOp,
        operand: u32,
        compare: u32,
    ) -> FetchedTexel {
        let TexelAddress { inside, word } = self.locate_texel(coords, level);
        let before = if inside { self.storage.apply_atomic(word, operation, operand, compare) } else { 0 };
        FetchedTexel { texel: [before, 0, 0, 0], inside, word }
    }
}
