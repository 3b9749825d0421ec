//! The memories, textures and images bound to a kernel's slots during a run.

use super::assembly::Register;
use super::event::MemoryKey;
use super::rounding::Rounder;
use super::storage::Storage;
use super::texture::TextureView;
use super::undefined::OtherOutcome;
use std::sync::Arc;

/// Everything the host binds to a kernel for one launch, by slot of its assembly.
#[derive(Debug, Clone, Default)]
pub struct SlotBindings {
    /// Registers that hold the same word in all lanes.
    pub uniforms: Vec<(Register, u32)>,
    /// One for each slot of `memories`.
    pub memories: Vec<BoundMemory>,
    /// One for each slot of `textures`.
    pub textures: Vec<(MemoryKey, Arc<TextureView>)>,
    /// One for each slot of `images`.
    pub images: Vec<(MemoryKey, Arc<TextureView>)>,
    /// Rounds results to the number format of a card, or `None` for 32-bit floats.
    pub rounder: Option<Rounder>,
}

/// The memory bound to a slot of `memories`.
#[derive(Debug, Clone)]
pub enum BoundMemory {
    /// A buffer, all of it.
    Global {
        /// Its key.
        key: MemoryKey,
        /// Its words.
        storage: Arc<Storage>,
    },
    /// A range of the group's shared memory.
    Shared {
        /// The first word.
        base: u32,
        /// Number of words.
        words: u32,
    },
}

impl BoundMemory {
    /// Number of words.
    pub fn word_count(&self) -> u32 {
        match self {
            BoundMemory::Global { storage, .. } => u32::try_from(storage.len()).unwrap_or(u32::MAX - 1),
            BoundMemory::Shared { words, .. } => *words,
        }
    }
}

/// The memory of each slot with its word count; for textures, its width in texels and the words of a texel.
type SlotIdentities = (Vec<(MemoryKey, u32)>, Vec<(MemoryKey, u32, u32)>, Vec<(MemoryKey, u32, u32)>);

impl SlotBindings {
    /// Returns the memories bound to the slots of memories, textures and images, as events report them.
    pub fn slot_identities(&self) -> SlotIdentities {
        let memories = self.memories.iter().map(|bound| match bound {
            BoundMemory::Global { key, .. } => (*key, bound.word_count()),
            BoundMemory::Shared { .. } => (MemoryKey::Shared, bound.word_count()),
        });
        let textures = self.textures.iter().map(measure_texture).collect();
        (memories.collect(), textures, self.images.iter().map(measure_texture).collect())
    }
}

fn measure_texture((key, texture): &(MemoryKey, Arc<TextureView>)) -> (MemoryKey, u32, u32) {
    (*key, texture.width() as u32, texture.texel.word_count() as u32)
}

/// The memory and limits of a warp during a run.
pub struct WarpContext<'a> {
    /// Bindings of the host.
    pub bindings: &'a SlotBindings,
    /// The group's shared memory.
    pub shared: &'a mut [u32],
    /// Steps after which a warp is stopped.
    pub limit: u64,
    /// The operation whose undefined results shall differ from the usual ones.
    pub other: Option<OtherOutcome>,
    /// Lanes are ordered by their number XOR these bits where order matters: 0 for ascending.
    pub swap: u32,
}
