//! A small cache for texels, as in a card of the era: it identifies lines by their number only.

/// Words of a line: 64 bytes.
const LINE_WORDS: u32 = 16;
/// Lines of a set.
const CACHE_WAYS: usize = 4;
/// Number of sets: 16 KiB in all.
const CACHE_SETS: u64 = 64;

/// A cache of 64 sets with 4 lines of 64 bytes; each set evicts its least recently used line.
#[derive(Debug)]
pub(super) struct TexelCache {
    /// The lines of each set, the last used one first. A line is its memory and number, plus 1; 0 means none.
    sets: Vec<[u64; CACHE_WAYS]>,
}

impl Default for TexelCache {
    fn default() -> TexelCache {
        TexelCache { sets: vec![[0; CACHE_WAYS]; CACHE_SETS as usize] }
    }
}

impl TexelCache {
    /// Reads a word; returns true if its line was cached.
    pub(super) fn read_word(&mut self, memory: usize, word: u32) -> bool {
        let line = ((memory as u64) << 32) | u64::from(word / LINE_WORDS);
        // Textures begin at different sets, or all would compete for the same ones.
        let set = (line + memory as u64 * 17) % CACHE_SETS;
        let Some(lines) = self.sets.get_mut(set as usize) else { return false };
        let found = lines.iter().position(|known| *known == line + 1);
        let last = found.unwrap_or(CACHE_WAYS - 1);
        if let Some(moved) = lines.get_mut(..=last) {
            moved.rotate_right(1);
        }
        lines[0] = line + 1;
        found.is_some()
    }
}

/// Memory layout of the texels of a texture.
#[derive(Debug, Clone, Copy)]
pub(super) struct TexelLayout {
    /// Texels of a row.
    pub width: u32,
    /// Words of a texel.
    pub words: u32,
}

impl TexelLayout {
    /// Returns the address of a word if the texture were made of tiles of 4 x 4 texels.
    pub(super) fn tiled_word(self, word: u32) -> u32 {
        let width = self.width.max(1);
        let words = self.words.max(1);
        let texel = word / words;
        let part = word % words;
        let x = texel % width;
        let y = texel / width;
        let tile = (y / 4).wrapping_mul(width.div_ceil(4)).wrapping_add(x / 4);
        let texel = tile.wrapping_mul(16).wrapping_add(y % 4 * 4 + x % 4);
        texel.wrapping_mul(words).wrapping_add(part)
    }
}
