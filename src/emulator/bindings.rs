//! What a kernel can reach while it runs: the memories, textures and images bound to its slots.

use super::assembly::Register;
use super::event::Key;
use super::storage::Storage;
use super::texture::Texture;
use std::sync::Arc;

/// Everything the host gave a kernel for one launch, by slot of its assembly.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bindings {
    /// Registers that hold the same word in all lanes.
    pub uniforms: Vec<(Register, u32)>,
    /// For each slot of `memories`.
    pub memories: Vec<Bound>,
    /// For each slot of `textures`.
    pub textures: Vec<(Key, Arc<Texture>)>,
    /// For each slot of `images`.
    pub images: Vec<(Key, Arc<Texture>)>,
}

/// What is bound to a slot of `memories`.
#[derive(Debug, Clone)]
pub(crate) enum Bound {
    /// A buffer, all of it.
    Global {
        /// Which one.
        key: Key,
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

impl Bound {
    /// How many words.
    pub(crate) fn words(&self) -> u32 {
        match self {
            Bound::Global { storage, .. } => u32::try_from(storage.len()).unwrap_or(u32::MAX - 1),
            Bound::Shared { words, .. } => *words,
        }
    }
}

/// Which memory a slot has, with its words; of a texture its width in texels and the words of a texel.
type Identities = (Vec<(Key, u32)>, Vec<(Key, u32, u32)>, Vec<(Key, u32, u32)>);

impl Bindings {
    /// What is bound to each slot of memories, textures and images, as events say it.
    pub(crate) fn identities(&self) -> Identities {
        let memories = self.memories.iter().map(|bound| match bound {
            Bound::Global { key, .. } => (*key, bound.words()),
            Bound::Shared { .. } => (Key::Shared, bound.words()),
        });
        let texture =
            |(key, texture): &(Key, Arc<Texture>)| (*key, texture.width() as u32, texture.texel.words() as u32);
        let textures = self.textures.iter().map(texture).collect();
        (memories.collect(), textures, self.images.iter().map(texture).collect())
    }
}

/// What a warp can reach.
pub(crate) struct Reach<'a> {
    /// What the host gave.
    pub bindings: &'a Bindings,
    /// The group's shared memory.
    pub shared: &'a mut [u32],
    /// Steps after which a warp is stopped.
    pub limit: u64,
}
