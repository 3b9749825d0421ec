//! Textures and images.

use super::storage::Storage;
use std::sync::Arc;

/// A texture.
#[derive(Debug)]
pub(crate) struct Texture {
    pub width: usize,
    pub texel: Texel,
    pub storage: Arc<Storage>,
}
impl Texture {
    pub(crate) fn plane(format: crate::Format, width: usize, height: usize) -> Texture {
        Texture { width, texel: Texel {}, storage: Arc::new(Storage::new(width * height * format.words())) }
    }
    pub(crate) fn volume(format: crate::Format, width: usize, height: usize, depth: usize) -> Texture {
        Texture { width, texel: Texel {}, storage: Arc::new(Storage::new(width * height * depth * format.words())) }
    }
}
#[derive(Debug)]
pub(crate) struct Texel {}
impl Texel {
    pub(crate) fn words(&self) -> usize {
        1
    }
}
