//! Memories of the emulator: buffers, textures, depth-stencil masks and queries.

use super::storage::Storage;
use super::texture::TextureView;
use gristmill_base::element::Format;
use gristmill_machine::{Blueprint, InitialContents, Region};
use gristmill_shader::Dimension;
use std::cell::Cell;
use std::sync::Arc;

/// One memory.
pub enum DeviceMemory {
    /// A storage buffer.
    Buffer(Arc<Storage>),
    /// A texture of one to three dimensions, or a cube.
    Texture(TextureMemory),
    /// Depth and stencil.
    DepthStencil {
        /// Depth of each pixel, in 24 bits.
        depth: Arc<Storage>,
        /// Stencil value of each pixel.
        stencil: Arc<Storage>,
        /// Pixels in a row.
        width: usize,
    },
    /// An occlusion query: the fragments that passed.
    Query(Cell<u32>),
}

/// A texture and the format of its texels.
pub struct TextureMemory {
    /// The texture, with a nearest filter and coordinates clamped to the edge.
    pub texture: Arc<TextureView>,
    /// Its format.
    pub format: Format,
    /// Texels in a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
}

/// Depth 1.0 in the 24 bits of a mask.
pub const MAX_DEPTH: u32 = (1 << 24) - 1;

/// Word of memory that was never written: NaN as a float and as two halves, negative as an integer,
/// and no byte of it is 0.
const UNSET_WORD: u32 = 0xfff1_fff1;

impl DeviceMemory {
    /// Creates a memory of zeros.
    pub fn new(blueprint: &Blueprint) -> DeviceMemory {
        match *blueprint {
            Blueprint::Buffer { words, .. } => DeviceMemory::Buffer(Arc::new(Storage::new(words))),
            Blueprint::Texture { format, width, height, levels } => {
                let texture = Arc::new(TextureView::new_plane(format, width, height, levels));
                DeviceMemory::Texture(TextureMemory { texture, format, width, height })
            }
            Blueprint::Rectangle { format, width, height } => {
                let texture = Arc::new(TextureView::new_rectangle(format, width, height));
                DeviceMemory::Texture(TextureMemory { texture, format, width, height })
            }
            Blueprint::Row { format, width } => {
                let texture = Arc::new(TextureView::new_row(format, width));
                DeviceMemory::Texture(TextureMemory { texture, format, width, height: 1 })
            }
            Blueprint::Volume { format, width, height, depth } => {
                let texture = Arc::new(TextureView::new_volume(format, width, height, depth));
                DeviceMemory::Texture(TextureMemory { texture, format, width, height })
            }
            Blueprint::Cube { format, side } => {
                let texture = Arc::new(TextureView::new_cube(format, side));
                DeviceMemory::Texture(TextureMemory { texture, format, width: side, height: side })
            }
            Blueprint::DepthStencil { width, height } => DeviceMemory::DepthStencil {
                depth: Arc::new(Storage::new(width * height)),
                stencil: Arc::new(Storage::new(width * height)),
                width,
            },
            Blueprint::Query => DeviceMemory::Query(Cell::new(0)),
        }
    }

    /// Sets all words of a buffer or a texture.
    pub fn reset(&self, contents: InitialContents) {
        let word = match contents {
            InitialContents::Zero => 0,
            InitialContents::Unset => UNSET_WORD,
        };
        match self {
            DeviceMemory::Buffer(storage) => storage.fill(word),
            DeviceMemory::Texture(texels) => texels.texture.storage.fill(word),
            DeviceMemory::DepthStencil { .. } | DeviceMemory::Query(_) => {}
        }
    }

    /// Number of words in a region.
    pub fn region_words(&self, region: &Region) -> usize {
        match self {
            DeviceMemory::Buffer(_) => region.width,
            DeviceMemory::Texture(texels) => region.width * region.height * texels.format.words(),
            DeviceMemory::DepthStencil { .. } | DeviceMemory::Query(_) => 1,
        }
    }

    /// Writes a region; in a depth-stencil mask, the two words set depth and stencil everywhere.
    pub fn write(&self, region: &Region, words: &[u32]) {
        match self {
            DeviceMemory::Buffer(storage) => {
                words.iter().zip(region.x..).for_each(|(&word, at)| storage.store(at, word))
            }
            DeviceMemory::Texture(texels) => {
                for (row, words) in words.chunks(texels.row_words(region).max(1)).enumerate() {
                    let start = texels.row_start(region, row);
                    words
                        .iter()
                        .zip(start..)
                        .for_each(|(&word, at)| texels.texture.storage.store(at, word));
                }
            }
            DeviceMemory::DepthStencil { depth, stencil, .. } => {
                let [given_depth, given_stencil] = [0, 1].map(|at| words.get(at).copied().unwrap_or(0));
                let given_depth = f32::from_bits(given_depth).clamp(0.0, 1.0);
                let quantised = (f64::from(given_depth) * f64::from(MAX_DEPTH)).round() as u32;
                (0..depth.len()).for_each(|at| depth.store(at, quantised));
                (0..stencil.len()).for_each(|at| stencil.store(at, given_stencil & 0xff));
            }
            DeviceMemory::Query(count) => count.set(words.first().copied().unwrap_or(0)),
        }
    }

    /// Reads a region.
    pub fn read(&self, region: &Region, words: &mut [u32]) {
        match self {
            DeviceMemory::Buffer(storage) => {
                words.iter_mut().zip(region.x..).for_each(|(word, at)| *word = storage.load(at))
            }
            DeviceMemory::Texture(texels) => {
                for (row, words) in words.chunks_mut(texels.row_words(region).max(1)).enumerate() {
                    let start = texels.row_start(region, row);
                    words
                        .iter_mut()
                        .zip(start..)
                        .for_each(|(word, at)| *word = texels.texture.storage.load(at));
                }
            }
            DeviceMemory::Query(count) => words.iter_mut().for_each(|word| *word = count.get()),
            DeviceMemory::DepthStencil { .. } => {}
        }
    }
}

impl TextureMemory {
    /// Words in a row of this region.
    fn row_words(&self, region: &Region) -> usize {
        region.width * self.format.words()
    }

    /// Index of the first word of a row of this region.
    fn row_start(&self, region: &Region, row: usize) -> usize {
        if let (Dimension::D2, Some(level)) = (self.texture.dimension, self.texture.levels.get(region.z)) {
            return level.offset + ((region.y + row) * level.width + region.x) * self.format.words();
        }
        ((region.z * self.height + region.y + row) * self.width + region.x) * self.format.words()
    }
}
