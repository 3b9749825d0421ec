//! Images: texels by whole coordinates, read, written and changed in place.
//!
//! Coordinates are in GLSL's order (a cube's third is its face, six for each layer); levels count from the
//! first, because an image unit holds one level, whatever a sampler's base level is.

use super::view::Texture;
use crate::storage::AtomicOp;

/// What an access by whole coordinates met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetched {
    /// What the kernel sees, floats or integers as bits; all 0 outside.
    pub texel: [u32; 4],
    /// Whether there is such a texel.
    pub inside: bool,
    /// Its first word in the storage; 0 outside.
    pub word: usize,
}

/// Where an access by whole coordinates went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexelTarget {
    /// Whether there is such a texel.
    pub inside: bool,
    /// Its first word in the storage; 0 outside.
    pub word: usize,
}

impl Texture {
    /// Where a texel of a level, counted from the first, lies.
    #[inline]
    pub fn target(&self, coords: [i32; 3], level: usize) -> TexelTarget {
        match self.word(&self.level(level), self.grid(coords)) {
            Some(word) => TexelTarget { inside: true, word },
            None => TexelTarget { inside: false, word: 0 },
        }
    }

    /// GLSL's `imageLoad`. Outside it is all 0.
    #[inline]
    pub fn load(&self, coords: [i32; 3], level: usize) -> Fetched {
        let TexelTarget { inside, word } = self.target(coords, level);
        let texel = if inside { self.texel.read(&self.storage, word) } else { [0; 4] };
        Fetched { texel, inside, word }
    }

    /// A texel of a level counted from the base level, GLSL's `texelFetch`. Outside it is all 0.
    #[inline]
    pub fn fetch(&self, coords: [i32; 3], level: usize) -> Fetched {
        self.load(coords, self.base().saturating_add(level))
    }

    /// GLSL's `imageStore`, rounded to what the format can hold. Outside it is dropped.
    pub fn store(&self, coords: [i32; 3], level: usize, texel: [u32; 4]) -> TexelTarget {
        let target = self.target(coords, level);
        if target.inside {
            self.texel.write(&self.storage, target.word, texel);
        }
        target
    }

    /// GLSL's `imageAtomic` functions: changes the texel's first word and returns what it was, in the first
    /// lane. Outside it is 0.
    ///
    /// GLSL allows it for `r32i` and `r32ui` (and an exchange for `r32f`), whose texel is that word.
    pub fn atomic(&self, coords: [i32; 3], level: usize, operation: AtomicOp, operand: u32, compare: u32) -> Fetched {
        let TexelTarget { inside, word } = self.target(coords, level);
        let before = if inside { self.storage.atomic(word, operation, operand, compare) } else { 0 };
        Fetched { texel: [before, 0, 0, 0], inside, word }
    }
}
