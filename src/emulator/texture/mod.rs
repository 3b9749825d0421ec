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
#[derive(Debug)]
pub(crate) struct Texel {}
impl Texel {
    pub(crate) fn words(&self) -> usize {
        1
    }
}
