//! Images: texels by whole coordinates, read, written and changed in place.
//!
//! Coordinates are in GLSL's order (a cube's third is its face, six for each layer); levels count from the first, because an image unit
//! holds one level, whatever a sampler's base level is. An image with another format than its texture is [`Texture::viewed_as`] it.

use super::{AtomicOp, Texture};

/// What an access by whole coordinates met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fetched {
    /// What the kernel sees, floats or integers as bits; all 0 outside.
    pub(crate) texel: [u32; 4],
    /// Whether there is such a texel.
    pub(crate) inside: bool,
    /// Its first word in the storage; 0 outside.
    pub(crate) word: usize,
}

/// Where an access by whole coordinates went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Whether there is such a texel.
    pub(crate) inside: bool,
    /// Its first word in the storage; 0 outside.
    pub(crate) word: usize,
}

impl Texture {
    /// Where a texel of a level, counted from the first, lies.
    #[inline]
    pub(crate) fn place(&self, coords: [i32; 3], level: usize) -> Place {
        match self.word(&self.level(level), self.grid(coords)) {
            Some(word) => Place { inside: true, word },
            None => Place { inside: false, word: 0 },
        }
    }

    /// GLSL's `imageLoad`. Outside it is all 0.
    #[inline]
    pub(crate) fn load(&self, coords: [i32; 3], level: usize) -> Fetched {
        let Place { inside, word } = self.place(coords, level);
        let texel = if inside { self.texel.read(&self.storage, word) } else { [0; 4] };
        Fetched { texel, inside, word }
    }

    /// GLSL's `imageStore`, rounded to what the format can hold. Outside it is dropped.
    #[inline]
    pub(crate) fn store(&self, coords: [i32; 3], level: usize, texel: [u32; 4]) -> Place {
        let place = self.place(coords, level);
        if place.inside {
            self.texel.write(&self.storage, place.word, texel);
        }
        place
    }

    /// GLSL's `imageAtomic` functions: changes the texel's first word and returns what it was, in the first lane. Outside it is 0.
    ///
    /// GLSL allows it for `r32i` and `r32ui` (and an exchange for `r32f`), whose texel is that word.
    #[inline]
    pub(crate) fn atomic(
        &self,
        coords: [i32; 3],
        level: usize,
        operation: AtomicOp,
        operand: u32,
        compare: u32,
    ) -> Fetched {
        let Place { inside, word } = self.place(coords, level);
        let target = if inside { self.storage.words().get(word) } else { None };
        let before = target.map_or(0, |target| operation.apply(target, operand, compare));
        Fetched { texel: [before, 0, 0, 0], inside, word }
    }
}
