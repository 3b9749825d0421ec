//! What a kernel can reach while it runs: the memories, textures and images bound to its slots.

use super::assembly::Register;
use super::event::MemoryKey;
use super::rounding::Rounder;
use super::storage::Storage;
use super::texture::Texture;
use super::undefined::OtherOutcome;
use std::sync::Arc;

/// Everything the host gave a kernel for one launch, by slot of its assembly.
#[derive(Debug, Clone, Default)]
pub struct SlotBindings {
    /// Registers that hold the same word in all lanes.
    pub uniforms: Vec<(Register, u32)>,
    /// For each slot of `memories`.
    pub memories: Vec<BoundMemory>,
    /// For each slot of `textures`.
    pub textures: Vec<(MemoryKey, Arc<Texture>)>,
    /// For each slot of `images`.
    pub images: Vec<(MemoryKey, Arc<Texture>)>,
    /// Whose numbers the kernel calculates in; none are floats of 32 bits.
    pub rounder: Option<Rounder>,
}

/// What is bound to a slot of `memories`.
#[derive(Debug, Clone)]
pub enum BoundMemory {
    /// A buffer, all of it.
    Global {
        /// Which one.
        key: MemoryKey,
        /// Its words.
        storage: Arc<Storage>,
    },
    /// So many words of the group's shared memory, from that one on.
    Shared {
        /// The first.
        base: u32,
        /// How many.
        words: u32,
    },
}

impl BoundMemory {
    /// How many words.
    pub fn words(&self) -> u32 {
        match self {
            BoundMemory::Global { storage, .. } => u32::try_from(storage.len()).unwrap_or(u32::MAX - 1),
            BoundMemory::Shared { words, .. } => *words,
        }
    }
}

/// Which memory a slot has, with its words; of a texture its width in texels and the words of a texel.
type Identities = (Vec<(MemoryKey, u32)>, Vec<(MemoryKey, u32, u32)>, Vec<(MemoryKey, u32, u32)>);

impl SlotBindings {
    /// What is bound to each slot of memories, textures and images, as events say it.
    pub fn identities(&self) -> Identities {
        let memories = self.memories.iter().map(|bound| match bound {
            BoundMemory::Global { key, .. } => (*key, bound.words()),
            BoundMemory::Shared { .. } => (MemoryKey::Shared, bound.words()),
        });
        let texture =
            |(key, texture): &(MemoryKey, Arc<Texture>)| (*key, texture.width() as u32, texture.texel.words() as u32);
        let textures = self.textures.iter().map(texture).collect();
        (memories.collect(), textures, self.images.iter().map(texture).collect())
    }
}

/// What a warp can reach.
pub struct WarpContext<'a> {
    /// What the host gave.
    pub bindings: &'a SlotBindings,
    /// The group's shared memory.
    pub shared: &'a mut [u32],
    /// Steps after which a warp is stopped.
    pub limit: u64,
    /// Whose undefined operations shall have another outcome than usual.
    pub other: Option<OtherOutcome>,
    /// The bits of their numbers by which lanes come in another order where it matters: 0 for ascending.
    pub swap: u32,
}
